"""A clause and what can be found in it: whom it names, where to, what is spoken of."""

import re
from dataclasses import dataclass

from gm_engine.direction.naming import SURE, Mention, Names, last_spoken, secret_meant
from gm_engine.direction.words_typed import tokens_of, typed_tokens
from gm_engine.rules.map import ways
from gm_engine.rules.rulebook import Rulebook
from gm_engine.state.story_state import StoryState

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
ABOUT = ("about", "regarding", "concerning")
ABOUT_SET = frozenset(ABOUT)
PRONOUNS = ("him", "her", "them", "he", "she", "they", "it")
BEARINGS = {
    "north": "north", "south": "south", "east": "east", "west": "west", "northeast": "northeast", "northwest": "northwest", "southeast":
    "southeast", "southwest": "southwest", "up": "up", "upstairs": "up", "down": "down", "downstairs": "down", "inside": "in", "outside":
    "out", "out": "out",
}  # fmt: skip
MODES = {
    "ride": "horse", "rides": "horse", "rode": "horse", "riding": "horse", "gallop": "horse", "trot": "horse", "horseback": "horse",
    "saddle": "horse", "stage": "stage", "stagecoach": "stage", "train": "train", "wagon": "wagon",
}  # fmt: skip


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

    @property
    def head(self) -> str:
        """The verb's first word as typed; empty where there are only quoted words."""
        return next(iter(self.clause.tokens[self.clause.start :]), "")

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
                return self.who(token)
        return ""

    def who(self, pronoun: str) -> str:
        """The one whom this pronoun means; empty where nobody fits."""
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
            if not self.names.called((token,)) and (found := self.names.nearest(token, kinds, near)):
                return found.id
        return ""

    def item(self) -> str:
        """A thing named: one known, else one that the rulebook sells or knows as a weapon."""
        found = self.first("item")
        if found:
            return found
        words = self.clause.tokens[self.clause.start :]
        said = set(words) | {word.removesuffix("s") for word in words}
        goods = {
            **{name: (name,) for name in self.book.prices},
            **{name: (name, *service.words) for name, service in self.book.services.items()},
        }
        for name in sorted(goods):
            if any(set(tokens_of(word)) <= said for word in goods[name]):
                return name
        return self.mistyped("item")

    def served(self) -> str:
        """The service that the words name, where no thing is asked for by its own full name: a whiskey is a drink, a bottle is not."""
        phrases = [(tokens_of(phrase), name) for name, entry in sorted(self.book.services.items()) for phrase in (name, *entry.words)]
        for at, token in enumerate(self.rest):
            if token == "bottle":
                return ""
            for words, name in phrases:
                if self.rest[at : at + len(words)] == words:
                    return name
        return ""

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
            return self._in_town((towards or elsewhere or named)[0].id)
        return self._by_person() or self._by_way() or self.mistyped("place", near=1)

    def _in_town(self, place: str) -> str:
        """A town that one stands in already is its busiest place: *back to town*, said in the saloon, is out to the street."""
        places = self.state.pack.locations
        within = [id for id in sorted(places) if places[id].within == place]
        if self.state.here not in within or ways(self.state, place):
            return place
        return max(within, key=lambda id: (len(ways(self.state, id)), id == self.state.here))

    def stranger(self) -> bool:
        """True where the one spoken to is called by a name that nobody bears: *I ask Miss Boone*, of whom nothing was ever told."""
        if self.clause.quote or not self.clause.verb or self.all("person") or not self.rest:
            return False
        typed = typed_tokens(self.clause.text)[-len(self.rest) :]
        name = next((token for token in typed if token.lower() not in SKIPPED and token.lower() not in TITLES), "")
        called = name[:1].isupper() and name[1:2].islower() and not ASKING.match(name)
        return called and not self.names.called((name,)) and name.lower() not in MARKERS

    def by_bearing(self) -> str:
        """Where the way lies that a bearing names; empty where none does."""
        exits = ways(self.state, self.state.here)
        bearings = [BEARINGS[token] for token in self.rest if token in BEARINGS]
        return next((way.to for bearing in bearings for way in exits if way.dir == bearing), "")

    def _by_way(self) -> str:
        exits = ways(self.state, self.state.here)
        if found := self.by_bearing():
            return found
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
        """To whom it is said: a name called out, else who stands right behind the verb, else *to* somebody, else whom one spoke with."""
        people, tokens, end = self.all("person"), self.clause.tokens, self.clause.end
        for mention in people:
            called = mention.start == 0 and tokens[mention.end : mention.end + 1] == [","]
            called = called or (
                mention.start > 1 and tokens[mention.start - 1] == "," and all(token in "?.!" for token in tokens[mention.end :])
            )
            if called:
                return mention.id
        marker = self.marker()
        if not self.clause.verb and not self.clause.quote:
            people = tuple(mention for mention in people if self._near(mention.id))
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
        if self.clause.quote and (hailed := self._hailed()):
            return hailed
        if to and (self.clause.verb != "ask" or to[0].start < marker):
            return to[0].id
        if before:
            return before[0].id
        nearby = self.rest[: max(0, marker - end)][:3]
        pronoun = next((self.who(token) for token in nearby if token in PRONOUNS[:3]), "")
        if not pronoun and nearby[:1] in (["him"], ["her"]) and self.state.present():
            return ""
        mistyped = next(
            (found.id for token in nearby[:2] if not self.names.called((token,)) and (found := self.names.nearest(token, ("person",)))), ""
        )
        return pronoun or mistyped or (self.last if self._near(self.last) else "") or last_spoken(self.state, self.names)

    def _hailed(self) -> str:
        """Who is called by name within the quoted words: *"That's robbery, Pruitt. Four bits."*"""
        tokens = tokens_of(self.clause.quote)
        for mention in self.names.mentions(tokens):
            before = mention.start == 0 or tokens[mention.start - 1] in ",."
            if mention.kind == "person" and self._near(mention.id) and before and tokens[mention.end : mention.end + 1] in HAILS:
                return mention.id
        return ""

    def called(self) -> str:
        """Whom the words call by name in front: *Mabry, get out of my way*."""
        first = next(iter(self.all("person")), None)
        return first.id if first and first.start == 0 and self.clause.tokens[first.end : first.end + 1] == [","] else ""

    def _near(self, who: str) -> bool:
        return who in self.state.pack.npcs and self.state.where(who) == self.state.here

    def marker(self) -> int:
        """Where the topic begins: the first *about*, *whether*, *who* … after the verb; past the end where there is none."""
        tokens, end = self.clause.tokens, self.clause.end
        start = end - 1 if end and tokens[end - 1] in ABOUT else end
        return next((at for at in range(start, len(tokens)) if tokens[at] in MARKERS), len(tokens))

    def about(self) -> str:
        """The words of the topic, as typed."""
        if self.clause.quote:
            return self.clause.quote
        marker = self.marker()
        tokens = self.clause.tokens
        if marker >= len(tokens) or self.clause.verb == "promise":  # a promise is what is promised, not what it is of
            told = next((mention.end for mention in self.all("person") if mention.start == self.clause.end), self.clause.end)
            return self._tail(told)
        keep = tokens[marker] in (*ABOUT, "for", "of")
        return self._tail(marker + int(keep))

    def _tail(self, at: int) -> str:
        """The clause's own words from a token on, as they were typed."""
        words = self.clause.tokens[at:]
        typed = typed_tokens(self.clause.text)
        if words and [token.lower() for token in typed[-len(words) :]] == words:
            words = typed[-len(words) :]
        return " ".join(words).strip(" ,.?!;:").replace(" ,", ",")

    def topic(self, target: str) -> str:
        """What is spoken of: a secret that the words mean, else somebody or something named."""
        quote = tokens_of(self.clause.quote)
        if target and OF_YOU.search(self.clause.text) and not [mention for mention in self.mentions if mention.id != target]:
            return target
        tokens, marker = quote or self.clause.tokens, self.marker()
        start = 0 if quote else marker if marker < len(tokens) else self.clause.end
        named = self.names.mentions(quote) if quote else tuple(mention for mention in self.mentions if mention.start >= start)
        taken = {at for mention in named for at in range(mention.start, mention.end)}
        loose = [token for at, token in enumerate(tokens) if at >= start and at not in taken]
        others = [mention.id for mention in named if mention.id not in (target, self.state.pc)]
        openly = bool(ABOUT_SET & set(tokens[start:])) or self.clause.verb in ("accuse", "persuade")
        score, secret = secret_meant(self.state, loose, target, others, openly=openly)
        if secret and (score >= SURE or not others):
            return secret
        itself = [mention.id for mention in named if mention.id == target and marker < len(self.clause.tokens)]
        return next(iter(others or itself), "")


OWN = "name|story|life|past|family|wife|husband"
WANTED = "what (?:do|did|are|were|would) you (?:want|wanting|after|doing|up to|need|hope|looking)"
OF_YOU = re.compile(rf"\b(?:yourself|himself|herself|your (?:{OWN})|(?:who|how|why|are|were) (?:are |were )?you|{WANTED})\b", re.I)
"""Words by which somebody is asked about themselves."""
ASKING = re.compile(r"(is|are|was|were|do|does|did|have|has|had|can|could|will|would|should|which|whose|there|i|yes|no)\b", re.I)
TITLES = ("miss", "mister", "mr", "mrs", "ms", "dr", "doctor", "captain", "old", "uncle", "aunt")
HAILS: tuple[list[str], ...] = ([], [","], ["."], ["?"], ["!"])
SKIPPED = ("the", "a", "an", "my", "old", "to", "with", "at", "good", "friend", "poor", "young", "that", ",")
