"""Where the conversation begins, and what of the last prompt stands as it was: the prefix that a server keeps.

Between cuts a prompt only grows: the last exchange is added behind what was sent before. It is cut back at a scene's end, at
an evening's beginning, when something that stood there changed, or when it has used up its share and others want the room.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from gm_engine.context.chapter_standing import still_so
from gm_engine.context.record_lines import element
from gm_engine.memory import Memory
from gm_engine.memory.annals import SUMMED
from gm_engine.memory.index_words import plain
from gm_engine.state import StoryState
from gm_engine.story.budget import CONVERSATION, Budget
from gm_engine.story.context_element import ContextElement
from gm_engine.story.conversing import Conversing
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.turn import Turn
from gm_engine.tokens import count

STABLE = ("standing", "history", "known")
"""The sections that stand before the volatile memory, and stay."""
CARD = "card:"
"""What the lasting half of a card is called, before the card's own id."""
FURTHEST = 60
"""No conversation is longer than so many turns."""
SPEECH = re.compile(r"[\"“][^\"”]*[\"”]")


@dataclass(frozen=True)
class Window:
    """``kept`` are the last prompt's sections that stand as they were; ``since`` is the first turn shown, ``cut`` why it moved."""

    since: int
    kept: tuple[PromptSection, ...] = ()
    cut: str = ""
    leaning: str = ""
    spare: int = 0
    """Tokens by which the conversation is past its share."""
    held: dict[str, str] = field(default_factory=dict)
    """What stands in ``kept``, by id, as it was told."""
    before: dict[str, str] = field(default_factory=dict)
    """What else the last prompt told, by id, as it was told."""
    otherwise: tuple[ContextElement, ...] = ()
    """What stands in ``kept`` and reads otherwise by now: it must be told again, so that the later telling holds."""

    @cached_property
    def texts(self) -> frozenset[str]:
        """What stands in ``kept``, in its words alone."""
        return frozenset(self.held.values())

    @property
    def cards(self) -> tuple[str, ...]:
        """The lasting halves of cards that stand in ``kept``."""
        return tuple(text for id, text in self.held.items() if id.startswith(CARD))

    @property
    def tokens(self) -> int:
        """What ``kept`` costs."""
        return sum(section.tokens for section in self.kept)


def window(said: str, state: StoryState, memory: Memory, budget: Budget) -> Window:
    """How the conversation goes on this turn: as it was with the last exchange behind it, or cut back."""
    talk = memory.weights.conversing
    named = memory.names.named(said)
    people = any((known := state.lore.entity(id)) and known.kind == "character" for id in named)
    leaning = leans(said, talk, thing=bool(named), person=people)
    last, spread = state.prompt, state.spread
    if last is None or spread is None:
        return cut_back(state, budget, talk, "there was no prompt before" if state.turn > 1 else "", leaning)
    kept = tuple(section for section in last.sections if section.name in STABLE)
    held = {found.id: found.text for section in kept for found in section.elements}
    cost = sum(section.tokens for section in kept if section.name != "standing") + sum(
        _cost(turn, budget.encoding) for turn in _back(state) if f"turn:{turn.number}:reply" not in held and turn.number >= spread.since
    )
    share = budget.share(CONVERSATION)
    fewest = talk.leaning if leaning else talk.fewest
    records = (id for id in held if not id.startswith((CARD, "turn:")) and id.partition(":")[0] not in SUMMED)
    now = {id: element(id, state, memory) for id in records}
    why = ""
    if _gone(held, now, state, memory):
        why = "something that stood there has changed"
    elif leaning and _shown(state, spread.since) < fewest and _start(state, fewest) < spread.since:
        why = "the player leans on what was said before"
    elif not leaning and cost * 100 > share * talk.soft and (state.scene.id, state.session) != (spread.scene, spread.session):
        why = "a scene ended" if state.session == spread.session else "another evening began"
    if why:
        return cut_back(state, budget, talk, why, leaning)
    otherwise = tuple(made.model_copy(update={"pinned": True}) for id, made in now.items() if made and made.text != held[id])
    return Window(spread.since, kept, "", leaning, cost - share, held, _told(last), otherwise)


