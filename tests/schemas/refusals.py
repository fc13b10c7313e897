# SPDX-License-Identifier: Apache-2.0
"""refusals.py PROJECT: what the generator refuses: the real schemas with one thing made wrong, and the sentence that it must
say; that it writes nothing then, and a file only where it changes."""
import json
import pathlib
import subprocess
import sys
import tempfile

project = pathlib.Path(sys.argv[1]).resolve()
schemas = project / "schemas"
sys.path.insert(0, str(schemas))
sys.dont_write_bytecode = True
from generator.rows import Refusal
from generator.tables import Tables

# File, what stands there, what stands there instead, the refusal without the file's name; or with it, of another file.
# The texts are those of the file on one line, as json.dumps() writes it.
CASES = (
    ("isa/common.json", '"fact": "F26", ', "",
     "SETC16: fact must be a string with something in it"),
    ("isa/common.json", '"fact": "F26"', '"fact": "F26x"',
     'SETC16: fact "F26x" is in none of schemas/facts'),
    ("isa/common.json", '"fact": "F26", ', '"support": "none", "fact": "F26", ',
     "SETC16: what is not supported has no handler to run"),
    ("isa/common.json", '"name": "TBUFCMD"', '"name": "TBUFCMD", "fact": "F26"',
     "TBUFCMD: what is not supported rests on no fact"),
    ("findings.json", '"fact": "P-2.7"', '"fact": "P-2.77"',
     'cfg-word-not-instantiated: fact "P-2.77" is in none of schemas/facts'),
    ("findings.json", '"fact": "P-2.7"', '"fact": "P-2.7", "page": "docs/coverage.md"',
     "cfg-word-not-instantiated: either a fact or a page says where it is written down"),
    ("findings.json", '"fact": "P-2.7"', '"page": "P-2.7"',
     "cfg-word-not-instantiated: a page is one of docs/"),
    ("variants.json", '"C-38, P-5.2"', '"C-38, P-5.22"',
     'pack.edge.minus_infinity: fact "P-5.22" is in none of schemas/facts'),
    ("variants.json", '"C-38, P-5.2"', '"C-38,P-5.2"',
     "pack.edge.minus_infinity: ids stand apart by a comma and a space"),
    ("facts/pack.json", '"id": "P-1.3"', '"id": "P-1.2"',
     "P-1.2: there are two facts of this id"),
    ("facts/pack.json", '"id": "P-1.3"', '"id": "P-2.3"',
     "P-2.3: does not belong to the group P-1"),
    ("facts/pack.json", '"id": "P-1.3"', '"id": "P-1.3xy"',
     "P-1.3xy: an id is one or two capital letters, a number, and at most one small letter"),
    ("facts/conflicts.json", '"id": "C-4"', '"id": "C-.3"',
     "C-.3: an id is one or two capital letters, a number, and at most one small letter"),
    ("facts/conflicts.json", '"id": "C-72"', '"id": "C-7.1"',
     "C-7.1: C-71 has the same anchor on its page"),
    ("facts/pack.json", '"level": "simulator"', '"level": "sure"',
     'P-1.2: level "sure" does not exist'),
    ("facts/pack.json", '"where": ', '"were": ',
     'P-1.2: member "were" is not known here'),
    ("isa/common.json", '["flush", 1, 1,', '["flush", 0, 1,',
     "PACR: fields last and flush both have bit 0"),
    ("isa/common.json", '{"instr_mod": [[0, 2], {"blackhole": [2]', '{"instr_mod": [[0, 2], {"blackhole": [1]',
     "MOVD2A: modifier instr_mod: a value is recorded that does not exist"),
    ("isa/common.json", '{"instr_mod": [[0, 2], {"blackhole": [2]', '{"instr_mod": [[0, 4], {"blackhole": [2]',
     "MOVD2A: element 1 must be a whole number from 0 to 3"),
    ("isa/common.json", '{"instr_mod": [[0, 2], {"blackhole": [2]', '{"instr": [[0, 2], {"blackhole": [2]',
     "MOVD2A: modifier instr: there is no such field"),
    ("isa/common.json", '{"instr_mod": [[0, 2], {"blackhole": [2]', '{"dst": [[0, 2], {"blackhole": [2]',
     "MOVD2A: modifier dst: it has 10 bits, at most 5"),
    ("isa/common.json", '{"instr_mod19": [null, {}]}', '{"instr_mod19": [null, []]}',
     "DOTPV: modifier instr_mod19: what is recorded must be {chip: [value, ...]}"),
    ("isa/common.json", '[["mover-not-recorded"]]', '[["mover-not"]]',
     'XMOV: findings: there is no finding "mover-not"'),
    ("isa/common.json", '{"reset": [1, 3]}', '{"resets": [1, 3]}',
     "CLEARDVALID: findings: there is no field resets"),
    ("isa/common.json", '{"reset": [1, 3]}', '{"reset": [1, 4]}',
     "CLEARDVALID: element 1 must be a whole number from 0 to 3"),
    ("isa/common.json", '"imm12_math": {"but": [0]}', '"imm12_math": {"but": [31]}',
     "SFPSETMAN: element 0 must be a whole number from 0 to 30"),
    ("isa/common.json", '{"reset": [1, 3]}', '{"reset": "all"}',
     'CLEARDVALID: findings: reset must be [value, ...], {"but": [value, ...]} or "any"'),
    ("isa/common.json", '"0x41"', '"0x42"',
     "UNPACR: opcode 0x42 is already PACR"),
    ("isa/common.json", '"0x41"', '"0x3f"',
     "PACR: opcode 0x3f stands after XMOV: keep the list sorted"),
    ("isa/blackhole.json", '"0x97"', '"0x6f"',
     "SFPGT: opcode 0x6f stands after SFPLE: keep the list sorted"),
    ("isa/blackhole.json", '"0x97"', '"0x96"',
     "SFPGT: opcode 0x96 is already SFPLE"),
    ("isa/common.json", '"0x41"', '"0x141"',
     'PACR: opcode "0x141" must be 0x00 to 0xff'),
    ("isa/common.json", '"PACR", "unit": "pack"', '"XMOV", "unit": "pack"',
     "XMOV: there are two instructions of this name"),
    ("isa/common.json", '"PACR", "unit": "pack"', '"PACR", "unit": "packer"',
     'PACR: unit "packer" does not exist'),
    ("isa/common.json", '"if unpack_block_selection"', '"if block"',
     'UNPACR: "if block": there is no field block'),
    ("isa/common.json", '"if unpack_block_selection"', '"if unpack_block_selection&2"',
     'UNPACR: "if unpack_block_selection&2": unpack_block_selection has 1 bits'),
    ("isa/common.json", '"if unpack_block_selection"', '"unless set_dat_valid"',
     'UNPACR: "unless set_dat_valid" must be "if FIELD" or "if FIELD&MASK", and may end in "=VALUE"'),
    ("isa/common.json", '["srca", "banks", "work", "if src_mask&1"]', '["srcc", "banks", "work"]',
     'ZEROSRC: "srcc" is no space, no group of the state, and nothing of effects.json'),
    ("isa/common.json", '["srca", "banks", "work", "if src_mask&1"]', '["srca", "blanks", "work"]',
     'ZEROSRC: extent "blanks" does not exist'),
    ("isa/common.json", '["srca", "banks", "work", "if src_mask&1"]', '["srca", "banks mask", "work"]',
     'ZEROSRC: "banks mask": there is no field mask'),
    ("isa/common.json", '["srca", "banks", "work", "if src_mask&1"]', '["srca", "banks", "later"]',
     'ZEROSRC: "later" must be "issue" or "work"'),
    ("isa/common.json", '["srca", "banks", "work", "if src_mask&1"]', '["srca", "banks"]',
     'ZEROSRC: an effect must be [what, extent, "issue" or "work"], and up to 3 conditions'),
    ("isa/common.json", '["srca", "banks", "work", "if src_mask&1"]', '["srca", "banks", "work", "if src_mask=4"]',
     'ZEROSRC: "if src_mask=4": src_mask has 2 bits'),
    ("isa/common.json", '["srca", "banks", "work", "if src_mask&1"]', '["srca", "banks", "work", "if src_mask>1"]',
     'ZEROSRC: "if src_mask>1": ">1" is not understood'),
    ("isa/common.json", '"uses": ["counters_of_mask"]', '"uses": ["counters"]',
     "SETADC: uses: there are no effects named counters"),
    ("isa/common.json", '["srcb", "transposed"]', '["srcb", "sideways"]',
     'TRNSPSRCB: wiring "sideways" does not exist'),
    ("effects.json", '["srcb", ["unpack1", "matrix"]]', '["srcb", ["unpack1", "math"]]',
     'spaces: unit "math" does not exist'),
    ("effects.json", '["srcb", ["unpack1", "matrix"]], ', "",
     "spaces: srcb must stand in place 7"),
    ("state.json", '["rwc", ["matrix", "vector"]]', '["rwc", "matrix"]',
     "groups: rwc must have a list of the units that produce it"),
    ("isa/common.json", '["cfg_context", 21, 2,', '["cfg_context", 21, 4,',
     "PACR: field cfg_context, bits 21 to 24, leaves the operand bits 23:0"),
    ("isa/common.json", '["flush", 1, 1,', '["last", 1, 1,',
     "PACR: two fields are named last"),
    ("isa/common.json", '["flush", 1, 1,', '["Flush", 1, 1,',
     'PACR: field "Flush" must be named in snake case'),
    ("isa/common.json", '["flush", 1, 1,', '["flush", 1, 0,',
     "PACR: field flush, bits 1 to 0, leaves the operand bits 23:0"),
    ("isa/common.json", '["data_half", 2, 1,', '["push", 2, 1,',
     "PACR_SETREG: two fields are named push"),
    ("isa/common.json", '"adc", "support": "none"', '"adc", "support": "soon"',
     'RSTDMA: support must be "none" or left out'),
    ("isa/common.json", '"adc", "support": "none"', '"adc", "supprt": "none"',
     'RSTDMA: member "supprt" is not known here'),
    ("isa/common.json", '"adc", "support": "none"', '"adc"',
     'RSTDMA: run must name the handler, or support be "none"'),
    ("isa/common.json", '"run": "insn_pacr", ', "",
     'PACR: run must name the handler, or support be "none"'),
    ("isa/common.json", '"run": "insn_pacr"', '"run": "insn_packr"',
     "PACR: no file of src/tile defines its handler insn_packr"),
    ("isa/common.json", '"writes": [["gpr", "thread", "work"]], "fact": "F35x", "doc": "Loads a scalar', '"fact": "F35x", "doc": "Loads a scalar',
     "LOADREG: insn_loadreg (loadreg.c) writes gpr, which is none of its writes"),
    ("isa/common.json", '"uses": [], "fact": "F4"', '"fact": "F4"',
     'NOP: uses, reads or writes must say what it reads and writes; "uses": [] if nothing'),
    ("isa/common.json", '"run": "insn_pacr"', '"run": "PACR()"',
     'PACR: run "PACR()" must be the name of a function'),
    ("isa/common.json", '"run": "insn_pacr"', '"run": "insn_pacr", "subunit": "mad"',
     'PACR: member "subunit" is not known here'),
    ("isa/common.json", '"fields": "elementwise"', '"fields": "elementwis"',
     'ELWMUL: layout "elementwis" does not exist'),
    ("isa/common.json", '"subunit": "store"', '"subunit": "stores"',
     'SFPSTORE: subunit "stores" must be simple, mad, round, store or load'),
    ("isa/common.json", '"vd": "config_dest"', '"vd": "lreg_dest"',
     "SFPCONFIG: operands: there is no field lreg_dest"),
    ("isa/common.json", '{"mod": "instr_mod1", "vd": "config_dest"', '{"form": "instr_mod1", "vd": "config_dest"',
     'SFPCONFIG: operands: "form" must be mod, vd, vc, vb, va or imm12'),
    ("isa/common.json", '"addr_mode", "by chip"', '"addr_mode", "by ship"',
     'MOVD2A: field addr_mode: "by ship" must be "by chip", or a bit'),
    ("isa/blackhole.json", '"addr_mode": [14, 3]', '"addr_mod": [14, 3]',
     "schemas/isa/common.json: MOVD2A: field addr_mode: isa/blackhole.json has no place [low bit, bits] for it"),
    ("isa/wormhole_b0.json", '{"name": "STALLWAIT"', '{"name": "STALLWAITS"',
     "STALLWAITS: opcode must be a string with something in it"),
    ("isa/common.json", '"doc": "Does nothing', '"doc": 1, "fields": "Does nothing',
     "NOP: doc must be a string with something in it"),
    ("registers/blackhole.json", '["cfg", 0, 4, 1,', '["cfg", 0, 3, 1,',
     "ALU_FORMAT_SPEC_REG_SrcA_override: bit 3 of word 0 is already in ALU_FORMAT_SPEC_REG_SrcA_val"),
    ("registers/blackhole.json", '["cfg", 0, 4, 1,', '["cfg", 224, 4, 1,',
     "ALU_FORMAT_SPEC_REG_SrcA_override: element 1 must be a whole number from 0 to 223"),
    ("registers/wormhole_b0.json", '["thread", 1, 0, 12,', '["thread", 1, 5, 12,',
     "DEST_TARGET_REG_CFG_MATH_Offset: bits 5 to 16 leave a word of 16 bits"),
    ("registers/blackhole.json", '"ALU_FORMAT_SPEC_REG_SrcB_val"', '"ALU_FORMAT_SPEC_REG_SrcA_val"',
     "ALU_FORMAT_SPEC_REG_SrcA_val: there are two fields of this name"),
    ("registers/blackhole.json", '["cfg", 0, 4, 1,', '["gpr", 0, 4, 1,',
     'ALU_FORMAT_SPEC_REG_SrcA_override: space "gpr" must be cfg or thread'),
    ("registers/blackhole.json", '"not instantiated"', '"absent"',
     'STATE_RESET_EN: flag "absent" must be "not instantiated" or left out'),
    ("registers/blackhole.json", '"ALU_FORMAT_SPEC_REG_SrcA_val"', '"ALU_FORMAT_SPEC_REG_SrcA_vol"',
     "ALU_FORMAT_SPEC_REG_SrcA_vol: registers/fields.json does not say what it is"),
    ("registers/fields.json", '"PCK_EDGE_MODE_mode"', '"PCK_EDGE_MODE_made"',
     "schemas/registers/blackhole.json: PCK_EDGE_MODE_mode: registers/fields.json does not say what it is"),
    ("registers/fields.json", '{"name": "PCK_EDGE_MODE_mode"', '{"name": "PCK_EDGE_MADE", "read_by": [], "doc": "x"}, {"name": "PCK_EDGE_MODE_mode"',
     "PCK_EDGE_MADE: no chip has this field"),
    ("registers/fields.json", '{"name": "PCK_EDGE_MODE_mode"', '{"name": "PCK0_ADDR_BASE_REG_0_Base", "read_by": [], "doc": "x"}, {"name": "PCK_EDGE_MODE_mode"',
     "PCK0_ADDR_BASE_REG_0_Base: there are two fields of this name"),
    ("registers/fields.json", '[["matrix", "work"]]', '[["matrix", "later"]]',
     'ALU_FORMAT_SPEC_REG_SrcA_val: "later" must be "work" or "issue"'),
    ("registers/fields.json", '[["matrix", "work"]]', '[["math", "work"]]',
     'ALU_FORMAT_SPEC_REG_SrcA_val: unit "math" does not exist'),
    ("registers/fields.json", '[["matrix", "work"]]', '[["matrix", "work"], ["matrix", "issue"]]',
     "ALU_FORMAT_SPEC_REG_SrcA_val: the same unit stands twice"),
    ("registers/fields.json", '[["matrix", "work"]]', '[["matrix", "work", "grayskull"]]',
     "ALU_FORMAT_SPEC_REG_SrcA_val: there is no chip grayskull"),
    ("registers/fields.json", '[["pack[0]", "work"]]', '[["pack[4]", "work"]]',
     'THCON_SEC0_REG1_In_data_format: section of "pack[4]" must be [0] to [3]'),
    ("state.json", '["ch0", "adc_channel", []', '["ch0", "adc_chanel", []',
     'adc_unit: type "adc_chanel" is not known above this line'),
    ("state.json", '["ch0", "adc_channel", []', '["ch0", "adc_unit", []',
     'adc_unit: type "adc_unit" is not known above this line'),
    ("state.json", '["prng", "word", [32]', '["prng", "word", [0]',
     "small_state: member prng: a length cannot be 0"),
    ("state.json", '["prng", "word", [32]', '["prng", "word", [2, 2, 2, 2]',
     "small_state: member prng: a shape is a list of at most 3 lengths"),
    ("state.json", '["prng", "word", [32]', '["prng", "word", [4096, 4096, 4096]',
     "small_state: member prng: more than 65535 words in all"),
    ("state.json", '["prng", "word", [32]', '["mutex", "word", [32]',
     "small_state: two members are named mutex"),
    ("state.json", '["prng", "word"', '["prng_of_the_vector_unit_which_has_thirty_two_lanes", "word"',
     "small_state: member prng_of_the_vector_unit_which_has_thirty_two_lanes: a path of 54 bytes, of which 48 fit"),
    ("findings.json", '"class": "Unsupported"', '"class": "Unheard"',
     'unsupported-instruction: class "Unheard" does not exist'),
    ("findings.json", '"unsupported-form"', '"unsupported-instruction"',
     "unsupported-instruction: there are two findings of this code"),
    ("findings.json", '"unsupported-form"', '"UnsupportedForm"',
     "UnsupportedForm: a code is small letters, digits and hyphens"),
    ("variants.json", '["low_first"', '["device"',
     "dst.halves_32: two choices are named device"),
    ("variants.json", '"dst.halves_32"', '"adc.zw_width"',
     "adc.zw_width: there are two variants of this key"),
    ("variants.json", '"dst32_lo_first"', '"adc_zw13"',
     "dst.halves_32: alias adc_zw13 is already taken"),
    ("variants.json", ', ["low_first", "dst32_lo_first"]', "",
     "dst.halves_32: a variant has at least two choices, the first being the device's"),
    ("chips.json", '{"name": "wormhole_b0",', '{"name": "wormhole_b0", "like": "wormhole_b0",',
     "wormhole_b0 is like no earlier chip that has tables of its own"),
    ("chips.json", '{"name": "wormhole_b0",', '{"name": "wormhole_b0", "like": "blackhole", "wings": true,',
     "wormhole_b0: blackhole has no wings"),
    ("chips.json", '"dst_has_remap": true, ', "",
     "blackhole: has no dst_has_remap like the other chip's"),
    ("chips.json", '"cfg_words": 224', '"cfg_words": 2.5',
     "blackhole: cfg_words must be a whole number from 0 to 1024"),
    ("mmio.json", '"0xFFB12000"', '"0xFFB11F00"',
     "DEBUG: overlaps TDMA"),
    ("mmio.json", '"0xFFB12000"', '"FFB12000"',
     'DEBUG: "FFB12000" must be 0x and digits of base 16'),
    ("mmio.json", '"name": "DEBUG"', '"name": "TDMA"',
     "TDMA: there are two windows of this name"),
    ("mmio.json", '"needs": "t_cores_see_dst"', '"needs": "t_cores_see_dust"',
     'DST: needs "t_cores_see_dust", which is no trait of chips.json'),
    ("mmio.json", '"cores": ["t0", "t1", "t2"]', '"cores": ["t0", "t1", "t3"]',
     "MOP_CFG: there is no core t3"),
    ("mmio_registers.json", '"in": "NOC"', '"in": "NOISE"',
     "TARG_ADDR_LO: mmio.json has no window NOISE"),
    ("mmio_registers.json", '"0x028", "0x010"', '"0x020", "0x010"',
     "REMOTE_DEST_BUF_SIZE: stands where REMOTE_DEST_BUF_START stands"),
    ("mmio_registers.json", '"0x028", "0x010"', '"0x029", "0x010"',
     'REMOTE_DEST_BUF_SIZE: "at": 0x029 is no place of a word'),
    ("mmio_registers.json", '"does": "adds_space"', '"does": "adds_spice"',
     'SPACE_AVAILABLE_UPDATE: there is no act "adds_spice"'),
    ("mmio.json", '["0x054", "BUS_CONTROL"', '["0x1400", "BUS_CONTROL"',
     "DEBUG: BUS_CONTROL: offset 0x1400 is no word of the window"),
    ("riscv.json", '"name": "sltiu"', '"name": "SLTIU"',
     "SLTIU: a name is small letters, digits and dots"),
    ("riscv.json", '"match": "0x02001033"', '"match": "0x02000033"',
     "mul: a word may be it and mulh (02000033)"),
    ("riscv.json", '"match": "0x00003013"', '"match": "0x80003013"',
     "sltiu: match has bits that mask has not, or is not of a 32-bit instruction"),
    ("riscv.json", '"match": "0x00003013"', '"match": "3013"',
     'sltiu: match "3013" must be 0x and eight digits'),
    ("riscv.json", '"set": "M", "match"', '"set": "N", "match"',
     'mul: set "N" does not exist'),
    ("riscv.json", '"kind": "branch"', '"kind": "leap"',
     'beq: kind "leap" does not exist'),
    ("riscv.json", '"by": "sext_b", "bytes": 1', '"by": "sext_b"',
     'lb: of kind load, it may not have, or must have, "by" or "bytes"'),
    ("riscv.json", '"name": "nop", "match": "0x00000013"', '"name": "nop", "match": "0x0000007f"',
     "nop: is the spelling of no instruction"),
    ("riscv.json", '"chips": ["blackhole"]', '"chips": ["grayskull"]',
     "Zicsr: there is no chip grayskull"),
    ("debugger.json", '"ALU_ROUNDING_MODE_Padding", 0, 10', '"ALU_ROUNDING_MODE_Padding", 0, 11',
     "GS_LF: it has bits of Padding"),
    ("debugger.json", '"ALU_ROUNDING_MODE_Padding", 0, 10', '"ALU_ROUNDING_MODE_Paddig", 0, 10',
     "Padding: there is no register field ALU_ROUNDING_MODE_Paddig"),
    ("debugger.json", '"ALU_ROUNDING_MODE_Padding", 0, 10', '"ALU_ROUNDING_MODE_Padding", 0, 30',
     "Padding: 30 bits from bit 0 of ALU_ROUNDING_MODE_Padding leave the word"),
    ("debugger.json", '["blackhole", "alu_config", 0, "GS_LF"', '["blackhole", "alu", 0, "GS_LF"',
     "GS_LF: there is no group alu"),
    ("debugger.json", '"Gasket_srnd_en"', '"Fpu_srnd_en"',
     "Fpu_srnd_en: it stands twice in its entry"),
    ("units.json", '"sync"', '"config"',
     "two units are named config"),
    ("units.json", '"sync", ', "",
     "11 units, but enum tt_unit has 12"),
)


