"""Frames: what belongs to each verb. Whom, what, where, how much."""

import re
from collections.abc import Callable, Iterable

from rapidfuzz import fuzz

from gm_engine.direction import amounts
from gm_engine.direction.clause import MARKERS, MODES, Clause, Frame
from gm_engine.direction.naming import Names
from gm_engine.direction.player_verbs import forms
from gm_engine.direction.small_acts import ANTICS, GESTURES, LYING_ABOUT, TENDING
from gm_engine.rules.hiring import HIRE
from gm_engine.rules.map import ways
from gm_engine.rules.owing import DUE
from gm_engine.rules.rulebook import Rulebook
from gm_engine.rules.weapons import loaded, row_of, weapon_for
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent
from gm_engine.story.number_words import number

ANSWER = re.compile(
    r"^(who|what|where|when|why|how|which|whose|should|is|are|was|were|do|does|did|have|has|can|could|will|would|any)\b", re.I
)
IDLE = frozenset(form for verb in ("sit", "smoke", "roll", "keep", "lean", "warm", "stand") for form in forms(verb))
MODES_OF_USE = {
    "gesture": GESTURES,
    "insult": frozenset(form for verb in ("spit", "curse", "insult", "mock", "taunt", "jeer", "sneer") for form in forms(verb)),
    "destroy": frozenset(form for verb in ("burn", "destroy", "tear", "rip", "shred") for form in forms(verb)),
    "yield": frozenset((*forms("surrender"), *forms("holster"), *forms("lower"), *forms("raise"), *forms("give"))),
}
"""Uses that are of a kind of their own, by the word that opens them."""
BEYOND_WORDS = """
fly levitate teleport vanish disappear cast summon conjure resurrect hypnotize hypnotise transform shapeshift telepathically bewitch
"""
BEYOND = frozenset(form for verb in BEYOND_WORDS.split() for form in forms(verb))
"""What nobody can do, unless a rulebook has a skill whose words these are."""
REPLY_WORDS = "sorry yes no yeah nope aye sure fine agreed perhaps maybe never please pardon amen"
REPLIES = frozenset(REPLY_WORDS.split())
EVERYBODY_WORDS = """
everyone everybody all anyone anybody someone somebody them nearest closest first man guy fella fellow woman stranger whoever
"""
EVERYBODY = frozenset(EVERYBODY_WORDS.split())
MEN = frozenset(("man", "guy", "fella", "fellow"))
STEALING = frozenset(form for verb in ("steal", "swipe", "snatch", "pilfer", "pocket", "lift", "filch") for form in forms(verb))
PURSE = frozenset(("purse", "wallet", "pocketbook", "pocket", "money", "cash", "till", "coins"))
FOLLOWS = frozenset(forms("follow"))
SLIPS = frozenset((*forms("slip"), *forms("pass"), *forms("drop")))
TOWARD_WORDS = (
    "into in out along away past behind through off by inside outside to toward towards between under over back down up from round around"
)
TOWARD = frozenset(TOWARD_WORDS.split())
"""Words after which *slip* is a way of going, and hands nobody anything."""
CONSUMES = frozenset((*forms("drink"), *forms("eat")))
ALL_ROUND = frozenset(("everybody", "everyone", "all", "house"))
MONEY_WORDS = ("money", "cash", "coins", "coin", "dollars", "dollar", "cents")


def frame(clause: Clause, state: StoryState, book: Rulebook, names: Names, last: str = "") -> Intent:
    """The intent of a clause."""
    found = Frame(clause, state, book, names, last)
    if not clause.verb:
        return _unclear(found)
    called = found.called()
    if called and clause.verb not in ("ask", "greet"):
        asked = _question(clause.text)
        words = clause.text.partition(",")[2].strip(" ?")
        return Intent(verb="ask" if asked else "tell", words=clause.text.strip(), target=called, topic=found.topic(called), about=words)
    build = FRAMES.get(clause.verb, _plain)
    return build(found).model_copy(update={"words": clause.text.strip()})


def _plain(found: Frame) -> Intent:
    return Intent.model_validate({"verb": found.clause.verb, "target": found.person(), "item": found.first("item"), "about": found.about()})


def _look(found: Frame) -> Intent:
    target = found.first("person") or found.pronoun()
    item, place = found.first("item"), found.first("place")
    if {"around", "about", "round"} & set(found.clause.tokens[found.clause.start : found.clause.end + 1]):
        behind = [mention for mention in found.all("person", "place") if found.clause.end <= mention.start <= found.clause.end + 1]
        target = next((mention.id for mention in behind if mention.kind == "person"), "")
        item, place = "", next((mention.id for mention in behind if mention.kind == "place"), "")
    return Intent(verb="look", target=target, item=item, place=place, topic=target or item or place, about=found.about())


