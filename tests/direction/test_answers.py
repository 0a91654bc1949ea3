"""Answers: on the matter, or an honest word that it is not known, and of what; nothing is told twice as new."""

import re

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import narrator_words
from gm_engine.direction.answer_pieces import pieces_of, ranked, stems_of
from gm_engine.direction.player_question import question_of
from gm_engine.narrator import EmbeddedGM
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.intent import Intent
from gm_engine.story.pack import BROUGHT
from tests.table import SmallTable

CAMPAIGNS = ("redemption", "red_mesa", "nine_tonnes")
PACKS = {name: load_pack(find_pack(name)) for name in CAMPAIGNS}
ANSWERS = ("answer", "ignorance", "refusal", "lie", "reaction")
HONEST = ("ignorance", "refusal")


def beside(campaign: str, npc: str, seed: int = 1) -> SmallTable:
    """A table where the player's character stands before somebody."""
    pack = PACKS[campaign]
    table = SmallTable(pack, EmbeddedGM(narrator_words(pack)), seed)
    place = table.state.where(npc)
    fold(table.state, happened.StateChanged(what="place", key=table.state.pc, new=place, cause="test"))
    return table


def answered(table: SmallTable, npc: str, about: str, topic: str = "", manner: str = "") -> Beat:
    told = table.play(about, Intent(verb="ask", target=npc, topic=topic, about=about, words=about, manner=manner))
    found = [beat for beat in told.plan.beats if beat.kind in ANSWERS and beat.target == npc]
    assert found, (about, [beat.kind for beat in told.plan.beats], told.completion.text)
    return found[0]


def sayers(state: StoryState) -> list[str]:
    """Those who stand somewhere where they can be asked."""
    return [id for id in sorted(state.pack.npcs) if state.where(id) in state.pack.locations and not state.pack.npcs[id].schedule][:3]


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_an_answer_is_on_the_matter_or_owns_that_it_is_not_known(campaign: str) -> None:
    """Of every rumour and every piece of lore a question is made, and put to people who are told nothing beforehand."""
    state = beside(campaign, sayers(SmallTable(PACKS[campaign], EmbeddedGM({})).state)[0]).state
    topics = [id for section in (state.pack.npcs, state.pack.locations, state.pack.factions) for id in sorted(section)]
    for seed, npc in enumerate(sayers(state), 1):
        table = beside(campaign, npc, seed)
        for topic in topics[seed::7]:
            name = table.state.name(topic)
            beat = answered(table, npc, f"what do you know about {name}?", topic)
            if beat.kind in HONEST or beat.target == topic:
                continue
            sources = {f"{sort}:{id}": one.about for sort in ("lore", "rumours") for id, one in getattr(PACKS[campaign], sort).items()}
            about = {one for id in beat.elements for one in sources[id.replace("rumour:", "rumours:")]}
            on_it = topic in about or (beat.statement and beat.statement.subject == topic) or stems_of(name) & stems_of(beat.text)
            assert on_it, (npc, name, beat)


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_no_sentence_is_told_twice_as_new(campaign: str) -> None:
    npc = sayers(beside(campaign, next(iter(PACKS[campaign].npcs))).state)[0]
    table, new = beside(campaign, npc), set[str]()
    topic = next(id for entry in PACKS[campaign].lore.values() for id in entry.about if id in PACKS[campaign].locations)
    name = table.state.name(topic)
    for about in (f"about {name}", "tell me more", "where are you from?", f"about {name}", "more", f"about {name}", "anything else?"):
        beat = answered(table, npc, about, topic if name in about else "")
        if beat.kind == "answer" and "again" not in beat.slots.get("flags", "").split():
            said = beat.text or str(beat.statement)
            assert said not in new, said
            new.add(said)
    assert new


def test_a_question_that_nothing_fits_names_its_matter_and_who_would_know() -> None:
    beat = answered(beside("redemption", "oakes"), "oakes", "who painted the saloon sign in Abilene?")
    assert beat.kind == "ignorance"
    assert beat.slots["matter"] == "who painted the saloon sign in Abilene"
    beat = answered(beside("redemption", "oakes"), "oakes", "what does a night in the Dowd House cost?", "hotel")
    assert beat.kind != "ignorance" or beat.slots["better"] == "dowd"


def test_the_kind_of_question_decides_what_answers_it() -> None:
    state = beside("redemption", "oakes").state

    def best(about: str) -> str:
        asked = question_of(Intent(verb="ask", target="oakes", about=about), state)
        return next((fit.piece.id for fit in ranked(asked, pieces_of(state, "oakes"), state)), "")

    assert best("when does the stage leave?") == "lore:stage_days"
    assert best("who founded this town?") == "lore:founding"
    assert best("how much is the redemption money?") == "lore:the_sum"
    assert best("what is the price of a good hat in Boston?") == ""


