"""Conversation: who is spoken to, what is asked of whom, and what goes on from the last exchange."""

from collections.abc import Iterator

from gm_engine import wordnet
from gm_engine.direction.amounts import money
from gm_engine.direction.attempts import INDEFINITE, YOU, Attempt
from gm_engine.direction.claims_made import Claims, refused, weight_of
from gm_engine.direction.clause import Clause, Frame
from gm_engine.direction.grammar import Reader
from gm_engine.direction.handled import asks_what_it_says
from gm_engine.direction.naming import last_spoken
from gm_engine.direction.player_verbs import TALK
from gm_engine.direction.saying import KINDS, WH, Saying, asks, kind_asked, saying_of
from gm_engine.direction.second_person import bare, tidy
from gm_engine.direction.speech_acts import WEIGHTY
from gm_engine.direction.supposed import act_in, as_supposed, how_to, weighs
from gm_engine.direction.turned import reported
from gm_engine.direction.words_typed import tokens_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent
from gm_engine.story.parsed import Quote, Sentence, Word

OTHERS = {"he": "he", "him": "he", "his": "he", "she": "she", "her": "she", "hers": "she", "they": "", "them": "", "their": ""}
MINE = ("i", "me", "my", "myself", "mine", "we", "us", "our")
GAME_WORDS = "roll dice type undo command rule game player character skill check retry save win score chip"
OF_THE_GAME = frozenset(GAME_WORDS.split())
"""Words of the table, which nobody in a story uses of it."""
OF_THE_TABLE = frozenset(("dice", "undo", "player", "chip"))
"""Those among them that can mean nothing else, whoever is spoken of."""
PUZZLED = frozenset(("understand", "know", "see", "get", "follow", "remember", "recall"))
AIMS = frozenset(("goal", "aim", "objective", "object", "purpose", "point", "end", "game", "main"))
"""Words by which the player asks what it is all about, where no other noun stands beside them."""
OF_ROLLS = frozenset(("roll", "dice", "skill", "check"))
LATELY = 1
"""So many turns after an exchange it may still be gone on with."""
PERCEIVING = ("see", "hear", "smell", "feel", "taste", "notice", "spot", "find", "look", "tell", "make")
MOST_SAID = 3
CALLS = ("", "hey", "well", "oh", "good", "hello", "hi", "howdy", "good morning", "good evening", "good day")
"""What is said before a name that is called."""


def to_the_point(said: list[tuple[Sentence, Saying]]) -> list[tuple[Sentence, Saying]]:
    """What asks, without what only leads to it or trails behind it: *tell me straight*, *a woman like you?*"""
    outright = [(one, saying) for one, saying in said if saying.verb == "ask" and asks(one) and _is_whole(one)]
    if not outright:
        return said
    return [pair for pair in said if pair in outright or pair[1].verb != "ask" or (pair[1].manner != "what" and not asks(pair[0]))]


def _is_whole(sentence: Sentence) -> bool:
    """True for a sentence with a verb of its own, or with the word that asks."""
    return sentence[sentence.root].tag.startswith(("VB", "MD")) or any(word.tag in WH and word.dep != "nsubj" for word in sentence)


