"""Who made a thing, and whether it held: "Ada built the chapel", "the dam held through the flood of '71"."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

TOLD = frozenset({"VBD", "VBZ", "VBP", "VBN"})
NOT_MADE_ONCE = frozenset({"letter", "note", "telegram", "message", "list", "door", "sign"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a verb says of who made something, or of how it came through."""
    if token.pos_ != "VERB":
        return
    if token.lemma_ in scope.lexicon.all("make_once"):
        yield from _made(token, scope)
    if token.lemma_ in scope.lexicon.all("comes_through"):
        yield from _came_through(token, scope)


def _made(verb: "Token", scope: Scope) -> Iterator[Found]:
    """One maker for what is made once; several who made it together say nothing of one."""
    passive = any(child.dep_ == "auxpass" for child in verb.children) or (verb.dep_ == "acl" and verb.tag_ == "VBN")
    if verb.tag_ not in TOLD or verb.dep_ == "xcomp" or any(child.dep_ in ("oprd", "acomp", "neg") for child in verb.children):
        return
    makers = [noun for _, noun in after(verb, "by")] if passive else scope.subject_tokens(verb)
    things = scope.subject_tokens(verb) if passive else objects(verb)
    if len(makers) != 1 or any(True for _ in makers[0].conjuncts) or len(things) != 1:
        return
    maker, thing = scope.who(makers[0]), scope.who(things[0])
    if maker is None or thing is None or scope.kind(maker) != "character" or scope.kind(thing) not in ("item", "place"):
        return
    if things[0].lemma_.lower() in NOT_MADE_ONCE:
        return
    value = Value(kind="entity", text=scope.name(maker), entity=maker.id, unit=str(scope.lexicon.map("make_once")[verb.lemma_]))
    yield Found(thing, "made_by", value, verb, sure=min(maker.sure, 88))


def _came_through(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Held or broke, in what: only the same flood tells the same tale."""
    how = str(scope.lexicon.map("comes_through")[verb.lemma_])
    extra = [child.lower_ for child in verb.children if child.dep_ in ("prt", "advmod", "acomp", "ccomp", "xcomp", "dobj")]
    if verb.lemma_ in ("go", "give", "let", "burn") and not {"down", "under", "way", "go", "up"} & set(extra):
        return
    trials = [noun for _, noun in after(verb, "in", "during", "through", "by")]
    trials += objects(verb) if how == "held" and verb.lemma_ != "hold" else []
    trials += [noun for child in verb.children if child.dep_ in ("xcomp", "ccomp") for _, noun in after(child, "in", "during")]
    for noun in trials:
        if noun.lemma_.lower() not in scope.lexicon.all("trials"):
            continue
        words = [noun.lemma_.lower(), *(deep.text.strip("'’") for _, deep in after(noun, "of"))]
        for thing in scope.subjects(verb):
            if scope.kind(thing) in ("item", "place"):
                yield Found(thing, "came_through", enum(how).model_copy(update={"unit": " ".join(words)}), verb, sure=85)
        return
