"""Rendering: true roles, stable parts first, exact costs."""

import pytest

from gm_engine.context import Fitted, fit, gather
from gm_engine.prompting import PromptBook, fixed_costs, render
from gm_engine.prompting.beats_in_words import beat_line, dice_line
from gm_engine.shipped import shipped
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Statement, Value
from gm_engine.story.prompt import Prompt
from gm_engine.story.roll import DrawKey, Roll
from gm_engine.tokens import count
from tests.memory.tale import Tale

BOOK = PromptBook.open(shipped("prompts"))


def prompt_for(tale: Tale, said: str, *beats: Beat) -> Prompt:
    tale.say(said)
    state, memory = tale.state, tale.memory
    budget, draw = memory.weights.budget, state.draw()
    elements = gather(said, (), beats, state, memory)
    fitted = fit(elements, budget, fixed=fixed_costs(BOOK, state, said, beats, draw), said=said, floor=memory.weights.floor)
    prompt = render(BOOK, state, said, fitted, beats, draw)
    assert prompt.tokens <= budget.room
    return prompt


def test_sections_stand_in_order_with_their_roles() -> None:
    tale = Tale()
    tale.play("I greet Ortega.", "Ortega nods.")
    prompt = prompt_for(tale, "How did the marshal lose his hand?", Beat(kind="look"))
    assert [(section.name, section.role) for section in prompt.sections] == [
        ("rules", "system"), ("campaign", "system"), ("history", "user"), ("history", "assistant"), ("memory", "system"),
        ("scene", "system"), ("beats", "system"), ("said", "user"),
    ]  # fmt: skip
    assert [role for role, _ in prompt.messages] == ["system", "user", "assistant", "system", "user"]
    assert prompt.messages[-1] == ("user", "How did the marshal lose his hand?")
    assert prompt.messages[1:3] == (("user", "I greet Ortega."), ("assistant", "Ortega nods."))


def test_every_section_costs_what_it_says() -> None:
    tale = Tale()
    tale.play("I greet Ortega.", "Ortega nods.")
    for section in prompt_for(tale, "I ask about the marshal.").sections:
        assert section.tokens == count(section.text)


def test_history_is_never_pasted_into_a_system_message() -> None:
    tale = Tale()
    tale.play("I hum a slow waltz.", "Nobody joins in.")
    prompt = prompt_for(tale, "I stop.")
    assert not [text for role, text in prompt.messages if role == "system" and "waltz" in text]


def test_rules_and_campaign_stay_the_same_to_the_letter() -> None:
    tale = Tale()
    first = prompt_for(tale, "I wait.").messages[0][1]
    tale.feed(happened.StateChanged(turn=1, what="time", new=5000))
    tale.play("I go.", "You go.")
    section = prompt_for(tale, "I wait again.").section
    rules, campaign = section("rules"), section("campaign")
    assert rules is not None
    assert campaign is not None
    assert first.startswith(rules.text + "\n\n" + campaign.text)


def test_lines_and_veils_reach_both_kinds_of_reader() -> None:
    prompt = prompt_for(Tale(), "I wait.")
    rules, campaign = prompt.section("rules"), prompt.section("campaign")
    assert rules is not None
    assert campaign is not None
    assert "Never, in any form: harm to children." in rules.text
    assert "never shown: torture." in rules.text
    told = [(statement.relation, statement.value.text) for element in campaign.elements for statement in element.statements]
    assert told == [("line", "harm to children"), ("veil", "torture")]


def test_elements_stand_in_the_text_as_they_stand_in_the_structure() -> None:
    tale = Tale()
    prompt = prompt_for(tale, "How did the marshal lose his left hand?")
    memory = prompt.section("memory")
    assert memory is not None
    assert [f"- {element.text}" for element in memory.elements] == memory.text.split("\n")[1:]
    assert "Marshal Thorne lost his left hand at Glorieta." in memory.text


def test_the_same_story_gives_the_same_prompt() -> None:
    def once() -> Prompt:
        tale = Tale()
        tale.play("I greet Ortega.", "Ortega nods.")
        return prompt_for(tale, "The marshal?", Beat(kind="ambience"))

    assert once().hash == once().hash


