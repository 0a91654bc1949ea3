"""How the land lies: clashes that the second look nominates, and look-alikes that it lets be."""

from gm_engine.continuity.second.ways import land
from tests.continuity.second.laid import Pair, table, told_as

CLASH: tuple[Pair, ...] = (
    ("Dry Fork lies north of the river.", "Dry Fork lies south of the river."),
    ("The mill stands on the eastern bank.", "The mill stands on the western bank."),
    ("The church stands next to the saloon.", "The church is at the other end of town from the saloon, a mile from it."),
    ("Dry Fork is a harbor town, and gulls sit on every roof.", "Dry Fork lies inland, nine days from any sea."),
    ("There is not a single tree in Dry Fork.", "Under the oaks of Dry Fork the children swing."),
    ("The library of the house is on the ground floor.", "You climb to the attic, where the library is."),
    ("The chapel is in the cellar of the house.", "The chapel is on the top floor, above the bedrooms."),
    ("The train pulls into Dry Fork at noon, as it does every day.", "There is no railroad in Dry Fork, nor within fifty miles."),
    ("There is only one way into Box Canyon.", "You ride into Box Canyon and out at the other end."),
    ("Dry Fork is as flat as a table.", "In Dry Fork the street climbs the steep hillside."),
    ("You ride west from Dry Fork to reach Salt Wells.", "You ride east from Dry Fork to reach Salt Wells."),
    ("Fort Pell has no bridge.", "You cross the bridge at Fort Pell."),
    ("The infirmary is on deck two.", "The infirmary is down on deck five."),
    ("The river runs to the left of the road.", "The river runs to the right of the road all the way."),
    ("The tavern is on Fleet Street.", "The tavern is on Drury Lane."),
    ("The station orbits Callisto.", "The station orbits Europa, as it has since it was built."),
    ("The vault is beneath the bank.", "The vault is on the top floor of the bank."),
    ("The inn stands in the heart of the village.", "The inn stands by itself a mile outside the village."),
)
APART: tuple[Pair, ...] = (
    ("Dry Fork lies north of the river.", "Dry Fork lies north of the river, past the mill."),
    ("The mill stands on the eastern bank.", "The sawmill is across from it, and the western bank is bare."),
    ("The church stands next to the saloon.", "The church is beside the saloon."),
    ("Dry Fork is a harbor town.", "Salt Wells lies inland, nine days from any sea."),
    ("There is not a single tree in Dry Fork.", "Under the oaks of Salt Wells the children swing."),
    ("The library of the house is on the ground floor.", "The library on the ground floor smells of dust."),
    ("The chapel is in the cellar of the house.", "The nursery is on the top floor."),
    ("The infirmary is on deck two.", "The galley is on deck five."),
    ("The train pulls into Dry Fork at noon.", "The depot at Dry Fork is full of people."),
    ("There is only one way into Box Canyon.", "The only way into Box Canyon is steep."),
    ("Dry Fork is as flat as a table.", "Salt Wells climbs a steep hillside."),
    ("You ride west from Dry Fork to reach Salt Wells.", "You ride west, and Salt Wells comes up slowly."),
    ("The river runs to the left of the road.", "The river runs to the right of the mill."),
    ("The tavern is on Fleet Street.", "The tavern on Fleet Street is full."),
    ("The tavern is on Fleet Street.", "You meet him on Drury Lane, far from the tavern."),
    ("The station orbits Callisto.", "The shuttle orbits Europa."),
    ("You go south, some fourteen miles by the sun.", "You go north, some eleven miles by the sun."),
    ("The way goes south, and at the end of it you are at Water Street.", "The way goes north, and at the end of it is Water Street."),
)
MISSED: tuple[Pair, ...] = (
    ("The mine lies a day north of Dry Fork.", "You ride out of Dry Fork into the sunrise and reach the mine by night."),
)
"""Clashes that are not seen yet."""

test_land = table(land.nominate, told_as("lay", CLASH), APART, MISSED)
