"""A secret that is out is told, printed, sold, or kept as a promise; each is on record, and people act on it."""

import pytest

from gm_engine.direction.answer_pieces import pieces_of
from gm_engine.rules.secrets_used import known_by
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.intent import Intent, Verb
from tests.direction.test_answers import beside
from tests.table import SmallTable, Told


def knowing(npc: str, secret: str = "convenio", campaign: str = "redemption") -> SmallTable:
    table = beside(campaign, npc)
    fold(table.state, happened.StateChanged(what="secret", key=secret, new="revealed", cause="test"))
    return table


def says(table: SmallTable, verb: Verb, npc: str, words: str, secret: str = "convenio") -> Told:
    return table.play(words, Intent(verb=verb, target=npc, topic=secret, words=words, about=words))


def test_whoever_is_told_knows_it_and_says_it() -> None:
    table = knowing("oakes")
    assert not any(piece.id == "secret:convenio" for piece in pieces_of(table.state, "oakes"))
    told = says(table, "tell", "oakes", "I tell him what the packet is")
    assert table.state.flags.get("knows_oakes_convenio") == 1
    assert any(piece.id == "secret:convenio" for piece in pieces_of(table.state, "oakes"))
    assert [beat.slots.get("telling") for beat in told.plan.beats if beat.target == "oakes"][:1] == ["secret_told"]


@pytest.mark.parametrize(("attitude", "reaches"), [(0, True), (2, False)])
def test_what_one_was_told_goes_round_unless_they_are_a_friend(attitude: int, reaches: bool) -> None:
    table = knowing("rafferty")
    fold(table.state, happened.StateChanged(what="attitude", key="rafferty", new=attitude, cause="test"))
    says(table, "tell", "rafferty", "I tell him what the packet is")
    fold(table.state, happened.StateChanged(what="attitude", key="rafferty", new=attitude, cause="test"))
    assert not known_by(table.state, "oakes", "convenio")
    fold(table.state, happened.StateChanged(what="time", key="", new=table.state.minute + 24 * 60, cause="test"))
    assert known_by(table.state, "oakes", "convenio") == reaches


def test_what_is_still_hidden_cannot_be_told() -> None:
    table = beside("redemption", "oakes")
    says(table, "tell", "oakes", "I tell him what the packet is")
    assert not table.state.flags.get("knows_oakes_convenio")


def test_whom_it_concerns_and_who_never_knew_thinks_the_better_of_it() -> None:
    table = knowing("ruth", "forty_steers")
    before = table.state.attitude("ruth")
    says(table, "tell", "ruth", "I tell her who sold the steers", "forty_steers")
    assert table.state.attitude("ruth") - before == int("long_rail" in table.state.factions_of("ruth"))


def test_in_print_everybody_knows_it_and_those_who_kept_it_mind() -> None:
    table = knowing("fenn")
    keepers = table.state.pack.secrets["convenio"].known_by
    before = {npc: table.state.attitude(npc) for npc in keepers}
    says(table, "persuade", "fenn", "I ask her to print what the packet says")
    assert table.state.flags.get("printed_convenio") == 1
    assert all(table.state.attitude(npc) == max(-3, before[npc] - 1) for npc in keepers)
    assert any(piece.id == "secret:convenio" for piece in pieces_of(table.state, "oakes"))


def test_nobody_prints_who_has_no_press() -> None:
    table = knowing("oakes")
    says(table, "persuade", "oakes", "I ask him to print what the packet says")
    assert not table.state.flags.get("printed_convenio")


def test_a_secret_fetches_more_of_whom_it_concerns_and_is_sold_once() -> None:
    table = knowing("pruitt")
    purse, theirs = table.state.purse(table.state.pc), table.state.purse("pruitt")
    says(table, "sell", "pruitt", "I sell him what the packet says")
    price = table.state.purse(table.state.pc) - purse
    assert price == theirs * 5 // 10 > 0
    assert table.state.purse("pruitt") == theirs - price
    says(table, "sell", "pruitt", "I sell him what the packet says")
    assert table.state.purse(table.state.pc) == purse + price


def test_a_promise_to_say_nothing_is_broken_by_telling_another() -> None:
    table = knowing("oakes", "who_fired")
    says(table, "promise", "oakes", "to say nothing of who fired", "who_fired")
    assert table.state.flags.get("kept_oakes_who_fired") == 1
    before = table.state.attitude("oakes")
    place = table.state.where("fenn")
    fold(table.state, happened.StateChanged(what="place", key=table.state.pc, new=place, cause="test"))
    says(table, "tell", "fenn", "I tell her who fired", "who_fired")
    assert not table.state.flags.get("kept_oakes_who_fired")
    assert table.state.attitude("oakes") == before - 2


@pytest.mark.parametrize(("verb", "words", "title"), [
    ("tell", "what the packet is", "Told Augusta Fenn: The packet is"),
    ("persuade", "print what the packet is", "Augusta Fenn put it in print: The packet is"),
    ("sell", "what the packet is", "Sold to Augusta Fenn: The packet is"),
])  # fmt: skip
def test_it_is_a_story_point(verb: Verb, words: str, title: str) -> None:
    from gm_engine.journal.recorder import record

    table = knowing("fenn")
    told = says(table, verb, "fenn", words)
    points = record(told.events, scene=table.state.scene, minute=0, pc=table.state.pc, name=table.state.name, earlier=())
    assert any(point.story_point.title.startswith(title) for point in points)
