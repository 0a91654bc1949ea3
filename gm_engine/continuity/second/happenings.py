"""The event that a date or a span belongs to: its verb or noun, its kind, and what it concerns."""

from collections import defaultdict
from dataclasses import dataclass

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.measures import DATA
from gm_engine.continuity.second.sentence import Mention, Sentence

EVENTS, WEAK = DATA["events"], set(DATA["weak_verbs"])
GIST = (
    {
        "be",
        "have",
        "do",
        "day",
        "night",
        "year",
        "time",
        "morning",
        "hour",
        "week",
        "month",
        "evening",
        "noon",
        "winter",
        "summer",
        "spring",
        "autumn",
        "fall",
        "afternoon",
        "date",
        "minute",
        "dawn",
        "dusk",
        "midnight",
        "o'clock",
        "today",
        "place",
    }
    | set(DATA["months"])
    | set(DATA["weekdays"])
)
VERB_KINDS: dict[str, list[str]] = defaultdict(list)
NOUN_KINDS: dict[str, list[str]] = defaultdict(list)
for _name, _event in EVENTS.items():
    for _word in _event["verbs"]:
        VERB_KINDS[_word].append(_name)
    for _word in _event["nouns"]:
        NOUN_KINDS[_word].append(_name)
IRREGULAR = {
    "found": "found",
    "rose": "rise",
    "bore": "bear",
    "born": "bear",
    "lit": "light",
    "hanged": "hang",
    "wed": "wed",
    "dug": "dig",
    "sank": "sink",
    "christened": "christen",
}


LIGHT = {"put", "lay", "get", "take", "hold", "make", "give", "have", "meet", "go", "come", "stand", "see", "begin", "celebrate", "attend"}


@dataclass(frozen=True)
class Happening:
    """An event told in a sentence: the token ``at``, the lemma, its kinds, and the mentions that it concerns."""

    at: int
    word: str
    kinds: tuple[str, ...]
    noun: bool
    args: tuple[Mention, ...]
    neg: bool = False
    near: bool = True

    @property
    def once(self) -> bool:
        """Whether it comes to a thing one time only."""
        return any(EVENTS[k]["once"] for k in self.kinds)


def _lemma(sent: Sentence, i: int) -> str:
    word, low = sent.lems[i], sent.raw[i].lower()
    if low == "found" and sent.pos[i] in ("VERB", "AUX"):
        return "find"
    if low == "founded":
        return "found"
    return IRREGULAR.get(low, word)


def _kinds(sent: Sentence, i: int) -> tuple[str, tuple[str, ...], bool]:
    """(word, kinds, noun) of a token: empty kinds when no event is known by it."""
    word = _lemma(sent, i)
    if sent.pos[i] == "ADJ" and word.endswith("ed"):
        word = next((s for s in (word[:-2], word[:-1]) if s in VERB_KINDS), word)
    if sent.pos[i] in ("VERB", "AUX", "ADJ"):
        particle = next(
            (
                sent.raw[j].lower()
                for j in range(i + 1, min(i + 4, len(sent.raw)))
                if sent.heads[j] == i and sent.deps[j] in ("prt", "advmod", "prep")
            ),
            "",
        )
        joined = f"{word}_{particle}"
        kinds = tuple(VERB_KINDS.get(joined, ())) or tuple(VERB_KINDS.get(word, ()))
        if word in LIGHT and (light := _light(sent, i)):
            return light, tuple(NOUN_KINDS[light]), False
        return (joined if joined in VERB_KINDS else word), kinds, False
    if (
        sent.raw[i].isupper()
        and sent.raw[i].endswith("ED")
        and (stem := next((s for s in (word[:-2], word[:-1], word) if s in VERB_KINDS), ""))
    ):
        return stem, tuple(VERB_KINDS[stem]), False
    if sent.pos[i] in ("NOUN", "PROPN"):
        return word, tuple(NOUN_KINDS.get(word, ())), True
    return word, (), False


def _light(sent: Sentence, i: int) -> str:
    """The event noun that a light verb leans on: "put in the ground", "got its charter"."""
    for j in range(i + 1, min(i + 9, len(sent.raw))):
        under = (sent.heads[j] == i and sent.deps[j] == "dobj") or (sent.deps[j] == "pobj" and sent.heads[sent.heads[j]] == i)
        if under and sent.pos[j] == "NOUN" and sent.lems[j] in NOUN_KINDS:
            return sent.lems[j]
    return ""


def _args(sent: Sentence, i: int, noun: bool) -> tuple[tuple[Mention, ...], bool]:
    """What the event at this token concerns, and whether it is denied."""
    by_at = {m.at: m for m in sent.mentions}
    if noun:
        own = by_at.get(i)
        out = [m for j, m in by_at.items() if sent.heads[j] == i and sent.deps[j] in ("poss", "compound", "nmod")]
        out += [
            by_at[j]
            for j in by_at
            if sent.deps[j] == "pobj"
            and sent.heads[sent.heads[j]] == i
            and sent.raw[sent.heads[j]].lower() in ("of", "at", "in", "between")
        ]
        return tuple(m for m in out if m is not own), False
    for c in sent.clauses:
        if c.at == i:
            return tuple(m for role, ms in c.roles.items() if not role.startswith("npadv") for m in ms if m.lemma not in GIST), c.neg
    return tuple(m for j, m in by_at.items() if sent.heads[j] == i and sent.deps[j] in ("nsubj", "nsubjpass", "dobj", "pobj")), False


