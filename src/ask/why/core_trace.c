/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of cores as they run, and one pass backwards over them. docs/formats/program.md#why */
#include "ask/why/core_trace.h"

#include "base/memory.h"
#include "isa/cores.h"
#include "isa/riscv.h"
#include "tile/riscv/cores.h"

#include <string.h>

enum { INSTRUCTIONS_MAX = 1 << 22 }; /* of a core */
/* Opcodes of the base formats, and kinds of atomics; what an instruction has for operands isa/riscv.h says. */
enum {
    RV_LOAD = 0x03,
    RV_ARITHMETIC_I = 0x13,
    RV_STORE = 0x23,
    RV_STORE_FP = 0x27,
    RV_AMO = 0x2F,
    RV_ARITHMETIC = 0x33
};
enum { RV_JALR = 0x67, RV_SYSTEM = 0x73, OPCODE = 0x7F, AMO_SWAP = 1, AMO_STORE = 3 };

static unsigned rd_of(uint32_t code)
{
    return code >> 7 & 31;
}

static unsigned rs1_of(uint32_t code)
{
    return code >> 15 & 31;
}

static unsigned rs2_of(uint32_t code)
{
    return code >> 20 & 31;
}

static bool is_store(uint32_t code)
{
    return (code & OPCODE) == RV_STORE || (code & OPCODE) == RV_STORE_FP || (code & OPCODE) == RV_AMO;
}

static unsigned core_access_bytes(uint32_t code)
{
    return 1U << (code >> 12 & 3);
}

static uint32_t core_access_address(const struct riscv_core *core, uint32_t code)
{
    const struct riscv_op *op = riscv_find(code);
    return core->x[rs1_of(code)] + (op ? riscv_immediate_of(op->immediate, code) : 0);
}

/* Whether it gives an integer register its value: floats have registers of their own. */
static bool core_defines(uint32_t code)
{
    const struct riscv_op *op = riscv_find(code);
    return op && strncmp(op->operands, "rd", 2) == 0;
}

/* ---- the instructions ---- */

/* One that has to wait is reported again, and keeps its place. */
static void core_trace_step(void *user, enum tt_core which, const struct cores *cores, uint64_t seq)
{
    struct core_trace *trace = user;
    struct core_instructions *all = &trace->core[which];
    const struct riscv_core *core = cores_core(cores, which);
    const bool is_again = all->count && all->retired == core->retired && all->list[all->count - 1].pc == core->pc;
    const size_t at = is_again ? all->count - 1 : all->count;
    if (at == INSTRUCTIONS_MAX || mem_grow(&all->list, &all->capacity, at + 1, sizeof *all->list)) {
        trace->is_full = true;
        return;
    }
    const uint32_t code = cores_code(cores, which);
    all->list[at] = (struct core_instruction){seq, core->pc, code, core_access_address(core, code)};
    all->count = at + 1;
    all->retired = core->retired;
}

enum tt_status core_trace_make(struct core_trace *trace, struct ttcap *capture, const struct replay_options *options,
                               struct tt_error *err)
{
    const struct replay_observer observer = {.user = trace, .core = core_trace_step};
    struct replay_options firmware = *options;
    struct replay_summary summary;
    *trace = (struct core_trace){.chip = ttcap_info(capture)->chip};
    firmware.order = REPLAY_FIRMWARE;
    return replay_run(capture, &firmware, NULL, &observer, &summary, err);
}

void core_trace_clear(struct core_trace *trace)
{
    for (int core = 0; core < TT_CORE_COUNT; core++)
        mem_free(trace->core[core].list);
    *trace = (struct core_trace){0};
}

