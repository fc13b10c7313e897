/* SPDX-License-Identifier: Apache-2.0 */
/* The packers: a byte of L1 holds one or more datums, a datum comes from one cell of Dst, sixteen share an exponent
 * (P-6, P-7); accumulation adds what L1 held. */
#include "observe/depends_internal.h"

#include "numeric/dst_rows.h"

enum { GROUP = 16 };

/* The instance may come from a database, which may name one that no chip has. */
static struct depends_stream depends_pack_stream_of(const struct depends_insn *insn, uint8_t instance,
                                                    enum access_stream name)
{
    return instance < PROBE_INSTANCES ? insn->index->streams[instance][name] : (struct depends_stream){0};
}

static bool reads_dst_wide(const struct depends_insn *insn, uint8_t instance, uint32_t datums)
{
    return instance < PROBE_INSTANCES && insn->index->dst_bytes[instance] > 2 * datums;
}

/* Cells that stand together, whether or not this instruction read them: a datum may have been read by an instruction
 * before. */
static void depends_pack_add_cells(const struct depends_target *target, uint32_t cell, uint32_t count, bool is_wide,
                                   bool is_upper)
{
    const struct depends_insn *insn = target->insn;
    const uint32_t row = cell / DST_COLUMNS % DST_ROWS, column = cell % DST_COLUMNS;
    const uint32_t at = dst_row16(row, insn->has_remap, insn->has_swizzle, is_upper);
    const uint32_t lo = 2 * (at * DST_COLUMNS + column), low_half = lo + DST_LOW_HALF * DEPENDS_DST_ROW_BYTES;
    depends_add_range(target, TT_SPACE_DST, lo, lo + 2 * count);
    if (is_wide)
        depends_add_range(target, TT_SPACE_DST, low_half, low_half + 2 * count);
}

/* Whether 16 bits were read from the upper halves of 32, which a debug register asks for (M9x): then no row was read
 * where the first datum would stand. */
static bool reads_upper(const struct depends_insn *insn, const struct depends_datums *datums)
{
    if (!datums->count || datums->cells[0] == UINT16_MAX)
        return false;
    const uint32_t lo = dst_adj16(datums->cells[0] / DST_COLUMNS % DST_ROWS, insn->has_remap) * DEPENDS_DST_ROW_BYTES;
    return !depends_index_reads(insn->index, TT_SPACE_DST, lo, lo + DEPENDS_DST_ROW_BYTES);
}

static void depends_pack_add_datum(const struct depends_target *target, const struct depends_datums *datums, uint32_t k,
                                   bool is_wide, bool is_upper)
{
    if (k >= datums->count)
        return;
    if (datums->cells[k] == UINT16_MAX) /* not from Dst */
        depends_add_space(target, TT_SPACE_L1);
    else
        depends_pack_add_cells(target, datums->cells[k], 1, is_wide, is_upper);
}

static void depends_pack_add_datums(const struct depends_target *target, const struct depends_datums *datums,
                                    uint32_t first, uint32_t count, uint8_t instance)
{
    const bool is_wide = reads_dst_wide(target->insn, instance, datums->count);
    const bool is_upper = is_wide || reads_upper(target->insn, datums);
    for (uint32_t k = first; k < first + count; k++)
        depends_pack_add_datum(target, datums, k, is_wide, is_upper);
}

/* Bits of a datum in L1; 0: zeros are left out of the stream, and it cannot be known which. */
static uint32_t depends_pack_bits_of(const struct depends_insn *insn, const struct probe_access *write,
                                     const struct depends_datums *datums)
{
    const struct depends_stream data = depends_pack_stream_of(insn, write->instance, ACCESS_PACK_DATA);
    const uint32_t bits = datums->count ? data.bytes * 8 / datums->count : 0;
    return bits & (bits - 1) ? 0 : bits;
}

/* The write of datums that holds the first byte; null: it is none of datums, or where they came from is not known. */
static const struct probe_access *data_write_of(const struct depends_target *target,
                                                const struct depends_datums **datums)
{
    const struct probe_access *write = depends_write_of(target);
    *datums = write ? depends_datums_of(target->insn, TT_UNIT_PACK, write->instance) : NULL;
    return *datums && (*datums)->cells && write->stream == ACCESS_PACK_DATA ? write : NULL;
}

uint32_t depends_pack_alike(const struct depends_target *target)
{
    const struct depends_datums *datums;
    const struct probe_access *write = data_write_of(target, &datums);
    if (!write)
        return 1;
    const uint32_t bytes = depends_pack_bits_of(target->insn, write, datums) / 8;
    const uint32_t left = bytes ? bytes - (target->lo - write->lo) % bytes : 1;
    return left < target->hi - target->lo ? left : target->hi - target->lo;
}

/* Four rows from a multiple of four on stand together in Dst, however its rows are mapped (F-3.4 to F-3.6). */
enum { TOGETHER = 4 * DST_COLUMNS };

