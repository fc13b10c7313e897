/* SPDX-License-Identifier: Apache-2.0 */
/* The start, over it the last write of each byte; then the events that left a byte unknown after that. */
#include "ask/diff/end_state.h"

#include "results/results.h"
#include "tile/tile.h"

/* The search for the bytes of one stretch. */
struct finding {
    struct end_bytes *end;
    enum tt_space space;
    int64_t at; /* the last event that counts */
};

static enum tt_status end_bytes_take_start(struct end_bytes *end, struct results *results, enum tt_space space,
                                           struct tt_error *err)
{
    const struct results_run_row *run = results_run(results);
    struct ttcap *capture = NULL;
    struct tile *tile = tile_new(run->chip);
    uint8_t *known = mem_calloc(end->count, 1), *start = mem_calloc(end->count, 1);
    enum tt_status status =
        tile && known && start ? run_capture_open(&capture, run, NULL, err) : tt_fail(err, TT_NO_MEMORY, "no memory");
    if (!status && capture && ttcap_info(capture)->checkpoint_count) {
        const bool is_reset = ttcap_info(capture)->unlisted_start_is_reset;
        tile_load(tile, space, end->lo, end->count, end->bytes);
        status = ttcap_read(capture, 0, space, end->lo, end->count, start, known, err);
        for (uint32_t i = 0; i < end->count && !status; i++) {
            end->bytes[i] = (uint8_t)((end->bytes[i] & ~known[i]) | (start[i] & known[i]));
            end->unknown[i] = !is_reset && known[i] != 0xFF;
        }
    } else {
        memset(end->unknown, 1, end->count);
    }
    ttcap_close(capture);
    tile_free(tile);
    mem_free(known);
    mem_free(start);
    return status;
}

static enum tt_status end_bytes_take_write(void *user, const struct results_access_row *row, uint32_t at)
{
    const struct finding *finding = user;
    struct end_bytes *end = finding->end;
    const uint32_t i = at - end->lo;
    end->writer[i] = row->seq + 1;
    end->bytes[i] = row->of.after ? row->of.after[at - row->of.lo] : 0;
    end->unknown[i] = !row->of.after;
    return TT_OK;
}

static enum tt_status end_bytes_take_taint(void *user, const struct results_taint_row *row)
{
    struct finding *finding = user;
    struct end_bytes *end = finding->end;
    const uint32_t from = row->lo > end->lo ? row->lo : end->lo;
    const uint32_t past = row->hi < end->lo + end->count ? row->hi : end->lo + end->count;
    if ((int64_t)row->seq > finding->at)
        return TT_END;
    for (uint32_t addr = from; row->space == finding->space && addr < past; addr++)
        end->unknown[addr - end->lo] |= row->seq + 1 >= end->writer[addr - end->lo];
    return TT_OK;
}

enum tt_status end_bytes_read_at(struct end_bytes *end, struct results *results, enum tt_space space, uint32_t lo,
                                 uint32_t count, int64_t at, struct tt_error *err)
{
    struct finding finding = {end, space, at};
    *end = (struct end_bytes){.lo = lo, .count = count};
    end->bytes = mem_calloc(count, 1);
    end->unknown = mem_calloc(count, 1);
    end->writer = mem_calloc(count, sizeof *end->writer);
    NEED(end->bytes && end->unknown && end->writer, err, "no memory for %u bytes", count);
    enum tt_status status = end_bytes_take_start(end, results, space, err);
    if (!status && at >= 0 && count)
        status = results_last_writes(results, space, lo, lo + count, (uint64_t)at, end_bytes_take_write, &finding, err);
    return status || at < 0 ? status : results_each_taint(results, end_bytes_take_taint, &finding, err);
}

void end_bytes_clear(struct end_bytes *end)
{
    mem_free(end->bytes);
    mem_free(end->unknown);
    mem_free(end->writer);
    *end = (struct end_bytes){0};
}
