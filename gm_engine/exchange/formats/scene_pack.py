"""The part of a campaign that is scenes which lead to each other: what passages of other programs become."""

from collections.abc import Iterable
from typing import NamedTuple

from gm_engine.exchange.formats.brought import Brought
from gm_engine.exchange.formats.plain_ids import FreeIds
from gm_engine.story.condition import Effect
from gm_engine.story.pack import AuthoredOpening, AuthoredScene


class ScenePack(NamedTuple):
    """The sections of a pack that are made of passages: its scenes by id, and the ways in which it can begin."""

    scenes: dict[str, AuthoredScene]
    openings: tuple[AuthoredOpening, ...]


def pack_scenes(brought: Iterable[Brought]) -> ScenePack:
    """The scenes and openings of several files together: an id or a name that is taken gets a number, and what leads there follows it."""
    scenes: dict[str, AuthoredScene] = {}
    openings: list[AuthoredOpening] = []
    taken = FreeIds()
    for one in brought:
        ids: dict[str, str] = {}
        for scene in one.scenes:
            ids[scene.id] = taken.take(scene.id)
        for scene in one.scenes:
            scenes[ids[scene.id]] = _moved(scene, ids)
        names = {opening.name for opening in openings}
        for opening in one.openings:
            name = opening.name if opening.name not in names else f"{opening.name} ({len(openings) + 1})"
            names.add(name)
            openings.append(opening.changed(name=name, reads=ids.get(opening.reads, opening.reads)))
    return ScenePack(scenes, tuple(openings))


def _moved(scene: AuthoredScene, ids: dict[str, str]) -> AuthoredScene:
    """The scene under the ids that it and those it leads to have now."""
    choices = tuple(choice.changed(effects=_led(choice.effects, ids), otherwise=_led(choice.otherwise, ids)) for choice in scene.choices)
    return scene.changed(id=ids[scene.id], choices=choices, goto=ids.get(scene.goto, scene.goto), effects=_led(scene.effects, ids))


def _led(effects: tuple[Effect, ...], ids: dict[str, str]) -> tuple[Effect, ...]:
    return tuple(effect.changed(target=ids.get(effect.target, effect.target)) if effect.verb == "goto" else effect for effect in effects)
