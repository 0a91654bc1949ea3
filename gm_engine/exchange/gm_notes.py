"""What only the GM knows, for the end of an export that asks for it."""

from gm_engine.exchange.page_style import esc
from gm_engine.exchange.prep import Heading, prep_of
from gm_engine.state import StoryState


def notes_of(state: StoryState) -> tuple[Heading, ...]:
    """The page for the next evening, and what is true and hidden."""
    secrets = tuple(f"{secret.truth} ({state.secret(id)})" for id, secret in sorted(state.pack.secrets.items()))
    waiting = tuple(f"{owed.text} (turn {owed.turn})" for owed in state.owed() if owed.audience == "gm")
    lore = tuple(entry.text for _, entry in sorted(state.pack.lore.items()) if entry.visibility == "gm")
    return (
        *prep_of(state).headings,
        Heading("Secrets", secrets, "There are none."),
        Heading("What will come of it", waiting, "Nothing is waiting."),
        Heading("Lore that the table does not know", lore, "There is none."),
    )


def notes_html(state: StoryState) -> str:
    """The notes as a part of a page."""
    pieces = ["<h1>The GM's notes</h1>"]
    for heading in notes_of(state):
        items = "".join(f"<li>{esc(line.strip())}</li>" for line in heading.lines or (heading.none,))
        pieces.append(f"<h2>{esc(heading.title)}</h2><ul>{items}</ul>")
    return "\n".join(pieces)
