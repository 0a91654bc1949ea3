"""One contract for all who say what a text means: a model on this machine, and one behind an endpoint, asked over real HTTP."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

import pytest

from gm_engine import meaning
from gm_engine.bootstrap import new_game, resume_game, verify_game
from gm_engine.bootstrap.remembering import Remembering
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.bootstrap.vectors import meanings_for
from gm_engine.errors import GameError
from gm_engine.journal import MemoryJournal
from gm_engine.memory import Memory, recall
from gm_engine.memory.meanings import Meanings
from gm_engine.memory.said import Told
from gm_engine.play.game import Game
from gm_engine.providers.endpoint import Endpoint as Known
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from tests.endpoint import Endpoint, Fails
from tests.packs import LIVERY

ALIKE = (("horse", "mare", "mount"), ("money", "dollars", "debt"), ("rain", "storm", "wet"))
TALE = ("The gray mare ran.", "He owes me six dollars.", "A storm came over the mesa.", "Nobody spoke.")
LINES = ("I look around.", "I ask Ortega about the horses.", "I wait.", "I wait.")


def about(text: str) -> list[float]:
    return [1.0 if any(word in text.lower() for word in words) else 0.01 for words in ALIKE] + [0.01]


@dataclass
class Reader:
    """Somebody who says what a text means: with these settings of a machine. ``read`` are the texts that were read so far."""

    given: Settings
    there: Endpoint | None = None
    texts: list[str] = field(default_factory=list)

    @property
    def read(self) -> list[str]:
        return [text for body in self.there.embedded for text in body["input"]] if self.there else self.texts

    def meanings(self) -> Meanings:
        found = meanings_for(self.given)
        assert found
        return found

    def embed(self, texts: Iterable[str]) -> list[bytes]:
        found = []
        for text in texts:
            self.texts.append(text)
            found.append(bytes(round(number * 100) for number in about(text)))
        return found


@pytest.fixture(params=["here", "elsewhere"])
def reader(request: pytest.FixtureRequest, server: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    if request.param == "elsewhere":
        return elsewhere(server, tmp_path)
    found = Reader(Settings(tmp_path))
    monkeypatch.setattr(meaning, "mark", lambda: "model 1")
    monkeypatch.setattr(meaning, "embed", found.embed)
    return found


def elsewhere(server: Endpoint, home: Path, **more: float) -> Reader:
    there = server.again()
    there.vectors = about
    known = Known(name="desk", base_url=there.url, key_env="", retries=0)
    memory = Remembering(endpoint="desk", model="nomic", **more)
    return Reader(Settings(home, providers={"desk": known}, memory=memory), there)


@pytest.fixture
def desk(server: Endpoint, tmp_path: Path) -> Reader:
    return elsewhere(server, tmp_path, price=2.0)


def told(reader: Reader) -> Memory:
    memory = Memory()
    for number, words in enumerate(TALE, 1):
        memory.talk.tell(Told(number, reply=words, speaker="Rosa"))
    memory.meanings = reader.meanings()
    memory.meanings.learn(memory.meanings.missing(memory.talk))
    return memory


def played(reader: Reader, lines: Iterable[str] = LINES) -> Game:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5, given=reader.given)
    for line in lines:
        game.play(line)
    return game


def marks(game: Game) -> list[str]:
    return [entry.event.meaning for entry in game.journal.entries() if isinstance(entry.event, happened.PromptAssembled)]


def test_a_text_has_one_vector_whatever_stands_beside_it(reader: Reader) -> None:
    one, other = (reader.meanings().learn(dict(enumerate(texts))) for texts in (TALE[:1], TALE))  # type: ignore[arg-type]
    assert next(iter(one.values())) == next(iter(other.values()))
    assert {len(vector) for vector in other.values()} == {4}


def test_a_turn_is_found_by_what_it_means_and_each_text_is_read_once(reader: Reader) -> None:
    memory = told(reader)
    for _ in range(3):
        (first, *_) = recall(memory, StoryState(), "my mount", 12)
        assert first.turns == (1,)
        assert set(first.reasons) <= {"meaning", "meaning beside", "like the best"}
    assert len(reader.read) == 5
    assert memory.meanings
    assert memory.meanings.anew().missing(memory.talk) == {}


def test_words_that_were_taken_out_leave_no_meaning(reader: Reader) -> None:
    memory = told(reader)
    assert memory.meanings
    assert memory.meanings.cosines(memory.talk, "my mount")[0] > 0.9
    memory.talk.forget(1)
    assert memory.meanings.cosines(memory.talk, "my mount")[0] == -1


def test_each_prompt_says_by_what_it_was_chosen_and_is_played_again_without_a_call(reader: Reader) -> None:
    game = played(reader)
    found = marks(game)
    assert [mark.partition("#")[0] for mark in found] == [reader.meanings().mark] * 4
    assert len(set(found)) == (4 if reader.there else 1)
    if reader.there:
        reader.there.again()
    done = verify_game(game.journal)
    assert (done.prompts, done.unlike, done.notes) == (4, 0, [])
    assert not reader.there or not reader.read


def test_a_line_that_was_taken_back_and_said_again_is_played_again_as_it_was(reader: Reader) -> None:
    game = played(reader)
    game.undo(2)
    for line in ("I ask Ortega about the horses.", "I wait.", "I ask Ortega about the horses."):
        game.play(line)
    done = verify_game(game.journal)
    assert (done.prompts, done.unlike, done.notes) == (5, 0, [])


def test_vectors_are_made_once_and_kept(reader: Reader) -> None:
    game = played(reader)
    before = len(reader.read)
    again = resume_game(game.journal, given=reader.given)
    again.play("I look at the door.")
    assert sorted({*reader.read[before:]}) == sorted({"I look at the door.", again.state.turns["5"].reply})


def test_a_redaction_takes_the_vectors_along_and_those_of_what_is_left_are_made_again(reader: Reader) -> None:
    game = played(reader)
    mark = reader.meanings().mark
    assert game.journal.vectors(mark)
    game.redact(2)
    assert game.journal.vectors(mark) == {}
    game.play("I wait.")
    assert marks(game)[-1] == ""
    assert game.journal.vectors(mark)
    assert verify_game(game.journal).turns


def test_a_second_recall_makes_no_call(desk: Reader) -> None:
    game = played(desk)
    first = game.recall("my mount", 400)
    asked = len(desk.read)
    assert game.recall("my mount", 400) == first
    again = resume_game(game.journal, given=desk.given)
    assert again.recall("my mount", 400) == first
    assert len(desk.read) == asked


def test_where_the_endpoint_is_away_recall_goes_by_words_and_says_so_once(desk: Reader) -> None:
    game = played(desk)
    plain = new_game(MemoryJournal("plain"), LIVERY, seed=5)
    for line in LINES:
        plain.play(line)
    plain.tools.memory.meanings = None
    assert desk.there
    desk.there.embedding = [Fails(404, "no such model")] * 99
    away = resume_game(game.journal, given=desk.given)
    asked = len(desk.read)
    assert away.recall("Ortega and the horses", 400) == plain.recall("Ortega and the horses", 400)
    [remark] = away.new_remarks()
    assert "by words alone" in remark
    assert "[memory]" in remark
    first = away.play("I look at the door.")
    assert (first.remarks, marks(away)[-1]) == ((), "")
    assert len(desk.read) == asked + 1, "one that failed is left alone for a while"
    assert verify_game(away.journal).notes == []


def test_a_turn_says_that_the_endpoint_is_away_and_the_next_does_not(desk: Reader) -> None:
    assert desk.there
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5, given=desk.given)
    desk.there.embedding = [Fails(500)] * 9
    told = [game.play(line).remarks for line in LINES]
    assert [len(remarks) for remarks in told] == [1, 0, 0, 0]
    assert marks(game)[1:] == ["", "", ""]


def test_vectors_that_were_made_anew_are_not_compared_with_those_of_the_record(desk: Reader) -> None:
    game = played(desk)
    mark = desk.meanings().mark
    kept = game.journal.vectors(mark)
    game.journal.keep_vectors(mark, {key: vector[:-1] + b"\x07" for key, vector in kept.items()})
    done = verify_game(game.journal)
    assert (done.turns, done.prompts, done.unlike) == (4, 1, 3)
    assert "made anew" in done.notes[0]


def test_without_vectors_the_replay_says_what_it_could_not_compare_and_asks_nobody(desk: Reader) -> None:
    game = played(desk)
    bare = MemoryJournal("evening")
    for entry in game.journal.entries():
        bare.append([entry.event])
    asked = len(desk.read)
    done = verify_game(bare)
    assert (done.turns, done.unlike) == (4, 3)
    assert "desk/nomic" in done.notes[0]
    assert len(desk.read) == asked


def test_another_model_under_the_same_name_is_found_out_and_words_do(desk: Reader) -> None:
    game = played(desk)
    assert desk.there
    desk.there.vectors = lambda text: [float(len(text)), 1.0]
    again = resume_game(game.journal, given=desk.given)
    assert (
        again.play("I look at the door.").remarks[0].startswith("What was said is recalled by words alone: desk/nomic gives vectors of 2")
    )
    assert marks(again)[-1] == ""
    assert {len(vector) for vector in again.journal.vectors("desk/nomic").values()} == {4}


def test_what_vectors_cost_is_kept_and_stays_after_a_redaction(desk: Reader) -> None:
    game = played(desk)
    fee = game.journal.fees()["desk/nomic"]
    assert fee.texts == len(desk.read)
    assert fee.cost == sum(2 * n for n in [fee.tokens])
    game.redact(1)
    assert game.journal.fees()["desk/nomic"] == fee


def test_nobody_is_asked_why_something_was_not_in_a_prompt(desk: Reader) -> None:
    game = played(desk)
    asked = len(desk.read)
    assert game.why_not(3, "Ortega")
    assert len(desk.read) == asked


def test_a_cassette_holds_the_vectors_too_and_a_recording_asks_nobody(desk: Reader, tmp_path: Path) -> None:
    tape = tmp_path / "evening.jsonl"
    options = {"seed": 5, "given": desk.given, "cassette": tape}
    game = new_game(MemoryJournal("evening"), LIVERY, **options)  # type: ignore[arg-type]
    for line in LINES:
        game.play(line)
    asked = len(desk.read)
    again = new_game(MemoryJournal("evening"), LIVERY, gm="recorded", **options)  # type: ignore[arg-type]
    for line in LINES:
        assert again.play(line).remarks == ()
    assert [entry.event for entry in again.journal.entries()][1:] == [entry.event for entry in game.journal.entries()][1:]
    assert len(desk.read) == asked
    bare = new_game(MemoryJournal("evening"), LIVERY, seed=5, given=desk.given)
    bare.play(LINES[0])
    assert len(desk.read) > asked, "without a cassette it is asked"
    asked = len(desk.read)
    (found,) = (again.recall("what was never asked", 100), again.new_remarks())[1]
    assert "no vector of desk/nomic was recorded" in found
    assert len(desk.read) == asked


def test_a_line_of_a_cassette_that_holds_no_vector_is_named(desk: Reader, tmp_path: Path) -> None:
    tape = tmp_path / "evening.jsonl"
    tape.write_text('{"mark": "desk/nomic", "text": "a", "vector": 7}\n', encoding="utf-8")
    with pytest.raises(GameError) as raised:
        new_game(MemoryJournal("evening"), LIVERY, given=desk.given, cassette=tape)
    assert (raised.value.slug, raised.value.where) == ("broken-cassette", f"{tape}:1")


def test_a_long_evening_with_vectors_of_an_endpoint_is_played_again_byte_for_byte(desk: Reader) -> None:
    assert desk.there
    desk.there.vectors = lambda text: [byte / 255 - 0.5 for n in range(6) for byte in blake2b(f"{n} {text}".encode()).digest()]
    lines = ("I look around.", "I ask Ortega about the horses.", "I wait.", "I ask Ortega about the wagon.", "I walk to the street.")
    game = played(desk, lines * 4)
    asked = len(desk.read)
    done = verify_game(game.journal)
    assert (done.turns, done.prompts, done.notes) == (20, 20, [])
    assert len(desk.read) == asked
