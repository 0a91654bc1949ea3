"""Frames: what belongs to each verb. Whom, what, where, how much."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from rapidfuzz import fuzz

from gm_engine.direction import amounts
from gm_engine.direction.naming import Mention, Names, last_spoken, secret_meant, tokens_of
from gm_engine.rules.journey import ways
from gm_engine.rules.rulebook import Rulebook
from gm_engine.rules.weapons import row_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent

MARKERS = (
    "about",
    "regarding",
    "concerning",
    "whether",
    "if",
    "who",
    "who's",
    "what",
    "what's",
    "where",
    "where's",
    "when",
    "why",
    "how",
    "that",
    "for",
    "of",
)
PRONOUNS = ("him", "her", "them", "he", "she", "they", "it")
TOWARDS = ("to", "at", "with", "on", "from", "by", "for")
ANSWER = re.compile(r"^(who|what|where|when|why|how|which|is|are|was|were|do|does|did|have|has|can|could|will|would|any)\b", re.I)
BEARINGS = {
    "north": "north", "south": "south", "east": "east", "west": "west", "northeast": "northeast", "northwest": "northwest", "southeast": "southeast",
    "southwest": "southwest", "up": "up", "upstairs": "up", "down": "down", "downstairs": "down", "inside": "in", "outside": "out", "out": "out",
}  # fmt: skip
MODES = {
    "ride": "horse", "rides": "horse", "rode": "horse", "riding": "horse", "gallop": "horse", "trot": "horse", "horseback": "horse", "saddle": "horse",
    "stage": "stage", "stagecoach": "stage", "train": "train", "wagon": "wagon",
}  # fmt: skip
MONEY_WORDS = ("money", "cash", "coins", "coin", "dollars", "dollar", "cents")


@dataclass(frozen=True)
class Clause:
    """One thing said: its tokens, and the verb at ``start`` to ``end``. ``quote`` is what was said aloud."""

    text: str
    tokens: list[str]
    verb: str
    skill: str
    start: int
    end: int
    quote: str = ""


class Frame:
    """A clause with its names found."""

    def __init__(self, clause: Clause, state: StoryState, book: Rulebook, names: Names, last: str) -> None:
        self.clause, self.state, self.book, self.names = clause, state, book, names
        self.mentions = names.mentions(clause.tokens)
        self.last = last

    @property
    def rest(self) -> list[str]:
        """The tokens after the verb."""
        return self.clause.tokens[self.clause.end :]

    def all(self, *kinds: str) -> tuple[Mention, ...]:
        """The mentions of some kinds, the player's character left out."""
        return tuple(mention for mention in self.mentions if mention.kind in kinds and mention.id != self.state.pc)

    def first(self, *kinds: str) -> str:
        """The first such id after the verb, else before it, else empty."""
        found = self.all(*kinds)
        return next((mention.id for mention in found if mention.start >= self.clause.start), found[0].id if found else "")

    def pronoun(self) -> str:
        """The one whom a pronoun means; empty where there is none."""
        for token in self.rest:
            if token in PRONOUNS[:3]:
                return self._who(token)
        return ""

    def _who(self, pronoun: str) -> str:
        wanted = {"him": "he", "he": "he", "her": "she", "she": "she"}.get(pronoun, "")
        if self.last in self.state.pack.npcs and (not wanted or self.state.pack.npcs[self.last].pronouns in (wanted, "they")):
            return self.last
        return last_spoken(self.state, self.names, pronoun)

    def person(self) -> str:
        """Whom it is done to: a name, else a pronoun, else a name mistyped."""
        return self.first("person") or self.pronoun() or self.mistyped("person")

    def mistyped(self, *kinds: str, near: int = 0) -> str:
        """A name in scope that one of the words nearly is."""
        for token in self.rest:
            if token not in self.names.phrases and len(token) > 3 and (found := self.names.nearest(token, kinds, near)):
                return found.id
        return ""

    def item(self) -> str:
        """A thing named: one known, else one that the rulebook sells or knows as a weapon."""
        found = self.first("item")
        if found:
            return found
        said = set(self.rest) | {word.removesuffix("s") for word in self.rest}
        goods = {
            **{name: (name,) for name in self.book.prices},
            **{name: (name, *service.words) for name, service in self.book.services.items()},
        }
        for name in sorted(goods):
            if any(set(tokens_of(word)) <= said | set(self.rest) for word in goods[name]):
                return name
        return self.mistyped("item")

    def place(self) -> str:
        """Where to: a place named, a way by its bearing, back, the place where somebody named is to be found."""
        named = [mention for mention in self.all("place") if mention.start >= self.clause.start] or list(self.all("place"))
        if named:
            elsewhere = [mention for mention in named if mention.id != self.state.here]
            towards = [
                m
                for m in elsewhere
                if m.start and ({"to", "into", "for", "toward", "towards"} & set(self.clause.tokens[max(0, m.start - 2) : m.start]))
            ]
            return (towards or elsewhere or named)[0].id
        return self._by_way() or self._by_person() or self.mistyped("place", near=1)

    def _by_way(self) -> str:
        exits = ways(self.state, self.state.here)
        for token in self.rest:
            if token in BEARINGS:
                found = [way.to for way in exits if way.dir == BEARINGS[token]]
                if found:
                    return found[0]
        if {"back"} & set(self.clause.tokens):
            for turn in reversed(self.state.recent_turns(30)):
                if turn.place and turn.place != self.state.here:
                    return turn.place
        if {"out", "outside", "leave", "leaves", "left", "exit"} & set(self.clause.tokens) and exits:
            return exits[0].to
        return ""

    def _by_person(self) -> str:
        who = self.first("person")
        if who not in self.state.pack.npcs:
            return ""
        return self.state.here if self.state.where(who) == self.state.here else self.state.pack.npcs[who].at

    def addressee(self) -> str:
        """To whom it is said. A name called out comes first, then who stands right behind the verb, then *to* somebody, then whom one spoke with."""
        people, tokens, end = self.all("person"), self.clause.tokens, self.clause.end
        for mention in people:
            called = mention.start == 0 and tokens[mention.end : mention.end + 1] == [","]
            called = called or (
                mention.start > 1 and tokens[mention.start - 1] == "," and all(token in "?.!" for token in tokens[mention.end :])
            )
            if called:
                return mention.id
        marker = self.marker()
        before = [mention for mention in people if end <= mention.start < marker]
        direct = [mention for mention in before if all(token in SKIPPED for token in tokens[end : mention.start])]
        if direct:
            return direct[0].id
        to = [
            mention
            for mention in people
            if mention.start > 0
            and mention.start >= end
            and {"to", "with", "at"} & set(tokens[max(end - 1, mention.start - 2) : mention.start])
        ]
        if self.clause.quote and people and not (direct or to):
            return people[0].id
        if to and (self.clause.verb != "ask" or to[0].start < marker):
            return to[0].id
        if before:
            return before[0].id
        nearby = self.rest[: max(0, marker - end)][:3]
        pronoun = next((self._who(token) for token in nearby if token in PRONOUNS[:3]), "")
        mistyped = next(
            (found.id for token in nearby[:2] if token not in self.names.phrases and (found := self.names.nearest(token, ("person",)))), ""
        )
        return pronoun or mistyped or (self.last if self._near(self.last) else "") or last_spoken(self.state, self.names)

    def _near(self, who: str) -> bool:
        return who in self.state.pack.npcs and self.state.where(who) == self.state.here

    def marker(self) -> int:
        """Where the topic begins: the first *about*, *whether*, *who* … after the verb; past the end where there is none."""
        tokens = self.clause.tokens
        return next((at for at in range(self.clause.end, len(tokens)) if tokens[at] in MARKERS), len(tokens))

    def about(self) -> str:
        """The words of the topic, as typed."""
        if self.clause.quote:
            return self.clause.quote
        marker = self.marker()
        tokens = self.clause.tokens
        if marker >= len(tokens):
            return self._tail(self.clause.end)
        keep = tokens[marker] in ("about", "regarding", "concerning", "for", "of")
        return self._tail(marker + int(keep))

    def _tail(self, at: int) -> str:
        """The clause's own words from a token on."""
        words = self.clause.tokens[at:]
        return " ".join(words).strip(" ,.?!;:").replace(" ,", ",")

    def topic(self, target: str) -> str:
        """What is spoken of: a secret that the words mean, else somebody or something named."""
        quote = tokens_of(self.clause.quote)
        marker = self.marker()
        about = quote or self.clause.tokens[marker:] or self.rest
        named = (
            self.names.mentions(quote)
            if quote
            else tuple(mention for mention in self.mentions if mention.start >= min(marker, len(self.clause.tokens)))
        )
        others = [mention for mention in named if mention.id not in (target, self.state.pc)]
        asked_self = [mention.id for mention in named if mention.id == target and marker < len(self.clause.tokens)]
        return secret_meant(self.state, about, target) or (others[0].id if others else asked_self[0] if asked_self else "")