class Changed(Tables):
    """The schemas, of one file another text."""
    compact = {} # each file on one line

    def __init__(self, file=None, old="", new=""):
        self.change = file, old, new
        super().__init__(schemas)

    def text(self, name):
        if name not in self.compact:
            self.compact[name] = json.dumps(json.loads(super().text(name)), ensure_ascii=False)
        file, old, new = self.change
        if name == file and old not in self.compact[name]:
            sys.exit(f"{file} has no {old}: the case no longer fits the tree")
        return self.compact[name].replace(old, new, 1) if name == file else self.compact[name]


def refusal(*change):
    try:
        Changed(*change)
    except Refusal as error:
        return str(error)
    return "nothing"


def generate(folder, out):
    done = subprocess.run([sys.executable, schemas / "generate.py", folder, out], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def expect(what, found, wanted):
    if found != wanted:
        print(f"{what}:\n  it says {found}\n  wanted  {wanted}")
    return found != wanted


def check_program(folder):
    """What the program itself adds: its exit status, what it cannot open, the line of what is not JSON, files written once."""
    failed = expect("no folder", generate(folder / "none", folder), (1, f"{folder}/none/units.json: No such file or directory\n"))
    text = (schemas / "units.json").read_text()
    (folder / "units.json").write_text("\n\n" + text.replace('"units":', '"units"'))
    (folder / "out").mkdir()
    line = text[:text.index('"units":')].count("\n") + 3
    failed += expect("no JSON", generate(folder, folder / "out"), (1, f"schemas/units.json: line {line}: not JSON\n"))
    failed += expect("files of a refusal", list((folder / "out").iterdir()), [])
    times = []
    for _ in range(2):
        failed += expect("as they are", generate(schemas, folder / "out"), (0, ""))
        times.append({path.name: path.stat().st_mtime_ns for path in (folder / "out").iterdir()})
    return failed + expect("the second run writes nothing", times[1], times[0])


failed = 0
for file, old, new, message in CASES:
    wanted = message if message.startswith("schemas/") else f"schemas/{file}: {message}"
    failed += expect(f"{file} with {new}", refusal(file, old, new), wanted)
with tempfile.TemporaryDirectory(prefix="tt-replay-refusals.") as name:
    failed += check_program(pathlib.Path(name))
print(f"{len(CASES)} schemas made wrong, {failed} failures")
sys.exit(1 if failed else 0)
