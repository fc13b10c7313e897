/* SPDX-License-Identifier: Apache-2.0 */
/* A program of one core: what it computes and where it goes on, memory, registers of the tile, words for its thread's
 * expanders. At its end all that it holds stands in L1. */
#include "draw/draw_internal.h"

#include "isa/mmio.h"
#include "isa/riscv.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Registers of the core that point somewhere; the others hold operands. */
enum { POINTS_AT_OUTPUT = 2, POINTS_AT_INPUT = 3, POINTS = 4, VALUE = 5, OPERANDS = 5, REGISTERS = 32 };
enum { OUTPUT_MIDDLE = DRAW_OUTPUT + 1024, NEAR = 512, STEPS = 24, OVER = 8 };

static uint32_t below(struct draw_build *build, uint64_t end)
{
    return build_below(build, end);
}

static void put(struct draw_build *build, uint32_t word)
{
    assert(build->program->code_count < DRAW_CODE_MAX);
    build->program->code[build->program->code_count++] = word;
}

static uint32_t match_of(const char *name)
{
    for (unsigned i = 0; i < riscv_ops_count; i++)
        if (strcmp(riscv_ops[i].name, name) == 0)
            return riscv_ops[i].match;
    abort(); /* the names are this file's */
}

static uint32_t with_registers(uint32_t match, unsigned rd, unsigned rs1, unsigned rs2)
{
    return match | rd << 7 | rs1 << 15 | rs2 << 20;
}

static void put_i(struct draw_build *build, const char *name, unsigned rd, unsigned rs1, uint32_t immediate)
{
    put(build, with_registers(match_of(name), rd, rs1, 0) | (immediate & 0xFFF) << 20);
}

static void put_s(struct draw_build *build, const char *name, unsigned rs2, unsigned rs1, uint32_t immediate)
{
    put(build, with_registers(match_of(name), immediate & 31, rs1, rs2) | (immediate >> 5 & 127) << 25);
}

static void put_constant(struct draw_build *build, unsigned rd, uint32_t value)
{
    put(build, match_of("lui") | rd << 7 | ((value + 0x800) & 0xFFFFF000));
    put_i(build, "addi", rd, rd, value);
}

static unsigned any_operand(struct draw_build *build)
{
    return OPERANDS + below(build, REGISTERS - OPERANDS);
}

/* ---- what a core does by itself ---- */

static bool is_one_of(const struct riscv_op *op, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(op->name, names[i]) == 0)
            return true;
    return false;
}

/* Neither goes elsewhere nor touches memory: its operands are registers and constants. */
static bool computes(const struct riscv_op *op)
{
    static const char *const others[] = {"jal", "jalr", "fence", "ecall", "ebreak", "auipc"};
    return !strchr(op->operands, '(') && !strstr(op->operands, "imm.b") && !strstr(op->operands, "csr") &&
           !is_one_of(op, others, sizeof others / sizeof *others);
}

static void compute(struct draw_build *build)
{
    const struct riscv_op *chosen = NULL;
    uint32_t seen = 0;
    for (unsigned i = 0; i < riscv_ops_count; i++)
        if (riscv_is_on(build->program->chip, &riscv_ops[i]) && computes(&riscv_ops[i]) && below(build, ++seen) == 0)
            chosen = &riscv_ops[i];
    uint32_t word = (uint32_t)draw_random(&build->random) & ~chosen->mask;
    if (strncmp(chosen->operands, "rd", 2) == 0)
        word = (word & ~0xF80u) | any_operand(build) << 7;
    if (strstr(chosen->operands, "rm"))
        word &= ~0x7000u;
    put(build, chosen->match | word);
}

/* Over some of the computations behind it. */
static void branch(struct draw_build *build)
{
    static const char *const names[] = {"beq", "bne", "blt", "bge", "bltu", "bgeu"};
    const uint32_t away = 8 + 4 * below(build, OVER);
    put(build, with_registers(match_of(names[below(build, 6)]), (away & 0x1E), any_operand(build), any_operand(build)) |
                   (away >> 5 & 63) << 25);
    for (unsigned i = 0; i < OVER; i++)
        compute(build);
}

