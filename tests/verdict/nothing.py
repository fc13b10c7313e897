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
UNREAD = 'a host that read nothing'
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
    ('farm', EARLY, 'farm merge early_farm -o early_merged.db'),
    ('precision', 'no output', 'precision empty/case.ttcap'),
    ('precision', 'no output', 'precision empty/case.ttcap --expect exact:exp'),
    ('precision', 'no output', 'precision empty.db'),
    ('run', UNREAD, 'run --arch wormhole_b0 --wire unread.wire'),
    ('replay', UNREAD, 'replay unread'),
    ('explain', UNREAD, 'explain unread'),
    ('diff', UNREAD, 'diff unread'),
    ('bisect', UNREAD, 'bisect unread'),
    ('explain', 'a bundle whose end holds no byte', 'explain empty_bundle'),
    ('probe', 'no experiment', 'probe questions --read=answers.json'),
    ('fuzz', 'another build that computes nothing', 'fuzz --against exe:/bin/true --count 8'),
    ('fuzz', 'another build that reports nothing', 'fuzz --against exe:/bin/true --reports --count 8'),
    ('fuzz', 'a command that leaves no end', 'fuzz --against cmd:"sh lie.sh {out} begin # {bundle}" --count 8'),
    ('fuzz', 'a command that leaves an empty end', 'fuzz --against cmd:"sh lie.sh {out} begin end # {bundle}" --count 8'),
]
# Nothing was given that could be compared: refused, exit status 2.
REFUSED = [
    ('census', 'no pattern', 'census --kernel words --function exp --inputs nothing'),
    ('census', 'no draw', 'census ELWADD --draws 0'),
    ('schedules', 'no pushed word', 'schedules cold/case.ttcap'),
    ('replay', 'a table without a line', 'replay early/case.ttcap --expect-table head.csv'),
    ('diff', 'a table without a line', 'diff early.db --expect-table head.csv'),
    ('replay', 'an array without an element', 'replay early/case.ttcap --expect none.jsonl --at l1:0x1000'),
    ('batch', 'a folder without a capture', 'batch no_captures -o none.db'),
    ('farm', 'a folder without a capture', 'farm plan no_captures -o no_farm'),
]
# These hold a run against no recording: status 3 says that work is unsupported, or that a budget was spent.
OTHERS = {'residue', 'schedules'}
# One tile that runs: lui a0, 1; addi a1, x0, 5; sw a1, 0(a0); j .
UNREAD_WIRE = '''WRITE core=1,1 addr=0xffb121b0 size=4 data=00780400
RESET_ASSERT core=1,1 addr=0x0 size=4 data=00000000
WRITE core=1,1 addr=0x0 size=16 data=37150000930550002320b5006f000000
RESET_DEASSERT core=1,1 addr=0x0 size=4 data=00000000
EXIT core=0,0 addr=0x0 size=4 data=00000000
'''
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


def bundle(name, checkpoints, events='{"i":0,"k":"push","t":0,"w":33554432}\n{"i":1,"k":"exec","t":0,"w":33554432}\n'):
    os.mkdir(f'{name}_bundle')
    with open(f'{name}_bundle/bundle.json', 'w') as file:
        json.dump({'format': 'tensix-dump-bundle', 'version': 1, 'arch': 'blackhole', 'name': name, 'source': {'kind': 'simulator'},
                   'events': 'events.jsonl', 'checkpoints': checkpoints}, file)
    with open(f'{name}_bundle/events.jsonl', 'w') as file:
        file.write(events)
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
    yield bundle('cold', [{'id': 'begin', 'after_event': -1, 'regions': []}, {'id': 'end', 'after_event': -1, 'regions': []}], '')
    yield run('farm plan empty -o farm')
    yield run('farm plan early -o early_farm')
    yield run('farm run early_farm --shard 1/1')
    os.mkdir('no_captures')
    for name, content in (('nothing', ''), ('head.csv', 'expect,at\n'), ('words', 'SFPSTORE lreg_ind=0 instr_mod0=2\n'), ('unread.wire', UNREAD_WIRE)):
        with open(name, 'w') as file:
            file.write(content)
    yield run('import --arch wormhole_b0 --wire unread.wire -o unread')
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
    for verb, what, words in REFUSED:
        text = run(words, (2,))
        wrong += [f'{verb}, {what}: {text}'] if text else []
    wrong += without_a_row()
    print('\n'.join(wrong) or f'{len(ROWS)} rows, no verdict in any; {len(REFUSED)} refused')
    return bool(wrong)


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        status = main()
        os.chdir('/')
    sys.exit(status)
