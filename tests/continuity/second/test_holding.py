"""Who has a thing: clashes that the second look nominates, and look-alikes that it lets be."""

from gm_engine.continuity.second.ways import holding
from tests.continuity.second.laid import Pair, table, told_as

CLASH: tuple[Pair, ...] = (
    ("You sell the silver flask to Mrs Pell for two dollars.", "You draw the silver flask from your coat and drink."),
    ("Nora Pell throws her ring into the river.", "Nora Pell turns the ring on her finger and says nothing."),
    ("The clerk locks your pistol in the safe.", "You draw your pistol and cock the hammer."),
    ("Wade Coyle takes your watch and puts it in his vest.", "You open your watch: ten past four."),
    ("You trade the carbine to the ferryman for passage.", "You settle the carbine on the rock and wait."),
    ("You have lost everything: the saddle, the rifle, the bedroll.", "You clean the rifle by the fire."),
    ("The mill belongs to Nora Pell, who runs it alone.", "The mill belongs to Jesse Hobb, as it always has."),
    ("Nora Pell owns the Gilded Lily and everybody in it.", "Jesse Hobb owns the Gilded Lily, and drinks there free."),
    ("Wade Coyle has never owned a horse in his life.", "Wade Coyle saddles his horse before dawn."),
    ("The only lantern in the camp goes down the well.", "Nora Pell lifts the lantern and looks at the bunks."),
    ("You give your saddle to the boy.", "You throw your saddle on the bay and ride out."),
    ("Wade Coyle hands the iron key to the jailer and walks away.", "Wade Coyle takes the iron key from his pocket and opens the gate."),
    ("You drop the compass over the rail and it sinks.", "You check the compass and turn north."),
    ("Nora Pell throws her ring into the river.", "Jesse Hobb turns the ring on his finger."),
)
APART: tuple[Pair, ...] = (
    ("You sell the silver flask to Mrs Pell for two dollars.", "You draw another flask from your coat and drink."),
    ("Wade Coyle hands the iron key to the jailer.", "The jailer takes the iron key and opens the gate."),
    ("You drop the compass on the table.", "You sip your coffee and look at the window."),
    ("The map burns to nothing in the stove.", "You have no map now."),
    ("You might sell the flask to Mrs Pell.", "You draw the flask from your coat and drink."),
    ("You trade the carbine to the ferryman for passage.", "The ferryman cleans the carbine."),
    ("The mill belongs to Nora Pell, who runs it alone.", "Nora Pell sold it; the mill belongs to Jesse Hobb now."),
    ("Nora Pell owns the Gilded Lily.", "Jesse Hobb owns the livery."),
    ("You haven't a cent left to your name.", "Wade Coyle pays the barber a dollar."),
    ("Wade Coyle has never owned a horse in his life.", "Nora Pell saddles her horse before dawn."),
    ("You do not sell the flask.", "You draw the flask from your coat."),
    ("You lose at cards and go home.", "You shuffle the cards and deal."),
    ("The clerk locks your pistol in the safe.", "You wish you had your pistol."),
)
MISSED: tuple[Pair, ...] = (
    ("The map burns to nothing in the stove.", "You unfold the map on the table."),
    ("The fiddle burned with the wagon. Ash and pegs are left.", "Your gear tonight: one fiddle, one blanket, a tin cup."),
    ("You haven't a cent left to your name.", "You pay the barber a dollar and tip the boy."),
    ("They strip you to the skin and leave you in the ditch.", "You draw your knife and cut the rope."),
)
"""Clashes that are not seen yet."""

test_holding = table(holding.nominate, told_as("hold", CLASH), APART, MISSED)
