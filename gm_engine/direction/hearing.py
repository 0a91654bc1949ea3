"""Hearing: what a parsed line does, sentence by sentence. The grammar's reading of an act stands where its verb is the act's own, and what
hangs on that verb is what the reading is about; any other act is a free one. Nothing that was said is dropped.
"""

import re
from collections.abc import Iterator

from gm_engine import wordnet
from gm_engine.direction.acts import LONGEST_ACT, intents_of
from gm_engine.direction.amounts import MONEY, SPAN, UNTIL, lasting, money
from gm_engine.direction.attempts import SUPPOSED, Attempt, attempts_of, readied
from gm_engine.direction.bystanders import all_here, bystander
from gm_engine.direction.clause import BEARINGS, MODES
from gm_engine.direction.conversation import OTHERS, Conversation
from gm_engine.direction.crimes import played_false
from gm_engine.direction.ellipsis import awaited, place_in_front, place_of, same_again
from gm_engine.direction.frames import EVERYBODY
from gm_engine.direction.free_acts import fitted
from gm_engine.direction.free_telling import PERCEIVING
from gm_engine.direction.grammar import GRAVE, Reader, join, unread
from gm_engine.direction.handled import handled, lets_go
from gm_engine.direction.hiding import out_of_sight
from gm_engine.direction.kind_words import kind_words
from gm_engine.direction.lexicon import TALK, VERBS
from gm_engine.direction.naming import Mention, tokens_of, unowned
from gm_engine.direction.one_saying import answered_once
from gm_engine.direction.options import option_said
from gm_engine.direction.requests import requested
from gm_engine.direction.saying import asked_for, asks, courtesy
from gm_engine.direction.second_person import bare, foreseen, listed, object_of, objects_of, tidy, told, turned
from gm_engine.direction.secrets_meant import with_secret
from gm_engine.direction.things_meant import is_meant
from gm_engine.direction.treating import treated
from gm_engine.direction.upshots import spoken_of
from gm_engine.direction.visits import SEEKING, gone_to_see
from gm_engine.rules.adjudicate import out_of_reach
from gm_engine.state.story_state import StoryState
from gm_engine.state.supposed import supposed_at, supposed_with
from gm_engine.story.act import Act
from gm_engine.story.intent import READY, Intent, Verb
from gm_engine.story.parsed import Parsed, Sentence, Word

