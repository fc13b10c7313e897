/* SPDX-License-Identifier: Apache-2.0 */
/* Lane flags and their stack: SFPSETCC, SFPENCC, SFPPUSHC, SFPPOPC, SFPCOMPC (V50). All but SFPSETCC
 * act on all lanes. */
#include "tile/vector/vector_internal.h"

#include "vector_findings.h"

/* As struct small_state has it. */
struct condition_codes {
    uint32_t enabled, flags, depth;
    struct lane_flags stack[VECTOR_STACK];
};
static_assert(sizeof(struct condition_codes) == sizeof(((struct small_state *)0)->cc), "the state's condition codes");

static struct condition_codes flags_load(const struct vector_job *job)
{
    struct condition_codes cc;
    memcpy(&cc, &job->tile->state.small.cc, sizeof cc);
    return cc;
}

static void flags_store(const struct vector_job *job, const struct condition_codes *cc)
{
    const struct condition_codes before = flags_load(job);
    memcpy(&job->tile->state.small.cc, cc, sizeof *cc);
    vector_saw_cc(job, &before);
}

/* Documented, not recorded: the flags go to 0. */
static void warn_of_unused(const struct vector_job *job)
{
    tile_finding(job->tile, FINDING_VECTOR_FORM_NOT_RECORDED, TT_UNIT_VECTOR, job->instance,
                 "word %08X while flags are not in use", (unsigned)job->word);
}

void vector_sfpsetcc(struct vector_job *job)
{
    enum { IS_NEGATIVE = 0, IS_CONSTANT = 1, IS_NOT_ZERO = 2, IS_POSITIVE = 4, CLEARS = 8 };
    const uint32_t *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    uint32_t any[LANES], flags = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        any[lane] = x[lane] ? UINT32_MAX : 0;
    if (!job->tile->state.small.cc.enabled) {
        warn_of_unused(job);
    } else if (job->mod & IS_CONSTANT && !(job->mod & CLEARS)) {
        flags = job->imm12 & 1 ? UINT32_MAX : 0;
    } else if (!(job->mod & CLEARS)) {
        const uint32_t is_false = job->mod & IS_POSITIVE ? UINT32_MAX : 0;
        flags = vector_signs(job->mod & IS_NOT_ZERO ? any : x) ^ is_false;
    }
    vector_set_flags(job, flags, job->lanes);
}

void vector_sfpencc(struct vector_job *job)
{
    enum { SETS_USE = 2, TOGGLES_USE = 1, SETS_FLAG = 8 };
    struct condition_codes cc = flags_load(job);
    if (job->mod & SETS_USE)
        cc.enabled = job->imm12 & 1;
    else if (job->mod & TOGGLES_USE)
        cc.enabled = !cc.enabled;
    cc.flags = !(job->mod & SETS_FLAG) || job->imm12 & 2 ? UINT32_MAX : 0;
    flags_store(job, &cc);
}

/* The twelve ways to put two flags together. */
static uint32_t flags_combined(unsigned how, uint32_t a, uint32_t b)
{
    switch (how) {
    case 1:
        return b;
    case 2:
        return ~b;
    case 3:
        return a & b;
    case 4:
        return a | b;
    case 5:
        return a & ~b;
    case 6:
        return a | ~b;
    case 7:
        return ~a & b;
    case 8:
        return ~a | b;
    case 9:
        return ~a & ~b;
    case 10:
        return ~a | ~b;
    case 11:
        return a ^ b;
    default:
        return ~(a ^ b);
    }
}

enum { PLAIN = 0, LAST_COMBINED = 12, INVERTS = 13, ALL_ON = 14 };

/* Blackhole's forms that write the entry on top instead of pushing one. */
static void replace_top(struct vector_job *job, struct condition_codes *cc)
{
    if (cc->depth == 0 || cc->depth > VECTOR_STACK) { /* a snapshot may say anything */
        vector_undefined(job, "SFPPUSHC onto the entry on top of an empty stack; nothing is done");
        return;
    }
    struct lane_flags *top = &cc->stack[cc->depth - 1];
    if (job->mod <= LAST_COMBINED) {
        *top = (struct lane_flags){cc->enabled, flags_combined(job->mod, top->flags, cc->flags)};
    } else if (job->mod == INVERTS) {
        cc->flags = ~cc->flags;
        *top = (struct lane_flags){cc->enabled, cc->flags};
    } else {
        *top = (struct lane_flags){1, job->mod == ALL_ON ? UINT32_MAX : 0};
    }
}

void vector_sfppushc(struct vector_job *job)
{
    struct condition_codes cc = flags_load(job);
    if (job->mod != PLAIN && job->traits->push_has_forms)
        replace_top(job, &cc);
    else if (cc.depth >= VECTOR_STACK)
        vector_undefined(job, "SFPPUSHC onto a full stack; nothing is done");
    else
        cc.stack[cc.depth++] = (struct lane_flags){cc.enabled, cc.flags};
    flags_store(job, &cc);
}

void vector_sfppopc(struct vector_job *job)
{
    struct condition_codes cc = flags_load(job);
    const bool is_empty = cc.depth == 0 || cc.depth > VECTOR_STACK;
    const struct lane_flags top = is_empty ? (struct lane_flags){0, 0} : cc.stack[cc.depth - 1];
    if (job->mod == PLAIN) {
        cc.enabled = top.enabled;
        cc.flags = top.flags;
        if (is_empty)
            vector_undefined(job, "SFPPOPC from an empty stack; it reads zeros");
        else
            cc.stack[--cc.depth] = (struct lane_flags){0, 0};
    } else if (job->mod <= LAST_COMBINED) {
        cc.enabled = top.enabled;
        cc.flags = flags_combined(job->mod, cc.flags, top.flags);
    } else if (job->mod == INVERTS) {
        cc.flags = ~cc.flags;
    } else {
        cc.enabled = 1;
        cc.flags = job->mod == ALL_ON ? UINT32_MAX : 0;
    }
    if (job->mod != PLAIN && job->traits->pop_corrupts_bottom && cc.depth == VECTOR_STACK)
        cc.stack[0] = top;
    flags_store(job, &cc);
}

void vector_sfpcompc(struct vector_job *job)
{
    struct condition_codes cc = flags_load(job);
    const struct lane_flags top =
        cc.depth && cc.depth <= VECTOR_STACK ? cc.stack[cc.depth - 1] : (struct lane_flags){1, UINT32_MAX};
    if (!cc.enabled || !top.enabled)
        warn_of_unused(job);
    cc.flags = top.enabled && cc.enabled ? top.flags & ~cc.flags : 0;
    flags_store(job, &cc);
}
