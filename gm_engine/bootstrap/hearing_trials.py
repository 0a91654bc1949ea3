"""The two questions of hearing as a table asks them, about a scene of a shipped campaign: for trying out who hears."""

from gm_engine.authoring import find_pack, load_pack
from gm_engine.play.asking import as_written
from gm_engine.play.beside import Beside
from gm_engine.play.interpret import heard_in, interpret_question
from gm_engine.play.note import note_question
from gm_engine.play.noter import rows_of
from gm_engine.play.opening import cast_of
from gm_engine.providers.probe import Trial
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened

CAMPAIGN = "red_mesa"
LINE = "I wave to the drover and walk over to the pump."
TOLD = 'A drover called Dolly Marsh waters a gray mule at the pump. "The ford is up," she says, "and it will be up on Friday."'


def hearing_trials() -> tuple[Trial, ...]:
    """What is asked of a player's line, and of a reply, each with what must be right in its answer."""
    state, pack = StoryState(), load_pack(find_pack(CAMPAIGN))
    fold(state, happened.PackOpened(pack=pack))
    for entity in cast_of(pack):
        fold(state, happened.EntityIntroduced(entity=entity))
    note = note_question(TOLD, state, Beside((), ()), said=LINE)
    return Trial(interpret_question(LINE, state), unheard), Trial(note, unnoted)


def unheard(answer: str) -> str:
    """What is wrong with what was heard of the line; empty where nothing is.

    >>> unheard('{"acts": [{"verb": "travel", "words": "to the pump"}]}'), unheard('{"acts": []}'), unheard("7")
    ('', 'it heard no act', 'it holds no acts')
    """
    heard = heard_in(answer)
    return "it holds no acts" if heard is None else "" if heard.acts else "it heard no act"


def unnoted(answer: str) -> str:
    """What is wrong with what was noted of the reply; empty where nothing is.

    >>> unnoted('{"rows": [{"kind": "person", "quote": "the drover Dolly"}], "clashes": []}')
    'it quotes "the drover Dolly", which was not told'
    """
    rows = rows_of(answer, "rows")
    quotes = [str(row.get("quote", "")) for row in rows]
    wrong = next((quote for quote in quotes if not quote.strip() or as_written(quote) not in TOLD), None)
    return "it noted nothing" if not rows else "" if wrong is None else f'it quotes "{wrong[:60]}", which was not told'
