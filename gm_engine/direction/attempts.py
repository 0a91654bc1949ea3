"""Attempts: what the player's character does by a parsed sentence, each with the words that belong to it.

The sentence's root, and what is joined to it, are acts where the player's character is their subject, or nobody is. What hangs on them
(so that, because, before, if) belongs to its act, and is none of its own.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gm_engine.story.parsed import Sentence

FINITE = ("VB", "VBP", "VBD", "VBZ", "VBG", "VBN")
SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj")
YOU = ("you", "your", "yours", "yourself", "ya", "y'all")
JOINED = ("conj", "dep", "parataxis")
FIRST_PERSON = ("i", "we")
WANTING = frozenset(("want", "like", "need", "decide", "wish", "love", "mean", "intend", "plan", "have", "get", "ought", "prefer"))
"""Verbs that say of an act that it is wanted or due, and are none beside it."""
TRYING = frozenset(("try", "attempt", "begin", "start", "manage", "go", "come", "proceed", "continue"))
"""Verbs that say how far an act goes."""
SUPPOSED = frozenset(("if", "unless", "whenever", "should"))
INDEFINITE = frozenset(("anybody", "anyone", "somebody", "someone", "whoever", "nobody", "everybody", "everyone"))
SUPPOSING = frozenset(("guess", "think", "suppose", "reckon", "let", "figure", "believe"))
FUTURE = frozenset(("will", "'ll", "shall", "would", "'d", "’ll", "’d"))


class Attempt(NamedTuple):
    """One thing done: its verb stands ``at``; ``top`` is the verb above it that only says that it is wanted or tried, else the same.

    ``places`` are those of all its words in the sentence, ``subject`` that of its subject, -1 where it is not said. ``span`` are the words
    from its first to the last before the next act, in the player's order, whatever they hang on: what is told back.
    """

    sentence: Sentence
    at: int
    top: int
    subject: int
    places: tuple[int, ...]
    span: range

    @property
    def verb(self) -> str:
        """The verb's base form."""
        return self.sentence[self.at].lemma

    @property
    def particle(self) -> str:
        """What makes another verb of it: *put* up."""
        loose = [at for at in self.sentence.children(self.at, "prt", "prep") if not self.sentence.children(at) and at > self.at]
        return self.sentence[loose[0]].text.lower() if loose else ""

    @property
    def negated(self) -> bool:
        """True for what is not done."""
        return any(self.sentence.child(at, "neg") >= 0 for at in (self.at, self.top))

    @property
    def text(self) -> str:
        """Its words as they were typed."""
        return self.sentence.text(self.places).strip(" ,;:")


KINDS, OF_THEM = ("any", "some", "every", "no"), ("where", "thing", "one", "body", "place")
ANY_OF_THEM = frozenset((*(f"{kind}{one}" for kind in KINDS for one in OF_THEM), "all", "whatever", "whoever", "wherever"))
"""What a clause goes on from without a mark: *anywhere I can reach*."""


def attempts_of(sentence: Sentence, me: frozenset[str]) -> tuple[Attempt, ...]:
    """What is done in a sentence, in its order. ``me`` are the words for the player's character besides *I*."""
    every = dict.fromkeys(_heads(sentence, sentence.root, me, mine=True))
    heads = tuple(head for head in every if not (head > min(every) and _goes_on(sentence, head)))
    found = []
    order = sorted(heads)
    starts = [0, *(_start(sentence, head, before) for before, head in pairwise(order)), len(sentence)]
    for head, (start, end) in zip(order, pairwise(starts), strict=False):
        others = {place for other in heads if other != head and head in sentence.above(other) for place in _joined(sentence, other)}
        own = [place for place in sentence.subtree(head) if place not in others]
        top, at = _main(sentence, head)
        places = _trimmed(sentence, own)
        if places:
            subject = _subject(sentence, head)
            fronted = start if start or subject < 0 or _fronted(sentence, head, subject) else subject
            fronted = max(fronted, subject) if _supposed(sentence, head) else fronted
            span = _trimmed(sentence, list(range(fronted, end)))
            found.append(Attempt(sentence, at, top, subject, places, range(span[0], span[-1] + 1)))
    return tuple(one for one in found if not _on_the_way(one, len(found)))


