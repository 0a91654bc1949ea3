"""One person or thing under two names, one face under the mask, one deed of two doers."""

from collections.abc import Iterator

from gm_engine.continuity.second.calling import CANON, called, kind
from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.naming import DATA, ONLY, deeds, faces, is_place, kinds, names, other, told
from gm_engine.continuity.second.openings import Opening, both
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.vocabulary import phrases
from gm_engine.continuity.second.words import cat

SOLE = phrases(DATA["sole"])
KIN_WORDS = frozenset(DATA["kin_words"])


def _said(name: tuple[str, ...]) -> str:
    """A name as it is written."""
    return " ".join(word.capitalize() for word in name)


def _two_names(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    only = "only" if ONLY.search(earlier.text) or ONLY.search(later.text) else "plain"
    for noun, name, id_ in kinds(earlier, ground):
        for peer, named, id2 in kinds(later, ground):
            if (
                CANON.get(noun.lemma, noun.lemma) != CANON.get(peer.lemma, peer.lemma)
                or peer.det in ("a", "other", "no")
                or noun.plural
                or peer.plural
                or is_place(id_, ground) != is_place(id2, ground)
            ):
                continue
            how = other(name, named)
            if not how or (noun.owner and peer.owner and noun.owner != peer.owner):
                continue
            tie = (
                "owner"
                if noun.owner and noun.owner == peer.owner
                else "mods"
                if set(noun.mods) & set(peer.mods) or set(noun.of) & set(peer.of)
                else "bare"
            )
            yield Candidate(
                f"name:kind:{how}:{tie}",
                "name_identity",
                f"the {peer.lemma} is called {_said(name)}, then {_said(named)}",
                id2 or named[-1],
            )
    ours, theirs = told(earlier, ground), told(later, ground)
    pairs = [(noun_, noun_now) for noun_ in ours for noun_now in theirs]
    pairs += [(noun_, (peer, words)) for noun_ in ours for peer, words, id_ in kinds(later, ground) if not is_place(id_, ground)] + [
        ((peer, words), noun_now) for peer, words, id_ in kinds(earlier, ground) if not is_place(id_, ground) for noun_now in theirs
    ]
    for (noun_, name), (noun_now, named) in pairs:
        if (
            ident(noun_, noun_now) >= 1.2
            or (
                noun_.lemma == noun_now.lemma
                and noun_now.det in ("the", "this", "poss", "")
                and not (noun_.mods and noun_now.mods and not set(noun_.mods) & set(noun_now.mods))
            )
        ) and (how := other(name, named)):
            if how == "whole" and only == "plain":
                continue
            if any(not other(run, named) for run, _, _ in names(earlier, ground)):
                continue
            if any(not other(run, name) for run, _, _ in names(later, ground)):
                continue
            yield Candidate(
                f"name:told:{how}:{only}",
                "name_identity",
                f"the {noun_now.lemma} is called {_said(name)}, then {_said(named)}",
                noun_now.id or noun_now.lemma,
            )


def _outright(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """One who is given two names, each outright."""
    ours, theirs = called(earlier, ground), called(later, ground)
    for bearer, name, _ in ours if theirs else ():
        for peer, word, id_ in theirs:
            how = other(name, word)
            if not how or not _one_bearer(bearer, peer) or peer.det == "a":
                continue
            if any(not other(run, word) for run, _, _ in names(earlier, ground)) or any(
                not other(run, name) for run, _, _ in names(later, ground)
            ):
                continue
            tie = "owner" if bearer.owner and bearer.owner == peer.owner else "of" if set(bearer.of) & set(peer.of) else "bare"
            title = (
                ":title"
                if peer.at in (m.at for m in later.mentions if m.name) or bearer.at in (m.at for m in earlier.mentions if m.name)
                else ""
            )
            if title and how == "whole" and tie == "bare":
                continue
            why = f"the {peer.lemma} is called {_said(name)}, then {_said(word)}"
            yield Candidate(f"name:called:{how}{title}:{tie}", "name_identity", why, id_ or word[-1])


def _one_bearer(bearer: Mention, peer: Mention) -> bool:
    """Whether two who are named may be one: of one kind, and not of two owners or told apart by what describes them."""
    if kind(bearer) != kind(peer) or (bearer.owner and peer.owner and bearer.owner != peer.owner):
        return False
    return not (bearer.mods and peer.mods and not set(bearer.mods) & set(peer.mods))


def _given_names(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """One surname with two given names, beside a noun or a word that both sentences share."""
    for ours, _, id_ in names(earlier, ground):
        for theirs, _, id_now in names(later, ground):
            if other(ours, theirs) == "given" and not is_place(id_, ground) and not is_place(id_now, ground):
                shared = [
                    word for word in earlier.lemmas & later.lemmas if ground.rare(word) >= 2.0 and word not in ours and word not in theirs
                ]
                kin = KIN_WORDS & (set(earlier.lems) | set(later.lems))
                if shared:
                    yield Candidate(
                        f"name:surname:{'many' if len(shared) > 1 else 'one'}" + (":kin" if kin else ""),
                        "name_identity",
                        f"first {_said(ours)}, then {_said(theirs)}",
                        id_now or theirs[-1],
                    )


def _unmasked(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Whose face it was, whose body it was: other names in the two tellings."""
    for how, one, things in faces(earlier, ground):
        for way, two, others in faces(later, ground):
            shared = [mention for mention in things for peer in others if ident(mention, peer) >= 1.2]
            masks = [run for run in one if any(run[0] == run_now[0] for run_now in two)] if how == "mask" else []
            if masks:
                ours = [run for run in one if run not in masks]
                theirs = [run for run in two if all(run[0] != mask[0] for mask in masks)]
                if ours and theirs and all(other(run[0], now[0]) == "whole" for run in ours for now in theirs):
                    yield Candidate(
                        "name:mask:named",
                        "name_identity",
                        f"{_said(masks[0][0])} is {_said(ours[0][0])}, then {_said(theirs[0][0])}",
                        masks[0][2] or masks[0][0][-1],
                    )
                continue
            if (
                how == way
                and shared
                and all(other(run[0], run_now[0]) == "whole" and (run[2] != run_now[2] or not run[2]) for run in one for run_now in two)
            ):
                both = all(
                    {clause.verb for clause in sentence.clauses} & {"be", "see", "read", "know", "recognize", "recognise"}
                    for sentence in (earlier, later)
                )
                yield Candidate(
                    f"name:{how}:{'told' if both else 'loose'}",
                    "name_identity",
                    f"the {shared[0].lemma} is {_said(one[0][0])}, then {_said(two[0][0])}",
                    shared[0].id or shared[0].lemma,
                )
    if any(word == "initial" and part == "NOUN" for word, part in zip(later.lems, later.pos, strict=True)):
        letters = {word.lower() for word in later.raw if len(word) == 1 and word.isupper() and word not in ("I", "A")}
        who = [mention for sentence in (later, later.before) if sentence is not None for mention in sentence.mentions]
        for words, _, _ in names(earlier, ground):
            if (
                letters
                and len(words) > 1
                and not letters & {word[0] for word in words}
                and any(
                    ident(mention, peer) >= 1.2
                    for mention in earlier.mentions
                    for peer in who
                    if not peer.name and not peer.pron and cat(peer.lemma) == "person"
                )
            ):
                yield Candidate("name:initials", "name_identity", f"the initials are not those of {_said(words)}", words[-1])


def _two_doers(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    sole = "sole" if SOLE.search(earlier.text) or SOLE.search(later.text) else "plain"
    for who, deed, what in deeds(earlier, ground):
        for now, done, thing in deeds(later, ground):
            if deed != done or set(who.split("_")) & set(now.split("_")) or (what.lemma != thing.lemma and ident(what, thing) < 2):
                continue
            sure = ident(what, thing)
            if (sure >= 1.2 or (what.plural and thing.plural)) and (sure >= 2 or sole == "sole"):
                yield Candidate(
                    f"name:deed:{'sure' if sure >= 2 else 'loose'}:{sole}:{'high' if ground.overlap(earlier, later) >= 5 else 'low'}",
                    "name_identity",
                    f"the doer is {who}, then {now}",
                    now,
                )


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """The ways in which the later sentence may name another."""
    for way in (_two_names, _outright, _given_names, _unmasked, _two_doers):
        yield from way(earlier, later, ground)


def _titled(sent: Sentence, ground: Ground) -> bool:
    return bool(kinds(sent, ground) or told(sent, ground))


def _full(sent: Sentence, ground: Ground) -> bool:
    return any(len(words) > 1 for words, _, _ in names(sent, ground))


def _initial(sent: Sentence, _ground: Ground) -> bool:
    return "initial" in sent.lems


OPENINGS = (*both(_titled, called, _full, faces, deeds), Opening(_full, _initial))
