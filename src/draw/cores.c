/* SPDX-License-Identifier: Apache-2.0 */
/* A program of cores: computation and branches, memory, registers of the tile, words for a thread's expanders. At its
 * end all that they hold stands in L1. */
#include "draw/code.h"

#include "isa/chip.h"
#include "isa/mmio.h"
#include "isa/riscv.h"

#include "base/search.h"
#include "insn_ids.h"

enum { NEAR = 512, STEPS = 24, OVER = 8 };
/* Room for a step and the ends of all cores. */
enum { CODE_ENOUGH = DRAW_CODE_MAX - 640 };

static uint32_t below(struct draw_build *build, uint64_t end)
{
    return build_below(build, end);
}

/* ---- instructions of a core by itself ---- */

static bool is_one_of(const struct riscv_op *op, const char *const *names, size_t count)
{
    return ANY(i, count, strcmp(op->name, names[i]) == 0);
}

/* Neither goes elsewhere nor touches memory: its operands are registers and constants. */
static bool computes(const struct riscv_op *op)
{
    static const char *const others[] = {"jal", "jalr", "fence", "ecall", "ebreak", "auipc"};
    return !strchr(op->operands, '(') && !strstr(op->operands, "imm.b") && !strstr(op->operands, "csr") &&
           !is_one_of(op, others, sizeof others / sizeof *others);
}

static void cores_compute(struct draw_build *build)
{
    const struct riscv_op *chosen = NULL;
    uint32_t seen = 0;
    for (unsigned i = 0; i < riscv_ops_count; i++)
        if (riscv_is_on(build->program->chip, &riscv_ops[i]) && computes(&riscv_ops[i]) && below(build, ++seen) == 0)
            chosen = &riscv_ops[i];
    uint32_t word = (uint32_t)draw_random(&build->random) & ~chosen->mask;
    if (strncmp(chosen->operands, "rd", 2) == 0)
        word = (word & ~0xF80u) | code_any_operand(build) << 7;
    if (strstr(chosen->operands, "rm"))
        word &= ~0x7000u;
    code_put(build, chosen->match | word);
}

/* Over some of the computations behind it. */
static void branch(struct draw_build *build)
{
    static const char *const names[] = {"beq", "bne", "blt", "bge", "bltu", "bgeu"};
    const int32_t away = 8 + 4 * (int32_t)below(build, OVER);
    const unsigned rs1 = code_any_operand(build), rs2 = code_any_operand(build);
    code_put_branch(build, names[below(build, 6)], rs1, rs2, away);
    for (unsigned i = 0; i < OVER; i++)
        cores_compute(build);
}

static void cores_jump(struct draw_build *build)
{
    const unsigned link = code_any_operand(build);
    const uint32_t away = 8 + 4 * below(build, OVER);
    if (below(build, 2)) {
        code_put_jump(build, link, (int32_t)away);
    } else {
        code_put(build, code_match("auipc") | (uint32_t)POINTS << 7);
        code_put_i(build, "jalr", link, POINTS, 4 + away);
    }
    for (unsigned i = 0; i < OVER; i++)
        cores_compute(build);
}

static void load_or_store(struct draw_build *build)
{
    const bool is_load = below(build, 2);
    const struct code_access access = is_load ? code_any_load(build) : code_any_store(build);
    const uint32_t at = below(build, 2 * NEAR) / access.bytes * access.bytes;
    const unsigned base = is_load && below(build, 2) ? POINTS_AT_INPUT : POINTS_AT_OUTPUT;
    if (is_load)
        code_put_i(build, access.name, code_any_operand(build), base, base == POINTS_AT_OUTPUT ? at - NEAR : at);
    else
        code_put_s(build, access.name, code_any_operand(build), base, at - NEAR);
}

static void atomic(struct draw_build *build)
{
    code_put_i(build, "addi", POINTS, POINTS_AT_OUTPUT, 4 * below(build, NEAR / 4));
    const unsigned rd = code_any_operand(build);
    code_put_atomic(build, rd, POINTS, code_any_operand(build));
}

