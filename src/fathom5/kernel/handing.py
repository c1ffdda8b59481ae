"""How Python hands a record to compiled code.

Numba asks for a buffer, for which NumPy spells out the format of all fields anew: with some games' records that takes
forty times as long as the rest of a call. Where a record's bytes are, NumPy's own header says, and does not change.
"""

import ctypes
import struct
from typing import Any

import numpy as np
from numba.core import boxing, cgutils, pythonapi
from numba.core import types as kinds

ADDRESS = struct.calcsize("nPn")  # where a void scalar keeps the address of its bytes: after references, type and size


def is_there() -> bool:
    """Whether this Python and this NumPy have it in that place."""
    rows = np.zeros(2, [("first", "i4"), ("second", "i8", 3)])
    found = [ctypes.c_void_p.from_address(id(record) + ADDRESS).value for record in rows]
    return found == [rows.ctypes.data, rows.ctypes.data + rows.itemsize]


def unboxed(kind: kinds.Record, record: Any, context: Any) -> pythonapi.NativeValue:
    """The address of its bytes: who calls holds the record until the call is over."""
    builder = context.builder
    header = builder.bitcast(record, cgutils.voidptr_t)
    place = builder.bitcast(cgutils.pointer_add(builder, header, ADDRESS), cgutils.voidptr_t.as_pointer())
    return pythonapi.NativeValue(builder.bitcast(builder.load(place), context.context.get_value_type(kind)))


def hand_over_by_address() -> None:
    """From now on; where NumPy should keep it elsewhere one day, as Numba does it."""
    pythonapi._unboxers.functions[kinds.Record] = unboxed if is_there() else boxing.unbox_record