def readied(attempt: Attempt, harms: frozenset[str]) -> bool:
    """True for what is made ready, and not done: in front of it stands what others must do first (*if he draws, I run*; *anybody comes in,
    I run*), or, behind one of the verbs that are ``harms``, on what it hangs (*I shoot if he moves*).
    """
    sentence, start = attempt.sentence, attempt.span.start
    behind = [one for one in sentence.children(attempt.at, "advcl") if one > attempt.at and attempt.verb in harms]
    fronted = [range(start, attempt.at)] if sentence[start].text.lower() in SUPPOSED else []
    hangs = [range(min(own), max(own) + 1) for own in map(sentence.subtree, behind) if sentence[min(own)].text.lower() in SUPPOSED]
    whoever = range(next((at for at in range(start) if sentence[at].text[:1].isalpha()), start), start)
    hangs += [whoever] if whoever and sentence[whoever.start].text.lower() in INDEFINITE else []
    return any(_of_others(sentence, clause) for clause in (*fronted, *hangs))


def _of_others(sentence: Sentence, clause: range) -> bool:
    """True for a clause that tells what somebody or something else does, now or later."""
    subject = next((at for at in clause if sentence[at].dep in SUBJECTS), -1)
    if subject < 0 or sentence[subject].text.lower() in (*FIRST_PERSON, "you"):
        return False
    verb = sentence[sentence[subject].head]
    doing = any(sentence[one].tag in ("VBZ", "VBP") for one in sentence.children(sentence[subject].head, "aux"))
    return verb.lemma != "be" and (verb.tag in ("VBZ", "VBP") or doing)


def _heads(sentence: Sentence, at: int, me: frozenset[str], *, mine: bool) -> Iterator[int]:
    """The verbs of what is done, from one verb on; ``mine`` says whose acts they are where nobody is named."""
    word = sentence[at]
    if word.tag not in FINITE and word.dep != "ROOT":
        return
    subject = _subject(sentence, at)
    for before in sentence.children(at, "ccomp", *JOINED):
        spliced = before < at and sentence[before].tag in FINITE and sentence.child(before, "mark") < 0
        if spliced and (subject < 0 or word.lemma not in SUPPOSING):
            yield from _heads(sentence, before, me, mine=mine)
    own = mine if subject < 0 else _is_me(sentence, subject, me)
    if word.tag in FINITE and own:
        supposed = next((one for one in sentence.children(at, "ccomp") if one > at and _of_me(sentence, one, me)), -1)
        if word.lemma in SUPPOSING and supposed >= 0:
            yield from _heads(sentence, supposed, me, mine=True)
        else:
            yield at
    for after in sentence.children(at, *JOINED):
        if after > at and sentence[after].tag in FINITE:
            yield from _heads(sentence, after, me, mine=own)
    for clause in sentence.children(at, "advcl") if own else ():
        yield from _escaped(sentence, clause)


def _subject(sentence: Sentence, at: int) -> int:
    """The place of a verb's subject; -1 where it has none, or what stands there does not agree with it: *store, buy a rope*."""
    subject = sentence.child(at, *SUBJECTS)
    alone = subject >= 0 and sentence[subject].tag in ("NN", "NNP") and sentence[at].tag in ("VB", "VBP")
    called = alone and subject + 1 < len(sentence) and sentence[subject + 1].text == ","
    return -1 if called and not sentence.children(at, "aux") else subject


def _escaped(sentence: Sentence, clause: int) -> Iterator[int]:
    """Acts that hang on a clause about somebody else, and do not agree with him: *until Ben turns, then pocket the key*."""
    if sentence[clause].tag not in ("VBZ", "VBD"):
        return
    for one in sentence.children(clause, *JOINED):
        if one > clause and sentence[one].tag in ("VB", "VBP") and sentence.child(one, *SUBJECTS, "aux", "mark") < 0:
            yield one


def _is_me(sentence: Sentence, subject: int, me: frozenset[str]) -> bool:
    return sentence[subject].text.lower() in (*FIRST_PERSON, *me)


