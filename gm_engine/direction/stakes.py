"""Stakes: what is said before a roll that cannot be taken back."""

from gm_engine.rules.adjudicate import at_hand
from gm_engine.rules.rulebook import Rulebook, rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent, Stakes

SKILL_OF = {
    "shoot": "shooting", "strike": "fighting", "threaten": "intimidate", "gamble": "cards", "heal": "doctoring", "persuade": "persuade",
}  # fmt: skip
"""The skill behind a built-in verb."""


def skill_for(intent: Intent, book: Rulebook) -> str:
    """The skill that an intent would be rolled on; empty where nothing is rolled."""
    skill = intent.skill or SKILL_OF.get(intent.verb, "")
    return skill if skill in book.skills else ""


def stakes(intent: Intent, state: StoryState) -> Stakes | None:
    """What stands to be won and lost, for skills that the rulebook calls risky and for those that the scene asks for; else None."""
    book = rulebook_of(state.pack)
    skill = skill_for(intent, book)
    if not skill or not (book.skills[skill].risky or skill in asked(state)) or state.condition(state.pc) != "alive":
        return None
    if intent.verb == "shoot" and not intent.target:
        return None
    gone = intent.target in state.pack.npcs and state.where(intent.target) != state.here
    if gone or intent.difficulty == "beyond" or not at_hand(state, intent.item):
        return None
    entry = book.skills[skill]
    return Stakes(skill=skill, difficulty=intent.difficulty, success=entry.success, failure=entry.failure)


def asked(state: StoryState) -> tuple[str, ...]:
    """The skills and attributes that the scene which stands open asks for, as its author wrote them."""
    scene = state.pack.scene(state.scene.authored)
    return scene.checks if scene and state.scene.place == state.here else ()
