"""Who is called by name and told to do something, without quotation marks: *Ben, come with me* is said, and done by nobody else."""

import re
from collections.abc import Callable

from gm_engine.state import StoryState
from gm_engine.story.parsed import Parsed, Sentence

CALLED = re.compile(r"\s*(?P<name>[^\W\d_][\w'’ -]*),\s+(?P<rest>[^\"“”]+)")


def called_out(line: str, state: StoryState, parse: Callable[[str], Parsed]) -> str:
    """The line in quotation marks, where it tells somebody who is here to do something; else as it is. What stands behind the name is
    an order by its grammar: its first main verb is bare, and nobody does it.
    """
    found = CALLED.fullmatch(line)
    if not found or not _is_here(found["name"], state):
        return line
    sentences = parse(found["rest"][:1].upper() + found["rest"][1:]).sentences
    return f'"{line.strip()}"' if sentences and _orders(sentences[0]) else line


def _orders(sentence: Sentence) -> bool:
    root = sentence[sentence.root]
    done = any(sentence[one].tag == "MD" or sentence[one].lemma == "to" for one in sentence.children(sentence.root, "aux"))
    return root.tag == "VB" and not done and sentence.child(sentence.root, "nsubj", "nsubjpass", "expl") < 0


def _is_here(name: str, state: StoryState) -> bool:
    said = name.strip().casefold()
    for id in state.present():
        entity = state.lore.entity(id)
        names = (entity.name, *entity.aliases) if entity else ()
        if any(said in (one.casefold(), *one.casefold().split()) for one in names):
            return True
    return False
