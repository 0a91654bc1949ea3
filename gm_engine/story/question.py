"""A question to a language model beside the telling: what does this text claim, do these two clash, how would you word this."""

from typing import Literal

from gm_engine.story.hashed import Hashed
from gm_engine.story.noun import Words


class Question(Hashed):
    """``form`` is the JSON schema of the answer, as JSON; empty where words are wanted. ``most`` are the tokens of an answer at most."""

    purpose: Literal["claims", "conflicts", "summary", "recap", "card", "probe", "interpret", "note", "check"]
    system: Words
    user: Words
    form: str = ""
    most: int = 800
