"""The embedded GM: what it may say, where its claims lie, and that it says the same again."""

import re
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from benchmarks.narration import four_grams, measure, own_sentences, secrets_leaked
from gm_engine.authoring import genre_names, read_words
from gm_engine.narrator import EmbeddedGM
from gm_engine.narrator.embedded import is_answer
from gm_engine.narrator.morphology import words_in
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat, BeatKind
from gm_engine.story.claim import Modality, Statement, Value
from gm_engine.story.context_element import ContextElement
from gm_engine.story.intent import Intent
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.roll import Band, DrawKey
from tests.mesa import SECRET_ALIAS, mesa
from tests.table import SmallTable
from tests.wanderer import Wanderer

GM = EmbeddedGM(read_words("western"))
INNER = "decided?|think|thought|feel|felt|want(?:ed)?|hope|wish|remember|reali[sz]e|know|believe|say|said|reply|answer|ask"
INNER_LIFE = re.compile(
    rf"\byou(?:'ve| have)? (?:{INNER})\b",
    re.I,
)


def wandered(seed: int, turns: int = 25) -> SmallTable:
    table, player = SmallTable(mesa(), GM, seed), Wanderer(seed)
    for _ in range(turns):
        move = player.move(table.state)
        table.play(move.said, move.intent)
    return table


@pytest.fixture(scope="module")
def evening() -> list[SmallTable]:
    return [wandered(seed) for seed in range(1, 5)]


def test_every_turn_is_40_to_140_words_and_an_answer_as_long_as_it_needs(evening: list[SmallTable]) -> None:
    turns = [told for table in evening for told in table.turns]
    answering = [told for told in turns if any(is_answer(beat) for beat in told.plan.beats)]
    assert answering
    assert min(words_in(told.completion.text) for told in turns if told not in answering) >= 40
    assert max(words_in(told.completion.text) for told in turns) <= 140


def test_nothing_of_the_place_is_told_behind_an_answer(evening: list[SmallTable]) -> None:
    senses = {sense for place in mesa().locations.values() for sense in place.senses}
    asked = [told for table in evening for told in table.turns if [beat.kind for beat in told.plan.beats] == ["answer", "ambience"]]
    assert asked
    for told in asked:
        spoken = " ".join(beat.text for beat in told.plan.beats)
        assert not any(sense in told.completion.text and sense not in spoken for sense in senses)


def test_labels_lie_exactly_where_they_say(evening: list[SmallTable]) -> None:
    claims = 0
    for table in evening:
        for told in table.turns:
            for claim in told.completion.claims or ():
                start, end = claim.provenance.span
                assert told.completion.text[start:end] == claim.provenance.quote
                claims += 1
    assert claims >= 80


def test_authored_words_lie_exactly_where_they_say(evening: list[SmallTable]) -> None:
    passages = [told.completion.text[start:end] for table in evening for told in table.turns for start, end in told.completion.authored]
    assert "A drummer offers you a seat at his faro table." in passages


def test_the_player_is_never_told_what_they_think_or_say(evening: list[SmallTable]) -> None:
    for table in evening:
        for told in table.turns:
            text = re.sub(r'"[^"]*"', "", told.completion.text)
            assert not INNER_LIFE.search(text), text


def test_no_line_of_the_word_lists_speaks_for_the_player() -> None:
    for genre in ("", *genre_names()):
        spoken = [
            (name, line) for name, lines in read_words(genre).items() for line in lines if INNER_LIFE.search(re.sub(r'"[^"]*"', "", line))
        ]
        assert spoken == []


def test_no_secret_is_told_before_it_is_out(evening: list[SmallTable]) -> None:
    for table in evening:
        out = False
        for told in table.turns:
            out = out or any(isinstance(one, happened.StateChanged) and one.new == "revealed" for one in told.events)
            assert out or SECRET_ALIAS not in told.completion.text


def test_a_by_name_is_told_once_its_secret_is_out() -> None:
    table = SmallTable(mesa(), GM, 5)
    fold(table.state, happened.StateChanged(what="secret", key="boone_past", old="hidden", new="revealed"))
    for place in ("street", "school"):
        table.play("I go.", Intent(verb="travel", place=place))
    texts = [table.play("I look her over.", Intent(verb="look", target="boone")).completion.text for _ in range(12)]
    assert any(SECRET_ALIAS in text for text in texts)


def test_what_is_said_of_eyes_is_on_the_card(evening: list[SmallTable]) -> None:
    eyes = {id: npc.traits["eyes"] for id, npc in mesa().npcs.items() if "eyes" in npc.traits}
    told = [claim for table in evening for one in table.turns for claim in one.completion.claims or () if claim.relation == "eyes"]
    assert told
    assert all(claim.value.text == eyes[claim.subject] for claim in told)


def test_the_same_prompt_gets_the_same_answer() -> None:
    one, other = wandered(8, 10), wandered(8, 10)
    assert [told.completion for told in one.turns] == [told.completion for told in other.turns]
    prompt = one.turns[-1].prompt
    assert GM.complete(prompt) == GM.complete(prompt)


def test_another_attempt_gets_another_wording() -> None:
    prompt = wandered(8, 3).turns[-1].prompt
    again = prompt.model_copy(update={"draw": prompt.draw.model_copy(update={"attempt": 1})})
    assert GM.complete(again).text != GM.complete(prompt).text


def test_the_text_streams_sentence_by_sentence() -> None:
    heard: list[str] = []
    completion = GM.complete(wandered(2, 2).turns[-1].prompt, heard.append)
    assert "".join(heard) == completion.text
    assert len(heard) >= 3


