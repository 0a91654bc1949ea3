"""Interpret: one question about the player's line, in its scene, and the acts that a model hears in it.

The rules judge each act afterwards. What a model does not answer, or answers with garbage, is read by the grammar instead.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from gm_engine.direction.acts import LETTERS, intents_of, ways_open
from gm_engine.memory.cutting import last_sentences
from gm_engine.play.asking import Asked, words
from gm_engine.rules.map import ways
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state import StoryState
from gm_engine.state.seen import hidden
from gm_engine.story.act import HEARD, Act, Heard
from gm_engine.story.consequence import Consequence
from gm_engine.story.fence import DATA_IN_BRIEF, fenced
from gm_engine.story.intent import Intent
from gm_engine.story.question import Question

MOST_ACTS = 8
MOST_ASSUMED = 3
MOST_OWED = 5
LONGEST = 400
"""Letters of one field of an act."""
MOST_AROUND = 9
"""So many people, things or ways of each kind are listed."""
GREATEST = 10**7
CLOCK = re.compile(r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9]")
FIGURES = re.compile(r"[0-9]{1,8}")
ANSWER = 700
SEEN = 2
"""So many sentences of the last reply say what "him" and "it" mean."""
SYSTEM = """You hear what a player of a tabletop role-playing game says, and write down what their character does. {data}

acts: a row for each act, in order, each once; what is only hoped, recalled or said of others is none.
- verb: the best of {verbs}; free: any other act; aside: words about the game. (give: also to pay. take: what is not one's own.
  promise: to bind oneself. close: nearer in a fight.)
