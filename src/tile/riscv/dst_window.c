/* SPDX-License-Identifier: Apache-2.0 */
/* Dst as Blackhole's T cores see it at FFBD8000h: one datum an access, of T2 as many as it holds, in the format of
 * RISC_DEST_ACCESS_CTRL (R35). Rows are those of the units that compute, remap and swizzle included; a store makes its
 * row valid, a load does not ask whether it is. None of it is recorded. */
#include "tile/riscv/dst_window.h"
#include "numeric/cells.h"
#include "numeric/dst_rows.h"
#include "numeric/sign_magnitude.h"
#include "tile/riscv/cores_internal.h"

#include "core_regs.h"
#include "mmio_findings.h"

enum window_format { WINDOW_FP32, WINDOW_INT32, WINDOW_FP16, WINDOW_BF16, WINDOW_INT16, WINDOW_INT8, WINDOW_FORMATS };

struct window {
    enum window_format format;
    bool is_raw; /* no_swizzle: cells as they stand */
    bool is_unsigned;
    bool is_wide;
    uint32_t row, column; /* physical; of a 32-bit datum the upper cell's */
};

static const uint8_t widths[WINDOW_FORMATS] = {4, 4, 2, 2, 2, 1};

static uint32_t dst_window_core_field(const struct tile *tile, unsigned thread, enum core_reg id)
{
    return cfg_field(tile, TT_UNIT_CORE, thread, (enum reg_id)id);
}

/* Null, or why there is no datum at an offset. */
static const char *window_locate(const struct tile *tile, const struct mmio_target *at, struct window *window)
{
    static const struct {
        enum core_reg format, is_raw, is_unsigned;
    } fields[THREADS] = {
        {CORE_REG_RISC_DEST_ACCESS_CTRL_SEC0_fmt, CORE_REG_RISC_DEST_ACCESS_CTRL_SEC0_no_swizzle,
         CORE_REG_RISC_DEST_ACCESS_CTRL_SEC0_unsigned_int},
        {CORE_REG_RISC_DEST_ACCESS_CTRL_SEC1_fmt, CORE_REG_RISC_DEST_ACCESS_CTRL_SEC1_no_swizzle,
         CORE_REG_RISC_DEST_ACCESS_CTRL_SEC1_unsigned_int},
        {CORE_REG_RISC_DEST_ACCESS_CTRL_SEC2_fmt, CORE_REG_RISC_DEST_ACCESS_CTRL_SEC2_no_swizzle,
         CORE_REG_RISC_DEST_ACCESS_CTRL_SEC2_unsigned_int},
    };
    const unsigned thread = at->block;
    const uint32_t format = dst_window_core_field(tile, thread, fields[thread].format);
    if (format >= WINDOW_FORMATS)
        return "the format of RISC_DEST_ACCESS_CTRL is not defined";
    const uint32_t element = at->offset / widths[format], row = element / DST_COLUMNS;
    if (row >= DST_ROWS)
        return "Dst has no such row";
    const bool has_remap = dst_window_core_field(tile, thread, CORE_REG_DEST_ACCESS_CFG_remap_addrs);
    const bool has_swizzle = dst_window_core_field(tile, thread, CORE_REG_DEST_ACCESS_CFG_swizzle_32b);
    window->format = (enum window_format)format;
    window->is_raw = dst_window_core_field(tile, thread, fields[thread].is_raw);
    window->is_unsigned = dst_window_core_field(tile, thread, fields[thread].is_unsigned);
    window->is_wide = widths[format] == 4;
    window->row = dst_row16(row, has_remap, has_swizzle, window->is_wide || tile_narrow_is_upper(tile));
    window->column = element % DST_COLUMNS;
    return NULL;
}

/* Two's complement of sign and magnitude, and back; the value that has no magnitude takes the largest. */
static uint32_t window_from_magnitude(uint32_t bits, unsigned width)
{
    return (uint32_t)sign_magnitude_value(bits, width) & UINT32_MAX >> (32 - width);
}

static uint32_t window_to_magnitude(uint32_t bits, unsigned width)
{
    const int64_t sign = INT64_C(1) << (width - 1), value = bits & UINT32_MAX >> (32 - width);
    return sign_magnitude_saturate((value ^ sign) - sign, width);
}

static uint32_t read_wide(const struct window *window, uint32_t cells)
{
    if (window->is_raw)
        return cells;
    const uint32_t bits = dst32_to_fp32(cells);
    return window->format == WINDOW_INT32 ? window_from_magnitude(bits, 32) : bits;
}

static uint32_t read_narrow(const struct window *window, uint32_t cell)
{
    const bool is_plain = window->is_raw || window->is_unsigned;
    if (window->format == WINDOW_FP16)
        return window->is_raw ? cell : dst16_to_fp16(cell);
    if (window->format == WINDOW_BF16)
        return window->is_raw ? cell : dst16_to_bf16(cell);
    if (window->format == WINDOW_INT16)
        return is_plain ? cell : window_from_magnitude(cell, 16);
    const uint32_t magnitude = cell >> 5 & 0xFF;
    if (is_plain)
        return magnitude;
    return window_from_magnitude((cell >> 15 & 1) << 7 | (magnitude & 0x7F), 8);
}

