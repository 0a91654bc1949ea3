"""Vaults: pages as lore and as people and places, links as ties, and what is for the GM alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.authoring.front_matter import read_front_matter
from gm_engine.bootstrap.games import new_game
from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.formats.brought import Brought
from gm_engine.exchange.formats.obsidian import FATES, is_vault, read_vault
from gm_engine.journal import MemoryJournal
from gm_engine.story.pack import Pack, Person, Start

MARA = """---
aliases: [Mara, the miller]
type: npc
tags: [mill, old-town]
pronouns: she/her
eyes: gray
spouse: "[[Jon Voss]]"
cssclasses: wide
---
# Mara Voss

Mara keeps **the mill** at [[Oakford|the ford]]. %%She burned the old one.%%
She fears the [[Places/Cellar#Door|cellar]] and [[Nobody]]. ^first

> [!note] Her mill
> It grinds rye.

> [!secret]
> She has a key.

## Youth
She grew up in [Oakford](Places/Oakford.md). ![[mill.png]] ![[Jon Voss]] See [a page](https://example.org/x).

```dataview
LIST
```
"""
VAULT: dict[str, bytes] = {
    ".obsidian/app.json": b"{}",
    ".obsidian/templates.json": b'{"folder": "Templates"}',
    "Templates/Person.md": b"---\ntype: npc\n---\n",
    "People/Mara Voss.md": MARA.encode(),
    "People/Jon Voss.md": b"---\ntype: person\n---\nJon is a carter.\n",
    "Places/Oakford.md": b"\xef\xbb\xbf---\r\ncategory: Town\r\nalias: The Ford, Oak\r\n---\r\nA town on the Salt.\r\n",
    "GM notes/Cellar.md": b"---\ntype: place\n---\nA cellar below [[Oakford]].\n",
    "Places/Cellar.md": b"---\ntype: place\nsecret: true\n---\nDark.\n",
    "Rye.md": b"---\nprice: 3\n---\nRye is grown at [[Oakford]].\n",
    "mill.png": b"\x89PNG",
}


def vault(files: dict[str, bytes] | None = None) -> Brought:
    """The vault as it is read."""
    return read_vault(VAULT if files is None else files, "Salt", read_front_matter)


def test_pages_are_lore_under_their_names_and_folders() -> None:
    lore = {entry.id: entry for entry in vault().lore}
    mara = lore["mara_voss"]
    assert mara.text == ("Mara keeps the mill at the ford.\nShe fears the cellar and Nobody.\n\nHer mill\nIt grinds rye.")
    assert (mara.keys, mara.category, mara.about) == (("Mara Voss", "Mara", "the miller"), "People", ("mara_voss",))
    assert lore["mara_voss_youth"].text == "She grew up in Oakford. See a page."
    assert (lore["rye"].text, lore["rye"].about) == ("price: 3.\nRye is grown at Oakford.", ("oakford",))
    assert "person" not in lore


def test_what_is_for_the_gm_alone_stays_so() -> None:
    found = vault()
    hidden = {entry.id: entry.text for entry in found.lore if entry.visibility == "gm"}
    assert hidden == {
        "mara_voss_for_the_gm": "She burned the old one.", "mara_voss_for_the_gm_2": "She has a key.",
        "cellar": "A cellar below Oakford.", "cellar_2": "Dark.",
    }  # fmt: skip
    assert {id: one.visibility for id, one in found.places.items()} == {"cellar": "gm", "cellar_2": "gm", "oakford": "table"}


def test_a_page_is_who_its_properties_say() -> None:
    found = vault()
    mara = found.people["mara_voss"]
    assert (mara.name, mara.aliases, mara.pronouns, mara.tags) == ("Mara Voss", ("Mara", "the miller"), "she", ("mill", "old_town"))
    assert mara.facts == {"eyes": "gray", "spouse": "jon_voss"}
    assert found.places["oakford"].aliases == ("The Ford", "Oak")
    assert set(found.people) == {"mara_voss", "jon_voss"}


@pytest.mark.parametrize(
    ("path", "matter", "kind"),
    [
        ("Low Side.md", "type: quarter", "places"), ("Low Side.md", "type: bridge", "places"), ("Ropers.md", "type: guild", "factions"),
        ("Ropers.md", "tags: [band]", "factions"), ("Crews/Ropers.md", "a: b", "factions"), ("Quarters/Low Side.md", "a: b", "places"),
        ("Smugglers/Ede Roe.md", "a: b", "people"), ("Blade.md", "entity_type: sword", "items"), ("Ede Roe.md", "type: smuggler", "people"),
        ("Low Side.md", "tags: [village/quarter]", "places"), ("Roper.md", "type: race", ""), ("Roper.md", "type: quest", ""),
        ("Roper.md", "tags: [knife, history]", ""), ("Smuggler/Roper.md", "a: b", ""), ("Sources/Roper.md", "a: b", ""),
        ("Places/Old Town.md", "a: b", "places"), ("Places/Towns.md", "a: b", ""),
    ],
)  # fmt: skip
def test_a_page_is_of_the_kind_that_the_words_of_its_vault_mean(path: str, matter: str, kind: str) -> None:
    found = vault({path: f"---\n{matter}\n---\nIt is old.\n".encode(), "Rain.md": b"It rains."})
    kinds = {"people": found.people, "places": found.places, "factions": found.factions, "items": found.items}
    assert [name for name, section in kinds.items() if section] == ([kind] if kind else [])


def test_what_a_vault_loses_is_told() -> None:
    found = vault()
    assert [(loss.field, loss.value) for loss in found.losses] == [
        ("People/Mara Voss.md.cssclasses", "wide"),
        ("Templates/Person.md", "18 bytes"),
        ("mill.png", "4 bytes"),
        ("People/Mara Voss.md.dataview", "LIST\n"),
        ("People/Mara Voss.md.embed", "mill.png"),
        ("People/Mara Voss.md.link", "https://example.org/x"),
    ]
    assert found.remarks == ("Links that lead to no page stay words: 1, such as Nobody.",)


def test_links_become_ties_with_the_sentence() -> None:
    found = vault()
    pack = Pack(
        id="salt", title="Salt", rules="plain", start=Start(at="oakford", pc="you"), characters={"you": Person(name="you")},
        npcs=dict(found.people), locations=dict(found.places), lore={entry.id: entry for entry in found.lore},
    )  # fmt: skip
    game = new_game(MemoryJournal("salt"), pack)
    web = game.state.lore.web
    told = {(tie.one, tie.other, tie.audience, tie.quote) for tie in web.ties() if tie.relation == "linked"}
    assert told == {
        ("mara_voss", "oakford", "table", "Mara keeps the mill at the ford."),
        ("mara_voss", "jon_voss", "table", "Jon Voss"),
        ("mara_voss", "cellar_2", "gm", "She fears the cellar and Nobody."),
        ("cellar", "oakford", "gm", "A cellar below Oakford."),
    }
    assert not game.state.conflicts
    assert any(tie.relation == "spouse" for tie in web.between("mara_voss", "jon_voss"))


@pytest.mark.parametrize("matter", ["a: [", "- x", "a: 1\na: 2", "!!python/object:x {}", "\t"])
def test_properties_that_cannot_be_read_leave_the_page(matter: str) -> None:
    found = vault({"a.md": f"---\n{matter}\n---\nIt rains.\n".encode(), "b.md": b"[[a]]"})
    assert "It rains." in {entry.text.split("\n")[-1] for entry in found.lore}
    assert matter == "\t" or any(loss.field == "a.md.properties" for loss in found.losses)


def test_a_page_that_is_no_text_is_told_and_the_others_read() -> None:
    found = vault({"a.md": b"\xff\xfe\x00", "b.md": b"It rains."})
    assert [entry.text for entry in found.lore] == ["It rains."]
    assert [loss.field for loss in found.losses] == ["a.md"]


def test_a_folder_without_pages_is_refused() -> None:
    with pytest.raises(TranscriptError) as caught:
        vault({"x.png": b""})
    assert caught.value.slug == "no-pages"


def test_a_vault_is_known_by_its_folder_or_its_links() -> None:
    assert is_vault(VAULT)
    assert is_vault({"a.md": b"[[b]]", "b.md": b""})
    assert not is_vault({"a.md": b"GM: It rains.", "b.md": b"GM: It snows."})
    assert not is_vault({"a.md": b"[[b]]"})


def test_every_field_has_its_fate() -> None:
    told = " ".join(fate.field for fate in FATES)
    for name in ("aliases", "tags", "wikilinks", "embeds", "callouts", "comments", "folders", "headings", "properties", "cssclasses"):
        assert name in told


PIECES = st.sampled_from(
    ["---\n", "a: [b\n", "aliases: x\n", "[[", "]]", "[[a]]", "![[a#b|c]]", "[x](", ")", "%%", "<!--", "> [!secret]\n", "> x\n",
     "# a\n", "```\n",
     "```dataview\n", "x", "\n", "**", "_", "`", "^a", "|", "#", "type: npc\n"]
)  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(st.lists(PIECES, max_size=20), st.lists(PIECES, max_size=10))
def test_no_spoiled_page_breaks_the_reader(one: list[str], other: list[str]) -> None:
    try:
        found = vault({"a.md": "".join(one).encode(), "F/a.md": "".join(other).encode(), "b.md": b"[[a]]"})
    except GameError:
        return
    ids = {*found.people, *found.places, *found.factions, *found.items}
    assert all(set(entry.links) <= ids for entry in found.lore)


def test_the_tag_of_this_programs_own_pages_hides_nothing() -> None:
    pages = {
        name: f"---\ntype: place\ntags: [{tags}]\n---\nDark.\n".encode()
        for name, tags in (("Ford.md", "gm-engine"), ("Cave.md", "gm-engine, gm-only"))
    }
    assert {id: one.visibility for id, one in vault(pages).places.items()} == {"ford": "table", "cave": "gm"}
