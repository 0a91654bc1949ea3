"""Summaries without a model: a scene, a chapter, a session in a few sentences, each of which is a record with its turns.

They are always made of the records themselves, never of other summaries, and nothing is said that no turn brought about.
"""

from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING

from gm_engine.memory.annals import Annals, Level, Stretch
from gm_engine.memory.cutting import DANGLES
from gm_engine.memory.recap import pledged
from gm_engine.story.claim import Fact
from gm_engine.story.consequence import Consequence
from gm_engine.story.decision import Decision
from gm_engine.story.noun import Noun, Words, as_shown
from gm_engine.story.pack import IMPORTED
from gm_engine.story.story_point import StoryPoint
from gm_engine.tokens import STANDARD, count

if TYPE_CHECKING:
    from gm_engine.state.story_state import StoryState

SIZES: dict[Level, int] = {"scene": 40, "chapter": 80, "session": 100, "campaign": 100}
"""Tokens of a summary at most, by its level."""
KEPT = 1
"""Up to this rank a line is kept for ever: deaths, truths that came out, decisions, promises."""
RANK = {"milestone": 0, "major": 1, "character": 2, "minor": 3, "background": 4}
WEIGHT = {"critical": 0, "significant": 0, "moderate": 1, "minor": 1}
TELLING = 4
"""Facts that matter less than this (1 to 5) are in no summary."""
SHORTEST = 3
"""Tokens of the shortest sentence: where there is room for fewer, none is looked for."""
LONGEST = 200
"""Letters of a fact's sentence that a summary takes in."""
FEWEST = 3
"""An outcome of fewer words than this says nothing by itself."""


class SummaryLine(Noun):
    """One sentence: ``sources`` are the ids of its records, ``turns`` where they can be read again. The lowest ``rank`` counts most."""

    text: Words
    turns: tuple[int, ...]
    sources: tuple[str, ...]
    rank: int
    participants: tuple[str, ...] = ()


