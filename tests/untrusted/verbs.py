# SPDX-License-Identifier: Apache-2.0
"""What each verb does in the tests of this folder: its words, which of them it reads and which it writes. One table for
all of them, held against the verbs and options that the program itself lists: a new verb, or a new option that names a
file, fails untrusted_verbs until a line here has it, and then stands in every matrix.

    python3 tests/untrusted/verbs.py build/fast/src/cli/tt-replay ."""
import os
import re
import shutil
import subprocess
import sys

KERNEL = 'traces/kernels/relu_m1_t0_f16b_f16b_f32_f16_acc_nice.ttcap'
# {x}: read; {>x}: written; a name that ends in / is a folder. Of several lines of a verb the first is the usual work.
COMMANDS = """
import {bundle/} -o {>x.ttcap}
import {bundle/} --mask={mask.json} -o {>x.ttcap}
import {kernel.ttcap} -o {>x.ttcap}
import {kernel.ttcap} --salvage -o {>x.ttcap}
import {journal/} --salvage -o {>x.ttcap}
import --arch=blackhole --elf=t0={program.elf} -o {>x.ttcap}
import --arch=blackhole --stream=0={words} -o {>x.ttcap}
import --arch=blackhole --l1=0x1000={l1.bin} -o {>x.ttcap}
import --arch=blackhole --cfg={cfg.bin} --thread-cfg={thread_cfg.bin} -o {>x.ttcap}
import --arch=blackhole --dst={dst.bin} --dst-valid={dst_valid.bin} -o {>x.ttcap}
import --arch=blackhole --gpr={gpr.bin} --lreg={lreg.bin} -o {>x.ttcap}
import --arch=blackhole --srca={src.bin} --srcb={src.bin} -o {>x.ttcap}
import --arch=blackhole --state={state.json} -o {>x.ttcap}
import --arch=blackhole --exalens={exalens.txt} -o {>x.ttcap}
import --llk-json={llk.json} -o {>x.ttcap}
import --arch=blackhole --log={ckpt.log} -o {>x.ttcap}
import --wire={two_tiles.wire} -o {>x/}
import {kernel.ttcap} --dump=l1:0x1000@100={l1.bin} -o {>x.ttcap}
info {kernel.ttcap}
dump {kernel.ttcap}
dump {kernel.ttcap} --registers
verify {kernel.ttcap}
verify {all.db}
replay {kernel.ttcap} -o {>x.db}
replay {kernel.ttcap} --record={>x.ttcap}
replay {kernel.ttcap} --expect={expect.npy} --at=l1:0x60000 --format=fp32
replay {kernel.ttcap} --expect={expect.npy} --stage=pack.read --insn=all --format=fp32
replay {kernel.ttcap} --expect-table={table.csv}
replay {kernel.ttcap} --profile={profile.json} -o {>x.db}
replay {kernel.ttcap} --order=program --delays={delays.jsonl}
replay {program/} --seed=2
run --arch=blackhole --elf=t0={program.elf} -o {>x.ttcap}
run --arch=blackhole --elf=b={program.elf} --kernel=t0={program.elf} -o {>x.ttcap}
run --arch=blackhole --elf=t0={program.elf} --l1=0x10000={l1.bin} --profile={profile.json} -o {>x.ttcap}
run --arch=blackhole --elf=t0={program.elf} --cb=0={page.bin}:raw/2048 --cb=16={>x.bin}:raw/2048:1 -o {>x.ttcap}
run --arch=blackhole --elf=t0={program.elf} --noc=5,6:0={l1.bin} -o {>x.ttcap}
run --build={build/} -o {>x.ttcap}
run --build={build/} --dram=source={l1.bin}:raw/64 --dram=0x1000={>x.bin}:raw/64:1 -o {>x.ttcap}
run --arch=wormhole_b0 --wire={two_tiles.wire} -o {>x/}
record -o {>x.wire} --device={device.so} --soc={device.so} --library={device.so} -- true
serve --arch=wormhole_b0 -o {>x.wire} -
debug --gdb=- {kernel.ttcap}
debug --gdb=- {kernel.ttcap} --profile={profile.json}
diff {run.db}
diff {run.db} --against={other.db}
diff {run.db} --waivers={waivers}
diff {run.db} --expect={expect.npy} --at=l1:0x60000 --format=fp32
diff {run.db} --expect-table={table.csv}
audit {run.db} --lint
explain {kernel.ttcap} --budget=3 --report={>x.html}
explain {bundle/} --budget=3
explain {run.db} --budget=3
explain {kernel.ttcap} --budget=3 --expect={expect.npy} --at=l1:0x60000 --format=fp32 --profile={profile.json}
explain {kernel.ttcap} --budget=3 --expect-table={table.csv}
explain {program/}
explain absent.py::test --no-run --tt-replay-dir={failures/}
bisect {kernel.ttcap} --budget=3
bisect {kernel.ttcap} --budget=3 --profile={profile.json}
bisect {kernel.ttcap} --budget=3 --expect={expect.npy} --at=l1:0x60000 --format=fp32
bisect {kernel.ttcap} --budget=3 --expect-table={table.csv}
bisect --good={kernel.ttcap} --bad={other.ttcap} --budget=3
residue {kernel.ttcap} --budget=5
residue {kernel.ttcap} --budget=5 --after={other.ttcap} --profile={profile.json}
precision {kernel.ttcap}
precision {run.db} --profile={profile.json}
precision {kernel.ttcap} --expect={expect.npy} --at=l1:0x60000 --format=fp32
precision {kernel.ttcap} --expect-table={table.csv}
report {run.db} -o {>x.html}
report {run.db} --expect={expect.npy} --at=l1:0x60000 --format=fp32 -o {>x.html}
report {run.db} --expect-table={table.csv} -o {>x.html}
report {program/} -o {>x/}
why {run.db} l1:0x60010
export {run.db} --timeline -o {>x.vcd}
export {run.db} --region=l1:0x60000-0x60400 -o {>x.npy}
export {run.db} --sqlite={>x.db}
sql {run.db} VALUES(1)
mcp
config {run.db} --from=0 --to=10
reduce {kernel.ttcap} --check=true<{} --budget=2 -o {>x.ttcap}
reduce {kernel.ttcap} --delays={delays.jsonl} --budget=2 --profile={profile.json} -o {>x.jsonl}
schedules {kernel.ttcap} --budget=2 --profile={profile.json}
schedules {kernel.ttcap} --budget=2 --delays={>x.jsonl}
batch {captures/} -o {>x.db} --report={>x.html} --junit={>x.xml} --keep={>stored/}
batch {bundles/} -o {>x.db} --report={>x.html}
batch {bundles/} -o {>x.db} --mask={mask.json}
batch {captures/} -o {>x.db} --profile={profile.json} --waivers={waivers}
batch {captures/} -o {>x.db} --causes=none --expect={expect.npy} --at=l1:0x60000 --format=fp32
batch {captures/} -o {>x.db} --causes=none --expect-table={table.csv}
farm plan {captures/} -o {>x/} --profile={profile.json} --waivers={waivers}
farm plan {bundles/} -o {>x/} --mask={mask.json}
farm plan {captures/} -o {>x/} --expect={expect.npy} --at=l1:0x60000 --format=fp32
farm plan {captures/} -o {>x/} --expect-table={table.csv}
farm run {farm/} --shard=1/1 --keep={>stored/}
farm run {farm/} --shard=1/1 --from={captures/}
farm merge {farm/} -o {>x.db} --report={>x.html} --junit={>x.xml}
farm resume {farm/}
census ELWADD --profile={profile.json}
census --kernel={kernel.words} --function=exp --inputs={inputs}
census --kernel={kernel.words} --function=exp --plot={>x.svg}
census --kernel={kernel.words} --function=exp --keep={>x/}
errata
asm SETC16
disasm 0x41000001
probe {probe/} --read={answers.json} --write-profile={>x.json} --next={>next/}
probe --draws=1 -o {>x/}
probe {probe/} --emulate={>x.json} --profile={profile.json}
fuzz --against=variant:pack.bfp.round=truncate --unit=pack --count=20 --budget=20 --profile={profile.json} -o {>x.ttcap}
fuzz --serve={kernel.ttcap}
conform {kernel.ttcap} --junit={>x.xml}
conform {bundle/} --profile={profile.json}
conform {bundle/} --mask={mask.json}
"""
# Read, though no word names it: what a run was replayed from.
BEHIND = {'run.db': 'kernel.ttcap'}
# A value that names a file, as --help has it.
FILE_VALUE = re.compile(r'FILE|DIR|OUT\b|FARM|OTHER|\.(?:ttcap|db|html|npy|json)\b')
NAME = re.compile(r'\{(>?)([^{}]+)\}')


