"""How a whole sentence stands: asked, supposed, told on somebody's word, seen in a picture, dreamt on from the one before."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm_engine.extraction.elsewhen import PAST_TAGS, Elsewhen
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.nonveridical import slept_through, staged_deaths
from gm_engine.story.claim import Modality

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span, Token

SUBJECTS = ("nsubj", "nsubjpass")
TAKEN_UP = frozenset({"he", "she", "it", "they", "his", "her", "its", "their"})
PLACED = ("in", "by", "to", "from", "on", "per", "according", "through", "under", "at")


@dataclass(frozen=True)
class Standing:
    """A sentence's own mood before its clauses are looked at. ``teller`` is the word for whoever it is told by; ``written``: on paper.

    ``recalled`` sentences tell of what was, and nobody in them is before our eyes.
    """

    modality: Modality = "asserted"
    teller: "Token | None" = None
    written: bool = False
    recalled: bool = False


PLAIN = Standing()
SUPPOSED = Standing("hypothetical")
DREAMT = Standing("dream")
RECALLED = Standing(recalled=True)
PLAYED = Standing("quoted", None, True)
TO_COME = Standing("plan")


class Standings:
    """Reads how sentences stand, one after the other: a dream spreads until somebody wakes, a picture while its "he" goes on."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = lexicon
        self._wakings = lexicon.all("telling.wakings")
        self._elsewhen = Elsewhen(lexicon)
        self._dreams, self._drugs = lexicon.all("dream_nouns"), lexicon.all("drugs")

    def of(self, sentences: "Sequence[Span]") -> list[Standing]:
        """How each sentence of a text stands."""
        asleep, staged = slept_through(sentences, self._wakings), staged_deaths(sentences)
        found: list[Standing] = []
        dreaming, opened, before = False, False, PLAIN
        for number, sentence in enumerate(sentences):
            if dreaming and any(token.lemma_ in self._wakings and token.dep_ != "xcomp" for token in sentence):
                dreaming = False
            if dreaming or number in asleep:
                found.append(DREAMT)
                continue
            if number in staged:
                found.append(PLAYED)
                continue
            standing, spreads = self._one(sentence)
            if standing == PLAIN and before != PLAIN and (opened or (spreads := _goes_on(sentence))):
                standing = before
            opened = sentence[-1].text == ":" and standing != PLAIN
            dreaming = standing.modality == "dream" and (spreads or dreaming)
            before = standing if spreads or opened else PLAIN
            found.append(standing)
        return found

    def _one(self, sentence: "Span") -> tuple[Standing, bool]:
        """How a sentence stands by its own words, and whether the next one may go on with it."""
        if not any(token.lemma_ in self._wakings for token in sentence) and self._dream(sentence):
            return DREAMT, True
        if any(token.text == "?" for token in sentence[-2:]):
            return Standing("question"), False
        if sentence[0].lower_ == "if" and sentence[0].head is sentence.root and "," not in {token.text for token in sentence}:
            return SUPPOSED, False  # a wish: no other clause says what then
        found = self._adjunct(sentence) or self._seen(sentence)
        if found is None and self._rumour(sentence):
            return Standing("rumour"), False
        return found or self._another_time(sentence)

    def _another_time(self, sentence: "Span") -> tuple[Standing, bool]:
        """Plain, or of another time by its first words: recalled, or still to come. In the present tense it goes on."""
        tags = [token.tag_ for token in sentence]
        time = self._elsewhen.of([token.lower_ for token in sentence], tags)
        return {"": PLAIN, "before": RECALLED, "ahead": TO_COME}[time], time != "" and not PAST_TAGS & set(tags)

    def _rumour(self, sentence: "Span") -> bool:
        words = self._words
        for token in sentence:
            if (token.lower_ in words.all("rumour_words") and token.dep_ not in ("dobj", "pobj")) or token.lower_ in (
                "supposedly",
                "reportedly",
            ):
                return True
            if token.pos_ in ("VERB", "AUX") and token.lemma_ in words.all("rumour_verbs"):
                for child in token.children:
                    if child.dep_ in ("nsubj", "nsubjpass") and child.lower_ in words.all("rumour_subjects"):
                        named = any(other.dep_ in ("ccomp",) for other in token.children)
                        loose = child.lower_ in words.all("telling.hearsay")
                        if (named and token.lemma_ not in ("be", "have", "call", "hold")) or (
                            loose and token.lemma_ in ("be", "have", "say", "go", "hold", "tell")
                        ):
                            return True
                told = {child.dep_ for child in token.children}
                if (
                    token.lemma_ in ("say", "rumor", "rumour", "believe", "think", "repute")
                    and "auxpass" in told
                    and told & {"xcomp", "ccomp"}
                ):
                    return True
        return False

    def _dream(self, sentence: "Span") -> bool:
        words = self._words
        if sentence[0].lower_ == "asleep" and any(word.lower_ == "you" and word.dep_ in SUBJECTS for word in sentence):
            return True
        for token in sentence:
            lower = token.lower_
            if lower in self._dreams and token.dep_ == "pobj" and token.head.lower_ in ("in", "through", "throughout", "into", "from"):
                ill = lower in ("fever", "trance", "stupor", "swoon", "haze", "séance", "seance")
                if not ill or (_fronted(token.head) and not any(child.lower_ == "of" for child in token.children)):
                    return True
            if token.lemma_.lower() in ("dream", "daydream", "hallucinate") and token.tag_ != "VBN":
                acts = token.pos_ == "VERB" or any(child.dep_ in SUBJECTS for child in token.children)
                if acts and not any(child.dep_ == "neg" for child in token.children):
                    return True
            if (
                lower in self._dreams
                and lower not in ("fever", "haze")
                and token.dep_ in ("dobj", "attr")
                and token.head.lemma_ in ("have", "dream", "see", "be")
            ):
                return True
            if lower in self._drugs and token.dep_ in SUBJECTS:
                verb = token.head
                objects = [child.lower_ for child in verb.children if child.dep_ == "dobj"]
                taken = verb.lemma_ in words.all("drug_verbs") and verb.tag_ != "VBN" and set(objects) <= {"hold", "effect", "you"}
                strong = any(child.dep_ == "acomp" and child.lower_ in words.all("drug_adjectives") for child in verb.children)
                if taken or strong:
                    return True
        return False

    def _adjunct(self, sentence: "Span") -> tuple[Standing, bool] | None:
        """ "In her opinion", "according to Hale", "in another life", "on the map", "as she tells it"."""
        words = self._words
        shown_in = words.all("depictions") | words.all("fictions")
        for token in sentence:
            lower = token.lower_
            if (
                lower == "or"
                and any(word.lower_ == "so" for word in token.doc[token.i + 1 : token.i + 2])
                and (teller := self._claims(token)) is not None
            ):
                return Standing("speech", teller), False
            if lower == "according":
                return Standing("speech", _object(token), _paper(_object(token), words)), False
            if (lower == "as" or lower == "hear" or lower == "way") and (teller := _as_told(token)) is not None:
                return Standing("speech", teller), False
            if token.dep_ == "ROOT" and sentence[0].lower_ in ("in", "on", "by") and sentence[0].head == token and lower in shown_in:
                return Standing("quoted", None, True), True
            if token.dep_ != "pobj" or token.head.lower_ not in PLACED:
                continue
            if lower in words.all("accounts") and (whose := _whose(token)) is not None and _free(token.head):
                return Standing("speech", whose), False
            if lower in words.all("worlds") and any(
                child.lower_ in ("another", "other", "better", "different", "kinder", "just", "fairer", "alternate", "parallel", "perfect")
                for child in token.lefts
            ):
                return SUPPOSED, False
            told = lower in words.all("fictions") and token.head.lower_ in ("in", "according", "by")
            shown = lower in words.all("depictions") and token.head.lower_ in ("in", "on", "by", "per", "through")
            if (told or shown) and _free(token.head) and (told or _fronted(token.head)) and not _happens(token, words):
                return Standing("quoted", None, True), True
        return None

    def _claims(self, word: "Token") -> "Token | None":
        """ "Or so Enid claims": who claims."""
        words = self._words
        for token in word.doc[word.i + 2 : min(word.i + 9, word.sent.end)]:
            if token.lemma_ in words.all("said") or token.lemma_ in words.all("reports"):
                return next((child for child in token.children if child.dep_ in SUBJECTS), token)
        return None

    def _seen(self, sentence: "Span") -> tuple[Standing, bool] | None:
        """ "The mirror shows you Isaac", "the hologram flickers", "you remember him as he was"; "the words:"."""
        words = self._words
        for token in sentence:
            if token.dep_ in SUBJECTS and token.lower_ in words.all("seers") and token.head.lemma_ in words.all("sightings"):
                return Standing("quoted", None, True), True
            if (
                token.lemma_ in ("remember", "recall", "recollect", "picture", "imagine", "envision")
                and token.pos_ == "VERB"
                and token.dep_ in ("ROOT", "conj", "ccomp")
            ):
                person = any(child.dep_ == "dobj" and (child.pos_ == "PROPN" or child.lower_ in TAKEN_UP) for child in token.children)
                if person:
                    return Standing("asserted", recalled=True), True
            if token.lower_ == "voice" and token.dep_ == "dobj" and token.head.lemma_ in ("hear", "catch", "imagine"):
                return Standing("asserted", recalled=True), False
            if token.text == ":" and self._heads_a_paper(list(sentence[: token.i - sentence.start])):
                return Standing("quoted", None, True), False
            if token.text == ":" and any(
                word.lower_ in words.all("seers") and word.dep_ == "pobj" for word in sentence[: token.i - sentence.start]
            ):
                return Standing("quoted", None, True), False
            if (
                token.text == ":"
                and any(
                    word.lower_ in words.all("writings")
                    for word in sentence[max(0, token.i - sentence.start - 4) : token.i - sentence.start]
                )
                and any(word.lemma_ in words.all("telling.reading") for word in sentence[: token.i - sentence.start])
            ):
                return Standing("quoted", None, True), False
        return None

    def _heads_a_paper(self, before: "list[Token]") -> bool:
        """True for "The diary's last page:", "Telegram:": a paper with no verb, and what it says after the colon."""
        verbs = any(word.tag_ in ("VBZ", "VBP", "VBD", "MD") for word in before)
        return 0 < len(before) <= 8 and not verbs and any(word.lower_ in self._words.all("documents") for word in before)


