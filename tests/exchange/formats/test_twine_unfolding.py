"""A story's memory, in what it tells and offers: keys, coins, visits, words that links show, and how many states are kept apart."""

import pytest

from gm_engine.bootstrap.games import new_game
from gm_engine.exchange.formats import kept_states
from gm_engine.exchange.formats.brought import Brought
from gm_engine.exchange.formats.kept_states import MOST_COUNTS, TOO_MANY
from gm_engine.exchange.formats.scene_pack import pack_scenes
from gm_engine.exchange.formats.twee import read_twee
from gm_engine.exchange.formats.twine_told import NO_VALUE, NOT_KNOWN
from gm_engine.exchange.formats.twine_unfolding import UNREACHED
from gm_engine.journal import MemoryJournal
from gm_engine.play.ending import ending_of
from gm_engine.story.pack import Pack, Person, Start

TOWER = """:: StoryData
{"format": "SugarCube", "start": "Yard"}

:: StoryInit
<<set $key to false>><<set $coins to 2>>

:: Yard
A yard. <<if visited() gt 1>>You know it by now.<</if>>You have $coins coins.
<<if $key>>[[Open the door->Tower]]<<else>>The door is shut.<</if>>
[[Look under the mat->Mat]]

:: Mat
<<if $key>>Nothing more.<<else>><<set $key to true>>A key!<</if>>
[[Back to the yard->Yard]]
<<if $coins gt 0>>[[Buy a pear->Pear][$coins -= 1]]<</if>>

:: Pear
It is a good pear.
[[Back to the yard->Yard]]

:: Tower
The stair goes up. <<link "Call out">>Nobody answers.<</link>>
[[Climb->Roof]]

:: Roof
You see the sea.
"""


def read(text: str) -> Brought:
    """The story as it is read."""
    return read_twee(text.encode(), "stories/tower.twee")


def walked(found: Brought, *ways: str) -> list[str]:
    """What is told to whoever takes these ways from the beginning on."""
    scenes = {scene.id: scene for scene in found.scenes}
    scene = scenes[found.openings[0].reads]
    told = [scene.beat]
    for way in ways:
        choice = next(one for one in scene.choices if one.text == way)
        scene = scenes[choice.effects[0].target]
        told.append(scene.beat)
    return told


def offered(found: Brought, *ways: str) -> list[str]:
    """What is offered to whoever has taken these ways."""
    scenes = {scene.id: scene for scene in found.scenes}
    scene = scenes[found.openings[0].reads]
    for way in ways:
        scene = scenes[next(one for one in scene.choices if one.text == way).effects[0].target]
    return [choice.text for choice in scene.choices]


def test_the_door_opens_only_to_whoever_has_the_key() -> None:
    found = read(TOWER)
    assert offered(found) == ["Look under the mat"]
    assert offered(found, "Look under the mat", "Back to the yard") == ["Open the door", "Look under the mat"]
    told = walked(found, "Look under the mat", "Buy a pear", "Back to the yard", "Look under the mat", "Buy a pear", "Back to the yard")
    assert told == [
        "A yard. You have 2 coins.\nThe door is shut.", "A key!", "It is a good pear.", "A yard. You know it by now.You have 1 coins.",
        "Nothing more.", "It is a good pear.", "A yard. You know it by now.You have 0 coins.",
    ]  # fmt: skip
    assert not [loss for loss in found.losses if not loss.field.startswith("passages.")]


def test_words_that_a_link_shows_are_told_when_it_is_taken_and_it_is_offered_once() -> None:
    found = read(TOWER)
    way = ("Look under the mat", "Back to the yard", "Open the door")
    assert offered(found, *way) == ["Call out", "Climb"]
    assert walked(found, *way, "Call out")[-1] == "Nobody answers."
    assert offered(found, *way, "Call out") == ["Climb"]


def test_the_story_is_played_and_each_choice_is_in_the_story_in_short() -> None:
    made = pack_scenes([read(TOWER)])
    you, start = Person(name="you"), Start(at="", pc="you")
    pack = Pack(id="t", title="T", rules="plain", start=start, characters={"you": you}, scenes=made.scenes, openings=made.openings)
    game = new_game(MemoryJournal("tower"), pack)
    lines = ("I look around.", "Look under the mat", "Back to the yard", "Look under the mat", "Back to the yard", "Open the door", "Climb")
    told = [game.play(line).turn.reply for line in lines]
    assert "Nothing more." in told[3]
    ending = ending_of(game.state)
    assert ending is not None
    assert [line for line in ending.evening if line.startswith("You chose")] == [
        f"You chose to {way} (turn {turn})."
        for turn, way in enumerate(
            ("Look under the mat", "Back to the yard", "Look under the mat", "Back to the yard", "Open the door", "Climb"), 2
        )
    ]


def test_who_is_there_is_left_to_the_words_of_a_story_without_places() -> None:
    made = pack_scenes([read(":: Start\nOda waits. [[On]]\n\n:: On\nOda waves.")])
    you, start = Person(name="you"), Start(at="", pc="you")
    pack = Pack(id="t", title="T", rules="plain", start=start, characters={"you": you}, scenes=made.scenes, openings=made.openings)
    game = new_game(MemoryJournal("oda"), pack)
    reply = game.play("Who is here?").turn.reply
    assert "nobody" not in reply.lower()
    assert "told of" in reply


