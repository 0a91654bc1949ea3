"""Names: which person, place, thing or secret the player's words mean."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz, process

from gm_engine.direction.words_typed import TOKEN, tokens_of, unended, unowned
from gm_engine.rules.map import ways
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.weapons import weapons_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.made_once import MadeOnce
from gm_engine.story.name_table import NamesInText
from gm_engine.story.pack import Pack

ARTICLES = ("the", "a", "an", "my", "your", "his", "her", "their")
"""Words in front of a name that are no part of it."""
COMMON_WORDS = """
the a an of and in at on to for old new main big little good bad man woman place town house house's street road way his her my your with
from by miss mister mr mrs dr doc first last day night red black white water
"""
COMMON = frozenset(COMMON_WORDS.split())
GUNS = ("gun", "iron", "weapon", "sidearm", "six-shooter", "shooting iron")
SHORTEST, MISTYPED = 2, 4
"""So many letters has a name at the least, and a word that may be a mistyped one."""
Forms = tuple[tuple[tuple[str, ...], int], ...]
"""The phrases by which somebody or something is meant, each in its words, and what it is: 0 a name, 1 a part of it, 2 a loose word."""
OUT_OF_SCOPE = 3
"""So much less likely is what is not at hand: a loose word for something here comes before the name of something elsewhere."""


class Mention(NamedTuple):
    """Tokens ``start`` to ``end`` mean the person, place, item, faction or secret ``id``."""

    start: int
    end: int
    id: str
    kind: str


class Meant(NamedTuple):
    """Whom or what a phrase may mean; of several the least is the likeliest. ``far`` is 0 in scope, 1 in the world."""

    rank: int
    far: int
    id: str
    kind: str


class Names(NamesInText[Meant]):
    """Every phrase by which somebody or something can be meant, with all that it may mean."""

    def __init__(self) -> None:
        super().__init__(unowned)

    def take_in(self, forms: Forms, id: str, kind: str, far: int) -> None:
        """Takes in all phrases for somebody or something."""
        for words, quality in forms:
            self.learn(words, Meant(quality + far * OUT_OF_SCOPE, far, id, kind))

    def mentions(self, tokens: list[str]) -> tuple[Mention, ...]:
        """What the tokens mean, from left to right, the longest phrase first."""
        return tuple(Mention(start, end, *min(bearers)[2:]) for start, end, bearers in self.standing(tokens))

    def nearest(self, token: str, kinds: Iterable[str], far: int = 0) -> Mention | None:
        """A mistyped name in scope: only single words of four letters or more, and only close ones."""
        if len(token) < MISTYPED:
            return None
        wanted = set(kinds)
        pool = [
            name.lowered[0] for name in self if len(name.words) == 1 and any(one.kind in wanted and one.far <= far for one in name.bearers)
        ]
        best = process.extractOne(token, pool, scorer=fuzz.ratio, score_cutoff=78)
        if best is None:
            return None
        fit = min(one for one in self.called((best[0],)) if one.kind in wanted)
        return Mention(0, 0, fit.id, fit.kind)


@lru_cache(maxsize=65_536)
def plain(phrase: str) -> str:
    """A phrase as it is compared: small letters, straight quotes, no article in front.

    >>> plain("The Silver Spur")
    'silver spur'
    """
    words = tokens_of(phrase)
    while len(words) > 1 and words[0] in ARTICLES:
        words = words[1:]
    return " ".join(words)


def names_of(state: StoryState) -> Names:
    """The names that the player may use: the pack's, and those that the story has introduced since."""
    names, book = Names(), _name_book(state.pack)
    here = set(state.present()) | {state.here} | {way.to for way in ways(state, state.here)} | set(state.carried(state.pc))
    here |= {item for item in state.pack.items if state.where(item) == state.here}
    for id, forms in book.people.items():
        names.take_in(forms, id, "person", id not in here)
    for id, place in state.pack.locations.items():
        if place.visibility == "gm" and id not in here and not state.visits.get(id, 0):
            continue
        names.take_in(book.places[id], id, "place", id not in here)
    for id in state.pack.items:
        names.take_in((book.items if id in here else book.far_items)[id], id, "item", id not in here)
    for held in state.carried(state.pc):
        names.take_in(_compared([(held.replace("_", " "), 0)]), held, "item", 0)
    gun = next((item for item, weapon in weapons_of(state, rulebook_of(state.pack), state.pc).items() if not weapon.melee), "")
    if gun:
        names.take_in(_compared([(word, 2) for word in GUNS]), gun, "item", 0)
    for id, forms in book.factions.items():
        names.take_in(forms, id, "faction", 1)
    for entity in state.lore.entities():
        if (
            state.pack.person(entity.id)
            or entity.id in state.pack.locations
            or entity.id in state.pack.items
            or entity.id in state.pack.factions
        ):
            continue
        kind = {"character": "person"}.get(entity.kind, entity.kind)
        names.take_in(_compared([(phrase, 0) for phrase in (entity.name, *entity.aliases)]), entity.id, kind, entity.id not in here)
    return names


def proper_names(state: StoryState) -> dict[str, bool]:
    """The story's proper names in small letters, as the player may say them, and whether each is somebody's: of people every word of
    their names, of anything else only what is written with capitals and in several words.
    """
    found: dict[str, bool] = {}
    for entity in state.lore.entities():
        person = entity.kind == "character"
        for phrase in (entity.name, *entity.aliases):
            whole, bare = _capitals(phrase)
            if whole:
                found.setdefault(whole, person)
            for word in bare if person else ():
                found.setdefault(word, True)
    return found


