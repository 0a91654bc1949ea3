"""What a sentence says about who has a thing: what leaves a hand, what is in one, what somebody never had."""

from collections.abc import Iterator
from dataclasses import replace

from gm_engine import wordnet
from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.telling import kept
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import BODY, cat

DATA = lists("hold")
L = {k: frozenset(v) for k, v in DATA.items() if k not in ("families", "firm", "for_good", "no_money", "strip_told", "gone_said")}
FAMILY = {w: name for name, words in DATA["families"].items() for w in words}
KINDS = ("artifact", "animal", "possession", "thing", "communication", "speech", "substance", "food", "shape", "plant", "")
STRAY = 6
"""How many words behind the object something may still belong to the verb."""


def ownable(mention: Mention, ground: Ground) -> bool:
    """Whether a mention is of one thing that can be had."""
    if mention.pron or mention.plural or mention.lemma in BODY or mention.lemma in L["not_things"]:
        return False
    kind = ground.kind(mention.id) if mention.id else ""
    if kind in ("character", "place", "faction") or mention.id == "you":
        return False
    if mention.name and mention.id:
        return kind == "item" or (not kind and mention.det == "the")
    if kind == "item" or (mention.lemma in L["things"] and not mention.name):
        return True
    return not mention.id and mention.lemma.isalpha() if mention.name else cat(mention.lemma) in KINDS


def _meant(mention: Mention, sent: Sentence, ground: Ground) -> Iterator[tuple[Mention, bool]]:
    """The thing; for "it" the things told of before, the nearest first (at most two)."""
    if ownable(mention, ground):
        yield mention, True
        return
    if not (mention.pron and mention.lemma in ("it", "that", "which", "her", "him")):
        return
    if mention.lemma in ("her", "him") and mention.id and mention.sure >= 40:
        return
    before = [found for found in sent.mentions if found.at < mention.at and ownable(found, ground) and found.lemma not in L["body_place"]]
    if sent.before is not None:
        before = [found for found in sent.before.mentions if ownable(found, ground) and found.lemma not in L["body_place"]] + before
    for found in before[-1:-3:-1]:
        yield found, False


def _plain(clause: Clause) -> bool:
    return (
        clause.mood == "asserted"
        and not clause.neg
        and clause.tense not in ("future", "modal")
        and not (clause.tense == "inf" and clause.dep not in ("conj", "ROOT") and clause.gov not in ("watch", "see", "let"))
    )


def _reached(clause: Clause, nouns: frozenset[str]) -> list[Mention]:
    return [
        mention
        for role in (
            "p:in",
            "p:into",
            "p:to",
            "p:with",
            "p:down",
            "p:over",
            "p:off",
            "p:through",
            "p:on",
            "p:under",
            "p:inside",
            "p:for",
            "p:about",
            "p:onto",
            "p:around",
            "p:up",
            "p:at",
        )
        for mention in clause.roles.get(role, ())
        if mention.lemma in nouns
    ]


def _handles(clause: Clause) -> bool:
    """Whether whoever does it has the thing at hand."""
    return clause.verb in L["use"] or (wordnet.verb_class(clause.verb) in L["touching"] and clause.verb not in L["not_handling"])


def listed(sent: Sentence, ground: Ground) -> Iterator[Mention]:
    """The things counted up after a colon."""
    if ":" in sent.words:
        start = sent.words.index(":")
        yield from (m for m in sent.mentions if m.at > start and ownable(m, ground) and m.det != "no")


def _taker(clause: Clause, ground: Ground) -> Mention | None:
    """To whom the thing goes: a dative, "to X", or "into X's keeping"."""
    for mention in (*clause.roles.get("dat", ()), *clause.roles.get("p:to", ()), *clause.roles.get("p:with", ())):
        if (mention.id and ground.kind(mention.id) in ("character", "")) or cat(mention.lemma) == "person" or mention.pron:
            return mention
    return _keeper(clause)


def _keeper(clause: Clause) -> Mention | None:
    """In whose hand, pocket or care the clause puts it."""
    return next((Mention(mention.at, mention.owner, mention.owner) for mention in _reached(clause, L["keeping"]) if mention.owner), None)


