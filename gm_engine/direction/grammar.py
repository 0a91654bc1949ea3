"""The grammar: the clauses of a player's line, found by the words of a fixed lexicon, and the intents of each."""

import re

from rapidfuzz import process
from rapidfuzz.distance import OSA

from gm_engine.direction.clause import MARKERS, PRONOUNS, Clause, Frame
from gm_engine.direction.frames import frame, is_question
from gm_engine.direction.naming import Names, names_of
from gm_engine.direction.options import option_meant, option_said
from gm_engine.direction.player_verbs import TALK, forms, lexicon
from gm_engine.direction.wondering import wondered
from gm_engine.direction.words_typed import tokens_of, unended
from gm_engine.rules.map import ways
from gm_engine.rules.rulebook import Rulebook
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import ABOUT_THE_GAME, Intent

QUOTED = re.compile(r'"[^"]*"|“[^”]*”')
CUT = re.compile(r"\s*(?:;|,?\s+and then\b|,\s*then\b|\.\s+(?=[A-Za-z])|\bthen I\b|!\s+)\s*", re.I)
AND = re.compile(r"\s*,?\s+\band\s+(?:i\s+(?:will\s+|then\s+)?)?", re.I)
LEAD = (
    "please|okay|ok|so|well|now|then|next|first|finally|again|and|but|alright|all right|very|quietly|slowly|carefully|quickly|calmly"
    "|i guess|i think"
)
SUBJECT = (
    "(?:i|we|he|she|they)(?:'d|'ll|'m|'re| would| will| am| want| wanna| try| decide| need| am going| 'm going| could| can| should"
    "| start| begin| attempt)*"
)
HEDGE = "(?:try to|attempt to|go ahead and|please|just|simply|quietly|slowly|carefully|quickly|calmly|politely|also|then|immediately)"
PREAMBLE = re.compile(
    rf"^(?:(?:{LEAD})[\s,]+)*(?:{SUBJECT}(?: like| love| going| gonna| want| try| have(?= to))*(?: to| and)?\b\s*)?"
    rf"(?:(?:can|could|may|might|shall) (?:i|we) )?(?:let me |let's |lets |lemme |gotta )?(?:{HEDGE} )*",
    re.I,
)
GRAVE_ACTS = ("shoot", "strike", "draw")
SMALL_ACTS = ("give", "gamble", "buy", "take", "heal")
GRAVE = frozenset(("shoot", "strike", "draw", "threaten", "accuse", "give", "sell", "gamble", "flee", "close", "decide"))
"""Acts that a slip of the keys must not bring about: the letters must all be there."""
SERVED = frozenset(form for verb in ("have", "eat", "drink", "take", "get", "want", "need", "grab") for form in forms(verb))
SERVED_WORDS = "a an the some my another good hot cold big stiff warm hearty bite bit of to quick square little more glass cup plate bowl"
SERVED_SMALL = frozenset(SERVED_WORDS.split())
REAL = frozenset(("quit", "loan", "lead", "wall", "rest", "card"))
"""Words that are not other words mistyped."""
SPOKEN = ("ask", "persuade", "tell", "threaten", "accuse")
"""Acts of speech that are meant for somebody: where nobody is named, for whoever here is best disposed."""
MAY_I = re.compile(r"\s*(?:can|could|may|might|shall|should) (?:i|we) ", re.I)
LOOKS_LIKE = re.compile(r"what (?:does|do) (.+) look like", re.I)
PRICES = (
    "how much (?:is|are|for|does|do|would)",
    "what (?:is the price|'s the price|are you asking)",
    r"what (?:does|do|would)\b.*\b(?:cost|charge|ask|want|take|fetch|bring|come to|go for|sell|set me back)",
    "(?:can|could|may|might) (?:i|we) (?:buy|get|have|rent|hire|purchase|order)",
    "(?:do|does) (?:you|they|he|she|anyone|anybody) (?:sell|have|stock)",
    "is there (?:a|an|any)",
)
PRICE = re.compile(rf"\s*(?:{'|'.join(PRICES)})\b", re.I)
CALLED = re.compile(r"^[\w.' ]{2,30},\s+")
"""Somebody called by name in front of a question."""
WHERE = re.compile(r"\s*where(?:'s| is| are| can i find| could i find| would i find)\b", re.I)
ELSEWHERE = ("search", "sleep", "wait", "buy", "sell")
"""Acts that are done at the place they name: where that is another one, it is gone to first."""
MOVING = ("athletics", "riding", "stealth")
RISKY_WORDS = "cliff rock rapid ford swamp ice scree ledge vacuum hull"
RISKY = frozenset(RISKY_WORDS.split())
IDLE_MINUTES = 5
MOST_CLAUSES = 6


