/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a capture from front to end and writes it. */
#include "ask/reduce/copy.h"

#include "base/text/bytes.h"
#include "capture/source_lines.h"
#include "capture/symbols.h"
#include "isa/spaces.h"

struct copier {
    struct ttcap *from;
    const struct copy_edit *edit;
    struct ttcap_writer *writer;
    uint64_t written;
    uint32_t next; /* checkpoint */
    struct tt_error *err;
};

static enum tt_status copy_page(struct copier *copier, enum tt_space space, uint32_t lo, uint32_t count)
{
    uint8_t bytes[COPY_PAGE], known[COPY_PAGE];
    TRY(ttcap_read(copier->from, copier->next, space, lo, count, bytes, known, copier->err));
    if (copier->edit->change_known)
        copier->edit->change_known(copier->edit->user, copier->next, space, lo, count, bytes, known);
    if (are_all_zero(known, count))
        return TT_OK;
    return ttcap_writer_put(copier->writer, space, lo, count, bytes, known, copier->err);
}

static enum tt_status copy_space(struct copier *copier, enum tt_space space)
{
    const uint32_t size = space_all_bytes(ttcap_info(copier->from)->chip, space);
    enum tt_status status = TT_OK;
    uint32_t lo = 0, hi = 0;
    while (!status && lo < size) {
        status = ttcap_next_known(copier->from, copier->next, space, &lo, &hi, copier->err);
        for (; lo < hi && !status; lo += COPY_PAGE)
            status = copy_page(copier, space, lo, hi - lo < COPY_PAGE ? hi - lo : COPY_PAGE);
        lo = hi;
    }
    return walk_ended(status);
}

/* Every checkpoint that holds events up to `done` and no more. */
static enum tt_status copy_checkpoints(struct copier *copier, int64_t done)
{
    enum tt_status status = TT_OK;
    while (!status && copier->next < ttcap_info(copier->from)->checkpoint_count &&
           ttcap_checkpoint(copier->from, copier->next)->after_event <= done) {
        if (copier->edit->keeps_checkpoint && !copier->edit->keeps_checkpoint(copier->edit->user, copier->next) &&
            copier->next > 0) {
            copier->next++;
            continue;
        }
        const char *id = ttcap_checkpoint(copier->from, copier->next)->id;
        status = ttcap_writer_snapshot_begin(copier->writer, id, copier->err);
        for (int space = 0; space < TT_SPACE_COUNT && !status; space++)
            status = copy_space(copier, (enum tt_space)space);
        status = status ?: ttcap_writer_windows_of(copier->writer, copier->from, copier->next, copier->err);
        status = status ?: ttcap_writer_snapshot_end(copier->writer, copier->err);
        copier->next++;
    }
    return status;
}

static enum tt_status put_event(struct copier *copier, const struct ttcap_event *event)
{
    struct ttcap_event numbered = *event;
    numbered.seq = copier->written++;
    return ttcap_writer_event(copier->writer, &numbered, copier->err);
}

static enum tt_status copy_event(struct copier *copier, struct ttcap_event *event)
{
    const struct copy_edit *edit = copier->edit;
    const uint64_t seq = event->seq;
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < edit->inserted_count && seq == edit->inserted_before && !status; i++)
        status = put_event(copier, &edit->inserted[i]);
    if (!status && (!edit->keeps_event || edit->keeps_event(edit->user, seq))) {
        if (edit->change_event)
            edit->change_event(edit->user, event);
        status = put_event(copier, event);
    }
    return status ? status : copy_checkpoints(copier, (int64_t)seq);
}

static enum tt_status copy_events(struct copier *copier)
{
    struct ttcap_cursor *cursor = NULL;
    enum tt_status status = copy_checkpoints(copier, -1);
    status = status ?: ttcap_events_open(&cursor, copier->from, 0, ttcap_info(copier->from)->event_count, copier->err);
    while (!status) {
        struct ttcap_event event;
        status = ttcap_events_next(cursor, &event, copier->err);
        status = status ?: copy_event(copier, &event);
    }
    ttcap_events_close(cursor);
    return walk_ended(status);
}

static enum tt_status copy_symbols(struct copier *copier)
{
    enum tt_status status = TT_OK;
    for (uint64_t i = 0; i < ttcap_info(copier->from)->symbol_count && !status; i++) {
        struct ttcap_symbol symbol;
        status = ttcap_symbol_get(copier->from, i, &symbol, copier->err);
        status = status ?: ttcap_writer_symbol(copier->writer, &symbol, copier->err);
    }
    return status;
}

enum tt_status capture_copy(struct ttcap *from, const char *path, bool replace, const struct copy_edit *edit,
                            struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(from);
    struct copier copier = {.from = from, .edit = edit, .err = err};
    const struct ttcap_meta meta = {
        .chip = info->chip,
        .source = info->source,
        .name = info->name,
        .description = info->description,
        .tags = info->tags,
        .tag_count = info->tag_count,
        .boot = info->boot,
        .boot_count = info->boot_count,
        .inputs = info->inputs,
        .input_count = info->input_count,
    };
    TRY(ttcap_writer_open(&copier.writer, path, replace, &meta, err));
    enum tt_status status = copy_symbols(&copier);
    status = status ?: ttcap_writer_lines_of(copier.writer, copier.from, copier.err);
    status = status ?: copy_events(&copier);
    if (!status)
        return ttcap_writer_finish(copier.writer, err);
    ttcap_writer_abandon(copier.writer);
    return status;
}
