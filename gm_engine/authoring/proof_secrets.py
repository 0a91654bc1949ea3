"""Are the secrets findable, held, and kept?"""

import re
from collections.abc import Iterator

from gm_engine.authoring.data_files import read_data
from gm_engine.authoring.proof_texts import texts
from gm_engine.story.pack import Pack

RUN = 5
LONG_RUN = 8
TELLING = 3


def secrets(pack: Pack) -> Iterator[tuple[str, str, str, str]]:
    """Path, code, message and fix for each secret that players would miss, or know too soon."""
    held = {id for person in (*pack.characters.values(), *pack.npcs.values()) for id in person.knows}
    held |= {item.reveals for item in pack.items.values()}
    for id, secret in pack.secrets.items():
        path = f"secrets.{id}"
        count = len(secret.clues)
        if count < 3:
            message = f"secret {id} has {count} {'clue' if count == 1 else 'clues'}; players miss clues"
            yield path, "W110", message, "three or more ways to find it are safer"
        if not (secret.known_by or secret.says or id in held):
            yield (
                path,
                "W111",
                f"nobody holds secret {id}, and nothing gives it away",
                "add known_by:, an npc's knows:, or an item's reveals:",
            )
        if secret.status != "revealed" and secret.visibility == "gm":
            yield from _told_too_soon(pack, id)


def _told_too_soon(pack: Pack, id: str) -> Iterator[tuple[str, str, str, str]]:
    """Texts that the players see, and that repeat the truth or a secret alias."""
    named = _named(pack)
    runs = _runs(pack.secrets[id].truth, named)
    aliases = [
        alias
        for section in (pack.characters, pack.npcs, pack.locations, pack.factions, pack.items)
        for entity in section.values()
        for alias, secret in entity.secret_aliases.items()
        if secret == id
    ]
    for path, text, allowed in texts(pack):
        if not text or allowed & {id, "gm"}:
            continue
        repeated = next((run for run in sorted(_runs(text, named)) if run in runs), None)
        if repeated:
            yield (
                path,
                "W112",
                f"{path} tells the players what secret {id} hides: {' '.join(repeated)!r}",
                "reword it, or give it visibility: gm",
            )
        for alias in aliases:
            if re.search(rf"\b{re.escape(alias)}\b", text, re.IGNORECASE):
                yield path, "W112", f"{path} names {alias!r}, an alias that secret {id} hides", "leave the name out"


def _named(pack: Pack) -> frozenset[str]:
    """The words of names: that two texts name the same people says nothing yet."""
    sections = (pack.characters, pack.npcs, pack.locations, pack.factions, pack.items)
    entities = [entity for section in sections for entity in section.values()]
    return frozenset(word for entity in entities for name in (entity.name, *entity.aliases) for word in _words(name))


def dull_words() -> frozenset[str]:
    """The words that give nothing away."""
    return frozenset(read_data("proofreading")["dull"])


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower().replace("’", "'"))


def _runs(text: str, named: frozenset[str]) -> set[tuple[str, ...]]:
    """The runs of words in a text that give it away: five with three words of weight beside the names, or eight with names."""
    words = _words(text)
    dull = dull_words()
    found = set()
    for length, weightless in ((RUN, dull | named), (LONG_RUN, dull)):
        runs = (tuple(words[at : at + length]) for at in range(len(words) - length + 1))
        found |= {run for run in runs if sum(len(word) > 2 and word not in weightless for word in run) >= TELLING}
    return found
