/* SPDX-License-Identifier: Apache-2.0 */
/* Whole chunks of a damaged file, and the losses with the others. docs/formats/ttcap.md#salvage */
#include "capture/salvage/salvage.h"

#include "base/memory.h"
#include "capture/salvage/content.h"
#include "capture/salvage/sentences.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long ull;

struct salvage {
    struct sentences said;
    struct unpacker unpacker;
    struct byte_buffer head, raw;
    uint64_t reported_events; /* how many there were, as far as heads or the index say */
    struct page_layout layout;
};

/* ---- chunks ---- */

/* The next place from `at` on where a chunk's head may stand, or the end of the file. */
static enum tt_status find_head(struct source *source, uint64_t *at, struct byte_buffer *buffer, struct tt_error *err)
{
    enum { WINDOW = 64 << 10 };
    for (; source->size - *at >= 4; *at += WINDOW - 3) {
        const size_t n = source->size - *at < WINDOW ? (size_t)(source->size - *at) : WINDOW;
        const uint8_t *bytes;
        const enum tt_status status = source_view(source, *at, n, buffer, &bytes, err);
        if (status)
            return status;
        for (size_t i = 0; i + 4 <= n; i++) {
            if (load_u32(bytes + i) == FRAME_CHUNK) {
                *at += i;
                return TT_OK;
            }
        }
        if (n < WINDOW)
            break;
    }
    *at = source->size;
    return TT_OK;
}

/* Whether the head itself is sound though its chunk is cut. */
static bool salvage_is_sound(const struct byte_buffer *head)
{
    return head->size > SKIPPABLE_HEAD + HASH_BYTES && load_u32(head->data) == FRAME_CHUNK &&
           SKIPPABLE_HEAD + (uint64_t)load_u32(head->data + 4) == head->size &&
           skippable_is_sound(head->data, head->size);
}

/* The index or the seek table stands there, so that no chunk follows. */
static enum tt_status is_tail(struct source *source, uint64_t at, bool *is, struct tt_error *err)
{
    uint8_t magic[4];
    *is = source->size - at < 4;
    if (*is)
        return TT_OK;
    const enum tt_status status = source_read(source, at, magic, 4, err);
    *is = !status && (load_u32(magic) == FRAME_INDEX || load_u32(magic) == FRAME_SEEK_TABLE);
    return status;
}

/* One chunk, or the bytes in its place, from *at on. */
static enum tt_status salvage_step(struct salvage *salvage, struct contents *contents, struct source *source,
                                   uint64_t *at, struct tt_error *err)
{
    const char *why = "the head of a chunk is no such head";
    bool is_end = false;
    salvage->head.size = 0;
    enum tt_status status = contents_read_head(source, *at, &salvage->head, &why, err);
    if (status == TT_OK || (status == TT_END && salvage_is_sound(&salvage->head))) {
        contents->end = *at;
        if (contents_add(contents, salvage->head.data + SKIPPABLE_HEAD,
                         salvage->head.size - SKIPPABLE_HEAD - HASH_BYTES, err) == TT_OK) {
            *at = contents->end < source->size ? contents->end : source->size;
            return TT_OK;
        }
        why = err->text;
        status = TT_END;
    }
    if (status == TT_END || status == TT_BAD_INPUT)
        status = is_tail(source, *at, &is_end, err);
    if (status || is_end) {
        *at = is_end ? source->size : *at;
        return status;
    }
    char what[200];
    (void)snprintf(what, sizeof what, "%s", why);
    const uint64_t from = (*at)++;
    status = find_head(source, at, &salvage->raw, err);
    if (!status)
        sentences_say(&salvage->said, "bytes %llu to %llu: %s", (ull)from, (ull)*at - 1, what);
    return status;
}

