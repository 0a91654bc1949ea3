"""What a text that somebody came with says where they are asked whether something is so: its own words, and never the dice's.

A card, a lorebook and a page of a vault say what their author knows of somebody. What they do not say is not so little known that dice
could decide it: whoever brought them may hold the contrary true.
"""

from typing import NamedTuple

from gm_engine import wordnet
from gm_engine.direction.answer_pieces import SURE, Piece, fitness, pieces_of, rarities
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import Question
from gm_engine.direction.turned import WH
from gm_engine.direction.words_typed import tokens_of
from gm_engine.state import StoryState
from gm_engine.state.seen import facts_seen
from gm_engine.stemming import stem
from gm_engine.story.claim import Fact
from gm_engine.story.pack import BROUGHT
from gm_engine.story.sentences import spans_of_sentences
from gm_engine.story.text_fields import CLAUSE, LINE, LINKS, WORDS

FELT = ("emotion", "perception", "cognition", "consumption")
"""Classes of verbs by which authors call what somebody likes and is given to."""

NO = frozenset(("no", "not", "non", "never", "none", "without"))


class Word(NamedTuple):
    """What is told: a sentence of a text, or the value of a fact, which whoever is asked says; ``so`` where that is what was asked."""

    piece: Piece
    so: bool = False


def came_with_a_text(state: StoryState, who: str) -> bool:
    """True for whoever came by a card, or with files that were brought."""
    person = state.pack.npcs.get(who)
    return person is not None and (person.by_card or BROUGHT in state.pack.x)


def of_whom(question: Question, npc: str, state: StoryState) -> str:
    """Whom a question asks of, among those who came with a text; empty for nobody."""
    about = question.topic if question.topic in state.pack.npcs or not question.of_asked else npc
    return about if came_with_a_text(state, about) else ""


def word_on(book: Notebook, question: Question, npc: str) -> Word | None:
    """What somebody's text says of the matter of a yes-or-no question; None where it says nothing, or nobody with a text is asked of.

    A fact whose value is asked for comes first, then the sentence that speaks of most of what is asked.
    """
    about = of_whom(question, npc, book.state) if question.kind == "yes_no" else ""
    # "Are you a maid?" asks somebody who is called "the maid" what they are, and not whether they are themselves.
    asked = tuple(unit for unit in question.units if unit.id != about) or tuple(unit._replace(id="") for unit in question.units)
    if not about or not asked:
        return None
    return _fact_on(book, question._replace(kind="", units=asked, topic=""), about) or _sentence_on(book, question, about)


def _fact_on(book: Notebook, question: Question, about: str) -> Word | None:
    for fact in facts_seen(book.state.lore.facts(about), book.state):
        value = {stem(token) for token in tokens_of(fact.value.text)}
        called = {stem(token) for token in (*tokens_of(WORDS.get(fact.relation, "")), *fact.relation.split("_"))}
        if not fact.polarity or fact.status != "open" or fact.value.entity or not fact.value.text:
            continue
        if all(unit.stems & value for unit in question.units):
            return Word(_value(fact), so=any(stem(head_of(fact.value.text)) in unit.stems for unit in question.units))
        if all((unit.stems | unit.like) & (value | called) for unit in question.units):
            return Word(_value(fact))
    return None


def head_of(value: str) -> str:
    """The word of a value that says what somebody is; empty where it says what they are not.

    >>> [head_of(one) for one in ("College student", "Human with a gift", "cook for a soldier", "not a student")]
    ['student', 'human', 'cook', '']
    """
    tokens = tokens_of(value)
    ends = next((n for n, token in enumerate(tokens) if n and (token in LINKS or token in WH or not token[:1].isalnum())), len(tokens))
    return tokens[ends - 1] if tokens and not NO & {*tokens} else ""


def _value(fact: Fact) -> Piece:
    text = fact.value.text or ""
    return Piece(f"fact:{fact.subject}:{fact.relation}", "own", f"{text[:1].upper()}{text[1:].rstrip('.')}.", (fact.subject,))


def _sentence_on(book: Notebook, question: Question, about: str) -> Word | None:
    state, rarity = book.state, rarities(book.state.pack)
    plain = question._replace(kind="", of_asked=False)
    best: tuple[float, Piece] | None = None
    for piece in pieces_of(state, ""):
        if about not in piece.about or piece.sort not in ("fact", "lore"):
            continue
        for n, text in enumerate(_sentences(piece.text, state.name(about))):
            one = Piece(f"card:{about}:{piece.id}:{n}", "own", text, (about,))
            fit = fitness(plain, one, state, rarity)
            if fit >= SURE and (best is None or fit > best[0]):
                best = fit, one
    return Word(piece=best[1]) if best else None


def _sentences(text: str, name: str) -> list[str]:
    """The sentences of a text; a field that is called by what somebody does is one, and another that holds a clause is that clause.

    >>> _sentences("Loves: rain, rye. Background: She left.\\nMood: dark", "Sal")
    ['Sal loves rain, rye.', 'She left.', 'Mood: dark']
    """
    found = []
    for line in map(str.strip, text.split("\n")):
        for start, end in spans_of_sentences(line):
            one = line[start:end].strip()
            field = LINE.fullmatch(one)
            value = field["value"].strip() if field else ""
            if field and (does := _done(field["key"])):
                one = f"{name} {does} {value[:1].lower()}{value[1:]}"
            elif CLAUSE.search(value):
                one = value
            found += [one] if one else []
    return found


def _done(label: str) -> str:
    """What a field's name says that somebody does: *Loves*, *Hates*; empty for any other."""
    word = label.strip().lower()
    plain = (word[:-1], word.removesuffix("es"))
    return word if word.endswith("s") and word.isalpha() and any(wordnet.verb_class(one) in FELT for one in plain) else ""
