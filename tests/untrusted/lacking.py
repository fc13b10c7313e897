# SPDX-License-Identifier: Apache-2.0
"""Where the kernel has less than the sandbox wants: --version, --verbose and every verb's JSON say what is missing, and on
a kernel that has all of it nothing does. The older kernel is a filter that answers as one would.

    python3 tests/untrusted/lacking.py build/release/src/cli/tt-replay ."""
import ctypes
import json
import os
import platform
import struct
import subprocess
import sys
import tempfile

import verbs

TOOL, ROOT = (os.path.abspath(argument) for argument in sys.argv[1:3])
# Numbers of prctl, seccomp and landlock_create_ruleset.
CALLS = {'x86_64': (157, 317, 444), 'aarch64': (167, 277, 444)}.get(platform.machine())
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER, ERRNO, ALLOW, EINVAL, ENOSYS = 38, 22, 2, 0x50000, 0x7FFF0000, 22, 38
SENTENCES = {'calls': '(seccomp)', 'files': '(Landlock'}
JSON = [['info', 'kernel.ttcap'], ['dump', 'kernel.ttcap'], ['replay', 'kernel.ttcap'], ['diff', 'run.db'], ['audit', 'run.db', '--lint'],
        ['why', 'run.db', 'l1:0x60010'], ['explain', 'kernel.ttcap', '--budget=3'], ['bisect', 'kernel.ttcap', '--budget=3'], ['sql', 'run.db', 'VALUES(1)'],
        ['schedules', 'kernel.ttcap', '--budget=2'], ['residue', 'kernel.ttcap', '--budget=3'], ['precision', 'kernel.ttcap'], ['conform', 'kernel.ttcap'],
        ['batch', 'captures', '-o', 'x.db'], ['farm', 'resume', 'farm'], ['census', 'ELWADD', '--draws=9'], ['errata'], ['asm', 'SETC16'], ['disasm', '0x41000001'],
        ['config', 'run.db'], ['run', '--arch=wormhole_b0', '--wire=two_tiles.wire']]
wrong = []


def rule(code, value, yes=0, no=0):
    return struct.pack('HBBI', code, yes, no, value)


def older(*lacks):
    """To be called in the child: from then on the kernel lacks these."""
    prctl, seccomp, landlock = CALLS
    load, equals, gives = 0x20, 0x15, 0x06
    code = [rule(load, 0)]
    if 'files' in lacks:
        code += [rule(equals, landlock, 0, 1), rule(gives, ERRNO | ENOSYS)]
    if 'calls' in lacks:
        code += [rule(equals, seccomp, 0, 1), rule(gives, ERRNO | ENOSYS)]
        code += [rule(equals, prctl, 0, 3), rule(load, 16), rule(equals, PR_SET_SECCOMP, 0, 1), rule(gives, ERRNO | EINVAL)]
    code.append(rule(gives, ALLOW))
    text = ctypes.create_string_buffer(b''.join(code))
    program = ctypes.create_string_buffer(struct.pack('HP', len(code), ctypes.addressof(text)))
    libc = ctypes.CDLL(None, use_errno=True)

    def enter():
        assert text # which the program points to
        if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(PR_SET_SECCOMP, FILTER, program, 0, 0):
            os._exit(99)
    return enter


def run(listed, enter=None):
    return subprocess.run([TOOL, *listed], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, preexec_fn=enter)


def hold(lacks, enter):
    names = ', '.join(lacks)
    version, said = run(['--version'], enter).stdout, run(['info', '--verbose', 'kernel.ttcap'], enter)
    for name, sentence in SENTENCES.items():
        if (sentence in version) != (name in lacks) or (sentence in said.stderr) != (name in lacks):
            wrong.append(f'{lacks}: {name}: {version} {said.stderr}')
        if (f'{name} open' in said.stderr) != (name in lacks) or said.returncode:
            wrong.append(f'{lacks}: {name}: exit {said.returncode}: {said.stderr}')
    for listed in JSON:
        done = run([*listed, '--json'], enter)
        if os.path.exists('x.db'):
            os.unlink('x.db')
        try:
            found = json.loads(done.stdout).get('sandbox_lacks', '')
        except ValueError:
            found = f'no JSON: {done.stderr[-200:]}'
        if found != names:
            wrong.append(f'{lacks}: {" ".join(listed)}: exit {done.returncode}: {found!r}')


def main():
    if not CALLS or run(['--version']).stdout.count('\n') > 1:
        print('skipped: this machine lacks of the sandbox already, or its calls have other numbers')
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        verbs.prepare(TOOL, ROOT)
        hold((), None)
        for lacks in (('calls',), ('files',), ('calls', 'files')):
            hold(lacks, older(*lacks))
        os.chdir('/')
    for line in wrong:
        print(line)
    print(f'{len(JSON)} verbs on four kernels, {len(wrong)} wrong')
    return 1 if wrong else 0


sys.exit(main())