/* The last form of INT8 is a fault of the hardware, as written down (R35). */
static uint32_t write_int8(const struct window *window, uint32_t value)
{
    if (window->is_raw || window->is_unsigned || value < 0x80)
        return value << 5 | (value ? 16 : 0);
    return 0x8000 | ((0x180 - value - (value == 0x80)) & 0xFF) << 5 | 16;
}

static uint32_t window_cells(const struct window *window, uint32_t value)
{
    switch (window->format) {
    case WINDOW_FP32:
        return window->is_raw ? value : dst32_from_fp32(value);
    case WINDOW_INT32:
        return window->is_raw ? value : dst32_from_fp32(window_to_magnitude(value, 32));
    case WINDOW_FP16:
        return window->is_raw ? value : dst16_from_fp16(value);
    case WINDOW_BF16:
        return window->is_raw ? value : dst16_from_bf16(value);
    case WINDOW_INT16:
        return window->is_raw || window->is_unsigned ? value : window_to_magnitude(value, 16);
    case WINDOW_INT8:
        return write_int8(window, value);
    case WINDOW_FORMATS:
        break;
    }
    return 0;
}

static uint32_t dst_window_cell_at(const struct window *window, uint32_t row)
{
    return 2 * (row * DST_COLUMNS + window->column);
}

static void window_put(struct tile *tile, enum tt_unit unit, const struct window *window, uint32_t row, uint32_t cell)
{
    static const uint8_t valid = 1;
    const uint16_t bits = (uint16_t)cell;
    const uint32_t lo = dst_window_cell_at(window, row);
    tile_saw_write(tile, TT_SPACE_DST, unit, lo, lo + 2, &tile->state.dst[row][window->column], &bits);
    tile->state.dst[row][window->column] = bits;
    if (row != window->row || tile->state.dst_valid[row])
        return;
    tile_saw_write(tile, TT_SPACE_DST_VALID, unit, row, row + 1, &tile->state.dst_valid[row], &valid);
    tile->state.dst_valid[row] = valid;
}

void dst_window_put(struct tile *tile, const struct bus_access *store)
{
    struct window window = {0};
    const char *why = window_locate(tile, store->at, &window);
    if (why) {
        tile_finding(tile, FINDING_MMIO_UNDEFINED, store->unit, 0, "a store to Dst at offset %#x: %s",
                     (unsigned)store->at->offset, why);
        return;
    }
    const uint32_t cells = window_cells(&window, store->value);
    tile_dst_wrote(tile, window.row, 1, window.is_wide || tile_narrow_is_upper(tile));
    if (window.is_wide) {
        window_put(tile, store->unit, &window, window.row, cells >> 16);
        window_put(tile, store->unit, &window, window.row + DST_LOW_HALF, cells & 0xFFFF);
    } else {
        window_put(tile, store->unit, &window, window.row, cells);
    }
}

enum { THREAD_OF_MANY = 2 /* whose core may access several datums at once */ };

static enum riscv_step window_find(struct core_port *port, const struct mmio_target *at, unsigned bytes,
                                   struct window *window)
{
    const char *why = window_locate(port->cores->tile, at, window);
    if (why)
        return riscv_refuse(&port->bus, "an access to Dst at offset %#x: %s (R35)", (unsigned)at->offset, why);
    const unsigned width = widths[window->format];
    if (at->offset % bytes)
        return riscv_refuse(&port->bus, "an access of %u bytes to Dst at offset %#x, which is not aligned (R35)", bytes,
                            (unsigned)at->offset);
    if (at->block == THREAD_OF_MANY ? bytes < width : bytes != width)
        return riscv_refuse(&port->bus, "an access of %u bytes to Dst, whose datums the core sees as %u (R35)", bytes,
                            width);
    return RISCV_DONE;
}

static uint32_t window_load_datum(struct tile *tile, const struct window *window)
{
    const uint32_t lo = dst_window_cell_at(window, window->row);
    tile_dst_reads(tile, TT_UNIT_CORE, window->row, 1, window->is_wide);
    tile_saw_read(tile, TT_SPACE_DST, TT_UNIT_CORE, 0, lo, lo + 2);
    const uint32_t upper = tile->state.dst[window->row][window->column];
    if (!window->is_wide)
        return read_narrow(window, upper);
    const uint32_t low_row = window->row + DST_LOW_HALF, low = dst_window_cell_at(window, low_row);
    tile_saw_read(tile, TT_SPACE_DST, TT_UNIT_CORE, 0, low, low + 2);
    return read_wide(window, upper << 16 | tile->state.dst[low_row][window->column]);
}

/* Datums of one access lie side by side in a row, for it is aligned. */
enum riscv_step dst_window_load(struct core_port *port, const struct mmio_target *at, unsigned bytes, uint32_t *value)
{
    struct window window = {0};
    const enum riscv_step step = window_find(port, at, bytes, &window);
    if (step != RISCV_DONE)
        return step;
    *value = 0;
    for (unsigned i = 0; i < bytes; i += widths[window.format], window.column++)
        *value |= (window_load_datum(port->cores->tile, &window) & UINT32_MAX >> (32 - 8 * widths[window.format]))
                  << 8 * i;
    return RISCV_DONE;
}

/* The width of a store is said by the format. */
enum riscv_step dst_window_accept(struct core_port *port, const struct mmio_target *at, unsigned bytes, unsigned *width)
{
    struct window window = {0};
    const enum riscv_step step = window_find(port, at, bytes, &window);
    *width = widths[window.format];
    return step;
}
