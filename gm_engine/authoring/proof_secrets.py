"""Are the secrets findable, held, and kept?"""

import re
from collections.abc import Iterator, Mapping

from gm_engine.authoring.data_files import read_data
from gm_engine.authoring.proof_texts import texts
from gm_engine.story.pack import Authored, Pack

RUN = 5
LONG_RUN = 8
TELLING = 3


def secrets(pack: Pack) -> Iterator[tuple[str, str, str, str]]:
    """Path, code, message and fix for each secret that players would miss, or know too soon."""
    held = {id for person in (*pack.characters.values(), *pack.npcs.values()) for id in person.knows}
    held |= {item.reveals for item in pack.items.values()}
    for id, secret in pack.secrets.items():
        path = f"secrets.{id}"
        count, roads = len(secret.clues), {(clue.at, clue.who, clue.item) for clue in secret.clues}
        if count < 3:
            message = f"secret {id} has {count} {'clue' if count == 1 else 'clues'}; players miss clues"
            yield path, "W110", message, "three or more ways to find it are safer"
        elif len(roads) == 1 and roads != {("", "", "")}:
            message = f"all clues of secret {id} lie in one place; whoever passes it by misses them all"
            yield path, "W110", message, "bind one to another place, person or item"
        if not (secret.known_by or secret.says or id in held):
            yield (
                path,
                "W111",
                f"nobody holds secret {id}, and nothing gives it away",
                "add known_by:, an npc's knows:, or an item's reveals:",
            )
    yield from _told_too_soon(pack)


def _told_too_soon(pack: Pack) -> Iterator[tuple[str, str, str, str]]:
    """Texts that the players see, and that repeat a hidden truth or name a secret alias."""
    kept = {id: secret for id, secret in pack.secrets.items() if secret.status != "revealed" and secret.visibility == "gm"}
    weightless = frozenset(read_data("proofreading")["dull"])
    named = _named(pack)
    truths = {id: _runs(secret.truth, weightless, named) for id, secret in kept.items()}
    aliases = [
        (secret, alias, re.compile(rf"\b{re.escape(alias)}\b", re.IGNORECASE))
        for section in _sections(pack)
        for entity in section.values()
        for alias, secret in entity.secret_aliases.items()
    ]
    for path, text, allowed in texts(pack):
        if not text or "gm" in allowed:
            continue
        runs = _runs(text, weightless, named)
        for id in sorted(kept.keys() - allowed):
            repeated = min(runs & truths[id], default=None)
            if repeated:
                message = f"{path} tells the players what secret {id} hides: {' '.join(repeated)!r}"
                yield path, "W112", message, "reword it, or give it visibility: gm"
        for id, alias, pattern in aliases:
            if id in kept and id not in allowed and pattern.search(text):
                yield path, "W112", f"{path} names {alias!r}, an alias that secret {id} hides", "leave the name out"


def _sections(pack: Pack) -> tuple[Mapping[str, Authored], ...]:
    return pack.characters, pack.npcs, pack.locations, pack.factions, pack.items


def _named(pack: Pack) -> frozenset[str]:
    """The words of names: that two texts name the same people says nothing yet."""
    entities = [entity for section in _sections(pack) for entity in section.values()]
    return frozenset(word for entity in entities for name in (entity.name, *entity.aliases) for word in _words(name))


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower().replace("’", "'"))


def _runs(text: str, dull: frozenset[str], named: frozenset[str]) -> set[tuple[str, ...]]:
    """The runs of words in a text that give it away: five with three words of weight beside the names, or eight with names."""
    words = _words(text)
    found = set()
    for length, weightless in ((RUN, dull | named), (LONG_RUN, dull)):
        weights = [len(word) > 2 and word not in weightless for word in words]
        found |= {tuple(words[at : at + length]) for at in range(len(words) - length + 1) if sum(weights[at : at + length]) >= TELLING}
    return found
