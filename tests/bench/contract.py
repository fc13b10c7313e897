# SPDX-License-Identifier: Apache-2.0
"""What grows with what, as docs/resources.md says: every verb over work 1, 4 and 16 times as large, in counts that do not
depend on what else the machine does: instructions of all its processes (valgrind's cachegrind; without it they are left
out), the most memory that was in use, bytes of all files that were written and of standard output. The exponent is that
of the power of the work that the cost grows by, from 1 to 16 times; where it is more than 1.2, or the last step is steeper, or
memory is more than the contract says, 64 times the work is run too, and from 16 to 64 times none of these may be.

    contract.py TT-REPLAY TT-REPEAT MANY-CAPTURES ROOT [--verb NAME] [--write tests/bench/measured/growth.md]

Exit status 1: an exponent above 1.2, memory that a verb does not retain by the contract, or a verb without a line here."""
import argparse
import glob
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '../untrusted')]
import growing  # noqa: E402
import verbs  # noqa: E402

SIZES = (1, 4, 16)
UNLIMITED = ['--no-sandbox', '--max-memory=0', '--max-time=0', '--max-disk=0']
EXPONENT = 1.2
OTHERS = {'record'} # its work is that of the command which it runs
FARTHER = 64 # times the work, where a step was steeper
# Below these nothing is said: what the program does before it reads.
LEAST_INSTRUCTIONS, LEAST_BYTES, LEAST_MEMORY = 2000000, 1 << 16, 3.0
EVENTS, FEW, PAGES, FOLDER, L1 = 'events', 'events, few', 'pages', 'captures', 'bytes of L1'
DRAWS, ANSWERS, NAMES, CALLS, NONE = 'draws', 'answers', 'names', 'calls', 'nothing'
TILES, SAID, MESSAGES, ROWS, MARKS, OF_PROGRAMS = 'tiles', 'operations', 'messages', 'references', 'marks', ('sections', 'symbols', 'units', 'abbreviations', 'ranges')
# Verb; what is more; whether memory may grow with it; the words. {c}: a capture, {b}: a bundle, {d}: its run, {many}: a
# folder, {farm}: its farm, {l1}: an image, {q}: experiments, {a}: answers, {v}: vectors of as many names, {log}, {j}: a log and a
# journal of as many checkpoints, {calls}: what a client says to mcp, {w}, {p}: a conversation and its program, {m}: messages of a host's
# socket, {t}: a table, {k}: a bundle of marks, {e}: a program of a core, {n}: how many times; {o}: a file to make. Behind <: standard input.
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
    ('import', MARKS, True, 'import {k} -o {o}'),
    *[('import', what, True, 'import --arch=blackhole --elf=t0={e} -o {o}') for what in OF_PROGRAMS],
    *[(verb, axis, True, words) for axis in (TILES, SAID) for verb, words in (
        ('run', 'run --arch=wormhole_b0 --wire={w}'), ('import', 'import --arch=wormhole_b0 --wire={w} -o {o}'), ('info', 'info {p}'), ('replay', 'replay {p}'), ('verify', 'verify {p}'),
        ('why', 'why {p} 1,1:0x1000'), ('explain', 'explain {p} --budget=3'))],
    ('serve', MESSAGES, True, 'serve --arch=wormhole_b0 -o {o} - < {m}'),
    ('replay', ROWS, True, 'replay {c} --expect-table={t}'),
]


