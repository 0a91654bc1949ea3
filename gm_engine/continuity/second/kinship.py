"""What a sentence says about kin and offices: whose kin somebody is, which kin one has not, what somebody is."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.telling import kept, lemma_text
from gm_engine.continuity.second.vocabulary import lemma_phrases, lists

DATA = lists("kin")
L = {k: frozenset(DATA[k]) for k in ("spouse", "sibling", "child", "parent", "far", "made", "young")}
KIN = L["spouse"] | L["sibling"] | L["child"] | L["parent"] | L["far"] | L["made"]
BLOOD = L["sibling"] | L["child"] | L["parent"] | L["far"]
SAME = [frozenset(s) for s in DATA["same"]]
JOB = {w: group for group, words in DATA["jobs"].items() for w in words}
INVERSE = (
    (L["parent"], L["child"]),
    (L["spouse"], L["spouse"]),
    (frozenset(("uncle", "aunt")), frozenset(("nephew", "niece"))),
    (frozenset(("grandfather", "grandmother", "granny", "grandpa", "nana")), L["child"]),
    (frozenset(("cousin", "kinsman", "kinswoman", "relative", "relation")),) * 2,
    (L["sibling"] - {"nephew", "niece"},) * 2,
    (L["made"], L["made"] | L["child"] | L["parent"]),
)
NARROW = ("brother", "sister", "son", "daughter")
"""Of these somebody may have none, and yet have a sibling or a child."""
NONE = {kind: lemma_phrases(patterns) for kind, patterns in DATA["none"].items()}


def lemmas_of(sent: Sentence) -> str:
    return lemma_text(sent).replace(" n't ", " not ")


def _person(mention: Mention, ground: Ground) -> bool:
    return mention.id != "you" and (ground.kind(mention.id) == "character" if mention.id else mention.name)


def key_of(mention: Mention) -> str:
    return mention.id or mention.lemma


def people_in(sent: Sentence, ground: Ground) -> list[Mention]:
    return [mention for mention in sent.mentions if _person(mention, ground)]


def one(first: str, second: str) -> bool:
    """Whether two keys may name one person: the same, or the words of one among the other's."""
    if first == second:
        return bool(first)
    ours, theirs = set(first.replace("-", "_").split("_")), set(second.replace("-", "_").split("_"))
    return bool(first and second) and (ours <= theirs or theirs <= ours) and not (ours ^ theirs) & KIN


def subjects_near(sent: Sentence, at: int, ground: Ground) -> list[Mention]:
    """The subject of the clause about the token ``at``, else the first person of the sentence, else of the one before."""
    near = sorted(
        (clause for clause in sent.clauses if (clause.roles.get("subj") or clause.roles.get("obj")) and clause.tense != "vbn"),
        key=lambda clause: (abs(clause.at - at), clause.at),
    )
    for clause in near[:1]:
        if (
            clause.roles.get("subj")
            and abs(clause.at - at) <= 3
            and not any(_person(mention, ground) or mention.pron for mention in clause.roles["subj"])
        ):
            return []
        who = [
            mention
            for mention in (clause.roles.get("subj") or clause.roles.get("obj", ()))
            if _person(mention, ground) or (mention.pron and mention.id and mention.id != "you")
        ]
        if who:
            return who
    return people_in(sent, ground)[:1] or (people_in(sent.before, ground)[:1] if sent.before is not None else [])


def token_at(text: str, at: int) -> int:
    return text[:at].count(" ") - 1


@kept("_kin_none")
def none_of(sent: Sentence, ground: Ground) -> Iterator[tuple[str, str]]:
    """(who, kind of kin that one has not)."""
    text = lemmas_of(sent)
    if sent.words[:1] == ("had",):
        return
    for kind, pattern in NONE.items():
        found = pattern.search(text)
        if found:
            owners = [mention.owner for mention in sent.mentions if mention.lemma == "child" and "only" in mention.mods and mention.owner]
            if kind == "sibling" and owners:
                yield from (
                    (key_of(subject), kind)
                    for subject in subjects_near(sent, token_at(text, found.start()), ground)
                    if key_of(subject) not in owners
                )
                continue
            kind = next((word for word in NARROW if f" {word} " in f" {found.group(0)} "), kind) if kind in ("sibling", "child") else kind
            for mention in subjects_near(sent, token_at(text, found.start()), ground):
                yield from ((alias, kind) for alias in (key_of(mention), *_title(sent, mention)))


def _title(sent: Sentence, mention: Mention) -> Iterator[str]:
    """The office written before a name: "Judge" of Judge Harlan Pike."""
    at = mention.at
    if mention.name:
        yield from (part for part in sent.raw[at].lower().split()[:-1] if part in JOB)
    while mention.name and at > 0 and sent.raw[at - 1][:1].isupper():
        at -= 1
        if sent.raw[at].lower() in JOB:
            yield sent.raw[at].lower()