SKIPPED = ("the", "a", "an", "my", "old", "to", "with", "at", "good", "friend", "poor", "young", "that", ",")


def frame(clause: Clause, state: StoryState, book: Rulebook, names: Names, last: str = "") -> Intent:
    """The intent of a clause."""
    found = Frame(clause, state, book, names, last)
    if not clause.verb:
        return _unclear(found)
    build = FRAMES.get(clause.verb, _plain)
    return build(found).model_copy(update={"words": clause.text.strip()})


def _plain(found: Frame) -> Intent:
    return Intent.model_validate({"verb": found.clause.verb, "target": found.person(), "item": found.first("item"), "about": found.about()})


def _look(found: Frame) -> Intent:
    target = found.first("person") or found.pronoun()
    item, place = found.first("item"), found.first("place")
    return Intent(verb="look", target=target, item=item, place=place, topic=target or item or place, about=found.about())


def _greet(found: Frame) -> Intent:
    target = found.addressee()
    if found.marker() < len(found.clause.tokens) and found.clause.tokens[found.marker()] in MARKERS[:-2]:
        return Intent(verb="ask", target=target, topic=found.topic(target), about=found.about())
    return Intent(verb="greet", target=target, about=found.clause.quote)


def _ask(found: Frame) -> Intent:
    target = found.addressee()
    sum_asked = amounts.money(found.clause.text)
    if "for" in found.rest and (sum_asked or "loan" in found.rest):
        return Intent(verb="borrow", target=target, amount=sum_asked or 0, about=found.about())
    return Intent(verb="ask", target=target, topic=found.topic(target), about=found.about())


