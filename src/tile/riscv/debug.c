/* SPDX-License-Identifier: Apache-2.0 */
/* Debug and control registers at FFB12000h (R10, R12, R40). */
#include "tile/riscv/cores_internal.h"

enum { ARRAY_IS_DST = 2, NC_PC = 3 };

/* Blackhole alone has the registers from here on (R12). */
static bool is_there(const struct core_port *port, uint32_t offset)
{
    return port->cores->tile->chip->reset_pcs_are_debug_registers || offset < DEBUG_OFFSET_RESET_PC_T0;
}

static enum riscv_step unknown(struct core_port *port, uint32_t offset, const char *what)
{
    return riscv_refuse(&port->bus, "%s debug register %#x, which nothing here knows (R40)", what, (unsigned)offset);
}

/* Raw cells of Dst, two columns of a row. A cleared row reads 0 on Wormhole alone. */
static uint32_t array_data(const struct cores *cores)
{
    const struct tile *tile = cores->tile;
    const uint32_t row = cores->debug.array_command % DST_ROWS;
    const uint32_t pair = cores->debug.array_command >> 12 & 7;
    if (!cores->debug.array_enable || cores->debug.array_command >> 16 != ARRAY_IS_DST)
        return 0;
    if (tile->chip->debug_array_hides_cleared && !tile->state.dst_valid[row])
        return 0;
    return tile->state.dst[row][2 * pair] | (uint32_t)tile->state.dst[row][2 * pair + 1] << 16;
}

static uint32_t cfg_value(struct cores *cores)
{
    const uint32_t words = cores->tile->chip->cfg_words, word = cores->debug.cfg_index;
    return word < CFG_STATES * words ? tile_read_cfg(cores->tile, TT_UNIT_CORE, word / words, word % words) : 0;
}

/* Who looks at the clock does not stand still, even where nothing else changes. */
static uint32_t clock_low(struct cores *cores)
{
    const uint64_t clock = cores->host.clock(cores->host.user);
    cores->changes++;
    cores->debug.clock_high = (uint32_t)(clock >> 32);
    return (uint32_t)clock;
}

static enum riscv_step load_bus(struct core_port *port, uint32_t *value)
{
    if (debug_bus_word(port->cores->tile, port->cores->debug.bus_control, value))
        return RISCV_DONE;
    return riscv_refuse(&port->bus, "debug-bus selection %08X, which nothing here knows (R41)",
                        (unsigned)port->cores->debug.bus_control);
}

/* Where the value of a register is stored that does nothing but hold it; null: it is another register. */
static uint32_t *stored(struct debug_state *debug, uint32_t offset)
{
    const struct {
        uint32_t offset, *word;
    } words[] = {
        {DEBUG_OFFSET_BUS_CONTROL, &debug->bus_control},     {DEBUG_OFFSET_CFG_INDEX, &debug->cfg_index},
        {DEBUG_OFFSET_ARRAY_ENABLE, &debug->array_enable},   {DEBUG_OFFSET_ARRAY_COMMAND, &debug->array_command},
        {DEBUG_OFFSET_RESET_PC_T0, &debug->reset_pc[0]},     {DEBUG_OFFSET_RESET_PC_T1, &debug->reset_pc[1]},
        {DEBUG_OFFSET_RESET_PC_T2, &debug->reset_pc[2]},     {DEBUG_OFFSET_RESET_PC_OVERRIDE, &debug->reset_override},
        {DEBUG_OFFSET_RESET_PC_NC, &debug->reset_pc[NC_PC]}, {DEBUG_OFFSET_RESET_PC_NC_OVERRIDE, &debug->nc_override},
        {DEBUG_OFFSET_DST_GATE, &debug->dst_gate},
    };
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].offset == offset)
            return words[i].word;
    return NULL;
}

enum riscv_step debug_load(struct core_port *port, uint32_t offset, uint32_t *value)
{
    struct cores *cores = port->cores;
    const uint32_t *word = is_there(port, offset) ? stored(&cores->debug, offset) : NULL;
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
        *value = clock_low(cores);
        return RISCV_DONE;
    case DEBUG_OFFSET_CLOCK_HIGH:
        *value = (uint32_t)(cores->host.clock(cores->host.user) >> 32);
        return RISCV_DONE;
    case DEBUG_OFFSET_CLOCK_HIGH_LATCHED:
        *value = cores->debug.clock_high;
        return RISCV_DONE;
    case DEBUG_OFFSET_FEATURE_DISABLE:
        *value = cores->tile->state.debug_features;
        return RISCV_DONE;
    case DEBUG_OFFSET_SOFT_RESET:
        *value = cores->soft_reset;
        return RISCV_DONE;
    default:
        break;
    }
    if (!word)
        return unknown(port, offset, "load of");
    *value = *word;
    return RISCV_DONE;
}

enum riscv_step debug_store(struct core_port *port, uint32_t offset, uint32_t value)
{
    uint32_t *word = is_there(port, offset) ? stored(&port->cores->debug, offset) : NULL;
    if (offset == DEBUG_OFFSET_SOFT_RESET)
        return reset_store(port, value);
    if (offset == DEBUG_OFFSET_FEATURE_DISABLE) {
        tile_put_debug_features(port->cores->tile, TT_UNIT_CORE, value);
        return RISCV_DONE;
    }
    if (!word)
        return unknown(port, offset, "store to");
    *word = value;
    return RISCV_DONE;
}
