# SPDX-License-Identifier: Apache-2.0
"""mutants.py PROJECT BUILD: rows of schemas/isa made wrong one at a time, each an effect that is dropped or a field that is moved by a bit;
the tables are generated and compiled again, linked with the rest of the build as it is, and the recordings of traces/ must
decide: rows_hold of a wrong effect, conform of a wrong field. Exit 77 where the build is not by Ninja."""
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

project, build = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
MATRIX = ["matrix/computing.c", "matrix/mov_to_dst.c", "matrix/mov_to_src.c"]
VECTOR = ["vector/issue.c"]
# What is wrong, the file, the text, what stands there instead, the files of src/tile that are compiled again; the recordings that decide.
EFFECTS, FIELDS = "tests/conformance/rows_hold", "src/cli/tt-replay"
KERNELS = ["kernels", "firmware"]
MUTANTS = [
    ("rows of Dst are written by nobody", "common", '"writes": [["dst", "rows", "work"], ["dst_valid", "rows", "work"]]',
     '"writes": [["dst_valid", "rows", "work"]]', [], EFFECTS, KERNELS),
    ("row counters stay", "common", ', "writes": [["rwc", "thread", "issue"]]}', "}", [], EFFECTS, KERNELS),
    ("the bank of SrcA goes back by the bit of SrcB", "common", '["src_valid.a", "to_unpackers", "work", "if clear_dvalid&1"]',
     '["src_valid.a", "to_unpackers", "work", "if clear_dvalid&2"]', [], EFFECTS, ["vectors/MVMUL.jsonl.zst", "kernels"]),
    ("a bank is handed over as if handed back", "common", '["src_valid.b", "to_matrix", "work", "if unpack_block_selection=1"',
     '["src_valid.b", "to_unpackers", "work", "if unpack_block_selection=1"', [], EFFECTS, KERNELS),
    ("unpacker 1 writes SrcA", "common", '["srcb", "bank", "work", "if unpack_block_selection=1"]',
     '["srca", "bank", "work", "if unpack_block_selection=1"]', [], EFFECTS, KERNELS),
    ("SEMPOST takes", "common", '["sem", "post sem_sel", "issue"]', '["sem", "get sem_sel", "issue"]', [], EFFECTS, KERNELS),
    ("the matrix unit waits for no bank of SrcB", "common", '"needs_b": {"reads": [["src_valid.b", "wait", "issue"], ', '"needs_b": {"reads": [', [],
     EFFECTS, ["vectors"]),
    ("vector results go nowhere", "common", '"reads": [["lreg", "lanes", "work"]], "writes": [["lreg", "lanes", "work"]]}',
     '"reads": [["lreg", "lanes", "work"]]}', [], EFFECTS, ["kernels"]),
    ("operand C stands at bit 12", "common", '["lreg_c", 8, 4,', '["lreg_c", 12, 4,', VECTOR, FIELDS, ["vectors"]),
    ("operand C at bit 12, and the constant where it was", "common", '["lreg_c", 8, 4, "Vector register operand C"], ["imm12_math", 12, 12,',
     '["imm12_math", 8, 4, "Constant"], ["lreg_c", 12, 4, ', VECTOR, FIELDS, ["vectors"]),
    ("a sum's second register a bit higher", "common", '["op_b_reg_index", 6, 6,', '["op_b_reg_index", 7, 5,', ["scalar/dmareg.c"], FIELDS, ["vectors"]),
    ("no recording rounds to integers of sixteen bits", "common", '{"blackhole": [1, 2, 3, 6, 7]', '{"blackhole": [1, 2, 3, 7]', [], EFFECTS, ["vectors"]),
    ("no recording moves eight rows of SrcA", "common", '"modifiers": {"instr_mod": [[0, 2], {"blackhole": [2], "wormhole_b0": [2]}]}, "cycles": 4, "fact": "M55", "doc": "Copies SrcA rows into Dst"',
     '"modifiers": {"instr_mod": [[0, 2], {}]}, "cycles": 4, "fact": "M55", "doc": "Copies SrcA rows into Dst"', [], EFFECTS, KERNELS),
    ("no recording clears the matrix unit's own bank", "common", '{"bank_mask": [0], "write_mode": [0]}', '{"bank_mask": [0], "write_mode": [1]}', [],
     EFFECTS, ["vectors"]),
    ("no recording takes the context from the word", "common", '{"ovrd_thread_id": [0]}], ["unpack-context', '{"ovrd_thread_id": [1]}], ["unpack-context', [],
     EFFECTS, KERNELS),
    ("the address modifier a bit higher on Blackhole", "blackhole", '"addr_mode": [14, 3]', '"addr_mode": [15, 2]', MATRIX, FIELDS, ["vectors"]),
]