BY_WORDS = (
    *TALK,
    "borrow",
    "repay",
    "keep",
    "gamble",
    "decide",
    "roll",
    "sell",
    "buy",
    "sleep",
    "heal",
    "flee",
    "reload",
    "cover",
    "search",
)
"""Acts that may have more words than a rule knows: what they are about, or how they are done."""
AT_SOMEBODY = ("shoot", "strike", "aim", "close", "persuade", "accuse", "threaten")
NEEDS = {"travel": ("place",), "take": ("item",), "give": ("item",), "read": ("item",), "use": ("item", "mode")} | dict.fromkeys(
    AT_SOMEBODY, ("target",)
)
"""What must be known of an act, one of these, for a rule to judge it."""
DONE_TO_NOTHING = ("wait", "sleep", "flee", "cover")
"""Acts that have no object."""
STATES = frozenset(("be", "have", "know", "mean", "understand", "believe", "suppose", "think", "want", "need", "like", "hope", "wish"))
"""Verbs of what is so, and not of what is done: beside acts they are only what is thought."""
CONTENT = ("NN", "NNS", "NNP", "NNPS", "CD", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ")
APART = ("advcl", "relcl", "ccomp", "acl", "pcomp")
"""Clauses below an act: who or what is named in them is not what it is done to."""
MOST_LIKE = 6
MOST_ACTS = 8


def heard(parsed: Parsed, said: str, state: StoryState, reader: Reader) -> tuple[Intent, ...]:
    """The intents of a parsed line, in their order; empty where nothing was made of it."""
    if option_said(said, state):
        return reader.line(said)
    return tuple(_Hearing(parsed, state, reader).intents())[:MOST_ACTS]


class _Hearing:
    def __init__(self, parsed: Parsed, state: StoryState, reader: Reader) -> None:
        self.parsed, self.state, self.reader = parsed, state, reader
        self.names = reader.names
        self.talk = Conversation(state, reader)
        self.acts = 0
        self.it = spoken_of(state)
        self.someone = ""
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
        someone = bystander(attempt, self.state, self.names)
        self.someone = someone if isinstance(someone, str) else someone.id
        if not isinstance(someone, str):
            self.came[someone.id] = someone.name
            self._reads_in(supposed_with(self.state, someone))

    def _reads_in(self, state: StoryState) -> None:
        """What comes next is read in another state: where a way has led, or with somebody who has come forward."""
        self.state = state
        self.reader.comes_to(self.state)
        self.talk.state, self.names = self.state, self.reader.names

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
        there, size = place_in_front(sentence, self.names, self.talk.at) if attempts and not waits else ("", 0)
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
            for intent in self._in_time_and_place(attempt):
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
        whom = self._whom(attempt) if attempt else ""
        for at, intent in enumerate(self.talk.aloud(self.parsed.quotes[number - 1], whom)):
            yield intent.model_copy(update={"told": told(attempt)}) if attempt and not at else intent

    def _whom(self, attempt: Attempt) -> str:
        """To whom the player tells it."""
        sentence, at = attempt.sentence, attempt.at
        below = [*sentence.children(at, "dative", "dobj")]
        below += [one for prep in sentence.children(at, "prep", "dative") if sentence[prep].lemma in ("to", "at", "with")
                  for one in sentence.children(prep, "pobj")]  # fmt: skip
        for one in below:
            if sentence[one].quote:
                continue
            if found := self.talk.person(sentence.text(sentence.subtree(one))):
                return found
        return self.someone

    # --- one act

    def _in_time_and_place(self, attempt: Attempt) -> Iterator[Intent]:
        """An act, behind the time that goes by before it and the way to where it is done."""
        if later := awaited(attempt, self.state):
            yield later
        if seen := self._gone_to_see(attempt):
            yield Intent(verb="travel", words=bare(attempt), place=seen, mode="foot")
            yield Intent(verb="look", words=bare(attempt), mode="world", about="what is here")
            return
        found = list(self._attempted(attempt))
        named = [(mention.id, places) for mention, places in self._mentions(attempt) if mention.kind == "place"]
        there = place_of(attempt, named, self.state, self.talk.at) if named and found else ""
        if there and all(self._done_there(intent, there) for intent in found):
            yield Intent(verb="travel", words=bare(attempt), place=there, mode="foot")
        yield from found

    def _attempted(self, attempt: Attempt) -> Iterator[Intent]:
        """What an act is read as; where nobody known is named in it, it is done to whom it means of the scenery."""
        named = {one.id for one, _ in self._mentions(attempt)} if self.someone else set()
        for intent in self._read(attempt):
            to_them = self.someone and intent.target not in named and intent.verb in (*TALK, "free", "give", "buy", "use", "rob", "strike")
            yield kind_words(intent.model_copy(update={"target": self.someone}) if to_them else intent, attempt.verb)

    def _read(self, attempt: Attempt) -> Iterator[Intent]:
        if spoken := self.talk.follow_up(attempt.sentence) or self._greets(attempt):
            yield spoken
            return
        if not attempt.negated and (visit := self._visit(attempt) or self._asks_for(attempt)):
            yield visit
            return
        if not attempt.negated and (read := self._by_rule(attempt)):
            yield from read
            return
        goal = self._goal(attempt)
        if goal and wordnet.verb_class(attempt.verb) in ("motion", "contact", "possession"):
            act = self._free(attempt)
            if out_of_reach(act, self.state):
                yield act
                return
            mode = MODES.get(attempt.verb, "foot")
            yield Intent(verb="travel", words=bare(attempt), place=goal, mode=mode, about=object_of(attempt), told=told(attempt))
            return
        yield self._free(attempt)

    def _gone_to_see(self, attempt: Attempt) -> str:
        """The other place that one goes to look at: *go look at the courthouse*; empty for none."""
        went = attempt.top != attempt.at and wordnet.verb_class(attempt.sentence[attempt.top].lemma) == "motion"
        sees = attempt.verb in PERCEIVING or wordnet.verb_class(attempt.verb) == "perception"
        if not went or not sees or attempt.negated:
            return ""
        objects = set(objects_of(attempt))
        named = (mention.id for mention, places in self._mentions(attempt) if mention.kind == "place" and objects & set(places))
        return next((id for id in named if id != self.talk.at), "")

    def _done_there(self, intent: Intent, place: str) -> bool:
        """True for a free act, and for talk with somebody who is to be found there."""
        if intent.verb in TALK:
            person = self.state.pack.npcs.get(intent.target)
            found_at = {person.at, *(slot.at for slot in person.schedule)} if person else set()
            return intent.target not in self.talk.around and place in found_at
        return intent.verb == "free" and intent.mode != READY

    def _greets(self, attempt: Attempt) -> Intent | None:
        """What is told of saying: *I say good evening to the whole room*, *I tell her that I was there*, *I apologize*."""
        words = [word for word in tokens_of(bare(attempt))[1:] if word.isalpha()]
        speaks = "communication" in wordnet.verb_classes(attempt.verb)
        words = words[1:] if words[:1] and words[0] in OTHERS else words
        manner = courtesy(words, self.reader.book.courtesies) if speaks else ""
        target = self.talk.addressee("", self._whom(attempt)) if manner else ""
        if not target:
            return self.talk.told_of(attempt, self._whom(attempt))
        verb: Verb = "greet" if manner in ("greet", "farewell") else "tell"
        return Intent(verb=verb, words=bare(attempt), target=target, manner=manner if manner != "greet" else "", told=told(attempt))

    def _goal(self, attempt: Attempt) -> str:
        """The other place to which something is carried or one goes, where the act names it so."""
        sentence = attempt.sentence
        to = [one for one in sentence.subtree(attempt.at, APART) if sentence[one].lemma in ("to", "into") and sentence[one].dep == "prep"]
        to = [one for one in to if sentence[one].head == attempt.at or sentence[sentence[one].head].head == attempt.at]
        aims = {at for one in to for at in sentence.children(one, "pobj")}
        named = [one.id for one, places in self._mentions(attempt) if one.kind == "place" and aims & set(places) and one.id != self.talk.at]
        return named[0] if named else ""

    def _visit(self, attempt: Attempt) -> Intent | None:
        """The way to somebody who is elsewhere, where an act goes to see them."""
        aims = set(gone_to_see(attempt))
        whom = next(
            (one.id for one, places in self._mentions(attempt) if one.kind == "person" and aims & set(places)), self.someone if aims else ""
        )
        if whom in self.talk.around and attempt.verb in SEEKING:
            return self._free(attempt)
        place = self.talk.found_at(whom)
        return Intent(verb="travel", words=bare(attempt), place=place, mode=MODES.get(attempt.verb, "foot")) if place else None

    def _asks_for(self, attempt: Attempt) -> Intent | None:
        """Who is asked for and is here is greeted; of anybody else it is asked where they are."""
        if attempt.verb != "ask" or attempt.sentence.child(attempt.at, "dobj", "dative") >= 0:
            return None
        behind = [one for one in objects_of(attempt) if attempt.sentence[attempt.sentence[one].head].text.lower() in ("for", "after")]
        words = attempt.sentence.text(tuple(place for one in behind for place in attempt.sentence.subtree(one)))
        whom = self.talk.person(words)
        if whom in self.talk.around:
            return Intent(verb="greet", words=bare(attempt), target=whom)
        target = self.talk.addressee() if whom in self.state.pack.npcs else ""
        about = f"where is {self.state.name(whom)}"
        return Intent(verb="ask", words=bare(attempt), target=target, topic=whom, about=about, manner="where") if target else None

    def _by_rule(self, attempt: Attempt) -> tuple[Intent, ...]:
        """What a rule makes of an act; empty where none knows it."""
        words = bare(attempt)
        rest = words[len(attempt.verb) :]
        own = [words]
        if attempt.particle:
            joined = f"{attempt.verb} {attempt.particle}"
            apart = re.sub(rf"\s+{attempt.particle}\b", "", rest, count=1)
            own = [f"{joined}{apart}"] if joined in self.reader.words else [words] if wordnet.verb_class(attempt.verb) == "motion" else []
        for said in own:
            if found := self._fitting(attempt, said, loosely=True):
                return found
        if attempt.particle or attempt.verb in self.reader.words:
            return ()
        sort = wordnet.verb_class(attempt.verb)
        known = self.reader.words
        like = [one for one in wordnet.synonyms(attempt.verb, "v") if known.get(one, ("check", ""))[0] not in (*GRAVE, "check")]
        like = [one for one in like if wordnet.verb_class(one) == sort]
        for one in like[:MOST_LIKE]:
            if found := self._fitting(attempt, one.replace("_", " ") + rest, loosely=False):
                return found
        return ()

    def _fitting(self, attempt: Attempt, said: str, *, loosely: bool) -> tuple[Intent, ...]:
        clause = self.reader.clause(said)
        if clause.start or not clause.verb:
            return ()
        read = self.reader.read(said)
        if not read or any(unread(intent) or intent.read_as for intent in read):
            return ()
        if any(intent.verb == "decide" or (intent.verb == "look" and intent.mode) for intent in read):
            return read
        main = read[-1]
        if main.verb == "check":
            return self._skilled(attempt, main)
        if main.verb == "cover" and lasting(attempt.text, self.state.minute, self.state.pack.calendar):
            return ()
        rest = self._left_over(attempt, main, " ".join(clause.tokens[clause.start : clause.end]))
        if not self._known(attempt, main) or (rest and not (loosely and self._may_say_more(main))):
            return ()
        manner = asked_for(attempt.sentence, attempt.at) if main.verb == "ask" else ""
        plain = main.model_copy(update={"words": bare(attempt), "manner": main.manner or manner})
        if main.verb == "tell" and (clausal := attempt.sentence.child(attempt.at, "ccomp")) >= 0:
            plain = plain.model_copy(update={"about": tidy(attempt.sentence.text(attempt.sentence.subtree(clausal, ("advcl",))))})
        return (*read[:-1], plain.model_copy(update={"told": told(attempt)}) if rest or main.verb in (*TALK, "search") else plain)

    def _skilled(self, attempt: Attempt, check: Intent) -> tuple[Intent, ...]:
        """An act that a skill of the rulebook is for: a check where its words say no more, else a free act by that skill."""
        verbs = (check.skill, *self.reader.book.skills[check.skill].verbs) if check.skill in self.reader.book.skills else ()
        if not any(phrase.split()[0] == attempt.verb for phrase in verbs):
            return ()
        violent = check.skill in ("shooting", "fighting") and not check.target
        if violent or (attempt.sentence.child(attempt.at, "dobj") >= 0 and not check.target and not check.item and len(attempt.places) < 4):
            return ()
        if self._left_over(attempt, check, attempt.verb):
            return (self._free(attempt, check.skill),)
        return (check.model_copy(update={"told": told(attempt)}),)

    def _may_say_more(self, intent: Intent) -> bool:
        if intent.verb in BY_WORDS or intent.verb in AT_SOMEBODY:
            return True
        if intent.verb in ("wait", "sleep"):
            return bool(intent.amount > 5)
        if intent.verb == "take":
            return not self.state.has(self.state.pc, intent.item)
        return intent.verb in ("travel", "read") or (intent.verb == "give" and bool(intent.target))

    def _known(self, attempt: Attempt, intent: Intent) -> bool:
        """True where what a rule must know is known, and hangs on the verb itself."""
        wanted = NEEDS.get(intent.verb, ())
        if wanted and not any(getattr(intent, name) for name in wanted) and intent.mode != "nobody":
            return False
        if intent.verb == "travel" and intent.place == self.talk.at:
            return False
        if intent.verb in TALK and not self._speaks(attempt, intent):
            return False
        thing = attempt.sentence.child(attempt.at, "dobj", "dative")
        if intent.verb == "take" and thing < 0:
            return False
        if intent.verb == "buy" and not intent.item and attempt.verb not in VERBS["buy"]:
            return False
        if intent.verb == "shoot" and len(attempt.sentence.children(attempt.at, "dobj", "dative")) > 1:  # a look, a question
            return False
        if intent.verb == "search" and thing >= 0 and self.state.has(self.state.pc, intent.item) and lets_go(attempt):
            return False
        if intent.verb in DONE_TO_NOTHING and thing >= 0:
            return False
        if intent.verb == "wait" and attempt.particle and f"{attempt.verb} {attempt.particle}" not in self.reader.words:
            return False  # to lean in is not to wait
        if intent.verb == "travel":
            return self._goes(attempt, thing)
        if intent.verb == "look" and not (intent.target or intent.item or intent.place):
            return thing < 0 and not any(attempt.sentence.child(one, "pobj") >= 0 for one in attempt.sentence.children(attempt.at, "prep"))
        below = set(attempt.sentence.subtree(attempt.at, APART))
        named = self._mentions(attempt)
        if intent.verb in AT_SOMEBODY and not any(mention.id == intent.target for mention, _ in named):
            return self._at_somebody(attempt)
        for id in filter(None, (getattr(intent, name) for name in wanted)):
            at = [place for mention, places in named if mention.id == id for place in places]
            if at and not set(at) & below:
                return False
        return True

    def _at_somebody(self, attempt: Attempt) -> bool:
        """True where an act is done to somebody who is not named: *him*, *the nearest man*, *everybody*; or to nobody else than them."""
        objects = objects_of(attempt)
        return not objects or any(
            attempt.sentence[one].tag == "PRP" or attempt.sentence[one].text.lower() in EVERYBODY for one in objects
        )  # fmt: skip

    def _goes(self, attempt: Attempt, thing: int) -> bool:
        """True where the place is named in the act, or a way to it; a thing that is gone over or through is no place."""
        sentence = attempt.sentence
        below = set(sentence.subtree(attempt.at, APART))
        at = [place for mention, places in self._mentions(attempt) if mention.kind in ("place", "person") for place in places]
        if set(at) & below:
            return thing < 0 or bool(set(sentence.subtree(thing)) & set(at))
        ways = [sentence[one].text.lower() for one in sentence.children(attempt.at, "prt", "advmod", "prep", "npadvmod")]
        bare = not any(sentence.child(one, "pobj") >= 0 for one in sentence.children(attempt.at, "prep"))
        return thing < 0 and (bool({*BEARINGS, "back", "home"} & set(ways)) or attempt.verb in ("leave", "exit")) and bare

    def _speaks(self, attempt: Attempt, intent: Intent) -> bool:
        """True where somebody is spoken to, not something pressed or shown."""
        sentence, thing = attempt.sentence, attempt.sentence.child(attempt.at, "dobj")
        if thing < 0 or intent.item or sentence[thing].tag in ("PRP", "WP", "DT"):
            return True
        text = sentence.text(sentence.subtree(thing))
        person = all_here(sentence, thing) or any(mention.kind == "person" for mention in self.names.mentions(tokens_of(text)))
        kinds = wordnet.categories(sentence[thing].lemma)
        return person or not kinds or bool({"person", "speech", "thought", "group", "act", "event"} & set(kinds[:3]))

    def _mentions(self, attempt: Attempt) -> list[tuple[Mention, tuple[int, ...]]]:
        """Who and what is named in an act, each with the places of its words."""
        tokens: list[str] = []
        of: list[int] = []
        for place in attempt.places:
            for token in tokens_of(attempt.sentence[place].text):
                tokens.append(token)
                of.append(place)
        found = [(one, tuple(of[one.start : one.end])) for one in self.names.mentions(tokens)]
        return [(one, places) for one, places in found if not _describes(attempt.sentence, places) and attempt.at not in places]

    def _left_over(self, attempt: Attempt, intent: Intent, phrase: str) -> tuple[str, ...]:
        """The words of an act that tell something, and that its reading has no place for."""
        sentence, known = attempt.sentence, {intent.target, intent.item, intent.place, intent.topic} - {""}
        covered = {place for mention, places in self._mentions(attempt) if mention.id in known for place in places}
        text = attempt.text.lower()
        words = set(tokens_of(phrase))
        if intent.amount or intent.item == "money":
            words |= {token for found in (MONEY, SPAN, UNTIL) for match in found.finditer(text) for token in tokens_of(match[0])}
        service = self.reader.book.services.get(intent.item)
        words |= set(tokens_of(f"{intent.item} {' '.join(service.words) if service else ''}"))
        if intent.verb in TALK:
            words |= set(tokens_of(intent.about))
        if intent.mode == "gesture":
            words |= {sentence[one].text.lower() for one in sentence.children(attempt.at, "dobj")}
        return tuple(
            sentence[place].text for place in attempt.places
            if sentence[place].tag in CONTENT and place not in (attempt.at, attempt.top, attempt.subject) and place not in covered
            and sentence[place].dep not in ("aux", "auxpass") and not {unowned(one) for one in tokens_of(sentence[place].text)} & words
        )  # fmt: skip

    def _free(self, attempt: Attempt, skill: str = "") -> Intent:
        """An act that no rule knows, with whom and what it is done to, where the story knows them."""
        below = set(attempt.sentence.subtree(attempt.at, APART))
        named = [mention for mention, places in self._mentions(attempt) if set(places) & below and mention.id != self.state.pc]
        target = next((one.id for one in named if one.kind == "person" and one.id in self.talk.around), "") or self._pronoun(attempt)
        target = target or self._elsewhere(attempt)
        objects = {place for one in objects_of(attempt) for place in attempt.sentence.subtree(one)}
        item = next((one.id for one, places in self._mentions(attempt) if one.kind == "item" and set(places) & objects), "")
        place = next((one.id for one in named if one.kind == "place"), "")
        cents = money(re.sub(r"\bbits? of\b", " ", attempt.text), self.reader.book.currency) or 0
        words, about = self._object(attempt)
        item = item if is_meant(item, about, self.state) else ""
        minutes = 0 if cents else min(lasting(attempt.text, self.state.minute, self.state.pack.calendar), LONGEST_ACT)
        act = Intent(
            verb="free", words=words, about=about, target=target, item="money" if cents and not item else item, place=place,
            amount=minutes if not cents else 0 if item else cents, told=told(attempt), skill=skill,
        )  # fmt: skip
        known = act if attempt.negated else handled(attempt, act, self.state)
        return known if attempt.negated or self._of_ones_body(attempt) else fitted(known, self.state)

    def _object(self, attempt: Attempt) -> tuple[str, str]:
        """An act's words and those of its object; *it* is what the act before it was done to."""
        words, about = bare(attempt, alone=True), object_of(attempt)
        if about.lower() not in ("it", "them", "this", "that"):
            self.it = about if about and not self._of_ones_body(attempt) else self.it
            return words, about
        return (re.sub(rf"\b{about}\b", self.it, words, count=1), self.it) if self.it else (words, "")

    def _of_ones_body(self, attempt: Attempt) -> bool:
        """True for what one does with one's own hand or head: nothing comes of it that stays."""
        sentence, at = attempt.sentence, attempt.sentence.child(attempt.at, "dobj")
        mine = at >= 0 and any(sentence[one].text.lower() == "my" for one in sentence.children(at, "poss"))
        return mine and wordnet.is_a(sentence[at].lemma, "body")

    def _elsewhere(self, attempt: Attempt) -> str:
        """Who is not here, and would have to be: to whom something is given or done with one's hands."""
        if not {"possession", "contact"} & set(wordnet.verb_classes(attempt.verb)[:2]):
            return ""
        at = set(attempt.sentence.children(attempt.at, "dobj", "dative"))
        named = (one.id for one, places in self._mentions(attempt) if one.kind == "person" and at & set(places))
        return next((who for who in named if who in self.state.pack.npcs and self.state.alive(who)), "")

    def _pronoun(self, attempt: Attempt) -> str:
        """Whom *him* or *her* means, where the act is done to them."""
        said = [attempt.sentence[one].text.lower() for one in objects_of(attempt)]
        found = next((word for word in said if word in ("him", "her", "them")), "")
        return self.talk.meant_by(found) if found else ""

    # --- no act at all

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
        for one in self.names.mentions(tokens):
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


def _describes(sentence: Sentence, places: tuple[int, ...]) -> bool:
    """True for a name that only tells which thing is meant, and is not that thing: the *jail* key, *Ben's* hat."""
    return all(sentence[at].dep in ("compound", "amod", "nmod", "poss") and sentence[at].head not in places for at in places)


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
