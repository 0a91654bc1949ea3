"""The GM's page for the next evening: eight questions put to what was played. It holds secrets, and no new prose."""

from collections.abc import Callable, Iterable, Iterator
from textwrap import wrap
from typing import Any, NamedTuple

from gm_engine.state import StoryState
from gm_engine.state.hearsay import knows, open_wrongs
from gm_engine.state.view import holds
from gm_engine.story.condition import Condition
from gm_engine.story.consequence import Consequence
from gm_engine.story.pack import Pack

WALKED = frozenset({"at", "hour"})
"""What a walk, or a wait, can bring about."""
SCENES, CLUES, PLACES, PEOPLE, THREADS, OPPOSED = 5, 10, 6, 8, 6, 14


class Heading(NamedTuple):
    """A heading with its lines; ``none`` is said where there are none."""

    title: str
    lines: tuple[str, ...]
    none: str


class Prep(NamedTuple):
    """The whole page."""

    title: str
    stands: str
    headings: tuple[Heading, ...]


def prep_of(state: StoryState) -> Prep:
    """The page as the story stands now."""
    asked: tuple[tuple[str, Callable[[StoryState], Iterable[str]], int, str], ...] = (
        ("The characters, and what they are in the middle of", _threads, THREADS, "Nothing is owed, and no choice hangs."),
        ("A strong start", _start, 2, "No clock is about to show, and nothing falls due."),
        ("Scenes that can happen now", _scenes, SCENES, "The campaign has none left that could happen now."),
        ("Secrets and clues not yet found", _clues, CLUES, "Every secret is out."),
        ("Places within reach", _places, PLACES, "There is nowhere to go."),
        ("People, what they want, and how they stand", _people, PEOPLE, "There is nobody about."),
        ("The opposition", _opposition, OPPOSED, "Nobody is moving against anybody."),
        ("Rewards and debts", _debts, THREADS, "Nothing is owed in money or in kind."),
    )
    headings = tuple(Heading(title, tuple(list(find(state))[:most]), none) for title, find, most, none in asked)
    where = f" at {state.name(state.here)}" if state.here else ""
    return Prep(state.title, f"Session {state.session} stopped after turn {state.turn}, {state.say_time()}{where}.", headings)


def _threads(state: StoryState) -> Iterator[str]:
    for id in state.pack.characters:
        person = state.pack.characters[id]
        drive = f": {person.drive.rstrip('.')}" if person.drive else ""
        yield f"{person.name} ({state.condition(id)}){drive}."
    for decision in state.open_decisions()[:2]:
        yield f"Still open since turn {decision.turn}: {decision.question}"
    for wrong in open_wrongs(state)[:2]:
        who = ", ".join(state.name(id) for id in state.pack.npcs if state.alive(id) and knows(state, id, wrong))
        yield f"Not answered for: {wrong.named} (turn {wrong.turn}). Who knows: {who or 'nobody'}."
    for owed in state.owed():
        if owed.kind in ("promise", "threat"):
            yield f"{owed.kind.capitalize()}{_between(owed, state)}: {owed.text.rstrip('.')} (turn {owed.turn}{_due(owed, state)})."


def _between(owed: Consequence, state: StoryState) -> str:
    """To whom it is promised, or by whom it is threatened."""
    other = owed.creditor if owed.creditor != state.pc else owed.debtor
    if not other or other == state.pc:
        return ""
    return f" to {state.name(other)}" if other == owed.creditor else f" by {state.name(other)}"


def _due(owed: Consequence, state: StoryState) -> str:
    if owed.due is None:
        return ""
    return ", overdue" if owed.due <= state.minute else f", due {state.pack.calendar.say(owed.due)}"


def _start(state: StoryState) -> Iterator[str]:
    coming = [owed for owed in state.owed() if owed.kind == "consequence"]
    for owed in sorted(coming, key=lambda owed: (owed.due if owed.due is not None else 10**12, owed.id))[:1]:
        yield f"Due: {owed.text.rstrip('.')} (from turn {owed.turn}{_due(owed, state)})."
    ahead: list[tuple[int, str, str]] = []
    for id, clock in state.pack.clocks.items():
        filled = state.clock(id)
        omens = sorted(at for at in clock.at if at > filled)
        if omens and filled < clock.size:
            ahead.append((omens[0] - filled, id, f"{clock.name}, {filled} of {clock.size}; at {omens[0]}: {clock.at[omens[0]]}"))
    yield from (line for _, _, line in sorted(ahead)[:1])


def could_hold(condition: Condition | None, state: StoryState) -> bool:
    """True where a condition holds now, or would if the hero went to the right place: where one is may be mended by walking."""
    if condition is None:
        return True
    if condition.op == "all":
        return all(could_hold(part, state) for part in condition.parts)
    if condition.op == "any":
        return any(could_hold(part, state) for part in condition.parts)
    if condition.op == "not":
        return not holds(condition.parts[0], state) or condition.parts[0].path in WALKED
    return condition.path in WALKED or condition.path.startswith("present.") or holds(condition, state)


