"""``gm import`` over many files, and ``gm export`` into other programs' formats, as somebody at a terminal has them."""

import json
from pathlib import Path
from zipfile import ZipFile

from gm_engine.exchange.formats.brought import Card
from gm_engine.exchange.formats.card_picture import drawn_picture
from gm_engine.exchange.formats.card_png import write_card_png
from tests.interfaces.conftest import Gm

BOOK = {"entries": {"0": {"uid": 0, "key": ["mara"], "comment": "Mara Voss", "content": "Mara Voss has green eyes.", "order": "high"}}}


def test_one_bad_file_stops_no_other_and_the_same_call_goes_on(gm: Gm, tmp_path: Path) -> None:
    folder, home = tmp_path / "files", tmp_path / "home"
    folder.mkdir()
    (folder / "saltfork.json").write_text(json.dumps(BOOK), encoding="utf-8")
    (folder / "cut.json").write_text('{"spec": "chara_card_v2", "data": {', encoding="utf-8")
    (folder / "talk.txt").write_text("GM: Rain on the shutters.\nMARA: Again.\n", encoding="utf-8")
    said = gm("import", folder, "--home", home, "--format", "json")
    assert said.code == 1
    assert "[bad-json]" in said.err
    rows = {Path(row["file"]).name: row for row in json.loads(said.out)["files"]}
    assert rows["cut.json"]["error"]["slug"] == "bad-json"
    assert rows["saltfork.json"]["campaign"] == rows["talk.txt"]["campaign"] == "talk"
    assert [loss["field"] for loss in rows["saltfork.json"]["losses"]] == ["entries.0.order"]
    again = gm("import", folder, "--home", home)
    assert again.code == 1
    assert 'on record already, as "talk"' in again.out
    assert all(len(line) <= 80 for line in again.out.splitlines() if line.startswith(("file", "…")))
    assert "entries.0.order" in again.out
    assert [one["name"] for one in json.loads(gm("list", "--home", home, "--format", "json").out)["campaigns"]] == ["talk"]


def test_every_kind_is_read_whole_in_a_table_of_eighty_columns(gm: Gm, tmp_path: Path) -> None:
    blank = {"spec": "lorebook_v3", "data": {"entries": [{"keys": ["salt"], "content": "Salt is dear. {{mood}}", "strange": 1}]}}
    (tmp_path / "a-file-with-a-rather-long-name-of-its-own.json").write_text(json.dumps(blank), encoding="utf-8")
    (tmp_path / "fvtt-log.txt").write_text(
        "[9/28/2024, 8:02:03 PM] Gamemaster\nDust. ((brb))\n---------------------------\n[9/28/2024, 8:03:03 PM] Tom\nI wait.\n",
        encoding="utf-8",
    )
    said = gm("import", tmp_path, "--home", tmp_path / "home")
    head, *rows = said.out.partition("\nfile")[2].split("\n\n")[0].splitlines()
    assert all(len(line) <= 80 for line in rows)
    assert {"a lorebook (version 3)", "a log (Foundry)"} <= {row[head.index("kind") + 4 :].split("  ")[0] for row in rows}
    assert 'messages.0 = "((brb))": It is said out of character.' in said.out
    assert '"{{mood}}": Nobody here knows what it stands for' in said.out


def test_strict_takes_nothing_in_that_would_lose_and_writes_nothing_that_would(gm: Gm, tmp_path: Path) -> None:
    file, home = tmp_path / "saltfork.json", tmp_path / "home"
    file.write_text(json.dumps(BOOK), encoding="utf-8")
    said = gm("import", file, "--home", home, "--strict")
    assert said.code == 1
    assert "[would-lose]" in said.err
    assert json.loads(gm("list", "--home", home, "--format", "json").out) == {"campaigns": []}
    file.write_text(json.dumps(BOOK).replace('"high"', "7"), encoding="utf-8")
    assert gm("import", file, "--home", home, "--strict").code == 0
    out = tmp_path / "back.json"
    assert gm("export", "saltfork", "--to", "world-info", "--strict", "-o", out, "--home", home).code == 0
    assert json.loads(out.read_text(encoding="utf-8"))["entries"]["0"]["order"] == 7


