"""Advice: *what would you do in my place?*, *should I trust him?*, *who should I talk to?* Whoever is asked for it gives some."""

from gm_engine import wordnet
from gm_engine.direction.answer_pieces import Piece, pieces_of, stems_of
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import EMPTY, Question, lemma
from gm_engine.direction.told_before import told_at
from gm_engine.direction.turned import parted, verb_of
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.choice import standing
from gm_engine.story.decision import Option

SHOULD = ("should", "shall", "must", "ought")
ADVISING = frozenset(("advise", "suggest", "recommend", *wordnet.synonyms("advise", "v"), *wordnet.synonyms("recommend", "v")))
ADVICE = frozenset(("advice", "counsel", "suggestion", *wordnet.synonyms("advice", "n")))
MINE = frozenset(("i", "me", "my", "mine", "we", "us", "our"))
WEIGHTY = 4
"""From this importance on what is known is worth being told to somebody who asks what to do."""
COLD = -2


def advice_asked(question: Question) -> bool:
    """True where somebody is asked what is best done."""
    tokens, parts = tokens_of(question.words), parted(question.words)
    if parts is None:
        return bool(ADVICE & set(tokens[:4]))
    subject = [word.lower() for word in parts.subject]
    verb = lemma(verb_of(parts)) or next((word.lower() for word in parts.rest[:1]), "")
    if subject == ["you"] and parts.sought and verb in ADVISING:
        return True
    if subject in (["i"], ["we"]):
        may = parts.helps in ("could", "can") and bool(parts.sought)
        whom = verb in ("trust", *wordnet.synonyms("trust", "v")) and question.kind == "who"
        return parts.helps in SHOULD or (may and (verb == "do" or whom))
    if subject == ["you"] and parts.helps in ("would", "'d", "could") and verb == "do" and parts.sought:
        return bool(MINE & set(tokens)) or not question.units
    return bool(ADVICE & set(tokens)) and len(question.units) < 3


def way_advised(book: Notebook, npc: str) -> str:
    """The way out of what is open that somebody would take: the one that goes with what they want, and against what they fear."""
    open_now = standing(book.state)
    options = [option for option in open_now[0].options if not _names(book, option, npc)] if open_now else []
    if not options:
        return ""
    key = f"advised:{npc}:{open_now[0].id}:"
    if earlier := next((option for option in options if book.state.used.get(f"{key}{option.id}", 0)), None):
        return earlier.text.strip().rstrip(".")
    person = book.state.pack.npcs[npc]
    wanted, feared = stems_of(f"{person.wants} {person.role}"), stems_of(person.fears)
    leaning = {option.id: len(wanted & stems_of(option.text)) - len(feared & stems_of(option.text)) for option in options}
    best = [option for option in options if leaning[option.id] == max(leaning.values())]
    taken = best[0] if len(best) == 1 else book.draws.pick(best)
    book.change("used", f"{key}{taken.id}", book.turn, cause="said")
    return taken.text.strip().rstrip(".")


def _names(book: Notebook, option: Option, npc: str) -> bool:
    """True where a way speaks of the very one who is asked: nobody says *tell Ben* of themselves."""
    person, said = book.state.pack.npcs[npc], set(tokens_of(option.text))
    return bool({token for one in (person.name, *person.aliases) for token in tokens_of(one)} & (said - EMPTY))


def worth_knowing(book: Notebook, npc: str) -> Piece | None:
    """What somebody would have one bear in mind: the weightiest thing that everybody knows and they have not said yet."""
    lore = book.state.pack.lore
    pieces = [piece for piece in pieces_of(book.state, npc) if piece.sort == "lore" and piece.importance >= WEIGHTY]
    fresh = [piece for piece in pieces if npc not in piece.about and not told_at(book, npc, piece.id)]

    def rank(piece: Piece) -> tuple[bool, int, bool, str]:
        return lore[piece.id.partition(":")[2]].pinned, piece.importance, _near(book, piece), piece.id

    return max(fresh, key=rank, default=None)


def _near(book: Notebook, piece: Piece) -> bool:
    return bool({*book.around(), book.at, book.state.pc} & set(piece.about))
