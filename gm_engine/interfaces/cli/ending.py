"""The end of a story at the terminal: its epilogue, the story in short, and what can be done now."""

from typing import TYPE_CHECKING

from gm_engine.interfaces.cli.suggestion import suggest

if TYPE_CHECKING:
    from rich.console import Console

    from gm_engine.play.game import Game


def show_ending(game: "Game", out: "Console") -> None:
    """Show how the story ended, and what can be done with a story that has."""
    from rich.text import Text

    name = game.journal.name
    out.print("\nThe story has come to its end.\n", style="bold")
    out.print(Text(game.view("/ending") or ""))
    rows = (
        ("take the last turn back", suggest("undo", name)),
        ("tell it otherwise from there", suggest("branch", name, "otherwise")),
        ("read it again", suggest("replay", name)),
        ("see what did not agree", suggest("conflicts", name)),
        ("begin another", suggest("play")),
    )
    out.print("\nWhat can be done now", style="bold")
    for what, typed in rows:
        out.print(f"  {what:<30}{typed}", style="green", soft_wrap=True)
