"""The anchor: the scene is stated in the prompt, with what the talk is about."""

from gm_engine.context import fit, gather
from gm_engine.context.anchor import anchor
from gm_engine.context.focus import focus_on
from gm_engine.story import event as happened
from gm_engine.story.budget import Budget
from gm_engine.story.scene import Scene
from tests.memory.tale import Tale


def text(tale: Tale, said: str = "I wait.") -> str:
    found = anchor(focus_on(said, (), (), tale.state, tale.memory), tale.state)
    return found.text if found else ""


def test_the_scene_is_stated_with_its_place_and_since_when() -> None:
    tale = Tale()
    tale.feed(happened.SceneOpened(scene=Scene(id="s2", title="The card table", place="livery", turn=4)))
    assert text(tale).startswith("SCENE: The card table, at Ortega's Livery, since turn 4.")


def test_it_says_what_the_talk_is_about_over_follow_ups_until_the_topic_changes() -> None:
    tale = Tale()
    tale.play("I ask Ortega about the marshal's hand.", "He shrugs.")
    assert "Elias Thorne" in text(tale, "What about that?")
    tale.play("What about that?", "Nothing about that.")
    assert "Elias Thorne" in text(tale, "Tell me more.")
    for _ in range(4):
        tale.play("I ask Miss Boone about the schoolhouse.", "She looks up.")
    assert "Elias Thorne" not in text(tale)
    assert "Temperance Boone" in text(tale)


def test_it_is_in_every_prompt_first_of_the_scene() -> None:
    tale = Tale()
    tale.say("I look around.")
    fitted = fit(gather("I look around.", (), (), tale.state, tale.memory), Budget())
    assert fitted.section("scene")[0].id == "anchor"
