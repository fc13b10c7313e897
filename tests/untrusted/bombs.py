# SPDX-License-Identifier: Apache-2.0
"""Captures that are small and cost much, through the verbs that read them: each ends in time, memory and disk that are
bounded, or is refused with a sentence: by itself, or by the limits that are asked for.

    python3 tests/untrusted/bombs.py build/fast/src/cli/tt-replay . build/fast/tests/untrusted/make_bombs [sanitized]

Sanitizers take memory and time of their own: there the bombs are fewer, and memory is not looked at."""
import os
import resource
import shutil
import subprocess
import sys
import tempfile

TOOL, ROOT, MAKE = (os.path.abspath(argument) for argument in sys.argv[1:4])
SEED = os.path.join(ROOT, 'traces/kernels/relu_m1_t0_f16b_f16b_f32_f16_acc_nice.ttcap')
SECONDS, BYTES, DISK = 1, 512 << 20, 1 << 30
# What a verb does with a name that cannot be read: it says so. The others do not read it.
UNSOUND = {'symbols_unsound', 'lines_unsound'}
NAMED = {'dump', 'replay', 'bisect', 'residue', 'schedules', 'reduce'}
VERBS = [['info'], ['verify'], ['dump', '--events'], ['dump', '--registers'], ['replay', '-o', 'run.db'],
         ['replay', '--order=program', '-o', 'run.db'], ['bisect', '--budget=30'], ['residue', '--budget=30'],
         ['schedules', '--budget=30'],
         ['precision'],
         ['import', '--salvage', '-o', 'again.ttcap'], ['conform']]
BOMBS = ['symbols_names', 'symbols_many', 'symbols_nested', 'symbols_beyond', 'packs_unknown', 'symbols_unsound',
         'lines_unsound', 'lines_deep', 'program_loops', 'checkpoints_many', 'findings_many', 'stores_many']
IS_SANITIZED = sys.argv[4:] == ['sanitized']
if IS_SANITIZED:
    BOMBS = ['symbols_nested', 'packs_unknown', 'symbols_unsound', 'lines_unsound', 'program_loops']
LIMITS = [f'--max-time={SECONDS}', '--max-memory=512', '--max-disk=1024']
wrong = []
tried = 0


def limited():
    resource.setrlimit(resource.RLIMIT_FSIZE, (DISK, DISK))


def disk():
    return sum(os.path.getsize(name) for name in os.listdir('.') if os.path.isfile(name))


def slowness():
    """How much slower than an optimised build: sanitizers, emulators. Time is the processor's, so that other work on the
    machine does not count."""
    subprocess.run([TOOL, 'replay', SEED, '-o', 'slow.db'], check=True, capture_output=True)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    os.unlink('slow.db')
    return max(1.0, (usage.ru_utime + usage.ru_stime) / 0.1)


def one(bomb, arguments, slow):
    global tried
    tried += 1
    what = f'{bomb}: {" ".join(arguments)}'
    os.mkdir('case')
    os.chdir('case')
    with open('output', 'wb') as output, open('error', 'wb') as error:
        process = subprocess.Popen([TOOL, arguments[0], f'../{bomb}.ttcap', *arguments[1:], *LIMITS], stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=error, preexec_fn=limited)
        _, status, usage = os.wait4(process.pid, 0)
    seconds, code = usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status)
    with open('error', 'rb') as error:
        said = error.read()
    is_refused = code == 2 and b'tt-replay: ' in said
    if code < 0 or code > 3:
        wrong.append(f'{what}: exit {code}: {said[:100]!r}')
    if not IS_SANITIZED and usage.ru_maxrss * 1024 > BYTES:
        wrong.append(f'{what}: {usage.ru_maxrss >> 10} MB')
    # The limit of time is wall time, the processor's may be more where two threads are at work.
    if seconds > 2 * SECONDS + slow:
        wrong.append(f'{what}: {seconds:.1f} s')
    if not is_refused and disk() > DISK:
        wrong.append(f'{what}: {disk() >> 20} MB of files')
    if bomb in UNSOUND and arguments[0] in NAMED and arguments[1] != '--registers':
        part = bomb.split('_')[0].encode()
        if not is_refused or part not in said or os.path.exists('run.db'):
            wrong.append(f'{what}: exit {code}, {said[:100]!r}')
    os.chdir('..')
    shutil.rmtree('case')


def main():
    scratch = tempfile.mkdtemp(prefix='tt-replay-bombs.')
    try:
        os.chdir(scratch)
        slow = slowness()
        for bomb in BOMBS:
            subprocess.run([MAKE, bomb, SEED, bomb + '.ttcap'], check=True)
            for arguments in VERBS:
                one(bomb, arguments, slow)
    finally:
        os.chdir('/')
        shutil.rmtree(scratch, ignore_errors=True)
    for line in wrong:
        print(line)
    print(f'{tried} runs over {len(BOMBS)} bombs, {len(wrong)} wrong')
    sys.exit(1 if wrong or tried < 40 else 0)


main()
