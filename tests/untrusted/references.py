# SPDX-License-Identifier: Apache-2.0
"""Arrays, waivers, manifests, plans and settings that claim more than they hold, or hold more than anybody needs, through
the verbs that read them: each is refused with a sentence, in 5 s and 512 MiB.

    python3 tests/untrusted/references.py build/fast/src/cli/tt-replay . [sanitized]"""
import os
import shutil
import struct
import subprocess
import sys
import tempfile

TOOL, ROOT = (os.path.abspath(argument) for argument in sys.argv[1:3])
IS_SANITIZED = sys.argv[3:] == ['sanitized']
SEED = os.path.join(ROOT, 'traces/kernels/relu_m1_t0_f16b_f16b_f32_f16_acc_nice.ttcap')
SECONDS, BYTES = 60 if IS_SANITIZED else 5, 512 << 20
MAGIC = b'\x93NUMPY\x01\x00'


def npy(shape, padded=118):
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".ljust(padded).encode() + b'\n'
    return MAGIC + struct.pack('<H', len(head)) + head


ARRAYS = {'huge': npy('(1000000000000,)'), 'product': npy('(4294967295, 4294967295)'), 'beyond': npy('(4294967296,)'),
          'dimensions': npy('(' + ','.join(['1'] * 30) + ')'), 'nested': npy('(' * 50 + ')' * 50), 'negative': npy('(-5,)'),
          'none': npy('(0, 99999999999999999999)'), 'long': MAGIC[:6] + b'\x02\x00' + struct.pack('<I', 0xFFFFFFF0) + b'{',
          'header': npy('(' + '1,' * 30000 + ')', 60100), 'sparse': npy('(4000000000,)')}
TEXTS = {'lines': '\n'.join(f'l1:{i:#x}' for i in range(1000000)), 'arrays': '[' * 200000, 'objects': '{"a":' * 200000,
         'wide': '{"format":1,"captures":[' + ','.join(['{}'] * 500000) + ']}', 'word': 'x' * (8 << 20),
         'number': '{"version":' + '9' * 1000000 + '}', 'string': '{"a":"' + '\\u0041' * 1000000}
wrong = []
tried = 0


def refused(*arguments):
    global tried
    tried += 1
    process = subprocess.Popen([TOOL, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = code = os.waitstatus_to_exitcode(status)
    seconds = usage.ru_utime + usage.ru_stime
    if code != 2 or not said.startswith(b'tt-replay: ') or len(said) > 4096:
        wrong.append(f'{" ".join(arguments)}: exit {code}, {len(said)} bytes: {said[:120]!r}')
    if seconds > SECONDS or (not IS_SANITIZED and usage.ru_maxrss * 1024 > BYTES):
        wrong.append(f'{" ".join(arguments)}: {seconds:.1f} s, {usage.ru_maxrss >> 10} MiB')


def main():
    scratch = tempfile.mkdtemp(prefix='tt-replay-references.')
    try:
        os.chdir(scratch)
        shutil.copy(SEED, 'seed.ttcap')
        subprocess.run([TOOL, 'replay', 'seed.ttcap', '-o', 'run.db'], check=True, capture_output=True)
        for name, content in ARRAYS.items():
            with open('array.npy', 'wb') as out:
                out.write(content)
                if name == 'sparse':
                    out.truncate(16 << 30)
            os.replace('array.npy', name + '.npy')
            refused('diff', 'run.db', '--expect', name + '.npy', '--at', 'l1:0x60000', '--format', 'fp32')
            refused('bisect', 'seed.ttcap', '--expect', name + '.npy', '--at', 'l1:0x60000', '--format', 'fp32')
            refused('import', '--arch', 'blackhole', '-o', 'x.ttcap', '--l1', f'0x0={name}.npy')
        for name, content in TEXTS.items():
            for folder, file in (('bundle', 'bundle.json'), ('farm', 'plan.json')):
                os.makedirs(folder, exist_ok=True)
                with open(os.path.join(folder, file), 'w', encoding='ascii') as out:
                    out.write(content)
            with open('text', 'w', encoding='ascii') as out:
                out.write(content)
            refused('import', 'bundle', '-o', 'x.ttcap')
            refused('farm', 'run', 'farm', '--shard', '1/1')
            refused('diff', 'run.db', '--waivers', 'text')
            refused('replay', 'seed.ttcap', '-o', 'x.db', '--set', '@text')
            refused('import', '--arch', 'blackhole', '-o', 'x.ttcap', '--state', 'text')
            refused('import', '--arch', 'blackhole', '-o', 'x.ttcap', '--exalens', 'text')
            refused('import', '--arch', 'blackhole', '-o', 'x.ttcap', '--llk-json', 'text')
    finally:
        os.chdir('/')
        shutil.rmtree(scratch, ignore_errors=True)
    for line in wrong:
        print(line)
    print(f'{tried} runs, {len(wrong)} wrong')
    sys.exit(1 if wrong or tried < 50 else 0)


main()
