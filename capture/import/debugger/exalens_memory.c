/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of memory as brxy and read of tt-exalens print them: "0x00000010:  00001234  3f800000 ...", 16 bytes a row,
 * cells of 4, 2 or 1 bytes, little-endian, in hexadecimal of full width or in decimal. */
#include "capture/import/debugger/exalens_internal.h"

#include "base/little.h"

#include <ctype.h>

enum { ROW_BYTES = 16, BLOCK_MAX = L1_BYTES_MAX };

/* "(l1) : 0x00000010 (64 bytes)" of brxy, or "... | Block l1 : 0x00000010 (64 bytes)" of read; false for other lines,
 * also for brxy's first, which says "total bytes". */
static bool exalens_memory_read_heading(const char *line, bool *is_l1, uint64_t *addr, int64_t *bytes)
{
    const char *colon = strstr(line, " : 0x"), *end;
    if (!colon || !text_hex(colon + 3, &end, addr))
        return false;
    const char *count = text_after(end, " (");
    if (!count || !text_decimal(count, &end, bytes) || strcmp(end, " bytes)") != 0)
        return false;
    const char *block = strstr(line, "| Block ");
    const char *name = block ? block + strlen("| Block ") : line + (*line == '(');
    size_t length = (size_t)(colon - name) - (block ? 0 : 1);
    *is_l1 = length == 2 && strncmp(name, "l1", 2) == 0;
    return block || (*line == '(' && colon[-1] == ')');
}

static enum tt_status open_block(struct exalens *exalens, bool is_l1, uint64_t addr, int64_t bytes,
                                 struct tt_error *err)
{
    struct memory_block *block = &exalens->memory;
    uint32_t end = chip_get(exalens->debugger.chip)->l1_bytes;
    if (is_l1 && (addr > end || bytes < 1 || (uint64_t)bytes > end - addr))
        return text_lines_fail(&exalens->lines, 0, err, "%lld bytes from 0x%llx are not within L1, which ends at 0x%x",
                               (long long)bytes, (unsigned long long)addr, end);
    block->is_open = true;
    block->is_l1 = is_l1;
    block->line = exalens->lines.number;
    block->addr = is_l1 ? (uint32_t)addr : 0;
    block->bytes = is_l1 ? (uint32_t)bytes : 0;
    block->done = block->cell_bytes = 0;
    block->may_be_hex = block->may_be_decimal = true;
    if (!is_l1) {
        exalens->skipped++;
        return TT_OK;
    }
    if (mem_grow(&block->as_hex, &block->hex_capacity, block->bytes, 1) < 0 ||
        mem_grow(&block->as_decimal, &block->decimal_capacity, block->bytes, 1) < 0)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    return exalens_take(exalens, err);
}

static size_t count_cells(const char *text)
{
    size_t cells = 0, count;
    for (; (count = text_cell(&text)); text += count)
        cells++;
    return cells;
}

/* How many bytes a cell of this row has, from how many bytes the row must have. */
static enum tt_status measure_cells(struct exalens *exalens, size_t cells, struct tt_error *err)
{
    struct memory_block *block = &exalens->memory;
    uint32_t left = block->bytes - block->done, row = left < ROW_BYTES ? left : ROW_BYTES;
    uint32_t size = cells && row % cells == 0 ? row / (uint32_t)cells : 0;
    if (!block->cell_bytes)
        block->cell_bytes = size;
    if (size == block->cell_bytes && (size == 1 || size == 2 || size == 4))
        return TT_OK;
    return text_lines_fail(&exalens->lines, 0, err,
                           "%zu cells, expected %u bytes in cells of 1, 2 or 4, as in rows before", cells, row);
}

