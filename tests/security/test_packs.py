"""A pack, a play, a template or a journal of a stranger: data, whatever stands in it."""

import os
import stat
import sys
from pathlib import Path
from time import process_time

import pytest
from jinja2.sandbox import SandboxedEnvironment

from gm_engine.authoring import read_pack
from gm_engine.authoring.data_files import read_rulebook
from gm_engine.errors import GameError
from gm_engine.prompting import PromptBook, prompt_book
from gm_engine.storage import Store
from tests.interfaces.conftest import Gm, gm, home, play, played, tidy  # noqa: F401
from tests.packs import LIVERY_PATH

TEMPLATE = "---\nname: gm\nversion: 1\n---\n## section: rules (system)\n{}\n"
BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [*{old},*{old},*{old},*{old},*{old},*{old},*{old},*{old},*{old}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def findings(tmp_path: Path, text: str) -> str:
    """What is found in a pack of one file."""
    (tmp_path / "campaign.yaml").write_text(text, encoding="utf-8")
    reading = read_pack(tmp_path)
    assert reading.pack is None
    return "\n".join(str(finding) for finding in reading.findings)


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.system", "!!python/name:os.system", "!include", "!!binary", "!ruby/object:X"])
def test_a_pack_makes_no_object(tmp_path: Path, tag: str) -> None:
    assert "the tag" in findings(tmp_path, f"format: 1\nid: x\ntitle: {tag} ['touch {tmp_path}/was_here']\n")
    assert not (tmp_path / "was_here").exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (BOMB, "unfolds to more than"),
        ("a: " + "[" * 3000 + "]" * 3000, "one inside the other"),
        ("a: " + "{b: " * 300, "one inside the other"),
    ],
)
def test_a_pack_that_unfolds_without_end_is_refused(tmp_path: Path, text: str, says: str) -> None:
    assert says in findings(tmp_path, text)


@pytest.mark.parametrize("name", ["../words", "../../pyproject", "/etc/hosts", "western/../western", "..\\words", ""])
def test_a_rulebook_is_named_and_no_path(name: str) -> None:
    """``rules: ../words`` in a pack opened that file."""
    assert read_rulebook(name) == {}
    assert read_rulebook("western")


def test_words_of_a_pack_are_no_template(tmp_path: Path) -> None:
    from gm_engine.bootstrap import trial

    text = (LIVERY_PATH / "campaign.yaml").read_text(encoding="utf-8").replace("The Livery", '"{{ 7 * 6 }} {% for x in y %}"', 1)
    (tmp_path / "campaign.yaml").write_text(text, encoding="utf-8")
    pack = read_pack(tmp_path).pack
    assert pack is not None
    with trial(pack, "evening", pack_path=tmp_path) as game:
        prompt = game.play("I look around {{ 7 * 6 }}.").prompt
    assert prompt is not None
    told = "\n".join(section.text for section in prompt.sections)
    assert told.count("{{ 7 * 6 }}") >= 2
    assert "42" not in told


@pytest.mark.parametrize(
    "words",
    [
        "{{ ''.__class__.__mro__ }}", "{{ values.__init__.__globals__ }}", "{{ said.format.__self__ }}", "{% include '/etc/passwd' %}",
        "{% import 'os' as os %}", "{{ '%s' | attr('__class__') }}", "{{ 1 / 0 }}", "{{ 'a'.encode('nonsense') }}", "{{ cycler.__init__ }}",
    ],
)  # fmt: skip
def test_a_template_of_a_stranger_reaches_nothing(words: str) -> None:
    """A journal brings its templates along."""

    def written() -> str:
        book = PromptBook({"gm": TEMPLATE.format(words)})
        return book.write(book.page("gm"), "rules", {"said": "x"})

    with pytest.raises(GameError) as raised:
        written()
    assert raised.value.slug == "broken-template"
    assert isinstance(prompt_book._ink(), SandboxedEnvironment), "and what the bounds let through runs in a sandbox all the same"
    assert not prompt_book._ink().globals


