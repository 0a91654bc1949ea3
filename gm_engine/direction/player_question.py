"""A question as it is judged: its kind, whom or what it names, and the words that tell what it is about."""

import re
from typing import NamedTuple

from gm_engine import wordnet
from gm_engine.direction.kin import KIN, kin_meant
from gm_engine.direction.naming import names_of
from gm_engine.direction.player_verbs import IRREGULAR
from gm_engine.direction.talked import of_the_asker, talk_meant
from gm_engine.direction.turned import ADVERBS, AUXILIARIES, HOLDING, LINKS, OPENERS, WH, YOURS, parted, untagged, verb_of
from gm_engine.direction.words_typed import tokens_of, typed_tokens, unowned
from gm_engine.state.story_state import StoryState
from gm_engine.stemming import stem
from gm_engine.story.counting import IN_WORDS
from gm_engine.story.intent import Intent

QUESTIONS = ("yes_no", "who", "what", "where", "when", "why", "how", "how_many", "which", "opinion", "talk", "more", "same", "request")
COUNTED = frozenset(("many", "much", "long", "far", "old", "often", "big", "deep", "high", "wide", "heavy", "late", "soon"))
TO_COME = frozenset(("until", "till", "before"))
"""What opens the words for something that is yet to come."""
MEASURES = frozenset(map(stem, sorted(COUNTED)))
EMPTY_WORDS = """
i you he she it we they me him them us this that these those there here above below beneath beside beyond outside upon
along across toward towards off up down out be been being is are was were am not no yes so too as than then
tell ask say know hear think mean suppose guess wonder please just really about know known anything something nothing everything anybody
somebody nobody everybody anyone someone thing things way sort kind lot bit else again now today ever okay sir ma'am madam mister
want wanted like come came go goes got get if and or but whether let see sure right one ones ok
"""
EMPTY = frozenset((*EMPTY_WORDS.split(), *AUXILIARIES, *LINKS, *OPENERS, *WH, *YOURS, *ADVERBS, *HOLDING))
"""Words that fit any question, and so tell nothing of what it is about."""
LEAD = re.compile(
    r"^(?:(?:and|so|but|well|now|then|okay|please|say|hey|excuse me|listen)\b[\s,]*)*"
    r"(?:(?:can|could|would|will|do|did) you (?:please |kindly )?(?:tell me|say|know|remember|recall|think|suppose|happen to know)"
    r"|(?:tell|ask) me|i wonder|i want to know|i'd like to know|do you (?:know|think))\b[\s,:]*(?:that |if |whether )?(?=\S)",
    re.I,
)
APOSTROPHE = re.compile(
    r"\b(what|who|where|when|how|why)s(?=\s+(?:the|a|an|my|your|his|her|its|their|he|she|it|up|going|that|this)\b)", re.I
)
"""A mark that nobody types in a hurry: *whats her name*."""
SENTENCE = re.compile(r"[^.?!]*[.?!]*")


class Unit(NamedTuple):
    """One thing that a question is about: somebody or something of the story (``id``), or a word (its ``stems``, those of its
    ``like``; an ``act``, or the ``proper`` name of nobody known)."""

    id: str
    stems: frozenset[str]
    like: frozenset[str] = frozenset()
    act: bool = False
    proper: bool = False


class Question(NamedTuple):
    """``words`` is the question itself; ``kind`` what it asks for (empty for a bare matter); ``topic`` the first of those it names."""

    words: str
    kind: str
    topic: str
    units: tuple[Unit, ...]
    of_asked: bool = False

    @property
    def stems(self) -> frozenset[str]:
        """Every stem of its words."""
        return frozenset().union(*(unit.stems for unit in self.units)) if self.units else frozenset()


