"""Keeps what a model thinks apart from what it says, where it writes both into one text: ``<think>…</think>``."""

import re

NAMES = ("think", "thinking", "thought", "reasoning", "seed:think")
OPENS = (*(f"<{name}>" for name in NAMES), "[think]", "◁think▷", *(f"<|channel|>{name}<|message|>" for name in ("analysis", "commentary")))
CLOSES = (*(f"</{name}>" for name in NAMES), "[/think]", "◁/think▷")
ENDS = "<|end|>"
"""Ends a thought, and anything else that is said in channels."""
PASSED_OVER = (
    ENDS, "<|start|>assistant", "<|channel|>final<|message|>", "<|return|>", "<|im_end|>", "<|eot_id|>", "<|endoftext|>", "<end_of_turn>",
)  # fmt: skip
"""Signs of a model's own that a server let through: they are neither said nor thought."""
SIGNS = (*OPENS, *CLOSES, *PASSED_OVER)
SIGN = re.compile("|".join(map(re.escape, SIGNS)), re.IGNORECASE)
BEGINNINGS = {sign[:n] for sign in SIGNS for n in range(1, len(sign))}
LONGEST = max(map(len, BEGINNINGS))


class Thinking:
    """Takes a text in pieces, however it is split, and gives each as (said, thought).

    ``inside``: the text begins with thoughts. ``unopened`` is True once a closing sign was met that nothing had opened: then all
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
        for found in SIGN.finditer(text):
            (thought if self.inside else said).append(text[at : found.start()])
            at, sign = found.end(), found[0].lower()
            if sign in CLOSES and not self.inside:
                self.unopened = True
                thought, said = [*said, *thought], []
            self.inside = sign in OPENS or (self.inside and sign in PASSED_OVER and sign != ENDS)
        rest = text[at:]
        ending = rest[-LONGEST:].lower()
        cut = next((n for n in range(len(ending)) if ending[n:] in BEGINNINGS), len(ending))
        if kept := len(ending) - cut:
            rest, self._waiting = rest[:-kept], rest[-kept:]
        (thought if self.inside else said).append(rest)
        return "".join(said), "".join(thought)

    def end(self) -> tuple[str, str]:
        """What was still waiting to become a sign."""
        rest, self._waiting = self._waiting, ""
        return ("", rest) if self.inside else (rest, "")