WHO_OR_WHAT = frozenset({"who", "whose", "who's", "what", "what's", "which"})
"""Words with which one asks for more than the way to somebody or something."""


class Reader:
    """Reads the clauses of one turn's words; what an earlier clause was about helps to read a later one."""

    def __init__(self, state: StoryState, book: Rulebook) -> None:
        self.state, self.book = state, book
        self.words = lexicon(book)
        self.names: Names = names_of(state)
        self.last = ""

    def comes_to(self, state: StoryState) -> None:
        """Reads the clauses that follow in another ``state``: at the place that one has led to."""
        self.state, self.names = state, names_of(state)
        self.last = self.last if self.last in state.present() else ""

    def clauses(self, said: str) -> tuple[str, ...]:
        """The words, parted into things attempted; what stands in quotes is never parted."""
        quotes = QUOTED.findall(said)
        masked = QUOTED.sub(lambda _: " QQUOTEQ ", said)
        found: list[str] = []
        for piece in (said,) if option_said(said, self.state) else CUT.split(masked):
            found += (piece,) if option_said(piece, self.state) else self._at_and(piece)
        restored = []
        for piece in found:
            while "QQUOTEQ" in piece and quotes:
                piece = piece.replace("QQUOTEQ", quotes.pop(0), 1)
            if re.search(r"\w", piece):
                restored.append(piece.strip(" ,"))
        return tuple(restored)

    def _at_and(self, piece: str) -> list[str]:
        parts = [piece]
        while match := next((m for m in AND.finditer(parts[-1]) if self._starts_verb(parts[-1][m.end() :], parts[-1][: m.start()])), None):
            whole = parts.pop()
            parts += [whole[: match.start()], whole[match.end() :]]
        return [thing for part in parts for thing in self._each_thing(part)]

    def _each_thing(self, piece: str) -> list[str]:
        """*Buy a rope and twelve cartridges* is two purchases."""
        verb = self._verb(tokens_of(piece))
        parts = re.split(r"\s*,?\s+and\s+|\s*,\s*", piece)
        if verb is None or verb[0] not in ("buy", "sell", "take") or len(parts) < 2:
            return [piece]
        goods = {*self.book.prices, *(unended(good) for good in self.book.prices)}
        for part in parts[1:]:
            tokens = tokens_of(part)
            if not any(mention.kind == "item" for mention in self.names.mentions(tokens)) and not goods & {*tokens, *map(unended, tokens)}:
                return [piece]
        head = " ".join(tokens_of(piece)[verb[2] : verb[3]])
        return [parts[0], *(f"{head} {part}" for part in parts[1:])]

    def _starts_verb(self, rest: str, before: str) -> bool:
        """True where a new act begins: not within what somebody is asked, told or promised."""
        tokens, head = tokens_of(rest), tokens_of(before)
        if not tokens or not self._verb(head):
            return False
        first = self._verb_at(tokens, 0)
        if first is None or tokens[0] in ("horses", "hands", "guns", "cover", "present"):
            return False
        verb = self._verb(head)
        talks = verb is not None and verb[0] in TALK
        return not (
            talks and any(word in head for word in ("about", "whether", "if", "who", "what", "that", "where", "when", "why", "how"))
        )

    def _verb_at(self, tokens: list[str], at: int) -> tuple[str, str, int, int] | None:
        for size in range(min(5, len(tokens) - at), 0, -1):
            found = self.words.get(" ".join(tokens[at : at + size]))
            if found:
                return (*found, at, at + size)
        return None

    def _verb(self, tokens: list[str]) -> tuple[str, str, int, int] | None:
        return next((found for at in range(len(tokens)) if (found := self._verb_at(tokens, at))), None)

    def read(self, text: str) -> tuple[Intent, ...]:
        """The intents of one clause: mostly one; a decision and the act by which it is taken are two."""
        if wondering := self._wondered(text):
            return (wondering,)
        clause = self.clause(text)
        intent = frame(clause, self.state, self.book, self.names, self.last)
        if intent.target in self.state.pack.npcs:
            self.last = intent.target
        taken = option_said(text, self.state) or option_meant(text, self.state, "" if intent.read_as else intent.verb)
        if taken:
            return (taken, intent) if self.besides(taken, intent) else (taken,)
        if intent.verb in ELSEWHERE and intent.place not in ("", self.state.here) and not intent.target:
            there = intent if intent.verb == "search" else intent.model_copy(update={"place": ""})
            return (Intent(verb="travel", words=intent.words, place=intent.place, mode="foot"), there)
        if intent.verb == "decide" and (rest := self._decided(clause)):
            return self.read(rest)
        if intent.verb == "ask" and not clause.verb and not intent.target and not self.state.present():
            sought = next((mention.id for mention in self.names.mentions(clause.tokens) if mention.kind in ("person", "place")), "")
            if sought and sought != self.state.pc and clause.tokens[0] in WHO_OR_WHAT:
                return (Intent(verb="look", words=text.strip(), mode="know", topic=sought, about=text.strip(" ?!.")),)
            mode = "way" if sought and sought != self.state.pc else "unasked"
            said = "" if mode == "way" else "/ask puts a question to chance."
            return (Intent(verb="look", words=intent.words, mode=mode, topic=sought, read_as=said),)
        if intent.verb in (*SPOKEN, "greet") and Frame(clause, self.state, self.book, self.names, self.last).stranger():
            return (intent.model_copy(update={"target": "", "topic": ""}),)
        spoken = intent.verb in SPOKEN and not intent.target and not set(PRONOUNS) & set(clause.tokens)
        if spoken and (around := self.state.present()):
            best = max(around, key=lambda id: (self.state.attitude(id), bool(self.state.met.get(id, 0))))
            intent = intent.model_copy(update={"target": best})
        if way := self._way_climbed(clause, intent):
            if intent.skill == "stealth":
                return (way, intent)
            return (intent, way) if self._risky(way.place) else (way,)
        return (intent,)

    def _wondered(self, text: str) -> Intent | None:
        """What the player asks of their own character's eyes and memory, as a look of that ``mode``."""
        kind = wondered(text)
        tokens = tokens_of(text)
        found = Frame(Clause(text=text, tokens=tokens, verb="", skill="", start=0, end=0), self.state, self.book, self.names, self.last)
        sought = found.first("place", "person")
        around = set(self.state.present())
        if not kind and WHERE.match(text) and sought and (sought in around or not around):
            kind = "way"
        if not kind and (asked := MAY_I.match(text)) and text.rstrip().endswith("?"):
            act = self._verb_at(tokens_of(text[asked.end() :]), 0)
            bare = act is not None and act[0] == "take" and not found.first("item")
            kind = "may" if act and not bare and act[0] in (*GRAVE, "buy", "take", "sleep") else ""
        said = CALLED.sub("", text.strip(' "“”'))
        if kind in ("", "may") and PRICE.match(said) and (good := found.served() or found.item()):
            return Intent(verb="look", words=text.strip(), mode="price", about=good)
        if match := LOOKS_LIKE.fullmatch(text.strip(" ?!.")):
            whom = found.first("person") or found.who(match[1].lower())
            return Intent(verb="look", words=text.strip(), target=whom, topic=whom) if whom else None
        if not kind or (kind == "way" and not sought):
            return None
        topic = sought if kind == "way" else found.topic("") if kind == "know" else ""
        return Intent(verb="look", words=text.strip(), mode=kind, topic=topic, about=text.strip(" ?!.") if kind == "know" else "")

    def besides(self, taken: Intent, intent: Intent) -> bool:
        """True where the words of an option are also an act that the option's own effects do not do: a way gone, a shot fired."""
        scene = self.state.pack.scene(taken.target)
        choice = next((one for one in scene.choices if one.id == taken.option), None) if scene else None
        done = {effect.verb for effect in choice.effects} if choice else set()
        made = self.state.decisions[taken.target]
        text = next((option.text for option in made.options if option.id == taken.option), "")
        if intent.verb == "travel":
            named = {mention.id for mention in self.names.mentions(tokens_of(text)) if mention.kind == "place"}
            return intent.place in named and not done & {"go", "goto", "end"}
        if intent.verb in GRAVE_ACTS:
            return intent.target in self.state.present() and not done & {"kill", "wound", "goto", "end"}
        held = intent.item == "money" or self.state.has(self.state.pc, intent.item)
        return intent.verb in SMALL_ACTS and not done and bool(held or intent.verb != "give")

    def _decided(self, clause: Clause) -> str:
        """What was decided upon, where that is an act: *I decide to ride north*."""
        rest = clause.tokens[clause.end :]
        words = rest[1:] if rest[:1] == ["to"] else rest
        return " ".join(words) if words and self._verb_at(words, 0) else ""

    def _way_climbed(self, clause: Clause, intent: Intent) -> Intent | None:
        """The way that a feat of the body leads along, where one of the ways from here is named: *I climb up to the Watch*."""
        if intent.verb != "check" or intent.target or intent.skill not in MOVING:
            return None
        found = Frame(clause, self.state, self.book, self.names, self.last)
        exits = {way.to for way in ways(self.state, self.state.here)}
        named = next((mention.id for mention in found.all("place") if mention.id != self.state.here), "")
        bearing = found.by_bearing()
        place = named if named and (named in exits or {"to", "into", "toward", "towards"} & set(found.rest)) else bearing
        return Intent(verb="travel", words=intent.words, place=place, mode="foot") if place else None

    def _risky(self, place: str) -> bool:
        """True where the way to a place asks for dice: dangerous ground, or a terrain that is climbed, forded or crept along."""
        way = next((way for way in ways(self.state, self.state.here) if way.to == place), None)
        danger = self.state.pack.locations[place].danger if place in self.state.pack.locations else 0
        return danger > 1 or bool(way and RISKY & {unended(word) for word in tokens_of(way.terrain)})

    def clause(self, text: str) -> Clause:
        """The clause with its verb found: whole phrases first, then a mistyped one, then none."""
        quote = QUOTED.search(text)
        bare = QUOTED.sub(" ", text) if quote else text
        body = PREAMBLE.sub("", self._first_person(bare.strip()), count=1) or bare
        tokens = tokens_of(body)
        found = self._ordered(tokens) or self._verb(tokens)
        if found and found[0] != "look" and is_question(body):
            found = None
        elif found is None and not quote:
            found = self._mistyped(tokens)
        verb, skill, start, end = found or ("", "", 0, 0)
        return Clause(text=text, tokens=tokens, verb=verb, skill=skill, start=start, end=end, quote=quote[0].strip('"“” ') if quote else "")

    def _ordered(self, tokens: list[str]) -> tuple[str, str, int, int] | None:
        """*Have a meal*, *take a room*, *need a drink*: what a house sells and one uses at once, whatever the verb."""
        if not tokens or tokens[0] not in SERVED:
            return None
        said = [token for token in tokens[1:] if token not in SERVED_SMALL]
        services = [name.replace("_", " ") for name in self.book.services]
        named = (*services, *(word for service in self.book.services.values() for word in service.words))
        fits = any(said[: len(words)] == words for phrase in named if (words := [w for w in tokens_of(phrase) if w not in SERVED_SMALL]))
        return ("buy", "", 0, 1) if fits else None

    def _first_person(self, text: str) -> str:
        """The words without the player's character as their subject."""
        tokens = tokens_of(text)
        mentions = self.names.mentions(tokens)
        if (
            mentions
            and mentions[0].start == 0
            and mentions[0].id == self.state.pc
            and len(tokens) > mentions[0].end
            and tokens[mentions[0].end] != ","
        ):
            words = text.split()
            return " ".join(words[mentions[0].end :]) or text
        return text

    def _mistyped(self, tokens: list[str]) -> tuple[str, str, int, int] | None:
        singles = sorted(phrase for phrase in self.words if " " not in phrase and len(phrase) > 3)
        for at, token in enumerate(tokens[:2]):
            if len(token) < 4 or token in REAL or self.names.called((token,)) or token in MARKERS or token in PRONOUNS:
                continue
            near = [phrase for phrase in singles if phrase[0] == token[0] and abs(len(phrase) - len(token)) < 3]
            best = process.extractOne(token, near, scorer=OSA.distance, score_cutoff=2 if len(token) > 6 else 1)
            if best and (self.words[best[0]][0] not in GRAVE or set(token) == set(best[0])):
                return (*self.words[best[0]], at, at + 1)
        return None

    def line(self, said: str) -> tuple[Intent, ...]:
        """The intents of all clauses of a line, in their order; what says the same act twice is one."""
        intents: list[Intent] = []
        for clause in self.clauses(said)[:MOST_CLAUSES]:
            for intent in self.read(clause):
                join(intents, intent)
        if len(intents) > 1:
            intents = [intent for intent in intents if not unread(intent)] or intents[:1]
        return tuple(intents)


