/* SPDX-License-Identifier: Apache-2.0 */
/* A packer: from a cell of Dst to a datum of L1, stage by stage. ReLU and the edge mask are part of the program: what
 * they put in a datum's place has no error. */
#include "precision/precision_internal.h"

#include "numeric/dst_rows.h"

#include <math.h>

struct packing {
    struct shadowing *run;
    unsigned instance;
    struct packed *datums;
    const uint16_t *origins; /* of datums */
    size_t count;
    bool has_remap, has_swizzle;
};

static bool pack_make_room(struct packing *work, size_t count)
{
    struct shadowing *run = work->run;
    if (mem_grow(&run->packing, &run->packing_capacity, count, sizeof *run->packing)) {
        run->is_broken = true;
        return false;
    }
    work->datums = run->packing;
    return true;
}

static void read_datum(struct packing *work, const struct logged_stage *stage, size_t i, unsigned source)
{
    struct packed *datum = &work->datums[i];
    const uint32_t origin = stage->origins[i];
    const double value = log_value(stage, i), ulp = value_ulp(stage->format, fabs(value));
    packed_begin(datum, stage->format, ulp);
    if (origin == UINT16_MAX) {
        shade_begin(&datum->shade, value);
        return;
    }
    const uint32_t row =
        dst_row16(origin / DST_COLUMNS % DST_ROWS, work->has_remap, work->has_swizzle, stage->width == 4);
    read_cell(work->run, TT_SPACE_DST, row * DST_COLUMNS + origin % DST_COLUMNS, value, source, ulp, &datum->shade);
}

/* Datums that a stage left out are taken out; those that it put in have no error. Both lists are in order. */
static bool line_up(struct packing *work, const struct logged_stage *stage)
{
    const size_t before = work->count, after = stage->count;
    if (before == after)
        return true;
    if (!pack_make_room(work, before + after))
        return false;
    size_t from = 0;
    for (size_t i = 0; i < after; i++) {
        struct packed *to = &work->datums[before + i];
        const uint16_t origin = stage->origins[i];
        size_t at = from;
        while (origin != UINT16_MAX && at < before && work->origins[at] != origin)
            at++;
        if (origin == UINT16_MAX || at == before) {
            packed_begin(to, stage->format, 0);
            shade_begin(&to->shade, log_value(stage, i));
            continue;
        }
        packed_copy(to, &work->datums[at]);
        from = at + 1;
    }
    memmove(work->datums, work->datums + before, after * sizeof *work->datums);
    return true;
}

/* A function of the program, and not its precision. */
static bool replaces(const struct packing *work, unsigned stage)
{
    return stage == work->run->stage[PACK_RELU] || stage == work->run->stage[PACK_EDGE];
}

static void pack_pass(struct packing *work, const struct logged_stage *values, unsigned stage, unsigned source)
{
    const bool is_block = format_get(values->format)->is_block, starts_again = replaces(work, stage);
    for (size_t i = 0; i < work->count; i++) {
        struct packed *datum = &work->datums[i];
        const double value = log_value(values, i);
        datum->format = values->format;
        datum->ulp = is_block ? value_block_ulp(values->format, values->bits[i])
                              : value_ulp(values->format, fmax(fabs(value), fabs(datum->shade.exact)));
        if (!starts_again)
            source_rounds(work->run, &datum->shade, source, value, datum->ulp);
        else if (value != datum->shade.actual)
            shade_restart(&datum->shade, value);
    }
}

/* ---- where they go ---- */

struct stream {
    uint64_t bytes;
    unsigned bits; /* of a datum; 0: datums were left out, and which is not known */
};

static bool is_data(const struct packing *work, const struct probe_access *access)
{
    return access->is_write && access->space == TT_SPACE_L1 && access->unit == TT_UNIT_PACK &&
           access->instance == work->instance && access->stream == ACCESS_PACK_DATA;
}

static struct stream pack_stream_of(const struct packing *work)
{
    const struct insn_log *log = work->run->log;
    struct stream stream = {0, 0};
    for (size_t i = 0; i < log->insn.access_count; i++)
        if (is_data(work, &log->accesses[i]))
            stream.bytes += log->accesses[i].hi - log->accesses[i].lo;
    const uint64_t bits = work->count ? stream.bytes * 8 / work->count : 0;
    if (work->count && bits * work->count == stream.bytes * 8 && bits <= 32 && !(bits & (bits - 1)))
        stream.bits = (unsigned)bits;
    return stream;
}

