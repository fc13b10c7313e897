/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the tile with what the device held, then takes over from the recording what no running unit produces.
 * docs/semantics/replay.md, "At a checkpoint". */
#include "order/engine.h"

#include "base/little.h"
#include "capture/expected.h"

/* known & mask: the bits that the replay computes itself, which are compared. */
static void mask_computed(struct replay *replay, enum tt_space space, uint32_t lo, uint32_t count)
{
    const uint8_t *computed = replay->computed ? computed_at(replay->computed, space, lo) : NULL;
    memcpy(replay->mask, replay->known, count);
    for (uint32_t i = 0, end; space == TT_SPACE_STATE && i < count; i = end) {
        const uint32_t word = (lo + i) / 4, end_word = what_state_end(word);
        const bool is_produced = units_produce(replay->running, what_of_state(word));
        end = end_word * 4 - lo < count ? end_word * 4 - lo : count;
        if (!is_produced)
            memset(replay->mask + i, 0, end - i);
    }
    for (uint32_t i = 0; computed && i < count; i++)
        replay->mask[i] = computed[i] ? replay->known[i] : 0;
    replay_sets_mask(replay, space, lo, count, replay->mask);
}

/* Leaves in `mask` the known bits that the replay does not compute itself, or computes from unknown state. */
static void mask_taken(struct replay *replay, uint32_t count, bool is_produced, const uint8_t *tainted)
{
    uint8_t *mask = replay->mask;
    const uint8_t *known = replay->known;
    if (!is_produced) {
        memcpy(mask, known, count);
        return;
    }
    for (uint32_t i = 0; tainted && i < count; i++)
        mask[i] &= (uint8_t)~tainted[i];
    for (uint32_t i = 0; i < count; i++)
        mask[i] = (uint8_t)(known[i] & ~mask[i]);
}

/* Leaves in `mask` the bits that differ; false: none does. No array is another: the loop becomes lanes. */
static bool mask_differing(uint8_t *restrict mask, const uint8_t *restrict held, const uint8_t *restrict replayed,
                           uint32_t count)
{
    uint8_t any = 0;
    for (uint32_t i = 0; i < count; i++) {
        mask[i] &= held[i] ^ replayed[i];
        any |= mask[i];
    }
    return any != 0;
}

/* Takes over what was compared and differs, so that what follows starts from the state of the device. */
static void take_differing(struct replay *replay, enum tt_space space, uint32_t lo, uint32_t count)
{
    if (memcmp(replay->held, replay->replayed, count) == 0) {
        memset(replay->mask, 0, count);
        return;
    }
    if (!mask_differing(replay->mask, replay->held, replay->replayed, count))
        return;
    tile_store(replay->tile, space, lo, count, replay->held, replay->mask);
    if (space == TT_SPACE_STATE)
        tile_packers_resume(replay->tile);
}

/* Which bits of the compared bytes are unknown, and from which inputs. Null: none is, since all that is unknown here is
 * assumed. */
static const uint8_t *find_tainted(struct replay *replay, enum tt_space space, uint32_t lo, uint32_t count)
{
    bool is_any = false;
    if (!unknown_has(replay->unknown, space))
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t bits = (uint8_t)(unknown_bits(replay->unknown, space, lo + i) & replay->mask[i]);
        const origin_set origins = bits ? unknown_origins_at(replay->unknown, space, lo + i) : 0;
        const bool is_tainted = origins & ~unknown_origins(replay->unknown)->assumed;
        replay->tainted[i] = is_tainted ? bits : 0;
        replay->origins[i] = origins;
        if (is_tainted && unknown_is_unwritten(replay->unknown, space, lo + i))
            replay->origins[i] |= origin_bit(ORIGIN_UNWRITTEN);
        if (is_tainted)
            replay->undecided_by |= origins;
        else
            replay->decided_by |= origins;
        is_any |= is_tainted;
    }
    return is_any ? replay->tainted : NULL;
}

/* Lets a reference take for its own what is as good. */
static void checkpoint_accept(struct replay *replay, const struct replay_comparison *sum, uint32_t lo, uint32_t count)
{
    const struct replay_tolerance *tolerance = replay->options->tolerance;
    if (tolerance && ttcap_is_reference(replay->capture, sum->checkpoint))
        tolerance->accept(tolerance->user, replay->tile, sum->checkpoint, sum->space, lo, count, replay->held);
}

static void checkpoint_report_mismatch(void *user, const struct replay_mismatch *mismatch)
{
    REPLAY_REPORT((const struct replay *)user, mismatch, mismatch);
}

static void checkpoint_report_undecided(void *user, const struct replay_undecided *undecided)
{
    REPLAY_REPORT((const struct replay *)user, undecided, undecided);
}

