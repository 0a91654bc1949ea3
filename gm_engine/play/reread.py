"""Rereading: every told turn read again by today's reader; what it finds that was not found before goes on record."""

from collections.abc import Iterator, Set
from itertools import count, islice
from typing import NamedTuple

from gm_engine.continuity.settle import normal
from gm_engine.play.loop import establish
from gm_engine.play.second_recorded import by_a_model
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim
from gm_engine.story.event import Event
from gm_engine.story.gist import Gist
from gm_engine.story.provenance import Voice
from gm_engine.story.relation import TOLD
from gm_engine.story.turn import Turn

Key = tuple[str, str, str, bool, tuple[int, int]]


class Reread(NamedTuple):
    """What came of it. ``unread`` counts the claims on record that today's reader does not find; they stand."""

    turns: int
    claims: int
    facts: int
    conflicts: int
    unread: int


def reread(state: StoryState, tools: Tools, unread: list[str], noted: Set[int] = frozenset()) -> Iterator[Event]:
    """The events of a second reading. ``unread`` is filled with the ids of claims that are no longer found; turns whose claims were
    ``noted`` by a model, or handed over, are not read.

    Names are known from the first turn on; "the horse" means a horse only from where one has been told of.
    """
    heard: dict[int, list[Claim]] = {}
    for claim in state.lore.nouns().claims:
        by_hand = claim.provenance.source == "ruling"
        if claim.provenance.voice not in ("author", "engine", "oracle") and claim.relation != TOLD and not by_hand:
            heard.setdefault(claim.provenance.turn, []).append(claim)
    tools.reader.forget()
    tools.reader.know(entity for entity in state.lore.entities() if entity.of is None)
    unnamed = [entity for entity in state.lore.entities() if entity.of is not None]
    heard_by_a_model = "note" in state.table.hears
    for turn in tuple(state.turns.values()):
        if turn.number in noted or (heard_by_a_model and not turn.reply):
            continue
        tools.reader.know(entity for entity in unnamed if entity.introduced < turn.number)
        known = heard.get(turn.number, [])
        found: dict[Key, Claim] = {}
        gists: tuple[Gist, ...] = ()
        for text, voice in texts(turn):
            reading = tools.reader.read(
                text, turn=turn.number, voice=voice, speaker=turn.speaker or None, minute=turn.minute, place=turn.place,
                present=turn.present, you=state.pc, calendar=state.pack.calendar if state.pack.calendar.dated else None,
            )  # fmt: skip
            for entity in reading.entities:
                if state.lore.entity(entity.id) is None:
                    yield happened.EntityIntroduced(turn=state.turn, entity=entity)
            found |= {key(claim): claim for claim in reading.claims}
            gists += reading.gists
        before = {key(claim) for claim in known}
        unread += [claim.id for claim in known if key(claim) not in found and not by_a_model(claim.provenance)]
        fresh = [claim for at, claim in found.items() if at not in before]
        free = (id for n in count(1) if state.lore.claim(id := f"{turn.number}.{n}") is None)
        renamed = tuple(claim.model_copy(update={"id": id}) for claim, id in zip(fresh, islice(free, len(fresh)), strict=True))
        yield from establish(renamed, state, tools, state.turn, () if state.gists.has(turn.number) else gists)
    tools.reader.know(unnamed)


def texts(turn: Turn) -> Iterator[tuple[str, Voice]]:
    """What was told in a turn, and in whose voice: replies always, the player's lines only in an imported story."""
    imported = turn.given_by == "import" or not turn.reply
    if turn.said and imported:
        yield turn.said, "player"
    if turn.reply:
        yield turn.reply, "character" if turn.given_by == "import" and turn.speaker else "narrator"


def key(claim: Claim) -> Key:
    """What makes two readings of a sentence the same."""
    return (claim.subject, claim.relation, normal(claim.value), claim.polarity, claim.provenance.span)
