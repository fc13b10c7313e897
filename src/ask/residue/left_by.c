/* SPDX-License-Identifier: Apache-2.0 */
/* Who wrote to a place last, before a run that begins at an event. */
#include "ask/residue/residue_internal.h"

#include <string.h>

struct left_by {
    struct residue *residue;
    uint64_t since, from;
    struct first_reader now;
    struct probe probe;
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

enum tt_status left_by_find(struct residue *residue, struct ttcap *capture, const struct residue_options *options,
                            struct tt_error *err)
{
    struct left_by writers = {.residue = residue, .since = options->since, .from = options->from};
    struct replay_summary summary;
    for (size_t i = 0; i < residue->count; i++)
        residue->rows[i].writer.unit = TT_UNIT_COUNT;
    writers.probe = (struct probe){.user = &writers,
                                   .wants = PROBE_INSN | PROBE_ACCESS,
                                   .insn_begin = left_by_on_begin,
                                   .access = left_by_on_access};
    return replay_run(capture, &options->replay, &writers.probe, NULL, &summary, err);
}
