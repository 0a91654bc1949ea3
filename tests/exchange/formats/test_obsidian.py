"""Vaults: pages as lore and as people and places, links as ties, and what is for the GM alone."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.authoring.front_matter import read_front_matter
from gm_engine.bootstrap.games import new_game
from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.formats.brought import Brought
from gm_engine.exchange.formats.obsidian import FATES, is_vault, read_vault
from gm_engine.exchange.formats.vault_markup import parted
from gm_engine.exchange.formats.vault_pages import linked_from
from gm_engine.journal import MemoryJournal
from gm_engine.story.pack import Pack, Person, Start
from tests.growth import grows_like_its_size, searches_like_its_size

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
    assert (lore["rye"].text, lore["rye"].about) == ("The price of Rye is 3.\nRye is grown at Oakford.", ("oakford",))
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
        ("docs/Roper.md", "a: b", ""),
        ("Places/Old Town.md", "a: b", "places"), ("Places/Towns.md", "a: b", ""),
        ("2 Towns of Aldern/Brack.md", "a: b", "places"), ("Index.md", "a: b\n---\n## People\n- [[Session 1]]", ""),
    ],
)  # fmt: skip
def test_a_page_is_of_the_kind_that_the_words_of_its_vault_mean(path: str, matter: str, kind: str) -> None:
    found = vault({path: f"---\n{matter}\n---\nIt is old.\n".encode(), "Session 1.md": b"It rains."})
    kinds = {"people": found.people, "places": found.places, "factions": found.factions, "items": found.items}
    assert [name for name, section in kinds.items() if section] == ([kind] if kind else [])


def test_what_lies_beside_the_page_of_its_folder_is_not_of_the_kind_of_the_folder_above() -> None:
    files = {
        "Towns/Brack/Brack.md": b"A town.", "Towns/Brack/Ede.md": b"Ede.", "Towns/Brack/Inns/The Eel.md": b"An inn.",
        "Towns/Aldern/Gate.md": b"A gate.", "NPCs/NPCs.md": b"- [[Sal]]", "NPCs/Sal.md": b"Sal.",
    }  # fmt: skip
    found = vault(files)
    assert (set(found.places), set(found.people)) == ({"brack", "the_eel", "gate"}, {"sal"})


def test_what_a_vault_loses_is_told() -> None:
    found = vault()
    assert [(loss.field, loss.value) for loss in found.losses] == [
        ("People/Mara Voss.md.dataview", "LIST"),
        ("People/Mara Voss.md.cssclasses", "wide"),
        ("Templates/Person.md", "18 bytes"),
        ("mill.png", "4 bytes"),
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


TABLE = "| a | b |\n|---|---|\n"


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        *(("", piece) for piece in ("<!-- ", "%% ", "^[", "[^", "<style>", " ", "<% ", "~~~x\n", "```\n", "> [!secret]\n", "| a |\n")),
        *(("", piece) for piece in ("[a:: ", "x:: y\n", "*a ", ">", "> ```\n", "[^a]: b\n", "#a ", "# a\n", "`= ", "INPUT[")),
        *((TABLE, piece) for piece in ("| c | d |\n", "| - |  ", "|  ", "| *c ", "| `= x` |\n", "| <br> ", "\\|", " | ")),
        ("| a |\n", "| - "), ("| a |\n", "| -  |    | x |\n"), ("> [!infobox]\n> | a | b |\n> |--|--|\n", "> | c | d |\n"),
    ],
)  # fmt: skip
def test_a_page_that_shuts_nothing_is_read_in_time_that_grows_with_its_size(head: str, piece: str) -> None:
    def page(many: int) -> Callable[[], Any]:
        return lambda: parted(head + piece * many, "x.md")

    assert grows_like_its_size(page, 100)
    assert searches_like_its_size(page, 2_000)


def test_a_link_that_is_not_shut_is_read_in_time_that_grows_with_its_blanks() -> None:
    def link(many: int) -> Callable[[], Any]:
        return lambda: list(linked_from(f'[a]({" " * many} [b]( c  "the c" )'))

    assert link(100)() == ["c"]
    assert searches_like_its_size(link, 20_000)


@pytest.mark.parametrize(
    ("text", "target"), [('[a]( "b c")', ""), ("[a](<b>)", "b"), ('[a]( <b> "c" )', "b"), ('[a](b"c")', 'b"c"'), ("[a](\n)", "")]
)
def test_where_a_link_leads_stands_before_its_title(text: str, target: str) -> None:
    assert list(linked_from(text)) == [target]


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


def test_what_stands_beside_the_words_of_a_page_is_read_and_never_shown_raw() -> None:
    page = """---
