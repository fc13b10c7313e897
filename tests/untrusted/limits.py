# SPDX-License-Identifier: Apache-2.0
"""--max-memory, --max-disk and --max-time: what reaches one ends with exit status 2 and a sentence that names it, and
leaves nothing behind.

    python3 tests/untrusted/limits.py build/fast/src/cli/tt-replay . build/fast/tests/untrusted/make_bombs [sanitized]"""
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import verbs

TOOL, ROOT, MAKE = (os.path.abspath(argument) for argument in sys.argv[1:4])
IS_SANITIZED = sys.argv[4:] == ['sanitized']
SEED = os.path.join(ROOT, 'traces/kernels/relu_m1_t0_f16b_f16b_f32_f16_acc_nice.ttcap')
# Fit into a MiB beside the program; a capture whose replay has no memory is one of a batch that has trouble.
FIT = {'info', 'dump', 'farm', 'batch', 'errata', 'asm', 'disasm', 'mcp'}
# End with status 2 here, since no host opens a device or says EXIT; what was said until then stays (docs/formats/wire.md).
WITHOUT_HOST = {'record', 'serve'}
# What takes longer than a second, and would for minutes.
SLOW = [['dump', 'findings_many.ttcap', '--json'], ['replay', 'program_loops.ttcap', '--order=program', '-o', 'x.db'],
        ['bisect', 'program_loops.ttcap', '--order=program'], ['schedules', 'program_loops.ttcap']]
# What writes more than a MiB.
LARGE = [['replay', 'packs_unknown.ttcap', '-o', 'x.db'],
         ['replay', 'program_loops.ttcap', '--order=program', '-o', 'x.db'],
         ['export', 'run.db', '--region', 'l1:0x0-0x170000', '-o', 'x.csv']]
wrong = []
tried = 0


def run(arguments, *more):
    global tried
    tried += 1
    before = set(os.listdir('.'))
    end = arguments.index('--') if '--' in arguments else len(arguments)
    begin = time.monotonic()
    try:
        done = subprocess.run([TOOL, *arguments[:end], *more, *arguments[end:]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        wrong.append(f'{" ".join(arguments)} {more}: does not end')
        return -1, b'', 120
    left = set(os.listdir('.')) - before
    if done.returncode == 2 and left and arguments[0] not in WITHOUT_HOST:
        wrong.append(f'{" ".join(arguments)} {more}: left {sorted(left)}')
    for name in left:
        (shutil.rmtree if os.path.isdir(name) else os.unlink)(name)
    return done.returncode, done.stderr, time.monotonic() - begin


def reaches(option, arguments, value):
    code, said, seconds = run(arguments, f'{option}={value}')
    sentence = said.strip().split(b'\n')[-1]
    if code != 2 or option.encode() not in sentence or not sentence.startswith(b'tt-replay: '):
        wrong.append(f'{" ".join(arguments)} {option}={value}: exit {code}, {said[-200:]!r}')
    if option == '--max-time' and seconds > 30:
        wrong.append(f'{" ".join(arguments)}: {seconds:.0f} s instead of {value}')


def prepare():
    verbs.prepare(TOOL, ROOT)
    for bomb in ['findings_many', 'program_loops', 'packs_unknown', 'symbols_names']:
        subprocess.run([MAKE, bomb, SEED, bomb + '.ttcap'], check=True)


def full_disk():
    """A replay of minutes whose database cannot be written ends when that is known, and not at its end."""
    def full():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    done = subprocess.run([TOOL, 'replay', 'program_loops.ttcap', '--order=program', '-o', 'x.db', '--max-disk=0', '--max-time=60'],
                          capture_output=True, check=False, preexec_fn=full)
    if done.returncode != 2 or b'x.db: cannot be written: File too large' not in done.stderr or os.path.exists('x.db'):
        wrong.append(f'a full disk: exit {done.returncode}, {done.stderr[-300:]!r}')


def batch_goes_on():
    """What is too large for one capture of a batch is trouble of that capture, and the others have their verdicts."""
    os.mkdir('many')
    shutil.copy(SEED, 'many/seed.ttcap')
    shutil.copy('packs_unknown.ttcap', 'many')
    done = subprocess.run([TOOL, 'batch', 'many', '-o', 'x.db', '--keep=k', '--max-disk=1', '--json'], capture_output=True, check=False)
    said = json.loads(done.stdout or b'{}')
    reasons = ' '.join(str(cause.get('cause')) for cause in said.get('causes', []))
    if done.returncode != 2 or not os.path.exists('x.db') or 'of --max-disk is' not in reasons or said['verdicts']['same'] != 1:
        wrong.append(f'batch --max-disk=1: exit {done.returncode}, {done.stdout[-300:]!r}, {done.stderr[-300:]!r}')


def small_stack():
    """A stack that is too small is said, or made larger where that is allowed; nothing crashes."""
    for kib, hard in [(64, True), (64, False), (2048, True)]:
        for arguments in [['info', 'kernel.ttcap'], ['replay', 'kernel.ttcap', '-o', 'x.db'], ['schedules', 'kernel.ttcap', '--budget=2']]:
            limits = (kib << 10, kib << 10 if hard else resource.RLIM_INFINITY)
            done = subprocess.run([TOOL, *arguments], capture_output=True, check=False,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, limits))
            is_refused = done.returncode == 2 and b'the stack is limited to 64 KiB' in done.stderr
            if is_refused != (kib == 64 and hard) or done.returncode < 0:
                wrong.append(f'{" ".join(arguments)}, a stack of {kib} KiB: exit {done.returncode}, {done.stderr[:100]!r}')
            if os.path.exists('x.db'):
                os.unlink('x.db')


def main():
    scratch = tempfile.mkdtemp(prefix='tt-replay-limits.')
    try:
        os.chdir(scratch)
        prepare()
        for command in verbs.usual():
            arguments = command.arguments()
            # Without a limit all is well: what is reached below is the limit.
            code, said, _ = run(arguments, '--max-memory=0', '--max-disk=0', '--max-time=0')
            if (code == 2) != (arguments[0] in WITHOUT_HOST):
                wrong.append(f'{" ".join(arguments)}: {said[:200]!r}')
            if not IS_SANITIZED and arguments[0] not in FIT | WITHOUT_HOST:
                reaches('--max-memory', arguments, 1)
            code, said, _ = run(arguments, '--max-time=soon')
            if code != 2 or b"--max-time 'soon' is not a number" not in said:
                wrong.append(f'{" ".join(arguments)} --max-time=soon: exit {code}, {said[:200]!r}')
        if not IS_SANITIZED:
            reaches('--max-memory', ['dump', 'symbols_names.ttcap'], 32)
        if not IS_SANITIZED:
            small_stack()
        for arguments in SLOW:
            reaches('--max-time', arguments, 1)
        for arguments in LARGE:
            reaches('--max-disk', arguments, 1)
        full_disk()
        batch_goes_on()
    finally:
        os.chdir('/')
        subprocess.run(['chmod', '-R', 'u+w', scratch], check=False)
        shutil.rmtree(scratch, ignore_errors=True)
    for line in wrong:
        print(line)
    print(f'{tried} runs against limits, {len(wrong)} wrong')
    sys.exit(1 if wrong or tried < 40 else 0)


main()
