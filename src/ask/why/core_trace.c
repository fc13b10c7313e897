/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of cores as they run, and one pass backwards over them. docs/formats/program.md#why */
#include "ask/why/core_trace.h"

#include "isa/cores.h"
#include "isa/riscv.h"
#include "tile/riscv/cores.h"

enum { AMO_SWAP = 1, AMO_STORE = 3 }; /* kinds of atomics */

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
    if (at == CORE_INSTRUCTIONS_MAX || mem_grow(&all->list, &all->capacity, at + 1, sizeof *all->list)) {
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
        if (!riscv_writes_memory(all->list[i].code) || all->list[i].addr < MMIO_LOCAL_RAM)
            continue;
        const struct mmio_target at = mmio_decode(trace->chip, core, all->list[i].addr);
        if (at.place == place && at.block == block && at.reg && at.reg->cell == cell &&
            (index == UINT32_MAX || at.index == index))
            return &all->list[i];
    }
    return NULL;
}

/* ---- the data, backwards ---- */

enum { LOCAL_MAX = 8192, REGISTERS = 32, WORD_BYTES = 4, ALL_BYTES = 15 };

/* The data that are still looked for at an instruction. */
struct core_wanted {
    const struct core_trace *trace;
    uint32_t registers;       /* a bit each */
    uint8_t bytes[REGISTERS]; /* of each, a bit a byte */
    uint32_t local_bytes;
    uint8_t local[LOCAL_MAX]; /* bytes of local RAM, a flag each */
    uint32_t local_count;
    struct core_sources *sources;
};

static void want_register(struct core_wanted *wanted, unsigned number, unsigned bytes)
{
    if (!number || !bytes)
        return;
    wanted->registers |= 1U << number;
    wanted->bytes[number] |= (uint8_t)bytes;
}

static void found_source(struct core_wanted *wanted, enum core_source_kind kind, const struct core_instruction *by,
                         uint32_t addr, unsigned count)
{
    struct core_sources *sources = wanted->sources;
    for (size_t i = 0; i < sources->count; i++)
        if (sources->list[i].kind == kind && sources->list[i].addr == addr && sources->list[i].count == count)
            return;
    if (sources->count == CORE_SOURCES_MAX)
        sources->more++;
    else
        sources->list[sources->count++] = (struct core_source){kind, addr, by->seq, by->pc, count};
}

/* True: all of it is local RAM. */
static bool core_is_local(const struct core_wanted *wanted, uint32_t addr, unsigned bytes)
{
    return addr >= MMIO_LOCAL_RAM && addr - MMIO_LOCAL_RAM < wanted->local_bytes &&
           bytes <= wanted->local_bytes - (addr - MMIO_LOCAL_RAM);
}

static void want_local(struct core_wanted *wanted, uint32_t at, bool is_wanted)
{
    wanted->local_count += (uint32_t)is_wanted - wanted->local[at];
    wanted->local[at] = is_wanted;
}

/* Bytes of what is loaded that bytes of the register are: above a narrow value stands its sign, or nothing. */
static unsigned loaded_bytes(uint32_t code, unsigned bytes)
{
    const unsigned width = riscv_access_bytes(code), own = bytes & ((1U << width) - 1);
    const bool has_sign = !(code >> 14 & 1) && bytes >> width;
    return has_sign ? own | 1U << (width - 1) : own;
}

static void pass_load(struct core_wanted *wanted, const struct core_instruction *by, unsigned bytes)
{
    const unsigned width = riscv_access_bytes(by->code), own = loaded_bytes(by->code, bytes);
    unsigned first = 0, end = width;
    if (!own)
        return;
    while (!(own >> first & 1))
        first++;
    while (!(own >> (end - 1)))
        end--;
    if (by->addr < chip_get(wanted->trace->chip)->l1_bytes)
        found_source(wanted, CORE_SOURCE_L1, by, by->addr + first, end - first);
    else if (!core_is_local(wanted, by->addr, width))
        found_source(wanted, CORE_SOURCE_REGISTER, by, by->addr, width);
    else
        for (unsigned i = first; i < end; i++)
            if (own >> i & 1)
                want_local(wanted, by->addr - MMIO_LOCAL_RAM + i, true);
}

/* Those of the lowest byte up to the highest one: carries come from below. */
static unsigned bytes_below(unsigned bytes)
{
    bytes |= bytes >> 1;
    return bytes | bytes >> 2;
}

