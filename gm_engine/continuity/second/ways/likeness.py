"""Sentences that say nearly the same, with a number, a name or a denial that differs."""

from gm_engine.continuity.second.candidate import Candidate

NEG = {"not", "n't", "never", "no", "nobody", "none", "nothing", "neither", "nor", "without"}


def nominate(earlier, later, ctx):
    ov = ctx.overlap(earlier, later)
    if ov < 6:
        return
    tier = "high" if ov >= 12 else "mid" if ov >= 9 else "low"
    na, nb = {n for m in earlier.mentions for n in m.nums}, {n for m in later.mentions for n in m.nums}
    if na and nb and not na & nb:
        yield Candidate(f"like:number:{tier}", "quantity_state", "they tell nearly the same with other numbers")
    if bool(set(earlier.words) & NEG) != bool(set(later.words) & NEG):
        yield Candidate(f"like:denied:{tier}", "event_outcome", "one denies what the other tells")