/* Datums from k on, `most` at most, that come from neighbouring cells of such rows. */
static uint32_t neighbours_of(const struct depends_datums *datums, uint32_t k, uint32_t most)
{
    uint32_t count = 1;
    while (count < most && k + count < datums->count && datums->cells[k + count] == datums->cells[k] + count &&
           datums->cells[k + count] % TOGETHER)
        count++;
    return count;
}

uint32_t depends_pack_run(const struct depends_target *target)
{
    const struct depends_index *index = target->insn->index;
    const struct depends_datums *datums;
    const struct probe_access *write = data_write_of(target, &datums);
    if (!write)
        return 0;
    const struct depends_stream data = depends_pack_stream_of(target->insn, write->instance, ACCESS_PACK_DATA);
    const uint32_t bytes = depends_pack_bits_of(target->insn, write, datums) / 8, before = target->lo - write->lo;
    const bool has_exponents = depends_pack_stream_of(target->insn, write->instance, ACCESS_PACK_EXPONENT).is_reported;
    if (!bytes || before % bytes || has_exponents)
        return 0;
    const uint32_t k = write->first_datum - data.first_datum + before / bytes;
    if (k >= datums->count || datums->cells[k] == UINT16_MAX)
        return 0;
    const uint32_t left = depends_index_writer_bytes(index, TT_SPACE_L1, target->lo, target->hi - target->lo);
    const uint32_t count = neighbours_of(datums, k, left / bytes);
    if (left < bytes || depends_index_reads(index, TT_SPACE_L1, target->lo, target->lo + count * bytes))
        return 0;
    const bool is_wide = reads_dst_wide(target->insn, write->instance, datums->count);
    depends_pack_add_cells(target, datums->cells[k], count, is_wide, is_wide || reads_upper(target->insn, datums));
    return count * bytes;
}

/* A byte of the data stream: its datums; of a block format, all of the group, which share the exponent. */
static void add_data(const struct depends_target *target, const struct probe_access *write,
                     const struct depends_datums *datums)
{
    const struct depends_stream data = depends_pack_stream_of(target->insn, write->instance, ACCESS_PACK_DATA);
    const struct depends_stream exponents = depends_pack_stream_of(target->insn, write->instance, ACCESS_PACK_EXPONENT);
    const uint32_t bits = depends_pack_bits_of(target->insn, write, datums);
    if (!bits) {
        depends_add_all(target);
        return;
    }
    const uint32_t from = write->first_datum - data.first_datum + (target->lo - write->lo) * 8 / bits;
    const uint32_t to = write->first_datum - data.first_datum + ((target->hi - write->lo) * 8 - 1) / bits;
    if (exponents.is_reported)
        depends_pack_add_datums(target, datums, from / GROUP * GROUP, (to / GROUP - from / GROUP + 1) * GROUP,
                                write->instance);
    else
        depends_pack_add_datums(target, datums, from, to - from + 1, write->instance);
    const uint32_t bytes = bits / 8 ? bits / 8 : 1;
    const uint32_t lo = write->lo + (target->lo - write->lo) / bytes * bytes;
    depends_add(target, TT_SPACE_L1, lo, lo + bytes); /* accumulated into */
}

void depends_of_pack(const struct depends_target *target)
{
    const struct probe_access *write = depends_write_of(target);
    if (target->space != TT_SPACE_L1 || !write)
        return; /* counters and addresses depend on the word alone */
    if (write->stream == ACCESS_PACK_PADDING)
        return;
    const struct depends_datums *datums = depends_datums_of(target->insn, TT_UNIT_PACK, write->instance);
    if (!datums || !datums->cells || write->stream == ACCESS_PACK_ROW_START) {
        depends_add_all(target);
        return;
    }
    if (write->stream == ACCESS_PACK_DATA) {
        add_data(target, write, datums);
        return;
    }
    const struct depends_stream exponents = depends_pack_stream_of(target->insn, write->instance, ACCESS_PACK_EXPONENT);
    const uint32_t first = write->first_datum - exponents.first_datum + (target->lo - write->lo) * GROUP;
    depends_pack_add_datums(target, datums, first, GROUP, write->instance);
}

static bool has_each_cell(const struct depends_datums *datums)
{
    for (uint32_t k = 0; datums->cells && k < datums->count; k++)
        if (datums->cells[k] == UINT16_MAX)
            return false;
    return datums->cells != NULL;
}

/* A datum has two or four bytes in Dst, and at least one in L1 where there are no shared exponents. */
bool depends_is_each_byte_packed(const struct depends_insn *insn)
{
    uint32_t datums = 0, read = 0;
    for (size_t i = 0; i < insn->access_count; i++) {
        const struct probe_access *access = &insn->accesses[i];
        if (access->space == TT_SPACE_L1 && (!access->is_write || access->stream != ACCESS_PACK_DATA))
            return false;
        read += access->space == TT_SPACE_DST && !access->is_write ? access->hi - access->lo : 0;
    }
    for (size_t i = 0; i < insn->datums_count; i++) {
        if (!has_each_cell(&insn->datums[i]))
            return false;
        datums += insn->datums[i].count;
    }
    return datums && (read == 2 * datums || read == 4 * datums);
}
