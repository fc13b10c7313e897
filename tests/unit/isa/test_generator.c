/* SPDX-License-Identifier: Apache-2.0 */
/* What the generator refuses: the real schemas with one thing made wrong, and the sentence it must say. */
#include "base/memory.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const files[] = {"units.json",
                                    "chips.json",
                                    "state.json",
                                    "effects.json",
                                    "settings.json",
                                    "findings.json",
                                    "variants.json",
                                    "mmio.json",
                                    "mmio_registers.json",
                                    "riscv.json",
                                    "debugger.json",
                                    "isa/common.json",
                                    "facts.json",
                                    "facts/pack.json",
                                    "facts/unpack.json",
                                    "facts/matrix.json",
                                    "facts/vector.json",
                                    "facts/frontend.json",
                                    "facts/riscv.json",
                                    "facts/formats.json",
                                    "facts/conflicts.json",
                                    "facts/silicon.json",
                                    "isa/blackhole.json",
                                    "isa/wormhole_b0.json",
                                    "registers/fields.json",
                                    "registers/blackhole.json",
                                    "registers/wormhole_b0.json"};

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    char *text = mem_calloc(1, 1 << 20);
    size_t n = fread(text, 1, (1 << 20) - 1, file);
    ck_assert_uint_lt(n, (1 << 20) - 1);
    fclose(file);
    return text;
}

static void write_text(const char *path, const char *text, const char *at, size_t skip, const char *instead)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fwrite(text, 1, (size_t)(at - text), file);
    fputs(instead, file);
    fputs(at + skip, file);
    ck_assert_int_eq(fclose(file), 0);
}

/* Copies all schemas to DIR/in, the first `old` of `file` replaced. */
static void copy_schemas(const char *dir, const char *file, const char *old, const char *new)
{
    char from[512], to[512];
    static const char *const folders[] = {"in", "in/isa", "in/registers", "in/facts", "out"};
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(to, sizeof to, "%s/%s", dir, folders[i]);
        ck_assert_int_eq(mkdir(to, 0700), 0);
    }
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(from, sizeof from, "%s/%s", TTR_SCHEMAS, files[i]);
        snprintf(to, sizeof to, "%s/in/%s", dir, files[i]);
        char *text = read_text(from);
        char *at = strcmp(file, files[i]) == 0 ? strstr(text, old) : text;
        ck_assert_msg(at != NULL, "%s has no %s", files[i], old);
        write_text(to, text, at, at == text ? 0 : strlen(old), at == text ? "" : new);
        mem_free(text);
    }
}