static void jump(struct draw_build *build)
{
    const unsigned link = any_operand(build);
    const uint32_t away = 8 + 4 * below(build, OVER);
    if (below(build, 2)) {
        put(build, match_of("jal") | link << 7 | away << 20);
    } else {
        put(build, match_of("auipc") | (uint32_t)POINTS << 7);
        put_i(build, "jalr", link, POINTS, 4 + away);
    }
    for (unsigned i = 0; i < OVER; i++)
        compute(build);
}

struct access {
    const char *name;
    unsigned bytes;
};

static void load_or_store(struct draw_build *build)
{
    static const struct access loads[] = {{"lb", 1}, {"lh", 2}, {"lw", 4}, {"lbu", 1}, {"lhu", 2}, {"flw", 4}};
    static const struct access stores[] = {{"sb", 1}, {"sh", 2}, {"sw", 4}, {"fsw", 4}};
    const bool has_floats = build->program->chip == TT_BLACKHOLE, is_load = below(build, 2);
    const struct access *access =
        is_load ? &loads[below(build, has_floats ? 6 : 5)] : &stores[below(build, has_floats ? 4 : 3)];
    const uint32_t at = below(build, 2 * NEAR) / access->bytes * access->bytes;
    const unsigned base = is_load && below(build, 2) ? POINTS_AT_INPUT : POINTS_AT_OUTPUT;
    if (is_load)
        put_i(build, access->name, any_operand(build), base, base == POINTS_AT_OUTPUT ? at - NEAR : at);
    else
        put_s(build, access->name, any_operand(build), base, at - NEAR);
}

static void atomic(struct draw_build *build)
{
    static const char *const names[] = {"amoadd.w", "amoswap.w", "amoxor.w",  "amoor.w",  "amoand.w",
                                        "amomin.w", "amomax.w",  "amominu.w", "amomaxu.w"};
    put_i(build, "addi", POINTS, POINTS_AT_OUTPUT, 4 * below(build, NEAR / 4));
    put(build, with_registers(match_of(names[below(build, 9)]), any_operand(build), POINTS, any_operand(build)));
}

static void control_register(struct draw_build *build)
{
    static const char *const names[] = {"csrrw", "csrrs", "csrrc", "csrrwi", "csrrsi", "csrrci"};
    static const uint32_t held[] = {0x003, 0x7C0, 0x7C3, 0x7C4, 0x7C5, 0x7C6}; /* R7 */
    static const uint32_t fixed[] = {0x300, 0x301, 0xF14, 0xBC0, 0xBC1};
    if (below(build, 4))
        put_i(build, names[below(build, 6)], any_operand(build), any_operand(build), held[below(build, 6)]);
    else
        put_i(build, "csrrs", any_operand(build), 0, fixed[below(build, 5)]);
}

/* ---- what it does to the tile ---- */

static bool is_of_thread(const struct draw_build *build)
{
    return build->program->core != TT_CORE_B;
}

/* Nothing is under way when a register is looked at or stored. */
static void wait_for_pipe(struct draw_build *build)
{
    if (!is_of_thread(build))
        return;
    put_constant(build, POINTS, MMIO_PIPE_DRY);
    put_i(build, "lw", VALUE, POINTS, 0);
}

static void push(struct draw_build *build, uint32_t word)
{
    if (is_of_thread(build) && word >> 30 != 3 && below(build, 2)) {
        put(build, word << 2 | word >> 30);
        return;
    }
    put_constant(build, VALUE, word);
    put_constant(build, POINTS, MMIO_PUSH);
    put_s(build, "sw", VALUE, POINTS, 0);
}

