/* SPDX-License-Identifier: Apache-2.0 */
/* Who wrote to a place last, before a run that begins at an event. */
#include "ask/residue/residue_internal.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

struct left_by {
    struct residue *residue;
    uint64_t since, from;
    struct first_reader now;
    struct probe probe;
    uint8_t *held, *room; /* internal state of rows, as before the word `now`; and as it is */
};

static void left_by_on_begin(void *user, const struct probe_insn *insn)
{
    struct left_by *writers = user;
    writers->now = (struct first_reader){insn->seq, insn->word, insn->unit, insn->thread, insn->unit != TT_UNIT_CORE};
}

/* Of a field only what changes its bits: a word of configuration is shared. */
static bool changes_row(const struct residue_row *row, const struct probe_access *access)
{
    for (unsigned i = 0; i < row->range_count; i++) {
        const struct residue_range *range = &row->ranges[i];
        const uint32_t lo = access->lo > range->lo ? access->lo : range->lo,
                       hi = access->hi < range->hi ? access->hi : range->hi;
        for (uint32_t at = lo; access->space == range->space && at < hi; at++) {
            const uint8_t mask = row->has_value ? (uint8_t)(range->mask >> 8 * ((at - range->lo) % 4)) : UINT8_MAX;
            if ((access->before[at - access->lo] ^ access->after[at - access->lo]) & mask)
                return true;
        }
    }
    return false;
}

static void left_by_on_access(void *user, const struct probe_access *access)
{
    struct left_by *writers = user;
    const bool is_before = writers->now.seq >= writers->since && writers->now.seq < writers->from;
    for (size_t i = 0; i < writers->residue->count && access->is_write && is_before; i++) {
        struct residue_row *row = &writers->residue->rows[i];
        if (residue_reaches(row->reach) && changes_row(row, access))
            row->writer = writers->now;
    }
}

/* No unit reports writes of internal state: it is held against what stood there a word before. */
static void left_by_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct left_by *writers = user;
    uint8_t *held = writers->held;
    (void)thread, (void)word;
    for (size_t i = 0; i < writers->residue->count && seq <= writers->from; i++) {
        struct residue_row *row = &writers->residue->rows[i];
        const uint32_t bytes = values_bytes(row);
        if (!residue_reaches(row->reach) || !residue_is_internal(row))
            continue;
        values_load(row, tile, writers->room);
        if (writers->now.seq >= writers->since && memcmp(held, writers->room, bytes) != 0)
            row->writer = writers->now;
        memcpy(held, writers->room, bytes);
        held += bytes;
    }
}

enum tt_status left_by_find(struct residue *residue, struct ttcap *capture, const struct residue_options *options,
                            struct tt_error *err)
{
    struct left_by writers = {.residue = residue, .since = options->since, .from = options->from};
    struct replay_summary summary;
    uint32_t internal = 0;
    for (size_t i = 0; i < residue->count; i++) {
        residue->rows[i].writer.unit = TT_UNIT_COUNT;
        internal += residue_reaches(residue->rows[i].reach) && residue_is_internal(&residue->rows[i])
                        ? values_bytes(&residue->rows[i])
                        : 0;
    }
    writers.probe = (struct probe){.user = &writers,
                                   .wants = PROBE_INSN | PROBE_ACCESS,
                                   .insn_begin = left_by_on_begin,
                                   .access = left_by_on_access};
    writers.held = mem_calloc(2, internal + 1U);
    writers.room = writers.held + internal;
    if (!writers.held)
        return tt_fail(err, TT_NO_MEMORY, "no memory for who left it");
    const struct replay_observer observer = {.user = &writers, .before = internal ? left_by_on_before : NULL};
    const enum tt_status status = replay_run(capture, &options->replay, &writers.probe, &observer, &summary, err);
    mem_free(writers.held);
    return status;
}
