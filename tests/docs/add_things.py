# SPDX-License-Identifier: Apache-2.0
"""add_things.py PROJECT: docs/how-to/add-an-instruction.md done step by step in a copy of the tree: an instruction NEGDMAREG, one of the
vector unit SFPFLIP and one of the matrix unit MOVA2B, a packer stage `pass` that passes everything, and a chip `blackhole2` that is Blackhole but for one trait. Each takes three files by hand at most. Then the vectors of the instructions pass, the stage
shows in the database, the audit and the page of a run, every shipped Blackhole vector passes on the new chip, and the page of all instructions
has all of it. Along the way the generator must refuse what is half done. Builds the tool once: minutes."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

project = pathlib.Path(sys.argv[1]).resolve()
KERNEL = "traces/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap"
NEG = '{"opcode": "0x5F", "name": "NEGDMAREG", "unit": "scalar", "run": "insn_negdmareg", "fields": [["op_a_reg_index", 0, 6, "Operand: scalar register"], ' \
      '["result_reg_index", 12, 6, "Scalar register that takes the result"]], "uses": ["registers"], "fact": "F35x", "doc": "Negates a scalar register"},\n'
NEG_C = """/* SPDX-License-Identifier: Apache-2.0 */
/* NEGDMAREG, which no chip has: a scalar register negated. */
#include "tile/tile_internal.h"

#include "scalar_insns.h"

enum tile_step insn_negdmareg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_negdmareg f = isa_decode_negdmareg(tile->chip->id, word);
    const uint32_t value = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, f.op_a_reg_index);
    tile_write_gpr(tile, TT_UNIT_SCALAR, thread, f.result_reg_index, 0 - value);
    return TILE_DONE;
}
"""
FLIP = '{"opcode": "0x9a", "name": "SFPFLIP", "unit": "vector", "run": "vector_sfpflip", "fields": "one_operand", ' \
       '"uses": ["vector_result"], "wiring": [["lreg", "lanes"]], "subunit": "simple", "backdoor": true, ' \
       '"fact": "V40", "doc": "Every bit of a vector register the other way"},\n'
FLIP_C = """/* SPDX-License-Identifier: Apache-2.0 */
/* SFPFLIP, which no chip has: every bit the other way. */
#include "tile/vector/vector_internal.h"

