"""The second look at numbers: dates, ages, lengths of time, counts, measures and what is used up, told twice."""

from gm_engine.continuity.second.ways import aging, counts, dates, extents, spans, stock, used_up
from tests.continuity.second.laid import Clash, Pair, table, together

CLASH: tuple[Clash, ...] = (
    ("date", "The Merrow Bank opened in 1871.", "The Merrow Bank opened its doors in 1874, in a snowstorm."),
    ("date", "Old Tabitha Wren died in March.", "Old Tabitha Wren died in October, with the leaves down."),
    ("date", "Captain Orde was born in 1840.", "Captain Orde was born in 1852, in a lighthouse."),
    ("date", "Harlan Pike married Lucinda Vale in June of 1866.", "Harlan Pike married Lucinda Vale in June of 1869."),
    ("date", "The Cormorant was launched in 1802.", "The year of the launching of the Cormorant was 1811."),
    ("date", "The treaty of Ansholm was signed in 1640.", "The treaty of Ansholm was signed in 1655."),
    ("date", "Marshal Teague was shot on the fourth of May.", "Marshal Teague was shot on the ninth of May."),
    ("date", "They hanged Silas Crome in the winter of 1859.", "They hanged Silas Crome in July of 1859."),
    ("date", "Fort Barrow was founded in 1790.", "Fort Barrow was founded in 1812 by a drunk."),
    ("date", "Saint Edda's church was built in 1703.", "Saint Edda's church was built in 1733."),
    ("date", "Bishop Lorne was buried on Tuesday.", "Bishop Lorne was buried on Friday, in the rain."),
    ("date", "The Guild of Salters was chartered in the year 511.", "The Guild of Salters was chartered in the year 498."),
    ("age", "Corporal Dunn is nineteen years old.", "Corporal Dunn is thirty-four years old."),
    ("age", "Miss Ada Lorrimer is twenty-six.", "Miss Ada Lorrimer is fifty-one."),
    ("age", "Judge Hobart will not see sixty again.", "Judge Hobart is thirty-eight years old."),
    ("age", "Wick Sanders turned seventeen in spring.", "Wick Sanders is twenty-nine years old."),
    ("age", "Nan Petrie is in her forties.", "Nan Petrie is seventy-three years old."),
    ("age", "Doctor Fell is sixty-four years old.", "Doctor Fell is not yet thirty."),
    ("span", "Amos Gray served eleven years in Fort Tull.", "Amos Gray served three years in Fort Tull."),
    ("span", "The siege of Harrow lasted forty days.", "The siege of Harrow lasted six months."),
    ("span", "Elder Moth has kept the lighthouse for thirty years.", "Elder Moth has kept the lighthouse for four years."),
    ("span", "The crossing to Veld takes nine days.", "The crossing to Veld takes three weeks."),
    ("span", "Jory Blake was sheriff for twelve years.", "Jory Blake was sheriff for two years."),
    ("span", "Mother Anselm has been dead for twenty years.", "Mother Anselm has been dead for three years."),
    ("count", "There are six graves behind the Hollis barn.", "There are nine graves behind the Hollis barn."),
    ("count", "The Gannet carries ten cannon.", "The Gannet carries twenty-two cannon."),
    ("count", "Widow Sharp has three sons.", "Widow Sharp has five sons, and feeds them all."),
    ("count", "The tower of Quill has four bells.", "The tower of Quill has seven bells."),
    ("count", "Castle Rook has two gates.", "Castle Rook has five gates."),
    ("count", "Lord Ember keeps eight hounds in the yard.", "Lord Ember keeps fifteen hounds in the yard."),
    ("count", "The Osprey has a crew of nine.", "The Osprey has a crew of thirty."),
    ("left", "You have two cartridges left for the Sharps.", "You have eleven cartridges for the Sharps."),
    ("left", "Three flares are left in the locker of the Heron.", "There are eight flares in the locker of the Heron."),
    ("money", "You have four dollars left in the world, says Mae Tully.", "You count out sixty dollars to Mae Tully."),
    ("money", "The bounty on Red Cal Sutter is five hundred dollars.", "The bounty on Red Cal Sutter is two thousand dollars."),
    ("only", "The jail at Larkin has but a single cell.", "The jail at Larkin has six cells."),
    ("only", "Berthe has the only key to the cellar of Grange House.", "There are two keys to the cellar of Grange House."),
    ("shots", "Only two rounds are left in the Colt.", "You fire the Colt five times."),
    ("gone", "The last of the coffee is gone, says Mother Pruitt.", "Mother Pruitt pours you coffee from the pot."),
    ("gone", "The Plover is out of coal.", "On the Plover they burn coal and sing."),
    ("gone", "There is no oil left in the lamp of Father Kell.", "Father Kell lights the oil in his lamp."),
    ("emptied", "The cistern at Dry Ford is empty.", "You drink from the cistern at Dry Ford."),
    ("gone", "The whiskey is all drunk up at Bram's place.", "Bram slides a rye along the bar."),
    ("extent", "Dan Orley stands six foot four.", "Dan Orley stands five foot one."),
    ("extent", "The well at Sorrow Camp is ninety feet deep.", "The well at Sorrow Camp is twenty feet deep."),
    ("extent", "Miller's Gap is forty miles from Tern.", "Miller's Gap is nine miles from Tern."),
    ("extent", "The Cray bridge is two hundred feet long.", "The Cray bridge is fifty feet long."),
)
"""Earlier, later, and the family that must be nominated."""