/* A cell both ways; which of the two was printed is known at the end of the block. */
static enum tt_status read_cell(struct exalens *exalens, const char *text, size_t count, struct tt_error *err)
{
    struct memory_block *block = &exalens->memory;
    uint32_t bytes = block->cell_bytes;
    assert(bytes == 1 || bytes == 2 || bytes == 4); /* measure_cells() */
    uint64_t hex = 0;
    int64_t decimal = 0;
    const char *end;
    bool is_hex = count == 2 * bytes && isxdigit((unsigned char)*text) && text_hex(text, &end, &hex) &&
                  end == text + count && text[1] != 'x';
    bool is_decimal = text_decimal(text, &end, &decimal) && end == text + count &&
                      (count == 1 || (*text != '0' && strncmp(text, "-0", 2) != 0)) &&
                      decimal >= -(INT64_C(1) << (8 * bytes - 1)) && decimal < INT64_C(1) << 8 * bytes;
    if (!is_hex && !is_decimal)
        return text_lines_fail(&exalens->lines, (size_t)(text - exalens->lines.line), err,
                               "'%.*s' is no value of %u bytes", (int)(count < 20 ? count : 20), text, bytes);
    block->may_be_hex &= is_hex;
    block->may_be_decimal &= is_decimal;
    if (!block->may_be_hex && !block->may_be_decimal)
        return text_lines_fail(&exalens->lines, (size_t)(text - exalens->lines.line), err,
                               "'%.*s' is %s, and the block before it is not", (int)(count < 20 ? count : 20), text,
                               is_hex ? "hexadecimal" : "decimal");
    store_number(block->as_hex + block->done, bytes, (uint32_t)hex);
    store_number(block->as_decimal + block->done, bytes, (uint32_t)decimal);
    block->done += bytes;
    return TT_OK;
}

static enum tt_status exalens_memory_close_block(struct exalens *exalens, struct tt_error *err)
{
    struct memory_block *block = &exalens->memory;
    block->is_open = false;
    if (!block->is_l1)
        return TT_OK;
    REFUSE_IF(block->done < block->bytes, err, "line %lu: the block from 0x%x has %u bytes, but only %u follow",
              block->line, block->addr, block->bytes, block->done);
    if (block->may_be_hex && block->may_be_decimal)
        return tt_fail(
            err, TT_BAD_INPUT,
            "line %lu: the block from 0x%x may be hexadecimal or decimal: every cell is both; read more of it at once",
            block->line, block->addr);
    exalens->blocks++;
    exalens->l1_bytes += block->bytes;
    return import_region(exalens->sink, exalens->id, TT_SPACE_L1, block->addr, block->bytes,
                         block->may_be_hex ? block->as_hex : block->as_decimal, NULL, err);
}

static enum tt_status exalens_memory_read_row(struct exalens *exalens, uint64_t addr, const char *cells,
                                              struct tt_error *err)
{
    struct memory_block *block = &exalens->memory;
    if (!block->is_l1)
        return TT_OK;
    if (block->done == block->bytes)
        return text_lines_fail(&exalens->lines, 0, err, "a row more than the %u bytes of the block of line %lu",
                               block->bytes, block->line);
    if (addr != block->addr + block->done)
        return text_lines_fail(&exalens->lines, 0, err, "the row is of 0x%llx, expected 0x%x", (unsigned long long)addr,
                               block->addr + block->done);
    TRY(measure_cells(exalens, count_cells(cells), err));
    for (size_t count; (count = text_cell(&cells)); cells += count)
        TRY(read_cell(exalens, cells, count, err));
    return TT_OK;
}

enum tt_status exalens_memory_line(struct exalens *exalens, struct tt_error *err)
{
    const char *line = exalens->lines.line, *end;
    bool is_l1;
    uint64_t addr;
    int64_t bytes;
    bool is_row = line[0] == '0' && line[1] == 'x' && text_hex(line, &end, &addr) && *end == ':';
    if (is_row && exalens->memory.is_open)
        return exalens_memory_read_row(exalens, addr, end + 1, err);
    if (is_row)
        return text_lines_fail(&exalens->lines, 0, err,
                               "a row of memory without the heading that says of what memory it is");
    if (exalens->memory.is_open) {
        TRY(exalens_memory_close_block(exalens, err));
    }
    if (!exalens_memory_read_heading(line, &is_l1, &addr, &bytes))
        return TT_END;
    return open_block(exalens, is_l1, addr, bytes, err);
}

enum tt_status exalens_memory_end(struct exalens *exalens, struct tt_error *err)
{
    return exalens->memory.is_open ? exalens_memory_close_block(exalens, err) : TT_OK;
}
