"""The page in a real browser, where this machine has one: what stands in it once its scripts have run."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_engine.interfaces.serve.server_limits import Limits
from tests.interfaces.serve.conftest import Served, serving
from tests.interfaces.serve.driven import BROWSER, Driven, driven
from tests.interfaces.serve.test_imports import BOOK, CHAT, CUT, PICTURE, TALK

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no browser is here")


def shown(url: str, tmp_path: Path) -> str:
    """The page as it stands a while after it was opened."""
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}", "--virtual-time-budget=15000", "--dump-dom"]
    found = subprocess.run([str(BROWSER), *options, url], capture_output=True, text=True, timeout=120, check=True)
    return found.stdout


def story(page: str) -> str:
    [found] = re.findall(r'<ol id="story".*?</ol>', page, re.DOTALL)
    return str(found)


def test_a_story_begins_with_its_first_page_when_it_is_opened_again_too(server: Served, alone: str, tmp_path: Path) -> None:
    """Found by hand: the first page was gone after a turn was taken back or the window was opened anew."""
    opening = server.get(f"/api/campaigns/{alone}/opening")
    fresh = story(shown(f"{server.url}/#{alone}", tmp_path / "fresh"))
    assert opening["premise"] in fresh
    assert opening["when"] in fresh
    told = server.post(f"/api/campaigns/{alone}/turns", said="I look around.")
    page = shown(f"{server.url}/#{alone}", tmp_path / "begun")
    begun = story(page)
    assert 0 < begun.index(opening["premise"]) < begun.index(told["said"])
    assert opening["when"] not in begun
    assert "Say what you do" not in begun
    assert re.search(r'<p id="trouble" role="alert"></p>', page)


def test_what_went_wrong_is_a_sentence_and_stands_where_it_is_seen(server: Served, tmp_path: Path) -> None:
    """Found by hand: it stood below the line that is always in view, and began with a small letter."""
    page = shown(f"{server.url}/#nobody", tmp_path)
    [foot] = re.findall(r"<footer>.*?</footer>", page, re.DOTALL)
    [trouble] = re.findall(r'<p id="trouble" role="alert">(.*?)</p>', foot)
    assert trouble.startswith('No campaign is called "nobody". ')


MARKUP = "<img src=x onerror=document.title=1>.txt"
SEEN = """[...document.querySelectorAll("#brought tbody tr")].map((row) => row.innerText)"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driven]:
    with driven(tmp_path_factory.mktemp("browser")) as page:
        yield page


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "files"
    folder.mkdir()
    held = {"evening.jsonl": CHAT, "hanna.png": PICTURE, "saltfork.json": BOOK, "cut.json": CUT, MARKUP: TALK}
    for name, data in held.items():
        (folder / name).write_bytes(data)
    return [folder / name for name in held]


@pytest.mark.parametrize("width", [1280, 400])
def test_files_that_are_dropped_on_the_page_are_shown_and_played(page: Driven, files: list[Path], tmp_path: Path, width: int) -> None:
    with serving(tmp_path / "home") as served:
        page.open(served.url, width)
        page.until("document.querySelector('#shelf .row') && !document.getElementById('brings').hidden")
        for kind in ("dragEnter", "dragOver"):
            page.drag(kind, files)
        page.until("!document.getElementById('drop').hidden")
        page.drag("drop", files)
        page.until("document.getElementById('brought').open && document.getElementById('drop').hidden")
        rows = page.until(f"document.getElementById('brought-rows').hidden ? null : {SEEN}")
        assert len(rows) == 5
        named = {row.split("\n")[0].strip(): row for row in rows}
        assert {file.name for file in files} == set(named)
        assert "Play evening" in named["hanna.png"]
        assert "1 loss" in named["saltfork.json"]
        assert "Was it cut off?" in named["cut.json"]
        assert page.run("document.getElementById('brought-how').textContent") == "4 of 5 are in."
        assert not page.run("document.querySelector('#brought details').open")
        page.run("document.querySelector('#brought summary').click()")
        assert page.until("document.querySelector('#brought details').open && document.querySelector('#brought details li').innerText")
        assert page.run("document.querySelectorAll('#brought img, #shelf img').length") == 0
        assert page.run("document.documentElement.scrollWidth") <= width
        assert page.run("(() => { const box = document.getElementById('brought'); return box.scrollWidth <= box.clientWidth; })()")
        page.run("[...document.querySelectorAll('#brought a')].find((one) => one.textContent === 'Play evening').click()")
        assert "I ask her about the old ferryman." in page.until("document.querySelector('#story li') && document.body.innerText")
        assert not page.run("document.getElementById('brought').open")
        assert page.run("document.getElementById('brings').hidden")


