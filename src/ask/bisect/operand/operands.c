/* SPDX-License-Identifier: Apache-2.0 */
/* The words are right, and their operand differs from the recorded one: a bit that memory or transport turned over, or
 * another value. */
#include "ask/bisect/operand/operands.h"

#include "ask/bisect/operand/operand_solve.h"
#include "ask/bisect/trial.h"
#include "base/little.h"

/* Of the budget, one part in so many; the rest is for words. */
enum { SHARE = 8, SRC_BITS = 19, LIST_LONG = 16 };

struct operand_search {
    struct search *search;
    const struct replay_operand *recorded;
    unsigned bits;
    uint64_t until;                  /* replays */
    unsigned found;                  /* before this one */
    struct bisect_explanation *part; /* null: it has to explain all; else the best that explains any */
    enum tt_status status;
};

static bool operands_is_spent(const struct operand_search *at)
{
    struct search *search = at->search;
    return search->result->replays >= at->until || search->operand_count == OPERANDS_MAX || explain_is_spent(search);
}

/* Keeps the change that explains most of the difference, if it makes nothing else differ. */
static void operands_take_part(struct operand_search *at, const struct bisect_explanation *explanation)
{
    struct bisect_explanation *part = at->part;
    if (explanation->broken || !explanation->explained || trial_hides(at->search, explanation))
        return;
    part->changes[0].alike += explanation->explained == part->explained;
    if (explanation->explained > part->explained)
        *part = *explanation;
}

static void take_found(struct operand_search *at, const struct replay_operand *operand)
{
    struct search *search = at->search;
    const struct difference_score score = difference_score(search->base, &search->other);
    const struct bisect_explanation explanation = {
        .changes = {{.kind = BISECT_OPERAND, .operand = *operand}},
        .count = 1,
        .explained = score.explained,
        .broken = score.broken,
        .undecided = score.undecided,
    };
    if (at->part) {
        operands_take_part(at, &explanation);
        return;
    }
    if (search->other.total || score.explained != search->base->elements || trial_hides(search, &explanation))
        return;
    search->operands[search->operand_count++] = explanation;
}

/* The first differing value as it becomes, as bytes: as it was held, but for those that still differ. */
static uint32_t outcome(const struct search *search)
{
    const struct bisect_place *first = &search->result->first;
    uint32_t value = first->held_bytes;
    for (size_t i = 0; i < search->other.count; i++) {
        const struct differing_byte *byte = &search->other.bytes[i];
        const uint32_t at = byte->addr - first->lo; /* wraps where it lies before */
        if (byte->checkpoint != search->base->bytes[0].checkpoint)
            break;
        if ((enum tt_space)byte->space == first->space && byte->addr < first->hi && at < sizeof value)
            value = (value & ~(UINT32_C(0xFF) << 8 * at)) | (uint32_t)byte->replayed << 8 * at;
    }
    return value & first->known_bytes;
}

/* Replays with the operand at this value; the first differing value as it becomes. False: it is enough. */
static bool try_value(void *user, uint32_t value, uint32_t *became)
{
    struct operand_search *at = user;
    struct search *search = at->search;
    struct replay_operand operand = *at->recorded;
    struct replay_options replay;
    if (operands_is_spent(at) || search->operand_count > at->found) /* one value of each is enough to name it */
        return false;
    store_number(operand.value, operand.count, value);
    const struct bisect_explanation one = {.changes = {{.kind = BISECT_OPERAND, .operand = operand}}, .count = 1};
    explain_apply(&search->options->replay, &one, &search->room, &replay);
    at->status = difference_run(&search->other, search->capture, &replay, NULL, search->err);
    search->result->replays++;
    if (search->options->progress)
        search->options->progress(search->options->user, search->result->replays, search->options->budget);
    if (at->status)
        return false;
    *became = outcome(search);
    take_found(at, &operand);
    return search->operand_count == at->found;
}

/* A value that a checkpoint holds there and no instruction wrote; false: no byte of it differs. */
static bool take_held(const struct difference *base, const struct replay_operand *operand, uint32_t *value)
{
    bool is = false;
    for (size_t i = 0; i < base->count && base->bytes[i].checkpoint == base->bytes[0].checkpoint; i++) {
        const struct differing_byte *byte = &base->bytes[i];
        const uint32_t at = byte->addr - operand->lo; /* wraps where it lies before */
        if ((enum tt_space)byte->space != operand->space || at >= operand->count)
            continue;
        *value ^= (uint32_t)((byte->held ^ byte->replayed) & byte->known) << 8 * at;
        is = true;
    }
    return is;
}