static enum tt_status find_chunks(struct salvage *salvage, struct contents *contents, struct source *source,
                                  const struct byte_buffer *frame, struct tt_error *err)
{
    enum tt_status status = contents_read_index(contents, source, frame, err);
    if (status != TT_END && status != TT_BAD_INPUT)
        return status;
    contents_init(contents, frame);
    contents->has_gaps = contents->is_salvaged = true;
    status = TT_OK;
    sentences_say(&salvage->said,
                  "the index is missing or damaged: the file has %llu bytes, and chunks are looked for one by one",
                  (ull)source->size);
    for (uint64_t at = contents->end; at < source->size && !status;)
        status = salvage_step(salvage, contents, source, &at, err);
    return status;
}

/* ---- which of them are whole ---- */

static enum tt_status check_chunk(struct salvage *salvage, struct source *source, struct chunk *chunk,
                                  struct tt_error *err)
{
    void *items = NULL;
    const uint64_t body = chunk->offset + chunk->head_bytes;
    enum tt_status status;
    if (body > source->size || chunk->packed_bytes > source->size - body) {
        status = tt_fail(err, TT_BAD_INPUT, "it has %u bytes from byte %llu on, and the file ends at byte %llu",
                         chunk->packed_bytes, (ull)body, (ull)source->size);
    } else {
        status = load_chunk(source, &salvage->unpacker, chunk, &salvage->raw, err);
        if (!status)
            status = content_check(chunk, salvage->raw.data, &salvage->layout, PAGE_ID_MAX, &items, err);
        mem_free(items);
    }
    if (status != TT_BAD_INPUT)
        return status;
    chunk->is_lost = true;
    const char *place = strstr(err->text, ": chunk of ");
    sentences_say(&salvage->said, "chunk of %s at byte %llu is lost, and %s%s %llu to %llu with it: %s",
                  chunk_type_name(chunk->type), (ull)chunk->offset,
                  chunk->type == CHUNK_SNAPSHOTS ? "page tables of " : "", content_items[chunk->type],
                  (ull)chunk->first, (ull)chunk->first + chunk->count - 1,
                  place && strchr(place + 2, ':') ? strchr(place + 2, ':') + 2 : err->text);
    return TT_OK;
}

/* ---- usable chunks ---- */

/* Events up to the first that is lost. */
static void salvage_end_events(struct salvage *salvage, struct contents *contents)
{
    struct chunk_list *list = &contents->list[CHUNK_EVENTS];
    uint64_t whole = 0;
    size_t taken = 0;
    salvage->reported_events = contents->event_count;
    memset(contents->kind_count, 0, sizeof contents->kind_count);
    contents->pc_count = 0;
    for (; taken < list->count && list->items[taken].first == whole && !list->items[taken].is_lost; taken++) {
        const struct chunk *chunk = &list->items[taken];
        whole += chunk->count;
        contents->pc_count += chunk->pc_count;
        for (unsigned kind = 0; kind < TTCAP_KIND_COUNT; kind++)
            contents->kind_count[kind] += chunk->kind_count[kind];
    }
    contents->event_count = whole;
    if (contents->event_count < salvage->reported_events)
        sentences_say(&salvage->said,
                      "events from %llu to %llu are lost, or stand behind lost ones and are left out; %llu are taken",
                      (ull)whole, (ull)salvage->reported_events - 1, (ull)whole);
    for (size_t i = taken; i < list->count; i++) {
        const struct chunk *chunk = &list->items[i];
        if (!chunk->is_lost)
            sentences_say(
                &salvage->said,
                "events %llu to %llu are whole, and are left out: the state that they would act on is not known",
                (ull)chunk->first, (ull)chunk->first + chunk->count - 1);
    }
    list->count = taken;
}