@lru_cache(maxsize=16_384)
def _capitals(phrase: str) -> tuple[str, tuple[str, ...]]:
    """A name of several words in small letters (empty where it is none), and those of its words that are written with capitals."""
    words = TOKEN.findall(phrase.replace("’", "'"))
    bare = tuple(word.lower() for word in words if word[:1].isupper() and word.lower() not in COMMON)
    return phrase.lower().removeprefix("the ") if len(words) > 1 and bare else "", bare


class _NameBook(NamedTuple):
    """The forms of all that a pack names, by ids. A thing far away is not meant by the last word of its name alone."""

    people: dict[str, Forms]
    places: dict[str, Forms]
    items: dict[str, Forms]
    far_items: dict[str, Forms]
    factions: dict[str, Forms]


def _named(pack: Pack) -> _NameBook:
    return _NameBook(
        {
            id: _people(id, person.name, (*person.aliases, *person.secret_aliases), person.role)
            for id, person in (pack.characters | pack.npcs).items()
        },
        {id: _things(id, place.name, place.aliases, place.kind) for id, place in pack.locations.items()},
        {id: _things(id, item.name, item.aliases) for id, item in pack.items.items()},
        {id: _things(id, item.name, item.aliases, loosely=False) for id, item in pack.items.items()},
        {id: _things(id, faction.name, faction.aliases) for id, faction in pack.factions.items()},
    )


_name_book: MadeOnce[Pack, _NameBook] = MadeOnce(_named)


def _compared(phrases: Iterable[tuple[str, int]]) -> Forms:
    return tuple((tuple(words.split()), quality) for phrase, quality in phrases if len(words := plain(phrase)) >= SHORTEST)


def _people(id: str, name: str, aliases: Iterable[str], role: str) -> Forms:
    found = [(phrase, 0) for phrase in (name, *aliases)]
    words = [word for word in tokens_of(name) if word not in COMMON]
    if name[:1].islower() and words:  # no name, but what somebody is called: *the loudest card player* is no card
        found.append((" ".join(words[-2:]), 1))
        words = words[-1:]
    found += [(word, 1) for word in words]
    if role:
        found += [(role, 1), (re.split(r" (?:of|at|for|in|to|and) ", role)[0].split()[-1], 2)]
    return _compared([*found, (id.replace("_", " "), 1)])


def _things(id: str, name: str, aliases: Iterable[str], sort: str = "", *, loosely: bool = True) -> Forms:
    found = [(phrase, 0) for phrase in (name, *aliases)]
    found.append((id.replace("_", " "), 1))
    if not loosely:
        return _compared(found)
    words = [unowned(word) for word in tokens_of(name) if word not in COMMON]
    found += [(word, 2) for word in (*words[-1:], *tokens_of(id)[-1:], sort.lower()) if word and word not in COMMON]
    if len(words) > 1:
        found.append((" ".join(words[-2:]), 1))
    return _compared(found)


def last_spoken(state: StoryState, names: Names, pronoun: str = "") -> str:
    """The NPC with whom the player last dealt and who is here: for *him*, *her*, *them*; else the only one who fits."""
    wanted = {"him": "he", "he": "he", "his": "he", "her": "she", "she": "she", "hers": "she"}.get(pronoun, "")
    here = [npc for npc in state.present() if not wanted or state.pack.npcs[npc].pronouns in (wanted, "they")]
    for turn in reversed(state.recent_turns(6)):
        for mention in reversed(names.mentions(tokens_of(turn.said))):
            if mention.id in here:
                return mention.id
        for id in turn.about:
            if id in here:
                return id
    return here[0] if len(here) == 1 else ""


def secret_meant(
    state: StoryState, words: Iterable[str], holder: str = "", named: Iterable[str] = (), *, openly: bool = True
) -> tuple[int, str]:
    """The secret that the words are about, with how surely: by the words of its id, its truth and its clues.

    Where they ask ``openly`` (*about* something), one that ``holder`` knows comes sooner, also where it concerns somebody in
    ``named``. ``(0, "")`` where there is none.
    """
    said = {unended(word) for word in words if len(word) > 3} - GENERIC
    concerned = set(named)
    best = (0, "")
    for id in sorted(state.pack.secrets):
        secret = state.pack.secrets[id]
        known = holder in secret.known_by or bool(holder in state.pack.npcs and id in state.pack.npcs[holder].knows)
        keys = {unended(word) for word in tokens_of(id)}
        loose = {
            unended(word) for text in (secret.truth, *(clue.text for clue in secret.clues)) for word in tokens_of(text) if len(word) > 4
        }
        score = SURE * len(said & keys) + len(said & (loose - keys))
        if known and openly:
            score += (SURE - 1) * bool(concerned & set(secret.about)) + bool(score or concerned & set(secret.about))
        if score > best[0] and (known or score >= SURE) and score > 1:
            best = (score, id)
    return best


SURE = 4
"""From here on the words mean the secret, whoever else they name."""
GENERIC_WORDS = """
about what know tell that this they with from have your where when there here who does gang
"""
GENERIC = frozenset(GENERIC_WORDS.split())
