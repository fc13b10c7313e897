/* SPDX-License-Identifier: Apache-2.0 */
/* A delayed word sees the new bytes that a quicker one rewrote, and the old ones that a slower one has not written yet.
 */
#include "schedules/delayed.h"

#include "base/little.h"
#include "observe/hazard.h"

#include "cfg_findings.h"
#include "dst_findings.h"
#include "gpr_findings.h"
#include "l1_findings.h"
#include "lreg_findings.h"
#include "push_findings.h"
#include "src_findings.h"
#include "vector_findings.h"

/* Whether a hazard is about a space; what a pushed MOP or a core's own registers see is tried by whole moves. */
static bool delayed_is_about(finding_id id, enum tt_space space)
{
    switch (space) {
    case TT_SPACE_CFG:
        return id == FINDING_CFG_WHILE_IN_USE || id == FINDING_CFG_MAY_BE_IN_USE || id == FINDING_CFG_READ_TOO_SOON ||
               id == FINDING_CFG_STORE_NOT_AWAITED || id == FINDING_CFG_READ_UNORDERED;
    case TT_SPACE_GPR:
        return id == FINDING_GPR_READ_TOO_SOON || id == FINDING_GPR_MAY_BE_READ_TOO_SOON;
    case TT_SPACE_DST:
    case TT_SPACE_DST_VALID:
        return id == FINDING_DST_WHILE_IN_USE || id == FINDING_DST_READ_TOO_SOON || id == FINDING_DST_MAY_BE_IN_USE ||
               id == FINDING_DST_MAY_BE_READ_TOO_SOON;
    case TT_SPACE_L1:
        return id == FINDING_L1_WHILE_IN_USE || id == FINDING_L1_READ_TOO_SOON;
    case TT_SPACE_LREG:
        return id == FINDING_LREG_READ_TOO_SOON;
    case TT_SPACE_THREAD_CFG:
    case TT_SPACE_SRCA:
    case TT_SPACE_SRCB:
    case TT_SPACE_STATE:
    case TT_SPACE_COUNT:
        break;
    }
    return false;
}

bool delayed_is_unseen(finding_id id)
{
    return id == FINDING_SRC_WHILE_IN_USE || id == FINDING_SRC_READ_TOO_SOON || id == FINDING_SRC_BANK_MAY_TURN ||
           id == FINDING_SRC_HAND_OVER_MAY_PASS || id == FINDING_VECTOR_MACRO_READS_TABLE_EARLY ||
           id == FINDING_PUSH_MAY_BE_LOST;
}

struct listener {
    const struct replay_hazard *hazard;
    struct delayed_patch *patch;
    bool is_at_work;        /* the word that writes */
    struct probe_insn user; /* the other */
};

/* Of configuration a word at work sees only what it uses. */
static void delayed_mask_cfg(enum tt_chip chip, const struct probe_insn *user, const struct replay_patch_piece *piece)
{
    uint8_t *mask = piece->saved - piece->count;
    for (uint32_t at = 0; at + 4 <= piece->count; at += 4) {
        const uint32_t word = (piece->lo + at) / 4 % chip_get(chip)->cfg_words;
        uint32_t bits = 0;
        for (unsigned group = EXTENT_FIELDS; group < EXTENT_FIELDS + SETTING_GROUPS; group++)
            if (word_reads_as(user->insn, user->word, TT_SPACE_CFG, group))
                bits |= hazard_used_bits(chip, user->unit, group, word);
        store_u32(&mask[at], bits);
    }
}

static void delayed_on_begin(void *user, const struct probe_insn *insn)
{
    struct listener *listener = user;
    const struct replay_hazard *hazard = listener->hazard;
    const bool is_of_unit = insn->unit == hazard->unit && insn->thread == hazard->thread &&
                            insn->seq >= hazard->first_step && insn->seq < hazard->other_step;
    listener->is_at_work =
        insn->seq == (hazard->is_read ? hazard->other_step : hazard->step) || (hazard->is_read && is_of_unit);
    if (insn->seq == (hazard->is_read ? hazard->step : hazard->other_step))
        listener->user = *insn;
}

static void delayed_on_access(void *user, const struct probe_access *access)
{
    struct listener *listener = user;
    struct delayed_patch *patch = listener->patch;
    const uint32_t count = access->hi - access->lo;
    if (!listener->is_at_work || !access->is_write || access->lo >= access->hi ||
        !delayed_is_about(listener->hazard->id, access->space))
        return;
    uint8_t *bytes = mem_alloc(3 * (size_t)count);
    if (!bytes || mem_grow(&patch->pieces, &patch->capacity, patch->patch.count + 1, sizeof *patch->pieces)) {
        mem_free(bytes);
        patch->has_failed = true;
        return;
    }
    memcpy(bytes, listener->hazard->is_read ? access->before : access->after, count);
    memset(bytes + count, 0xFF, count);
    patch->pieces[patch->patch.count++] =
        (struct replay_patch_piece){access->space, access->lo, count, bytes, bytes + count, bytes + 2 * (size_t)count};
}

enum tt_status delayed_learn(struct ttcap *capture, const struct replay_options *options,
                             const struct replay_hazard *hazard, struct delayed_patch *patch, struct tt_error *err)
{
    struct listener listener = {.hazard = hazard, .patch = patch, .user = {.unit = hazard->unit}};
    const struct probe probe = {.user = &listener,
                                .wants = PROBE_INSN | PROBE_ACCESS,
                                .insn_begin = delayed_on_begin,
                                .access = delayed_on_access};
    struct replay_summary summary;
    *patch = (struct delayed_patch){.patch = {.first = hazard->is_read ? hazard->step : hazard->first_step,
                                              .last = hazard->is_read ? hazard->step : hazard->other_step,
                                              .unit = hazard->unit,
                                              .thread = hazard->thread}};
    enum tt_status status = replay_run(capture, options, &probe, NULL, &summary, err);
    if (!status && patch->has_failed)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for what a word writes");
    if (listener.user.unit == TT_UNIT_CORE) /* a store is a move by itself, and is tried as one */
        delayed_patch_clear(patch);
    for (size_t i = 0; i < patch->patch.count; i++) {
        if (patch->pieces[i].space == TT_SPACE_CFG)
            delayed_mask_cfg(ttcap_info(capture)->chip, &listener.user, &patch->pieces[i]);
    }
    /* Of several writers the first's bytes before it stay: its pieces come last. */
    for (size_t i = 0, j = patch->patch.count; hazard->is_read && i + 1 < j; i++, j--) {
        const struct replay_patch_piece piece = patch->pieces[i];
        patch->pieces[i] = patch->pieces[j - 1];
        patch->pieces[j - 1] = piece;
    }
    patch->patch.pieces = patch->pieces;
    return status;
}

void delayed_patch_clear(struct delayed_patch *patch)
{
    for (size_t i = 0; i < patch->patch.count; i++)
        mem_free((void *)(uintptr_t)patch->pieces[i].bytes); /* the other two lie behind it */
    mem_free(patch->pieces);
    *patch = (struct delayed_patch){0};
}
