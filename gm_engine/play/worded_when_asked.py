"""What is worded by a model when somebody asks for it: the recap, and the card of somebody or something."""

from dataclasses import dataclass
from typing import Literal

from gm_engine.context.record_lines import element, fact
from gm_engine.errors import GameError, ProviderError
from gm_engine.memory.recap import recap
from gm_engine.memory.worded import told_in, unborne, wording_question
from gm_engine.play.game import Game
from gm_engine.providers.provider import Advisor
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.relation import TOLD

FACTS = 24
"""So many facts at most are on a card: those that matter most, then the newest."""

SHOWN = 60
"""Letters of a piece that the record does not bear out."""


@dataclass(frozen=True)
class Page:
    """``text`` is empty where the wording does not stand; ``why`` then says what is wrong with it."""

    text: str
    why: str = ""


def worded(game: Game, purpose: Literal["recap", "card"], entity: str = "") -> Page:
    """The recap, or the card of the entity of that id, in a model's words, as far as the record bears them out.

    What was worded before is not asked for again while nothing has changed. Raises GameError (``no-second-reader``) where the table's
    rules do not ask a model for it, or the GM is none.
    """
    state, table, provider = game.state, game.tools.table or game.state.table, game.tools.provider
    if "summaries" not in table.reads or not isinstance(provider, Advisor):
        then = 'Write under [table] in settings.toml: reads = ["summaries"]. The campaign\'s GM must be a language model.'
        raise GameError(state.campaign, "nobody is asked to word it.", then, "no-second-reader")
    lines = recap(state) if purpose == "recap" else ()
    notes = _card(game, entity) if purpose == "card" else tuple(line.text for line in lines)
    told = told_in(dict.fromkeys(line.turn for line in lines), state)
    if not notes:
        return Page("", "nothing is on record yet")
    question, about = wording_question(purpose, notes, told), purpose if purpose == "recap" else f"card:{entity}"
    kept = state.worded.get(about)
    if kept is None or not kept.text or kept.question_hash != question.hash:
        try:
            answer = provider.ask(question)
        except ProviderError as error:
            if isinstance(error.spent, Completion):
                game.journal.keep_spent(question.hash, error.spent)
            return Page("", f"the second reader did not answer: {error.what}")
        asked = happened.ModelAsked(turn=state.turn, purpose=purpose, question_hash=question.hash, completion=answer, about=about)
        game.take_in((asked,))
        kept = game.state.worded[about] if answer.text else None
    words = kept.text if kept else ""
    wrong = unborne(purpose, words, (*notes, *told))
    if wrong:
        return Page("", "the record does not bear out: " + "; ".join(f"{_short(piece.words)} ({piece.kind})" for piece in wrong[:3]))
    return Page(" ".join(words.split()))


def _short(words: str) -> str:
    return words if len(words) <= SHOWN else f"{words[:SHOWN].rstrip()} …"


def _card(game: Game, id: str) -> tuple[str, ...]:
    """What the table knows of somebody or something, a note for each matter."""
    state = game.state
    known = state.lore.entity(id)
    if known is None:
        return ()
    facts = (one for one in state.lore.facts(id) if one.relation != TOLD)
    foremost = sorted(facts, key=lambda one: (-one.importance, -one.told_by[-1].turn, one.id))[:FACTS]
    notes = tuple(filter(None, (_note(one.id, game) for one in foremost)))
    return (f"{known.name}, {known.kind}.", *notes) if notes else ()


def _note(id: str, game: Game) -> str:
    """A fact as it was told, else as it stands on a card; empty where the table may not know it, or somebody wants it unsaid."""
    state, name = game.state, f"fact:{id}"
    if told := element(name, state, game.tools.memory):
        return told.text
    plain = None if state.marks.unsent(name) or name in state.marks.corrected else fact(id, state)
    return plain.text if plain else ""
