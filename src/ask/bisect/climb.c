/* SPDX-License-Identifier: Apache-2.0 */
/* A mask, a stride, an operand of which several bits are other ones: each bit that is put right explains more. */
#include "ask/bisect/explain_internal.h"

enum { CLIMB_FROM = 6, CLIMB_BITS = 32, CLIMB_LEAST = 3 /* bits of a field; all values of smaller ones are tried */ };

/* The number that a change is, and which of its bits may be other ones; null: it is no number. */
static uint32_t *climb_number(struct bisect_change *change, enum tt_chip chip, uint32_t *bits)
{
    if (change->kind == BISECT_SET) {
        const unsigned width = reg_field_get(chip, change->set.field)->bits;
        *bits = width > CLIMB_LEAST ? (uint32_t)((UINT64_C(1) << width) - 1) : 0;
        return &change->set.value;
    }
    if (change->kind != BISECT_WORD || change->fault != BISECT_CHANGED)
        return NULL;
    const bool is_store = change->event_kind != TTCAP_EXEC && change->event_kind != TTCAP_PUSH;
    *bits = is_store ? UINT32_MAX : UINT32_C(0x00FFFFFF);
    return &change->edit.word;
}

/* Turns each bit, and leaves it turned where that explains more and breaks nothing. */
static enum tt_status climb_from(struct search *search, struct bisect_explanation best)
{
    const unsigned before = search->result->explanation_count;
    uint32_t bits = 0;
    enum tt_status status = TT_OK;
    if (!climb_number(&best.changes[0], search->fields.chip, &bits))
        return TT_OK;
    for (unsigned bit = 0; bit < CLIMB_BITS && !status && search->result->explanation_count == before; bit++) {
        struct bisect_explanation other = best;
        if (!(bits >> bit & 1))
            continue;
        *climb_number(&other.changes[0], search->fields.chip, &bits) ^= UINT32_C(1) << bit;
        other.changes[0].is_guess = true;
        other.explained = 0;
        status = explain_try(search, &other);
        if (other.explained > best.explained && !other.broken)
            best = other;
    }
    return status;
}

enum tt_status explain_climb(struct search *search)
{
    const struct bisect_result *result = search->result;
    struct bisect_explanation from[CLIMB_FROM];
    const unsigned count = result->partial_count < CLIMB_FROM ? result->partial_count : CLIMB_FROM;
    enum tt_status status = TT_OK;
    for (unsigned i = 0; i < count; i++) /* trials put others there */
        from[i] = result->partial[i];
    for (unsigned i = 0; i < count && !status && !result->explanation_count && !explain_is_spent(search); i++)
        status = climb_from(search, from[i]);
    return status;
}
