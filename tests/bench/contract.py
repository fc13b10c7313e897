# SPDX-License-Identifier: Apache-2.0
"""What grows with what, as docs/resources.md says: every verb over work 1, 4 and 16 times as large, in counts that do not
depend on what else the machine does: instructions (valgrind's cachegrind; without it they are left out), the most memory
that was in use, bytes of all files that were written and of standard output.

    contract.py TT-REPLAY TT-REPEAT MANY-CAPTURES ROOT [--verb NAME]

Exit status 1: four times the work costs a verb more than 5.4 times as much, a verb retains what the contract says it does
not, or the program has a verb without a line here."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '../untrusted')]
import journal  # noqa: E402
import verbs  # noqa: E402

SIZES = (1, 4, 16)
UNLIMITED = ['--no-sandbox', '--max-memory=0', '--max-time=0', '--max-disk=0']
# Four times the work may cost so many times as much: blocks, pages of a database, tables that double.
MOST_OF_FOUR_TIMES = 5.4
# Below these nothing is said: what the program does before it reads.
LEAST_INSTRUCTIONS, LEAST_BYTES, LEAST_MEMORY = 2000000, 1 << 16, 3.0
EVENTS, FEW, PAGES, FOLDER, L1 = 'events', 'events, few', 'pages', 'captures', 'bytes of L1'
DRAWS, ANSWERS, NAMES, CALLS, NONE = 'draws', 'answers', 'names', 'calls', 'nothing'
# Verb; what is more; whether memory may grow with it; the words. {c}: a capture, {b}: a bundle, {d}: its run, {many}: a
# folder, {farm}: its farm, {l1}: an image, {q}: experiments, {a}: answers, {v}: vectors of as many names, {log}, {j}: a log and a
# journal of as many checkpoints, {calls}: what a client says to mcp, {n}: how many times; {o}: a file to make. Behind <: standard
# input.
LINES = [
    ('import', EVENTS, False, 'import {b} -o {o}'),
    ('import', PAGES, True, 'import {b} -o {o}'),
    ('info', EVENTS, False, 'info {c}'),
    ('info', PAGES, True, 'info {c}'),
    ('dump', EVENTS, False, 'dump {c}'),
    ('dump', PAGES, True, 'dump {c}'),
    ('verify', EVENTS, False, 'verify {c}'),
    ('verify', PAGES, True, 'verify {c}'),
    ('replay', EVENTS, False, 'replay {c} -o {o}'),
    ('replay', PAGES, True, 'replay {c} -o {o}'),
    ('replay', EVENTS, False, 'replay {c} --order=program -o {o}'),
    ('run', L1, True, 'run --arch=blackhole --elf=t0={elf} --l1=0x10000={l1} -o {o}'),
    ('debug', EVENTS, True, 'debug --gdb=- --at=end {c}'),
    ('diff', EVENTS, False, 'diff {d}'),
    ('diff', PAGES, True, 'diff {d}'),
    ('audit', EVENTS, True, 'audit {d} --lint'),
    ('bisect', EVENTS, False, 'bisect {c} --budget=4'),
    ('explain', FEW, True, 'explain {c} --set=STACC_RELU_ApplyRelu=1 --budget=4'),
    ('sql', FEW, True, 'sql {d} --limit=1000000000 SELECT(seq)FROM(v_instruction)'),
    ('mcp', CALLS, False, 'mcp < {calls}'),
    ('residue', EVENTS, True, 'residue {c} --budget=4'),
    ('precision', EVENTS, True, 'precision {c}'),
    ('report', EVENTS, True, 'report {d} -o {o}'),
    ('report', PAGES, True, 'report {d} -o {o}'),
    ('why', EVENTS, True, 'why {d} l1:0x60010'),
    ('export', EVENTS, True, 'export {d} --timeline -o {o}.vcd'),
    ('export', EVENTS, True, 'export {d} --timeline -o {o}.json'),
    ('config', EVENTS, True, 'config {d}'),
    ('reduce', EVENTS, True, 'reduce {c} --check=true<{{}} --budget=4 -o {o}'),
    ('schedules', FEW, True, 'schedules {c} --budget=2'),
    ('batch', FOLDER, True, 'batch {many} -j1 -o {o}'),
    ('farm', FOLDER, True, 'farm plan {many} -o {o}'),
    ('farm', FOLDER, True, 'farm merge {farm} -o {o}'),
    ('census', DRAWS, False, 'census ELWADD -j1 --draws={n}0000'),
    ('errata', NONE, False, 'errata'),
    ('asm', NONE, False, 'asm SETC16'),
    ('disasm', NONE, False, 'disasm 0x41000001'),
    ('probe', ANSWERS, True, 'probe {q} --read={a}'),
    ('fuzz', DRAWS, False, 'fuzz --against=variant:adc.zw_width=device --unit=pack --count={n}0'),
    ('conform', EVENTS, False, 'conform -j1 {c}'),
    ('conform', NAMES, True, 'conform -j1 {v}'),
    ('import', NAMES, True, 'import --arch=blackhole --log={log} -o {o}'),
    ('import', NAMES, True, 'import --salvage {j} -o {o}'),
]


def on_one_processor():
    """valgrind runs one thread at a time, and those that wait for it in turns."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


