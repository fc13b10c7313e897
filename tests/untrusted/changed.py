# SPDX-License-Identifier: Apache-2.0
"""Changes of what a stranger sends: bytes, texts, databases, and captures under right hashes."""
import ctypes
import ctypes.util
import re
import sqlite3
import struct

NUMBERS = [b'0', b'-1', b'1', b'255', b'256', b'65535', b'2147483648', b'4294967295', b'4294967296', b'9223372036854775808',
           b'18446744073709551615', b'18446744073709551616', b'1e400', b'-0.0', b'nan', b'inf', b'0x', b'0xffffffffffffffff', b'9' * 400]
PIECES = [b'', b'\n', b'"', b'\\', b',', b'=', b'@', b':', b'-', b'\x1b]0;owned\x07', b'\x7f', b'\xc2\x9b2J', b'\xe2\x80\xae', b'\xff\xfe', b'../',
          b'/etc/passwd', b'/dev/zero', b'%s%n', b'null', b'[]', b'{}', b'true', b'(' * 300, b'[' * 3000, b'x' * 5000, b'::error ', b"'; x"]
NUMBER = re.compile(rb'0x[0-9a-fA-F]+|\d+(?:\.\d+)?')
TOKEN = re.compile(rb'[\w.]+')


def change_bytes(draw, data):
    at, end = draw.randrange(len(data) + 1), draw.randrange(len(data) + 1)
    at, end = min(at, end), max(at, end)
    way = draw.randrange(8)
    if way < 3 and at < len(data):
        data[at] ^= 1 << draw.randrange(8)
    elif way == 3 and at < len(data):
        data[at] = draw.choice((0, 1, 0x0A, 0x22, 0x7F, 0x80, 0xFF, draw.randrange(256)))
    elif way == 4:
        data[at:at] = draw.randbytes(draw.randrange(1, 9))
    elif way == 5:
        del data[at:min(end, at + draw.choice((1, 4, 64, 1 << 20)))]
    elif way == 6:
        data[at:at] = data[at:min(end, at + 256)]
    else:
        del data[at:]


def change_tokens(draw, data, form, other):
    """One of them as another one of the same text; seldom, as what nobody expects."""
    found = list(form.finditer(data))
    if found:
        token = draw.choice(found)
        data[token.start():token.end()] = draw.choice(found).group() if draw.random() < 0.7 else draw.choice(other)


def change_number(draw, data):
    """One of them a little larger or smaller."""
    found = list(NUMBER.finditer(data))
    if found:
        token = draw.choice(found)
        word = token.group()
        if b'.' not in word and len(word) < 20:
            value = int(word, 16 if word[:2] == b'0x' else 10) + draw.choice((-1, 1, 1, -4, 16, 1 << 20))
            data[token.start():token.end()] = b'%#x' % value if word[:2] == b'0x' else b'%d' % value


def change_lines(draw, data):
    lines = bytes(data).split(b'\n')
    at = draw.randrange(len(lines))
    way = draw.randrange(3)
    if way == 0:
        del lines[at]
    elif way == 1:
        lines[at:at] = [lines[at]] * draw.choice((1, 2, 40))
    else:
        lines[at], lines[-1] = lines[-1], lines[at]
    data[:] = b'\n'.join(lines)


def raw(draw, data):
    """Some of its bytes others."""
    changed = bytearray(data)
    for _ in range(draw.randrange(1, 5)):
        change_bytes(draw, changed)
    return bytes(changed)


def text(draw, data):
    """Some of its numbers, words, lines or bytes others."""
    changed = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 3))):
        way = draw.randrange(10)
        if way < 3:
            change_number(draw, changed)
        elif way < 5:
            change_tokens(draw, changed, NUMBER, NUMBERS)
        elif way < 8:
            change_tokens(draw, changed, TOKEN, NUMBERS + PIECES)
        elif way == 8:
            change_lines(draw, changed)
        else:
            change_bytes(draw, changed)
    return bytes(changed)


def words(draw, listed):
    """One word of a command line another one, as a command line may hold it."""
    at = draw.randrange(len(listed))
    changed = text(draw, listed[at].encode()).replace(b'\0', b'')[:60000]
    return [*listed[:at], changed, *listed[at + 1:]]


