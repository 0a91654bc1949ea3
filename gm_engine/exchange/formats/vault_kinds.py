"""What a vault's page is about: a person, a place, a faction or a thing, where the vault itself says so; else nothing."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

PERSON, PLACE, FACTION, ITEM = "person", "place", "faction", "item"
WORDS: Mapping[str, str] = {
    PERSON: "person people character npc pc creature deity god monster villain hero",
    PLACE: """place location settlement city town village hamlet region building area country kingdom nation continent district landmark
        dungeon tavern inn shop temple planet""",
    FACTION: "faction organization organisation group guild clan company cult family",
    ITEM: "item object artifact artefact weapon ship vessel boat vehicle relic thing book potion",
}
KINDS: Mapping[str, str] = {word: kind for kind, words in WORDS.items() for word in words.split()}
"""What a type, a tag, a folder, a heading or a property's name may say that a page is about."""
OWN: Mapping[str, str] = {
    **dict.fromkeys(
        ("pronouns", "gender", "born", "died", "race", "species", "occupation", "profession", "spouse", "father", "mother", "parents",
         "children", "siblings"), PERSON),
    **dict.fromkeys(("population", "inhabitants", "climate", "terrain"), PLACE),
    **dict.fromkeys(("members", "headquarters"), FACTION),
}  # fmt: skip
"""Properties that only pages of one kind have."""
LINK = re.compile(r"\[\[([^\[\]|#^\n]+)")
HEADING = re.compile(r"#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
LISTED = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?[*_]*\[\[([^\[\]|#^\n]+)")


def kind_said(words: str) -> str:
    """The kind that a type or a tag names, by its last word: somebody wrote it to say just that.

    >>> kind_said("Harbour town"), kind_said("npcs"), kind_said("draft")
    ('place', 'person', '')
    """
    found = re.findall(r"[a-z]+", words.casefold())
    return KINDS.get(_one(found[-1]), "") if found else ""


def kind_of_many(words: str) -> str:
    """The kind of what stands in a folder, or below a heading, that is called so; empty where the name is one thing's own.

    >>> kind_of_many("Cities & Towns"), kind_of_many("03 NPC"), kind_of_many("Old Town"), kind_of_many("The People of the Marsh")
    ('place', 'person', '', '')
    """
    found = re.findall(r"[a-z]+", words.casefold())
    if not found or (len(found) > 1 and _one(found[-1]) == found[-1] and found[-1] != "people"):
        return ""
    return KINDS.get(_one(found[-1]), "")


def kind_by_properties(matter: Mapping[str, Any], tags: Iterable[str]) -> str:
    """The kind that a page's own properties and tags say."""
    low = {key.casefold(): value for key, value in matter.items()}
    said = [word for key in ("type", "kind", "category") for word in _texts(low.get(key))]
    named = (*said, *(part for tag in tags for part in reversed(tag.split("/"))))
    return next((kind for word in named if (kind := kind_said(word))), "") or next((OWN[key] for key in low if key in OWN and low[key]), "")


def kinds_of_links(matter: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """What a page's properties say of the pages that they link to: ``location: "[[Oakford]]"`` makes a place of Oakford."""
    for key, value in matter.items():
        if kind := kind_said(key):
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
    if kind_of_many(name):
        return ""
    return next((kind for folder in reversed(folders) if (kind := kind_of_many(folder))), "")


def _one(word: str) -> str:
    """A word in the singular, where that is a word for a kind; else as it is."""
    if word in KINDS:
        return word
    shorter = (f"{word[:-3]}y" if word.endswith("ies") else "", word.removesuffix("es"), word.removesuffix("s"))
    return next((one for one in shorter if one in KINDS), word)


def _texts(value: Any) -> list[str]:
    rows = value if isinstance(value, list) else [value]
    return [part for row in rows if isinstance(row, str) for part in re.split("[,;]", row)]