@pytest.mark.parametrize(
    "words",
    [
        "{{ 'a' * 10**9 }}", "{{ [0] * 10**9 }}", "{{ 10**10**9 }}", "{{ '%1000000000d' % 1 }}", "{{ 'a'.ljust(10**9) }}",
        "{{ said | center(10**9) }}", "{{ said | replace('', said) }}", "{{ said | join(said) }}", "{{ said | join('a') | join('a') }}",
        "{{ said | join('" + "a" * 101 + "') }}", "{{ '{0:1000000000}'.format(1) }}", "{{ [1] | slice(10**9) | list }}",
        "{% for a in said %}{% for b in said %}{% for c in said %}.{% endfor %}{% endfor %}{% endfor %}",
        "{% for a in range(99999) %}.{% endfor %}", "{% for a in said recursive %}{{ loop(said) }}{% endfor %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "{{ lipsum() }}", "{% for a in said %}" + "a" * 10_000 + "{% endfor %}",
        "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}", "{% if said %}" * 400 + "{% endif %}" * 400, "a" * 30_000,
    ],
    ids=lambda words: words[:40],
)  # fmt: skip
def test_a_template_of_a_stranger_costs_neither_time_nor_memory(words: str) -> None:
    """A gigabyte of letters, a loop within a loop within a loop: the sandbox let them be written, or broke with them."""

    def written() -> str:
        book = PromptBook({"gm": TEMPLATE.format(words)})
        return book.write(book.page("gm"), "rules", {"said": "x" * 1000})

    began = process_time()
    with pytest.raises(GameError) as raised:
        written()
    assert raised.value.slug == "broken-template"
    assert process_time() - began < 2


def test_a_template_of_names_conditions_and_loops_is_written() -> None:
    book = PromptBook(
        {"gm": TEMPLATE.format("{% if beats and not dice %}{% for line in beats %}{{ line | upper }}{% endfor %}{% endif %}")}
    )
    assert book.write(book.page("gm"), "rules", {"beats": ("a", "b"), "dice": ()}) == "AB"


def test_a_journal_that_was_changed_is_not_taken_in(home: Path, gm: Gm, tmp_path: Path) -> None:  # noqa: F811
    whole = tmp_path / "whole.jsonl"
    assert gm("export", "evening", "--to", "jsonl", "-o", whole, "--home", home).code == 0
    lines = whole.read_text(encoding="utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if "brown eyes" in line)
    lines[at] = lines[at].replace("brown eyes", "green eyes")
    forged = tmp_path / "forged.jsonl"
    forged.write_text("\n".join(lines), encoding="utf-8")
    said = gm("import", forged, "--home", home)
    assert said.code == 2
    assert f":{at + 1}" in said.err
    assert "forged" not in gm("list", "--home", home).out


@pytest.mark.parametrize(
    "line", ["[" * 5000, '{"what": "gm_engine journal", "format": 1, "branch": "main", "entries": 1, "branches": []}\n' + "[" * 50_000]
)
def test_a_journal_nested_without_end_is_refused(gm: Gm, tmp_path: Path, line: str) -> None:  # noqa: F811
    file = tmp_path / "deep.jsonl"
    file.write_text(line, encoding="utf-8")
    said = gm("import", file, "--home", tmp_path / "home")
    assert said.code == 2
    assert "[fault]" not in said.err


NAMES = ["x'; DROP TABLE campaign; --", 'x"y', "%", "_", "Ünïcode 馬", "[b]", "{{7*6}}", "..", "a.b"]


def test_a_name_with_quotes_is_a_name(tmp_path: Path) -> None:
    store = Store(tmp_path)
    try:
        for name in NAMES:
            journal = store.create(name)
            assert journal.name == name
            journal.close()
        assert sorted(path.name.partition(".db")[0] for path in tmp_path.iterdir()) == ["campaigns"] * len(list(tmp_path.iterdir()))
    finally:
        store.close()


@pytest.mark.parametrize("name", ["../x", "/etc/x", "..\\x", "a/b", "\x1b[2J", "a\x00b", "-x", "x" * 81])
def test_a_path_is_no_name(tmp_path: Path, name: str) -> None:
    store = Store(tmp_path)
    try:
        with pytest.raises(GameError, match="bad-name"):
            store.create(name)
    finally:
        store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_what_is_saved_is_for_its_owner_alone(gm: Gm, tmp_path: Path) -> None:  # noqa: F811
    before = os.umask(0o022)
    try:
        root = tmp_path / "home"
        store = Store(root)
        store.close()
        assert gm("list", "--home", root).code == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    for file in root.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file
