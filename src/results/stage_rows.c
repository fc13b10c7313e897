/* SPDX-License-Identifier: Apache-2.0 */
/* A group of instructions as rows: one for the group, one for each stage that changed something.
 * docs/formats/results.md#stage-blocks */
#include "results/sink_internal.h"

#include "base/little.h"
#include "base/memory.h"
#include "base/zeros.h"
#include "results/foretold.h"

#include <string.h>

/* The values of a stage at the least width that holds them all: what a stage before or after has at another width
 * becomes comparable, and 16-bit patterns in 32-bit arrays take half. */
struct narrowed {
    const uint8_t *bytes;
    size_t size;
    uint32_t count;
    uint8_t width;
};

static void narrow_from_4(const uint32_t *restrict from, size_t count, uint8_t width, uint8_t *restrict to)
{
    if (width == 1) {
        for (size_t i = 0; i < count; i++)
            to[i] = (uint8_t)from[i];
        return;
    }
    for (size_t i = 0; i < count; i++)
        store_u16(&to[2 * i], (uint16_t)from[i]);
}

static void narrow_from_2(const uint16_t *restrict from, size_t count, uint8_t *restrict to)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (uint8_t)from[i];
}

/* The bits that any of the values has. Looks so many at once, and no further when one does not fit the next width: the
 * first usually say. */
enum { AT_ONCE = 64 };

static uint32_t bits_of_4(const uint32_t *words, size_t count)
{
    uint32_t all = 0;
    for (size_t i = 0; i < count && all <= UINT16_MAX;)
        for (const size_t end = count - i < AT_ONCE ? count : i + AT_ONCE; i < end; i++)
            all |= words[i];
    return all;
}

static uint32_t bits_of_2(const uint16_t *halves, size_t count)
{
    uint16_t all = 0;
    for (size_t i = 0; i < count && all <= UINT8_MAX;)
        for (const size_t end = count - i < AT_ONCE ? count : i + AT_ONCE; i < end; i++)
            all |= halves[i];
    return all;
}

static uint8_t least_width(const void *values, size_t count, uint8_t width)
{
    const uint32_t all = width == 4 ? bits_of_4(values, count) : width == 2 ? bits_of_2(values, count) : 0;
    return all > UINT16_MAX ? 4 : all > UINT8_MAX ? 2 : 1;
}

/* The values as an image: in `room` where the width changes, or the host's numbers are no image; else as they stand.
 * False without memory. */
static bool narrow_held(const struct stage_values *stage, struct bytes *room, struct narrowed *out)
{
    size_t count = stage->values_mark / stage->value_bytes;
    out->count = (uint32_t)count;
    out->width = least_width(stage->values.data, count, stage->value_bytes);
    out->size = count * out->width;
    out->bytes = stage->values.data;
    const bool is_image = !HOST_IS_BIG_ENDIAN || stage->value_bytes == 1;
    if (out->width == stage->value_bytes && is_image)
        return true;
    if (mem_grow(&room->data, &room->capacity, out->size, 1))
        return false;
    out->bytes = room->data;
    if (out->width == stage->value_bytes)
        copy_numbers(room->data, stage->values.data, count, out->width);
    else if (stage->value_bytes == 4)
        narrow_from_4(stage->values.data, count, out->width, room->data);
    else
        narrow_from_2(stage->values.data, count, room->data);
    return true;
}

/* The same of implied values, which are none: no stage beside them has both their format and their size. */
static bool narrow(const struct stage_group *group, unsigned i, struct bytes *room, struct narrowed *out)
{
    const struct stage_values *stage = &group->stage[i];
    if (!is_implied_stage(group, i))
        return narrow_held(stage, room, out);
    const size_t count = stage->implied_bytes / stage->value_bytes;
    const uint8_t width = i == FORETOLD_EXPONENT ? group->implied.exponent_width : stage->value_bytes;
    *out = (struct narrowed){.size = count * width, .count = (uint32_t)count, .width = width};
    return true;
}

static bool stage_rows_is_same(const struct bytes *a, const struct bytes *b, size_t count)
{
    return count == 0 || memcmp(a->data, b->data, count) == 0;
}

