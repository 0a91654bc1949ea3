"""What all edits by hand come to: which records are pinned, hidden, forgotten or put right, and which sentences of which turns."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from gm_engine.story.edit import Edit
from gm_engine.story.provenance import Provenance

Half = Literal["said", "reply"]
IN_PLACE = ("consequence", "story_point", "entity", "decision", "lore", "rumour", "clue", "elsewhere")
"""Kinds of records that keep their id when they are put right; in the place of any other stands a new fact."""
OF_ENTITIES = ("person", "place", "about", "relation", "knows", "who")
"""Kinds of elements that are called after somebody or something."""


class Cut(NamedTuple):
    """A sentence of a turn that is told no more: where it stands, and what stands in its place (nothing, where that is empty)."""

    half: Half
    span: tuple[int, int]
    instead: str
    hidden: bool


class Marks:
    """A fold over edits, in their order. An edit that was taken back leaves no mark."""

    def __init__(self, edits: Iterable[Edit] = ()) -> None:
        edits = tuple(edits)
        gone = {edit.takes_back for edit in edits if edit.act == "undo"}
        self.standing = tuple(edit for edit in edits if edit.act != "undo" and edit.id not in gone)
        self.pins: dict[str, Edit] = {}
        self.unpinned: dict[str, Edit] = {}
        self.hidden: dict[str, Edit] = {}
        self.forgotten: dict[str, Edit] = {}
        self.corrected: dict[str, Edit] = {}
        self.made: dict[str, Edit] = {}
        self.gone: dict[str, str] = {}
        """Whoever is spoken of no more: the id of the one that stands for them; empty for one that was forgotten."""
        self._cuts: dict[int, list[Cut]] = {}
        for edit in edits:
            if edit.id in gone and edit.act == "split":
                self.gone |= {made.partition(":")[2]: "" for made in edit.made if made.startswith("entity:")}
        for edit in self.standing:
            self._take(edit)

    def _take(self, edit: Edit) -> None:
        ids = dict.fromkeys(edit.what, edit)
        self.made |= dict.fromkeys(edit.made, edit)
        match edit.act:
            case "forget":
                self.forgotten |= ids
                self.gone |= {id.partition(":")[2]: "" for id in ids if id.startswith("entity:")}
                self._cut(edit, "")
            case "pin":
                pinned = dict.fromkeys((*edit.what, *edit.made), edit)
                self.pins |= pinned
                self.unpinned = {id: one for id, one in self.unpinned.items() if id not in pinned}
            case "unpin":
                self.pins = {id: one for id, one in self.pins.items() if id not in ids}
                self.unpinned |= ids
            case "hide":
                self.hidden |= ids
                self._cut(edit, "", hidden=True)
            case "correct":
                marked = [table for table in (self.pins, self.hidden) if ids.keys() & table.keys()]
                for table in marked:
                    table |= dict.fromkeys(edit.made, edit)
                for id in ids:
                    (self.corrected if id.partition(":")[0] in IN_PLACE else self.forgotten)[id] = edit
                self._cut(edit, edit.words)
            case "merge":
                self.gone |= {id.partition(":")[2]: edit.into for id in ids}
            case "split":
                self.gone.pop(edit.into, None)
            case _:
                pass

    def _cut(self, edit: Edit, instead: str, *, hidden: bool = False) -> None:
        for telling in edit.tellings:
            if telling.span[1] > telling.span[0]:
                self._cuts.setdefault(telling.turn, []).append(Cut(half_of(telling), telling.span, instead, hidden))

    def __bool__(self) -> bool:
        return bool(self.standing or self.gone)

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns of which a sentence is told no more, or otherwise."""
        return tuple(sorted(self._cuts))

    def forgets(self, id: str) -> bool:
        """True for what was forgotten by hand, or has another wording in its place: it is neither told, nor recalled, nor checked."""
        return id in self.forgotten

    def unsent(self, id: str) -> bool:
        """True for what stands in no prompt: it was hidden or forgotten, or is about one who was."""
        if not self:
            return False
        kind, _, rest = id.partition(":")
        ids = (id, f"entity:{rest}") if kind in OF_ENTITIES else (id,)
        return any(one in self.hidden or one in self.forgotten for one in ids) or (kind in OF_ENTITIES and rest in self.gone)

    def about(self, id: str) -> Iterator[Edit]:
        """The standing edits that concern a record, the oldest first."""
        yield from (edit for edit in self.standing if id in edit.what or id in edit.made)

    def stands_for(self, entity: str) -> str:
        """The id of whoever stands for somebody now: their own, unless they were merged into another."""
        seen: set[str] = set()
        while self.gone.get(entity) and entity not in seen:
            seen.add(entity)
            entity = self.gone[entity]
        return entity

    def called(self, entity: str) -> tuple[str, ...]:
        """The ids under which somebody was known before others were merged into them."""
        return tuple(old for old in self.gone if old != entity and self.stands_for(old) == entity)

    def shown(self, turn: int, half: Half, text: str, *, prompt: bool) -> str:
        """One half of a turn without the sentences that are told no more; in a ``prompt`` hidden ones are left out, too."""
        cuts = [cut for cut in self._cuts.get(turn, ()) if cut.half == half and (prompt or not cut.hidden)]
        if not cuts or not text:
            return text
        told, end = [], 0
        for cut in sorted(cuts, key=lambda cut: (cut.span[0], -cut.span[1], cut.instead)):
            start = min(cut.span[0], len(text))
            if start >= end:
                told += [text[end:start].strip(), cut.instead.strip()]
            end = max(end, min(cut.span[1], len(text)))
        return " ".join(part for part in (*told, text[end:].strip()) if part)

    def silent(self, turn: int, span: tuple[int, int], half: Half = "reply") -> bool:
        """True for a piece of a turn that lies in a sentence which was forgotten, or stands otherwise now."""
        return any(
            cut.half == half and cut.span[0] < span[1] and span[0] < cut.span[1] for cut in self._cuts.get(turn, ()) if not cut.hidden
        )

    def unsent_sentence(self, turn: int, span: tuple[int, int], half: Half = "reply") -> bool:
        """True for a piece of a turn that stands in no prompt, because its sentence was hidden, forgotten or put right."""
        return any(cut.half == half and cut.span[0] < span[1] and span[0] < cut.span[1] for cut in self._cuts.get(turn, ()))


def half_of(telling: Provenance) -> Half:
    """In which half of its turn a sentence stands."""
    return "said" if telling.voice == "player" else "reply"
