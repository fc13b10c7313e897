# SPDX-License-Identifier: Apache-2.0
"""Looks for captures that are small and cost much: recipes (make_costly.c) are changed at random, and those that cost
most for their size are changed further, for each verb by itself. What a capture costs is the most of three parts:
processor time of 5 s, memory of 512 MiB, files of 1 GiB. A run that ends in none of these, is not refused with a sentence,
or crashes, is wrong.

    python3 tests/untrusted/costly.py TT_REPLAY ROOT MAKE_COSTLY [--seconds=N] [--seed=N] [--keep=DIR] [--build-is-sanitized]

--keep: the dearest recipe of each verb is written there, with the verb in its first line (tests/untrusted/costly has those
of a long search; every run begins with them, and holds each)."""
import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

SECONDS, BYTES, DISK = 5, 512 << 20, 1 << 30
LIMITS = ['--max-time=5', '--max-memory=512', '--max-disk=1024']
SEEDS = ['relu_m1_t0_f16b_f16b_f32_f16_acc_nice']
VERBS = [['info'], ['verify'], ['dump', '--events'], ['dump', '--registers', '--at=end'], ['replay', '-o', 'run.db'],
         ['replay', '--order=program', '-o', 'run.db'],
         ['bisect', '--budget=30'], ['schedules', '--budget=30'], ['import', '--salvage', '-o', 'again.ttcap'], ['conform']]
KINDS = ['push', 'exec', 'cfgw', 'mopw', 'gprw', 'semw', 'semr', 'l1w', 'mmio']
SPACES = ['l1', 'cfg', 'dst', 'dst_valid', 'srca', 'srcb', 'gpr', 'lreg', 'state']
POPULATION = 12


def words_of(tool, seed):
    """Every word that the seed's threads executed or pushed, so that what is drawn is mostly legal."""
    said = subprocess.run([tool, 'dump', '--events', '--json', seed], capture_output=True, check=True).stdout
    events = json.loads(said)['events']
    words = [(event['kind'], event.get('thread', 0), int(str(event['word']), 0)) for event in events
             if event['kind'] in ('exec', 'push')]
    return words or [('exec', 0, 0x02000000)]