def test_prompts_stay_alike_in_size_however_long_the_story() -> None:
    tale = Tale()
    sizes = {}
    things = ("letter", "rope", "well", "mare", "lantern", "bank", "deck", "trestle", "ledger")
    for number in range(1, 241):
        thing, other = things[number % 9], things[number * 7 % 8]
        said = f"I ask Ortega about the {thing} of {number}."
        tale.play(
            said,
            f"Ortega weighs it. The {thing}, he says, went to the {other} in '{number}. He will not say more of it. A horse stamps.",
        )
        tale.mark(f"p{number}", f"The {thing} number {number} was found by the {other}", participants=("ortega",))
        if number in (80, 240):
            sizes[number] = prompt_for(tale, "I ask Ortega about the lantern.").tokens
    assert abs(sizes[240] - sizes[80]) <= sizes[80] // 4


def test_silence_is_said_too() -> None:
    assert prompt_for(Tale(), " ").messages[-1] == ("user", "(The player waits.)")


def test_beats_are_named_and_authored_words_are_quoted() -> None:
    tale = Tale()
    statement = Statement(subject="thorne", relation="eyes", value=Value(kind="enum", text="brown"))
    lines = [
        beat_line(Beat(kind="meet", actor="ortega", text="He stops\n hammering.", slots={"flags": "first", "miles": "9"}), tale.state),
        beat_line(Beat(kind="check", actor="cal", target="thorne", band="cost"), tale.state),
        beat_line(Beat(kind="statement", statement=statement, modality="rumour"), tale.state),
        beat_line(Beat(kind="ambience", slots={"present": "ortega,boone", "from": "street", "from_name": "the main street"}), tale.state),
    ]
    assert lines == [
        'Luis Ortega is met for the first time: show them. "He stops hammering." (miles: 9)',
        "The player's character tries it, toward Elias Thorne. It works, and something is owed or lost for it.",
        "Let it be said in passing. Say as a rumour: Elias Thorne, eyes: brown.",
        "One thing of the place is sensed. (from: the main street; present: Luis Ortega, Temperance Boone)",
    ]


def test_whoever_is_met_or_asked_is_not_called_somebody() -> None:
    """A prompt said "Somebody is met for the first time: show them. (target: Luis Ortega)"."""
    tale = Tale()
    lines = [
        beat_line(Beat(kind="meet", target="ortega", slots={"target_name": "Luis Ortega"}), tale.state),
        beat_line(Beat(kind="ignorance", target="ortega", topic="thorne", slots={"verb": "ask"}), tale.state),
        beat_line(Beat(kind="check", band="failure"), tale.state),
        beat_line(Beat(kind="rumour"), tale.state),
    ]
    assert lines == [
        "Luis Ortega is met for the first time: show them.",
        "Luis Ortega does not know about Elias Thorne, and says so in their own way. (verb: ask)",
        "The player's character tries it. It does not work, and the situation moves.",
        "Somebody passes on a rumour about it.",
    ]


def test_every_kind_of_beat_has_its_words() -> None:
    from typing import get_args

    from gm_engine.prompting.beats_in_words import BANDS, WORDS
    from gm_engine.story.beat import BeatKind
    from gm_engine.story.roll import Band

    assert set(get_args(BeatKind)) == WORDS.keys()
    assert set(get_args(Band)) - {""} == BANDS.keys()


def test_dice_are_shown_to_the_gm() -> None:
    tale = Tale()
    roll = Roll(
        id="r1",
        expression="d100",
        faces=(23,),
        total=23,
        actor="cal",
        skill="shooting",
        target=55,
        band="success",
        key=DrawKey(seed=1, turn=1),
    )
    assert dice_line(roll, tale.state) == "the player's character, shooting: 23 against 55: success."
    turn = tale.say("I shoot.")
    tale.feed(happened.DiceRolled(turn=turn, roll=roll))
    said = "I shoot."
    prompt = render(BOOK, tale.state, said, Fitted(), (), tale.state.draw(turn))
    beats = prompt.section("beats")
    assert beats is not None
    assert "shooting: 23 against 55: success." in beats.text


@pytest.mark.parametrize("name", ["gm"])
def test_no_page_names_a_place_or_a_trade_of_ours(name: str) -> None:
    assert "http" not in BOOK.texts[name]