type: person
---
Hesper keeps bees.[^1] Mood:: sour
**Home**:: [[Brack Mill]]
- Trade:: bee-keeping
She is [age:: 40] and ==proud==. #npc/bee-folk

<% tp.date.now() %>
Her roll is `dice: 1d6`, her age `= this.age`. She is fair.
| Hive | Holds |
| ---- | ----- |
| Red | [[Brack Mill\\|mill]] bees |
| Blue | \\- |

> [!infobox|right]
> # Hesper
> | Type | Stat |
> | --- | --- |
> | **Species** | gnome |
> ```dataviewjs
> dv.x()
> ```

```ad-secret
title: Hush
She stole them. Debt:: nine crowns[^2]
```
<!-- QueryToSerialize: LIST FROM #npc --><!-- /IQ -->
She sells ^[only on Sundays, to friends] honey.
***
A jar costs two.
^jar1

[^1]: Nobody has seen the queen.
[^2]: It was never paid.
[^3]: https://example.org/bees
"""
    found = vault({"Hesper.md": page.encode(), "Places/Brack Mill.md": b"A mill.", "Rain.md": b"It rains."})
    lore = {entry.id: entry for entry in found.lore}
    assert lore["hesper"].text == (
        "Hesper keeps bees.\nNobody has seen the queen.\nShe is 40 and proud.\n\nShe is fair.\n"
        "Hive: Red; Holds: mill bees.\nHive: Blue.\n\nShe sells honey.\nonly on Sundays, to friends.\n\nA jar costs two."
    )
    assert (lore["hesper_for_the_gm"].text, lore["hesper_for_the_gm"].visibility) == (
        "Hush\nShe stole them. Debt: nine crowns\nIt was never paid.",
        "gm",
    )
    facts = {"mood": "sour", "home": "brack_mill", "trade": "bee-keeping", "age": "40", "species": "gnome"}
    assert (found.people["hesper"].facts, found.people["hesper"].at) == (facts, "brack_mill")
    assert {loss.field for loss in found.losses} == {
        f"Hesper.md.{field}" for field in ("template", "code", "dataviewjs", "query", "comment", "footnote")
    }


def test_the_properties_of_a_page_about_nobody_are_told_in_sentences_and_those_of_an_evening_are_not() -> None:
    files = {
        "Rye.md": b"---\nprice: 3\ncolours: [red, gold]\nimage: rye.png\nname: The Rye\ndone: true\n---\nRye is dear.\n",
        "Sessions/Evening 2.md": b"---\ndate: 2024-03-01\n---\nIt rained.\n",
    }
    found = vault(files)
    assert {entry.id: entry.text for entry in found.lore} == {
        "rye": "The price of Rye is 3.\nThe colours of Rye are red, gold.\nRye is dear.", "evening_2": "It rained."
    }  # fmt: skip
    assert next(entry.keys for entry in found.lore if entry.id == "rye") == ("Rye", "The Rye")
    assert [(loss.field, loss.value) for loss in found.losses] == [
        ("Rye.md.image", "rye.png"), ("Rye.md.done", True), ("Sessions/Evening 2.md.date", "2024-03-01"),
    ]  # fmt: skip


def test_properties_stand_below_a_comment_and_a_drawing_is_no_page() -> None:
    files = {
        "Ede.md": b"<!-- Made by the clerk of the guild -->\n\n---\ntags: [npc]\n---\n<style>\n.x {}\n</style>Ede.\n",
        "Map.md": b"---\nexcalidraw-plugin: parsed\n---\nHall ^x1\n",
    }
    found = vault(files)
    assert {entry.id: entry.text for entry in found.lore} == {"ede": "Ede.", "ede_for_the_gm": "Made by the clerk of the guild"}
    assert set(found.people) == {"ede"}
    assert [(loss.field, loss.why) for loss in found.losses] == [
        ("Ede.md.style", "Queries and drawings are not run here."), ("Map.md", "It is a drawing."),
    ]  # fmt: skip


def test_what_is_listed_is_told_in_sentences_and_links_alone_under_their_heading() -> None:
    page = b"## Members:\n- [[Ede]]\n1. [x] [[Sal|Old Sal]]\n\n## Debts\n- [ ] Nine crowns to [[Ede]]\n* Rye, when it is cut.\n"
    found = vault({"Ropers.md": page, "Ede.md": b"---\ntype: npc\n---\nx", "Sal.md": b"---\ntype: npc\n---\nx"})
    lore = {entry.id: entry for entry in found.lore}
    assert lore["ropers_members"].text == "Members: Ede, Old Sal."
    assert lore["ropers_members"].links == {"ede": "Members: Ede, Old Sal.", "sal": "Members: Ede, Old Sal."}
    assert lore["ropers_debts"].text == "Nine crowns to Ede.\nRye, when it is cut."


def test_a_picture_is_told_once_and_a_template_is_no_page() -> None:
    files = {
        "Rye.md": b"![[rye.png]] Rye. ![](img/rye.png) ![[gone.png]]", "img/rye.png": b"\x89PNG",
        "z_Templates/Npc.md": b"---\ntype: npc\n---\n", "Npc.md": b"---\nname: <% tp.file.title %>\n---\nWho?\n",
    }  # fmt: skip
    found = vault(files)
    assert [entry.text for entry in found.lore] == ["Rye."]
    assert not found.people
    assert [(loss.field, loss.why) for loss in found.losses] == [
        ("Npc.md", "It is a template."), ("img/rye.png", "Pictures are not kept."), ("z_Templates/Npc.md", "It is a template."),
        ("Rye.md.embed", "Only pages are taken over."),
    ]  # fmt: skip


PLACES = {"Places/Brack Mill.md": "A mill.", "Places/Aldern.md": "A town.", "Places/Cove.md": "A cove."}


def told(files: dict[str, str]) -> Brought:
    return vault({path: text.encode() for path, text in {**PLACES, **files}.items()})


@pytest.mark.parametrize(
    ("files", "at"),
    [
        ({"People/Ede.md": "---\nlocation: '[[Brack Mill]]'\n---\nSees [[Cove]]."}, "brack_mill"),
        ({"People/Ede.md": "---\nhome: brack mill\nborn in: '[[Cove]]'\n---\nOld."}, "brack_mill"),
        ({"People/Ede.md": "---\nborn in: '[[Cove]]'\n---\nOld."}, "cove"),
        ({"People/Ede.md": "---\nserves: '[[Cove]]'\n---\nSees [[Aldern]]."}, "cove"),
        ({"People/Ede.md": "Ede grinds at [[Brack Mill|the mill]]. [[Brack Mill]] is old."}, "brack_mill"),
        ({"People/Ede.md": "Ede.", "Places/Brack Mill.md": "[[Ede]] grinds here."}, "brack_mill"),
        ({"People/Ede.md": "Ede.", "Places/Brack Mill.md": "---\nowner: '[[Ede]]'\n---\nOld.", "Places/Cove.md": "[[Ede]]"}, "brack_mill"),
        ({"People/Ede.md": "Goes from [[Cove]] to [[Aldern]].", "Places/Aldern.md": "[[Ede]] lives here."}, "aldern"),
        ({"People/Ede.md": "Goes from [[Cove]] to [[Aldern]]."}, ""), ({"People/Ede.md": "Ede."}, ""),
        ({"Towns of the Salt/Aldern Town/Aldern.md": "A town.", "Towns of the Salt/Aldern Town/NPCs/Ede.md": "Ede."}, "aldern_2"),
        ({"People/Ede.md": "Ede. %% [[Cove]] %%"}, ""), ({"People/Ede.md": "Ede. [[Cove]]", "Places/Cove.md": "---\ngm: true\n---\nx"}, ""),
        ({"GM/Ede.md": "---\ntype: npc\nlocation: '[[Cove]]'\n---\nx"}, ""),
    ],
)  # fmt: skip
def test_people_stand_where_their_vault_says(files: dict[str, str], at: str) -> None:
    assert told(files).people["ede"].at == at


@pytest.mark.parametrize(
    ("files", "start", "why"),
    [
        ({"Home.md": "To [[Cove]].", "Plan.md": "---\nstart: '[[Brack Mill]]'\n---\nx"},
         "brack_mill", "the property start of Plan says so"),
        ({"Home.md": "To [[Cove]].", "Places/Aldern.md": "---\nstart: true\n---\nx"}, "aldern", "the property start of Aldern says so"),
        ({"Home.md": "By [[Ede]] to [[Cove]], then [[Aldern]].", "People/Ede.md": "Ede."}, "cove", "Home leads there first"),
        ({"Start here.md": "To [[Cove]].", "Places/Index.md": "- [[Aldern]]"}, "cove", "Start here leads there first"),
        ({"Sessions/2.md": "From [[Cove]].", "Sessions/10.md": "From [[Cove]] to [[Brack Mill]]."},
         "brack_mill", "10 is the latest evening"),
        ({"Sessions/1.md": "---\nlocation: Cove\ndate: 2024-02-01\n---\n[[Aldern]]",
          "Sessions/2.md": "---\ndate: 2024-01-01\n---\n[[Aldern]]"},
         "cove", "1 is the latest evening"),
        ({"Notes/Session 9 (2026-03-01).md": "At [[Cove]].", "Notes/Session 10.md": "At [[Aldern]]."},
         "aldern", "Session 10 is the latest evening"),
        ({"Home.md": "To [[Cave]].", "GM/Cave.md": "---\ntype: place\n---\nx"}, "", ""), ({"Rain.md": "To [[Cove]]."}, "", ""),
    ],
)  # fmt: skip
def test_a_world_begins_where_its_vault_says(files: dict[str, str], start: str, why: str) -> None:
    found = told(files)
    assert (found.start, [remark.partition(": ")[2].rstrip(".") for remark in found.remarks if remark.startswith("It begins")]) == (
        start,
        [why] if why else [],
    )


SPIED = """---
type: npc
gm_notes: [FRONT one, FRONT two]
traits: {dm: NESTED, mood: sour}
allies: ["[[Hob]]", "[[The Spy]]"]
rival: "[[The Spy]]"
friends: "[[Hob]], [[The Spy|him]]"
---
Mara keeps the mill. (secret:: BRACKET (they say) a knife) She smiles. [mood:: glad]
GM Notes:: INLINE she stole gold[^1].
- **Secret:** LEAD she lies.