def on_one_processor():
    """valgrind runs one thread at a time, and those that wait for it in turns."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


class Bench:
    def __init__(self, options):
        self.options, self.wrong, self.names, self.rows, self.prepared = options, [], {}, [], set()
        self.has_valgrind = shutil.which('valgrind') is not None

    def make(self, *words, most=0):
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode > most:
            raise RuntimeError(f'{words}: {done.stderr[:300]!r}')

    def prepare(self, times):
        """What is read, this many times as large."""
        self.prepared.add(times)
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
        names.update(v=growing.vectors(f'names{times}.jsonl', 1000 * times), log=growing.checkpoints(f'names{times}.log', 1000 * times),
                     j=growing.journal_of(f'names{times}', 1000 * times), calls=growing.calls(f'calls{times}', 32 * times),
                     m=growing.messages(f'messages{times}', 100 * times), k=growing.marks(f'marks{times}', 1000 * times))
        for axis in (FOLDER, L1, DRAWS, ANSWERS, NAMES, CALLS, MESSAGES, MARKS, NONE):
            self.names[axis, times] = {**names, 'many': many, 'farm': farm, 'l1': l1, 'q': 'questions', 'a': answers}
        for what in OF_PROGRAMS:
            self.names[what, times] = {'e': growing.program(f'{what}{times}.elf', what, 1000 * times)}
        for axis, wire in ((TILES, growing.tiles(f'tiles{times}.wire', min(64, 4 * times))), (SAID, growing.operations(f'said{times}.wire', 100 * times))):
            self.make(self.options.tool, 'import', '--arch=wormhole_b0', f'--wire={wire}', '-o', f'{axis}{times}')
            self.names[axis, times] = {'w': wire, 'p': f'{axis}{times}'}
        if times == 1:
            self.make(self.options.tool, 'export', self.names[EVENTS, 1]['d'], '--region=l1:0x60000-0x60100', '-o', 'held.npy')
        self.names[ROWS, times] = {'c': self.names[EVENTS, 1]['c'], 't': growing.references(f'rows{times}.csv', 'held.npy', min(64, 4 * times))}

    def words(self, line, times):
        """(the command, the file of its standard input)"""
        _, axis, _, text = line
        text, _, typed = text.format(o='case/out', **self.names[axis, times]).partition(' < ')
        return [self.options.tool, *text.split(), *UNLIMITED], typed or os.devnull

    def instructions(self, words, typed):
        if not self.has_valgrind:
            return 0
        for name in glob.glob('count.*'):
            os.unlink(name)
        done = subprocess.run(['valgrind', '--tool=cachegrind', '--fair-sched=try', '--cache-sim=no', '--cachegrind-out-file=/dev/null', '--log-file=count.%p',
                               '--trace-children=no', *words], stdin=typed, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
                              preexec_fn=on_one_processor)
        count = 0
        for name in glob.glob('count.*'):
            with open(name, encoding='ascii', errors='replace') as file:
                count += sum(int(found.replace(',', '')) for found in re.findall(r'I +refs: +([\d,]+)', file.read()))
        if not count:
            raise RuntimeError(f'{words}: valgrind counts nothing: {done.stderr[-300:]!r}')
        return count

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
        exponents = []
        for what, at, least in (('instructions', 0, LEAST_INSTRUCTIONS), ('bytes', 1, LEAST_BYTES), ('MiB', 2, LEAST_MEMORY)):
            one, four, sixteen = (part[at] for part in costs)
            exponent = math.log(sixteen / one) / math.log(16) if sixteen - one > least and one else 0.0
            exponents.append(exponent)
            retains = what == 'MiB' and not may_retain and sixteen - one > LEAST_MEMORY
            has_farther = axis not in (TILES, ROWS, NONE)
            if exponent > EXPONENT and not has_farther:
                self.wrong.append(f'{text}: {what} grow by the power {exponent:.2f} of the {axis}')
            elif has_farther and (exponent > EXPONENT or retains or (sixteen - one > least and sixteen > 4 ** EXPONENT * four)):
                farther = self.hold_farther(line, what, at, sixteen, retains)
                if exponent > EXPONENT: # the least work does not do yet what more does
                    exponents[-1] = math.log(farther / sixteen) / math.log(FARTHER / 16)
            if axis == NONE and sixteen - one > max(least, one / 10):
                self.wrong.append(f'{text}: other {what} with the same words')
        self.rows.append(f'| `{text.replace("{{}}", "").split(" -o")[0].split(" <")[0]}` | {axis} | ' +
                         ' | '.join(f'{costs[i][0] / 1e6:.1f}, {costs[i][1] >> 10}, {costs[i][2]:.0f}' for i in (0, 2)) + f' | {exponents[0]:.2f} |')
        print(self.rows[-1], flush=True)

    def hold_farther(self, line, what, at, sixteen, retains):
        """A step that is steeper once: a store of what was computed that has become full."""
        if FARTHER not in self.prepared:
            self.prepare(FARTHER)
        farther = self.cost(line, FARTHER)[at]
        print(f'  {line[3]}: 64 times the {line[1]}: {farther:.4g} {what}', flush=True)
        if farther > (2 * sixteen if retains else 4 ** EXPONENT * sixteen):
            self.wrong.append(f'{line[3]}: {what} of 16 times the {line[1]}: {sixteen:.4g}, of 64 times {farther:.4g}')
        return farther

    def write(self, path):
        head = '| millions of instructions, KiB written, MiB in use | more | 1x | 16x | exponent |\n|---|---|---|---|---|\n'
        with open(path, 'w', encoding='utf-8') as file:
            file.write(head + '\n'.join(self.rows) + '\n')

    def go(self):
        lacking = sorted(set(verbs.verbs_of(self.options.tool)) - {line[0] for line in LINES} - OTHERS)
        self.wrong += [f'{verb}: a verb without a line in tests/bench/contract.py' for verb in lacking]
        for times in SIZES:
            self.prepare(times)
        print('| millions of instructions, KiB written, MiB in use | more | 1x | 16x | exponent |\n|---|---|---|---|---|')
        for line in LINES:
            if all(not asked or line[i] in asked.split(',') for i, asked in enumerate((self.options.verb, self.options.axis))):
                self.hold(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ('tool', 'repeat', 'many', 'root'):
        parser.add_argument(name)
    parser.add_argument('--verb', help='of these alone, with commas')
    parser.add_argument('--axis', help='of these alone, with commas')
    parser.add_argument('--write', help='a file that gets the table')
    options = parser.parse_args()
    for name in ('tool', 'repeat', 'many', 'root'):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    options.write = options.write and os.path.abspath(options.write)
    bench = Bench(options)
    scratch = tempfile.mkdtemp(prefix='tt-replay-contract.')
    try:
        os.chdir(scratch)
        bench.go()
        if options.write:
            bench.write(options.write)
    finally:
        os.chdir('/')
        shutil.rmtree(scratch, ignore_errors=True)
    for line in bench.wrong:
        print(line)
    print(f'{len(LINES)} lines, {len(bench.wrong)} wrong')
    return 1 if bench.wrong else 0


if __name__ == '__main__':
    sys.exit(main())
