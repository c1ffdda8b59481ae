"""Compiled code holds no record whose array has gone.

Numba counts who holds an array, but not who holds a record of it: `plan = np.empty(1, PLAN)[0]` gives the memory back
at once, and whatever is made next may lie in it. So memory for a record is handed over as an array, to a rule that
takes the record out: the array lives as long as that call.
"""

import ast

from fathom5.kernel.cache import PACKAGE

MARKS = {"rule", "inlined", "loop", "verb"}
MAKERS = {"empty": 1, "zeros": 1, "ones": 1, "full": 2, "copy": 0}  # which argument says of what kind


def compiled(tree):
    """The functions that are compiled."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {
                getattr(mark, "id", getattr(getattr(mark, "func", None), "id", "")) for mark in node.decorator_list
            }
            if names & MARKS:
                yield node


def is_made(node):
    """Whether an array is made there."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MAKERS


def is_of_records(node):
    kinds = node.args[MAKERS[node.func.attr] :] if is_made(node) else []
    return bool(kinds) and isinstance(kinds[0], ast.Name) and kinds[0].id.isupper()


def dangling(function):
    """Where something is taken out of an array that nobody holds, or records are made for oneself."""
    calls = [call for call in ast.walk(function) if isinstance(call, ast.Call) and not is_made(call)]
    handed_over = [given for call in calls for given in call.args]
    for node in ast.walk(function):
        is_taken_out = isinstance(node, ast.Subscript) and is_made(node.value)
        if is_taken_out or (is_of_records(node) and node not in handed_over):
            yield node


def found(source):
    return [ast.unparse(node) for function in compiled(ast.parse(source)) for node in dangling(function)]


def test_memory_for_records_is_handed_over():
    for path in PACKAGE.rglob("*.py"):
        assert not found(path.read_text(encoding="utf8")), path


def test_what_dangles_is_found():
    head = "@rule\ndef f(state):\n    "
    assert found(head + "plan = np.empty(1, PLAN)[0]")
    assert found(head + "plans = np.zeros(1, PLAN)\n    return plans[0].toll")
    assert found(head + "return state.copy()[0]")
    assert not found(head + "return g(state, np.empty(1, PLAN))")
    assert not found(head + "return np.zeros(4).sum()")
