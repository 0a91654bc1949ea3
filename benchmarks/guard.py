"""The guard over drafts with planted breaks and over look-alikes, told by a scripted model behind real HTTP.

    python benchmarks/guard.py [FILE] [--guard critical|major] [--show]

FILE (else tests/play/drafts/drafts.jsonl) has a case a line: a pack, what the GM told ``before``, what the player ``said``, the
``draft``, and where it has a break the ``quote`` that breaks, what it stands ``against``, and the draft as ``repaired``. They
were written by somebody who had seen no code of the guard. The scripted model answers with the draft, and with the repaired
one where that goes back.

*Sent back*: breaks whose draft went back, and of these those for the planted words. *Repaired*: the table saw no planted words.
*Wrongly sent back*: look-alikes that went back. *Tokens*: what drafts that went back cost beside all that was sent.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.bootstrap.table_settings import FOR_MODELS
from gm_engine.play.game import Game, Played
from gm_engine.providers.endpoint import Endpoint as Settings
from gm_engine.providers.openai import OpenAIGM
from gm_engine.story import event as happened
from tests.endpoint import Answers, Endpoint, endpoint

DRAFTS = Path(__file__).resolve().parent.parent / "tests" / "play" / "drafts" / "drafts.jsonl"


def plain(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def table(pack: str, there: Endpoint, guard: str) -> Game:
    """A campaign with the scripted model in the chair."""
    path = find_pack(pack)
    game = trial(load_pack(path), pack, pack_path=path, provider=OpenAIGM(endpoint=Settings(base_url=there.url, model="frontier-large")))
    game.tools.table = FOR_MODELS.model_copy(update={"guard": guard, "tools": (), "hears": ()})
    return game


def play(case: dict[str, Any], game: Game, there: Endpoint) -> Played:
    """The case's turn, on a branch of its own."""
    game.branch(case["id"], turn=0)
    for reply in case["before"]:
        game.reply_next(reply)
        game.play("I look around.")
    there.script = [Answers((case["draft"],)), Answers((case.get("repaired") or case["draft"],))]
    return game.play(case["said"])


def main() -> None:
    """Play every case, and print what came of it."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file", nargs="?", type=Path, default=DRAFTS)
    options.add_argument("--guard", choices=("critical", "major"), default="critical")
    options.add_argument("--show", action="store_true", help="each break that was not sent back, each look-alike that was")
    given = options.parse_args()
    cases = [json.loads(line) for line in given.file.read_text(encoding="utf-8").splitlines()]
    count: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    with endpoint() as there:
        games = {pack: table(pack, there, given.guard) for pack in sorted({case["pack"] for case in cases})}
        for case in cases:
            played = play(case, games[case["pack"]], there)
            back = next((event for event in played.events if isinstance(event, happened.DraftReceived)), None)
            broken, quote = bool(case["break"]), plain(case["quote"])
            what = "break" if broken else "look-alike"
            count[what] += 1
            count["tokens"] += played.prompt.tokens if played.prompt else 0
            if back:
                count[f"{what} back"] += 1
                told = [plain(objection.quote) for objection in back.objections]
                count["for it"] += broken and any(one in quote or quote in one for one in told)
                count["tokens back"] += back.completion.usage.prompt + back.completion.usage.completion
            count["repaired"] += broken and quote not in plain(played.turn.reply)
            count["marked"] += broken and not back and bool(played.conflicts)
            kinds[f"{case['kind'].partition(':')[0]}{' (sent back)' if back else ''}"] += broken
            if given.show and broken != bool(back):
                print(f"{case['id']} {case['kind']}: {quote or [(one.quote, one.why) for one in (back.objections if back else ())]}")
        for game in games.values():
            game.close()
    print(f"guard: {given.guard}, {len(cases)} drafts")
    print(f"breaks sent back       {count['break back']:3} of {count['break']} ({count['for it']} for the planted words)")
    print(f"breaks repaired        {count['repaired']:3} of {count['break']}; {count['marked']} more shown with a conflict marked")
    print(f"wrongly sent back      {count['look-alike back']:3} of {count['look-alike']}")
    print(f"tokens of drafts back  {count['tokens back']:,} beside {count['tokens']:,} sent")
    for kind in sorted({name.removesuffix(" (sent back)") for name, number in kinds.items() if number}):
        print(f"    {kind:28} {kinds[f'{kind} (sent back)']} of {kinds[kind] + kinds[f'{kind} (sent back)']}")


if __name__ == "__main__":
    main()