def _possessor(sent: Sentence, mention: Mention) -> tuple[str, str]:
    """Whose a kin word is: the key, and the words as written ("banker crane")."""
    by_at = {noun.at: noun for noun in sent.mentions}
    at = mention.at - 1
    while (
        at >= 0
        and sent.pos[at] in ("ADJ", "NOUN", "NUM", "ADV", "PUNCT")
        and sent.raw[at] not in (",", ";", ".")
        and sent.raw[at] not in ("'s", "\u2019s")
    ):
        at -= 1
    if at < 0:
        return mention.owner or mention.ownerlemma, ""
    if sent.raw[at] in ("'s", "\u2019s", "'", "\u2019") and at > 0:
        noun, words = by_at.get(at - 1), sent.raw[at - 1].lower()
        if at > 1 and sent.pos[at - 2] in ("NOUN", "PROPN"):
            words = f"{sent.raw[at - 2].lower()}_{words}"
        return mention.owner or mention.ownerlemma or (key_of(noun) if noun else ""), words
    noun = by_at.get(at)
    if not mention.owner and noun is not None and noun.pron and noun.lemma in ("his", "her", "he", "she", "their", "they"):
        return mention.ownerlemma or noun.id, ""
    return mention.owner or mention.ownerlemma, ""


def _after(sent: Sentence, mention: Mention) -> str:
    """Whose the kin word is, where that follows it: "brother to the dead man", "a cousin of the duke"."""
    preposition = "".join(sent.words[mention.at + 1 : mention.at + 2])
    if preposition not in ("to", "of"):
        return ""
    return next((key_of(m) for m in sent.mentions if sent.heads[m.at] == mention.at + 1 and (m.name or m.id or m.det == "the")), "")


def _beside(sent: Sentence, mention: Mention) -> str:
    """The name set off by commas right after the kin word, or right before whose it is: "his cousin, Dr Vane,"."""
    after = next((m for m in sent.mentions if m.at == mention.at + 2 and m.name), None)
    if after is not None and sent.raw[mention.at + 1] == "," and sent.words[mention.at + 3 : mention.at + 4] != ("and",):
        return key_of(after)
    start = mention.at
    while start > 0 and sent.raw[start - 1] not in (",", ";", ":", "."):
        start -= 1
    closed = "".join(sent.words[mention.at + 1 : mention.at + 2]) in (",", ".", "")
    before = next((m for m in sent.mentions if m.at == start - 2 and (m.name or m.id)), None)
    single = (
        start > 1 and sent.raw[start - 1] == "," and mention.at - start <= 5 and not {"and", "or"} & set(sent.words[start : mention.at])
    )
    return key_of(before) if before is not None and single and closed else ""


def _relative(sent: Sentence, mention: Mention, owner: str) -> str:
    """Who the kin word is said of: the subject it is said of, the name beside it, or itself."""
    at = mention.at
    while sent.deps[at] in ("appos", "conj") and sent.heads[at] != at:
        at = sent.heads[at]
    for clause in sent.clauses:
        if not clause.neg and (
            mention in clause.roles.get("attr", ())
            or (at != mention.at and sent.deps[at] in ("attr", "acomp") and clause.at == sent.heads[at])
        ):
            said = next(
                (
                    key_of(mention_)
                    for mention_ in clause.roles.get("subj", ())
                    if (mention_.id or mention_.name) and mention_.lemma not in ("that", "it")
                ),
                "",
            )
            if said:
                return said
    beside = next((at for _, at in mention.appos if at), "") or next(
        (word for word, _ in mention.appos if any(noun.name and noun.lemma == word for noun in sent.mentions)), ""
    )
    beside = beside or _beside(sent, mention)
    return beside or (mention.id if mention.id and mention.id != owner and not mention.id.startswith(owner or "?") else "")


