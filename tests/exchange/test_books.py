"""A story as a book, as EPUB and as a vault: whole, linked without a loose end, the same bytes every time, and no secret in it."""

import json
import re
from io import BytesIO
from pathlib import PurePosixPath
from posixpath import join, normpath
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from gm_engine.authoring.front_matter import read_front_matter
from gm_engine.bootstrap import trial
from gm_engine.exchange.book import book_of
from gm_engine.exchange.book_markdown import book_markdown
from gm_engine.exchange.chronicle import Chronicle, chronicle
from gm_engine.exchange.epub import book_epub
from gm_engine.exchange.formats.obsidian import read_vault
from gm_engine.exchange.gazetteer import name_pages
from gm_engine.exchange.vault import GM_FOLDER, vault
from gm_engine.exchange.vault_names import LONGEST, VaultNames
from gm_engine.exchange.zipped import zipped
from gm_engine.play.game import Game
from tests.packs import LIVERY

NASTY = "Luis Ortega has blue eyes & a <b>[[red]]</b> |scar|.\n1. He waits.\n- Yes\x0c\x1b."
WINDOWS = re.compile(r'[\\:*?"<>|\x00-\x1f]')
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
OPF, DC, XHTML = "{http://www.idpf.org/2007/opf}", "{http://purl.org/dc/elements/1.1/}", "{http://www.w3.org/1999/xhtml}"
EPUB_TYPE = "{http://www.idpf.org/2007/ops}type"


@pytest.fixture(scope="module")
def told() -> Chronicle:
    game = trial(LIVERY, "evening", seed=5)
    for reply in ("Luis Ortega has brown eyes.", "Luis Ortega has blue eyes.", NASTY):
        game.reply_next(reply)
        game.play("I wait.")
    game.play("I walk to the street.")
    game.play("I walk to the livery.")
    return chronicle_of(game)


def chronicle_of(game: Game) -> Chronicle:
    return chronicle(entry.event for entry in game.journal.entries())


# --- the book


def test_the_book_has_an_evening_its_places_its_people_and_notes_that_are_all_called(told: Chronicle) -> None:
    text = "".join(book_markdown(book_of(told)))
    heads = [line for line in text.splitlines() if line.startswith("#")]
    assert heads[0].startswith("# ")
    assert "## Evening 1" in heads
    assert heads.index("## Evening 1") < heads.index("## People") < heads.index("## Places")
    assert [head for head in heads if head.startswith("### ")] == ["### The livery", "### The street", "### The livery"]
    assert "> I walk to the street." in text.split("### The street")[1].split("###")[0]
    called, notes = re.findall(r"\[\^(\d+)\](?!:)", text), re.findall(r"^\[\^(\d+)\]:", text, re.MULTILINE)
    assert called == notes
    assert re.search(r"^\[\^2\]: Turn 2\. .*Conflict 2\.1 .*“Luis Ortega has blue eyes\.” stands against turn 1", text, re.MULTILINE)
    assert "\n1\\. He waits.\n" in text
    assert "**Luis Ortega**" in text.split("## People")[1]


def test_a_story_of_which_nothing_was_told_is_a_book_too() -> None:
    told = chronicle_of(trial(LIVERY, "evening", seed=5))
    book = book_of(told)
    assert "*Nothing has been played yet.*" in "".join(book_markdown(book))
    checked_epub(zipped(book_epub(book)))
    checked_vault(vault(told))


# --- EPUB


