"""Does every name mean one thing, and could it be an ordinary word?"""

from collections.abc import Iterator

from gm_engine.authoring.data_files import read_data
from gm_engine.story.pack import Pack


def names(pack: Pack) -> Iterator[tuple[str, str, str, str]]:
    """Path, code, message and fix for each alias that two entities share, or that is a common word."""
    common = frozenset(read_data("proofreading")["common_names"])
    owners: dict[str, list[tuple[str, str, str]]] = {}
    for section in ("characters", "npcs", "locations", "factions", "items"):
        for id, entity in getattr(pack, section).items():
            for name in dict.fromkeys((entity.name, *entity.aliases, *entity.secret_aliases)):
                owners.setdefault(_bare(name), []).append((section, id, name))
                if section in ("characters", "npcs") and name.lower() in common:
                    message = f"{name!r}, a name of {id}, is a common word and would be read where nobody is meant"
                    yield f"{section}.{id}.aliases", "W131", message, f"use a longer alias, such as {_longer(name, entity.name)!r}"
    for shared in owners.values():
        ids = list(dict.fromkeys(id for _, id, _ in shared))
        if len(ids) > 1:
            section, id, name = shared[-1]
            message = f"{name!r} can mean {' or '.join(ids)}"
            yield (
                f"{section}.{id}.aliases",
                "W130",
                message,
                "what is said of it will be ambiguous: add a distinguishing alias, and drop this one",
            )


def _bare(name: str) -> str:
    return name.lower().removeprefix("the ").strip()


def _longer(alias: str, name: str) -> str:
    return name if " " in name else f"Old {alias}"
