"""The little language of effects: ``clock.payroll +1``, ``give letter``, ``reveal boone_past``."""

import re

from gm_engine.authoring.condition_text import Unreadable
from gm_engine.authoring.margin_note import nearest
from gm_engine.authoring.measures import cents, minutes
from gm_engine.authoring.written import whole_number
from gm_engine.story.condition import Effect, EffectVerb

STEPS = (
    "custody",
    "release",
    "trial",
    "guilty",
    "acquit",
    "fine",
    "grace",
    "flight",
    "fight",
    "bounty",
    "mercy",
    "dunned",
    "repay",
    "delay",
    "refuse",
    "amends",
    "quarrel",
)
"""The steps of the law that a scene can take."""
FORMS: dict[str, str] = {
    "clock": "clock.ID +1",
    "flag": "flag.ID",
    "unflag": "unflag.ID",
    "give": "give ITEM [N] [to WHO]",
    "take": "take ITEM [N] [from WHO]",
    "money": "money -250 (cents) or money -2.50",
    "reveal": "reveal SECRET",
    "hint": "hint SECRET",
    "attitude": "attitude WHO -1",
    "move": "move WHO PLACE",
    "go": "go PLACE",
    "kill": "kill WHO",
    "wound": "wound WHO 1",
    "heal": "heal WHO 1",
    "advance": "advance 120 (minutes) or advance 2 h",
    "owe": "owe ID",
    "goto": "goto SCENE",
    "join": "join WHO",
    "leave": "leave WHO",
    "law": f"law {'|'.join(STEPS)}",
    "end": "end",
}
"""How each effect is written."""
TARGETS: dict[str, tuple[str, ...]] = {
    "clock": ("clocks",),
    "give": ("things",),
    "take": ("things",),
    "reveal": ("secrets",),
    "hint": ("secrets",),
    "attitude": ("people", "factions"),
    "move": ("people",),
    "go": ("locations",),
    "kill": ("people",),
    "wound": ("people",),
    "heal": ("people",),
    "owe": ("owed",),
    "goto": ("scenes",),
    "join": ("npcs",),
    "leave": ("npcs",),
}
"""The sections in which an effect's target must be found."""


def parse_effect(text: str) -> Effect:
    """One effect. Raises ``PackError`` that quotes what it could not read, with the form that is wanted.

    >>> parse_effect("attitude thorne -1")
    Effect(verb='attitude', target='thorne', amount=-1, value='')
    """
    words = text.strip().split()
    if words[:1] == ["not"] and words[1:2] and words[1].startswith("flag."):
        words = ["un" + words[1], *words[2:]]
    head, dot, target = (words[0] if words else "").partition(".")
    if dot and head in ("clock", "flag", "unflag", "attitude"):
        words = [head, target, *words[1:]]
    if not words:
        raise Unreadable("effect ''", "it is empty", "write one, such as flag.spared", "unreadable-effect")
    if words[0] not in FORMS:
        name = nearest(words[0].partition(".")[0], FORMS)
        then = f"did you mean '{FORMS[name]}'?" if name else f"known: {', '.join(FORMS)}"
        raise Unreadable(f"effect {text.strip()[:80]!r}", f"{words[0]!r} is nothing that can be done", then, "unreadable-effect")
    effect = _shaped(words[0], words[1:])
    if effect is None:
        raise Unreadable(
            f"effect {text.strip()[:80]!r}", f"{words[0]!r} is not written so", f"write: {FORMS[words[0]]}", "unreadable-effect"
        )
    return effect


def effect_words(effect: Effect) -> str:
    """The effect as an author would write it; ``parse_effect`` reads it back.

    >>> effect_words(parse_effect("clock payroll 2"))
    'clock.payroll +2'
    """
    if effect.verb in ("clock", "flag", "unflag"):
        return f"{effect.verb}.{effect.target}" + (f" {effect.amount:+d}" if effect.verb == "clock" else "")
    if effect.verb in ("give", "take"):
        count = f" {effect.amount}" if effect.amount != 1 else ""
        who = f" {'to' if effect.verb == 'give' else 'from'} {effect.value}" if effect.value else ""
        return f"{effect.verb} {effect.target}{count}{who}"
    if effect.verb == "move":
        return f"move {effect.target} {effect.value}"
    if effect.verb in ("money", "attitude", "advance", "wound", "heal"):
        amount = f"{effect.amount:+d}" if effect.verb in ("money", "attitude") else str(effect.amount)
        return " ".join(word for word in (effect.verb, effect.target, amount) if word)
    return f"{effect.verb} {effect.target}".strip()


def split_effects(text: str) -> list[str]:
    """Several effects in one text, parted by commas, semicolons or ``and``.

    >>> split_effects("flag.spared, clock.payroll +1; give letter")
    ['flag.spared', 'clock.payroll +1', 'give letter']
    """
    return [part.strip() for part in re.split(r"[,;]|\band\b", text) if part.strip()]


def _shaped(verb: str, rest: list[str]) -> Effect | None:
    """The effect, or None where the words do not fit its form."""
    name: EffectVerb = verb  # type: ignore[assignment]
    match verb, rest:
        case "law", [step]:
            return Effect(verb=name, target=step) if step in STEPS else None
        case "end", []:
            return Effect(verb=name)
        case "money", [amount]:
            sum_of = _money(amount)
            return None if sum_of is None else Effect(verb=name, amount=sum_of)
        case "advance", [_, *_]:
            span = minutes(" ".join(rest))
            return Effect(verb=name, amount=span) if span else None
        case "move", [who, place] if _id(who) and _id(place):
            return Effect(verb=name, target=who, value=place)
        case (("give" | "take"), [item, *more]) if _id(item):
            return _handed(name, item, more)
        case (("clock" | "attitude" | "wound" | "heal"), [target, *more]) if _id(target):
            number = 1 if not more and verb != "attitude" else whole_number(more[0]) if len(more) == 1 else None
            return None if not number or (verb in ("wound", "heal") and number < 0) else Effect(verb=name, target=target, amount=number)
        case (("flag" | "unflag" | "reveal" | "hint" | "go" | "kill" | "owe" | "goto" | "join" | "leave"), [target]) if _id(target):
            return Effect(verb=name, target=target)
    return None


def _handed(verb: EffectVerb, item: str, more: list[str]) -> Effect | None:
    number = whole_number(more[0]) if more else None
    rest = more[1:] if number is not None else more
    side = "to" if verb == "give" else "from"
    if (number is not None and number < 1) or not (rest == [] or (len(rest) == 2 and rest[0] == side and _id(rest[1]))):
        return None
    return Effect(verb=verb, target=item, amount=number or 1, value=rest[1] if rest else "")


def _money(text: str) -> int | None:
    number = whole_number(text)
    if number is not None:
        return number
    bare = text.lstrip("+")
    return cents(bare) if "." in bare or "$" in bare else None


def _id(word: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9_]+", word) is not None