def _way(clause: Clause, ground: Ground) -> str:
    """How a clause takes its object out of a hand: sold, given, stowed, thrown, gone, or ""."""
    if clause.verb in L["sell"]:
        return "sold"
    if clause.verb in L["give"] and ((taker := _taker(clause, ground)) is not None and taker.id != "you"):
        return "given"
    if clause.verb in L["give"] and clause.verb in L["firm_give"] and clause.particle in ("over", "up", "in", "back", "away"):
        return "given"
    if clause.verb == "leave" and (taker := _taker(clause, ground)) is not None and (taker.id != "you"):
        return "given"
    subj = clause.roles.get("subj", ())
    if clause.verb in L["give"] | L["put"] | L["throw"] and (keeper := _keeper(clause)) is not None and keeper.id != "you" and subj:
        return "given" if keeper.id != subj[0].id else "pocketed"
    if (
        clause.verb in ("go", "pass")
        and not clause.roles.get("obj")
        and (taker := _taker(clause, ground)) is not None
        and taker.id != "you"
        and not taker.pron
    ):
        return "given"
    if clause.verb == "go" and (
        clause.roles.get("obj") or (clause.particle == "up" and (clause.roles.get("p:with") or clause.roles.get("p:in")))
    ):
        return "gone"
    if clause.verb == "go" and any(m.lemma in L["up_in"] for role in ("p:up", "p:in") for m in clause.roles.get(role, ())):
        return "gone"
    if clause.verb in ("bury", "inter", "cremate") and clause.roles.get("p:with"):
        return "thrown"
    if clause.verb in ("drop", "fall", "sink", "slide", "plunge", "tumble", "go") and any(
        mention.name and mention.det == "the" for role in ("p:into", "p:over") for mention in clause.roles.get(role, ())
    ):
        return "thrown"
    if clause.verb in L["throw"] and (
        _reached(clause, L["pit"]) or clause.verb in ("lose", "discard", "jettison") or "overboard" in (clause.particle, *clause.advs)
    ):
        return "thrown"
    if clause.verb in ("sink", "founder") and not clause.roles.get("obj"):
        return "thrown"
    if clause.verb in L["destroy"] and not (clause.verb in L["breaks"] and L["into"] & set(clause.roles)):
        return "gone"
    if clause.verb in L["put"] and any(
        mention.lemma in L["vaults"] and mention.owner != "you" for mention in _reached(clause, L["vaults"])
    ):
        return "stowed"
    return ""


def _with_strays(sent: Sentence, clause: Clause) -> Clause:
    """The clause with what the parser hung on its object: "the jailer" in "hands the key to the jailer"."""
    last = max((m.at for m in clause.roles.get("obj", ())), default=0)
    if not last:
        return clause
    taken = {m.at for mentions in clause.roles.values() for m in mentions}
    roles = dict(clause.roles)
    for mention in sent.mentions:
        if last < mention.at <= last + STRAY and mention.at not in taken:
            at = mention.at - 1
            while at > last and sent.pos[at] in ("DET", "ADJ", "NOUN", "PRON", "NUM", "PROPN"):
                at -= 1
            if last < at and sent.words[at] in L["stray"]:
                role = f"p:{sent.words[at]}"
                roles[role] = (*roles.get(role, ()), mention)
    return replace(clause, roles=roles)


@kept("_hold_losses")
def losses(sent: Sentence, ground: Ground) -> Iterator[tuple[Mention, str, str, str]]:
    """(thing, who had it or "*", how it went, to whom) of what leaves somebody's hands."""
    for clause in (_with_strays(sent, clause) for clause in sent.clauses):
        if not _plain(clause):
            continue
        subj, obj = clause.roles.get("subj", ()), clause.roles.get("obj", ())
        who = (subj[0].id or subj[0].lemma) if subj else ""
        way = _way(clause, ground)
        if not obj and clause.verb in (
            "go",
            "fall",
            "drop",
            "slip",
            "sink",
            "vanish",
            "break",
            "snap",
            "split",
            "crumble",
            "dissolve",
            "disintegrate",
            "burn",
            "shatter",
            "explode",
            "melt",
            "roll",
            "tumble",
            "plunge",
            "slide",
        ):
            obj, who = subj, "*"
        for mention in obj if way else ():
            for thing, sure in _meant(mention, sent, ground):
                if way == "gone" and not sure:
                    continue
                taker = _taker(clause, ground)
                had = who if taker and taker.id and taker.id == thing.owner else thing.owner or who or "*"
                had = "*" if way in ("gone", "thrown", "pocketed") or clause.passive else had
                taker = taker if way != "pocketed" else subj[0]
                yield thing, had, way + ("" if sure else "-it"), (taker.id or taker.lemma) if taker else ""
        if clause.verb in L["take"] and subj:
            frm = [mention for role in ("p:off", "p:from") for mention in clause.roles.get(role, ())]
            for mention in clause.roles.get("obj", ()):
                for thing, sure in _meant(mention, sent, ground):
                    had = thing.owner or next((giver.id or giver.owner for giver in frm if giver.id or giver.owner), "")
                    had = had or ("*" if clause.verb in L["steals"] and who != "you" and thing.det in ("the", "this", "poss") else "")
                    if had and had != who:
                        yield thing, had, "taken" + ("" if sure else "-it"), who
        if (
            clause.verb in L["make_off"]
            and subj
            and who != "you"
            and (clause.particle in ("off", "away", "out") or clause.verb == "abscond")
        ):
            for thing in (m for m in clause.roles.get("p:with", ()) if ownable(m, ground)):
                yield thing, thing.owner or "*", "taken", who
        if "gone" in clause.adj or (clause.verb == "be" and {"gone", "lost"} & set(clause.adj)):
            for mention in subj:
                for thing, _ in _meant(mention, sent, ground):
                    yield thing, thing.owner or "*", "gone", ""
        if clause.verb == "be" and clause.neg is False and subj and ownable(subj[0], ground):
            for noun in clause.roles.get("attr", ()):
                if noun.pron and noun.lemma in ("his", "hers", "theirs") and noun.id != "you":
                    yield subj[0], "you", "belongs", noun.id
    for clause in sent.clauses:
        subj = clause.roles.get("subj", ())
        if _plain(clause) and clause.verb in ("lose", "abandon", "surrender", "sell", "burn") and subj:
            yield from ((thing, subj[0].id or subj[0].lemma, "thrown", "") for thing in listed(sent, ground))
    for clause in sent.clauses:
        if (
            clause.mood == "asserted"
            and clause.neg
            and clause.verb in ("have", "own", "carry")
            and {"longer", "more", "anymore"} & set(sent.words)
        ):
            for mention in clause.roles.get("obj", ()):
                if ownable(mention, ground) and clause.roles.get("subj"):
                    yield mention, clause.roles["subj"][0].id, "gone", ""