def _goes_on(sentence: "Span") -> bool:
    """True where a sentence goes on with somebody of the one before: its first subject is a pronoun."""
    first = next((token for token in sentence if token.dep_ in SUBJECTS), None)
    return first is not None and first.lower_ in TAKEN_UP and first.i - sentence.start < 6


def _fronted(prep: "Token") -> bool:
    """True where a preposition's words stand before the subject of what they belong to."""
    subject = next((token for token in prep.sent if token.dep_ in SUBJECTS and token.head == prep.head), None)
    return prep.i - prep.sent.start <= 3 and (subject is None or prep.i < subject.i)


def _free(prep: "Token") -> bool:
    """True where a preposition belongs to a verb, and not to a noun before it."""
    return (prep.head.pos_ in ("VERB", "AUX") and prep.head.dep_ not in ("acl", "relcl", "advcl", "amod")) or _fronted(prep)


def _happens(noun: "Token", words: Lexicon) -> bool:
    """True where something lies in the book or on the map, and nothing is told by it."""
    verb = noun.head.head
    if verb.dep_ == "ccomp" and noun.head.i == noun.sent.start:
        return False
    moved = words.all("telling.lying_in")
    if noun.lower_ == "game":
        return not any(child.dep_ == "relcl" and child.lemma_ in ("play", "invent") for child in noun.rights)
    if noun.lower_ in ("play", "film", "pageant", "contract", "deed"):
        moved |= words.all("telling.played")
    return (verb.lemma_ in moved and not (verb.lemma_ == "lose" and _fronted(noun.head))) or any(
        child.lower_ in ("you", "there") and child.dep_ in (*SUBJECTS, "expl") for child in verb.children
    )


