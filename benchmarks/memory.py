"""Our memory beside LangChain's time-weighted retriever, mem0 and SQLite FTS5: the same turns, the same questions, the same vectors.

    python benchmarks/memory.py [DIR] [--tokens 2000] [--most 200] [--peers FOLDER]

Each system takes in every turn, and is asked for what answers each question; what it gives, best first, is cut at ``--tokens``.
Recall is the share of questions for which *all* the evidence is in that. Each system runs in a process of its own; milliseconds
are of CPU time and without the embedding of the question, which is the same for all; ours hold the putting together of the text
as well. RSS is the process's largest size, and that of ours holds the reader and the story's state.

Without DIR, the record is the transcripts that were written for this project (``data/contradictions/transcripts``), one after another
as the evenings of one campaign; a question is what their writers noted of two turns that belong together, and those two turns
are the evidence. DIR is any folder with NAME.jsonl (turn, session, time, role, speaker, text) and NAME.queries.jsonl (query,
category, evidence). Vectors are those of our own embeddings where they are installed, else hashed stems.

The other systems are no dependencies. What is not installed is left out, and the table says so. To have them in a folder of their own:

    pip install --target FOLDER langchain langchain-community faiss-cpu mem0ai qdrant-client
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memory_systems import SYSTEMS, measure, vectors_of

from gm_engine.memory.index_words import stems

OURS = Path(__file__).resolve().parent.parent / "data" / "contradictions" / "transcripts"
TELLING = 5
"""A note of fewer telling words asks for nothing in particular."""


def our_record() -> dict[str, Any]:
    """The transcripts as evenings of one campaign, and what their writers noted of two of their turns."""
    lines: list[dict[str, Any]] = []
    queries: list[dict[str, Any]] = []
    for session, log in enumerate(sorted(OURS.glob("*/log?.jsonl")), 1):
        first = len(lines)
        numbers = {}
        for line in read(log):
            numbers[line["turn"]] = len(lines) + 1
            speaker = "GM" if line["role"] == "gm" else "Player"
            lines.append({"turn": len(lines) + 1, "session": session, "role": line["role"], "speaker": speaker, "text": line["text"]})
        labels = json.loads(log.with_suffix(".labels.json").read_text(encoding="utf-8"))
        for note in (*labels["contradictions"], *labels["near_misses"]):
            query = note["why"].partition(": ")[2] or note["why"]
            if len(stems(query)) >= TELLING:
                evidence = sorted({numbers[note["a_turn"]], numbers[note["b_turn"]]})
                queries.append({"query": query, "category": note.get("class", note.get("kind", "")), "evidence": evidence})
        assert len(lines) > first, log
    return {"name": "our transcripts", "lines": lines, "queries": queries}


def records_of(folder: Path) -> list[dict[str, Any]]:
    """Every record of a folder that has questions."""
    found = []
    for asked in sorted(folder.rglob("*.queries.jsonl")):
        record = asked.with_name(asked.name.replace(".queries.jsonl", ".jsonl"))
        found.append({"name": record.stem, "lines": read(record), "queries": read(asked)})
    return found


def read(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def main() -> int:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("folder", nargs="?", type=Path)
    ask.add_argument("--tokens", type=int, default=2000)
    ask.add_argument("--most", type=int, default=200, help="questions of each record, spread over all of them")
    ask.add_argument("--peers", type=Path, help="the folder in which the other systems are installed")
    ask.add_argument("--system", help="measure one system alone, for the table (used by the benchmark itself)")
    ask.add_argument("--work", type=Path, help="the folder with the records and vectors (used by the benchmark itself)")
    args = ask.parse_args()
    if args.peers:
        sys.path.append(str(args.peers.resolve()))
    if args.system:
        print(json.dumps(measure(args.system, json.loads((args.work / "records.json").read_text()), args.work, args.tokens)))
        return 0
    records = records_of(args.folder) if args.folder else [our_record()]
    for record in records:
        step = max(1, len(record["queries"]) // args.most)
        record["queries"] = record["queries"][::step]
    turns, asked = (sum(len(record[part]) for record in records) for part in ("lines", "queries"))
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        (work / "records.json").write_text(json.dumps(records))
        kind = vectors_of(records, work)
        print(f"{turns:,} turns, {asked:,} questions, {args.tokens:,} tokens; vectors: {kind}\n")
        print(f"{'':<40}{'recall':>8}{'p50 ms':>9}{'p95 ms':>9}{'turns/s':>10}{'RSS MB':>9}")
        for system in SYSTEMS:
            command = [sys.executable, __file__, "--system", system, "--work", name, "--tokens", str(args.tokens)]
            done = subprocess.run(
                command + (["--peers", str(args.peers)] if args.peers else []), capture_output=True, text=True, check=False
            )
            if done.returncode:
                why = (done.stderr.strip().splitlines() or ["it failed"])[-1]
                print(f"{SYSTEMS[system]:<40}  left out: {why[:90]}")
                continue
            row = json.loads(done.stdout.strip().splitlines()[-1])
            print(
                f"{SYSTEMS[system]:<40}{row['recall']:8.1%}{row['p50']:9.2f}{row['p95']:9.2f}{row['ingest']:10,.0f}{row['rss']:9.0f}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
