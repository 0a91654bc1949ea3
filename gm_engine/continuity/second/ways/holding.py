"""Who has a thing: given away, sold, locked up, lost, another's, never had; and then in the old hand after all."""

import re
from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.hands import DATA, FAMILY, L, holds, losses, ownable, thing_same
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.openings import Opening, either
from gm_engine.continuity.second.owning import broke, estates, nevers, spends
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.telling import lemma_text
from gm_engine.continuity.second.vocabulary import phrases

FIRM = phrases(DATA["firm"])
FOR_GOOD = phrases(DATA["for_good"])
STRIP = phrases(DATA["strip_told"])
GONE: dict[str, str] = DATA["gone_said"]
"""How a thing left a hand, in words."""


def _lost_then_held(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    lost = losses(earlier, ground)
    if not lost:
        return
    back = bool(set(later.words) & L["back"])
    for mention, who, how, to in lost:
        for thing, has, way in holds(later, ground):
            sure = thing_same(mention, thing)
            if sure < 1.2 or set(thing.mods) & L["other"] or thing.det == "other" or has == to or (who != "*" and who != has):
                continue
            firm = "firm" if FIRM.search(later.text) or FOR_GOOD.search(earlier.text) else "plain"
            yield Candidate(
                f"hold:{how}:{way}:{'sure' if sure >= 2 else 'loose'}:{firm}" + (":back" if back else ""),
                "possession",
                f"the {mention.lemma} {GONE[how.removesuffix('-it')]}, and {has} has it",
                thing.id or thing.lemma,
            )


def _twice_held(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    ours = [
        *holds(earlier, ground),
        *((mention, to, "taken") for mention, _, how, to in losses(earlier, ground) if to and how in ("taken", "given")),
    ]
    if not ours:
        return
    firm = bool(FIRM.search(later.text)) + bool(FIRM.search(earlier.text))
    back = bool(set(later.words) & L["back"])
    for mention, who, how in ours:
        for thing, has, way in holds(later, ground):
            if (
                who == has
                or not all(who_ == "you" or ground.kind(who_) == "character" for who_ in (who, has))
                or ident(mention, thing) < 1.8
                or mention.det == thing.det == "a"
                or ((how == "uses" or how == "owned") and way in ("uses", "owned"))
            ):
                continue
            if not firm and not {how, way} <= {"has", "worn", "belongs", "taken", "draws"}:
                continue
            yield Candidate(
                f"hold:other:{'strong' if {how, way} <= {'has', 'worn', 'belongs', 'taken', 'draws'} else 'weak'}:firm{firm}"
                + (":back" if back else ""),
                "possession",
                f"the {mention.lemma} is {who}'s, then {has}'s",
                thing.id or thing.lemma,
            )


def _two_owners(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """One owner of a house, a ferry, a ranch, and then another, with no sale between."""
    if set(later.words) & L["title_moves"]:
        return
    for held, whose in estates(earlier, ground):
        for thing, now in estates(later, ground):
            if whose != now and not set(whose.split("_")) & set(now.split("_")) and ident(held, thing) >= 1.2:
                tier = "named" if held.name or thing.name or ground.kind(thing.id) == "place" else "plain"
                yield Candidate(
                    f"hold:owner:{tier}", "possession", f"the {thing.lemma} belongs to {whose}, then to {now}", thing.id or thing.lemma
                )


def _never_then(earlier: Sentence, later: Sentence, ground: Ground, order: str) -> Iterator[Candidate]:
    for who, family, ever in nevers(earlier, ground):
        if not who or who in ("it", "he", "she", "they"):
            continue
        near = who in later.ids or who in later.lemmas or (later.before is not None and who in later.before.ids)
        for mention in later.mentions if near else ():
            if mention.det == "no" or FAMILY.get(mention.lemma, mention.lemma) != family or mention.lemma == who:
                continue
            tied = (
                mention.owner == who
                or any(
                    mention in mentions
                    and any((subject.id or subject.lemma) == who for subject in clause.roles.get("subj", ()))
                    and not clause.neg
                    for clause in later.clauses
                    for mentions in clause.roles.values()
                )
                or any(noun.owner == who for clause in later.clauses for noun in clause.roles.get("attr", ()))
            )
            yield Candidate(
                f"hold:never:{ever}:{'tied' if tied else 'near'}:{'word' if family not in DATA['families'] else 'family'}:{order}",
                "possession",
                f"{who} has no {family}, then comes the {mention.lemma}",
                who,
            )


def _nothing_then(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    for who in broke(earlier, ground):
        if who in spends(later):
            yield Candidate(
                f"hold:broke:{'soon' if later.turn - earlier.turn <= 6 else 'late'}",
                "possession",
                f"{who} has no money left, and spends some",
                who,
            )
    if STRIP.search(lemma_text(earlier)) and later.turn - earlier.turn <= 12:
        for noun, has, way in holds(later, ground):
            if (
                noun.lemma in L["kit"]
                and has == "you"
                and "you" in earlier.ids
                and way in ("uses", "owned", "worn", "draws")
                and not set(later.words) & L["back"]
            ):
                yield Candidate(
                    f"hold:stripped:{'firm' if FIRM.search(later.text) else 'plain'}",
                    "possession",
                    f"everything was taken from you, and the {noun.lemma} is there",
                    "you",
                )


def _lone(sent: Sentence, ground: Ground) -> list[Mention]:
    """The things of which the sentence tells of one only."""
    return [m for m in sent.mentions if ({"one", "only", "sole", "single"} & set(m.mods) or m.nums == (1,)) and ownable(m, ground)]


def _one_gone(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Her one revolver goes down the well; there was but one deed, and it burns: then a thing of the kind is there."""
    lone = _lone(earlier, ground)
    if not lone or (
        not any(word.split("-")[0] in ("thrown", "gone", "sold", "given") for _, _, word, _ in losses(earlier, ground))
        and not re.search(r"\bgo(?:es)? up (?:with|in)\b|\bwent up (?:with|in)\b", earlier.text)
    ):
        return
    for mention in lone:
        for noun in later.mentions:
            if noun.det not in ("no", "other", "a") and (
                ident(mention, noun) >= 1.8
                or (mention.owner and mention.owner == noun.owner and FAMILY.get(mention.lemma, 1) == FAMILY.get(noun.lemma, 2))
            ):
                yield Candidate("hold:one-gone", "possession", f"the only {mention.lemma} was gone, and is there", noun.id or noun.lemma)


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """The ways in which the later sentence may put into a hand what the earlier took from it."""
    for look in (_lost_then_held, _twice_held, _two_owners, _nothing_then, _one_gone):
        yield from look(earlier, later, ground)
    for first, second, order in ((earlier, later, "ab"), (later, earlier, "ba")):
        yield from _never_then(first, second, ground, order)


def _stripped(sent: Sentence, _ground: Ground) -> bool:
    return bool(STRIP.search(lemma_text(sent)))


def _spending(sent: Sentence, _ground: Ground) -> bool:
    return any(True for _ in spends(sent))


OPENINGS = (
    Opening(losses, holds),
    Opening(holds, holds),
    Opening(estates, estates),
    Opening(broke, _spending),
    Opening(_stripped, holds),
    Opening(_lone),
    *either(nevers),
)
