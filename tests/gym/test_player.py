"""A trained player in a file: what was written comes back, plays, and is refused where it does not fit."""

from itertools import pairwise

import numpy as np
import pytest

from fathom5 import bots, load
from fathom5.gym import player
from fathom5.gym.encoding import Encoding


def layers_of(ready, hidden=8, seed=0):
    """A network that knows nothing yet."""
    rng, encoding = np.random.default_rng(seed), Encoding(ready)
    sizes = (encoding.size, hidden, encoding.table.decisions)
    return [(rng.normal(size=(a, b)), rng.normal(size=b)) for a, b in pairwise(sizes)]


def test_a_player_plays_what_can_be_done(name, tmp_path):
    ready = load(name)
    player.save(tmp_path / "one.npz", ready, layers_of(ready))
    bot, match = player.read(tmp_path / "one.npz"), ready.start(seed=1)
    for _ in range(40):
        if match.over:
            break
        action = bot(match.seen(match.seat), 0)
        assert action == bot(match.seen(match.seat), 99)
        match.play(action)


def test_it_knows_the_game_it_was_trained_for(name, tmp_path):
    ready = load(name)
    player.save(tmp_path / "one.npz", ready, layers_of(ready))
    bot = player.read(tmp_path / "one.npz")
    assert bot.ready == ready
    other = load(name, players=ready.options["players"] + 1).start(seed=1)
    with pytest.raises(ValueError, match="trained for"):
        bot(other.seen(other.seat), 0)


def test_a_file_that_is_no_player_is_refused(name, tmp_path):
    ready, path = load(name), tmp_path / "one.npz"
    for broken in (b"", b"PK\x03\x04", b"fathom5"):
        path.write_bytes(broken)
        with pytest.raises(ValueError, match="no player"):
            player.read(path)
    np.savez(path, about=np.array('{"format": "another"}'))
    with pytest.raises(ValueError, match="no player"):
        player.read(path)
    player.save(path, ready, [(np.zeros((3, 2)), np.zeros(2))])
    with pytest.raises(ValueError, match="other observations"):
        player.read(path)
    with pytest.raises(FileNotFoundError):
        player.read(tmp_path / "none.npz")


def test_it_sits_at_the_table_as_a_bot(name, tmp_path):
    ready = load(name)
    player.save(tmp_path / "one.npz", ready, layers_of(ready))
    match = ready.start(seed=2)
    for bot in (bots.load(f"file:{tmp_path / 'one.npz'}"), bots.named(f"file:{tmp_path / 'one.npz'}")):
        assert bot(match.seen(match.seat), 0) in match.offers
