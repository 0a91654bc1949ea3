"""How a definite event came out: verdicts, dams that held or burst, who won, what failed or worked."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

ANOTHER_TIME = frozenset(
    {
        "second",
        "third",
        "next",
        "again",
        "another",
        "rematch",
        "appeal",
        "retrial",
        "retried",
        "overturned",
        "later",
        "tomorrow",
        "other",
        "new",
        "last",
        "previous",
        "earlier",
        "replay",
        "practice",
        "rehearsal",
        "bet",
        "odds",
        "almost",
        "nearly",
        "twice",
        "each",
        "every",
        "usually",
        "often",
        "sometimes",
        "year",
        "years",
    }
)
OCCASIONS = frozenset(
    {
        "night",
        "day",
        "morning",
        "evening",
        "afternoon",
        "siege",
        "storm",
        "flood",
        "time",
        "hour",
        "battle",
        "winter",
        "spring",
        "summer",
        "autumn",
        "attack",
        "assault",
        "raid",
        "dawn",
        "noon",
    }
)
COURT = frozenset({"foreman", "jury", "verdict", "court", "jurors", "judge", "bench", "jurymen"})
PRISONS = frozenset({"pen", "penitentiary", "prison", "jail", "gaol", "rock", "rocks", "chain", "stockade", "dungeon", "galleys"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of an outcome."""
    lemma, words = token.lemma_.lower(), scope.lexicon
    if token.pos_ in ("VERB", "AUX") or token.tag_ == "VBN":
        if lemma in words.all("sentences_of_court"):
            yield from _sentenced(token, str(words.map("sentences_of_court")[lemma]), scope)
        if lemma in words.all("fates"):
            yield from _fate(token, str(words.map("fates")[lemma]), scope)
        if lemma in ("win", "lose"):
            yield from _fared(token, scope)
        if lemma in ("beat", "defeat", "best", "whip", "outrun", "outshoot", "trounce", "thrash", "knock", "outdraw"):
            yield from _beat(token, scope)
        if lemma == "go" and token.tag_ in ("VBZ", "VBD"):
            yield from _goes_to(token, scope)
        if lemma in ("serve", "break") and token.tag_ != "VBN":
            yield from _serves(token, scope)
        if lemma in ("work", "succeed", "fail", "break") or (lemma == "be" and token.dep_ == "ROOT"):
            yield from _attempt(token, scope)
    if token.lower_ in ("guilty", "innocent"):
        yield from _guilty(token, scope)
    if token.lower_ == "free" and token.pos_ in ("ADJ", "ADV", "VERB"):
        yield from _free(token, scope)


def _another_time(token: "Token") -> bool:
    return any(word.lower_ in ANOTHER_TIME for word in token.sent)


def _people(refs: list[Ref], scope: Scope) -> list[Ref]:
    return [ref for ref in refs if scope.kind(ref) == "character"]


# --- in court


def _verdict(people: list[Ref], word: str, at: "Token", of: str = "", sure: int = 90) -> Iterator[Found]:
    for person in people[:1]:
        value = Value(kind="enum", text=word, unit=of or None)
        yield Found(person, "verdict", value, at, sure=min(sure, person.sure), lasting=True)


def _crime(word: "Token") -> str:
    """The crime: "of the robbery at Fenn"."""
    return next(
        (
            noun.lemma_.lower()
            for _, noun in after(word, "of", "for")
            if noun.lemma_.lower() not in ("count", "charge", "all", "crime", "it")
        ),
        "",
    )


def _sentenced(verb: "Token", word: str, scope: Scope) -> Iterator[Found]:
    """Reads "was acquitted", "the jury convicts Kip of arson", "was cleared of the murder"."""
    if _another_time(verb):
        return
    if verb.lemma_ in ("clear", "condemn", "sentence", "free", "pardon") and not (_crime(verb) or _in_court(verb)):
        return
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children) or verb.tag_ == "VBN"
    people = scope.subjects(verb) if passive else [ref for noun in objects(verb) if (ref := scope.who(noun)) is not None]
    yield from _verdict(_people(people, scope), word, verb, _crime(verb))


def _in_court(token: "Token") -> bool:
    return any(word.lower_ in COURT or word.lower_ in ("trial", "verdict", "death", "gallows", "scaffold", "hang") for word in token.sent)


