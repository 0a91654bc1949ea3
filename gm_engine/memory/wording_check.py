"""The check of a summary that somebody else worded: names, numbers and negations must be in its sources, else the plain one stands.

It errs on the safe side: what it cannot trace it does not let pass, and then nothing is lost, for the plain summary says the same.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from gm_engine.memory.chapters import SIZES, Summary
from gm_engine.memory.index_words import SILENT, WORD
from gm_engine.stemming import stem
from gm_engine.story.noun import Noun
from gm_engine.tokens import STANDARD, count

SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’)]*\s+|\n+")
CLAUSE = re.compile(
    r"[,;:—–()]|\s+(?:and|but|or|while|though|although|who|which|because|so|then|when|after|before|until)\s+", re.IGNORECASE
)
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
DOLLARS = re.compile(rf"\$\s?({NUMBER.pattern})")
CAPITAL = re.compile(r"[A-ZÀ-ÖØ-Þ]")
NEGATING = """
    not never no nobody nothing none neither nor without cannot nowhere hardly barely refuse fail deny decline lack unable
"""
NEGATORS = frozenset(NEGATING.split())
"""Words that turn what a clause says into its opposite, in their base form."""
OPENING = """
    later meanwhile soon finally eventually still together back yet next there here today tonight tomorrow yesterday afterward afterwards
    instead however thus hence perhaps once twice upon within having being both nothing nobody neither never none no not
"""
OPENERS = frozenset(OPENING.split())
"""Words that begin a sentence and are no names, besides those that say nothing."""
COUNTING = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
UNITS = COUNTING.split()
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
ORDINALS = {
    "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "twelfth": 12,
}  # fmt: skip
NAMED = {word: n for n, word in enumerate(UNITS)} | {word: 10 * n for n, word in enumerate(TENS, 2)} | ORDINALS
NAMED |= {"dozen": 12, "twice": 2, "both": 2, "single": 1}
SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
ARTICLES = frozenset(("a", "an"))
LOOSE = frozenset(("no", "any", "some", "every", "each", "the", "this", "that", "another", "which"))
"""Before *one*: then it counts nothing."""
FORMS = """
    be was were been is are am; go went gone; come came; take took taken; give gave given; say said; tell told; see saw seen; find found;
    lose lost; leave left; keep kept; hold held; bring brought; buy bought; sell sold; pay paid; owe owed; steal stole stolen; shoot shot;
    kill killed; die died dead; ride rode ridden; run ran; fall fell fallen; rise rose risen; hide hid hidden; speak spoke spoken;
    swear swore sworn; forget forgot forgotten; know knew known; think thought; meet met; lead led; send sent; sit sat; stand stood;
    lie lay lain; sleep slept; wake woke; break broke broken; drink drank drunk; eat ate eaten; draw drew drawn; write wrote written;
    win won; strike struck; stick stuck; hang hung; burn burnt burned; catch caught; fight fought; teach taught; choose chose chosen;
    refuse refused refuses refusing; fail failed fails failing; deny denied denies denying; decline declined declines declining;
    lack lacked lacks lacking
