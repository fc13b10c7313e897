# SPDX-License-Identifier: Apache-2.0
"""Inputs of any size for contract.py: conversations, tables, programs of cores, what clients say."""
import json
import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '../untrusted')]
import elf  # noqa: E402
import journal  # noqa: E402

HELLO = b'\0SP\0\0\x11\0\0'
PLACES = [(x, y) for x in (1, 2, 3, 4, 6, 7, 8, 9) for y in (1, 2, 3, 4, 5, 7, 8, 9)]
# lui a0, 1; addi a1, x0, 5; sw a1, 0(a0); j .
CODE = '37150000' '93055000' '2320b500' '6f000000'


def write(name, lines):
    with open(name, 'w', encoding='ascii') as out:
        out.writelines(line + '\n' for line in lines)
    return name


def tiles(name, count):
    """A conversation that boots so many tiles."""
    lines = []
    for x, y in PLACES[:count]:
        lines += [f'WRITE core={x},{y} addr=0xffb121b0 size=4 data=00780400', f'RESET_ASSERT core={x},{y} addr=0x0 size=4 data=00000000',
                  f'WRITE core={x},{y} addr=0x0 size=16 data={CODE}', f'RESET_DEASSERT core={x},{y} addr=0x0 size=4 data=00000000']
    lines += [f'READ core={x},{y} addr=0x1000 size=4 data=00000000 reply=05000000' for x, y in PLACES[:count]]
    return write(name, lines + ['EXIT core=0,0 addr=0x0 size=4 data=00000000'])


def operations(name, count):
    """A conversation with one tile and so many writes and reads of it and of DRAM."""
    with open(tiles(name, 1), encoding='ascii') as file:
        lines = file.read().split('\n')[:-2]
    for i in range(count):
        place, word = ('1,1', '0,11')[i % 2], struct.pack('<I', i).hex()
        lines += [f'WRITE core={place} addr={0x2000 + 8 * i:#x} size=4 data={word}', f'READ core={place} addr={0x2000 + 8 * i:#x} size=4 data=00000000 reply={word}']
    return write(name, lines + ['EXIT core=0,0 addr=0x0 size=4 data=00000000'])


def messages(name, count):
    """What a host writes to the socket: so many reads, and EXIT."""
    with open(name, 'wb') as out:
        out.write(HELLO)
        for i in range(count + 1):
            table = struct.pack('<ib3xIIQQQ', 18, 1 if i < count else 5, 32, 4, 1, 1, 0x100 + 4 * i)
            body = struct.pack('<IH', 24, 0) + struct.pack('<HHHHHHH', 14, 40, 4, 8, 16, 32, 12) + bytes(4) + table + struct.pack('<I', 1) + bytes(4)
            out.write(struct.pack('>QI', len(body) + 4, 1) + body)
    return name


def references(name, array, count):
    return write(name, ['expect,at', *[f'{array},l1:0x60000'] * count])


def calls(name, count):
    return write(name, [f'{{"jsonrpc":"2.0","id":{i},"method":"tools/call","params":{{"name":"disasm","arguments":{{"arguments":["0x41000001"]}}}}}}'
                        for i in range(count)])


def vectors(name, count):
    return write(name, [f'{{"name":"A{i}/1","arch":"blackhole","mode":"exec","ops":[[0,33554432]],"pre":{{}},"post":{{}}}}' for i in range(count)])


def checkpoints(name, count):
    """What tt-metal prints at so many checkpoints."""
    return write(name, [line for i in range(count) for line in (
        f'0:(x=0,y=0):TR0: === CKPT c{i} RISC2 CBs ===', '0:(x=0,y=0):TR0: CB0 sz=128 rd=8192 wr=8320 ack=0 rcv=1', '0:(x=0,y=0):TR0:   [0] 3f800000 40000000')])


def journal_of(name, count):
    journal.write(name, count)
    return name


def marks(name, count):
    """A bundle with so many checkpoints, each of which is a mark."""
    os.mkdir(name)
    with open(f'{name}/bundle.json', 'w', encoding='ascii') as out:
        json.dump({'format': 'tensix-dump-bundle', 'version': 1, 'arch': 'blackhole', 'name': 'marks', 'source': {'kind': 'simulator'},
                   'checkpoints': [{'id': f'm{i}', 'after_event': -1, 'regions': []} for i in range(count)]}, out)
    return name


def program(name, what, count):
    """A program of a core with so many sections, symbols, units, abbreviations or ranges."""
    abbreviations = elf.abbreviations((1, elf.COMPILE_UNIT, 1, [(elf.STMT_LIST, elf.SEC_OFFSET)]),
                                      (2, elf.SUBPROGRAM, 0, [(elf.NAME, 8), (elf.RANGES, elf.SEC_OFFSET)]))
    begin = b'\1' + struct.pack('<I', 0)
    line = elf.part('.debug_line', elf.line_table(4))
    table = elf.part('.debug_abbrev', abbreviations)
    if what == 'sections':
        content = elf.elf([elf.part('.note', b'x') for _ in range(count)])
    elif what == 'symbols':
        names = b'\0' + b''.join(b'f%d\0' % i for i in range(count))
        at, rows = 1, bytes(16)
        for i in range(count):
            rows += struct.pack('<IIIBBH', at, 0x6000, 4, 2, 0, 1)
            at += len(b'f%d\0' % i)
        content = elf.elf([('.symtab', elf.SYMTAB, rows, 3, 0, 16), ('.strtab', elf.STRTAB, names, 0, 0, 0)])
    elif what == 'units':
        content = elf.elf([table, elf.part('.debug_info', elf.unit(begin + b'\0') * count), line])
    elif what == 'abbreviations':
        codes = b''.join(elf.uleb(i + 1) + b'\x11\1\x10\x17\0\0' for i in range(count)) + b'\0'
        content = elf.elf([elf.part('.debug_abbrev', codes), elf.part('.debug_info', elf.unit(begin + b'\0')), line])
    else:
        content = elf.elf([table, elf.part('.debug_info', elf.unit(begin + b'\2f\0' + struct.pack('<I', 0) + b'\0')), line,
                           elf.part('.debug_ranges', b''.join(struct.pack('<II', 0x6000 + 4 * (i % 4), 0x6004 + 4 * (i % 4)) for i in range(count)) + bytes(8))])
    with open(name, 'wb') as out:
        out.write(content)
    return name
