"""A transcript as one self-contained page: dice as chips, conflicts and simulated sentences marked where they stand."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from gm_engine.exchange.chronicle import Chronicle, Dice, Mark, TurnTold
from gm_engine.exchange.page_style import esc, page, paragraphs
from gm_engine.exchange.why_html import STYLE as BARS
from gm_engine.exchange.why_html import Drawn, folded, hues_of
from gm_engine.story.budget import Budget

STYLE = """
.session{margin:3.2rem 0 1.2rem;text-align:center;color:var(--dim);font:.8125rem ui-sans-serif,system-ui,sans-serif;
text-transform:uppercase;letter-spacing:.14em;border:0}
.place{margin:2rem 0 .8rem;font-size:1rem;border:0;color:var(--accent);padding:0}
.place .meta{margin-left:.5rem;font-weight:400}
.turn{margin:1.5rem 0;position:relative;break-inside:avoid-page}
.num{position:absolute;left:-3.2rem;width:2.4rem;text-align:right;top:.2rem;text-decoration:none}
.said{font-style:italic;color:var(--dim);margin:0 0 .5rem;padding-left:1rem;border-left:2px solid var(--rule)}
.reply p{margin:.55rem 0;hanging-punctuation:first}
.chips{display:flex;flex-wrap:wrap;gap:.35rem;margin:.5rem 0}
.chip{background:var(--chip);border-radius:.9rem;padding:.1rem .65rem;white-space:nowrap;
max-width:100%;overflow:hidden;text-overflow:ellipsis}
.chip b{font-weight:600}.triumph,.success,.yes{color:var(--good)}.cost{color:var(--gold)}.failure,.disaster,.no{color:var(--bad)}
.mark{margin:.5rem 0;padding:.4rem .8rem;border-left:3px solid var(--gold);background:var(--card);font-size:.9375rem}
.mark.critical{border-color:var(--bad)}.mark.simulated{border-color:var(--sim)}
mark{background:none;color:inherit;border-bottom:2px dotted var(--sim)}
.gone{color:var(--dim);font-style:italic}
@media (max-width:62rem){.num{position:static;display:block;text-align:left;width:auto}}
"""


def chronicle_html(told: Chronicle, extra: str = "", drawn: Mapping[int, Drawn] = MappingProxyType({})) -> str:
    """The page. ``extra`` is more of its body, already escaped (the GM's notes); ``drawn`` are the prompts to draw under their turns."""
    hues = hues_of(drawn.values())
    body = [f"<h1>{esc(told.title)}</h1>"]
    if told.summary:
        body.append(f'<p class="lede">{esc(told.summary)}</p>')
    if not told.turns:
        body.append('<p class="gone">Nothing has been played yet.</p>')
    session, place = 0, ""
    for turn in told.turns:
        if turn.session != session:
            session, place = turn.session, ""
            body.append(f'<h2 class="session">Session {session}</h2>')
        if turn.place and turn.place != place:
            place = turn.place
            body.append(f'<h2 class="place">{esc(place)}<span class="meta">{esc(turn.time)}</span></h2>')
        one = drawn.get(turn.number)
        body += _turn(turn, folded(one, told.state.budget or Budget(), hues) if one else "")
    return page(told.title, "\n".join([*body, extra]), style=(BARS if drawn else "") + STYLE)


def _turn(turn: TurnTold, under: str = "") -> Iterator[str]:
    yield f'<section class="turn" id="t{turn.number}"><a class="num meta" href="#t{turn.number}">{turn.number}</a>'
    if turn.redacted:
        yield '<p class="gone">These words were taken out.</p>'
    if turn.said:
        who = f"{turn.speaker}: " if turn.speaker else ""
        yield f'<p class="said">{esc(who + turn.said)}</p>'
    if turn.dice:
        yield '<div class="chips">' + "".join(_chip(dice) for dice in turn.dice) + "</div>"
    if turn.reply:
        who = f'<span class="label">{esc(turn.speaker)}</span>' if turn.speaker and not turn.said else ""
        yield f'<div class="reply">{who}{_prose(turn)}</div>'
    if turn.given_by == "script":
        yield '<p class="meta">This reply was given by the script.</p>'
    yield from (_mark(mark) for mark in turn.conflicts)
    yield under
    yield "</section>"


def _prose(turn: TurnTold) -> str:
    """The reply, its injected sentences marked. A mark never crosses a line, so that paragraphs stay whole."""
    marks: list[tuple[int, int, str]] = []
    for start, end, kind in turn.simulated:
        at = start
        for line in turn.reply[start:end].splitlines(keepends=True):
            marks.append((at, at + len(line.rstrip()), kind))
            at += len(line)
    html, done = "", 0
    for start, end, kind in sorted(marks):
        if start < done or start >= end:
            continue
        html += esc(turn.reply[done:start]) + f'<mark title="simulated {esc(_kind(kind))}">{esc(turn.reply[start:end])}</mark>'
        done = end
    if not marks:
        return paragraphs(turn.reply)
    html += esc(turn.reply[done:])
    shown = "".join(f"<p>{piece.strip()}</p>" for piece in html.split("\n") if piece.strip())
    kinds = ", ".join(dict.fromkeys(_kind(kind) for _, _, kind in turn.simulated))
    return f'{shown}<p class="meta">Simulated: {esc(kinds)}.</p>'


def _kind(kind: str) -> str:
    return kind.replace(":", ": ").replace("_", " ")


def _chip(dice: Dice) -> str:
    title = f' title="{esc(dice.because)}"' if dice.because else ""
    who = f"{esc(dice.who)}, " if dice.who else ""
    band = f' · <b class="{esc(dice.band.split(",")[0])}">{esc(dice.band)}</b>' if dice.band else ""
    return f'<span class="chip"{title}>⚄ {who}{esc(dice.what)} {esc(dice.fell)}{band}</span>'


def _mark(mark: Mark) -> str:
    kinds = f"mark {mark.severity}" + (" simulated" if mark.simulated else "")
    old = f'<a href="#t{mark.old_turn}">turn {mark.old_turn}</a>' if mark.old_turn else "before play"
    settled = f" Settled: {esc(mark.settled.replace('_', ' '))}." if mark.settled else ""
    return (
        f'<div class="{kinds}"><span class="label">conflict {esc(mark.id)} · {esc(mark.severity)} · {esc(mark.kind)}'
        f"{' · simulated' if mark.simulated else ''}</span><br>“{esc(mark.new)}” stands against {old}: “{esc(mark.old)}”{settled}</div>"
    )
