"""Why an entry of a lorebook acted in a turn, and why another did not, in words."""

from collections.abc import Mapping

from gm_engine.context.lorebook_who import named
from gm_engine.state import StoryState
from gm_engine.story.activation import Acted, Activation, Idle
from gm_engine.story.counting import counted
from gm_engine.story.lorebook import Lorebook
from gm_engine.story.noun import Noun, Words

STOOD = {
    "said": "in turn {}", "reply": "in the reply of turn {}", "opening": "in the opening", "persona": "in the player's character",
    "description": "in its person's description", "personality": "in its person's character", "depth_prompt": "in its person's note",
    "scenario": "in the summary", "creator_notes": "in its author's notes",
}  # fmt: skip
LOGIC = {"any": "AND ANY", "all": "AND ALL", "not_any": "NOT ANY", "not_all": "NOT ALL"}
BY = {"constant": "always there", "sticky": "it stays for a while", "activate": "@@activate", "matched before": "it acted before"}


class LorebookWhy(Noun):
    """What became of an entry in a turn: its id in the lore, whether it acted, and why, in words."""

    id: str
    acted: bool
    why: Words


def lorebook_reasons(found: Activation, state: StoryState) -> tuple[LorebookWhy, ...]:
    """Of each entry that acted, and of each that had a reason to and did not."""
    books = state.pack.books
    acted = ((one.id, one.book, acted_because(one, books)) for one in found.acted)
    idle = ((one.id, one.book, idle_because(one, books)) for one in found.idle)
    return (
        *(LorebookWhy(id=f"lore:{id}", acted=True, why=named(why, book, state)) for id, book, why in acted),
        *(LorebookWhy(id=f"lore:{id}", acted=False, why=named(why, book, state)) for id, book, why in idle),
    )


def acted_because(acted: Acted, books: Mapping[str, Lorebook]) -> str:
    """Why an entry acted.

    >>> acted_because(Acted(book="gods", entry="moon", by="key", key="moon", where="said", turn=12), {})
    "lorebook gods, key 'moon' in turn 12"
    """
    unknown = f"; without {', '.join(acted.left_out)}, which nobody here knows" if acted.left_out else ""
    return f"lorebook {_name(acted.book, books)}, {_by(acted, books)}{unknown}"


def _by(acted: Acted, books: Mapping[str, Lorebook]) -> str:
    if acted.by == "key":
        stood = f"in the entry {_title(acted.via, books)}" if acted.where == "entry" else STOOD[acted.where].format(acted.turn)
        return f"{_key(acted.key)} {stood}"
    return BY[acted.by]


def idle_because(idle: Idle, books: Mapping[str, Lorebook]) -> str:
    """Why an entry did not act.

    >>> idle_because(Idle(book="gods", entry="moon", why="chance", key="moon", number=71, most=40), {})
    "lorebook gods, key 'moon', but the dice said 71, and it acts up to 40"
    """
    key = f", {_key(idle.key)}" if idle.key and idle.why not in ("unreadable", "slow", "excluded") else ""
    return f"lorebook {_name(idle.book, books)}{key}, but {_but(idle, books)}"


def _but(idle: Idle, books: Mapping[str, Lorebook]) -> str:
    messages, other = counted(idle.number, "message"), _title(idle.other, books) if idle.other else ""
    room = f"for {other}, which is to be kept longer, {counted(idle.number, 'token')} had to go" if other else ""
    return {
        "other keys": f"its author's rules shut it out: {_wanted(idle, books)}",
        "excluded": f"its author's rules shut it out: {_key(idle.key) if idle.key else 'all of the keys that keep it out'} was said",
        "trigger": "it acts in turns of another kind",
        "person": "it is for other people than those here",
        "greeting": "it goes with another beginning",
        "delay": f"not for another {messages}",
        "cooldown": f"it rests for another {messages}",
        "once": "it has acted, and does so once",
        "too early": f"not for another {counted(idle.number, 'reply', 'replies')}",
        "not this turn": f"not for another {counted(idle.number, 'reply', 'replies')}",
        "recursion": "it acts only where another entry says so",
        "group": f"of its group {other or 'another'} acts",
        "chance": f"the dice said {idle.number}, and it acts up to {idle.most}",
        "budget": room or f"its budget of {idle.most:,} has no room for {counted(idle.number, 'token')}",
        "unreadable": f"{_key(idle.key)} is a pattern that cannot be read; it is not tried again",
        "slow": f"{_key(idle.key)} took too long to look for; it is not tried again",
    }[idle.why]


def _wanted(idle: Idle, books: Mapping[str, Lorebook]) -> str:
    """What an entry wants of its other keys, as its author's program calls it.

    >>> from gm_engine.story.lorebook import LorebookEntry
    >>> dry = LorebookEntry(id="dry", keys=("bridge",), also=("midnight",), logic="not_any")
    >>> _wanted(Idle(book="b", entry="dry", why="other keys"), {"b": Lorebook(id="b", entries=(dry,))})
    'NOT ANY midnight'
    """
    book = books.get(idle.book)
    entry = next((one for one in book.entries if one.id == idle.entry), None) if book else None
    return f"{LOGIC[entry.logic]} {', '.join(entry.also)}" if entry and entry.selective and entry.also else "another of its keys is wanted"


def _key(key: str) -> str:
    return f"pattern {key}" if key.startswith("/") and key.count("/") > 1 else f"key '{key}'"


def _name(id: str, books: Mapping[str, Lorebook]) -> str:
    book = books.get(id)
    return book.name if book and book.name else id


def _title(where: str, books: Mapping[str, Lorebook]) -> str:
    """The title of an entry that is named as ``BOOK/ENTRY``."""
    book, _, entry = where.partition("/")
    found = next((one for one in books[book].entries if one.id == entry), None) if book in books else None
    return f'"{found.title}"' if found and found.title else entry
