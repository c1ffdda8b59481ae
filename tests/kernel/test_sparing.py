"""What the compiler is spared, and that rules do the same without it."""

import gc

import numpy as np
import pytest

from fathom5.kernel import worlds

pytestmark = pytest.mark.skipif(worlds.WORLD == worlds.INTERPRETED, reason="nothing is compiled")


@worlds.rule
def doubled(number):
    return number + number


@worlds.rule
def seen(number):
    """Numbers without a sign would not mean the same with one."""
    return number >> np.uint64(1)


@worlds.loop
def doubled_of_all_sizes(bytes_, shorts, longs):
    return doubled(bytes_[0]) + doubled(shorts[0]) + doubled(longs[0]) + doubled(3)


@worlds.loop
def halved(unsigned):
    return seen(unsigned[0])


@worlds.loop
def assigned(into, given, most):
    into[:most] = given


def test_there_is_one_rule_for_whole_numbers_of_all_sizes():
    given = [np.array([number], kind) for number, kind in ((-100, np.int8), (30_000, np.int16), (-(1 << 40), np.int64))]
    assert doubled_of_all_sizes(*given) == 2 * (-100 + 30_000 - (1 << 40) + 3)  # nothing is cut off
    assert len(doubled.twin.overloads) <= 1  # none where it was loaded


def test_numbers_without_a_sign_stay_so():
    assert halved(np.array([1 << 63], np.uint64)) == 1 << 62


def test_what_does_not_fit_a_slice_is_refused():
    into = np.zeros(4, np.int64)
    assigned(into, np.arange(1, 4), 3)
    assert list(into) == [1, 2, 3, 0]
    with pytest.raises(ValueError, match="another shape"):
        assigned(into, np.arange(3), 2)
    assert list(into) == [1, 2, 3, 0]


def test_numba_spells_out_shapes_for_others():
    from numba import njit

    doubled_of_all_sizes(*(np.ones(1, kind) for kind in (np.int8, np.int16, np.int64)))
    with pytest.raises(ValueError, match=r"\(2,\).*\(3,\)"):
        njit(assigned.plain)(np.zeros(4), np.zeros(3), 2)


def test_garbage_is_collected_as_before_once_all_is_compiled():
    from fathom5.kernel.linking import SELDOM, seldom_collected

    usual = gc.get_threshold()
    with pytest.raises(KeyError), seldom_collected():
        assert gc.get_threshold() == SELDOM
        raise KeyError
    assert gc.get_threshold() == usual
