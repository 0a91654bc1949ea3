"""Who has a thing: given away, sold, locked up, lost, another's, never had; and then in the old hand after all."""

import re
from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.telling import kept, lemma_text
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import BODY, cat

DATA = lists("hold")
L = {k: frozenset(v) for k, v in DATA.items() if k != "families"}
FAMILY = {w: name for name, words in DATA["families"].items() for w in words}
KINDS = ("artifact", "animal", "possession", "thing", "communication", "speech", "substance", "food", "shape", "plant", "")
FIRM = re.compile(
    r"\b(?:ever since|since|still|always|never|every (?:day|night|morning)|nobody|no (?:one|other)|only|own|outright|all along|the whole|all the|entire|exactly|just as|as (?:ever|always)|without|hasn't|hadn't|haven't|same as|where it has|years?|not once|till|until|from the day)\b",
    re.I,
)
FOR_GOOD = re.compile(
    r"\b(?:for good|forever|for ever|never (?:again|see)|nobody will ever|no longer|gone (?:for|to the bottom)|past (?:finding|recover)|beyond (?:reach|recall|recover)|won't (?:be )?see|last (?:you|anyone) see)\b",
    re.I,
)
BROKE = re.compile(
    r"\b(?:(?:not|n't|nary|never) (?:have |own )?(?:a|one|two|so much as a) (?:red |single |plugged |thin )?(?:cent|penny|coin|dollar|dime|farthing|bean|copper|sou|credit|peso)|without (?:a|one) (?:red |single )?(?:cent|penny|coin|dollar|dime|farthing|copper|sou|peso)|flat broke|stone broke|clean broke|clean(?:ed)? (?:you|he|she|him|her|they|them|i|me) out|pocket[s]? (?:be )?(?:turn|hang|pull)(?:ed)? (?:inside )?out|every (?:last )?(?:cent|penny|peso|dollar|coin|copper|credit))\b"
)
STRIP = re.compile(
    r"\b(?:strip (?:you|he|she|they|him|her|them) (?:of|to|down|bare|naked)|take every(?:thing| stitch| scrap)|rob (?:you|he|she|they) of every|(?:with|have|leave you|own) nothing (?:but|on)|(?:everything|all) (?:you|he|she) (?:own|have|carry|come))\b"
)
NOT_ONE = re.compile(r"\bnone of\b")


def _ownable(m: Mention, ctx: Ground) -> bool:
    """Whether a mention is of one thing that can be had."""
    if m.pron or m.plural or m.lemma in BODY or m.lemma in L["not_things"]:
        return False
    kind = ctx.kind(m.id) if m.id else ""
    if kind in ("character", "place", "faction") or m.id == "you":
        return False
    return kind == "item" or (not m.id and m.lemma.isalpha() if m.name else cat(m.lemma) in KINDS)


def _meant(m: Mention, sent: Sentence, ctx: Ground) -> Iterator[tuple[Mention, bool]]:
    """The thing; for "it" the things told of before, the nearest first (at most two)."""
    if _ownable(m, ctx):
        yield m, True
        return
    if not (m.pron and m.lemma in ("it", "that", "which", "her", "him")):
        return
    if m.lemma in ("her", "him") and m.id and m.sure >= 40:
        return
    before = [x for x in sent.mentions if x.at < m.at and _ownable(x, ctx) and x.lemma not in L["body_place"]]
    if sent.before is not None:
        before = [x for x in sent.before.mentions if _ownable(x, ctx) and x.lemma not in L["body_place"]] + before
    for x in before[-1:-3:-1]:
        yield x, False


def _plain(c: Clause) -> bool:
    return (
        c.mood == "asserted"
        and not c.neg
        and c.tense not in ("future", "modal")
        and not (c.tense == "inf" and c.dep not in ("conj", "ROOT") and c.gov not in ("watch", "see", "let"))
    )


