# SPDX-License-Identifier: Apache-2.0
"""A capture of what happens on a tile in process: everything that it held before its cores started, what its host stored
while they ran, and everything at the end."""

from __future__ import annotations

from typing import Callable, Optional, Union

from tt_replay import _library as lib
from tt_replay.capture import Capture, Event
from tt_replay.snapshot import SPACES, Snapshot
from tt_replay.tile import CFG, CORES, Tile

_CLOCK_LOW, _CLOCK_HIGH = 0xFFB121F0, 0xFFB121F4  # stores to these say in which round a host did what follows
_L1_END = 0x00400000  # of any chip, and below all registers


def take(snapshot: Snapshot, tile: Tile) -> None:
    """All that the tile holds, every bit known."""
    for space in SPACES:
        snapshot.write(space, 0, tile.read(space))


class Recording:
    """Begins when a host first lets a core of the tile out of reset; what it stores from then on are events."""

    def __init__(self, tile: Tile, name: str) -> None:
        self.tile = tile
        self.capture = Capture(tile.chip, name, "emulator", "a tile in process, before its cores ran and behind that")
        self._first_round = 0
        self._marked: Optional[int] = None
        tile.released = self._released

    @property
    def has_begun(self) -> bool:
        return bool(self.capture.checkpoints)

    def _released(self, tile: Tile) -> Callable[[], None]:
        take(self.capture.add_checkpoint("begin"), tile)
        self._first_round = tile.round

        def behind() -> None:
            self.capture.boot = {core: tile.core(core).pc for core in CORES if tile.core(core).is_running}
            tile.released, tile.stored = None, self._stored
            self._store_starts()

        return behind

    def _store_starts(self) -> None:
        """Where cores start that leave reset later; of Blackhole it stands in debug registers, which no snapshot has."""
        later = [core for core in CORES if core not in self.capture.boot]
        for addr, value in self.tile.starts(*later).items():
            if addr < CFG:
                self._stored(addr, value)

    def _mark(self) -> None:
        """What follows happens in this round."""
        now = self.tile.round - self._first_round
        if now == self._marked:
            return
        self._marked = now
        if now >> 32:
            self.capture.add(Event("mmio", value=now >> 32, addr=_CLOCK_HIGH))
        self.capture.add(Event("mmio", value=now & 0xFFFFFFFF, addr=_CLOCK_LOW))

    def _stored(self, addr: int, value: Union[int, bytes]) -> None:
        self._mark()
        if isinstance(value, int) and addr >= _L1_END:
            self.capture.add(Event("mmio", value=value, addr=addr))
            return
        self.capture.add(Event("l1w", addr=addr, data=value.to_bytes(4, "little") if isinstance(value, int) else value))

    def end(self) -> Capture:
        """The capture, with what the tile holds now as its end."""
        if not self.has_begun:
            raise lib.ReplayError(f"{self.capture.name}: no core of the tile was let out of reset")
        if self._marked is not None:
            self._marked = None
            self._mark()
        take(self.capture.add_checkpoint("end"), self.tile)
        self.tile.released = self.tile.stored = None
        return self.capture


def begin(tile: Tile, name: str, recording: Optional[Recording] = None) -> Recording:
    """A recording of this tile; the one that is there, if it is of it."""
    return recording if recording is not None and recording.tile is tile else Recording(tile, name)
