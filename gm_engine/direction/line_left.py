"""What is left of a line when a part of it has been taken up: the other acts in it still happen, the other words are still said."""

from collections.abc import Iterable

from gm_engine.direction.line_parts import Part
from gm_engine.story.parsed import Parsed, Sentence, Word

LOOSE = ("cc", "punct")


def without(parsed: Parsed, parts: Iterable[Part]) -> Parsed:
    """The line without these parts of it; a sentence or a quote of which nothing is left is no more."""
    spent = tuple(parts)
    quotes = {part.quote for part in spent if part.quote}
    sentences = []
    for number, sentence in enumerate(parsed.sentences):
        gone = {at for part in spent if part.sentence == number for at in part.places}
        gone |= {at for at, word in enumerate(sentence) if word.quote in quotes}
        left = _cut(sentence, gone) if gone else sentence
        if any(word.quote or word.text[:1].isalnum() for word in left):
            sentences.append(left)
    return Parsed(tuple(sentences), parsed.quotes)


def _cut(sentence: Sentence, gone: set[int]) -> Sentence:
    """A sentence without the words at these places; what hung on them hangs on what they hung on, else on the first verb that is left.

    >>> words = [("Wait", "VB", "ROOT", 0), ("and", "CC", "cc", 0), ("listen", "VB", "conj", 0), (".", ".", "punct", 0)]
    >>> cut = _cut(Sentence(Word(text, " ", text, tag, dep, head) for text, tag, dep, head in words), {0})
    >>> cut.text(), cut.root
    ('listen .', 0)
    """
    kept = [at for at in range(len(sentence)) if at not in gone]
    while kept and sentence[kept[0]].dep in LOOSE:
        kept = kept[1:]
    above = {at: next((one for one in sentence.above(at) if one in kept), -1) for at in kept}
    tops = [at for at in kept if above[at] < 0]
    root = next((at for at in tops if sentence[at].tag.startswith("VB")), tops[0] if tops else -1)
    new = {at: place for place, at in enumerate(kept)}
    words: list[Word] = []
    for at in kept:
        head = at if at == root else above[at] if above[at] >= 0 else root
        dep = "ROOT" if at == root else sentence[at].dep
        words.append(sentence[at]._replace(head=new[head], dep=dep))
    return Sentence(words)
