"""What a reply says in plain words of the numbers that the engine owns: the player's money, cartridges and wounds, here and now.

Only the narrator's own words count, not what somebody says; and only what is said to be so: no wish, guess, plan, memory or question.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from gm_engine.story.currency import Currency

Kind = Literal["money", "gun", "loose", "shots", "wounds", "nth wound", "hurt", "unhurt", "hit"]
"""``gun``: loaded; ``loose``: carried beside; ``shots``: one of the two, or both. ``hurt``: with at least one wound; ``hit``: just now."""

ONES = "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
SMALL = {word: number for number, word in enumerate(ONES.split())} | {word: 10 * number for number, word in enumerate(TENS.split(), 2)}
SCALES = {"hundred": 100, "thousand": 1000, "dozen": 12, "score": 20, "couple": 2, "pair": 2}
NTH = {word: number for number, word in enumerate(["first", "second", "third", "fourth", "fifth", "sixth"], 1)}

_WORD = "|".join((*SMALL, *SCALES))
NUMBER = rf"(?:\d[\d,]*(?:\.\d\d)?|(?:half a |an? )?(?:{_WORD})\b(?:(?:-| and | of | a | )(?:{_WORD})\b)*)"
ROUGHLY = r"(?:about|around|some|roughly|nearly|almost|close to|maybe)"
ONLY = r"(?:(?:now|still|just|only|but|exactly|all of|no more than|at least|a mere|barely) )*"
KEPT = r"(?:purse|wallet|poke|pockets?|billfold|money ?belt|pouch|boot|coat|vest|hand|roll)"
GUN = (
    r"(?:\w+ )??(?:gun|revolver|pistol|six-?gun|six-?shooter|colt|peacemaker|remington|rifle|winchester|carbine|shotgun|cylinder|chambers?"
    r"|magazine|iron|wheel)"
)
HOLDER = r"(?:(?:gun ?|cartridge )?belt|bandolier|pouch|pockets?|saddle ?bags?|box|bag|coat|loops)"
ROUND = r"(?:live |good |spare |loose |fresh )?(?P<what>rounds?|cartridges?|shots?|bullets?|shells?|loads?)(?! of\b)"
BODY = (
    r"(?:head|scalp|temple|brow|cheek|jaw|neck|throat|shoulder|chest|ribs?|side|flank|back|belly|gut|stomach|hip|thigh|leg|knee|calf|shin|foot"
    r"|arm|forearm|elbow|wrist|hand|palm|fingers?)"
)
HURT = r"(?:hurt|harmed|wounded|injured|hit)"
WHOLE = r"(?:unhurt|unharmed|unwounded|uninjured|unscathed)"
MISSILE = r"(?:bullet|slug|ball|buckshot|shot|knife|blade)"

NOT_SO = re.compile(
    r"\b(?:if|unless|whether|would|could|might|may|should|must|wish\w*|hop(?:e|es|ing)|think|thought|believe\w*|guess\w*|reckon\w*|suppose\w*"
    r"|imagine\w*|dream\w*|seems?|as though|like|perhaps|maybe|once|ago|yesterday|last (?:night|week|year|month)|used to|had|was|were|will"
    r"|'ll|until|till|before|when|remember\w*|want\w*|need\w*|almost|not yet|owe[sd]?|bet|worth|lucky)\b|['’]d\b|\?\s*[”\"’)*_]*$",
    re.IGNORECASE,
)
OTHERS = re.compile(r"\b(?:he|she|they|his|her|hers|their|theirs|him|them)\b", re.IGNORECASE)
SPOKEN = re.compile(r"“[^”\n]*[”\n]?|\"[^\"\n]*[\"\n]?|(?<!\w)‘[^‘’\n]*[.,!?…]’")
SENTENCE = re.compile(r"[^.!?…\n]+(?:(?<=\d)\.(?=\d)[^.!?…\n]*)*[.!?…]*")
LONGEST = 400
"""Letters: a longer sentence says nothing plainly."""
END = r"(?=\s*(?:[.,;:!)—–]|$|\band\b|\bbut\b))"


@dataclass(frozen=True)
class Said:
    """``number`` of what ``kind`` names (money in its smallest coins); so much ``off`` is still agreed. ``span`` is the sentence's place
    in the text, ``words`` what says it."""

    kind: Kind
    number: int
    off: int
    span: tuple[int, int]
    quote: str
    words: str


def plain_counts(text: str, currency: Currency) -> tuple[Said, ...]:
    """What is said of the engine's numbers, a sentence at a time, in its order."""
    masked = SPOKEN.sub(lambda found: "·" * len(found[0]), text)
    money = _money(currency)
    found: list[Said] = []
    others = False
    for sentence in SENTENCE.finditer(masked):
        words = sentence[0]
        span = sentence.start() + len(words) - len(words.lstrip()), sentence.end() - (len(words) - len(words.rstrip()))
        bare = not others and not OTHERS.search(words)
        others = bool(OTHERS.search(words))
        if span[0] < span[1] <= span[0] + LONGEST and not NOT_SO.search(words.replace("·", "")):
            said = [*_sums(words, money), *_rounds(words, bare=bare), *_wounds(words)]
            found += [Said(kind, number, off, span, text[span[0] : span[1]], told) for kind, number, off, told in said]
    return tuple(dict.fromkeys(found))