static void put_series(struct row_queue *rows, const struct bytes *bytes, size_t from, size_t to)
{
    if (from == to)
        row_null(rows);
    else
        row_bytes(rows, (const uint8_t *)bytes->data + from, to - from);
}

/* Whether the page of accesses that is being filled holds these values as what the packer wrote. */
static bool is_as_packed(const struct results_sink *sink, const struct stage_group *group,
                         const struct narrowed *values)
{
    const struct packed_range *packed = &group->packed;
    const struct access_writer *writer = &sink->access;
    return packed->is_reported && !packed->is_broken && writer->count && packed->page == writer->first_seq &&
           values->size && packed->end - packed->at == values->size &&
           memcmp((const uint8_t *)writer->parts[PART_PACKED + group->instance].data + packed->at, values->bytes,
                  values->size) == 0;
}

struct foretold_stage group_foretold_stage(const struct stage_values *stage)
{
    return (struct foretold_stage){stage->values.data, stage->value_bytes, stage->format, stage->counts.data};
}

const uint16_t *group_cells(struct bytes *room, const struct stage_values *stage)
{
    const struct cell_run *runs = stage->origins.data;
    const size_t count = stage->origins_mark / sizeof *runs;
    size_t at = 0;
    room->used = 0;
    if (!stage->has_origin || bytes_make_room(room, stage->values_mark / stage->value_bytes * sizeof(uint16_t)))
        return NULL;
    uint16_t *cells = room->data;
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < runs[i].count * runs[i].each; k++)
            cells[at++] = (uint16_t)(runs[i].start + k / runs[i].each);
    return cells;
}

/* What is aligned is made of the sums of groups, so these leave their terms to it. */
static void take_terms(struct results_sink *sink, const struct stage_group *group, unsigned stage,
                       struct foretold_from *from)
{
    enum { EACH = 2 };
    const struct stage_values *stored = &group->stage[FORETOLD_STORED];
    const size_t elements = stored->values_mark / stored->value_bytes;
    from->has_terms = stage == FORETOLD_ALIGNED && sink->terms_group == sink->groups_written;
    sink->terms.used = 0;
    if (from->has_terms || !bytes_make_room(&sink->terms, elements * EACH * sizeof *from->terms))
        from->terms = sink->terms.data;
}

/* The stages that a stage is foretold from. Of sums none where what is stored has their width, or it would be twice. */
static bool gather_foretold(struct results_sink *sink, const struct stage_group *group, unsigned stage,
                            struct foretold_from *from)
{
    const uint32_t needed = foretold_needs(stage);
    const bool has_products = group->stages >> FORETOLD_PRODUCT & 1;
    *from = (struct foretold_from){.insns = group->seqs.used / sizeof(uint64_t)};
    if (!is_foretold(group->unit, stage) || (group->stages & needed) != needed ||
        (stage != FORETOLD_SUM && !has_products))
        return false;
    for (unsigned i = 0; i < FORETOLD_STAGES; i++)
        if (needed >> i & 1)
            from->stages[i] = group_foretold_stage(&group->stage[i]);
    if (stage == FORETOLD_ALIGNED)
        from->cells = group_cells(&sink->cells, &group->stage[FORETOLD_STORED]);
    if (stage == FORETOLD_GROUP_SUM || stage == FORETOLD_ALIGNED)
        take_terms(sink, group, stage, from);
    return true;
}

/* What differs from the foretold values, into `sink->foretold`. False: they are not foretold. */
static bool take_foretold(struct results_sink *sink, const struct stage_group *group, unsigned stage,
                          const struct narrowed *values, int32_t *moved)
{
    struct foretold_from from;
    struct bytes *words = &sink->foretold;
    *moved = 0;
    if (!gather_foretold(sink, group, stage, &from))
        return false;
    const unsigned shows = stage == FORETOLD_EXPONENT ? FORETOLD_EXPONENT : FORETOLD_PRODUCT;
    const struct foretold_stage actual = group_foretold_stage(&group->stage[shows]);
    words->used = 0;
    enum tt_status status = stage == FORETOLD_SUM ? TT_OK : foretold_moved(shows, &from, &actual, moved);
    if (!status && bytes_make_room(words, values->count * sizeof(uint32_t)))
        status = TT_NO_MEMORY;
    if (!status)
        status = foretell(stage, &from, group->stage[stage].counts.data, *moved, words->data);
    if (status == TT_NO_MEMORY)
        sink_failed(sink, TT_NO_MEMORY, "no memory");
    if (status)
        return false;
    if (stage == FORETOLD_GROUP_SUM && from.terms)
        sink->terms_group = sink->groups_written;
    foretold_turn(values->bytes, values->width, values->count, words->data);
    return true;
}

