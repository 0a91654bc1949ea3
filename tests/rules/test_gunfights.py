"""Gunfights: every step of an exchange, and how two thousand of them end."""

import pytest
from duels import Tally, field, fighter, tally
from tables import WESTERN, changes, do, mesa, opened, play, refusals, rolls

from gm_engine.authoring import read_rulebook
from gm_engine.rules.dice import verify_roll
from gm_engine.rules.effects import pass_time
from gm_engine.rules.rulebook import Rulebook
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.weapons import weapons_of
from gm_engine.rules.wounding import wound
from gm_engine.state import StoryState
from gm_engine.story.event import StateChanged
from gm_engine.story.intent import Intent

BOOK = Rulebook.of(read_rulebook("western"))
EVEN = field(fighter(55, 55), fighter(55, 55))
UNEVEN = field(fighter(65, 60), fighter(45, 40))


def at_the_gorge(seed: int = 1) -> StoryState:
    state = opened(seed=seed)
    play(state, [StateChanged(turn=1, what="place", key="cal", new="gorge")])
    return state


def hurt(state: StoryState, who: str, place: str, severity: str, by: str = "pete") -> None:
    play(state, wound(Ruling(state, state.draw(), {}, Intent(verb="shoot")), by, who, place, severity))


def test_a_shot_takes_a_cartridge_and_pete_takes_it_ill() -> None:
    state = at_the_gorge()
    done = do(state, "shoot", target="pete")
    assert state.ammo.get("cal/revolver") == 5
    assert state.attitude("pete") == -3
    assert [change.cause for change in changes(done, "attitude")] == ["shot:pete"]
    assert state.readiness.get("pete/fight") == 1
    assert all(verify_roll(roll) for roll in rolls(done))


def test_the_faster_one_shoots_first() -> None:
    seen = set()
    for seed in range(1, 15):
        fell = rolls(do(at_the_gorge(seed), "shoot", target="pete"))
        speeds = {roll.actor: roll.total for roll in fell if roll.why == "speed"}
        first = next(roll.actor for roll in fell if roll.why == "shooting")
        assert speeds[first] == max(speeds.values())
        seen.add(first)
    assert seen == {"cal", "pete"}


def test_whoever_falls_first_still_shoots_if_they_were_nearly_as_fast() -> None:
    kinds = set()
    for seed in range(1, 260):
        state = opened(EVEN, seed)
        play(state, [StateChanged(turn=0, what="place", key="cal", new="street"), StateChanged(turn=0, what="chips", key="cal", new=0)])
        fell = rolls(do(state, "shoot", target="pete"))
        speeds = {roll.actor: roll.total for roll in fell if roll.why == "speed"}
        fast, slow = sorted(speeds, key=lambda who: (-speeds[who], who != "cal"))
        if state.condition(slow) != "alive" or state.boxes(slow) >= 4:
            answered = any(roll.actor == slow and roll.why == "shooting" for roll in fell)
            assert answered == (speeds[fast] - speeds[slow] <= 5)
            kinds.add(answered)
    assert kinds == {True, False}


def test_a_drawn_gun_is_quicker_and_a_rifle_slower() -> None:
    state = at_the_gorge()
    speed = next(roll for roll in rolls(do(state, "shoot", target="pete")) if roll.why == "speed" and roll.actor == "cal")
    assert {reason.why: reason.value for reason in speed.modifiers} == {"hands": 55, "holster": 10}
    state = at_the_gorge()
    do(state, "draw")
    speed = next(roll for roll in rolls(do(state, "shoot", target="pete")) if roll.why == "speed" and roll.actor == "cal")
    assert {reason.why: reason.value for reason in speed.modifiers} == {"hands": 55, "in hand": 25}
    state = at_the_gorge()
    play(state, [StateChanged(turn=1, what="item", key="cal", detail="rifle", new=1)])
    speed = next(roll for roll in rolls(do(state, "shoot", target="pete", item="rifle")) if roll.why == "speed" and roll.actor == "cal")
    assert {reason.why: reason.value for reason in speed.modifiers}["weapon"] == -10


