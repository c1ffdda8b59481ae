"""From rules to machine code, in one go for all that Python calls.

Left alone, Numba makes machine code of every function that it has typed, also of those that only others call, and
optimises what these call anew each time. Here a function is only lowered to LLVM's language, and waits; what Python
calls is then linked with all that it reaches, optimised once and emitted once.
"""

import gc
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from numba.core import serialize
from numba.core import types as kinds
from numba.core.callconv import CPUCallConv
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target
from numba.extending import overload
from numba.np import arrayobj

Types = tuple[Any, ...]  # Numba's types of the arguments
ENVIRONMENT = "_ZN08NumbaEnv"  # how the names of variables begin that hold what a function knows as Python objects
HELPERS = "__excinfo_unwrap_args"  # how the names of functions begin that each piece which can raise brings along
SELDOM = 100_000, 10, 10  # new objects after which Python looks for garbage, the first where 700 is usual


class Apart(CPUCallConv):
    """Tells LLVM that the records which a rule gets lie apart: what is written to one leaves the others as they are.

    It is told nothing where an array is given too that a record could be a part of, or that could be a part of one.
    """

    def decorate_function(self, fn: Any, args: Any, fe_argtypes: Types, noalias: bool = False) -> None:
        super().decorate_function(fn, args, fe_argtypes, noalias)
        if not any(may_overlap(kind, fe_argtypes) for kind in fe_argtypes):
            records = {f"arg.{name}" for name, kind in zip(args, fe_argtypes, strict=True) if is_record(kind)}
            for argument in self.get_arguments(fn):
                if argument.name in records:
                    argument.add_attribute("noalias")


def may_overlap(kind: Any, others: Types) -> bool:
    """Whether this is an array of such records, or may be a row of one; generators of chance lie in no record."""
    if not isinstance(kind, kinds.Array):
        return False
    return kind.dtype in others if is_record(kind.dtype) else kind.dtype != kinds.uint64


def is_record(kind: Any) -> bool:
    return isinstance(kind, kinds.Record)


class Piece(JITCodeLibrary):
    """A function in LLVM's language, and what it calls; no machine code."""

    made = 0  # so far, in this process
    tell: Callable[[], Any] = staticmethod(lambda: None)  # that there is one more

    def __init__(self, *about: Any):
        super().__init__(*about)
        Piece.made += 1
        Piece.tell()

    def _optimize_functions(self, ll_module: Any) -> None:
        """One by one, as Numba does, but with the same passes for all, and none for those that are only named."""
        ll_module.data_layout = self._codegen._data_layout
        passes, settings = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, settings)

    def finalize(self) -> None:
        for function in self._final_module.functions:
            if function.name.startswith(HELPERS) and not function.is_declaration:
                function.linkage = "linkonce_odr"  # several pieces may bring the same one along
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def _get_module_for_linking(self) -> Any:
        """With all that it calls, for others' code that Numba links as ever."""
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            link_all(self._shared_module, reached(self._linking_libraries))
            relink(self._shared_module, "linkonce_odr")
        return self._shared_module


def reached(libraries: list[Any]) -> list[Any]:
    """These libraries and all that they call, directly or not; each once, those that Numba has made at the end."""
    found: dict[Any, None] = {}
    todo = list(libraries)
    while todo:
        library = todo.pop()
        if library not in found:
            found[library] = None
            if isinstance(library, Piece):
                todo += library._linking_libraries
    return sorted(found, key=lambda library: not isinstance(library, Piece))


def link_all(module: Any, libraries: list[Any]) -> None:
    """Take them into a module. Of what is 'linkonce' LLVM takes only what is already called, hence the order."""
    for library in libraries:
        is_piece = isinstance(library, Piece)
        module.link_in(library._final_module if is_piece else library._get_module_for_linking(), preserve=True)


def relink(module: Any, linkage: str, besides: Sequence[str] = ()) -> None:
    for function in module.functions:
        if not function.is_declaration and function.name not in besides:
            function.linkage = linkage