@kept("_hold_holds")
def holds(sent: Sentence, ground: Ground) -> Iterator[tuple[Mention, str, str]]:
    """(thing, who has it, how) of what is in somebody's hands."""
    for clause in sent.clauses:
        if not _plain(clause) and not (clause.mood == "asserted" and not clause.neg and clause.tense == "inf" and clause.dep == "xcomp"):
            continue
        subj = clause.roles.get("subj", ())
        who = (subj[0].id or subj[0].lemma) if subj else ""
        worn = [
            mention
            for role, mentions in clause.roles.items()
            if role.startswith("p:")
            for mention in mentions
            if mention.lemma in L["body_place"] and mention.owner
        ]
        for mention in (
            *clause.roles.get("obj", ()),
            *(mention for role in ("p:with", "p:on", "p:onto", "p:of", "p:from", "p:for") for mention in clause.roles.get(role, ())),
        ):
            if not ownable(mention, ground) or (mention.lemma in L["body_place"] and not _garment(mention, clause)):
                continue
            if (who and clause.verb in L["have"]) or (
                who and clause.verb in ("swing", "mount", "sit", "climb", "trot", "ride", "gallop", "lope") and mention.lemma in L["mounts"]
            ):
                yield mention, who, "has"
            elif who and _handles(clause) and mention in clause.roles.get("obj", ()):
                yield mention, who, "draws" if worn and worn[0].owner == who else "uses"
            if worn:
                yield mention, worn[0].owner, "worn"
        if who and clause.verb in L["count_up"]:
            yield from ((thing, who, "has") for thing in listed(sent, ground))
        fingers = [m for m in subj if m.lemma in ("hand", "finger", "thumb", "fist", "palm") and m.owner]
        if fingers and clause.verb in L["closing"]:
            touched = (m for role in ("obj", "p:on", "p:around", "p:round", "p:over", "p:upon") for m in clause.roles.get(role, ()))
            yield from ((thing, fingers[0].owner, "draws") for thing in touched if ownable(thing, ground))
        for mention in subj:
            if not ownable(mention, ground):
                continue
            if worn:
                yield mention, worn[0].owner, "worn"
            if clause.verb == "belong":
                yield from ((mention, whom.id or whom.lemma, "belongs") for whom in clause.roles.get("p:to", ()))
            if clause.verb == "be":
                yield from (
                    (mention, noun.id, "belongs")
                    for noun in clause.roles.get("attr", ())
                    if noun.id and noun.pron and noun.lemma in ("his", "hers", "yours", "theirs")
                )
                yield from (
                    (mention, noun.owner, "belongs")
                    for noun in clause.roles.get("attr", ())
                    if noun.owner and noun.lemma in ("property", "own")
                )
                yield from (
                    (mention, noun.id, "belongs")
                    for noun in clause.roles.get("attr", ())
                    if noun.name and noun.id and sent.raw[min(noun.at + 1, len(sent.raw) - 1)] in ("'s", "\u2019s", "'")
                )
    wished = [
        m for clause in sent.clauses if clause.mood != "asserted" or clause.gov in L["wish"] for ms in clause.roles.values() for m in ms
    ]
    for mention in sent.mentions:
        if mention.owner and mention not in wished and ownable(mention, ground) and mention.lemma not in L["body_place"]:
            yield mention, mention.owner, "owned"


def _garment(mention: Mention, clause: Clause) -> bool:
    """Whether the verb has to do with a thing that may be worn, and not with what is in it."""
    return mention.lemma in L["garments"] and mention in clause.roles.get("obj", ())


def thing_same(one: Mention, other: Mention) -> float:
    """How sure two mentions are of one thing, words of one family and "the buckskin" for the buckskin pony too."""
    sure = ident(one, other)
    if sure >= 1.2:
        return sure
    if (other.det in ("the", "this", "poss") and other.lemma in one.mods) or (
        one.det in ("the", "this", "poss") and one.lemma in other.mods and other.det != "a"
    ):
        return 1.6
    if ((one.owner and one.owner == other.owner) or (other.det == "poss" and not one.owner and one.det in ("the", "this"))) and FAMILY.get(
        one.lemma, 1
    ) == FAMILY.get(other.lemma, 2):
        return 1.4
    return 0.0
