"""Slips of writers in YAML, and the repair written out: a text whose comma, colon or quote YAML takes for its own."""

import re

from gm_engine.authoring.written import Written

NEXT = re.compile(r"[,}\]]")
KEYED = re.compile(r"\s*(?:- +)?(?:([^\s:{}\[\],\"'][^:{}\[\],]*): +)?(.*)", re.DOTALL)


def quoted(text: str) -> str:
    """A text as it can be written in YAML whatever it holds.

    >>> print(quoted("Well, now"), quoted('"Well," he says'), quoted('''it's "so"'''))
    "Well, now" '"Well," he says' 'it''s "so"'
    """
    return f'"{text}"' if '"' not in text and "\\" not in text else "'" + text.replace("'", "''") + "'"


def repaired(line: str, column: int) -> str:
    """The part of a line round a column, its text put in quotes: what the writer may have meant.

    >>> print(repaired("    beat: He said: go.", 16))
    beat: "He said: go."
    >>> print(repaired('  - {id: a, text: He said: go, at: here}', 25))
    text: "He said: go"
    >>> print(repaired('  full: "Go," he says', 15))
    full: '"Go," he says'
    """
    start, end = 0, len(line)
    if "{" in line[:column]:
        first = line.rfind(": ", 0, column)
        start = max(line.rfind("{", 0, first), line.rfind(", ", 0, first) + 1, 0) + 1 if first >= 0 else 0
        found = NEXT.search(line, column)
        end = found.start() if found else end
    match = KEYED.match(line[start:end].rstrip())
    key, text = (match[1], match[2]) if match else (None, line[start:end].strip())
    return f"{key.strip()}: {quoted(text)}" if key else quoted(text)


def cut_by_comma(key: str, value: Written, last: Written | None) -> bool:
    """True where a key without a value, in braces and after a text, is the rest of that text: its comma was not quoted.

    >>> cut_by_comma("and then two", Written("none", "", 1), Written("text", "", 1, "One"))
    True
    """
    return value.kind == "none" and last is not None and last.kind == "text" and not last.quoted and " " in key.strip()
