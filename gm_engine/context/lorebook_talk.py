"""What a turn's lorebooks are looked at with, read from the story: the messages, who is there, and what the table may not know."""

from collections.abc import Iterable, Iterator

from gm_engine.context.lorebook_around import Around, Char, Line
from gm_engine.context.lorebook_rules import FURTHEST, SCAN_DEPTH
from gm_engine.context.lorebook_who import speaker
from gm_engine.state import StoryState
from gm_engine.story.lorebook import Lorebook, Scanned, Trigger
from gm_engine.story.macros import NARRATOR
from gm_engine.story.pack import AS_TOLD, Person
from gm_engine.story.turn import Turn

AGAIN: frozenset[Trigger] = frozenset({"swipe", "regenerate"})
ANEW: frozenset[Trigger] = frozenset({"normal"})


def around(state: StoryState, said: str | None = None) -> Around:
    """What the books of the story's pack are looked at with in the turn that is being played; ``said`` are other words for the player's."""
    pack, books = state.pack, tuple(state.pack.books.values())
    messages, replies = counted(state)
    chosen = [one.name for one in pack.openings if one.name != AS_TOLD]
    here = {state.pc, *state.present()} if pack.locations else {state.pc, *pack.npcs}
    people = [(id, person) for id in sorted(here) if (person := pack.person(id))]
    hero = pack.person(state.pc)
    char = speaker(state)
    return Around(
        lines=tuple(_lines(state, books, said)),
        messages=messages,
        replies=replies,
        user=hero.name if hero else "",
        char=_char(char, state),
        chars={book.of: _char(book.of, state) for book in books if pack.person(book.of)},
        names=frozenset(name.casefold() for id, person in people for name in (id, person.name, *person.aliases)),
        tags=frozenset(tag.casefold() for _, person in people for tag in person.tags),
        triggers=AGAIN if state.attempt else ANEW,
        greeting=chosen.index(state.opening) if state.opening in chosen else 0 if chosen else None,
        hidden=frozenset(f"{book.id}/{entry.id}" for book in books for entry in book.entries if _hidden(f"{book.id}_{entry.id}", state)),
        clock=pack.calendar.clock(state.minute),
        turn=state.turn,
    )


def counted(state: StoryState) -> tuple[int, int]:
    """How many messages there have been, the player's words of this turn with them, and how many of them were replies.

    What the last scan counted need not be counted again.
    """
    before = state.acted
    messages, replies = before.messages, before.replies
    if before.turn and before.turn == state.turn:
        return messages, replies
    if not before.turn:
        messages = replies = bool(_opening(state))
    for turn in state.turns.newest():
        if before.turn and turn.number <= before.turn:
            if turn.number == before.turn:
                messages, replies = messages + bool(turn.reply), replies + bool(turn.reply)
            break
        messages += bool(turn.said) + bool(turn.reply)
        replies += bool(turn.reply)
    return int(messages), int(replies)


def _opening(state: StoryState) -> str:
    return state.pack.opens_with(state.opening)


def _lines(state: StoryState, books: Iterable[Lorebook], said: str | None) -> Iterator[Line]:
    """The messages, the newest first, as many as any entry looks through."""
    depth, letters = _reach(books)
    for line in _all_lines(state, said):
        yield line
        depth, letters = depth - 1, letters - len(line.text)
        if depth <= 0 and letters <= 0:
            return


def _reach(books: Iterable[Lorebook]) -> tuple[int, int]:
    """How many messages, and how many letters, are looked through at most."""
    depth = letters = 0
    for book in books:
        own = SCAN_DEPTH if book.scan_depth is None else book.scan_depth
        depth = max(depth, FURTHEST if book.min_entries else own)
        for entry in book.entries:
            said = [int(value) for name, value in entry.decorators if name.endswith("scan_depth") and value.strip().isdecimal()]
            depth = max(depth, entry.scan_depth or 0, *said)
            letters = max(letters, entry.scan_letters or 0)
    return min(depth, FURTHEST), letters


def _all_lines(state: StoryState, said: str | None) -> Iterator[Line]:
    hero = state.pack.person(state.pc)
    for kept in state.turns.newest():
        turn = state.shown(kept)
        words = said if said is not None and turn.number == state.turn else turn.said
        if turn.reply:
            yield Line(turn.speaker if not turn.said else "", turn.reply, "reply", turn.number)
        if words:
            yield Line(_by_whom(turn, hero), words, "said", turn.number)
    if text := _opening(state):
        yield Line("", text, "opening", 0)


def _by_whom(turn: Turn, hero: Person | None) -> str:
    return turn.speaker or (hero.name if hero else "")


def _char(id: str, state: StoryState) -> Char:
    """Somebody with the texts about them; the story's own where there is nobody."""
    person, hero = state.pack.person(id), state.pack.person(state.pc)
    texts: dict[Scanned, str] = {"persona": _told(hero.summary, hero.description) if hero else "", "scenario": state.pack.summary}
    if person is None:
        return Char(NARRATOR, texts)
    own = {name: person.x.get(name) for name in ("personality", "depth_prompt", "creator_notes")}
    given = {name: value for name, value in own.items() if isinstance(value, str)}
    texts["description"] = _told(person.summary, person.description)
    texts["personality"] = given.get("personality", "") or _told(person.drive, *person.voice)
    texts["depth_prompt"] = given.get("depth_prompt", "")
    texts["creator_notes"] = given.get("creator_notes", "")
    return Char(person.name, texts)


def _told(*texts: str) -> str:
    return "\n".join(dict.fromkeys(text for text in texts if text))


def _hidden(id: str, state: StoryState) -> bool:
    """True for an entry whose lore stands in no prompt: it is the GM's own, does not hold yet, or was hidden or forgotten by hand."""
    entry = state.pack.lore.get(id)
    if state.marks.unsent(f"lore:{id}") or (entry and entry.visibility == "gm"):
        return True
    since = entry.validity(state.pack.calendar).since if entry and entry.valid_from else None
    return since is not None and state.minute < since