def _reached(c: Clause, nouns: frozenset) -> list[Mention]:
    return [
        m
        for r in (
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
        )
        for m in c.roles.get(r, ())
        if m.lemma in nouns
    ]


def _taker(c: Clause, ctx: Ground) -> Mention | None:
    """To whom the thing goes: a dative, "to X", or "into X's keeping"."""
    for m in (*c.roles.get("dat", ()), *c.roles.get("p:to", ()), *c.roles.get("p:with", ())):
        if (m.id and ctx.kind(m.id) in ("character", "")) or cat(m.lemma) == "person" or m.pron:
            return m
    return _keeper(c)


def _keeper(c: Clause) -> Mention | None:
    """In whose hand, pocket or care the clause puts it."""
    return next((Mention(m.at, m.owner, m.owner) for m in _reached(c, L["keeping"]) if m.owner), None)


def _way(c: Clause, ctx: Ground) -> str:
    """How a clause takes its object out of a hand: sold, given, stowed, thrown, gone, or ""."""
    if c.verb in L["sell"]:
        return "sold"
    if c.verb in L["give"] and ((t := _taker(c, ctx)) is not None and t.id != "you"):
        return "given"
    if c.verb in L["give"] and c.verb in L["firm_give"] and c.particle in ("over", "up", "in", "back", "away"):
        return "given"
    if c.verb == "leave" and (t := _taker(c, ctx)) is not None and (t.id != "you"):
        return "given"
    subj = c.roles.get("subj", [])
    if c.verb in L["give"] | L["put"] | L["throw"] and (k := _keeper(c)) is not None and k.id != "you" and subj:
        return "given" if k.id != subj[0].id else "pocketed"
    if c.verb in ("go", "pass") and not c.roles.get("obj") and (t := _taker(c, ctx)) is not None and t.id != "you" and not t.pron:
        return "given"
    if c.verb == "go" and (c.roles.get("obj") or (c.particle == "up" and (c.roles.get("p:with") or c.roles.get("p:in")))):
        return "gone"
    if c.verb in ("drop", "fall", "sink", "slide", "plunge", "tumble", "go") and any(
        m.name and m.det == "the" for r in ("p:into", "p:over") for m in c.roles.get(r, ())
    ):
        return "thrown"
    if c.verb in L["throw"] and (_reached(c, L["pit"]) or c.verb in ("lose", "discard", "jettison") or c.particle == "overboard"):
        return "thrown"
    if c.verb in L["destroy"]:
        return "gone"
    if c.verb in L["put"] and any(m.lemma in L["vaults"] and m.owner != "you" for m in _reached(c, L["vaults"])):
        return "stowed"
    return ""


