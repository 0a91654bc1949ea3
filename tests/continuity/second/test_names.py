"""Names, faces and doers: clashes that the second look nominates, and look-alikes that it lets be."""

from gm_engine.continuity.second.ways import names
from tests.continuity.second.laid import Pair, table, told_as

CLASH: tuple[Pair, ...] = (
    ("The schooner is called the Merry Widow.", "The schooner, christened Saint Agnes, has never borne any other name."),
    ("The cook is named Hattie Boone.", "The cook is named Lucy Fenn."),
    ("The town has only one newspaper, the Beacon.", "The town's only newspaper, the Herald, prints a list of the dead."),
    ("The bandit pulls down his mask, and it is Silas Reed.", "The bandit's mask comes off: it is Edwin Marsh."),
    ("The dead man in the barn is Silas Reed.", "They know the dead man in the barn: he is Edwin Marsh."),
    ("It was Silas Reed who shot the marshal.", "Edwin Marsh alone shot the marshal."),
    ("Silas Reed wrote the letter himself.", "Edwin Marsh wrote the letter with his own hand, and nobody else."),
    ("Your mare, Biscuit, drinks.", "Your mare, Juniper, stamps and blows."),
    ("The mayor, Horace Kane, owns the bank.", "The mayor, Oliver Brandt, cuts the ribbon."),
    ("The schoolteacher, Clara Wynn, rings the bell.", "The schoolteacher, Ruth Adair, rings the bell."),
    ("The ferryman is called Elias Moon, and only that.", "The ferryman is called Jonas Pike."),
    ("The barber is called Otto Lang.", "The barber is called Felix Roth, as he always was."),
    ("The cook's name is Hattie Boone.", "The cook's name is Lucy Fenn."),
    ("You introduce yourself to the landlady, Mrs. Prewitt.", "The landlady, Mrs. Ottoway, brings up the coal."),
    ("The foreman, a squat man called Brandt, spits into the dust.", "The foreman, Kessel, hands you the pay envelope."),
    ("The superintendent, Orrin Vale, wants his money back.", "Superintendent Edwin Vale drives down in his own buggy."),
    ("The sword is named Winterbite.", "Down the fuller of the sword the dwarf-runes spell Emberfang."),
    ("The doctor, Silas Reed, washes his hands.", "The doctor, Edwin Marsh, washes his hands."),
    ("The victim was identified as Roland Pike.", "The victim was known as Edgar Moss."),
)
APART: tuple[Pair, ...] = (
    ("The telegraph clerk is a thin man by the name of Amos Tull.", "The telegraph clerk, Amos Tull, yawns."),
    ("The schooner is called the Merry Widow.", "Another schooner, the Saint Agnes, lies beside her."),
    ("The doctor, Silas Reed, washes his hands.", "The dentist, Edwin Marsh, washes his hands."),
    ("The cook is named Hattie Boone.", "Hattie is burning the bread again."),
    ("The town has a newspaper, the Beacon.", "The hotel is called the Herald."),
    ("The bandit pulls down his mask, and it is Silas Reed.", "Edwin Marsh ties his horse and spits."),
    ("The dead man in the barn is Silas Reed.", "Edwin Marsh finds the barn empty."),
    ("Silas Reed shot the marshal.", "Edwin Marsh shot the deputy."),
    ("Silas Reed wrote the letter himself.", "Edwin Marsh reads the letter aloud."),
    ("Your mare, Biscuit, drinks.", "Your mare stamps and blows."),
    ("The mayor, Horace Kane, owns the bank.", "The mayor of Dry Fork, whom nobody has seen, is late."),
    ("The barkeep's name is Amos Tully.", "Everybody calls the barkeep Old Stump."),
    ("Sheriff Josiah Bell rides out.", "Sheriff Harker holds your bridle."),
    ("The foreman, a squat man called Brandt, spits.", "The new foreman, Kessel, spits too."),
    ("The widow's name is Adelaide Roth.", "The widow's dog is called Marguerite."),
    ("His horse is a grey gelding named Parson.", "His other horse, Deacon, is lame."),
    ("The barkeep's name is Amos Tully.", "The barkeep, Tully, wipes the counter."),
    ("Clara Wynn, known as Birdie, rings the bell.", "Birdie rings the bell."),
    ("The fair hair is Oakes's, and so is the comb in the pocket.", "The gray hair is Con Rafferty's, and has seen better barbers."),
)
MISSED: tuple[Pair, ...] = (
    ("The telegraph clerk is a thin man by the name of Amos Tull.", "The telegraph clerk, whose name is Peter Vance, yawns."),
)
"""Clashes that are not seen yet."""

test_names = table(names.nominate, told_as("name", CLASH), APART, MISSED)
