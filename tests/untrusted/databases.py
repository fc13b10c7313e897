# SPDX-License-Identifier: Apache-2.0
"""Databases that somebody else made: each is refused at once, or read, and nothing is ever written beside it.

    python3 tests/untrusted/databases.py build/fast/src/cli/tt-replay ."""
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile

TOOL, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ENDLESS = 'WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c)'
SECONDS, BYTES = 10, 1 << 30
VERBS = [['diff'], ['diff', '--json'], ['audit', '--lint'], ['why', 'l1:0x60010'], ['config', '--from', 'begin', '--to', 'end'],
         ['report', '-o', 'page.html', '--force'], ['export', '--timeline', '-o', 'x.vcd', '--force']]
wrong = []
tried = 0


def columns_of(db, table):
    return [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]


def a_view(table, values):
    """The table becomes a view with the same columns."""
    def change(db):
        names = columns_of(db, table)
        body = f'{ENDLESS} SELECT ' + ', '.join(f'{values} AS "{name}"' for name in names) + ' FROM c'
        db.execute('PRAGMA writable_schema = ON')
        db.execute("UPDATE sqlite_schema SET type = 'view', rootpage = 0, sql = ? WHERE name = ?",
                   (f'CREATE VIEW "{table}" AS {body}', table))
        db.execute('DELETE FROM sqlite_schema WHERE tbl_name = ? AND type = ?', (table, 'index'))
    return change


def do(*statements):
    def change(db):
        for statement in statements:
            db.execute(statement)
    return change


def schema(statement, *values):
    def change(db):
        db.execute('PRAGMA writable_schema = ON')
        db.execute(statement, values)
    return change


# Name, what is done to a good run, whether it is read all the same.
CASES = [
    ('run is an endless view', a_view('run', '1'), False),
    ('run is a view of huge names', a_view('run', 'printf("%.*c", 900000000, "x")'), False),
    ('verdict is an endless view', a_view('verdict', '1'), False),
    ('comparison is an endless view', a_view('comparison', '1'), False),
    ('finding is an endless view', a_view('finding', 'i'), False),
    ('capture is an endless view', a_view('capture', 'i'), False),
    ('a view is gone', do('DROP VIEW v_finding'), False),
    ('a view asks something else',
     do('DROP VIEW v_finding', f'CREATE VIEW v_finding AS {ENDLESS} SELECT i FROM c'), False),
    ('a table has no rows', do('DELETE FROM run'), False),
    ('a column is generated', schema('UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?',
                                     'events INTEGER', 'events INTEGER AS (randomblob(900000000))', 'run'), False),
    ('a schema that is no SQL', schema('UPDATE sqlite_schema SET sql = ? WHERE name = ?', 'CREATE NONSENSE', 'run'), False),
    ('more tables', do('CREATE TABLE mine(x)', 'CREATE INDEX mine_x ON mine(x)', 'CREATE VIEW v_mine AS SELECT * FROM mine'),
     True),
    ('a trigger', do('CREATE TABLE mine(x)', 'CREATE TRIGGER t AFTER INSERT ON mine BEGIN DELETE FROM run; END'), True),
    ('WAL', do('PRAGMA journal_mode = WAL'), True),
    ('a name over the limit', do('UPDATE run SET capture_name = CAST(zeroblob(270000000) AS TEXT)'), False),
]


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (4 * BYTES, 4 * BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def fits():
    """Whether the program starts at all within the limits: sanitizers take address space of their own."""
    return subprocess.run([TOOL, '--version'], capture_output=True, check=False, preexec_fn=limited).returncode == 0


LIMIT = limited if fits() else None


def run(name, arguments):
    global tried
    tried += 1
    try:
        done = subprocess.run([TOOL, arguments[0], 'run.db', *arguments[1:]], stdin=subprocess.DEVNULL, timeout=60,
                              capture_output=True, check=False, preexec_fn=LIMIT)
    except subprocess.TimeoutExpired:
        wrong.append(f'{name}: {arguments[0]} does not end')
        return None
    if done.returncode < 0:
        wrong.append(f'{name}: {arguments[0]} ended by signal {-done.returncode}')
    return done


def one(name, change, is_read):
    os.mkdir('case')
    shutil.copy('good.db', 'case/run.db')
    db = sqlite3.connect('case/run.db', isolation_level=None)
    change(db)
    db.close()
    os.chdir('case')
    for arguments in VERBS:
        done = run(name, arguments)
        if done is None:
            continue
        refused = done.returncode == 2 and done.stderr.startswith(b'tt-replay: ') and done.stderr.count(b'\n') == 1
        if not is_read and not refused:
            wrong.append(f'{name}: {arguments[0]} exits {done.returncode}, {done.stderr[:80]!r}')
        if is_read and done.returncode == 2 and arguments[0] not in ('why', 'config'):
            wrong.append(f'{name}: {arguments[0]} refuses it: {done.stderr[:120]!r}')
    beside = sorted(set(os.listdir('.')) - {'run.db', 'page.html', 'x.vcd'})
    if beside:
        wrong.append(f'{name}: left beside it: {beside}')
    os.chdir('..')
    shutil.rmtree('case')


def beside():
    """What a writer left is never passed over, and a folder that cannot be written is no trouble."""
    os.mkdir('case')
    os.chdir('case')
    shutil.copy('../good.db', 'run.db')
    for suffix in ['-wal', '-journal']:
        with open('run.db' + suffix, 'w', encoding='ascii') as file:
            file.write('x')
        done = run(suffix, ['diff'])
        if done.returncode != 2 or b'has not finished writing' not in done.stderr:
            wrong.append(f'{suffix}: exit {done.returncode}')
        os.unlink('run.db' + suffix)
    sqlite3.connect('run.db').execute('PRAGMA journal_mode = WAL').connection.close()
    os.chmod('run.db', 0o444)
    os.chmod('.', 0o555)
    done = run('a folder that cannot be written', ['diff'])
    os.chmod('.', 0o755)
    if done.returncode != 0 or os.listdir('.') != ['run.db']:
        wrong.append(f'a folder that cannot be written: exit {done.returncode}, {done.stderr!r}, {os.listdir(".")}')
    os.chdir('..')


def main():
    scratch = tempfile.mkdtemp(prefix='tt-replay-databases.')
    try:
        os.chdir(scratch)
        capture = os.path.join(ROOT, 'traces/kernels/datacopy_u16_rand.ttcap')
        subprocess.run([TOOL, 'replay', capture, '-o', 'good.db'], check=True, capture_output=True)
        for case in CASES:
            one(*case)
        beside()
    finally:
        os.chdir('/')
        shutil.rmtree(scratch, ignore_errors=True)
    for line in wrong:
        print(line)
    print(f'{tried} runs over hostile databases, {len(wrong)} wrong')
    sys.exit(1 if wrong else 0)


main()