/* Words that never wait, and whose effects the units' soups see too. */
static uint32_t quiet_word(struct draw_build *build)
{
    static const enum tt_unit units[] = {TT_UNIT_SCALAR, TT_UNIT_ADC, TT_UNIT_VECTOR, TT_UNIT_CONFIG, TT_UNIT_SYNC};
    static const enum insn_id left_out[] = {
        INSN_SFPCOMPC,    INSN_SFPPOPC,  INSN_SFPPUSHC,    INSN_SEMWAIT,  INSN_ATGETM,    INSN_STALLWAIT,
        INSN_LOADREG,     INSN_STOREREG, INSN_LOADIND,     INSN_STOREIND, INSN_ATINCGET,  INSN_ATINCGETPTR,
        INSN_ATSWAP,      INSN_ATCAS,    INSN_RSTDMA,      INSN_REG2FLOP, INSN_SETDVALID, INSN_STREAMWAIT,
        INSN_STREAMWRCFG, INSN_WRCFG,    INSN_SFPLOADMACRO};
    for (;;) {
        const uint32_t word = build_any_word(build, units[below(build, sizeof units / sizeof *units)]);
        const enum insn_id id = isa_id(build->program->chip, word);
        bool is_left_out = false;
        for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
            is_left_out |= left_out[i] == id;
        if (!is_left_out)
            return id == INSN_ATRELM ? build_word_of(build, id) : word; /* of mutex 0, which exists */
    }
}

static uint32_t frontend_word(const struct draw_build *build, enum insn_id id, const char *const *names,
                              const uint32_t *values, size_t count)
{
    uint32_t word = build_word_of(build, id);
    for (size_t i = 0; i < count; i++)
        build_put(build, id, names[i], values[i], &word);
    return word;
}

/* Loads a stretch of the replay buffer, perhaps executing it, and plays some of it. */
static void replay_expander(struct draw_build *build)
{
    static const char *const names[] = {"start_idx", "len", "execute_while_loading", "load_mode"};
    const uint32_t start = below(build, 32), count = 1 + below(build, 6);
    const uint32_t load[] = {start, count, below(build, 2), 1};
    push(build, frontend_word(build, INSN_REPLAY, names, load, 4));
    for (uint32_t i = 0; i < count; i++)
        push(build, quiet_word(build));
    const uint32_t skip = below(build, count), play[] = {(start + skip) % 32, 1 + below(build, count - skip), 0, 0};
    push(build, frontend_word(build, INSN_REPLAY, names, play, 4));
}

static void macro_op_expander(struct draw_build *build)
{
    enum { WORDS = 9 };
    static const char *const high[] = {"zmask_hi16"};
    const uint32_t type = below(build, 2), flags = below(build, 16);
    wait_for_pipe(build);
    for (uint32_t i = 0; i < WORDS; i++) {
        const uint32_t value = type == 1 && i < 2    ? below(build, 5)
                               : type == 0 && i == 1 ? flags
                               : below(build, 4)     ? quiet_word(build)
                                                     : build_word_of(build, INSN_NOP);
        put_constant(build, VALUE, value);
        put_constant(build, POINTS, MMIO_MOP_CFG + 4 * i);
        put_s(build, "sw", VALUE, POINTS, 0);
    }
    const uint32_t mask = below(build, 1u << 16);
    push(build, frontend_word(build, INSN_MOP_CFG, high, &mask, 1));
    push(build, build_word_of(build, INSN_MOP) | type << 23 | below(build, 8) << 16 | below(build, 1u << 16)); /* F8 */
}

/* A register that any of the tile's cores reaches: of the configuration, a thread's, or by the map. */
static uint32_t any_register(struct draw_build *build)
{
    static const uint32_t windows[] = {MMIO_TDMA, MMIO_DEBUG, MMIO_NOC, MMIO_NOC_1, MMIO_STREAM};
    switch (below(build, 8)) {
    case 0:
    case 1:
        return MMIO_CFG + 4 * below(build, build->program->chip == TT_BLACKHOLE ? 448 : 376); /* both states */
    case 2:
        return MMIO_GPR + 4 * below(build, 64);
    case 3:
        return is_of_thread(build) ? MMIO_SEMAPHORE + 4 * below(build, 8) : MMIO_GPR + 4 * below(build, 192);
    default:
        break;
    }
    const uint32_t window = windows[below(build, 5)];
    const uint32_t stream = window == MMIO_STREAM ? MMIO_STREAM_BYTES * below(build, MMIO_STREAMS) : 0;
    static const bool left_out[MMIO_ACT_COUNT] = {
        [MMIO_ACT_POPS_TILE] = true,     [MMIO_ACT_CONFIGURES_STREAM] = true, [MMIO_ACT_REQUESTS] = true,
        [MMIO_ACT_TAKES_COMMAND] = true, [MMIO_ACT_RESETS_CORES] = true,      [MMIO_ACT_TELLS_TIME] = true};
    unsigned block, index;
    for (;;) {
        const uint32_t addr =
            window + stream + 4 * below(build, window == MMIO_NOC || window == MMIO_NOC_1 ? 512 : 256);
        const struct mmio_register *reg = mmio_register_at(build->program->chip, addr, &block, &index);
        if (reg && !left_out[reg->act])
            return addr;
    }
}