def test_a_vault_comes_in_with_its_names_and_keeps_the_gms_folder_to_itself(gm: Gm, tmp_path: Path) -> None:
    vault, home = tmp_path / "vault", tmp_path / "home"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / "GM").mkdir()
    page = "---\naliases: [Sal]\ntype: person\n---\nSally Reed runs the ferry at [[Salt Fork]]. She has green eyes.\n"
    (vault / "Sally Reed.md").write_text(page, encoding="utf-8")
    (vault / "Salt Fork.md").write_text("---\ntype: place\n---\nA ford on the river.\n", encoding="utf-8")
    (vault / "GM" / "Heron.md").write_text("---\ntype: person\n---\nThe Heron is Sally Reed.\n", encoding="utf-8")
    assert gm("import", vault, "--home", home).code == 0
    told = gm("lore", "vault", "Sal", "--home", home).out
    assert "also Sal" in told
    assert "eyes: green" in told
    assert "ferry at Salt Fork" in told
    assert gm("lore", "vault", "heron", "--home", home).code == 2
    assert "Sally" in gm("lore", "vault", "heron", "--gm-notes", "--home", home).out
    folder = tmp_path / "camp"
    assert gm("new", folder, "--from", vault).code == 0
    assert gm("check", folder).code == 0


def test_a_story_of_passages_is_played_by_its_choices(gm: Gm, tmp_path: Path) -> None:
    file, home = tmp_path / "ferry.twee", tmp_path / "home"
    passages = {
        "StoryTitle": "The Ferry", "Bank": "You stand on the bank.\n[[call the ferry->Ferry]]\n[[swim across->Drown]]",
        "Ferry": "The ferry comes over, and you are across.", "Drown": "The river takes you under.",
    }  # fmt: skip
    file.write_text("\n\n".join(f":: {name}\n{text}" for name, text in passages.items()), encoding="utf-8")
    folder = tmp_path / "ferry"
    assert gm("new", folder, "--from", file).code == 0
    assert gm("check", folder).code == 0
    play = tmp_path / "over.play"
    play.write_text(f"---\ncampaign: {folder}\n---\n> I look around.\n> I call the ferry.\n> I look around.\n", encoding="utf-8")
    told = gm("run", play, "--home", home).out
    assert "You stand on the bank." in told
    assert "The ferry comes over" in told
    assert "The river takes you under" not in told


def test_a_chat_with_its_branch_is_one_campaign_of_a_name_and_two_chats_are_numbered(gm: Gm, tmp_path: Path) -> None:
    said = ["Rain falls on Oakford.", "I go in.", "The fire is out."]
    rows = [{"user_name": "Sam", "character_name": "Hanna", "chat_metadata": {}}]
    rows += [{"name": ("Hanna", "Sam")[n % 2], "is_user": bool(n % 2), "mes": text} for n, text in enumerate(said)]
    other = [rows[0], {"name": "Hanna", "is_user": False, "mes": "Snow lies on the fell."}]
    for name, lines in (("evening", rows), ("branch", [*rows[:3], {**rows[3], "mes": "The fire burns."}]), ("winter", other)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in lines), encoding="utf-8")
    home = tmp_path / "home"
    made = gm("import", tmp_path / "evening.jsonl", tmp_path / "branch.jsonl", "--as", "inn", "--home", home)
    assert made.code == 0
    assert "1 branch" in made.out
    both = tmp_path / "both"
    both.mkdir()
    for name in ("evening", "winter"):
        (tmp_path / f"{name}.jsonl").rename(both / f"{name}.jsonl")
    (both / "junk.bin").write_bytes(b"\x00\x01\x02")
    numbered = gm("import", both, "--as", "two", "--home", home)
    assert ('in "two":' in numbered.out, 'in "two-2":' in numbered.out, "name-taken" in numbered.err) == (True, True, False)
    again = gm("import", both, "--as", "two", "--home", home)
    assert (again.out.count("on record already"), "name-taken" in again.err) == (2, False)
    third = gm("import", both, "--as", "inn", "--home", home)
    assert ('on record already, as "inn"' in third.out, 'saved as "inn-2"' in third.out, "name-taken" in third.err) == (True, True, False)


