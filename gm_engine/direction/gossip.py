"""Gossip: what somebody passes on of what people say of a matter, and what they think of it themselves."""

from gm_engine import wordnet
from gm_engine.direction.answer_pieces import Fit, Piece, pieces_of, ranked, stems_of
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import Question
from gm_engine.direction.told_before import told_at, told_now
from gm_engine.direction.words_typed import tokens_of
from gm_engine.state import StoryState
from gm_engine.stemming import stem

HELD = ("belief", "legend")
"""How the lore marks what is only held or told: it goes round sooner than what is so."""
PRONOUNS = {"he": {"he", "him", "his"}, "she": {"she", "her", "hers"}, "they": {"they", "them", "their"}}


def talk_of(book: Notebook, question: Question, npc: str) -> Piece | None:
    """What somebody would pass on of a matter: what they have not told yet, talk before what is held, and that before what is so."""
    state = book.state
    pool = [piece for piece in pieces_of(state, npc) if piece.sort in ("rumour", "lore", "own")]
    plain = question._replace(kind="")
    fits = [*ranked(plain, pool, state), *(Fit(0.5, piece) for piece in of_them(state, npc, question.topic))]
    said, of_asker = told_now(book, npc), question.topic == state.pc

    def rank(fit: Fit) -> tuple[bool, int, float, int, int, str]:
        piece = fit.piece
        return (
            bool(told_at(book, npc, piece.id)),
            _held(state, piece),
            -round(fit.by, 2),
            -len(piece.about) * of_asker,
            -piece.importance,
            piece.id,
        )

    found = sorted((fit for fit in fits if fit.piece.id not in said), key=rank)
    return found[0].piece if found else None


def _held(state: StoryState, piece: Piece) -> int:
    if piece.sort != "lore":
        return ("rumour", "own").index(piece.sort)
    return 2 + (state.pack.lore[piece.whole.partition(":")[2]].canon not in HELD)


def of_them(state: StoryState, npc: str, topic: str) -> list[Piece]:
    """Somebody's own lines that speak of somebody else by a pronoun: one that fits, with a word that belongs to them."""
    person = state.pack.npcs.get(topic)
    if person is None or topic == npc:
        return []
    known = " ".join((person.role, person.summary, *(entry.text for entry in state.pack.lore.values() if topic in entry.about)))
    theirs = stems_of(f"{known} {' '.join(value for value in person.facts.values())}")
    theirs |= stems_of(" ".join(sentence for sentence in state.pack.summary.split(".") if person.name in sentence))
    others = {token for id, other in state.pack.npcs.items() if id != topic for token in tokens_of(other.name)}
    found = []
    for piece in pieces_of(state, npc):
        tokens = set(tokens_of(piece.text))
        if piece.sort == "own" and tokens & PRONOUNS.get(person.pronouns, set()) and not tokens & others and theirs & stems_of(piece.text):
            found.append(piece)
    return found


def news_asked(question: Question) -> bool:
    """True where it is asked what is new, or what people say, and of nothing else."""
    asked = question.kind in ("", "what", "yes_no", "request") and not question.topic
    return asked and bool(question.units) and all(unit.stems & NEWS for unit in question.units)


NEWS = frozenset(stem(word) for word in ("news", "rumour", "rumor", "gossip", "talk", "new", "happening", *wordnet.synonyms("gossip", "n")))


def unheard(book: Notebook, npc: str) -> Piece | None:
    """Talk that somebody could pass on and that has not come to the table, that of this place first."""
    state = book.state
    fresh = [piece for piece in pieces_of(state, npc) if piece.sort == "rumour" and not state.rumours.get(piece.id.partition(":")[2], 0)]
    fresh = [piece for piece in fresh if state.pack.rumours[piece.id.partition(":")[2]].heard_at in ("", state.here)]
    return min(fresh, key=lambda piece: (not state.pack.rumours[piece.id.partition(":")[2]].heard_at, piece.id), default=None)