/* Bytes of what a store puts into memory. Floats are not followed. */
static void want_stored(struct core_wanted *wanted, const struct core_instruction *store, unsigned bytes)
{
    const unsigned opcode = riscv_opcode(store->code), kind = store->code >> 27;
    const bool is_computed = opcode == RISCV_AMO && kind != AMO_SWAP && kind != AMO_STORE;
    if (is_computed)
        bytes = bytes_below(bytes);
    if (opcode == RISCV_STORE_FP)
        found_source(wanted, CORE_SOURCE_OTHER, store, store->pc, WORD_BYTES);
    else
        want_register(wanted, rs2_of(store->code), bytes);
    if (is_computed)
        pass_load(wanted, store, bytes);
}

/* A store to local RAM of what is looked for. */
static bool pass_store(struct core_wanted *wanted, const struct core_instruction *by)
{
    const unsigned width = riscv_access_bytes(by->code);
    unsigned bytes = 0;
    if (!riscv_writes_memory(by->code) || !core_is_local(wanted, by->addr, width))
        return false;
    for (unsigned i = 0; i < width; i++) {
        const uint32_t at = by->addr - MMIO_LOCAL_RAM + i;
        bytes |= (unsigned)wanted->local[at] << i;
        want_local(wanted, at, false);
    }
    if (bytes)
        want_stored(wanted, by, bytes);
    return bytes != 0;
}

/* Bytes that these come from, by a shift of so many bits to the left; below 0: to the right. */
static unsigned shifted_from(unsigned bytes, int shift)
{
    unsigned from = 0;
    for (int bit = 0; bit < 8 * WORD_BYTES; bit++) {
        const int at = bit - shift;
        if (bytes >> bit / 8 & 1 && at >= 0 && at < 8 * WORD_BYTES)
            from |= 1U << at / 8;
    }
    return from;
}

/* Of bytes those where the immediate's are not `masked`. */
static unsigned bytes_beside(unsigned bytes, uint32_t code, unsigned masked)
{
    const uint32_t immediate = riscv_immediate_of(RISCV_IMMEDIATE_I, code);
    for (int i = 0; i < WORD_BYTES; i++)
        if ((immediate >> 8 * i & 0xFF) == masked)
            bytes &= ~(1U << i);
    return bytes;
}

/* Bytes of its operands that bytes of the result of an instruction can come from: at least those that do. */
static unsigned operand_bytes_i(uint32_t code, unsigned bytes)
{
    enum { ADD, SLL, XOR = 4, SRL, OR, AND };
    const unsigned top = code >> 25;
    const int shift = (int)(code >> 20 & 31);
    switch (code >> 12 & 7) {
    case ADD:
        return code >> 20 ? bytes_below(bytes) : bytes;
    case SLL:
        return top ? ALL_BYTES : shifted_from(bytes, shift);
    case SRL: /* the bit that comes in from above is the sign of an arithmetic one */
        return top == 0 ? shifted_from(bytes, -shift) : top == 0x20 ? shifted_from(bytes, -shift) | 8 : ALL_BYTES;
    case XOR:
        return bytes;
    case OR:
        return bytes_beside(bytes, code, 0xFF);
    case AND:
        return bytes_beside(bytes, code, 0);
    default:
        return ALL_BYTES;
    }
}

static unsigned operand_bytes(uint32_t code, unsigned bytes)
{
    enum {
        ZEXT_H_MASK = 0xFFF0707F,
        ZEXT_H = 0x08004033,
        PLAIN = 0,
        OTHER = 0x20,
        MULTIPLY = 1,
        ADD = 0,
        XOR = 4,
        OR = 6
    };
    const unsigned kind = code >> 12 & 7, top = code >> 25;
    if (riscv_opcode(code) == RISCV_ARITHMETIC_I)
        return operand_bytes_i(code, bytes);
    if ((code & ZEXT_H_MASK) == ZEXT_H)
        return bytes & 3;
    if (kind == ADD && (top == PLAIN || top == OTHER || top == MULTIPLY))
        return bytes_below(bytes);
    return (top == PLAIN || top == OTHER) && (kind == XOR || kind >= OR) ? bytes : ALL_BYTES;
}

static void pass_arithmetic(struct core_wanted *wanted, uint32_t code, unsigned bytes)
{
    const unsigned from = operand_bytes(code, bytes);
    want_register(wanted, rs1_of(code), from);
    if (riscv_opcode(code) == RISCV_ARITHMETIC)
        want_register(wanted, rs2_of(code), from);
}

