"""What a template may hold: names, conditions and plain loops. So nothing that a stranger's template says can run for ever."""

from jinja2 import nodes

FILTERS = frozenset({"capitalize", "first", "join", "last", "length", "lower", "trim", "upper"})
MAY_HOLD = (
    nodes.Output, nodes.TemplateData, nodes.Name, nodes.Const, nodes.If, nodes.CondExpr, nodes.For, nodes.Filter, nodes.Not, nodes.And,
    nodes.Or, nodes.Compare, nodes.Operand,
)  # fmt: skip
LONGEST_TEXT, LONGEST_WORD, MOST = 20_000, 100, 1_000_000
"""Letters of a template, of a text between quotes in it, and of what it may write."""


def oversteps(template: nodes.Template) -> str:
    """What a template holds that none may, in a sentence; empty where there is nothing."""
    for node in template.find_all(nodes.Node):
        if not isinstance(node, MAY_HOLD):
            return f"it holds a {type(node).__name__.lower()}; there are names, if, for, comparisons and filters."
        if isinstance(node, nodes.Const) and len(str(node.value)) > LONGEST_WORD:
            return f"it holds a text of more than {LONGEST_WORD} letters between quotes."
        if isinstance(node, nodes.Filter) and node.name not in FILTERS:
            return f'it holds the filter "{node.name}"; there are {", ".join(sorted(FILTERS))}.'
        if isinstance(node, nodes.Filter) and not (
            isinstance(node.node, nodes.Name) and all(isinstance(arg, nodes.Const) for arg in node.args)
        ):
            return f'the filter "{node.name}" is given more than one name and a text between quotes.'
        if isinstance(node, nodes.For):
            if node.recursive or not isinstance(node.iter, nodes.Name) or not isinstance(node.target, nodes.Name):
                return "a loop goes through the lines of one name: {% for line in beats %}."
            if next(iter(node.find_all(nodes.For)), None):
                return "it holds a loop within a loop."
    return ""