def number_of(words: str) -> int | None:
    """A whole number in words or figures.

    >>> number_of("sixty-one"), number_of("half a dozen"), number_of("a hundred and five"), number_of("1,200"), number_of("a")
    (61, 6, 105, 1200, None)
    """
    plain = words.lower().replace(",", "").replace("-", " ")
    if plain.replace(".", "", 1).isdigit():
        return int(float(plain))
    total, part, seen = 0, 0, False
    pieces = plain.split()
    for piece in pieces:
        if piece in SMALL:
            part, seen = part + SMALL[piece], True
        elif piece in SCALES:
            part, seen = (part or 1) * SCALES[piece], True
            if piece == "thousand":
                total, part = total + part, 0
    if not seen:
        return None
    return (total + part) // 2 if pieces[0] == "half" else total + part


Row = tuple[Kind, int, int, str]
COINS, ROUGH = 99, 6
"""Small coins go unsaid; what is told roughly may be off by a sixth part."""


@dataclass(frozen=True)
class _Money:
    """How sums are told in a currency: the pattern of a sum, and those of what is said of one."""

    frames: tuple[re.Pattern[str], ...]
    minors: frozenset[str]
    none: re.Pattern[str]


@cache
def _money(currency: Currency) -> _Money:
    units = {currency.unit, currency.units, *(("dollar", "dollars", "bucks") if currency.sign == "$" else ())}
    minors = frozenset((currency.minor, currency.minors, *(("cent", "cents") if currency.sign == "$" else ())))
    unit = "|".join(sorted(map(re.escape, units), key=len, reverse=True))
    minor = "|".join(sorted(map(re.escape, minors), key=len, reverse=True))
    sign = rf"{re.escape(currency.sign)}\s?(?P<figures>\d[\d,]*(?:\.\d\d)?)|" if currency.sign else ""
    rest = rf"(?: and (?P<rest>{NUMBER}) (?:{minor})\b)?"
    sum_ = rf"(?P<rough>{ROUGHLY} )?(?:{sign}(?P<number>{NUMBER}|an?)[ -](?P<unit>{unit}|{minor})\b{rest})"
    have = r"\byou(?: (?:now|still|only))*(?: have|['’]ve|['’]ve got| have got| hold| carry| keep| own| possess)"
    left = rf"(?: (?:now|left|remaining|to your name|in hand|on you|all told|in all)\b| in (?:your|the) (?:\w+ )?{KEPT}\b)"
    nothing = rf"(?:a (?:red )?(?:{unit}|{minor}|coin)|a bean|any money)"
    return _Money(
        tuple(
            re.compile(frame, re.IGNORECASE)
            for frame in (
                rf"{have} {ONLY}{sum_}(?:{left}|{END})",
                rf"\bthere(?: (?:is|are)|['’]s) {ONLY}{sum_}(?: left| remaining)? in your (?:\w+ )?{KEPT}\b",
                r"\byour (?:purse|wallet|poke|pockets?|billfold|roll|money|cash|funds|savings|fortune)(?: (?:now|still|only))*"
                r" (?:holds?|contains?|comes? to|is|are|adds? up to|amounts? to|totals?|has|stands? at|is down to|runs? to)"
                rf" {ONLY}{sum_}",
                rf"{sum_} (?:is|are) all (?:that )?you(?: have|['’]ve)\b",
                rf"^\W*{ONLY}{sum_}{left}",
                rf"\byou count (?:out )?your (?:\w+ )?(?:money|cash|coins|purse|roll|bills)(?: again)?\W+"
                rf"(?:(?:and (?:find|get|make it)|it comes to) )?{ONLY}{sum_}",
                r"\byour (?:purse|wallet|billfold|pockets?|poke|roll|money)\b[^.;:,]{0,25}(?::| ?—| and (?:count|find))"
                rf" ?{ONLY}{sum_}{END}",
                rf"{sum_} (?:remains? to you|(?:remains?|is left|are left) in your (?:\w+ )?{KEPT})\b",
                rf"\bdown to {ONLY}(?:your last )?{sum_}",
                rf"\b(?:that|this|which|it) leaves you (?:with )?{ONLY}{sum_}",
                rf"\b(?:leaving you|you are left|you['’]re left) (?:with )?{ONLY}{sum_}",
                rf"\ball (?:that )?you(?: have|['’]ve got| have got)(?: left)?(?: in the world)? is {ONLY}{sum_}",
                rf"\bwith {ONLY}{sum_}{left}",
            )
        ),
        minors,
        re.compile(
            rf"{have} (?:not|n['’]t) {nothing}|\byou haven['’]t {nothing}|{have} no (?:money|cash|coin|{units_of(currency)})\b"
            r"|\byou(?: are|['’]re) (?:now )?(?:flat |stone |dead )?(?:broke|penniless)\b"
            rf"|\byour (?:purse|wallet|billfold|poke) (?:is|lies|hangs) (?:\w+ )?empty\b"
            r"|\bnothing in your (?:purse|wallet|billfold)\b|\byour pockets are empty of (?:coins?|money|cash)\b"
            r"|\byour (?:money|cash) is (?:all )?(?:gone|spent)\b|\byou(?: are|['’]re) out of (?:money|cash)\b",
            re.IGNORECASE,
        ),
    )


