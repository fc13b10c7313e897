# SPDX-License-Identifier: Apache-2.0
"""Names that a terminal would obey, through every verb: nothing but newline, tab and what may be shown comes out.

    python3 tests/untrusted/names.py build/fast/src/cli/tt-replay .

A bundle, its checkpoints, marks, tags and description, its file names, the capture, the run and an ELF symbol carry each
control character of the classes (below U+0020, U+007F to U+009F, the controls of direction, the separators of lines, bytes that are no
UTF-8). Each verb's standard output and standard error are looked at byte by byte, as text, as JSON and as a page; a
verb that prints a verdict prints it in a line of its own, not in one that a name began."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import verbs

TOOL, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
CLASSES = ([*range(1, 0x20)] + [*range(0x7F, 0xA0)] + [0x61C, 0x200E, 0x200F]
           + [*range(0x2028, 0x202F)] + [*range(0x2066, 0x206A)])
BAD = {chr(c) for c in CLASSES} - {'\n', '\t'}
FORGED = 'SAME  all 151586 known bytes'
wrong = []
seen = 0
seen_verbs = set()


def look(what, output):
    """Standard output or standard error of a verb."""
    global seen
    seen += 1
    try:
        text = output.decode('utf-8')
    except UnicodeDecodeError as error:
        wrong.append(f'{what}: {error}')
        return
    found = sorted({f'U+{ord(c):04X}' for c in text if c in BAD})
    if found:
        wrong.append(f'{what}: {" ".join(found[:8])}')
    if any(line.startswith(FORGED) for line in text.split('\n')):
        wrong.append(f'{what}: a name forged a verdict')


def run(*arguments):
    seen_verbs.add(arguments[0])
    done = subprocess.run([TOOL, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
    what = ascii(' '.join(a if isinstance(a, str) else repr(a) for a in arguments))[:150]
    if done.returncode < 0 or done.returncode > 3:
        wrong.append(f'{what}: exit {done.returncode}')
    look(what + ' (output)', done.stdout)
    look(what + ' (error)', done.stderr)
    return done


def bundle_named(name, where):
    """A copy of the small bundle in which everything that has a name has this one."""
    shutil.copytree(os.path.join(ROOT, 'tests/cli/fixtures/packed'), where)
    path = os.path.join(where, 'bundle.json')
    subprocess.run(['chmod', '-R', 'u+w', where], check=True)
    with open(path, encoding='utf-8') as file:
        manifest = json.load(file)
    manifest.update(name=name, description=name, tags=[name])
    for checkpoint in manifest['checkpoints']:
        if checkpoint['id'] not in ('begin', 'end'):
            checkpoint['id'] = name
    checkpoint['id'] = 'end ' + name
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(manifest, file)


def packet(text):
    return f'${text}#{sum(text.encode()) % 256:02x}'


def debug_gdb(capture, name):
    """What gdb would print: every line that `monitor` answers, and the name of every thread."""
    words = ['where', 'pipe', 'diff', 'diff ' + name, 'goto mark:' + name, 'goto end', 'next-difference', 'why l1:0x60012', 'audit',
             'config', 'dump', name, 'help']
    lines = [packet('qRcmd,' + word.encode(errors='surrogateescape')[:500].hex()) for word in words]
    lines += [packet(f'qThreadExtraInfo,{thread}') for thread in range(1, 9)] + [packet('qXfer:threads:read::0,1000'), packet('k')]
    seen_verbs.add('debug')
    done = subprocess.run([TOOL, 'debug', '--gdb=-', capture], input='+'.join(lines).encode(), capture_output=True, timeout=120, check=False)
    answers = re.findall(rb'\$(O?)([0-9a-f]*)#', done.stdout)
    shown = b''.join(bytes.fromhex(hexes.decode()) for is_output, hexes in answers if len(hexes) % 2 == 0)
    if done.returncode != 0 or len(shown) < 500:
        wrong.append(f'{ascii(name)}: debug --gdb: exit {done.returncode}, {len(shown)} bytes: {done.stderr[:200]!r}')
    look(f'debug --gdb {ascii(name)}', shown)


def texts_of(value):
    if isinstance(value, dict):
        for member in value.values():
            yield from texts_of(member)
    elif isinstance(value, list):
        for member in value:
            yield from texts_of(member)
    elif isinstance(value, str):
        yield value


def debug_editor(capture, name):
    """Each text of each answer to an editor."""
    requests = [('initialize', {}), ('launch', {'program': capture}), ('configurationDone', {}), ('threads', {})]
    requests += [('evaluate', {'expression': word, 'context': 'repl'}) for word in ['where', 'diff', 'diff ' + name, 'pipe', name]]
    requests += [('stackTrace', {'threadId': 1}), ('loadedSources', {}), ('disconnect', {})]
    bodies = [json.dumps({'seq': seq, 'type': 'request', 'command': command, 'arguments': arguments}).encode()
              for seq, (command, arguments) in enumerate(requests, 1)]
    done = subprocess.run([TOOL, 'debug', '--dap'], input=b''.join(b'Content-Length: %d\r\n\r\n%s' % (len(body), body) for body in bodies),
                          capture_output=True, timeout=120, check=False)
    rest, messages = done.stdout, 0
    while rest:
        head, _, rest = rest.partition(b'\r\n\r\n')
        count = int(head.split()[-1])
        for text in texts_of(json.loads(rest[:count])):
            look(f'debug --dap {ascii(name)}', text.encode())
        rest, messages = rest[count:], messages + 1
    if done.returncode != 0 or messages < len(requests):
        wrong.append(f'{ascii(name)}: debug --dap: exit {done.returncode}, {messages} messages: {done.stderr[:200]!r}')


def try_name(name, index):
    folder = f'n{index}'
    os.mkdir(folder)
    os.chdir(folder)
    file_name = name.replace('/', '_').replace('\0', '')[:60]
    bundle_named(name, 'bundle')
    # What is wrong with it stands beside its name: one byte of what the device held.
    with open('bundle/end/l1_05ffc0.bin', 'r+b') as file:
        file.seek(0x52)
        file.write(b'A')
    capture, database = file_name + '.ttcap', file_name + '.db'
    run('import', 'bundle', '-o', capture)
    if not os.path.exists(capture):
        wrong.append(f'{ascii(name)}: no capture')
        os.chdir('..')
        return
    os.mkdir('many')
    shutil.copy(capture, os.path.join('many', capture))
    for verb in ['info', 'dump', 'verify']:
        run(verb, capture)
        run(verb, capture, '--json')
    run('replay', capture, '-o', database)
    for arguments in [['diff'], ['audit', '--lint'], ['why', 'l1:0x60012'], ['config', '--from', 'start', '--to', 'end'],
                      ['config', '--from', 'mark:' + name, '--to', name]]:
        run(arguments[0], database, *arguments[1:])
        run(arguments[0], database, *arguments[1:], '--json')
    run('bisect', capture, '--budget', '60')
    run('bisect', capture, '--json', '--budget', '60')
    run('residue', capture, '--budget', '60', '--all')
    run('residue', capture, '--json', '--budget', '60')
    run('schedules', capture, '--limit', '2')
    run('precision', capture)
    run('precision', database, '--json')
    run('conform', capture)
    run('conform', 'bundle', '--json')
    run('export', database, '--timeline', '-o', file_name + '.vcd')
    run('report', database, '-o', 'page.html')
    run('batch', 'many', '-o', 'all.db', '--report', 'all.html', '--causes', '60')
    run('batch', 'many', '-o', 'all.db', '--json', '--causes', '60')
    run('farm', 'plan', 'many', '-N', '2', '--causes', '60', '-o', 'farm ' + file_name)
    run('farm', 'run', 'farm ' + file_name, '--shard', '1/1')
    run('farm', 'merge', 'farm ' + file_name, '-o', 'merged.db')
    debug_gdb(capture, name)
    debug_editor(capture, name)
    run('reduce', capture, '--check', 'false {}', '-o', 'small.ttcap')
    # Refusals name what they were given.
    for arguments in [['replay', name], ['diff', name], [name], ['diff', database, '--' + name], ['diff', database, '--waivers', name],
                      ['why', database, name], ['replay', capture, '-o', 'x.db', '--set', name + '=1'],
                      ['replay', capture, '-o', 'x.db', '--variant', name], ['import', name, '-o', 'x.ttcap'],
                      ['audit', database, '--insn', name],
                      ['debug', '--gdb=-', name], ['probe', name, '--read', name], ['probe', '-o', 'q', '--chip', name], ['errata', '--' + name],
                      ['explain', name], ['explain', database, '--tile', name], ['sql', database, name], ['sql', name, 'SELECT 1'],
                      ['record', '-o', 'x', '--', name], ['serve', '--arch', 'blackhole', '-o', 'x', name], ['mcp', '--root', name], ['mcp', name],
                      ['asm', name], ['asm', 'PACR ' + name], ['asm', 'PACR last=' + name], ['disasm', name],
                      ['census', name], ['census', 'ELWADD', '--profile', name], ['run', '--arch', 'blackhole', '--elf', 't0=' + name],
                      ['conform', name], ['fuzz', '--against', name], ['fuzz', '--against', 'variant:' + name], ['fuzz', '--serve', name],
                      ['precision', name], ['precision', capture, '--without', name], ['batch', name, '-o', 'x.db']]:
        run(*arguments)
    for page in ['page.html', 'all.html']:
        if os.path.exists(page):
            with open(page, 'rb') as file:
                look(f'{ascii(name)}: {page}', file.read().replace(b'\r', b''))
    os.chdir('..')


def main():
    scratch = tempfile.mkdtemp(prefix='tt-replay-names.')
    try:
        os.chdir(scratch)
        os.environ['LC_ALL'] = 'C.UTF-8'
        # All of a class in one name, so that each verb runs a handful of times and not a hundred.
        names = [''.join(chr(c) for c in CLASSES if c < 0x20),
                 ''.join(chr(c) for c in CLASSES if 0x20 <= c < 0xA0),
                 ''.join(chr(c) for c in CLASSES if c >= 0xA0),
                 'x\x1b[2K\r\n' + FORGED,
                 '\n' + FORGED,
                 '\u202e' + FORGED[::-1]]
        for index, name in enumerate(names):
            try_name(name, index)
        # Bytes that are no UTF-8 can stand in names of files alone.
        raw = os.fsdecode(b'raw\x9b\xff\xc3.ttcap')
        shutil.copy(os.path.join(ROOT, 'traces/kernels/datacopy_u16_rand.ttcap'), raw)
        run('info', raw)
        run('replay', raw, '-o', raw + '.db')
        run('diff', raw + '.db')
        run('diff', raw + '.db', '--json')
        run('replay', raw + 'absent')
    finally:
        os.chdir('/')
        shutil.rmtree(scratch, ignore_errors=True)
    for verb in sorted(set(verbs.verbs_of(TOOL)) - seen_verbs):
        wrong.append(f'{verb}: a verb that no name went through')
    for line in wrong[:40]:
        print(line)
    print(f'{seen} outputs looked at, {len(wrong)} wrong')
    sys.exit(1 if wrong or seen < 500 else 0)


main()
