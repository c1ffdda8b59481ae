"""Break the rules to test the tests: each fault is noticed by its clause, each gap in `hide` by the secrecy laws."""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np
import pytest

from every import INTERPRETED
from fathom5 import load, names
from fathom5.door.match import opening
from fathom5.kernel.worlds import Rule

SECRETS = Path(__file__).with_name("test_secrets.py")
pytestmark = pytest.mark.skipif(not INTERPRETED, reason="faults are slipped in uncompiled")


def folder(name):
    return Path(import_module(load(name).game.package).__file__).parent


def module_of(name, path):
    """The module that a file of a game's folder holds."""
    return import_module(".".join((load(name).game.package, *Path(path).with_suffix("").parts)))


def modules_of(name, pattern="*.py"):
    """The modules of a game, in all of its rooms."""
    for path in sorted(folder(name).rglob(pattern)):
        if path.name != "__init__.py":
            yield module_of(name, path.relative_to(folder(name)))


def faults_of(name):
    """What might have stood in a game's files, by clause."""
    return import_module(f"fathom5.games.{name}.faults").FAULTS


def faults():
    for name in names():
        flat = [(clause, *fault) for clause, faults in faults_of(name).items() for fault in faults]
        for number, (clause, what, wrong) in enumerate(flat):
            yield pytest.param(name, clause, what, wrong, id=f"{name}-{number}-{clause}: {wrong[:50]}")


def home_of(name, text):
    """The one module in which this stands: among the rules, or else among what else a game is made of."""
    holders = [module for module in modules_of(name) if not is_test(module) and text in source_of(module)]
    rules = [module for module in holders if f".{name}.rules" in module.__name__]
    (home,) = rules or holders
    return home


def is_test(module):
    return module.__name__.endswith(("_test", ".faults"))


def gaps():
    for name in names():
        for module, statement in statements(name, "hide"):
            yield pytest.param(name, module, statement, id=f"{name}: no {ast.unparse(statement)}")


def functions_of(name):
    """Every rule of a game: its module and its syntax, by name."""
    for module in modules_of(name):
        if "@rule" in source_of(module):
            for node in ast.parse(source_of(module)).body:
                if isinstance(node, ast.FunctionDef):
                    yield node.name, (module, node)


def statements(name, function):
    """The simple statements of a rule and of the rules that it calls."""
    functions, todo, done = dict(functions_of(name)), [function], set()
    while todo:
        called = todo.pop()
        if called in done or called not in functions:
            continue
        done.add(called)
        module, syntax = functions[called]
        for node in ast.walk(syntax):
            is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
            if is_call or isinstance(node, ast.Assign | ast.AugAssign):
                yield module, node
            if is_call:
                todo.append(getattr(node.value.func, "id", ""))


def source_of(module):
    return Path(module.__file__).read_text()


def without(source, statement):
    lines = source.splitlines()
    lines[statement.lineno - 1 : statement.end_lineno] = [" " * statement.col_offset + "pass"]
    return "\n".join(lines)


class Slipped:
    """Other rules in the place of a module's own, wherever its functions and constants are in use."""

    def __init__(self, name: str, module: ModuleType, source: str):
        self.name, self.module, self.source, self.undo = name, module, source, []

    def __enter__(self):
        self.package = list(modules_of(self.name))  # all of it: what is imported later would keep the fault
        stage = {key: value for key, value in vars(self.module).items() if key.startswith("__")}
        exec(compile(self.source, self.module.__file__, "exec"), stage)
        for key, wrong in stage.items():
            right = getattr(self.module, key, None)
            if isinstance(wrong, Rule) and isinstance(right, Rule):
                self._replace_code(right.plain, wrong.plain)
            elif isinstance(wrong, FunctionType) and isinstance(right, FunctionType):
                self._replace_code(right, wrong)
            elif not key.startswith("__") and is_constant(wrong) and not is_equal(right, wrong):
                self._replace_constant(key, right, wrong)
        self._forget()

    def _replace_code(self, right, wrong):
        if right.__code__ != wrong.__code__ and right.__module__ == self.module.__name__:
            self.undo.append((setattr, right, "__code__", right.__code__))
            right.__code__ = wrong.__code__

    def _replace_constant(self, key, right, wrong):
        for other in self.package:
            if is_equal(vars(other).get(key), right):
                self.undo.append((setattr, other, key, right))
                setattr(other, key, wrong)

    def __exit__(self, *_):
        for put, where, key, right in self.undo:
            put(where, key, right)
        self._forget()

    def _forget(self):
        """What was drawn and laid out by other rules."""
        opening.cache_clear()
        for value in [value for module in self.package for value in vars(module).values()]:
            getattr(value, "cache_clear", bool)()


def is_constant(value):
    return isinstance(value, int | float | tuple | str | np.ndarray | dict | frozenset)


def is_equal(one, other):
    return type(one) is type(other) and bool(np.all(np.asarray(one, object) == np.asarray(other, object)))


def verdict(*arguments):
    """What these tests say, run within this one; other plugins do not expect to be nested."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        return pytest.main(["-x", "-q", "--no-header", "--tb=line", *arguments])


@cache
def own_tests(name):
    """All tests of a game, by file and name."""
    trees = [(path, ast.parse(path.read_text())) for path in sorted(folder(name).rglob("*_test.py"))]
    return [(path, node.name) for path, tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]


def clause_tests(name, clause):
    """The tests that name a clause, by node id."""
    prefix = f"test_{clause.lower().replace('-', '_')}_"
    return [f"{path}::{test}" for path, test in own_tests(name) if test.startswith(prefix)]


@pytest.mark.parametrize("name", names())
def test_the_right_rules_raise_no_alarm(name):
    """All clauses hold where they are tested themselves; here one shows that slipping in changes nothing by itself."""
    clause, [(what, _), *_] = next(iter(faults_of(name).items()))
    module = home_of(name, what)
    with Slipped(name, module, source_of(module)):
        assert verdict(*clause_tests(name, clause)) == pytest.ExitCode.OK


@pytest.mark.parametrize("name, clause, what, wrong", list(faults()))
def test_a_fault_is_noticed_by_its_clause(name, clause, what, wrong):
    module = home_of(name, what)
    with Slipped(name, module, source_of(module).replace(what, wrong, 1)):
        assert verdict(*clause_tests(name, clause)) == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize("name, module, statement", list(gaps()))
def test_a_gap_in_hide_is_noticed_by_the_laws_of_secrecy(name, module, statement):
    with Slipped(name, module, without(source_of(module), statement)):
        assert verdict(str(SECRETS), "-k", name) == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize("name", names())
def test_every_fault_belongs_to_a_clause_that_has_tests(name):
    for clause in faults_of(name):
        assert clause_tests(name, clause), clause
