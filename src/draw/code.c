/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of cores as words. */
#include "draw/code.h"

#include "isa/mmio.h"
#include "isa/riscv.h"

void code_put(struct draw_build *build, uint32_t word)
{
    struct draw_code *code = &build->code[build->core];
    assert(code->count < DRAW_CODE_MAX);
    code->words[code->count++] = word;
}

static const struct riscv_op *code_op(const char *name)
{
    for (unsigned i = 0; i < riscv_ops_count; i++)
        if (strcmp(riscv_ops[i].name, name) == 0)
            return &riscv_ops[i];
    abort(); /* the names are this room's */
}

uint32_t code_match(const char *name)
{
    return code_op(name)->match;
}

bool code_has(const struct draw_build *build, const char *name)
{
    return riscv_is_on(build->program->chip, code_op(name));
}

static uint32_t with_registers(uint32_t match, unsigned rd, unsigned rs1, unsigned rs2)
{
    return match | rd << 7 | rs1 << 15 | rs2 << 20;
}

void code_put_i(struct draw_build *build, const char *name, unsigned rd, unsigned rs1, uint32_t immediate)
{
    code_put(build, with_registers(code_match(name), rd, rs1, 0) | (immediate & 0xFFF) << 20);
}

void code_put_s(struct draw_build *build, const char *name, unsigned rs2, unsigned rs1, uint32_t immediate)
{
    code_put(build, with_registers(code_match(name), immediate & 31, rs1, rs2) | (immediate >> 5 & 127) << 25);
}

void code_put_branch(struct draw_build *build, const char *name, unsigned rs1, unsigned rs2, int32_t away)
{
    const uint32_t to = (uint32_t)away, low = (to & 0x1E) | (to >> 11 & 1), high = (to >> 12 & 1) << 6 | (to >> 5 & 63);
    code_put(build, with_registers(code_match(name), low, rs1, rs2) | high << 25);
}

void code_put_jump(struct draw_build *build, unsigned rd, int32_t away)
{
    const uint32_t to = (uint32_t)away;
    code_put(build, code_match("jal") | rd << 7 | (to & 0xFF000) | (to >> 11 & 1) << 20 | (to >> 1 & 0x3FF) << 21 |
                        (to >> 20 & 1) << 31);
}

void code_put_atomic(struct draw_build *build, unsigned rd, unsigned rs1, unsigned rs2)
{
    static const char *const names[] = {"amoadd.w", "amoswap.w", "amoxor.w",  "amoor.w",  "amoand.w",
                                        "amomin.w", "amomax.w",  "amominu.w", "amomaxu.w"};
    code_put(build, with_registers(code_match(names[build_below(build, 9)]), rd, rs1, rs2));
}

void code_put_constant(struct draw_build *build, unsigned rd, uint32_t value)
{
    code_put(build, code_match("lui") | rd << 7 | ((value + 0x800) & 0xFFFFF000));
    code_put_i(build, "addi", rd, rd, value);
}

unsigned code_any_operand(struct draw_build *build)
{
    return OPERANDS + build_below(build, CORE_REGISTERS - OPERANDS);
}

struct code_access code_any_load(struct draw_build *build)
{
    static const struct code_access loads[] = {{"lb", 1}, {"lh", 2}, {"lw", 4}, {"lbu", 1}, {"lhu", 2}, {"flw", 4}};
    return loads[build_below(build, code_has(build, "flw") ? 6 : 5)];
}

struct code_access code_any_store(struct draw_build *build)
{
    static const struct code_access stores[] = {{"sb", 1}, {"sh", 2}, {"sw", 4}, {"fsw", 4}};
    return stores[build_below(build, code_has(build, "fsw") ? 4 : 3)];
}

bool code_has_thread(const struct draw_build *build)
{
    return build->code[build->core].of != TT_CORE_B;
}

void code_wait_for_pipe(struct draw_build *build)
{
    if (!code_has_thread(build))
        return;
    code_put_constant(build, POINTS, MMIO_PIPE_DRY);
    code_put_i(build, "lw", VALUE, POINTS, 0);
}