static void control_register(struct draw_build *build)
{
    static const char *const names[] = {"csrrw", "csrrs", "csrrc", "csrrwi", "csrrsi", "csrrci"};
    static const uint32_t held[] = {0x003, 0x7C0, 0x7C3, 0x7C4, 0x7C5, 0x7C6}; /* R7 */
    static const uint32_t fixed[] = {0x300, 0x301, 0xF14, 0xBC0, 0xBC1};
    if (below(build, 4))
        code_put_i(build, names[below(build, 6)], code_any_operand(build), code_any_operand(build),
                   held[below(build, 6)]);
    else
        code_put_i(build, "csrrs", code_any_operand(build), 0, fixed[below(build, 5)]);
}

/* ---- accesses to the tile ---- */

static void cores_push(struct draw_build *build, uint32_t word)
{
    if (code_has_thread(build) && word >> 30 != 3 && below(build, 2)) {
        code_put(build, word << 2 | word >> 30);
        return;
    }
    code_put_constant(build, VALUE, word);
    code_put_constant(build, POINTS, MMIO_PUSH);
    code_put_s(build, "sw", VALUE, POINTS, 0);
}

/* Words that never wait, and whose effects the units' soups see too. */
static uint32_t quiet_word(struct draw_build *build)
{
    static const enum tt_unit units[] = {TT_UNIT_SCALAR, TT_UNIT_ADC, TT_UNIT_VECTOR, TT_UNIT_CONFIG, TT_UNIT_SYNC};
    static const insn_id left_out[] = {
        INSN_SFPCOMPC,    INSN_SFPPOPC,  INSN_SFPPUSHC,    INSN_SEMWAIT,  INSN_ATGETM,    INSN_STALLWAIT,
        INSN_LOADREG,     INSN_STOREREG, INSN_LOADIND,     INSN_STOREIND, INSN_ATINCGET,  INSN_ATINCGETPTR,
        INSN_ATSWAP,      INSN_ATCAS,    INSN_RSTDMA,      INSN_REG2FLOP, INSN_SETDVALID, INSN_STREAMWAIT,
        INSN_STREAMWRCFG, INSN_WRCFG,    INSN_SFPLOADMACRO};
    for (;;) {
        const uint32_t word = build_any_word(build, units[below(build, sizeof units / sizeof *units)]);
        const insn_id id = isa_id(build->program->chip, word);
        bool is_left_out = false;
        for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
            is_left_out |= left_out[i] == id;
        if (!is_left_out)
            return id == INSN_ATRELM ? build_word_of(build, id) : word; /* of mutex 0, which exists */
    }
}

/* Loads a stretch of the replay buffer, perhaps executing it, and plays some of it. */
static void replay_expander(struct draw_build *build)
{
    const uint32_t start = below(build, 32), count = 1 + below(build, 6), executes = below(build, 2);
    cores_push(build, BUILD_WORD(build, INSN_REPLAY, {"start_idx", start}, {"len", count},
                                 {"execute_while_loading", executes}, {"load_mode", 1}));
    for (uint32_t i = 0; i < count; i++)
        cores_push(build, quiet_word(build));
    const uint32_t skip = below(build, count), length = 1 + below(build, count - skip);
    cores_push(build, BUILD_WORD(build, INSN_REPLAY, {"start_idx", (start + skip) % 32}, {"len", length}));
}

static void macro_op_expander(struct draw_build *build)
{
    enum { WORDS = 9 };
    const uint32_t type = below(build, 2), flags = below(build, 16);
    code_wait_for_pipe(build);
    for (uint32_t i = 0; i < WORDS; i++) {
        const uint32_t value = type == 1 && i < 2    ? below(build, 5)
                               : type == 0 && i == 1 ? flags
                               : below(build, 4)     ? quiet_word(build)
                                                     : build_word_of(build, INSN_NOP);
        code_put_constant(build, VALUE, value);
        code_put_constant(build, POINTS, MMIO_MOP_CFG + 4 * i);
        code_put_s(build, "sw", VALUE, POINTS, 0);
    }
    const uint32_t mask = below(build, 1u << 16);
    cores_push(build, BUILD_WORD(build, INSN_MOP_CFG, {"zmask_hi16", mask}));
    cores_push(build,
               build_word_of(build, INSN_MOP) | type << 23 | below(build, 8) << 16 | below(build, 1u << 16)); /* F8 */
}