def _greet(found: Frame) -> Intent:
    target = found.addressee()
    if found.marker() < len(found.clause.tokens) and found.clause.tokens[found.marker()] in MARKERS[:-2]:
        return Intent(verb="ask", target=target, topic=found.topic(target), about=found.about())
    return Intent(verb="greet", target=target, about=found.clause.quote)


def _ask(found: Frame) -> Intent:
    target = found.addressee()
    sum_asked = amounts.money(found.clause.text, found.book.currency)
    if "for" in found.rest and (sum_asked or "loan" in found.rest):
        return Intent(verb="borrow", target=target, amount=sum_asked or 0, about=found.about())
    return Intent(verb="ask", target=target, topic=found.topic(target), about=found.about())


def _tell(found: Frame) -> Intent:
    target = found.addressee()
    said = found.about()
    if found.clause.quote and _question(found.clause.quote):
        return Intent(verb="ask", target=target, topic=found.topic(target), about=said)
    if found.clause.quote and re.match(
        r"(howdy|hello|hi|hey|good (morning|evening|day|afternoon))\b[\w ,']{0,20}[.!]?\Z", found.clause.quote, re.I
    ):
        return Intent(verb="greet", target=target, about=said)
    shown = found.first("item") if found.head.startswith("show") else ""
    return Intent(verb="tell", target=target, topic=shown or found.topic(target), item=shown, about=said)


def _talked(found: Frame) -> Intent:
    verb, target = found.clause.verb, found.addressee()
    span = _minutes(found) if verb == "promise" else 0
    return Intent.model_validate({"verb": verb, "target": target, "topic": found.topic(target), "about": found.about(), "amount": span})


def _travel(found: Frame) -> Intent:
    mode = next((MODES[token] for token in found.clause.tokens if token in MODES), "foot")
    if found.head in FOLLOWS and (who := found.person()):
        return Intent(verb="check", skill=_skill(found.book, "stealth"), target=who, about=found._tail(found.clause.end))
    place = found.place()
    if found.head in FOLLOWS and not place:
        return Intent(verb="check", skill=_skill(found.book, "tracking"), about=found._tail(found.clause.end))
    if place == found.state.here and (who := found.first("person")) and found._near(who):
        return Intent(verb="greet", target=who)
    if not place and {"around", "about"} & set(found.rest):
        return Intent(verb="look", about=found._tail(found.clause.end))
    if not place and {"run", "runs", "ran", "running"} & set(found.clause.tokens):
        return Intent(verb="flee")
    return Intent(verb="travel", place=place, mode=mode, about=found._tail(found.clause.end))


def _search(found: Frame) -> Intent:
    place, target, item = found.first("place"), found.first("person"), found.first("item")
    if target in found.state.pack.npcs and found.state.where(target) != found.state.here:
        return Intent(verb="travel", place=found.state.pack.npcs[target].at, mode="foot", about=found._tail(found.clause.end))
    return Intent(verb="search", place=place, target=target, item=item, topic=place or item or target, about=found._tail(found.clause.end))


def _take(found: Frame) -> Intent:
    if LYING_ABOUT & set(found.rest[:4]) and not found.first("item"):
        return Intent(verb="use", mode="gesture", about=found._tail(found.clause.start))
    target = found.first("person")
    if found.head in STEALING and not found.first("item") and PURSE & set(found.rest):
        return Intent(verb="rob", mode="steal", target=target or found.pronoun(), about=found.about())
    return Intent(
        verb="take",
        mode="steal" if found.head in STEALING else "",
        item=found.first("item") or found.mistyped("item"),
        target=found.first("person"),
        amount=amounts.count_of(found.clause.text),
        about=found.about(),
    )


def _rob(found: Frame) -> Intent:
    target = found.first("person") or found.pronoun() or next(iter(found.state.present()), "")
    unseen = "steal" if found.head in STEALING or "pocket" in found.rest or "pocket" in found.clause.tokens else ""
    return Intent(verb="rob", mode=unseen, item=found.first("item"), target=target, about=found.about())


def _burn(found: Frame) -> Intent:
    item = found.first("item")
    if item and not found.first("place"):
        return Intent(verb="use", mode="destroy", item=item, about=found._tail(found.clause.end))
    return Intent(verb="burn", place=found.first("place"), about=found._tail(found.clause.end))