/* What differs of values that nobody made. */
static void put_implied(struct results_sink *sink, const struct stage_group *group, unsigned stage, size_t size)
{
    if (stage == FORETOLD_ALIGNED && group->implied.has_differences)
        row_squeezed(&sink->rows, sink->foretold.data, size, sizeof(uint32_t));
    else
        row_bytes(&sink->rows, "", 0);
    row_null(&sink->rows);
    row_null(&sink->rows);
    row_int(&sink->rows, implied_moved(group, stage));
}

/* The values themselves, or what differs from the foretold, or where they stand already. */
static void put_values(struct results_sink *sink, const struct stage_group *group, unsigned stage,
                       const struct narrowed *values)
{
    int32_t moved;
    if (is_implied_stage(group, stage)) {
        put_implied(sink, group, stage, values->size);
        return;
    }
    if (is_as_packed(sink, group, values)) {
        row_null(&sink->rows);
        row_int(&sink->rows, (int64_t)group->packed.page);
        row_int(&sink->rows, (int64_t)group->packed.at);
        row_null(&sink->rows);
        return;
    }
    const bool has_foretold = take_foretold(sink, group, stage, values, &moved);
    if (has_foretold && are_all_zero(sink->foretold.data, values->size))
        row_bytes(&sink->rows, "", 0);
    else
        row_squeezed(&sink->rows, has_foretold ? sink->foretold.data : values->bytes, values->size, values->width);
    row_null(&sink->rows);
    row_null(&sink->rows);
    if (has_foretold)
        row_int(&sink->rows, moved);
    else
        row_null(&sink->rows);
}

/* What a block says beside its values, each where the stage before says otherwise. */
struct block_series {
    const uint8_t *counts, *cells;
    size_t counts_size, cells_size;
};

/* before: the stage before it in the group, or null. */
static struct block_series put_block_series(struct results_sink *sink, const struct stage_values *stage,
                                            const struct stage_values *before)
{
    const bool has_counts = !before || before->counts.used != stage->counts.used ||
                            !stage_rows_is_same(&before->counts, &stage->counts, stage->counts.used);
    const bool has_origin =
        stage->has_origin && !(before && before->has_origin && before->origins_mark == stage->origins_mark &&
                               stage_rows_is_same(&before->origins, &stage->origins, stage->origins_mark));
    struct bytes *series = &sink->series;
    series->used = 0;
    if (has_counts && series_put_counts(series, stage->counts.data, stage->counts.used / sizeof(uint32_t)))
        sink_failed(sink, TT_NO_MEMORY, "no memory");
    const size_t end = series->used;
    if (has_origin && series_put_cells(series, stage->origins.data, stage->origins_mark / sizeof(struct cell_run)))
        sink_failed(sink, TT_NO_MEMORY, "no memory");
    const uint8_t *const bytes = series->data;
    return (struct block_series){bytes, bytes ? bytes + end : NULL, end, series->used - end};
}

static void stage_rows_insert_block(struct results_sink *sink, int64_t id, const struct stage_group *group,
                                    const struct stage_values *stage, const struct block_series *series,
                                    const struct narrowed *values)
{
    row_begin(&sink->rows, ROW_STAGE_BLOCK);
    row_int(&sink->rows, id);
    row_int(&sink->rows, stage->format);
    row_int(&sink->rows, values->width);
    row_int(&sink->rows, values->count);
    if (series->counts_size)
        row_bytes(&sink->rows, series->counts, series->counts_size);
    else
        row_null(&sink->rows);
    if (series->cells_size)
        row_squeezed(&sink->rows, series->cells, series->cells_size, 1);
    else
        row_null(&sink->rows);
    put_values(sink, group, (unsigned)(id % STAGES_MAX), values);
    sink_row_end(sink);
}