/* A start of which nothing is known, before the checkpoints that there are. */
static enum tt_status salvage_put_start(struct contents *contents, struct tt_error *err)
{
    struct chunk_list *list = &contents->list[CHUNK_SNAPSHOTS];
    char *id = mem_strdup("begin");
    if (!id || mem_grow(&list->items, &list->capacity, list->count + 1, sizeof *list->items) ||
        mem_grow(&contents->snapshots, &contents->snapshot_capacity, contents->snapshot_count + 1,
                 sizeof *contents->snapshots)) {
        mem_free(id);
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    }
    memmove(list->items + 1, list->items, list->count++ * sizeof *list->items);
    memmove(contents->snapshots + 1, contents->snapshots, contents->snapshot_count++ * sizeof *contents->snapshots);
    list->items[0] = (struct chunk){.type = CHUNK_SNAPSHOTS, .count = 1, .is_lost = true};
    contents->snapshots[0] = (struct snapshot_entry){id, -1};
    return TT_OK;
}

/* Numbers items of a type without gaps; returns how many there are. */
static uint64_t number_again(struct chunk_list *list)
{
    uint64_t next = 0;
    for (size_t i = 0; i < list->count; i++) {
        list->items[i].first = next;
        next += list->items[i].count;
    }
    return next;
}

/* Checkpoints before the first lost event; the start is always one. */
static enum tt_status end_checkpoints(struct salvage *salvage, struct contents *contents, struct tt_error *err)
{
    struct chunk_list *list = &contents->list[CHUNK_SNAPSHOTS];
    enum tt_status status = TT_OK;
    uint64_t next = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].first > next)
            sentences_say(&salvage->said, "checkpoints %llu to %llu are lost with their names", (ull)next,
                          (ull)list->items[i].first - 1);
        next = list->items[i].first + list->items[i].count;
    }
    const bool has_start = list->count > 0 && list->items[0].first == 0;
    while (contents->snapshot_count > 0 &&
           contents->snapshots[contents->snapshot_count - 1].after_event >= (int64_t)contents->event_count) {
        const struct snapshot_entry *entry = &contents->snapshots[--contents->snapshot_count];
        sentences_say(&salvage->said,
                      "checkpoint %.80s is left out: it stands after event %lld, which is lost or left out", entry->id,
                      (long long)entry->after_event);
        mem_free(entry->id);
    }
    if (!has_start || contents->snapshot_count == 0) {
        sentences_say(&salvage->said, "the start is lost: no page table says what it held");
        status = salvage_put_start(contents, err);
    }
    (void)number_again(list);
    return status;
}

/* Of a type whose chunks stand alone; returns how many items are left. */
static uint64_t drop_lost(struct chunk_list *list)
{
    size_t left = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!list->items[i].is_lost)
            list->items[left++] = list->items[i];
    }
    list->count = left;
    return number_again(list);
}

static enum tt_status load_whole(struct contents *contents, struct source *source, const struct byte_buffer *frame,
                                 enum tt_chip chip, void *user, struct tt_error *err)
{
    struct salvage *salvage = user;
    page_layout_init(&salvage->layout, chip);
    enum tt_status status = find_chunks(salvage, contents, source, frame, err);
    contents->has_gaps = true;
    for (unsigned type = CHUNK_EVENTS; type < CHUNK_TYPE_END && !status; type++)
        for (size_t i = 0; i < contents->list[type].count && !status; i++)
            status = check_chunk(salvage, source, &contents->list[type].items[i], err);
    if (status)
        return status;
    salvage_end_events(salvage, contents);
    contents->symbol_count = drop_lost(&contents->list[CHUNK_SYMBOLS]);
    contents->line_count = drop_lost(&contents->list[CHUNK_LINES]);
    return end_checkpoints(salvage, contents, err);
}

/* ---- page by page ---- */

