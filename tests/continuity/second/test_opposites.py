"""Opposite sides of one property: what is found, what must not be, and what is known to be missed."""

from gm_engine.continuity.second.ways.opposites import nominate
from tests.continuity.second.laid import table, told_as

CLASH = (
    ("Orrin Platt weighs no more than a wet cat.", "The chair groans as Orrin Platt lowers his bulk into it."),
    ("Cora Wynn faints at the sight of blood.", "Cora Wynn sewed up the gash without turning a hair."),
    ("Mr. Osgood is as bald as an egg.", "Mr. Osgood combs his hair before the mirror."),
    ("Hester Vane has been blind since the fever.", "Hester Vane reads the notice on the door and frowns."),
    ("Deacon Pruitt is deaf as a post.", "Deacon Pruitt listens to the fiddle and taps his foot."),
    ("Caleb Stroud has never learned to swim.", "Caleb Stroud swam across the river with the rope in his teeth."),
    ("Nettie Lowe cannot read a word.", "Nettie Lowe reads the letter aloud to her sister."),
    ("Silas Beam lost his left arm at the mill.", "Silas Beam clasps his hands behind his head and laughs."),
    ("Bart Quigley lost a leg at Shiloh.", "Bart Quigley wriggles his ten toes in the warm mud."),
    ("Old Amos has not a tooth in his head.", "Old Amos cracks a walnut between his teeth."),
    ("Reverend Tull is clean-shaven.", "Reverend Tull strokes his beard and considers the matter."),
    ("Ezra Kane has been mute since birth.", "Ezra Kane shouts a warning from the roof."),
    ("Dora Finch cannot play a note.", "Dora Finch sits down at the piano and plays a waltz."),
    ("Luther Gage never touches a drop of liquor.", "Luther Gage drains a glass of whiskey and calls for another."),
    ("Rollo Beck has no head for figures.", "Rollo Beck adds up the column in his head."),
    ("Mrs. Tansy never married.", "Mrs. Tansy speaks of her husband."),
)
APART = (
    ("Mr. Osgood is as bald as an egg.", "Mr. Osgood's brother combs his hair before the mirror."),
    ("Hester Vane has been blind since the fever.", "Hester Vane asks you to read the notice to her."),
    ("Deacon Pruitt is deaf as a post.", "Deacon Pruitt watches the fiddler's bow."),
    ("Caleb Stroud has never learned to swim.", "Caleb Stroud hopes to swim the river one day."),
    ("Nettie Lowe cannot read a word.", "Nettie Lowe pretends to read the letter."),
    ("Silas Beam lost his left arm at the mill.", "Silas Beam lifts his hat with his right hand."),
    ("Bart Quigley lost a leg at Shiloh.", "Bart Quigley leans on his crutch."),
    ("Old Amos has not a tooth in his head.", "Old Amos sips his soup."),
    ("Reverend Tull is clean-shaven.", "The stranger strokes his beard and considers the matter."),
    ("Ezra Kane has been mute since birth.", "Ezra Kane writes a warning on his slate."),
    ("Dora Finch cannot play a note.", "Dora Finch listens while her cousin plays a waltz."),
    ("Luther Gage never touches a drop of liquor.", "Luther Gage pours you a cup of coffee."),
    ("Rollo Beck has no head for figures.", "Rollo Beck hands the column to his clerk."),
    ("Judge Moss is a tall man.", "Judge Moss is a fair man."),
)
MISSED = (("Sergeant Dole left his nose at Antietam.", "Sergeant Dole looks at you down the length of his nose."),)

test_opposites = table(nominate, told_as("facet", CLASH), APART, MISSED)
