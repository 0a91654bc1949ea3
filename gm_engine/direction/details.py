"""Details: what whoever looks closely sees of a thing of which no page tells. It is drawn once, told, booked, and the same ever after."""

import re

from gm_engine.direction.act_sorts import singular
from gm_engine.direction.chances import touches_secret
from gm_engine.direction.free_acts import several
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import Question, question_of
from gm_engine.rules.object_phrases import PRONOUNS, bare, definite, head_noun
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.weapons import loaded, weapons_of
from gm_engine.stemming import stem
from gm_engine.story.counting import in_words
from gm_engine.story.intent import Intent
from gm_engine.wordnet import category, verb_class

SEEN: dict[str, tuple[str, ...]] = {
    "artifact": (
        "{Thing} {is_} worn bright on one side, where hands have been.", "{Thing} {has} been mended once, and not by a craftsman.",
        "Somebody has scratched two letters into {thing}, and then scratched them out.", "{Thing} {is_} older than what stands round {it}.",
        "There is a maker's mark on {thing}, rubbed down to half a crown and a 4.", "{Thing} {has} been oiled lately, and wiped.",
        "A hair of red thread is caught on {thing}.", "{Thing} {is_} clean, where all about {it} is dusty.",
    ),
    "structure": (
        "{Thing} {has} been painted twice, and the first color shows at the edges.", "{Thing} {hangs} a finger out of true.",
        "The dust along {thing} has been swept in one direction.", "Nails have been drawn from {thing} and put back in new holes.",
        "At the height of a man's shoulder {thing} {is_} polished by coats going past.", "{Thing} {lets} a thread of air through low down.",
    ),
    "animal": (
        "{Thing} {has} an old scar behind the shoulder, long healed.", "{Thing} {turns} one ear toward you, and keeps it there.",
        "There is a burr in the coat of {thing} that nobody has taken out.", "{Thing} {favors} the near foot a little.",
    ),
    "plant": ("{Thing} {is_} green on the side away from the wind.", "Something has been nibbling at {thing}, low down.",
              "{Thing} {has} been cut back once, with a dull blade."),
    "place": ("Two sets of tracks cross there, one of them a day old.", "The ground there is softer than it looks.",
              "Somebody has dropped a matchstick, burnt to half, and stepped on it."),
    "food": ("{Thing} {is_} from this morning.", "{Thing} {smells} of more salt than anybody needs."),
    "substance": ("{Thing} {leaves} a gray smear on the thumb.", "{Thing} {is_} coarser than it looks, and dry."),
    "speech": ("The hand is a practiced one, and it was in a hurry toward the end.", "One word has been scraped out and written over.",
               "The fold has been opened and closed often enough to go soft."),
}  # fmt: skip
"""What there is to be seen, by what a thing is."""
BEHIND = re.compile(r"\b(?:at|over|inside|into|under|behind|through|along|across|on)\s+(.+)$")
SOUGHT = re.compile(r"\b(?:look|looking|feel|feeling|search|searching|check|checking|listen|sniff)\s+for\s+((?:a|an|any|some)\s+[^,.;]+)$")
GLANCES = frozenset(("look", "glance", "peek", "peep", "squint", "gander", "stare", "inspection", "examination"))
HELD_OUT = re.compile(r"(?:^|[,:]\s*|\b(?:is|are|was|were)\s+(?:it|they|that|this|he|she)\s+)([^,?]{2,40}?),? or ([^,?]{2,40}?)\??$", re.I)
KEPT = "detail"


def looked_at(intent: Intent) -> str:
    """The words for what a look is given to: the object, or what stands behind *at*, *over*, *inside* …"""
    about = "" if head_noun(intent.about) in GLANCES else intent.about
    behind = BEHIND.search(re.split(r"\s+(?:to|while|until|and|so|for|from)\s+", intent.words.lower(), maxsplit=1)[0])
    words = about or (behind[1] if behind else "")
    return "" if head_noun(words) in PRONOUNS else words.strip(" ,.;")


def looks(intent: Intent) -> bool:
    """True for a look, however it is put: *I take a good look at the lock*."""
    return head_noun(intent.about) in GLANCES or verb_class(intent.words.split()[0].lower() if intent.words else "") == "perception"


def detail_of(book: Notebook, intent: Intent) -> str:
    """One thing that is seen of what is looked at; empty for what cannot be looked at so."""
    words = looked_at(intent)
    noun = singular(head_noun(bare(words)))
    lines = SEEN.get(category(noun), ())
    if not lines or intent.target:
        return ""
    key = f"{KEPT}:{book.at}:{stem(noun)}"
    number = int(book.state.used.get(key, 0))
    if not number:
        number = book.draws.pick(range(1, len(lines) + 1))
        book.change("used", key, number, cause="seen")
    told = _agreeing(lines[(number - 1) % len(lines)], definite(bare(words)))
    if not book.state.used.get(key, 0):
        book.decided.append(told)
    return told


def _agreeing(line: str, thing: str) -> str:
    """A line with its thing, and its verbs as that wants them."""
    many = several(thing)
    ends = {"hang": "hangs", "let": "lets", "turn": "turns", "favor": "favors", "smell": "smells", "leave": "leaves"}
    verbs = {one: base if many else one for base, one in ends.items()}
    slots = {"thing": thing, "Thing": f"{thing[:1].upper()}{thing[1:]}", "is_": "are" if many else "is", "has": "have" if many else "has"}
    told = line.format(**slots, **verbs, it="them" if many else "it")
    return f"{told[:1].upper()}{told[1:]}"


def sought_in(intent: Intent) -> str:
    """What is looked for in a thing that is looked at, with its article: *to look for a watermark*; empty for nothing."""
    found = SOUGHT.search(intent.told.lower().rstrip(".!"))
    return found[1].strip() if found else ""


def loads_of(book: Notebook, item: str) -> str:
    """What is in a gun that one looks to, by the count that the rules keep; empty for anything else."""
    state = book.state
    weapon = weapons_of(state, rulebook_of(state.pack), state.pc).get(item)
    if weapon is None or not weapon.chambers or not state.has(state.pc, item):
        return ""
    left = loaded(state, state.pc, item, weapon)
    held = f"all {in_words(left)}" if left == weapon.chambers else "none" if not left else in_words(left)
    return f"Of its {in_words(weapon.chambers)} chambers {held} {'is' if left == 1 else 'are'} loaded."


def either_or(book: Notebook, question: Question) -> str:
    """One of two that a question holds out, drawn once: *black or brown?* Empty where it holds out none, or a secret hangs on it."""
    found = HELD_OUT.search(question.words.strip())
    if found is None or touches_secret(book, question) or question.kind in ("who", "where", "why"):
        return ""
    ways = (found[1].strip(), found[2].strip())
    key = f"either:{book.at}:{stem(ways[0])}:{stem(ways[1])}"
    number = int(book.state.used.get(key, 0))
    if not number:
        number = book.draws.pick((1, 2))
        book.change("used", key, number, cause="seen")
    chosen = ways[number - 1]
    return f"{chosen[:1].upper()}{chosen[1:]}."


def sought_question(book: Notebook, thing: str) -> Question:
    """Whether what is looked for is there, as a question."""
    return question_of(Intent(verb="look", mode="world", about=f"is there {thing}?"), book.state)
