import argparse, json, re, sys, time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from benchmarks.evening import OURS, Readers, rows
from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import new_game, budget_of
from gm_engine.storage import Store

WORD = re.compile(r"[a-z]{5,}")
ENDINGS = ("ka", "mo", "li", "ster", "dan", "ro", "vi", "bel", "tun", "ges")

def told_otherwise(row, round):
    if not round: return row
    def other(found):
        word = found[0]
        return word + ENDINGS[(round * 7 + len(word)) % 10] if sum(map(ord, word)) % 3 == round % 3 else word
    return {k: (WORD.sub(other, v) if k in ("said", "reply") else v) for k, v in row.items()}

def main():
    home, turns, budget = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    path = find_pack("redemption"); pack = load_pack(path)
    store = Store(Path(home)); readers = Readers()
    game = new_game(store.create("model"), pack, pack_path=path, seed=3, provider=readers, budget=budget_of(pack, asked=budget))
    told = rows(OURS / "evening.jsonl")
    t = time.time()
    for n in range(turns):
        readers.turn = told_otherwise(told[n % len(told)], n // len(told))
        game.play(readers.turn["said"])
    print(time.time() - t, game.state.turn, {k: sum(v)/max(1,len(v)) for k, v in readers.prices.items()})
    game.close(); store.close()
main()
