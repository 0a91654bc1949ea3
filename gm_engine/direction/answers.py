"""Answers: what somebody who is asked says of the matter, or that they do not know it, and of what."""

import re
from typing import NamedTuple

from gm_engine import wordnet
from gm_engine.direction.chances import decide_yes_or_no
from gm_engine.direction.facts import Found, fact_for, who_is
from gm_engine.direction.known import Fit, Piece, fitness, pieces_of, ranked, rarities
from gm_engine.direction.naming import tokens_of
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.question import Question, Unit, lemma, question_of, units_of
from gm_engine.direction.repeated import thing_said
from gm_engine.direction.turned import matter_of, parted, reported, verb_of
from gm_engine.stemming import stem
from gm_engine.story.intent import Intent
from gm_engine.story.roll import Band

MOST_LOOKED_BACK = 60
"""After so many turns nobody says any more that they have told it already."""
FRIENDLY = 1


class Telling(NamedTuple):
    """What goes with whatever is told for an answer: how the dice fell, and the words of the matter."""

    band: Band = ""
    rolls: tuple[str, ...] = ()
    about: str = ""

    def add(self, book: Notebook, kind: str, slots: dict[str, str], **fields: object) -> None:
        """One beat, with these."""
        about = {"about": self.about} if self.about else {}
        book.add(kind, band=self.band, rolls=self.rolls, slots=about | slots, **fields)


def answer(book: Notebook, intent: Intent, telling: Telling) -> None:
    """Beats for a question put to somebody who will answer it. ``telling`` goes with whatever is told (dice, band)."""
    npc = intent.target
    question = question_of(intent, book.state)
    if question.kind in ("same", "more") or not (question.units or question.of_asked):
        question = followed(book, question, npc)
    known = bool(question.topic) and bool(book.state.used.get(f"topic:{npc}:{question.topic}", 0))
    remember_topic(book, npc, question)
    if question.kind == "more":
        _more(book, question, npc, telling)
        return
    if news_asked(question) and (heard := unheard(book, npc)):
        tell_piece(book, npc, heard, question, telling)
        return
    found = fact_for(book, question, npc)
    if found is not None:
        _tell_fact(book, question, npc, found, telling)
        return
    if own := _of_themselves(book, question, npc):
        _tell_fact(book, question, npc, own, telling)
        return
    if question.of_asked and not question.units and question.kind in ("", "who", "what") and (said_of := _about_themselves(book, npc)):
        tell_piece(book, npc, said_of, question, telling)
        return
    if (question.kind == "opinion" or _of_feeling(question)) and opine(book, question, npc, telling):
        return
    last = last_told(book, npc) if question.words in LEANT else None
    fits = [fit for fit in ranked(question, pieces_of(book.state, npc), book.state) if fit.piece != last]
    if fits:
        piece = (fits[0] if question.kind else first_told(book, npc, fits)).piece
        tell_piece(book, npc, piece, question, telling, besides=known and not question.kind)
        return
    if not question.kind and question.topic and (found := who_is(book, question.topic)):
        _tell_fact(book, question, npc, found, telling)
        return
    if question.kind == "yes_no" and (said := decide_yes_or_no(book, question, npc)):
        telling.add(book, "answer", _flags("again" if said.again else "own"), target=npc, text=said.text)
        return
    unknown(book, question, npc, telling)


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


def followed(book: Notebook, question: Question, npc: str) -> Question:
    """A question that leans on what was said before, made whole: *tell me more*, *why?*, *what about her?*"""
    last = last_topic(book, npc)
    if question.kind == "same":
        earlier = last_kind(book, npc)
        return question._replace(kind=earlier if question.topic else "more", topic=question.topic or last)
    if question.units:
        return question
    piece = last_told(book, npc)
    if question.kind in LEANING and piece:
        units = tuple(unit for unit in units_of(piece.text, book.state, (npc, book.state.pc)) if unit.id or not unit.act)[:4]
        return question._replace(units=units, topic="", words=leant_on(question.kind))
    named = frozenset(map(stem, tokens_of(book.state.name(last)))) if last else frozenset()
    return question._replace(units=(Unit(last, named),) if last else (), topic=last)


