"""Why a prompt held what it held, drawn: the budget as a bar by section, each score as the parts that make it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from gm_engine.exchange.page_style import esc, page
from gm_engine.story.budget import Budget
from gm_engine.story.context_element import ContextElement, LeftOut
from gm_engine.story.counting import counted
from gm_engine.story.event import PromptAssembled
from gm_engine.story.noun import as_shown
from gm_engine.story.spread import Spread

HUES = 12
"""Colours for the parts of a score; where there are more parts, the rarest share the last."""
BEST = 5
"""So many elements are drawn under a turn of a transcript; ``gm why`` has them all."""
SECTIONS = ("rules", "campaign", "standing", "history", "known", "memory", "scene", "beats", "said")
STYLE = """
:root{--s0:#8d8478;--s1:#b3a58f;--s2:#5a6aa0;--s3:#4f7d8c;--s4:#b5655a;--s5:#8c3b1e;--s6:#c08a2d;--s7:#6c7f3f;--s8:#7a5480;
--s9:#2f6f62;
--p0:#8c3b1e;--p1:#c9862b;--p2:#4f7d8c;--p3:#6c7f3f;--p4:#7a5480;--p5:#b5655a;--p6:#2f6f62;--p7:#d2a679;
--p8:#5a6aa0;--p9:#9a8f3a;--p10:#9c4f78;--p11:#8d8478;--rest:#ece4d6;--line:#fffdf9}
@media (prefers-color-scheme:dark){:root{--s0:#8f8578;--s1:#c6b79f;--s2:#98a6d9;--s3:#79aebd;--s4:#e29a8f;--s5:#d98260;--s6:#dcae5b;
--s7:#a3b970;--s8:#b28bb8;--s9:#6fb5a4;--p0:#d98260;--p1:#e0ad57;--p2:#79aebd;--p3:#a3b970;--p4:#b28bb8;--p5:#e29a8f;--p6:#6fb5a4;--p7:#e6c9a4;--p8:#98a6d9;
--p9:#cfc468;--p10:#d08bb0;--p11:#8f8578;--rest:#322d28;--line:#24211e}}
.bar{display:flex;height:2.1rem;border-radius:.35rem;overflow:hidden;background:var(--rest);margin:.4rem 0 .7rem}
.bar.thin{height:1.05rem;border-radius:.25rem;margin:0}
.bar i{display:block;min-width:1px;box-shadow:inset -1px 0 var(--line)}
.bar i:last-child{box-shadow:none}
.rest{background:var(--rest)}
.kept{background:repeating-linear-gradient(135deg,var(--rest) 0 5px,var(--rule) 5px 7px)}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;margin:0 0 1rem;padding:0;list-style:none;
font:.8125rem ui-sans-serif,system-ui,"Segoe UI",Helvetica,Arial,sans-serif;color:var(--dim)}
.legend b{font-weight:600;color:var(--ink);font-variant-numeric:tabular-nums}
.dot{display:inline-block;width:.7rem;height:.7rem;border-radius:.2rem;margin-right:.4rem;vertical-align:-.05rem}
.element{display:grid;grid-template-columns:2rem 1fr 4.2rem;gap:0 .8rem;padding:.75rem 0;border-top:1px solid var(--rule);
break-inside:avoid}
.rank{font:600 .8125rem ui-sans-serif,system-ui,sans-serif;color:var(--dim);text-align:right;padding-top:.2rem;
font-variant-numeric:tabular-nums}
.score{font:600 1.05rem ui-sans-serif,system-ui,sans-serif;text-align:right;font-variant-numeric:tabular-nums}
.score small{display:block;font-weight:400;font-size:.75rem;color:var(--dim)}
.element p{margin:0 0 .45rem;line-height:1.45}
.element .meta{margin:.35rem 0 0}
.element .meta code{color:var(--ink)}
.pin{color:var(--accent)}
.minus{opacity:.85;background-image:repeating-linear-gradient(135deg,transparent 0 3px,var(--line) 3px 5px)}
.missed{width:100%;border-collapse:collapse;font-size:.9375rem}
.missed td,.missed th{padding:.4rem .5rem .4rem 0;border-top:1px solid var(--rule);text-align:left;vertical-align:top}
.missed .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.over{display:grid;grid-template-columns:3.2rem 1fr 4.6rem;gap:.35rem .8rem;align-items:center;
font:.8125rem ui-sans-serif,system-ui,sans-serif;font-variant-numeric:tabular-nums}
.over a{text-decoration:none}.over span{text-align:right;color:var(--dim)}
details>summary{cursor:pointer;font-size:1rem;padding:.6rem 0;border-top:1px solid var(--rule)}
.said{font-style:italic}
@media (max-width:34rem){.element{grid-template-columns:1.4rem 1fr 3.4rem;gap:0 .5rem}}
"""


class Ranked(Protocol):
    """An element as it stood in a prompt; ``context.Why`` fits."""

    @property
    def element(self) -> ContextElement: ...
    @property
    def section(self) -> str: ...
    @property
    def rank(self) -> int: ...
    @property
    def because(self) -> str: ...


@dataclass(frozen=True)
class Drawn:
    """One turn's prompt, ready to be drawn."""

    event: PromptAssembled
    said: str
    ranked: Sequence[Ranked]


def why_html(title: str, drawn: Sequence[Drawn], budget: Budget) -> str:
    """The page: for several turns, first what each cost, then turn by turn what was in it; for one, only that."""
    hues = hues_of(drawn)
    body = [f"<h1>{esc(title)}</h1>"]
    if not drawn:
        body.append('<p class="lede">Nothing has been asked of the GM yet.</p>')
    elif len(drawn) == 1:
        body += _turn(drawn[0], budget, hues)
    else:
        body.append(f'<p class="lede">{counted(len(drawn), "prompt")}, each of at most {budget.room:,} tokens.</p>')
        body += _over(drawn, budget)
        for one in drawn:
            body.append(
                f'<details id="t{one.event.turn}"><summary>Turn {one.event.turn}: <span class="said">{esc(_short(one.said))}</span>'
            )
            body.append("</summary>")
            body += _turn(one, budget, hues)
            body.append("</details>")
    return page(title, "\n".join(body), style=STYLE)


def folded(one: Drawn, budget: Budget, hues: Mapping[str, int], most: int = BEST) -> str:
    """What one prompt held, to be opened under its turn: the budget as a bar, the ``most`` best elements with their scores."""
    room = _frame(one.event, budget)[0]
    best = one.ranked[:most]
    here = {part for reason in best for part in reason.element.reasons}
    widest = max((_width(reason.element.reasons) for reason in best), default=1)
    rows = [(name, f"{tokens:,}", f"var(--{_hue(name)})") for name, tokens in _sums(one.event).items()]
    return (
        f'<details class="noprint"><summary>The prompt: {one.event.tokens:,} tokens of {room:,}, '
        f"{counted(len(one.ranked), 'element')}</summary>{_budget_bar(one.event, budget)}{_legend(rows)}"
        f"{_legend((part, '', f'var(--p{hue})') for part, hue in hues.items() if part in here)}"
        f"{''.join(_element(reason, widest, hues) for reason in best)}</details>"
    )


def hues_of(drawn: Iterable[Drawn]) -> dict[str, int]:
    """A colour for each part of a score: the parts that count for most have colours of their own."""
    sums: Counter[str] = Counter()
    for one in drawn:
        for reason in one.ranked:
            sums.update({part: abs(value) for part, value in reason.element.reasons.items()})
    ranked = sorted(sums, key=lambda part: (-sums[part], part))
    return {part: min(at, HUES - 1) for at, part in enumerate(ranked)}


def _short(text: str, most: int = 72) -> str:
    words = as_shown(text)
    return words if len(words) <= most else words[:most].rsplit(" ", 1)[0] + " …"


def _sums(event: PromptAssembled) -> dict[str, int]:
    sums = Counter(event.by_section)
    known = [name for name in SECTIONS if sums[name]]
    return {name: sums[name] for name in (*known, *sorted(set(sums) - set(SECTIONS))) if sums[name]}


def _hue(section: str) -> str:
    return f"s{SECTIONS.index(section) if section in SECTIONS else 9}"


def _budget_bar(event: PromptAssembled, budget: Budget, most: int = 0) -> str:
    """One bar, as wide as the window: each section, what is free, and (hatched) what is kept for the answer.

    Beside others it is thin, and as wide as the widest of their rooms: ``most`` tokens.
    """
    sums, (room, reply, margin) = _sums(event), _frame(event, budget)
    thin = most > 0
    free = max(0, (most or room) - event.tokens)
    parts = [_piece(tokens, f"var(--{_hue(name)})", f"{name}: {tokens:,} tokens") for name, tokens in sums.items()]
    parts += [f'<i class="rest" style="flex:{free}" title="free: {free:,} tokens"></i>'] if free else []
    if not thin:
        kept = ((margin, "safety margin"), (reply, "kept for the answer"))
        parts += [f'<i class="kept" style="flex:{size}" title="{name}: {size:,} tokens"></i>' for size, name in kept if size]
    told = ", ".join(f"{name} {tokens:,}" for name, tokens in sums.items())
    return f'<div class="bar{" thin" if thin else ""}" role="img" aria-label="Tokens: {esc(told)}; free {free:,}">{"".join(parts)}</div>'


def _frame(event: PromptAssembled, budget: Budget) -> tuple[int, int, int]:
    """The tokens that the prompt might hold, those kept for the answer, and the safety margin, as they were that turn."""
    spread = event.spread
    total, room, reply = (spread.total, spread.room, spread.reply) if spread else (budget.most, budget.room, budget.reply)
    return room, reply, total - room - reply


def _piece(size: int, colour: str, title: str, kind: str = "") -> str:
    return f'<i{f" class={kind}" if kind else ""} style="flex:{size};background-color:{colour}" title="{esc(title)}"></i>'


def _legend(rows: Iterable[tuple[str, str, str]]) -> str:
    marks = "".join(
        f'<li><span class="dot" style="background:{colour}"></span>{esc(name)}{f" <b>{value}</b>" if value else ""}</li>'
        for name, value, colour in rows
    )
    return f'<ul class="legend">{marks}</ul>'


def _over(drawn: Sequence[Drawn], budget: Budget) -> Iterator[str]:
    yield "<h2>What each prompt cost</h2>"
    there = {name for one in drawn for name in _sums(one.event)}
    names = [*(name for name in SECTIONS if name in there), *sorted(there - set(SECTIONS))]
    most = max(_frame(one.event, budget)[0] for one in drawn)
    yield _legend((name, "", f"var(--{_hue(name)})") for name in names)
    yield '<div class="over">'
    for one in drawn:
        turn = one.event.turn
        yield f'<a href="#t{turn}">turn {turn}</a>{_budget_bar(one.event, budget, most)}<span>{one.event.tokens:,}</span>'
    yield "</div>"
    yield "<h2>What was in them</h2>"


def _turn(one: Drawn, budget: Budget, hues: Mapping[str, int]) -> Iterator[str]:
    event = one.event
    used = event.tokens
    yield f'<p class="lede">Turn {event.turn}. The player: “{esc(as_shown(one.said))}”</p>'
    yield "<h2>The budget</h2>"
    yield _budget_bar(event, budget)
    rows = [(name, f"{tokens:,}", f"var(--{_hue(name)})") for name, tokens in _sums(event).items()]
    room, reply, margin = _frame(event, budget)
    rows += [("free", f"{max(0, room - used):,}", "var(--rest)")]
    rows += [(name, f"{size:,}", "var(--rule)") for name, size in (("margin", margin), ("kept for the answer", reply)) if size]
    yield _legend(rows)
    if event.spread:
        yield f'<p class="meta">{esc(" ".join(said_of(event.spread)))}</p>'
    yield f"<h2>{counted(len(one.ranked), 'element')}, the highest score first</h2>"
    here = {part for reason in one.ranked for part in reason.element.reasons}
    yield _legend((part, "", f"var(--p{hue})") for part, hue in hues.items() if part in here)
    widest = max((_width(reason.element.reasons) for reason in one.ranked), default=1)
    for reason in one.ranked:
        yield _element(reason, widest, hues)
    if event.left_out:
        yield f"<h2>Left out: {len(event.left_out)}</h2>"
        yield _missed(event.left_out)


def said_of(spread: Spread) -> Iterator[str]:
    """What moved the budget and the conversation that turn, in sentences."""
    if spread.why:
        yield f"The budget: {spread.why}."
    if spread.cut:
        yield f"The conversation was cut back to turn {spread.since}: {spread.cut}."
    elif spread.kept:
        yield f"{spread.kept:,} tokens stand as they were in the prompt before."
    if spread.leaning:
        yield f"The player leans on what was said: “{spread.leaning}”."


def _width(reasons: Mapping[str, int]) -> int:
    return max(1, sum(abs(value) for value in reasons.values()))


def _element(reason: Ranked, widest: int, hues: Mapping[str, int]) -> str:
    found = reason.element
    parts = sorted(found.reasons.items(), key=lambda item: (item[1] < 0, -abs(item[1]), item[0]))
    pieces = "".join(
        _piece(abs(value), f"var(--p{hues.get(part, HUES - 1)})", f"{part} {value / 1000:.2f}", "minus" if value < 0 else "")
        for part, value in parts
    )
    told = ", ".join(f"{part} {value / 1000:.2f}" for part, value in parts)
    share = 100 * _width(found.reasons) / widest
    bar = f'<div class="bar thin" style="width:{share:.1f}%" role="img" aria-label="{esc(told)}">{pieces}</div>' if parts else ""
    marks = [f"<code>{esc(found.id)}</code>", esc(reason.section)]
    marks += ['<span class="pin">pinned</span>'] if found.pinned else []
    marks += [f"as a {found.form}"] if found.form != "whole" else []
    text = f"<p>{esc(_short(found.text, 240))}</p>" if found.text.strip() else ""
    beside = [as_shown(reason.because)] if reason.because else []
    beside += [f"tied by: {'; '.join(as_shown(by.text) for by in found.tied)}"] if found.tied else []
    return (
        f'<div class="element"><div class="rank">{reason.rank}</div><div>{text}{bar}'
        f'<p class="meta">{" · ".join(marks)} · {esc(told) or "always there"}{"".join(f"<br>{esc(words)}" for words in beside)}</p></div>'
        f'<div class="score">{found.score / 1000:.2f}<small>{counted(found.tokens, "token")}</small></div></div>'
    )


def _missed(left_out: Sequence[LeftOut]) -> str:
    rows = "".join(
        f'<tr><td><code>{esc(left.id)}</code></td><td>{esc(left.why)}</td><td class="n">{left.score / 1000:.2f}</td>'
        f'<td class="n">{left.tokens:,}</td></tr>'
        for left in left_out
    )
    return f'<table class="missed"><tr><th>what</th><th>why</th><th class="n">score</th><th class="n">tokens</th></tr>{rows}</table>'