/* at: which access */
typedef void per_datum(struct packing *work, size_t i, uint32_t quarter, size_t at);

static void each_datum(struct packing *work, per_datum *act)
{
    const struct insn_log *log = work->run->log;
    const struct stream stream = pack_stream_of(work);
    const uint32_t step = stream.bits / 2; /* quarters */
    size_t i = 0;
    for (size_t k = 0; stream.bits && k < log->insn.access_count; k++) {
        const struct probe_access *at = &log->accesses[k];
        if (!is_data(work, at))
            continue;
        const uint32_t end = at->hi * QUARTERS;
        for (uint32_t quarter = at->lo * QUARTERS; quarter < end && i < work->count; quarter += step, i++)
            act(work, i, quarter, k);
    }
}

static void pack_store(struct packing *work, size_t i, uint32_t quarter, size_t at)
{
    struct packed *datum = &work->datums[i];
    datum->tile = work->run->log->accesses[at].tile;
    if (!packed_put(work->run->l1, quarter, datum))
        work->run->is_broken = true;
}

/* The number that L1 held there is added, as the packer adds what it read. */
static void pack_add_held(struct packing *work, size_t i, uint32_t quarter, size_t at)
{
    const struct insn_log *log = work->run->log;
    const struct logged_stage *sums = stage_of(work->run, PACK_ACCUMULATE, work->instance);
    const struct probe_access *access = &log->accesses[at];
    const size_t from = quarter / QUARTERS - access->lo, before = log->retained[at].before;
    uint32_t bits = 0;
    for (unsigned k = 0; before && k < sums->width && access->lo + from + k < access->hi; k++)
        bits |= (uint32_t)log->bytes[before + from + k] << 8 * k;
    struct packed *packed = packed_at(work->run->l1, quarter);
    const double value = precision_value(sums->format, bits);
    struct shade held;
    shade_begin(&held, value);
    if (packed) {
        packed->is_output = false;
        if (shade_joins(packed->shade.actual, value))
            shade_copy(&held, &packed->shade);
        else
            work->run->precision->reinterpreted++;
    }
    shade_accumulate(&work->datums[i].shade, &held, 1);
}

static void precision_pack_accumulate(struct packing *work, const struct logged_stage *stage)
{
    if (stage->count == work->count)
        each_datum(work, pack_add_held);
}

/* ---- all of it ---- */

static bool pack_is_known(const struct logged_stage *stage)
{
    const struct format_info *info = format_get(stage->format);
    return info && !info->is_integer;
}

static void pack_begin(struct packing *work, const struct logged_stage *read)
{
    struct shadowing *run = work->run;
    const unsigned source = source_of(run, unit_name(TT_UNIT_PACK), "read", read->format);
    rows_order(run, &work->has_remap, &work->has_swizzle);
    for (size_t i = 0; i < read->count; i++)
        read_datum(work, read, i, source);
    work->count = read->count;
    work->origins = read->origins;
}

bool rule_of_pack(struct shadowing *run, unsigned instance)
{
    struct packing work = {.run = run, .instance = instance};
    const struct logged_stage *read = stage_of(run, PACK_READ, instance);
    unsigned stages;
    const struct stage_info *info = unit_stages(TT_UNIT_PACK, &stages);
    if (!read || !read->count)
        return false;
    for (unsigned i = 0; i < stages; i++) {
        const struct logged_stage *stage = insn_log_stage_of(run->log, TT_UNIT_PACK, instance, i);
        if (stage && !pack_is_known(stage)) {
            run->precision->integers += read->count;
            return true; /* integers are what they are */
        }
    }
    if (!pack_make_room(&work, read->count))
        return false;
    pack_begin(&work, read);
    for (unsigned i = run->stage[PACK_READ] + 1u; i < stages; i++) {
        const struct logged_stage *stage = insn_log_stage_of(run->log, TT_UNIT_PACK, instance, i);
        if (!stage || !line_up(&work, stage))
            continue;
        work.count = stage->count;
        work.origins = stage->origins;
        if (i == run->stage[PACK_ACCUMULATE])
            precision_pack_accumulate(&work, stage);
        pack_pass(&work, stage, i, source_of(run, unit_name(TT_UNIT_PACK), info[i].name, stage->format));
    }
    drop_written(run, TT_SPACE_L1, instance);
    each_datum(&work, pack_store);
    return true;
}