LEANING = ("why", "who", "when", "where", "how", "which")
"""What is asked of the last answer by a single word."""


def leant_on(kind: str) -> str:
    """A question of a single word, made whole.

    >>> leant_on("why"), leant_on("when")
    ('why that is', 'when that was')
    """
    return f"{kind} that {'was' if kind in ('who', 'when', 'where') else 'is'}"


LEANT = frozenset(map(leant_on, LEANING))


def first_told(book: Notebook, npc: str, fits: list[Fit]) -> Fit:
    """Of a matter that is only named, what was not told yet; where all of it was, what fits best."""
    return next((fit for fit in fits if not told_at(book, npc, fit.piece.id)), fits[0])


def tell_piece(book: Notebook, npc: str, piece: Piece, question: Question, telling: Telling, *, besides: bool = False) -> None:
    """Somebody says a piece of what they know; as something said before, where it was."""
    again = bool(told_at(book, npc, piece.id))
    element = piece.id if piece.sort in ("lore", "rumour") else ""
    slots = _flags(
        "again" if again else "besides" if besides else "own" if piece.sort == "own" else "secret" if piece.sort == "secret" else ""
    )
    topic = question.topic if question.topic != npc else ""
    text = "" if piece.sort == "lore" and npc in piece.about else piece.text  # nobody speaks of themselves as others do
    telling.add(book, "answer", slots, target=npc, topic=topic, text=text, elements=(element,) if element else ())
    note_told(book, npc, piece)


def note_told(book: Notebook, npc: str, piece: Piece) -> None:
    """Keeps in mind that somebody has said this to the player's character."""
    book.change("used", f"told:{npc}:{piece.id}", book.turn, cause="said")
    if piece.sort == "own":
        book.change("used", piece.id, book.turn, cause="said")
    if piece.id.startswith("rumour:") and not book.state.rumours.get(piece.id.partition(":")[2], 0):
        book.change("rumour", piece.id.partition(":")[2], 1, 0, cause="asked")


def told_at(book: Notebook, npc: str, piece: str) -> int:
    """The turn at which somebody said a piece; 0 where they have not, or so long ago that nobody would remark on it."""
    turn = int(book.state.used.get(f"told:{npc}:{piece}", 0)) or (int(book.state.used.get(piece, 0)) if piece.startswith("says:") else 0)
    return turn if turn and book.turn - turn <= MOST_LOOKED_BACK else 0


def last_told(book: Notebook, npc: str) -> Piece | None:
    """What somebody said last."""
    told = [(told_at(book, npc, piece.id), piece) for piece in pieces_of(book.state, npc)]
    latest = max((turn for turn, _ in told), default=0)
    return next((piece for turn, piece in told if turn == latest), None) if latest else None


def remember_topic(book: Notebook, npc: str, question: Question) -> None:
    """Keeps in mind of whom or what somebody was asked, and how."""
    if question.topic:
        book.change("used", f"topic:{npc}:{question.topic}", book.turn, cause="asked")
    if question.kind not in ("more", "same", ""):
        book.change("used", f"asked:{npc}:{question.kind}", book.turn, cause="asked")


def last_topic(book: Notebook, npc: str) -> str:
    """Of whom or what somebody was asked last."""
    return _latest(book, f"topic:{npc}:")


def last_kind(book: Notebook, npc: str) -> str:
    """What kind of question was put to somebody last."""
    return _latest(book, f"asked:{npc}:")


def _latest(book: Notebook, prefix: str) -> str:
    found = [(int(turn), key.removeprefix(prefix)) for key, turn in book.state.used.items() if key.startswith(prefix)]
    return max(found)[1] if found else ""