def test_across_a_room_the_revolver_is_handier_than_the_shotgun() -> None:
    weapons = dict.fromkeys(("shotgun", "revolver", "derringer", "knife"), "pete")
    state = at_the_gorge()
    play(state, [StateChanged(turn=1, what="item", key=who, detail=item, new=1) for item, who in weapons.items()])
    assert list(weapons_of(state, BOOK, "pete")) == ["revolver", "knife", "shotgun", "derringer"]


def test_somebody_who_expects_nothing_is_surprised() -> None:
    state = opened()
    play(state, [StateChanged(turn=1, what="place", key="cal", new="saloon")])
    speed = next(roll for roll in rolls(do(state, "shoot", target="thorne")) if roll.why == "speed" and roll.actor == "thorne")
    assert ("surprised", -30) in [(reason.why, reason.value) for reason in speed.modifiers]


def shooting(state: StoryState, **slots: object) -> dict[str, int]:
    fell = rolls(do(state, "shoot", target="pete", **slots))
    roll = next(roll for roll in fell if roll.why == "shooting" and roll.actor == "cal")
    return {reason.why: reason.value for reason in roll.modifiers}


def ready(*given: tuple[str, str, int]) -> StoryState:
    state = at_the_gorge(3)
    play(state, [StateChanged(turn=1, what="readiness", key=who, detail=what, new=value) for who, what, value in given])
    return state


def test_cover_aim_range_and_the_off_hand_move_the_target() -> None:
    assert shooting(ready(("pete", "cover", 1)))["cover"] == -20
    assert shooting(ready(("pete", "cover", 2)))["cover"] == -40
    aimed = ready(("cal", "aim", 1))
    assert shooting(aimed)["aim"] == 20
    assert aimed.readiness.get("cal/aim") == 0
    assert shooting(ready(), about="long")["range long"] == -40
    one_armed = ready()
    hurt(one_armed, "cal", "right arm", "serious")
    play(one_armed, [StateChanged(turn=1, what="condition", key="cal", new="alive")])
    assert shooting(one_armed)["off hand"] == -20


def test_fanning_is_three_shots_each_the_worse_for_it() -> None:
    state = ready(("cal", "revolver", 1))
    fell = [roll for roll in rolls(do(state, "shoot", target="pete", mode="fan")) if roll.why == "shooting" and roll.actor == "cal"]
    assert state.ammo.get("cal/revolver") == 6 - len(fell)
    assert 1 <= len(fell) <= 3
    assert all({reason.why: reason.value for reason in roll.modifiers}["fanning"] == -20 for roll in fell)


def test_an_empty_gun_clicks_and_is_loaded_from_what_is_carried() -> None:
    state = at_the_gorge()
    play(state, [StateChanged(turn=1, what="ammo", key="cal", detail="revolver", new=0)])
    assert refusals(do(state, "shoot", target="pete")) == ["refused:empty"]
    do(state, "reload")
    assert (state.ammo.get("cal/revolver"), state.has("cal", "cartridges")) == (6, 12)
    assert refusals(do(state, "reload")) == ["refused:loaded"]
    play(
        state,
        [
            StateChanged(turn=1, what="ammo", key="cal", detail="revolver", new=1),
            StateChanged(turn=1, what="item", key="cal", detail="cartridges", new=2),
        ],
    )
    do(state, "reload")
    assert (state.ammo.get("cal/revolver"), state.has("cal", "cartridges")) == (3, 0)
    assert refusals(do(state, "reload")) == ["refused:no-cartridges"]


@pytest.mark.parametrize(("condition", "refused"), [("dead", "refused:dead"), ("down", "refused:down"), ("dying", "refused:dying")])
def test_who_is_out_of_it_does_nothing(condition: str, refused: str) -> None:
    state = at_the_gorge()
    play(state, [StateChanged(turn=1, what="condition", key="cal", new=condition)])
    for verb in ("shoot", "travel", "search", "buy", "draw", "take"):
        assert refusals(do(state, verb, target="pete", place="street")) == [refused]
    assert state.ammo.get("cal/revolver") is None


