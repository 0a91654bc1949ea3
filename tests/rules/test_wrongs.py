"""Wrongs: what is one, who saw it, whom the news reaches, what the law does about it."""

from tables import changes, do, mesa, opened, play

from gm_engine.state import StoryState
from gm_engine.state.hearsay import bounty, evidence, known_wrongs, open_wrongs, sought_for, wanted
from gm_engine.story.event import StateChanged, WrongDone, WrongSettled
from gm_engine.story.pack import Person
from gm_engine.story.wrong import Wrong


def at(place: str, seed: int = 1, **people: Person) -> StoryState:
    pack = mesa()
    state = opened(mesa(npcs=pack.npcs | people), seed)
    play(state, [StateChanged(turn=1, what="place", key="cal", new=place)])
    return state


def shot_dead(state: StoryState, who: str) -> None:
    """Shoots until they are dead: each shot is part of one wrong."""
    for _ in range(40):
        if not state.alive(who) or not state.alive(state.pc):
            return
        play(state, [StateChanged(turn=1, what="ammo", key="cal", detail="revolver", new=6)])
        do(state, "shoot", target=who)


def killed(seed: int = 1) -> StoryState:
    """Ortega shot dead at the livery, with Boone looking on."""
    for n in range(seed, seed + 60):
        state = at("livery", n, boone=mesa().npcs["boone"].model_copy(update={"at": "livery", "attitude": 0}))
        shot_dead(state, "ortega")
        if not state.alive("ortega") and state.alive("cal") and state.here == "livery":
            return state
    raise AssertionError("nobody died")


def test_a_killing_before_witnesses_is_one_wrong_and_the_gravest() -> None:
    state = killed()
    (wrong,) = open_wrongs(state)
    assert (wrong.kind, wrong.weight, wrong.victim, wrong.named) == ("killing", 5, "ortega", "the killing of Luis Ortega")
    assert "boone" in wrong.seen
    assert state.attitude("boone") <= -2


def test_the_marshal_hears_of_it_when_the_news_has_come_and_not_before() -> None:
    state = killed()
    assert not wanted(state)
    state.minute = open_wrongs(state)[0].minute
    assert not sought_for(state, "thorne")
    play(state, [StateChanged(turn=1, what="time", new=state.minute + 10)])
    assert [wrong.kind for wrong in sought_for(state, "thorne")] == ["killing"]
    assert not bounty(state)
    play(state, [StateChanged(turn=1, what="time", new=state.minute + 1440)])
    assert bounty(state) == 50_000


def test_what_nobody_saw_nobody_tells() -> None:
    for seed in range(1, 60):
        state = at("gorge", seed, pete=mesa().npcs["ortega"].model_copy(update={"at": "gorge"}))
        shot_dead(state, "pete")
        if not state.alive("pete"):
            break
    (wrong,) = open_wrongs(state)
    assert wrong.kind == "killing"
    assert evidence(state, wrong) == 0
    play(state, [StateChanged(turn=1, what="time", new=state.minute + 9000)])
    assert not known_wrongs(state, "thorne")


def test_a_shot_is_heard_two_doors_off_and_a_knife_is_not() -> None:
    heard, quiet = (at("bank", 4, ortega=mesa().npcs["ortega"].model_copy(update={"at": "bank"})) for _ in range(2))
    play(heard, [StateChanged(turn=1, what="condition", key="ortega", new="down")])
    play(quiet, [StateChanged(turn=1, what="condition", key="ortega", new="down")])
    do(heard, "shoot", target="ortega")
    do(quiet, "strike", target="ortega")
    assert open_wrongs(heard)[0].seen == ("thorne",)
    assert heard.where("thorne") == "bank"
    assert open_wrongs(quiet)[0].seen == ()


def test_the_law_does_not_protect_an_outlaw() -> None:
    state = at("gorge")
    do(state, "shoot", target="pete")
    assert not open_wrongs(state)


def test_who_answers_fire_has_done_no_wrong() -> None:
    state = at("livery")
    play(state, [StateChanged(turn=1, what="readiness", key="ortega", detail="fight", new=1)])
    do(state, "shoot", target="ortega")
    assert not open_wrongs(state)


def test_a_theft_unseen_is_nobodys_business_and_one_that_is_seen_is() -> None:
    found = set()
    for seed in range(1, 40):
        state = at("livery", seed, ortega=mesa().npcs["ortega"].model_copy(update={"money": 900}))
        do(state, "rob", target="ortega", mode="steal")
        (wrong,) = open_wrongs(state)
        got = state.purse("cal") - 2350
        assert got in (0, 900)
        assert (not wrong.seen) == bool(got)
        found.add(got)
    assert found == {0, 900}