def question_of(intent: Intent, state: StoryState) -> Question:
    """What is asked, of whomever it is asked."""
    said = APOSTROPHE.sub(r"\1's", intent.about or intent.speech or intent.words)
    words = uncalled(said if intent.verb == "tell" and "?" not in said else asked_words(said), intent.target, state)
    if not intent.speech and intent.verb == "ask":
        words = put_to(words, intent.target, intent.topic, state)
    follows = follow_up(words)
    kind = "more" if follows == "more" else intent.manner if intent.manner in QUESTIONS else follows or kind_of(words)
    kind = kind_of(words) if kind == "how" and kind_of(words) in ("how_many", "when") else kind
    words, kind = (talk, "talk") if (talk := talk_meant(words)) else heard_of(words, kind)
    units = units_of(words, state, (intent.target, state.pc))
    topic = intent.topic if intent.topic not in state.pack.secrets and intent.topic != intent.target else ""
    if kind == "talk" and of_the_asker(words):
        return Question(words, kind, state.pc, (Unit(state.pc, frozenset(map(stem, _plain_words(state.name(state.pc))))),))
    if kin := kin_meant(words, topic, state):
        whose = frozenset(map(stem, KIN))
        topic, units = kin, tuple(unit for unit in units if unit.id != topic and not unit.stems & whose)
    for id in sorted({topic, *(unit.id for unit in units)} - {""}):
        if loosely(id, words, state):
            topic, units = "" if topic == id else topic, worded_again(units, id)
    topic = "" if topic and state.name(topic).lower() in EMPTY else topic
    if topic and all(unit.id != topic for unit in units):
        named = frozenset(map(stem, _plain_words(state.name(topic))))
        units = (Unit(topic, named), *(unit for unit in units if unit.id or not unit.stems <= named))
    if kind in ("how_many", "when"):
        units = tuple(unit for unit in units if unit.id or not unit.stems & MEASURES)
    if kind == "same" and units and not any(unit.id for unit in units):
        words, kind = re.sub(r"^\W*\w+(?:\s+about)?\s+", "", words.strip(" ?!.")), ""
    if kind in ("more", "same"):
        units = tuple(unit for unit in units if unit.id)
    parts = parted(words)
    if parts and (verb := verb_of(parts)):
        units = tuple(unit._replace(act=unit.act or stem(verb) in unit.stems) for unit in units)
    told = tokens_of(words)
    subject = parts.subject if parts and parts.helps else tuple(told[1:2] if told[:1] and told[0] in WH else told[:1])
    of_asked = bool({"you", "your", "yours", "yourself"} & {word.lower() for word in subject[:1]})
    of_asked = of_asked or (intent.topic == intent.target != "" and not units)
    return Question(words, kind, topic or next((unit.id for unit in units if unit.id), ""), units, of_asked)


def uncalled(words: str, asked: str, state: StoryState) -> str:
    """The words without the one who is called by them, before or behind: *Doctor, who was it?*, *who was it, Your Honor?*"""
    person = state.pack.npcs.get(asked)
    names = {token for one in ((person.name, *person.aliases, person.role) if person else ()) for token in tokens_of(one)}
    pieces = words.strip(" ?!.").split(",")

    def calls(piece: str) -> bool:
        typed = typed_tokens(piece)
        if not typed or len(typed) > MOST_CALLED:
            return False
        titled = all(word[:1].isupper() or word in ("the", "of") for word in typed) and len(pieces) > 1
        return titled or all(word.lower() in names or wordnet.category(word.lower()) == "person" for word in typed)

    while len(pieces) > 1 and calls(pieces[-1]):
        pieces = pieces[:-1]
    while len(pieces) > 1 and calls(pieces[0]) and not kind_of(pieces[0]):
        pieces = pieces[1:]
    said = ",".join(pieces).strip()
    return said + ("?" if words.rstrip().endswith("?") else "")


MOST_CALLED = 3


def loosely(topic: str, words: str, state: StoryState) -> bool:
    """True where no more than one small word out of its name means a place: *who is above ground* is not about the burying ground."""
    place = state.pack.locations.get(topic)
    typed = typed_tokens(words)
    meant = [typed[one.start : one.end] for one in names_of(state).mentions([token.lower() for token in typed]) if one.id == topic]
    if place is None or not meant:
        return False
    whole = {
        " ".join(word for word in tokens_of(one) if word != "the")
        for one in (place.name, *place.aliases, place.kind, topic.replace("_", " "))
    }
    led = {at for at in range(1, len(typed)) if typed[at - 1].lower() in ("the", "this", "that", "my", "your")}
    return all(len(one) == 1 and one[0].islower() and unowned(one[0]) not in whole and typed.index(one[0]) not in led for one in meant)


