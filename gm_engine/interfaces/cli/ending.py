"""The end of a story at the terminal: its epilogue, the story in short, and what can be done now."""

from typing import TYPE_CHECKING

from gm_engine.interfaces.cli.suggestion import suggest

if TYPE_CHECKING:
    from rich.console import Console

    from gm_engine.play.game import Game


def show_ending(game: "Game", out: "Console") -> None:
    """Show how the story ended, and what can be done with a story that has."""
    from rich.text import Text

    from gm_engine.play.ways import after_the_end, numbered

    name = game.journal.name
    out.print("\nThe story has come to its end.\n", style="bold")
    out.print(Text(game.view("/ending") or ""))
    out.print("\nWhat can be done now", style="bold")
    if then := after_the_end(game.state):
        for line in numbered([f"{what} ({typed})" for what, typed in then.items()], out.width, margin=2):
            out.print(line, style="green", highlight=False)
        out.print()
    rows = (
        ("tell it otherwise from there", suggest("branch", name, "otherwise")),
        ("read it again", suggest("replay", name)),
        ("see what did not agree", suggest("conflicts", name)),
        ("begin another", suggest("play")),
    )
    for what, typed in rows:
        out.print(f"  {what:<30}{typed}", style="green", soft_wrap=True)
