"""Generated requests to the REST API: none ends in a fault, in a status that the OpenAPI schema does not name, or in another form.

    python benchmarks/generated_requests.py [--cases 3500] [--seed 1] [--postgresql] [--operation "POST /api/campaigns"]

schemathesis draws requests from the server's own schema, such as fit it and such as do not, as many for each operation. The server has
two campaigns with some turns. Every answer must have a status below 500 that the schema names, and be what the schema says of it.
With ``--postgresql`` the campaigns lie on a database server. Prints the figures, and each case that failed with how to send it again.
Exit 1 where one did.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from gm_engine.interfaces.serve.server_limits import Limits
from tests.interfaces.serve.conftest import Served, serving
from tests.postgres import running

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
SESSION = requests.Session()
SESSION.trust_env = False
NAMES = ("evening", "other")
KNOWN = {"name": NAMES, "entity": ("ortega", "cal", "Luis Ortega"), "other": ("cal", "livery"), "number": (0, 1), "turn": (0, 1, 2),
         "page": ("map", "lore"), "branch": ("main",), "id": ("evening/1", "1.1", "last")}  # fmt: skip
"""What a parameter of the path is half the time, so that there is something at the address."""


@contextmanager
def played(home: Path, database: str = "") -> Iterator[Served]:
    """A server with two campaigns."""
    with serving(home, limits=Limits(rate=10_000_000), database=database) as served:
        for name in NAMES:
            served.begin(name)
            for said in ("I look around.", "I ask Ortega about the wagon."):
                served.post(f"/api/campaigns/{name}/turns", said=said)
        yield served


def tried(served: Served, many: int, first: int, only: str = "") -> tuple[Counter[str], Counter[int], list[str]]:
    """Cases by operation, answers by status, and what was wrong with a case."""
    schema = schemathesis.openapi.from_dict(served.get("/openapi.json"))
    operations = [found.ok() for found in schema.get_all_operations()]
    operations = [one for one in operations if not only or only == one.label]
    cases: Counter[str] = Counter()
    statuses: Counter[int] = Counter()
    wrong: list[str] = []
    for again in range(5):  # an operation that takes nothing has one case; the others have more for it
        rest = many - sum(cases.values())
        for place, operation in enumerate(operations):
            share = rest // len(operations) + (place < rest % len(operations))
            for mode, part in ((GenerationMode.POSITIVE, share - share // 3), (GenerationMode.NEGATIVE, share // 3)):
                if part > 0:
                    _try(served, operation, mode, part, first + again, cases, statuses, wrong)
    return cases, statuses, wrong


def _try(
    served: Served, operation: Any, mode: GenerationMode, part: int, first: int, cases: Counter[str], statuses: Counter[int],
    wrong: list[str],
) -> None:  # fmt: skip
    """Send so many requests to one operation."""
    left = part

    @seed(first)
    @settings(
        max_examples=part, deadline=None, database=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        nonlocal left
        if left <= 0:
            return
        left -= 1
        number = sum(cases.values())
        if number % 2:
            for name in case.path_parameters:
                if name in KNOWN:
                    case.path_parameters[name] = KNOWN[name][number // 2 % len(KNOWN[name])]
        cases[operation.label] += 1
        try:
            response = case.call(session=SESSION, base_url=served.url)
            statuses[response.status_code] += 1
            case.validate_response(response, checks=list(CHECKS))
        except (Exception, BaseExceptionGroup) as error:
            wrong.append(f"{operation.label} {mode.value} case {number}: {type(error).__name__}: {str(error)[:1500]}")

    try:
        send()
    except Exception as error:
        if "Unsatisfiable" not in type(error).__name__:
            raise


def main() -> int:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--cases", type=int, default=3500)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--postgresql", action="store_true")
    ask.add_argument("--operation", default="", metavar='"METHOD PATH"')
    args = ask.parse_args()
    with ExitStack() as stack:
        server = stack.enter_context(running()) if args.postgresql else None
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        served = stack.enter_context(played(home, server.fresh() if server else ""))
        cases, statuses, wrong = tried(served, args.cases, args.seed, args.operation)
    for one in dict.fromkeys(wrong):
        print(f"BAD  {one}\n")
    answers = ", ".join(f"{statuses[status]:,} × {status}" for status in sorted(statuses))
    where = "PostgreSQL" if args.postgresql else "SQLite"
    print(f"{sum(cases.values()):,} cases over {len(cases)} operations on {where}: {answers}")
    print(f"{'BAD ' if wrong else 'ok  '} {len(wrong)} with a fault, an undocumented status, or another form than the schema's")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
