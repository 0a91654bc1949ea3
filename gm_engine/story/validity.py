"""When something holds, in the time of the story."""

from pydantic import model_validator

from gm_engine.story.noun import Noun


class ValidityInterval(Noun):
    """A half-open span ``[since, until)`` in minutes of story time, counted from the calendar's start.

    ``since`` None means as long as anyone knows; ``until`` None means still.
    """

    since: int | None = None
    until: int | None = None

    @model_validator(mode="after")
    def _in_order(self) -> "ValidityInterval":
        if self.since is not None and self.until is not None and self.until < self.since:
            raise ValueError(f"until {self.until} lies before since {self.since}")
        return self

    def overlaps(self, other: "ValidityInterval") -> bool:
        """True when some minute lies in both spans.

        >>> ValidityInterval(since=3, until=9).overlaps(ValidityInterval(since=9))
        False
        """
        starts_before = self.since is None or other.until is None or self.since < other.until
        ends_after = self.until is None or other.since is None or other.since < self.until
        return starts_before and ends_after and not self.empty and not other.empty

    @property
    def empty(self) -> bool:
        """True when no minute lies in the span."""
        return self.since is not None and self.since == self.until

    def holds_at(self, minute: int) -> bool:
        """True when ``minute`` lies in the span."""
        return (self.since is None or self.since <= minute) and (self.until is None or minute < self.until)

    def closed_at(self, minute: int) -> "ValidityInterval":
        """The same span, ended at ``minute`` (never before it began)."""
        return ValidityInterval(since=self.since, until=minute if self.since is None else max(minute, self.since))
