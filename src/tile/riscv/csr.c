/* SPDX-License-Identifier: Apache-2.0 */
/* Zicsr: reading and changing the registers of R7. */
#include "isa/riscv_text.h"
#include "tile/riscv/core_internal.h"

#include "riscv_specials.h"

enum { MSTATUS = 0x80006600, MISA = 0x40201123 };
enum { MCYCLE = 0xB00, MINSTRET = 0xB02, MCYCLEH = 0xB80, MINSTRETH = 0xB82 };
enum { HPM_EVENT = 0x323, HPM_COUNTER = 0xB03, HPM_COUNTER_HIGH = 0xB83, VLENB = 0xC22 };
enum { CYCLE = 0xC00, INSTRET = 0xC02, CYCLEH = 0xC80, INSTRETH = 0xC82 };

/* A register that is 32 bits of the core's state, with the bits that can be set. */
struct place {
    uint32_t *bits;
    uint32_t writable;
};

enum { QSTATUS = 0xBC0, BSTATUS, STREAM_STATUS, STREAM_STATUS_LAST = STREAM_STATUS + 7 };

/* R7v: no interrupt comes, no vector instruction is executed, and no counter can be stopped that counts here. */
static const struct {
    uint16_t csr;
    uint32_t initial;
} held_csrs[CSR_HELD] = {{0x009, 0}, {0x00A, 0}, {0x320, 0}, {0xBCA, 0}, {VLENB, 16}};

void riscv_csr_reset(struct riscv_core *core)
{
    for (unsigned i = 0; i < CSR_HELD; i++)
        core->held[i] = held_csrs[i].initial;
}

/* A counter holds what was written as long as no event is chosen for it. */
static uint32_t *csr_counter_of(struct riscv_core *core, uint32_t csr)
{
    const bool is_high = csr >= HPM_COUNTER_HIGH;
    const uint32_t which = csr - (is_high ? HPM_COUNTER_HIGH : HPM_COUNTER);
    return which < 2 && !core->event[which] ? &core->counter[which][is_high] : NULL;
}

static uint32_t *csr_held_of(struct riscv_core *core, uint32_t csr)
{
    for (unsigned i = 0; i < CSR_HELD; i++)
        if (held_csrs[i].csr == csr)
            return &core->held[i];
    if (csr == HPM_EVENT || csr == HPM_EVENT + 1)
        return &core->event[csr - HPM_EVENT];
    return csr_counter_of(core, csr);
}

static struct place csr_place_of(struct riscv_core *core, const struct riscv_bus *bus, uint32_t csr)
{
    if (csr == 0x003)
        return (struct place){&core->fcsr, 0xFF};
    if (csr == 0x7C0)
        return (struct place){&core->cfg0, UINT32_MAX};
    if (csr == 0x7C1 || csr == 0x7C2)
        return (struct place){&core->pmacfg[csr - 0x7C1], UINT32_MAX};
    if (csr >= 0x7C3 && csr <= 0x7C6)
        return (struct place){&core->scratch[csr - 0x7C3], UINT32_MAX};
    if (csr >= STREAM_STATUS && csr <= STREAM_STATUS_LAST && !bus->sees_streams)
        return (struct place){&core->stream_status[csr - STREAM_STATUS], UINT32_MAX};
    uint32_t *held = csr_held_of(core, csr);
    return (struct place){held, held ? UINT32_MAX : 0};
}

/* Registers that cannot be written, or are not while an untimed model counts them. */
static bool read_fixed(const struct riscv_core *core, uint32_t csr, uint32_t *value)
{
    switch (csr) {
    case 0x300:
        *value = MSTATUS;
        return true;
    case 0x301:
        *value = MISA;
        return true;
    case MCYCLE: /* time is not modelled: a cycle is an instruction done (R69) */
    case MINSTRET:
    case CYCLE:
    case INSTRET:
        *value = (uint32_t)core->retired;
        return true;
    case MCYCLEH:
    case MINSTRETH:
    case CYCLEH:
    case INSTRETH:
        *value = (uint32_t)(core->retired >> 32);
        return true;
    case 0x008: /* vstart */
    case 0xF14:
        *value = 0;
        return true;
    default:
        return false;
    }
}

static enum riscv_step refuse_csr(struct riscv_bus *bus, const char *what, uint32_t csr)
{
    const char *name = riscv_csr_name(csr);
    return riscv_refuse(bus, "%s of CSR 0x%x (%s)", what, (unsigned)csr, name ? name : "which these cores do not have");
}

static bool counts_cycles(uint32_t csr)
{
    return csr == MCYCLE || csr == MCYCLEH || csr == CYCLE || csr == CYCLEH;
}

static enum riscv_step read_csr(struct riscv_core *core, struct riscv_bus *bus, uint32_t csr, uint32_t *value)
{
    const struct place place = csr_place_of(core, bus, csr);
    if (place.bits) {
        *value = *place.bits;
        return RISCV_DONE;
    }
    if (counts_cycles(csr) && bus->reads_time) {
        if (bus->reach < RISCV_REACH_ALL)
            return RISCV_OUTSIDE;
        bus->reads_time(bus->user);
    }
    if (read_fixed(core, csr, value))
        return RISCV_DONE;
    if (csr >= QSTATUS && csr <= STREAM_STATUS_LAST) {
        if (bus->reach < RISCV_REACH_ALL)
            return RISCV_OUTSIDE;
        if (bus->status)
            return bus->status(bus->user, csr, value);
    }
    return refuse_csr(bus, "read", csr);
}

/* Reads, then writes (held & keep) ^ change where the instruction is one that writes. */
static enum riscv_step csr_exchange(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus,
                                    uint32_t keep, uint32_t change, bool is_write)
{
    uint32_t held = 0;
    const enum riscv_step step = read_csr(core, bus, insn->immediate, &held);
    if (step != RISCV_DONE)
        return step;
    if (is_write) {
        const struct place place = csr_place_of(core, bus, insn->immediate);
        if (!place.bits)
            return refuse_csr(bus, "write", insn->immediate);
        *place.bits = ((held & keep) ^ change) & place.writable;
    }
    return riscv_put(core, insn, held);
}

/* Set and clear do not write when the operand is x0 or 0 (the RISC-V manual, "Zicsr"). */
#define CSR(NAME, OPERAND, KEEP, CHANGE, IS_WRITE)                                                                     \
    enum riscv_step riscv_op_##NAME(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus)     \
    {                                                                                                                  \
        const uint32_t operand = OPERAND;                                                                              \
        return csr_exchange(core, insn, bus, KEEP, CHANGE, IS_WRITE);                                                  \
    }
CSR(csrrw, core->x[insn->rs1], 0, operand, true)
CSR(csrrs, core->x[insn->rs1], ~operand, operand, insn->rs1 != 0)
CSR(csrrc, core->x[insn->rs1], ~operand, 0, insn->rs1 != 0)
CSR(csrrwi, insn->rs1, 0, operand, true)
CSR(csrrsi, insn->rs1, ~operand, operand, insn->rs1 != 0)
CSR(csrrci, insn->rs1, ~operand, 0, insn->rs1 != 0)
