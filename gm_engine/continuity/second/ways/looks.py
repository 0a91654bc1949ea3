"""Looks that differ: colours of eyes, hair, beard, coat and clothes; colours, sizes and sides of one thing."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.colours import FLUSHED, Colour, close, colours_of, same_colour
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.marks import marks_of
from gm_engine.continuity.second.openings import both
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.vocabulary import wordlist
from gm_engine.continuity.second.words import BODY, COLGROUP, COLOURS, S, anti

PARTS = BODY | wordlist("looks", "parts")
PASSING = wordlist("looks", "passing")
"""Adjectives of what is so today and otherwise tomorrow."""
PLAIN = S("be look seem remain stay turn grow go gleam shine flash come") | {""}
FACES = S("eye eyes face cheek skin nose")
LIGHT = S("pale dark")
KEY = "looks"
SURE, PROBABLE, LEAST = 2.0, 1.5, 1.2
HEARD = 60
Look = tuple[Mention, str, bool]


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Colours of parts, marks on one side, then all else that is said to look so."""
    yield from _coloured(earlier, later)
    yield from _marked(earlier, later, ground)
    yield from _others(earlier, later)


def _marked(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """A scar, a patch or a false limb that changes sides."""
    for one in marks_of(earlier, ground):
        for other in marks_of(later, ground):
            whose = one.whose & other.whose
            if (one.kind, one.part) == (other.kind, other.part) and one.side != other.side and whose:
                sure = "sure" if one.sure and other.sure else "owned" if one.sure or other.sure else "near"
                why = f"the {one.part} with the {one.kind} was the {one.side} one before, and is the {other.side} one here"
                yield Candidate(f"sided:{one.kind}:{sure}", "physical_trait", why, min(whose))
                return


def _coloured(earlier: Sentence, later: Sentence) -> Iterator[Candidate]:
    others = colours_of(later)
    for one in colours_of(earlier):
        for other in others:
            if one.part != other.part or (one.part == "dress" and one.word != other.word):
                continue
            same = 3.0 if one.whose.id and one.whose.id == other.whose.id else ident(one.whose, other.whose)
            if same < PROBABLE or any(close(a, b) for a in one.shades for b in other.shades):
                continue
            sure = "sure" if same >= SURE and min(one.whose.sure, other.whose.sure) >= HEARD else "loose"
            kind = f"colour:{one.part}:{'said' if one.said and other.said else 'like'}:{sure}"
            yield Candidate(kind, "physical_trait", _why(one, other), one.whose.id or one.whose.lemma)


def _why(one: Colour, other: Colour) -> str:
    are = "were" if one.part.endswith("s") and one.part != "dress" else "was"
    what = one.word if one.part == "dress" else one.part
    before, here = " or ".join(sorted(one.shades)), " or ".join(sorted(other.shades))
    return f"the {what} of {one.whose.id or 'the ' + one.whose.lemma} {are} {before} before, and {here} here"


def _looks(sentence: Sentence) -> tuple[Look, ...]:
    """(mention, adjective, whether it is the predicate) of all that is plainly said to look so; kept on the sentence."""
    if KEY not in sentence.kept:
        before = [(mention, word, False) for mention in sentence.mentions for word in mention.mods]
        sentence.kept[KEY] = (*before, *_predicates(sentence))
    kept: tuple[Look, ...] = sentence.kept[KEY]
    return kept


def _predicates(sentence: Sentence) -> Iterator[Look]:
    for clause in sentence.clauses:
        if clause.mood != "asserted" or clause.neg or clause.tense in ("future", "modal") or clause.verb not in PLAIN:
            continue
        said = clause.roles.get("attr", ())
        for mention in clause.roles.get("subj", ()) or said:
            for word in (*clause.adj, *(word for noun in said if noun is not mention for word in (noun.lemma, *noun.mods))):
                yield mention, word, True


def _others(earlier: Sentence, later: Sentence) -> Iterator[Candidate]:
    ones, others = _looks(earlier), _looks(later)
    for one, word, predicate in ones:
        for other, word2, predicate2 in others:
            who = _same(one, other) if word != word2 else ""
            how, kind = anti(word, word2) if who else (0.0, "")
            if not how or kind == "size" or (kind == "anto" and how < 1 and not (predicate and predicate2)):
                continue
            if kind == "anto" and {word, word2} & PASSING:
                continue
            if kind == "colour" and _shaded(one, {word, *_words(one, ones)}, {word2, *_words(other, others)}, {word, word2}):
                continue
            type = f"looks:{kind}:{who}:{'pred' if predicate or predicate2 else 'mod'}"
            name = one.id or f"the {one.lemma}"
            why = f"{name} {'were' if name == 'you' or one.plural else 'was'} {word} before, and {word2} here"
            yield Candidate(type, "geography" if kind == "dir" else "physical_trait", why, one.id or one.lemma)


def _same(one: Mention, other: Mention) -> str:
    """How the two are one thing: part, sure or loose; empty where they are not."""
    if one.lemma in PARTS and one.lemma == other.lemma:
        return "part" if one.owner and one.owner == other.owner and other.det != "other" else ""
    same = ident(one, other)
    return "sure" if same >= SURE else "loose" if same >= LEAST else ""


def _words(mention: Mention, looks: tuple[Look, ...]) -> set[str]:
    """All that a sentence says of the mention's looks."""
    return {word for told, word, _ in looks if told.at == mention.at} | set(mention.mods)


def _shaded(mention: Mention, mine: set[str], theirs: set[str], two: set[str]) -> bool:
    """Whether two colours may be told of one thing."""
    common = {COLGROUP.get(word, word) for word in mine} & {COLGROUP.get(word, word) for word in theirs} & COLOURS
    return bool(common or same_colour(*sorted(two)) or two & LIGHT or (mention.lemma in FACES and two & FLUSHED))


OPENINGS = both(lambda sentence, _: colours_of(sentence), lambda sentence, _: _looks(sentence), marks_of)