/* A register that any of the tile's cores reaches: of the configuration, a thread's, or by the map. */
static uint32_t any_register(struct draw_build *build)
{
    static const uint32_t windows[] = {MMIO_TDMA, MMIO_DEBUG, MMIO_NOC, MMIO_NOC_1, MMIO_STREAM};
    switch (below(build, 8)) {
    case 0:
    case 1:
        return MMIO_CFG + 4 * below(build, CFG_STATES * chip_get(build->program->chip)->cfg_words);
    case 2:
        return MMIO_GPR + 4 * below(build, 64);
    case 3:
        return code_has_thread(build) ? MMIO_SEMAPHORE + 4 * below(build, 8) : MMIO_GPR + 4 * below(build, 192);
    default:
        break;
    }
    const uint32_t window = windows[below(build, 5)];
    const uint32_t stream = window == MMIO_STREAM ? MMIO_STREAM_BYTES * below(build, MMIO_STREAMS) : 0;
    static const bool left_out[MMIO_ACT_COUNT] = {
        [MMIO_ACT_POPS_TILE] = true,     [MMIO_ACT_CONFIGURES_STREAM] = true, [MMIO_ACT_REQUESTS] = true,
        [MMIO_ACT_TAKES_COMMAND] = true, [MMIO_ACT_RESETS_CORES] = true,      [MMIO_ACT_TELLS_TIME] = true};
    for (;;) {
        const uint32_t addr =
            window + stream + 4 * below(build, window == MMIO_NOC || window == MMIO_NOC_1 ? 512 : 256);
        const struct mmio_register *reg = mmio_decode_any(build->program->chip, -1, addr).reg;
        if (reg && !left_out[reg->act])
            return addr;
    }
}

static void touch_register(struct draw_build *build)
{
    const uint32_t addr = any_register(build);
    const unsigned operand = code_any_operand(build);
    code_wait_for_pipe(build);
    if (below(build, 3))
        code_put_constant(build, VALUE, below(build, 3) ? below(build, 64) : (uint32_t)draw_random(&build->random));
    code_put_constant(build, POINTS, addr);
    if (below(build, 5) < 3)
        code_put_s(build, "sw", VALUE, POINTS, 0);
    if (below(build, 5) < 4)
        code_put_i(build, "lw", operand, POINTS, 0);
}

/* ---- the whole ---- */

static void cores_begin(struct draw_build *build)
{
    code_put_constant(build, POINTS_AT_OUTPUT, DRAW_OUTPUT + build->core * DRAW_OUTPUT_BYTES + DRAW_OUTPUT_BYTES / 2);
    code_put_constant(build, POINTS_AT_INPUT, DRAW_INPUT);
    code_put_i(build, "addi", POINTS, POINTS_AT_OUTPUT, 0);
    for (unsigned i = OPERANDS; i < CORE_REGISTERS; i++)
        code_put_i(build, "lw", i, POINTS_AT_INPUT, 4 * below(build, 256));
    for (unsigned i = 0; i < CORE_REGISTERS && code_has(build, "flw"); i++)
        code_put_i(build, "flw", i, POINTS_AT_INPUT, 4 * below(build, 256));
}

/* All that the core holds, into its output. */
static void show(struct draw_build *build)
{
    code_wait_for_pipe(build);
    for (unsigned i = 0; i < CORE_REGISTERS; i++) {
        code_put_s(build, "sw", i, POINTS_AT_OUTPUT, 4 * i + NEAR);
        if (code_has(build, "fsw"))
            code_put_s(build, "fsw", i, POINTS_AT_OUTPUT, 4 * (CORE_REGISTERS + i) + NEAR);
    }
}

static void cores_end(struct draw_build *build)
{
    if (build->core == 0) {
        code_put_constant(build, VALUE, DRAW_DONE_VALUE);
        code_put_s(build, "sw", VALUE, 0, DRAW_DONE);
    }
    code_put(build, code_match("jal"));
}

