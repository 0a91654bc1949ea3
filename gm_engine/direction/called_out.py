"""Who is called by name and told to do something, without quotation marks: *Ben, come with me* is said, and done by nobody else."""

import re

from gm_engine.state import StoryState
from gm_engine.wordnet import verb_class

CALLED = re.compile(r"\s*(?P<name>[^\W\d_][\w'’ -]*),\s+(?P<rest>[^\"“”]+)")
COURTESY = frozenset(("please", "do", "don't", "don’t", "let", "let's", "let’s", "just"))


def called_out(line: str, state: StoryState) -> str:
    """The line in quotation marks, where it tells somebody who is here to do something; else as it is."""
    found = CALLED.fullmatch(line)
    if not found or not _is_here(found["name"], state):
        return line
    first = re.match(r"[\w'’]+", found["rest"])
    word = first[0].lower() if first else ""
    return f'"{line.strip()}"' if word in COURTESY or verb_class(word) else line


def _is_here(name: str, state: StoryState) -> bool:
    said = name.strip().casefold()
    for id in state.present():
        entity = state.lore.entity(id)
        names = (entity.name, *entity.aliases) if entity else ()
        if any(said in (one.casefold(), *one.casefold().split()) for one in names):
            return True
    return False
