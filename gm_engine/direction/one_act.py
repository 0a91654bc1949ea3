"""One act: what a rule makes of it, where it leads, who is met by it, and what it is where no rule knows it."""

import re
from collections.abc import Iterator

from gm_engine import wordnet
from gm_engine.direction.act_by_rule import APART, ByRule, mentions_in
from gm_engine.direction.acts import LONGEST_ACT
from gm_engine.direction.amounts import lasting, money
from gm_engine.direction.attempts import Attempt
from gm_engine.direction.clause import MODES
from gm_engine.direction.conversation import OTHERS, Conversation
from gm_engine.direction.ellipsis import awaited, place_of
from gm_engine.direction.free_acts import fitted
from gm_engine.direction.free_telling import PERCEIVING
from gm_engine.direction.grammar import Reader
from gm_engine.direction.handled import handled
from gm_engine.direction.kind_words import kind_words
from gm_engine.direction.naming import Mention
from gm_engine.direction.player_verbs import TALK
from gm_engine.direction.saying import courtesy
from gm_engine.direction.second_person import bare, object_of, objects_of, told
from gm_engine.direction.things_meant import is_meant
from gm_engine.direction.upshots import spoken_of
from gm_engine.direction.visits import SEEKING, gone_to_see
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.adjudicate import out_of_reach
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import READY, Intent, Verb


class OneAct:
    """Reads one act after the other. ``someone`` is whom of the scenery it is done to; *it* is what the last one was done to."""

    def __init__(self, state: StoryState, reader: Reader, talk: Conversation) -> None:
        self.state, self.reader, self.talk = state, reader, talk
        self.rules = ByRule(state, reader, talk, self._free)
        self.it = spoken_of(state)
        self.someone = ""

    def _mentions(self, attempt: Attempt) -> list[tuple[Mention, tuple[int, ...]]]:
        return mentions_in(attempt, self.reader.names)

    def comes_to(self, state: StoryState) -> None:
        """What comes next is done in another state."""
        self.state = self.rules.state = state

    def intents(self, attempt: Attempt) -> Iterator[Intent]:
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
        if not attempt.negated and (read := self.rules.read(attempt)):
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
        target = self.talk.addressee("", self.whom(attempt)) if manner else ""
        if not target:
            return self.talk.told_of(attempt, self.whom(attempt))
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
            (one.id for one, places in self._mentions(attempt) if one.kind == "person" and aims & set(places)),
            self.someone if aims else "",
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

    def whom(self, attempt: Attempt) -> str:
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