def _tell(found: Frame) -> Intent:
    target = found.addressee()
    said = found.about()
    if found.clause.quote and _question(found.clause.quote):
        return Intent(verb="ask", target=target, topic=found.topic(target), about=said)
    if found.clause.quote and re.match(
        r"(howdy|hello|hi|hey|good (morning|evening|day|afternoon))\b[\w ,']{0,20}[.!]?\Z", found.clause.quote, re.I
    ):
        return Intent(verb="greet", target=target, about=said)
    return Intent(verb="tell", target=target, topic=found.topic(target), about=said)


def _talked(found: Frame) -> Intent:
    target = found.addressee()
    return Intent.model_validate(
        {"verb": found.clause.verb, "target": target, "topic": found.topic(target), "about": found.about(), "amount": _minutes(found) if found.clause.verb == "promise" else 0}
    )  # fmt: skip


def _travel(found: Frame) -> Intent:
    mode = next((MODES[token] for token in found.clause.tokens if token in MODES), "foot")
    place = found.place()
    if place == found.state.here and (who := found.first("person")) and found._near(who):
        return Intent(verb="greet", target=who)
    return Intent(verb="travel", place=place, mode=mode, about=found._tail(found.clause.end))


def _search(found: Frame) -> Intent:
    place, target, item = found.first("place"), found.first("person"), found.first("item")
    return Intent(verb="search", place=place, target=target, item=item, topic=place or item or target, about=found._tail(found.clause.end))


def _take(found: Frame) -> Intent:
    return Intent(
        verb="take",
        item=found.first("item") or found.mistyped("item"),
        target=found.first("person"),
        amount=amounts.count_of(found.clause.text),
        about=found.about(),
    )


