# SPDX-License-Identifier: Apache-2.0
"""Programs of cores that a stranger wrote: no other file is opened because one names it, and reading one is bounded.

    python3 tests/untrusted/elf.py build/release/src/cli/tt-replay .

An ELF file may name a supplementary file of debug information (.gnu_debugaltlink), and a few bytes of debug information may
stand for more work than anybody waits for."""
import os
import resource
import struct
import subprocess
import sys
import tempfile

TOOL = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else None
TEXT = b'\x13\0\0\0' * 4 + b'\x73\0\x10\0'
SYMTAB, STRTAB, RELA, PROGBITS = 2, 3, 4, 1
COMPILE_UNIT, SUBPROGRAM = 0x11, 0x2e
NAME, STMT_LIST, LOW, HIGH, RANGES = 3, 0x10, 0x11, 0x12, 0x55
ADDR, DATA4, SEC_OFFSET, STRP_ALT = 1, 6, 0x17, 0x1f21
SECONDS = 60  # of processor time, with sanitizers; the reader itself has 5
failed = False


def uleb(value):
    more = value >> 7
    return bytes([value & 0x7f | (0x80 if more else 0)]) + (uleb(more) if more else b'')


def elf(sections, text=TEXT):
    """sections: (name, kind, bytes, or the number of the section that it shares them with, link, info, item's size)"""
    rows = [('', 0, b'', 0, 0, 0), ('.text', PROGBITS, text, 0, 0, 0), *sections, ('.shstrtab', STRTAB, b'', 0, 0, 0)]
    strings, names = b'\0', []
    for row in rows:
        names.append(len(strings) if row[0] else 0)
        strings += row[0].encode() + b'\0' if row[0] else b''
    rows[-1] = ('.shstrtab', STRTAB, strings, 0, 0, 0)
    body, at = bytearray(52 + 32), []
    for row in rows:
        if isinstance(row[2], int):
            at.append(at[row[2]])
            continue
        body += bytes(-len(body) % 4)
        at.append((len(body), len(row[2])))
        body += row[2]
    body += bytes(-len(body) % 4)
    heads = len(body)
    for i, (name, kind, _, link, info, size) in enumerate(rows):
        body += struct.pack('<10I', names[i], kind, 6 if i == 1 else 0, 0x6000 if i == 1 else 0, at[i][0] if i else 0, at[i][1], link, info,
                            4 if i else 0, size)
    body[0:52] = b'\x7fELF\x01\x01\x01' + bytes(9) + struct.pack('<HHIIIIIHHHHHH', 2, 243, 1, 0x6000, 52, heads, 0, 52, 32, 1, 40,
                                                                 len(rows), len(rows) - 1)
    body[52:84] = struct.pack('<8I', 1, at[1][0], 0x6000, 0x6000, len(text), len(text), 5, 4)
    return bytes(body)


def part(name, content):
    return name, PROGBITS, content, 0, 0, 0


def abbreviations(*entries):
    return b''.join(uleb(code) + uleb(tag) + bytes([has_children]) + b''.join(uleb(name) + uleb(form) for name, form in attributes)
                    + b'\0\0' for code, tag, has_children, attributes in entries) + b'\0'


def unit(entries):
    body = struct.pack('<HIB', 4, 0, 4) + entries
    return struct.pack('<I', len(body)) + body


def line_table(rows):
    head = bytes([1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]) + b'\0f.c\0\0\0\0\0'
    body = (struct.pack('<HI', 4, len(head)) + head + b'\0\5\2' + struct.pack('<I', 0x6000) + bytes([13 + 5 + 14]) * rows + b'\0\1\1')
    return struct.pack('<I', len(body)) + body


def naming(other, text):
    """A function whose name stands in another file, which this one names."""
    function = (2, SUBPROGRAM, 0, [(NAME, STRP_ALT), (LOW, ADDR), (HIGH, DATA4)])
    entries = b'\1' + struct.pack('<I', 0) + b'\2' + struct.pack('<III', 1, 0x6000, len(TEXT)) + b'\0'
    return elf([part('.debug_abbrev', abbreviations((1, COMPILE_UNIT, 1, [(STMT_LIST, SEC_OFFSET)]), function)),
                part('.debug_info', unit(entries)), part('.debug_line', line_table(4)),
                part('.gnu_debugaltlink', other.encode() + b'\0' + bytes(20))] + text)


def private(secret):
    return elf([part('.debug_abbrev', abbreviations((1, COMPILE_UNIT, 0, []))), part('.debug_info', unit(b'\1')),
                part('.debug_str', b'\0' + secret + b'\0'), part('.debug_line', line_table(4))])