def worded_again(units: tuple[Unit, ...], topic: str) -> tuple[Unit, ...]:
    """The units, of which one is no more than the words by which it was meant."""
    return tuple(unit._replace(id="") if unit.id == topic else unit for unit in units)


def put_to(words: str, asked: str, topic: str, state: StoryState) -> str:
    """A question as it is put to somebody, where it was told of and not quoted: *how he spells it* is *how you spell it*.

    Where it is of somebody else, only a pronoun that stands before them means the one who is asked.
    """
    person = state.pack.npcs.get(asked)
    forms = {"he": ("he", "him", "his"), "she": ("she", "her", "her")}.get(person.pronouns if person else "", ())
    typed = re.split(r"(\W+)", words)
    if not forms:
        return words
    if topic in state.pack.npcs and topic != asked:
        small = [word.lower() for word in typed]
        named = {token for one in (state.name(topic), *state.pack.npcs[topic].aliases) for token in tokens_of(one)} - EMPTY
        mentioned = next((at for at, word in enumerate(small) if unowned(word) in named), 0)
        if forms[0] not in small[:mentioned]:
            return words
    for at, word in enumerate(typed):
        if word.lower() not in forms:
            continue
        behind = typed[at + 2 : at + 3]
        if word.lower() == forms[0]:
            typed[at] = "you"
            if behind and behind[0].endswith("s") and lemma(behind[0]) != behind[0] and wordnet.verb_class(lemma(behind[0])):
                typed[at + 2] = lemma(behind[0])
            elif behind and behind[0] in YOU_HAVE:
                typed[at + 2] = YOU_HAVE[behind[0]]
        elif forms[0] in [one.lower() for one in typed] or "you" in typed[:at]:
            typed[at] = "your" if word.lower() == forms[2] and behind and wordnet.category(behind[0].lower()) else word
    return "".join(typed)


YOU_HAVE = {"has": "have", "is": "are", "was": "were", "does": "do"}


def heard_of(words: str, kind: str) -> tuple[str, str]:
    """A question of what somebody knows, remembers or has heard is about the matter itself; of what they think, for an opinion.

    >>> heard_of("what have you heard about the spring?", "what"), heard_of("do you remember the fire?", "yes_no")
    (('the spring', ''), ('the fire', ''))
    >>> heard_of("what do you think of the judge?", "what"), heard_of("do you like horses?", "yes_no")
    (('the judge', 'opinion'), ('do you like horses?', 'yes_no'))
    """
    parts = parted(words)
    if parts is None or [word.lower() for word in parts.subject] not in (["you"], ["i"]) or kind not in ("what", "yes_no"):
        return words, kind
    rest = [word for word in parts.rest if word.lower() not in ADVERBS and word.lower() not in EMPTY_VERBS]
    verb = lemma(rest[0].lower()) if rest else ""
    matter = rest[1:]
    while matter and matter[0].lower() in ("of", "about", "to", "regarding", "anything", "something", "much", "any"):
        matter = matter[1:]
    if (
        not matter
        or [word.lower() for word in matter[:1]] in (["me"], ["us"])
        or verb not in (EVIDENT if kind == "yes_no" else EVIDENT | OPINING)
    ):
        return words, kind
    inner = " ".join(matter)
    return inner, "opinion" if verb in OPINING and kind == "what" else kind_of(inner)


EVIDENT = frozenset(("know", "remember", "recall", "learn", "hear", "see", "notice", "tell", "say", "read", "find"))
"""Verbs of having something to tell: what is asked is the thing itself."""
OPINING = frozenset(("think", "make", "reckon", "feel", "say", "believe"))
EMPTY_VERBS = frozenset(("been", "got", "ever"))


def lemma(word: str) -> str:
    """A verb in its plain form, as far as its forms are known."""
    return PLAIN_FORMS.get(word) or (word if wordnet.verb_class(word) else _singular(word))


