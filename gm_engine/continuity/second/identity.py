"""How sure two mentions mean one thing, 0..3 (>= 1.2: take it; >= 2: sure)."""


def ident(a, b):
    """How sure two mentions mean one thing, 0..3."""
    if (a.pron and not a.id) or (b.pron and not b.id):
        return 0.0
    if b.det in ("other", "no", "every") or a.det in ("other", "no"):
        return 0.0 if b.det != "other" else 0.0
    if a.id and b.id:
        if a.id == b.id:
            return 3.0 if min(a.sure, b.sure) >= 80 else 2.3
        if a.name and b.name:
            return 0.0
        wa, wb = set(a.id.split("_")), set(b.id.split("_"))
        if a.lemma == b.lemma and (wa <= wb or wb <= wa):
            return 1.5
        return 0.0
    if a.lemma == b.lemma and a.lemma not in ("john", "mary", "he", "she") and not a.pron:
        if a.name != b.name:
            return 1.0
        if a.name:
            return 2.3
        if a.owner and b.owner and a.owner != b.owner:
            return 0.0
        if a.plural != b.plural:
            return 0.7
        if b.det == "a":
            return 0.5
        ma, mb = set(a.mods), set(b.mods)
        base = 2.0 if b.det in ("the", "this", "poss") and a.det in ("the", "this", "poss", "a") else 1.2
        if ma & mb or set(a.of) & set(b.of):
            base += 0.5
        elif ma and mb:
            base -= 0.7
        return base
    ia, ib = a.id.split("_") if a.id else [], b.id.split("_") if b.id else []
    if (a.id and b.lemma in ia and b.det in ("the", "this", "poss")) or (b.id and a.lemma in ib and a.det in ("the", "this", "poss")):
        return 1.3
    return 0.0
