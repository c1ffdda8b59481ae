"""A scene is plain data."""

import json

import numpy as np

from fathom5.scene import thing


def test_what_comes_from_a_record_can_be_sent_as_json():
    drawn = thing("piece", "disc", np.int64(3), np.float64(1.25), turn=90 * np.bool_(True), scale=np.float32(0.5))
    assert json.loads(json.dumps(drawn)) == {
        "id": "piece", "symbol": "disc", "x": 3, "y": 1.2, "turn": 90, "scale": 0.5,
    }  # fmt: skip
