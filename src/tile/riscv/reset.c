/* SPDX-License-Identifier: Apache-2.0 */
/* The soft-reset register, and where cores start (R10 to R12, R50). Its bits for units are refused: what they
 * do is known from the documents alone, and no program recorded sets them. */
#include "tile/registers/registers.h"
#include "tile/riscv/cores_internal.h"

#include "core_regs.h"

enum { IGNORED_BIT = 31, T_RESET_OVERRIDES = 7 };

static const uint8_t reset_bits[TT_CORE_COUNT] = {
    [TT_CORE_B] = 11, [TT_CORE_T0] = 12, [TT_CORE_T1] = 13, [TT_CORE_T2] = 14, [TT_CORE_NC] = 18};

static const uint32_t default_pcs[TT_CORE_COUNT] = {
    [TT_CORE_T0] = 0x6000, [TT_CORE_T1] = 0xA000, [TT_CORE_T2] = 0xE000, [TT_CORE_NC] = 0x12000};

static uint32_t reset_core_field(const struct tile *tile, unsigned thread, enum core_reg id)
{
    return cfg_field(tile, TT_UNIT_CORE, thread, (enum reg_id)id);
}

/* Wormhole's overrides are configuration words, Blackhole's registers beside the reset. */
static uint32_t reset_pc(const struct cores *cores, enum tt_core core)
{
    static const enum core_reg t_pcs[THREADS] = {CORE_REG_TRISC_RESET_PC_SEC0_PC, CORE_REG_TRISC_RESET_PC_SEC1_PC,
                                                 CORE_REG_TRISC_RESET_PC_SEC2_PC};
    const struct tile *tile = cores->tile;
    const int thread = core_thread(core);
    if (core == TT_CORE_B)
        return default_pcs[core];
    if (tile->chip->reset_pcs_are_debug_registers) {
        const uint32_t is_overridden = thread < 0 ? debug_word(tile, DEBUG_OFFSET_RESET_PC_NC_OVERRIDE) & 1
                                                  : debug_word(tile, DEBUG_OFFSET_RESET_PC_OVERRIDE) >> thread & 1;
        const uint32_t at = thread < 0 ? DEBUG_OFFSET_RESET_PC_NC : DEBUG_OFFSET_RESET_PC_T0 + 4 * (uint32_t)thread;
        return is_overridden ? debug_word(tile, at) : default_pcs[core];
    }
    if (thread < 0)
        return reset_core_field(tile, 0, CORE_REG_NCRISC_RESET_PC_OVERRIDE_Reset_PC_Override_en)
                   ? reset_core_field(tile, 0, CORE_REG_NCRISC_RESET_PC_PC)
                   : default_pcs[core];
    return reset_core_field(tile, 0, CORE_REG_TRISC_RESET_PC_OVERRIDE_Reset_PC_Override_en) >> thread & 1
               ? reset_core_field(tile, 0, t_pcs[thread])
               : default_pcs[core];
}

/* Registers become zero; local RAM stays, as recorded (R50). The content of a PCBuf is dropped (R11). */
void cores_boot(struct cores *cores, enum tt_core core, uint32_t pc)
{
    struct core_port *port = &cores->port[core];
    const int thread = core_thread(core);
    riscv_core_reset(&port->core, pc);
    port->is_running = true;
    cores->released |= 1u << core;
    port->is_parked = port->is_halted = false;
    port->waiting = (struct core_waiting){CORE_WAITS_NOT, core};
    cores->soft_reset &= ~(UINT32_C(1) << reset_bits[core]);
    if (thread >= 0)
        cores->pcbuf[thread] = (struct core_queue){.count = 0};
    cores->changes++;
}

static void hold(struct cores *cores, enum tt_core core)
{
    struct core_port *port = &cores->port[core];
    const int thread = core_thread(core);
    port->is_running = port->is_parked = port->is_halted = false;
    port->waiting = (struct core_waiting){CORE_WAITS_NOT, core};
    if (thread >= 0)
        cores->host.drop(cores->host.user, (unsigned)thread);
    cores->changes++;
}

enum riscv_step reset_store(struct core_port *port, uint32_t value)
{
    struct cores *cores = port->cores;
    const uint32_t before = cores->soft_reset;
    uint32_t known = UINT32_C(1) << IGNORED_BIT;
    for (int core = 0; core < TT_CORE_COUNT; core++)
        known |= UINT32_C(1) << reset_bits[core];
    if (value & ~known)
        return riscv_refuse(&port->bus, "reset of units (bits %08X of soft reset) is not modelled (R10)",
                            (unsigned)(value & ~known));
    cores->soft_reset = value;
    for (int core = 0; core < TT_CORE_COUNT; core++) {
        const uint32_t bit = UINT32_C(1) << reset_bits[core];
        if (!(before & bit) && (value & bit))
            hold(cores, (enum tt_core)core);
        else if ((before & bit) && !(value & bit))
            cores_boot(cores, (enum tt_core)core, reset_pc(cores, (enum tt_core)core));
    }
    cores->soft_reset = value;
    return RISCV_DONE;
}

bool cores_store(struct cores *cores, uint32_t addr, uint32_t value)
{
    return addr != MMIO_DEBUG + DEBUG_OFFSET_SOFT_RESET || reset_store(&cores->port[TT_CORE_B], value) == RISCV_DONE;
}