class Command:
    """A line of the table."""

    def __init__(self, line):
        self.line, self.words = line, line.split()
        self.verb = self.words[0]
        named = [NAME.findall(word) for word in self.words]
        self.reads = sorted({name for found in named for is_out, name in found if not is_out})
        self.writes = sorted({name for found in named for is_out, name in found if is_out})

    def arguments(self, instead=None):
        """The words; instead: other paths in place of some names, outputs as '>x.db'."""
        def path(found):
            key = found.group(1) + found.group(2)
            return (instead or {}).get(key, found.group(2).rstrip('/'))
        return [NAME.sub(path, word) for word in self.words]

    def __str__(self):
        return self.line


COMMANDS = [Command(line) for line in COMMANDS.strip().split('\n')]


def usual():
    """Each verb once."""
    seen = {}
    for command in COMMANDS:
        seen.setdefault(command.verb, command)
    return list(seen.values())


# ---- held against the program ----

def printed(tool, *words):
    return subprocess.run([tool, *words, '--help'], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout


def verbs_of(tool):
    """From the list that the program prints of itself."""
    return re.findall(r'^  (\w[\w-]*)  +\S', printed(tool), re.M)


def file_options(text):
    """(letter or None, name) of each option of a help page whose value names a file."""
    found = re.findall(r'^ +(?:-(\w), +)?--([\w-]+)=(\S+)', text, re.M)
    return [(letter, name) for letter, name, value in found if FILE_VALUE.search(value)]


def missing(tool):
    """Sentences about what the program has and the table lacks, and about what it has too much."""
    here, there = {command.verb for command in COMMANDS}, set(verbs_of(tool))
    for verb in sorted(there - here):
        yield f'{verb}: a verb without a line in tests/untrusted/verbs.py'
    for verb in sorted(here - there):
        yield f'{verb}: a line in tests/untrusted/verbs.py, and no such verb'
    for verb in sorted(here & there):
        lines = [command for command in COMMANDS if command.verb == verb]
        heads = sorted({(verb, command.words[1]) for command in lines}) if verb == 'farm' else [(verb,)]
        for head in heads:
            words = [word for command in lines if tuple(command.words[:len(head)]) == head for word in command.words]
            for letter, name in file_options(printed(tool, *head)):
                if not any(word == f'--{name}' or word.startswith(f'--{name}=') or word == f'-{letter}' for word in words):
                    yield f'{" ".join(head)} --{name}: names a file, and no line of tests/untrusted/verbs.py has it'


# ---- files to read ----

def sized(name, count):
    with open(name, 'wb') as out:
        out.write(bytes(count))


def text(name, content):
    with open(name, 'w', encoding='ascii') as out:
        out.write(content)


def prepare(tool, root):
    """Everything that the table reads, in the current folder."""
    def run(*words, most=0):
        done = subprocess.run([tool, *words], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode > most:
            raise RuntimeError(f'{words}: exit {done.returncode}: {done.stderr[:300]!r}')
    fixtures = os.path.join(root, 'tests/cli/fixtures')
    for name, source in (('kernel.ttcap', KERNEL), ('other.ttcap', KERNEL.replace('relu_m1_t0_f16b_f16b_f32_f16_acc_nice', 'datacopy_u16_rand')),
                         ('program.elf', 'tests/cli/fixtures/program/program.elf'),
                         ('two_tiles.wire', 'tests/cli/fixtures/program/two_tiles.wire'),
                         ('exalens.txt', 'tests/cli/fixtures/tools/exalens_blackhole.txt'),
                         ('llk.json', 'tests/cli/fixtures/tools/llk_blackhole.json'),
                         ('ckpt.log', 'tests/cli/fixtures/tools/ckpt.log'),
                         ('state.json', 'tests/cli/fixtures/bundle/end/state.json')):
        shutil.copyfile(os.path.join(root, source), name)
    for name, source in (('bundle', 'bundle'), ('bundles/one', 'bundle'), ('journal', 'recording')):
        shutil.copytree(os.path.join(fixtures, source), name, copy_function=shutil.copyfile)
    for folder, names in (('build/firmware/1', ('brisc', 'ncrisc', 'trisc0', 'trisc1', 'trisc2')), ('build/kernels/one/1', ('brisc',))):
        for name in names:
            os.makedirs(f'{folder}/{name}')
            shutil.copyfile('program.elf', f'{folder}/{name}/{name}.elf')
    text('build/launch.json', '{"buffers": [{"name": "source", "address": 4096}], "runtime_args": {"compute": [0]}, "semaphores": [7, 1000]}\n')
    text('build/kernels/one/1/kernel_args_generated.h', 'constexpr experimental::RtaArg<uint32_t> pages{0};\n')
    os.mkdir('captures')
    shutil.copyfile('other.ttcap', 'captures/only.ttcap')
    for name, count in (('l1.bin', 64), ('page.bin', 2048), ('cfg.bin', 1792), ('thread_cfg.bin', 1536), ('dst.bin', 32768),
                        ('dst_valid.bin', 1024), ('gpr.bin', 768), ('lreg.bin', 2048), ('src.bin', 8192)):
        sized(name, count)
    text('words', '02000000\n')
    shutil.copyfile(os.path.join(root, 'traces/vectors/cfg-mask.json'), 'mask.json')
    text('kernel.words', 'SFPLOAD lreg_ind=0 instr_mod0=2\nSFPSTORE lreg_ind=0 instr_mod0=2\n')
    text('inputs', '0x3F80\n')
    text('device.so', '')
    text('delays.jsonl', '{"thread": "math", "event": 192, "delay": 1}\n')
    text('waivers', '# nothing is waived\n')
    text('profile.json', '{"tt_replay_profile": 1, "chip": "blackhole", "readings": []}\n')
    head = "{'descr': '<f4', 'fortran_order': False, 'shape': (16,), }".ljust(117) + '\n'
    with open('expect.npy', 'wb') as out:
        out.write(b'\x93NUMPY\x01\x00\x76\x00' + head.encode() + bytes(64))
    text('table.csv', 'expect,at,format\nexpect.npy,l1:0x60000,fp32\n')
    os.mkdir('failures')
    shutil.copyfile('kernel.ttcap', 'failures/one.ttcap')
    text('failures/one.test', '{"node": "absent.py::test", "file": "/absent.py", "order": null, "expects": false}\n')
    run('replay', 'kernel.ttcap', '-o', 'run.db')
    run('replay', 'kernel.ttcap', '-o', 'other.db')
    run('import', '--wire=two_tiles.wire', '-o', 'program')
    run('batch', 'captures', '-o', 'all.db')
    run('farm', 'plan', 'captures', '-N', '1', '-o', 'farm')
    run('farm', 'run', 'farm', '--shard=1/1')
    run('probe', '-o', 'probe', '--draws=1')
    run('probe', 'probe', '--emulate', 'answers.json', '--repeats=1')


def prepare_cache(tool, root):
    """Firmware and a kernel that run, in the folders of tt-metal's cache; where they are, or None: no compiler for the cores."""
    os.mkdir('cache')
    made = subprocess.run(['sh', os.path.join(root, 'tests/firmware/build.sh')], env={**os.environ, 'LEAVE': os.path.abspath('cache'), 'TT_REPLAY': tool},
                          capture_output=True, check=False)
    if not made.returncode:
        return 'cache/blackhole/8a7f/1234'
    shutil.rmtree('cache')
    return None


def main():
    wrong = list(missing(os.path.abspath(sys.argv[1])))
    for line in wrong:
        print(line)
    print(f'{len(COMMANDS)} lines over {len(usual())} verbs, {len(wrong)} wrong')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