def checked_epub(data: bytes) -> dict[str, ElementTree.Element]:
    """The pages of an EPUB in reading order, after a look at all that a reader relies on."""
    with ZipFile(BytesIO(data)) as archive:
        assert archive.testzip() is None
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type, archive.read(first)) == ("mimetype", ZIP_STORED, b"application/epub+zip")
        assert data[30:58] == b"mimetypeapplication/epub+zip"
        files = {name: archive.read(name) for name in archive.namelist()}
    container = ElementTree.fromstring(files["META-INF/container.xml"])
    root = next(one for one in container.iter() if one.tag.endswith("rootfile")).attrib["full-path"]
    package = ElementTree.fromstring(files[root])
    unique = package.attrib["unique-identifier"]
    assert [one.text for one in package.iter(f"{DC}identifier") if one.get("id") == unique] != [None]
    assert all(next(package.iter(f"{DC}{tag}")).text for tag in ("identifier", "title", "language"))
    assert [one.text for one in package.iter(f"{OPF}meta") if one.get("property") == "dcterms:modified"] == ["1980-01-01T00:00:00Z"]
    items = {one.attrib["id"]: one.attrib for one in package.iter(f"{OPF}item")}
    at = {id: normpath(join(str(PurePosixPath(root).parent), item["href"])) for id, item in items.items()}
    assert len(set(at.values())) == len(items)
    assert {*at.values(), root, "mimetype", "META-INF/container.xml"} == set(files)
    spine = [one.attrib["idref"] for one in package.iter(f"{OPF}itemref")]
    assert len(spine) == len(set(spine)) == len(items) - 2
    (nav,) = (at[id] for id, item in items.items() if item.get("properties") == "nav")
    pages = {at[id]: ElementTree.fromstring(files[at[id]]) for id, item in items.items() if item["media-type"] == "application/xhtml+xml"}
    ids = {name: [one.attrib["id"] for one in page.iter() if "id" in one.attrib] for name, page in pages.items()}
    for name, page in pages.items():
        assert len(ids[name]) == len(set(ids[name]))
        assert page.attrib["lang"] == "en"
        assert (page.findtext(f"{XHTML}head/{XHTML}title") or "").strip()
        for one in page.iter():
            if href := one.get("href"):
                file, _, anchor = href.partition("#")
                target = normpath(join(str(PurePosixPath(name).parent), file)) if file else name
                assert target in files, href
                assert not anchor or anchor in ids[target], href
    toc = next(one for one in pages[nav].iter(f"{XHTML}nav") if one.get(EPUB_TYPE) == "toc")
    listed = [one.attrib["href"].partition("#")[0] for one in toc.iter(f"{XHTML}a")]
    assert list(dict.fromkeys(listed)) == [items[id]["href"] for id in spine]
    return {at[id]: pages[at[id]] for id in spine}


def test_the_epub_is_whole_and_every_note_is_called(told: Chronicle) -> None:
    pages = checked_epub(zipped(book_epub(book_of(told))))
    assert list(pages) == ["book/title.xhtml", "book/evening_1.xhtml", "book/names.xhtml"]
    evening = pages["book/evening_1.xhtml"]
    called = [one.attrib["href"] for one in evening.iter(f"{XHTML}a") if one.get(EPUB_TYPE) == "noteref"]
    assert called == [f"#{one.attrib['id']}" for one in evening.iter(f"{XHTML}aside")]
    assert "#n2" in called
    words = "".join(evening.itertext())
    assert "Luis Ortega has blue eyes & a <b>[[red]]</b> |scar|." in words


def test_each_evening_is_a_chapter(told: Chronicle) -> None:
    later = Chronicle(**{**vars(told), "turns": [*told.turns[:3]]})
    later.turns[2].session, kept = 2, later.turns[2].session
    try:
        assert "book/evening_2.xhtml" in checked_epub(zipped(book_epub(book_of(later))))
        notes = checked_vault(vault(later))
        assert {"Evening 1", "Evening 2"} <= set(notes)
    finally:
        later.turns[2].session = kept


def test_the_same_story_gives_the_same_bytes(told: Chronicle) -> None:
    assert zipped(book_epub(book_of(told))) == zipped(book_epub(book_of(told)))
    assert zipped(vault(told, gm_notes=True)) == zipped(vault(told, gm_notes=True))


# --- the vault

LINK = re.compile(r"(?<!\\)\[\[([^\[\]|#]*)(?:#([^\[\]|]+))?(?:\|([^\[\]|]+))?\]\]")
"""A wikilink as its programs read it: note, place in it, words shown."""


