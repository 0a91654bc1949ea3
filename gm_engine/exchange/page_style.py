"""One style for every page: quiet, readable in light and dark and on paper, and all of it in the file itself."""

from html import escape

STYLE = """
:root{color-scheme:light dark;--paper:#fbf8f2;--ink:#2a2622;--dim:#6f675d;--rule:#ddd3c3;--card:#fffdf9;--accent:#8c3b1e;
--gold:#96691a;--good:#3f6b3a;--bad:#a32d20;--sim:#6c4a86;--chip:#f1eadd}
@media (prefers-color-scheme:dark){:root{--paper:#1c1a18;--ink:#e7e0d5;--dim:#a2988a;--rule:#3c362f;--card:#24211e;--accent:#e0916c;
--gold:#d9ae5f;--good:#93c08a;--bad:#ec8a7b;--sim:#bf9ddb;--chip:#2f2a25}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 Georgia,"Iowan Old Style","Palatino Linotype",serif;
text-rendering:optimizeLegibility;hyphens:manual}
main{max-width:52rem;margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:2.1rem;line-height:1.15;font-weight:600;margin:0 0 .4rem;letter-spacing:-.01em}
h2{font-size:1.3rem;font-weight:600;margin:2.6rem 0 .8rem;padding-bottom:.3rem;border-bottom:1px solid var(--rule)}
h3{font-size:1.05rem;font-weight:600;margin:0}
p{margin:.5rem 0}
.lede{color:var(--dim);font-style:italic;margin:0 0 1.5rem}
.small,.meta,.chips,
code,summary,footer,th,.label{font-family:ui-sans-serif,system-ui,"Segoe UI",Helvetica,Arial,sans-serif;
font-size:.8125rem}
.meta,.label,footer{color:var(--dim)}
.label{text-transform:uppercase;letter-spacing:.06em;font-size:.6875rem}
code,kbd{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.8125rem;overflow-wrap:anywhere}
footer{margin-top:4rem;padding-top:1rem;border-top:1px solid var(--rule)}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media print{body{background:#fff;font-size:10.5pt}main{max-width:none;padding:0}.noprint{display:none}}
"""


def esc(text: str) -> str:
    """Text as it may stand in a page, quotes escaped too; letters that no page may hold become a mark.

    >>> esc('<b>&"')
    '&lt;b&gt;&amp;&quot;'
    """
    return escape("".join(letter if letter.isprintable() or letter in "\n\t" or letter.isspace() else "\ufffd" for letter in text))


def paragraphs(text: str) -> str:
    """Prose as paragraphs, escaped."""
    return "".join(f"<p>{esc(piece.strip())}</p>" for piece in text.split("\n") if piece.strip())


def page(title: str, body: str, *, style: str = "", foot: str = "") -> str:
    """A whole page: no script, no font and no picture from elsewhere."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{esc(title)}</title>\n'
        f"<style>{STYLE}{style}</style>\n</head>\n<body>\n<main>\n{body}\n"
        f"<footer>{esc(foot) if foot else 'Written by gm_engine.'}</footer>\n</main>\n</body>\n</html>\n"
    )
