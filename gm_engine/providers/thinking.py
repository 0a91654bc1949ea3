"""Keeps what a model thinks apart from what it says, where it writes both into one text: ``<think>…</think>``."""

import re

NAMES = ("think", "thinking", "thought", "reasoning")
TAG = re.compile(rf"<(/?)(?:{'|'.join(NAMES)})>", re.IGNORECASE)
BEGINNINGS = {f"<{slash}{name}>"[:n] for slash in ("", "/") for name in NAMES for n in range(1, len(name) + 3)}


class Thinking:
    """Takes a text in pieces, however it is split, and gives each as (said, thought).

    ``inside``: the text begins with thoughts. ``unopened`` is True once a closing tag was met that nothing had opened: then all
    before it was thought, and had been given out as said.
    """

    def __init__(self, *, inside: bool = False) -> None:
        self.inside = inside
        self.unopened = False
        self._waiting = ""

    def add(self, piece: str) -> tuple[str, str]:
        """What is said and what is thought, as far as that is certain."""
        text, self._waiting = self._waiting + piece, ""
        said: list[str] = []
        thought: list[str] = []
        at = 0
        for tag in TAG.finditer(text):
            (thought if self.inside else said).append(text[at : tag.start()])
            at = tag.end()
            if tag[1] and not self.inside:
                self.unopened = True
                thought, said = [*said, *thought], []
            self.inside = not tag[1]
        rest = text[at:]
        cut = rest.rfind("<")
        if cut >= 0 and rest[cut:].lower() in BEGINNINGS:
            rest, self._waiting = rest[:cut], rest[cut:]
        (thought if self.inside else said).append(rest)
        return "".join(said), "".join(thought)

    def end(self) -> tuple[str, str]:
        """What was still waiting to become a tag."""
        rest, self._waiting = self._waiting, ""
        return ("", rest) if self.inside else (rest, "")
