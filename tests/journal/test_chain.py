"""The chain: canonical JSON, salted texts, and digests that anybody can compute again."""

import json
import subprocess
import sys
from hashlib import blake2b
from itertools import count

import pytest
from hypothesis import given, settings

from gm_engine.errors import JournalError
from gm_engine.journal.chain import DIGEST, Sealed, canonical, digest, entry_hash, plain_digest, salts, seal, unseal
from gm_engine.story.event import EVENT, Event, PackOpened, PlayerSpoke, PromptAssembled, TurnClosed
from gm_engine.story.intent import Intent, Stakes
from gm_engine.story.pack import Clock, Location, Pack, Start
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.roll import DrawKey
from tests.journal.evenings import runs


@given(runs(most=1))
@settings(max_examples=60, deadline=None)
def test_any_event_comes_back_from_its_seal(events: list[Event]) -> None:
    numbers = count()
    sealed = seal(events[0], lambda: f"s{next(numbers)}")
    assert EVENT.validate_json(unseal(sealed)) == events[0]
    assert salts(sealed) == tuple(f"s{n}" for n in range(next(numbers)))
    assert entry_hash("b2:parent", events[0], salts(sealed)) == digest("b2:parent", sealed.form)


@given(runs(most=1))
@settings(max_examples=60, deadline=None)
def test_sealed_forms_are_canonical_and_hold_no_words(events: list[Event]) -> None:
    sealed = seal(events[0], lambda: "salt")
    assert canonical(json.loads(sealed.form)) == sealed.form
    assert set(sealed.texts) <= set(DIGEST.findall(sealed.form))
    assert all(kept is not None and kept[1] for kept in sealed.texts.values())


def test_a_hash_checked_by_hand() -> None:
    text = "b2:" + blake2b(b"grain\nI walk on.", digest_size=16).hexdigest()
    form = '{"attempt":0,"ear":"","intents":[],"kind":"player_spoke","origin":"play","said":"' + text + '","speaker":"","time":"","turn":3}'
    event = PlayerSpoke(turn=3, said="I walk on.")
    assert seal(event, lambda: "grain").form == form
    assert entry_hash("b2:before", event, ["grain"]) == "b2:" + blake2b(f"b2:before\n{form}".encode(), digest_size=16).hexdigest()


def test_every_text_of_a_nested_event_is_sealed_in_the_order_of_the_form() -> None:
    stakes = Stakes(skill="ride", success="You outrun them.", failure="They catch up.")
    intent = Intent(verb="check", words="outrun them", stakes=stakes, read_as="I read that as a ride check.")
    event = PlayerSpoke(turn=1, said="I outrun them.", intents=(intent, Intent(verb="look", words="around")))
    numbers = count(1)
    sealed = seal(event, lambda: str(next(numbers)))
    told = [kept[1] for name in DIGEST.findall(sealed.form) if (kept := sealed.texts[name]) is not None]
    assert told == [
        "I read that as a ride check.", "They catch up.", "You outrun them.", "outrun them", "around", "I outrun them.",
    ]  # fmt: skip
    assert salts(sealed) == ("1", "2", "3", "4", "5", "6")
    for word in ("outrun", "catch", "around"):
        assert word not in sealed.form
    assert '"skill":"ride"' in sealed.form


def test_a_redacted_text_reads_as_an_empty_one_and_keeps_its_hash() -> None:
    sealed = seal(PlayerSpoke(turn=1, said="I walk on."), lambda: "grain")
    name = next(iter(sealed.texts))
    gone = Sealed(sealed.form, {name: None})
    assert EVENT.validate_json(unseal(gone)) == PlayerSpoke(turn=1, said="")
    assert salts(gone) == (name,)


def test_a_hash_in_a_field_that_is_no_text_stays() -> None:
    prompt = Prompt(sections=(PromptSection(name="gm", role="system", text="Rain."),), draw=DrawKey(seed=1, turn=1), template=digest("x"))
    event = PromptAssembled(turn=1, prompt=prompt)
    assert EVENT.validate_json(unseal(seal(event, lambda: "grain"))) == event


@pytest.mark.parametrize("said", ['"', "\\", "\n\t\r", "\u2028", "\x00", "b2:" + "0" * 32, "naïve 🤠", "\\u0041", "]}", "\x7f"])
def test_awkward_words(said: str) -> None:
    event = PlayerSpoke(turn=1, said=said)
    sealed = seal(event, lambda: "grain")
    assert EVENT.validate_json(unseal(sealed)) == event
    assert EVENT.validate_json(unseal(Sealed(sealed.form, json.loads(json.dumps(sealed.texts))))) == event


def test_a_text_that_is_no_unicode_cannot_be_written() -> None:
    with pytest.raises(JournalError, match="turn 4: player_spoke"):
        seal(PlayerSpoke(turn=4, said="").model_copy(update={"said": "\ud800"}), lambda: "grain")


def test_too_few_salts_are_refused() -> None:
    with pytest.raises(JournalError, match="fewer salts"):
        entry_hash("", PlayerSpoke(turn=1, said="I walk on."), [])


def test_a_pack_comes_back() -> None:
    pack = Pack(
        id="p",
        title="P",
        start=Start(at="a", pc="b"),
        locations={"a": Location(name="A", within="")},
        clocks={"c": Clock(name="C", at={2: "smoke", 10: "fire"})},
        x={"anything": [1, None, {"at": True}]},
    )
    event = PackOpened(pack=pack)
    sealed = seal(event, lambda: "grain")
    assert sealed.texts == {}
    assert EVENT.validate_json(unseal(sealed)) == event


def test_plain_digests_tell_events_apart_and_know_no_salt() -> None:
    assert plain_digest(TurnClosed(turn=1, digest="a")) == plain_digest(TurnClosed(turn=1, digest="a"))
    assert plain_digest(TurnClosed(turn=1, digest="a")) != plain_digest(TurnClosed(turn=2, digest="a"))


def test_hashes_are_the_same_in_every_process() -> None:
    script = (
        "from gm_engine.journal.chain import *; from gm_engine.story.event import *; from gm_engine.story.relation import Relation\n"
        "print(entry_hash('', StoryOpened(campaign='c', title='T', seed=1, gm='g', versions={'b': '1', 'a': '2'}), ['s']))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", script], env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert told.pop().startswith(b"b2:")
