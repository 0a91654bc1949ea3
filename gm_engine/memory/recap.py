"""Previously on: at most seven sentences, each with the turn that bears it out, never from what the table does not know."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.memory.cutting import sentences
from gm_engine.state.hearsay import bounty, known_to_the_law, open_wrongs
from gm_engine.story.consequence import Consequence
from gm_engine.story.listing import listed
from gm_engine.story.noun import Noun, Words, as_shown
from gm_engine.story.pack import IMPORTED
from gm_engine.story.story_point import StoryPoint

if TYPE_CHECKING:
    from gm_engine.state.story_state import StoryState

MOST, MOST_NOTED, MOST_OWED, MOST_WORKS = 7, 6, 4, 2
NOTED_POINT = re.compile(r"p\d+\.n\d+")
GRAVE = ("major", "milestone")
LAST_TURNS = 3
LONGEST = 160
"""Letters of an imported line that a recap shows."""
LONGEST_SAID = 80
"""Letters of a line of the player's."""
LONGEST_PASSAGE, MOST_TAKEN = 600, 3
"""Letters of the passage at which a story of passages stands, and the ways that are said to have led there."""
WEIGHTS = {"critical": 0, "significant": 1, "moderate": 2, "minor": 3}


class RecapLine(Noun):
    """One sentence, and the turn in which it can be read again."""

    text: Words
    turn: int


def recap(state: "StoryState") -> tuple[RecapLine, ...]:
    """Where we stopped, what cannot be undone, what is still owed, who is hurt, which sign was seen, what hangs in the air.

    A story that was imported has few records of such things: then it is what stands for its last scenes, and what was told last. Where
    nothing is on record but talk, it is what was said last, and how it was answered.
    """
    noted = tuple(_noted(state))
    happened = noted or tuple(_irreversible(state))
    owing = tuple(_promise(state, MOST_OWED if noted else 1))
    asked = () if noted else tuple(_question(state))
    happened = tuple(line for line in happened if not any(wrong.done in line.text for wrong in open_wrongs(state)))
    where = tuple(_where(state))
    lines = (*where, *happened, *_wrongs(state), *_works(state), *_owed(state), *_hurt(state), *_omen(state), *owing, *asked)
    if state.pack.id == IMPORTED:
        lines = _in_short(state)
    elif len(lines) == len(where):
        lines = (*where, *_talk(state))
    told: dict[str, RecapLine] = {}
    for line in lines:
        told.setdefault(line.text, line)
    return tuple(told.values())[: MOST + MOST_NOTED if noted else MOST]


def _noted(state: "StoryState") -> Iterator[RecapLine]:
    """What a model noted of what happened: the weightiest of the last session's points, as they came."""
    since = next((turn.number for turn in state.turns.values() if turn.session == state.session), 0)
    points = [point for point in _points(state) if NOTED_POINT.fullmatch(point.id) and point.title.strip()]
    points = [point for point in points if point.turn >= since] or points
    best = sorted(points, key=lambda point: (point.significance in GRAVE, point.turn, point.id), reverse=True)[:MOST_NOTED]
    for point in points:
        if point in best:
            yield RecapLine(text=_sentence(as_shown(point.title)), turn=point.turn)


def _points(state: "StoryState") -> list[StoryPoint]:
    """The story points that were not hidden or forgotten by hand, the oldest first."""
    return [point for point in state.story_points.values() if not state.marks.unsent(f"story_point:{point.id}")]


def _name(state: "StoryState", id: str) -> str:
    entity = state.lore.entity(id)
    known = state.pack.person(id) or state.pack.locations.get(id)
    return entity.name if entity else known.name if known else id.replace("_", " ")


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    text = _upper(text.strip())
    return text if text.endswith((".", "!", "?", "”", '"')) else text + "."


def _in_short(state: "StoryState") -> tuple[RecapLine, ...]:
    """The newest sentences that stand for the scenes of an imported story, then how its last turns begin."""
    last = tuple(_last_words(state))
    told = {line.turn for line in last}
    points = [point for point in _points(state) if point.turn not in told and point.title.strip()]
    known = tuple(RecapLine(text=_short(point.title), turn=point.turn) for point in points[-(MOST - LAST_TURNS) :])
    return (*known, *last)


def _short(text: str, most: int = LONGEST) -> str:
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + " …"


