"""Records: fields as attributes, in both worlds and across processes."""

import pickle
from copy import deepcopy

import numpy as np
import pytest

from fathom5.kernel.game import record_dtype

POINT = record_dtype(("x", "i2"), ("way", "i1", (2, 2)))


def test_a_field_is_an_attribute():
    points = np.zeros(2, POINT)
    points[1].x = 7
    points[1].way[1, 0] = 3
    assert points["x"].tolist() == [0, 7]
    assert points[1].way.tolist() == [[0, 0], [3, 0]]


def test_what_is_no_field_is_neither_read_nor_written():
    point = np.zeros(1, POINT)[0]
    with pytest.raises(AttributeError, match="y"):
        _ = point.y
    with pytest.raises(ValueError, match="no field of name y"):
        point.y = 1


@pytest.mark.parametrize("copied", [deepcopy, lambda points: pickle.loads(pickle.dumps(points))])
def test_a_copy_has_the_same_fields(copied):
    points = np.zeros(2, POINT)
    points[1].x = 7
    assert copied(points)[1].x == copied(points[1]).x == 7
    assert copied(points).dtype == POINT


def test_a_method_of_numpy_is_no_field():
    with pytest.raises(ValueError, match="'round'"):
        record_dtype(("round", "i1"))
