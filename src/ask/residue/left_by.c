/* SPDX-License-Identifier: Apache-2.0 */
/* The last writer of a place before a run that begins at an event: before each word the places are compared with their
 * values a word before, since no unit reports writes of internal state. */
#include "ask/residue/residue_internal.h"

struct left_by {
    struct residue *residue;
    uint64_t since, from;
    struct first_reader now;
    struct probe probe;
    bool has_begun;
    uint8_t *held, *room; /* of rows that reach anything, as before the word `now`; and as it is */
};

static void left_by_on_begin(void *user, const struct probe_insn *insn)
{
    struct left_by *writers = user;
    writers->now = (struct first_reader){insn->seq, insn->word, insn->unit, insn->thread, insn->unit != TT_UNIT_CORE};
}

/* Of a field its bits alone: a word of configuration is shared. */
static bool left_by_is_same(const struct residue_row *row, const uint8_t *held, const uint8_t *now)
{
    uint8_t differing = 0;
    for (uint32_t i = 0; i < values_bytes(row); i++)
        differing |= (uint8_t)((held[i] ^ now[i]) & (row->has_value ? row->ranges[0].mask >> 8 * (i % 4) : UINT8_MAX));
    return !differing;
}

static void left_by_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct left_by *writers = user;
    uint8_t *held = writers->held;
    (void)thread, (void)word;
    for (size_t i = 0; i < writers->residue->count && seq <= writers->from; i++) {
        struct residue_row *row = &writers->residue->rows[i];
        const uint32_t bytes = values_bytes(row);
        if (!residue_reaches(row->reach))
            continue;
        values_load(row, tile, writers->room);
        if (memcmp(held, writers->room, bytes) != 0) {
            if (writers->has_begun && writers->now.seq >= writers->since && !left_by_is_same(row, held, writers->room))
                row->writer = writers->now;
            memcpy(held, writers->room, bytes);
        }
        held += bytes;
    }
    writers->has_begun = true;
}

enum tt_status left_by_find(struct residue *residue, struct ttcap *capture, const struct residue_options *options,
                            struct tt_error *err)
{
    struct left_by writers = {.residue = residue, .since = options->since, .from = options->from};
    const struct replay_observer observer = {.user = &writers, .before = left_by_on_before};
    struct replay_summary summary;
    size_t bytes = 1;
    for (size_t i = 0; i < residue->count; i++) {
        residue->rows[i].writer.unit = TT_UNIT_COUNT;
        bytes += residue_reaches(residue->rows[i].reach) ? values_bytes(&residue->rows[i]) : 0;
    }
    writers.held = mem_calloc(2, bytes);
    writers.room = writers.held + bytes;
    NEED(writers.held, err, "no memory for who left it");
    writers.probe = (struct probe){.user = &writers, .wants = PROBE_INSN, .insn_begin = left_by_on_begin};
    const enum tt_status status = replay_run(capture, &options->replay, &writers.probe, &observer, &summary, err);
    mem_free(writers.held);
    return status;
}
