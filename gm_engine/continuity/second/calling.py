"""What a sentence says outright that somebody or something is called, and under which title a name is told."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.naming import DATA, L, is_place, names
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.telling import kept
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S, cat
from gm_engine.story.gist import DEFINITE

CANON: dict[str, str] = {word: one for one, words in lists("names")["canon"].items() for word in words}
CALLS, READS, KNOWN_AS, NAMEPLATES, NAME_WORDS, OFFICES = (
    frozenset(DATA[key]) for key in ("calls", "reads", "known_as", "nameplates", "name_words", "offices")
)
SOMEBODY = S("man woman fellow person lad lass figure one girl boy chap creature beast thing soul stranger gentleman lady")
FOLK = S("everybody everyone folk folks people they friend crew town all man some other we child boy")
"""Those who call somebody by another name than his own."""
Called = tuple[Mention, tuple[str, ...], str]
"""Who or what, the words of the name, and the id of whom the name means."""


@kept("_called")
def called(sentence: Sentence, ground: Ground) -> Iterator[Called]:
    """Whom the sentence gives a name outright: "the cook is named X", "the cook's name is X", "the letters on the stern spell X"."""
    if L["alias"] & (set(sentence.lems) | set(sentence.words)):
        return
    for bearer, words, id_ in (*_by_verb(sentence, ground), *_beside(sentence, ground), *_of_titles(sentence, ground)):
        for one in (bearer, *_heads(sentence, bearer)):
            if bears(one) and one.lemma not in words:
                yield one, words, id_


def bears(mention: Mention) -> bool:
    """Whether the mention is of one certain thing that has a name of its own."""
    if mention.plural or mention.name or mention.pron or mention.det in ("other", "no", "every", "both") or mention.lemma in SOMEBODY:
        return False
    return mention.lemma in L["nameable"] or cat(mention.lemma) in ("person", "animal")


def kind(mention: Mention) -> str:
    """The word for what bears the name, one for all that mean the same: "skipper" is "captain"."""
    return CANON.get(mention.lemma, mention.lemma)


def _by_verb(sentence: Sentence, ground: Ground) -> Iterator[Called]:
    runs = {last: (words, id_) for words, last, id_ in names(sentence, ground)}
    owners = {mention.id: mention for mention in reversed(sentence.mentions) if mention.id and not mention.pron}
    for clause in sentence.clauses:
        if clause.mood != "asserted" or clause.neg or clause.tense in ("future", "modal"):
            continue
        subjects, objects = clause.roles.get("subj", ()), clause.roles.get("obj", ())
        given = [m for m in clause.roles.get("attr", ()) if m.at in runs]
        if clause.verb in CALLS:
            if clause.verb == "call" and {m.lemma for m in subjects} & FOLK:
                continue
            yield from ((bearer, *runs[m.at]) for m in given for bearer in objects)
        elif clause.verb == "be":
            yield from ((bearer, *runs[m.at]) for m in given for bearer in subjects if bearer.det in DEFINITE)
            for name in (m for m in subjects if m.lemma in NAME_WORDS):
                bearer = owners.get(name.owner) or (Mention(name.at, name.ownerlemma, det="the") if name.ownerlemma else None)
                if bearer is not None:
                    yield from ((bearer, *runs[m.at]) for m in (*given, *subjects) if m.at in runs and m.at != bearer.at)
        elif clause.verb in KNOWN_AS:
            yield from ((bearer, *runs[m.at]) for m in clause.roles.get("p:as", ()) if m.at in runs for bearer in objects)
        elif clause.verb in READS and NAMEPLATES & set(sentence.lems):
            shown = [m for m in objects if m.at in runs and m.lemma != "you"]
            things = [m for m in sentence.mentions if m.det in DEFINITE and m.lemma in L["nameable"] and m not in shown]
            yield from ((thing, *runs[m.at]) for m in shown for thing in things)


def _beside(sentence: Sentence, ground: Ground) -> Iterator[Called]:
    """ "the landlady, Mrs. Prewitt." and "her lurcher, Bramble,"."""
    by_at = {mention.at: mention for mention in sentence.mentions}
    for words, last, id_ in names(sentence, ground):
        first = last
        while first > 0 and sentence.raw[first - 1][:1].isupper() and sentence.pos[first - 1] == "PROPN":
            first -= 1
        noun = by_at.get(first - 2)
        after = sentence.words[last + 1 : last + 3]
        closed = not after or after[0] in (".", ";", "!") or (after[0] == "," and after[1:] != ("and",))
        listed = "," in sentence.words[: max(0, first - 2)] or set(S("and or")) & set(sentence.words[last + 1 : last + 3])
        if noun is not None and noun.det in DEFINITE and sentence.raw[first - 1] == "," and closed and not listed:
            yield noun, words, id_


def _of_titles(sentence: Sentence, ground: Ground) -> Iterator[Called]:
    """The office that is written before a name: "Superintendent Edwin Lathrop"."""
    by_at = {mention.at: mention for mention in sentence.mentions}
    for words, last, id_ in names(sentence, ground):
        if is_place(id_, ground) or last not in by_at:
            continue
        told = sentence.raw[last].lower().replace(".", "").split()
        at = last
        while at > 0 and sentence.raw[at - 1][:1].isupper() and sentence.pos[at - 1] in ("PROPN", "NOUN", "ADJ"):
            at -= 1
            told = [sentence.raw[at].lower().strip("."), *told]
        office = next((word for word in reversed(told[:-1]) if word in OFFICES), "")
        if office:
            yield Mention(last, office, det="the", of=by_at[last].of, owner=by_at[last].owner), words, id_


def _heads(sentence: Sentence, bearer: Mention) -> Iterator[Mention]:
    """What else the bearer is told to be: "the *foreman*, a squat man called X", "his *horse* is a gelding named X"."""
    for clause in sentence.clauses:
        if clause.verb == "be" and not clause.neg and bearer in clause.roles.get("attr", ()):
            yield from clause.roles.get("subj", ())
    head = sentence.heads[bearer.at]
    if sentence.deps[bearer.at] == "appos":
        yield from (mention for mention in sentence.mentions if mention.at == head)
