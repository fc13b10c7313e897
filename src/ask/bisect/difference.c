/* SPDX-License-Identifier: Apache-2.0 */
/* Collects differing bytes in the order in which a replay tells them, which is the order of two sets' merging. */
#include "ask/bisect/difference.h"

#include "base/error.h"
#include "base/memory.h"

static void on_mismatch(void *user, const struct replay_mismatch *run)
{
    struct difference *difference = user;
    if (run->is_tainted)
        return;
    for (uint32_t i = 0; i < run->hi - run->lo; i++) {
        if (!((run->held[i] ^ run->replayed[i]) & run->known[i]))
            continue;
        difference->total++;
        if (difference->count == DIFFERENCE_MAX || difference->is_out_of_memory)
            continue;
        void *items = difference->bytes;
        if (mem_grow(&items, &difference->capacity, difference->count + 1, sizeof *difference->bytes)) {
            difference->is_out_of_memory = true;
            continue;
        }
        difference->bytes = items;
        difference->bytes[difference->count++] = (struct differing_byte){
            .checkpoint = run->checkpoint,
            .space = (uint8_t)run->space,
            .addr = run->lo + i,
            .held = run->held[i],
            .replayed = run->replayed[i],
            .known = run->known[i],
        };
    }
}

enum tt_status difference_run(struct difference *difference, struct ttcap *capture,
                              const struct replay_options *options, const struct probe *probe, struct tt_error *err)
{
    const struct replay_observer observer = {.user = difference, .mismatch = on_mismatch};
    difference->count = 0;
    difference->total = 0;
    difference->elements = 0;
    enum tt_status status = replay_run(capture, options, probe, &observer, &difference->summary, err);
    if (!status && difference->is_out_of_memory)
        status =
            tt_fail(err, TT_NO_MEMORY, "no memory for %llu differing bytes", (unsigned long long)difference->total);
    return status;
}

void difference_clear(struct difference *difference)
{
    mem_free(difference->bytes);
    *difference = (struct difference){0};
}

/* < 0, 0, > 0: where a stands to b. */
static int order(const struct differing_byte *a, const struct differing_byte *b)
{
    if (a->checkpoint != b->checkpoint)
        return a->checkpoint < b->checkpoint ? -1 : 1;
    if (a->space != b->space)
        return a->space < b->space ? -1 : 1;
    return a->addr < b->addr ? -1 : a->addr > b->addr;
}

void difference_score(const struct difference *base, const struct difference *other, uint64_t *explained,
                      uint64_t *broken)
{
    uint64_t kept = 0;
    uint32_t last_kept = UINT32_MAX;
    size_t at = 0;
    *broken = 0;
    for (size_t i = 0; i < other->count; i++) {
        while (at < base->count && order(&base->bytes[at], &other->bytes[i]) < 0)
            at++;
        if (at == base->count || order(&base->bytes[at], &other->bytes[i]) != 0) {
            ++*broken;
        } else if (base->bytes[at].element != last_kept) {
            last_kept = base->bytes[at].element;
            kept++;
        }
    }
    *explained = base->elements - kept;
}

uint64_t difference_later(const struct difference *difference, uint32_t checkpoint)
{
    uint64_t later = 0;
    for (size_t i = 0; i < difference->count; i++)
        later += difference->bytes[i].checkpoint > checkpoint;
    return later;
}
