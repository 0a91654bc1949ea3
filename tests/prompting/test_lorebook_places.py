"""Where entries stand in a prompt: each where its book wants it, in its role, and nowhere twice."""

from typing import Any

from gm_engine.prompting.lorebook_places import LORE_HEAD, with_lorebooks
from gm_engine.story.activation import Placed
from gm_engine.story.context_element import ContextElement
from gm_engine.story.prompt import PromptSection
from gm_engine.tokens import STANDARD, count

NAMES = ["rules", "campaign", "history", "history", "known", "note", "memory", "scene", "said"]


def prompt(names: list[str] = NAMES) -> list[PromptSection]:
    roles: Any = {"said": "user"}
    return [PromptSection(name=name, role=roles.get(name, "system"), text=f"{name} {at}") for at, name in enumerate(names)]


def entry(id: str, **slot: Any) -> ContextElement:
    return ContextElement(id=f"lore:{id}", kind="lore", text=f"<{id}>", slot=Placed.model_validate(slot))


def told(*acting: ContextElement, names: list[str] = NAMES) -> list[str]:
    found = with_lorebooks(prompt(names), acting, STANDARD)
    assert all(section.tokens == count(section.text, STANDARD) for section in found if section.name == "lorebook")
    return [section.text.removeprefix(f"{LORE_HEAD}\n\n") if section.name == "lorebook" else section.name for section in found]


def test_nothing_acts_and_nothing_is_changed() -> None:
    assert told() == NAMES


def test_before_stands_before_after_and_both_behind_what_a_server_keeps() -> None:
    assert told(entry("c", position="examples_top"), entry("a", position="after"), entry("b", position="before"))[4:7] == [
        "known", "<b>\n\n<a>\n\n<c>", "note",
    ]  # fmt: skip


def test_the_note_has_a_top_and_a_bottom() -> None:
    assert told(entry("a", position="note_top"), entry("b", position="note_bottom"))[5:9] == ["<a>", "note", "<b>", "memory"]


def test_without_a_note_they_stand_where_it_would() -> None:
    names = [name for name in NAMES if name != "note"]
    found = told(entry("a", position="note_top"), entry("b", position="note_bottom"), entry("c"), names=names)
    assert found[4:9] == ["known", "<c>", "<a>", "<b>", "memory"]


def test_a_depth_counts_messages_from_the_end() -> None:
    at = {depth: told(entry("a", position="depth", depth=depth)).index("<a>") for depth in (0, 1, 2, 3, 4, 99)}
    assert at == {0: 9, 1: 8, 2: 3, 3: 2, 4: 2, 99: 2}


def test_those_of_one_depth_and_role_stand_together() -> None:
    acting = (
        entry("a", position="depth", depth=2), entry("b", position="depth", depth=2, role="user"), entry("c", position="depth", depth=2),
    )  # fmt: skip
    found = with_lorebooks(prompt(), acting, STANDARD)
    assert [(one.role, one.text) for one in found if one.name == "lorebook"] == [("system", "<a>\n\n<c>"), ("user", "<b>")]


def test_a_prompt_without_messages_has_a_place_all_the_same() -> None:
    assert told(entry("a", position="depth", depth=4), entry("b"), names=["rules"]) == ["rules", "<b>", "<a>"]