def test_onlookers_do_what_they_are() -> None:
    brave = Person(name="Hank Dill", at="livery", role="guard", faction="hands", attributes={"grit": 60}, items={"revolver": 1})
    friend = Person(name="Sal Poole", at="livery", attitude=2)
    keeper = Person(name="Jo Ames", at="livery", attitude=0)
    guest = Person(name="Tom Reyes", at="livery", attitude=0)
    ortega = mesa().npcs["ortega"].model_copy(update={"faction": "hands"})
    for seed in range(1, 30):
        state = at("livery", seed, hank=brave, sal=friend, jo=keeper, tom=guest.model_copy(update={"at": "saloon"}), ortega=ortega)
        play(state, [StateChanged(turn=1, what="place", key="tom", new="livery")])
        done = do(state, "shoot", target="ortega")
        acted = {change.detail: change.cause for change in changes(done, "law") if change.key == "acted"}
        if open_wrongs(state)[0].weight >= 3 and acted.get("ortega") != "plead":
            assert (acted["sal"], acted["jo"], acted["tom"]) == ("turn", "shut", "flee")
            assert acted["hank"] in ("draw", "fight")
            assert state.where("tom") == "street"
            return
    raise AssertionError("nobody was hurt")


def arrested() -> StoryState:
    state = killed()
    play(state, [StateChanged(turn=1, what="time", new=state.minute + 30), StateChanged(turn=1, what="place", key="cal", new="saloon")])
    assert wanted(state) == 5
    return state


def law(state: StoryState, step: str) -> list[object]:
    from gm_engine.rules.effects import apply_effect
    from gm_engine.story.condition import Effect

    return list(play(state, apply_effect(Effect(verb="law", target=step), state, "test")))


def test_custody_takes_the_gun_and_gives_it_back() -> None:
    state = arrested()
    law(state, "custody")
    assert "custody" in state.law
    assert not state.has("cal", "revolver")
    assert state.where("thorne") == state.here
    law(state, "acquit")
    assert "custody" not in state.law
    assert state.has("cal", "revolver") == 1
    assert not open_wrongs(state)
    assert [wrong.settled for wrong in state.wrongs.values()] == ["acquitted"]


def test_a_killing_before_two_witnesses_is_the_rope_and_before_one_it_is_years() -> None:
    one = arrested()
    law(one, "custody")
    before = one.minute
    law(one, "guilty")
    assert one.law.get("sentence") == "jailed"
    assert one.minute - before == 365 * 1440
    two = arrested()
    wrong = open_wrongs(two)[0]
    play(two, [WrongDone(turn=1, wrong=wrong.model_copy(update={"seen": (*wrong.seen, "thorne")}))])
    law(two, "guilty")
    assert two.law.get("sentence") == "hanged"
    assert two.condition("cal") == "dead"


def test_flight_leaves_the_case_open_and_hunters_come_for_the_bounty() -> None:
    from gm_engine.rules.law import hunters_due

    state = arrested()
    law(state, "flight")
    assert state.here == "street"
    assert not hunters_due(state)
    play(state, [StateChanged(turn=1, what="time", new=state.minute + 1500)])
    assert hunters_due(state)
    law(state, "bounty")
    assert not hunters_due(state)


def test_a_wrong_that_is_answered_brings_nobody() -> None:
    state = arrested()
    settled = open_wrongs(state)[0].model_copy(update={"settled": "served"})
    play(state, [WrongSettled(turn=1, wrong=settled)])
    assert not wanted(state)


def test_without_a_law_in_the_rulebook_nothing_is_a_wrong() -> None:
    from tables import WESTERN

    state = opened(mesa(rulebook={**WESTERN, "law": {}}))
    done = do(state, "shoot", target="ortega")
    assert not any(isinstance(event, WrongDone) for event in done)


def test_friends_keep_it_to_themselves() -> None:
    state = opened()
    play(state, [WrongDone(turn=1, wrong=Wrong(id="w1.1", kind="killing", weight=5, victim="boone", place="livery", seen=("ortega",)))])
    play(state, [StateChanged(turn=1, what="attitude", key="ortega", new=2), StateChanged(turn=1, what="time", new=9000)])
    assert not known_wrongs(state, "thorne")
    play(state, [StateChanged(turn=1, what="attitude", key="ortega", new=0)])
    assert known_wrongs(state, "thorne")


def test_who_was_hit_and_ran_knows_who_it_was() -> None:
    ran = 0
    for seed in range(1, 40):
        state = at("livery", seed)
        do(state, "shoot", target="ortega")
        wrongs = open_wrongs(state)
        if wrongs and state.alive("ortega") and state.condition("ortega") == "alive" and state.where("ortega") != "livery":
            ran += 1
            assert "ortega" in wrongs[0].seen
    assert ran


def test_a_threat_before_others_is_a_light_wrong_and_one_between_two_is_none() -> None:
    watched = at("livery", 1, boone=mesa().npcs["boone"].model_copy(update={"at": "livery", "attitude": 0}))
    do(watched, "threaten", target="ortega", about="I will burn it down")
    assert [(wrong.kind, wrong.weight) for wrong in open_wrongs(watched)] == [("threat", 1)]
    alone = at("livery", 1)
    do(alone, "threaten", target="ortega", about="I will burn it down")
    assert [id for id in alone.present() if id != "ortega"] or not open_wrongs(alone)