- whom, thing, place: as the scene names them, else the player's words.
- words: the act in brief. about: what is asked, told, promised. speech: what is said aloud, to the letter.
- amount: cents, or how many. minutes: waited, slept, until a promise is due; or until: an hour of the clock (20:00).
- skill, win, lose: only where failing changes something: one of {skills}; what comes of it.
- option: the letter of an offered way that is taken.
assumes: what the player claims was told, or is so already, and the scene does not show ("as you said, he is your cousin"), to the
letter; no question, act, wish or simile."""


def interpret_question(line: str, state: StoryState) -> Question:
    """What a model is asked of a line that the player has just said."""
    book = rulebook_of(state.pack)
    system = SYSTEM.format(data=DATA_IN_BRIEF, verbs=", ".join(verb for verb in HEARD if verb != "free"), skills=", ".join(book.skills))
    return Question(purpose="interpret", system=system, user=f"{scene_of(state)}\n\n{fenced('player', line)}", form=FORM, most=ANSWER)


def _form() -> str:
    text, number = {"type": "string"}, {"type": "integer"}
    fields: dict[str, Mapping[str, Any]] = {
        "verb": text, "whom": text, "thing": text, "place": text, "words": text, "about": text,
        "speech": text, "amount": number, "minutes": number, "until": text, "skill": text, "win": text, "lose": text, "option": text,
    }  # fmt: skip
    act = {"type": "object", "properties": fields, "required": ["verb", "words"]}
    whole = {"acts": {"type": "array", "items": act}, "assumes": {"type": "array", "items": text}}
    return json.dumps({"type": "object", "properties": whole, "required": ["acts"]}, separators=(",", ":"))


FORM = _form()
"""The JSON schema of the answer: what does not apply may be left out, so that an answer is short."""


def scene_of(state: StoryState) -> str:
    """What a hearer must know of the scene: who and what is there, where one can go, which ways are offered, what was said last."""
    pack, name = state.pack, state.name
    people = [f"{name(id)}{_called(pack.npcs[id].role)}" for id in state.present() if not hidden(id, state)]
    carried = [name(id) if id in pack.items else id.replace("_", " ") for id in state.carried(state.pc)]
    lying = [name(id) for id in pack.items if state.where(id) == state.here and not hidden(id, state)]
    open_ways = [f"{letter}: {option.text}" for letter, _, option in ways_open(state)]
    last = state.turns.last()
    lines = {
        "You": f"{name(state.pc)}, {state.say_time()}{f', at {name(state.here)}' if state.here else ''}",
        "Here": _listed(people),
        "Carried": _listed([*carried, *([rulebook_of(pack).currency.say(state.purse(state.pc))] if state.counts_money() else [])]),
        "Lying here": _listed(lying),
        "Ways out": _listed([name(way.to) for way in ways(state, state.here) if not hidden(way.to, state)]),
        "Offered": "; ".join(open_ways[: len(LETTERS)]),
        "Owed by you": "; ".join(f"{owed.text} (to {name(owed.creditor)})" if owed.creditor else owed.text for owed in owed_by(state)),
    }
    scene = "\n".join(f"{head}: {text}" for head, text in lines.items() if text)
    told = last_sentences(state.shown(last).reply, SEEN) if last else ""
    return f"{scene}\n\n{fenced('told last', told)}" if told else scene


def owed_by(state: StoryState) -> tuple[Consequence, ...]:
    """The player's character's own promises and debts that stand open, few of them: those to people who are here, and the newest."""
    own = [owed for owed in state.owed() if owed.kind in ("promise", "debt") and owed.debtor == state.pc]
    here = [owed for owed in own if owed.creditor in state.present()]
    return tuple([*[owed for owed in own if owed not in here], *here][-MOST_OWED:])


def _called(role: str) -> str:
    return f" ({role})" if role else ""


def _listed(names: Sequence[str]) -> str:
    return "; ".join(names[:MOST_AROUND])


def heard_in(answer: str) -> Heard | None:
    """What an answer says was heard; None where it is no answer at all, so that the line must be read otherwise.

    >>> heard_in('{"acts": [{"verb": "wait", "words": "wait for dusk"}]}').acts[0].verb
    'wait'
    >>> heard_in("I cannot say.") is None
    True
    """
    try:
        told = json.loads(answer)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict) or not isinstance(told.get("acts"), list):
        return None
    acts = [act for row in told["acts"][:MOST_ACTS] if isinstance(row, dict) and (act := _act(row)) is not None]
    if told["acts"] and not acts:
        return None
    assumed = told.get("assumes")
    quotes = [" ".join(one.split()) for one in assumed if isinstance(one, str) and one.strip()] if isinstance(assumed, list) else []
    return Heard(acts=tuple(acts), assumes=tuple(one for one in quotes[:MOST_ASSUMED] if len(one) <= LONGEST and one.isprintable()))


TEXTS = ("whom", "thing", "place", "words", "about", "speech", "skill", "win", "lose", "option")


def _act(row: Mapping[str, Any]) -> Act | None:
    told = row.get("verb")
    if not isinstance(told, str) or not told.strip():
        return None
    verb = told.strip().casefold()
    verb = verb if verb in (*HEARD, "aside") else "free"
    texts = {name: words(row, name, LONGEST) for name in TEXTS}
    texts["until"] = hour if CLOCK.fullmatch(hour := words(row, "until", LONGEST)) else ""
    texts["words"] = texts["words"] or words(row, "verb", LONGEST)
    return Act.model_validate({"verb": verb, **texts, "amount": _number(row.get("amount")), "minutes": _number(row.get("minutes"))})


def _number(told: Any) -> int:
    if isinstance(told, str) and FIGURES.fullmatch(told.strip()):
        told = int(told)
    if isinstance(told, bool) or not isinstance(told, int | float) or not 0 <= told <= GREATEST:
        return 0
    return round(told)


def interpreted(asked: Asked | None, state: StoryState) -> tuple[tuple[Intent, ...], tuple[str, ...]] | None:
    """The intents that were heard, and what the player takes for granted; None where nobody has heard anything."""
    heard = heard_in(asked.completion.text) if asked is not None and asked.completion.text else None
    return (intents_of(heard.acts, state), heard.assumes) if heard is not None else None