class Summary(Noun):
    """What came of a stretch of the story, from turn ``first`` to ``last``. ``id`` is
    ``scene:FIRST-LAST``, ``chapter:FIRST-LAST`` …

    ``left`` counts the lines for which there was no room.
    """

    id: str
    level: Level
    title: Words
    place: str
    minute: int
    first: int
    last: int
    lines: tuple[SummaryLine, ...]
    left: int = 0

    def only(self, kept: Container[int]) -> "Summary":
        """The summary with those of its lines alone, by their places."""
        lines = tuple(line for n, line in enumerate(self.lines) if n in kept)
        return self.model_copy(update={"lines": lines, "left": self.left + len(self.lines) - len(lines)})

    @property
    def sentences(self) -> tuple[str, ...]:
        """Its sentences, in the order in which they came about."""
        return tuple(line.text for line in self.lines)

    @property
    def text(self) -> str:
        """Its sentences, one after the other."""
        return " ".join(self.sentences)

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns that its sentences rest on."""
        return tuple(sorted({turn for line in self.lines for turn in line.turns}))

    @property
    def participants(self) -> tuple[str, ...]:
        """Whom its sentences concern, by id."""
        return tuple(sorted({id for line in self.lines for id in line.participants if id}))


def chapters(state: "StoryState", annals: Annals | None = None) -> tuple[Summary, ...]:
    """Every chapter that is over and in which something happened, the oldest first."""
    annals = annals or Annals.of(state)
    return tuple(summary for stretch in annals.chapters() if (summary := summarise(stretch, annals, state)))


def summarise(stretch: Stretch, annals: Annals, state: "StoryState", size: int | None = None, encoding: str = STANDARD) -> Summary | None:
    """The summary of a stretch in at most ``size`` tokens (else as its level has it); None where nothing came of it.

    What counts most comes first; where even the first line is longer than all the room, there is no summary.
    """
    room = SIZES[stretch.level] if size is None else size
    lines = merged(line for id in annals.records(stretch.first, stretch.last) for line in lines_of(id, state))
    kept: list[SummaryLine] = []
    for line in sorted(lines, key=lambda line: (line.rank, -line.turns[-1], line.sources)):
        if room < SHORTEST:
            break
        price = count(line.text + " ", encoding)
        if price <= room:
            kept.append(line)
            room -= price
    if not kept:
        return None
    turn = state.turns.get(str(stretch.first))
    scene = stretch.scene
    return Summary(
        id=stretch.id,
        level=stretch.level,
        title=_title(stretch, state),
        place=scene.place if scene else "",
        minute=scene.opened if scene else turn.minute if turn else 0,
        first=stretch.first,
        last=stretch.last,
        lines=tuple(sorted(kept, key=lambda line: (line.turns, line.sources))),
        left=len(lines) - len(kept),
    )


def merged(lines: Iterable[SummaryLine]) -> tuple[SummaryLine, ...]:
    """The lines, those that say the same counted once, with the turns of all of them."""
    found: dict[str, SummaryLine] = {}
    for line in lines:
        same = found.get(line.text.casefold())
        if same is None:
            found[line.text.casefold()] = line
            continue
        found[line.text.casefold()] = same.model_copy(
            update={
                "turns": tuple(sorted({*same.turns, *line.turns})),
                "sources": tuple(dict.fromkeys((*same.sources, *line.sources))),
                "rank": min(same.rank, line.rank),
                "participants": tuple(dict.fromkeys((*same.participants, *line.participants))),
            }
        )
    return tuple(found.values())


def _title(stretch: Stretch, state: "StoryState") -> str:
    scene = stretch.scene
    if scene is None:
        turn = state.turns.get(str(stretch.first))
        return "Earlier" if stretch.level == "campaign" or turn is None else f"Session {turn.session}"
    if state.pack.id == IMPORTED and not scene.place:
        return f"Turn {stretch.first}" if stretch.first == stretch.last else f"Turns {stretch.first} to {stretch.last}"
    authored = state.pack.scene(scene.authored)
    if stretch.level == "chapter" and authored and authored.chapter:
        return authored.chapter
    return state.name(scene.place) if scene.place else as_shown(scene.title)


def lines_of(id: str, state: "StoryState") -> Iterator[SummaryLine]:
    """What a record has to say in a summary: nothing, where it is bookkeeping, hidden from the table, taken out, or hidden by hand."""
    kind, _, rest = id.partition(":")
    if state.marks.unsent(f"consequence:{rest}" if kind == "paid" else id):
        return
    if kind == "story_point" and (point := state.story_points.get(rest)):
        yield from _of_point(id, point, state)
    elif kind == "decision" and (decision := state.decisions.get(rest)):
        yield from _of_decision(id, decision)
    elif kind in ("consequence", "paid") and (owed := state.consequences.get(rest)):
        yield from _of_owed(id, owed, state)
    elif kind == "fact" and (fact := state.lore.fact(rest)):
        yield from _of_fact(id, fact, state)


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    text = text[:1].upper() + text[1:]
    return text if text.rstrip("”\"'").endswith((".", "!", "?", "…")) else text + "."


def _of_point(id: str, point: StoryPoint, state: "StoryState") -> Iterator[SummaryLine]:
    """Decisions and what is owed speak for themselves; that a scene opened is no news."""
    pledge = point.title.partition(":")[0] in ("Promise", "Debt", "Threat")
    scene = state.scenes.get(point.scene)
    opened = point.kind == "exposition" and scene is not None and point.title == scene.title
    # The recorder marks what was paid as a major resolution: the outcome is on record itself.
    marks = point.kind == "decision" or (point.kind, point.significance) == ("resolution", "major")
    if point.title.strip() and not (marks or pledge or opened):
        yield SummaryLine(
            text=_sentence(point.title),
            turns=(point.turn,),
            sources=(id,),
            rank=RANK[point.significance],
            participants=point.participants,
        )


def _of_decision(id: str, decision: Decision) -> Iterator[SummaryLine]:
    if decision.taken is None or not decision.choice or not all(option.text for option in decision.options):
        return
    refused = f", and did not {decision.refused[0].text.strip().rstrip('.')}" if decision.refused else ""
    yield SummaryLine(
        text=_sentence(f"You chose to {decision.choice}{refused}"),
        turns=(decision.turn,),
        sources=(id,),
        rank=WEIGHT[decision.weight],
        participants=decision.participants,
    )


def _of_owed(id: str, owed: Consequence, state: "StoryState") -> Iterator[SummaryLine]:
    """What was promised, owed or threatened, in the turn in which it was; what came of it, in the turn in which that came."""
    if owed.audience != "table" or not owed.text.strip():
        return
    people = tuple(dict.fromkeys(who for who in (owed.debtor, owed.creditor, *owed.participants) if who))
    if id.startswith("paid:") and owed.paid is not None:
        told = owed.outcome if len(owed.outcome.split()) >= FEWEST else owed.text
        yield SummaryLine(text=_sentence(told), turns=(owed.paid,), sources=(f"consequence:{owed.id}",), rank=KEPT, participants=people)
    elif owed.kind != "consequence" and not id.startswith("paid:"):
        yield SummaryLine(text=_sentence(pledged(state, owed)), turns=(owed.turn,), sources=(id,), rank=KEPT, participants=people)


def _of_fact(id: str, fact: Fact, state: "StoryState") -> Iterator[SummaryLine]:
    """A fact that the telling brought and that still stands, in the sentence that told it."""
    told = fact.told_by[0]
    stands = fact.status == "open" and fact.audience == "table" and fact.validity.until is None
    heard = told.turn and told.source in ("extracted", "chip") and fact.importance >= TELLING
    # What stands for an imported scene is a story point: its facts are told where they are grave, and named where "he" would do.
    grave = told.turn and told.source == "import" and fact.importance > TELLING
    if stands and (heard or grave) and 0 < len(told.quote) <= LONGEST:
        quote = told.quote.strip()
        yield SummaryLine(
            text=_sentence(f"{state.name(fact.subject)}: {quote}" if grave and DANGLES.match(quote) else quote),
            turns=(told.turn,),
            sources=(id,),
            rank=KEPT if fact.importance > TELLING else RANK["minor"],
            participants=tuple(who for who in (fact.subject, fact.value.entity) if who),
        )