MISSED: tuple[Pair, ...] = (("You have fired every cartridge you had, Jed Moss says.", "Jed Moss hands you bullets, one by one."),)
"""Clashes that are not seen yet."""

APART: tuple[Pair, ...] = (
    ("The Merrow Bank opened in 1871.", "The Merrow Bank burned in 1874."),
    ("Captain Orde was born in 1840.", "Lieutenant Mercer was born in 1852."),
    ("The Cormorant was launched in 1802.", "The Cormorant was launched in '02."),
    ("They hanged Silas Crome in the winter of 1859.", "They hanged Silas Crome in January of 1859."),
    ("Bishop Lorne preached on Tuesday.", "Bishop Lorne will preach on Friday."),
    ("Fort Barrow was founded in 1790.", "Fort Barrow was not founded in 1812."),
    ("Harlan Pike arrived at noon.", "Harlan Pike left at six o'clock."),
    ("The fair opens in May.", "The mill closes in June."),
    ("Saint Edda's church was built in 1703.", "The year 1733 brought the flood to Saint Edda's church."),
    ("The moon rose at nine o'clock.", "The clerk came at ten past four."),
    ("Corporal Dunn is nineteen years old.", "Corporal Dunn is nineteen."),
    ("Corporal Dunn is nineteen years old.", "Corporal Pell is thirty-four years old."),
    ("Miss Ada Lorrimer is in her twenties.", "Miss Ada Lorrimer is twenty-six."),
    ("Judge Hobart will not see sixty again.", "Judge Hobart is sixty-six years old."),
    ("Wick Sanders is seventeen.", "Wick Sanders has seventeen head of cattle and thirty hens."),
    ("Nan Petrie is forty-one.", "It is forty paces to Nan Petrie's door."),
    ("Amos Gray served eleven years in Fort Tull.", "Amos Gray served eleven years in Fort Tull, less a week."),
    ("The siege of Harrow lasted forty days.", "The siege of Harrow lasted six weeks, near enough."),
    ("The crossing to Veld takes nine days.", "Nobody waits three weeks for a letter."),
    ("Elder Moth has kept the lighthouse for thirty years.", "The lamp burned for two hours."),
    ("You slept for six hours.", "The doctor slept for a night."),
    ("There are six graves behind the Hollis barn.", "There are half a dozen graves behind the Hollis barn."),
    ("The Gannet carries ten cannon.", "The Petrel carries twenty-two cannon."),
    ("Widow Sharp has three sons.", "Widow Sharp has three sons and two daughters."),
    ("Lord Ember keeps eight hounds.", "Two hounds of Lord Ember's bark at you."),
    ("Two riders come over the ridge.", "Five riders wait at the ford."),
    ("You have two cartridges left.", "You buy a box of fifty cartridges."),
    ("You have eleven cartridges.", "You have three cartridges left."),
    ("The bounty on Red Cal Sutter is five hundred dollars.", "You pay two dollars for the room."),
    ("Some forty men ride with Cal Sutter.", "Forty-three men ride with Cal Sutter."),
    ("Three horses stand at the rail.", "One horse stands at the rail."),
    ("Berthe has the only key to the cellar.", "Berthe turns the key in the cellar door."),
    ("The only window faces north.", "Two doors face the street."),
    ("Six rounds are in the Colt.", "You fire the Colt twice."),
    ("Only two rounds are left in the Colt.", "You fire the rifle five times."),
    ("The last of the coffee is gone.", "Nobody has poured coffee since Sunday."),
    ("The Plover is out of coal.", "The Plover will take on coal at Tern."),
    ("There is no oil left in the lamp.", "The lamp hangs dark on its nail."),
    ("The coffee is hot.", "Mother Pruitt pours you coffee."),
    ("The cistern at Dry Ford is empty.", "You look into the cistern at Dry Ford."),
    ("The cistern at Dry Ford is not empty.", "You drink from the cistern at Dry Ford."),
    ("Dan Orley stands six foot four.", "Dan Orley stands well over six feet."),
    ("Dan Orley stands six foot four.", "Tim Orley stands five foot one."),
    ("The well at Sorrow Camp is ninety feet deep.", "The well at Sorrow Camp is four feet wide."),
    ("You ride ten miles.", "You ride another thirty miles."),
)
"""Earlier and later: nothing is nominated."""

ALARMS: tuple[Pair, ...] = (
    ("Old Tabitha Wren died in March.", "Old Tabitha Wren's sister died in October."),
    ("Marshal Teague was shot on the fourth of May.", "Marshal Teague was buried on the ninth of May."),
    ("Jory Blake was sheriff for twelve years.", "Jory Blake had a mule for two years."),
)
"""Look-alikes that are nominated all the same."""

NUMBERS = together(*(way.nominate for way in (aging, counts, dates, extents, spans, stock, used_up)))

test_numbers = table(NUMBERS, CLASH, APART, MISSED, ALARMS)