def _whose(noun: "Token") -> "Token | None":
    """The one whose account it is: "her account", "the telling of Enid Pruett"."""
    for child in noun.children:
        if child.dep_ == "poss" and child.lower_ not in ("your", "my", "our"):
            return child
        if child.dep_ == "prep" and child.lower_ == "of":
            return next((inner for inner in child.children if inner.dep_ == "pobj"), None)
    return None


def _object(according: "Token") -> "Token | None":
    """Whom "according to" names."""
    for token in according.doc[according.i + 1 : min(according.i + 8, according.sent.end)]:
        if token.dep_ == "pobj":
            return token
    return None


def _paper(teller: "Token | None", words: Lexicon) -> bool:
    return teller is not None and (teller.lower_ in words.all("documents") or teller.lower_ in words.all("depictions"))


def _as_told(word: "Token") -> "Token | None":
    """ "As Enid tells it", "to hear Enid tell it", "the way Enid tells it": who tells."""
    near = list(word.doc[word.i + 1 : min(word.i + 8, word.sent.end)])
    for number, token in enumerate(near):
        if token.text in (",", ";", ".", ":"):
            return None
        if token.lemma_ in ("tell", "have", "put", "see", "recall", "remember", "explain", "recount", "paint") and number + 1 < len(near):
            if near[number + 1].lower_ != "it" or (token.lemma_ in ("have", "see", "put") and word.lower_ == "way"):
                return None
            return next((before for before in near[:number] if before.dep_ in SUBJECTS or before.pos_ in ("PROPN", "PRON")), None)
    return None
