/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the internal state at a checkpoint: no instruction reports reads or writes of them, so what is known of them
 * goes by checkpoints and by units. docs/semantics/replay.md, "Words of internal state" */
#include "isa/effects.h"
#include "order/engine.h"

enum { INTERNAL_CHUNK = 1024 };

/* Leaves in `known` what the start or a checkpoint before this one holds, of the words of `mask` at least: the last of
 * them is usually enough. `bytes` is scratch. */
static enum tt_status internal_known_before(struct replay *replay, uint32_t checkpoint, uint32_t lo, uint32_t count,
                                            const uint8_t *mask, uint8_t *bytes, uint8_t *known)
{
    struct tt_error err;
    memset(known, 0, count);
    bool is_missing = true;
    for (uint32_t before = checkpoint; before-- > 0 && is_missing;) {
        uint8_t *now = bytes + count;
        TRY(ttcap_read(replay->capture, before, TT_SPACE_STATE, lo, count, bytes, now, &err));
        is_missing = false;
        for (uint32_t i = 0; i < count; i++) {
            known[i] |= now[i];
            is_missing |= mask[i] && known[i] != UINT8_MAX;
        }
    }
    return TT_OK;
}

bool replay_internal_start_cores(struct replay *replay)
{
    unsigned count;
    const struct isa_state_run *runs = what_runs(WHAT_INTERNAL_CORES, &count);
    if (!replay->capture) /* a tile that is not replayed starts as it is */
        return true;
    for (unsigned i = 0; i < count; i++)
        for (uint32_t lo = 4U * runs[i].first, end = 4U * runs[i].end, n; lo < end; lo += n) {
            struct tt_error err;
            n = end - lo < INTERNAL_CHUNK ? end - lo : INTERNAL_CHUNK;
            if (ttcap_read(replay->capture, 0, TT_SPACE_STATE, lo, n, replay->held, replay->known, &err))
                return false;
            tile_store(replay->tile, TT_SPACE_STATE, lo, n, replay->held, replay->known);
        }
    return true;
}

const uint8_t *replay_internal_tainted(struct replay *replay, uint32_t checkpoint, uint32_t lo, uint32_t count)
{
    const bool is_reset = replay->info->unlisted_start_is_reset;
    uint8_t bytes[2 * INTERNAL_CHUNK], known[INTERNAL_CHUNK];
    bool is_any = false;
    memset(replay->tainted, 0, count);
    memset(replay->origins, 0, count * sizeof *replay->origins);
    for (uint32_t at = 0, n; at < count; at += n) {
        n = count - at < INTERNAL_CHUNK ? count - at : INTERNAL_CHUNK;
        const bool has_failed =
            internal_known_before(replay, checkpoint, lo + at, n, &replay->mask[at], bytes, known) != TT_OK;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t word = (lo + at + i) / 4;
            if (!replay->mask[at + i])
                continue;
            const enum tile_internal_set set = tile_internal_is_set(replay->tile, word);
            const bool is_set = set == TILE_INTERNAL_SET ||
                                (set == TILE_INTERNAL_HELD && !has_failed && (is_reset || known[i] == UINT8_MAX));
            if (is_set && !unknown_internal_is_lost(replay->unknown, what_of_state(word)))
                continue;
            replay->tainted[at + i] = replay->mask[at + i];
            replay->origins[at + i] = unknown_internal(replay->unknown, lo + at + i);
            replay->undecided_by |= replay->origins[at + i];
            is_any = true;
        }
    }
    return is_any ? replay->tainted : NULL;
}