static void checkpoint_note_halves(struct replay *replay, uint32_t lo, uint32_t count, const uint8_t *tainted)
{
    enum { ROW_BYTES = 2 * DST_COLUMNS };
    for (uint32_t i = 0; tainted && i < count; i++)
        replay->summary->facts.unread_dst += tainted[i] && tile_row_is_lost(replay->tile, (lo + i) / ROW_BYTES);
}

static void checkpoint_compare(struct replay *replay, bool is_said, const struct stretch *stretch,
                               struct replay_comparison *sum)
{
    const struct mismatch_sink sink = {replay,
                                       is_said && REPLAY_HAS(replay, mismatch) ? checkpoint_report_mismatch : NULL,
                                       is_said && REPLAY_HAS(replay, undecided) ? checkpoint_report_undecided : NULL};
    stretch_compare(stretch, sum, &sink);
}

/* One stretch of bytes: compares it, then takes it over. */
static enum tt_status hold_stretch(struct replay *replay, bool is_said, struct replay_comparison *sum, uint32_t lo,
                                   uint32_t count, struct tt_error *err)
{
    enum tt_space space = sum->space;
    TRY(ttcap_read(replay->capture, sum->checkpoint, space, lo, count, replay->held, replay->known, err));
    bool is_by_byte = space == TT_SPACE_STATE || units_produce_in_part(replay->running, space);
    bool is_produced = is_by_byte || units_produce(replay->running, space);
    const bool decides = !(replay->options->tolerance && replay->options->watched_count); /* a reference is asked what
                                                                                           * hangs on the start */
    const bool is_internal = lo >= space_bytes(replay->info->chip, space);
    const uint8_t *tainted = NULL;
    if (is_produced) {
        mask_computed(replay, space, lo, count);
        tile_load(replay->tile, space, lo, count, replay->replayed);
        checkpoint_accept(replay, sum, lo, count);
        replay_operand_mask(replay, space, lo, count, replay->mask);
        tainted = is_internal ? replay_internal_tainted(replay, sum->checkpoint, lo, count)
                              : find_tainted(replay, space, lo, count);
        const struct stretch stretch = {sum->checkpoint,  space,        lo,      count,          replay->held,
                                        replay->replayed, replay->mask, tainted, replay->origins};
        checkpoint_compare(replay, is_said, &stretch, sum);
        if (is_said && space == TT_SPACE_DST)
            checkpoint_note_halves(replay, lo, count, tainted);
        if (replay->options->takes_all)
            take_differing(replay, space, lo, count);
    }
    if (!is_produced || is_by_byte || (decides && unknown_has(replay->unknown, space))) {
        mask_taken(replay, count, is_produced, tainted);
        tile_store(replay->tile, space, lo, count, replay->held, replay->mask);
        if (!is_internal)
            unknown_take(replay->unknown, space, lo, count, replay->known,
                         space == TT_SPACE_DST && !units_produce(replay->running, space));
    }
    return TT_OK;
}

/* The recording holds the cells of Dst but not its valid flags: a row that was read out counts as valid, since a packer
 * would have read the same. */
static void assume_valid_rows(struct replay *replay)
{
    uint8_t valid[DST_ROWS];
    memset(valid, 1, sizeof valid);
    tile_store(replay->tile, TT_SPACE_DST_VALID, 0, sizeof valid, valid, NULL);
    unknown_clear(replay->unknown, TT_SPACE_DST_VALID, 0, sizeof valid);
}

/* Counts until something runs behind the checkpoint. */
static void note_unread(struct replay *replay, const struct replay_comparison *sum)
{
    struct verdict_facts *facts = &replay->summary->facts;
    if (sum->space == TT_SPACE_SRCA)
        facts->unread_srca = sum->tainted_bytes;
    else if (sum->space == TT_SPACE_SRCB)
        facts->unread_srcb = sum->tainted_bytes;
    else
        replay->equal_beside_sources += sum->equal_bytes;
    if (sum->space == TT_SPACE_L1)
        replay->equal_l1 += sum->equal_bytes;
}

static void report_comparison(struct replay *replay, const struct replay_comparison *sum)
{
    struct replay_summary *summary = replay->summary;
    if (sum->known_bytes == 0)
        return;
    verdict_add(&summary->facts, sum);
    note_unread(replay, sum);
    REPLAY_REPORT(replay, comparison, sum);
}

/* ---- windows that are known by hash ---- */

