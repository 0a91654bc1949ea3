"""Reads a ``.play``: what is said, what should come of it, and what the harness does in between."""

import json
import re
from pathlib import Path
from typing import Any

from gm_engine.authoring.margin_note import Finding, did_you_mean, in_order
from gm_engine.authoring.play_words import COMPARED, DIRECTIVES, EXPECTATIONS, IN_JSON, SIGNS
from gm_engine.authoring.written import Written, whole_number
from gm_engine.authoring.yaml_text import read_text, read_yaml
from gm_engine.errors import PlayError
from gm_engine.expressions import readable
from gm_engine.story.play_script import Expectation, PlayScript, Step

SIGILS = "a line begins with > (say), ? or ?? (expect), ! (directive), == (label), -> (branch) or # (comment)"
FRONT = ("title", "campaign", "seed", "opening", "gm", "runs", "min_pass", "allow_faults", "summary", "steps")
WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|(/(?:[^/\\]|\\.)+/[a-z]*)(?=\s|,|$)|([^\s,]+)')
BRANCH = re.compile(r"(?:if\s+(?P<test>\S(?:.*?\S)?)\s+)?goto\s+(?P<label>\S+)(?:\s+else\s+(?P<otherwise>\S+))?")


def read_play(path: Path | str) -> PlayScript:
    """The play of a file. Raises ``PlayError`` with the line quoted and the nearest word."""
    path = Path(path)
    if not path.is_file():
        raise PlayError(str(path), "there is no such file", "Name a .play file, such as campaigns/redemption/plays/first_ride.play.")
    findings: list[Finding] = []
    text = read_text(path, str(path), findings)
    if text is None:
        raise _error(findings)
    return parse_play(text, path)


def parse_play(text: str, path: Path | str = "a play") -> PlayScript:
    """The play that a text holds. Raises ``PlayError``."""
    play, findings = check_play(text, str(path))
    if play is None or any(finding.level == "error" for finding in findings):
        raise _error(findings)
    return play


def check_play(text: str, file: str) -> tuple[PlayScript | None, tuple[Finding, ...]]:
    """The play and all that is wrong with it, for the proofreader."""
    reader = _Reader(file)
    play = reader.read(text)
    return play, in_order(reader.findings)


def split_words(text: str) -> tuple[str, ...]:
    """The words of a line: quotes taken off, commas between words too, a regex kept with its slashes.

    >>> split_words('oracle in yes, "yes, and"')
    ('oracle', 'in', 'yes', 'yes, and')
    """
    found = []
    for match in WORD.finditer(text):
        quoted, regex, word = match.groups()
        found.append(re.sub(r"\\(.)", _unescape, quoted) if quoted is not None else regex if regex is not None else word)
    return tuple(found)


def _unescape(match: re.Match[str]) -> str:
    return "\n" if match[1] == "n" else match[1]


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _error(findings: Any) -> PlayError:
    errors = [finding for finding in findings if finding.level == "error"]
    first = errors[0] if errors else Finding(file="a play", code="E070", message="there is nothing to play")
    more = f"\n  and {len(errors) - 1} more: {', '.join(str(finding.line) for finding in errors[1:9])}" if len(errors) > 1 else ""
    return PlayError(first.where, first.message, first.fix + more)