def units(count):
    """That many units share one line table of as many rows."""
    return elf([part('.debug_abbrev', abbreviations((1, COMPILE_UNIT, 0, [(STMT_LIST, SEC_OFFSET)]))),
                part('.debug_info', unit(b'\1' + struct.pack('<I', 0)) * count), part('.debug_line', line_table(count))])


def functions(count):
    """That many functions share one list of as many empty ranges."""
    entries = b'\1' + struct.pack('<I', 0) + (b'\2' + struct.pack('<I', 0)) * count + b'\0'
    return elf([part('.debug_abbrev', abbreviations((1, COMPILE_UNIT, 1, [(STMT_LIST, SEC_OFFSET)]),
                                                    (2, SUBPROGRAM, 0, [(RANGES, SEC_OFFSET)]))),
                part('.debug_info', unit(entries)), part('.debug_line', line_table(4)),
                part('.debug_ranges', struct.pack('<II', 0x6004, 0x6004) * count + bytes(8))])


def many_abbreviations(count):
    codes = b''.join(uleb(i + 1) + b'\x2e\0\0\0' for i in range(count)) + uleb(count + 1) + b'\x11\0\x10\x17\0\0\0'
    return elf([part('.debug_abbrev', codes), part('.debug_info', unit(uleb(count + 1) + struct.pack('<I', 0)) * count),
                part('.debug_line', line_table(4))])


def symbol_tables(count):
    """That many headers of one symbol table."""
    symbols = struct.pack('<IIIBBH', 1, 0x6000, 4, 2, 0, 1) * count
    return elf([('.symtab', SYMTAB, symbols, 3, 0, 16), ('.strtab', STRTAB, b'\0f\0', 0, 0, 0)] + [('', SYMTAB, 2, 3, 0, 16)] * count)


def relocations(count, headers):
    """Low parts of one high part, and that many headers of their table."""
    text = struct.pack('<II', 0x97, 0x8093) + b'\x13\0\0\0' * 62
    table = struct.pack('<III', 0x6000, 1 << 8 | 23, 0) + struct.pack('<III', 0x6004, 1 << 8 | 24, 0) * (count - 1)
    symbols = bytes(16) + struct.pack('<IIIBBH', 1, 0x6000, 4, 2, 0, 1)
    return elf([('.symtab', SYMTAB, symbols, 3, 0, 16), ('.strtab', STRTAB, b'\0f\0', 0, 0, 0), ('.rela.text', RELA, table, 2, 1, 12)] +
               [('', RELA, 4, 2, 1, 12)] * headers, text)


def complain(sentence):
    global failed
    print(sentence)
    failed = True


def import_one(name, content, *arguments):
    """The process, and the processor time that it took."""
    with open(name, 'wb') as file:
        file.write(content)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([TOOL, *(arguments or ('import', '--arch=blackhole', f'--elf=t0={name}', '-o', 'x.ttcap'))],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=10 * SECONDS)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    os.mkfifo('pipe')
    done, _ = import_one('fifo.elf', naming(os.path.abspath('pipe'), []))
    if done.returncode != 0:
        complain(f'a file that names a pipe: exit {done.returncode}: {done.stderr}')
    os.unlink('x.ttcap')
    with open('private.elf', 'wb') as file:
        file.write(private(b'PRIVATE_SECRET'))
    done, _ = import_one('leak.elf', naming(os.path.abspath('private.elf'), []))
    with open('x.ttcap', 'rb') as file:
        content = file.read()  # so few names are not compressed
    if done.returncode != 0 or b'f.c' not in content or b'PRIVATE_SECRET' in content:
        complain(f'names of another file in the capture, or not its own: {done.stderr}')
    os.unlink('x.ttcap')
    kernel = ('run', '--arch=blackhole', '--elf=b=plain.elf', '--kernel=t0=relocations.elf', '-o', 'x.db')
    with open('plain.elf', 'wb') as file:
        file.write(elf([]))
    bombs = {'units': [units(60000)], 'functions': [functions(60000)], 'abbreviations': [many_abbreviations(16000)],
             'tables': [symbol_tables(50000)], 'relocations': [relocations(16384, 40), *kernel]}
    for name, bomb in bombs.items():
        done, seconds = import_one(f'{name}.elf', *bomb)
        if done.returncode != 2 or f'{name}.elf: ' not in done.stderr or os.path.exists('x.ttcap') or os.path.exists('x.db'):
            complain(f'{name}: exit {done.returncode}, {done.stderr}')
        if seconds > SECONDS:
            complain(f'{name}: {seconds:.1f} s of processor time')
    return failed


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        status = main()
        os.chdir('/')
    sys.exit(status)