def _last_words(state: "StoryState") -> Iterator[RecapLine]:
    """How the last turns begin, in their own words."""
    for turn in map(state.shown, state.recent_turns(LAST_TURNS)):
        words = sentences(" ".join((turn.reply or turn.said).split()))
        text = words[0] if words else ""
        speaker = f"{turn.speaker}: " if turn.speaker else ""
        if text:
            yield RecapLine(text=speaker + _short(text), turn=turn.number)


def _talk(state: "StoryState") -> Iterator[RecapLine]:
    """What was said in the last turns that were played, each with what somebody says to it, else with how its answer begins."""
    for turn in map(state.shown, state.recent_turns(LAST_TURNS)):
        told = _unbroken(" ".join(turn.reply.split()))
        answer = next((one for one in told if '"' in one), told[0] if told else "")
        if turn.said and answer:
            yield RecapLine(text=f"{_short(turn.said, LONGEST_SAID)} — {_short(answer)}", turn=turn.number)


def _unbroken(text: str) -> list[str]:
    """The sentences of a text, none of which is cut off within its marks of speech.

    >>> _unbroken('She nods. "Yes. I am," she says. It rains.')
    ['She nods.', '"Yes. I am," she says.', 'It rains.']
    """
    found: list[str] = []
    for sentence in sentences(text):
        if found and found[-1].count('"') % 2:
            found[-1] = f"{found[-1]} {sentence}"
        else:
            found.append(sentence)
    return found


def _where(state: "StoryState") -> Iterator[RecapLine]:
    if not state.here and not state.scene.place:
        if scene := state.pack.scenes.get(state.scene.authored):
            yield from _ways_taken(state)
            yield RecapLine(text=_short(" ".join(scene.beat.split()), LONGEST_PASSAGE), turn=state.scene.turn)
        return
    place = _name(state, state.here or state.scene.place)
    company = [_name(state, id) for id in state.present() if state.met.get(id)]
    with_whom = f", with {listed(company[:3])}" if company else ""
    yield RecapLine(text=f"It is {state.say_time()}, and {_name(state, state.pc)} is at {place}{with_whom}.", turn=state.turn)


def _ways_taken(state: "StoryState") -> Iterator[RecapLine]:
    """The last ways that were taken in a story of passages: they say how one came to where one is."""
    taken = sorted((one for one in state.chosen if not state.marks.unsent(f"decision:{one.id}")), key=lambda one: (one.turn, one.id))
    for decision in taken[-MOST_TAKEN:]:
        yield RecapLine(text=_sentence(f"You chose to {as_shown(decision.choice)}"), turn=decision.turn)


def _irreversible(state: "StoryState") -> Iterator[RecapLine]:
    for point in reversed(_points(state)):
        if " " not in point.title.strip():  # how something ended, in a word: "came"
            continue
        if point.significance in ("major", "milestone", "character") and point.kind in ("action", "revelation", "resolution"):
            yield RecapLine(text=_sentence(as_shown(point.title)), turn=point.turn)
            return


def _works(state: "StoryState") -> Iterator[RecapLine]:
    """What the player's character has made and still has, altered, taught or begun to teach: the newest of them."""
    going = [work for work in state.works.values() if work.undone is None and (work.kind != "made" or state.has(state.pc, work.item))]
    for work in going[-MOST_WORKS:]:
        if not as_shown(work.thing).strip() or (work.kind == "placed" and state.has(state.pc, work.item)):
            continue
        thing, text = as_shown(work.thing), as_shown(work.text)
        found = f"; {_name(state, work.finder)} has come upon it" if work.found is not None else ""
        told = {
            "made": f"You made {thing}, and have it with you",
            "taught": text if work.whole else f"You have begun to {work.verb} {thing}: {work.filled} of {work.size}",
        }.get(work.kind, f"By your doing {text}{found}")
        yield RecapLine(text=_sentence(told), turn=work.turn)


def _owed(state: "StoryState") -> Iterator[RecapLine]:
    """Decisions that still cost something. That something is owed may be told; what it is, only once it is due."""
    owed = {consequence.cause for consequence in state.owed()}
    taken = [one for one in state.decisions.values() if one.taken is not None and not state.marks.unsent(f"decision:{one.id}")]
    open_ends = [decision for decision in taken if decision.id in owed or set(decision.consequences) & {due.id for due in state.owed()}]
    for decision in sorted(open_ends, key=lambda decision: (WEIGHTS[decision.weight], -decision.turn, decision.id))[:2]:
        refused = f", and did not {as_shown(decision.refused[0].text)}" if decision.refused else ""
        yield RecapLine(text=_sentence(f"You chose to {as_shown(decision.choice)}{refused}"), turn=decision.turn)