def test_an_empty_prompt_is_answered_too() -> None:
    GM.complete(Prompt(sections=(), draw=DrawKey(seed=1, turn=1)))


def test_a_veil_keeps_a_line_out() -> None:
    fall = Beat(kind="reaction", target="thorne", slots={"target_name": "Elias Thorne", "flags": "fall dying", "verb": "dying"})
    veil = ContextElement(
        id="safety",
        kind="variable",
        text="",
        statements=(Statement(subject="table", relation="veil", value=Value(kind="text", text="blood")),),
    )
    open_prompt = Prompt(sections=(PromptSection(name="beats", role="system", text="", beats=(fall,)),), draw=DrawKey(seed=1, turn=1))
    veiled = Prompt(
        sections=(PromptSection(name="rules", role="system", text="", elements=(veil,)), *open_prompt.sections), draw=open_prompt.draw
    )
    assert "Thorne" in GM.complete(open_prompt).text
    assert "darkening" not in GM.complete(veiled).text


@pytest.mark.parametrize("band", ["triumph", "success", "cost", "failure", "disaster"])
def test_every_band_of_a_check_has_its_words(band: Band) -> None:
    beat = Beat(kind="check", band=band, slots={"skill": "notice"})
    texts = {GM.complete(alone(beat, turn)).text for turn in range(8)}
    assert all(texts)
    other = Beat(kind="check", band="failure" if band != "failure" else "success", slots={"skill": "notice"})
    assert not texts & {GM.complete(alone(other, turn)).text for turn in range(8)}


def alone(beat: Beat, turn: int = 1) -> Prompt:
    return Prompt(sections=(PromptSection(name="beats", role="system", text="", beats=(beat,)),), draw=DrawKey(seed=1, turn=turn))


PLAIN_SLOTS = {
    "target_name": "Elias Thorne", "actor_name": "Ash Pell", "place_name": "the Silver Spur", "from_name": "the street",
    "item_name": "the letter", "topic_name": "the raid", "words": "to be back by Friday", "options": "sit in, or stay standing",
    "hours": "two hours", "miles": "six miles", "price": "2 dollars", "loaded": "five", "rounds": "5", "gun": "revolver",
    "hit": "left arm", "verb": "buy", "flags": "done decision heard",
}  # fmt: skip


@pytest.mark.parametrize("kind", get_args(BeatKind))
def test_every_kind_of_beat_can_be_told(kind: BeatKind) -> None:
    statement = Statement(subject="thorne", relation="eyes", value=Value(kind="enum", text="blue"))
    beat = Beat(
        kind=kind,
        actor="ash",
        target="thorne",
        place="saloon",
        text="A door bangs.",
        slots=PLAIN_SLOTS,
        band="success",
        statement=statement,
    )
    prompt = alone(beat)
    told = GM.complete(prompt).text
    assert kind == "ambience" or told, kind
    assert "<" not in told
    assert "[" not in told
    assert not re.search(r"\s[,.]|\.\.|,\.", told), told


SLOT_NAMES = [*sorted(PLAIN_SLOTS), "telling", "said"]
BEATS = some.builds(
    Beat,
    kind=some.sampled_from(get_args(BeatKind)),
    actor=some.sampled_from(["", "cal", "ortega", "nobody"]),
    target=some.sampled_from(["", "cal", "ortega", "boone"]),
    topic=some.sampled_from(["", "saloon", "payroll"]),
    place=some.sampled_from(["", "livery"]),
    text=some.sampled_from(["", "A door bangs.", 'He says "no" twice', "x"]),
    band=some.sampled_from(get_args(Band)),
    slots=some.dictionaries(some.sampled_from(SLOT_NAMES), some.sampled_from(["", "two", "done", "the letter"])),
    elements=some.sampled_from([(), ("lore:hand",), ("lore:none",)]),
    modality=some.sampled_from(get_args(Modality)),
    statement=some.sampled_from(
        [
            None,
            Statement(subject="boone", relation="eyes", value=Value(kind="enum", text="gray")),
            Statement(subject="x", relation="outlandish", value=Value(kind="number", text="", low=3, unit="mules"), polarity=False),
        ]
    ),
)


STRANGE = SmallTable(mesa(), GM, 1)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(some.lists(BEATS, max_size=5), some.integers(1, 500))
def test_no_beats_are_too_strange(beats: list[Beat], turn: int) -> None:
    STRANGE.state.turn = turn
    prompt = STRANGE.prompt("I look.", tuple(beats))
    completion = GM.complete(prompt)
    assert completion.text
    for claim in completion.claims or ():
        start, end = claim.provenance.span
        assert completion.text[start:end] == claim.provenance.quote
    assert all(0 <= start <= end <= len(completion.text) for start, end in completion.authored)


def test_the_figures_count_what_they_say() -> None:
    figures = measure(["A dog barks. A dog barks.", "Authored words. A cat."], [(), ((0, 15),)], claims=3, leaks=1)
    assert figures.sentences == pytest.approx(2 / 3)
    assert figures.near == pytest.approx(1 / 3)
    assert (figures.claims, figures.leaks, figures.shortest, figures.longest) == (1.5, 1, 4, 6)
    assert own_sentences("Authored words. A cat.", ((0, 15),)) == ["A cat."]
    assert four_grams(["a", "b", "c", "d", "e"]) == ["a b c d", "b c d e"]


def test_a_leak_is_seen() -> None:
    table = SmallTable(mesa(), GM, 1)
    assert secrets_leaked("Faro Tess shrugs.", table.state) == 1
    assert secrets_leaked("Miss Boone shrugs.", table.state) == 0
