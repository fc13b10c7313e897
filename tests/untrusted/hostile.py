# SPDX-License-Identifier: Apache-2.0
"""What no verb may wait for, believe or be filled by: pipes, devices, sockets, files of the kernel, loops of links, sparse
files, text that is nested, doubled, no text at all, in the place of every file that any verb reads (verbs.py), and of
files in the folders that it reads. Each run ends in 5 s of processor time and 512 MiB, by an exit status that it says, one
sentence that names the file where it refuses, and nothing left behind.

    python3 tests/untrusted/hostile.py build/fast/src/cli/tt-replay . [sanitized]"""
import os
import shutil
import socket
import subprocess
import sys
import tempfile

import verbs

TOOL, ROOT = (os.path.abspath(argument) for argument in sys.argv[1:3])
IS_SANITIZED = sys.argv[3:] == ['sanitized']
SECONDS, BYTES, SENTENCE = 60 if IS_SANITIZED else 5, 512 << 20, 4096
FILES_OF_A_FOLDER = 4
wrong = []
tried = 0

TEXTS = {
    'nothing': b'',
    'zeros': bytes(4096),
    'nested': b'[' * 100000,
    'objects': b'{"a":' * 100000,
    'doubled': b'{"version":1,"version":1,"tt_replay_profile":1,"tt_replay_profile":1}',
    'digits': b'{"version":' + b'9' * 400 + b',"tt_replay_probe":' + b'9' * 400 + b'}',
    'exponent': b'{"version":1e' + b'9' * 400 + b'}',
    'nul': b'{"version":1,"name":"a\\u0000b","tt_replay_profile\\u0000":1}',
    'raw_nul': b'{"version":1,\x00"name":"a"}\n',
    'no_utf8': b'{"version":1,"name":"\xff\xfe\xc3(\xed\xa0\x80"}',
    'bidi': '{"version":1,"\u202eeman":"\u2066x\u2069","tt_replay_answers":1}'.encode(),
    'escapes': b'\x1b]0;owned\x07\x1b[2J\rSAME  all bytes\n',
    'long_line': b'x' * (4 << 20),
    'database': b'SQLite format 3\x00' + b'\xff' * 4096,
    'capture': b'TTCAP\x00' + b'\xff' * 4096,
    'elf': b'\x7fELF\x01\x01\x01' + b'\xff' * 512,
}


def make_special():
    os.mkdir('special')
    os.mkfifo('special/fifo')
    socket.socket(socket.AF_UNIX).bind('special/socket')
    os.symlink('loop', 'special/loop')
    os.symlink('nowhere', 'special/dangling')
    os.symlink('/dev/zero', 'special/link_to_a_device')
    os.mkdir('special/folder')
    with open('special/sparse', 'wb') as file:
        file.truncate(1 << 40)
    found = ['special/' + name for name in sorted(os.listdir('special'))]
    kernel = ['/dev/zero', '/dev/full', '/dev/random', '/dev/tty', '/proc/self/mem', '/proc/self/fd/0', '/proc/self/environ',
              '/proc/kmsg', '/proc/kcore', '/sys/kernel/notes']
    return found + [name for name in kernel if os.path.exists(name)] + ['special/' + 'n' * 300, 'p/' * 3000, 'special/sparse/x']


def run(what, arguments, named, must_refuse):
    global tried
    tried += 1
    before = set(os.listdir('.'))
    with open('said', 'wb') as error, open('output', 'wb') as output:
        process = subprocess.Popen([TOOL, *arguments, '--max-time=20'], stdin=subprocess.DEVNULL, stdout=output, stderr=error)
        _, status, usage = os.wait4(process.pid, 0)
    code = process.returncode = os.waitstatus_to_exitcode(status)
    with open('said', 'rb') as error:
        said = error.read()
    if b'--max-time' in said:
        wrong.append(f'{what}: waits')
    seconds = usage.ru_utime + usage.ru_stime
    if code not in (0, 1, 2, 3) or (must_refuse and code != 2):
        wrong.append(f'{what}: exit {code}: {said[:200]!r}')
    # Of `verify` and `batch` the report says it.
    if code == 2 and arguments[0] not in ('verify', 'batch', 'conform') and not said.startswith(b'tt-replay'):
        wrong.append(f'{what}: no sentence: {said[:200]!r}')
    if code == 2 and said.startswith(b'tt-replay: ') and named and not any(os.path.basename(name).encode() in said for name in (named, os.path.realpath(named))):
        wrong.append(f'{what}: does not name {named}: {said[:200]!r}')
    if len(said) > SENTENCE or any(byte < 32 and byte != 10 for byte in said):
        wrong.append(f'{what}: {len(said)} bytes: {said[:200]!r}')
    if seconds > SECONDS or (not IS_SANITIZED and usage.ru_maxrss * 1024 > BYTES):
        wrong.append(f'{what}: {seconds:.1f} s, {usage.ru_maxrss >> 10} MiB')
    left = set(os.listdir('.')) - before - {'said', 'output'}
    if code == 2 and arguments[0] not in ('batch', 'farm') and left:
        wrong.append(f'{what}: left {sorted(left)}')
    for name in left:
        (shutil.rmtree if os.path.isdir(name) and not os.path.islink(name) else os.unlink)(name)