class Whole(JITCodeLibrary):
    """Machine code for some calls from Python, with all that they reach."""

    def finalize(self) -> None:
        called = [function.name for function in self._final_module.functions if not function.is_declaration]
        libraries = reached(self._linking_libraries)
        self._reload_init.update(*(library._reload_init for library in libraries))
        link_all(self._final_module, libraries)
        relink(self._final_module, "internal", besides=called)
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return self._codegen._engine.get_function_address(name)

    def environments(self) -> list[Any]:
        """What the functions in it know as Python objects."""
        names = [variable.name for variable in self._final_module.global_variables]
        return [found for name in names if name.startswith(ENVIRONMENT) and (found := lookup_environment(name))]


class Linked(NamedTuple):
    """Functions in C, and what it takes to have them again in another process; nothing if they cannot be kept."""

    codes: list[Any]
    kept: bytes


def shapes_differ(given: Any, wanted: Any) -> None:
    """What is assigned to a slice does not fit. To spell out both shapes, as Numba does, takes all of text."""


@overload(shapes_differ)
def _shapes_differ(given: Any, wanted: Any) -> Callable[[Any, Any], None]:
    def refuse(given: Any, wanted: Any) -> None:
        raise ValueError("what is assigned to a slice has another shape")

    return refuse


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Most of what compiling makes is held until it is done: Python would look through it all again and again."""
    usual = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@contextmanager
def in_pieces() -> Iterator[Any]:
    """What is compiled meanwhile waits to be linked."""
    context = cpu_target.target_context
    codegen, kind = context.codegen(), type(context)
    with global_compiler_lock, seldom_collected():
        codegen._library_class, context.get_executable = Piece, _no_code
        context.create_cpython_wrapper = context.create_cfunc_wrapper = _no_wrapper
        convention, kind.call_conv = kind.call_conv, property(Apart)
        spelled, arrayobj.raise_with_shape_context = arrayobj.raise_with_shape_context, shapes_differ
        try:
            yield context
        finally:
            del codegen._library_class, context.get_executable
            del context.create_cpython_wrapper, context.create_cfunc_wrapper
            kind.call_conv, arrayobj.raise_with_shape_context = convention, spelled


def _no_code(library: Any, about: Any, environment: Any) -> Any:
    """Something that Numba takes for a function in C, another one each time; it is never called."""
    return [].append


def _no_wrapper(*about: Any, **options: Any) -> None:
    """By which Python or C would call a piece."""


def compiled(asked: Sequence[tuple[Any, Types]]) -> Linked:
    """Machine code for these calls: Numba's dispatchers, each with the types of its arguments."""
    with in_pieces() as context:
        for twin, types in asked:
            twin.compile(types)
        results = [twin.overloads[types] for twin, types in asked]
        library = Whole(context.codegen(), "whole")
        library.enable_object_caching()
        context = context.subtarget(enable_nrt=True)  # else an array that is returned would not be a new one
        for result in results:
            library.add_linking_library(result.library)
            about = result.fndesc, result.environment, result.call_helper
            with context.push_code_library(library):  # what the wrapper itself calls
                CPUContext.create_cpython_wrapper(context, library, *about, release_gil=True)
    with global_compiler_lock:
        calls = [(result.fndesc, result.environment) for result in results]
        codes = _codes(library, calls, library.environments())
        return Linked(codes, _kept(library, calls))


def _codes(library: Whole, calls: list[tuple[Any, Any]], environments: list[Any]) -> list[Any]:
    codes = [cpu_target.target_context.get_executable(library, *call) for call in calls]
    for environment in environments:
        library.codegen.set_env(environment.env_name, environment)
    return codes


def _kept(library: Whole, calls: list[tuple[Any, Any]]) -> bytes:
    if library.has_dynamic_globals:
        return b""
    for about, _ in calls:
        about.typemap = about.calltypes = None  # of use only while it is compiled
    environments = [each for each in library.environments() if each.can_cache()]
    parts = library._get_compiled_object(), calls, environments, list(library._reload_init)
    return serialize.dumps((library.codegen.magic_tuple(), *parts))


@global_compiler_lock  # Numba's registries bear one thread at a time
def restored(kept: bytes) -> list[Any] | None:
    """Functions in C as they were made in another process; None if that was on another kind of processor."""
    context = cpu_target.target_context
    context.refresh()
    magic, code, calls, environments, starts = pickle.loads(kept)
    if magic != context.codegen().magic_tuple():
        return None
    for start in starts:
        start()
    library = Whole(context.codegen(), "whole")
    library.enable_object_caching()
    library._set_compiled_object(code)
    library._finalize_final_module()
    return _codes(library, calls, environments)
