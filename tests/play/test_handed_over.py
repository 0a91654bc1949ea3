"""A reply that came with its claims: they are its facts, and nothing of it is read back but what a script injected."""

import pytest

from gm_engine.bootstrap import trial, verify_game
from gm_engine.direction import inject
from gm_engine.extraction.reading import Reading
from gm_engine.play.game import Game
from gm_engine.play.played import Played
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim
from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt
from tests.packs import LIVERY
from tests.wanderer import Wanderer


class Listed:
    """Keeps what the reader is given, and reads nothing."""

    def __init__(self, version: str) -> None:
        self.version = version
        self.texts: list[str] = []

    def know(self, entities: object) -> None: ...

    def follow(self, lore: object) -> None: ...

    def forget(self) -> None: ...

    def read(self, text: str, **_: object) -> Reading:
        self.texts.append(text)
        return Reading()


class Silent:
    """The embedded GM as it was: its words alone."""

    name, repeatable = "embedded", True

    def __init__(self, game: Game) -> None:
        self.inner, self.version = game.tools.provider, "embedded-0"

    def complete(self, prompt: Prompt, on_text: object = None) -> Completion:
        return self.inner.complete(prompt).model_copy(update={"claims": None, "model": self.version})


def heard(played: Played) -> list[Claim]:
    return [
        event.claim for event in played.events if isinstance(event, happened.ClaimHeard) and event.claim.provenance.source == "extracted"
    ]


@pytest.fixture
def evening() -> tuple[Game, Listed]:
    game = trial(LIVERY, "evening", seed=5, simulation=True)
    reader = Listed(game.tools.reader.version)
    game.tools.reader = reader  # type: ignore[assignment]
    return game, reader


def test_nothing_that_the_embedded_gm_tells_is_read(evening: tuple[Game, Listed]) -> None:
    game, reader = evening
    wanderer = Wanderer(5)
    told = [game.play(wanderer.next(game.state)) for _ in range(12)]
    assert reader.texts == []
    for played in told:
        completion = played.completion
        assert completion is not None
        assert heard(played) == list(completion.claims or ())
        assert all(played.turn.reply[slice(*claim.provenance.span)] == claim.provenance.quote for claim in heard(played))
    assert sum(len(heard(played)) for played in told) > 10
    facts = [fact for fact in game.state.lore.nouns().facts if fact.told_by[-1].turn]
    assert facts
    assert not game.state.conflicts


def test_what_another_says_in_its_chair_is_read(evening: tuple[Game, Listed]) -> None:
    game, reader = evening
    game.reply_next("Ortega's hair is black.")
    game.play("I look around.")
    game.tools.provider = Silent(game)  # type: ignore[assignment]
    silent = game.play("I wait.")
    assert reader.texts == ["Ortega's hair is black.", silent.turn.reply]


def test_what_is_injected_is_read_as_another_gms_words_would_be() -> None:
    game = trial(LIVERY, "evening", seed=5, simulation=True)
    game.play("I look around.")
    game.inject(inject("physical_trait", game.state, game.state.draw(game.state.turn + 1), "ortega", "eyes"))
    played = game.play("I look around.")
    [conflict] = played.conflicts
    assert conflict.sim == "fault"
    [(start, end, _)] = played.completion.sims if played.completion else [(0, 0, "")]
    assert conflict.incoming.quote == played.turn.reply[start:end]
    marked = [claim for claim in heard(played) if claim.sim != "none"]
    assert [claim.provenance.reader for claim in marked] == [game.tools.reader.version] * len(marked)
    assert len({claim.id for claim in heard(played)}) == len(heard(played))
    assert verify_game(game.journal).notes == []
