"""Hearing: what a parsed line does, sentence by sentence. The grammar's reading of an act stands where its verb is the act's own, and what
hangs on that verb is what the reading is about; any other act is a free one. Nothing that was said is dropped.
"""

from collections.abc import Iterator

from gm_engine.direction.act_by_rule import CONTENT
from gm_engine.direction.acts import intents_of
from gm_engine.direction.asked_for import requested
from gm_engine.direction.attempts import SUPPOSED, Attempt, attempts_of, readied
from gm_engine.direction.conversation import Conversation
from gm_engine.direction.crimes import played_false
from gm_engine.direction.ellipsis import place_in_front, same_again
from gm_engine.direction.grammar import Reader, join, unread
from gm_engine.direction.hiding import out_of_sight
from gm_engine.direction.one_act import OneAct
from gm_engine.direction.one_saying import answered_once
from gm_engine.direction.options import option_said
from gm_engine.direction.saying import asks, tells_what_is_so
from gm_engine.direction.scenery_people import bystander
from gm_engine.direction.second_person import foreseen, listed, told, turned
from gm_engine.direction.secrets_meant import with_secret
from gm_engine.direction.treating import treated
from gm_engine.direction.words_typed import tokens_of
from gm_engine.state.story_state import StoryState
from gm_engine.state.supposed_state import supposed_at, supposed_with
from gm_engine.story.act import Act
from gm_engine.story.intent import READY, Intent
from gm_engine.story.parsed import Parsed, Quote, Sentence, Word

STATES = frozenset(("be", "have", "know", "mean", "understand", "believe", "suppose", "think", "want", "need", "like", "hope", "wish"))
"""Verbs of what is so, and not of what is done: beside acts they are only what is thought."""
MOST_ACTS = 8


def heard(parsed: Parsed, said: str, state: StoryState, reader: Reader) -> tuple[Intent, ...]:
    """The intents of a parsed line, in their order; empty where nothing was made of it."""
    if option_said(said, state):
        return reader.line(said)
    return tuple(_Hearing(parsed, state, reader).intents())[:MOST_ACTS]


