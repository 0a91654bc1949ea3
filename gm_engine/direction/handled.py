"""Handling: what is done openly with a thing or to a person that the state knows goes by the rulebook's own acts, and never by a skill
that its verb happens to share. A thing is handed over, shown, let go of or read; a blow is a blow; hands that go up give in.
"""

from gm_engine.direction.act_sorts import sorts_of
from gm_engine.direction.attempts import Attempt
from gm_engine.direction.crimes import crime
from gm_engine.direction.free_acts import GIVES_WAY
from gm_engine.direction.naming import names_of
from gm_engine.direction.player_verbs import VERBS
from gm_engine.direction.second_person import objects_of
from gm_engine.direction.shots import shot_at_nobody
from gm_engine.direction.thefts import stolen
from gm_engine.direction.things_meant import is_meant, names_for, thing_meant
from gm_engine.direction.treating import stood
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.adjudicate import at_hand
from gm_engine.rules.object_phrases import head_noun, is_own
from gm_engine.rules.rulebook import Rulebook, rulebook_of
from gm_engine.rules.things import GIVES_IN
from gm_engine.rules.weapons import row_of, weapons_of
from gm_engine.state.hearsay import holders, officers_here
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent
from gm_engine.story.parsed import Sentence
from gm_engine.wordnet import categories, is_a, synonyms, verb_class, verb_classes

BLOWS = frozenset(phrase for phrase in VERBS["strike"] if " " not in phrase)
SHOTS = frozenset(phrase for phrase in VERBS["shoot"] if " " not in phrase)
GAMES = frozenset(phrase.split()[-1] for phrase in VERBS["gamble"] if phrase.startswith("play ")) - {"hand"}
CARES = frozenset(phrase for phrase in VERBS["heal"] if " " not in phrase)
BOUND = frozenset(("hand", "wrist", "foot", "ankle", "arm"))
"""What is tied to hold somebody, and not to mend them, where there is more than one of it."""
BEFORE = frozenset(("toward", "towards", "before", "under"))
"""Words behind which stands to whom a thing is held out."""
AIMED = frozenset(("at", "toward", "towards", "through", "against"))
ASIDE = frozenset(("aside", "away"))
WRITTEN = ("communication", "creation")
"""Verbs by which one asks what stands in a thing: what it says, what is written in it."""


def asks_what_it_says(sentence: Sentence, state: StoryState) -> str:
    """The thing at hand whose words a question asks for (*what does the letter say?*, *what is written in it?*); else empty."""
    root = sentence.root
    lemma, lower = sentence[root].lemma, [word.text.lower() for word in sentence]
    if "what" not in lower[:2] or not (verb_class(lemma) in WRITTEN or lemma in ("be", "contain")):
        return ""
    inside = [
        at for prep in range(len(sentence)) if sentence[prep].lemma in ("in", "inside", "on") for at in sentence.children(prep, "pobj")
    ]
    subject = sentence.child(root, "nsubj", "nsubjpass")
    at = inside if lemma == "be" or not (subject >= 0 and sentence[subject].lemma != "what") else [subject]
    found = (thing_meant(sentence.text(sentence.subtree(one)), state) for one in at)
    item = next(filter(None, found), "")
    return item if item and (lemma != "be" or _has_words(item, state)) else ""


def _has_words(item: str, state: StoryState) -> bool:
    """True for a thing that is written: by what its name and the words about it are about."""
    said = names_for(state, item) | set(tokens_of(state.pack.items[item].summary))
    return bool(state.pack.items[item].reveals) or any("speech" in categories(word)[:1] for word in sorted(said))


def handled(attempt: Attempt, act: Intent, state: StoryState) -> Intent:
    """The rulebook's own act for a free one, where it is one; else the act as it is."""
    if not act.item and (meant := thing_meant(act.about, state)):
        act = act.model_copy(update={"item": meant})
    found = (
        shot_at_nobody(attempt, act, state)
        or crime(attempt, act, state)
        or stolen(attempt, act, state)
        or stood(attempt, act, state)
        or _read(attempt, act, state)
        or _yields(attempt, act, state)
        or _tends(attempt, act, state)
        or _strikes(attempt, act, state)
    )
    return found or _hands(attempt, act, state) or _plays(attempt, act) or _goes_out(attempt, act, state) or act


def _as(act: Intent, **changes: object) -> Intent:
    """The act by another verb, in its own words; its sum stays where the verb takes one."""
    kept = {"words": act.words, "told": act.told, "about": act.about, "target": act.target, "item": act.item}
    return Intent.model_validate(kept | changes)


