# SPDX-License-Identifier: Apache-2.0
"""Nothing was compared: every verb that has a verdict says that it has none, exit status 3.

    python3 tests/verdict/nothing.py build/release/src/cli/tt-replay

A verb whose --help names status 3 and that has no row here is a failure."""
import json
import os
import re
import subprocess
import sys
import tempfile

TOOL = os.path.abspath(sys.argv[1])
EMPTY = 'end without a byte'
EARLY = 'checkpoints before the first word'
# Verb; what is nothing; the words.
ROWS = [
    ('replay', EMPTY, 'replay empty/case.ttcap'),
    ('replay', EMPTY, 'replay empty/case.ttcap --order program'),
    ('replay', EARLY, 'replay early/case.ttcap'),
    ('diff', EMPTY, 'diff empty.db'),
    ('diff', EARLY, 'diff early.db'),
    ('explain', EMPTY, 'explain empty/case.ttcap'),
    ('explain', EARLY, 'explain early.db'),
    ('bisect', EMPTY, 'bisect empty/case.ttcap --budget=9'),
    ('batch', EMPTY, 'batch empty -o empty_batch.db'),
    ('batch', EARLY, 'batch early -o early_batch.db'),
    ('farm', EMPTY, 'farm merge farm -o merged.db'),
    ('conform', EMPTY, 'conform empty/case.ttcap'),
    ('conform', EARLY, 'conform early/case.ttcap'),
    ('conform', 'no test', 'conform none.jsonl'),
    ('probe', 'no experiment', 'probe questions --read=answers.json'),
    ('fuzz', 'another build that computes nothing', 'fuzz --against exe:/bin/true --count 8'),
    ('fuzz', 'another build that reports nothing', 'fuzz --against exe:/bin/true --reports --count 8'),
    ('fuzz', 'a command that leaves no end', 'fuzz --against cmd:"sh lie.sh {out} begin # {bundle}" --count 8'),
    ('fuzz', 'a command that leaves an empty end', 'fuzz --against cmd:"sh lie.sh {out} begin end # {bundle}" --count 8'),
]
# These hold a run against no recording: status 3 says that work is unsupported, or that a budget was spent.
OTHERS = {'precision', 'residue', 'run', 'schedules'}
LIE = '''mkdir -p "$1"
out=$1/bundle.json; shift
printf '{"format":"tensix-dump-bundle","version":1,"arch":"blackhole","name":"n","source":{"kind":"simulator"},"checkpoints":[' >"$out"
for id; do
    printf '%s{"id":"%s","after_event":-1,"regions":[]}' "$comma" "$id" >>"$out"; comma=,
done
printf ']}' >>"$out"
'''


def run(words, statuses=(0,)):
    done = subprocess.run(f'"$TT_REPLAY" {words}', shell=True, env=dict(os.environ, TT_REPLAY=TOOL), capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    return None if done.returncode in statuses else f'{words}: exit {done.returncode}, not {statuses[0]}\n{done.stdout[-500:]}{done.stderr[-500:]}'


def bundle(name, checkpoints):
    os.mkdir(f'{name}_bundle')
    with open(f'{name}_bundle/bundle.json', 'w') as file:
        json.dump({'format': 'tensix-dump-bundle', 'version': 1, 'arch': 'blackhole', 'name': name, 'source': {'kind': 'simulator'},
                   'events': 'events.jsonl', 'checkpoints': checkpoints}, file)
    with open(f'{name}_bundle/events.jsonl', 'w') as file:
        file.write('{"i":0,"k":"push","t":0,"w":33554432}\n{"i":1,"k":"exec","t":0,"w":33554432}\n')
    with open(f'{name}_bundle/l1', 'wb') as file:
        file.write(bytes(64))
    os.mkdir(name)
    return run(f'import {name}_bundle -o {name}/case.ttcap')


def prepare():
    region = [{'name': 'l1', 'file': 'l1', 'addr': 0x1000}]
    yield bundle('empty', [{'id': 'begin', 'after_event': -1, 'regions': []}, {'id': 'end', 'after_event': 1, 'regions': []}])
    yield bundle('early', [{'id': 'begin', 'after_event': -1, 'regions': region}, {'id': 'later', 'after_event': -1, 'regions': region}])
    yield run('replay empty/case.ttcap -o empty.db', (3,))
    yield run('replay early/case.ttcap -o early.db', (3,))
    yield run('farm plan empty -o farm')
    yield run('farm run farm --shard 1/1')
    yield run('probe -o questions --draws=1')
    yield run('probe questions --emulate answers.json')
    for name, part in (('questions/probe.json', 'experiments'), ('answers.json', 'answers')):
        with open(name) as file:
            content = json.load(file)
        content[part] = []
        with open(name, 'w') as file:
            json.dump(content, file)
    with open('lie.sh', 'w') as file:
        file.write(LIE)
    with open('none.jsonl', 'wb'):
        pass


def without_a_row():
    verbs = re.findall(r'^ +([a-z]+) ', subprocess.run([TOOL, '--help'], capture_output=True, text=True).stdout, re.M)
    for verb in sorted(set(verbs)):
        said = ' '.join(subprocess.run([TOOL, verb, '--help'], capture_output=True, text=True).stdout.split())
        statuses = re.search(r'Exit status: (.*)', said)
        if statuses and re.search(r'\b3 ', statuses.group(1)) and verb not in OTHERS | {row[0] for row in ROWS}:
            yield f'{verb}: --help names status 3, and tests/verdict/nothing.py has no row for it'


def main():
    wrong = [text for text in prepare() if text]
    for verb, what, words in ROWS:
        text = run(words, (3,))
        wrong += [f'{verb}, {what}: {text}'] if text else []
    wrong += without_a_row()
    print('\n'.join(wrong) or f'{len(ROWS)} rows, no verdict in any')
    return bool(wrong)


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        status = main()
        os.chdir('/')
    sys.exit(status)