def happenings(sent: Sentence, at: int) -> list[Happening]:
    """The events that a date at this token may tell the time of: up its path in the sentence, beside the path, else the nearest."""
    path, i = [], at
    for _ in range(8):
        path.append(i)
        if sent.heads[i] == i:
            break
        i = sent.heads[i]
    out = [
        h
        for j in range(at + 1, min(at + 9, len(sent.raw)))
        if _under(sent, j, at) or "year" in sent.lems[at + 1 : j]
        for h in _told(sent, j, True)
    ]
    stop = False
    for i in path:
        near = [
            i,
            *[
                j
                for j in range(len(sent.heads))
                if sent.heads[j] == i
                and j != i
                and j not in path
                and sent.deps[j]
                in ("relcl", "acl", "pobj", "prep", "pcomp", "appos", "attr", "nsubj", "dobj", "advcl", "nsubjpass", "dep", "ccomp", "conj")
            ],
        ]
        near += [k for j in near[1:] for k in range(len(sent.heads)) if sent.heads[k] == j and sent.deps[k] in ("pobj", "pcomp", "relcl")]
        for j in near:
            out += _told(sent, j, True)
        if sent.pos[i] == "VERB" and _lemma(sent, i) not in WEAK:
            if not any(h.at == i for h in out):
                args, neg = _args(sent, i, False)
                out.append(Happening(i, _lemma(sent, i), (), False, args, neg))
            stop = True
        if stop:
            break
    if not out and path and (verbs := [i for i in path if sent.pos[i] in ("VERB", "AUX")]):
        args, neg = _args(sent, verbs[0], False)
        out.append(Happening(verbs[0], _lemma(sent, verbs[0]), (), False, args, neg))
    if not any(h.kinds for h in out):
        rest = sorted((abs(j - at), j) for j in range(len(sent.raw)) if abs(j - at) <= 14)
        out += next((found for _, j in rest if (found := _told(sent, j, False))), [])
    return out


def _under(sent: Sentence, i: int, top: int) -> bool:
    """Whether the token hangs below another: "412, the year of her launching"."""
    for _ in range(5):
        i = sent.heads[i]
        if i == top:
            return True
    return False


def _told(sent: Sentence, i: int, near: bool) -> list[Happening]:
    word, kinds, noun = _kinds(sent, i)
    if not kinds:
        return []
    args, neg = _args(sent, i, noun)
    return [Happening(i, word, kinds, noun, args, neg, near)]


def alike(a: Happening, b: Happening) -> str:
    """How much two happenings may be one: "same" word, "kind", or ""."""
    if a.neg or b.neg:
        return ""
    if a.word == b.word and a.noun == b.noun and a.word not in WEAK:
        return "same"
    return "kind" if set(a.kinds) & set(b.kinds) else ""


def _belongs(one: Mention, two: Mention) -> bool:
    """Whether the second is told as the first's: "one rotation of Lamprey"."""
    words = {one.lemma, *one.id.split("_")} if one.id and one.id != "you" and not one.pron else set()
    mine, whose = set(one.id.split("_")), set(two.owner.split("_"))
    return bool(one.id and two.owner and one.id != "you" and two.owner != "you" and one.name and (mine <= whose or whose <= mine)) or (
        one.name and bool(words & {*two.of, two.ownerlemma})
    )


def concern(earlier: Sentence, later: Sentence, a: Happening, b: Happening, ctx: Ground) -> tuple[str, str]:
    """(tier, anchor) of what two happenings share: "arg" sure, "part", "near" in the sentence, "word" a rare word, or ""."""
    tier, anchor = "", ""
    for one in a.args:
        for two in b.args:
            if one.id == "you" or (one.pron and not one.id):
                continue
            if ident(one, two) >= 2:
                return "arg", one.id or one.lemma
            if ident(one, two) >= 1.0 or (one.lemma == two.lemma and not one.pron) or _belongs(one, two) or _belongs(two, one):
                tier, anchor = "part", one.id or one.lemma
    if tier:
        return tier, anchor
    for one in earlier.mentions:
        for two in later.mentions:
            if one.id != "you" and not one.pron and not two.pron and one.lemma not in GIST and ident(one, two) >= 2:
                return "near", one.id or one.lemma
    for one in (*a.args, *b.args):
        other = later if one in a.args else earlier
        if one.id and one.id != "you" and one.id in other.ids:
            return "near", one.id
    shared = [w for w in earlier.lemmas & later.lemmas if w not in GIST and ctx.rare(w) >= 3 and w not in (a.word, b.word)]
    return ("word", min(shared)) if shared else ("bare", "")
