/* SPDX-License-Identifier: Apache-2.0 */
/* Debug and control registers at FFB12000h (R10, R12, R40, R61): what the cores' state shows in them. */
#include "tile/registers/registers.h"
#include "tile/riscv/cores_internal.h"

enum { ARRAY_IS_DST = 2 };

/* Raw cells of Dst, two columns of a row. A cleared row reads 0 on Wormhole alone. */
static uint32_t array_data(const struct cores *cores)
{
    const struct tile *tile = cores->tile;
    const uint32_t command = debug_word(tile, DEBUG_OFFSET_ARRAY_COMMAND);
    const uint32_t row = command % DST_ROWS, pair = command >> 12 & 7;
    if (!debug_word(tile, DEBUG_OFFSET_ARRAY_ENABLE) || command >> 16 != ARRAY_IS_DST)
        return 0;
    if (tile->chip->debug_array_hides_cleared && !tile->state.dst_valid[row])
        return 0;
    return tile->state.dst[row][2 * pair] | (uint32_t)tile->state.dst[row][2 * pair + 1] << 16;
}

static uint32_t cfg_value(struct cores *cores)
{
    const uint32_t words = cores->tile->chip->cfg_words, word = debug_word(cores->tile, DEBUG_OFFSET_CFG_INDEX);
    return word < CFG_STATES * words ? tile_read_cfg(cores->tile, TT_UNIT_CORE, word / words, word % words) : 0;
}

/* A core that looks at the clock does not stand still, even where nothing else changes. */
static uint32_t clock_low(struct cores *cores)
{
    const uint64_t clock = cores->host.clock(cores->host.user);
    cores->changes++;
    cores->clock_high = (uint32_t)(clock >> 32);
    return (uint32_t)clock;
}

static enum riscv_step load_bus(struct core_port *port, uint32_t *value)
{
    const uint32_t control = debug_word(port->cores->tile, DEBUG_OFFSET_BUS_CONTROL);
    if (debug_bus_word(port->cores->tile, control, value))
        return RISCV_DONE;
    return riscv_refuse(&port->bus, "debug-bus selection %08X, which nothing here knows (R41)", (unsigned)control);
}

enum riscv_step debug_load(struct core_port *port, uint32_t offset, uint32_t *value)
{
    struct cores *cores = port->cores;
    switch (offset) {
    case DEBUG_OFFSET_BUS_DATA:
        return load_bus(port, value);
    case DEBUG_OFFSET_CFG_VALUE:
        *value = cfg_value(cores);
        return RISCV_DONE;
    case DEBUG_OFFSET_ARRAY_DATA:
        *value = array_data(cores);
        return RISCV_DONE;
    case DEBUG_OFFSET_CLOCK_LOW:
        core_reads_time(port, CORE_TIME_CLOCK);
        *value = clock_low(cores);
        return RISCV_DONE;
    case DEBUG_OFFSET_CLOCK_HIGH:
        core_reads_time(port, CORE_TIME_CLOCK);
        *value = (uint32_t)(cores->host.clock(cores->host.user) >> 32);
        return RISCV_DONE;
    case DEBUG_OFFSET_CLOCK_HIGH_LATCHED:
        *value = cores->clock_high;
        return RISCV_DONE;
    case DEBUG_OFFSET_SOFT_RESET:
        *value = cores->soft_reset;
        return RISCV_DONE;
    default:
        break;
    }
    *value = debug_word(cores->tile, offset);
    return RISCV_DONE;
}