def cut_back(state: StoryState, budget: Budget, talk: Conversing, why: str, leaning: str) -> Window:
    """The window anew: the fewest exchanges, and those of the running scene while they take no more than half of the share."""
    fewest = talk.leaning if leaning else talk.fewest
    most = budget.share(CONVERSATION) // 4
    since, spent = state.turn, 0
    for number, turn in enumerate(_back(state), 1):
        spent += _cost(turn, budget.encoding)
        if number > fewest and (turn.scene != state.scene.id or spent > most):
            break
        since = turn.number
    last = state.prompt
    return Window(since, cut=why, leaning=leaning, before=_told(last) if last else {})


def leans(said: str, talk: Conversing, *, thing: bool = False, person: bool = False) -> str:
    """The word by which a line leans on what was said just before; empty where it stands by itself.

    ``thing`` and ``person`` say whether something, and whether somebody, is named in it.

    >>> talk = Conversing(onward=("go on", "what about"), persons=("he", "him"), things=("it",), brief=3)
    >>> [leans(line, talk) for line in ("Go on.", "I give it to the boy.", "And why?", "I walk to the well.")]
    ['go on', 'it', 'and why', '']
    """
    words = plain(said)
    line = f" {' '.join(words)} "
    if found := next((phrase for phrase in talk.onward if line.startswith(f" {phrase} ")), ""):
        return found
    open_ = ((talk.persons if not person else ()), (talk.things if not thing else ()))
    if found := next((word for word in words if any(word in those for those in open_)), ""):
        return found
    return " ".join(words) if words and not thing and said.rstrip().endswith("?") and len(words) <= talk.brief else ""


def lacks(reply: str, talk: Conversing) -> str:
    """The phrase by which a reply, outside of speech, owns that it does not know; empty where there is none."""
    line = f" {' '.join(plain(SPEECH.sub(' ', reply)))} "
    return next((phrase for phrase in talk.lacking if f" {phrase} " in line), "")


def _gone(held: dict[str, str], now: dict[str, ContextElement | None], state: StoryState, memory: Memory) -> bool:
    """True where something stands in the prompt that is a record no longer, or a summary of what was otherwise."""
    summed = any(not still_so(id, text, state, memory) for id, text in held.items() if id.partition(":")[0] in SUMMED)
    return summed or None in now.values()


def _told(prompt: Prompt) -> dict[str, str]:
    return {found.id: found.text for section in prompt.sections if section.name in ("known", "memory") for found in section.elements}


def _back(state: StoryState) -> Iterator[Turn]:
    """The turns before this one that were answered, the newest first."""
    for number in range(state.turn - 1, max(0, state.turn - 1 - FURTHEST), -1):
        if (turn := state.turns.get(str(number))) and turn.reply:
            yield turn


def _shown(state: StoryState, since: int) -> int:
    return sum(turn.number >= since for turn in _back(state))


def _start(state: StoryState, exchanges: int) -> int:
    numbers = [turn.number for turn, _ in zip(_back(state), range(exchanges), strict=False)]
    return numbers[-1] if numbers else state.turn


def _cost(turn: Turn, encoding: str) -> int:
    return count(turn.said.strip(), encoding) + count(turn.reply.strip(), encoding)


def conversation(state: StoryState, since: int) -> tuple[ContextElement, ...]:
    """The exchanges since a turn, word for word, a half turn each: source ``said`` for the player's, ``reply`` for the GM's."""
    shown = [state.shown(turn) for turn in _back(state) if turn.number >= since]
    return tuple(half for turn in reversed(shown) for half in _halves(turn))


def _halves(turn: Turn) -> Iterator[ContextElement]:
    for source, text in (("said", turn.said), ("reply", turn.reply)):
        if text.strip():
            yield ContextElement.trusted(
                id=f"turn:{turn.number}:{source}",
                kind="turn",
                text=text.strip(),
                source=source,
                turns=(turn.number,),
                about=turn.present,
                place=turn.place,
                minute=turn.minute,
            )
