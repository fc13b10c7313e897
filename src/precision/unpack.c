/* SPDX-License-Identifier: Apache-2.0 */
/* The unpackers: a datum of L1 becomes a cell of SrcA, SrcB or Dst. */
#include "precision/precision_internal.h"

#include "numeric/dst_rows.h"

#include <math.h>

struct unpacking {
    struct shadowing *run;
    enum tt_unit unit;
    const struct logged_stage *addresses, *datums, *converted, *written;
    enum tt_space space;
    uint32_t first_cell; /* of the bank */
    bool is_wide, has_remap, has_swizzle;
    unsigned source;
};

/* Which register was written, and how wide. */
static bool find_target(struct unpacking *work)
{
    const struct insn_log *log = work->run->log;
    uint64_t dst_bytes = 0;
    work->space = TT_SPACE_COUNT;
    for (size_t i = 0; i < log->insn.access_count; i++) {
        const struct probe_access *access = &log->accesses[i];
        const bool is_source = access->space == TT_SPACE_SRCA || access->space == TT_SPACE_SRCB;
        if (!access->is_write || !(is_source || access->space == TT_SPACE_DST))
            continue;
        dst_bytes += is_source ? 0 : access->hi - access->lo;
        if (work->space == TT_SPACE_COUNT)
            work->first_cell = is_source ? access->lo / 4 / (SRC_ROWS * SRC_COLUMNS) * SRC_ROWS * SRC_COLUMNS : 0;
        work->space = access->space;
    }
    work->is_wide = dst_bytes > 2 * work->written->count;
    return work->space != TT_SPACE_COUNT;
}

static uint32_t unpack_cell_of(const struct unpacking *work, uint32_t origin)
{
    if (work->space != TT_SPACE_DST)
        return work->first_cell + origin;
    return dst_row16(origin / DST_COLUMNS % DST_ROWS, work->has_remap, work->has_swizzle, work->is_wide) * DST_COLUMNS +
           origin % DST_COLUMNS;
}

/* Datums that share a byte follow each other. */
static uint32_t quarter_of(const struct unpacking *work, size_t i)
{
    const struct logged_stage *at = work->addresses;
    const struct format_info *info = format_get(work->datums->format);
    const unsigned bits = info->storage_bits, in_byte = bits < 8 ? 8 / bits : 1;
    size_t first = i;
    while (first && i - first + 1 < in_byte && at->bits[first - 1] == at->bits[i])
        first--;
    return at->bits[i] * QUARTERS + (uint32_t)(i - first) * bits / 2;
}

static void unpack_one(struct unpacking *work, size_t i)
{
    struct shadowing *run = work->run;
    const double before = log_value(work->datums, i), after = log_value(work->converted, i);
    struct packed *packed = packed_at(run->l1, quarter_of(work, i));
    struct shade shade;
    shade_begin(&shade, before);
    shade.varies = run->options->is_by_argument;
    shade.argument = before;
    shade.origin = origin_of(TT_SPACE_L1, quarter_of(work, i));
    if (packed) {
        packed->is_output = false;
        if (shade_joins(packed->shade.actual, before))
            shade_copy(&shade, &packed->shade);
        else
            run->precision->reinterpreted++;
    }
    source_rounds(run, &shade, work->source, after, value_ulp(work->converted->format, fabs(after)));
    shade.is_wide = work->is_wide;
    if ((shade.top || shade.varies) && shade_is_finite(&shade))
        pending_add(run, work->space, unpack_cell_of(work, work->written->origins[i]), &shade);
}

bool rule_of_unpack(struct shadowing *run)
{
    struct unpacking work = {.run = run, .unit = run->insn->unit};
    const struct insn_log *log = run->log;
    const struct logged_stage *fetched = insn_log_stage_of(log, work.unit, 0, run->stage[UNPACK_FETCH]);
    const struct logged_stage *converted = insn_log_stage_of(log, work.unit, 0, run->stage[UNPACK_CONVERT]);
    work.addresses = insn_log_stage_of(log, work.unit, 0, run->stage[UNPACK_ADDRESS]);
    work.datums = fetched ? fetched : insn_log_stage_of(log, work.unit, 0, run->stage[UNPACK_WALK]);
    work.written = insn_log_stage_of(log, work.unit, 0, run->stage[UNPACK_WRITE]);
    work.converted = converted ? converted : work.written;
    if (!work.addresses || !work.datums || !work.written || !find_target(&work))
        return false;
    const size_t count = work.written->count;
    const struct format_info *in = format_get(work.datums->format), *out = format_get(work.converted->format);
    if (work.addresses->count != count || work.datums->count != count || work.converted->count != count || !in ||
        !out || in->is_integer || out->is_integer)
        return false; /* zeros were put between, or left out; or numbers are integers */
    rows_order(run, &work.has_remap, &work.has_swizzle);
    work.source = source_of(run, unit_name(work.unit), "convert", work.converted->format);
    for (size_t i = 0; i < count; i++)
        if (work.written->origins[i] != UINT16_MAX)
            unpack_one(&work, i);
    return true;
}
