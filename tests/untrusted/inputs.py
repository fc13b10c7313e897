# SPDX-License-Identifier: Apache-2.0
"""Inputs are never outputs: every verb that writes (verbs.py), each of its outputs, each file that it reads, in folders,
too, by its own path, by a hard link and by a symbolic link, with --force where the verb has it. Each must be refused with
exit 2, and every file that was there is afterwards what it was.

    python3 tests/untrusted/inputs.py build/fast/src/cli/tt-replay ."""
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

import verbs

TOOL, ROOT = (os.path.abspath(argument) for argument in sys.argv[1:3])
FILES_OF_A_FOLDER = 8
# Or the name is none for what is written, or what is there is nothing that the verb would replace.
REFUSED = (b': this is the input; ', b': the name of a ', b': the file exists and is no JUnit file', b': has no relocations', b': no chip has its data')
wrong = []
tried = 0


def files_of(name):
    """The file; of a folder one of each ending and folder, which are read alike."""
    if not os.path.isdir(name):
        return [name]
    found = {}
    for folder, _, inside in sorted(os.walk(name)):
        for one in sorted(inside):
            found.setdefault((folder, os.path.splitext(one)[1]), os.path.join(folder, one))
    return list(found.values())[:FILES_OF_A_FOLDER]


def state():
    """What every file is, by its name; a file that is changed or replaced has another time or number."""
    found = {}
    for folder, _, inside in os.walk('.'):
        for one in inside:
            path = os.path.join(folder, one)
            there = os.lstat(path)
            found[path] = there.st_ino, there.st_size, there.st_mtime_ns
    return found


def content():
    found = {}
    for path in state():
        with open(path, 'rb') as file:
            found[path] = hashlib.sha256(file.read()).hexdigest()
    return found


def clean(before):
    if os.path.islink('link_soft'):
        os.unlink('link_soft')
    for path in state():
        if path not in before:
            os.unlink(path)
    for folder, _, _ in os.walk('.', topdown=False):
        if not os.listdir(folder):
            os.rmdir(folder)


def named(target, way):
    """Another name of a file or folder."""
    if way == 'path':
        return target
    link = 'link_' + way
    if way == 'hard':
        os.link(target, link)
    else:
        os.symlink(target, link)
    return link


def one(command, output, target, way, force):
    """An output that is an input. Whether what is there stayed as it was is asked each time."""
    global tried
    tried += 1
    before = state()
    out = named(target, way)
    arguments = command.arguments({'>' + name: out if name == output else 'new_' + name.rstrip('/') for name in command.writes})
    done = subprocess.run([TOOL, *arguments, *force], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    what = f'{" ".join(arguments + force)} ({out} is {target})'
    is_refused = done.returncode == 2 and any(sentence in done.stderr for sentence in REFUSED)
    if done.returncode < 0 or not (is_refused or output.endswith('/')):
        wrong.append(f'{what}: exit {done.returncode}: {done.stderr[:200]!r}')
    after = state()
    for path, was in before.items():
        if after.get(path) != was:
            wrong.append(f'{what}: {path} is another')
    clean(before)


def options_of(command):
    words = command.words[:2] if command.verb == 'farm' else command.words[:1]
    return ['--force'] if '--force' in verbs.printed(TOOL, *words) else []


def all_of(command):
    force = options_of(command)
    for output in command.writes:
        for read in command.reads + [verbs.BEHIND[name] for name in command.reads if name in verbs.BEHIND]:
            is_folder = output.endswith('/')
            for target in [read.rstrip('/')] if is_folder and read.endswith('/') else files_of(read):
                for way in ('path', 'soft') if os.path.isdir(target) else ('path', 'hard', 'soft'):
                    one(command, output, target, way, force)


def main():
    scratch = tempfile.mkdtemp(prefix='tt-replay-inputs.')
    try:
        os.chdir(scratch)
        verbs.prepare(TOOL, ROOT)
        before = content()
        for command in verbs.COMMANDS:
            all_of(command)
        if content() != before:
            wrong.append('a file is another than it was')
    finally:
        os.chdir('/')
        shutil.rmtree(scratch, ignore_errors=True)
    for line in wrong:
        print(line)
    print(f'{tried} outputs that are inputs, {len(wrong)} wrong')
    sys.exit(1 if wrong or tried < 200 else 0)


main()
