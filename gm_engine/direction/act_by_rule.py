"""An act by the rules: the grammar's reading of it, where its verb is the act's own, and what the rule must know hangs on that verb."""

import re
from collections.abc import Callable

from gm_engine import wordnet
from gm_engine.direction.amounts import MONEY, SPAN, UNTIL, lasting
from gm_engine.direction.attempts import Attempt
from gm_engine.direction.clause import BEARINGS
from gm_engine.direction.conversation import Conversation
from gm_engine.direction.frames import EVERYBODY
from gm_engine.direction.grammar import GRAVE, Reader, unread
from gm_engine.direction.handled import lets_go
from gm_engine.direction.naming import Mention, Names
from gm_engine.direction.player_verbs import TALK, VERBS
from gm_engine.direction.saying import asked_for
from gm_engine.direction.scenery_people import all_here
from gm_engine.direction.second_person import bare, objects_of, tidy, told
from gm_engine.direction.words_typed import tokens_of, unowned
from gm_engine.rules.map import ways
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent
from gm_engine.story.parsed import Sentence

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
CONSUMED = ("drink", "eat")
DONE_TO_NOTHING = ("wait", "sleep", "flee", "cover")
"""Acts that have no object."""
CONTENT = ("NN", "NNS", "NNP", "NNPS", "CD", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ")
APART = ("advcl", "relcl", "ccomp", "acl", "pcomp")
"""Clauses below an act: who or what is named in them is not what it is done to."""
MOST_LIKE = 6


class ByRule:
    """Reads acts by the rulebook; ``free`` makes one of what no rule knows, by a skill."""

    def __init__(self, state: StoryState, reader: Reader, talk: Conversation, free: Callable[[Attempt, str], Intent]) -> None:
        self.state, self.reader, self.talk, self.free = state, reader, talk, free

    @property
    def names(self) -> Names:
        """Who and what can be named where the reading stands."""
        return self.reader.names

    def read(self, attempt: Attempt) -> tuple[Intent, ...]:
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
        if main.verb in ("tell", "promise") and (clausal := attempt.sentence.child(attempt.at, "ccomp")) >= 0:
            apart = ("advcl",) if main.verb == "tell" else ()
            plain = plain.model_copy(update={"about": tidy(attempt.sentence.text(attempt.sentence.subtree(clausal, apart)))})
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
            return (self.free(attempt, check.skill),)
        return (check.model_copy(update={"told": told(attempt)}),)

    def _may_say_more(self, intent: Intent) -> bool:
        if intent.verb in BY_WORDS or intent.verb in AT_SOMEBODY:
            return True
        if intent.verb in ("wait", "sleep"):
            return bool(intent.amount > 5)
        if intent.verb == "take":
            return not self.state.has(self.state.pc, intent.item)
        return intent.verb in ("travel", "read") or (intent.verb == "give" and bool(intent.target))

    def _had_on_the_spot(self, attempt: Attempt) -> bool:
        """True for what is drunk where no house sells anything: it is there to be drunk, and nobody buys it."""
        return attempt.verb in CONSUMED and not self.reader.book.services

    def _known(self, attempt: Attempt, intent: Intent) -> bool:
        """True where what a rule must know is known, and hangs on the verb itself."""
        wanted = NEEDS.get(intent.verb, ())
        if wanted and not any(getattr(intent, name) for name in wanted) and intent.mode != "nobody":
            return intent.verb == "travel" and self._leaves(attempt)
        if intent.verb == "travel" and intent.place == self.talk.at:
            return False
        if intent.verb in TALK and not self._speaks(attempt, intent):
            return False
        thing = attempt.sentence.child(attempt.at, "dobj", "dative")
        if intent.verb == "take" and thing < 0:
            return False
        if intent.verb == "buy" and not intent.item and (attempt.verb not in VERBS["buy"] or self._had_on_the_spot(attempt)):
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
        named = mentions_in(attempt, self.names)
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
        at = [place for mention, places in mentions_in(attempt, self.names) if mention.kind in ("place", "person") for place in places]
        if set(at) & below:
            return thing < 0 or bool(set(sentence.subtree(thing)) & set(at))
        behind = [sentence[one].text.lower() for one in sentence.children(attempt.at, "prt", "advmod", "prep", "npadvmod")]
        bare = not any(sentence.child(one, "pobj") >= 0 for one in sentence.children(attempt.at, "prep"))
        return thing < 0 and (bool({*BEARINGS, "back", "home"} & set(behind)) or attempt.verb in ("leave", "exit")) and bare

    def _leaves(self, attempt: Attempt) -> bool:
        """True for going out of a place from which no way leads at all, which the rules say: no other place is known to go to."""
        at = self.talk.at
        if at not in self.state.pack.locations or ways(self.state, at):
            return False
        behind = {attempt.sentence[one].text.lower() for one in attempt.sentence.children(attempt.at, "prt", "advmod", "prep", "npadvmod")}
        away = {word for word, bearing in BEARINGS.items() if bearing not in ("in", "up", "down")}
        return (bool(behind & away) or attempt.verb in ("leave", "exit")) and self._goes(
            attempt, attempt.sentence.child(attempt.at, "dobj")
        )

    def _speaks(self, attempt: Attempt, intent: Intent) -> bool:
        """True where somebody is spoken to, not something pressed or shown."""
        sentence, thing = attempt.sentence, attempt.sentence.child(attempt.at, "dobj")
        if thing < 0 or intent.item or sentence[thing].tag in ("PRP", "WP", "DT"):
            return True
        text = sentence.text(sentence.subtree(thing))
        person = all_here(sentence, thing) or any(mention.kind == "person" for mention in self.names.mentions(tokens_of(text)))
        kinds = wordnet.categories(sentence[thing].lemma)
        return person or not kinds or bool({"person", "speech", "thought", "group", "act", "event"} & set(kinds[:3]))

    def _left_over(self, attempt: Attempt, intent: Intent, phrase: str) -> tuple[str, ...]:
        """The words of an act that tell something, and that its reading has no place for."""
        sentence, known = attempt.sentence, {intent.target, intent.item, intent.place, intent.topic} - {""}
        covered = {place for mention, places in mentions_in(attempt, self.names) if mention.id in known for place in places}
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


def mentions_in(attempt: Attempt, names: Names) -> list[tuple[Mention, tuple[int, ...]]]:
    """Who and what is named in an act, each with the places of its words."""
    tokens: list[str] = []
    of: list[int] = []
    for place in attempt.places:
        for token in tokens_of(attempt.sentence[place].text):
            tokens.append(token)
            of.append(place)
    found = [(one, tuple(of[one.start : one.end])) for one in names.mentions(tokens)]
    return [(one, places) for one, places in found if not _describes(attempt.sentence, places) and attempt.at not in places]


def _describes(sentence: Sentence, places: tuple[int, ...]) -> bool:
    """True for a name that only tells which thing is meant, and is not that thing: the *jail* key, *Ben's* hat."""
    return all(sentence[at].dep in ("compound", "amod", "nmod", "poss") and sentence[at].head not in places for at in places)