PLAIN_FORMS = {form: verb for verb, made in IRREGULAR.items() for form in made}


def follow_up(words: str) -> str:
    """Whether words lean on what was said before: ``more`` of it, or the ``same`` of somebody else; empty for neither.

    >>> follow_up("tell me more"), follow_up("more"), follow_up("anything else?"), follow_up("what about him?"), follow_up("the spring")
    ('more', 'more', 'more', 'same', '')
    """
    tokens = [token for token in tokens_of(words) if token[:1].isalnum()]
    if tokens and set(tokens) <= FURTHER_WORDS and set(tokens) & FURTHER:
        return "more"
    if tokens[:1] == ["and"] and len(tokens) <= 4 and len(tokens) > 1 and tokens[1] not in (*AUXILIARIES, *WH, "then", "so"):
        return "same"
    return "same" if tokens[1:2] == ["about"] and tokens[0] in ("what", "how") else ""


FURTHER = frozenset(("more", "else", "further", "on", "rest"))
LEANING_WORDS = "tell me say anything something what is there go and the about it that of any know you do please"
FURTHER_WORDS = FURTHER | frozenset(LEANING_WORDS.split())


def asked_words(text: str) -> str:
    """The question among what was said: the sentence that asks and tells most of what it is about, else all of it.

    >>> asked_words("Don't mind me. Which of the eleven are still above ground?"), asked_words("about the spring")
    ('Which of the eleven are still above ground?', 'the spring')
    """
    pieces = [piece.strip() for piece in SENTENCE.findall(text.replace("’", "'")) if re.search(r"\w", piece)]
    asking = [piece for piece in pieces if piece.endswith("?")]
    best = max(asking, key=lambda piece: (len(_telling(piece)), -asking.index(piece))) if asking else " ".join(pieces)
    words = _uncalled(best.strip(' "“”'))
    shorn = LEAD.sub("", words)
    return re.sub(r"^(?:about|of|regarding|concerning|for)\s+(?=\S)", "", shorn if _telling(shorn) or kind_of(shorn) else words, flags=re.I)


def _uncalled(words: str) -> str:
    """The words without what stands in front of the question: somebody called by name, an *if*, an excuse."""
    parts = words.split(",")
    if len(parts) > 1 and (meant := untagged(",".join(parts[:-1]), parts[-1])):
        return meant
    for at in range(len(parts) - 1, 0, -1):
        head = tokens_of(parts[at])[:1]
        if head and (head[0] in AUXILIARIES or head[0].removesuffix("'s") in WH) and tokens_of(parts[0])[:1][0] not in (*AUXILIARIES, *WH):
            return ",".join(parts[at:]).strip()
    return words


def questions_in(text: str) -> tuple[str, ...]:
    """The questions that one sentence puts one behind the other; the text itself where it is one, or none.

    >>> questions_in("Does anybody talk about it, and when they do, do they say my name?")
    ('Does anybody talk about it?', 'do they say my name?')
    >>> questions_in("when you first felt it, and whether you logged it"), questions_in("Who carried him in and which door did he use?")
    (('when you first felt it', 'whether you logged it'), ('Who carried him in?', 'which door did he use?'))
    >>> questions_in("what do you know of Ben and the horse?"), questions_in("I know who did it")
    (('what do you know of Ben and the horse?',), ('I know who did it',))
    """
    asks = text.rstrip().endswith("?")
    found = AND_ASKED.split(text, maxsplit=1)
    if len(found) < 2 or not kind_of(asked_words(found[0])) or not kind_of(found[1]):
        return (text,)
    return tuple(f"{piece.strip(' ,?.')}{'?' if asks else ''}" for piece in found)


SUBJECT = "i|you|he|she|it|we|they|there|that|this|the|a|an|my|your|his|her|its|our|their|any|anybody|anyone|somebody"
AND_ASKED = re.compile(
    r",?\s+(?:and|or|but)\s+(?:(?:when|if|since)\s+(?:they|he|she|it|you|so)\s\w+,\s*)?"
    r"(?=(?:who|what|which|where|when|why|how|whether)\s+\w+\s+\w"
    rf"|(?:did|does|do|is|are|was|were|has|have|had|can|could|will|would)\s+(?:{SUBJECT})\b)",
    re.I,
)
"""Where a second question begins."""


