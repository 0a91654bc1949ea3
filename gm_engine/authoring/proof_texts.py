"""The texts and the effects of a pack, each with the path where it stands."""

from collections.abc import Iterator

from gm_engine.story.condition import Effect
from gm_engine.story.pack import Authored, Pack, Person


def texts(pack: Pack) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Path, text, and the secrets that may stand in it; ``gm`` among them for a text that players never see."""
    for section in ("characters", "npcs", "locations", "factions", "items"):
        for id, entity in getattr(pack, section).items():
            yield from _entity(f"{section}.{id}", entity)
    yield "summary", pack.summary, frozenset()
    for opening in pack.openings:
        yield "openings", opening.text, told_by(opening.effects)
    for id, entry in pack.lore.items():
        yield f"lore.{id}.text", entry.text, frozenset({"gm"} if entry.visibility == "gm" else ())
    for id, rumour in pack.rumours.items():
        yield f"rumours.{id}.text", rumour.text, frozenset({"gm"})
    for id, secret in pack.secrets.items():
        yield f"secrets.{id}.truth", secret.truth, frozenset({"gm"})
        for clue in secret.clues:
            yield f"secrets.{id}.clues", clue.text, frozenset({"gm"})
    for id, clock in pack.clocks.items():
        told = told_by(clock.effects)
        yield f"clocks.{id}.full", clock.full, told
        for omen in clock.at.values():
            yield f"clocks.{id}.at", omen, told
    for id, scene in pack.scenes.items():
        told = told_by((*scene.effects, *(effect for choice in scene.choices for effect in choice.effects)))
        told |= set(_asked(scene.when))
        for key, text in (("beat", scene.beat), ("title", scene.title), ("question", scene.question)):
            yield f"scenes.{id}.{key}", text, told
        for choice in scene.choices:
            for text in (choice.text, choice.result):
                yield f"scenes.{id}.choices.{choice.id}", text, told
    for id, table in pack.tables.items():
        for row in table.rows:
            yield f"tables.{id}", row.text, frozenset()


def _entity(path: str, entity: Authored) -> Iterator[tuple[str, str, frozenset[str]]]:
    hidden = frozenset({"gm"} if entity.visibility == "gm" else ())
    yield f"{path}.summary", entity.summary, hidden
    yield f"{path}.description", entity.description, hidden
    for relation, value in entity.facts.items():
        yield f"{path}.facts.{relation}", value, hidden
    if isinstance(entity, Person):
        yield f"{path}.role", entity.role, hidden
        for line in entity.says:
            yield f"{path}.says", line, hidden
        for line in entity.answers.values():
            yield f"{path}.answers", line, hidden
        for key, text in (("wants", entity.wants), ("fears", entity.fears), ("if_ignored", " ".join(entity.if_ignored))):
            yield f"{path}.{key}", text, frozenset({"gm"})


def told_by(effects: tuple[Effect, ...]) -> frozenset[str]:
    """The secrets that effects give away."""
    return frozenset(effect.target for effect in effects if effect.verb in ("reveal", "hint"))


def _asked(condition: object) -> Iterator[str]:
    """The secrets that a condition asks about: its scene may speak of them."""
    for part in getattr(condition, "parts", ()):
        yield from _asked(part)
    path = getattr(condition, "path", "")
    if path.startswith("secret."):
        yield path.removeprefix("secret.")


def effects_of(pack: Pack) -> Iterator[tuple[str, Effect]]:
    """Path and effect, for every effect of a pack."""
    for opening in pack.openings:
        for effect in opening.effects:
            yield "openings", effect
    for id, clock in pack.clocks.items():
        for effect in clock.effects:
            yield f"clocks.{id}.effects", effect
    for id, scene in pack.scenes.items():
        for effect in scene.effects:
            yield f"scenes.{id}.effects", effect
        for choice in scene.choices:
            for effect in (*choice.effects, *(each for owed in choice.owes for each in owed.effects)):
                yield f"scenes.{id}.choices.{choice.id}", effect
