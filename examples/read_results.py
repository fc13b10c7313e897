#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A reader of result databases written from docs/formats/results.md alone: Python's own sqlite3 and libzstd, without the extension.

    python3 examples/read_results.py run.db instructions   # seq, thread, unit, word
    python3 examples/read_results.py run.db accesses       # seq, space, read or write, lo, hi, before, after
    python3 examples/read_results.py run.db values BLOCK   # datum, seq, row, column, bits, shared exponent"""
import ctypes
import functools
import signal
import sqlite3
import sys

zstd = ctypes.CDLL("libzstd.so.1")
zstd.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
zstd.ZSTD_decompress.restype = ctypes.c_size_t


def unsqueeze(blob):
    if not blob or blob[0] == 0:
        return (blob or b"")[1:]
    width, frame = blob[0], blob[1:]
    size = zstd.ZSTD_getFrameContentSize(frame, ctypes.c_size_t(len(frame)))
    planes = ctypes.create_string_buffer(size)
    if zstd.ZSTD_decompress(planes, ctypes.c_size_t(size), frame, ctypes.c_size_t(len(frame))) != size:
        sys.exit("read_results.py: a BLOB that cannot be decompressed")
    bytes_ = bytearray(size)
    for plane in range(width):
        bytes_[plane::width] = planes.raw[plane * size // width:(plane + 1) * size // width]
    return bytes(bytes_)


class Numbers:
    """A BLOB read from its beginning."""

    def __init__(self, blob):
        self.blob, self.at = blob or b"", 0

    def more(self):
        return self.at < len(self.blob)

    def take(self, count):
        self.at += count
        return self.blob[self.at - count:self.at]

    def byte(self):
        return self.take(1)[0]

    def varint(self):
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def distance(self):
        """One that may be negative."""
        value = self.varint()
        return -(value + 1) // 2 if value & 1 else value // 2

    def varints(self):
        while self.more():
            yield self.varint()


def instructions(db):
    for first_seq, count, blob in db.execute("SELECT first_seq, count, head FROM instruction_page ORDER BY first_seq"):
        head, seq, word = Numbers(blob), None, 0
        for _ in range(count):
            bits = head.byte()
            if bits & 0x40:
                seq += 1
            else:
                seq = (first_seq if seq is None else seq) + head.varint()
            if not bits & 0x80:
                word = int.from_bytes(head.take(4), "little")
            yield seq, bits & 3, bits >> 2 & 15, word


class Kind:
    """What is the same of all accesses of a kind, and what the last one was."""

    def __init__(self, head):
        self.space, self.unit, self.instance, self.stream, self.is_write = head.take(5)
        self.hi = self.size = self.tile = self.datum = self.step = 0

    def next(self, head, bits):
        """lo, hi, data tile and first datum of the next access."""
        lo = self.hi + (0 if bits & 2 else head.distance())
        self.size = self.size if bits & 4 else head.varint()
        self.hi = lo + self.size
        tile = self.tile + (0 if bits & 8 else head.distance())
        foretold = self.datum + self.step if tile == self.tile else 0
        datum = foretold + (0 if bits & 16 else head.distance())
        if tile == self.tile and not bits & 16:
            self.step = datum - self.datum
        self.tile, self.datum = tile, datum
        return lo, self.hi, tile, datum


def accesses(db):
    data = dict(db.execute("SELECT name, id FROM stream"))["pack_data"]
    spaces = {space: (name, size) for space, name, size in db.execute("SELECT id, name, bytes FROM space")}
    for seq, count, *squeezed in db.execute(
            "SELECT first_seq, count, head, bytes, sources, dst, packed0, packed1, packed2, packed3 FROM access_page "
            "ORDER BY first_seq"):
        head, inside, sources, dst, *packed = (Numbers(unsqueeze(each)) for each in squeezed)
        parts, last, kinds = {"srca": sources, "srcb": sources, "dst": dst}, {}, []
        for _ in range(count):
            number = head.byte()
            if number == len(kinds):
                kinds.append(Kind(head))
            kind, bits = kinds[number], head.byte()
            seq += 0 if bits & 1 else head.varint()
            lo, hi, tile, datum = kind.next(head, bits)
            name, size = spaces[kind.space]
            image = last.setdefault(kind.space, bytearray(size))
            part, how = parts.get(name, inside), bits >> 5
            one = head.byte() if how == 6 else None
            before = part.take(hi - lo) if how == 1 or one == 0 else bytes(image[lo:hi]) if how in (3, 4, 5) else None
            if how in (1, 2, 3) or one == 1:
                after = (packed[kind.instance] if kind.stream == data else part).take(hi - lo)
            else:
                after = before if how == 4 else bytes(hi - lo) if how in (5, 7) else None
            before = after if how in (2, 7) else before
            if after is not None:
                image[lo:hi] = after
            yield (seq, kind.space, kind.unit, kind.instance, kind.stream, kind.is_write, lo, hi, tile, datum, before, after)


def nearest(db, block, column):
    """The nearest row of the group from BLOCK down that has the column."""
    return db.execute(f"SELECT {column}, count FROM stage_block WHERE id BETWEEN ? AND ? AND {column} IS NOT NULL "
                      "ORDER BY id DESC LIMIT 1", (block & ~31, block)).fetchone()


def stage_pages(db):
    """Of each block that stands in a page: width, count, format, data, counts, origin, first datum, instructions. Of a stage that
    left all as the one before: those of that one."""
    for first_group, seq, count, *squeezed in db.execute(
            "SELECT first_group, first_seq, count, head, cells, values1, values2, values4 FROM stage_page ORDER BY first_group"):
        head, cells_, *parts = (Numbers(unsqueeze(each)) for each in squeezed)
        group = first_group
        for _ in range(count):
            group += head.varint()
            _, _, first_datum, insns = head.byte(), head.varint(), head.varint(), head.varint()
            seq += head.distance()
            seqs = [seq]
            for _ in range(insns - 1):
                seqs.append(seqs[-1] + head.varint())
            stages, block, counts, origin = head.varint(), None, None, None
            for stage in (stage for stage in range(32) if stages >> stage & 1):
                bits = head.byte()
                if bits:
                    width, format_, values_ = 1 << (bits >> 1 & 3), head.byte(), head.varint()
                    counts = head.take(head.varint()) if bits & 8 else counts
                    origin = (cells_.take(head.varint()), values_) if bits & 16 else origin
                    block = (width, values_, format_, parts[bits >> 1 & 3].take(values_ * width))
                yield group * 32 + stage, (*block, counts, origin, first_datum, seqs)


@functools.lru_cache(maxsize=1)
def paged(db):
    return dict(stage_pages(db))


def packed_bytes(db, block, page, at, length):
    instance, = db.execute("SELECT instance FROM stage_group WHERE id = ?", (block // 32,)).fetchone()
    blob, = db.execute(f"SELECT packed{instance} FROM access_page WHERE first_seq = ?", (page,)).fetchone()
    return unsqueeze(blob)[at:at + length]


def cells(blob):
    numbers, at = Numbers(blob), 0
    while numbers.more():
        at += numbers.distance()
        count, each = numbers.varint(), 1
        if not count:
            each, count = numbers.varint(), numbers.varint()
        yield from (cell for cell in range(at, at + count) for _ in range(each))
        at += count


def counts_of(db, block):
    pairs = list(Numbers(nearest(db, block, "counts")[0]).varints())
    return [datums for insns, datums in zip(pairs[::2], pairs[1::2]) for _ in range(insns)]


def operand(db, block, low, lows):
    """(sign, exponent, what counts of the mantissa) of each value, and how many each instruction has."""
    bits_e, bits_m = db.execute("SELECT exponent_bits, mantissa_bits FROM stage_block JOIN format ON format.id = format WHERE "
                                "stage_block.id BETWEEN ? AND ? ORDER BY stage_block.id DESC LIMIT 1", (block & ~31, block)).fetchone()
    counts, found = counts_of(db, block), []
    phases = [phase for phase, count in zip(lows, counts) for _ in range(count)]
    for (*_, bits, _), phase in zip(values(db, block), phases):
        m = (1 << bits_m | bits & (1 << bits_m) - 1) << 10 - bits_m
        counted = (m >> 1 & 31 if phase & 1 else m >> 6) if low == 1 else (m & 15) << 3 if phase & 2 else m >> 4
        found.append((bits >> bits_m + bits_e & 1, bits >> bits_m & (1 << bits_e) - 1, counted))
    return found, counts


def fp32(sign, exponent, mantissa):
    """The pattern of a mantissa whose bit 23 is worth one."""
    if not mantissa:
        return sign << 31
    up = 24 - mantissa.bit_length()
    mantissa, exponent = mantissa << up if up >= 0 else mantissa >> -up, exponent - up
    if exponent <= 0:
        return sign << 31
    return sign << 31 | 255 << 23 if exponent >= 255 else sign << 31 | exponent << 23 | mantissa & (1 << 23) - 1


def foretold_one(is_product, moved, a, b):
    if not a[1] or not b[1]:
        return 0
    if not is_product:
        return max(a[1] + b[1] + moved, 0)
    return fp32(a[0] ^ b[0], a[1] + b[1] + moved - 1, a[2] * b[2] << 13)


def term(pairs, moved):
    """Sign, height and number of the sum of products."""
    heights = [a[1] + b[1] + moved - 1 if a[1] and b[1] else 0 for a, b in pairs]
    top, total = max(heights), 0
    if top <= 0:
        return 0, 0, 0
    if len(pairs) == 1:
        (a, b), = pairs
        return a[0] ^ b[0], top, a[2] * b[2] << 13
    for (a, b), height in zip(pairs, heights):
        down = min(top - height, 30)
        part = (2 * a[2] * b[2] + (1 << down)) >> down + 1 if a[1] and b[1] else 0
        total += -part if a[0] ^ b[0] else part
    return int(total < 0), top, abs(total) << 13


def aligned(terms, held, is_wide):
    exponent = held >> 23 & 255
    parts = [(sign, height, number, sign) for sign, height, number in terms]
    parts.append((held >> 31, exponent, held & (1 << 23) - 1 | 1 << 23 if exponent else 0, 0))
    top = max(height for _, height, _, _ in parts)
    for sign, height, number, less in parts:
        down = top - height
        if top > 0 and down:
            number = (number + (1 << down - 1) - less) >> down if down < 31 else 0
        if top > 0 and not is_wide:
            number = number + 4096 - less & ~0x1FFF
        yield sign, top, number


def dst_words(db, block):
    """What a group stored, as patterns of FP32 whose exponents have the bias of Dst; its mantissa's bits; its cells."""
    bits_m, = db.execute("SELECT mantissa_bits FROM stage_block b JOIN format f ON f.id = b.format WHERE b.id BETWEEN ? AND ? "
                         "ORDER BY b.id DESC LIMIT 1", (block & ~31, block | 31)).fetchone()
    rows = list(values(db, (block & ~31) + 8))
    bits = [row[4] for row in rows]
    words = bits if bits_m == 23 else [each << 16 if bits_m == 7 else each >> 15 << 31 | (each & 0x7FFF) << 13 for each in bits]
    return words, bits_m, [row[2:4] for row in rows]


def foretold(db, block, stage, moved):
    base = block & ~31
    if stage >= 5:
        words, bits_m, places = dst_words(db, block)
        bias = 112 if bits_m == 10 else 0
    if stage == 7:
        yield from (word + (bias << 23 if word & 0x7FFFFFFF else 0) for word in words)
        return
    phases, dst, at = [bits for *_, bits, _ in values(db, base + 2)], {}, 0
    (a, of_a), (b, of_b) = operand(db, base, 1, phases), operand(db, base + 1, 2, phases)
    for n_a, n_b, n, phase in zip(of_a, of_b, counts_of(db, block), phases):
        is_sum = n_a == 256 and n == {5: 2, 6: 3}.get(stage, 16) * n_b
        to = moved - (5 if phase & 1 else 0) - (7 if phase & 2 else 0)
        pairs = [(a[i % 16 * 16 + i // 16 % 16], b[i // 256 * 16 + i % 16]) for i in range(16 * n_b)] if is_sum else list(zip(a, b))[:n_b]
        if stage < 5:
            yield from (foretold_one(stage == 3, to, *pair) for pair in pairs)
        else:
            each, size = (2, 8) if is_sum else (1, 1)
            for i in range(n_b):
                terms = [term(pairs[(i * each + k) * size:][:size], to - bias) for k in range(each)]
                if stage == 6:
                    terms = aligned(terms, dst.get(places[at + i], 0), bits_m == 23)
                yield from (fp32(sign, height + bias, number) for sign, height, number in terms)
            dst.update(zip(places[at:at + n_b], words[at:at + n_b]))
            at += n_b
        a, b = a[n_a:], b[n_b:]


def stored(db, block):
    """What rows say of a block: width, count, format, data, counts, origin, first datum, instructions."""
    width, count, format_, data, page, at, moved, number = db.execute(
        "SELECT width, count, format, data, page, at, moved, id FROM stage_block WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1",
        (block & ~31, block)).fetchone()
    data = unsqueeze(data) if data is not None else packed_bytes(db, block, page, at, count * width)
    seq, first_datum, blob = db.execute("SELECT first_seq, first_datum, seqs FROM stage_group WHERE id = ?", (block // 32,)).fetchone()
    seqs = []
    for distance in Numbers(blob).varints():
        seq += distance
        seqs.append(seq)
    if moved is not None:
        words = (word.to_bytes(4, "little")[:width] for word in foretold(db, block, number % 32, moved))
        data = bytes(x ^ y for x, y in zip(data or bytes(count * width), b"".join(words)))
    origin = nearest(db, block, "origin")
    origin = (unsqueeze(origin[0]), origin[1]) if origin else None
    return width, count, format_, data, nearest(db, block, "counts")[0], origin, first_datum, seqs


def values(db, block):
    width, count, format_, data, counts, origin, first_datum, seqs = paged(db).get(block) or stored(db, block)
    is_block = db.execute("SELECT max(is_block) FROM format WHERE id = ?", (format_,)).fetchone()[0]
    pairs = list(Numbers(counts).varints())
    datums = [each for insns, each in zip(pairs[::2], pairs[1::2]) for _ in range(insns)]
    owner = [seq for seq, each in zip(seqs, datums) for _ in range(each)]
    origin = list(cells(origin[0])) if origin and origin[1] == count else [65535] * count
    for i in range(count):
        cell = origin[i]
        place = (None, None) if cell == 65535 else divmod(cell, 16)
        bits = int.from_bytes(data[i * width:(i + 1) * width], "little")
        bits, shared = (bits & 0xFF, bits >> 8) if is_block else (bits, None)
        yield first_datum + i, owner[i], *place, bits, shared


def main():
    if len(sys.argv) < 3 or (sys.argv[2] == "values") != (len(sys.argv) == 4):
        sys.exit(__doc__)
    db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    if db.execute("PRAGMA user_version").fetchone() != (8,):
        sys.exit("read_results.py: not a database of version 8")
    asked = {"instructions": instructions, "accesses": accesses, "values": values}[sys.argv[2]]
    for row in asked(db, *map(int, sys.argv[3:])):
        print(*(each.hex() if isinstance(each, bytes) else "-" if each is None else each for each in row), sep="\t")


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends it quietly
    main()