"""
BASE = {form: forms.split()[0] for forms in FORMS.split(";") for form in forms.split()}
"""Forms of verbs that no ending shows."""


class Untraced(Noun):
    """A piece of a wording that its sources do not bear out."""

    kind: Literal["name", "number", "negation", "words", "length"]
    words: str


def worded(summary: Summary, sources: Iterable[str], words: str, *, size: int | None = None, encoding: str = STANDARD) -> str:
    """``words`` where all that they name, count and deny is in the summary's sentences or in ``sources``; else the summary's own text.

    ``sources`` are the words of the turns that the summary rests on. A wording of more than ``size`` tokens (else as the
    summary's level has it) does not stand either.
    """
    return summary.text if untraced(summary, sources, words, size=size, encoding=encoding) else " ".join(words.split())


def untraced(
    summary: Summary, sources: Iterable[str], words: str, *, size: int | None = None, encoding: str = STANDARD
) -> tuple[Untraced, ...]:
    """Why a wording does not stand: empty where it does."""
    room = SIZES[summary.level] if size is None else size
    found = unsupported(words, (*summary.sentences, *sources))
    if not words.strip():
        return (*found, Untraced(kind="length", words="it says nothing"))
    price = count(" ".join(words.split()), encoding)
    return (*found, Untraced(kind="length", words=f"{price} tokens of {room}")) if price > room else found


def unsupported(words: str, sources: Iterable[str]) -> tuple[Untraced, ...]:
    """The names, numbers and negations of ``words`` that ``sources`` do not bear out.

    >>> found = unsupported("Cal never paid Luis Ortega forty dollars.", ["Cal paid Ortega thirty dollars."])
    >>> [(piece.kind, piece.words) for piece in found][:2], found[2].kind
    ([('name', 'Luis Ortega'), ('number', '40 dollars')], 'negation')
    """
    told = tuple(sources)
    found = [Untraced(kind="name", words=name) for name in _strange_names(words, told)]
    found += [Untraced(kind="number", words=number) for number in _strange_numbers(words, told)]
    found += [Untraced(kind="negation", words=clause) for clause in _turned_round(words, told)]
    return tuple(dict.fromkeys(found))


def made_up(words: str, sources: Iterable[str]) -> tuple[Untraced, ...]:
    """The clauses of ``words`` of whose telling words, names apart, half or more stand in no source.

    >>> [piece.words for piece in made_up("Cal paid Ortega, and then the barn burned down.", ["Cal paid Ortega thirty dollars."])]
    ['then the barn burned down']
    """
    told = tuple(sources)
    names = {stem(word.lower()) for source in told for run, _ in _runs(source) for word in run}
    known = {word for source in told for _, telling, _ in _clauses(source) for word in telling}
    clauses = ((clause, telling - names) for clause, telling, _ in _clauses(words))
    return tuple(Untraced(kind="words", words=clause) for clause, said in clauses if said and 2 * len(said - known) >= len(said))


def _bare(word: str) -> str:
    word = word.replace("’", "'")
    return word[:-2] if word.endswith("'s") else word


# --- names


def _runs(text: str) -> Iterator[tuple[tuple[str, ...], bool]]:
    """The runs of capitalised words, each with whether it begins a sentence."""
    for sentence in SENTENCE.split(text):
        run: list[str] = []
        first = begins = True
        end = 0
        for match in WORD.finditer(sentence):
            word = _bare(match[0])
            joined = sentence[end : match.start()] in (" ", "-", ". ") or not run
            capital = CAPITAL.match(word) and word.lower() not in SILENT
            if run and not (capital and joined):
                yield tuple(run), begins
                run = []
            if capital:
                begins = first if not run else begins
                run.append(word)
            end, first = match.end(), False
        if run:
            yield tuple(run), begins


def _strange_names(words: str, sources: tuple[str, ...]) -> Iterator[str]:
    """Names that stand so in no source: a run of capitalised words is one name."""
    known = {tuple(word.lower() for word in run) for source in sources for run, _ in _runs(source)}
    ordinary = {_bare(match[0]).lower() for source in sources for match in WORD.finditer(source)}
    stems = {stem(word) for word in ordinary}
    for run, begins in _runs(words):
        name = run
        if begins and not _within(run, known) and _ordinary(run[0].lower(), ordinary, stems):
            name = run[1:]
        if name and not _within(name, known):
            yield " ".join(name)


def _ordinary(word: str, ordinary: set[str], stems: set[str]) -> bool:
    """True for a word that a sentence may begin with without naming anybody."""
    return word in ordinary or stem(word) in stems or word in OPENERS or word in NAMED or word.endswith("ly")


def _within(run: tuple[str, ...], known: set[tuple[str, ...]]) -> bool:
    small = tuple(word.lower() for word in run)
    return any(small == other[at : at + len(small)] for other in known for at in range(len(other) - len(small) + 1))


# --- numbers


def _numbers(text: str) -> Iterator[tuple[str, str]]:
    """The numbers of a text, each with the stem of what it counts (empty where that does not follow)."""
    for sentence in SENTENCE.split(DOLLARS.sub(r"\1 dollars", text)):
        tokens = [found[0].replace("’", "'") for found in re.finditer(rf"{NUMBER.pattern}|{WORD.pattern}", sentence)]
        small = [token.lower() for token in tokens]
        at = 0
        while at < len(small):
            value, after = _number_at(small, at)
            if value is None:
                at += 1
                continue
            counted = next((word for word in small[after : after + 3] if word not in SILENT and not _counts(word)), "")
            yield value, stem(_bare(counted)) if counted else ""
            at = after


def _counts(word: str) -> bool:
    return bool(NUMBER.match(word)) or word in NAMED or word in SCALES


def _number_at(small: list[str], at: int) -> tuple[str | None, int]:
    """The number that begins there, as digits, and where the next word stands."""
    word = small[at]
    if NUMBER.fullmatch(word):
        return word.replace(",", "").rstrip("."), at + 1
    if match := re.fullmatch(r"(\d+)(?:st|nd|rd|th|s)", word):
        return match[1], at + 1
    if word == "one" and (at + 1 == len(small) or small[at + 1] in SILENT or (at and small[at - 1] in LOOSE)):
        return None, at + 1
    article = word in ARTICLES and at + 1 < len(small) and (small[at + 1] in SCALES or small[at + 1] == "dozen")
    if word not in NAMED and word not in SCALES and not article:
        return None, at + 1
    total, part = 0, 1 if article else 0
    at += article
    while at < len(small) and (small[at] in NAMED or small[at] in SCALES):
        if small[at] in SCALES:
            part = (part or 1) * SCALES[small[at]]
            total, part = (total + part, 0) if part >= 1000 else (total, part)
        elif small[at] == "dozen":
            part = (part or 1) * 12
        else:
            part += NAMED[small[at]]
        at += 1
    return str(total + part), at


def _strange_numbers(words: str, sources: tuple[str, ...]) -> Iterator[str]:
    """Numbers that no source has, or that count there something else than here."""
    known = [pair for source in sources for pair in _numbers(source)]
    values = {value for value, _ in known}
    articles = any(match[0].lower() in ARTICLES for source in sources for match in WORD.finditer(source))
    counted: dict[str, set[str]] = {}
    for value, noun in known:
        counted.setdefault(noun, set()).add(value)
    for value, noun in _numbers(words):
        if value == "1" and articles and noun not in counted:
            continue
        if value not in values or (noun in counted and noun and value not in counted[noun]):
            yield f"{value} {_whole(noun, words)}".strip()


def _whole(noun: str, words: str) -> str:
    """The word of ``words`` that has that stem."""
    return next((word for word in WORD.findall(words) if noun and stem(_bare(word).lower()) == noun), "dollars" if noun == "dollar" else "")


# --- negations


def _clauses(text: str) -> Iterator[tuple[str, frozenset[str], bool]]:
    """The clauses of a text: their words, their telling stems, and whether they deny what they say."""
    for sentence in SENTENCE.split(text):
        for clause in CLAUSE.split(sentence):
            small = [match[0].lower().replace("’", "'") for match in WORD.finditer(clause)]
            bases = [BASE.get(_bare(word), _bare(word)) for word in small]
            denied = sum(base in NEGATORS or word.endswith("n't") for base, word in zip(bases, small, strict=True)) % 2 == 1
            telling = frozenset(stem(base) for base in bases if base not in SILENT and base not in NEGATORS and not base.endswith("n't"))
            if telling or denied:
                yield clause.strip(" \t.!?…\"'“”"), telling, denied


def _turned_round(words: str, sources: tuple[str, ...]) -> Iterator[str]:
    """Clauses that deny what their sources say, or say what those deny: each is laid beside those that share most words with it."""
    known = [(telling, denied) for source in sources for _, telling, denied in _clauses(source)]
    for clause, telling, denied in _clauses(words):
        most = max((len(telling & other) for other, _ in known), default=0)
        beside = {other for stems, other in known if most and len(telling & stems) == most}
        if denied not in beside and (denied or beside):
            yield clause
