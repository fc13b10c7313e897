/* SPDX-License-Identifier: Apache-2.0 */
#include "order/keys.h"

#include "base/search.h"

struct frame {
    uint64_t at;
    struct moment *moment;
};

struct keys {
    struct steps *steps;
    struct frame *items; /* by step */
    size_t count, capacity;
    struct keys_limits limits;
};

struct keys *keys_new(struct steps *steps, const struct keys_limits *limits)
{
    struct keys *keys = mem_calloc(1, sizeof *keys);
    if (keys)
        *keys = (struct keys){.steps = steps, .limits = *limits};
    return keys;
}

static void keys_clear_frame(struct keys *keys, const struct frame *frame)
{
    moment_free(steps_moments(keys->steps), frame->moment);
}

void keys_free(struct keys *keys)
{
    if (!keys)
        return;
    for (size_t i = 0; i < keys->count; i++)
        keys_clear_frame(keys, &keys->items[i]);
    mem_free(keys->items);
    mem_free(keys);
}

unsigned keys_count(const struct keys *keys)
{
    return (unsigned)keys->count;
}

size_t keys_bytes(const struct keys *keys)
{
    return moments_bytes(steps_moments(keys->steps));
}

uint64_t keys_spacing(const struct keys *keys)
{
    return keys->limits.spacing;
}

void keys_set_spacing(struct keys *keys, uint64_t steps)
{
    keys->limits.spacing = steps;
}

/* How many frames are at a step or before it. */
static size_t keys_count_to(const struct keys *keys, uint64_t at)
{
    return SEARCH_FIRST(keys->items, keys->count, item->at <= at);
}

uint64_t keys_before(const struct keys *keys, uint64_t at)
{
    const size_t count = keys_count_to(keys, at);
    return count ? keys->items[count - 1].at : 0;
}

/* Every second one goes, and from here on there are half as many; the first stays. */
static void keys_thin_out(struct keys *keys)
{
    size_t left = 1;
    for (size_t i = 1; i < keys->count; i++) {
        if (i % 2)
            keys_clear_frame(keys, &keys->items[i]);
        else
            keys->items[left++] = keys->items[i];
    }
    keys->count = left;
    keys->limits.spacing *= 2;
}

void keys_save(struct keys *keys, uint64_t at)
{
    struct frame frame = {.at = at};
    const struct frame *last = keys->count ? &keys->items[keys->count - 1] : NULL;
    if (last && at >= last->at && at - last->at < keys->limits.spacing)
        return;
    const size_t place = keys_count_to(keys, frame.at);
    if (place && frame.at - keys->items[place - 1].at < keys->limits.spacing)
        return;
    if (mem_grow(&keys->items, &keys->capacity, keys->count + 1, sizeof *keys->items) ||
        !steps_save(keys->steps, &frame.moment))
        return;
    memmove(&keys->items[place + 1], &keys->items[place], (keys->count - place) * sizeof *keys->items);
    keys->items[place] = frame;
    keys->count++;
    while (keys->count > 1 && (keys_bytes(keys) > keys->limits.bytes || keys->count >= keys->limits.frames))
        keys_thin_out(keys);
}

bool keys_go(const struct keys *keys, uint64_t at, bool *is_first, enum tt_status *status, struct tt_error *err)
{
    const size_t count = keys_count_to(keys, at);
    *status = TT_OK;
    *is_first = count == 1;
    if (count)
        *status = steps_restore(keys->steps, keys->items[count - 1].moment, err);
    return count != 0;
}

void keys_drop(struct keys *keys, uint64_t from)
{
    while (keys->count > 1 && keys->items[keys->count - 1].at >= from)
        keys_clear_frame(keys, &keys->items[--keys->count]);
}
