"""What a sentence says about what somebody owns: houses and ranches, what was never had, money and the lack of it."""

import re
from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.hands import DATA, FAMILY, L
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.telling import kept, lemma_text
from gm_engine.continuity.second.vocabulary import phrases

BROKE = phrases(DATA["no_money"])
NOT_ONE = re.compile(r"\bnone of\b")


@kept("_hold_estates")
def estates(sent: Sentence, _ground: Ground) -> Iterator[tuple[Mention, str]]:
    """(place or thing, who owns it) where that is what the sentence says."""
    for clause in sent.clauses:
        if clause.mood != "asserted" or clause.neg or clause.tense in ("future", "modal", "pluperfect"):
            continue
        subj, obj, attr = (clause.roles.get(role, ()) for role in ("subj", "obj", "attr"))
        if clause.verb in ("own", "possess"):
            but = [
                m
                for m in sent.mentions
                if clause.at < m.at and sent.words[max(0, m.at - 2) : m.at] and "but" in sent.words[m.at - 3 : m.at]
            ]
            owners = but if any(m.lemma in ("nobody", "one", "none") for m in subj) else subj
            yield from ((m, owner.id or owner.lemma) for m in obj for owner in owners[:1] if not owner.pron or owner.id)
        if clause.verb == "belong":
            yield from ((m, owner.id or owner.lemma) for m in subj for owner in clause.roles.get("p:to", ())[:1] if not m.pron)
        if clause.verb == "be":
            yield from (
                (m, owner.owner or owner.of[0]) for m in subj for owner in attr if owner.lemma == "property" and (owner.owner or owner.of)
            )
            yield from (
                (m, owner.id)
                for m in subj
                for owner in attr
                if owner.id
                and (
                    (owner.pron and owner.lemma in ("his", "hers", "yours")) or (owner.name and "'s" in sent.words[owner.at : owner.at + 2])
                )
            )
            if not obj:
                yield from (
                    (next((m for m in sent.mentions if m.lemma == office.of[0] and m.at > office.at), office), who.id)
                    for who in subj
                    for office in attr
                    if who.id and office.of and office.det == "the" and office.lemma in ("owner", "proprietor", "proprietress", "landlord")
                )


@kept("_hold_nevers")
def nevers(sent: Sentence, _ground: Ground) -> Iterator[tuple[str, str, str]]:
    """(who, family of things or the noun, how) of what somebody has never had."""
    for clause in sent.clauses:
        denied = (
            clause.neg
            or any(mention.det == "no" for mentions in clause.roles.values() for mention in mentions)
            or bool(NOT_ONE.search(sent.text.lower()))
        )
        if (
            clause.mood != "asserted"
            or not denied
            or clause.verb not in ("own", "have", "hold", "possess", "keep", "carry", "wear", "raise")
        ):
            continue
        for subject in clause.roles.get("subj", ()):
            for mention in clause.roles.get("obj", ()):
                if mention.det in ("a", "no", "every", "") or mention.det == "":
                    ever = bool({"never", "ever"} & set(sent.words)) or clause.tense in ("perfect", "pluperfect")
                    who = subject.id or subject.owner or (subject.of[0] if subject.of else subject.lemma)
                    word = (
                        mention.lemma if mention.lemma not in ("scrap", "inch", "head", "bit", "piece") or not mention.of else mention.of[0]
                    )
                    yield who, FAMILY.get(word, word), "ever" if ever else "now"


@kept("_hold_broke")
def broke(sent: Sentence, ground: Ground) -> Iterator[str]:
    """Who has no money left."""
    text = lemma_text(sent)
    last = any("last" in mention.mods and mention.lemma in L["coins"] for mention in sent.mentions)
    if last or BROKE.search(text) or BROKE.search(" " + " ".join(sent.words) + " ") or L["broke"] & set(sent.words):
        who = (
            {mention.owner for mention in sent.mentions if mention.owner}
            | {subject.id for clause in sent.clauses for subject in clause.roles.get("subj", ()) if subject.id}
            | {mention.id for mention in sent.mentions if mention.id == "you"}
        )
        yield from sorted(id_ for id_ in who if id_ == "you" or ground.kind(id_) == "character")


def spends(sent: Sentence) -> Iterator[str]:
    """Who pays cash, or has a purse."""
    for clause in sent.clauses:
        if (
            clause.mood == "asserted"
            and not clause.neg
            and clause.verb in L["spend"]
            and clause.tense not in ("future", "modal")
            and (clause.verb in ("pay", "buy", "bribe") or any(mention.lemma in L["purse"] for mention in sent.mentions))
        ):
            yield from (subject.id for subject in clause.roles.get("subj", ())[:1] if subject.id)
    yield from (
        mention.owner
        for mention in sent.mentions
        if mention.owner
        and (
            mention.lemma in ("purse", "wallet", "roll", "bankroll", "billfold") or (mention.lemma in L["coins"] and mention.det == "poss")
        )
    )