def join(intents: list[Intent], intent: Intent) -> None:
    """Adds an intent to those before it; what says the same act as the last, and less of it, is left out."""
    if intents and (_same(intents[-1], intent) or _poorer(intent, intents[-1])):
        return
    if intents and (_poorer(intents[-1], intent) or _idler(intents[-1], intent)):
        intents.pop()
    if intents and intents[-1].verb == "draw" and intent.verb == "shoot" and intent.target in ("", intents[-1].target):
        intent = intent.model_copy(update={"target": intent.target or intents[-1].target})
        intents.pop()
    if intents and intents[-1].skill == "deceive" and not intents[-1].target and intent.verb == "tell":
        intent = intents.pop().model_copy(update={"target": intent.target, "about": intent.about})
    intents.append(intent)


def unread(intent: Intent) -> bool:
    """True for words of which nothing could be made: beside an act, they are only what was said with it."""
    return intent.verb == "look" and bool(intent.read_as) and not (intent.mode or intent.target or intent.item or intent.place)


def _same(one: Intent, other: Intent) -> bool:
    return (
        one.verb == other.verb
        and (one.target, one.topic, one.place, one.item) == (other.target, other.topic, other.place, other.item)
        and (one.verb in ("look", "greet", "travel", "draw", "wait") and not other.amount)
        and (one.mode not in ABOUT_THE_GAME or one.about == other.about)
    )


def _idler(one: Intent, other: Intent) -> bool:
    """True for sitting down in order to wait: *I sit on the porch and smoke until sundown* is one wait."""
    return one.verb == other.verb == "wait" and one.amount <= IDLE_MINUTES < other.amount


def _poorer(one: Intent, other: Intent) -> bool:
    """True when ``one`` says the same act and names nothing: *saddle up* before *ride to the gorge*, *read it* after a letter."""
    bare = not (one.target or one.topic or one.place or one.item or one.amount or one.skill)
    return one.verb == other.verb and one.verb in ("travel", "read", "search", "take", "use", "heal") and bare
