"""Crimes: what is taken off somebody, and games that are not played straight. A free act that is one is the rulebook's."""

from gm_engine.direction.attempts import Attempt
from gm_engine.direction.frames import MEN, PURSE, STEALING
from gm_engine.direction.naming import names_of
from gm_engine.direction.player_verbs import VERBS
from gm_engine.direction.second_person import object_of, objects_of
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.cards import CHEATS
from gm_engine.rules.robbery import STEALTHY
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent
from gm_engine.wordnet import is_a, synonyms

ROBBING = frozenset(phrase for phrase in VERBS["rob"] if " " not in phrase)
GAMES = frozenset(phrase.split()[-1] for phrase in VERBS["gamble"] if phrase.startswith("play ")) | {"game"}
EXTRACTS = frozenset(("pick", "cut", "empty", "lighten", "rifle", "relieve", "clean"))
"""What is done to a pocket or a purse in order to have what is in it."""
SOMEBODY = frozenset(("somebody", "someone", "anybody", "anyone")) | MEN


def crime(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    """The robbery, theft or cheating that an act is; None for any other."""
    return _cheats(attempt, act, state) or _robs(attempt, act, state)


def played_false(found: list[Intent], intent: Intent) -> bool:
    """True where one of two acts only says that the game which the other is is not played straight, which it then is not."""
    before = found[-1] if found else None
    if before is None or intent.verb != "gamble" or before.verb != "gamble" or CHEATS not in (intent.mode, before.mode):
        return False
    found[-1] = before.model_copy(
        update={"mode": CHEATS, "target": before.target or intent.target, "amount": before.amount or intent.amount}
    )
    return True


def _cheats(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    """A game in which one cheats: the verb is *cheat*, or one of the rulebook's own words for how it is done."""
    book, said = rulebook_of(state.pack), [attempt.sentence[at].lemma for at in attempt.places]
    like = attempt.verb == "cheat" or attempt.verb in synonyms("cheat", "v")
    at_cards = not objects_of(attempt) or bool(act.target) or bool({*said, *tokens_of(act.words)} & GAMES)
    sleight = any(_in_order(phrase.split(), said) for phrase in book.sleights)
    if not (sleight or (like and at_cards)) or "cards" not in book.skills:
        return None
    sum_named = act.amount if act.item == "money" else 0
    return Intent(verb="gamble", mode=CHEATS, words=act.words, about=act.about, target=act.target, amount=sum_named, told=act.told)


def _in_order(phrase: list[str], said: list[str]) -> bool:
    """True where all the words of a phrase are said, in its order, others between them."""
    rest = iter(said)
    return all(word in rest for word in phrase)


def _robs(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    """Somebody here is robbed, openly or by stealth: of what they are, by the verb, or of what hangs on them."""
    sentence, at = attempt.sentence, attempt.sentence.child(attempt.at, "dobj")
    if at < 0:
        return None
    noun = sentence[at].lemma
    hanging = noun in PURSE or sentence[at].text.lower() in PURSE
    stealing = attempt.verb in STEALING
    robbing = attempt.verb in ROBBING or (attempt.verb in ("hold", "stick") and attempt.particle == "up")
    if hanging and (stealing or robbing or attempt.verb in EXTRACTS):
        whose = " ".join(sentence[one].text for one in sentence.children(at, "poss"))
        if whose.lower() == "my":
            return None
        who = _whose(f"{whose} {_behind(attempt)}", state) or act.target
        return _rob(act, who or _anyone(whose or "somebody", state), unseen=True)
    if robbing and (act.target or is_a(noun, "person") or sentence[at].text.lower() in SOMEBODY):
        return _rob(act, _whose(object_of(attempt), state) or act.target or _anyone("somebody", state), unseen=False)
    return None


def _rob(act: Intent, who: str, *, unseen: bool) -> Intent | None:
    if not who:
        return None
    return Intent(verb="rob", mode=STEALTHY if unseen else "", words=act.words, about=act.about, target=who, told=act.told)


def _whose(words: str, state: StoryState) -> str:
    found = names_of(state).mentions(tokens_of(words))
    return next((one.id for one in found if one.kind == "person" and one.id in state.present()), "")


def _behind(attempt: Attempt) -> str:
    """What stands behind the act's prepositions: *the purse of Ben*, *the money from Ben*."""
    return " ".join(attempt.sentence.text(attempt.sentence.subtree(one)) for one in objects_of(attempt))


def _anyone(said: str, state: StoryState) -> str:
    """Whoever is nearest to hand, where nobody in particular is meant."""
    return next(iter(state.present()), "") if set(tokens_of(said)) & (SOMEBODY | {"his", "her", "their"}) or not said else ""