def test_the_dead_are_not_shot_again_nor_the_absent() -> None:
    state = at_the_gorge()
    assert refusals(do(state, "shoot", target="boone")) == ["refused:nobody-here:boone"]
    play(state, [StateChanged(turn=1, what="condition", key="pete", new="dead")])
    assert refusals(do(state, "shoot", target="pete")) == ["refused:dead:pete"]
    assert refusals(do(state, "ask", target="pete")) == ["refused:dead:pete"]


def test_four_boxes_put_anyone_out_of_the_fight() -> None:
    state = at_the_gorge()
    for place in ("left arm", "body", "left leg", "right leg"):
        hurt(state, "cal", place, "light")
    assert state.boxes("cal") == 4
    assert state.condition("cal") == "down"
    play(state, [StateChanged(turn=1, what="condition", key="cal", new="alive")])
    assert refusals(do(state, "shoot", target="pete")) == ["refused:out"]


def test_a_wound_knows_its_side_its_cause_and_when_it_heals() -> None:
    state = at_the_gorge()
    hurt(state, "cal", "left arm", "light")
    (kept,) = state.wounds.get("cal")
    assert (kept.place, kept.boxes, kept.cause, kept.heals - state.minute) == ("left arm", 1, "shot:pete", 1440)
    play(state, pass_time(state, 1440))
    assert state.boxes("cal") == 0


def test_an_arm_drops_what_it_holds_and_a_leg_gives_way() -> None:
    state = ready(("cal", "revolver", 1))
    hurt(state, "cal", "right arm", "serious")
    assert state.readiness.get("cal/revolver") == 0
    hurt(state, "cal", "left leg", "serious")
    assert state.readiness.get("cal/fallen") == 1


def test_a_mortal_wound_is_a_clock_that_doctoring_stops() -> None:
    state = at_the_gorge()
    hurt(state, "pete", "body", "mortal", by="cal")
    assert state.condition("pete") == "dying"
    play(state, pass_time(state, 20))
    assert state.clock("dying_pete") == 2
    play(state, pass_time(state, 20))
    assert state.condition("pete") == "dead"
    saved = 0
    for seed in range(1, 15):
        state = at_the_gorge(seed)
        hurt(state, "pete", "body", "mortal", by="cal")
        before = state.wounds.get("pete")[0].heals
        band = rolls(do(state, "heal", target="pete"))[0].band
        if band in ("triumph", "success", "cost"):
            assert state.condition("pete") == "down"
            assert state.clock("dying_pete") == 0
            assert state.wounds.get("pete")[0].heals <= before // 2 + 40
            play(state, pass_time(state, 600))
            assert state.alive("pete")
            saved += 1
    assert saved


def test_somebody_who_bears_no_grudge_tends_the_dying() -> None:
    """Where a rulebook leaves the fallen lying: else they are found, or not (``test_falling``)."""
    ends = set()
    for seed in range(1, 15):
        state = opened(mesa(rulebook={**WESTERN, "fallen": {}}), seed=seed)
        hurt(state, "cal", "body", "mortal")
        helped = [roll for roll in rolls(do(state, "wait", amount=1)) if roll.why == "doctoring"]
        assert [(roll.actor, roll.against) for roll in helped] == [("ortega", "cal")]
        assert (state.condition("cal") == "down") == (helped[0].band in ("triumph", "success", "cost"))
        ends.add(state.condition("cal"))
    assert ends == {"down", "dying"}


def test_the_fallen_can_be_searched_for_what_they_carry() -> None:
    pack = mesa()
    pete = pack.npcs["pete"].model_copy(update={"items": {"rope": 1}})
    state = opened(mesa(npcs=pack.npcs | {"pete": pete}))
    play(state, [StateChanged(turn=1, what="place", key="cal", new="gorge")])
    assert refusals(do(state, "take", item="rope")) == ["refused:kept-by:pete"]
    play(state, [StateChanged(turn=1, what="condition", key="pete", new="dead")])
    do(state, "take", item="rope")
    assert (state.has("cal", "rope"), state.has("pete", "rope")) == (1, 0)