def checked_vault(files: dict[str, bytes], *, without: str = "") -> dict[str, str]:
    """The notes by name, after a look at every path, every front matter and every link. ``without``: a folder that was taken out."""
    files = {path: text for path, text in files.items() if not without or not path.startswith(f"{without}/")}
    paths = [PurePosixPath(path) for path in files]
    assert len({path.stem.casefold() for path in paths}) == len(paths)
    for path in paths:
        assert path.suffix == ".md"
        for part in path.parts:
            assert not WINDOWS.search(part), part
            assert part == part.strip(" .")
            assert part.partition(".")[0].casefold() not in RESERVED
            assert not re.search(r"[#^\[\]]", part)
            assert len(part.encode()) <= 255
    notes = {path.stem: files[str(path)].decode() for path in paths}
    for name, text in notes.items():
        _, front, body = text.split("---\n", 2)
        known = YAML(typ="safe").load(front)
        assert known["tags"][0] == "gm-engine", name
        assert known["type"]
        assert all(isinstance(alias, str) for alias in known.get("aliases", []))
        assert not re.search(r"(?<!\\)\[\[", LINK.sub("", body)), name
        for target, place, shown in LINK.findall(body):
            assert target in notes, f"{name} leads to {target}"
            if place:
                assert place.startswith("^")
                assert re.search(rf" {re.escape(place)}$", notes[target], re.MULTILINE), f"{target} has no {place}"
            assert shown == shown.strip()
    return notes


def test_a_vault_of_our_own_comes_in_again_with_its_places_and_begins_where_it_ended(told: Chronicle) -> None:
    here = told.state.lore.entity(told.state.here)
    brought = read_vault(vault(told), "again", read_front_matter)
    assert here is not None
    assert brought.places[brought.start].name == here.name
    assert {one.name for one in brought.places.values()} == {page.name for page in name_pages(told.state) if page.kind == "place"}
    assert any(person.at for person in brought.people.values())
    assert not [entry.text for entry in brought.lore if "type:" in entry.text or "^t" in entry.text]


def test_the_vault_links_names_to_the_very_turns(told: Chronicle) -> None:
    notes = checked_vault(vault(told))
    ortega = notes["Luis Ortega"]
    assert "**eyes:** brown" in ortega
    assert "[[Evening 1#^t1|turn 1]]: “Luis Ortega has brown eyes.”" in ortega
    assert "Told of in [[Evening 1]]." in ortega
    assert "[[Conflicts]]" in ortega
    assert "[[Luis Ortega]]" in notes["Evening 1"]
    assert "[[Luis Ortega]]" in notes["Conflicts"]
    assert "[[Evening 1#^t2|turn 2]]" in notes["Conflicts"]
    assert "\n1\\. He waits.\n" in notes["Evening 1"]
    assert "\\[\\[red\\]\\]" in notes["Evening 1"]


def test_what_only_the_gm_knows_stands_in_a_folder_that_can_be_taken_out(told: Chronicle) -> None:
    truths = [secret.truth for secret in told.state.pack.secrets.values()]
    assert truths
    plain, all_of_it = vault(told), vault(told, gm_notes=True)
    assert {path: text for path, text in all_of_it.items() if not path.startswith(f"{GM_FOLDER}/")} == plain
    checked_vault(all_of_it)
    checked_vault(all_of_it, without=GM_FOLDER)
    secret = "".join(text.decode() for path, text in all_of_it.items() if path.startswith(f"{GM_FOLDER}/"))
    for truth in truths:
        assert truth in secret
        assert truth not in json.dumps({path: text.decode() for path, text in plain.items()}, ensure_ascii=False)


@given(st.lists(st.tuples(st.text(max_size=120), st.text(max_size=8)), max_size=8))
def test_no_two_notes_are_called_alike_on_any_machine(asked: list[tuple[str, str]]) -> None:
    names = VaultNames()
    taken = [names.take(*one) for one in [*asked, ("Ärger", "place"), ("ÄRGER", "place"), ("A\u0308rger", "place"), ("aux.md", "")]]
    assert len({name.casefold() for name in taken}) == len(taken)
    for name in taken:
        assert name
        assert not WINDOWS.search(name)
        assert name == name.strip(" .")
        assert name.partition(".")[0].casefold() not in RESERVED
        assert len(name.encode()) < 2 * LONGEST
