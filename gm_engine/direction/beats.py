"""Beats: what this turn's telling should do."""

from gm_engine.direction.accounts import account_for_the_rest
from gm_engine.direction.bookkeeping import ALONE, answer
from gm_engine.direction.broken_word import hold_to_word
from gm_engine.direction.deeds import tell_deeds
from gm_engine.direction.free_telling import come_upon_works
from gm_engine.direction.kept_word import keep_in_deed
from gm_engine.direction.lore_told import spoken_of, tell_lore
from gm_engine.direction.notebook import Notebook, Plan
from gm_engine.direction.occasions import bring_about, hear_of_it, show_onlookers, shun
from gm_engine.direction.people import meet_people, name_company, show_feelings, show_nerves, show_turns, tell_comings
from gm_engine.direction.scenes import open_scenes, take_decisions
from gm_engine.direction.world import call_back, hear_rumour, pace, pay_due, setting, tell_clocks, tell_finds, those_left_alone
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.event import Event
from gm_engine.story.intent import ABOUT_THE_GAME, NOT_DONE, UNHEARD, Intent
from gm_engine.story.roll import DrawKey


def plan(
    intents: tuple[Intent, ...], happened: tuple[Event, ...], state: StoryState, draw: DrawKey,
    shares: tuple[tuple[Event, ...], ...] = (), *, by_model: bool = False,
) -> Plan:  # fmt: skip
    """What to tell of this turn, and what comes of it besides what the rules said.

    ``happened`` are this turn's events so far, already folded into ``state``; ``shares`` are what came of each intent, where that is known,
    and ``by_model`` is true where a model heard them. The plan names ids and carries authored words that the table may hear now: never a
    truth that is still hidden. Where the player is asked back, or something was rolled or noted at the table, that is all.
    """
    if back := next((intent for intent in intents if intent.mode in NOT_DONE), None):
        if back.mode == UNHEARD and any(spoken_of(state)) and (told := _lore_alone(happened, state, draw)).beats:
            return told
        return Plan(beats=(Beat(kind="scene", text=back.about, slots={"flags": ALONE}),))
    if line := answer(intents, happened, state):
        return Plan(beats=(Beat(kind="note", text=line, slots={"flags": ALONE}),))
    book = Notebook(intents, happened, state, draw, shares, by_model=by_model)
    tell_deeds(book)
    if intents and all(intent.mode in ABOUT_THE_GAME for intent in intents):
        return book.plan
    take_decisions(book)
    tell_finds(book)
    show_onlookers(book)
    bring_about(book)
    open_scenes(book)
    meet_people(book)
    name_company(book)
    tell_comings(book)
    shun(book)
    hold_to_word(book)
    hear_of_it(book)
    show_feelings(book)
    show_nerves(book)
    keep_in_deed(book)
    tell_clocks(book)
    pay_due(book)
    account_for_the_rest(book)
    tell_lore(book)
    show_turns(book)
    if book.ends:
        book.beats = [beat for beat in book.beats if beat.kind not in OPEN]
    else:
        come_upon_works(book)
        those_left_alone(book)
        hear_rumour(book)
        call_back(book)
        pace(book)
    book.beats = ordered(unburdened(book.beats))
    book.add("ambience", place=state.here, slots=setting(book))
    return book.plan


def _lore_alone(happened: tuple[Event, ...], state: StoryState, draw: DrawKey) -> Plan:
    """The lore whose keys stand in a line of which nothing else was made."""
    book = Notebook((), happened, state, draw)
    tell_lore(book)
    book.beats = [beat.model_copy(update={"slots": {**beat.slots, "flags": ALONE}}) for beat in book.beats]
    return book.plan


OPEN = ("choice", "rumour", "callback")
"""What leads on: an ending is told without it."""
FIRST = ("impossible",)
LATE = ("full", "scene", "clue", "reveal", "omen", "consequence", "rumour", "callback", "choice")


def unburdened(beats: list[Beat]) -> list[Beat]:
    """The beats; where a scene follows, the road is told without what was met on it, and nobody says that they know nothing

    who was not asked for an answer."""
    if not any(beat.kind == "scene" for beat in beats):
        return beats
    kept = [beat for beat in beats if beat.kind != "ignorance" or {"matter", "telling"} & set(beat.slots)]
    return [beat.model_copy(update={"text": ""}) if beat.kind == "journey" else beat for beat in kept]


def ordered(beats: list[Beat]) -> list[Beat]:
    """The beats as they are told: what was tried and where it led, in its order; people, the world's moves, last what is open.

    What could not be done comes first, or after the way to where it could not. What a full clock brings comes before the
    ending that it brings about.
    """
    gone = any(beat.kind == "arrive" for beat in beats)

    def place(beat: Beat) -> int:
        if beat.kind in FIRST and not gone:
            return FIRST.index(beat.kind) - len(FIRST)
        kind = "full" if beat.kind == "omen" and "full" in beat.slots.get("flags", "").split() else beat.kind
        return LATE.index(kind) + 1 if kind in LATE else 0

    if gone:
        there = next(at for at, beat in enumerate(beats) if beat.kind == "arrive")
        refused = [beat for beat in beats[:there] if beat.kind in FIRST]
        beats = [*(beat for beat in beats[: there + 1] if beat not in refused), *refused, *beats[there + 1 :]]
    return sorted(beats, key=place)
