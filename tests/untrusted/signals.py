# SPDX-License-Identifier: Apache-2.0
"""Verbs that run other programs, at a signal: no file is left, and no program that they began.

    python3 tests/untrusted/signals.py build/release/src/cli/tt-replay ."""
import os
import signal
import subprocess
import sys
import tempfile
import time

TOOL, ROOT = (os.path.abspath(argument) for argument in sys.argv[1:3])
CAPTURE = os.path.join(ROOT, 'traces/kernels/relu_m1_t0_f16b_f16b_f32_f16_acc_nice.ttcap')
PATIENCE = 20
# The words; a text in the command lines of what they run, where that goes on for ever.
CASES = [(['fuzz', '--against', f'exe:{TOOL}', '--count', '1000000'], None),
         (['fuzz', '--against', 'exe:./silent', '--count', '3'], 'sleep 3071'),
         (['fuzz', '--against', 'cmd:mkdir {out}; touch {out}/a; sleep 3072; echo {bundle}', '--count', '3'], 'sleep 3072'),
         (['reduce', CAPTURE, '--check', 'sleep 3073 # {}', '-o', 'reduced.ttcap'], 'sleep 3073'),
         (['fuzz', '--against', 'variant:simulator', '--unit', 'pack', '--count', '1000000'], None)]


def running(text):
    for process in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{process}/cmdline', 'rb') as file:
                words = file.read().replace(b'\0', b' ').strip().decode(errors='replace')
        except OSError:
            continue
        if words == text:
            yield int(process)


def wait_for(condition):
    end = time.time() + PATIENCE
    while not condition() and time.time() < end:
        time.sleep(0.05)
    return condition()


def one(number, words, program):
    """What is wrong."""
    os.mkdir('scratch')
    process = subprocess.Popen([TOOL, *words], env=dict(os.environ, TMPDIR=os.path.abspath('scratch')), stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    wait_for(lambda: any(running(program)) if program else os.listdir('scratch'))
    process.send_signal(number)
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        yield 'it did not end'
    if program and wait_for(lambda: not any(running(program))) is False:
        yield f'{program} goes on'
        for left in running(program):
            os.kill(left, signal.SIGKILL)
    if os.listdir('scratch'):
        yield f'files are left: {os.listdir("scratch")}'
        subprocess.run(['rm', '-rf', 'scratch/x', *(f'scratch/{name}' for name in os.listdir('scratch'))], check=True)
    os.rmdir('scratch')


def main():
    failed = False
    with open('silent', 'w') as file:
        file.write('#!/bin/sh\nexec >&- 2>&-\nsleep 3071\n')
    os.chmod('silent', 0o755)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        for words, program in CASES:
            for wrong in one(number, words, program):
                print(f'{number.name}: {" ".join(words)}: {wrong}')
                failed = True
    return failed


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        status = main()
        os.chdir('/')
    sys.exit(status)
