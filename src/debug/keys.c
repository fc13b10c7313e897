/* SPDX-License-Identifier: Apache-2.0 */
#include "debug/keys.h"

#include "base/memory.h"
#include "base/search.h"
#include "observe/unknown.h"

#include <string.h>

enum { PAGE = 4096, SPACING = 512, FRAMES_MAX = 1 << 14 };

struct page {
    uint32_t users;
    uint8_t bytes[PAGE];
};

struct frame {
    uint64_t at;
    struct page **pages; /* of all parts, one behind the other */
    struct unknown_copy *unknown;
};

struct keys {
    struct frame *items; /* by step */
    size_t count, capacity;
    size_t pages; /* of a frame */
    size_t bytes, bytes_max;
    uint64_t spacing;
};

struct keys *keys_new(size_t bytes)
{
    struct keys *keys = mem_calloc(1, sizeof *keys);
    if (keys) {
        keys->bytes_max = bytes;
        keys->spacing = SPACING;
    }
    return keys;
}

static void clear_frame(struct keys *keys, struct frame *frame)
{
    for (size_t i = 0; frame->pages && i < keys->pages; i++) {
        struct page *page = frame->pages[i];
        if (!page || --page->users)
            continue;
        mem_free(page);
        keys->bytes -= sizeof *page;
    }
    if (frame->pages)
        keys->bytes -= keys->pages * sizeof *frame->pages;
    if (frame->unknown)
        keys->bytes -= unknown_copy_bytes(frame->unknown);
    mem_free(frame->pages);
    unknown_copy_free(frame->unknown);
    *frame = (struct frame){0};
}

void keys_free(struct keys *keys)
{
    if (!keys)
        return;
    for (size_t i = 0; i < keys->count; i++)
        clear_frame(keys, &keys->items[i]);
    mem_free(keys->items);
    mem_free(keys);
}

unsigned keys_count(const struct keys *keys)
{
    return (unsigned)keys->count;
}

size_t keys_bytes(const struct keys *keys)
{
    return keys->bytes;
}

uint64_t keys_spacing(const struct keys *keys)
{
    return keys->spacing;
}

void keys_set_spacing(struct keys *keys, uint64_t steps)
{
    keys->spacing = steps;
}

static bool is_not_behind(const void *item, const void *sought)
{
    const struct frame *frame = item;
    const uint64_t *at = sought;
    return frame->at <= *at;
}

/* How many frames are at a step or before it. */
static size_t count_to(const struct keys *keys, uint64_t at)
{
    return search_first(keys->items, keys->count, sizeof *keys->items, &at, is_not_behind);
}

uint64_t keys_before(const struct keys *keys, uint64_t at)
{
    const size_t count = count_to(keys, at);
    return count ? keys->items[count - 1].at : 0;
}

/* ---- pages ---- */

static struct page *new_page(struct keys *keys, const uint8_t *bytes, size_t count)
{
    struct page *page = mem_alloc(sizeof *page);
    if (!page)
        return NULL;
    page->users = 1;
    memcpy(page->bytes, bytes, count);
    keys->bytes += sizeof *page;
    return page;
}

static bool save_part(struct keys *keys, const struct steps_part *part, struct page *const *before, struct page **pages)
{
    for (size_t at = 0, i = 0; at < part->bytes; at += PAGE, i++) {
        const size_t count = part->bytes - at < PAGE ? part->bytes - at : PAGE;
        if (before && memcmp(before[i]->bytes, part->at + at, count) == 0) {
            pages[i] = before[i];
            pages[i]->users++;
            continue;
        }
        pages[i] = new_page(keys, part->at + at, count);
        if (!pages[i])
            return false;
    }
    return true;
}

static size_t pages_of(const struct steps_part *part)
{
    return (part->bytes + PAGE - 1) / PAGE;
}

static bool save_frame(struct keys *keys, struct steps *steps, const struct frame *before, struct frame *frame)
{
    struct steps_part parts[STEPS_PARTS];
    size_t at = 0;
    steps_parts(steps, parts);
    keys->pages = 0;
    for (int i = 0; i < STEPS_PARTS; i++)
        keys->pages += pages_of(&parts[i]);
    frame->pages = mem_calloc(keys->pages, sizeof *frame->pages);
    if (!frame->pages)
        return false;
    keys->bytes += keys->pages * sizeof *frame->pages;
    frame->unknown = unknown_save(steps_unknown(steps));
    if (!frame->unknown)
        return false;
    keys->bytes += unknown_copy_bytes(frame->unknown);
    for (int i = 0; i < STEPS_PARTS; at += pages_of(&parts[i++]))
        if (!save_part(keys, &parts[i], before ? before->pages + at : NULL, frame->pages + at))
            return false;
    return true;
}

/* Every second one goes, and from here on there are half as many; the first stays. */
static void thin_out(struct keys *keys)
{
    size_t left = 1;
    for (size_t i = 1; i < keys->count; i++) {
        if (i % 2)
            clear_frame(keys, &keys->items[i]);
        else
            keys->items[left++] = keys->items[i];
    }
    keys->count = left;
    keys->spacing *= 2;
}

void keys_save(struct keys *keys, struct steps *steps)
{
    const uint64_t at = steps_at(steps);
    const size_t place = count_to(keys, at);
    if (place && at - keys->items[place - 1].at < keys->spacing)
        return;
    if (mem_grow(&keys->items, &keys->capacity, keys->count + 1, sizeof *keys->items))
        return;
    struct frame frame = {.at = at};
    if (!save_frame(keys, steps, place ? &keys->items[place - 1] : NULL, &frame)) {
        clear_frame(keys, &frame);
        return;
    }
    memmove(&keys->items[place + 1], &keys->items[place], (keys->count - place) * sizeof *keys->items);
    keys->items[place] = frame;
    keys->count++;
    while (keys->count > 1 && (keys->bytes > keys->bytes_max || keys->count >= FRAMES_MAX))
        thin_out(keys);
}

bool keys_go(const struct keys *keys, struct steps *steps, uint64_t at, bool *is_first, enum tt_status *status,
             struct tt_error *err)
{
    struct steps_part parts[STEPS_PARTS];
    const size_t count = count_to(keys, at);
    *status = TT_OK;
    *is_first = count == 1;
    if (!count)
        return false;
    const struct frame *frame = &keys->items[count - 1];
    struct page *const *page = frame->pages;
    steps_parts(steps, parts);
    for (int i = 0; i < STEPS_PARTS; i++)
        for (size_t lo = 0; lo < parts[i].bytes; lo += PAGE, page++)
            memcpy(parts[i].at + lo, (*page)->bytes, parts[i].bytes - lo < PAGE ? parts[i].bytes - lo : PAGE);
    unknown_restore(steps_unknown(steps), frame->unknown);
    *status = steps_restored(steps, err);
    return true;
}

void keys_drop(struct keys *keys, uint64_t from)
{
    while (keys->count > 1 && keys->items[keys->count - 1].at >= from)
        clear_frame(keys, &keys->items[--keys->count]);
}
