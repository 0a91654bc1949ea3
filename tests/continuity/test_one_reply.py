"""A reply that contradicts itself, sentence against sentence; what one sentence tells is let be."""

import pytest

from tests.continuity.told import found_in, two_tellings

CLASH = (
    "Silas Hobb died at noon, and you bury him on the hill. An hour later Silas Hobb leans on the rail and whistles.",
    "Silas Hobb is dead. The doctor closes his eyes. Silas Hobb gets up and pours himself a drink.",
    "Silas Hobb was shot dead this morning. The street is quiet. Silas Hobb crosses it, counting his money.",
    "The ranch has 30 head of cattle. The wind is up. The ranch has 50 head of cattle.",
    "The bank was founded in 1871. Its door is oak. The bank was founded in 1874.",
    "Marta Quill has gray eyes. She smiles. Marta Quill's brown eyes do not.",
    "The horse costs forty dollars. You look it over. The horse costs sixty dollars.",
    "There are six men in the room. You count them twice. There are nine men in the room.",
    "Abel Root is thirty years old. He spits. Abel Root, forty-four years old, spits again.",
    "Ruth Abel is killed in the first volley. The smoke clears. Ruth Abel loads her rifle and walks to the window.",
    "Silas Hobb is buried on the hill. You ride back to town. Silas Hobb pours you a whiskey and grins.",
    "Silas Hobb was hanged at dawn. Two hours later Silas Hobb bought a horse from the smith.",
    "Nell Harrow draws and fires, and Ruth Abel drops dead. Ruth Abel wipes her hands and orders supper.",
    "The saloon has four doors. You look around. The saloon has two doors.",
)
CLEAN = (
    "Silas Hobb falls. He is dying. Silas Hobb looks up and whispers your name.",
    "Silas Hobb coughs, sings, and drinks. At noon Silas Hobb is dead.",
    "You think Silas Hobb is dead. Silas Hobb opens one eye.",
    "Silas Hobb lies still as a dead man. Then Silas Hobb sits up.",
    "There are six men in the room. Three more come in. There are nine men in the room.",
    "The fort holds forty horses and sixty men. The fort holds sixty men.",
    "Silas Hobb is dead. Silas Hobb's brother leans on the rail. He whistles.",
    "Silas Hobb is dead. His ghost walks the hall and Silas Hobb laughs.",
    "Silas Hobb died in May. He had run the mill for ten years, and drank, and sang.",
    "Silas Hobb is dead. Silas Hobb built this house with his own hands.",
    "Silas Hobb is dead. Silas Hobb was a good man who sang on Sundays.",
    "Silas Hobb is dead. Then Silas Hobb coughs and spits blood.",
    "Silas Hobb is dead. Two years ago Silas Hobb bought this house.",
    "Silas Hobb died that night. He wrote three letters and gave them to the boy.",
    "Silas Hobb was dead by noon. Silas Hobb ate well that last morning and walked to the bank.",
    "Silas Hobb is dead. In your dream Silas Hobb pours you a whiskey.",
    'Silas Hobb is dead. "Silas Hobb pours a fine whiskey," says the smith.',
    "Ruth Abel says that Silas Hobb is dead. Silas Hobb walks in and laughs.",
    "Silas Hobb is dead. In the tintype Silas Hobb smiles at the camera.",
    "Silas Hobb is dead, and Silas Hobb leaves a ranch to his niece.",
    "Silas Hobb is as good as dead. Silas Hobb pours himself a drink all the same.",
    "Silas Hobb drinks, laughs, and pays. Silas Hobb dies at midnight, alone.",
    "The horse is dead. Silas Hobb spits and walks on.",
    "Silas Hobb will be dead by spring. Silas Hobb pours himself a drink.",
    "Silas Hobb is not dead. Silas Hobb pours himself a drink.",
    "If you wait, Silas Hobb is dead. Silas Hobb waves to you from the window.",
    "1. Silas Hobb is dead. You bury him. 2. Silas Hobb pours you a whiskey.",
    "Silas Hobb's brother is dead. Silas Hobb pours you a whiskey.",
    "The horse costs forty dollars. You haggle for an hour. The horse costs thirty dollars.",
    "The fort holds forty horses. Ten are sold that spring. The fort holds thirty horses.",
    "The ranch has 30 head of cattle. The rustlers took the rest. The ranch has 20 head of cattle.",
)


def found(reply: str) -> list[str]:
    """The rules by which a reply clashes with itself, in an imported story."""
    return [matter.rule for matters in found_in([two_tellings("You wake.", reply)]) for matter in matters]


@pytest.mark.parametrize("reply", CLASH)
def test_a_reply_that_contradicts_itself_is_found(reply: str) -> None:
    assert found(reply)


@pytest.mark.parametrize("reply", CLEAN)
def test_a_reply_that_tells_how_it_came_to_be_so_is_let_be(reply: str) -> None:
    assert found(reply) == []


def test_one_sentence_that_tells_both_is_excused() -> None:
    assert found("Silas Hobb is dead, and Silas Hobb pours you a whiskey.") == []