def _more(book: Notebook, question: Question, npc: str, telling: Telling) -> None:
    """The next piece on the same matter, until that is all."""
    last = last_told(book, npc)
    matter = question
    if not matter.units and last:
        matter = question._replace(units=units_of(last.text, book.state, (npc, book.state.pc))[:3])
    pieces = [piece for piece in pieces_of(book.state, npc) if not told_at(book, npc, piece.id)]
    fits = ranked(matter._replace(kind=""), pieces, book.state)
    if fits:
        tell_piece(book, npc, fits[0].piece, matter, telling)
        return
    slots = {"telling": "exhausted"} | ({"matter": "me" if matter.topic == npc else sayable(book, matter.topic)} if matter.topic else {})
    telling.add(book, "ignorance", slots, target=npc)


def sayable(book: Notebook, id: str) -> str:
    """What somebody or something is called in talk."""
    return "me" if id == book.state.pc else book.state.name(id)


def _tell_fact(book: Notebook, question: Question, npc: str, found: Found, telling: Telling) -> None:
    key = f"fact:{question.topic or npc}:{found.statement.relation if found.statement else question.kind}"
    slots = _flags("again" if told_at(book, npc, key) else "")
    if found.so is not None:
        slots["so"] = "yes" if found.so else "no"
    book.change("used", f"told:{npc}:{key}", book.turn, cause="said")
    if found.statement is not None:
        slots |= {"subject_name": book.name(found.statement.subject)}
        telling.add(book, "answer", slots, target=npc, topic=found.statement.subject, statement=found.statement)
    else:
        telling.add(book, "answer", slots, target=npc, text=found.text)


def _of_themselves(book: Notebook, question: Question, npc: str) -> Found | None:
    """What somebody says of what they want, to those whom they like well enough."""
    person = book.state.pack.npcs[npc]
    wishes = frozenset(map(stem, ("want", "wish", "hope", "dream", "need", "after")))
    said = {stem(word) for word in tokens_of(question.words)}
    asked = question.of_asked and question.kind == "what" and not question.units and bool(said & wishes)
    if asked and person.wants and book.state.attitude(npc) >= FRIENDLY:
        return Found(text=f"{person.wants[:1].upper()}{person.wants[1:].rstrip('.')}.")
    return None


def _about_themselves(book: Notebook, npc: str) -> Piece | None:
    """What somebody says of themselves: a line of their own, what everybody knows and nobody has told yet, their trade.

    What they have not said yet comes first.
    """
    told = {key.rpartition(":lore:")[2] for key in book.state.used if ":lore:" in key}
    known = [piece for piece in pieces_of(book.state, npc) if piece.sort in ("own", "lore") and npc in piece.about]
    pieces = [piece for piece in known if piece.sort == "own" or piece.id.partition(":")[2] not in told]
    role = book.state.pack.npcs[npc].role
    if role:
        pieces.append(Piece(f"role:{npc}", "fact", f"{role[:1].upper()}{role[1:]}.", (npc,)))
    return min(pieces, key=lambda piece: (told_at(book, npc, piece.id), ("own", "lore", "fact").index(piece.sort)), default=None)


def _of_feeling(question: Question) -> bool:
    """True for *do you like her*, *do you trust him*: how somebody is disposed, asked for a yes or a no."""
    parts = parted(question.words)
    verb = lemma(verb_of(parts)) if parts else ""
    felt = {"emotion", "cognition", "social"} & set(wordnet.verb_classes(verb)) if verb else set()
    return question.kind == "yes_no" and question.of_asked and bool(question.topic) and (bool(felt) or verb == "like")