def test_what_is_decided_by_chance_holds_from_then_on() -> None:
    table = beside("redemption", "oakes", 3)
    about = "is the Socorro stage late today?"
    first, second = answered(table, "oakes", about), answered(table, "oakes", about)
    assert first.text == second.text
    assert re.match(r"(Yes|No), the Socorro stage is (not )?late today\.", first.text)
    assert "again" not in first.slots["flags"]
    assert "again" in second.slots["flags"]
    assert table.turns[0].plan.decided == (first.text.partition(", ")[2].replace("the", "The", 1),)


def test_two_seeds_fall_out_differently_and_secrets_never_fall() -> None:
    sides = {answered(beside("redemption", "oakes", seed), "oakes", "is the Socorro stage late today?").text[:2] for seed in range(1, 12)}
    assert sides == {"Ye", "No"}
    for seed in range(1, 8):
        table = beside("redemption", "dowd", seed)
        answered(table, "dowd", "was there no warrant when they rode?")
        assert not table.turns[0].plan.decided


def test_the_last_answer_can_be_asked_about_by_a_single_word() -> None:
    table = beside("redemption", "oakes")
    told = answered(table, "oakes", "who founded this town?")
    assert told.elements == ("lore:founding",)
    why = answered(table, "oakes", "why?")
    assert why.elements != told.elements or "again" in why.slots["flags"]
    assert why.kind != "ignorance" or why.slots["matter"] == "why that is"


def test_the_same_question_is_put_of_another() -> None:
    table = beside("redemption", "oakes")
    answered(table, "oakes", "where is Kettering?", "kettering")
    beat = answered(table, "oakes", "what about the judge?", "teasdale")
    assert beat.statement is not None
    assert (beat.statement.subject, beat.statement.relation) == ("teasdale", "at")


@pytest.mark.parametrize(
    ("campaign", "npc", "about", "matter"),
    [
        ("redemption", "oakes", "Who's been feeding that crow, Ben?", "who has been feeding that crow"),
        ("nine_tonnes", "hask", "Chief, which rivet did the parrot chew?", "which rivet the parrot chewed"),
        ("redemption", "oakes", "Where in this yard would you bury a piano?", "where in this yard I would bury a piano"),
    ],
)
def test_what_is_not_known_is_named_as_it_was_asked_and_nobody_is_called_in_it(campaign: str, npc: str, about: str, matter: str) -> None:
    beat = answered(beside(campaign, npc), npc, about)
    assert (beat.kind in HONEST, beat.slots.get("matter")) == (True, matter)


def test_a_question_that_is_told_of_is_turned_to_the_one_who_is_asked() -> None:
    intent = Intent(verb="ask", target="oakes", about="how he spells farrier in his ledger", words="ask Ben how he spells farrier")
    assert question_of(intent, beside("redemption", "oakes").state).words == "how you spell farrier in your ledger"


def test_who_is_asked_for_news_tells_some_that_nobody_has_told() -> None:
    table = beside("redemption", "oakes")
    told = [answered(table, "oakes", "is there any news?").text for _ in range(2)]
    assert told[0] != told[1]
    assert set(told) <= {rumour.text for rumour in PACKS["redemption"].rumours.values()}


def test_an_answer_comes_before_the_name_of_who_gives_it() -> None:
    """Who is met by being asked answers at once; who they are is one clause behind it, and no colour of eyes."""
    table = beside("red_mesa", "luz")
    asked = [
        table.play("is there a doctor?", Intent(verb="ask", target=npc, about="is there a doctor here?", words="is there a doctor?"))
        for npc in table.state.present()
    ]
    meant = [(beat.kind, beat.statement) for told in asked for beat in told.plan.beats if beat.kind in ("answer", "meet")]
    assert [kind for kind, _ in meant[:2]] == ["answer", "meet"]
    assert meant[1][1] is None


@pytest.mark.parametrize("seed", range(1, 7))
@pytest.mark.parametrize("about", ["Are you fond of chess?", "Do you own a boat?"])
def test_the_dice_deny_nothing_of_whoever_came_with_a_text(about: str, seed: int) -> None:
    """What a brought text does not say, its author may hold true: it is evaded, and neither denied nor affirmed."""
    pack = PACKS["redemption"]
    npc = sayers(SmallTable(pack, EmbeddedGM({})).state)[0]
    brought = pack.changed(x={**pack.x, BROUGHT: [{"name": "people.json"}]})
    table = SmallTable(brought, EmbeddedGM(narrator_words(brought)), seed)
    fold(table.state, happened.StateChanged(what="place", key=table.state.pc, new=table.state.where(npc), cause="test"))
    beat = answered(table, npc, about)
    assert beat.kind in HONEST
    assert not beat.text
