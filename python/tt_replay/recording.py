# SPDX-License-Identifier: Apache-2.0
"""A capture of what happens on a tile in process: everything that it held before its cores started, and at the end."""

from __future__ import annotations

from typing import Callable, Optional

from tt_replay import _library as lib
from tt_replay.capture import Capture
from tt_replay.snapshot import SPACES, Snapshot
from tt_replay.tile import CORES, Tile


def take(snapshot: Snapshot, tile: Tile) -> None:
    """All that the tile holds, every bit known."""
    for space in SPACES:
        snapshot.write(space, 0, tile.read(space))


class Recording:
    """Begins when a host first lets a core of the tile out of reset: programs and operands are in L1 then."""

    def __init__(self, tile: Tile, name: str) -> None:
        self.tile = tile
        self.capture = Capture(tile.chip, name, "emulator", "a tile in process, before its cores ran and behind that")
        tile.released = self._released

    @property
    def has_begun(self) -> bool:
        return bool(self.capture.checkpoints)

    def _released(self, tile: Tile) -> Callable[[], None]:
        if not self.has_begun:
            take(self.capture.add_checkpoint("begin"), tile)
        before = {core for core in CORES if tile.core(core).is_running}

        def behind() -> None:
            for core in CORES:
                if core not in before and core not in self.capture.boot and tile.core(core).is_running:
                    self.capture.boot[core] = tile.core(core).pc

        return behind

    def end(self) -> Capture:
        """The capture, with what the tile holds now as its end."""
        if not self.has_begun:
            raise lib.ReplayError(f"{self.capture.name}: no core of the tile was let out of reset")
        take(self.capture.add_checkpoint("end"), self.tile)
        self.tile.released = None
        return self.capture


def begin(tile: Tile, name: str, recording: Optional[Recording] = None) -> Recording:
    """A recording of this tile; the one that is there, if it is of it."""
    return recording if recording is not None and recording.tile is tile else Recording(tile, name)