def opine(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    """What somebody thinks of somebody else, by what joins or parts them. A line of their own comes first; False where there is none."""
    state, topic = book.state, question.topic
    own = [fit for fit in ranked(question, pieces_of(state, npc), state) if fit.piece.sort == "own"]
    if own:
        tell_piece(book, npc, own[0].piece, question, telling)
        return True
    if topic not in state.pack.npcs and topic not in state.pack.factions:
        return False
    regard = regard_for(book, npc, topic)
    leaning = "good" if regard > 0 else "ill" if regard < 0 else "even"
    telling.add(book, "reaction", {"telling": "opinion", "flags": leaning}, target=npc, topic=topic)
    return True


def regard_for(book: Notebook, npc: str, other: str) -> int:
    """How somebody is disposed to somebody else, or to a group: by kin and friends, and by what their groups are to each other."""
    state = book.state
    person = state.pack.npcs[npc]
    tied = other in {id for _, id in person.bonds}
    mine, theirs = state.factions_of(npc), state.factions_of(other) or (other,)
    toward = sum(state.pack.factions[one].toward.get(another, 0) for one in mine for another in theirs)
    return 2 * tied + toward + bool(set(mine) & set(theirs))


def unknown(book: Notebook, question: Question, npc: str, telling: Telling) -> None:
    """Says that somebody does not know, of what, and who would know better."""
    slots = matter_slots(book, question)
    if slots.get("telling") == "unknown_own":
        telling.add(book, "refusal", slots, target=npc)
        return
    if other := who_knows_better(book, question, npc):
        place = book.state.usually(other)
        slots |= {"better_name": book.name(other), "better": other, "better_pronouns": book.state.pack.npcs[other].pronouns}
        if place in book.state.pack.locations and place != book.at and book.state.pack.locations[place].visibility == "table":
            slots |= {"whither_name": book.name(place), "whither": place}
    topic = question.topic if question.topic not in ("", npc) else ""
    if any(beat.kind == "ignorance" and beat.target == npc and beat.slots.get("matter") != slots.get("matter") for beat in book.beats):
        slots |= {"telling": "nor_that"} if "matter" in slots else {}
    telling.add(book, "ignorance", slots, target=npc, topic=topic)


def matter_slots(book: Notebook, question: Question) -> dict[str, str]:
    """The matter of a question in words: turned round where it can be, else its topic's name."""
    matter = matter_of(question.words)
    if matter and (question.units or question.of_asked):
        return {"matter": matter, "telling": "unknown_own" if question.of_asked else "unknown_whole"}
    if question.topic and question.topic not in book.state.pack.secrets:
        return {"matter": sayable(book, question.topic), "telling": "unknown_named"}
    words = VAGUE.sub("", question.words.strip(" ?!."))
    if question.units and not question.kind and len(words.split()) <= MOST_MATTER_WORDS:
        return {"matter": words, "telling": "unknown_named"}
    if question.kind == "yes_no" and (whole := reported(question.words)):
        return {"matter": f"whether {whole}", "telling": "unknown_whole"}
    if word := thing_said(book, question):
        return {"matter": word, "telling": "unknown_named"}
    return {"telling": "asked_back"}


MOST_MATTER_WORDS = 7
VAGUE = re.compile(r"^(?:any|some|a|an)\s+", re.I)


def who_knows_better(book: Notebook, question: Question, npc: str) -> str:
    """Somebody else whose trade, lore or own lines fit the matter best; empty where nobody comes to mind. Secrets give nobody away."""
    state = book.state
    rarity = rarities(state.pack)
    best = (0.0, "")
    for id in sorted(state.pack.npcs):
        person = state.pack.npcs[id]
        if id in (npc, question.topic) or person.visibility != "table" or not state.alive(id) or not state.usually(id):
            continue
        pieces = [Piece(f"role:{id}", "fact", f"{person.role}. {person.summary}", (id,))]
        pieces += [Piece(f"says:{id}:{n}", "own", line, (id,)) for n, line in enumerate(person.says)]
        pieces += [
            Piece(f"lore:{key}", "lore", entry.text, entry.about) for key, entry in state.pack.lore.items()
            if entry.visibility == "table" and id in entry.about
        ]  # fmt: skip
        plain = question._replace(kind="")
        fit = max(fitness(plain, piece, state, rarity) for piece in pieces)
        if fit > best[0] + 1e-9:
            best = (fit, id)
    return best[1] if best[0] >= BETTER else ""


BETTER = 0.45
"""So well must what somebody is or says fit a matter, for others to send one to them."""


def _flags(flags: str) -> dict[str, str]:
    return {"flags": flags} if flags else {}