class _Hearing:
    def __init__(self, parsed: Parsed, state: StoryState, reader: Reader) -> None:
        self.parsed, self.state, self.reader = parsed, state, reader
        self.talk = Conversation(state, reader)
        self.act = OneAct(state, reader, self.talk)
        self.acts = 0
        self.came: dict[str, str] = {}
        """Who of the scenery has come forward in this line, and what they are called."""
        name = state.name(state.pc).lower().split()
        self.me = frozenset((" ".join(name), *name[:1]))

    def intents(self) -> list[Intent]:
        found: list[Intent] = []
        self.acts = sum(len(attempts_of(sentence, self.me)) for sentence in self.parsed.sentences)
        for sentence in self.parsed.sentences:
            before = len(found)
            for heard_as in self._sentence(sentence):
                intent = self._as_things_are(heard_as)
                if intent.verb == "give" and intent.item == "money" and found and found[-1].verb == "gamble" and not intent.target:
                    found[-1] = found[-1].model_copy(update={"amount": intent.amount})
                    continue
                if played_false(found, intent):
                    continue
                if intent.verb == "buy" and found and _laid_down(found[-1]):  # what is paid with, and not a gift beside it
                    found[-1] = Intent(verb="free", words=found[-1].words, told=found[-1].told)
                if intent.verb == "free":
                    found.append(intent)
                else:
                    _once(found, intent)
                    join(found, intent)
                self.talk.hears(intent)
                if intent.verb == "travel" and intent.place in self.state.pack.locations:
                    self._reads_in(supposed_at(self.state, intent.place))
            own = [word for word in sentence if not word.quote]
            if len(found) == before and found and found[-1].told and any(word.tag in CONTENT for word in own) and not _states(sentence):
                also = turned(sentence, range(len(sentence)))
                found[-1] = found[-1].model_copy(update={"told": f"{found[-1].told}, {also[:1].lower()}{also[1:]}"})
        return answered_once(self._introduced(found))

    def _introduced(self, found: list[Intent]) -> list[Intent]:
        """The intents; whoever comes forward in them is called by what the player called them, and nobody else is spoken of."""
        forward = {intent.target for intent in found}
        for at, intent in enumerate(found):
            if intent.topic in self.came and intent.topic not in forward:
                intent = intent.model_copy(update={"topic": ""})
            found[at] = intent.model_copy(update={"called": self.came[intent.target]}) if intent.target in self.came else intent
        return found

    def _meets(self, attempt: Attempt) -> None:
        """Takes note of whom of the scenery an act is done to: the rest is read as if they had always been there."""
        someone = bystander(attempt, self.state, self.reader.names)
        self.act.someone = someone if isinstance(someone, str) else someone.id
        if not isinstance(someone, str):
            self.came[someone.id] = someone.name
            self._reads_in(supposed_with(self.state, someone))

    def _reads_in(self, state: StoryState) -> None:
        """What comes next is read in another state: where a way has led, or with somebody who has come forward."""
        self.state = state
        self.reader.comes_to(self.state)
        self.talk.state = self.state
        self.act.comes_to(self.state)

    def _as_things_are(self, intent: Intent) -> Intent:
        """What an intent comes to, by what the state knows of whom and what it means."""
        intent = same_again(requested(with_secret(intent, self.state), self.state), self.state)
        return treated(out_of_sight(intent, self.state), self.state)

    def _sentence(self, sentence: Sentence) -> Iterator[Intent]:
        own = [word for word in sentence if not word.quote and word.text[:1].isalnum()]
        if not own:
            for word in sentence:
                yield from self._aloud(word.quote) if word.quote else ()
            return
        quotes = any(word.quote for word in sentence)
        attempts = attempts_of(sentence, self.me)
        ready = next((at for at, one in enumerate(attempts) if readied(one, self.talk.harms)), len(attempts))
        waits = ready < len(attempts) or (not attempts and own[0].text.lower() in SUPPOSED)
        taken = () if quotes or waits else self.reader.read(sentence.text())
        denied = any(one.negated for one in attempts)
        if any(intent.verb == "decide" for intent in taken) and not denied:
            yield from taken
            return
        if not quotes and asks(sentence) and not self._tells_of_asking(sentence):
            yield from self.talk.asked(sentence, taken)
            return
        if not quotes and (puzzled := self.talk.puzzled(sentence)):
            yield puzzled
            return
        if attempts and not quotes and not waits and self.acts == 1 and self.talk.around and tells_what_is_so(attempts[0]):
            yield from self.talk.aloud(Quote(sentence.text(), (sentence,)))
            return
        there, size = place_in_front(sentence, self.reader.names, self.talk.at) if attempts and not waits else ("", 0)
        if there:
            yield Intent(verb="travel", words=sentence.text(), place=there, mode="foot")
            attempts = attempts_of(Sentence(_cut(sentence, size)), self.me)
            sentence = attempts[0].sentence if attempts else sentence
            self.talk.at = there
        heard: set[int] = set()
        row: list[tuple[Attempt, Intent]] = []
        for attempt in attempts[:ready]:
            if attempt.verb in STATES and attempt.at == attempt.top and self.acts > 1:
                continue
            self._meets(attempt)
            aloud = [sentence[place].quote for place in attempt.places if sentence[place].quote]
            heard.update(aloud)
            if aloud:
                yield from _as_one(row)
                row = []
                for number in aloud:
                    yield from self._aloud(number, attempt)
                continue
            for intent in self.act.intents(attempt):
                if row and not (_small(intent) and _small(row[-1][1])):
                    yield from _as_one(row)
                    row = []
                row.append((attempt, intent))
                if not _small(intent):
                    yield from _as_one(row)
                    row = []
        yield from _as_one(row)
        if waits:
            start = attempts[ready].span.start if 0 < ready < len(attempts) else 0
            yield Intent(verb="free", mode=READY, words=sentence.text(tuple(range(start, len(sentence)))), told=foreseen(sentence, start))
            return
        for word in sentence:
            if word.quote and word.quote not in heard:
                yield from self._aloud(word.quote, next(iter(attempts[::-1]), None))
        if not attempts and not quotes:
            yield from self._fragment(sentence, taken)

    def _tells_of_asking(self, sentence: Sentence) -> bool:
        """True for *I ask the foreman: how far is it?*, which is put to somebody, whatever mark ends it."""
        subject = sentence.child(sentence.root, "nsubj")
        mine = subject >= 0 and sentence[subject].text.lower() == "i"
        return mine and sentence[sentence.root].lemma == "ask" and sentence[sentence.root].tag in ("VBP", "VB", "VBD")

    def _aloud(self, number: int, attempt: Attempt | None = None) -> Iterator[Intent]:
        """What a quote does, said as the player tells it."""
        whom = self.act.whom(attempt) if attempt else ""
        for at, intent in enumerate(self.talk.aloud(self.parsed.quotes[number - 1], whom)):
            yield intent.model_copy(update={"told": told(attempt)}) if attempt and not at else intent

    def _fragment(self, sentence: Sentence, read: tuple[Intent, ...]) -> Iterator[Intent]:
        """Words without a verb: what goes on from the last exchange, a greeting, a name, a thing that is served."""
        if going_on := self.talk.follow_up(sentence):
            yield going_on
            return
        if spoken := self.talk.unquoted(sentence):
            yield spoken
            return
        text = sentence.text()
        clause, tokens = self.reader.clause(text), tokens_of(text)
        for one in self.reader.names.mentions(tokens):
            if one.kind == "place" and one.id != self.talk.at and {"to", "into"} & set(tokens[max(0, one.start - 2) : one.start]):
                yield Intent(verb="travel", words=text, place=one.id, mode="foot")
                return
            if one.kind == "person" and "to" in tokens[max(0, one.start - 2) : one.start] and (place := self.talk.found_at(one.id)):
                yield Intent(verb="travel", words=text, place=place, mode="foot")
                return
        wanted = [word.text for word in sentence if word.tag in ("NN", "NNS", "NNP")]
        for bought in intents_of((Act(verb="buy", thing=word, words=text) for word in wanted), self.state):
            if bought.verb == "buy":
                yield bought
                return
        if clause.start == 0 and read and not any(unread(one) or one.verb in ("check", "use") for one in read):
            yield from (one for one in read if not one.read_as or len(tokens) < len(wanted) + 2)