@kept("_kin_of")
def kin_of(sent: Sentence, _ground: Ground) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """(whose, kin word, the relative or "", the words beside it) of all kin told of."""
    by_at = {mention.at: mention for mention in sent.mentions}
    if sent.words[:1] == ("had",):
        return
    supposed = [m for clause in sent.clauses if clause.mood != "asserted" for m in clause.roles.get("attr", ())]
    for mention in sent.mentions:
        if mention in supposed or mention.det == "no" or mention.lemma not in KIN | L["young"]:
            continue
        owner, written = _possessor(sent, mention)
        owner = owner or _after(sent, mention)
        if not owner:
            continue
        who = _relative(sent, mention, owner)
        owner = written if who == owner and written else owner
        word = mention.lemma
        via = next(
            (
                noun
                for id_, noun in by_at.items()
                if noun.lemma == mention.ownerlemma and noun.lemma in KIN and id_ < mention.at and (noun.owner or noun.ownerlemma)
            ),
            None,
        )
        if via is not None and mention.lemma in L["young"] and via.lemma in L["sibling"]:
            owner, word = (
                via.owner or via.ownerlemma,
                "nephew"
                if mention.lemma in ("son", "boy", "lad")
                else "niece"
                if mention.lemma in ("daughter", "girl", "lass")
                else "nephew",
            )
        if word in KIN:
            yield owner, word, who, mention.mods
    for clause in sent.clauses:
        if clause.mood != "asserted" or clause.neg:
            continue
        subj = clause.roles.get("subj", ())
        for subject in subj:
            for object_ in clause.roles.get("obj", ()):
                if clause.verb in ("marry", "wed") and subject.id and object_.id:
                    yield subject.id, "spouse", object_.id, ()
                    yield object_.id, "spouse", subject.id, ()
                if clause.verb in ("father", "sire", "beget", "bear", "borne") and (object_.id or object_.name):
                    yield key_of(subject), "child", key_of(object_), ()
                elif (
                    clause.verb in ("father", "sire", "beget", "bear", "borne")
                    and object_.lemma in L["child"]
                    and (who := _relative(sent, object_, key_of(subject)))
                ):
                    yield key_of(subject), object_.lemma, who, object_.mods
                if clause.verb == "have" and object_.lemma in KIN:
                    yield key_of(subject), object_.lemma, next((id_ or word for word, id_ in object_.appos), ""), object_.mods
                if clause.verb == "take" and any(p.lemma == "altar" for p in clause.roles.get("p:to", ())):
                    yield key_of(subject), "spouse", key_of(object_), ()
        if clause.verb in ("marry", "wed"):
            yield from ((key_of(mention), "spouse", "", ()) for mention in (*subj, *clause.roles.get("obj", ())))
    for mention in sent.mentions:
        if mention.lemma in ("widow", "widower", "bachelor") and not mention.owner:
            yield from ((id_, "spouse", "", ()) for _, id_ in mention.appos if id_ and mention.lemma != "bachelor")


def agree(one_word: str, other_word: str) -> bool:
    """Whether two kin words may be said of one person."""
    if {one_word, other_word} & {"relative", "relation", "kinsman", "kinswoman"}:
        return not {one_word, other_word} & L["spouse"]
    return (
        one_word == other_word
        or {one_word, other_word} <= L["spouse"] | {"spouse"}
        or any(one_word in words and other_word in words for words in SAME)
    )


def inverse(one_word: str, other_word: str) -> bool:
    return any((one_word in ours and other_word in theirs) or (one_word in theirs and other_word in ours) for ours, theirs in INVERSE)


@kept("_kin_jobs")
def jobs(sent: Sentence, ground: Ground) -> Iterator[tuple[str, str, str]]:
    """(who, group of offices, the word) of what somebody is."""
    for mention in sent.mentions:
        if mention.lemma in JOB and not mention.name and mention.det != "a" and not mention.plural:
            yield from ((id_, JOB[mention.lemma], mention.lemma) for _, id_ in mention.appos if id_ and ground.kind(id_) == "character")
    for clause in sent.clauses:
        if clause.mood != "asserted" or clause.neg or clause.tense in ("modal", "future") or clause.mark in ("when", "while", "before"):
            continue
        subj = clause.roles.get("subj") or clause.roles.get("obj", ())
        for subject in subj:
            if not (_person(subject, ground) or (subject.pron and subject.id and subject.id != "you")):
                lone = [mention for mention in sent.mentions if mention.lemma in JOB and (mention.nums == (1,) or "only" in mention.mods)]
                if subject.lemma in ("that", "it", "he", "she") and lone:
                    yield from ((key_of(noun), JOB[lone[0].lemma], lone[0].lemma) for noun in clause.roles.get("attr", ()) if noun.name)
                continue
            yield from (
                (key_of(subject), JOB[noun.lemma], noun.lemma)
                for noun in clause.roles.get("attr", ())
                if noun.lemma in JOB and not noun.name and clause.verb in ("be", "remain", "become") and clause.tense != "pluperfect"
            )
            if clause.verb in ("serve", "work") and clause.roles.get("p:under"):
                yield key_of(subject), "under", "one who serves under another"
            if (
                clause.verb in DATA["does"]
                and (clause.roles.get("obj") or clause.roles.get("p:for"))
                and not clause.passive
                and clause.tense != "inf"
            ):
                yield key_of(subject), DATA["does"][clause.verb], clause.verb