/* Whether the replay itself computes every bit of a window. */
static bool is_window_computed(struct replay *replay, const struct ttcap_window *window)
{
    if (!window->count || !units_produce(replay->running, window->space))
        return false;
    memset(replay->known, 0xFF, window->count);
    mask_computed(replay, window->space, window->lo, window->count);
    replay_operand_mask(replay, window->space, window->lo, window->count, replay->mask);
    return memcmp(replay->mask, replay->known, window->count) == 0;
}

static void hold_window(struct replay *replay, uint32_t checkpoint, const struct ttcap_window *window)
{
    struct held_window held = {checkpoint, window->space, window->lo, window->lo + window->count, WINDOW_UNDECIDED};
    uint8_t digest[TTCAP_DIGEST_BYTES];
    if (!is_window_computed(replay, window)) {
        replay->summary->facts.windows.left_out++;
        return;
    }
    tile_load(replay->tile, window->space, window->lo, window->count, replay->replayed);
    ttcap_digest(replay->replayed, window->count, digest);
    if (!find_tainted(replay, window->space, window->lo, window->count))
        held.result = memcmp(digest, window->digest, sizeof digest) == 0 ? WINDOW_EQUAL : WINDOW_DIFFERS;
    verdict_add_window(&replay->summary->facts, &held);
    replay->equal_beside_sources += held.result == WINDOW_EQUAL;
    REPLAY_REPORT(replay, window, &held);
}

/* Before anything is taken over from the recording. */
static enum tt_status hold_windows(struct replay *replay, uint32_t checkpoint, struct tt_error *err)
{
    struct ttcap_window window;
    enum tt_status status;
    for (uint32_t i = 0; !(status = ttcap_window_get(replay->capture, checkpoint, i, &window, err)); i++)
        hold_window(replay, checkpoint, &window);
    return walk_ended(status);
}

/* ---- a space ---- */

/* *any: whether the snapshot knows any byte of the space. */
static enum tt_status hold_space(struct replay *replay, uint32_t checkpoint, enum tt_space space, bool is_said,
                                 bool *any, struct tt_error *err)
{
    struct replay_comparison sum = {.checkpoint = checkpoint, .space = space};
    const uint32_t size = space_all_bytes(replay->info->chip, space);
    uint32_t lo = 0, hi = 0;
    enum tt_status status = TT_OK;
    *any = false; /* but for words of the internal state */
    while (lo < size && !(status = ttcap_next_known(replay->capture, checkpoint, space, &lo, &hi, err))) {
        *any |= lo < space_bytes(replay->info->chip, space);
        for (; lo < hi; lo += HOLD_CHUNK) {
            uint32_t count = hi - lo < HOLD_CHUNK ? hi - lo : HOLD_CHUNK;
            TRY(hold_stretch(replay, is_said, &sum, lo, count, err));
        }
        lo = hi;
    }
    if (status && status != TT_END)
        return status;
    if (is_said)
        report_comparison(replay, &sum);
    return TT_OK;
}

/* ---- values of a stage ---- */

static void replay_on_stage(void *user, const struct probe_stage *stage)
{
    const struct replay *replay = user;
    for (size_t i = 0; i < replay->options->staged_count; i++)
        staged_take(replay->options->staged[i], replay->listener->seq, stage);
}

static void replay_on_stage_end(void *user, const struct probe_insn *insn)
{
    const struct replay *replay = user;
    const bool is_followed = replay->asked_for || replay->follows_undefined;
    const origin_set origins = is_followed ? unknown_insn_origins(replay->unknown) : 0;
    (void)insn;
    for (size_t i = 0; i < replay->options->staged_count; i++)
        staged_end(replay->options->staged[i], replay->listener->seq, origins);
}

struct probe replay_stage_probe(struct replay *replay)
{
    struct probe probe = {.user = replay, .insn_end = replay_on_stage_end, .stage = replay_on_stage};
    for (size_t i = 0; i < replay->options->staged_count; i++) {
        staged_begin(replay->options->staged[i]);
        probe.wants |= staged_wants(replay->options->staged[i]);
    }
    return probe;
}

/* As they were made; what was not made differs. Bytes that rest on unknown inputs are undecided. */
static const uint8_t *load_staged(struct replay *replay, const struct staged *staged, uint32_t lo, uint32_t count)
{
    bool is_any = false;
    for (uint32_t i = 0; i < count; i += 4) {
        const uint32_t nth = (lo + i) / 4;
        const struct staged_insn *insn = staged_insn_of(staged, nth);
        store_u32(replay->replayed + i, insn ? staged->values[nth] : ~load_u32(replay->held + i));
        for (uint32_t at = i; at < i + 4; at++) {
            replay->origins[at] = insn ? insn->origins : 0;
            replay->tainted[at] = replay->origins[at] ? 0xFF : 0;
        }
        replay->undecided_by |= replay->origins[i];
        is_any |= replay->origins[i] != 0;
    }
    return is_any ? replay->tainted : NULL;
}

