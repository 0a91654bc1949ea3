"""What happened, as somebody who knows of it tells it to the player's character: *you shot Isom Tolliver*, *I was hit in the arm*."""

import re

from gm_engine.context.told_records import ENGINES, bookkept, ended, upper
from gm_engine.state import StoryState
from gm_engine.story.story_point import StoryPoint

AGREEING = {"I": {"is": "am", "has": "have"}, "You": {"is": "are", "was": "were", "has": "have"}}
"""How a verb behind a name is said behind *I* and *you*."""


def retold(point: StoryPoint, speaker: str, state: StoryState) -> str:
    """A story point in a sentence of the speaker's own; empty for what is a label of the record, or a thing that nobody would tell."""
    if bookkept(point):
        return ""
    work = next((one for one in state.works.values() if one.turn == point.turn and one.text and one.text in _small(point.title)), None)
    if work is not None:
        return in_person(ended(upper(work.text)), speaker, state)
    title = point.title.strip()
    wrong = next((one for one in state.wrongs.values() if one.done and title.startswith(f"{_name(state, state.pc)} {one.done}")), None)
    if wrong is not None:
        return in_person(ended(f"{_name(state, state.pc)} {wrong.done}"), speaker, state)
    of_somebody = any(name and title.startswith(f"{name} ") for name in (_name(state, id) for id in point.participants))
    if ENGINES.fullmatch(point.id) and (not of_somebody or ": " in title):
        return ""
    return in_person(ended(upper(title)), speaker, state)


def in_person(text: str, speaker: str, state: StoryState) -> str:
    """A sentence that names the speaker and the one who hears it, turned to *I* and *you*."""
    for id, subject, other, own in ((state.pc, "You", "you", "your"), (speaker, "I", "me", "my")):
        name = re.escape(_name(state, id)) if id else ""
        if not name:
            continue
        text = re.sub(rf"^{name}['’]s\b", upper(own), text)
        if begun := re.match(rf"{name} (\w+)", text):
            text = f"{subject} {AGREEING[subject].get(begun[1], begun[1])}{text[begun.end() :]}"
        text = re.sub(rf"\b{name}['’]s\b", own, text)
        text = re.sub(rf"\b{name}\b", other, text)
    return text


def _small(title: str) -> str:
    return title[:1].lower() + title[1:]


def _name(state: StoryState, id: str) -> str:
    return state.name(id) if id else ""
