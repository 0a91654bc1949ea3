"""Why, and why not: what ``gm why`` shows."""

from gm_engine.context import Fitted, fit, gather, why, why_not
from gm_engine.context.explain import whole_prompt
from gm_engine.story.budget import Budget
from gm_engine.story.event import PromptAssembled
from gm_engine.story.prompt import Prompt, PromptSection
from tests.memory.tale import Tale


def assembled(tale: Tale, said: str, budget: Budget | None = None) -> PromptAssembled:
    tale.say(said)
    elements = gather(said, (), (), tale.state, tale.memory)
    fitted: Fitted = fit(elements, budget or Budget(), said=said, floor=tale.memory.weights.floor)
    sections = tuple(
        PromptSection(name=name, role="system", text="", elements=fitted.section(name)) for name in ("memory", "history", "scene")
    )
    return PromptAssembled(turn=tale.state.turn, prompt=Prompt(sections=sections, draw=tale.state.draw()), left_out=fitted.left_out)


def test_why_gives_the_rank_the_section_and_the_reasons() -> None:
    tale = Tale()
    event = assembled(tale, "How did the marshal lose his left hand?")
    reason = why(event, "lore:hand")
    assert reason is not None
    assert (reason.section, reason.of) == ("memory", len(whole_prompt(event)))
    assert reason.element.score == sum(reason.element.reasons.values())
    ranks = [found.rank for found in whole_prompt(event)]
    assert ranks == list(range(1, len(ranks) + 1))
    assert why(event, "lore:spur") is None


def test_why_not_of_what_was_there() -> None:
    tale = Tale()
    answer = why_not("the marshal's left hand", assembled(tale, "How did the marshal lose his left hand?"), tale.state, tale.memory)
    assert answer.id == "lore:hand"
    assert answer.why.startswith("it was there, in section memory")


def test_why_not_of_what_nothing_pointed_to() -> None:
    tale = Tale()
    answer = why_not("a spur that nobody has found", assembled(tale, "I wait."), tale.state, tale.memory)
    assert (answer.id, answer.why) == ("lore:spur", "nothing in that turn pointed to it")
    assert answer.cause == "pointed to by nothing"


def test_why_not_of_what_is_below_the_floor() -> None:
    tale = Tale()
    tale.play("I listen.", "Nothing much.")
    tale.mark("p1.1", "a dog barked", significance="background")
    tale.change("time", new=500 * 24 * 60)
    answer = why_not("story_point:p1.1", assembled(tale, "I wait."), tale.state, tale.memory)
    assert (answer.why, answer.cause) == ("below the floor", "below the floor")


def test_why_not_of_what_the_budget_left_out_says_so() -> None:
    tale = Tale()
    event = assembled(tale, "How did the marshal lose his left hand?", Budget(total=150, reply=0))
    left = next(left for left in event.left_out if left.why == "over budget")
    answer = why_not(left.id, event, tale.state, tale.memory)
    assert (answer.why, answer.cause) == ("over budget", "over budget")
    roomier = assembled(tale, "How did the marshal lose his left hand?", Budget(total=400, reply=0))
    assert why(roomier, left.id)


def test_why_not_of_the_hidden_and_the_superseded_does_not_tell_it() -> None:
    tale = Tale()
    tale.hold("f1", "boone", "eyes", "gray", status="superseded")
    tale.hold("f2", "boone", "knows", "Leadville", audience="gm")
    event = assembled(tale, "I wait.")
    assert why_not("fact:f1", event, tale.state, tale.memory).cause == "superseded"
    assert why_not("fact:f2", event, tale.state, tale.memory).why == "the table does not know it"


def test_why_not_of_what_nobody_ever_said() -> None:
    tale = Tale()
    answer = why_not("a submarine", assembled(tale, "I wait."), tale.state, tale.memory)
    assert (answer.id, answer.why) == ("", "nothing of the kind was remembered")