/* A stage that changed something, as a row of its own or in a page. */
static void write_block(struct results_sink *sink, int64_t id, const struct stage_group *group,
                        const struct stage_values *stage, const struct stage_values *before,
                        const struct narrowed *values)
{
    const struct block_series series = put_block_series(sink, stage, before);
    sink->used.formats |= UINT32_C(1) << stage->format;
    if (is_paged(group->unit))
        sink_page_block(sink, &(struct paged_values){.format = stage->format,
                                                     .width = values->width,
                                                     .count = values->count,
                                                     .bytes = values->bytes,
                                                     .counts = series.counts,
                                                     .cells = series.cells,
                                                     .counts_size = series.counts_size,
                                                     .cells_size = series.cells_size});
    else
        stage_rows_insert_block(sink, id, group, stage, &series, values);
}

/* Nothing changed: the same number of values, of the same format and bits, for each instruction, from the same cells.
 */
static bool is_unchanged(const struct stage_values *stage, const struct narrowed *values,
                         const struct stage_values *before, const struct narrowed *values_before)
{
    return stage->format == before->format && values->size == values_before->size &&
           values->width == values_before->width && memcmp(values->bytes, values_before->bytes, values->size) == 0 &&
           stage->counts.used == before->counts.used &&
           stage_rows_is_same(&stage->counts, &before->counts, stage->counts.used) &&
           (!stage->has_origin || (before->has_origin && stage->origins_mark == before->origins_mark &&
                                   stage_rows_is_same(&stage->origins, &before->origins, stage->origins_mark)));
}

static void insert_group(struct results_sink *sink, const struct stage_group *group)
{
    const uint64_t *seqs = group->seqs.data;
    size_t insns = group->seqs.used / sizeof *seqs;
    sink->series.used = 0;
    if (series_put_seqs(&sink->series, seqs, insns))
        sink_failed(sink, TT_NO_MEMORY, "no memory");
    row_begin(&sink->rows, ROW_STAGE_GROUP);
    row_int(&sink->rows, ++sink->groups_written);
    row_int(&sink->rows, (int)group->unit);
    row_int(&sink->rows, group->instance);
    row_int(&sink->rows, group->tile);
    row_int(&sink->rows, group->first_datum);
    row_int(&sink->rows, (int64_t)seqs[0]);
    row_int(&sink->rows, (int64_t)seqs[insns - 1]);
    row_int(&sink->rows, (int64_t)insns);
    row_int(&sink->rows, group->stages);
    if (group->l1_lo < group->l1_hi) {
        row_int(&sink->rows, group->l1_lo);
        row_int(&sink->rows, group->l1_hi);
    } else {
        row_null(&sink->rows);
        row_null(&sink->rows);
    }
    put_series(&sink->rows, &sink->series, 0, sink->series.used);
    sink_row_end(sink);
}

void group_write(struct results_sink *sink, const struct stage_group *group)
{
    if (sink->status != TT_OK) /* a group for which there was no memory may have stages and no instruction */
        return;
    sink->used.stages[group->unit] |= group->stages;
    if (is_paged(group->unit))
        sink_page_group(sink, group);
    else
        insert_group(sink, group);
    const struct stage_values *before = NULL;
    struct narrowed values, values_before = {0};
    unsigned room = 0;
    for (uint32_t left = group->stages; left && sink->status == TT_OK; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const struct stage_values *stage = &group->stage[i];
        if (!narrow(group, (unsigned)i, &sink->narrow[room], &values)) {
            sink_failed(sink, TT_NO_MEMORY, "no memory");
            break;
        }
        if (!before || !is_unchanged(stage, &values, before, &values_before))
            write_block(sink, sink->groups_written * STAGES_MAX + i, group, stage, before, &values);
        else if (is_paged(group->unit))
            sink_page_unchanged(sink);
        before = stage;
        values_before = values;
        room ^= 1;
    }
}
