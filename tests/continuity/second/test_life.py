"""Dead in one telling, alive in a later one."""

from gm_engine.continuity.second.ways.life import nominate
from tests.continuity.second.laid import table, told_as

CLASH = (
    ("Homer Stiles died of the cholera on Tuesday.", "Homer Stiles shoves his chair back and reaches for the biscuits."),
    ("They hanged Clem Rudd from the livery beam at sunup.", "Clem Rudd tips his hat to you from the barber's chair."),
    ("You buried Wade Kettering beside the ford.", "Wade Kettering pours himself a whiskey and grins at you."),
    ("Nellie Frost is dead, and the doctor has gone home.", "Nellie Frost climbs down from the buggy with a hatbox."),
    ("The fever took Ezra Lunt in the night.", "Ezra Lunt unbuckles his belt and throws it on the table."),
    ("Jonas Pike drowned in the mill race.", "Jonas Pike whistles a reel and sweeps the step."),
    ("A bullet killed Deputy Sayles on the courthouse steps.", "Deputy Sayles leads his horse out of the stable."),
    ("Micah Rowe froze to death on the pass.", "Micah Rowe laughs and slaps the bar with his palm."),
    ("You stood by the grave of Hattie Bloom.", "Hattie Bloom hands you a cup of coffee."),
    ("Tobias Crane breathed his last at noon.", "Tobias Crane tells you the price of oats."),
    ("Somebody shot Lyle Marsh through the heart.", "Lyle Marsh walks into the bank with a shotgun."),
    ("Old Prudence Vail kicked the bucket in March.", "Prudence Vail bargains with the pedlar over a ribbon."),
    ("You closed Amos Teague's eyes and drew the blanket over his face.", "Amos Teague counts the money twice."),
    ("Silas Hoyt hangs at noon for the murder.", "Silas Hoyt leans in the doorway and asks for a light."),
    ("You kill Rufus Dane with one shot.", "This morning there is a letter from Rufus Dane on the counter, fresh from the mail."),
)
APART = (
    ("Walter Crane was buried under work all week.", "Walter Crane shaves at the pump."),
    ("Bishop Oden is dead.", "Bishop Oden knew more than he ever told."),
    ("They hanged Ike Dolan at sunup.", "Ike Dolan turns slowly on the rope."),
    ("Molly Rourke is dead.", "Molly Rourke's letter, written before she died, says that the mine is hers."),
    ("Homer Stiles nearly died of the cholera.", "Homer Stiles shoves his chair back and reaches for the biscuits."),
    ("They will hang Clem Rudd on Friday.", "Clem Rudd tips his hat to you from the barber's chair."),
    ("You buried Wade Kettering beside the ford.", "Wade Kettering's son pours himself a whiskey."),
    ("They say Nellie Frost is dead.", "Nellie Frost climbs down from the buggy with a hatbox."),
    ("If the fever takes Ezra Lunt, his farm is yours.", "Ezra Lunt unbuckles his belt."),
    ("Jonas Pike drowned in the mill race.", "In your dream Jonas Pike whistles a reel."),
    ("Jonas Pike drowned in the mill race.", "Ten years ago Jonas Pike swept this step every morning."),
    ("Nobody killed Deputy Sayles.", "Deputy Sayles leads his horse out of the stable."),
    ("Micah Rowe is walking to Carrow to die.", "Micah Rowe laughs and slaps the bar with his palm."),
    ("You stood by the grave of Hattie Bloom.", "The ghost of Hattie Bloom hands you a cup."),
    ("Lyle Marsh is dead tired.", "Lyle Marsh walks into the bank with a shotgun."),
    ("Tobias Crane was no more a farmer than you are.", "Tobias Crane tells you the price of oats."),
    ("Her eye falls upon the ledger of Prudence Vail.", "Prudence Vail bargains with the pedlar."),
    ("Amos Teague died at sundown.", "Young Amos Teague, his nephew, counts the money."),
    ("Someone tried to kill Rufus Dane.", "Rufus Dane opens the gate and calls to his dog."),
    ("Silas Hoyt died in the spring.", "The will of Silas Hoyt lies on the table."),
)
MISSED = (("The doctor finds no pulse in Ruben Cole.", "Ruben Cole opens the gate and calls to his dog."),)

test_life = table(nominate, told_as("life", CLASH), APART, MISSED)
