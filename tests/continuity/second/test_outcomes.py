"""Opposite outcomes of one event."""

from gm_engine.continuity.second.ways.outcomes import nominate
from tests.continuity.second.laid import table

CLASH = (
    ("outcome", "The jury acquits Caleb Nash of the robbery.", "Caleb Nash breaks rocks in prison since the jury sent him there."),
    ("outcome", "The flood broke the Harrow Creek dam at midnight.", "The Harrow Creek dam held through that flood."),
    ("outcome", "The Tamarack bridge collapses into the gorge.", "The wagon rolls across the Tamarack bridge."),
    ("outcome", "The council voted the water law down.", "The council passed the water law that night."),
    ("outcome", "The dynamite under the vault never went off.", "The dynamite blew the vault to rubble that night."),
    ("outcome", "The posse caught the thief Yancey Boggs in the canyon.", "Yancey Boggs escaped the posse that night and is at large."),
    ("outcome", "The fire burned Pruett's barn to the ground.", "Pruett's barn was untouched by that fire."),
    ("outcome", "The steamer Ozark sank on the rocks with her cargo.", "The steamer Ozark arrived safe with her cargo that week."),
    ("outcome", "Harriet Doyle accepted the railroad's offer.", "Harriet Doyle turned the railroad's offer down that day."),
    ("outcome", "The arrow missed the sheriff of Cold Wells.", "The arrow hit the sheriff of Cold Wells that morning."),
    ("outcome", "Your mare Juno came in second to Bishop in the cup race.", "Your mare Juno carried off the cup in that race with Bishop."),
    ("outcome", "Doctor Lamb saved the leg of Private Tully.", "Private Tully has had a wooden leg since Doctor Lamb sawed it off."),
    ("contest", "Silas Roper wins the poker game against Dutch Keller.", "Silas Roper lost that poker game to Dutch Keller."),
    ("contest", "You beat Ned Farrow in the shooting match.", "You lost the shooting match to Ned Farrow that day."),
)
APART = (
    ("The dam holds.", "The old dam upriver burst in 1861."),
    ("The Harrow Creek dam holds.", "The Harrow Creek dam lets go with a roar."),
    ("The Harrow Creek dam held through the flood of 1871.", "The Harrow Creek dam broke in the flood of 1884."),
    ("The Harrow Creek dam held.", "Had the Harrow Creek dam burst that night, the town would have drowned."),
    ("The jury finds Virgil Stead guilty.", "Virgil Stead's brother was acquitted by that jury."),
    ("Silas Roper wins the foot race.", "Silas Roper lost his hat in the foot race that day."),
    ("The jury acquits Caleb Nash of the robbery.", "Caleb Nash walked free since the jury let him off."),
    ("The jury acquits Caleb Nash of the robbery.", "The jury will send Jim Sorley to prison tomorrow."),
    ("The flood broke the Harrow Creek dam at midnight.", "The Tamarack bridge held."),
    ("The council voted the water law down.", "On appeal, a year later, the council passed the water law."),
    ("The dynamite under the vault never went off.", "The dynamite would have blown the vault to rubble."),
    ("The posse caught the thief Yancey Boggs in the canyon.", "The next day Yancey Boggs escaped again."),
    ("The fire may burn Pruett's barn to the ground.", "Pruett's barn is untouched."),
    ("The steamer Ozark sank on the rocks with her cargo.", "The schooner Dove arrived safe."),
    ("Harriet Doyle accepted the railroad's offer.", "Did Harriet Doyle turn the railroad's offer down?"),
    ("The arrow missed the sheriff of Cold Wells.", "The second arrow hit the sheriff of Cold Wells."),
    ("Your mare Juno came in second on Friday.", "Your mare Juno came in first on Sunday."),
    ("Silas Roper wins the poker game against Dutch Keller.", "Silas Roper wins again."),
    ("You beat Ned Farrow in the shooting match.", "Next week you lost the shooting match to Ned Farrow."),
    ("Silas Roper wants to win the poker game.", "Silas Roper lost that poker game to Dutch Keller."),
)
MISSED = (("Not one of you got into the old church.", "You sat in the front pew of the old church that night."),)

test_outcomes = table(nominate, CLASH, APART, MISSED)
