/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of stages gathered into pages, where a row for each would cost more than what it holds.
 * docs/formats/results.md#stage-pages */
#include "results/sink_internal.h"

#include "results/stage_page.h"
#include "results/varint.h"

/* A page ends before the group that would make it longer. */
enum { PAGE_HEAD_BYTES = 64 << 10, PAGE_VALUES_BYTES = 512 << 10 };
enum { HEAD_BYTES_MAX = 8 * VARINT_MAX };

static bool sink_stage_page_is_full(const struct stage_page_writer *writer)
{
    size_t bytes = writer->cells.used;
    for (unsigned i = 0; i < PAGED_WIDTHS; i++)
        bytes += writer->values[i].used;
    return writer->head.used >= PAGE_HEAD_BYTES || bytes >= PAGE_VALUES_BYTES;
}

static void sink_stage_page_put_part(struct results_sink *sink, struct bytes *part, unsigned width)
{
    if (part->used)
        row_squeezed(&sink->rows, part->data, part->used, width);
    else
        row_null(&sink->rows);
    part->used = 0;
}

void sink_flush_stage_page(struct results_sink *sink)
{
    struct stage_page_writer *writer = &sink->stage_page;
    if (!writer->count)
        return;
    row_begin(&sink->rows, ROW_STAGE_PAGE);
    row_int(&sink->rows, writer->first_group);
    row_int(&sink->rows, writer->last_group);
    row_int(&sink->rows, (int)writer->unit);
    row_int(&sink->rows, (int64_t)writer->first_seq);
    row_int(&sink->rows, (int64_t)writer->last_seq);
    row_int(&sink->rows, writer->count);
    sink_stage_page_put_part(sink, &writer->head, 1);
    sink_stage_page_put_part(sink, &writer->cells, 1);
    for (unsigned i = 0; i < PAGED_WIDTHS; i++)
        sink_stage_page_put_part(sink, &writer->values[i], 1u << i);
    writer->count = 0;
    sink_row_end(sink);
}

void stage_page_writer_clear(struct stage_page_writer *writer)
{
    bytes_clear(&writer->head);
    bytes_clear(&writer->cells);
    for (unsigned i = 0; i < PAGED_WIDTHS; i++)
        bytes_clear(&writer->values[i]);
}

static void begin_page(struct stage_page_writer *writer, const struct stage_group *group, int64_t id, uint64_t first)
{
    writer->unit = group->unit;
    writer->first_group = writer->last_group = id;
    writer->first_seq = writer->last_seq = writer->seq = first;
}

/* A page begins with the least of its events. A group that waited long for more may begin before it: that ends the
 * page. */
void sink_page_group(struct results_sink *sink, const struct stage_group *group)
{
    struct stage_page_writer *writer = &sink->stage_page;
    const uint64_t *seqs = group->seqs.data;
    const size_t insns = group->seqs.used / sizeof *seqs;
    const int64_t id = ++sink->groups_written;
    if (writer->count &&
        (sink_stage_page_is_full(writer) || writer->unit != group->unit || seqs[0] < writer->first_seq))
        sink_flush_stage_page(sink);
    if (!writer->count)
        begin_page(writer, group, id, seqs[0]);
    uint8_t *const start = bytes_reserve(&writer->head, HEAD_BYTES_MAX + insns * VARINT_MAX), *to = start;
    if (!start) {
        sink_failed(sink, TT_NO_MEMORY, "no memory");
        return;
    }
    to = varint_put(to, (uint64_t)(id - writer->last_group));
    *to++ = group->instance;
    to = varint_put(varint_put(to, group->tile), group->first_datum);
    to = varint_put(varint_put(to, insns), varint_fold((int64_t)seqs[0] - (int64_t)writer->seq));
    for (size_t i = 1; i < insns; i++)
        to = varint_put(to, seqs[i] - seqs[i - 1]);
    to = varint_put(to, group->stages);
    writer->head.used += (size_t)(to - start);
    writer->seq = seqs[0];
    writer->last_group = id;
    if (seqs[insns - 1] > writer->last_seq)
        writer->last_seq = seqs[insns - 1];
    writer->count++;
}

void sink_page_unchanged(struct results_sink *sink)
{
    if (bytes_append(&sink->stage_page.head, &(uint8_t){0}, 1))
        sink_failed(sink, TT_NO_MEMORY, "no memory");
}

static uint8_t sink_stage_page_bits_of(const struct paged_values *values)
{
    unsigned bits = PAGED_CHANGED | paged_width(values->width) << PAGED_WIDTH_SHIFT;
    bits |= values->counts_size ? PAGED_HAS_COUNTS : 0u;
    bits |= values->cells_size ? PAGED_HAS_CELLS : 0u;
    return (uint8_t)bits;
}

void sink_page_block(struct results_sink *sink, const struct paged_values *values)
{
    struct stage_page_writer *writer = &sink->stage_page;
    uint8_t *const start = bytes_reserve(&writer->head, HEAD_BYTES_MAX + values->counts_size), *to = start;
    bool is_good = start != NULL;
    if (is_good) {
        *to++ = sink_stage_page_bits_of(values);
        *to++ = values->format;
        to = varint_put(to, values->count);
        if (values->counts_size) {
            to = varint_put(to, values->counts_size);
            memcpy(to, values->counts, values->counts_size);
            to += values->counts_size;
        }
        if (values->cells_size)
            to = varint_put(to, values->cells_size);
        writer->head.used += (size_t)(to - start);
        is_good = !bytes_append(&writer->cells, values->cells, values->cells_size) &&
                  !bytes_append(&writer->values[paged_width(values->width)], values->bytes,
                                (size_t)values->count * values->width);
    }
    if (!is_good)
        sink_failed(sink, TT_NO_MEMORY, "no memory");
}