class Conversation:
    """The exchange that a line goes on with, and what it says to somebody. Intents of the line are told to it by ``hears``."""

    def __init__(self, state: StoryState, reader: Reader) -> None:
        self.state, self.reader = state, reader
        self.last = state.exchange
        self.at = state.here
        """Where the player's character is when it is said."""
        lately = state.exchange is not None and state.turn - state.exchanged < LATELY
        self.going = bool(lately and state.exchange and state.exchange.target in state.present())
        self.harms = frozenset(phrase for phrase, (verb, _) in reader.words.items() if verb in ("shoot", "strike")) | {
            "kill", *wordnet.synonyms("kill", "v")
        }  # fmt: skip
        self.claims = Claims(state, self.harms)

    def hears(self, intent: Intent) -> None:
        """Takes note of what an earlier part of the line was."""
        if intent.verb in TALK and intent.target:
            self.last, self.going = intent, True
        if intent.verb == "travel" and intent.place:
            self.at = intent.place

    @property
    def around(self) -> tuple[str, ...]:
        """Who is there to be spoken to."""
        return self.state.present(self.at)

    # --- who is meant

    def called(self, sentence: Sentence) -> str:
        """Who is called by name: before what is said, after it, or between commas."""
        tokens = tokens_of(sentence.text())
        for one in self.reader.names.mentions(tokens):
            before = one.start == 0 or tokens[one.start - 1] in ",;." or " ".join(tokens[: one.start]) in CALLS
            if one.kind == "person" and one.id != self.state.pc and before and "".join(tokens[one.end : one.end + 1]) in ",.?!;":
                return one.id
        return ""

    def person(self, words: str) -> str:
        """The person whom words name or mean, whether here or not; empty for none."""
        tokens = tokens_of(words)
        if len(tokens) == 1 and tokens[0] in OTHERS:
            return self.meant_by(tokens[0])
        return next((one.id for one in self.reader.names.mentions(tokens) if one.kind == "person" and one.id != self.state.pc), "")

    def found_at(self, who: str) -> str:
        """Where one would look at this hour for somebody who is not here; empty where they are here, or nobody could say."""
        npc = self.state.pack.npcs.get(who)
        if npc is None or npc.visibility != "table" or who in self.around or not self.state.alive(who):
            return ""
        place = self.state.pack.locations.get(self.state.usually(who))
        return self.state.usually(who) if place is not None and place.visibility == "table" and self.state.usually(who) != self.at else ""

    def meant_by(self, pronoun: str) -> str:
        """Whom a pronoun means among those here: who was last spoken with, who was last named."""
        around = self.around
        if self.last and self.last.target in around and self._may_be(self.last.target, pronoun):
            return self.last.target
        found = last_spoken(self.state, self.reader.names, pronoun)
        alone = [id for id in around if self._may_be(id, pronoun)]
        return found if found in around else alone[0] if len(alone) == 1 else ""

    def _may_be(self, who: str, pronoun: str) -> bool:
        npc = self.state.pack.npcs.get(who)
        return npc is not None and npc.pronouns in (OTHERS.get(pronoun, "") or npc.pronouns, "they")

    def addressee(self, called: str = "", whom: str = "") -> str:
        """Who is spoken to: who is called by name, who is told so, who was last spoken with, who is here and best disposed."""
        if called or whom:
            return called or whom
        around = self.around
        if self.last and self.last.target in around:
            return self.last.target
        return max(around, key=lambda id: (self.state.attitude(id), bool(self.state.met.get(id, 0))), default="")

    def _spoken_of(self, pronouns: set[str], target: str) -> str:
        """Who was last spoken of, where one of the pronouns may mean them."""
        topic = self.last.topic if self.last else ""
        before = (topic, self.last.target if self.last and self.last.target != target else "")
        return next((id for id in before if id and id != target and any(self._may_be(id, one) for one in pronouns)), "")

    def topic(self, about: str, target: str, verb: str = "ask") -> str:
        """The id of what is spoken of; who *he* is comes of what was spoken of before."""
        tokens = tokens_of(about)
        clause = Clause(text=about, tokens=tokens, verb=verb, skill="", start=0, end=0, quote=about)
        found = Frame(clause, self.state, self.reader.book, self.reader.names, target).topic(target) if tokens else ""
        pronouns = set(tokens) & set(OTHERS)
        if pronouns and (not found or found == target) and (meant := self._spoken_of(pronouns, target)):
            return meant
        return found

    # --- what is said

    def aloud(self, quote: Quote, whom: str = "") -> Iterator[Intent]:
        """What a quote does: what it asks, says, promises, in its order; what only goes with a question is told with it."""
        said = [(one, saying) for one in quote.sentences if (saying := self._saying(one))]
        called = next(filter(None, map(self.called, quote.sentences)), "")
        target = self.addressee(called, whom)
        if not any(word.text[:1].isalpha() for one in quote.sentences for word in self._besides_names(one)) and (called or whom):
            yield Intent(verb="greet", words=quote.text, target=target, about=quote.text.strip(" ,"), speech=quote.text)
            return
        strong = to_the_point([(one, saying) for one, saying in said if saying.verb in ("ask", "promise", "threaten")])[-MOST_SAID:]
        weak = [pair for pair in said if pair not in strong]
        told = sorted((pair for pair in weak if pair[1].verb == "tell" and pair[1].about), key=weight_of)
        if (no := refused(said)) is not None:
            strong = [no, *(pair for pair in strong if pair[0] != no[0])]
        elif not strong:
            greets = [pair for pair in weak if pair[1].verb == "greet"]
            longer = [pair for pair in told if len(tokens_of(pair[1].about)) > 1]
            strong = longer[:1] or greets[:1] or weak[:1]
        else:
            strong = [*(pair for pair in told[:1] if pair[1].manner in WEIGHTY), *strong]
        for one, saying in strong[: MOST_SAID if target else 1]:
            whole = quote.text.strip(" ,") if saying.verb in ("tell", "greet") else ""
            yield self._said(one, saying if saying.verb != "greet" else saying._replace(about=whole), target, quote.text, whole)

    def _besides_names(self, sentence: Sentence) -> list[Word]:
        """The words that name nobody."""
        people = {word for name in self.reader.names for word in name.lowered} if self.called(sentence) else set()
        return [word for word in sentence if not set(tokens_of(word.text)) <= people | {"well", "oh", "miss", "mister"}]

    def _saying(self, sentence: Sentence) -> Saying | None:
        if self.claims.message(sentence, self.person):
            return Saying("tell", "message", tidy(sentence.text()))
        saying = saying_of(sentence, self.reader.book.courtesies, self.harms)
        return self.claims.refined(sentence, saying) if saying else None

    def _said(self, sentence: Sentence, saying: Saying, target: str, quote: str = "", whole: str = "") -> Intent:
        """What is said by a sentence; ``whole`` is all that is said with it, which may name what it is about."""
        words = quote or sentence.text()
        if saying.manner == "message" and (message := self.claims.message(sentence, self.person)) and message[0] != target:
            passed = reported(message[1], clause=True)
            return Intent(
                verb="tell", words=words, target=target, topic=message[0], about=message[1], leaves=passed, speech=quote, manner="message"
            )
        if going_on := self._going_on(sentence, saying, target, words):
            return going_on.model_copy(update={"speech": quote})
        topic = self.topic(saying.about, target) if (offered := self._offered(sentence)) else ""
        if offered and topic not in self.state.pack.items:
            topic = topic or (self.last.topic if self.last else "")
            return Intent(verb="persuade", words=words, target=target, topic=topic, about=saying.about, speech=quote, amount=offered)
        topic = self.topic(saying.about, target, saying.verb) if saying.verb != "greet" else ""
        topic = topic or (self.topic(whole, target, saying.verb) if whole and saying.verb == "tell" else "")
        topic = "" if topic == target and saying.verb == "tell" else topic
        return Intent(verb=saying.verb, words=words, target=target, topic=topic, about=saying.about, speech=quote, manner=saying.manner)

    def _offered(self, sentence: Sentence) -> int:
        """The sum that is held out to whoever is spoken to: *I'll give you five dollars if …*, *would ten dollars help?*; 0 for none."""
        words = [word.text.lower() for word in sentence]
        sum_named = money(sentence.text(), self.reader.book.currency)
        subject = sentence.child(sentence.root, "nsubj")
        if not sum_named or subject < 0:
            return 0
        is_sum = any(word.tag == "CD" or word.text == "$" for word in (sentence[one] for one in sentence.subtree(subject)))
        mine = sentence[subject].text.lower() in ("i", "we")
        gives = mine and bool({"you", "yours"} & set(words)) and "possession" in wordnet.verb_classes(sentence[sentence.root].lemma)
        held_out = bool({"if", "would", "'d", "offer"} & {*words, sentence[sentence.root].lemma})
        asked_about = any(word.tag.startswith("W") for word in sentence)
        return sum_named if (is_sum and asks(sentence) and not asked_about) or (gives and held_out) else 0

    def told_of(self, attempt: Attempt, whom: str) -> Intent | None:
        """What the player tells of saying to somebody, without its words in quotation marks: *I warn Ben that they are coming*."""
        known = self.reader.words.get(attempt.verb, ("tell", ""))[0]
        claim = self.claims.told_of(attempt)
        claim = claim if claim and (claim.act == "offer" or known in ("tell", "greet", "free", "check")) else None
        if claim is None or any(word.quote for word in (attempt.sentence[place] for place in attempt.places)):
            return None
        thing = attempt.sentence.child(attempt.at, "dobj")
        gone = self.last if self.last is not self.state.exchange else None
        leans = thing >= 0 and attempt.sentence[thing].text.lower() in OTHERS
        absent = gone.target if gone and gone.target not in self.around and (leans or not whom) else ""
        target = absent or self.addressee("", whom)
        to_nobody = not whom and not claim.words and thing >= 0 and claim.act != "refusal"
        if not target or to_nobody:
            return None
        words = bare(attempt)
        topic = self.topic(claim.words or words, target, "tell")
        topic = "" if topic == target else topic
        return Intent(verb="tell", words=words, target=target, topic=topic, about=claim.words, manner=claim.act)

    # --- what goes on

    def follow_up(self, sentence: Sentence) -> Intent | None:
        """What goes on from the last exchange, without quotation marks: *why?*, *and her?*, *tell me more*."""
        if not self.last:
            return None
        saying = self._saying(sentence)
        target = self.addressee(self.called(sentence))
        return self._going_on(sentence, saying, target, sentence.text()) if saying and target else None

    def _going_on(self, sentence: Sentence, saying: Saying, target: str, words: str) -> Intent | None:
        last = self.last
        if last is None or not target:
            return None
        base = Intent(verb="ask", words=words, target=target, topic=last.topic, about=last.about)
        if saying.manner == "more":
            return base.model_copy(update={"manner": "more"})
        own = [
            word for word in sentence if word.text[:1].isalnum() and word.text.lower() not in ("and", "but", "so", "since", "then", "ok")
        ]
        if own and all(word.tag in WH for word in own):
            return base.model_copy(update={"manner": KINDS.get(own[0].text.lower(), "what")})
        bare = not any(word.tag.startswith("VB") or word.tag == "MD" for word in own)
        opens = sentence[0].text.lower() in ("and", "what", "how", "ok", "but", "so", "then")
        if bare and opens and (rest := [word for word in own if word.tag not in WH and word.text.lower() not in ("about", "of")]):
            about = tidy("".join(word.text + (word.space or " ") for word in rest))
            topic = self.person(about) if about.lower() in OTHERS else self.topic(about, target)
            topic = self._spoken_of({about.lower()}, target) or topic if about.lower() in OTHERS else topic
            if topic or opens:
                return base.model_copy(update={"manner": "same", "topic": topic, "about": about})
        return None

    def unquoted(self, sentence: Sentence) -> Intent | None:
        """A greeting or a courtesy typed without marks, said to somebody who is called or here."""
        saying = self._saying(sentence)
        to_you = saying is not None and saying.verb == "tell" and self.around and {word.text.lower() for word in sentence} & set(YOU)
        if saying and to_you:
            return self._said(sentence, saying, self.addressee(self.called(sentence)))
        if saying is None or not (saying.verb == "greet" or saying.manner in ("thanks", "sorry", "farewell")):
            return None
        target = self.addressee(self.called(sentence) or self.person(sentence.text()))
        return Intent(verb=saying.verb, words=sentence.text(), target=target, about=saying.about, manner=saying.manner) if target else None

    # --- what is asked

    def asked(self, sentence: Sentence, read: tuple[Intent, ...]) -> Iterator[Intent]:
        """A question without quotation marks: of somebody here, of the GM about the world, oneself or the game."""
        text = sentence.text()
        lower = [word.text.lower() for word in sentence]
        root = sentence.root
        if (
            sentence[root].lemma == "know"
            and sentence.child(root, "xcomp") >= 0
            and sentence.child(root, "nsubj") >= 0
            and self._of_oneself(sentence)
        ):
            yield self._of_the_gm(sentence, "self")
            return
        if any(intent.verb == "look" and intent.mode and intent.mode not in ("may", "unasked") for intent in read):
            yield from read
            return
        named = self.called(sentence)
        if not named and (item := asks_what_it_says(sentence, self.state)):
            yield Intent(verb="read", words=text, item=item, about=self.state.name(item))
            return
        saying = self._saying(sentence)
        if going_on := self.follow_up(sentence):
            yield going_on
        elif not named and (weighs(sentence) or how_to(sentence)) and not set(YOU) & set(lower):
            yield as_supposed(self._of_the_gm(sentence, "rules"), act_in(sentence), self.state, self.reader)
        elif (
            not named and (any(word.lemma in OF_THE_GAME for word in sentence) or self._explained(sentence))
            and ((set(MINE) | set(YOU)) & set(lower) or any(word.lemma in OF_THE_TABLE | AIMS for word in sentence))
        ):  # fmt: skip
            asked, done = self._of_the_gm(sentence, "rules"), act_in(sentence)
            yield as_supposed(asked, done, self.state, self.reader) if done and OF_ROLLS & {word.lemma for word in sentence} else asked
        elif saying and saying.verb == "greet" and self.addressee(named):
            yield Intent(verb="greet", words=text, target=self.addressee(named), about=saying.about)
        elif act := self._proposed(sentence, read):
            yield from act
        elif saying and (named or set(lower) & set(YOU)) and (named or self.around):
            yield self._said(sentence, saying, self.addressee(named))
        elif any(intent.mode == "may" for intent in read):
            yield from read
        elif self.going and self.last and not set(lower) & {"here", "there", "this", "that", *MINE} and self._of_people(sentence):
            yield self._said(sentence, saying or Saying("ask", kind_asked(sentence), tidy(text)), self.last.target)
        else:
            yield self._of_the_gm(sentence, "self" if self._of_oneself(sentence) else "world")

    def puzzled(self, sentence: Sentence) -> Intent | None:
        """What the player does not understand or know, as the question that it is: *I don't see what a foreclosure is*."""
        root = sentence[sentence.root]
        subject, clause = sentence.child(sentence.root, "nsubj"), sentence.child(sentence.root, "ccomp")
        mine = subject >= 0 and sentence[subject].text.lower() in ("i", "we") and sentence.child(sentence.root, "neg") >= 0
        if not mine or clause < 0 or root.lemma not in PUZZLED:
            return None
        about = tidy(sentence.text(sentence.subtree(clause)))
        found = self.reader.names.mentions(tokens_of(about))
        topic = next((one.id for one in found if one.id != self.state.pc), "")
        asked = Intent(verb="look", words=sentence.text(), mode="world", topic=topic, about=about)
        return asked if tokens_of(about)[:1] and tokens_of(about)[0] in KINDS else None

    def _explained(self, sentence: Sentence) -> bool:
        """True where anybody at all is to explain something to the player, or it is asked what comes of the player's own end."""
        root, subject = sentence[sentence.root], sentence.child(sentence.root, "nsubj")
        to_me = any(sentence[one].text.lower() in MINE for one in sentence.children(sentence.root, "dobj", "dative"))
        anybody = subject >= 0 and sentence[subject].text.lower() in INDEFINITE
        dies = any(word.lemma == "die" and sentence.child(at, "nsubj") >= 0 and sentence[sentence.child(at, "nsubj")].text.lower() == "i"
                   for at, word in enumerate(sentence))  # fmt: skip
        content = {word.lemma for word in sentence if word.tag in ("NN", "NNS", "NNP", "JJ")}
        return (
            dies
            or (bool(content) and content <= AIMS)
            or (anybody and to_me and wordnet.verb_class(root.lemma) in ("communication", "social"))
        )

    def _of_people(self, sentence: Sentence) -> bool:
        """True for a question that somebody may know an answer to, and that no look answers."""
        return not (asks(sentence) and sentence[sentence.root].lemma in ("smell", "sound", "taste"))

    def _of_oneself(self, sentence: Sentence) -> bool:
        subject = sentence.child(sentence.root, "nsubj", "nsubjpass")
        if subject >= 0 and sentence[subject].text.lower() in MINE:
            return sentence[sentence.root].lemma not in PERCEIVING
        return any(sentence[one].text.lower() in ("me", "myself", "my") for one in sentence.children(sentence.root, "dobj", "attr"))

    def _proposed(self, sentence: Sentence, read: tuple[Intent, ...]) -> tuple[Intent, ...]:
        """An act that is put as a question (*could I ask the smith about his mule?*): only what harms nobody."""
        may = any(sentence[one].text.lower() in ("can", "could", "may", "might") for one in sentence.children(sentence.root, "aux"))
        subject = sentence.child(sentence.root, "nsubj")
        mine = subject >= 0 and sentence[subject].text.lower() in ("i", "we")
        named = all(intent.verb in ("ask", "tell", "greet", "travel") and (intent.target or intent.place) for intent in read)
        return read if may and mine and read and named and "about" in [word.text.lower() for word in sentence] else ()

    def _of_the_gm(self, sentence: Sentence, mode: str) -> Intent:
        about = tidy(sentence.text())
        found = self.reader.names.mentions(tokens_of(about))
        topic = next((one.id for one in found if one.id != self.state.pc), "")
        others = {word.text.lower() for word in sentence} & set(OTHERS)
        topic = topic or (next(filter(None, (self.meant_by(one) for one in sorted(others))), "") if others else "")
        return Intent(verb="look", words=sentence.text(), mode=mode, manner=kind_asked(sentence), topic=topic, about=about)
