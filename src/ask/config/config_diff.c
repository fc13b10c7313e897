/* SPDX-License-Identifier: Apache-2.0 */
/* Out of the writes between two points: the newest gives a field's value at the end, the oldest the value before. */
#include "ask/config/config_diff.h"

#include "base/little.h"
#include "base/memory.h"
#include "isa/chip.h"
#include "isa/spaces.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct gatherer {
    struct config_diff *diff;
    enum tt_space space;
    uint32_t words; /* a copy */
    bool is_out_of_memory;
};

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

static uint32_t config_diff_word_at(const uint8_t *bytes, uint32_t count)
{
    return bytes ? load_number(bytes, count) : 0;
}

static void config_diff_take_word(struct gatherer *gatherer, const struct results_access_row *row, uint32_t lo,
                                  uint32_t bytes)
{
    const enum tt_chip id = gatherer->diff->run->chip;
    const struct chip *chip = chip_get(id);
    const uint32_t element = lo / bytes, word = element % gatherer->words, copy = element / gatherer->words;
    const uint32_t before = config_diff_word_at(row->before + (lo - row->lo), bytes);
    const uint32_t after = config_diff_word_at(row->after + (lo - row->lo), bytes);
    enum reg_id ids[32];
    if (before == after || (gatherer->space == TT_SPACE_CFG && copy && word >= chip->cfg_global_base))
        return; /* both halves show words that exist once */
    const size_t count = reg_fields_of_word(id, gatherer->space, word, ids);
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(id, ids[i]);
        if (reg_field_value(field, before) == reg_field_value(field, after))
            continue;
        struct config_change *change = change_of(gatherer, ids[i], copy);
        if (!change)
            return;
        if (!change->times++) {
            change->to = reg_field_value(field, after);
            change->seq = row->seq;
        }
        change->from = reg_field_value(field, before); /* rows come newest first */
    }
}

static int config_diff_take_write(void *user, const struct results_access_row *row)
{
    struct gatherer *gatherer = user;
    const uint32_t bytes = space_element_bytes(gatherer->space);
    if ((int64_t)row->seq <= gatherer->diff->from)
        return 1;
    if (!row->before || !row->after)
        return 0;
    for (uint32_t lo = row->lo; lo + bytes <= row->hi && !gatherer->is_out_of_memory; lo += bytes)
        config_diff_take_word(gatherer, row, lo, bytes);
    return gatherer->is_out_of_memory;
}

struct place {
    const struct reg_field *field;
    struct config_change change;
};

static int config_diff_by_place(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->field->space != y->field->space)
        return x->field->space < y->field->space ? -1 : 1;
    if (x->change.copy != y->change.copy)
        return x->change.copy < y->change.copy ? -1 : 1;
    const unsigned first = x->field->word * 32u + x->field->shift, second = y->field->word * 32u + y->field->shift;
    return first < second ? -1 : first > second;
}

static enum tt_status sort(struct config_diff *diff, struct tt_error *err)
{
    struct place *places = mem_calloc(diff->count + 1, sizeof *places);
    if (!places)
        return tt_fail(err, TT_NO_MEMORY, "no memory for the fields");
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
    static const enum tt_space spaces[] = {TT_SPACE_CFG, TT_SPACE_THREAD_CFG};
    *diff = (struct config_diff){.run = results_run(results), .from = from, .to = to};
    const struct chip *chip = chip_get(diff->run->chip);
    enum tt_status status = TT_OK;
    if (from > to)
        return tt_fail(err, TT_BAD_INPUT, "from event %" PRId64 " to event %" PRId64 " goes backwards", from, to);
    for (int i = 0; i < 2 && !status && to >= 0; i++) {
        struct gatherer gatherer = {diff, spaces[i], i ? chip->thread_words : chip->cfg_words, false};
        status = results_writers(results, spaces[i], 0, space_bytes(chip->id, spaces[i]), (uint64_t)to,
                                 config_diff_take_write, &gatherer, err);
        if (!status && gatherer.is_out_of_memory)
            status = tt_fail(err, TT_NO_MEMORY, "no memory for the fields");
    }
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