class Bench:
    def __init__(self, options):
        self.options, self.wrong, self.names = options, [], {}
        self.has_valgrind = shutil.which('valgrind') is not None

    def make(self, *words, most=0):
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode > most:
            raise RuntimeError(f'{words}: {done.stderr[:300]!r}')

    def prepare(self, times):
        """What is read, this many times as large."""
        capture = os.path.join(self.options.root, 'traces/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap')
        names = {'elf': os.path.join(self.options.root, 'tests/cli/fixtures/program/program.elf'), 'n': times}
        for axis, words in ((EVENTS, [f'--events={16 * times}']), (FEW, [f'--events={times}']), (PAGES, [f'--pages={16 * times}'])):
            here = {key: f'{axis[:3]}{len(axis)}_{times}{ending}' for key, ending in (('c', '.ttcap'), ('b', ''), ('d', '.db'))}
            self.make(self.options.repeat, *words, capture, here['c'])
            self.make(self.options.repeat, '--bundle', *words, capture, here['b'])
            self.make(self.options.tool, 'replay', here['c'], '-o', here['d'], most=1)
            self.names[axis, times] = {**names, **here}
        many, farm, l1, answers = (f'{what}{times}' for what in ('many', 'farm', 'l1', 'answers'))
        self.make(self.options.many, many, str(8 * times))
        self.make(self.options.tool, 'farm', 'plan', many, '-o', farm)
        self.make(self.options.tool, 'farm', 'run', farm, '--shard=1/1', most=1)
        with open(l1, 'wb') as out:
            out.write(os.urandom(32768 * times))
        if times == 1:
            self.make(self.options.tool, 'probe', '-o', 'questions', '--draws=1')
        self.make(self.options.tool, 'probe', 'questions', '--emulate', answers, f'--repeats={times}')
        self.write_names(names, times)
        for axis in (FOLDER, L1, DRAWS, ANSWERS, NAMES, CALLS, NONE):
            self.names[axis, times] = {**names, 'many': many, 'farm': farm, 'l1': l1, 'q': 'questions', 'a': answers}

    @staticmethod
    def write_names(names, times):
        names.update(v=f'names{times}.jsonl', log=f'names{times}.log', j=f'names{times}', calls=f'calls{times}')
        with open(names['calls'], 'w', encoding='ascii') as calls:
            for i in range(32 * times):
                calls.write(f'{{"jsonrpc":"2.0","id":{i},"method":"tools/call","params":'
                            '{"name":"disasm","arguments":{"arguments":["0x41000001"]}}}\n')
        with open(names['v'], 'w', encoding='ascii') as vectors, open(names['log'], 'w', encoding='ascii') as log:
            for i in range(1000 * times):
                vectors.write(f'{{"name":"A{i}/1","arch":"blackhole","mode":"exec","ops":[[0,33554432]],"pre":{{}},"post":{{}}}}\n')
                log.write(f'0:(x=0,y=0):TR0: === CKPT c{i} RISC2 CBs ===\n0:(x=0,y=0):TR0: CB0 sz=128 rd=8192 wr=8320 ack=0 rcv=1\n'
                          '0:(x=0,y=0):TR0:   [0] 3f800000 40000000\n')
        journal.write(names['j'], 1000 * times)

    def words(self, line, times):
        """(the command, the file of its standard input)"""
        _, axis, _, text = line
        text, _, typed = text.format(o='case/out', **self.names[axis, times]).partition(' < ')
        return [self.options.tool, *text.split(), *UNLIMITED], typed or os.devnull

    def instructions(self, words, typed):
        if not self.has_valgrind:
            return 0
        done = subprocess.run(['valgrind', '--tool=cachegrind', '--fair-sched=try', '--cache-sim=no', '--cachegrind-out-file=/dev/null', '--log-file=count',
                               '--trace-children=no', *words], stdin=typed, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
                              preexec_fn=on_one_processor)
        with open('count', encoding='ascii', errors='replace') as file:
            found = re.search(r'I +refs: +([\d,]+)', file.read())
        if not found:
            raise RuntimeError(f'{words}: valgrind counts nothing: {done.stderr[-300:]!r}')
        return int(found.group(1).replace(',', ''))

    def cost(self, line, times):
        """(instructions, bytes written, MiB in use)"""
        words, name = self.words(line, times)
        shutil.rmtree('case', ignore_errors=True)
        os.mkdir('case')
        with open('case/printed', 'wb') as output, open(name, 'rb') as typed:
            process = subprocess.Popen(words, stdin=typed, stdout=output, stderr=subprocess.PIPE)
            said = process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        if code not in (0, 1, 3):
            raise RuntimeError(f'{words}: exit {code}: {said[:300]!r}')
        written = sum(os.path.getsize(os.path.join(folder, name)) for folder, _, inside in os.walk('case') for name in inside)
        shutil.rmtree('case')
        os.mkdir('case')
        with open(name, 'rb') as typed:
            return self.instructions(words, typed), written, usage.ru_maxrss / 1024

    def hold(self, line):
        verb, axis, may_retain, text = line
        costs = [self.cost(line, times) for times in SIZES]
        print(f'| `{text.split(" -o")[0]}` | {axis} | ' + ' | '.join(
            f'{part[0] / 1e6:.1f}, {part[1] >> 10}, {part[2]:.0f}' for part in costs) + ' |', flush=True)
        for what, at, least in (('instructions', 0, LEAST_INSTRUCTIONS), ('bytes', 1, LEAST_BYTES), ('MiB', 2, LEAST_MEMORY)):
            one, four, sixteen = (part[at] for part in costs)
            if sixteen - one > least and sixteen > MOST_OF_FOUR_TIMES * four:
                self.wrong.append(f'{text}: {what} of 4 times the {axis}: {four:.4g}, of 16 times {sixteen:.4g}')
            if what == 'MiB' and not may_retain and sixteen - one > LEAST_MEMORY:
                self.wrong.append(f'{text}: {one:.1f} MiB, and {sixteen:.1f} MiB for 16 times the {axis}, which it does not retain')
            if axis == NONE and sixteen - one > max(least, one / 10):
                self.wrong.append(f'{text}: other {what} with the same words')

    def go(self):
        lacking = sorted(set(verbs.verbs_of(self.options.tool)) - {line[0] for line in LINES})
        self.wrong += [f'{verb}: a verb without a line in tests/bench/contract.py' for verb in lacking]
        for times in SIZES:
            self.prepare(times)
        print('| millions of instructions, KiB written, MiB in use | more | 1x | 4x | 16x |\n|---|---|---|---|---|')
        for line in LINES:
            if not self.options.verb or line[0] in self.options.verb.split(','):
                self.hold(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ('tool', 'repeat', 'many', 'root'):
        parser.add_argument(name)
    parser.add_argument('--verb', help='of these alone, with commas')
    options = parser.parse_args()
    for name in ('tool', 'repeat', 'many', 'root'):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    bench = Bench(options)
    scratch = tempfile.mkdtemp(prefix='tt-replay-contract.')
    try:
        os.chdir(scratch)
        bench.go()
    finally:
        os.chdir('/')
        shutil.rmtree(scratch, ignore_errors=True)
    for line in bench.wrong:
        print(line)
    print(f'{len(LINES)} lines, {len(bench.wrong)} wrong')
    return 1 if bench.wrong else 0


if __name__ == '__main__':
    sys.exit(main())