def test_what_was_told_otherwise_is_listed_gone_on_from_and_leaves_as_swipes(gm: Gm, tmp_path: Path) -> None:
    home, swipes = tmp_path / "home", ["The fire is out.", "The fire burns.", "Nobody is there."]
    rows: list[dict[str, object]] = [{"user_name": "Sam", "character_name": "Hanna", "chat_metadata": {}}]
    rows += [{"name": "Hanna", "is_user": False, "mes": "Rain falls on Oakford."}, {"name": "Sam", "is_user": True, "mes": "I go in."}]
    rows += [{"name": "Hanna", "is_user": False, "mes": swipes[0], "swipes": swipes, "swipe_id": 0}]
    (tmp_path / "inn.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert "2 other tellings" in gm("import", tmp_path / "inn.jsonl", "--home", home).out
    listed = gm("branch", "inn", "--tellings", "--home", home).out.splitlines()
    assert listed[:3] == [f"3.{n + 1}     {' ' if n else '*'} Hanna: {text}" for n, text in enumerate(swipes)]
    assert "--telling 3.2" in listed[3]
    assert gm("branch", "inn", "warm", "--telling", "3.2", "--home", home).code == 0
    assert "stands as it was told in 3.3 now" in gm("retry", "inn", "--telling", "3", "--home", home).out
    told = json.loads(gm("branch", "inn", "--tellings", "--turn", "3", "--format", "json", "--home", home).out)
    assert [(one["telling"], one["reply"], one["stands"]) for one in told["tellings"]] == [
        (f"3.{n + 1}", text, n == 2) for n, text in enumerate(swipes)
    ]  # fmt: skip
    assert gm("export", "inn", "--to", "tavern-chat", "-o", tmp_path / "out", "--home", home).code == 0
    last = [json.loads((tmp_path / "out" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[-1]) for name in ("inn", "warm")]
    assert [(row["mes"], row["swipes"], row["swipe_id"]) for row in last] == [(swipes[0], swipes, 0), (swipes[2], swipes, 2)]
    assert "was told once" in gm("branch", "inn", "--tellings", "--turn", "1", "--home", home).out
    for wrong in (("--telling", "3.1"), ("x", "--telling", "3.1", "--turn", "2"), ("x", "--tellings")):
        assert "[bad-usage]" in gm("branch", "inn", *wrong, "--home", home).err
    early = gm("retry", "inn", "--telling", "1.1", "--home", home)
    assert (early.code, "[no-such-telling]" in early.err) == (2, True)


CARD = {
    "spec": "chara_card_v2", "spec_version": "2.0",
    "data": {
        "name": "Edda", "description": "Edda keeps the toll.", "first_mes": "Edda waits.", "creator": "ann",
        "extensions": {"house": {"odd": 1}},
        "character_book": {"name": "Toll", "extensions": {}, "entries": [
            {"keys": ["toll"], "content": "The toll is a penny.", "name": "Toll", "comment": "of the toll", "enabled": True,
             "insertion_order": 4, "extensions": {}},
        ]},
    },
}  # fmt: skip


def test_an_untouched_card_with_its_book_leaves_under_strict_as_it_came(gm: Gm, tmp_path: Path) -> None:
    file, home, out = tmp_path / "edda.json", tmp_path / "home", tmp_path / "back.json"
    file.write_text(json.dumps(CARD), encoding="utf-8")
    assert gm("import", file, "--strict", "--home", home).code == 0
    left = gm("export", "edda", "--to", "card-v2", "--strict", "-o", out, "--home", home)
    assert (left.code, left.err) == (0, "")
    assert json.loads(out.read_text(encoding="utf-8")) == CARD
    left = gm("export", "edda", "--to", "character-book", "--strict", "-o", out, "--home", home)
    assert (left.code, left.err) == (0, "")
    assert json.loads(out.read_text(encoding="utf-8")) == CARD["data"]["character_book"]  # type: ignore[index]


def test_a_loss_has_a_value_and_reads_as_a_sentence(gm: Gm, tmp_path: Path) -> None:
    file, home = tmp_path / "edda.json", tmp_path / "home"
    file.write_text(json.dumps(CARD), encoding="utf-8")
    assert gm("import", file, "--home", home).code == 0
    assert gm("export", "edda", "--to", "novelai", "-o", tmp_path / "b.lorebook", "--home", home).err == (
        'Toll.lorebook: matching = "keys": NovelAI looks for keys in a way of its own.\n'
        'Toll.lorebook: entries.0.comment = "of the toll": Only a character\'s book has\n  it.\n'
    )
    rows = [{"user_name": "Sam", "character_name": "Edda", "chat_metadata": {}}]
    rows += [{"name": "Edda", "is_user": False, "mes": "Rain.", "send_date": "2024-05-03T21:10:00"}]
    (tmp_path / "rain.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert gm("import", tmp_path / "rain.jsonl", "--home", home).code == 0
    lost = gm("export", "rain", "--to", "kobold-story", "-o", tmp_path / "rain.json", "--home", home).err
    assert 'messages.line.time = "2024-05-03T21:10:00"' in " ".join(lost.split())
    assert '= ""' not in lost


def test_what_is_to_be_typed_instead_can_be_typed_for_a_path_with_spaces(gm: Gm, tmp_path: Path) -> None:
    file = tmp_path / "an old talk.txt"
    file.write_text("GM: Rain on the shutters.\nMARA: Again.\n", encoding="utf-8")
    said = gm("new", tmp_path / "camp", "--from", file)
    assert "[not-a-card]" in said.err
    assert f"import '{file}'" in " ".join(said.err.split())


def test_one_file_given_alone_again_is_on_record_already(gm: Gm, tmp_path: Path) -> None:
    file, home = tmp_path / "edda.json", tmp_path / "home"
    file.write_text(json.dumps(CARD), encoding="utf-8")
    assert gm("import", file, "--home", home).code == 0
    again = gm("import", file, "--home", home)
    assert (again.code, 'on record already, as "edda"' in again.out) == (0, True)
    assert 'saved as "other"' in gm("import", file, "--as", "other", "--home", home).out
    assert [one["name"] for one in json.loads(gm("list", "--home", home, "--format", "json").out)["campaigns"]] == ["edda", "other"]


def chat_of(character: str, world: str, text: str, **more: object) -> str:
    rows = [{"user_name": "Sam", "character_name": character, "chat_metadata": {"world_info": world} if world else {}}]
    rows.append({"name": character, "is_user": False, "mes": text, **more})
    return "".join(json.dumps(row) + "\n" for row in rows)


def campaigns(said: str) -> dict[str, str]:
    return {Path(row["file"]).name: row["campaign"] for row in json.loads(said)["files"]}


def test_books_and_cards_join_the_chat_that_names_them_or_the_only_one(gm: Gm, tmp_path: Path) -> None:
    home, fen = tmp_path / "home", {**BOOK, "name": "Fen"}
    fen["entries"] = {"0": {**BOOK["entries"]["0"], "order": 7}}
    files = {
        "edda.jsonl": chat_of("Edda", "", "Edda waits."), "fen.jsonl": chat_of("Nobody", "Fen", "Reeds."), "edda.json": json.dumps(CARD),
        "book.json": json.dumps(fen), "loose.json": json.dumps({**fen, "name": "Loose"}),
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    made = gm("import", *(tmp_path / name for name in files), "--home", home)
    assert made.code == 0
    assert [line for line in made.out.splitlines() if line.startswith("in ")] == ['in "edda":', 'in "fen":', 'in "loose":']
    again = campaigns(gm("import", *(tmp_path / name for name in files), "--home", home, "--format", "json").out)
    assert again == {"edda.jsonl": "edda", "edda.json": "edda", "fen.jsonl": "fen", "book.json": "fen", "loose.json": "loose"}
    one = campaigns(gm("import", tmp_path / "fen.jsonl", tmp_path / "loose.json", "--home", tmp_path / "h2", "--format", "json").out)
    assert one == {"fen.jsonl": "fen", "loose.json": "fen"}


def test_what_went_with_a_chat_that_strict_refuses_goes_with_no_other(gm: Gm, tmp_path: Path) -> None:
    home = tmp_path / "home"
    files = {
        "edda.jsonl": chat_of("Edda", "", "Edda waits.", send_date="one day"), "edda.json": json.dumps(CARD),
        "talk.txt": "GM: Rain on the shutters.\nMARA: Again.\n",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    said = gm("import", *(tmp_path / name for name in files), "--strict", "--home", home, "--format", "json")
    assert said.code == 1
    assert campaigns(said.out) == {"edda.jsonl": None, "edda.json": "edda", "talk.txt": "talk"}


def test_a_story_of_which_nothing_was_told_is_no_chat(gm: Gm, tmp_path: Path) -> None:
    file, home = tmp_path / "edda.json", tmp_path / "home"
    file.write_text(json.dumps({**CARD, "data": {**CARD["data"], "first_mes": ""}}), encoding="utf-8")
    assert gm("import", file, "--home", home).code == 0
    for to in ("tavern-chat", "kobold-story"):
        said = gm("export", "edda", "--to", to, "-o", tmp_path / "out", "--home", home)
        assert (said.code, "[nothing-to-write]" in said.err) == (2, True)
    assert not (tmp_path / "out").exists()


def test_several_files_for_one_are_refused_before_anything_else_is_told(gm: Gm, tmp_path: Path) -> None:
    home = tmp_path / "home"
    for name in ("one", "two"):
        card = {**CARD, "data": {**CARD["data"], "name": name.title()}}
        (tmp_path / f"{name}.json").write_text(json.dumps(card), encoding="utf-8")
    assert gm("import", tmp_path / "one.json", tmp_path / "two.json", "--as", "both", "--home", home).code == 0
    said = gm("export", "both", "--to", "card-v1", "-o", tmp_path / "both.json", "--home", home)
    assert (said.code, "[several-files]" in said.err, "version 1" in said.err) == (2, True, False)


def test_a_zip_that_was_cut_off_is_named_for_what_it_is(gm: Gm, tmp_path: Path) -> None:
    whole = tmp_path / "whole.zip"
    with ZipFile(whole, "w") as archive:
        archive.writestr("edda.json", json.dumps(CARD))
    cut = tmp_path / "cut.zip"
    cut.write_bytes(whole.read_bytes()[:60])
    said = gm("import", cut, "--home", tmp_path / "home")
    assert (said.code, "[broken-archive]" in said.err) == (2, True)


def test_a_vault_whose_places_are_all_the_gms_begins_without_one(gm: Gm, tmp_path: Path) -> None:
    vault, home = tmp_path / "vault", tmp_path / "home"
    (vault / "GM").mkdir(parents=True)
    (vault / "GM" / "Cave.md").write_text("---\ntype: place\n---\nA deep cave.\n", encoding="utf-8")
    (vault / "Sal.md").write_text("---\ntype: person\n---\nSal digs at [[Cave]].\n", encoding="utf-8")
    assert gm("import", vault, "--home", home).code == 0
    assert gm("lore", "vault", "cave", "--home", home).code == 2
    assert "A deep cave" in gm("lore", "vault", "cave", "--gm-notes", "--home", home).out
    assert gm("new", tmp_path / "made", "--from", vault).code == 0
    assert gm("check", tmp_path / "made").code == 0


def test_a_picture_in_a_vault_is_lost_once_and_a_card_in_it_comes_in(gm: Gm, tmp_path: Path) -> None:
    vault, home = tmp_path / "vault", tmp_path / "home"
    vault.mkdir()
    (vault / "Sal.md").write_text("---\ntype: person\n---\n![[sal.png]] Sal waits. [[Rain]]\n", encoding="utf-8")
    (vault / "Rain.md").write_text("It rains.\n", encoding="utf-8")
    (vault / "sal.png").write_bytes(drawn_picture("Sal"))
    said = gm("import", vault, "--home", home, "--format", "json")
    (row,) = json.loads(said.out)["files"]
    assert (said.code, [(loss["field"], loss["why"]) for loss in row["losses"]]) == (0, [("sal.png", "Pictures are not kept.")])
    made = gm("new", tmp_path / "made", "--from", vault)
    assert (made.code, made.err.count("sal.png")) == (0, 1)
    (vault / "mara.png").write_bytes(write_card_png(Card(name="Mara Voss", description="Mara Voss mills.")).data)
    assert gm("new", tmp_path / "other", "--from", vault).code == 0
    assert "Mara Voss" in (tmp_path / "other" / "campaign.yaml").read_text(encoding="utf-8")