/* Runs the generator; its words in text, its exit status returned. */
static int run(const char *dir, char text[static 2048])
{
    char command[1024];
    snprintf(command, sizeof command, "'%s' '%s/in' '%s/out' 2>&1", TTR_GENERATE, dir, dir);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    size_t n = fread(text, 1, 2047, pipe);
    text[n] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void clean(const char *dir)
{
    char command[512];
    snprintf(command, sizeof command, "rm -r '%s'", dir);
    ck_assert_int_eq(system(command), 0);
}

static const struct {
    const char *file, *old, *new, *message;
} cases[] = {
    {"isa/common.json", "\"fact\": \"F26\", ", "",
     "schemas/isa/common.json: SETC16: fact must be a string with something in it\n"},
    {"isa/common.json", "\"fact\": \"F26\"", "\"fact\": \"F26x\"",
     "schemas/isa/common.json: SETC16: fact \"F26x\" is in none of schemas/facts\n"},
    {"isa/common.json", "\"fact\": \"F26\", ", "\"support\": \"none\", \"fact\": \"F26\", ",
     "schemas/isa/common.json: SETC16: what is not supported has no handler to run\n"},
    {"isa/common.json", "\"name\": \"TBUFCMD\"", "\"name\": \"TBUFCMD\", \"fact\": \"F26\"",
     "schemas/isa/common.json: TBUFCMD: what is not supported rests on no fact\n"},
    {"findings.json", "\"fact\": \"P-2.7\"", "\"fact\": \"P-2.77\"",
     "schemas/findings.json: cfg-word-not-instantiated: fact \"P-2.77\" is in none of schemas/facts\n"},
    {"findings.json", "\"fact\": \"P-2.7\"", "\"fact\": \"P-2.7\", \"page\": \"docs/coverage.md\"",
     "schemas/findings.json: cfg-word-not-instantiated: either a fact or a page says where it is written down\n"},
    {"findings.json", "\"fact\": \"P-2.7\"", "\"page\": \"P-2.7\"",
     "schemas/findings.json: cfg-word-not-instantiated: a page is one of docs/\n"},
    {"variants.json", "\"C-38, P-5.2\"", "\"C-38, P-5.22\"",
     "schemas/variants.json: pack.edge.minus_infinity: fact \"P-5.22\" is in none of schemas/facts\n"},
    {"variants.json", "\"C-38, P-5.2\"", "\"C-38,P-5.2\"",
     "schemas/variants.json: pack.edge.minus_infinity: ids stand apart by a comma and a space\n"},
    {"facts/pack.json", "\"id\": \"P-1.3\"", "\"id\": \"P-1.2\"",
     "schemas/facts/pack.json: P-1.2: there are two facts of this id\n"},
    {"facts/pack.json", "\"id\": \"P-1.3\"", "\"id\": \"P-2.3\"",
     "schemas/facts/pack.json: P-2.3: does not belong to the group P-1\n"},
    {"facts/pack.json", "\"id\": \"P-1.3\"", "\"id\": \"P-1.3xy\"",
     "schemas/facts/pack.json: P-1.3xy: an id is one or two capital letters, a number, and at most one small letter\n"},
    {"facts/conflicts.json", "\"id\": \"C-4\"", "\"id\": \"C-.3\"",
     "schemas/facts/conflicts.json: C-.3: an id is one or two capital letters, a number, and at most one small "
     "letter\n"},
    {"facts/conflicts.json", "\"id\": \"C-72\"", "\"id\": \"C-7.1\"",
     "schemas/facts/conflicts.json: C-7.1: C-71 has the same anchor on its page\n"},
    {"facts/pack.json", "\"level\": \"simulator\"", "\"level\": \"sure\"",
     "schemas/facts/pack.json: P-1.2: level \"sure\" does not exist\n"},
    {"facts/pack.json",
     "\"where\": ", "\"were\": ", "schemas/facts/pack.json: P-1.2: member \"were\" is not known here\n"},
    {"isa/common.json", "[\"flush\", 1, 1,", "[\"flush\", 0, 1,",
     "schemas/isa/common.json: PACR: fields last and flush both have bit 0\n"},
    {"isa/common.json", "{\"instr_mod\": [[0, 2], {\"blackhole\": [2]", "{\"instr_mod\": [[0, 2], {\"blackhole\": [1]",
     "schemas/isa/common.json: MOVD2A: modifier instr_mod: a value is recorded that does not exist\n"},
    {"isa/common.json", "{\"instr_mod\": [[0, 2], {\"blackhole\": [2]", "{\"instr_mod\": [[0, 4], {\"blackhole\": [2]",
     "schemas/isa/common.json: MOVD2A: element 1 must be a whole number from 0 to 3\n"},
    {"isa/common.json", "{\"instr_mod\": [[0, 2], {\"blackhole\": [2]", "{\"instr\": [[0, 2], {\"blackhole\": [2]",
     "schemas/isa/common.json: MOVD2A: modifier instr: there is no such field\n"},
    {"isa/common.json", "{\"instr_mod\": [[0, 2], {\"blackhole\": [2]", "{\"dst\": [[0, 2], {\"blackhole\": [2]",
     "schemas/isa/common.json: MOVD2A: modifier dst: it has 10 bits, at most 5\n"},
    {"isa/common.json", "{\"instr_mod19\": [null, {}]}", "{\"instr_mod19\": [null, []]}",
     "schemas/isa/common.json: DOTPV: modifier instr_mod19: what is recorded must be {chip: [value, ...]}\n"},
    {"isa/common.json", "[[\"mover-not-recorded\"]]", "[[\"mover-not\"]]",
     "schemas/isa/common.json: XMOV: findings: there is no finding \"mover-not\"\n"},
    {"isa/common.json", "{\"reset\": [1, 3]}", "{\"resets\": [1, 3]}",
     "schemas/isa/common.json: CLEARDVALID: findings: there is no field resets\n"},
    {"isa/common.json", "{\"reset\": [1, 3]}", "{\"reset\": [1, 4]}",
     "schemas/isa/common.json: CLEARDVALID: element 1 must be a whole number from 0 to 3\n"},
    {"isa/common.json", "\"imm12_math\": {\"but\": [0]}", "\"imm12_math\": {\"but\": [31]}",
     "schemas/isa/common.json: SFPSETMAN: element 0 must be a whole number from 0 to 30\n"},
    {"isa/common.json", "{\"reset\": [1, 3]}", "{\"reset\": \"all\"}",
     "schemas/isa/common.json: CLEARDVALID: findings: reset must be [value, ...], {\"but\": [value, ...]} or "
     "\"any\"\n"},
    {"isa/common.json", "\"0x41\"", "\"0x42\"", "schemas/isa/common.json: UNPACR: opcode 0x42 is already PACR\n"},
    {"isa/common.json", "\"0x41\"", "\"0x3f\"",
     "schemas/isa/common.json: PACR: opcode 0x3f stands after XMOV: keep the list sorted\n"},
    {"isa/blackhole.json", "\"0x97\"", "\"0x6f\"",
     "schemas/isa/blackhole.json: SFPGT: opcode 0x6f stands after SFPLE: keep the list sorted\n"},
    {"isa/blackhole.json", "\"0x97\"", "\"0x96\"", "schemas/isa/blackhole.json: SFPGT: opcode 0x96 is already SFPLE\n"},
    {"isa/common.json", "\"0x41\"", "\"0x141\"",
     "schemas/isa/common.json: PACR: opcode \"0x141\" must be 0x00 to 0xff\n"},
    {"isa/common.json", "\"PACR\", \"unit\": \"pack\"", "\"XMOV\", \"unit\": \"pack\"",
     "schemas/isa/common.json: XMOV: there are two instructions of this name\n"},
    {"isa/common.json", "\"PACR\", \"unit\": \"pack\"", "\"PACR\", \"unit\": \"packer\"",
     "schemas/isa/common.json: PACR: unit \"packer\" does not exist\n"},
    {"isa/common.json", "\"if unpack_block_selection\"", "\"if block\"",
     "schemas/isa/common.json: UNPACR: \"if block\": there is no field block\n"},
    {"isa/common.json", "\"if unpack_block_selection\"", "\"if unpack_block_selection&2\"",
     "schemas/isa/common.json: UNPACR: \"if unpack_block_selection&2\": unpack_block_selection has 1 bits\n"},
    {"isa/common.json", "\"if unpack_block_selection\"", "\"unless set_dat_valid\"",
     "schemas/isa/common.json: UNPACR: \"unless set_dat_valid\" must be \"if FIELD\" or \"if FIELD&MASK\", and may end "
     "in "
     "\"=VALUE\"\n"},
    {"isa/common.json", "[\"srca\", \"banks\", \"work\", \"if src_mask&1\"]", "[\"srcc\", \"banks\", \"work\"]",
     "schemas/isa/common.json: ZEROSRC: \"srcc\" is no space, no group of the state, and nothing of effects.json\n"},
    {"isa/common.json", "[\"srca\", \"banks\", \"work\", \"if src_mask&1\"]", "[\"srca\", \"blanks\", \"work\"]",
     "schemas/isa/common.json: ZEROSRC: extent \"blanks\" does not exist\n"},
    {"isa/common.json", "[\"srca\", \"banks\", \"work\", \"if src_mask&1\"]", "[\"srca\", \"banks mask\", \"work\"]",
     "schemas/isa/common.json: ZEROSRC: \"banks mask\": there is no field mask\n"},
    {"isa/common.json", "[\"srca\", \"banks\", \"work\", \"if src_mask&1\"]", "[\"srca\", \"banks\", \"later\"]",
     "schemas/isa/common.json: ZEROSRC: \"later\" must be \"issue\" or \"work\"\n"},
    {"isa/common.json", "[\"srca\", \"banks\", \"work\", \"if src_mask&1\"]", "[\"srca\", \"banks\"]",
     "schemas/isa/common.json: ZEROSRC: an effect must be [what, extent, \"issue\" or \"work\"], and up to 3 "
     "conditions\n"},
    {"isa/common.json", "[\"srca\", \"banks\", \"work\", \"if src_mask&1\"]",
     "[\"srca\", \"banks\", \"work\", \"if src_mask=4\"]",
     "schemas/isa/common.json: ZEROSRC: \"if src_mask=4\": src_mask has 2 bits\n"},
    {"isa/common.json", "[\"srca\", \"banks\", \"work\", \"if src_mask&1\"]",
     "[\"srca\", \"banks\", \"work\", \"if src_mask>1\"]",
     "schemas/isa/common.json: ZEROSRC: \"if src_mask>1\": \">1\" is not understood\n"},
    {"isa/common.json", "\"uses\": [\"counters_of_mask\"]", "\"uses\": [\"counters\"]",
     "schemas/isa/common.json: SETADC: uses: there are no effects named counters\n"},
    {"isa/common.json", "[\"srcb\", \"transposed\"]", "[\"srcb\", \"sideways\"]",
     "schemas/isa/common.json: TRNSPSRCB: wiring \"sideways\" does not exist\n"},
    {"effects.json", "[\"srcb\", [\"unpack1\", \"matrix\"]]", "[\"srcb\", [\"unpack1\", \"math\"]]",
     "schemas/effects.json: spaces: unit \"math\" does not exist\n"},
    {"effects.json", "[\"srcb\", [\"unpack1\", \"matrix\"]],\n", "",
     "schemas/effects.json: spaces: srcb must stand in place 7\n"},
    {"state.json", "[\"rwc\", [\"matrix\", \"vector\"]]", "[\"rwc\", \"matrix\"]",
     "schemas/state.json: groups: rwc must have a list of the units that produce it\n"},
    {"isa/common.json", "[\"cfg_context\", 21, 2,", "[\"cfg_context\", 21, 4,",
     "schemas/isa/common.json: PACR: field cfg_context, bits 21 to 24, leaves the operand bits 23:0\n"},
    {"isa/common.json", "[\"flush\", 1, 1,", "[\"last\", 1, 1,",
     "schemas/isa/common.json: PACR: two fields are named last\n"},
    {"isa/common.json", "[\"flush\", 1, 1,", "[\"Flush\", 1, 1,",
     "schemas/isa/common.json: PACR: field \"Flush\" must be named in snake case\n"},
    {"isa/common.json", "[\"flush\", 1, 1,", "[\"flush\", 1, 0,",
     "schemas/isa/common.json: PACR: field flush, bits 1 to 0, leaves the operand bits 23:0\n"},
    {"isa/common.json", "[\"data_half\", 2, 1,", "[\"push\", 2, 1,",
     "schemas/isa/common.json: PACR_SETREG: two fields are named push\n"},
    {"isa/common.json", "\"adc\", \"support\": \"none\"", "\"adc\", \"support\": \"soon\"",
     "schemas/isa/common.json: RSTDMA: support must be \"none\" or left out\n"},
    {"isa/common.json", "\"adc\", \"support\": \"none\"", "\"adc\", \"supprt\": \"none\"",
     "schemas/isa/common.json: RSTDMA: member \"supprt\" is not known here\n"},
    {"isa/common.json", "\"adc\", \"support\": \"none\"", "\"adc\"",
     "schemas/isa/common.json: RSTDMA: run must name the handler, or support be \"none\"\n"},
    {"isa/common.json", "\"run\": \"insn_pacr\", ", "",
     "schemas/isa/common.json: PACR: run must name the handler, or support be \"none\"\n"},
    {"isa/common.json", "\"run\": \"insn_pacr\"", "\"run\": \"PACR()\"",
     "schemas/isa/common.json: PACR: run \"PACR()\" must be the name of a function\n"},
    {"isa/common.json", "\"run\": \"insn_pacr\"", "\"run\": \"insn_pacr\", \"subunit\": \"mad\"",
     "schemas/isa/common.json: PACR: member \"subunit\" is not known here\n"},
    {"isa/common.json", "\"fields\": \"elementwise\"", "\"fields\": \"elementwis\"",
     "schemas/isa/common.json: ELWMUL: layout \"elementwis\" does not exist\n"},
    {"isa/common.json", "\"subunit\": \"store\"", "\"subunit\": \"stores\"",
     "schemas/isa/common.json: SFPSTORE: subunit \"stores\" must be simple, mad, round, store or load\n"},
    {"isa/common.json", "\"vd\": \"config_dest\"", "\"vd\": \"lreg_dest\"",
     "schemas/isa/common.json: SFPCONFIG: operands: there is no field lreg_dest\n"},
    {"isa/common.json", "{\"mod\": \"instr_mod1\", \"vd\": \"config_dest\"",
     "{\"form\": \"instr_mod1\", \"vd\": \"config_dest\"",
     "schemas/isa/common.json: SFPCONFIG: operands: \"form\" must be mod, vd, vc, vb, va or imm12\n"},
    {"isa/common.json", "\"addr_mode\", \"by chip\"", "\"addr_mode\", \"by ship\"",
     "schemas/isa/common.json: MOVD2A: field addr_mode: \"by ship\" must be \"by chip\", or a bit\n"},
    {"isa/blackhole.json", "\"addr_mode\": [14, 3]", "\"addr_mod\": [14, 3]",
     "schemas/isa/common.json: MOVD2A: field addr_mode: isa/blackhole.json has no place [low bit, bits] for it\n"},
    {"isa/wormhole_b0.json", "{\"name\": \"STALLWAIT\"", "{\"name\": \"STALLWAITS\"",
     "schemas/isa/wormhole_b0.json: STALLWAITS: opcode must be a string with something in it\n"},
    {"isa/common.json", "\"doc\": \"Does nothing", "\"doc\": 1, \"fields\": \"Does nothing",
     "schemas/isa/common.json: NOP: doc must be a string with something in it\n"},
    {"isa/common.json", "\"run\": \"insn_nop\"", "\"run\" \"insn_nop\"",
     "schemas/isa/common.json: line 35: not JSON\n"},
    {"registers/blackhole.json", "[\"cfg\", 0, 4, 1,", "[\"cfg\", 0, 3, 1,",
     "schemas/registers/blackhole.json: ALU_FORMAT_SPEC_REG_SrcA_override: bit 3 of word 0 is already in "
     "ALU_FORMAT_SPEC_REG_SrcA_val\n"},
    {"registers/blackhole.json", "[\"cfg\", 0, 4, 1,", "[\"cfg\", 224, 4, 1,",
     "schemas/registers/blackhole.json: ALU_FORMAT_SPEC_REG_SrcA_override: element 1 must be a whole number from 0 to "
     "223\n"},
    {"registers/wormhole_b0.json", "[\"thread\", 1, 0, 12,", "[\"thread\", 1, 5, 12,",
     "schemas/registers/wormhole_b0.json: DEST_TARGET_REG_CFG_MATH_Offset: bits 5 to 16 leave a word of 16 bits\n"},
    {"registers/blackhole.json", "\"ALU_FORMAT_SPEC_REG_SrcB_val\"", "\"ALU_FORMAT_SPEC_REG_SrcA_val\"",
     "schemas/registers/blackhole.json: ALU_FORMAT_SPEC_REG_SrcA_val: there are two fields of this name\n"},
    {"registers/blackhole.json", "[\"cfg\", 0, 4, 1,", "[\"gpr\", 0, 4, 1,",
     "schemas/registers/blackhole.json: ALU_FORMAT_SPEC_REG_SrcA_override: space \"gpr\" must be cfg or thread\n"},
    {"registers/blackhole.json", "\"not instantiated\"", "\"absent\"",
     "schemas/registers/blackhole.json: STATE_RESET_EN: flag \"absent\" must be \"not instantiated\" or left out\n"},
    {"registers/blackhole.json", "\"ALU_FORMAT_SPEC_REG_SrcA_val\"", "\"ALU_FORMAT_SPEC_REG_SrcA_vol\"",
     "schemas/registers/blackhole.json: ALU_FORMAT_SPEC_REG_SrcA_vol: registers/fields.json does not say what it is\n"},
    {"registers/fields.json", "\"PCK_EDGE_MODE_mode\"", "\"PCK_EDGE_MODE_made\"",
     "schemas/registers/blackhole.json: PCK_EDGE_MODE_mode: registers/fields.json does not say what it is\n"},
    {"registers/fields.json", "{\"name\": \"PCK_EDGE_MODE_mode\"",
     "{\"name\": \"PCK_EDGE_MADE\", \"read_by\": [], \"doc\": \"x\"}, {\"name\": \"PCK_EDGE_MODE_mode\"",
     "schemas/registers/fields.json: PCK_EDGE_MADE: no chip has this field\n"},
    {"registers/fields.json", "{\"name\": \"PCK_EDGE_MODE_mode\"",
     "{\"name\": \"PCK0_ADDR_BASE_REG_0_Base\", \"read_by\": [], \"doc\": \"x\"}, {\"name\": \"PCK_EDGE_MODE_mode\"",
     "schemas/registers/fields.json: PCK0_ADDR_BASE_REG_0_Base: there are two fields of this name\n"},
    {"registers/fields.json", "[[\"matrix\", \"work\"]]", "[[\"matrix\", \"later\"]]",
     "schemas/registers/fields.json: ALU_FORMAT_SPEC_REG_SrcA_val: \"later\" must be \"work\" or \"issue\"\n"},
    {"registers/fields.json", "[[\"matrix\", \"work\"]]", "[[\"math\", \"work\"]]",
     "schemas/registers/fields.json: ALU_FORMAT_SPEC_REG_SrcA_val: unit \"math\" does not exist\n"},
    {"registers/fields.json", "[[\"matrix\", \"work\"]]", "[[\"matrix\", \"work\"], [\"matrix\", \"issue\"]]",
     "schemas/registers/fields.json: ALU_FORMAT_SPEC_REG_SrcA_val: the same unit stands twice\n"},
    {"registers/fields.json", "[[\"matrix\", \"work\"]]", "[[\"matrix\", \"work\", \"grayskull\"]]",
     "schemas/registers/fields.json: ALU_FORMAT_SPEC_REG_SrcA_val: there is no chip grayskull\n"},
    {"registers/fields.json", "[[\"pack[0]\", \"work\"]]", "[[\"pack[4]\", \"work\"]]",
     "schemas/registers/fields.json: THCON_SEC0_REG1_In_data_format: section of \"pack[4]\" must be [0] to [3]\n"},
    {"state.json", "[\"ch0\", \"adc_channel\", []", "[\"ch0\", \"adc_chanel\", []",
     "schemas/state.json: adc_unit: type \"adc_chanel\" is not known above this line\n"},
    {"state.json", "[\"ch0\", \"adc_channel\", []", "[\"ch0\", \"adc_unit\", []",
     "schemas/state.json: adc_unit: type \"adc_unit\" is not known above this line\n"},
    {"state.json", "[\"prng\", \"word\", [32]", "[\"prng\", \"word\", [0]",
     "schemas/state.json: small_state: member prng: a length cannot be 0\n"},
    {"state.json", "[\"prng\", \"word\", [32]", "[\"prng\", \"word\", [2, 2, 2, 2]",
     "schemas/state.json: small_state: member prng: a shape is a list of at most 3 lengths\n"},
    {"state.json", "[\"prng\", \"word\", [32]", "[\"prng\", \"word\", [4096, 4096, 4096]",
     "schemas/state.json: small_state: member prng: more than 65535 words in all\n"},
    {"state.json", "[\"prng\", \"word\", [32]", "[\"mutex\", \"word\", [32]",
     "schemas/state.json: small_state: two members are named mutex\n"},
    {"state.json", "[\"prng\", \"word\"", "[\"prng_of_the_vector_unit_which_has_thirty_two_lanes\", \"word\"",
     "schemas/state.json: small_state: member prng_of_the_vector_unit_which_has_thirty_two_lanes: a path of 54 bytes, "
     "of "
     "which 48 fit\n"},
    {"findings.json", "\"class\": \"Unsupported\"", "\"class\": \"Unheard\"",
     "schemas/findings.json: unsupported-instruction: class \"Unheard\" does not exist\n"},
    {"findings.json", "\"unsupported-form\"", "\"unsupported-instruction\"",
     "schemas/findings.json: unsupported-instruction: there are two findings of this code\n"},
    {"findings.json", "\"unsupported-form\"", "\"UnsupportedForm\"",
     "schemas/findings.json: UnsupportedForm: a code is small letters, digits and hyphens\n"},
    {"variants.json", "[\"low_first\"", "[\"device\"",
     "schemas/variants.json: dst.halves_32: two choices are named device\n"},
    {"variants.json", "\"dst.halves_32\"", "\"adc.zw_width\"",
     "schemas/variants.json: adc.zw_width: there are two variants of this key\n"},
    {"variants.json", "\"dst32_lo_first\"", "\"adc_zw13\"",
     "schemas/variants.json: dst.halves_32: alias adc_zw13 is already taken\n"},
    {"variants.json", ", [\"low_first\", \"dst32_lo_first\"]", "",
     "schemas/variants.json: dst.halves_32: a variant has at least two choices, the first being the device's\n"},
    {"chips.json", "{\"name\": \"wormhole_b0\",", "{\"name\": \"wormhole_b0\", \"like\": \"wormhole_b0\",",
     "schemas/chips.json: wormhole_b0 is like no earlier chip that has tables of its own\n"},
    {"chips.json", "{\"name\": \"wormhole_b0\",",
     "{\"name\": \"wormhole_b0\", \"like\": \"blackhole\", \"wings\": true,",
     "schemas/chips.json: wormhole_b0: blackhole has no wings\n"},
    {"chips.json", "\"dst_has_remap\": true, ", "",
     "schemas/chips.json: blackhole: has no dst_has_remap like the other chip's\n"},
    {"chips.json", "\"cfg_words\": 224", "\"cfg_words\": 2.5",
     "schemas/chips.json: blackhole: cfg_words must be a whole number from 0 to 1024\n"},
    {"mmio.json", "\"0xFFB12000\"", "\"0xFFB11F00\"", "schemas/mmio.json: DEBUG: overlaps TDMA\n"},
    {"mmio.json", "\"0xFFB12000\"", "\"FFB12000\"",
     "schemas/mmio.json: DEBUG: \"FFB12000\" must be 0x and digits of base 16\n"},
    {"mmio.json", "\"name\": \"DEBUG\"", "\"name\": \"TDMA\"",
     "schemas/mmio.json: TDMA: there are two windows of this name\n"},
    {"mmio.json", "\"needs\": \"t_cores_see_dst\"", "\"needs\": \"t_cores_see_dust\"",
     "schemas/mmio.json: DST: needs \"t_cores_see_dust\", which is no trait of chips.json\n"},
    {"mmio.json", "\"cores\": [\"t0\", \"t1\", \"t2\"]", "\"cores\": [\"t0\", \"t1\", \"t3\"]",
     "schemas/mmio.json: MOP_CFG: there is no core t3\n"},
    {"mmio_registers.json", "\"in\": \"NOC\"", "\"in\": \"NOISE\"",
     "schemas/mmio_registers.json: TARG_ADDR_LO: mmio.json has no window NOISE\n"},
    {"mmio_registers.json", "\"0x028\", \"0x010\"", "\"0x020\", \"0x010\"",
     "schemas/mmio_registers.json: REMOTE_DEST_BUF_SIZE: stands where REMOTE_DEST_BUF_START stands\n"},
    {"mmio_registers.json", "\"0x028\", \"0x010\"", "\"0x029\", \"0x010\"",
     "schemas/mmio_registers.json: REMOTE_DEST_BUF_SIZE: \"at\": 0x029 is no place of a word\n"},
    {"mmio_registers.json", "\"does\": \"adds_space\"", "\"does\": \"adds_spice\"",
     "schemas/mmio_registers.json: SPACE_AVAILABLE_UPDATE: there is no act \"adds_spice\"\n"},
    {"mmio.json", "[\"0x054\", \"BUS_CONTROL\"", "[\"0x1400\", \"BUS_CONTROL\"",
     "schemas/mmio.json: DEBUG: BUS_CONTROL: offset 0x1400 is no word of the window\n"},
    {"riscv.json", "\"name\": \"sltiu\"", "\"name\": \"SLTIU\"",
     "schemas/riscv.json: SLTIU: a name is small letters, digits and dots\n"},
    {"riscv.json", "\"match\": \"0x02001033\"", "\"match\": \"0x02000033\"",
     "schemas/riscv.json: mul: a word may be it and mulh (02000033)\n"},
    {"riscv.json", "\"match\": \"0x00003013\"", "\"match\": \"0x80003013\"",
     "schemas/riscv.json: sltiu: match has bits that mask has not, or is not of a 32-bit instruction\n"},
    {"riscv.json", "\"match\": \"0x00003013\"", "\"match\": \"3013\"",
     "schemas/riscv.json: sltiu: match \"3013\" must be 0x and eight digits\n"},
    {"riscv.json", "\"set\": \"M\", \"match\"", "\"set\": \"N\", \"match\"",
     "schemas/riscv.json: mul: set \"N\" does not exist\n"},
    {"riscv.json", "\"kind\": \"branch\"", "\"kind\": \"leap\"",
     "schemas/riscv.json: beq: kind \"leap\" does not exist\n"},
    {"riscv.json", "\"by\": \"sext_b\", \"bytes\": 1", "\"by\": \"sext_b\"",
     "schemas/riscv.json: lb: of kind load, it may not have, or must have, \"by\" or \"bytes\"\n"},
    {"riscv.json", "\"name\": \"nop\", \"match\": \"0x00000013\"", "\"name\": \"nop\", \"match\": \"0x0000007f\"",
     "schemas/riscv.json: nop: is the spelling of no instruction\n"},
    {"riscv.json", "\"chips\": [\"blackhole\"]", "\"chips\": [\"grayskull\"]",
     "schemas/riscv.json: Zicsr: there is no chip grayskull\n"},
    {"debugger.json", "\"ALU_ROUNDING_MODE_Padding\", 0, 10", "\"ALU_ROUNDING_MODE_Padding\", 0, 11",
     "schemas/debugger.json: GS_LF: it has bits of Padding\n"},
    {"debugger.json", "\"ALU_ROUNDING_MODE_Padding\", 0, 10", "\"ALU_ROUNDING_MODE_Paddig\", 0, 10",
     "schemas/debugger.json: Padding: there is no register field ALU_ROUNDING_MODE_Paddig\n"},
    {"debugger.json", "\"ALU_ROUNDING_MODE_Padding\", 0, 10", "\"ALU_ROUNDING_MODE_Padding\", 0, 30",
     "schemas/debugger.json: Padding: 30 bits from bit 0 of ALU_ROUNDING_MODE_Padding leave the word\n"},
    {"debugger.json", "[\"blackhole\", \"alu_config\", 0, \"GS_LF\"", "[\"blackhole\", \"alu\", 0, \"GS_LF\"",
     "schemas/debugger.json: GS_LF: there is no group alu\n"},
    {"debugger.json", "\"Gasket_srnd_en\"", "\"Fpu_srnd_en\"",
     "schemas/debugger.json: Fpu_srnd_en: it stands twice in its entry\n"},
    {"units.json", "\"sync\"", "\"config\"", "schemas/units.json: two units are named config\n"},
    {"units.json", "\"sync\", ", "", "schemas/units.json: 11 units, but enum tt_unit has 12\n"},
};

START_TEST(generator__refuses_with_file_name_and_field)
{
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char dir[] = TTR_SCRATCH "/generator_XXXXXX", text[2048], out[512];
        ck_assert_ptr_nonnull(mkdtemp(dir));
        copy_schemas(dir, cases[i].file, cases[i].old, cases[i].new);
        int status = run(dir, text);
        ck_assert_str_eq(text, cases[i].message);
        ck_assert_int_eq(status, 1);
        snprintf(out, sizeof out, "%s/out", dir);
        ck_assert_msg(rmdir(out) == 0, "case %u left files", i); /* only an empty folder goes */
        clean(dir);
    }
}
END_TEST