def _give(found: Frame) -> Intent:
    if found.rest[:1] in (["me"], ["us"]):
        return Intent(verb="persuade", target=found.addressee(), about=found._tail(found.clause.start))
    cents = amounts.money(found.clause.text, found.book.currency)
    target = found.person()
    if cents and found.head.startswith("offer"):
        thing = next((mention.id for mention in found.all("item") if found.state.has(found.state.pc, mention.id)), "")
        return Intent(
            verb="persuade",
            target=target,
            item=thing,
            amount=cents if thing or not found.first("item") else 0,
            about=found._tail(found.clause.end),
        )
    if cents or set(found.rest) & {*MONEY_WORDS, found.book.currency.unit, found.book.currency.units}:
        return Intent(verb="give", item="money", target=target, amount=cents or 0)
    item = found.first("item") or found.mistyped("item")
    if not item and found.head in SLIPS and TOWARD & set(found.rest[:1]):
        return Intent(verb="check", skill=_skill(found.book, "stealth"), about=found._tail(found.clause.end))
    if not item and target:
        return Intent(verb="greet", target=target, about=found.about())
    return Intent(verb="give", item=item, target=target, amount=amounts.count_of(found.clause.text) or 1, about=found.about())


def _trade(found: Frame) -> Intent:
    if found.head in CONSUMES and (found.rest[:1] == ["from"] or found.first("place") or {"water", "canteen"} & set(found.rest)):
        return Intent(verb="use", mode="gesture", target=found.first("person"), about=found._tail(found.clause.start))
    if found.head in HIRES and (who := found.first("person")):
        return _hired(found, who)
    count = amounts.count_of(amounts.MONEY.sub(" ", found.clause.text)) or 1
    if ALL_ROUND & set(found.rest):
        count = len(found.state.present()) + 1
    return Intent.model_validate(
        {
            "verb": found.clause.verb,
            "item": found.served() or found.item(),
            "target": found.first("person"),
            "amount": count,
            "place": _whereat(found),
            "about": found._tail(found.clause.end),
        }
    )