class _Reader:
    """One reading: the findings and the steps so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.findings: list[Finding] = []
        self.steps: list[Step] = []

    def wrong(self, line: int, message: str, fix: str, quoted: str = "") -> None:
        shown = f": {quoted.strip()[:80]!r}" if quoted else ""
        self.findings.append(Finding(file=self.file, line=line, code="E070", message=message + shown, fix=fix))

    def read(self, text: str) -> PlayScript | None:
        """The whole play."""
        if not text.strip():
            self.wrong(1, "the play is empty", "begin with > and what the player says")
            return None
        lines = text.split("\n")
        if self.file.endswith((".yaml", ".yml")):
            front = read_yaml(text, self.file, self.findings)
            first = len(lines)
        else:
            front, first = self.front(lines)
        values = self.values(front)
        if first < len(lines):
            for number, line in enumerate(lines[first:], first + 1):
                self.line(line, number)
        self.labels()
        if not any(step.kind in ("say", "directive") for step in self.steps) and not self.findings:
            self.wrong(1, "nothing happens in this play", "write a line that begins with > and what the player says")
        values.setdefault("title", Path(self.file).stem.replace("_", " ").capitalize())
        return PlayScript(path=self.file, steps=tuple(self.steps), **values)

    def front(self, lines: list[str]) -> tuple[Written | None, int]:
        """The front matter, and the number of lines that it takes."""
        if lines[0].rstrip() != "---":
            return None, 0
        end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), None)
        if end is None:
            self.wrong(1, "the front matter is not closed", "end it with a line of ---")
            return None, len(lines)
        matter = "\n".join(lines[1:end])
        return (read_yaml(matter, self.file, self.findings, first_line=2) if matter.strip() else None), end + 1

    def values(self, front: Written | None) -> dict[str, Any]:
        """The fields of the front matter."""
        values: dict[str, Any] = {"campaign": ""}
        if front is None:
            return values
        if front.kind != "map":
            self.wrong(front.line, f"front matter is a mapping, not {front.says}", "write title: and campaign:")
            return values
        for key, written in front.entries.items():
            line = front.line_of(key)
            if key not in FRONT:
                self.wrong(line, f"a play has no key {key!r}", did_you_mean(key, FRONT, f"known: {', '.join(FRONT)}"))
            elif key == "steps":
                for item in written.items:
                    self.step(item)
            elif key in ("seed", "runs", "min_pass"):
                number = whole_number(written.text)
                if number is None or number < (0 if key == "seed" else 1):
                    self.wrong(line, f"{key} wants a whole number, not {written.says}", f"{key}: 1")
                else:
                    values[key] = number
            elif key == "allow_faults":
                if written.text not in ("true", "false"):
                    self.wrong(line, f"allow_faults wants true or false, not {written.says}", "allow_faults: true")
                values[key] = written.text == "true"
            elif written.kind == "none":
                continue
            elif written.kind != "text":
                self.wrong(line, f"{key} wants a text, not {written.says}", f"write {key}: …")
            elif key != "summary":
                values[key] = written.text.strip()
        if values.get("min_pass", 1) > values.get("runs", 1):
            self.wrong(front.line_of("min_pass"), "min_pass is more than runs", "raise runs")
        return values

    def step(self, item: Written) -> None:
        """A step of the YAML form: ``{say, expect, soft, do, label, branch}``; what is expected follows what is done."""
        forms = {"label": "== ", "do": "! ", "say": "> ", "expect": "? ", "soft": "?? ", "branch": "-> "}
        if item.kind == "text":
            self.line(item.text, item.line)
            return
        for key in item.entries:
            if key not in forms:
                self.wrong(item.line, f"a step has no key {key!r}", did_you_mean(key, forms, f"known: {', '.join(forms)}"))
        for key, sigil in forms.items():
            if key in item.entries:
                written = item.entries[key]
                for each in written.items or (written,):
                    self.line(sigil + each.text, each.line)

    def line(self, line: str, number: int) -> None:
        """One line of the play."""
        text = line.strip()
        if not text or text.startswith("#"):
            return
        for sigil, read in (
            ("==", self.label),
            ("->", self.branch),
            ("??", self.soft),
            ("?", self.expect),
            (">", self.say),
            ("!", self.directive),
        ):
            if text.startswith(sigil):
                read(text[len(sigil) :].strip(), number, line)
                return
        self.wrong(number, "no sigil", SIGILS, line)

    def say(self, text: str, number: int, line: str) -> None:
        if not text:
            self.wrong(number, "nothing is said", "write what the player says after >", line)
            return
        self.steps.append(Step(kind="say", line=number, text=text))

    def soft(self, text: str, number: int, line: str) -> None:
        self.expect(text, number, line, soft=True)

    def expect(self, text: str, number: int, line: str, *, soft: bool = False) -> None:
        expectation = self.expectation(text, number, line, soft=soft)
        if expectation:
            self.steps.append(Step(kind="expect", line=number, text=text, expectation=expectation))

    def expectation(self, text: str, number: int, line: str, *, soft: bool = False) -> Expectation | None:
        """What follows ``?``, or stands after ``if``."""
        words = self.words(text, number, line)
        if words is None:
            return None
        negated = words[:1] == ("not",)
        words = words[1:] if negated else words
        verb = words[0] if words else ""
        if verb == "no" and words[1:2] and words[1] not in ("conflict", "leak"):
            self.wrong(number, f"'no {words[1]}' is no expectation", "write: no conflict, no leak, or not …", line)
            return None
        if not self.known(verb, words[1:], EXPECTATIONS, "expectation", number, line):
            return None
        if verb in COMPARED and not any(word in SIGNS or whole_number(word) is not None for word in words):
            self.wrong(number, f"{verb} is compared with nothing", f"write: {EXPECTATIONS[verb][1]}", line)
            return None
        for word in words[1:]:
            if verb in ("said", "prompt", "recap") and word.startswith("/") and not readable(word):
                self.wrong(number, f"{word} is no regular expression", "write /words/ or /words/i, or quote the text", line)
                return None
        return Expectation(verb=verb, words=words[1:], negated=negated, soft=soft, text=text)

    def directive(self, text: str, number: int, line: str) -> None:
        first, _, json_text = text.partition(" ")
        words = (first, json_text.strip()) if first in IN_JSON and json_text.strip() else self.words(text, number, line)
        if words and words[0] in IN_JSON and words[1:] and not _is_json(words[1]):
            self.wrong(number, f"{words[0]} wants a JSON object or list", f"write: {DIRECTIVES[words[0]][1]}", line)
            return
        if words is None:
            return
        name = words[0] if words else ""
        if self.known(name, words[1:], DIRECTIVES, "directive", number, line):
            rest = tuple(word for word in words[1:] if word != "|") if name == "fork" else words[1:]
            self.steps.append(Step(kind="directive", line=number, text=text, name=name, words=rest))

    def known(self, verb: str, rest: tuple[str, ...], verbs: dict[str, tuple[int, str]], what: str, number: int, line: str) -> bool:
        if not verb:
            self.wrong(number, f"an empty {what}", f"write one of: {', '.join(verbs)}", line)
        elif verb not in verbs:
            self.wrong(number, f"{verb!r} is no {what}", did_you_mean(verb, verbs, f"known: {', '.join(verbs)}"), line)
        elif len(rest) < verbs[verb][0]:
            self.wrong(number, f"{verb} wants more words", f"write: {verbs[verb][1]}", line)
        else:
            return True
        return False

    def words(self, text: str, number: int, line: str) -> tuple[str, ...] | None:
        """The words of a line, or None where a quote is left open."""
        if re.sub(r"\\.", "", text).count('"') % 2:
            self.wrong(number, "a quote is not closed", 'close it with "', line)
            return None
        return split_words(text)

    def label(self, text: str, number: int, line: str) -> None:
        if not re.fullmatch(r"\w+", text):
            self.wrong(number, "a label is one word", "use letters, digits and _", line)
        elif any(step.kind == "label" and step.label == text for step in self.steps):
            self.wrong(number, f"the label {text!r} stands here twice", "rename one of them", line)
        else:
            self.steps.append(Step(kind="label", line=number, text=text, label=text))

    def branch(self, text: str, number: int, line: str) -> None:
        found = BRANCH.fullmatch(text)
        if not found:
            self.wrong(number, "this branch cannot be read", "write: -> if EXPECTATION goto LABEL else LABEL", line)
            return
        test = self.expectation(found["test"], number, line) if found["test"] else None
        if found["test"] and test is None:
            return
        self.steps.append(
            Step(kind="branch", line=number, text=text, expectation=test, label=found["label"], otherwise=found["otherwise"] or "")
        )

    def labels(self) -> None:
        """Every branch and fork must lead to a label; ``same state as`` and ``load`` to a label or a save before it."""
        labels = {step.label for step in self.steps if step.kind == "label"}
        saved: set[str] = set()
        for step in self.steps:
            wanted: tuple[str, ...] = ()
            if step.kind == "label":
                saved.add(step.label)
            if step.kind == "branch":
                wanted = tuple(label for label in (step.label, step.otherwise) if label)
            elif step.name == "fork":
                wanted = step.words
            for label in wanted:
                if label not in labels:
                    self.wrong(
                        step.line, f"no label is called {label!r}", did_you_mean(label, labels, f"add a line: == {label}"), step.text
                    )
            if step.name == "save":
                saved.update(step.words)
            name = step.words[0] if step.name == "load" else ""
            if step.expectation and step.expectation.verb == "same":
                name = step.expectation.words[-1]
            if name and name not in saved:
                self.wrong(
                    step.line, f"nothing was saved as {name!r}", did_you_mean(name, saved, f"save it before: ! save {name}"), step.text
                )