START_TEST(generator__takes_the_schemas_as_they_are_and_writes_once)
{
    char dir[] = TTR_SCRATCH "/generator_XXXXXX", text[2048], path[512];
    struct stat first, second;
    ck_assert_ptr_nonnull(mkdtemp(dir));
    copy_schemas(dir, "none", "", "");
    snprintf(path, sizeof path, "%s/out/isa_decode.h", dir);
    ck_assert_int_eq(run(dir, text), 0);
    ck_assert_str_eq(text, "");
    ck_assert_int_eq(stat(path, &first), 0);
    ck_assert_int_eq(run(dir, text), 0);
    ck_assert_int_eq(stat(path, &second), 0);
    ck_assert(first.st_mtim.tv_sec == second.st_mtim.tv_sec && first.st_mtim.tv_nsec == second.st_mtim.tv_nsec);
    clean(dir);
}
END_TEST

START_TEST(generator__says_what_it_cannot_open)
{
    char text[2048];
    ck_assert_int_eq(run("/nonexistent", text), 1);
    ck_assert_str_eq(text, "/nonexistent/in/units.json: No such file or directory\n");
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("generator");
    TCase *tc = tcase_create("generator");
    tcase_set_timeout(tc, 100);
    tcase_add_test(tc, generator__refuses_with_file_name_and_field);
    tcase_add_test(tc, generator__takes_the_schemas_as_they_are_and_writes_once);
    tcase_add_test(tc, generator__says_what_it_cannot_open);
    suite_add_tcase(s, tc);
    return s;
}