def _of_me(sentence: Sentence, at: int, me: frozenset[str]) -> bool:
    subject = sentence.child(at, *SUBJECTS)
    return subject >= 0 and (_is_me(sentence, subject, me) or sentence[subject].text.lower() in ("me", "us", "'s"))


def _goes_on(sentence: Sentence, head: int) -> bool:
    """True for the end of a clause that says on what an act hangs: *if it is anywhere I can reach*."""
    subject = _subject(sentence, head)
    ifs = [one for one in sentence.children(head, "advcl") if sentence[min(sentence.subtree(one))].text.lower() in SUPPOSED]
    return subject > 0 and sentence[subject - 1].text.lower() in ANY_OF_THEM and any(one < subject for one in ifs)


def _supposed(sentence: Sentence, head: int) -> bool:
    """True for an act that hangs on a verb which only says that it is thought of: *I guess I sit down*."""
    above = sentence[head].head
    return above < head and sentence[head].dep == "ccomp" and sentence[above].lemma in SUPPOSING


def _start(sentence: Sentence, head: int, before: int) -> int:
    """Where the words of an act begin that comes after the act ``before``: with the clauses in front of its subject that are its own."""
    own = set(sentence.subtree(head)) - set(sentence.subtree(before) if head in sentence.above(before) else ())
    subject = _subject(sentence, head)
    start = subject if before < subject < head else head
    while start - 1 > before and (start - 1 in own or (sentence[start - 1].dep in ("cc", "punct") and start - 2 in own)):
        start -= 1
    return start


def _fronted(sentence: Sentence, head: int, subject: int) -> bool:
    """True where what stands before the subject of a sentence's first act tells of that act: when, where, why or while what."""
    top = [at for at in range(subject) if sentence[at].head == head or sentence[at].head >= subject]
    return all(
        sentence[at].dep in ("prep", "npadvmod", "advmod", "cc", "punct", "intj")
        or (sentence[at].dep == "advcl" and (sentence[at].tag == "VBG" or sentence[min(sentence.subtree(at))].tag in ("IN", "WRB", "TO")))
        for at in top
    )  # fmt: skip


def _joined(sentence: Sentence, at: int) -> set[int]:
    """The words of an act that is joined to another, with the *and* before it."""
    above = sentence[at].head
    cut = set(sentence.subtree(at))
    for one in sentence.children(above, "cc", "punct"):
        if above < one < at and not any(one < place < at and place not in cut for place in sentence.children(above) if place != one):
            cut.add(one)
    return cut


def _main(sentence: Sentence, head: int) -> tuple[int, int]:
    """The verb above, and the one that is done: *want* to *go*."""
    word = sentence[head]
    below = next((one for one in sentence.children(head, "xcomp") if sentence[one].tag in ("VB", "VBG")), -1)
    if word.lemma in ("go", "come") and head + 1 < len(sentence) and sentence[head + 1].head == head and sentence[head + 1].tag == "VB":
        below = head + 1
    if below < 0 or word.lemma not in WANTING | TRYING:
        return head, head
    at = _main(sentence, below)[1]
    return (head if word.lemma in TRYING and word.tag != "VBG" else at), at


def _trimmed(sentence: Sentence, places: list[int]) -> tuple[int, ...]:
    """The places without marks and small words at either end."""
    while places and _marks(sentence, places[0]):
        places = places[1:]
    while places and _marks(sentence, places[-1]):
        places = places[:-1]
    return tuple(places)


def _marks(sentence: Sentence, at: int) -> bool:
    word = sentence[at]
    return (
        word.dep == "cc"
        or (word.dep == "punct" and not word.text[:1].isalpha())
        or word.tag in (".", ",")
        or (word.dep in ("advmod", "intj") and word.text.lower() in LEADING)
    )


LEADING = frozenset(("then", "so", "now", "next", "first", "ok", "okay", "well", "and", "but", "finally", "also", "no", "yes", "please"))


def _on_the_way(one: Attempt, of: int) -> bool:
    """True for a bare *go* beside what is gone for."""
    return of > 1 and one.verb in ("go", "come") and not set(one.sentence.children(one.at)) & set(one.places) - {one.subject}