def _cut(sentence: Sentence, size: int) -> Iterator[Word]:
    """A sentence's words from one on; what hung on those before it hangs on the root."""
    root = max(0, sentence.root - size)
    for at in range(size, len(sentence)):
        word = sentence[at]
        yield word._replace(head=word.head - size if word.head >= size else at - size if at - size == root else root)


def _laid_down(intent: Intent) -> bool:
    """True for money that is put before nobody in particular."""
    return intent.verb == "give" and intent.item == "money" and not intent.target and bool(intent.told)


def _states(sentence: Sentence) -> bool:
    """True for a statement with a subject of its own, which is no part of an act told before it."""
    return any(word.dep in ("nsubj", "nsubjpass", "expl") for word in sentence)


def _small(intent: Intent) -> bool:
    """True for a free act in which nothing is at stake, and which is done to nobody."""
    return intent.verb == "free" and not intent.skill and not intent.mode


def _once(found: list[Intent], intent: Intent) -> None:
    """Who searches a place again in the same breath goes on with one search: what came before it is only told."""
    for at, one in reversed(tuple(enumerate(found))):
        if one.verb == "travel" or intent.verb != "search":
            return
        if one.verb == "search" and one.told:
            found[at] = Intent(verb="free", words=one.words, told=one.told, item=one.item, place=one.place)


def _as_one(row: list[tuple[Attempt, Intent]]) -> Iterator[Intent]:
    """A row of small acts as one, told in the player's own words; one act as it is."""
    if len(row) < 2:
        yield from (intent for _, intent in row)
        return
    first, target = row[0][1], next((intent.target for _, intent in row if intent.target), "")
    words = listed(intent.words for _, intent in row)
    yield first.model_copy(update={"words": words, "told": told(*(attempt for attempt, _ in row)), "target": target})