def test_the_down_come_to_themselves_after_an_hour() -> None:
    state = at_the_gorge()
    hurt(state, "cal", "body", "light")
    play(state, [StateChanged(turn=1, what="condition", key="cal", new="down")])
    play(state, pass_time(state, 59))
    assert state.condition("cal") == "down"
    play(state, pass_time(state, 1))
    assert state.condition("cal") == "alive"


def test_a_chip_softens_a_bad_wound_by_itself() -> None:
    softened = 0
    for seed in range(1, 60):
        state = at_the_gorge(seed)
        done = do(state, "shoot", target="pete")
        for change in changes(done, "chips"):
            assert (change.cause, change.new) == ("soften", 2)
            severity = next(roll.difficulty for roll in rolls(done) if roll.why == "damage" and roll.against == "cal")
            boxes = sum(int(change.new or 0) for change in changes(done, "wound") if change.key == "cal")
            assert boxes < BOOK.wounds[severity][1]
            softened += 1
    assert softened


def test_own_people_join_in_and_friends_do_not() -> None:
    pack = mesa()
    rider = pack.npcs["pete"].model_copy(update={"name": "Wade Lund", "aliases": ()})
    stranger = pack.npcs["thorne"].model_copy(update={"at": "gorge"})
    state = opened(mesa(npcs=pack.npcs | {"wade": rider, "thorne": stranger}))
    play(state, [StateChanged(turn=1, what="place", key="cal", new="gorge")])
    shooters = {roll.actor for roll in rolls(do(state, "shoot", target="pete")) if roll.why == "speed"}
    assert shooters == {"cal", "pete", "wade"}


def test_the_unarmed_get_away() -> None:
    state = opened()
    play(state, [StateChanged(turn=1, what="condition", key="cal", new="alive")])
    for _ in range(4):
        if state.where("ortega") == "livery" and state.condition("ortega") == "alive":
            do(state, "shoot", target="ortega")
    assert state.where("ortega") == "street" or state.condition("ortega") != "alive"
    assert not any(roll.actor == "ortega" and roll.why == "shooting" for turn in state.turns.values() for roll in turn.rolls)


def test_shooting_at_nobody_is_a_shot_in_the_air() -> None:
    state = opened()
    done = do(state, "shoot")
    assert state.ammo.get("cal/revolver") == 5
    assert not rolls(done)


def test_running_away_ends_elsewhere() -> None:
    got_away = 0
    for seed in range(1, 8):
        state = at_the_gorge(seed)
        do(state, "draw", target="pete")
        do(state, "flee")
        if state.condition("cal") == "alive":
            assert state.here == "street"
            assert not any(state.readiness[key] for key in state.readiness if key.startswith("cal/"))
            got_away += 1
    assert got_away


def test_fists_are_opposed() -> None:
    state = at_the_gorge()
    fell = [roll for roll in rolls(do(state, "strike", target="pete")) if roll.why == "fighting"]
    assert {roll.actor for roll in fell[:2]} == {"cal", "pete"}
    assert state.ammo.get("cal/revolver") is None


def near(tally: Tally, p50: int, p90: int, fallen: tuple[int, int]) -> None:
    assert abs(tally.quantile(0.5) - p50) <= 1
    assert abs(tally.quantile(0.9) - p90) <= 2
    assert abs(tally.fallen[0] - fallen[0]) <= 7
    assert abs(tally.fallen[1] - fallen[1]) <= 7
    assert max(tally.killed) <= 12, "few are killed outright"


def test_even_duels_end_in_two_exchanges_and_evenly() -> None:
    near(tally(EVEN, 400), 2, 6, (49, 51))


def test_cover_makes_them_twice_as_long() -> None:
    near(tally(EVEN, 400, cover=True), 4, 12, (49, 48))


def test_the_better_hand_mostly_wins() -> None:
    near(tally(UNEVEN, 400), 2, 6, (31, 69))


def test_chips_halve_the_danger() -> None:
    near(tally(UNEVEN, 400, chips=2), 3, 7, (15, 85))


def test_rifles_kill_more() -> None:
    rifles = tally(field(fighter(55, 55, "rifle"), fighter(55, 55, "rifle")), 400)
    near(rifles, 2, 5, (51, 50))
    assert max(rifles.killed) > 4
