"""Kin: whom *his daughter* or *Cade's brother* means, by the ties that the pack names."""

from gm_engine.direction.words_typed import tokens_of, unowned
from gm_engine.state.story_state import StoryState

PARENTS, CHILDREN, SIBLINGS = ("father", "mother", "parent"), ("child", "son", "daughter"), ("sibling", "brother", "sister")
SPOUSES = ("spouse", "husband", "wife", "married")
KIN = {
    "daughter": (CHILDREN, PARENTS, "she"), "son": (CHILDREN, PARENTS, "he"), "child": (CHILDREN, PARENTS, ""),
    "father": (PARENTS, CHILDREN, "he"), "mother": (PARENTS, CHILDREN, "she"),
    "sister": (SIBLINGS, SIBLINGS, "she"), "brother": (SIBLINGS, SIBLINGS, "he"),
    "wife": (SPOUSES, SPOUSES, "she"), "husband": (SPOUSES, SPOUSES, "he"),
}  # fmt: skip
"""Of each word: the ties by which somebody has one, those by which one has them, and the pronoun of whom it means."""
THEIR = ("his", "her", "their")


def kin_meant(words: str, of: str, state: StoryState) -> str:
    """Who is meant by a word for kin with *his*, *her* or a name before it, where it is of somebody of the story; empty for nobody."""
    tokens = tokens_of(words)
    for at, token in enumerate(tokens):
        led = tokens[at - 1] if at else ""
        if token in KIN and (led in THEIR or unowned(led) != led):
            return kin_of(state, of, token)
    return ""


def kin_of(state: StoryState, of: str, word: str) -> str:
    """Somebody's daughter, brother …; empty where the pack names none."""
    people = state.pack.npcs
    having, had, pronoun = KIN[word]
    if of not in people:
        return ""
    mine = [id for relation, id in people[of].bonds if relation in having]
    mine += [value for relation, value in people[of].facts.items() if relation in having]
    mine += [id for id in sorted(people) if any(relation in had and other == of for relation, other in people[id].bonds)]
    return next((id for id in mine if id in people and people[id].pronouns in (pronoun or people[id].pronouns, "they")), "")
