/* SPDX-License-Identifier: Apache-2.0 */
/* Which datums of data tiles are tainted: those that lie in a range of a row of `taint` from an instruction of their
 * data tile. docs/semantics/dependence.md, "Taint" */
#include "ask/diff/data_tiles.h"

#include "base/search.h"

struct gatherer {
    struct data_tiles *tiles;
    struct results_taint_row *rows; /* of L1, by event */
    size_t row_count, row_capacity;
    struct span *spans; /* scratch: of one part, disjoint, by rising address */
    size_t span_count;
    size_t taint_capacity;
    bool is_out_of_memory;
};

struct span {
    uint32_t lo, hi;
};

static enum tt_status data_taint_take_row(void *user, const struct results_taint_row *row)
{
    struct gatherer *gatherer = user;
    if (row->space != TT_SPACE_L1)
        return TT_OK;
    gatherer->is_out_of_memory = !MEM_PUSH(gatherer->rows, gatherer->row_count, gatherer->row_capacity, *row);
    return gatherer->is_out_of_memory ? TT_END : TT_OK;
}

ORDER(by_event, struct results_taint_row, RISING(seq))

ORDER(by_lo, struct span, RISING(lo))

ORDER(data_taint_by_datum, struct tile_taint, RISING(datum))

/* The first row of an event that is not before seq. */
static size_t row_at(const struct gatherer *gatherer, uint64_t seq)
{
    return SEARCH_FIRST(gatherer->rows, gatherer->row_count, item->seq < seq);
}

/* The bytes that the instructions of a part left tainted. */
static void find_spans(struct gatherer *gatherer, const struct tile_part *part)
{
    struct span *spans = gatherer->spans;
    size_t count = 0, left = 0;
    for (size_t i = row_at(gatherer, part->first_seq);
         i < gatherer->row_count && gatherer->rows[i].seq <= part->last_seq; i++)
        spans[count++] = (struct span){gatherer->rows[i].lo, gatherer->rows[i].hi};
    if (count)
        qsort(spans, count, sizeof *spans, by_lo);
    for (size_t i = 0; i < count; i++) {
        if (left && spans[i].lo <= spans[left - 1].hi)
            spans[left - 1].hi = spans[i].hi > spans[left - 1].hi ? spans[i].hi : spans[left - 1].hi;
        else
            spans[left++] = spans[i];
    }
    gatherer->span_count = left;
}

/* The first span that ends beyond an address. */
static size_t span_at(const struct gatherer *gatherer, uint32_t addr)
{
    return SEARCH_FIRST(gatherer->spans, gatherer->span_count, item->hi <= addr);
}

static void data_taint_add(struct gatherer *gatherer, uint32_t datum, uint32_t count)
{
    struct data_tiles *tiles = gatherer->tiles;
    gatherer->is_out_of_memory |=
        mem_grow(&tiles->taints, &gatherer->taint_capacity, tiles->taint_count + 1, sizeof *tiles->taints) != 0;
    if (gatherer->is_out_of_memory)
        return;
    tiles->taints[tiles->taint_count++] = (struct tile_taint){datum, count};
}

/* A datum is not known as soon as one of its bits is not. */
static void data_taint_take_write(struct gatherer *gatherer, const struct tile_part *part,
                                  const struct tile_write *write)
{
    const struct format_info *info = format_get(part->format);
    for (size_t i = span_at(gatherer, write->lo);
         info && info->storage_bits && i < gatherer->span_count && gatherer->spans[i].lo < write->hi; i++) {
        const struct span *span = &gatherer->spans[i];
        const uint64_t lo = span->lo > write->lo ? span->lo - write->lo : 0;
        const uint64_t hi = (span->hi < write->hi ? span->hi : write->hi) - write->lo;
        const uint32_t first = (uint32_t)(lo * 8 / info->storage_bits);
        const uint32_t end = (uint32_t)((hi * 8 + info->storage_bits - 1) / info->storage_bits);
        data_taint_add(gatherer, part->base + write->first_datum + first, end - first);
    }
}

/* Makes them disjoint, by rising datum, within the data tile. */
static void resolve(struct data_tiles *tiles, struct data_tile *tile, size_t first)
{
    struct tile_taint *taints = &tiles->taints[first];
    const size_t count = tiles->taint_count - first;
    size_t left = 0;
    qsort(taints, count, sizeof *taints, data_taint_by_datum);
    for (size_t i = 0; i < count && taints[i].datum < tile->datums; i++) {
        const uint32_t room = tile->datums - taints[i].datum;
        const uint32_t end = taints[i].datum + (taints[i].count < room ? taints[i].count : room);
        struct tile_taint *last = left ? &taints[left - 1] : NULL;
        if (!last || taints[i].datum > last->datum + last->count)
            taints[left++] = (struct tile_taint){taints[i].datum, end - taints[i].datum};
        else if (end > last->datum + last->count)
            last->count = end - last->datum;
    }
    for (size_t i = 0; i < left; i++)
        tile->tainted += taints[i].count;
    tile->taint_first = first;
    tile->taint_count = left;
    tiles->taint_count = first + left;
}

static void data_taint_take_tile(struct gatherer *gatherer, struct data_tile *tile)
{
    struct data_tiles *tiles = gatherer->tiles;
    const size_t first = tiles->taint_count;
    for (size_t p = 0; p < tile->part_count && !gatherer->is_out_of_memory; p++) {
        const struct tile_part *part = &tiles->parts[tile->part_first + p];
        find_spans(gatherer, part);
        for (size_t i = 0; i < part->write_count && gatherer->span_count; i++)
            data_taint_take_write(gatherer, part, &tiles->writes[part->write_first + i]);
    }
    if (tiles->taint_count > first)
        resolve(tiles, tile, first);
}

enum tt_status data_tiles_find_taint(struct data_tiles *tiles, struct results *results, struct tt_error *err)
{
    struct gatherer gatherer = {.tiles = tiles};
    enum tt_status status = results_each_taint(results, data_taint_take_row, &gatherer, err);
    if (!status && gatherer.row_count) {
        qsort(gatherer.rows, gatherer.row_count, sizeof *gatherer.rows, by_event);
        gatherer.spans = mem_calloc(gatherer.row_count, sizeof *gatherer.spans);
        gatherer.is_out_of_memory = gatherer.is_out_of_memory || !gatherer.spans;
        for (size_t i = 0; i < tiles->tile_count && !gatherer.is_out_of_memory; i++)
            data_taint_take_tile(&gatherer, &tiles->tiles[i]);
    }
    mem_free(gatherer.rows);
    mem_free(gatherer.spans);
    if (!status && gatherer.is_out_of_memory)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the data tiles");
    return status;
}
