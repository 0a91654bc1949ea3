"""Whom and what a whole text names: people known by one name, by-names, places. What one line cannot tell, many can."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from gm_engine import wordnet
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.names import snake
from gm_engine.extraction.newcomers import ENDS, ordinary
from gm_engine.extraction.pipeline import Stretch
from gm_engine.extraction.sights import Sight, Signs, also_called, within, written_like_a_name
from gm_engine.extraction.telltales import Telltales
from gm_engine.extraction.vocabulary import Vocabulary
from gm_engine.story.entity import Entity

LONGEST = 3
"""Words of the longest name that is learnt."""
TAGGED = 3
"""How many of a word's sentences are tagged where it never stands but at their head."""
CALLED = 2
"""How often a name must be called out to be somebody's where nothing else tells: "Hello, Chicago" is said once."""
AHEAD = 12
"""Words after a name in which a pronoun takes it up."""
RUNS_ON = frozenset({",", "?", "!"})
BUILDING = 8
"""Letters of a word for a building that is hardly a surname: Sanatorium, not House."""
SHIPS = ("ship", "brig", "packet", "schooner", "vessel", "sloop", "steamer", "frigate", "boat")
INSIDE = frozenset({"at", "from", "to", "of", "by", "behind", "past", "outside"})
BEING = frozenset({"is", "was", "are", "were", "has", "had"})
AUXILIARIES = frozenset({"would", "could", "will", "can", "did", "does", "never", "must", "might"})
NAMING = frozenset({"named", "called", "name's"})
WHO = frozenset({"who", "whose"})
TO = frozenset({"to", "from", "for", "at", "of"})
ARTICLES = frozenset({"el", "la", "los", "las"})
"""Words of other tongues before a by-name as well as before a place: El Zurdo, La Junta."""


