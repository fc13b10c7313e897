#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A reader of captures written from docs/formats/ttcap.md alone: Python's own library and the zstd program.

    python3 examples/read_capture.py FILE.ttcap                  # what it is, its events, its checkpoints
    python3 examples/read_capture.py FILE.ttcap CHECKPOINT SPACE # bytes of a space; .. where no bit is known

It walks the heads, as one does whose file has lost its index, and trusts the file: hashes are not looked at."""
import json
import signal
import struct
import subprocess
import sys

EVENTS, PAGES, SNAPSHOTS, SYMBOLS, LINES = 1, 2, 3, 4, 5
PAGE = 4096
# Kind, and which of the columns address, index, value, length it has.
KINDS = [("push", "v"), ("exec", "v"), ("cfgw", "aiv"), ("mopw", "av"), ("gprw", "av"), ("semw", "av"), ("semr", "av"),
         ("l1w", "al"), ("mmio", "av")]
CORES = ["b", "t0", "t1", "t2", "nc"]
# Class: bytes of an element, and for each plane the bits it takes from it, top first.
CLASSES = [(1, ["7:0"]), (2, ["7:0", "15:8"]), (4, ["7:0", "15:8", "23:16", "31:24"]),
           (4, ["7:0", "18:11", "23:19 10:8", "31:24"]), (2, ["14:7", "15 6:0"]), (2, ["2:0 14:10", "15 9:3"]),
           (4, ["30:23", "31 22:16", "15:8", "7:0"])]
SPACES = {"l1": {"blackhole": 1572864, "wormhole_b0": 1499136}, "cfg": {"blackhole": 1792, "wormhole_b0": 1504},
          "thread_cfg": {"blackhole": 408, "wormhole_b0": 342}, "gpr": 768, "dst": 32768, "dst_valid": 1024, "srca": 8192,
          "srcb": 8192, "lreg": 2048, "state": 1720}


class Bytes:
    """Numbers from a piece of bytes, one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        self.at += count
        return self.data[self.at - count:self.at]

    def array(self, letter, count):
        return struct.unpack(f"<{count}{letter}", self.take(count * struct.calcsize(letter)))

    def number(self, letter):
        return self.array(letter, 1)[0]

    def varint(self):
        value, shift = 0, 0
        while True:
            byte = self.number("B")
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def zigzag(self):
        value = self.varint()
        return -(value + 1) // 2 if value & 1 else value // 2


class Chunk:
    """A head, and the content that it describes."""

    def __init__(self, head, content):
        self.type = head.number("B")
        self.packed, self.raw, _hash, self.first, self.count = \
            head.varint(), head.varint(), head.number("Q"), head.varint(), head.varint()
        if self.type == EVENTS:
            self.of_kind = [head.varint() for _ in KINDS]
            self.pcs = head.varint() if head.at < len(head.data) else 0
        if self.type == SNAPSHOTS:
            self.checkpoints = [(head.take(head.varint()).decode(), head.varint()) for _ in range(self.count)]
        self.content = Bytes(content.take(self.raw))


def chunks_of(path):
    """The manifest, and all chunks in order."""
    with open(path, "rb") as file:
        data = Bytes(file.read())
    content = Bytes(subprocess.run(["zstd", "-d", "-c", "-q", path], check=True, stdout=subprocess.PIPE).stdout)
    manifest, chunks = None, []
    while data.at < len(data.data):
        magic, length = data.number("I"), data.number("I")
        text = data.take(length)[:-8]
        if magic == 0x184D2A50:
            manifest = json.loads(text)
        elif magic == 0x184D2A51:
            chunks.append(Chunk(Bytes(text), content))
            data.take(chunks[-1].packed)
    return manifest, chunks


def lanes_of(order):
    """Who came next: a guess by the three before, or by the two, where there is one."""
    after, a, b, c = {}, 0, 0, 0
    for byte in order:
        guess = after.get((a, b, c), after.get((b, c), 0))
        lane = byte - 1 if byte else guess
        after[a, b, c] = after[b, c] = lane
        a, b, c = b, c, lane
        yield lane


def add_pcs(events, content):
    cores = []
    for event, byte in zip(events, content.take(len(events))):
        expected = 0 if event["thread"] is None else 1 + event["thread"]
        cores.append(None if byte == 1 else byte - 2 if byte else expected)
    for core, name in enumerate(CORES):
        own = [event for event, of in zip(events, cores) if of == core]
        pc = 0
        for event, distance in zip(own, content.array("I", len(own))):
            pc = (pc + distance) % 2**32
            event["core"], event["pc"] = name, pc