def kind_of(words: str) -> str:
    """What a question asks for, by the word that opens it; empty for words that ask nothing outright.

    >>> kind_of("how many horses?"), kind_of("is he dead?"), kind_of("the spring"), kind_of("on which side"), kind_of("how far is it")
    ('how_many', 'yes_no', '', 'which', 'how_many')
    >>> kind_of("how long until the fair?"), kind_of("how soon does it close?")
    ('when', 'when')
    """
    tokens = tokens_of(words)
    while tokens and tokens[0] in (",", *LINKS, "and", "so", "but", "well"):
        tokens = tokens[1:]
    if not tokens:
        return ""
    first = tokens[0].removesuffix("'s")
    if first == "how" and len(tokens) > 1 and (tokens[1] == "soon" or TO_COME & set(tokens[2:])):
        return "when"
    if first == "how" and len(tokens) > 1 and tokens[1] in COUNTED:
        return "how_many"
    if first == "what" and {"time", "hour", "day", "year", "date"} & set(tokens[1:2]):
        return "when"
    if first in ("whom", "whose"):
        return "who"
    if first in WH:
        return first
    return "yes_no" if first in (*AUXILIARIES, "whether", "if") else ""


def units_of(words: str, state: StoryState, without: tuple[str, ...] = ()) -> tuple[Unit, ...]:
    """What words are about: those of the story whom they name, and every word that tells something."""
    typed = typed_tokens(words)
    tokens = [token.lower() for token in typed]
    found: list[Unit] = []
    taken: set[int] = set()
    for mention in names_of(state).mentions(tokens):
        span = tokens[mention.start : mention.end]
        loose = len(span) == 1 and span[0] in EMPTY
        if not loose:
            taken |= set(range(mention.start, mention.end))
        if not loose and mention.id not in without and mention.kind != "secret":
            found.append(Unit(mention.id, frozenset(map(stem, _plain_words(" ".join(span))))))
    for at, token in enumerate(tokens):
        word = unowned(token)
        if at in taken or not word[:1].isalnum() or word in TO_COME or (word in EMPTY and not _is_those(tokens, at)) or len(word) < 2:
            continue
        unit = _worded(word)._replace(proper=at > 0 and typed[at][:1].isupper() and typed[at - 1] not in ".?!")
        if all(unit.stems != other.stems for other in found):
            found.append(unit)
    return tuple(found)


def _is_those(tokens: list[str], at: int) -> bool:
    """True for a number that stands for those of whom there are so many: *the eleven*, *which of the nine*."""
    word, behind = tokens[at], "".join(tokens[at + 1 : at + 2])
    counts = word in IN_WORDS and word != "one"
    if behind in AUXILIARIES:
        return counts and at > 0 and tokens[at - 1] == "the"
    return counts and at > 0 and tokens[at - 1] == "the" and not (wordnet.category(behind) or wordnet.category(_singular(behind)))


def _worded(word: str) -> Unit:
    plain = lemma(word) if word in PLAIN_FORMS or not wordnet.category(word) else word
    like = {stem(other) for pos in ("n", "v", "a") for other in wordnet.synonyms(plain, pos)}
    like |= {stem(form) for form in IRREGULAR.get(plain, ())} | {stem(plain)}
    act = bool(wordnet.verb_class(plain)) and (not wordnet.category(plain) or plain != word)
    return Unit("", frozenset((stem(word),)), frozenset(like) - {stem(word)}, act)


def _singular(word: str) -> str:
    for ending, rest in (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ed", ""), ("ing", "e"), ("ed", "e"), ("d", "")):
        plain = word.removesuffix(ending) + rest
        if word.endswith(ending) and (wordnet.category(plain) or wordnet.verb_class(plain)):
            return plain
    return word


def _telling(text: str) -> list[str]:
    return [word for word in _plain_words(text) if word not in EMPTY]


def _plain_words(text: str) -> list[str]:
    return [unowned(token) for token in tokens_of(text) if token[:1].isalnum()]