def _give(found: Frame) -> Intent:
    cents = amounts.money(found.clause.text)
    target = found.person()
    if cents or set(found.rest) & set(MONEY_WORDS):
        return Intent(verb="give", item="money", target=target, amount=cents or 0)
    item = found.first("item") or found.mistyped("item")
    if not item and target:
        return Intent(verb="greet", target=target, about=found.about())
    return Intent(verb="give", item=item, target=target, amount=amounts.count_of(found.clause.text) or 1, about=found.about())


def _trade(found: Frame) -> Intent:
    count = amounts.count_of(amounts.MONEY.sub(" ", found.clause.text)) or 1
    return Intent.model_validate(
        {
            "verb": found.clause.verb,
            "item": found.item(),
            "target": found.first("person"),
            "amount": count,
            "about": found._tail(found.clause.end),
        }
    )


def _thing(found: Frame) -> Intent:
    verb = found.clause.verb
    return Intent.model_validate(
        {
            "verb": verb,
            "item": found.first("item") or found.mistyped("item"),
            "target": found.first("person"),
            "about": found._tail(found.clause.end),
        }
    )


def _minutes(found: Frame) -> int:
    return amounts.minutes(found.clause.text, found.state.minute, found.state.pack.calendar) or 0


def _waiting(found: Frame) -> Intent:
    return Intent.model_validate({"verb": found.clause.verb, "amount": _minutes(found), "target": found.first("person")})


def _fight(found: Frame) -> Intent:
    verb, tokens = found.clause.verb, found.clause.tokens
    target = found.first("person") or found.pronoun() or found.mistyped("person")
    item = next((mention.id for mention in found.all("item") if row_of(found.state, found.book, mention.id)), "")
    mode = "fan" if {"fan", "fans", "fanning", "fanned"} & set(tokens) else "full" if "full" in tokens else ""
    if "chip" in tokens:
        mode = f"{mode} chip".strip()
    about = "long" if {"far", "distance", "afar", "long"} & set(tokens) and verb != "close" else "close" if "blank" in tokens else ""
    loose = [
        token
        for token in found.rest
        if token not in LOOSE and token.isalpha() and token not in found.names.phrases and not amounts.number(token)
    ]
    if verb == "shoot" and not target and loose and not item:
        return Intent(verb="check", skill=_skill(found.book, "shooting"), about=found._tail(found.clause.end))
    return Intent.model_validate(
        {
            "verb": verb,
            "target": target,
            "item": item,
            "mode": mode,
            "amount": amounts.times(found.clause.text),
            "about": about,
            "place": found.place() if verb == "flee" else "",
        }
    )


LOOSE = frozenset(
    [
        "again",
        "at",
        "the",
        "a",
        "an",
        "my",
        "his",
        "her",
        "their",
        "back",
        "in",
        "into",
        "it",
        "him",
        "them",
        "and",
        "then",
        "gun",
        "guns",
        "revolver",
        "pistol",
        "rifle",
        "shotgun",
        "with",
        "from",
        "to",
        "once",
        "twice",
        "more",
        "another",
        "of",
        "first",
        "shot",
        "shots",
        "round",
        "rounds",
        "times",
        "chip",
        "spend",
        "hammer",
        "fan",
        "air",
        "one",
        "two",
        "three",
        "i",
        "me",
        "on",
        "aim",
        "fast",
        "quick",
        "now",
        "dead",
        "down",
        "chest",
        "head",
        "arm",
        "leg",
        "heart",
        "hand",
        "kill",
    ]
)


def _money(found: Frame) -> Intent:
    target = found.person() if found.clause.verb != "gamble" else found.first("person")
    if not target and found.clause.verb != "gamble":
        target = found.addressee()
    return Intent.model_validate(
        {
            "verb": found.clause.verb,
            "target": target,
            "amount": amounts.money(found.clause.text) or 0,
            "about": found._tail(found.clause.end),
        }
    )


def _heal(found: Frame) -> Intent:
    own = {"myself", "my", "himself", "herself"} & set(found.rest)
    return Intent(verb="heal", target="" if own and not found.first("person") else found.person(), about=found._tail(found.clause.end))


