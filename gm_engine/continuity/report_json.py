"""The lore conflicts report as JSON: the shape that scripts rely on."""

from collections.abc import Iterable
from typing import Any

from gm_engine.continuity.report import Matter, Report, Side


def reports_json(reports: Iterable[Report]) -> dict[str, Any]:
    """Reports as ``gm conflicts --format json`` prints them; ``near`` stands only where look-alikes were asked for, ``testimony``
    where there is some.
    """
    return {"campaigns": {report.campaign: _report_json(report) for report in reports}}


def _report_json(report: Report) -> dict[str, Any]:
    found: dict[str, Any] = {"conflicts": [matter_json(matter) for matter in (*report.conflicts, *report.simulated)]}
    if report.testimony:
        found["testimony"] = [
            {
                "who": one.who,
                "subject": one.subject,
                "topic": one.topic,
                "against": "their own word" if one.own else "what is so",
                "a": _side_json(one.a),
                "b": _side_json(one.b),
                "why": one.why,
            }
            for one in report.testimony
        ]
    if report.near:
        found["near"] = [
            {"subject": look.subject, "topic": look.topic, "a": _side_json(look.a), "b": _side_json(look.b), "why": look.why}
            for look in report.near
        ]
    return found


def matter_json(matter: Matter) -> dict[str, Any]:
    """One conflict as ``gm conflicts --format json`` prints it."""
    return {
        "id": matter.id,
        "class": matter.kind,
        "severity": matter.severity,
        "confidence": matter.confidence / 100,
        "status": matter.status,
        "a": _side_json(matter.a),
        "b": _side_json(matter.b),
        "subject": matter.subject,
        "rule": matter.rule,
        "found_by": matter.found_by,
        "why": matter.why,
        "resolution": matter.resolution,
        "sim": matter.sim,
    }


def _side_json(side: Side) -> dict[str, Any]:
    where = "" if side.turn else side.page or side.where
    return {"turn": side.turn, "where": where, "speaker": side.speaker, "voice": side.voice, "quote": side.quote, "span": list(side.span)}