def _hired(found: Frame, who: str) -> Intent:
    """Somebody taken on: the wage in all, for how many days, and for what, unless it is to go along."""
    text = found.clause.text
    spell = amounts.minutes(BY_THE_DAY.sub(" ", text), found.state.minute, found.state.pack.calendar)
    days = max(1, (spell or 0) // 1440)
    wage = (amounts.money(text, found.book.currency) or 0) * (days if BY_THE_DAY.search(text) else 1)
    task = next((match[1].strip(" .!") for match in TASK.finditer(amounts.MONEY.sub(" ", text))), "")
    task = "" if {"me", "us", "along"} & set(task.lower().split()) else BY_THE_DAY.sub("", task).strip()
    return Intent(verb="buy", mode=f"{HIRE} {days}", target=who, amount=wage, about=task)


HIRES = frozenset((*forms("hire"), *forms("employ"), *forms("engage")))
BY_THE_DAY = re.compile(r"\b(?:a|per|each|every) day\b|\bdaily\b", re.I)
TASK = re.compile(r"\bto ((?!ride\b|come\b|go\b)[a-z]+ .+?)(?: for\b\s*$|$)", re.I)


def _thing(found: Frame) -> Intent:
    verb = found.clause.verb
    mode = next((mode for mode, heads in MODES_OF_USE.items() if found.head in heads), "")
    if found.head in TENDING or " ".join(found.clause.tokens[found.clause.start + 1 : found.clause.end]) in ANTICS:
        mode = "gesture"
    if mode == "yield" and found.first("item") and found.person():
        return _give(found)
    if mode == "destroy":
        return Intent(verb="use", mode=mode, item=found.first("item") or found.mistyped("item"), about=found._tail(found.clause.end))
    if not mode and found.person() and not found.first("item"):
        mode = "gesture"
    if mode:
        return Intent(verb="use", mode=mode, target=found.person(), about=found._tail(found.clause.start))
    if found.head in forms("eat") and not found.first("item") and "meal" in found.book.services:
        return Intent(verb="buy", item="meal", amount=1, about=found._tail(found.clause.end))
    return Intent.model_validate(
        {
            "verb": verb,
            "item": found.first("item") or found.mistyped("item"),
            "target": found.first("person"),
            "about": found._tail(found.clause.end),
        }
    )


def _minutes(found: Frame) -> int:
    return amounts.minutes(found.clause.text, found.state.minute, found.state.pack.calendar) or 0


def _waiting(found: Frame) -> Intent:
    idle = 5 if found.head in IDLE else 0
    amount = _minutes(found) or idle
    return Intent.model_validate({"verb": found.clause.verb, "amount": amount, "target": found.first("person"), "place": _whereat(found)})


def _whereat(found: Frame) -> str:
    """The place at which it is to be done; empty where none is named so."""
    tokens = found.clause.tokens
    return next((named.id for named in found.all("place") if {"at", "in"} & set(tokens[max(0, named.start - 2) : named.start])), "")


def _fight(found: Frame) -> Intent:
    verb, tokens = found.clause.verb, found.clause.tokens
    target = found.first("person") or found.pronoun() or found.mistyped("person")
    item = next((mention.id for mention in found.all("item") if row_of(found.state, found.book, mention.id)), "")
    if found.head in KILLING and not _by_gun(found, item):
        verb = "strike"
    mode = "fan" if {"fan", "fans", "fanning", "fanned"} & set(tokens) else "full" if "full" in tokens else ""
    if "chip" in tokens:
        mode = f"{mode} chip".strip()
    about = "long" if {"far", "distance", "afar", "long"} & set(tokens) and verb != "close" else "close" if "blank" in tokens else ""
    loose = [
        token for token in found.rest if token not in LOOSE and token.isalpha() and not found.names.called((token,)) and not number(token)
    ]
    if not target and verb in ("shoot", "strike", "aim", "draw", "close") and EVERYBODY & set(found.rest):
        around = present_of(found.rest, found.state)
        target = min(around, key=lambda id: (found.state.attitude(id), id)) if around else ""
        mode = mode if around else "nobody"
    elif verb in ("shoot", "strike") and not target and loose and not item:
        skill = "shooting" if verb == "shoot" else "fighting"
        if found.head in KILLING:
            return Intent(verb="free", words=found.clause.text, about=found._tail(found.clause.end))
        return Intent(verb="check", skill=_skill(found.book, skill), about=found._tail(found.clause.end))
    return Intent.model_validate(
        {
            "verb": verb,
            "target": target,
            "item": item,
            "mode": mode,
            "amount": amounts.times(found.clause.text),
            "about": about,
            "place": found.place() if verb == "flee" else "",
        }
    )


KILLING = frozenset(form for verb in ("kill", "murder", "slay", "execute", "assassinate", "finish") for form in forms(verb))
"""Words that say what is to come of it, and not by what: a gun, where there is a loaded one, else whatever is at hand."""


def _by_gun(found: Frame, item: str) -> bool:
    """True where somebody kills by a shot: with the weapon that is named, else with a gun that is loaded."""
    gun = weapon_for(found.state, found.book, found.state.pc, melee=False, wanted=item)
    if gun is None or (item and gun[0] != item):
        return False
    return not gun[1].chambers or loaded(found.state, found.state.pc, *gun) > 0


LOOSE_WORDS = """
again at the a an my his her their back in into it him them and then gun guns revolver pistol rifle shotgun with from to once twice more
another of first shot shots round rounds times chip spend hammer fan air one two three i me on aim fast quick now dead down chest head
arm leg heart hand kill
"""
LOOSE = frozenset(LOOSE_WORDS.split())


def _money(found: Frame) -> Intent:
    target = found.person() if found.clause.verb != "gamble" else found.first("person")
    if not target and found.clause.verb != "gamble":
        target = found.addressee()
    return Intent.model_validate(
        {
            "verb": found.clause.verb,
            "target": target,
            "amount": amounts.money(found.clause.text, found.book.currency) or 0,
            "about": found._tail(found.clause.end),
            "mode": f"{DUE} {term}" if found.clause.verb == "borrow" and (term := _minutes(found)) else "",
        }
    )


def _heal(found: Frame) -> Intent:
    own = {"myself", "my", "himself", "herself"} & set(found.rest)
    return Intent(verb="heal", target="" if own and not found.first("person") else found.person(), about=found._tail(found.clause.end))


def _roll(found: Frame) -> Intent:
    skill = next((token for token in found.rest if token in found.book.skills), "")
    if skill:
        difficulty = next((token for token in found.rest if token in found.book.difficulty), "fair")
        return Intent(verb="check", skill=skill, difficulty=difficulty)
    dice = re.search(r"\d*d(?:\d+|%)(?:k[hl]\d+)?(?:\s*[+-]\s*\d+)*", found.clause.text.lower())
    return Intent(verb="roll", expression=dice[0]) if dice else _unclear(found)


def _check(found: Frame) -> Intent:
    difficulty = next((token for token in found.rest if token in found.book.difficulty and token != "fair"), "fair")
    item = found.first("item")
    item = item if item in found.state.pack.items else ""
    about = found._tail(found.clause.end)
    return Intent(verb="check", skill=found.clause.skill, difficulty=difficulty, target=found.person(), item=item, about=about)


def _decide(found: Frame) -> Intent:
    words = [token for token in found.rest if token not in ("to", "that", "the", "a", "i", "will") and token.isalnum()]
    return Intent(verb="decide", option="_".join(words[:4])[:40], about=found._tail(found.clause.end))


def present_of(words: Iterable[str], state: StoryState) -> tuple[str, ...]:
    """Those here whom a loose description may mean: *the man*, *the loudest woman*; everybody where it says nothing of them."""
    said = set(words)
    wanted = "she" if "woman" in said else "he" if said & MEN else ""
    return tuple(id for id in state.present() if not wanted or state.pack.npcs[id].pronouns in (wanted, "they"))


def is_question(text: str) -> bool:
    """True for words that ask something of somebody: they begin and end as a question does."""
    return bool(ANSWER.match(text.strip())) and text.rstrip().endswith("?")


def _question(text: str) -> bool:
    return text.rstrip(' "”').endswith("?") or bool(ANSWER.match(text.strip()) and "?" in text)


def _beyond(found: Frame) -> bool:
    """True for what nobody can do: *I fly*, *I turn invisible*."""
    head = found.clause.tokens[:3]
    return bool(BEYOND & set(head[:1])) or ("invisible" in head and head[0] in ("turn", "become", "go", "am"))


def _unclear(found: Frame) -> Intent:
    """Words without a verb: something said, a question, a name, a place; else the skill that fits best, said aloud."""
    clause, state = found.clause, found.state
    words = clause.text.strip()
    target = found.addressee()
    if clause.quote:
        return _tell(found).model_copy(update={"words": words})
    if _question(words) or (ANSWER.match(words) and len(clause.tokens) > 3):
        return Intent(verb="ask", words=words, target=target, topic=found.topic(target), about=words.rstrip("?"))
    if len(found.mentions) == 1 and len(clause.tokens) <= found.mentions[0].end - found.mentions[0].start + 2:
        only = found.mentions[0]
        if only.kind == "place":
            return Intent(verb="travel", words=words, place=only.id, mode="foot", read_as="I read that as going there.")
        if only.kind == "person" and found._near(only.id):
            return Intent(verb="greet", words=words, target=only.id, read_as="I read that as a greeting.")
        if only.kind == "item":
            return Intent(verb="look", words=words, item=only.id, topic=only.id, read_as="I read that as a look at it.")
    bearing = next((way.to for way in ways(state, state.here) if way.dir in clause.tokens), "")
    if bearing and len(clause.tokens) <= 2:
        return Intent(verb="travel", words=words, place=bearing, mode="foot")
    if clause.tokens[:1] and clause.tokens[0] in REPLIES and len(clause.tokens) < 5 and target:
        return Intent(verb="tell", words=words, target=target, about=words)
    if _beyond(found):
        return Intent(verb="check", words=words, skill=_skill(found.book, "notice"), difficulty="beyond", about=words)
    skill = best_skill(clause.tokens, found.book)
    if not skill:
        return Intent(verb="look", words=words, read_as="I could not make an act of that, and read it as a look round.")
    return Intent(
        verb="check",
        words=words,
        skill=skill,
        target=found.first("person"),
        about=words,
        read_as=f"I read that as a {skill.replace('_', ' ')} check.",
    )


def best_skill(tokens: list[str], book: Rulebook) -> str:
    """The skill whose name or verbs the words come near to; empty where none does."""
    best, score = "", 82.0
    for name in sorted(book.skills):
        for phrase in (name, *book.skills[name].verbs):
            for token in tokens:
                near = fuzz.ratio(token, phrase) if len(token) > 3 else 0.0
                if near > score:
                    best, score = name, near
    return best


def _skill(book: Rulebook, wanted: str) -> str:
    return wanted if wanted in book.skills else next(iter(book.skills))


FRAMES: dict[str, Callable[[Frame], Intent]] = {
    "look": _look, "greet": _greet, "ask": _ask, "tell": _tell, "persuade": _talked, "promise": _talked, "threaten": _talked, "accuse":
    _talked, "travel": _travel, "search": _search, "take": _take, "give": _give, "buy": _trade, "sell": _trade, "use": _thing, "read":
    _thing, "wait": _waiting, "sleep": _waiting, "draw": _fight, "shoot": _fight, "aim": _fight, "cover": _fight, "reload": _fight,
    "close": _fight, "flee": _fight, "strike": _fight, "heal": _heal, "borrow": _money, "repay": _money, "keep": _money, "gamble":
    _money, "roll": _roll,
    "check": _check, "decide": _decide, "rob": _rob, "burn": _burn,
}  # fmt: skip