def _roll(found: Frame) -> Intent:
    skill = next((token for token in found.rest if token in found.book.skills), "")
    if skill:
        difficulty = next((token for token in found.rest if token in found.book.difficulty), "fair")
        return Intent(verb="check", skill=skill, difficulty=difficulty)
    dice = re.search(r"\d*d(?:\d+|%)(?:k[hl]\d+)?(?:\s*[+-]\s*\d+)*", found.clause.text.lower())
    return Intent(verb="roll", expression=dice[0]) if dice else _unclear(found)


def _check(found: Frame) -> Intent:
    difficulty = next((token for token in found.rest if token in found.book.difficulty and token != "fair"), "fair")
    return Intent(verb="check", skill=found.clause.skill, difficulty=difficulty, target=found.person(), about=found._tail(found.clause.end))


def _decide(found: Frame) -> Intent:
    words = [token for token in found.rest if token not in ("to", "that", "the", "a", "i", "will") and token.isalnum()]
    return Intent(verb="decide", option="_".join(words[:4])[:40], about=found._tail(found.clause.end))


def _question(text: str) -> bool:
    return text.rstrip().endswith("?") or bool(ANSWER.match(text.strip()) and "?" in text)


def _unclear(found: Frame) -> Intent:
    """Words without a verb: something said, a question, a name, a place; else the skill that fits best, said aloud."""
    clause, state = found.clause, found.state
    words = clause.text.strip()
    target = found.addressee()
    if clause.quote:
        return _tell(found).model_copy(update={"words": words})
    if _question(words) or (ANSWER.match(words) and len(clause.tokens) > 3):
        return Intent(verb="ask", words=words, target=target, topic=found.topic(target), about=words.rstrip("?"))
    if len(found.mentions) == 1 and len(clause.tokens) <= found.mentions[0].end - found.mentions[0].start + 2:
        only = found.mentions[0]
        if only.kind == "place":
            return Intent(verb="travel", words=words, place=only.id, mode="foot", read_as="I read that as going there.")
        if only.kind == "person" and found._near(only.id):
            return Intent(verb="greet", words=words, target=only.id, read_as="I read that as a greeting.")
        if only.kind == "item":
            return Intent(verb="look", words=words, item=only.id, topic=only.id, read_as="I read that as a look at it.")
    bearing = next((way.to for way in ways(state, state.here) if way.dir in clause.tokens), "")
    if bearing and len(clause.tokens) <= 2:
        return Intent(verb="travel", words=words, place=bearing, mode="foot")
    skill = best_skill(clause.tokens, found.book)
    return Intent(
        verb="check",
        words=words,
        skill=skill,
        target=found.first("person"),
        about=words,
        read_as=f"I read that as a {skill.replace('_', ' ')} check.",
    )


def best_skill(tokens: list[str], book: Rulebook) -> str:
    """The skill whose name or verbs the words come nearest to; *notice* where none comes near."""
    best, score = _skill(book, "notice"), 78.0
    for name in sorted(book.skills):
        for phrase in (name, *book.skills[name].verbs):
            for token in tokens:
                near = fuzz.ratio(token, phrase) if len(token) > 3 else 0.0
                if near > score:
                    best, score = name, near
    return best


def _skill(book: Rulebook, wanted: str) -> str:
    return wanted if wanted in book.skills else next(iter(book.skills))


FRAMES: dict[str, Callable[[Frame], Intent]] = {
    "look": _look, "greet": _greet, "ask": _ask, "tell": _tell, "persuade": _talked, "promise": _talked, "threaten": _talked, "accuse": _talked,
    "travel": _travel, "search": _search, "take": _take, "give": _give, "buy": _trade, "sell": _trade, "use": _thing, "read": _thing,
    "wait": _waiting, "sleep": _waiting, "draw": _fight, "shoot": _fight, "aim": _fight, "cover": _fight, "reload": _fight, "close": _fight,
    "flee": _fight, "strike": _fight, "heal": _heal, "borrow": _money, "repay": _money, "gamble": _money, "roll": _roll, "check": _check,
    "decide": _decide,
}  # fmt: skip
