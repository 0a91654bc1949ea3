"""Told is booked: what the player does to things, money and people stands in the ledger, and the telling says what stands there."""

from collections.abc import Iterator

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.play.game import Game, Played
from gm_engine.state.hearsay import open_wrongs
from gm_engine.story.event import StateChanged, WrongDone
from gm_engine.story.pack import Pack

CAMPAIGNS = ("redemption", "red_mesa", "nine_tonnes")
PACKS: dict[str, Pack] = {}


def opened(campaign: str, seed: int = 3) -> Game:
    pack = PACKS.setdefault(campaign, load_pack(find_pack(campaign)))
    return trial(pack, "booked", seed=seed)


def wrongs(played: Played) -> list[str]:
    return [event.wrong.kind for event in played.events if isinstance(event, WrongDone)]


def changed(played: Played, what: str) -> Iterator[StateChanged]:
    return (event for event in played.events if isinstance(event, StateChanged) and event.what == what)


@pytest.mark.parametrize("campaign", ["redemption", "red_mesa"])
@pytest.mark.parametrize(
    "said",
    [
        "I fire one shot into the ceiling and yell at everybody to get down",
        "I put a bullet through the lamp",
        "I take a shot at the weathervane",
    ],
)
def test_a_shot_at_nobody_takes_a_cartridge_and_is_heard(campaign: str, said: str) -> None:
    played = opened(campaign).play(said)
    (spent,) = changed(played, "ammo")
    assert int(spent.new or 0) == int(spent.old or 0) - 1
    assert wrongs(played) == ["disturbance"]
    assert "five" in played.turn.reply, "what is left in the gun is told"
    assert any(change.key == "acted" for change in changed(played, "law")), "whoever is by reacts at once"
    assert not list(changed(played, "wound"))


def test_a_shot_without_a_gun_is_refused() -> None:
    played = opened("nine_tonnes").play("I fire a shot into the ceiling")
    assert not list(changed(played, "ammo"))
    assert not wrongs(played)


@pytest.mark.parametrize("said", ["I pour a shot of whiskey", "I shoot Ben a look", "I fire the forge", "I buy a round"])
def test_what_only_sounds_like_a_shot_is_none(said: str) -> None:
    played = opened("redemption").play(said)
    assert not list(changed(played, "ammo"))


STOLEN = {
    "redemption": "I ease a sheet of paper from the desk up my sleeve",
    "red_mesa": "I slip a bottle from the shelf under my coat",
    "nine_tonnes": "I palm a rivet",
}


@pytest.mark.parametrize("campaign", CAMPAIGNS)
@pytest.mark.parametrize("named", [True, False])
def test_a_theft_is_had_and_not_known_or_seen_and_not_had(campaign: str, named: bool) -> None:
    outcomes = set()
    for seed in range(1, 20):
        game = opened(campaign, seed)
        before = dict(game.state.carried(game.state.pc))
        played = game.play(STOLEN[campaign] if named else "I pocket whatever small thing he has left lying about")
        (wrong,) = (one for one in open_wrongs(game.state) if one.kind == "theft")
        got = {item for item, count in game.state.carried(game.state.pc).items() if count > before.get(item, 0)}
        assert bool(got) != bool(wrong.seen), "who is caught at it has not got it"
        if got:
            assert game.state.name(got.pop()).removeprefix("the ") in played.turn.reply
        outcomes.add(bool(wrong.seen))
        if len(outcomes) == 2:
            return
    raise AssertionError("one outcome only")


def test_a_thing_that_is_gone_is_missed() -> None:
    for seed in range(1, 9):
        game = opened("redemption", seed)
        game.play("I palm a horseshoe nail")
        if not any(one.seen for one in open_wrongs(game.state)):
            break
    assert "horseshoe nail is gone" in game.play("I wait until noon tomorrow").turn.reply


@pytest.mark.parametrize("said", ["I steal a glance at Ben", "I slip my hand into my pocket", "I pocket my change", "I steal away"])
def test_what_is_no_thing_of_others_is_no_theft(said: str) -> None:
    game = opened("redemption")
    assert not wrongs(game.play(said))


def test_what_goes_into_ones_own_boot_is_carried_still() -> None:
    game = opened("redemption")
    game.play("I put my knife in my boot")
    assert game.state.has(game.state.pc, "knife")


def test_the_house_is_robbed_of_what_is_said() -> None:
    game = opened("redemption")
    game.play("I go to the saloon")
    before = game.state.purse(game.state.pc)
    reply = game.play("rob the till").turn.reply
    got = game.state.purse(game.state.pc) - before
    assert (got > 0) == ("dollars" in reply)
    assert {one.kind for one in open_wrongs(game.state)} <= {"robbery", "theft"}
    assert open_wrongs(game.state)


def test_who_gives_themselves_up_is_taken_in_where_there_is_a_wrong() -> None:
    game = opened("redemption")
    game.play("I go to the jail")
    game.play("I fire a shot into the ceiling")
    assert "custody" not in game.state.law
    game.play("I put down my gun and let the sheriff take me in")
    assert "custody" in game.state.law


@pytest.mark.parametrize(("campaign", "way"), [("redemption", "I go to the jail"), ("red_mesa", "I go to the jail")])
def test_nobody_wants_who_has_done_nothing(campaign: str, way: str) -> None:
    game = opened(campaign)
    game.play(way)
    played = game.play("I give myself up to the law")
    assert "custody" not in game.state.law
    assert any(words in played.turn.reply for words in ("What for?", "nothing to take you in for"))


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_hiding_where_nobody_fights_is_no_cover_from_shots(campaign: str) -> None:
    game = opened(campaign)
    before = game.state.minute
    played = game.play("I hide behind the door till the voices are gone")
    assert not list(changed(played, "readiness"))
    assert game.state.minute > before + 5


def test_a_drink_for_somebody_else_is_theirs_and_is_paid_once() -> None:
    game = opened("redemption")
    game.play("I go to the saloon")
    for said in ("I buy Rafferty a drink", "I buy rafferty one too", "I stand Rafferty a whiskey"):
        purse = game.state.purse(game.state.pc)
        played = game.play(said)
        assert game.state.purse(game.state.pc) == purse - 12, said
        assert "twelve cents" in played.turn.reply.lower()
        assert "of you" in played.turn.reply or "is set before" in played.turn.reply
    assert game.state.attitude("rafferty") == 1, "and warms them once"


def test_money_laid_on_the_bar_is_what_is_paid_with() -> None:
    game = opened("redemption")
    game.play("I go to the saloon")
    purse = game.state.purse(game.state.pc)
    reply = game.play("I put a dollar on the bar and order a drink").turn.reply
    assert game.state.purse(game.state.pc) == purse - 12
    assert "twelve cents" in reply.lower()
    assert "one dollar" not in reply.lower()
