/* SPDX-License-Identifier: Apache-2.0 */
/* Windows of a checkpoint that are known by hash alone. docs/formats/ttcap.md#snapshots */
#include "base/little.h"
#include "capture/container/reader.h"
#include "capture/container/writer.h"
#include "isa/spaces.h"

#include <xxhash.h>

enum { SPACE_AT, LO_AT = 4, COUNT_AT = 8, DIGEST_AT = 16 }; /* in a record */

void ttcap_digest(const uint8_t *bytes, size_t count, uint8_t digest[TTCAP_DIGEST_BYTES])
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes, count));
    memcpy(digest, canonical.digest, TTCAP_DIGEST_BYTES);
}

static struct ttcap_window windows_of_record(const uint8_t record[WINDOW_RECORD])
{
    struct ttcap_window window = {
        (enum tt_space)load_u32(record + SPACE_AT), load_u32(record + LO_AT), load_u32(record + COUNT_AT), {0}};
    memcpy(window.digest, record + DIGEST_AT, TTCAP_DIGEST_BYTES);
    return window;
}

/* Arrays that a recorder has as they are; of others, some words are of no recorder. */
static enum tt_status window_check(enum tt_chip chip, const struct ttcap_window *window, struct tt_error *err)
{
    const enum tt_space space = window->space;
    REFUSE_IF((unsigned)space >= TT_SPACE_COUNT || space == TT_SPACE_STATE || space == TT_SPACE_THREAD_CFG, err,
              "a window known by hash is of %s, expected an array of plain bytes",
              (unsigned)space < TT_SPACE_COUNT ? space_name(space) : "no space");
    const uint32_t size = space_bytes(chip, space);
    REFUSE_IF(!window->count || window->count > TTCAP_WINDOW_MAX || window->lo >= size ||
                  window->count > size - window->lo,
              err, "a window known by hash is %u bytes of %s at 0x%x, expected 1 to %d within its %u", window->count,
              space_name(space), window->lo, TTCAP_WINDOW_MAX, size);
    return TT_OK;
}

enum tt_status ttcap_window_get(struct ttcap *capture, uint32_t checkpoint, uint32_t index, struct ttcap_window *window,
                                struct tt_error *err)
{
    uint8_t record[WINDOW_RECORD], known[WINDOW_RECORD];
    if (index >= TTCAP_WINDOWS_MAX || expected_of(capture, checkpoint))
        return TT_END;
    enum tt_status status = reader_bytes(capture, checkpoint, TT_SPACE_STATE, WINDOWS_AT + index * WINDOW_RECORD,
                                         WINDOW_RECORD, record, known, err);
    if (status || !known[0])
        return status ? status : TT_END;
    *window = windows_of_record(record);
    status = window_check(capture->info.chip, window, err);
    if (!status && expected_hides(capture, window->space, window->lo, window->count))
        window->count = 0;
    if (status)
        tt_error_prefix(err, "%s: checkpoint %s: window %u", capture->path, capture->checkpoints[checkpoint].id, index);
    return status;
}

enum tt_status ttcap_writer_window(struct ttcap_writer *writer, const struct ttcap_window *window, struct tt_error *err)
{
    uint8_t record[WINDOW_RECORD] = {0};
    assert(writer->snapshot_id || writer->has_failed);
    enum tt_status status = window_check(writer->staging.layout.chip, window, err);
    if (!status && writer->window_count == TTCAP_WINDOWS_MAX)
        status = tt_fail(err, TT_UNSUPPORTED, "more than %d windows known by hash", TTCAP_WINDOWS_MAX);
    if (status) {
        tt_error_prefix(err, "%s: snapshot %s", writer->path, writer->snapshot_id ? writer->snapshot_id : "");
        return status;
    }
    store_u32(record + SPACE_AT, window->space);
    store_u32(record + LO_AT, window->lo);
    store_u32(record + COUNT_AT, window->count);
    memcpy(record + DIGEST_AT, window->digest, TTCAP_DIGEST_BYTES);
    if (!staging_put(&writer->staging, TT_SPACE_STATE, WINDOWS_AT + writer->window_count++ * WINDOW_RECORD,
                     WINDOW_RECORD, record, NULL))
        return writer_no_memory(writer, err);
    return TT_OK;
}

/* All bytes of a window; false where not all bits of them are known. */
static bool window_bytes(const struct staging *staging, const struct ttcap_window *window, uint8_t *bytes)
{
    const uint32_t first = staging->layout.first[window->space];
    for (uint32_t i = 0; i < window->count; i++) {
        const uint32_t at = window->lo + i, number = first + at / PAGE_BYTES;
        if (!staging->is_touched[number] || staging->pages[number]->known[at % PAGE_BYTES] != 0xFF)
            return false;
        bytes[i] = staging->pages[number]->bytes[at % PAGE_BYTES];
    }
    return true;
}

bool ttcap_writer_belies(const struct ttcap_writer *writer, const struct ttcap_window *window)
{
    uint8_t bytes[TTCAP_WINDOW_MAX], digest[TTCAP_DIGEST_BYTES];
    if (writer->snapshot_count || !window_bytes(&writer->staging, window, bytes))
        return false;
    ttcap_digest(bytes, window->count, digest);
    return memcmp(digest, window->digest, sizeof digest) != 0;
}

enum tt_status writer_windows_hold(const struct ttcap_writer *writer, struct tt_error *err)
{
    const uint32_t first = writer->staging.layout.first[TT_SPACE_STATE] + WINDOWS_PAGE;
    for (uint32_t i = 0; i < writer->window_count; i++) {
        const uint32_t at = i * WINDOW_RECORD;
        const uint8_t *record = writer->staging.pages[first + at / PAGE_BYTES]->bytes + at % PAGE_BYTES;
        const struct ttcap_window window = windows_of_record(record);
        REFUSE_IF(ttcap_writer_belies(writer, &window), err,
                  "%s: snapshot %s: the bytes of %s 0x%x to 0x%x have another hash than the one beside them",
                  writer->path, writer->snapshot_id, space_name(window.space), window.lo, window.lo + window.count - 1);
    }
    return TT_OK;
}

enum tt_status ttcap_writer_windows_of(struct ttcap_writer *writer, struct ttcap *from, uint32_t checkpoint,
                                       struct tt_error *err)
{
    struct ttcap_window window;
    enum tt_status status = TT_OK;
    for (uint32_t i = 0; !status; i++) {
        status = ttcap_window_get(from, checkpoint, i, &window, err);
        if (!status && window.count && !ttcap_writer_belies(writer, &window))
            status = ttcap_writer_window(writer, &window, err);
    }
    return walk_ended(status);
}
