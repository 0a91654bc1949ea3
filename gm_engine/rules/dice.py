"""Dice: an expression, its faces, and the proof that they fell so.

expression = [+|-] term { (+|-) term }
term       = NUMBER | [NUMBER] d (NUMBER | %) [ (kh|kl) NUMBER ]
"""

import re
from dataclasses import dataclass

from gm_engine.chance import draw
from gm_engine.errors import GameError
from gm_engine.story.roll import DrawKey, Modifier, Roll, Stream

MOST_DICE = 100
MOST_SIDES = 1000
MOST_TERMS = 20
MOST_CHARACTERS = 200
TERM = re.compile(
    r"\s*(?P<sign>[+-])?\s*(?:(?P<count>\d{1,9})?d(?P<sides>%|\d{1,9})(?:(?P<keep>k[hl])(?P<kept>\d{1,9}))?|(?P<number>\d{1,9}))\s*",
    re.I,
)


@dataclass(frozen=True)
class Term:
    """So many dice of so many sides, or (``sides`` 0) a plain number. ``keep`` is kh, kl or empty."""

    sign: int
    count: int
    sides: int = 0
    keep: str = ""
    kept: int = 0


def parse(expression: str) -> tuple[Term, ...]:
    """The terms of a dice expression. Raises GameError (``bad-dice``) that points at the first character it cannot read.

    >>> parse("2d6+1")
    (Term(sign=1, count=2, sides=6, keep='', kept=0), Term(sign=1, count=1, sides=0, keep='', kept=0))
    """
    text, at, terms = expression.strip(), 0, list[Term]()
    if not text:
        raise bad(expression, 0, "there are no dice")
    if len(text) > MOST_CHARACTERS:
        raise bad(text[:30] + "…", 0, f"an expression has at most {MOST_CHARACTERS} characters")
    while at < len(text):
        match = TERM.match(text, at)
        if not match or (terms and not match["sign"]):
            raise bad(text, at, f"cannot read {text[at : at + 12]!r}")
        terms.append(_term(match, text, at))
        at = match.end()
        if len(terms) > MOST_TERMS:
            raise bad(text, at, f"at most {MOST_TERMS} terms")
    if sum(term.count for term in terms if term.sides) > MOST_DICE:
        raise bad(text, 0, f"at most {MOST_DICE} dice fall at once")
    return tuple(terms)


def _term(match: re.Match[str], text: str, at: int) -> Term:
    sign = -1 if match["sign"] == "-" else 1
    if match["number"]:
        return Term(sign, int(match["number"]))
    count = int(match["count"] or 1)
    sides = 100 if match["sides"] == "%" else int(match["sides"])
    keep, kept = (match["keep"] or "").lower(), int(match["kept"] or 0)
    if not 1 <= count <= MOST_DICE:
        raise bad(text, at, f"1 to {MOST_DICE} dice, not {count}")
    if not 1 <= sides <= MOST_SIDES:
        raise bad(text, at, f"a die has 1 to {MOST_SIDES} sides, not {sides}")
    if keep and not 1 <= kept <= count:
        raise bad(text, at, f"of {count} dice, {kept} cannot be kept")
    return Term(sign, count, sides, keep, kept)


def bad(text: str, at: int, what: str) -> GameError:
    """The error for an expression, with the place at which reading stopped."""
    return GameError(f"dice '{text}', character {at + 1}", what, "Write dice like 2d6+1, d%, 4d6kh3 or 2d20kl1.", slug="bad-dice")


def total(terms: tuple[Term, ...], faces: tuple[int, ...]) -> int:
    """What the faces come to.

    >>> total(parse("4d6kh3+2"), (1, 6, 5, 2))
    15
    """
    at, result = 0, 0
    for term in terms:
        if not term.sides:
            result += term.sign * term.count
            continue
        fell = sorted(faces[at : at + term.count])
        at += term.count
        kept = fell[-term.kept :] if term.keep == "kh" else fell[: term.kept] if term.keep == "kl" else fell
        result += term.sign * sum(kept)
    return result


def span(terms: tuple[Term, ...]) -> tuple[int, int]:
    """The lowest and the highest total.

    >>> span(parse("2d6+1")), span(parse("4d6kh3")), span(parse("10-d4"))
    ((3, 13), (3, 18), (6, 9))
    """
    low = high = 0
    for term in terms:
        dice = term.kept if term.keep else term.count
        least, most = (dice, dice * term.sides) if term.sides else (term.count, term.count)
        low, high = (low + least, high + most) if term.sign > 0 else (low - most, high - least)
    return low, high


def faces_of(terms: tuple[Term, ...], key: DrawKey, stream: Stream, first: int) -> tuple[int, ...]:
    """The faces of an expression, drawn from ``first`` on."""
    sides = [term.sides for term in terms for _ in range(term.count if term.sides else 0)]
    return tuple(draw(key, stream, first + n, side) for n, side in enumerate(sides))


def roll(expression: str, key: DrawKey, stream: Stream, first: dict[str, int], *, why: str = "", actor: str = "") -> Roll:
    """Rolls, and moves ``first[stream]`` past the faces drawn. Raises GameError (``bad-dice``)."""
    terms = parse(expression)
    start = first.get(stream, 0)
    faces = faces_of(terms, key, stream, start)
    first[stream] = start + len(faces)
    return Roll(
        id=f"{key.turn}.{stream}.{start}", expression=expression.strip(), faces=faces, total=total(terms, faces),
        why=why, actor=actor, key=key, stream=stream, first=start,
    )  # fmt: skip


def verify_roll(roll: Roll) -> bool:
    """True when the roll's faces and total are what its key, stream and count give.

    The total of a check is its face; any other total carries the roll's modifiers (damage, speed).
    """
    terms = parse(roll.expression)
    faces = faces_of(terms, roll.key, roll.stream, roll.first)
    carried = 0 if roll.target is not None else sum(modifier.value for modifier in roll.modifiers)
    return roll.faces == faces and roll.total == total(terms, faces) + carried


def shift(roll: Roll, modifiers: tuple[Modifier, ...]) -> Roll:
    """The roll with modifiers added to its total."""
    return roll.model_copy(update={"modifiers": modifiers, "total": roll.total + sum(modifier.value for modifier in modifiers)})