static struct operand_search operands_begin(struct search *search, const struct replay_operand *recorded,
                                            uint64_t until)
{
    const bool is_src = recorded->space == TT_SPACE_SRCA || recorded->space == TT_SPACE_SRCB;
    return (struct operand_search){.search = search,
                                   .recorded = recorded,
                                   .bits = is_src ? SRC_BITS : 8u * recorded->count,
                                   .until = until,
                                   .found = search->operand_count};
}

/* A value that a flag of a lane decides counts as dependent on all operands that set flags. Of a long list those come
 * first that, with all of their bits turned over, make the first differing value another one. */
static enum tt_status operands_put_moving_first(struct search *search, struct operand_list *list, uint64_t until)
{
    const struct bisect_place *first = &search->result->first;
    size_t moving = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct replay_operand operand = list->items[i];
        struct operand_search at = operands_begin(search, &operand, until);
        const uint32_t all = at.bits < 32 ? (UINT32_C(1) << at.bits) - 1 : UINT32_MAX;
        uint32_t became = 0;
        if (operands_is_spent(&at))
            break;
        (void)try_value(&at, load_number(operand.recorded, operand.count) ^ all, &became);
        TRY(at.status);
        if (became == (first->replayed_bytes & first->known_bytes))
            continue;
        list->items[i] = list->items[moving];
        list->items[moving++] = operand;
    }
    return TT_OK;
}

static enum tt_status try_operand(struct search *search, const struct replay_operand *recorded, uint64_t until)
{
    const struct bisect_place *first = &search->result->first;
    struct operand_search at = operands_begin(search, recorded, until);
    uint32_t value = load_number(recorded->recorded, recorded->count), became;
    const struct operand_wanted wanted = {
        .recorded = value,
        .bits = at.bits,
        .replayed = first->replayed_bytes & first->known_bytes,
        .held = first->held_bytes & first->known_bytes,
        .out_bits = 8 * (first->hi - first->lo),
    };
    if (take_held(search->base, recorded, &value))
        (void)try_value(&at, value, &became);
    else
        operand_solve(&wanted, &at, try_value);
    return at.status;
}

enum tt_status operands_try(struct search *search)
{
    struct operand_list list = {0};
    const unsigned before = search->operand_count;
    const uint64_t until = search->result->replays + explain_share(search->options, SHARE);
    search->is_cut |= search->result->first.part == BISECT_WINDOW; /* there is no value to solve for */
    if (explain_is_spent(search) || search->result->first.part == BISECT_WINDOW)
        return TT_OK;
    enum tt_status status = operand_list_read(&list, search);
    if (!status)
        status = operand_list_narrow(&list, search, NULL);
    if (!status && list.count > LIST_LONG)
        status = operands_put_moving_first(search, &list, until);
    for (size_t i = 0; i < list.count && !status; i++)
        status = try_operand(search, &list.items[i], until);
    operand_list_clear(&list);
    if (!status && search->operand_count == before)
        status = operands_try_several(search, until);
    search->is_cut |= search->result->replays >= until;
    return status;
}

/* One bit of it, or what a checkpoint holds there. */
static enum tt_status operands_try_part(struct search *search, const struct replay_operand *recorded, uint64_t until,
                                        struct bisect_explanation *part)
{
    struct operand_search at = operands_begin(search, recorded, until);
    uint32_t value = load_number(recorded->recorded, recorded->count), became;
    at.part = part;
    bool goes_on = !take_held(search->base, recorded, &value) || try_value(&at, value, &became);
    for (unsigned bit = 0; bit < at.bits && goes_on; bit++)
        goes_on = try_value(&at, load_number(recorded->recorded, recorded->count) ^ UINT32_C(1) << bit, &became);
    return at.status;
}

enum tt_status operands_find_part(struct search *search, uint64_t until, struct bisect_explanation *part)
{
    struct operand_list list = {0};
    *part = (struct bisect_explanation){0};
    enum tt_status status = operand_list_read(&list, search);
    if (!status)
        status = operand_list_narrow(&list, search, &search->result->first);
    for (size_t i = 0; i < list.count && !status; i++)
        status = operands_try_part(search, &list.items[i], until, part);
    operand_list_clear(&list);
    return status;
}