def _scenes(state: StoryState) -> Iterator[str]:
    open_now = [
        (scene.at not in ("", state.here), id)
        for id, scene in state.pack.scenes.items()
        if not (scene.once and state.played.get(id, 0)) and could_hold(scene.when, state)
    ]
    for _, id in sorted(open_now):
        scene = state.pack.scenes[id]
        where = f" at {state.name(scene.at)}" if scene.at else ""
        asks = f": {scene.question or scene.hook}" if scene.question or scene.hook else ""
        yield f"{scene.title or id.replace('_', ' ')}{where}{asks}"


def _clues(state: StoryState) -> Iterator[str]:
    hidden = [(-secret.importance, id) for id, secret in state.pack.secrets.items() if state.secret(id) != "revealed"]
    for _, id in sorted(hidden):
        secret = state.pack.secrets[id]
        yield f"{secret.truth} ({state.secret(id)})"
        for clue in secret.clues:
            if f"{id}/{clue.text}" not in state.clues:
                bound = clue.at or clue.who or clue.item
                yield f"  clue{f' ({state.name(bound)})' if bound else ''}: {clue.text}"


def _places(state: StoryState) -> Iterator[str]:
    here = state.pack.locations.get(state.here)
    for way in here.exits if here else ():
        place = state.pack.locations.get(way.to)
        length = f"{way.tenths / 10:g} miles" if way.tenths is not None else f"{way.minutes} min" if way.told else "of no told length"
        senses = f": {'; '.join(place.senses[:2])}" if place and place.senses else ""
        yield f"{state.name(way.to)}, {length}{f' {way.dir}' if way.dir else ''}{senses}"


def _people(state: StoryState) -> Iterator[str]:
    near = {state.here} | {way.to for place in [state.pack.locations.get(state.here)] if place for way in place.exits}
    alive = [id for id in state.pack.npcs if state.alive(id)]
    for id in sorted(alive, key=lambda id: (state.where(id) != state.here, state.where(id) not in near, -state.met.get(id, 0), id)):
        person = state.pack.npcs[id]
        wants = f" wants {person.wants.rstrip('.')}" if person.wants else ""
        yield f"{person.name} ({state.attitude(id):+d}), at {state.name(state.where(id))},{wants or ' wants nothing that is written'}."


def _opposition(state: StoryState) -> Iterator[str]:
    pack: Pack = state.pack
    for id, clock in sorted(pack.clocks.items()):
        whose = f" ({state.name(clock.faction)})" if clock.faction else ""
        yield f"{clock.name}{whose}: {state.clock(id)} of {clock.size}. When full: {clock.full or 'not written'}"
    for id in sorted(pack.factions):
        faction = pack.factions[id]
        others = [f"{state.name(other)} {stands:+d}" for other, stands in sorted(faction.toward.items()) if stands]
        toward = f" Toward {', '.join(others)}." if others else ""
        yield f"{faction.name} ({state.attitude(id):+d}): {faction.goal.rstrip('.') or 'no goal is written'}.{toward}"
    for id in sorted(pack.npcs):
        person = pack.npcs[id]
        if state.alive(id) and state.attitude(id) <= -2:
            skills = ", ".join(f"{skill} +{level}" for skill, level in person.skills.items() if level)
            hurt = f", {state.boxes(id)} boxes hurt" if state.boxes(id) else ""
            yield f"{person.name} ({state.attitude(id):+d}){hurt}: {skills or 'no skills written'}"


def _debts(state: StoryState) -> Iterator[str]:
    if state.counts_money():
        yield f"In the purse: ${state.purse(state.pc) / 100:,.2f}. Chips: {state.chips.get(state.pc, 0)}."
    for owed in state.owed():
        if owed.kind == "debt":
            money = f", ${owed.amount / 100:,.2f}" if owed.amount else ""
            debtor, creditor = (state.name(id) if id else "somebody" for id in (owed.debtor, owed.creditor))
            yield f"{debtor} owes {creditor}: {owed.text.rstrip('.')}{money} (turn {owed.turn}{_due(owed, state)})."


def prep_text(page: Prep, width: int = 80) -> str:
    """The page for a terminal, and for paper."""
    lines = [page.title, *wrap(page.stands, width)]
    for heading in page.headings:
        lines += ["", heading.title]
        for line in heading.lines or (heading.none,):
            lead = "      " if line.startswith("  ") else "  - "
            lines += wrap(line.strip(), width, initial_indent=lead, subsequent_indent=" " * len(lead))
    return "\n".join(lines) + "\n"


def prep_json(page: Prep) -> dict[str, Any]:
    """The page as plain data."""
    headings = [{"title": heading.title, "lines": [line.strip() for line in heading.lines]} for heading in page.headings]
    return {"title": page.title, "stands": page.stands, "headings": headings}
