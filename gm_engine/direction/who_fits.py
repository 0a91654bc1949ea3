"""Who fits a description: *who reads Spanish law?*, *who can mend a wheel?*, *who runs the Half Measure?*"""

from collections.abc import Iterator

from gm_engine import wordnet
from gm_engine.direction.answer_pieces import Piece, rarities, stems_of
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import Question, Unit, lemma
from gm_engine.direction.player_verbs import IRREGULAR
from gm_engine.direction.turned import AUXILIARIES, parted
from gm_engine.direction.words_typed import tokens_of
from gm_engine.state import StoryState
from gm_engine.state.hearsay import holders
from gm_engine.stemming import stem

FITS, TELLING = 0.66, 0.4
"""So much must somebody answer to of what tells people apart, and so much of the whole description must do that."""
OFFICES = {
    "law": "law officer sheriff",
    "court": "law court judge legal lawyer",
    "healer": "doctor medicine heal mend cure treat sick wound body",
}
"""What an office says of whoever holds it, beside their role."""
PASTS = frozenset(form for made in IRREGULAR.values() for form in made[-2:])
RUNNING = frozenset(
    stem(word) for word in ("run", "own", "keep", "charge", *(one for seed in ("govern", "manage") for one in wordnet.synonyms(seed, "v")))
)
"""What is done by whoever has the say in a place."""


def profiles(state: StoryState) -> Iterator[tuple[str, Piece]]:
    """What anybody could say of everybody who is known and alive: their trade, what they speak and read, their skills, their office."""
    officers = {office: holders(state, office) for office in OFFICES}
    for id in sorted(state.pack.npcs):
        person = state.pack.npcs[id]
        if person.visibility != "table" or not state.alive(id):
            continue
        facts = ". ".join(f"{relation.replace('_', ' ')} {value}" for relation, value in person.facts.items())
        offices = ". ".join(words for office, words in OFFICES.items() if id in officers[office])
        skills = ", ".join(skill.replace("_", " ") for skill in person.skills)
        yield id, Piece(f"role:{id}", "fact", f"{person.role}. {person.summary} {facts}. {skills}. {offices}.", (id,))


def place_of(book: Notebook, who: str) -> str:
    """Where anybody would look for somebody; empty where that is nobody's to know."""
    place = book.state.usually(who)
    locations = book.state.pack.locations
    return place if place in locations and locations[place].visibility == "table" else ""


def those_who_fit(book: Notebook, question: Question) -> list[str]:
    """Those who answer best to a description: to the most of what tells any people apart, and to more than what they do of it."""
    units = [_of_people(unit) for unit in question.units if not _of_the_setting(book, question, unit)]
    said = {id: stems_of(piece.text) for id, piece in profiles(book.state)}
    met = {id: [unit for unit in units if (unit.stems | unit.like) & stems] for id, stems in said.items()}
    telling = [unit for unit in units if any(unit in those for those in met.values())]
    if len(telling) < TELLING * len(units):
        return []
    rarity = rarities(book.state.pack)
    weight = {unit: max((rarity.get(one, rarity[""]) for one in unit.stems), default=1.0) for unit in telling}
    whole = sum(weight.values())
    fits = {id: sum(weight[unit] for unit in those) / whole for id, those in met.items() if any(not unit.act for unit in those)}
    found = [id for id, by in fits.items() if by >= FITS]
    return sorted(found, key=lambda id: (-round(fits[id], 3), id not in book.around(), id))


BODY = frozenset((stem("body"),))


def _of_people(unit: Unit) -> Unit:
    """A unit as it is looked for in what people are: whatever part of the body it names is a healer's business."""
    if unit.id or not any(wordnet.category(one) == "body" for one in unit.stems):
        return unit
    return unit._replace(like=unit.like | BODY)


def _of_the_setting(book: Notebook, question: Question, unit: Unit) -> bool:
    """True for the place where everybody is, which tells nobody from another: *in this county*, *in town*."""
    around = book.state.pack.locations.get(book.at)
    if unit.id:
        return unit.id in (book.at, around.within if around else "")
    tokens = tokens_of(question.words)
    near = {stem(tokens[at]) for at in range(1, len(tokens)) if tokens[at - 1] in ("this", "these")}
    return bool(unit.stems & near)


def who_is_described(book: Notebook, question: Question) -> list[str]:
    """Those who are asked for by what they do or can, now: nobody for *who did it*, which no trade answers."""
    parts = parted(question.words)
    if question.kind != "who" or parts is None or not question.units:
        return []
    if place := place_run(book, question):
        return who_runs(book, place)
    said = [word.lower() for word in (parts.helps, *parts.rest) if word]
    past = parts.helps in ("was", "were", "did", "had", "would") or any(word in PASTS or word.endswith("ed") for word in said[:2])
    if past or any(unit.id in book.state.pack.npcs for unit in question.units):
        return []
    return those_who_fit(book, question)[:1]


def place_run(book: Notebook, question: Question) -> str:
    """The place or house of which it is asked who has the say in it."""
    pack = book.state.pack
    place = next((unit.id for unit in question.units if unit.id in pack.locations or unit.id in pack.factions), "")
    tokens = [token for token in tokens_of(question.words) if token not in AUXILIARIES]
    verb = next((token for token in tokens[1:] if wordnet.verb_class(lemma(token)) or lemma(token) != token), "")
    others = [unit for unit in question.units if unit.id != place and not unit.stems & {stem(verb)}]
    if not place and not others and {"here", "this"} & set(tokens):
        place = book.at
    return place if stem(lemma(verb)) in RUNNING and not others else ""


def in_talk(book: Notebook, who: str) -> str:
    """Somebody as one who is asked would name them: who, what they are, and where to find them."""
    person, place = book.state.pack.npcs[who], place_of(book, who)
    role = "" if not person.role or set(tokens_of(person.role)) <= set(tokens_of(person.name)) else f", {the_role(person.role)}"
    where = ", here" if who in book.around() else f", at {book.name(place)}" if place else ""
    return f"{book.name(who)}{role}{where}"


def the_role(role: str) -> str:
    """A role as it is said of somebody who has it: *the schoolteacher*."""
    return role if role.split()[0].lower() in ("the", "a", "an") else f"the {role}"


def who_runs(book: Notebook, place: str) -> list[str]:
    """Whoever has the say in a place: of a house who keeps it, of a town or a county the law and the court of it."""
    state = book.state
    inside = {id for id, one in state.pack.locations.items() if one.within == place}
    name = set(tokens_of(state.name(place))) - {"the", "of"}
    people = [id for id, person in state.pack.npcs.items() if person.visibility == "table" and state.alive(id)]
    if not inside:
        keepers = [id for id in people if name and name <= set(tokens_of(f"{state.pack.npcs[id].role} {state.pack.npcs[id].summary}"))]
        at_home = [id for id in people if state.pack.npcs[id].at == place or place in state.factions_of(id)]
        return ([id for id in at_home if id in keepers] or at_home or keepers)[:1]
    heads = []
    for office in ("law", "court"):
        those = [id for id in holders(state, office) if id in people and place_of(book, id) in inside]
        heads += [id for id in those if not {other for _, other in state.pack.npcs[id].bonds} & set(those)][:1]
    return list(dict.fromkeys(heads))