static void touch_register(struct draw_build *build)
{
    const uint32_t addr = any_register(build);
    const unsigned operand = any_operand(build);
    wait_for_pipe(build);
    if (below(build, 3))
        put_constant(build, VALUE, below(build, 3) ? below(build, 64) : (uint32_t)draw_random(&build->random));
    put_constant(build, POINTS, addr);
    if (below(build, 5) < 3)
        put_s(build, "sw", VALUE, POINTS, 0);
    if (below(build, 5) < 4)
        put_i(build, "lw", operand, POINTS, 0);
}

/* ---- the whole ---- */

static void begin(struct draw_build *build)
{
    (void)draw_operands(build, below(build, 2) ? "any" : "fp32");
    put_constant(build, POINTS_AT_OUTPUT, OUTPUT_MIDDLE);
    put_constant(build, POINTS_AT_INPUT, DRAW_INPUT);
    put_constant(build, POINTS, OUTPUT_MIDDLE);
    for (unsigned i = OPERANDS; i < REGISTERS; i++)
        put_i(build, "lw", i, POINTS_AT_INPUT, 4 * below(build, 256));
    for (unsigned i = 0; i < REGISTERS && build->program->chip == TT_BLACKHOLE; i++)
        put_i(build, "flw", i, POINTS_AT_INPUT, 4 * below(build, 256));
}

static void end(struct draw_build *build)
{
    wait_for_pipe(build);
    for (unsigned i = 0; i < REGISTERS; i++) {
        put_s(build, "sw", i, POINTS_AT_OUTPUT, 4 * i + NEAR);
        if (build->program->chip == TT_BLACKHOLE)
            put_s(build, "fsw", i, POINTS_AT_OUTPUT, 4 * (REGISTERS + i) + NEAR);
    }
    put_constant(build, VALUE, DRAW_DONE_VALUE);
    put_s(build, "sw", VALUE, 0, DRAW_DONE);
    put(build, match_of("jal"));
}

static void step(struct draw_build *build)
{
    const bool is_blackhole = build->program->chip == TT_BLACKHOLE;
    switch (below(build, 20)) {
    case 0:
        return branch(build);
    case 1:
        return jump(build);
    case 2:
    case 3:
        return load_or_store(build);
    case 4:
        return is_blackhole ? atomic(build) : load_or_store(build);
    case 5:
        return is_blackhole && below(build, 4) == 0 ? control_register(build) : load_or_store(build);
    case 6:
    case 7:
    case 8:
        return touch_register(build);
    case 9:
    case 10:
        return push(build, quiet_word(build));
    case 11:
        return replay_expander(build);
    case 12:
        return is_of_thread(build) ? macro_op_expander(build) : touch_register(build);
    default:
        return compute(build);
    }
}

void build_cores(struct draw_build *build)
{
    static const enum tt_core cores[] = {TT_CORE_T0, TT_CORE_T1, TT_CORE_T2, TT_CORE_B};
    build->program->core = cores[below(build, 4)];
    begin(build);
    for (uint32_t i = 0; i < STEPS + 2 * build->free->depth && build->program->code_count < DRAW_CODE_MAX - 512; i++)
        step(build);
    end(build);
}
