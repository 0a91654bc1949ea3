"""What a vault's page is about: a person, a place, a faction or a thing, where the vault itself says so; else nothing."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from gm_engine import wordnet

PERSON, PLACE, FACTION, ITEM = "person", "place", "faction", "item"
WORDS: Mapping[str, str] = {
    PERSON: "person people character npc pc creature deity god monster villain hero enemy ally",
    PLACE: """place location settlement city town village hamlet region building area country kingdom nation continent district landmark
        quarter ward realm plane forest dungeon tavern inn shop temple planet""",
    FACTION: "faction organization organisation group guild clan company cult family tribe band crew gang army order coven cabal cartel",
    ITEM: "item object artifact artefact weapon ship vessel boat vehicle relic thing book potion",
    "": """class subclass race species ancestry culture language background school sphere law table sheet map handout image doc log
        diary draft stub hub dashboard source archive plot scene setting hook trap meeting party dead""",
}
KINDS: Mapping[str, str] = {word: kind for kind, words in WORDS.items() for word in words.split()}
"""What a type, a tag, a folder, a heading or a property's name may say that a page is about; nothing, where a game or an editor means
something else by a word than others do. What any other word means, WordNet says."""
MEANT: Mapping[str, str] = {"character": PERSON, "place": PLACE, "faction": FACTION, "item": ITEM}
OWN: Mapping[str, str] = {
    **dict.fromkeys(
        ("pronouns", "gender", "born", "died", "race", "species", "occupation", "profession", "spouse", "father", "mother", "parents",
         "children", "siblings", "player"), PERSON),
    **dict.fromkeys(("population", "inhabitants", "climate", "terrain"), PLACE),
    **dict.fromkeys(("members", "headquarters"), FACTION),
}  # fmt: skip
"""Properties that only pages of one kind have."""
TYPED = frozenset({"type", "kind", "category"})
"""What the name of a property ends with that says what a page is about."""
LINK = re.compile(r"\[\[([^\[\]|#^\n]+)")
HEADING = re.compile(r"#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
OF = re.compile(r"\s(?:of|in|from)\s", re.IGNORECASE)
LISTED = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?[*_]*\[\[([^\[\]|#^\n]+)")


def kind_said(words: str) -> str:
    """The kind that a type names, by its last word, whatever word that is: somebody wrote it to say just that.

    >>> kind_said("Harbour town"), kind_said("npcs"), kind_said("Thieves' crew"), kind_said("Old quarter"), kind_said("draft")
    ('place', 'person', 'faction', 'place', '')
    """
    return next((kind for word in _last(words) if (kind := KINDS.get(word, MEANT.get(wordnet.kind_of_noun(word), "")))), "")


def kind_hinted(words: str) -> str:
    """The kind that the name of a property gives to whom it links to: a word that is meant so as a rule, or that names people or places
    and nothing besides.

    >>> kind_hinted("location"), kind_hinted("ruler"), kind_hinted("owner"), kind_hinted("residence"), kind_hinted("armies")
    ('place', '', 'person', 'place', 'faction')
    """
    for word in _last(words):
        if word in KINDS:
            return KINDS[word]
        if (meant := MEANT.get(wordnet.kind_of_noun(word, sure=True), "")) in (PERSON, PLACE):
            return meant
    return ""


def kind_of_many(words: str) -> str:
    """The kind of what stands in a folder, or below a heading, that is called so; empty where the name is one thing's own.

    >>> kind_of_many("Cities & Towns"), kind_of_many("03 NPC"), kind_of_many("Smugglers"), kind_of_many("Smuggler"), kind_of_many("Crews")
    ('place', 'person', 'person', '', 'faction')
    >>> kind_of_many("Old Town"), kind_of_many("The People of the Marsh"), kind_of_many("Sources"), kind_of_many("2 Towns of Aldern")
    ('', '', '', 'place')
    """
    if not re.match(r"[\W\d_]*the\b", words.casefold()):
        words = OF.split(words, maxsplit=1)[0]
    last, *shorter = _last(words) or [""]
    if last in KINDS:
        return KINDS[last] if len(re.findall(r"[a-z]+", words.casefold())) == 1 or last == "people" else ""
    if usual := next((word for word in shorter if word in KINDS), ""):
        return KINDS[usual]
    meant = (MEANT.get(wordnet.kind_of_noun(word, sure=True), "") for word in shorter)
    return next((kind for kind in meant if kind and kind != ITEM), "")


def kind_by_properties(matter: Mapping[str, Any], tags: Iterable[str]) -> str:
    """The kind that a page's own properties and tags say."""
    low = {key.casefold(): value for key, value in matter.items()}
    said = (kind_said(word) for key in low if is_typed(key) for word in _texts(low[key]))
    # of a tag, only a word that is meant so as a rule: it may as well name what else the page tells of, or how far it is written
    tagged = (one for tag in tags for part in reversed(tag.split("/")) for one in _last(part))
    usual = (KINDS.get(one, "") for one in tagged)
    own = (OWN[key] for key in low if key in OWN and low[key])
    return next((kind for row in (said, usual, own) for kind in row if kind), "")


def is_typed(key: str) -> bool:
    """True for a property that says what a page is about: ``type``, ``entity_type``.

    >>> is_typed("entity_type"), is_typed("typed")
    (True, False)
    """
    return (re.findall(r"[a-z]+", key.casefold()) or [""])[-1] in TYPED


def kinds_of_links(matter: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """What a page's properties say of the pages that they link to: ``location: "[[Oakford]]"`` makes a place of Oakford."""
    for key, value in matter.items():
        if kind := kind_hinted(key):
            yield from ((found, kind) for text in _texts(value) for found in LINK.findall(text))


def kinds_of_listed(text: str) -> Iterable[tuple[str, str]]:
    """What a page's headings say of the pages that are listed below them: under "People" stand people."""
    kind = ""
    for line in text.split("\n"):
        if found := HEADING.fullmatch(line):
            kind = kind_of_many(found[1])
        elif kind and (listed := LISTED.match(line)):
            yield listed[1], kind


def kind_by_folder(path: str) -> str:
    """The kind of what stands in the nearest folder that says so. A page that is called as its folder might be tells of them all."""
    *folders, name = path.split("/")
    if kind_of_many(name) and any(word in KINDS for word in _last(name)):
        return ""
    return next((kind for folder in reversed(folders) if (kind := kind_of_many(folder))), "")


def _last(words: str) -> list[str]:
    """The last word, as it is and as one of what it may be many of."""
    word = (re.findall(r"[a-z]+", words.casefold()) or [""])[-1]
    if not word:
        return []
    shorter = [f"{word[:-3]}y" if word.endswith("ies") else "", word.removesuffix("es"), word.removesuffix("s")]
    return list(dict.fromkeys((word, *(one for one in shorter if one and one != word))))


def _texts(value: Any) -> list[str]:
    rows = value if isinstance(value, list) else [value]
    return [part for row in rows if isinstance(row, str) for part in re.split("[,;]", row)]
