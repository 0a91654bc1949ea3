"""Shots at nobody: into the air, into a ceiling, at a thing. They take a cartridge, and whoever is near hears them."""

from gm_engine.direction import amounts
from gm_engine.direction.attempts import Attempt
from gm_engine.direction.fights import loaded
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.second_person import objects_of
from gm_engine.rules.gunfight import AIR, MARK
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.weapons import row_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import DiceRolled
from gm_engine.story.intent import Intent
from gm_engine.wordnet import categories, is_a, verb_classes

FIRES = frozenset(("fire", "shoot", "discharge"))
SHOT = frozenset(("shot", "round", "bullet", "ball", "slug"))
GUN = frozenset(("gun", "weapon", "barrel"))
OUT_OF_HAND = ("contact", "motion", "competition", "possession")
"""Verbs by which a shot is sent somewhere, where the shot itself is what they are done to: *put a bullet through*, *loose a round*."""
WHERE = frozenset(("into", "in", "through", "at", "over", "above", "toward", "towards", "past", "across", "up"))
"""Words behind which stands where a shot goes."""
AIMED = frozenset(("at", "through"))


def shot_at_nobody(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    """A shot that is meant for no person, with its mode: *into the ceiling*, *at the bottle*; None for any other act."""
    sentence, book = attempt.sentence, rulebook_of(state.pack)
    at = sentence.child(attempt.at, "dobj")
    noun = sentence[at].lemma if at >= 0 else ""
    gun = bool(noun) and (noun in GUN or noun in book.weapons or bool(row_of(state, book, act.item)))
    goes = _directions(attempt)
    somebody = at >= 0 and sentence[at].tag == "PRP"
    if (
        attempt.negated
        or somebody
        or act.target in state.pack.npcs
        or any(is_a(sentence[to].lemma, "person") for to in goes.values() if to >= 0)
    ):
        return None
    out = attempt.particle in ("off", "loose") or bool({*OUT_OF_HAND} & set(verb_classes(attempt.verb)))
    sent = noun in SHOT and bool(goes) and out
    drunk = any("food" in categories(sentence[one].lemma)[:1] for one in sentence.subtree(attempt.at))
    if attempt.verb not in FIRES and (not sent or drunk):
        return None
    if attempt.verb in FIRES and at >= 0 and noun not in SHOT and not gun and (attempt.verb != "shoot" or is_a(noun, "person")):
        return None
    if attempt.verb in FIRES and at < 0 and not goes and attempt.particle:
        return None
    hit = at >= 0 and noun not in SHOT and not gun
    aims = hit or any(sentence[one].lemma in AIMED and to >= 0 and not is_a(sentence[to].lemma, "structure") for one, to in goes.items())
    if not aims and not goes and any(state.readiness.get(f"{who}/fight", 0) for who in state.present()):
        return Intent(verb="shoot", words=act.words, told=act.told, amount=amounts.times(attempt.text))
    mode = MARK if aims else AIR
    return Intent(
        verb="shoot", mode=mode, words=act.words, about=_what(attempt, hit=hit), told=act.told, amount=amounts.times(attempt.text)
    )


def _directions(attempt: Attempt) -> dict[int, int]:
    """The words that say where a shot goes, each with the place of what stands behind it, -1 for nothing."""
    sentence = attempt.sentence
    near = {attempt.at, sentence.child(attempt.at, "dobj")}
    near |= {one for at in near if at >= 0 for one in sentence.children(at, "prep", "prt", "advmod")}
    found = [one for at in sorted(near) if at >= 0 for one in sentence.children(at) if sentence[one].lemma in WHERE]
    return {one: sentence.child(one, "pobj") for one in found}


def _what(attempt: Attempt, *, hit: bool) -> str:
    """The words for what is shot at, or into."""
    sentence = attempt.sentence
    behind = [to for to in _directions(attempt).values() if to >= 0]
    places = objects_of(attempt)[:1] if hit else behind[:1]
    return sentence.text(sentence.subtree(places[0])) if places else ""


def tell_shot(book: Notebook, intent: Intent) -> None:
    """The player's own words, whether what was aimed at is hit, and what is left in the gun."""
    book.add("action", slots={"telling": "free_told", "told": intent.told.strip().rstrip(".!")})
    roll = next((event.roll for event in book.happened if isinstance(event, DiceRolled) and event.roll.why == MARK), None)
    slots = {"telling": "shot_off", "flags": intent.mode} | loaded(book)
    if roll is None:
        book.add("action", slots=slots)
        return
    book.add("action", band=roll.band, rolls=(roll.id,), slots=slots | {"thing": intent.about})
