"""``gm --help``: every command in its panel. It imports nothing that it does not print with."""

from gm_engine.interfaces.cli.command_index import COMMANDS, PANELS


def overview() -> int:
    """Print the commands, and return 0."""
    from rich.text import Text

    from gm_engine.interfaces.cli.screen import Screen
    from gm_engine.interfaces.cli.suggestion import suggest

    out = Screen(80)
    width = max(len(name) for name in COMMANDS) + 2
    out.print(Text("gm: a game master that keeps every sentence, and says where two cannot both be true.\n", style="bold"))
    out.print(Text("Usage: gm COMMAND …      gm COMMAND --help tells more      gm --version\n"))
    for panel, commands in PANELS.items():
        out.print(Text(panel, style="bold yellow"))
        for command in commands:
            out.print(Text(f"  {command.name:<{width}}", style="cyan").append(command.says, style="default"))
        out.print()
    out.print(Text(f"Begin:  {suggest('play', 'redemption')}", style="bold"))
    return 0
