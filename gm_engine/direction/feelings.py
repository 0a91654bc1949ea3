"""What somebody feels for whoever asks, and how they come to know what they said: *do you trust me?*, *how can you know that?*"""

from gm_engine import wordnet
from gm_engine.direction.answer_pieces import Piece, pieces_of
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import Question, lemma
from gm_engine.direction.saying import BAD, GOOD
from gm_engine.direction.told_before import last_told, told_at
from gm_engine.direction.turned import BE, LINKS, parted, verb_of
from gm_engine.direction.words_typed import tokens_of

FELT = ("emotion", "cognition")
REMEMBERING = frozenset(("remember", "know", "recall", "recognize", "recognise"))
SURE = frozenset(("know", "tell", "say", "think", "sure", "certain", *wordnet.synonyms("certain", "a")))
GROUNDS = {"own": "own", "lore": "common", "rumour": "talk", "secret": "seen", "sense": "plain", "fact": "common"}
"""How a piece of what somebody knows came to them."""


def felt_for_the_asker(question: Question) -> str:
    """How it is asked what somebody feels for whoever asks: ``felt``, ``thought`` (it is long ago), ``known``; empty for no such thing."""
    parts = parted(question.words)
    if parts is None or [word.lower() for word in parts.subject] != ["you"]:
        return ""
    rest = [word.lower() for word in parts.rest]
    verb = next((lemma(word) for word in rest if wordnet.verb_class(lemma(word))), "")
    mine = next((at for at, word in enumerate(rest) if word in ("me", "us")), -1)
    if mine < 0 or parts.helps in ("would", "could", "can", "will") or not verb:
        return ""
    behind = rest[mine + 1 :]
    told = [
        word
        for word in rest[rest.index(verb) + 1 if verb in rest else 0 : mine]
        if word not in (*LINKS, "had", "become", "has", "happened")
    ]
    if verb in REMEMBERING and not told and (not behind or behind[0] in LINKS):
        return "known"
    feels = set(FELT) & set(wordnet.verb_classes(verb)) or verb in ("like", "feel", "think")
    if not feels or told or (behind and behind[0] not in (*LINKS, "then", "now", "at", "still", "so", "much", "back")):
        return ""
    return "thought" if parts.helps in ("did", "had") else "felt"


def between(book: Notebook, npc: str) -> Piece | None:
    """What is known of the two of them, and was not said yet."""
    pc = book.state.pc
    name = {token for token in tokens_of(book.state.name(pc)) if len(token) > 2}
    pieces = [
        piece for piece in pieces_of(book.state, npc)
        if (piece.sort == "own" and name & set(tokens_of(piece.text))) or (piece.sort == "lore" and {npc, pc} <= set(piece.about))
    ]  # fmt: skip
    fresh = [piece for piece in pieces if not told_at(book, npc, piece.id)]
    return min(fresh, key=lambda piece: (piece.sort != "own", -piece.importance, piece.id), default=None)


def leaning(book: Notebook, npc: str) -> str:
    """How somebody is disposed to the player's character, in a word: good, even or ill."""
    return lean(book.state.attitude(npc))


def grounds_asked(book: Notebook, question: Question, npc: str) -> str:
    """How somebody came to know what they said last, where that is asked (*how can you be sure?*): ``own``, ``common``, ``talk`` …"""
    parts = parted(question.words)
    if question.kind not in ("how", "who") or parts is None or any(unit.id for unit in question.units):
        return ""
    of_you = [word.lower() for word in parts.subject] == ["you"] and question.kind == "how"
    told_you = question.kind == "who" and [word.lower() for word in parts.rest[:2]] in (["told", "you"], ["says", "so"])
    rest = [lemma(word.lower()) for word in parts.rest]
    told = last_told(book, npc)
    leant = len(question.units) <= 1 and (set(rest) & SURE or told_you)
    return GROUNDS[told.sort] if told and leant and (of_you or told_you) else ""


def of_feeling(question: Question) -> bool:
    """True for *do you like her*, *do you trust him*: how somebody is disposed, asked for a yes or a no."""
    parts = parted(question.words)
    verb = lemma(verb_of(parts)) if parts else ""
    felt = {"emotion", "cognition", "social"} & set(wordnet.verb_classes(verb)) if verb else set()
    if question.kind != "yes_no" or not question.topic:
        return False
    judged = parts is not None and parts.helps in BE and not question.of_asked and bool(WORTH & {word.lower() for word in parts.rest})
    return judged or (question.of_asked and (bool(felt) or verb == "like"))


WORTH = frozenset((*GOOD, *BAD, *(word for seed in ("good", "bad", "honest") for word in wordnet.synonyms(seed, "a"))))
"""Words by which it is asked whether somebody is any good."""


def regard_for(book: Notebook, npc: str, other: str) -> int:
    """How somebody is disposed to somebody else, or to a group: by kin and friends, and by what their groups are to each other."""
    state = book.state
    person = state.pack.npcs[npc]
    tied = other in {id for _, id in person.bonds}
    mine, theirs = state.factions_of(npc), state.factions_of(other) or (other,)
    toward = sum(state.pack.factions[one].toward.get(another, 0) for one in mine for another in theirs)
    return 2 * tied + toward + bool(set(mine) & set(theirs))


def best_regarded(book: Notebook, npc: str) -> str:
    """Whom somebody thinks most of; empty where they think well of nobody."""
    known = [id for id, person in book.state.pack.npcs.items() if id != npc and person.visibility == "table" and book.state.alive(id)]
    best = max(known, key=lambda id: (regard_for(book, npc, id), id in book.around(), id), default="")
    return best if best and regard_for(book, npc, best) > 0 else ""


def lean(regard: int) -> str:
    """A regard in a word: good, even or ill."""
    return "good" if regard > 0 else "ill" if regard < 0 else "even"
