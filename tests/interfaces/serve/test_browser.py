"""The page in a real browser, where this machine has one: what stands in it once its scripts have run."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.interfaces.serve.conftest import Served

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
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
