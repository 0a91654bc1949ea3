"""Whatever is shown is in people's words: no id, no slot, no `verb:…`, in replies, views, the page for the GM, the map and the cards."""

import re
from collections.abc import Iterator

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.continuity.report import report_of
from gm_engine.exchange.conflict_text import conflicts_text
from gm_engine.exchange.prep import prep_of, prep_text
from gm_engine.play.game import Game
from gm_engine.play.views import VIEWS
from tests.wanderer import Busy

INTERNAL = re.compile(
    r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b|<[a-z][\w.:]*>|\{[a-z_]*\}|\b(?:verb|has|act|flags|telling|slots|used|scene|law):[a-z]"
)
TURNS = 30


def shown(game: Game, seed: int) -> Iterator[tuple[str, str]]:
    """Everything that a player or a GM may read of an evening, each with where it stands."""
    wanderer = Busy(seed)
    for _ in range(TURNS):
        played = game.play(wanderer.next(game.state))
        yield f"reply {played.turn.number}", played.turn.reply
        if played.prompt and played.turn.number % 5 == 0:
            for section in played.prompt.sections:
                for card in section.elements:
                    yield f"card {card.id}", card.text
        if game.state.ended or not game.state.alive(game.state.pc):
            break
    for name in VIEWS:
        yield name, game.view(name) or ""
    yield "prep", prep_text(prep_of(game.state))
    yield "report", conflicts_text(report_of(game.state))


@pytest.mark.parametrize(("campaign", "seed"), [("redemption", 61), ("red_mesa", 62), ("nine_tonnes", 63), ("redemption", 64)])
def test_no_id_and_no_slot_is_ever_shown_and_the_report_is_empty(campaign: str, seed: int) -> None:
    game = trial(load_pack(find_pack(campaign)), "evening", seed=seed)
    for where, text in shown(game, seed):
        assert not INTERNAL.findall(text), f"{where}: {text}"
    assert not game.state.conflicts


def test_what_is_internal_is_found() -> None:
    for text in ("the brass_key", "a <target.s> hat", "on {officer}", "verb:nothing-to-take"):
        assert INTERNAL.search(text)
    assert not INTERNAL.search('At 4:30 "scene: of what?" says Ben, a dollar-and-a-half man.')
