/* SPDX-License-Identifier: Apache-2.0 */
/* A capture many times over, as a capture. */
#include "bench/repeat.h"

#include "bench/repeat_internal.h"

#include <stdio.h>
#include <string.h>

void repeat_fill_page(unsigned number, uint8_t page[static REPEAT_PAGE_BYTES])
{
    uint32_t seed = number + 1;
    for (unsigned i = 0; i < REPEAT_PAGE_BYTES; i += 4) {
        seed = seed * 1664525u + 1013904223u;
        memcpy(page + i, &seed, 4);
    }
}

uint32_t repeat_page_addr(unsigned number)
{
    return REPEAT_L1_LO + number % REPEAT_PAGES_THERE * REPEAT_PAGE_BYTES;
}

enum tt_status repeat_copy_snapshot(struct ttcap *from, uint32_t checkpoint, struct ttcap_writer *to,
                                    struct tt_error *err)
{
    uint8_t bytes[4096], known[4096];
    enum tt_status status = TT_OK;
    for (int space = 0; space < TT_SPACE_COUNT && !status; space++) {
        uint32_t lo = 0, hi = 0;
        while (!status && ttcap_next_known(from, checkpoint, (enum tt_space)space, &lo, &hi, err) == TT_OK) {
            while (lo < hi && !status) {
                const uint32_t count = hi - lo < sizeof bytes ? hi - lo : (uint32_t)sizeof bytes;
                status = ttcap_read(from, checkpoint, (enum tt_space)space, lo, count, bytes, known, err);
                if (!status)
                    status = ttcap_writer_put(to, (enum tt_space)space, lo, count, bytes, known, err);
                lo += count;
            }
        }
    }
    return status;
}

enum tt_status repeat_each_event(struct ttcap *from, unsigned times, repeat_event *on_event, void *user,
                                 struct tt_error *err)
{
    enum tt_status status = TT_OK;
    uint64_t seq = 0;
    for (unsigned i = 0; i < times && !status; i++) {
        struct ttcap_cursor *cursor;
        struct ttcap_event event;
        status = ttcap_events_open(&cursor, from, 0, ttcap_info(from)->event_count, err);
        while (!status && (status = ttcap_events_next(cursor, &event, err)) == TT_OK) {
            event.seq = seq++;
            event.has_pc = false;
            status = on_event(user, &event, err);
        }
        ttcap_events_close(cursor);
        if (status == TT_END)
            status = TT_OK;
    }
    return status;
}

/* A capture at work. */
struct making {
    struct ttcap_writer *writer;
    uint64_t events;
};

static enum tt_status write_event(void *user, const struct ttcap_event *event, struct tt_error *err)
{
    struct making *making = user;
    making->events++;
    return ttcap_writer_event(making->writer, event, err);
}

static enum tt_status store(struct making *making, uint32_t addr, const uint8_t *bytes, uint32_t count,
                            struct tt_error *err)
{
    const struct ttcap_event event = {
        .seq = making->events, .kind = TTCAP_L1W, .thread = -1, .addr = addr, .bytes = bytes, .byte_count = count};
    return write_event(making, &event, err);
}

static enum tt_status write_pages(struct making *making, unsigned pages, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (unsigned i = 0; i < pages && !status; i++) {
        uint8_t page[REPEAT_PAGE_BYTES];
        char id[32];
        (void)snprintf(id, sizeof id, "page%u", i);
        repeat_fill_page(i, page);
        status = store(making, repeat_page_addr(i), page, sizeof page, err);
        if (!status)
            status = ttcap_writer_snapshot_begin(making->writer, id, err);
        if (!status)
            status = ttcap_writer_put(making->writer, TT_SPACE_L1, repeat_page_addr(i), sizeof page, page, NULL, err);
        if (!status)
            status = ttcap_writer_snapshot_end(making->writer, err);
    }
    return status;
}

/* Stores the words, or puts what they are held against. */
static enum tt_status each_word(struct making *making, unsigned count, bool is_held, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (unsigned i = 0; i < count && !status; i++) {
        const uint32_t addr = REPEAT_L1_LO + i * (REPEAT_L1_BYTES / REPEAT_MISMATCHES_MAX);
        const uint32_t value = i + (is_held ? 0x40000000u : 0);
        uint8_t bytes[4];
        for (unsigned byte = 0; byte < 4; byte++)
            bytes[byte] = (uint8_t)(value >> 8 * byte);
        status = is_held ? ttcap_writer_put(making->writer, TT_SPACE_L1, addr, 4, bytes, NULL, err)
                         : store(making, addr, bytes, 4, err);
    }
    return status;
}

static enum tt_status write_all(struct ttcap *from, struct making *making, const struct repeat *repeat,
                                struct tt_error *err)
{
    const uint32_t last = ttcap_info(from)->checkpoint_count - 1;
    enum tt_status status = ttcap_writer_snapshot_begin(making->writer, "begin", err);
    if (!status)
        status = repeat_copy_snapshot(from, 0, making->writer, err);
    if (!status)
        status = ttcap_writer_snapshot_end(making->writer, err);
    if (!status)
        status = repeat_each_event(from, repeat->events, write_event, making, err);
    if (!status)
        status = write_pages(making, repeat->pages, err);
    if (!status)
        status = each_word(making, repeat->mismatches, false, err);
    if (!status)
        status = ttcap_writer_snapshot_begin(making->writer, "end", err);
    if (!status)
        status = repeat_copy_snapshot(from, last, making->writer, err);
    if (!status)
        status = each_word(making, repeat->mismatches, true, err);
    return status ? status : ttcap_writer_snapshot_end(making->writer, err);
}

enum tt_status repeat_capture(struct ttcap *from, const char *path, const struct repeat *repeat, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(from);
    const struct ttcap_meta meta = {.chip = info->chip,
                                    .source = info->source,
                                    .name = info->name,
                                    .description = "the events of a capture many times over",
                                    .tags = info->tags,
                                    .tag_count = info->tag_count};
    struct making making = {.writer = NULL};
    enum tt_status status = ttcap_writer_open(&making.writer, path, true, &meta, err);
    if (status)
        return status;
    status = write_all(from, &making, repeat, err);
    if (!status)
        return ttcap_writer_finish(making.writer, err);
    ttcap_writer_abandon(making.writer);
    return status;
}
