"""The commands of ``gm``: what each is called, which module holds it, under which heading it stands, what it does in a line."""

from typing import NamedTuple


class Command(NamedTuple):
    """A command. ``function`` is its name in the module ``gm_engine.interfaces.cli.MODULE``."""

    name: str
    module: str
    function: str
    says: str


PANELS: dict[str, tuple[Command, ...]] = {
    "Play": (
        Command("play", "play", "play", "Sit down at the table: begin a campaign, or go on with one."),
        Command("run", "run", "run", "Run a campaign from a script, save it, report what clashed."),
        Command("replay", "replay", "replay", "Show a saved campaign again; --verify plays it again and compares."),
    ),
    "Lore": (
        Command("conflicts", "conflicts", "conflicts", "The lore conflicts report, with both quotes."),
        Command("settle", "conflicts", "settle", "Settle a conflict; logged, sticky, undoable."),
        Command("lore", "lore", "lore", "What is known, since when, told by whom."),
        Command("graph", "lore", "graph", "The lore as a picture, or as data for other programs."),
        Command("reread", "lore", "reread", "Read an old story with the present reader."),
    ),
    "Memory": (
        Command("remember", "by_hand", "remember", "Put a sentence on record by hand."),
        Command("forget", "by_hand", "forget", "Neither prompts, recall nor checks know of it any more."),
        Command("correct", "by_hand", "correct", "Put other words in the place of what is remembered."),
        Command("pin", "by_hand", "pin", "Keep it in every prompt, as far as the budget goes."),
        Command("unpin", "by_hand", "unpin", "Keep it in every prompt no more."),
        Command("hide", "by_hand", "hide", "Keep it out of every prompt; it stays on record."),
        Command("merge", "by_hand", "merge", "Two that are on record are one and the same."),
        Command("split", "by_hand", "split", "One that is on record is two: tell them apart."),
        Command("edits", "by_hand", "edits", "What was edited by hand; --undo takes one back."),
        Command("recall", "memory", "recall", "What the memory would bring up for these words."),
        Command("why", "memory", "why", "Why each thing was in a turn's prompt, or was not."),
        Command("cost", "memory", "cost", "Tokens and money, by session and model."),
    ),
    "For the table": (
        Command("recap", "table_pages", "recap", "Previously on this story, each line with its turn."),
        Command("prep", "table_pages", "prep", "The GM's page for the next evening; it holds secrets."),
        Command("sheet", "table_pages", "sheet", "The player's character."),
        Command("map", "table_pages", "map", "The places seen, and the ways from here."),
        Command("timeline", "table_pages", "timeline", "The story points by the story's own dates."),
    ),
    "History": (
        Command("undo", "history", "undo", "Take back the last turns; the record keeps them."),
        Command("retry", "history", "retry", "Tell the last turn again: other words, the same dice."),
        Command("edit", "history", "edit", "Play an earlier turn otherwise, on a branch of its own."),
        Command("branch", "history", "branch", "Leave the story along a new branch, or list the branches."),
        Command("switch", "history", "switch", "Go on along another branch."),
        Command("redact", "history", "redact", "Take the words of a turn out of the record for good."),
    ),
    "The shelf": (
        Command("list", "shelf", "shelf", "The saved campaigns."),
        Command("import", "bringing", "bring", "Chats, cards, lorebooks, transcripts, exported journals."),
        Command("export", "shelf", "take", "A campaign as Markdown, as one page, or as its whole journal."),
        Command("backup", "shelf", "backup", "A copy of all saved campaigns, while they may be in use."),
        Command("delete", "shelf", "delete", "Delete a saved campaign for good."),
    ),
    "Writing a campaign": (
        Command("new", "writing", "new", "Write a small campaign to begin from."),
        Command("check", "writing", "check", "Proofread a campaign and play its plays."),
        Command("fmt", "writing", "fmt", "Put a campaign's files into the usual order."),
    ),
    "For other programs": (
        Command("serve", "serving", "serve", "A page, a REST API, and OpenAI's chat protocol."),
        Command("mcp", "mcp", "mcp", "Campaigns as tools for programs that speak MCP."),
    ),
    "Help": (
        Command("doctor", "help", "doctor", "What is installed, where the data lies, which settings hold."),
        Command("explain", "help", "explain", "More about a message: what it means, what to do."),
    ),
}
COMMANDS: dict[str, Command] = {command.name: command for commands in PANELS.values() for command in commands}
