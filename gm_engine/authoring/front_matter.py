"""What stands between two lines of ``---`` at the top of a page that somebody else wrote, as plain values."""

from typing import Any

from gm_engine.authoring.margin_note import Finding
from gm_engine.authoring.written import plain
from gm_engine.authoring.yaml_text import read_yaml


def read_front_matter(text: str, file: str) -> tuple[Any, tuple[str, ...]]:
    """The value that the YAML says, None where it cannot be read, and whole sentences on what is wrong with it.

    >>> read_front_matter("aliases: [Sal]", "sal.md")
    ({'aliases': ['Sal']}, ())
    """
    if not text.strip():
        return None, ()
    findings: list[Finding] = []
    written = read_yaml(text, file, findings, first_line=2)
    faults = tuple(f"Line {finding.line}: {finding.message}." for finding in findings)
    return (None if written is None else plain(written)), faults
