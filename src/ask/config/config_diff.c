/* SPDX-License-Identifier: Apache-2.0 */
/* Out of the writes between two points: the newest gives a field's value at the end, the oldest the value before. */
#include "ask/config/config_diff.h"

#include "base/search.h"
#include "isa/chip.h"
#include "isa/spaces.h"

struct gatherer {
    struct config_diff *diff;
    bool is_out_of_memory;
};

struct walk {
    enum tt_chip chip;
    enum tt_space space;
    uint32_t words; /* a copy */
    int64_t from;
    int (*take)(void *user, const struct config_step *step);
    void *user;
    bool is_over;
};

/* Bytes of the word that the write did not touch are as they were: zero here. */
static void walk_word(struct walk *walk, const struct results_access_row *row, uint32_t element, uint32_t bytes)
{
    const struct chip *chip = chip_get(walk->chip);
    struct config_step step = {.row = row, .copy = element / walk->words};
    const uint32_t number = element % walk->words;
    uint32_t before = 0, after = 0;
    enum reg_id ids[32];
    if (walk->space == TT_SPACE_CFG && step.copy && number >= chip->cfg_global_base)
        return; /* both halves show words that exist once */
    for (uint32_t i = 0; i < bytes; i++) {
        const uint32_t at = element * bytes + i;
        if (at < row->of.lo || at >= row->of.hi)
            continue;
        before |= (uint32_t)row->of.before[at - row->of.lo] << 8 * i;
        after |= (uint32_t)row->of.after[at - row->of.lo] << 8 * i;
    }
    const size_t count = reg_fields_of_word(walk->chip, walk->space, number, ids);
    for (size_t i = 0; i < count && !walk->is_over; i++) {
        const struct reg_field *field = reg_field_get(walk->chip, ids[i]);
        step.id = ids[i];
        step.before = reg_field_value(field, before);
        step.after = reg_field_value(field, after);
        walk->is_over = step.before != step.after && walk->take(walk->user, &step);
    }
}

static enum tt_status walk_write(void *user, const struct results_access_row *row)
{
    struct walk *walk = user;
    const uint32_t bytes = space_element_bytes(walk->space);
    if ((int64_t)row->seq <= walk->from)
        return TT_END;
    for (uint32_t at = row->of.lo / bytes; row->of.before && row->of.after && at * bytes < row->of.hi && !walk->is_over;
         at++)
        walk_word(walk, row, at, bytes);
    return walk->is_over ? TT_END : TT_OK;
}

enum tt_status config_steps(struct results *results, int64_t from, int64_t to,
                            int (*take)(void *user, const struct config_step *step), void *user, struct tt_error *err)
{
    static const enum tt_space spaces[] = {TT_SPACE_CFG, TT_SPACE_THREAD_CFG};
    const struct chip *chip = chip_get(results_run(results)->chip);
    struct walk walk = {.chip = chip->id, .from = from, .take = take, .user = user};
    for (int i = 0; i < 2 && to >= 0 && !walk.is_over; i++) {
        walk.space = spaces[i];
        walk.words = i ? chip->thread_words : chip->cfg_words;
        TRY(results_writers(results, spaces[i], 0, space_bytes(chip->id, spaces[i]), (uint64_t)to, walk_write, &walk,
                            err));
    }
    return TT_OK;
}

static struct config_change *change_of(struct gatherer *gatherer, enum reg_id id, unsigned copy)
{
    struct config_diff *diff = gatherer->diff;
    for (size_t i = 0; i < diff->count; i++)
        if (diff->items[i].id == id && diff->items[i].copy == copy)
            return &diff->items[i];
    if (mem_grow(&diff->items, &diff->capacity, diff->count + 1, sizeof *diff->items)) {
        gatherer->is_out_of_memory = true;
        return NULL;
    }
    diff->items[diff->count] = (struct config_change){.id = id, .copy = copy};
    return &diff->items[diff->count++];
}

static int gather_step(void *user, const struct config_step *step)
{
    struct gatherer *gatherer = user;
    struct config_change *change = change_of(gatherer, step->id, step->copy);
    if (!change)
        return 1;
    if (!change->times++) {
        change->to = step->after;
        change->seq = step->row->seq;
    }
    change->from = step->before; /* rows come newest first */
    return 0;
}

struct place {
    const struct reg_field *field;
    struct config_change change;
};

ORDER(config_diff_by_place, struct place,
      RISING(field->space) ?: RISING(change.copy) ?: RISING(field->word) ?: RISING(field->shift))

static enum tt_status sort(struct config_diff *diff, struct tt_error *err)
{
    struct place *places = mem_calloc(diff->count + 1, sizeof *places);
    NEED(places, err, "no memory for the fields");
    for (size_t i = 0; i < diff->count; i++)
        places[i] = (struct place){reg_field_get(diff->run->chip, diff->items[i].id), diff->items[i]};
    qsort(places, diff->count, sizeof *places, config_diff_by_place);
    for (size_t i = 0; i < diff->count; i++)
        diff->items[i] = places[i].change;
    mem_free(places);
    return TT_OK;
}

enum tt_status config_diff_make(struct config_diff *diff, struct results *results, int64_t from, int64_t to,
                                struct tt_error *err)
{
    *diff = (struct config_diff){.run = results_run(results), .from = from, .to = to};
    struct gatherer gatherer = {diff, false};
    REFUSE_IF(from > to, err, "from event %" PRId64 " to event %" PRId64 " goes backwards", from, to);
    enum tt_status status = config_steps(results, from, to, gather_step, &gatherer, err);
    if (!status && gatherer.is_out_of_memory)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the fields");
    struct results_insn_row insn;
    for (size_t i = 0; i < diff->count && !status; i++) {
        struct config_change *change = &diff->items[i];
        diff->differing += change->from != change->to;
        status = results_insn_at(results, change->seq, &insn, &change->has_word, err);
        change->thread = change->has_word ? insn.thread : 0;
        change->word = change->has_word ? insn.word : 0;
    }
    return status || !diff->count ? status : sort(diff, err);
}

void config_diff_clear(struct config_diff *diff)
{
    mem_free(diff->items);
    *diff = (struct config_diff){0};
}