/* Touches nothing that other cores do. */
static void step_alone(struct draw_build *build)
{
    switch (below(build, 12)) {
    case 0:
        return branch(build);
    case 1:
        return cores_jump(build);
    case 2:
    case 3:
        return load_or_store(build);
    case 4:
        return code_has(build, "amoadd.w") ? atomic(build) : load_or_store(build);
    case 5:
        return code_has(build, "csrrw") && below(build, 4) == 0 ? control_register(build) : load_or_store(build);
    default:
        return cores_compute(build);
    }
}

static void draw_cores_step(struct draw_build *build)
{
    switch (below(build, 21)) {
    case 0:
    case 1:
    case 2:
        return touch_register(build);
    case 3:
    case 4:
        return cores_push(build, quiet_word(build));
    case 5:
        return replay_expander(build);
    case 6:
        return code_has_thread(build) ? macro_op_expander(build) : touch_register(build);
    case 7:
        return cores_network(build);
    default:
        return step_alone(build);
    }
}

/* One core, or up to three, of which the first alone does anything to the tile. */
static void choose_cores(struct draw_build *build)
{
    enum tt_core cores[] = {TT_CORE_T0, TT_CORE_T1, TT_CORE_T2, TT_CORE_B};
    const unsigned of = sizeof cores / sizeof *cores;
    build->core_count = below(build, 3) ? 1 : 2 + below(build, DRAW_CORES_MAX - 1);
    for (unsigned i = 0; i < build->core_count; i++) {
        const unsigned chosen = i + below(build, of - i);
        const enum tt_core core = cores[chosen];
        cores[chosen] = cores[i];
        cores[i] = build->code[i].of = core;
    }
}

static uint32_t code_count(const struct draw_build *build)
{
    uint32_t count = 0;
    for (unsigned i = 0; i < build->core_count; i++)
        count += build->code[i].count;
    return count;
}

/* The code of one core behind that of the other: none of it depends on where it stands. */
static void join_code(struct draw_build *build)
{
    struct draw_program *program = build->program;
    for (unsigned i = 0; i < build->core_count; i++) {
        const struct draw_code *code = &build->code[i];
        program->cores[i] = (struct draw_core){code->of, program->code_count};
        memcpy(&program->code[program->code_count], code->words, code->count * sizeof *code->words);
        program->code_count += code->count;
    }
    program->core_count = build->core_count;
}

static void middle(struct draw_build *build)
{
    for (uint32_t i = 0; i < STEPS + 2 * build->free->depth && code_count(build) < CODE_ENOUGH; i++) {
        build->core = below(build, 2) ? 0 : below(build, build->core_count);
        if (build->core_count > 1 && below(build, 4) == 0)
            cores_hand_over(build);
        else if (build->core == 0)
            draw_cores_step(build);
        else
            step_alone(build);
    }
}

void build_cores(struct draw_build *build)
{
    (void)draw_operands(build, below(build, 2) ? "any" : "fp32");
    choose_cores(build);
    for (build->core = 0; build->core < build->core_count; build->core++)
        cores_begin(build);
    middle(build);
    for (build->core = 0; build->core < build->core_count; build->core++)
        show(build);
    cores_join(build);
    for (build->core = 0; build->core < build->core_count; build->core++)
        cores_end(build);
    join_code(build);
}

/* VALUE is 0 in the end, as it was. */
void draw_begin_later(struct draw_program *program, uint32_t core)
{
    enum { ROUNDS = 2000, WORDS = 4 };
    struct draw_build build = {.program = program};
    const uint32_t begin = program->code_count, first = program->cores[core].first;
    assert(begin + WORDS <= DRAW_CODE_MAX);
    code_put_i(&build, "addi", VALUE, 0, ROUNDS);
    code_put_i(&build, "addi", VALUE, VALUE, UINT32_MAX);
    code_put_branch(&build, "bne", VALUE, 0, -4);
    code_put_jump(&build, 0, 4 * ((int32_t)first - (int32_t)begin - (WORDS - 1)));
    memcpy(&program->code[begin], build.code[0].words, WORDS * sizeof *program->code);
    program->code_count += WORDS;
    program->cores[core].first = begin;
}