/* How many come before the event behind `seq`. */
static size_t core_trace_count(const struct core_instructions *all, uint64_t seq)
{
    size_t lo = 0, hi = all->count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (all->list[middle].seq <= seq)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

const struct core_instruction *core_trace_register_store(const struct core_trace *trace, enum tt_core core,
                                                         uint64_t before, enum map_place place, unsigned block,
                                                         unsigned cell, uint32_t index)
{
    const struct core_instructions *all = &trace->core[core];
    for (size_t i = before ? core_trace_count(all, before - 1) : 0; i-- > 0;) {
        if (!is_store(all->list[i].code) || all->list[i].addr < MMIO_LOCAL_RAM)
            continue;
        const struct mmio_target at = mmio_decode(trace->chip, core, all->list[i].addr);
        if (at.place == place && at.block == block && at.reg && at.reg->cell == cell &&
            (index == UINT32_MAX || at.index == index))
            return &all->list[i];
    }
    return NULL;
}

/* ---- the data, backwards ---- */

enum { LOCAL_MAX = 8192 };

/* What is still looked for at an instruction. */
struct core_wanted {
    const struct core_trace *trace;
    uint32_t registers; /* a bit each */
    uint32_t local_bytes;
    uint8_t local[LOCAL_MAX]; /* bytes of local RAM, a flag each */
    uint32_t local_count;
    uint32_t offset; /* of the byte in the value, while that is moved alone */
    bool is_moved;
    struct core_sources *sources;
};

static void want_register(struct core_wanted *wanted, unsigned number)
{
    wanted->registers |= number ? 1U << number : 0;
}

static void found_source(struct core_wanted *wanted, enum core_source_kind kind, const struct core_instruction *by,
                         uint32_t addr)
{
    struct core_sources *sources = wanted->sources;
    for (size_t i = 0; i < sources->count; i++)
        if (sources->list[i].kind == kind && sources->list[i].addr == addr)
            return;
    if (sources->count == CORE_SOURCES_MAX)
        sources->more++;
    else
        sources->list[sources->count++] = (struct core_source){kind, addr, by->seq, by->pc};
}

/* True: all of it is local RAM. */
static bool core_is_local(const struct core_wanted *wanted, uint32_t addr, unsigned bytes)
{
    return addr >= MMIO_LOCAL_RAM && addr - MMIO_LOCAL_RAM < wanted->local_bytes &&
           bytes <= wanted->local_bytes - (addr - MMIO_LOCAL_RAM);
}

static void want_local(struct core_wanted *wanted, uint32_t at, unsigned bytes, bool is_wanted)
{
    for (uint32_t i = at; i < at + bytes; i++) {
        wanted->local_count += (uint32_t)is_wanted - wanted->local[i];
        wanted->local[i] = is_wanted;
    }
}

static void pass_load(struct core_wanted *wanted, const struct core_instruction *by)
{
    const unsigned bytes = core_access_bytes(by->code);
    if (by->addr < chip_get(wanted->trace->chip)->l1_bytes)
        found_source(wanted, CORE_SOURCE_L1, by, by->addr + (wanted->offset < bytes ? wanted->offset : 0));
    else if (core_is_local(wanted, by->addr, bytes))
        want_local(wanted, by->addr - MMIO_LOCAL_RAM, bytes, true);
    else
        found_source(wanted, CORE_SOURCE_REGISTER, by, by->addr);
}

/* What a store puts into memory. Floats are not followed. */
static void want_stored(struct core_wanted *wanted, const struct core_instruction *store)
{
    const unsigned opcode = store->code & OPCODE, kind = store->code >> 27;
    if (opcode == RV_STORE_FP)
        found_source(wanted, CORE_SOURCE_OTHER, store, store->pc);
    else
        want_register(wanted, rs2_of(store->code));
    if (opcode == RV_AMO && kind != AMO_SWAP && kind != AMO_STORE)
        pass_load(wanted, store);
}

/* A store to local RAM of what is looked for. */
static bool pass_store(struct core_wanted *wanted, const struct core_instruction *by)
{
    const unsigned bytes = core_access_bytes(by->code);
    bool is_wanted = false;
    if (!is_store(by->code) || !core_is_local(wanted, by->addr, bytes))
        return false;
    for (unsigned i = 0; i < bytes; i++)
        is_wanted = is_wanted || wanted->local[by->addr - MMIO_LOCAL_RAM + i];
    if (is_wanted) {
        want_local(wanted, by->addr - MMIO_LOCAL_RAM, bytes, false);
        want_stored(wanted, by);
    }
    return is_wanted;
}

/* Arithmetic mixes the bytes of a value; a copy (`addi rd, rs, 0`) does not. */
static void pass_arithmetic(struct core_wanted *wanted, uint32_t code)
{
    const bool is_copy = (code & OPCODE) == RV_ARITHMETIC_I && code >> 20 == 0 && (code >> 12 & 7) == 0;
    if (!is_copy)
        wanted->offset = 0;
    want_register(wanted, rs1_of(code));
    if ((code & OPCODE) == RV_ARITHMETIC)
        want_register(wanted, rs2_of(code));
}

/* Whether its result is in its word and its place: lui, auipc, and what a jump leaves. */
static bool is_of_code(uint32_t code)
{
    const struct riscv_op *op = riscv_find(code);
    const bool is_jump_to_register = (code & OPCODE) == RV_JALR;
    return op->immediate == RISCV_IMMEDIATE_U || op->immediate == RISCV_IMMEDIATE_J || is_jump_to_register;
}

/* An instruction that gives a register its value. */
static bool pass_definition(struct core_wanted *wanted, const struct core_instruction *by)
{
    const unsigned opcode = by->code & OPCODE, rd = rd_of(by->code);
    if (!(wanted->registers >> rd & 1) || !core_defines(by->code))
        return false;
    wanted->registers &= ~(1U << rd);
    if (opcode == RV_LOAD || (opcode == RV_AMO && by->code >> 27 != AMO_STORE))
        pass_load(wanted, by);
    else if (opcode == RV_ARITHMETIC_I || opcode == RV_ARITHMETIC)
        pass_arithmetic(wanted, by->code);
    else if (opcode == RV_SYSTEM)
        found_source(wanted, CORE_SOURCE_REGISTER, by, by->code >> 20);
    else if (!is_of_code(by->code))
        found_source(wanted, CORE_SOURCE_OTHER, by, by->pc);
    return true;
}

bool core_trace_sources(const struct core_trace *trace, enum tt_core core, uint64_t seq, uint32_t offset,
                        struct core_sources *sources)
{
    const struct core_instructions *all = &trace->core[core];
    size_t at = core_trace_count(all, seq);
    struct core_wanted wanted = {
        .trace = trace, .offset = offset, .sources = sources, .local_bytes = core_local_bytes(trace->chip, core)};
    *sources = (struct core_sources){0};
    while (at && all->list[at - 1].seq == seq && !is_store(all->list[at - 1].code))
        at--;
    if (!at || all->list[at - 1].seq != seq)
        return false;
    want_stored(&wanted, &all->list[--at]);
    sources->pc = sources->store_pc = all->list[at].pc;
    while (at-- > 0 && (wanted.registers || wanted.local_count))
        if (pass_definition(&wanted, &all->list[at]) || pass_store(&wanted, &all->list[at]))
            sources->pc = all->list[at].pc;
    if ((wanted.registers || wanted.local_count) && all->count)
        found_source(&wanted, CORE_SOURCE_START, &all->list[0], 0);
    return true;
}