def _wrongs(state: "StoryState") -> Iterator[RecapLine]:
    """The gravest wrong that stands open, and who knows of it; else what the last one came to. Then where one stands with the law."""
    left = open_wrongs(state)
    if left:
        wrong = left[0]
        saw = [_name(state, id) for id in wrong.seen if id != wrong.victim and state.alive(id)][:3]
        seen = f", and {listed(saw)} saw it" if saw else "" if wrong.victim in wrong.seen else ", and nobody saw it"
        yield RecapLine(text=_sentence(f"You {wrong.done}{seen}"), turn=wrong.turn)
    if "custody" in state.law:
        yield RecapLine(text=_sentence("The law has you"), turn=state.turn)
    elif known := known_to_the_law(state):
        price = bounty(state)
        offered = f", and {state.pack.currency.say(price)} is offered for you" if price else ""
        yield RecapLine(text=_sentence(f"You are wanted for {known[0].named}{offered}"), turn=known[0].turn)


def _hurt(state: "StoryState") -> Iterator[RecapLine]:
    """The newest death, else the hero's own wounds."""
    for point in reversed(_points(state)):
        gone = [id for id in point.participants if id != state.pc and not state.alive(id)]
        if gone:
            yield RecapLine(
                text=_sentence(f"{listed([_name(state, id) for id in gone])} {'is' if len(gone) == 1 else 'are'} dead"), turn=point.turn
            )
            return
    fresh = [wound for wound in state.wounds.get(state.pc, ()) if wound.heals > state.minute]
    if fresh:
        worst = max(fresh, key=lambda wound: (wound.boxes, wound.since, wound.place))
        turn = next((turn.number for turn in state.turns.values() if turn.minute >= worst.since), state.turn)
        by = f" from {worst.cause}" if worst.cause else ""
        yield RecapLine(text=_sentence(f"{_name(state, state.pc)} carries a wound in the {worst.place}{by}"), turn=turn)


def _omen(state: "StoryState") -> Iterator[RecapLine]:
    """The newest sign of a clock that its segments have reached."""
    for id in sorted(state.pack.clocks):
        clock, filled = state.pack.clocks[id], state.clock(id)
        for at in sorted((at for at in clock.at if 0 < at <= filled), reverse=True):
            words = clock.at[at]
            seen = next((turn.number for turn in reversed(list(state.turns.values())) if words.lower() in turn.reply.lower()), None)
            if seen is not None:
                yield RecapLine(text=_sentence(words), turn=seen)
                return


def _promise(state: "StoryState", most: int) -> Iterator[RecapLine]:
    shown = [owed for owed in state.owed() if not state.marks.unsent(f"consequence:{owed.id}")]
    due = [owed for owed in shown if owed.kind in ("promise", "debt", "threat")]
    for owed in sorted(due, key=lambda owed: (owed.due if owed.due is not None else 10**12, owed.turn, owed.id))[:most]:
        when = f", due {state.pack.calendar.say(owed.due)}" if owed.due is not None else ""
        yield RecapLine(text=_sentence(f"{pledged(state, owed)}{when}"), turn=owed.turn)


def pledged(state: "StoryState", owed: Consequence) -> str:
    """A promise, a debt or a threat in words: who owes it to whom, and what."""
    you = owed.debtor in ("", state.pc)
    who, whom = "You" if you else _name(state, owed.debtor), "you" if owed.creditor == state.pc else _name(state, owed.creditor)
    what = as_shown(owed.text).rstrip(".")
    if owed.kind == "threat":
        return f'{who} threatened {whom if owed.creditor else "somebody"}: "{what}"'
    if owed.kind == "debt":
        have = "owe" if you else "owes"
        return f'{who} {have} {whom if owed.creditor else "somebody"} money: "{what}"'
    return f'{who} promised{f" {whom}" if owed.creditor else ""}: "{what}"'


def _question(state: "StoryState") -> Iterator[RecapLine]:
    here = [one for one in state.open_decisions() if one.scene == state.scene.id or one.place in ("", state.here)]
    for decision in here[:1]:
        if state.here or decision.question != state.scene.title:
            yield RecapLine(text=_sentence(as_shown(decision.question)), turn=decision.turn)