/* Whether its result is in its word and its place: lui, auipc, and what a jump leaves. */
static bool is_of_code(uint32_t code)
{
    const struct riscv_op *op = riscv_find(code);
    const bool is_jump_to_register = riscv_opcode(code) == RISCV_JALR;
    return op->immediate == RISCV_IMMEDIATE_U || op->immediate == RISCV_IMMEDIATE_J || is_jump_to_register;
}

/* An instruction that gives a register its value. */
static bool pass_definition(struct core_wanted *wanted, const struct core_instruction *by)
{
    const unsigned opcode = riscv_opcode(by->code), rd = rd_of(by->code), bytes = wanted->bytes[rd];
    if (!(wanted->registers >> rd & 1) || !core_defines(by->code))
        return false;
    wanted->registers &= ~(1U << rd);
    wanted->bytes[rd] = 0;
    if (opcode == RISCV_LOAD || (opcode == RISCV_AMO && by->code >> 27 != AMO_STORE))
        pass_load(wanted, by, bytes);
    else if (opcode == RISCV_ARITHMETIC_I || opcode == RISCV_ARITHMETIC)
        pass_arithmetic(wanted, by->code, bytes);
    else if (opcode == RISCV_SYSTEM)
        found_source(wanted, CORE_SOURCE_REGISTER, by, by->code >> 20, WORD_BYTES);
    else if (!is_of_code(by->code))
        found_source(wanted, CORE_SOURCE_OTHER, by, by->pc, WORD_BYTES);
    return true;
}

bool core_trace_sources(const struct core_trace *trace, enum tt_core core, uint64_t seq, uint32_t offset,
                        struct core_sources *sources)
{
    const struct core_instructions *all = &trace->core[core];
    size_t at = core_trace_count(all, seq);
    struct core_wanted wanted = {
        .trace = trace, .sources = sources, .local_bytes = core_local_bytes(trace->chip, core)};
    *sources = (struct core_sources){0};
    while (at && all->list[at - 1].seq == seq && !riscv_writes_memory(all->list[at - 1].code))
        at--;
    if (!at || all->list[at - 1].seq != seq)
        return false;
    want_stored(&wanted, &all->list[--at], 1U << offset);
    sources->pc = sources->store_pc = all->list[at].pc;
    while (at-- > 0 && (wanted.registers || wanted.local_count))
        if (pass_definition(&wanted, &all->list[at]) || pass_store(&wanted, &all->list[at]))
            sources->pc = all->list[at].pc;
    if ((wanted.registers || wanted.local_count) && all->count)
        found_source(&wanted, CORE_SOURCE_START, &all->list[0], 0, 0);
    return true;
}

static bool is_register_store(const struct core_wanted *wanted, const struct core_instruction *one)
{
    return riscv_writes_memory(one->code) && one->addr >= MMIO_LOCAL_RAM &&
           !core_is_local(wanted, one->addr, riscv_access_bytes(one->code));
}

/* Of the instructions shortly before a request: what it takes, whether it is sent, and where something is missing. */
static bool is_of_request(const struct core_wanted *wanted, const struct core_instruction *one)
{
    const struct riscv_op *op = riscv_find(one->code);
    return is_register_store(wanted, one) || one->code == RISCV_NOP || (op && op->immediate == RISCV_IMMEDIATE_B);
}

void core_trace_origins(const struct core_trace *trace, enum tt_core core, uint32_t pc, uint64_t until, void *user,
                        void (*of)(void *user, const struct core_instruction *one))
{
    enum { SHORTLY = 64 /* instructions */ };
    const struct core_instructions *all = &trace->core[core];
    struct core_sources sources = {0};
    struct core_wanted wanted = {
        .trace = trace, .sources = &sources, .local_bytes = core_local_bytes(trace->chip, core)};
    size_t last = core_trace_count(all, until);
    while (last && all->list[last - 1].pc != pc)
        last--;
    const bool is_request = last && is_register_store(&wanted, &all->list[last - 1]);
    for (size_t at = last;
         at-- > 0 && (at + 1 == last || last - at < SHORTLY || wanted.registers || wanted.local_count);) {
        const struct core_instruction *one = &all->list[at];
        const bool is_root = at + 1 == last || (is_request && last - at < SHORTLY && is_of_request(&wanted, one));
        if (is_root || pass_definition(&wanted, one) || pass_store(&wanted, one))
            of(user, one);
        if (is_root) {
            want_register(&wanted, rs1_of(one->code), ALL_BYTES);
            want_register(&wanted, rs2_of(one->code), ALL_BYTES);
        }
    }
}