def outputs(command):
    return {'>' + name: 'new_' + name.rstrip('/') for name in command.writes}


def instead_of_a_file(command, name, special):
    for path in special:
        arguments = command.arguments({**outputs(command), name: path})
        is_folder = path == 'special/folder' # a folder is a bundle to some
        # What the kernel has as a regular file may be read as one.
        is_file = path.startswith(('/proc', '/sys'))
        is_named = len(path) <= 200 and not is_file and command.verb != 'record' # whose device no host opens here
        run(f'{command} with {path[:60]}', arguments, path if is_named else None, not is_folder and not is_file)
    for key in TEXTS:
        run(f'{command} with {key}', command.arguments({**outputs(command), name: f'texts/{key}'}), None, False)


def files_in(folder):
    """One of each ending, the manifest first."""
    found = {}
    for where, _, inside in sorted(os.walk(folder)):
        for one in sorted(inside, key=lambda one: (not one.endswith('.json'), one)):
            found.setdefault(os.path.splitext(one)[1], os.path.relpath(os.path.join(where, one), folder))
    return sorted(found.values(), key=lambda one: not one.endswith('.json'))[:FILES_OF_A_FOLDER]


def in_a_folder(command, name):
    """A folder in which one file is something else."""
    folder = name.rstrip('/')
    for inside in files_in(folder):
        for other in ['special/fifo', 'special/sparse', '/dev/zero', '/etc/hostname', *['texts/' + key for key in TEXTS]]:
            if other == 'special/sparse' and inside.endswith('.ttcap'):
                continue # all of a capture counts for a batch: a terabyte takes as long as a terabyte takes
            shutil.copytree(folder, 'changed', symlinks=True)
            target = os.path.join('changed', inside)
            os.unlink(target)
            if other.startswith('texts/'):
                shutil.copyfile(other, target)
            elif other == 'special/fifo':
                os.mkfifo(target)
            else:
                os.symlink(os.path.abspath(other), target)
            run(f'{command} with {inside}: {other}', command.arguments({**outputs(command), name: 'changed'}), None, False)
            shutil.rmtree('changed')


def places():
    """Each file that a verb reads by an option, or by none, once."""
    found = {}
    for command in verbs.COMMANDS:
        for word in command.words:
            for is_out, name in verbs.NAME.findall(word):
                if not is_out:
                    found.setdefault((command.verb, command.words[1] if command.verb == 'farm' else '', word.split('{')[0],
                                      name.endswith('/')), (command, name))
    return found.values()


def put_build():
    """A folder of programs that run, in place of one whose firmware is refused before any other file is read."""
    cache = verbs.prepare_cache(TOOL, ROOT)
    if cache:
        shutil.copy('build/launch.json', cache)
        shutil.rmtree('build')
        os.rename(cache, 'build')
        shutil.rmtree('cache')
    return cache is not None


def main():
    scratch = tempfile.mkdtemp(prefix='tt-replay-hostile.')
    try:
        os.chdir(scratch)
        verbs.prepare(TOOL, ROOT)
        is_run = put_build()
        special = make_special()
        os.mkdir('texts')
        for key, content in TEXTS.items():
            with open('texts/' + key, 'wb') as out:
                out.write(content)
        for command, name in places():
            if '--dram' in str(command) and not is_run:
                print('--dram is left out: no compiler for the cores')
            elif name.endswith('/'):
                in_a_folder(command, name)
            else:
                instead_of_a_file(command, name, special)
    finally:
        os.chdir('/')
        shutil.rmtree(scratch, ignore_errors=True)
    for line in wrong:
        print(line[:400])
    print(f'{tried} runs over hostile files, {len(wrong)} wrong')
    sys.exit(1 if wrong or tried < 1000 else 0)


main()