def database(draw, path, keeps=()):
    """A cell, a row or a schema another one, by SQL; or bytes of the file."""
    if draw.random() < 0.4:
        with open(path, 'r+b') as file:
            data = bytearray(file.read())
            for _ in range(draw.randrange(1, 6)):
                data[draw.randrange(100 if draw.random() < 0.2 else len(data))] = draw.choice((0, 1, 0x7F, 0x80, 0xFF, draw.randrange(256)))
            file.seek(0)
            file.write(data)
        return
    db = sqlite3.connect(path, isolation_level=None)
    try:
        db.execute('PRAGMA writable_schema = ON')
        tables = [name for name, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'") if name not in keeps]
        for _ in range(draw.randrange(1, 4)):
            table = draw.choice(tables)
            column = draw.choice([row[1] for row in db.execute(f'PRAGMA table_info("{table}")')])
            value = draw.choice((None, 0, -1, 1, 2**31, 2**32, 2**63 - 1, -2**63, 1e300, float('inf'), '', 'x' * 5000, '\x1b[2J', '../x', b'\0' * 9,
                                 draw.randrange(1 << 32)))
            where = f'rowid IN (SELECT rowid FROM "{table}" LIMIT {draw.choice((1, 3, -1))} OFFSET {draw.choice((0, 1, 7))})'
            statement = draw.choice((f'UPDATE "{table}" SET "{column}" = ? WHERE {where}',) * 6 + (f'DELETE FROM "{table}" WHERE {where} AND ? IS NOT 5',))
            try:
                db.execute(statement, (value,))
            except sqlite3.Error:
                pass # a table without rowid, a value that a check refuses
    finally:
        db.close()


# ---- captures ----

FRAME_MANIFEST, FRAME_CHUNK, FRAME_INDEX, FRAME_SEEK = 0x184D2A50, 0x184D2A51, 0x184D2A52, 0x184D2A5E
RAW_MAX = 1 << 23


def library(name):
    found = ctypes.util.find_library(name)
    return ctypes.CDLL(found) if found else None


XXHASH, ZSTD = library('xxhash'), library('zstd')
HAS_CAPTURES = XXHASH is not None and ZSTD is not None
if HAS_CAPTURES:
    XXHASH.XXH3_64bits.argtypes, XXHASH.XXH3_64bits.restype = [ctypes.c_char_p, ctypes.c_size_t], ctypes.c_uint64
    for function in (ZSTD.ZSTD_compress2, ZSTD.ZSTD_decompress, ZSTD.ZSTD_compressBound):
        function.restype = ctypes.c_size_t
    ZSTD.ZSTD_createCCtx.restype = ctypes.c_void_p
    CONTEXT = ctypes.c_void_p(ZSTD.ZSTD_createCCtx())
    CHECKSUM = 201
    ZSTD.ZSTD_CCtx_setParameter(CONTEXT, CHECKSUM, 1)


def hash_of(data):
    return XXHASH.XXH3_64bits(bytes(data), len(data))


def pack(data):
    room = ctypes.create_string_buffer(len(data) + len(data) // 128 + 4096)
    size = ZSTD.ZSTD_compress2(CONTEXT, room, ctypes.c_size_t(len(room)), bytes(data), ctypes.c_size_t(len(data)))
    return room.raw[:size]


def unpack(data, size):
    room = ctypes.create_string_buffer(size)
    size = ZSTD.ZSTD_decompress(room, ctypes.c_size_t(size), bytes(data), ctypes.c_size_t(len(data)))
    return room.raw[:size]


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if not data[at - 1] & 0x80:
            return value, at


def put_varint(value):
    return bytes([value & 0x7F | 0x80]) + put_varint(value >> 7) if value > 0x7F else bytes([value])


def framed(magic, inner):
    frame = struct.pack('<II', magic, len(inner) + 8) + inner
    return frame + struct.pack('<Q', hash_of(frame))


def capture(draw, data):
    """A capture (docs/formats/ttcap.md) with another manifest, other contents of a chunk, or another head of it, under right hashes."""
    out, heads, frames, at, parts = b'', [], [], 0, []
    while at < len(data):
        magic, length = struct.unpack_from('<II', data, at)
        inner, at = data[at + 8:at + length], at + 8 + length
        if magic == FRAME_MANIFEST:
            parts.append((None, inner))
        elif magic == FRAME_CHUNK:
            packed, place = varint(inner, 1)
            size, place = varint(inner, place)
            parts.append((inner[:1] + inner[place + 8:], unpack(data[at:at + packed], size)))
            at += packed
    chosen = draw.randrange(len(parts))
    for number, (head, content) in enumerate(parts):
        if number == chosen and head is None:
            content = text(draw, content)
        elif number == chosen and draw.random() < 0.15:
            head = raw(draw, head) or b'\1'
        elif number == chosen:
            content = raw(draw, content)[:RAW_MAX]
        if head is None:
            pieces = [(framed(FRAME_MANIFEST, content), 0)]
        else:
            body = pack(content)
            head = head[:1] + put_varint(len(body)) + put_varint(len(content)) + struct.pack('<Q', hash_of(body)) + head[1:]
            heads.append(head)
            pieces = [(framed(FRAME_CHUNK, head), 0), (body, len(content))]
        out += b''.join(piece for piece, _ in pieces)
        frames += [(len(piece), size) for piece, size in pieces]
    index = framed(FRAME_INDEX, put_varint(len(heads)) + b''.join(put_varint(len(head)) + head for head in heads))
    frames.append((len(index), 0))
    table = b''.join(struct.pack('<II', *frame) for frame in frames) + struct.pack('<IBI', len(frames), 0, 0x8F92EAB1)
    return out + index + struct.pack('<II', FRAME_SEEK, len(table)) + table