> [!secret] First
> ```
> FENCE the killer.
> ```
> BEHIND the fence.

> [!secret] Second
> ```ad-note
> ADMONITION within.
> ```
> BEHIND the admonition.

> [!secret] Third
> hidden
LAZY and still hidden
LAZY again

Open again.

> [!note] Outer
> > [!secret] Inner
> > DEEPER down
>
> Outer goes on.

> [!infobox]
> | Of | Her |
> |---|---|
> | eyes | gray |
> | GM secret | ROW |
> ###### For the keeper
> | Of | Her |
> |---|---|
> | crime | BOXED |

| Name | GM |
|---|---|
| Sal | COLUMN |

## Secrets
BELOW the heading.
### Deeper
BELOW both[^2].
[^1]: NOTED for the field alone.
[^2]: NOTED for the section alone.
[^3]: NOTED for nobody at all.

## Mill
It grinds rye.
"""


def test_no_word_that_is_for_the_gm_alone_is_told_to_the_table() -> None:
    files = {
        "Mara.md": SPIED.encode(), "Hob.md": b"---\ntype: npc\n---\nHob limps.", "The Spy.md": b"---\ntype: npc\ngm-only: true\n---\nSpy.",
        "Rye.md": b"---\nkeepers of it: '[[The Spy]]'\nprice: 3\n---\nRye.", "The Secret.md": b"# The Secret\nA bay.",
    }  # fmt: skip
    found = vault(files)
    lore = {entry.id: entry for entry in found.lore}
    assert (lore["mara"].text, lore["mara_mill"].text, lore["rye"].text, lore["the_secret"].text) == (
        "Mara keeps the mill. She smiles. glad\n\nOpen again.\n\nOuter\n\nOuter goes on.\n\nName: Sal.", "It grinds rye.",
        "The price of Rye is 3.\nRye.", "A bay.",
    )  # fmt: skip
    assert found.people["mara"].facts == {"traits": "mood: sour", "allies": "hob", "friends": "hob", "mood": "glad", "eyes": "gray"}
    assert found.people["the_spy"].visibility == "gm"
    hidden = "\n".join(entry.text for entry in found.lore if entry.visibility == "gm")
    for words in (
        "gm notes: FRONT one; FRONT two", "dm: NESTED", "allies: Hob; The Spy", "rival: The Spy", "friends: Hob, him", "LEAD she lies.",
        "secret: BRACKET (they say) a knife", "GM Notes: INLINE she stole gold.\nNOTED for the field alone.", "FENCE the killer.",
        "BEHIND the fence.", "ADMONITION within.", "BEHIND the admonition.", "hidden\nLAZY and still hidden\nLAZY again",
        "Inner\nDEEPER down", "GM secret: ROW", "crime; Her: BOXED.", "Name: Sal; GM: COLUMN.", "keepers of it: The Spy",
        "Secrets\nBELOW the heading.\nDeeper\nBELOW both.\nNOTED for the section alone.", "NOTED for nobody at all.",
    ):  # fmt: skip
        assert words in hidden, words


def test_a_fence_in_a_quote_ends_with_it_and_a_property_may_open_a_page() -> None:
    found = vault({"Mara.md": b"---\ngm_only: false\n---\n> ```\n> Hush.\nShe sings.\n```\nShe stays.\n```\n\nsecret:: true\n"})
    (entry,) = found.lore
    assert (entry.text, entry.visibility) == ("Hush.\nShe sings.\nShe stays.", "gm")
    (entry,) = vault({"Mara.md": b"---\ngm_only: false\n---\n> ```\n> Hush.\nShe sings.\n"}).lore
    assert (entry.text, entry.visibility) == ("Hush.\nShe sings.", "table")


def test_a_row_of_empty_cells_does_not_hold_a_table_up() -> None:
    row = "| -    |" + "      |" * 200 + " dry |"
    assert parted(f"| a | b |\n{row}\n", "Rye.md").text == f"| a | b |\n{row}\n"


def test_tags_of_what_is_hidden_are_nobodys() -> None:
    found = vault(
        {
            "Mara.md": b"---\ntype: npc\n---\nMara. #miller %% She is a #traitor %%",
            "Hob.md": b"---\ntype: npc\n---\nHob. %% #gm He did it. %%",
        }
    )
    assert (found.people["mara"].tags, found.people["hob"].visibility) == (("miller",), "table")
    assert {entry.text for entry in found.lore if entry.visibility == "gm"} == {"She is a traitor", "gm He did it."}


def test_every_page_has_an_id_of_its_own_in_time_that_grows_with_their_number() -> None:
    found = vault({f"{letter}.md": b"---\ntype: npc\n---\nx" for letter in ("\u591c", "\u65e5", "O'Hale", "OHale")})
    assert {id: one.name for id, one in found.people.items()} == {
        "ohale": "O'Hale",
        "ohale_2": "OHale",
        "page": "\u591c",
        "page_2": "\u65e5",
    }

    def pages(many: int) -> Callable[[], Any]:
        names = ("\u591c" if number % 2 else str(number) for number in range(many))
        files = {f"{number // 2}/{name}.md": b"x" for number, name in enumerate(names)}
        return lambda: vault(files)

    assert grows_like_its_size(pages, 50)


PERSON = b"---\ntype: npc\n---\nHe waits."


@pytest.mark.parametrize(
    "files",
    [
        lambda many: {f"a/b{n}/Page {n}.md": f"It is by [[b{n - 1}/Page {n - 1}]].".encode() for n in range(5 * many)},
        lambda many: {f"a/b{n}/Page {n}.md": f"[[x/y{n}]] ![[p{n}.png]] ![[z/p{n}.png]]".encode() for n in range(many)},
        lambda many: {"Hub.md": "".join(f"- See [[{n}]].\n" for n in range(many)).encode()} | {f"{n}.md": PERSON for n in range(many)},
        lambda many: {"Hub.md": "".join(f"See [[{n}|him]]. " for n in range(many)).encode()} | {f"{n}.md": PERSON for n in range(many)},
        lambda many: {"Page.md": "".join(f"# H\nIt is {n}.\n%% It is secretly {n}. %%\n" for n in range(8 * many)).encode()},
        lambda many: {"Page.md": PERSON + "".join(f"\nKey{n}:: It" for n in range(8 * many)).encode()},
    ],
    ids=("paths", "nowhere", "list", "prose", "headings", "fields"),
)
def test_links_headings_and_fields_are_not_laid_beside_all_there_are(files: Callable[[int], dict[str, bytes]]) -> None:
    def pages(many: int) -> Callable[[], Any]:
        given = files(many)
        # the reader of front matter remembers what it has read
        return lambda: read_vault(given, "vault", lambda _text, _file: ({"type": "npc"}, ()))

    assert grows_like_its_size(pages, 100)


def test_a_path_leads_to_its_page_in_whatever_case_it_is_written() -> None:
    tea = b"[[Oakford/rye]] I know, not [[ford/Rye]]."
    rye = {"Land/Oakford/Rye.md": PERSON, "Salt.md": b"[[land/oakford/rye|Him]] I know.", "Tea.md": tea}
    found = vault(rye)
    assert {entry.id: entry.about for entry in found.lore} == {"rye": ("rye",), "salt": ("rye",), "tea": ("rye",)}
    assert found.remarks == ("Links that lead to no page stay words: 1, such as ford/Rye.",)


def test_a_tie_is_told_by_the_first_sentence_that_links_or_names() -> None:
    found = vault({"Hob.md": PERSON, "Salt.md": b"Rain. So Hob says. [[Hob|He]] lies. [[Hob]] waits.", "Tea.md": b"[[Hob|Sal]]"})
    assert {entry.id: entry.links for entry in found.lore if entry.links} == {"salt": {"hob": "So Hob says."}, "tea": {"hob": "Sal"}}