class Search:
    def __init__(self, options, scratch):
        self.options, self.scratch, self.random = options, scratch, random.Random(options.seed)
        self.seed = os.path.join(options.root, 'traces/kernels', SEEDS[0] + '.ttcap')
        self.words = words_of(options.tool, self.seed)
        self.best = {tuple(verb): [] for verb in VERBS}
        self.wrong, self.tried = [], 0

    # ---- recipes ----

    def number(self, most):
        return self.random.choice([0, 1, 2, 4, 16, 63, 64, 1000, most, self.random.randrange(most + 1)])

    def gene(self):
        draw = self.random.random()
        if draw < 0.45:
            kind, thread, word = self.random.choice(self.words)
            if self.random.random() < 0.4:
                word ^= 1 << self.random.randrange(32)
            return f'{kind} {thread} 0 {word:#x} 0 {self.number(20000)}'
        if draw < 0.7:
            kind = self.random.choice(KINDS)
            value = self.random.choice([0, 1, 127, 0xFFFFFFFF, self.random.getrandbits(32)])
            addr = self.random.choice([0, 1, 8, 64, 0xFFB00000, 0xFFB11000, self.random.getrandbits(20)])
            return f'{kind} {self.random.randrange(3)} {addr:#x} {value:#x} {self.random.choice([0, 1, 4, 16])} {self.number(20000)}'
        if draw < 0.78:
            return f'again {1 + self.random.randrange(6)} {self.number(500)}'
        if draw < 0.84:
            return f'symbol {self.number(1 << 20)} {self.number(64)} {self.number(3999)} {self.number(20000)}'
        if draw < 0.88:
            return f'lines {self.number(1 << 20)} {self.number(64)} {self.number(63)} {self.number(20000)}'
        if draw < 0.92:
            return f'mark {self.number(5000)}'
        return 'kernel' if draw < 0.96 else f'hide {self.random.choice(SPACES)}'

    def changed(self, recipe, other):
        lines = list(recipe)
        for _ in range(1 + self.random.randrange(3)):
            draw, at = self.random.random(), self.random.randrange(len(lines) + 1)
            if draw < 0.45 or not lines:
                lines.insert(at, self.gene())
            elif draw < 0.6:
                lines.pop(at % len(lines))
            elif draw < 0.8:
                parts = lines[at % len(lines)].split()
                if len(parts) > 2:
                    parts[-1] = str(min(20000, max(1, int(parts[-1], 0)) * self.random.choice([2, 3, 10])))
                lines[at % len(lines)] = ' '.join(parts)
            elif draw < 0.9:
                lines[at:at] = other[:4]
            else:
                self.random.shuffle(lines)
        return lines[:64]

    # ---- runs ----

    def make(self, recipe):
        with open('recipe', 'w', encoding='ascii') as out:
            out.write('\n'.join(recipe) + '\n')
        made = subprocess.run([self.options.make, 'recipe', self.seed, 'costly.ttcap'], capture_output=True, check=False)
        return made.returncode == 0

    def run(self, verb):
        """Cost in parts of what is allowed, and what is wrong."""
        self.tried += 1
        os.mkdir('case')
        with open('output', 'wb') as output, open('error', 'wb') as error:
            process = subprocess.Popen([self.options.tool, verb[0], '../costly.ttcap', *verb[1:], *LIMITS], cwd='case',
                                       stdin=subprocess.DEVNULL, stdout=output, stderr=error)
            _, status, usage = os.wait4(process.pid, 0)
        seconds, code = usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status)
        disk = os.path.getsize('output') + sum(os.path.getsize(os.path.join('case', name)) for name in os.listdir('case'))
        with open('error', 'rb') as error, open('output', 'rb') as output:
            said = error.read()
            is_said = b'tt-replay: ' in said or (verb[0] == 'verify' and output.read(1))
        shutil.rmtree('case')
        wrong = None
        if code < 0 or code > 3 or (code == 2 and not is_said):
            wrong = f'exit {code}: {said[-200:]!r}'
        elif not self.options.is_sanitized and usage.ru_maxrss * 1024 > BYTES:
            wrong = f'{usage.ru_maxrss >> 10} MB'
        elif seconds > 2 * SECONDS + 1 + (60 if self.options.is_sanitized else 0):
            wrong = f'{seconds:.1f} s'
        elif disk > DISK + (1 << 20):
            wrong = f'{disk >> 20} MB of files'
        return max(seconds / SECONDS, usage.ru_maxrss * 1024 / BYTES, disk / DISK), wrong

    def judge(self, recipe, verb):
        if not self.make(recipe):
            return
        cost, wrong = self.run(verb)
        # Beyond the limits all are alike: then the smaller one is the worse.
        worth = min(cost, 1.0) / (os.path.getsize('costly.ttcap') + 4096)
        if wrong:
            self.wrong.append(f'{" ".join(verb)}: {wrong}, recipe: {"; ".join(recipe)}')
        best = self.best[tuple(verb)]
        best.append((worth, cost, recipe))
        best.sort(key=lambda entry: -entry[0])
        del best[POPULATION:]

    def known(self):
        folder = os.path.join(self.options.root, 'tests/untrusted/costly')
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding='ascii') as file:
                lines = file.read().splitlines()
            self.judge(lines[1:], lines[0].lstrip('# ').split())

    def go(self):
        end = time.monotonic() + self.options.seconds
        self.known()
        while time.monotonic() < end:
            for verb in VERBS:
                best = self.best[tuple(verb)]
                parents = [entry[2] for entry in best] or [['kernel']]
                self.judge(self.changed(self.random.choice(parents), self.random.choice(parents)), verb)
                if time.monotonic() > end:
                    break

    def report(self):
        for verb, best in self.best.items():
            if best:
                worth, cost, recipe = best[0]
                size = round(min(cost, 1.0) / worth) - 4096
                print(f'{" ".join(verb):40} {100 * cost:6.1f} % of the limits by {size} bytes')
                if self.options.keep:
                    name = '_'.join(part.strip('-').replace('=', '_').replace('.', '_') for part in verb if part != '-o')
                    with open(os.path.join(self.options.keep, name + '.txt'), 'w', encoding='ascii') as out:
                        out.write('\n'.join(['# ' + ' '.join(verb), *recipe]) + '\n')
        for line in self.wrong:
            print(line)
        print(f'{self.tried} runs, {len(self.wrong)} wrong')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('tool')
    parser.add_argument('root')
    parser.add_argument('make')
    parser.add_argument('--seconds', type=float, default=20)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep')
    parser.add_argument('--build-is-sanitized', dest='is_sanitized', action='store_true')
    options = parser.parse_args()
    for name in ('tool', 'root', 'make', 'keep'):
        if getattr(options, name):
            setattr(options, name, os.path.abspath(getattr(options, name)))
    scratch = tempfile.mkdtemp(prefix='tt-replay-costly.')
    # Standard output counts among the files.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        os.chdir(scratch)
        search = Search(options, scratch)
        search.go()
    finally:
        os.chdir('/')
        shutil.rmtree(scratch, ignore_errors=True)
    search.report()
    sys.exit(1 if search.wrong or search.tried < len(VERBS) else 0)


main()