def units_of(currency: Currency) -> str:
    """The words for its units, as alternatives of a pattern."""
    return "|".join(map(re.escape, (currency.units, currency.minors)))


def _sums(words: str, money: _Money) -> Iterator[Row]:
    if found := money.none.search(words):
        yield "money", 0, COINS, found[0]
    for frame in money.frames:
        if (found := frame.search(words)) and (sum_ := _sum(found, money)) is not None:
            yield "money", sum_[0], sum_[1], found[0]
            return


def _sum(found: re.Match[str], money: _Money) -> tuple[int, int] | None:
    """A sum, and how far off it may be."""
    groups = found.groupdict()
    told = {name: groups.get(name) or "" for name in ("rough", "figures", "number", "unit", "rest")}
    rough = bool(told["rough"]) or "couple" in told["number"].lower()
    if told["figures"]:
        cents = round(float(told["figures"].replace(",", "")) * 100)
        return cents, max(rough * cents // ROUGH, COINS * ("." not in told["figures"]))
    one = told["number"].lower() in ("a", "an")
    whole, rest = 1 if one else number_of(told["number"]), number_of(told["rest"]) if told["rest"] else 0
    if whole is None or rest is None:
        return None
    small = told["unit"].lower() in money.minors
    cents = whole if small else whole * 100 + rest
    return cents, max(rough * cents // ROUGH, 0 if small or rest else COINS)


# --- cartridges

_HAVE = r"\byou(?: (?:now|still|only))*(?: have|['’]ve|['’]ve got| have got| carry)"
_N = rf"(?P<number>{NUMBER})"
_IN_GUN, _IN_BELT = rf"(?: left| remaining)? in (?:your|the) {GUN}\b", rf"(?: left| remaining)? in your {HOLDER}\b"
FRAMES: tuple[tuple[Kind, bool, str], ...] = (
    ("gun", False, rf"{_HAVE} {ONLY}{_N} {ROUND}{_IN_GUN}"),
    ("loose", False, rf"{_HAVE} {ONLY}{_N} {ROUND}{_IN_BELT}"),
    ("shots", False, rf"{_HAVE} {ONLY}{_N} {ROUND} (?:left|remaining){END}"),
    ("gun", True, rf"\bthere(?: (?:is|are)|['’]s) {ONLY}{_N} {ROUND}{_IN_GUN}"),
    ("gun", True, rf"^\W*{ONLY}{_N} {ROUND}{_IN_GUN}"),
    ("loose", False, rf"^\W*{ONLY}{_N} {ROUND} (?:are |is )?(?:left |remain )?in your {HOLDER}\b"),
    ("shots", True, rf"^\W*{ONLY}{_N} {ROUND} (?:left|remain(?:ing)?)\W*$"),
    ("shots", False, rf"^\W*{ONLY}{_N} {ROUND} (?:is|are) all (?:that )?you have\b"),
    ("gun", True, rf"^\W*{ONLY}{_N} left in (?:the|your) {GUN}\W*$"),
    ("gun", False, rf"\b{_N} {ROUND} (?:remains?|is left|are left) in your {GUN}\b"),
    ("gun", True, rf"\byou [^.;:]{{0,40}}\band count {ONLY}{_N} {ROUND}{END}"),
    ("gun", False, rf"\byour {GUN}(?: (?:now|still|only))* (?:holds?|has|carries|is down to) {ONLY}{_N} {ROUND}"),
    ("gun", True, rf"\bthe (?:cylinder|magazine)(?: (?:now|still|only))* (?:holds?|has) {ONLY}{_N} {ROUND}"),
    ("gun", False, rf"\byou (?:spin|check|open|break|thumb open) (?:the|your) {GUN}\W+{ONLY}{_N} {ROUND}"),
    ("gun", False, rf"\byou (?:check|count) (?:the|your) loads\W+{ONLY}{_N}(?: {ROUND})?(?: left)?\W*$"),
)
ROUNDS = tuple((kind, bare, re.compile(frame, re.IGNORECASE)) for kind, bare, frame in FRAMES)
EMPTY: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("gun", re.compile(rf"\byour {GUN} (?:is|are|hangs|clicks) (?:\w+ )?empty\b|\bthe {GUN} is empty in your hand\b", re.IGNORECASE)),
    (
        "shots",
        re.compile(
            r"\byou(?: are|['’]re)(?: all)? out of (?:ammunition|ammo|cartridges|bullets|rounds|shells)\b"
            rf"|{_HAVE} no (?:more )?(?:ammunition|ammo|cartridges|bullets|rounds|shells)(?: left)?{END}",
            re.IGNORECASE,
        ),
    ),
)


def _rounds(words: str, *, bare: bool) -> Iterator[Row]:
    for kind, pattern in EMPTY:
        if found := pattern.search(words):
            yield kind, 0, 0, found[0]
            return
    for kind, needs_bare, pattern in ROUNDS:
        if (bare or not needs_bare) and (found := pattern.search(words)) and (number := number_of(found["number"])) is not None:
            yield kind, number, int("couple" in found["number"].lower()), found[0]
            return


# --- wounds

_ARE = r"\byou(?: are|['’]re)(?: (?:still|quite|entirely|wholly|completely|otherwise|now|all))*"
UNHURT = re.compile(
    rf"{_ARE} {WHOLE}\b|{_ARE} not {HURT}\b|\byou aren['’]t {HURT}\b|\bnot a (?:scratch|mark) on you\b"
    r"|\byou (?:have|['’]ve) not (?:got )?a (?:scratch\b|mark on you\b)|\byou haven['’]t (?:got )?a (?:scratch\b|mark on you\b)"
    rf"|\byou(?: have|['’]ve)? (?:come|came) (?:\w+ ){{0,3}}(?:without a (?:scratch|mark)|{WHOLE})\b"
    rf"|\byou have no wounds?\b|\bthere is not a (?:scratch|mark) on you\b",
    re.IGNORECASE,
)
MANY = re.compile(rf"\b(?:you have|you['’]ve got|you carry|you(?: are|['’]re) bleeding from) {ONLY}{_N} (?:\w+ )?wounds?\b", re.IGNORECASE)
WHICH = re.compile(rf"\byour (?P<nth>{'|'.join(NTH)}) wound\b", re.IGNORECASE)
OLD = r"(?!(?:\w+ )?(?:old|first|second|third|fourth|fifth|sixth|pride|heart)\b)"
SORE = re.compile(
    rf"\byour {OLD}(?:\w+ )?(?:wounds?|bullet ?holes?|gunshot)\b"
    rf"|\b(?:the|a) (?:\w+ )?(?:wound|bullet ?hole|knife ?cut) in your {OLD}(?:\w+ )?{BODY}\b"
    rf"|{_ARE} (?:badly |gravely |sorely |mortally |lightly )?wounded\b|{_ARE} bleeding{END}|\byou have been (?:shot|stabbed|wounded)\b"
    rf"|\byour {OLD}(?:\w+ )?(?:wounded|bullet-torn|shattered) {BODY}\b|\byour (?:\w+ )?{BODY} is (?:broken|shattered)\b",
    re.IGNORECASE,
)
STRUCK = re.compile(
    rf"\byou (?:take|catch) an? (?:\w+ )?{MISSILE} (?:in|to|through) (?:the|your) (?:\w+ )?{BODY}\b"
    rf"|\b{MISSILE} (?:hits|strikes|catches|finds|takes|tears into|tears through|punches into|punches through|bites into|rips into|grazes"
    rf"|goes into|goes through|passes through|cuts into|buries itself in"
    rf"|opens|slices) (?:you(?! (?:\w+ )?(?:hat|horse|coat))\b|your (?:\w+ )?{BODY}\b)"
    rf"|\byou(?: are|['’]re) (?:hit|shot|stabbed|cut) in the (?:\w+ )?{BODY}\b",
    re.IGNORECASE,
)


def _wounds(words: str) -> Iterator[Row]:
    if found := UNHURT.search(words):
        yield "unhurt", 0, 0, found[0]
    elif (found := MANY.search(words)) and (number := number_of(found["number"])):
        yield "wounds", number, 0, found[0]
    elif (found := WHICH.search(words)) or (found := re.search(rf"\bthat is your (?P<nth>{'|'.join(NTH)}) wound\b", words, re.IGNORECASE)):
        yield "nth wound", NTH[found["nth"].lower()], 0, found[0]
    elif found := STRUCK.search(words):
        yield "hit", 1, 0, found[0]
    elif found := SORE.search(words):
        yield "hurt", 1, 0, found[0]
