# SPDX-License-Identifier: Apache-2.0
"""Changed inputs of everything that strangers send, over the verbs that read it: conversations, programs, the device's
socket, its library and the library behind the recorder, an agent's messages, captures, databases with and without plain
rows, dumps, tables of references, expressions, assembler's text, options. Each run ends in 30 s of processor time with a
status that it says, with no report of a sanitizer, no control character and nothing left. FLIPS change a byte that is
compared: none of them comes out as the same.

    python3 tests/untrusted/mutants.py build/sanitize/src/cli/tt-replay . --count 40000 [--seed 2] [--only wire,mcp] [--keep DIR]

--keep: what was wrong stays there, a folder each with the command."""
import argparse
import collections
import os
import random
import re
import resource
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

import changed
import verbs

SECONDS, WAITS = 30, 600
PROGRAMS = {'wire', 'program', 'recorded', 'explain', 'why_place', 'options', 'sql'} # what they hold, or ask for, may take any time, up to the limit
CONTROLS = {chr(c) for c in (*range(1, 0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))} - {'\n', '\t'}
SANITIZED = 99
HELLO = b'\0SP\0\0\x11\0\0'
ONE = 'traces/kernels/tiny_1f16r1c_bfp4_bfp4_f16b_bfp4_nice.ttcap'
ARRAY = ['--at=l1:0x60000', '--format=fp32']
OF_A_RUN = [['diff'], ['diff', '--json'], ['audit', '--lint'], ['audit', '--insn=491', '--json'], ['why', 'l1:0x60010'], ['why', 'l1:0x60010', '--json'],
            ['config', '--from=0', '--to=300'], ['report', '-o', 'out'], ['export', '--timeline', '-o', 'out.vcd'], ['verify'],
            ['export', '--region=l1:0x60000-0x60100', '-o', 'out.csv'], ['export', '--stage=pack', '-o', 'out.npy'], ['export', '--sqlite=out'],
            ['explain', '--budget=3'], ['bisect', '--budget=3'], ['precision'], ['residue', '--budget=3'], ['dump'], ['info'],
            ['sql', 'SELECT * FROM v_stage LIMIT 9'], ['sql', 'SELECT * FROM v_datum LIMIT 9', '--json'], ['sql', 'SELECT * FROM v_instruction']]
OF_A_CAPTURE = [['explain', '--budget=4'], ['explain', '--budget=4', '--json'], ['replay', '-o', 'out'], ['replay', '--plain', '-o', 'out'],
                ['replay', '--order=program'], ['replay', '--record=out'], ['schedules', '--budget=3'], ['residue', '--budget=4'],
                ['bisect', '--budget=4', '--json'], ['precision'], ['why', 'l1:0x60010'], ['dump', '--json'], ['info', '--json'], ['verify'], ['conform']]
EXPRESSIONS = ['gelu', 'exp(x)*2+1', '1/(1+exp(-x))', 'x*x+0.01*x', 'max(x,0)', 'tanh(x*0.5)', '-x/3', 'sqrt(abs(x))', 'log(x)', '(x+1)*(x-1)', 'erf(x)']
STATEMENTS = ['SELECT * FROM v_stage LIMIT 9', "SELECT seq, text FROM v_instruction WHERE unit = 'pack'", 'SELECT * FROM tt_values(1)',
              'SELECT count(*) FROM v_access WHERE lo <= 0x60010 AND hi > 0x60010', 'WITH RECURSIVE c(i) AS (SELECT 1 UNION SELECT i+1 FROM c) SELECT i FROM c',
              "ATTACH 'x.db' AS x", "SELECT load_extension('x')", 'PRAGMA writable_schema = 1', "SELECT writefile('x', 'y')"]


def read(name):
    with open(name, 'rb') as file:
        return file.read()


def write(name, data):
    with open(name, 'wb') as file:
        file.write(data)
    return name


def cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Server:
    """The program, begun once, and a child of it for each run (fork_server.c)."""
    def __init__(self, tool, library, environment):
        asked, ask = os.pipe()
        hear, answered = os.pipe()
        self.tool, self.ask, self.hear = tool, ask, hear
        self.process = subprocess.Popen([tool], pass_fds=(asked, answered),
                                        env=dict(environment, LD_PRELOAD=library, FORK_SERVER=f'{asked} {answered}'))
        os.close(asked)
        os.close(answered)

    def number(self, seconds=None):
        if not select.select([self.hear], [], [], seconds)[0]:
            return None
        return struct.unpack('<q', os.read(self.hear, 8))[0]

    def run(self, listed):
        words = b''.join(os.fsencode(word) + b'\0' for word in listed)
        os.write(self.ask, struct.pack('<I', len(words)))
        for at in range(0, len(words), 1 << 16):
            os.write(self.ask, words[at:at + (1 << 16)])
        child = self.number()
        status = self.number(WAITS)
        if status is None:
            os.kill(child, signal.SIGKILL)
            self.number()
        return None if status is None else os.waitstatus_to_exitcode(status), self.number() / 1e6

    def close(self):
        os.close(self.ask)
        self.process.wait()


class Runs:
    """Commands that are run, and what is wrong with them."""
    def __init__(self, options, build):
        self.options, self.build, self.wrong, self.ends, self.seconds = options, build, [], collections.Counter(), collections.Counter()
        self.server = None
        san = f'exitcode={SANITIZED}:detect_leaks=1:symbolize=0:allocator_may_return_null=1:verify_asan_link_order=0'
        self.environment = dict(os.environ, ASAN_OPTIONS=san, LSAN_OPTIONS=f'exitcode={SANITIZED}', TMPDIR=os.path.abspath('temporary'),
                                UBSAN_OPTIONS=f'halt_on_error=1:exitcode={SANITIZED}:print_stacktrace=1', LC_ALL='C.UTF-8')

    def complain(self, kind, listed, typed, why, said):
        self.wrong.append(f'{kind}: {[word if isinstance(word, str) else bytes(word)[:200] for word in listed]}: {why}: {said[-1500:]!r}')
        print(self.wrong[-1][:3000], flush=True)
        if self.options.keep:
            here = os.path.join(self.options.keep, f'{kind}_{self.options.seed}_{len(self.wrong)}')
            shutil.copytree('.', here, symlinks=True, ignore=shutil.ignore_patterns('temporary', 'captures', 'farm', 'probe'))
            write(os.path.join(here, 'COMMAND'), repr(listed).encode() + b'\n' + why.encode())
            write(os.path.join(here, 'INPUT'), typed)

    def run(self, listed, environment):
        """Its exit status, negative for a signal, None where it had to be killed; and seconds of the processor."""
        begun = cpu()
        with open('said', 'wb') as said, open('printed', 'wb') as printed, open('typed', 'rb') as source:
            process = subprocess.Popen(listed, stdin=source, stdout=printed, stderr=said, env=dict(self.environment, **(environment or {})))
            try:
                code = process.wait(WAITS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                code = None
        return code, cpu() - begun

    def go(self, kind, listed, typed=b'', environment=None, may_be_same=True, speaks=True):
        """listed: words, the program first; typed: its standard input."""
        before = set(os.listdir('.'))
        for name, data in (('said', b''), ('printed', b''), ('typed', typed)):
            write(name, data)
        is_served = self.server and environment is None and listed[0] == self.server.tool
        code, seconds = self.server.run(listed) if is_served else self.run(listed, environment)
        if code is None:
            self.complain(kind, listed, typed, f'does not end in {WAITS} s', b'')
        said, printed = read('said'), read('printed')[:1 << 22]
        self.seconds[kind] += seconds
        self.ends[kind, str(code)] += 1
        self.judge(kind, listed, typed, code, said, printed, may_be_same, speaks)
        self.clean(kind, listed, typed, before, code)

    def judge(self, kind, listed, typed, code, said, printed, may_be_same, speaks):
        if b'Sanitizer' in said or b'runtime error' in said:
            self.complain(kind, listed, typed, 'a sanitizer', said)
        elif code not in (0, 1, 2, 3):
            self.complain(kind, listed, typed, f'exit {code}', said)
        elif b'the limit of --max-time' in said and kind not in PROGRAMS:
            self.complain(kind, listed, typed, f'more than {SECONDS} s', said)
        elif code == 2 and speaks and not said.startswith(b'tt-replay') and listed[1] not in ('verify', 'batch', 'conform', 'farm', 'replay', 'mcp'):
            self.complain(kind, listed, typed, 'no sentence', said)
        elif code == 0 and not may_be_same:
            self.complain(kind, listed, typed, 'a compared byte is another one, and it is the same', printed)
        for stream in (said, b'' if 'serve' in listed else printed): # the socket's messages are bytes
            try:
                found = CONTROLS & set(stream.decode('utf-8', 'strict' if len(stream) < 1 << 22 else 'ignore'))
            except UnicodeDecodeError as error:
                found = {str(error)}
            if found:
                self.complain(kind, listed, typed, f'control characters {sorted(map(ascii, found))}', stream)

    def clean(self, kind, listed, typed, before, code):
        left = set(os.listdir('.')) - before
        hidden = {name for name in left if name.startswith('.')} | set(os.listdir('temporary'))
        if hidden or (code == 2 and {name for name in left if name.startswith('out')} and listed[1] not in ('batch', 'farm', 'serve')):
            self.complain(kind, listed, typed, f'left {sorted(hidden | left)}', b'')
        for name in left - {'said', 'printed', 'typed'}:
            (shutil.rmtree if os.path.isdir(name) and not os.path.islink(name) else os.unlink)(name)
        for name in os.listdir('temporary'):
            subprocess.run(['rm', '-rf', os.path.join('temporary', name)], check=True)


class Kinds:
    """Each method of a kind changes something, writes it, and returns what `go` takes."""
    def __init__(self, tool, root, build):
        self.tool, self.root, self.build = tool, root, build
        self.draw = random.Random()
        here = os.path.join(root, 'tests/device')
        self.wires = [read('two_tiles.wire'), read(f'{here}/blackhole.wire'), read(f'{here}/memory.wire')]
        self.capture = read(os.path.join(root, ONE))
        self.captures = [self.capture, read('kernel.ttcap'), read(os.path.join(root, 'traces/firmware/hang_deadlock.ttcap'))]
        self.programs = {name: read(os.path.join('good', name)) for name in os.listdir('good')}

    def tool_words(self, listed):
        words = listed if any('--max-time' in str(word) for word in listed) else [*listed, f'--max-time={SECONDS}']
        return [self.tool, *words]

    # ---- conversations and programs ----

    def wire(self):
        write('m.wire', changed.text(self.draw, self.draw.choice(self.wires)))
        chip = self.draw.choice(('wormhole_b0', 'blackhole'))
        return self.tool_words(self.draw.choice((['run', f'--arch={chip}', '--wire=m.wire'], ['run', f'--arch={chip}', '--wire=m.wire', '--json'],
                                                 ['run', f'--arch={chip}', '--wire=m.wire', '-o', 'out'],
                                                 ['run', '--wire=m.wire', '-o', 'out'], ['import', '--wire=m.wire', '-o', 'out/']))),

    def program_folder(self, files):
        shutil.rmtree('m.program', ignore_errors=True)
        os.mkdir('m.program')
        for name, data in files.items():
            write(os.path.join('m.program', name), data)

    def with_hash(self, name, data):
        """The program with another file, which its index names."""
        entry = re.compile(rb'("name":\s*"' + re.escape(name.encode()) + rb'",\s*"bytes":\s*)\d+(,\s*"hash":\s*")[0-9a-f]{16}')
        index = entry.sub(lambda found: b'%s%d%s%016x' % (found.group(1), len(data), found.group(2), changed.hash_of(data)), self.programs['program.json'])
        return {**self.programs, name: data, 'program.json': index}

    def program(self):
        name = self.draw.choice(('program.json', 'program.json', *self.programs))
        data = self.programs[name]
        if name.endswith('.ttcap'):
            data = changed.capture(self.draw, data)
        else:
            data = changed.text(self.draw, data)
        self.program_folder({**self.programs, name: data} if name == 'program.json' or self.draw.random() < 0.2 else self.with_hash(name, data))
        return self.tool_words(self.draw.choice((
            ['info', 'm.program'], ['replay', 'm.program'], ['replay', 'm.program', '--json'], ['verify', 'm.program'], ['why', 'm.program', '0,11:0x200105'],
            ['why', 'm.program', '1,1:0x2045', '--json'], ['diff', 'm.program'], ['bisect', 'm.program', '--budget=3'], ['explain', 'm.program', '--budget=3'],
            ['explain', 'm.program', '--budget=3', '--json'], ['dump', 'm.program', '--tile=1,1'], ['replay', 'm.program', '--tile=2,1', '-o', 'out'],
            ['batch', 'm.program', '-o', 'out', '--causes=none'], ['info', 'm.program', '--json']))),

    def why_place(self):
        self.program_folder(self.programs)
        return self.tool_words(changed.words(self.draw, ['why', 'm.program', '0,11:0x200105'])),

    # ---- the device ----

    def serve(self):
        draw, sent = self.draw, b''
        for _ in range(draw.randrange(1, 6)):
            data = bytes(4 * draw.randrange(3))
            table = struct.pack('<ib3xIIQQQ', 18, draw.choice((0, 1, 2, 3, 5, draw.randrange(-128, 128))), draw.choice((32, draw.randrange(1 << 32))),
                                draw.choice((0, 4, 7, 4096, draw.randrange(1 << 32))), draw.choice((0, 1, 18, draw.randrange(1 << 63))),
                                draw.choice((0, 1, 11, draw.randrange(1 << 63))), draw.choice((0, 0x100, 0xFFB121B0, draw.randrange(1 << 63))))
            body = struct.pack('<IH', 24, 0) + struct.pack('<HHHHHHH', 14, 40, 4, 8, 16, 32, 12) + bytes(4) + table + struct.pack('<I', len(data) // 4) + data
            sent += struct.pack('>QI', len(body) + 4, 1) + body
        sent = changed.raw(draw, sent) if draw.random() < 0.7 else sent
        return [self.tool, 'serve', f'--arch={draw.choice(("wormhole_b0", "blackhole"))}', '-o', 'out.wire', '--max-time=30', '-'], HELLO + sent

    def client(self, **environment):
        lines, draw = [], self.draw
        for _ in range(draw.randrange(1, 12)):
            size = draw.choice((0, 1, 4, 7, 16, 4096, 70000))
            core = f'core={draw.choice((0, 1, 9, 18, draw.randrange(64)))},{draw.choice((0, 1, 11, draw.randrange(64)))}'
            addr = draw.choice((0, 0x1FFFFE, 0xFFB121B0, 0xFFFFFFFC, (1 << 64) - 4, draw.randrange(1 << 64), draw.randrange(1 << 20)))
            what = draw.choice(('WRITE', 'READ', 'READ', 'RESET_ASSERT', 'RESET_DEASSERT'))
            data = draw.randbytes(size).hex()
            lines.append(f'{what} {core} addr={addr:#x} size={size} data={data}' + (f' reply={data}' if what == 'READ' else ''))
        write('m.wire', '\n'.join(lines).encode() + b'\n')
        chip = draw.choice(('wormhole_b0', 'blackhole'))
        return ([f'{self.build}/tests/device/device_client', f'{self.build}/src/door/library/libttreplay_device.so', os.path.abspath('m.wire')], b'',
                {'TT_REPLAY_ARCH': chip, 'TT_REPLAY_WIRE': os.path.abspath('out.wire'), 'TT_REPLAY_COORDS': draw.choice(('noc0', 'translated')),
                 # The client frees nothing before it ends.
                 'ASAN_OPTIONS': f'exitcode={SANITIZED}:detect_leaks=0', **environment}, True, False)

    def behind(self):
        """Another library answers, and answers anything."""
        return self.client(TT_REPLAY_DEVICE=f'{self.build}/tests/device/libdevice_stand_in.so', STAND_IN_SEED=str(self.draw.randrange(1, 1 << 32)))

    def recorded(self):
        """What the recorder left of it is read again."""
        listed, _, environment, *_ = self.behind()
        subprocess.run(listed, env=dict(os.environ, **environment), capture_output=True, check=False)
        if os.path.exists('out.wire'):
            os.replace('out.wire', 'm.wire')
        return self.tool_words(['run', '--arch=wormhole_b0', '--wire=m.wire']),

    # ---- an agent ----

    def mcp(self):
        draw, messages = self.draw, []
        calls = [('info', {'capture': 'kernel.ttcap'}), ('explain', {'capture': 'kernel.ttcap', 'budget': 2}), ('diff', {'database': 'run.db', 'limit': 1}),
                 ('sql', {'arguments': ['run.db', 'SELECT 1']}), ('asm', {'arguments': ['SETC16']}), ('disasm', {'arguments': ['0x41000001']}),
                 ('why', {'arguments': ['run.db', 'l1:0x60010']}), ('replay', {'capture': 'kernel.ttcap', 'output': 'out.db'}),
                 ('report', {'database': 'run.db', 'output': 'out.html'}), ('census', {'instruction': 'ELWADD', 'draws': 3}),
                 ('dump', {'capture': 'kernel.ttcap', 'range': '0:4'}), ('audit', {'database': 'run.db', 'insn': 491})]
        for number in range(draw.randrange(1, 4)):
            name, arguments = draw.choice(calls)
            whole = {'jsonrpc': '2.0', 'id': number, 'method': draw.choice(('tools/call', 'tools/call', 'tools/call', 'initialize', 'resources/read', 'ping')),
                     'params': {'name': name, 'arguments': arguments, 'uri': 'tt-replay:help/verdicts', '_meta': {'progressToken': 1}}}
            messages.append(changed.text(draw, repr(whole).replace("'", '"').encode()))
        return [self.tool, 'mcp', '--root', '.'], b'\n'.join(messages) + b'\n'

    # ---- captures, databases ----

    def explain(self):
        data = self.draw.choice(self.captures)
        write('m.ttcap', changed.capture(self.draw, data) if self.draw.random() < 0.9 else changed.raw(self.draw, data))
        verb, *rest = self.draw.choice(OF_A_CAPTURE)
        return self.tool_words([verb, 'm.ttcap', *rest]),

    def database(self, seed='one.db'):
        shutil.copyfile(seed, 'm.db')
        changed.database(self.draw, 'm.db', ('sqlite_sequence',))
        verb, *rest = self.draw.choice(OF_A_RUN)
        return self.tool_words([verb, 'm.db', *rest]),

    def plain(self):
        return self.database('plain.db')

    def sql(self):
        return self.tool_words(changed.words(self.draw, ['sql', self.draw.choice(('one.db', 'plain.db')), self.draw.choice(STATEMENTS), '--limit=20'])),

    def bundle(self):
        """A file of a bundle that explain takes."""
        name = self.draw.choice(('bundle.json', 'events.jsonl', 'end/state.json', 'begin/state.json'))
        path = os.path.join('m.bundle', name)
        shutil.rmtree('m.bundle', ignore_errors=True)
        shutil.copytree('bundle', 'm.bundle')
        if os.path.exists(path):
            write(path, changed.text(self.draw, read(path)))
        verb, *rest = self.draw.choice((['explain', '--budget=3'], ['import', '-o', 'out'], ['conform'], ['import', '--salvage', '-o', 'out']))
        return self.tool_words([verb, 'm.bundle', *rest]),

    def build_folder(self):
        """A file of what tt-metal leaves of a kernel; without a compiler for the cores, of one that is refused."""
        is_whole = os.path.isdir('cache')
        shutil.rmtree('m.build', ignore_errors=True)
        shutil.copytree('cache/blackhole' if is_whole else 'build', 'm.build')
        files = sorted(os.path.join(folder, name) for folder, _, names in os.walk('m.build') for name in names)
        texts = [file for file in files if not file.endswith('.elf')]
        path = self.draw.choice(texts if self.draw.random() < 0.5 else files)
        write(path, (changed.text if path in texts else changed.raw)(self.draw, read(path)))
        of_host = ['--cb=0=cache/in.bin', '--cb=5=out5.bin:21', '--arg=t=21', '--semaphore=7', '--semaphore=1000', '--max-steps=1000000']
        return self.tool_words(['run', '--build=' + ('m.build/8a7f/1234/kernels/doubled/99' if is_whole else 'm.build/'), *of_host, '-o', 'out']),

    # ---- references ----

    def dump_option(self):
        write('m.bin', changed.raw(self.draw, read(self.draw.choice(('l1.bin', 'src.bin', 'gpr.bin')))))
        place = self.draw.choice((b'l1:0x1000@100=m.bin', b'srca:0,0,0@end=m.bin', b'dst:0,0@50=m.bin', b'lreg:2.5@begin=m.bin', b'gpr:1.12@end=m.bin',
                                  b'l1:0x5fff0@end=m.bin'))
        if self.draw.random() < 0.6:
            place = changed.text(self.draw, place).replace(b'\0', b'')
        return self.tool_words(['import', 'one.ttcap', b'--dump=' + place, '-o', 'out']),

    def table(self):
        write('m.csv', changed.text(self.draw, b'expect,at,after,stage,insn,format,layout,ulp,exponents\nexpect.npy,l1:0x60000,,,,fp32,faces,1,\n'
                                    b'expect.npy,"dst:0,0",100,,,fp32,,,\npack.npy,,,pack.read,all,,,,\n'))
        verb, *rest = self.draw.choice((['replay', 'one.ttcap'], ['diff', 'one.db'], ['bisect', 'one.ttcap', '--budget=2'],
                                        ['explain', 'one.ttcap', '--budget=2'], ['report', 'one.db', '-o', 'out']))
        return self.tool_words([verb, *rest, '--expect-table=m.csv']),

    def array(self):
        write('m.npy', changed.raw(self.draw, read(self.draw.choice(('expect.npy', 'pack.npy')))))
        place = changed.words(self.draw, ['--expect=m.npy', *self.draw.choice((ARRAY, ['--stage=pack.read', '--insn=491'],
                                                                                ['--at=dst:0,0', '--after=100', '--format=fp32']))])
        return self.tool_words([self.draw.choice(('replay', 'bisect', 'explain')), 'one.ttcap', *place]),

    def expression(self):
        text = changed.text(self.draw, self.draw.choice(EXPRESSIONS).encode()).replace(b'\0', b'')[:60000]
        return self.tool_words(self.draw.choice((['precision', 'one.ttcap', b'--expect=exact:' + text],
                                                 ['census', '--kernel=kernel.words', b'--function=' + text, '--inputs=inputs'],
                                                 ['census', '--kernel=kernel.words', b'--function=' + text, '--inputs=inputs', '--json', '--budget']))),

    def census(self):
        write('m.words', changed.text(self.draw, read('kernel.words')))
        write('m.inputs', changed.text(self.draw, b'0x3F80\n0x0000\n0xFFFF\n'))
        return self.tool_words(changed.words(self.draw, ['census', '--kernel=m.words', '--function=exp', '--inputs=m.inputs', '--in=dst', '--out=dst:0-3', '-j1'])),

    def delays(self):
        write('m.delays', changed.text(self.draw, b'{"thread": "math", "delay": 4, "event": 300, "word": 0}\n'
                                       b'{"thread": "pack", "delay": 2, "event": 440, "core": true, "arch": "blackhole", "filler": "risc_nop"}\n'))
        return self.tool_words(self.draw.choice((['replay', 'one.ttcap', '--order=program', '--delays=m.delays'],
                                                 ['replay', 'one.ttcap', '--order=program', '--delays=m.delays', '--json'],
                                                 ['reduce', 'one.ttcap', '--delays=m.delays', '--budget=2', '-o', 'out']))),

    # ---- words ----

    def asm(self):
        lines = b'SFPLOAD lreg_ind=0 instr_mod0=2\nPACR last=1 addr_mode=1\n.word 0x41000501 # x\nSETC16 setc16_reg=1 setc16_value=0x7\nSTALLWAIT\n'
        chip = f'--chip={self.draw.choice(("wormhole_b0", "blackhole"))}'
        if self.draw.random() < 0.3:
            return self.tool_words(['disasm', chip]), changed.text(self.draw, b'0x41000501\n0x70000000\n45000000\n')
        return self.tool_words(['asm', chip, *self.draw.choice(((), ('--json',)))]), changed.text(self.draw, lines)

    def options(self):
        listed = self.draw.choice((
            ['replay', 'one.ttcap', '--set=STACC_RELU_ApplyRelu=1', '--until=l1:0x60010', '--range=10:200'], ['replay', 'one.ttcap', '--set=state:rwc.t0.srca=1'],
            ['replay', 'one.ttcap', '--order=program', '--without=bank-taken'], ['schedules', 'one.ttcap', '--budget=2', '--variant=pack.bfp.round=truncate'],
            ['explain', 'one.ttcap', '--budget=2', '--set=STACC_RELU_ApplyRelu@100=1'], ['dump', 'one.ttcap', '--events=0:9', '--at=end'],
            ['why', 'one.db', 'l1:0x60010', '--at=300'], ['audit', 'one.db', '--insn=491'], ['report', 'one.db', '--way=l1:0x60010', '-o', 'out'], ['export', 'one.db', '--region=l1:0x60000-0x60100', '-o', 'out.csv'],
            ['diff', 'one.db', '--limit=3', '--waivers=waivers'], ['residue', 'one.ttcap', '--budget=2', '--assume=all'],
            ['import', '--arch=blackhole', '--stream=0=words', '--l1=0x1000=l1.bin', '-o', 'out'], ['fuzz', '--against=variant:pack.bfp.round=truncate', '--unit=pack', '--count=2'],
            ['probe', '--draws=1', '--chip=blackhole', '-o', 'out'], ['reduce', 'one.ttcap', '--check=true<{}', '--budget=1', '-o', 'out'],
            ['batch', 'captures', '-o', 'out', '--causes=none', '--variant=pack.bfp.round=truncate']))
        return self.tool_words(changed.words(self.draw, listed)),

    def waivers(self):
        write('m.waivers', changed.text(self.draw, b'# none\nl1:0x60000:16@end 2026-12-31 because\ntile0:face1 2026-12-31 x\nfinding:pack-flush-not-recorded 2027-01-31 y\n'))
        write('m.json', changed.text(self.draw, b'{"tt_replay_profile": 1, "chip": "blackhole", "readings": ["pack.bfp.round=truncate"]}'))
        return self.tool_words(self.draw.choice((['diff', 'one.db', '--waivers=m.waivers'], ['replay', 'one.ttcap', '--profile=m.json'],
                                                 ['explain', 'one.ttcap', '--profile=m.json', '--budget=2'], ['batch', 'captures', '-o', 'out', '--waivers=m.waivers', '--causes=none']))),


class Flips(Kinds):
    """One bit of what is compared is another one: never the same."""
    # Answers of places that nobody polled: of a poll any moment's is right.
    ANSWERS = (b'reply=39120000a42301003312000034120000', b'reply=34120000', b'addr=0x4 size=4 data=00000000 reply=00000000')

    def digit(self, data, begin, count):
        at = begin + self.draw.randrange(count)
        digit = int(chr(data[at]), 16) ^ 1 << self.draw.randrange(4)
        return data[:at] + b'%x' % digit + data[at + 1:]

    def answer(self):
        data = self.wires[0]
        wanted = self.draw.choice(self.ANSWERS)
        begin = data.index(wanted) + wanted.index(b'reply=') + 6
        return self.digit(data, begin, len(wanted.split(b'reply=')[1].split(b'\n')[0]))

    def flip_wire(self):
        write('m.wire', self.answer())
        return self.tool_words(['run', '--arch=wormhole_b0', '--wire=m.wire']), b'', None, False

    def flip_program(self):
        if self.draw.random() < 0.5:
            self.program_folder(self.with_hash('conversation.wire', self.answer()))
        else:
            data = self.programs['dram.wire']
            begin = data.rindex(b'data=') + 5
            self.program_folder(self.with_hash('dram.wire', self.digit(data, begin, len(data[begin:].split(b'\n')[0].split()[0]))))
        return self.tool_words(['replay', 'm.program']), b'', None, False

    def bit(self, name, skipped):
        data = bytearray(read(name))
        data[self.draw.randrange(skipped, len(data))] ^= 1 << self.draw.randrange(8)
        return bytes(data)

    def flip_table(self):
        write('m.npy', self.bit('held.npy', 128))
        write('m.csv', b'expect,at\nheld.npy,l1:0x60000\nm.npy,l1:0x60000\n')
        verb, *rest = self.draw.choice((['replay', 'one.ttcap'], ['diff', 'one.db'], ['explain', 'one.ttcap', '--budget=2'], ['bisect', 'one.ttcap', '--budget=2']))
        return self.tool_words([verb, *rest, '--expect-table=m.csv']), b'', None, False

    def flip_dump(self):
        write('m.bin', self.bit('held.bin', 0))
        if subprocess.run([self.tool, 'import', 'one.ttcap', '--dump=l1:0x60000@300=m.bin', '-o', 'm.ttcap', '--force'], capture_output=True, check=False).returncode:
            raise RuntimeError('no dump')
        return self.tool_words([self.draw.choice(('replay', 'conform')), 'm.ttcap']), b'', None, False


QUICK = ['wire', 'program', 'build_folder', 'why_place', 'serve', 'client', 'behind', 'recorded', 'explain', 'database', 'plain', 'sql', 'bundle', 'dump_option', 'table',
         'array', 'delays', 'expression', 'census', 'asm', 'options', 'waivers']
KINDS = QUICK * 4 + ['mcp'] # which is some processes each
FLIPS = ['flip_wire', 'flip_program', 'flip_table', 'flip_dump']


def prepare(tool, root):
    verbs.prepare(tool, root)
    shutil.copyfile(os.path.join(root, ONE), 'one.ttcap')
    os.mkdir('temporary')
    for listed in (['replay', 'one.ttcap', '-o', 'one.db'], ['replay', 'one.ttcap', '--plain', '-o', 'plain.db'], ['import', '--wire=two_tiles.wire', '-o', 'good'],
                   ['export', 'one.db', '--region=l1:0x60000-0x60100', '--at=300', '-o', 'held300.npy'],
                   ['export', 'one.db', '--region=l1:0x60000-0x60100', '-o', 'held.npy'], ['export', 'one.db', '--stage=pack.read', '--raw', '-o', 'pack.npy']):
        subprocess.run([tool, *listed], check=True, stdout=subprocess.DEVNULL)
    write('held.bin', read('held300.npy')[128:])
    verbs.prepare_cache(tool, root)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('tool')
    parser.add_argument('root')
    parser.add_argument('--count', type=int, default=1000, help='runs in all')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', help='of these kinds, with commas')
    parser.add_argument('--server', help='the library of fork_server.c: one process is begun, and each run is a child of it')
    parser.add_argument('--keep')
    options = parser.parse_args()
    tool, root = os.path.abspath(options.tool), os.path.abspath(options.root)
    options.keep, library = (path and os.path.abspath(path) for path in (options.keep, options.server))
    build = os.path.dirname(os.path.dirname(os.path.dirname(tool)))
    signal.signal(signal.SIGTERM, signal.default_int_handler) # what was run until then is said
    scratch, runs = tempfile.mkdtemp(prefix='tt-replay-mutants.'), None
    try:
        os.chdir(scratch)
        prepare(tool, root)
        runs, kinds = Runs(options, build), Flips(tool, root, build)
        if library:
            runs.server = Server(tool, library, runs.environment)
        named = options.only.split(',') if options.only else KINDS + FLIPS
        done = 0
        for number in range(options.count):
            kind = named[number % len(named)]
            kinds.draw.seed(f'{options.seed} {number}')
            runs.go(kind, *getattr(kinds, kind)())
            done += 1
    except KeyboardInterrupt:
        pass # what was run until then
    finally:
        if runs and runs.server:
            runs.server.close()
        os.chdir('/')
        shutil.rmtree(scratch, ignore_errors=True)
    for kind in sorted(set(named)):
        print(f'{kind}: ' + ', '.join(f'{count} exit {code}' for (of, code), count in sorted(runs.ends.items()) if of == kind) +
              f', {runs.seconds[kind]:.0f} s')
    print(f'{done} changed inputs, {len(runs.wrong)} wrong')
    return 1 if runs.wrong else 0


if __name__ == '__main__':
    sys.exit(main())