/* "l1 0x2000 to 0x2fff, 0x5000 to 0x7fff": the loss of a space. Returns how many pages that are. */
static uint32_t lost_ranges(const struct page_layout *layout, enum tt_space space, const struct page_ref *refs,
                            char *text, size_t size)
{
    enum { RANGES_SHOWN = 12 };
    const uint32_t pages = layout->first[space + 1] - layout->first[space];
    uint32_t lost = 0, ranges = 0;
    size_t at = (size_t)snprintf(text, size, "%s", ttcap_space_name(space));
    refs += layout->first[space];
    for (uint32_t page = 0; page < pages; page++) {
        if (refs[page].data != PAGE_REF_LOST)
            continue;
        uint32_t end = page;
        while (end < pages && refs[end].data == PAGE_REF_LOST)
            end++;
        const uint32_t last = (end - 1) * PAGE_BYTES + page_layout_length(layout, space, end - 1);
        lost += end - page;
        if (ranges++ < RANGES_SHOWN && at < size)
            at += (size_t)snprintf(text + at, size - at, "%s 0x%x to 0x%x", ranges > 1 ? "," : "", page * PAGE_BYTES,
                                   last - 1);
        page = end;
    }
    if (ranges > RANGES_SHOWN && at < size)
        (void)snprintf(text + at, size - at, ", and %u more ranges", ranges - RANGES_SHOWN);
    return lost;
}

static enum tt_status say_lost_pages(struct salvage *salvage, struct ttcap *capture, bool *is_start_whole,
                                     struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (uint32_t i = 0; i < capture->info.checkpoint_count && !status; i++) {
        const struct page_ref *refs;
        status = reader_table(capture, i, &refs, err);
        const char *id = capture->checkpoints[i].id;
        const bool has_table = !status && !capture->tables.chunk->is_lost;
        if (!status && !has_table && capture->tables.chunk->packed_bytes > 0)
            sentences_say(&salvage->said, "checkpoint %.80s: nothing of it is known: its page table is lost", id);
        bool is_whole = has_table;
        for (unsigned space = 0; space < TT_SPACE_COUNT && has_table; space++) {
            char ranges[480];
            const uint32_t lost = lost_ranges(&capture->layout, (enum tt_space)space, refs, ranges, sizeof ranges);
            if (lost > 0)
                sentences_say(&salvage->said, "checkpoint %.80s: lost, %u page%s: %s", id, lost, lost == 1 ? "" : "s",
                              ranges);
            is_whole = is_whole && lost == 0;
        }
        if (i == 0)
            *is_start_whole = is_whole;
    }
    return status;
}

bool salvage_forget_resets(struct ttcap *capture)
{
    struct ttcap_info *info = &capture->info;
    if (!info->unlisted_start_is_reset)
        return false;
    /* Not another simulator's reading of what it lists, but no reset values. */
    info->source = info->source == TTCAP_SIMULATOR ? TTCAP_DERIVED : TTCAP_SILICON;
    info->unlisted_start_is_reset = false;
    return true;
}

enum tt_status salvage_source(struct ttcap **out, struct source *source, void (*said)(void *user, const char *sentence),
                              void *user, struct salvaged *salvaged, struct tt_error *err)
{
    struct salvage salvage = {.said = {said, user, 0}};
    *salvaged = (struct salvaged){.is_start_whole = true};
    *out = NULL;
    enum tt_status status = reader_open(out, source, load_whole, &salvage, err);
    if (!status)
        status = say_lost_pages(&salvage, *out, &salvaged->is_start_whole, err);
    unpacker_clear(&salvage.unpacker);
    buffer_clear(&salvage.head);
    buffer_clear(&salvage.raw);
    if (status) {
        ttcap_close(*out);
        *out = NULL;
        return status;
    }
    if (!salvaged->is_start_whole && salvage_forget_resets(*out))
        sentences_say(&salvage.said, SALVAGE_FORGOT_RESETS);
    salvaged->is_whole = salvage.said.count == 0;
    return TT_OK;
}

enum tt_status salvage_open(struct ttcap **out, const char *path, void (*said)(void *user, const char *sentence),
                            void *user, struct salvaged *salvaged, struct tt_error *err)
{
    struct source source;
    *out = NULL;
    const enum tt_status status = source_open(&source, path, err);
    return status ? status : salvage_source(out, &source, said, user, salvaged, err);
}
