"""The proofreader's desk during one reading: what was found, which line each entry came from, and which names were used."""

import re
from dataclasses import dataclass, field

from gm_engine.authoring.condition_text import DOTTED
from gm_engine.authoring.effect_text import TARGETS
from gm_engine.authoring.margin_note import Finding
from gm_engine.authoring.written import Written
from gm_engine.story.condition import Condition, Effect
from gm_engine.story.currency import Currency

SNAKE = re.compile(r"[a-z0-9][a-z0-9_]*", re.ASCII)


@dataclass(frozen=True)
class Reference:
    """A name used somewhere: in which sections it must be found, and where it was written."""

    sections: tuple[str, ...]
    id: str
    path: str
    file: str
    line: int
    code: str = "E010"


@dataclass
class Desk:
    """Gathers findings, lines (by path: ``npcs.boone.at``) and references while a pack is read."""

    findings: list[Finding] = field(default_factory=list)
    lines: dict[str, tuple[str, int]] = field(default_factory=dict)
    references: list[Reference] = field(default_factory=list)
    flags_set: set[str] = field(default_factory=set)
    flags_read: list[Reference] = field(default_factory=list)
    currency: Currency = field(default_factory=Currency)

    def find(self, code: str, where: Written, message: str, fix: str, line: int | None = None) -> None:
        """Writes a finding at a value's line, or at the line given."""
        self.findings.append(Finding(file=where.file, line=line or where.line, code=code, message=message, fix=fix))

    def mark(self, path: str, file: str, line: int) -> None:
        """Remembers where a path was written."""
        self.lines[path] = (file, line)

    def place(self, path: str) -> tuple[str, int]:
        """The file and line of a path, or of the nearest path that holds it."""
        return nearest_place(self.lines, path)

    def refer(self, sections: tuple[str, ...], id: str, path: str, where: Written, code: str = "E010") -> None:
        """Remembers that a name was used, to be checked when every section is known."""
        self.references.append(Reference(sections, id, path, where.file, where.line, code))

    def refer_condition(self, condition: Condition, path: str, where: Written) -> None:
        """Remembers every name in a condition."""
        for part in condition.parts:
            self.refer_condition(part, path, where)
        if condition.op != "is":
            return
        head, _, id = condition.path.partition(".")
        if head == "flag":
            self.flags_read.append(Reference((), id, path, where.file, where.line, "W160"))
        elif id:
            self.refer(DOTTED[head], id, path, where, "E042")
        if head == "at":
            self.refer(("locations",), str(condition.value), path, where, "E042")
        if head == "secret" and isinstance(condition.value, str) and condition.value not in ("hidden", "hinted", "revealed"):
            message = f"{path}: a secret is hidden, hinted or revealed, never {condition.value!r}"
            self.find("E042", where, message, f"write secret.{id} == revealed")
        if head == "decision" and isinstance(condition.value, str):
            self.refer(("choices of " + id,), condition.value, path, where, "E042")

    def refer_effect(self, effect: Effect, path: str, where: Written) -> None:
        """Remembers every name in an effect."""
        if effect.verb == "flag":
            self.flags_set.add(effect.target)
        if effect.verb in TARGETS:
            self.refer(TARGETS[effect.verb], effect.target, path, where, "E042")
        if effect.verb == "move":
            self.refer(("locations",), effect.value, path, where, "E042")
        elif effect.verb in ("give", "take") and effect.value:
            self.refer(("people",), effect.value, path, where, "E042")


def nearest_place(places: dict[str, tuple[str, int]], path: str, otherwise: str = "campaign.yaml") -> tuple[str, int]:
    """Where a path stands, or else the path that holds it (``npcs.boone`` for ``npcs.boone.at``)."""
    while path and path not in places:
        path = path.rpartition(".")[0]
    return places.get(path, (otherwise, 0))


def derived_id(text: str) -> str:
    """An id made from a text's first words, the same wherever the text stands.

    >>> derived_id("The marshal sold his hand."), len(derived_id("word " * 40))
    ('the_marshal_sold_his_hand', 48)
    """
    from hashlib import blake2b

    words = re.findall(r"[a-z0-9]+", text.lower().replace("'", "").replace("’", ""))
    whole = "_".join(words)
    if 0 < len(whole) <= 40:
        return whole
    short = whole[:40].rpartition("_")[0] or "entry"
    return f"{short}_{blake2b(text.encode(), digest_size=4).hexdigest()}"