def _guilty(word: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "finds Kip guilty", "is found not guilty", "'Guilty,' says the foreman" of the one person who is in court."""
    if _another_time(word):
        return
    denied = any(child.dep_ == "neg" for child in word.children) or scope.doc_has(word.i - 1, "not")
    outcome = "guilty" if (word.lower_ == "guilty") != denied else "acquitted"
    verb = word.head
    if verb.lemma_ in ("find", "hold", "pronounce", "adjudge", "bring") and verb.pos_ == "VERB":
        passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children)
        people = scope.subjects(verb) if passive else [ref for noun in objects(verb) if (ref := scope.who(noun)) is not None]
        people = people or [ref for child in word.children if child.dep_ == "nsubj" and (ref := scope.who(child)) is not None]
        yield from _verdict(_people(people, scope), outcome, verb, _crime(word))
        return
    doc = scope.passage.doc
    near = {doc[i].lower_ for i in range(max(0, word.i - 14), min(len(doc), word.i + 9))}
    if not near & {"foreman", "jury", "verdict"} or near & {"plead", "pleads", "pleaded", "pled", "mutters"}:
        return
    speaking = scope.passage.pieces[scope.passage.piece[word.i]][1] == "speech"
    says = [doc[i] for i in range(word.i, min(len(doc), word.i + 8)) if doc[i].lower_ in ("foreman", "clerk")]
    before = [doc[i] for i in range(max(0, word.i - 14), word.i) if doc[i].lower_ in ("foreman", "jury", "verdict")]
    if (speaking and not says) or not (says or before):
        return
    others = {
        ref.id: ref for token in doc if token.i in scope.passage.names and (ref := scope.person(token)) is not None and ref.id != scope.you
    }
    at = (says or before)[0]
    if len(others) == 1:
        yield from _verdict(list(others.values()), outcome, at, sure=75)


def _free(word: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "walks out of court a free man", "went free since the verdict"."""
    verb = word.head
    while verb.pos_ not in ("VERB", "AUX") and verb.head != verb:
        verb = verb.head
    doc = scope.passage.doc
    about = {doc[i].lower_ for i in range(max(0, verb.i - 40), min(len(doc), verb.i + 40))}
    if verb.lemma_ not in ("walk", "go", "stroll", "step", "come", "leave", "ride", "set", "saunter", "march") or not about & (
        COURT | {"courthouse", "trial", "acquitted"}
    ):
        return
    if _another_time(word):
        return
    passive = any(child.dep_ == "nsubjpass" for child in verb.children)
    people = (
        scope.subjects(verb) if passive or verb.lemma_ != "set" else [ref for noun in objects(verb) if (ref := scope.who(noun)) is not None]
    )
    yield from _verdict(_people(people, scope), "acquitted", verb, sure=85)


def _serves(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "since the verdict Kip has been serving ten years", "breaking rock at Yuma"."""
    lowers = {word.lower_ for word in verb.sent}
    since = lowers & {"verdict", "trial", "jury", "sentence", "sentenced"}
    what = {noun.lemma_.lower() for noun in objects(verb)}
    if since and (what & {"year", "time", "sentence", "month", "life"} or what & PRISONS) and not _another_time_but_years(verb):
        yield from _verdict(_people(scope.subjects(verb), scope), "guilty", verb, sure=85)


def _another_time_but_years(token: "Token") -> bool:
    return any(word.lower_ in ANOTHER_TIME - {"year", "years", "third", "last"} for word in token.sent)


# --- what held, and what broke


def _then(token: "Token") -> bool:
    """True where the words look back: "that night", "in the same storm", "had held", "was never breached"."""
    for word in token.sent:
        if word.lower_ in ("that", "same", "those") and word.i + 1 < len(word.doc):
            ahead = [word.doc[i].lemma_.lower() for i in range(word.i + 1, min(word.i + 4, word.sent.end))]
            if OCCASIONS & set(ahead[:3]):
                return True
    return any(child.lower_ in ("had", "'d") or (child.lower_ == "never" and token.tag_ != "VBZ") for child in token.children)


def _fate(verb: "Token", word: str, scope: Scope) -> Iterator[Found]:
    """Reads "the dam holds", "the door gave way", "the wall was never breached", "the bridge went into the river"."""
    lemma = verb.lemma_.lower()
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children)
    particles = {child.lower_ for child in verb.children if child.dep_ in ("prt", "advmod", "prep", "dobj", "acomp", "ccomp", "xcomp")}
    needs = {
        "give": {"way", "out"},
        "let": {"go"},
        "go": {"down", "under", "up", "into"},
        "fall": {"in", "down", "into", "apart"},
        "stand": {"firm", "fast"},
        "blow": {"up", "out", "away", "apart"},
        "come": {"down", "apart"},
    }
    if lemma in needs and not needs[lemma] & particles:
        return
    if objects(verb) and not passive and lemma not in ("give", "stand"):
        return
    if lemma == "hold" and particles & {"on", "up", "by"}:
        return
    for noun in scope.subject_tokens(verb):
        thing = scope.salience.meant(noun)
        if thing is None or noun.pos_ != "NOUN" or noun.lemma_.lower() not in scope.lexicon.all("holding_things"):
            continue
        if not _another_time_but_years(verb):
            value = Value(kind="enum", text=word, unit="then" if _then(verb) else None)
            yield Found(thing, "fate", value, verb, sure=88, lasting=True)


# --- who won


def _contest(noun: "Token", scope: Scope) -> str:
    """The contest by its words; empty where it is none, or not one definite contest."""
    if noun.lemma_.lower() not in scope.lexicon.all("contests") or noun.tag_ != "NN":
        return ""
    lefts = {child.lower_ for child in noun.lefts}
    before = {word.lower_ for word in noun.doc[max(noun.sent.start, noun.i - 5) : noun.i]}
    definite = lefts & {"the", "that", "this"} or before & {"that", "this"} or ("only" in {word.lower_ for word in noun.subtree})
    if not definite or lefts & {"a", "an", "any", "first"}:
        return ""
    marks = [
        word
        for word in noun.subtree
        if word.i < noun.i and word.pos_ in ("NOUN", "PROPN", "ADJ") and word.lower_ not in ("only", "one", "such")
    ]
    return " ".join([*(word.lemma_.lower() for word in marks), noun.lemma_.lower()])


def _fared(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "the bay mare wins the Fourth of July race", "you lost your one and only race against Kip"."""
    ahead = []
    for word in verb.doc[verb.i + 1 : min(verb.i + 9, verb.sent.end)]:
        if word.text in (",", ";") or (word.pos_ == "ADP" and word.lower_ not in ("of", "for")):
            break
        ahead.append(word)
    for noun in objects(verb) or ahead[-1:]:
        contest = _contest(noun, scope)
        if contest and not _another_time(verb):
            for subject in scope.subjects(verb)[:1]:
                if scope.kind(subject) in ("character", "item", "faction"):
                    came_out = "won" if verb.lemma_ == "win" else "lost"
                    yield Found(
                        subject,
                        "fared",
                        Value(kind="enum", text=came_out, unit=contest),
                        verb,
                        sure=min(90, subject.sure + 10),
                        lasting=True,
                    )


def _beat(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "Kip beats Dan in the foot race": the one won it and the other lost it."""
    if verb.lemma_ == "knock" and not any(child.lower_ in ("out", "cold", "down") for child in verb.children):
        return
    contests = [
        inner
        for word in verb.subtree
        if word.dep_ == "prep" and word.lower_ in ("in", "at", "of")
        for inner in word.children
        if inner.dep_ == "pobj"
    ]
    contest = next((found for noun in contests if (found := _contest(noun, scope))), "")
    if not contest or _another_time(verb):
        return
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children)
    ones, others = scope.subjects(verb), [ref for noun in objects(verb) if (ref := scope.who(noun)) is not None]
    if passive:
        ones, others = [ref for _, noun in after(verb, "by") if (ref := scope.who(noun)) is not None], ones
    for refs, word in ((ones, "won"), (others, "lost")):
        for subject in refs[:1]:
            if scope.kind(subject) in ("character", "item", "faction"):
                yield Found(
                    subject, "fared", Value(kind="enum", text=word, unit=contest), verb, sure=min(88, subject.sure + 8), lasting=True
                )


def _goes_to(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "the election goes to Kip"."""
    for noun in scope.subject_tokens(verb):
        contest = _contest(noun, scope)
        if contest and not _another_time(verb):
            for _, inner in after(verb, "to")[:1]:
                winner = scope.who(inner)
                if winner is not None and scope.kind(winner) in ("character", "faction"):
                    yield Found(winner, "fared", Value(kind="enum", text="won", unit=contest), verb, sure=winner.sure, lasting=True)


# --- what failed, and what worked


def _attempt(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "the experiment was a failure", "the ambush worked", "the strike is broken"."""
    passive = any(child.dep_ == "auxpass" for child in verb.children)
    word = {"work": "carried", "succeed": "carried", "fail": "failed", "break": "failed"}.get(verb.lemma_, "")
    if verb.lemma_ == "be":
        attr = next(
            (
                child
                for child in verb.children
                if child.dep_ == "attr" and child.lemma_ in ("success", "failure", "triumph", "disaster", "fiasco", "defeat")
            ),
            None,
        )
        if attr is None or any(child.lower_ in ("no", "partial", "near") for child in attr.lefts):
            return
        word = "carried" if attr.lemma_ in ("success", "triumph") else "failed"
    if (verb.lemma_ == "break") != passive or _another_time(verb) or objects(verb) or any(child.dep_ == "xcomp" for child in verb.children):
        return
    for noun in scope.subject_tokens(verb):
        if noun.pos_ == "NOUN" and noun.tag_ == "NN" and noun.lemma_.lower() in scope.lexicon.all("motions"):
            ref = scope.salience.meant(noun)
            if ref is not None and not (verb.lemma_ == "break" and noun.lemma_ != "strike"):
                yield Found(ref, "outcome", enum(word), verb, sure=86, lasting=True)