class Census:
    """Fed with every stretch of a text, it says who is in it, and which capitals name nobody (``common``)."""

    def __init__(self, lexicon: Lexicon, stop: frozenset[str], is_title: Callable[[str], bool], vocabulary: Vocabulary) -> None:
        self._lexicon = lexicon
        self._vocabulary = vocabulary
        self._telltales = Telltales(lexicon, vocabulary)
        self._stop = stop
        self._is_title = is_title
        self._alone: set[str] = set()
        self.common: set[str] = set()
        self._plain: Counter[str] = Counter()
        self._sights: list[Sight] = []
        self._longer: dict[str, list[tuple[str, ...]]] = {}
        self._titled: dict[str, list[str]] = {}
        self._speakers: dict[str, int] = {}
        self._acts = lexicon.forms(lexicon.some(("acts", "said")))
        self._says = lexicon.forms(lexicon.all("said"))
        suffered = lexicon.all("kill") | lexicon.all("bury") | lexicon.all("wound")
        self._does_to = lexicon.forms(suffered | {"tell", "ask", "thank", "marry", "warn"})
        self._suffers = self._does_to | lexicon.all("conditions_of") | lexicon.all("suffers")
        self._parts, self._into, self._ways = lexicon.all("telling_parts"), lexicon.all("entering"), lexicon.all("ways")
        self._place_starts = lexicon.all("place_name_starts") - ARTICLES
        self._people = frozenset().union(
            *(lexicon.all(name) for name in ("roles", "kin", "distant_kin", "gender_nouns.he", "gender_nouns.she"))
        )

    def look(self, stretches: Iterable[Stretch], turn: int) -> None:
        """Takes in one text's words."""
        before: Stretch | None = None
        for stretch in stretches:
            if stretch.block != "heading":
                follows = before is not None and before.kind == "speech" and before.number == stretch.number and bool(before.words)
                runs_on = follows and before is not None and before.words[-1][0] in RUNS_ON
                self._look([word for word, _, _ in stretch.words], stretch.kind == "speech", runs_on, turn)
            before = stretch

    def hear(self, speaker: str, turn: int) -> None:
        """Takes in who is said to speak a line: that is a person."""
        self._speakers.setdefault(speaker, turn)

    def _look(self, words: Sequence[str], spoken: bool, runs_on: bool, turn: int) -> None:
        at, first = 0, not runs_on
        while at < len(words):
            size = self._size(words, at)
            if not size:
                self._plain[words[at]] += words[at].islower()
                first = words[at] in ENDS
                at += 1
                continue
            size += self._of(words, at, size)
            self._sights.append(Sight(tuple(words[at : at + size]), first, words, at, spoken, turn))
            at += size
            first = False

    def _size(self, words: Sequence[str], at: int) -> int:
        size = 0
        while at + size < len(words) and size < LONGEST + 2 and written_like_a_name(words[at + size]):
            size += 1
        return size

    def _of(self, words: Sequence[str], at: int, size: int) -> int:
        """How many words of "the Belle of Memphis" follow its first: a thing or a house; "the Duke of Bath" is no such name."""
        end = at + size
        the = words[at] == "The" or (at > 0 and words[at - 1] == "the")
        if not the or size > LONGEST or end + 1 >= len(words) or words[end] != "of" or words[end - 1] == "The":
            return 0
        more = self._size(words, end + 1)
        head = words[end - 1]
        somebody = self._telltales.is_somebody(head.lower()) and not self._given(head)
        person = self._is_title(head) or somebody or head.lower() in self._lexicon.all("not_names")
        return 1 + more if 0 < more < 3 and not person else 0

    def entities(self, tag: Callable[[list[list[str]]], list[bool]], known: Callable[[Sequence[str]], bool]) -> tuple[Entity, ...]:
        """The people and places, in the order in which they turn up.

        ``tag`` says of sentences whether they open with a name; ``known`` is true for words that have a meaning already.
        """
        found = self._counted()
        self._ask(found, tag)
        people: list[Entity] = []
        for name, signs in sorted(found.items(), key=lambda item: (item[1].turn, item[0])):
            whole, all_signs = self._whole(name, signs, found)
            kind = self._is(name, all_signs)
            if kind and whole and not any(known(part) for part in (name, whole, whole[:1], whole[-1:])):
                parts = {part for size in range(2, len(whole)) for part in (whole[:size], whole[-size:])}
                shorter = tuple(" ".join(run) for run in sorted(parts) if run in found)
                people.append(self._entity(" ".join(whole), kind, all_signs, shorter))
        beasts = {entity.name for entity in people if entity.kind == "item"}
        people = [also_called(entity, beasts) for entity in people]
        return tuple({entity.id: entity for entity in reversed(people)}.values())[::-1]

    def _whole(self, name: tuple[str, ...], signs: Signs, found: dict[tuple[str, ...], Signs]) -> tuple[tuple[str, ...], Signs]:
        """A name at its fullest, with the signs of both: Mara is Mara Voss, Harlan is Doc Harlan. Empty where several may bear it."""
        if signs.beast and len(name) == 1:
            return name, signs
        if len(name) > 1:
            around = [other for other in self._longer.get(name[0], []) + self._longer.get(name[-1], []) if within(name, other)]
            return (around[0], signs.with_those_of(found[around[0]])) if around else (name, signs)
        longer = [run for run in self._longer.get(name[0], []) if not any(within(run, other) for other in self._longer[name[0]])]
        if len(longer) > 1 and signs.place > signs.person:
            places = [run for run in longer if run[-1].lower() in self._lexicon.all("place_name_ends")]
            return (places[0] if len(places) == 1 else name), signs
        if len(longer) > 1 or (not longer and len(self._titled.get(name[0], ())) > 1):
            return (), signs
        if longer:
            return longer[0], signs.with_those_of(found[longer[0]])
        return (*self._titled.get(name[0], ()), *name), signs

    def spoken(self) -> tuple[Entity, ...]:
        """Those who speak lines, as people."""
        return tuple(self._entity(name, "character", Signs(turn=turn)) for name, turn in sorted(self._speakers.items()))

    def _counted(self) -> dict[tuple[str, ...], Signs]:
        found: dict[tuple[str, ...], Signs] = {}
        inside = {word for sight in self._sights for word in sight.run[sight.first :]}
        self._alone = {sight.run[0] for sight in self._sights if not sight.first or len(sight.run) == 1}
        for sight in self._sights:
            run, first, at = list(sight.run), sight.first, sight.at
            while run and self._only_opens(run, first, inside, sight.words[at + len(run) : at + len(run) + 2]):
                run, first, at = run[1:], False, at + 1
            titles = 0
            while titles < len(run) and self._is_title(run[titles]):
                titles += 1
            title, run, at = run[:titles], run[titles:], at + titles
            if not run or (len(run) > LONGEST and "of" not in run) or not self._may_be_run(run):
                continue
            if (
                title
                and self._titled_thing(title[-1], run[0])
                and at > len(title)
                and sight.words[at - len(title) - 1].lower() == "the"
                and len(run) == 1
            ):
                continue
            if len(title) == 1 and len(run) == 1 and title[0] not in self._titled.setdefault(run[0], []):
                self._titled[run[0]].append(title[0])
            if len(run) > 1 and tuple(run) not in found and "of" not in run:
                for word in {run[0], run[-1], run[-2] if ordinary(run[0].lower()) else run[0]}:
                    self._longer.setdefault(word, []).append(tuple(run))
            signs = found.setdefault(tuple(run), Signs(turn=sight.turn))
            self._weigh(signs, sight, at, len(run), first and not title)
            signs.titled += bool(title)
        return found

    def _may_be_run(self, run: Sequence[str]) -> bool:
        start = run.index("of") + 1 if "of" in run else 0
        return all(self._may_be(word) for word in run[start:])

    def _only_opens(self, run: Sequence[str], first: bool, inside: set[str], after: Sequence[str]) -> bool:
        """True for a word that has its capital from the sentence: "Then Mara", "Nervous Mara"."""
        if not first or self._is_title(run[0]):
            return False
        lower = run[0].lower()
        if lower in self._stop or lower in self._lexicon.all("acts") or lower in self._lexicon.all("said"):
            return True
        if len(run) == 1 or run[0] in inside:
            return False
        if lower.endswith("ly") and self._vocabulary.knows(lower) and not self._given(run[0]):
            return True
        if run[1] in self._alone and not self._given(run[0]) and self._no_name(lower, after):
            return True
        return self._plain[lower] > 0 or self._lexicon.common(lower) or run[0].partition("-")[2].islower()

    def _no_name(self, lower: str, after: Sequence[str]) -> bool:
        """True for a word that tells of the name after it, or that bids somebody do something to its bearer."""
        if ordinary(lower) or (lower.endswith("er") and ordinary(lower[:-2])) or lower in self._lexicon.all("head_adverbs"):
            return True
        subject = (after[:1] == [","] and after[1:2] in (["the"], ["a"], ["an"], ["who"])) or (bool(after) and after[0] in BEING)
        return bool(wordnet.verb_class(lower) or wordnet.categories(lower)) and not subject

    def _titled_thing(self, title: str, word: str) -> bool:
        """True for "Old Tongue" after "the": what stands after the title is a word of English."""
        return title.lower() in self._lexicon.all("titles.any") and bool(wordnet.categories(word.lower()))

    def _may_be(self, word: str) -> bool:
        lower = word.lower()
        if len(word) < 2 or lower in self._stop or lower in self._lexicon.all("not_names"):
            return False
        if lower.endswith("er") and ordinary(lower[:-2]) and self._vocabulary.knows(lower) and not self._given(word):
            return False
        return not word.isupper() and not self._is_title(word) and lower not in self._lexicon.all("place_name_ends")

    def _weigh(self, signs: Signs, sight: Sight, at: int, size: int, first: bool) -> None:
        words = sight.words
        before = words[at - 1].lower() if at else ""
        after = [word.lower() for word in words[at + size : at + size + 5]] + [""] * 5
        if before in ("the", "a", "an", "'s", "’s"):
            signs.article += 1
            if before == "the" and (not after[0].isalpha() or after[0] in self._stop or self._vocabulary.verb(after[0])):
                signs.thing += 1
                signs.there += at > 1 and words[at - 2].lower() in self._into | INSIDE
                tells = after[0] in ("'s", "’s") and (after[1] in self._parts or after[1] in self._people)
                signs.person += after[0] in self._says or tells or (after[0] in BEING and self._told_of(after[1:]))
                self._gender(signs, words[at + size : at + size + AHEAD])
            signs.house += after[0] in self._lexicon.all("houses")
            return
        signs.within += not first
        signs.first += first
        if first and len(signs.heads) < TAGGED:
            signs.heads.append(list(words[at : at + AHEAD]))
        whose = after[0] in ("'s", "’s", "'", "’") and after[1]
        told = after[0] in BEING and self._told_of(after[1:])
        described = after[0] == "," and (after[1] in WHO or (after[1] in ("the", "a", "an") and bool(self._people & set(after[2:5]))))
        signs.beast += self._beast(words, at, before, after)
        listed = at > 1 and written_like_a_name(words[at - 2])
        signs.addressed += sight.spoken and before in ("", ",") and not listed and after[0] in (",", "!", "?", ".", "")
        acted = after[0] in self._acts or before in self._says or before in self._does_to
        presented = before in NAMING or before in self._people or (before.isalpha() and wordnet.category(before) == "person")
        beside = before == "," and at > 1 and after[0] in (",", ".", ";")
        presented |= beside and words[at - 2].lower() in self._people
        titled = after[0] == "," and after[1] not in self._stop and self._telltales.is_somebody(after[1])
        whole = size > 1 and after[0] in ("'s", "’s", ",", *BEING, *AUXILIARIES)
        signs.faint += bool(whose) or after[0] in BEING or after[0] in AUXILIARIES or titled or whole
        known = bool(whose and whose in self._parts) or told or described or presented or titled
        signs.sure += known or bool(whose and whose in self._people)
        signs.person += known or acted or after[0] in WHO
        ways = {word.lower() for word in words[max(0, at - 4) : at - 1]}
        signs.place += (before in self._into and not whose) or (before in TO and bool(ways & self._ways))
        signs.person += self._telltales.person(words, at, size)
        signs.place += self._telltales.place(words, at, size) + 3 * (size > 1 and words[at].lower() in self._place_starts)
        self._gender(signs, words[at + size : at + size + AHEAD])

    def _beast(self, words: Sequence[str], at: int, before: str, after: Sequence[str]) -> bool:
        """True for "the goat Clementine", "your mare, Biscuit", "Deacon, a grey gelding", "Deacon is your mule"."""
        animals = self._lexicon.all("animals")
        if (before in animals and words[at - 1].islower()) or (
            before == "," and at > 1 and words[at - 2].lower() in animals and after[0] in (",", ".", "")
        ):
            return True
        told = after[0] in (",", *BEING) and after[1] in ("a", "an", "the", "your", "his", "her", "my")
        return told and any(word in animals for word in after[2:5])

    def _told_of(self, after: Sequence[str]) -> bool:
        """True for "is dead", "was buried", "is the smith", "has green eyes"."""
        if after[0] in self._suffers or after[0] in self._people:
            return True
        return (after[0] in ("the", "a", "an", "my", "your", "his", "her") and bool(self._people & set(after[1:4]))) or bool(
            self._parts & set(after[1:3])
        )

    def _gender(self, signs: Signs, words: Sequence[str]) -> None:
        for word in words:
            if word.lower() in ("he", "his", "him", "himself"):
                signs.he += 1
                return
            if word.lower() in ("she", "her", "hers", "herself"):
                signs.she += 1
                return
            if written_like_a_name(word) or word in ('"', ";"):
                return

    def _ask(self, found: dict[tuple[str, ...], Signs], tag: Callable[[list[list[str]]], list[bool]]) -> None:
        """Drops names that only ever open sentences and that the tagger takes for common words."""
        doubtful = [name for name, signs in sorted(found.items()) if not signs.within and len(name) == 1 and signs.person]
        asked = [(name, head) for name in doubtful for head in found[name].heads]
        yes: Counter[tuple[str, ...]] = Counter()
        for (name, _), proper in zip(asked, tag([head for _, head in asked]), strict=True):
            yes[name] += proper
        for name in doubtful:
            signs = found[name]
            shown = (
                signs.person > 1 and signs.he + signs.she and not self._plain[name[0].lower()] and not self._lexicon.common(name[0].lower())
            )
            if not self._given(name[0]) and yes[name] * 2 <= len(signs.heads) and self._is_word(name[0]) and not shown:
                signs.person = signs.sure = 0
                self.common.add(name[0])

    def _is_word(self, word: str) -> bool:
        """True for a word of English that is no name only."""
        lower = word.lower()
        return self._plain[lower] > 0 or self._vocabulary.knows(lower)

    def _given(self, word: str) -> str:
        return next((gender for gender in ("he", "she") if word.lower() in self._lexicon.all(f"given.{gender}")), "")

    def _is(self, name: Sequence[str], signs: Signs) -> str:
        """character, place, or empty for what has not shown itself as either."""
        lower = name[0].lower()
        plain = self._plain[lower]
        if signs.beast and len(name) == 1 and not signs.titled:
            return "beast" if signs.within + signs.first > 1 or self._longer.get(name[0]) else ""
        if signs.article > signs.within + signs.first:
            return self._thing(name, signs)
        if len(name) == 1 and (plain or self._lexicon.common(lower)) and not self._given(name[0]):
            if signs.within < 2 or signs.person < 2 or plain > signs.within:
                return ""
        elif len(name) == 1 and not signs.within and not self._opens_as_somebody(name[0], signs, plain):
            return "place" if signs.place > 1 and not plain and not self._is_word(name[0]) else ""
        if len(name) > 1 and len(name[-1]) >= BUILDING and signs.person < 2 and wordnet.is_a(name[-1].lower(), "structure"):
            return "place"
        called = signs.addressed >= CALLED and signs.within > 0 and not signs.place
        if not signs.place and not signs.article and self._likely(name, signs):
            return "character"
        if (signs.person and signs.person >= signs.place) or signs.titled or called:
            return "character"
        if len(name) == 1 and signs.place < 2 and self._is_word(name[0]):
            return ""
        return "place" if signs.place > signs.person and not (self._given(name[0]) and signs.person) else ""

    def _thing(self, name: Sequence[str], signs: Signs) -> str:
        """place, item or empty, for what always has "the" before it: "the Merganser", "the Silver Spur"."""
        she = signs.she and not any(self._plain[word] for word in SHIPS)
        some = (signs.he or (she and len(name) == 1)) and signs.he + signs.she >= signs.there
        if signs.person or some or signs.house or not signs.thing or any(self._is_title(word) for word in name):
            return ""
        if len(name) == 1 and (signs.thing < 2 or self._plain[name[0].lower()] or self._lexicon.common(name[0].lower())):
            return ""
        head = name[name.index("of") - 1] if "of" in name else name[-1]
        if head.endswith("s") or (head == name[-1] and any(wordnet.is_a(word.lower(), "person") for word in name)):
            return ""
        if head != name[-1] and wordnet.category(head.lower()) not in ("structure", "place", "artifact", "group", "person", ""):
            return ""
        built = head.lower() in self._lexicon.all("houses") or head.lower() in self._lexicon.all("known_by_name")
        return "place" if signs.there or built or wordnet.is_a(head.lower(), "structure") else "item"

    def _likely(self, name: Sequence[str], signs: Signs) -> bool:
        """True for what has little to show for it but all of it of people: two names in a row, a he or she that follows."""
        told = signs.faint + bool(signs.he + signs.she)
        if len(name) == 2:
            return told > 0 and not any(self._is_thing(word) for word in name)
        return len(name) == 1 and told > 1 and signs.within > 0 and bool(signs.he + signs.she) and not self._is_thing(name[0])

    def _is_thing(self, word: str) -> bool:
        """True for a word that is part of the names of places and things: Gate, River, Bank."""
        lower = word.lower()
        return (
            lower in self._lexicon.all("houses")
            or self._lexicon.common(lower)
            or wordnet.is_a(lower, "place", "structure", "group", "artifact")
        )

    def _opens_as_somebody(self, word: str, signs: Signs, plain: int) -> bool:
        """True for a name that never stands but at the head of a sentence, and yet does what people do."""
        if plain:
            return False
        return bool(signs.sure or (signs.person and (signs.first > 1 or self._given(word) or not self._is_word(word))))

    def _entity(self, name: str, kind: str, signs: Signs, shorter: tuple[str, ...] = ()) -> Entity:
        if kind == "beast":
            told = "he" if signs.he > signs.she else "she" if signs.she > signs.he else "it"
            return Entity(id=snake(name), kind="item", name=name, pronouns=told, introduced=signs.turn)
        if kind in ("place", "item"):
            if signs.article > signs.within + signs.first:
                name = f"the {name}"
            return Entity(
                id=snake(name),
                kind="place" if kind == "place" else "item",
                name=name,
                aliases=shorter,
                pronouns="it",
                introduced=signs.turn,
            )
        told = "he" if signs.he > 1 and signs.he > 3 * signs.she else "she" if signs.she > 1 and signs.she > 3 * signs.he else ""
        gender = self._given(name.split()[0]) or told or "they"
        return Entity(id=snake(name), kind="character", name=name, aliases=shorter, pronouns=gender, introduced=signs.turn)