def test_files_are_chosen_by_keyboard_and_one_that_cannot_be_read_says_why(page: Driven, files: list[Path], tmp_path: Path) -> None:
    with serving(tmp_path / "home") as served:
        page.open(served.url, 400)
        page.until("document.querySelector('#shelf .row') && !document.getElementById('brings').hidden")
        page.run("document.getElementById('files').addEventListener('click', (event) => { window.asked = true; event.preventDefault(); })")
        for _ in range(20):
            page.press("Tab")
            if page.run("document.activeElement.id") == "choose":
                break
        page.press("Enter")
        page.until("window.asked")
        page.choose("#files", files[3:4])
        [row] = page.until(f"document.getElementById('brought-rows').hidden ? null : {SEEN}")
        assert "Was it cut off?" in row
        assert page.run("document.getElementById('brought-how').textContent") == "0 of 1 are in."
        page.run("document.getElementById('brought').close()")
        page.choose("#files", files[2:3])
        [row] = page.until(f"document.getElementById('brought').open && !document.getElementById('brought-rows').hidden ? {SEEN} : null")
        assert "Play saltfork" in row
        page.until("[...document.querySelectorAll('#shelf .row')].some((row) => row.innerText.includes('saltfork'))")


def test_a_folder_that_is_dropped_is_a_vault_and_what_is_too_large_is_not_sent(page: Driven, tmp_path: Path) -> None:
    vault, large = tmp_path / "vault", tmp_path / "large.txt"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / ".obsidian" / "app.json").write_text("{}", encoding="utf-8")
    (vault / "People").mkdir()
    (vault / "People" / "Sally Reed.md").write_text("---\ntype: person\n---\nSally Reed has green eyes.\n", encoding="utf-8")
    (vault / "Salt Fork.md").write_text("---\ntype: place\n---\nA ford. [[Sally Reed]] lives here.\n", encoding="utf-8")
    large.write_bytes(b"x" * (Limits().upload + 1))
    with serving(tmp_path / "home") as served:
        page.open(served.url)
        page.until("document.querySelector('#shelf .row') && !document.getElementById('brings').hidden")
        for kind in ("dragEnter", "dragOver", "drop"):
            page.drag(kind, [vault])
        [row] = page.until(f"document.getElementById('brought-rows').hidden ? null : {SEEN}")
        assert "Play vault" in row
        page.run("document.getElementById('brought').close()")
        page.choose("#files", [large])
        assert "33 MB; 32 MB may come at once" in page.until("document.getElementById('trouble').textContent")
        assert served.get("/api/campaigns/vault/lore/sally_reed")


SWIPED = b"\n".join(
    json.dumps(row).encode()
    for row in (
        {"user_name": "Sam", "character_name": "Edda", "chat_metadata": {}},
        {"name": "Edda", "is_user": False, "mes": "Edda waits at the toll."}, {"name": "Sam", "is_user": True, "mes": "I pay."},
        {"name": "Edda", "is_user": False, "mes": "She nods.", "swipes": ["She nods.", "She laughs."], "swipe_id": 0},
    )
)  # fmt: skip
CHOSEN = "document.getElementById('brought').open && !document.getElementById('brought-rows').hidden"


def test_files_get_a_name_and_none_comes_with_a_loss_and_what_was_told_otherwise_is_gone_on_from(page: Driven, tmp_path: Path) -> None:
    lossy, chat = tmp_path / "saltfork.json", tmp_path / "toll.jsonl"
    lossy.write_bytes(BOOK)
    chat.write_bytes(SWIPED)
    with serving(tmp_path / "home") as served:
        page.open(served.url)
        page.until("document.querySelector('#shelf .row') && !document.getElementById('brings').hidden")
        page.run("document.getElementById('strict').click()")
        page.choose("#files", [lossy])
        assert "1 loss" in page.until(f"{CHOSEN} ? {SEEN} : null")[0]
        assert page.run("document.getElementById('brought-how').textContent") == "0 of 1 are in."
        page.run("document.getElementById('brought').close()")
        page.run("document.getElementById('called').value = 'The Toll'")
        page.choose("#files", [chat])
        assert "Play The Toll" in page.until(f"{CHOSEN} ? {SEEN} : null")[0]
        page.run("document.querySelector('#brought a').click()")
        page.until("document.querySelector('#story li') && !document.getElementById('ways').hidden")
        page.run("document.querySelector('[data-page=branches]').click()")
        row = "[...document.querySelectorAll('#leaf .row')].find((one) => one.innerText.includes('She laughs.'))"
        page.until(f"{row} && true")
        page.run(f"{row}.click()")
        page.until("!document.getElementById('book').open && document.getElementById('where').textContent.includes('branch telling 3.2')")
        page.until("document.getElementById('story').innerText.includes('She laughs.')")
