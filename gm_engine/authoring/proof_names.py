"""Does every name mean one thing, and could it be an ordinary word?"""

from collections.abc import Iterator

from gm_engine.story.pack import Pack

COMMON = frozenset(
    ["ace", "angel", "april", "art", "ash", "august", "autumn", "bank", "bear", "bill", "birch", "bishop", "boss", "bright", "brook", "brooks", "brown", "buck", "bud", "cash", "chance", "chip", "clay", "cliff", "coal", "colt", "cook", "copper", "dale", "dawn", "dean", "deacon", "dean", "dell", "doc", "drew", "duke", "dusty", "early", "earl", "ember", "eve", "faith", "fern", "finch", "flint", "ford", "forest", "fox", "frank", "gale", "gene", "gold", "grace", "grant", "gray", "green", "grey", "guy", "hall", "happy", "hart", "hazel", "heath", "hill", "holly", "honor", "hope", "hunter", "iris", "ivy", "jack", "jade", "jay", "jet", "joy", "june", "king", "lane", "lark", "lily", "long", "lucky", "major", "march", "mark", "mason", "may", "mercy", "mild", "miles", "mill", "miner", "misty", "money", "moon", "moss", "nick", "north", "olive", "opal", "page", "pastor", "patience", "pearl", "penny", "pike", "piper", "poppy", "price", "prudence", "quick", "rain", "ranger", "ray", "red", "reed", "reverend", "rich", "ridge", "river", "rob", "robin", "rock", "roman", "rose", "ruby", "rusty", "sage", "sandy", "sergeant", "sharp", "sheriff", "short", "shorty", "silver", "sky", "slim", "smith", "snow", "south", "sparrow", "spring", "star", "stark", "stone", "storm", "story", "stranger", "summer", "sunny", "temple", "thorn", "tiny", "trace", "trinity", "victor", "violet", "wade", "walker", "ward", "west", "white", "widow", "wild", "will", "winter", "wolf", "wood", "young"]
)  # fmt: skip
"""Words that stand in ordinary sentences, too: as a bare alias each would be found where nobody is meant."""
FINE = frozenset(["reed", "smith", "walker", "mason", "hunter", "brooks", "jack"])
"""Of these, the ones that are met as names far more often than as words."""


def names(pack: Pack) -> Iterator[tuple[str, str, str, str]]:
    """Path, code, message and fix for each alias that two entities share, or that is a common word."""
    owners: dict[str, list[tuple[str, str, str]]] = {}
    for section in ("characters", "npcs", "locations", "factions", "items"):
        for id, entity in getattr(pack, section).items():
            for name in dict.fromkeys((entity.name, *entity.aliases, *entity.secret_aliases)):
                owners.setdefault(_bare(name), []).append((section, id, name))
                if section in ("characters", "npcs") and name.lower() in COMMON - FINE:
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
