"""What the player takes for granted that nothing told so far supports is told to the GM as just that."""

import pytest

from gm_engine.story.beat import Beat
from tests.mesa import mesa
from tests.play.scripted import sits

MESA = mesa()
TOLD = "Elias Thorne is your cousin. Peter Lund was buried in the spring; he died of the fever."


def taken(said: str, before: str = "The street is quiet.") -> list[Beat]:
    """The premises in the prompt for these words."""
    game, _ = sits(MESA, before, "So it goes.")
    game.play("I look around.")
    played = game.play(said)
    assert played.prompt is not None
    return [beat for section in played.prompt.sections for beat in section.beats if beat.kind == "premise"]


UNSUPPORTED = [
    "As you told me yesterday, the marshal is my cousin. I ask him for help.",
    "Elias Thorne is my brother. I wave at him.",
    "You told me that the marshal is my brother. I greet him.",
]


@pytest.mark.parametrize("said", UNSUPPORTED)
def test_what_nothing_supports_is_told_to_the_gm(said: str) -> None:
    [beat] = taken(said)
    assert beat.text in said
    assert "what_was_told" not in beat.slots


def test_what_was_told_otherwise_is_told_with_its_quote() -> None:
    [beat] = taken("Since Peter Lund is alive, I ride to him.", TOLD)
    assert "Peter Lund was buried in the spring" in beat.slots["what_was_told"]


@pytest.mark.parametrize(
    "said", ["Since Luis Ortega is dead, I look after his horses.", "Remember that I killed Luis Ortega? I ask about it."]
)
def test_who_stands_here_is_not_dead(said: str) -> None:
    [beat] = taken(said)
    assert beat.slots["what_was_told"].startswith("Luis Ortega is alive.")


def test_the_purse_is_the_engines_to_count() -> None:
    [beat] = taken("I have four hundred dollars in my boot.")
    assert beat.slots["what_was_told"]


FINE = [
    "I look around.",
    "I tell Ortega that the marshal is my cousin.",
    "I draw my revolver and shoot at the sign.",
    "I ask whether Thorne is dead.",
    "I want to marry Miss Boone.",
    "Is the marshal my cousin?",
    "I kill the snake.",
    "If Thorne is dead, I take the badge.",
    "I walk to the saloon.",
]


@pytest.mark.parametrize("said", FINE)
def test_what_is_done_asked_or_said_to_others_is_no_premise(said: str) -> None:
    assert taken(said) == []


@pytest.mark.parametrize("said", ["The marshal is my cousin, so I ask him.", "As you told me, Peter Lund is dead. I look for his grave."])
def test_what_was_told_is_supported(said: str) -> None:
    assert taken(said, TOLD) == []