def _read(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    like = {attempt.verb, *synonyms(attempt.verb, "v")}
    if "read" not in like and attempt.verb not in VERBS["read"]:
        return None
    item = act.item if at_hand(state, act.item) and act.item in state.pack.items else thing_meant(act.about or _behind(attempt), state)
    return _as(act, verb="read", item=item, target="") if item else None


def _behind(attempt: Attempt) -> str:
    """The words of what stands behind the act's preposition."""
    places = objects_of(attempt)
    return attempt.sentence.text(attempt.sentence.subtree(places[0])) if places else ""


def _yields(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    """Hands that go up, oneself given up or turned in: a fight is given up, and one goes along with whoever is the law."""
    noun, up = head_noun(act.about), attempt.particle == "up" or "raise" in (attempt.verb, *synonyms(attempt.verb, "v"))
    if attempt.negated:
        return None
    if is_own(act.about) and noun in ("hand", "hands") and up:
        return _as(act, verb="use", mode=GIVES_IN, item="", target="", about="surrender")
    given = attempt.verb in ("give", "turn", "hand") and noun in ("", "myself", "ourselves") and attempt.particle in ("up", "in", "over")
    oneself = {"myself", "ourselves"} & {attempt.sentence[one].text.lower() for one in attempt.places}
    taken = _let_take(attempt, state)
    if not (given and (oneself or attempt.particle == "up")) and not taken:
        return None
    officer = next(iter(officers_here(state)), "") or taken or next(iter(holders(state, "law")), "")
    to_the_law = bool(taken) or attempt.particle in ("in", "over") or act.target in holders(state, "law")
    return _as(act, verb="use", mode=GIVES_IN, item="", target=officer if to_the_law else "", about="surrender")


def _let_take(attempt: Attempt, state: StoryState) -> str:
    """Who is the law, and is let do as they will with whoever speaks: *I let the deputy take me in*; empty for anything else."""
    sentence = attempt.sentence
    done = sentence.child(attempt.at, "ccomp", "xcomp")
    if attempt.verb not in ("let", "allow") or done < 0 or verb_class(sentence[done].lemma) in ("communication", "perception"):
        return ""
    whom = [sentence[one].text.lower() for one in sentence.children(done, "dobj")]
    said = " ".join(sentence.text(sentence.subtree(one)) for one in sentence.children(done, "nsubj"))
    found = [one.id for one in names_of(state).mentions(tokens_of(said)) if one.kind == "person"]
    if set(tokens_of(said)) <= {"him", "her", "them"}:
        found = list(officers_here(state))
    return next((id for id in found if id in holders(state, "law")), "") if "me" in whom else ""


def _tends(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    """Care for a part of somebody's body: doctoring, whatever else its verb may do to other things."""
    sentence, at = attempt.sentence, attempt.sentence.child(attempt.at, "dobj")
    if at < 0 or not is_a(sentence[at].lemma, "body"):
        return None
    cares = (
        attempt.verb in CARES or bool(CARES & set(synonyms(attempt.verb, "v"))) or any(one.name == "heal" for one in sorts_of(attempt.verb))
    )
    wrapped = any(one.name == "place" for one in sorts_of(attempt.verb)) and (attempt.particle == "up" or _with(attempt) >= 0)
    several = sentence[at].tag == "NNS" and sentence[at].lemma in BOUND
    whose = state.pc if is_own(act.about) else owner(sentence, at, state)
    return _as(act, verb="heal", target=whose, item="") if (cares or wrapped) and not several and whose else None


def _with(attempt: Attempt) -> int:
    """The place of what an act is done with; -1 for nothing."""
    sentence = attempt.sentence
    preps = [one for one in sentence.subtree(attempt.at) if sentence[one].lemma == "with" and sentence[one].dep == "prep"]
    return next((at for one in preps for at in sentence.children(one, "pobj")), -1)


def _strikes(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    """A blow at somebody: by its verb, by what it is done with, by where it sends them; at nobody where nobody fits the words."""
    sentence, book = attempt.sentence, rulebook_of(state.pack)
    at = sentence.child(attempt.at, "dobj")
    shot_a_look = attempt.verb == "shoot" and len(sentence.children(attempt.at, "dobj", "dative")) > 1
    if at < 0 or is_own(act.about) or attempt.negated or shot_a_look:
        return None
    noun = sentence[at].lemma
    if noun in BLOWS | {"blow"} and (whom := act.target or _at_a_part(attempt, state)):
        return _as(act, verb="strike", item="", target=whom)
    person = bool(act.target) and act.target in _owners(sentence, at, act)
    nobody = not act.target and (sentence[at].text.lower() in ("him", "her") or is_a(noun, "person"))
    if not (person or nobody) or not _violent(attempt, act, book, state):
        return None
    with_it = act.item if row_of(state, book, act.item) else ""
    verb = "shoot" if act.skill == "shooting" or attempt.verb in SHOTS else "strike"
    return _as(act, verb=verb, item=with_it, mode="nobody" if nobody else "")


def owner(sentence: Sentence, at: int, state: StoryState) -> str:
    """Whose something is, of those here; empty where it is nobody's."""
    said = " ".join(sentence[one].text for one in sentence.children(at, "poss"))
    found = names_of(state).mentions(tokens_of(said))
    return next((one.id for one in found if one.kind == "person" and one.id in state.present()), "")


def _at_a_part(attempt: Attempt, state: StoryState) -> str:
    """Whose jaw or arm it is, at which something is done."""
    return next(filter(None, (owner(attempt.sentence, one, state) for one in objects_of(attempt))), "")


def _owners(sentence: Sentence, at: int, act: Intent) -> tuple[str, ...]:
    """Whom the object itself is: not whose it is, and not a part of them."""
    noun = sentence[at].lemma
    return () if is_a(noun, "body", "artifact", "structure") and sentence[at].tag not in ("NNP", "NNPS") else (act.target,)


def _violent(attempt: Attempt, act: Intent, book: Rulebook, state: StoryState) -> bool:
    verb, sentence = attempt.verb, attempt.sentence
    if verb in BLOWS | SHOTS or BLOWS & set(synonyms(verb, "v")) or act.skill in ("fighting", "shooting"):
        return True
    rough = bool({"contact", "motion"} & set(verb_classes(verb))) and not any(one.name in ("place", "soothe") for one in sorts_of(verb))
    tool = sentence[_with(attempt)].lemma if _with(attempt) >= 0 else ""
    armed = bool(tool) and (tool in book.weapons or f"{tool}s" in book.weapons or bool(row_of(state, book, act.item)))
    return rough and (armed or attempt.particle in GIVES_WAY & {"down", "over"})


def _preps(attempt: Attempt) -> set[str]:
    return {attempt.sentence[one].lemma for one in attempt.sentence.subtree(attempt.at) if attempt.sentence[one].dep in ("prep", "dative")}


def _hands(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    """A thing that one carries, handed to somebody, held out to them, or let go of."""
    item = act.item or _arms(attempt, act, state)
    preps, sorts = _preps(attempt), {one.name for one in sorts_of(attempt.verb)}
    if item == "money" and "place" in sorts:
        return _as(act, verb="give", amount=act.amount, target=act.target or _at_a_part(attempt, state))
    if not item or not state.has(state.pc, item) or not is_meant(item, act.about, state) or attempt.negated or item == "money":
        return None
    if attempt.sentence.child(attempt.at, "dobj") < 0:
        return None
    if act.target and (preps & BEFORE or (attempt.verb == "hold" and "to" in preps)):
        return _as(act, verb="tell", item=item, topic=item)
    if act.target and "to" in preps and "place" not in sorts and {"motion", "possession"} & set(verb_classes(attempt.verb)):
        return _as(act, verb="give", item=item, amount=1)
    if (lets_go(attempt) or not act.item) and not preps & AIMED and not act.target:
        return _as(act, verb="give", item=item, amount=1, told="")
    return None


def lets_go(attempt: Attempt) -> bool:
    """True for an act by which what one has in hand leaves it: thrown, or sent aside or away."""
    thrown = any(one.name == "throw" for one in sorts_of(attempt.verb))
    words = {
        attempt.sentence[one].text.lower()
        for one in attempt.sentence.subtree(attempt.at)
        if attempt.sentence[one].dep in ("prt", "advmod", "prep")
    }
    return thrown or (bool({"contact", "motion"} & set(verb_classes(attempt.verb))) and bool(words & ASIDE))


def _arms(attempt: Attempt, act: Intent, state: StoryState) -> str:
    """The gun that one carries, where one's arms are laid down."""
    noun = head_noun(act.about)
    if noun != "arms" or attempt.particle != "down":
        return ""
    return next((item for item, weapon in weapons_of(state, rulebook_of(state.pack), state.pc).items() if not weapon.melee), "")


def _plays(attempt: Attempt, act: Intent) -> Intent | None:
    """A game that is sat down to for money, by whatever verb."""
    games = {attempt.sentence[one].lemma for one in attempt.places} | {attempt.sentence[one].text.lower() for one in attempt.places}
    for_money = act.item == "money" and (attempt.verb == "play" or bool(games & GAMES))
    named = bool(games & GAMES) and verb_class(attempt.verb) not in ("perception", "communication", "cognition")
    if not (for_money or named) or attempt.negated:
        return None
    return _as(act, verb="gamble", item="", amount=act.amount if act.item == "money" else 0)


def _goes_out(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    """Leaving where one is held, which is not simply done."""
    if "custody" not in state.law or "motion" not in verb_classes(attempt.verb):
        return None
    words = {attempt.sentence[one].text.lower() for one in attempt.sentence.children(attempt.at)}
    away = words & {"out", "away", "off", "outside"} or attempt.verb in ("leave", "exit")
    return _as(act, verb="travel", item="", target="", mode="foot") if away else None