def run(words, cwd=build):
    return subprocess.run(words, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def commands(target):
    return run(["ninja", "-t", "commands", target]).stdout.splitlines()


def compile_command(source):
    """The build's own, as words, without the file that it writes."""
    for line in commands("src/tile/libttr_tile.a") + commands("src/isa/libttr_isa.a"):
        words = shlex.split(line)
        if "-c" in words and words[words.index("-c") + 1].endswith(source):
            return words[:words.index("-MD")] if "-MD" in words else words[:words.index("-o")]
    sys.exit(f"the build has no {source}")


def make(mutant, folder):
    """The program with the mutant in it, or None where the generator refuses."""
    _, file, old, new, sources, target, _ = mutant
    shutil.copytree(project / "schemas", folder / "in")
    (folder / "out").mkdir()
    path = folder / "in/isa" / f"{file}.json"
    text = json.dumps(json.loads(path.read_text()), ensure_ascii=False) # on one line
    if old not in text:
        sys.exit(f"{path.name} has no {old}: the mutant no longer fits the tree")
    path.write_text(text.replace(old, new))
    if run([sys.executable, project / "schemas/generate.py", folder / "in", folder / "out"]).returncode:
        return None
    objects = []
    for i, source in enumerate([folder / "out/isa_tables.c"] + [project / "src/tile" / name for name in sources]):
        like = "generated/isa_tables.c" if i == 0 else f"src/tile/{sources[i - 1]}"
        words = compile_command(like)
        at = 2 if words[0].endswith("ccache") else 1
        done = run(words[:at] + [f"-I{folder / 'out'}"] + words[at:] + ["-o", folder / f"{i}.o", "-c", source])
        if done.returncode:
            return None # what the compiler refuses is found, too
        objects.append(str(folder / f"{i}.o"))
    link = commands(target)[-1]
    words = shlex.split(link.split("&&")[1])
    at = words.index("-o")
    done = run(words[:at] + objects + ["-o", str(folder / "program")] + words[at + 2:])
    if done.returncode:
        sys.exit(done.stdout)
    return folder / "program"


def is_found(mutant, folder):
    program = make(mutant, folder)
    if not program:
        return True
    paths = [project / "traces" / name for name in mutant[6]]
    if mutant[5] == FIELDS:
        return run([program, "conform"] + paths).returncode == 1
    return " 0 outside their rows" not in run([program, project / "tests/conformance/rows_unused.txt"] + paths).stdout


if not (build / "build.ninja").exists() or not shutil.which("ninja"):
    print("skipped: the build is not by Ninja")
    sys.exit(77)
left = 0
SAME = '"name": "NOP"'
CONTROLS = [("nothing is wrong: effects", "common", SAME, SAME, [], EFFECTS, KERNELS), ("nothing is wrong: fields", "common", SAME, SAME, VECTOR, FIELDS, ["vectors"])]
for control in CONTROLS:
    with tempfile.TemporaryDirectory(prefix="tt-replay-mutant.") as name:
        if is_found(control, pathlib.Path(name)):
            sys.exit(f"{control[0]}, and yet something is found")
for mutant in MUTANTS:
    with tempfile.TemporaryDirectory(prefix="tt-replay-mutant.") as name:
        found = is_found(mutant, pathlib.Path(name))
        print(f"{'found' if found else 'NOT FOUND':10} {mutant[0]}", flush=True)
        left += not found
print(f"{len(MUTANTS)} mutants of the schema, {left} not found")
sys.exit(1 if left else 0)