/* In a search a change may be why too few or too many are made: then they differ. */
static bool is_trial(const struct replay *replay)
{
    return replay->options->frames && !replay->options->fills_frames;
}

static enum tt_status hold_staged(struct replay *replay, const struct staged *staged, struct tt_error *err)
{
    struct replay_comparison sum = {.checkpoint = staged->checkpoint, .space = TT_SPACE_STAGE};
    TRY(is_trial(replay) ? TT_OK : staged_check(staged, err));
    for (uint32_t lo = 0, count; lo < 4 * staged->count; lo += count) {
        count = 4 * staged->count - lo < HOLD_CHUNK ? 4 * staged->count - lo : HOLD_CHUNK;
        TRY(ttcap_read(replay->capture, staged->checkpoint, TT_SPACE_STAGE, lo, count, replay->held, replay->mask,
                       err));
        checkpoint_accept(replay, &sum, lo, count);
        const uint8_t *tainted = load_staged(replay, staged, lo, count);
        const struct stretch stretch = {sum.checkpoint,   TT_SPACE_STAGE, lo,      count,          replay->held,
                                        replay->replayed, replay->mask,   tainted, replay->origins};
        checkpoint_compare(replay, true, &stretch, &sum);
    }
    report_comparison(replay, &sum);
    return TT_OK;
}

static enum tt_status hold_all_staged(struct replay *replay, uint32_t checkpoint, struct tt_error *err)
{
    for (size_t i = 0; i < replay->options->staged_count; i++)
        if (replay->options->staged[i]->checkpoint == checkpoint)
            TRY(hold_staged(replay, replay->options->staged[i], err));
    return TT_OK;
}

/* ---- all of it ---- */

/* From here to the next checkpoint that holds it, Dst is unknown, and so is which of its rows are valid. */
static void lose_dst(struct replay *replay, uint32_t checkpoint, bool has_valid)
{
    char *id = replay->summary->facts.without_dst;
    unknown_mark_missing(replay->unknown, TT_SPACE_DST);
    if (!has_valid)
        unknown_mark_missing(replay->unknown, TT_SPACE_DST_VALID);
    if (!*id)
        (void)snprintf(id, VERDICT_ID_MAX, "%s", ttcap_checkpoint(replay->capture, checkpoint)->id);
}

enum tt_status replay_checkpoint(struct replay *replay, uint32_t checkpoint, bool is_said, struct tt_error *err)
{
    is_said = is_said && (!replay->options->tolerance || ttcap_is_reference(replay->capture, checkpoint));
    if (is_said) {
        replay->summary->checkpoints++;
        replay->judged_words = replay->summary->executed;
        replay->judged_events = replay->summary->events;
        struct verdict_facts *facts = &replay->summary->facts;
        facts->unread_srca = facts->unread_srcb = facts->unread_dst = 0;
        REPLAY_REPORT(replay, checkpoint, checkpoint, ttcap_checkpoint(replay->capture, checkpoint),
                      replay->listener->seq);
    }
    bool has[TT_SPACE_COUNT];
    if (is_said) {
        TRY(hold_all_staged(replay, checkpoint, err));
        TRY(hold_windows(replay, checkpoint, err));
    }
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        TRY(hold_space(replay, checkpoint, (enum tt_space)space, is_said, &has[space], err));
        if (replay->options->is_screened)
            replay_ask_enough(replay);
        if (replay->is_enough)
            return TT_OK;
    }
    if (!units_produce(replay->running, TT_SPACE_DST)) {
        replay->dst_is_handed_over = has[TT_SPACE_DST];
        if (!has[TT_SPACE_DST])
            lose_dst(replay, checkpoint, has[TT_SPACE_DST_VALID]);
        else if (!has[TT_SPACE_DST_VALID])
            assume_valid_rows(replay);
    }
    if (has[TT_SPACE_CFG] && has[TT_SPACE_GPR] && has[TT_SPACE_STATE])
        unknown_lose_control(replay->unknown, false);
    REPLAY_REPORT(replay, held, checkpoint, replay->tile);
    return TT_OK;
}

enum tt_status replay_hold_end(struct replay *replay, struct tt_error *err)
{
    const uint32_t end = replay->info->checkpoint_count;
    uint32_t first = end - 1;
    while (first > 1 && ttcap_is_reference(replay->capture, first) && ttcap_is_reference(replay->capture, first - 1))
        first--;
    for (uint32_t checkpoint = first; checkpoint < end; checkpoint++)
        TRY(replay_checkpoint(replay, checkpoint, true, err));
    return TT_OK;
}
