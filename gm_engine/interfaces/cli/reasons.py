"""How the reasons of a prompt are printed: why each thing was in it, why another was not, and a session's state."""

from textwrap import wrap
from typing import TYPE_CHECKING

from gm_engine.context.explain import lorebooks_known, reasons_known
from gm_engine.state.table_lore import TableLore
from gm_engine.story import event as happened
from gm_engine.story.counting import counted
from gm_engine.story.noun import as_shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_engine.context import Why, WhyNot
    from gm_engine.memory.forgetting import Forgotten
    from gm_engine.play.game import Game
    from gm_engine.play.sitting import Sitting
    from gm_engine.story.edit import Edit

WIDTH = 80
BAR = 40
MOST_ROWS = 12
MOST_LEFT = 12
BLOCKS = " ▏▎▍▌▋▊▉█"


def bar(share: float, width: int = BAR) -> str:
    """A bar of ``share`` (0 to 1) of ``width`` columns, to the eighth of a column.

    >>> bar(0.5, 4)
    '██'
    """
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    return "█" * (eighths // 8) + BLOCKS[eighths % 8].strip()


MOST_REMEMBERED = 5
"""Lines of the short form."""
STANDING = ("card", "anchor", "now", "safety", "person", "place", "scene")
"""What every prompt begins with: it was not remembered for this reply."""
BECAUSE = {
    "drawn on": "it is what was told of", "spoken of": "you named whom it is about", "shared words": "your line has its words",
    "recency": "it was a moment ago", "people here": "it is about who is here", "recent topic": "the talk was of it",
    "same place": "it belongs here", "near": "it belongs near here", "open": "it is still open", "due": "it is soon due",
    "meaning": "your line means the like", "tied by": "it is about somebody close to it", "trap": "it is easily got wrong",
    "importance": "it weighs much in this story", "lorebook": "its lorebook brought it in",
}  # fmt: skip
"""What the largest part of a score says in words."""


def why_in_short(game: "Game", turn: int) -> str:
    """What was remembered for a reply, five things at most, each in a line with its reason; where the whole can be read."""
    found = [
        one.element
        for one in reasons_known(game.why(turn), TableLore(game.state))
        if one.element.id.partition(":")[0] not in STANDING and as_shown(one.element.text).strip()
    ]
    found = [one for one in found if (not one.pinned or one.slot) and f"turn:{turn}:" not in one.id]
    found.sort(key=lambda one: ("drawn on" not in one.reasons, one.kind == "fact", -one.score, one.id))
    lines = [f"Turn {turn} was told from these, before all:" if found else f"Nothing was remembered for turn {turn} but where you are."]
    for element in found[:MOST_REMEMBERED]:
        parts = {part: value for part, value in element.reasons.items() if part in BECAUSE and value > 0}
        reason = f" ({BECAUSE[max(parts, key=lambda part: (parts[part], part))]})" if parts else ""
        text = wrap(as_shown(element.text), WIDTH - len(reason) - 2, max_lines=1, placeholder=" …")
        lines.append(f"  {text[0]}{reason}")
    return "\n".join([*lines, "All of it: /why all"])


def why_text(game: "Game", turn: int, *, gm_notes: bool = False) -> str:
    """A turn's prompt: tokens by section, then element by element its score and what it is made of, then what was left out.

    Without the GM's notes only what the table knows is named.
    """
    event, table = game.prompt_of(turn), TableLore(game.state, gm_notes=gm_notes)
    reasons = reasons_known(game.why(turn), table)
    room = event.spread.room if event.spread else game.tools.budget.room
    sums, used = event.by_section, event.tokens
    lines = [f"Turn {turn}: {counted(len(reasons), 'element')} in {counted(used, 'token')} of {room:,}."]
    sections = ", ".join(f"{name} {tokens:,}" for name, tokens in sums.items() if tokens)
    lines += wrap(f"Tokens by section: {sections}.", WIDTH)
    lines += [f"  {name:<9} {tokens:>6,}  {bar(tokens / max(room, used, 1))}" for name, tokens in sums.items() if tokens]
    for reason in reasons:
        lines += _element(reason)
        marks = (mark for edit in game.state.marks.about(reason.element.id) if edit.turn < turn for mark in (said_by_hand(edit),))
        lines += [line for mark in marks for line in wrap(mark, WIDTH - 5, initial_indent="     ", subsequent_indent="       ")]
    idle = [one for one in lorebooks_known(game.lorebooks(turn), table) if not one.acted]
    if idle:
        lines += ["", f"Of the lorebooks, not: {len(idle)}"]
        for one in idle[:MOST_LEFT]:
            lines += wrap(f"{one.id}: {one.why}", WIDTH, initial_indent="     ", subsequent_indent="       ")
        if len(idle) > MOST_LEFT:
            lines.append(f"     and {len(idle) - MOST_LEFT} more")
    left_out = [left for left in event.left_out if table.places(left.id)]
    if left_out:
        lines += ["", f"Left out: {len(left_out)}"]
        for left in sorted(left_out, key=lambda one: (-one.score, one.id))[:MOST_LEFT]:
            lines.append(f"     {left.id}  {left.score / 1000:.2f}  ({counted(left.tokens, 'token')}): {left.why}")
        if len(left_out) > MOST_LEFT:
            lines.append(f"     and {len(left_out) - MOST_LEFT} more")
    return "\n".join([*lines, *(_on_the_way(game, turn) if gm_notes else ())])


def _on_the_way(game: "Game", turn: int) -> list[str]:
    """What the GM asked of the engine before it told, and why a draft went back."""
    lines: list[str] = []
    for entry in game.turn_events(turn):
        if isinstance(entry.event, happened.ToolCalled):
            call, answer = entry.event.call, entry.event.answer
            lines += _hung(f"asked: {call.name} {as_shown(call.arguments)}", f"answer: {as_shown(answer.text)}")
        elif isinstance(entry.event, happened.DraftReceived):
            for one in entry.event.objections:
                lines += _hung(f'went back ({one.kind}): "{as_shown(one.quote)}"', f'against: "{as_shown(one.against)}" {one.why}'.rstrip())
    return ["", "On the way to the reply:", *lines] if lines else []


def _hung(first: str, second: str) -> list[str]:
    return [
        *wrap(first, WIDTH, initial_indent="  ", subsequent_indent="      "),
        *wrap(second, WIDTH, initial_indent="      ", subsequent_indent="      "),
    ]


def said_by_hand(edit: "Edit") -> str:
    """What was done by hand to an element, and who said so."""
    from gm_engine.play.edit_words import DONE

    return f"{DONE[edit.act].lower()} {edit.who} ({edit.id})"


def _element(reason: "Why") -> list[str]:
    found = reason.element
    marks = [counted(found.tokens, "token"), reason.section]
    marks += ["pinned"] if found.pinned else []
    marks += [f"as a {found.form}"] if found.form != "whole" else []
    lines = ["", f"{reason.rank:>3}. {found.id}  {found.score / 1000:.2f}  ({', '.join(marks)})"]
    lines += wrap(as_shown(found.text), WIDTH - 5, initial_indent="     ", subsequent_indent="     ", max_lines=2, placeholder=" …")
    parts = said_parts(found.reasons)
    lines += wrap(f"= {parts}" if parts else "= always there", WIDTH - 5, initial_indent="     ", subsequent_indent="       ")
    if reason.because:
        lines += wrap(as_shown(reason.because), WIDTH - 5, initial_indent="     ", subsequent_indent="       ")
    if found.tied:
        said = "; ".join(as_shown(by.text) for by in found.tied)
        lines += wrap(f"tied by: {said}", WIDTH - 5, initial_indent="     ", subsequent_indent="       ")
    return lines


def said_parts(reasons: "Mapping[str, int]") -> str:
    """The parts of a score, the largest first.

    >>> said_parts({"near": 120, "spoken of": 900})
    'spoken of 0.90, near 0.12'
    """
    return ", ".join(f"{why} {value / 1000:.2f}" for why, value in sorted(reasons.items(), key=lambda item: (-item[1], item[0])))


def why_not_text(reason: "WhyNot", turn: int) -> str:
    """Why something was not in a turn's prompt, and what would have brought it in."""
    what = f"{reason.id}: " if reason.id else ""
    lines = wrap(f"{what}{' '.join(reason.text.split())}", WIDTH, max_lines=3, placeholder=" …")
    would = "cost" if reason.cause == "there" else "would have cost"
    cost = f" It scored {reason.score / 1000:.2f} and {would} {counted(reason.tokens, 'token')}." if reason.score else ""
    lines += wrap(f"Turn {turn}: {reason.why}.{cost}", WIDTH)
    lines += wrap(f"What would have changed it: {reason.change}", WIDTH)
    for change in reason.changes[1:]:
        lines += wrap(f"or: {change.words}", WIDTH, initial_indent="  ", subsequent_indent="      ")
    return "\n".join(lines)


def forgotten_text(gone: "Sequence[Forgotten]") -> str:
    """What no longer comes to mind by itself: first what was let go, then what is told together with its like."""
    if not gone:
        return "Nothing is forgotten: everything that was recorded still comes to mind."
    lines: list[str] = []
    for fate, head in (("let go", "Let go, until somebody speaks of it"), ("merged", "Told together with its like")):
        some = [one for one in gone if one.fate == fate]
        if not some:
            continue
        lines += [*([""] if lines else []), f"{head}: {len(some)}"]
        for one in some:
            turns = f"turn{'s' if len(one.turns) > 1 else ''} {', '.join(map(str, one.turns))}"
            text = f"{one.id} ({turns}): {as_shown(one.text)}"
            lines += wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ", max_lines=2, placeholder=" …")
            lines += wrap(one.why + (f" ({one.into})" if one.into else ""), WIDTH, initial_indent="    ", subsequent_indent="    ")
    return "\n".join([*lines, "", "The record keeps all of it, and gm recall finds it."])


def session_text(sitting: "Sitting", game: "Game") -> str:
    """A session to be read: its anchor, what it is about, what its prompts cost, what was in them and what was not."""
    anchor, name = sitting.anchor, game.state.name
    lines = [f"Session {sitting.number} ({sitting.id}, branch {sitting.branch})", ""]
    there = f", with {', '.join(name(id) for id in anchor.present)}" if anchor.present else ""
    where = ", ".join(part for part in (anchor.title, name(anchor.place) if anchor.place else "", anchor.time) if part)
    lines += _row("anchor", f"{where or 'nowhere'}{there} (scene {anchor.scene}, since turn {anchor.since})")
    lines += _row("about", ", ".join(f"{name(id)} {strength / 1000:.2f}" for id, strength in sitting.topics.items()) or "nothing yet")
    lines += _row("words", ", ".join(f"{word} {strength / 1000:.2f}" for word, strength in sitting.words.items()) or "none yet")
    if sitting.interests:
        lines += _row("asks", ", ".join(f"{word} {strength / 1000:.2f}" for word, strength in sitting.interests.items()))
    lines += _row("pinned", ", ".join(sitting.pinned) or "nothing")
    lines += _row("pending", f'"{sitting.pending}", until yes or no' if sitting.pending else "nothing")
    if not sitting.prompts:
        return "\n".join([*lines, "", f"Session {sitting.number} has no prompt yet."])
    most = max(game.tools.budget.room, *(spent.tokens for spent in sitting.prompts))
    lines += ["", f"Tokens of its prompts, of {game.tools.budget.room:,}:"]
    for spent in sitting.prompts[-MOST_ROWS:]:
        lines.append(
            f"  turn {spent.turn:>4}  {spent.tokens:>6,}  {bar(spent.tokens / most, 30):<30}  {counted(spent.elements, 'element')}"
        )
    lines += ["", "What was in them most:", f"  {'prompts':>7}  {'best':>6}  {'tokens':>7}  element"]
    lines += [f"  {len(row.turns):>7}  {row.best / 1000:>6.2f}  {row.tokens:>7,}  {row.id}" for row in sitting.used[:MOST_ROWS]]
    if len(sitting.used) > MOST_ROWS:
        lines.append(f"  and {len(sitting.used) - MOST_ROWS} more")
    if sitting.missed:
        lines += ["", "What was left out most:", f"  {'prompts':>7}  {'best':>6}  element"]
        lines += [f"  {len(row.turns):>7}  {row.best / 1000:>6.2f}  {row.id}: {row.why}" for row in sitting.missed[:MOST_ROWS]]
        if len(sitting.missed) > MOST_ROWS:
            lines.append(f"  and {len(sitting.missed) - MOST_ROWS} more")
    return "\n".join(lines)


def _row(label: str, words: str) -> list[str]:
    return wrap(words, WIDTH, initial_indent=f"  {label:<10}", subsequent_indent=" " * 12)