def test_only_what_may_still_be_asked_for_tells_scenes_apart() -> None:
    text = ":: Start\n[[Red->Hall][$dye to 'red']] [[Blue->Hall][$dye to 'blue']]\n\n:: Hall\nA hall. [[Out]]\n\n:: Out\n"
    assert len(read(f"{text}Rain.").scenes) == 3
    assert len(read(f"{text}All is $dye.").scenes) == 5


@pytest.mark.parametrize("chance", ["<<set $n += 1>>", "<<set $n to $n + 1>>"])
def test_what_counts_without_end_is_told_as_the_nearest_that_is_kept(chance: str) -> None:
    found = read(f":: StoryInit\n<<set $n to 0>>\n\n:: Start\n{chance}It is $n. [[Again->Start]]\n")
    assert len(found.scenes) == MOST_COUNTS
    assert [(loss.field, loss.why) for loss in found.losses] == [("passages.Start.states", TOO_MANY)]
    assert walked(found, *["Again"] * 40)[-1] == f"It is {MOST_COUNTS}. Again"


def test_a_story_of_many_flags_stays_within_what_a_campaign_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_states, "MOST_SCENES", 100)
    flags = "\n".join(f"[[Take {n}->Hall][$f{n} to true]] <<if $f{n}>>{n}<</if>>" for n in range(14))
    found = read(f":: Hall\nA hall.\n{flags}\n[[Out]]\n\n:: Out\nRain.\n")
    assert 100 <= len(found.scenes) <= 110
    ids = {scene.id for scene in found.scenes}
    assert all(choice.effects[0].target in ids for scene in found.scenes for choice in scene.choices)
    assert TOO_MANY in {loss.why for loss in found.losses}


def test_what_cannot_be_worked_out_offers_the_ways_of_both_arms_and_is_told() -> None:
    found = read(":: Start\n<<if setup.late()>>Late. [[Run]]<<else>>Early. [[Walk]]<</if>> $who waits.\n\n:: Run\nx\n\n:: Walk\ny\n")
    assert (found.scenes[0].beat, [choice.text for choice in found.scenes[0].choices]) == ("Early. Walk waits.", ["Run", "Walk"])
    assert [(loss.field, loss.value, loss.why) for loss in found.losses] == [
        ("passages.Start.condition", "setup.late()", NOT_KNOWN), ("passages.Start.variable", "$who", NO_VALUE),
    ]  # fmt: skip


def test_the_macros_of_the_author_are_followed() -> None:
    widget = ':: Own [widget]\n<<widget "meet">>_args[0] greets you.<</widget>>\n\n'
    assert read(f'{widget}:: Start\n<<meet "Oda">> <<meet "Wick">>\n').scenes[0].beat == "Oda greets you. Wick greets you."


def test_a_link_that_shows_itself_again_ends_and_one_link_after_another_is_followed() -> None:
    again = read(':: Own [widget]\n<<widget "ask">><<link "Ask">>No.<<ask>><</link>><</widget>>\n\n:: Start\nRain. <<ask>>\n')
    assert len(again.scenes) < 30
    deep = "".join(f'<<link "On {n}">>{n} ' for n in range(9)) + "End." + "<</link>>" * 9
    assert walked(read(f":: Start\n{deep}\n"), *[f"On {n}" for n in range(9)])[-1] == "8 End."


def test_a_hook_of_harlowe_that_holds_nothing_but_a_link_is_a_link() -> None:
    found = read(":: Start\nRain.\n(after: 2s)[[[Wait->Hall]]]\n(if: true)[[Look->Hall]]\n\n:: Hall\nA hall.\n")
    assert [choice.text for choice in found.scenes[0].choices] == ["Wait", "Look"]
    assert found.scenes[0].beat == "Rain."


def test_names_in_a_table_are_no_part_of_the_language() -> None:
    found = read(':: Start\n<<set $who to {name: "Oda", value: 2, it: [1]}>>$who.name has $who.value. [[On]]\n\n:: On\n$who.name.\n')
    assert [scene.beat for scene in found.scenes] == ["Oda has 2. On", "Oda."]


def test_one_goes_back_to_where_one_came_from() -> None:
    found = read(":: Start\n[[East]] [[West]]\n\n:: East\nEast. [[Map]]\n\n:: West\nWest. [[Map]]\n\n:: Map\nA map. <<return>>\n")
    assert walked(found, "East", "Map", "Return")[-1] == "East. Map"
    assert walked(found, "West", "Map", "Return")[-1] == "West. Map"


def test_a_passage_to_which_nothing_leads_is_kept_and_told() -> None:
    found = read(":: Start\nRain.\n\n:: Attic\nDust. [[Down->Start]]\n")
    assert [scene.beat for scene in found.scenes] == ["Rain.", "Dust. Down"]
    assert [(loss.field, loss.why) for loss in found.losses] == [("passages.Attic", UNREACHED)]


def test_a_story_that_names_no_format_is_read_in_the_one_whose_macros_it_has() -> None:
    assert read(":: Start\n(set: $n to 2)(if: $n > 1)[Many.](else:)[Few.]\n").scenes[0].beat == "Many."
    assert read(":: Start\nn: 2\n--\n[if n > 1]\nMany.\n\n[else]\nFew.\n").scenes[0].beat == "Many."


def test_passages_that_lead_round_in_a_circle_end() -> None:
    found = read(':: Start\n<<goto "Next">>\n\n:: Next\nx<<include "Next">><<goto "Start">>\n')
    assert len(found.scenes) == 1
    assert found.losses
