/* SPDX-License-Identifier: Apache-2.0 */
/* Dst, both sources and the vector registers, cell by cell, as they stood where each first differs from the device,
 * else where it was last compared. How the bytes lie: unpackCells() in src/show/html/data.js. */
#include "show/html/html_internal.h"

#include "ask/diff/end_state.h"
#include "ask/run/run_whole.h"
#include "base/little.h"
#include "base/search.h"
#include "isa/spaces.h"

/* A space that is being written. */
struct mapper {
    struct html *html;
    enum tt_space space;
    uint32_t size; /* of an element */
    bool has_checkpoint, is_different;
    uint32_t checkpoint;
    struct end_bytes end;
    uint8_t *held, *differs; /* of each byte: the device's state, and 1 where that is another one */
};

/* The first checkpoint at which the space differs. */
static enum tt_status find_mismatch(void *user, const struct replay_mismatch *row)
{
    struct mapper *mapper = user;
    if (row->space != mapper->space || row->is_tainted)
        return TT_OK;
    mapper->has_checkpoint = mapper->is_different = true;
    mapper->checkpoint = row->checkpoint;
    return TT_END;
}

/* Where the map is taken: the event after which, or the end. */
static int64_t find_moment(struct mapper *mapper, enum tt_status *status)
{
    const struct diff *diff = &mapper->html->tiles.diff;
    *status = results_each_mismatch(mapper->html->results, find_mismatch, mapper, mapper->html->err);
    for (size_t i = 0; !mapper->is_different && i < diff->comparison_count; i++) {
        if (diff->comparisons[i].space != mapper->space)
            continue;
        mapper->has_checkpoint = true;
        mapper->checkpoint = diff->comparisons[i].checkpoint;
    }
    for (size_t i = 0; mapper->has_checkpoint && i < diff->checkpoint_count; i++)
        if (diff->checkpoints[i].checkpoint == mapper->checkpoint)
            return diff->checkpoints[i].after_event;
    return INT64_MAX;
}

static enum tt_status html_maps_take_mismatch(void *user, const struct replay_mismatch *row)
{
    struct mapper *mapper = user;
    struct end_bytes *end = &mapper->end;
    if (row->space != mapper->space || row->checkpoint != mapper->checkpoint || row->is_tainted)
        return TT_OK;
    for (uint32_t addr = row->lo; addr < row->hi && addr < end->count; addr++) {
        const uint32_t i = addr - row->lo;
        end->bytes[addr] = row->replayed[i];
        end->unknown[addr] = 0;
        mapper->held[addr] = (uint8_t)((row->held[i] & row->known[i]) | (row->replayed[i] & ~row->known[i]));
        mapper->differs[addr] = mapper->held[addr] != row->replayed[i];
    }
    return TT_OK;
}

/* The last writer of each element: lengths of runs, and the event and one more as its distance from the run before. */
static void put_writers(struct text *blob, const struct end_bytes *end, uint32_t count, uint32_t size)
{
    uint64_t last = 0;
    for (uint32_t i = 0, length; i < count; i += length) {
        const uint64_t writer = end->writer[i * size];
        for (length = 1; i + length < count && end->writer[(i + length) * size] == writer; length++) {
        }
        text_add_varint(blob, length);
        blob_signed(blob, (int64_t)writer - (int64_t)last);
        last = writer;
    }
}

static enum tt_status html_maps_put_cells(struct mapper *mapper)
{
    struct end_bytes *end = &mapper->end;
    const uint32_t size = mapper->size, count = end->count / size;
    struct text blob OWNED(text_clear) = {0};
    uint32_t *values OWNED(mem_free_at) = mem_calloc(count + 1u, sizeof *values);
    NEED(values, mapper->html->err, "no memory for the page");
    for (uint32_t i = 0; i < count; i++)
        values[i] = load_number(&end->bytes[i * size], size);
    blob_planes(&blob, values, count, size);
    blob_runs(&blob, end->unknown, count, size);
    blob_runs(&blob, mapper->differs, count, size);
    for (uint32_t i = 0; i < count; i++)
        if (memchr(&mapper->differs[i * size], 1, size))
            text_add_varint(&blob, values[i] ^ load_number(&mapper->held[i * size], size));
    put_writers(&blob, end, count, size);
    return blob_put(mapper->html, "data", &blob);
}

/* Whether there is anything to see. */
static bool html_maps_is_empty(const struct mapper *mapper)
{
    const struct end_bytes *end = &mapper->end;
    return !ANY(i, end->count, end->writer[i] || (!end->unknown[i] && end->bytes[i])) && !mapper->is_different;
}

static enum tt_status put_map(struct html *html, enum tt_space space)
{
    struct mapper mapper = {.html = html, .space = space, .size = space_element_bytes(space)};
    const uint32_t bytes = space_bytes(results_run(html->results)->chip, space);
    enum tt_status status;
    const int64_t moment = find_moment(&mapper, &status);
    mapper.held = mem_calloc(bytes, 1);
    mapper.differs = mem_calloc(bytes, 1);
    if (!status && (!mapper.held || !mapper.differs))
        status = tt_fail(html->err, TT_NO_MEMORY, "no memory for the page");
    status = status ?: end_bytes_read_at(&mapper.end, html->results, space, 0, bytes, moment, html->err);
    if (!status && mapper.is_different)
        status = results_each_mismatch(html->results, html_maps_take_mismatch, &mapper, html->err);
    if (!status && !html_maps_is_empty(&mapper)) {
        report_object_line(&html->report, NULL);
        report_say(
            &html->report, SAY("space", space_name(space)), SAY("width", mapper.size),
            SAY("count", mapper.end.count / mapper.size),
            SAY_IF("checkpoint", mapper.has_checkpoint, diff_checkpoint_id(&html->tiles.diff, mapper.checkpoint)));
        status = html_maps_put_cells(&mapper);
        report_close(&html->report);
    }
    end_bytes_clear(&mapper.end);
    mem_free(mapper.held);
    mem_free(mapper.differs);
    return status;
}

enum tt_status html_put_maps(struct html *html)
{
    static const enum tt_space spaces[] = {TT_SPACE_DST, TT_SPACE_SRCA, TT_SPACE_SRCB, TT_SPACE_LREG};
    const struct results_run_row *run = results_run(html->results);
    struct tt_error why = {{0}};
    enum tt_status status = TT_OK;
    const bool is_whole = !run_check_whole(run, "draw what it held", &why);
    report_list(&html->report, "maps");
    for (size_t i = 0; is_whole && !status && i < sizeof spaces / sizeof spaces[0]; i++)
        status = put_map(html, spaces[i]);
    report_close(&html->report);
    report_say(&html->report, SAY_OR_NULL("maps_reason", why.text[0], (const char *)why.text));
    return status;
}