def events_of(chunk):
    content = chunk.content
    lanes = list(lanes_of(content.take(chunk.count)))
    columns = {}
    for lane in sorted(set(lanes)):
        count, has = lanes.count(lane), KINDS[lane // 4][1]
        columns[lane] = [iter(content.array("B" if key == "i" else "I", count)) for key in "aivl" if key in has]
    events = []
    for seq, lane in enumerate(lanes, chunk.first):
        kind, has = KINDS[lane // 4]
        events.append({"seq": seq, "kind": kind, "thread": lane % 4 - 1 if lane % 4 else None} |
                      dict(zip(has, (next(column) for column in columns[lane]))))
    if chunk.pcs:
        add_pcs(events, content)
    for event in events:
        if event["kind"] == "l1w":
            event["bytes"] = content.take(event["l"])
    return events


def element_of(planes, parts):
    """An element from a byte of each plane."""
    element = 0
    for plane, byte in zip(planes, parts):
        for part in reversed(plane.split()):
            high, low = (part.split(":") * 2)[:2]
            bits = int(high) - int(low) + 1
            element |= (byte & (1 << bits) - 1) << int(low)
            byte >>= bits
    return element


def pages_of(chunk):
    content = chunk.content
    listed = [(content.number("B"), content.varint()) for _ in range(chunk.count)]
    pages = [b""] * chunk.count
    for number, (size, planes) in enumerate(CLASSES):
        own = [i for i, (of, _) in enumerate(listed) if of == number]
        parts = [[content.take(listed[i][1] // size) for i in own] for _ in planes]
        for place, i in enumerate(own):
            pages[i] = b"".join(element_of(planes, bytes_of).to_bytes(size, "little")
                                for bytes_of in zip(*(plane[place] for plane in parts)))
    return pages


def tables_of(chunk):
    """For each checkpoint its spaces: {number within the space: (data page, mask page or None)}."""
    content, data, mask = chunk.content, -1, -1
    for _ in range(chunk.count):
        spaces = {}
        for space in SPACES:
            table = spaces.setdefault(space, {})
            place = 0
            for _run in range(content.varint()):
                place += content.varint()
                for _page in range(content.varint()):
                    data += 1 + content.zigzag()
                    known, of = content.varint(), None
                    if known:
                        known -= 1
                        mask += 1 + (-(known + 1) // 2 if known & 1 else known // 2)
                        of = mask
                    table[place] = (data, of)
                    place += 1
        yield spaces


def symbols_of(chunk):
    content, end = chunk.content, 0
    for _ in range(chunk.count):
        core, kind = divmod(content.number("B"), 2)
        at = (end + content.zigzag()) % 2**32
        size = content.varint()
        end = at + size
        yield CORES[core], ("function", "object")[kind], at, size, content.take(content.varint()).decode()


def lines_of(chunk):
    content = chunk.content
    names = [None] + [content.take(content.varint()).decode() for _ in range(content.varint())]
    count = content.varint()
    back, functions, files, lines = ([content.varint() for _ in range(count)] for _ in range(4))
    chains = []
    for i in range(count):
        chain = [(names[functions[i]], names[files[i]], lines[i])]
        chains.append(chain + (chains[i - back[i]] if back[i] else []))
    cores = content.array("B", chunk.count)
    gaps, sizes = ([content.varint() for _ in range(chunk.count)] for _ in range(2))
    end, frame, before = 0, 0, None
    for core, gap, size in zip(cores, gaps, sizes):
        at = gap + (end if core == before else 0)
        end, before = at + size, core
        frame += content.zigzag()
        yield CORES[core], at, size, chains[frame]


def size_of(space, arch):
    return SPACES[space][arch] if isinstance(SPACES[space], dict) else SPACES[space]


def text_of(table, pages, size):
    """Lines of two digits a byte; .. where no bit is known."""
    for place in range((size + PAGE - 1) // PAGE):
        length = min(PAGE, size - place * PAGE)
        data, mask = table.get(place, (None, None))
        known = bytes(length) if data is None else b"\xff" * length if mask is None else pages[mask]
        data = bytes(length) if data is None else pages[data]
        for row in range(0, length, 32):
            yield "".join(f"{byte:02x}" if bits else ".." for byte, bits in zip(data[row:row + 32], known[row:row + 32]))


def print_event(event):
    words = [f"{event['seq']}", event["kind"], "none" if event["thread"] is None else f"T{event['thread']}"]
    words += [f"{name}={event[key]:#x}" for key, name in (("i", "index"), ("a", "address"), ("v", "value")) if key in event]
    if "bytes" in event:
        words.append(event["bytes"].hex())
    if "pc" in event:
        words.append(f"{event['core']}:{event['pc']:#x}")
    print(*words)


class Capture:
    """All of a file, in memory."""

    def __init__(self, path):
        self.manifest, self.chunks = chunks_of(path)
        self.arch = self.manifest["arch"]
        self.events = [event for chunk in self.of(EVENTS) for event in events_of(chunk)]
        self.pages = [page for chunk in self.of(PAGES) for page in pages_of(chunk)]
        self.symbols = [symbol for chunk in self.of(SYMBOLS) for symbol in symbols_of(chunk)]
        self.lines = [line for chunk in self.of(LINES) for line in lines_of(chunk)]
        self.checkpoints = [(*listed, table) for chunk in self.of(SNAPSHOTS)
                            for listed, table in zip(chunk.checkpoints, tables_of(chunk))]

    def of(self, kind):
        return (chunk for chunk in self.chunks if chunk.type == kind)

    def space(self, checkpoint, space):
        """Bytes of a space at a checkpoint, by its id, as lines."""
        table = {name: table for name, _, table in self.checkpoints}[checkpoint][space]
        return text_of(table, self.pages, size_of(space, self.arch))


def main():
    if len(sys.argv) not in (2, 4):
        sys.exit(__doc__)
    capture = Capture(sys.argv[1])
    if len(sys.argv) == 4:
        print(*capture.space(*sys.argv[2:]), sep="\n")
        return
    print(capture.manifest["name"], capture.arch, capture.manifest["source"])
    for event in capture.events:
        print_event(event)
    for symbol in capture.symbols:
        print("symbol", *symbol)
    for core, at, size, chain in capture.lines:
        print("lines", core, hex(at), size, *(f"{function} {file}:{line}" for function, file, line in chain))
    for name, before, table in capture.checkpoints:
        print("checkpoint", name, "after event", before - 1, *(space for space in SPACES if table[space]))


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends it quietly
    main()
