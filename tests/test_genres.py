"""Any genre: a campaign is told in its own genre's words, and never in those of another."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from gm_engine.authoring import Wishes, genre_names, load_pack, new_pack, proofread, read_pack, read_words
from gm_engine.bootstrap.gms import narrator_words
from gm_engine.narrator import EmbeddedGM
from gm_engine.narrator.line_grammar import parse
from gm_engine.story.pack import Pack
from tests.table import SmallTable
from tests.wanderer import Wanderer

MANOR = Path(__file__).parent / "packs" / "ash_hall"
WORD = re.compile(r"[a-z]{4,}")


def words_of(lines: Iterable[str]) -> set[str]:
    return {word for line in lines for word in WORD.findall(re.sub(r"<[^>]*>", " ", parse(line).text).lower())}


def lexicon(genre: str) -> set[str]:
    """What only this genre's stock says: none of it stands in the core or in another genre's stock."""
    own = {word for lines in read_words(genre).values() for word in words_of(lines)}
    others = {word for other in ("", *genre_names()) if other != genre for lines in read_words(other).values() for word in words_of(lines)}
    return own - others


LEXICON = {genre: lexicon(genre) for genre in genre_names()}


def test_each_genre_has_words_of_its_own() -> None:
    for genre, words in LEXICON.items():
        assert len(words) > 100, genre
    assert {"saloons", "corral", "wagon", "mule"} <= LEXICON["western"]
    assert {"bulkhead", "airlock"} <= LEXICON["space"]


def strange(pack: Pack, seed: int, turns: int) -> dict[str, set[str]]:
    """The words of other genres that an evening of a wanderer is told in, but for the pack's own."""
    table = SmallTable(pack, EmbeddedGM(narrator_words(pack)), seed)
    player = Wanderer(seed)
    for _ in range(turns):
        move = player.move(table.state)
        table.play(move.said, move.intent)
    told = {word for turn in table.turns for word in WORD.findall(turn.completion.text.lower())}
    known = set(WORD.findall(pack.model_dump_json().lower()))
    return {genre: found for genre, words in LEXICON.items() if genre != pack.genre and (found := (told & words) - known)}


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("genre", ["gothic", "space", "modern", "fantasy", "submarine opera"])
def test_a_fresh_campaign_is_told_in_its_own_words(tmp_path: Path, genre: str, seed: int) -> None:
    folder = new_pack(tmp_path / "fresh", wishes=Wishes(genre=genre, place="Ninth House", person="Una Prike"))
    assert strange(load_pack(folder), seed, 40) == {}


@pytest.mark.parametrize("seed", range(1, 6))
def test_no_line_rider_comes_to_a_manor(seed: int) -> None:
    assert strange(load_pack(MANOR), seed, 40) == {}


@pytest.mark.parametrize("genre", ["", *genre_names(), "submarine opera"])
def test_a_fresh_campaign_of_any_genre_has_no_findings(tmp_path: Path, genre: str) -> None:
    reading = read_pack(
        new_pack(tmp_path / "fresh", wishes=Wishes(genre=genre, title="The Box: Part One", money="tael", small="cash/cash"))
    )
    assert proofread(reading) == ()
    assert reading.pack is not None
    assert reading.pack.title == "The Box: Part One"
    assert reading.pack.currency.say(1250) == "12 taels and 50 cash"
    assert reading.pack.characters["newcomer"].money == 1250


@pytest.mark.parametrize(
    ("wishes", "slug"),
    [
        (Wishes(genre="gothick"), "unknown-genre"),
        (Wishes(money="c0in"), "bad-money"),
        (Wishes(sign="dollar"), "bad-money"),
        (Wishes(place='the "Hall"'), "bad-name"),
        (Wishes(person="x" * 99), "bad-name"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(tmp_path: Path, wishes: Wishes, slug: str) -> None:
    from gm_engine.errors import PackError

    with pytest.raises(PackError) as raised:
        new_pack(tmp_path / "fresh", wishes=wishes)
    assert raised.value.slug == slug
    assert raised.value.then
    assert not (tmp_path / "fresh").exists()