void vector_sfpflip(struct vector_job *job)
{
    const uint32_t *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    uint32_t flipped[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        flipped[lane] = ~x[lane];
    vector_result(job, flipped);
}
"""
MOVE = '{"opcode": "0x2a", "name": "MOVA2B", "unit": "matrix", "run": "insn_mova2b", "fields": [["srcb", 0, 6, "SrcB row"], ' \
       '["addr_mode", "by chip", "Address modifier section applied afterwards"], ["srca", 17, 6, "SrcA row"]], ' \
       '"uses": ["settings", "row_counters", "needs_a"], "reads": [["srca", "bank", "work"], ["src_bank.math_b", "all", "issue"]], ' \
       '"writes": [["srcb", "bank", "work"]], "wiring": [["srca", "cell"], ["srcb", "nothing"]], ' \
       '"fact": "M58", "doc": "Copies a row of SrcA into SrcB"},\n'
MOVE_C = """/* SPDX-License-Identifier: Apache-2.0 */
/* MOVA2B, which no chip has: a row of SrcA to SrcB. */
#include "tile/matrix/matrix_internal.h"

#include "matrix_insns.h"

enum tile_step insn_mova2b(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_mova2b f = isa_decode_mova2b(tile->chip->id, word);
    const struct rwc *rwc = &tile->state.small.rwc[thread];
    const uint32_t from = (f.srca + rwc->srca) % SRC_ROWS, to = (f.srcb + rwc->srcb) % SRC_ROWS;
    const unsigned bank = matrix_bank_a(tile);
    if (matrix_waits(tile, BANK_A))
        return TILE_WAITS;
    matrix_saw_src_read(tile, TT_SPACE_SRCA, bank, from, 1);
    matrix_write_src(tile, TT_SPACE_SRCB, matrix_bank_b(tile), to, tile->state.srca[bank][from]);
    return matrix_step(tile, thread, matrix_settings_get(tile, thread), f.addr_mode);
}
"""
PASS_C = """/* SPDX-License-Identifier: Apache-2.0 */
/* A stage that no packer has: datums pass as they come. */
#include "tile/pack/pack_internal.h"

void pack_pass(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    (void)set, (void)self, (void)block;
}
"""
VECTOR = {"name": "NEGDMAREG/1", "arch": "blackhole", "mode": "exec", "ops": [[0, 0x5F << 24 | 4 << 12 | 1]],
          "pre": {"gpr": [[1, "01000000"]]}, "post": {"gpr": [[4, "ffffffff"]]}}
FLIP_VECTOR = {"name": "SFPFLIP/1", "arch": "blackhole", "mode": "exec", "ops": [[0, 0x9A << 24 | 1 << 8 | 2 << 4]],
               "pre": {"lreg": [[32, "0f000000" * 32]]}, "post": {"lreg": [[64, "f0ffffff" * 32]]}}
MOVE_VECTOR = {"name": "MOVA2B/1", "arch": "blackhole", "mode": "exec", "ops": [[1, 0x2A << 24 | 5 << 17 | 2]],
               "pre": {"state": {"src_valid.a.0": 1}, "srca": [[5 * 16, "0f5c0600" * 16]]}, "post": {"srcb": [[2 * 16, "0f5c0600" * 16]]}}


def stop(sentence):
    print(sentence)
    sys.exit(1)


class Tree:
    """The copy, and what is built of it."""

    def __init__(self, folder):
        self.root, self.build, self.written = folder / "tree", folder / "build", set()
        shutil.copytree(project, self.root, ignore=lambda at, names: [
            name for name in names if name in (".git", "tests") or (name == "build" and pathlib.Path(at) == project)])

    def change(self, path, before, after):
        text = (self.root / path).read_text()
        if text.count(before) != 1:
            stop(f"{path}: {before!r} stands there {text.count(before)} times; the test no longer fits the tree")
        self.write(path, text.replace(before, after))

    def write(self, path, text):
        (self.root / path).write_text(text)
        self.written.add(path)

    def run(self, *words, good=True):
        done = subprocess.run(words, cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if (done.returncode == 0) != good:
            stop(f"{' '.join(map(str, words))}: exit {done.returncode}:\n{done.stdout[-4000:]}")
        return done.stdout

    def tool(self, *words, good=True):
        return self.run(self.build / "src/cli/tt-replay", *words, good=good)

    def make(self, *targets, good=True):
        return self.run("ninja", "-C", self.build, *targets, good=good)


def add_instruction(tree):
    tree.change("schemas/isa/common.json", '{"opcode": "0x60"', NEG + '{"opcode": "0x60"')
    tree.write("src/tile/scalar/negdmareg.c", NEG_C)
    return "an instruction", 2  # and its vectors


def add_vector_instruction(tree):
    tree.change("schemas/isa/common.json", '{"opcode": "0xa0"', FLIP + '{"opcode": "0xa0"')
    tree.write("src/tile/vector/sfpflip.c", FLIP_C)
    return "an instruction of the vector unit", 2


def add_matrix_instruction(tree):
    tree.change("schemas/isa/common.json", '{"opcode": "0x30"', MOVE + '{"opcode": "0x30"')
    tree.write("src/tile/matrix/mova2b.c", MOVE_C)
    return "an instruction of the matrix unit", 2


def add_stage(tree):
    before = "    X(EXPONENT_HISTOGRAM,"
    tree.change("src/tile/pack/stages.h", before, '    X(PASS, pass, "datum as it came") \\\n' + before)
    tree.write("src/tile/pack/pass.c", PASS_C)
    before = "    settings_add_stage(set, PACK_EXPONENT_HISTOGRAM,"
    tree.change("src/tile/pack/settings.c", before, "    settings_add_stage(set, PACK_PASS, true, true);\n" + before)
    return "a stage", 3


def add_chip(tree):
    tree.change("src/base/names.h", "TT_WORMHOLE_B0, TT_CHIP_COUNT", "TT_WORMHOLE_B0, TT_BLACKHOLE2, TT_CHIP_COUNT")
    text = (tree.root / "schemas/chips.json").read_text()
    for row, refusal in (({"like": "grayskull"}, "is like no earlier chip"), ({"like": "blackhole", "sees_dst": 0}, "has no sees_dst"),
                         ({}, "has no l1_bytes like"), ({"like": "blackhole", "t_cores_see_dst": False}, None)):
        chips = json.loads(text)
        chips["chips"].append({"name": "blackhole2"} | row)
        tree.write("schemas/chips.json", json.dumps(chips))
        if refusal and refusal not in tree.make("ttr_generated", good=False):
            stop(f"a chip with {row} is not refused")
    return "a chip", 2


def check_instruction(tree, folder):
    for vector, space, element, bits in ((VECTOR, "gpr", 4, "fffffffe"), (FLIP_VECTOR, "lreg", 64, "f0fffffe"),
                                         (MOVE_VECTOR, "srcb", 2 * 16, "0f5c0601")):
        (folder / "right.jsonl").write_text(json.dumps(vector) + "\n")
        tree.tool("conform", folder / "right.jsonl")
        (folder / "wrong.jsonl").write_text(json.dumps(vector | {"post": {space: [[element, bits]]}}) + "\n")
        tree.tool("conform", folder / "wrong.jsonl", good=False)


def check_stage(tree, folder):
    tree.tool("replay", KERNEL, "--plain", "-o", folder / "run.db")
    tree.tool("diff", folder / "run.db")
    tree.tool("report", folder / "run.db", "-o", folder / "run.html")
    for what, text in (("audit", tree.tool("audit", folder / "run.db", "--insn", "533")),
                       ("report", (folder / "run.html").read_text()),
                       ("database", tree.run("sqlite3", folder / "run.db", "SELECT DISTINCT stage FROM v_stage"))):
        if not re.search(r"\bpass\b", text):
            stop(f"the stage does not show in the {what}")


def check_chip(tree, folder):
    vectors = folder / "vectors"
    vectors.mkdir()
    mask = json.loads((tree.root / "traces/vectors/cfg-mask.json").read_text())
    mask["blackhole2"] = mask["blackhole"]
    (vectors / "cfg-mask.json").write_text(json.dumps(mask))
    for path in sorted(tree.root.glob("traces/vectors/*.jsonl.zst")):
        text = subprocess.run(["zstd", "-dcq", path], check=True, stdout=subprocess.PIPE, text=True).stdout
        (vectors / path.stem).write_text(re.sub(r'"arch": *"blackhole"', '"arch": "blackhole2"', text))
    said = tree.tool("conform", vectors)
    if "blackhole2" not in said:
        stop(f"conform ran nothing on the new chip:\n{said[:2000]}")
    print(said.splitlines()[-1])


def check_handler(tree):
    """A row without its handler is refused, and one that does not say what its handler writes."""
    (tree.root / "src/tile/matrix/mova2b.c").unlink()
    (tree.root / "schemas/isa/common.json").touch()  # tables are made again where a row was changed
    said = tree.make("tt-replay", good=False)
    if "schemas/isa/common.json: MOVA2B: no file of src/tile defines its handler insn_mova2b" not in said:
        stop(f"a row without a handler is not named:\n{said[-2000:]}")
    tree.write("src/tile/matrix/mova2b.c", MOVE_C)
    tree.change("schemas/isa/common.json", NEG, NEG.replace('"registers"', '"registers_read"'))
    said = tree.make("tt-replay", good=False)
    if "NEGDMAREG: insn_negdmareg (negdmareg.c) writes gpr, which is none of its writes" not in said:
        stop(f"a row without what its handler writes is not named:\n{said[-2000:]}")


def check_coverage(tree):
    tree.make("table_pages")
    page = (tree.build / "docs/coverage.md").read_text()
    for what in ("NEGDMAREG | scalar | yes", "SFPFLIP | vector | yes", "MOVA2B | matrix | yes", "Blackhole2"):
        if what not in page:
            stop(f"docs/coverage.md has no {what}")


for program in ("cmake", "ninja", "sqlite3", "zstd"):
    if not shutil.which(program):
        print(f"skipped: there is no {program}")
        sys.exit(77)
with tempfile.TemporaryDirectory(prefix="tt-replay-add.") as name:
    folder = pathlib.Path(name)
    tree = Tree(folder)
    tree.run("cmake", "-S", tree.root, "-B", tree.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DTTR_WERROR=ON", "-DTTR_TESTS=OFF",
             *([f"-DCMAKE_C_COMPILER_LAUNCHER={os.environ['LAUNCHER']}"] if "LAUNCHER" in os.environ else []))
    for add in (add_instruction, add_vector_instruction, add_matrix_instruction, add_stage, add_chip):
        tree.written = set()
        what, most = add(tree)
        print(f"{what}: {', '.join(sorted(tree.written))}")
        if len(tree.written) > most:
            stop(f"{what} took {len(tree.written)} files by hand, at most {most}")
    tree.make("tt-replay")
    check_instruction(tree, folder)
    check_stage(tree, folder)
    check_chip(tree, folder)
    check_coverage(tree)
    check_handler(tree)
print("three instructions, a stage and a chip were added")