@kept("_hold_losses")
def losses(sent: Sentence, ctx: Ground) -> Iterator[tuple[Mention, str, str, str]]:
    """(thing, who had it or "*", how it went, to whom) of what leaves somebody's hands."""
    for c in sent.clauses:
        if not _plain(c):
            continue
        subj, obj = c.roles.get("subj", []), c.roles.get("obj", [])
        who = (subj[0].id or subj[0].lemma) if subj else ""
        way = _way(c, ctx)
        if not obj and c.verb in (
            "go",
            "fall",
            "drop",
            "slip",
            "sink",
            "vanish",
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
        for m in obj if way else ():
            for thing, sure in _meant(m, sent, ctx):
                taker = _taker(c, ctx)
                had = thing.owner or who or "*"
                had = "*" if way in ("gone", "thrown", "pocketed") or c.passive else had
                taker = taker if way != "pocketed" else subj[0]
                yield thing, had, way + ("" if sure else "-it"), (taker.id or taker.lemma) if taker else ""
        if c.verb in L["take"] and subj:
            frm = [m for r in ("p:off", "p:from") for m in c.roles.get(r, ())]
            for m in c.roles.get("obj", ()):
                for thing, sure in _meant(m, sent, ctx):
                    had = thing.owner or next((f.id or f.owner for f in frm if f.id or f.owner), "")
                    if had and had != who:
                        yield thing, had, "taken" + ("" if sure else "-it"), who
        if "gone" in c.adj or (c.verb == "be" and {"gone", "lost"} & set(c.adj)):
            for m in subj:
                for thing, _ in _meant(m, sent, ctx):
                    yield thing, thing.owner or "*", "gone", ""
        if c.verb == "be" and c.neg is False and subj and _ownable(subj[0], ctx):
            for n in c.roles.get("attr", ()):
                if n.pron and n.lemma in ("his", "hers", "theirs") and n.id != "you":
                    yield subj[0], "you", "belongs", n.id
    for c in sent.clauses:
        if c.mood == "asserted" and c.neg and c.verb in ("have", "own", "carry") and {"longer", "more", "anymore"} & set(sent.words):
            for m in c.roles.get("obj", ()):
                if _ownable(m, ctx) and c.roles.get("subj"):
                    yield m, c.roles["subj"][0].id, "gone", ""


@kept("_hold_holds")
def holds(sent: Sentence, ctx: Ground) -> Iterator[tuple[Mention, str, str]]:
    """(thing, who has it, how) of what is in somebody's hands."""
    for c in sent.clauses:
        if not _plain(c) and not (c.mood == "asserted" and not c.neg and c.tense == "inf" and c.dep == "xcomp"):
            continue
        subj = c.roles.get("subj", [])
        who = (subj[0].id or subj[0].lemma) if subj else ""
        worn = [m for r, ms in c.roles.items() if r.startswith("p:") for m in ms if m.lemma in L["body_place"] and m.owner]
        for m in (*c.roles.get("obj", ()), *(m for r in ("p:with", "p:on", "p:of", "p:from", "p:for") for m in c.roles.get(r, ()))):
            if not _ownable(m, ctx) or m.lemma in L["body_place"]:
                continue
            if (who and c.verb in L["have"]) or (
                who and c.verb in ("swing", "mount", "sit", "climb", "trot", "ride", "gallop", "lope") and m.lemma in L["mounts"]
            ):
                yield m, who, "has"
            elif who and c.verb in L["use"] and m in c.roles.get("obj", ()):
                yield m, who, "draws" if worn and worn[0].owner == who else "uses"
            if worn:
                yield m, worn[0].owner, "worn"
        for m in subj:
            if not _ownable(m, ctx):
                continue
            if worn:
                yield m, worn[0].owner, "worn"
            if c.verb == "belong":
                yield from ((m, p.id or p.lemma, "belongs") for p in c.roles.get("p:to", ()))
            if c.verb == "be":
                yield from (
                    (m, n.id, "belongs")
                    for n in c.roles.get("attr", ())
                    if n.id and n.pron and n.lemma in ("his", "hers", "yours", "theirs")
                )
                yield from ((m, n.owner, "belongs") for n in c.roles.get("attr", ()) if n.owner and n.lemma in ("property", "own"))
                yield from (
                    (m, n.id, "belongs")
                    for n in c.roles.get("attr", ())
                    if n.name and n.id and sent.raw[min(n.at + 1, len(sent.raw) - 1)] in ("'s", "\u2019s", "'")
                )
    for m in sent.mentions:
        if m.owner and _ownable(m, ctx) and m.lemma not in L["body_place"]:
            yield m, m.owner, "owned"


def thing_same(m: Mention, n: Mention) -> float:
    """How sure two mentions are of one thing, words of one family and "the buckskin" for the buckskin pony too."""
    x = ident(m, n)
    if x >= 1.2:
        return x
    if (n.det in ("the", "this", "poss") and n.lemma in m.mods) or (
        m.det in ("the", "this", "poss") and m.lemma in n.mods and n.det != "a"
    ):
        return 1.6
    if ((m.owner and m.owner == n.owner) or (n.det == "poss" and not m.owner and m.det in ("the", "this"))) and FAMILY.get(
        m.lemma, 1
    ) == FAMILY.get(n.lemma, 2):
        return 1.4
    return 0.0


@kept("_hold_nevers")
def nevers(sent: Sentence, ctx: Ground) -> Iterator[tuple[str, str, str]]:
    """(who, family of things or the noun, how) of what somebody has never had."""
    for c in sent.clauses:
        denied = c.neg or any(m.det == "no" for ms in c.roles.values() for m in ms) or bool(NOT_ONE.search(sent.text.lower()))
        if c.mood != "asserted" or not denied or c.verb not in ("own", "have", "hold", "possess", "keep", "carry", "wear", "raise"):
            continue
        for s in c.roles.get("subj", ()):
            for m in c.roles.get("obj", ()):
                if m.det in ("a", "no", "every", "") or m.det == "":
                    ever = bool({"never", "ever"} & set(sent.words)) or c.tense in ("perfect", "pluperfect")
                    who = s.id or s.owner or (s.of[0] if s.of else s.lemma)
                    word = m.lemma if m.lemma not in ("scrap", "inch", "head", "bit", "piece") or not m.of else m.of[0]
                    yield who, FAMILY.get(word, word), "ever" if ever else "now"


@kept("_hold_broke")
def broke(sent: Sentence, ctx: Ground) -> Iterator[str]:
    """Who has no money left."""
    text = lemma_text(sent)
    last = any("last" in m.mods and m.lemma in L["coins"] for m in sent.mentions)
    if last or BROKE.search(text) or BROKE.search(" " + " ".join(sent.words) + " ") or L["broke"] & set(sent.words):
        who = (
            {m.owner for m in sent.mentions if m.owner}
            | {s.id for c in sent.clauses for s in c.roles.get("subj", ()) if s.id}
            | {m.id for m in sent.mentions if m.id == "you"}
        )
        yield from sorted(w for w in who if w == "you" or ctx.kind(w) == "character")


def _spends(sent: Sentence) -> Iterator[str]:
    """Who pays cash, or has a purse."""
    for c in sent.clauses:
        if (
            c.mood == "asserted"
            and not c.neg
            and c.verb in L["spend"]
            and c.tense not in ("future", "modal")
            and (c.verb in ("pay", "buy", "bribe") or any(m.lemma in L["purse"] for m in sent.mentions))
        ):
            yield from (s.id for s in c.roles.get("subj", ())[:1] if s.id)
    yield from (
        m.owner
        for m in sent.mentions
        if m.owner and (m.lemma in ("purse", "wallet", "roll", "bankroll", "billfold") or (m.lemma in L["coins"] and m.det == "poss"))
    )


def _lost_then_held(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    lost = losses(earlier, ctx)
    if not lost:
        return
    back = bool(set(later.words) & L["back"])
    for m, who, how, to in lost:
        for n, has, way in holds(later, ctx):
            x = thing_same(m, n)
            if x < 1.2 or set(n.mods) & L["other"] or n.det == "other" or has == to or (who != "*" and who != has):
                continue
            firm = "firm" if FIRM.search(later.text) or FOR_GOOD.search(earlier.text) else "plain"
            yield Candidate(
                f"hold:{how}:{way}:{'sure' if x >= 2 else 'loose'}:{firm}" + (":back" if back else ""),
                "possession",
                f"{m.lemma} had left the hands of {who}",
                n.id or n.lemma,
            )


def _twice_held(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    ours = [*holds(earlier, ctx), *((m, to, "taken") for m, _, how, to in losses(earlier, ctx) if to and how in ("taken", "given"))]
    if not ours:
        return
    firm = bool(FIRM.search(later.text)) + bool(FIRM.search(earlier.text))
    back = bool(set(later.words) & L["back"])
    for m, who, how in ours:
        for n, has, way in holds(later, ctx):
            if (
                who == has
                or not all(w == "you" or ctx.kind(w) == "character" for w in (who, has))
                or ident(m, n) < 1.8
                or m.det == n.det == "a"
                or ((how == "uses" or how == "owned") and way in ("uses", "owned"))
            ):
                continue
            if not firm and not {how, way} <= {"has", "worn", "belongs", "taken", "draws"}:
                continue
            yield Candidate(
                f"hold:other:{'strong' if {how, way} <= {'has', 'worn', 'belongs', 'taken', 'draws'} else 'weak'}:firm{firm}"
                + (":back" if back else ""),
                "possession",
                f"{m.lemma}: {who}'s, then {has}'s",
                n.id or n.lemma,
            )


def _never_then(earlier: Sentence, later: Sentence, ctx: Ground, order: str) -> Iterator[Candidate]:
    for who, family, ever in nevers(earlier, ctx):
        if not who or who in ("it", "he", "she", "they"):
            continue
        near = who in later.ids or who in later.lemmas or (later.before is not None and who in later.before.ids)
        for m in later.mentions if near else ():
            if m.det == "no" or FAMILY.get(m.lemma, m.lemma) != family or m.lemma == who:
                continue
            tied = (
                m.owner == who
                or any(
                    m in ms and any((s.id or s.lemma) == who for s in c.roles.get("subj", ())) and not c.neg
                    for c in later.clauses
                    for ms in c.roles.values()
                )
                or any(n.owner == who for c in later.clauses for n in c.roles.get("attr", ()))
            )
            yield Candidate(
                f"hold:never:{ever}:{'tied' if tied else 'near'}:{'word' if family not in DATA['families'] else 'family'}:{order}",
                "possession",
                f"{who} had no {family}, then {m.lemma}",
                who,
            )


def _nothing_then(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    for who in broke(earlier, ctx):
        if who in _spends(later):
            yield Candidate(
                f"hold:broke:{'soon' if later.turn - earlier.turn <= 6 else 'late'}", "possession", f"{who} had no money left", who
            )
    if STRIP.search(lemma_text(earlier)) and later.turn - earlier.turn <= 12:
        for n, has, way in holds(later, ctx):
            if (
                n.lemma in L["kit"]
                and has == "you"
                and "you" in earlier.ids
                and way in ("uses", "owned", "worn", "draws")
                and not set(later.words) & L["back"]
            ):
                yield Candidate(
                    f"hold:stripped:{'firm' if FIRM.search(later.text) else 'plain'}",
                    "possession",
                    f"everything was taken, then {n.lemma}",
                    "you",
                )


def _one_gone(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """Her one revolver goes down the well; there was but one deed, and it burns: then a thing of the kind is there."""
    lone = [m for m in earlier.mentions if _ownable(m, ctx) and ({"one", "only", "sole", "single"} & set(m.mods) or m.nums == (1,))]
    if not lone or (
        not any(w.split("-")[0] in ("thrown", "gone", "sold", "given") for _, _, w, _ in losses(earlier, ctx))
        and not re.search(r"\bgo(?:es)? up (?:with|in)\b|\bwent up (?:with|in)\b", earlier.text)
    ):
        return
    for m in lone:
        for n in later.mentions:
            if n.det not in ("no", "other", "a") and (
                ident(m, n) >= 1.8 or (m.owner and m.owner == n.owner and FAMILY.get(m.lemma, 1) == FAMILY.get(n.lemma, 2))
            ):
                yield Candidate("hold:one-gone", "possession", f"the one {m.lemma} was gone", n.id or n.lemma)


def nominate(earlier: Sentence, later: Sentence, ctx: Ground) -> Iterator[Candidate]:
    """The ways in which B may put into a hand what A took from it."""
    seen: set[str] = set()
    for fn in (_lost_then_held, _twice_held, _nothing_then, _one_gone):
        for cand in fn(earlier, later, ctx):
            if cand.type not in seen:
                seen.add(cand.type)
                yield cand
    for first, second, order in ((earlier, later, "ab"), (later, earlier, "ba")):
        for cand in _never_then(first, second, ctx, order):
            if cand.type not in seen:
                seen.add(cand.type)
                yield cand
