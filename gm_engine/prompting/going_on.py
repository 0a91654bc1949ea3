"""A prompt that goes on from a draft: with the engine's answers to what the model asked for, or with what the draft breaks."""

from collections.abc import Sequence

from gm_engine.prompting.prompt_book import PromptBook
from gm_engine.story.completion import Completion
from gm_engine.story.objection import Objection
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.tool_call import ToolAnswer
from gm_engine.tokens import STANDARD, count

REPAIR = "repair"
HEARD = 240
"""So many letters of what the table has heard already are said again where a draft goes back."""
SAYS = {
    "conflict": 'You wrote: "{quote}" But it was established: "{against}" {why}',
    "number": 'You wrote: "{quote}" But the engine counts this, and it says: {against} {why}',
    "secret": 'You wrote: "{quote}" This gives away what the table has not found out. Leave it out without hinting at it.',
    "line": 'You wrote: "{quote}" This table never shows: {against}. Leave it out.',
}


def with_answers(prompt: Prompt, draft: Completion, answers: Sequence[ToolAnswer], *, encoding: str = STANDARD) -> Prompt:
    """The prompt with what the model asked of the engine, and what the engine said to that."""
    called = "\n".join(f"{call.name} {call.arguments}" for call in draft.calls)
    said = "\n".join(f"{answer.name}: {answer.text}" for answer in answers)
    asked = PromptSection(
        name="calls", role="assistant", text=draft.text, calls=draft.calls, tokens=count(f"{draft.text}\n{called}", encoding)
    )
    answered = PromptSection(name="answers", role="system", text=said, answers=tuple(answers), tokens=count(said, encoding))
    return prompt.followed_by(asked, answered)


def can_repair(book: PromptBook) -> bool:
    """True where the book has a page for drafts that go back: books of older stories may not."""
    return REPAIR in book.versions


def sent_back(book: PromptBook, prompt: Prompt, draft: Completion, objections: Sequence[Objection], *, encoding: str = STANDARD) -> Prompt:
    """The prompt with the draft, what it breaks with both quotes, and the instruction to write it again."""
    page = book.page(REPAIR)
    heard = " ".join(draft.text[: draft.heard].split())
    text = book.write(page, REPAIR, {"objections": [_said(objection) for objection in objections], "heard": heard[-HEARD:]})
    told = PromptSection(name="draft", role="assistant", text=draft.text, tokens=count(draft.text, encoding))
    back = PromptSection(name=REPAIR, role="system", text=text, tokens=count(text, encoding))
    return prompt.followed_by(told, back).offering()


def _said(objection: Objection) -> str:
    why = " ".join(objection.why.split())
    words = {
        "quote": " ".join(objection.quote.split()), "against": " ".join(objection.against.split()), "why": f"{why[:1].upper()}{why[1:]}",
    }  # fmt: skip
    return SAYS[objection.kind].format_map(words).strip()
