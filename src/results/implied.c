/* SPDX-License-Identifier: Apache-2.0 */
/* Stages of the matrix unit that nobody made, because they follow from others (struct probe_implied): what is foretold
 * of them is what they are, but for what Dst held before the group. They are made where their width or their exponents
 * would not be known without, and where an instruction joins the group whose stages are reported.
 * docs/formats/results.md#foretold */
#include "base/little.h"
#include "base/memory.h"
#include "base/zeros.h"
#include "numeric/format.h"
#include "results/foretold.h"
#include "results/sink_internal.h"

#include <assert.h>
#include <string.h>

enum { SIDE = FORETOLD_SIDE, FACE = FORETOLD_FACE, CELLS = FORETOLD_CELLS };

static int32_t moved_by(unsigned stage, int32_t bias, uint8_t stored)
{
    return stage == FORETOLD_EXPONENT ? bias : bias + 1 + foretold_rebias(stored);
}

int32_t implied_moved(const struct stage_group *group, unsigned stage)
{
    return moved_by(stage, group->implied.bias, group->stage[FORETOLD_STORED].format);
}

/* ---- the ends that they follow from ---- */

static struct foretold_from ends_of_group(const struct stage_group *group)
{
    struct foretold_from from = {.insns = group->seqs.used / sizeof(uint64_t), .held = group->implied.held.data};
    for (unsigned i = 0; i < FORETOLD_STAGES; i++)
        from.stages[i] = group_foretold_stage(&group->stage[i]);
    return from;
}

/* Of the instruction at work. */
static struct foretold_from ends_of_next(const struct stage_group *group)
{
    struct foretold_from from = {.insns = 1};
    from.held = group->implied.held.data;
    if (from.held)
        from.held += group->implied.held_mark / sizeof *from.held;
    for (unsigned i = 0; i < FORETOLD_STAGES; i++) {
        const struct stage_values *stage = &group->stage[i];
        const uint8_t *values = stage->values.data;
        from.stages[i] = (struct foretold_stage){values ? values + stage->values_mark : NULL, stage->next_value_bytes,
                                                 stage->next_format, &stage->next_count};
    }
    return from;
}

/* From one instruction of a group on to the next. */
static void implied_step(struct foretold_from *from)
{
    const uint32_t stored = *from->stages[FORETOLD_STORED].counts;
    if (from->held)
        from->held += stored;
    if (from->cells)
        from->cells += stored;
    for (unsigned i = 0; i < FORETOLD_STAGES; i++) {
        struct foretold_stage *stage = &from->stages[i];
        if (stage->values)
            stage->values = (const uint8_t *)stage->values + (size_t)*stage->counts * stage->width;
        stage->counts++;
    }
}

/* ---- made ---- */

/* Words of the stage, in the sink's `foretold`; null: no memory. */
static uint32_t *foretell_into(struct results_sink *sink, const struct foretold_from *from, unsigned stage,
                               size_t count, int32_t moved)
{
    struct bytes *words = &sink->foretold;
    words->used = 0;
    enum tt_status status = bytes_make_room(words, count * sizeof(uint32_t)) ? TT_NO_MEMORY : TT_OK;
    if (!status)
        status = foretell(stage, from, from->stages[stage].counts, moved, words->data);
    assert(status != TT_UNSUPPORTED);
    if (status)
        sink_failed(sink, TT_NO_MEMORY, "no memory");
    return status ? NULL : words->data;
}

static void append_made(struct results_sink *sink, const struct foretold_from *from, unsigned stage, size_t count,
                        int32_t moved, struct bytes *to)
{
    const uint32_t *words = foretell_into(sink, from, stage, count, moved);
    const unsigned width = from->stages[stage].width;
    void *room = words ? bytes_reserve(to, count * width) : NULL;
    if (!room) {
        sink_failed(sink, TT_NO_MEMORY, "no memory");
        return;
    }
    uint16_t *const halves = room;
    for (size_t i = 0; width == 2 && i < count; i++)
        halves[i] = (uint16_t)words[i];
    if (width == 4)
        memcpy(room, words, count * width);
    to->used += count * width;
}

static void make_stage(struct results_sink *sink, struct stage_group *group, unsigned i)
{
    struct stage_values *stage = &group->stage[i];
    struct bytes made = {0};
    const uint8_t *values = stage->values.data;
    int failed = 0;
    if (group->implied.is_on) {
        const struct foretold_from from = ends_of_group(group);
        append_made(sink, &from, i, stage->implied_bytes / stage->value_bytes, implied_moved(group, i), &made);
    } else {
        failed = bytes_append(&made, values, stage->values_mark);
    }
    const size_t mark = made.used;
    if (group->implied.next_is_on) {
        const struct foretold_from from = ends_of_next(group);
        append_made(sink, &from, i, stage->next_count,
                    moved_by(i, group->implied.next_bias, from.stages[FORETOLD_STORED].format), &made);
    } else if (!failed && stage->values.used > stage->values_mark) {
        failed = bytes_append(&made, values + stage->values_mark, stage->values.used - stage->values_mark);
    }
    if (failed)
        sink_failed(sink, TT_NO_MEMORY, "no memory");
    bytes_clear(&stage->values);
    stage->values = made;
    stage->values_mark = mark;
    stage->implied_bytes = 0;
}

void implied_make(struct results_sink *sink, struct stage_group *group)
{
    for (unsigned i = FORETOLD_PRODUCT; i <= FORETOLD_ALIGNED && sink->status == TT_OK; i++)
        make_stage(sink, group, i);
    group->implied.is_on = group->implied.next_is_on = false;
    group->implied.held.used = group->implied.held_mark = 0;
}

/* ---- shown ---- */

/* Whether an instruction shows by how much exponents are moved, or, of sums, that they have 32 bits. */
static bool shows(struct results_sink *sink, const struct foretold_from *one, unsigned stage, int32_t moved)
{
    const uint32_t *counts = one->stages[stage].counts, *words = foretell_into(sink, one, stage, *counts, moved);
    int32_t shown = 0;
    if (!words)
        return false;
    if (stage == FORETOLD_GROUP_SUM || stage == FORETOLD_ALIGNED)
        return !are_all_zero((const uint8_t *)words, *counts * sizeof *words);
    const struct foretold_stage made = {words, sizeof *words, FORMAT_FP32, counts};
    return foretold_moved(stage, one, &made, &shown) == TT_OK && shown == moved && moved != 0;
}

static bool do_all_show(struct results_sink *sink, const struct stage_group *group)
{
    for (unsigned stage = FORETOLD_PRODUCT; stage <= FORETOLD_ALIGNED; stage++) {
        struct foretold_from one = ends_of_group(group);
        size_t left = one.insns;
        one.insns = 1;
        while (left && !shows(sink, &one, stage, implied_moved(group, stage))) {
            implied_step(&one);
            left--;
        }
        if (!left)
            return false;
    }
    return true;
}

/* The exponent bits of an operand that counts. */
struct exponents {
    unsigned shift;
    uint32_t mask;
};

static uint32_t implied_exponent_at(const struct foretold_stage *stage, const struct exponents *bits, uint32_t i)
{
    return number_at(stage->values, stage->width, i) >> bits->shift & bits->mask;
}

static struct exponents exponents_of(const struct foretold_stage *stage)
{
    const struct format_info *format = format_get((enum format)stage->format);
    return (struct exponents){format->mantissa_bits, (1u << format->exponent_bits) - 1};
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The largest sum of two operands' exponents that are multiplied; a row of SrcB meets those of a column of SrcA. */
static uint32_t largest_sum(const struct foretold_from *one)
{
    const struct foretold_stage *a = &one->stages[FORETOLD_OPERAND_A], *b = &one->stages[FORETOLD_OPERAND_B];
    const struct exponents of_a = exponents_of(a), of_b = exponents_of(b);
    uint32_t most_a[FACE] = {0}, most_b[FACE] = {0}, most = 0;
    const bool is_sum = *one->stages[FORETOLD_PRODUCT].counts != *b->counts;
    for (uint32_t i = 0; i < *a->counts; i++)
        most_a[is_sum ? i / SIDE : i] = larger(most_a[is_sum ? i / SIDE : i], implied_exponent_at(a, &of_a, i));
    for (uint32_t i = 0; i < *b->counts; i++)
        most_b[is_sum ? i % SIDE : i] = larger(most_b[is_sum ? i % SIDE : i], implied_exponent_at(b, &of_b, i));
    for (uint32_t i = 0; i < (is_sum ? SIDE : *b->counts); i++)
        most = most_a[i] && most_b[i] ? larger(most, most_a[i] + most_b[i]) : most;
    return most;
}

static uint8_t exponent_width(const struct stage_group *group)
{
    struct foretold_from one = ends_of_group(group);
    for (size_t left = one.insns; left; left--, implied_step(&one)) {
        const uint32_t phase = number_at(one.stages[FORETOLD_PHASE].values, one.stages[FORETOLD_PHASE].width, 0);
        if ((int32_t)largest_sum(&one) + group->implied.bias - foretold_lower(phase) > UINT8_MAX)
            return 2;
    }
    return 1;
}

/* ---- what Dst held before the group ---- */

/* What the group's instructions left in cells of Dst; of the instruction at work, what is foretold that Dst held. */
struct expected {
    uint32_t cells[CELLS], held[FACE];
    struct foretold_term terms[2 * FACE];
};

/* Whether Dst held what is foretold that it did. Takes in what is stored. */
static bool is_as_expected(struct expected *expected, const struct foretold_from *one)
{
    const struct foretold_stage *stored = &one->stages[FORETOLD_STORED];
    uint32_t differs = 0;
    for (uint32_t i = 0; i < *stored->counts; i++) {
        uint32_t *cell = &expected->cells[one->cells[i] % CELLS];
        expected->held[i] = *cell;
        differs |= *cell ^ one->held[i];
        *cell = foretold_word(stored->format, number_at(stored->values, stored->width, i));
    }
    return !differs;
}

/* As an image, how an instruction's aligned sums differ from the foretold. */
static bool put_difference(struct results_sink *sink, struct expected *expected, const struct foretold_from *one,
                           int32_t moved, uint32_t *into)
{
    struct foretold_from by = *one;
    const uint32_t *counts = one->stages[FORETOLD_ALIGNED].counts;
    by.cells = NULL;
    by.terms = expected->terms;
    enum tt_status status = foretell(FORETOLD_ALIGNED, &by, counts, moved, into);
    uint32_t words[3 * FACE];
    assert(*counts <= sizeof words / sizeof *words);
    by.has_terms = true;
    by.held = expected->held;
    if (!status)
        status = foretell(FORETOLD_ALIGNED, &by, counts, moved, words);
    assert(status != TT_UNSUPPORTED);
    if (status)
        sink_failed(sink, TT_NO_MEMORY, "no memory");
    for (uint32_t i = 0; !status && i < *counts; i++)
        into[i] ^= words[i];
    turn_numbers(into, *counts, sizeof *into);
    return !status;
}

/* Into the sink's `foretold`. */
static bool take_differences(struct results_sink *sink, struct stage_group *group, struct expected *expected)
{
    const struct stage_values *aligned = &group->stage[FORETOLD_ALIGNED];
    const int32_t moved = implied_moved(group, FORETOLD_ALIGNED);
    struct foretold_from one = ends_of_group(group);
    size_t at = 0, left = one.insns;
    one.insns = 1;
    one.cells = group_cells(&sink->cells, &group->stage[FORETOLD_STORED]);
    sink->foretold.used = 0;
    if (!one.cells || bytes_make_room(&sink->foretold, aligned->implied_bytes))
        return false;
    uint32_t *const words = sink->foretold.data;
    memset(words, 0, aligned->implied_bytes);
    group->implied.has_differences = false;
    for (; left; left--, implied_step(&one)) {
        const bool is_expected = is_as_expected(expected, &one);
        if (!is_expected && !put_difference(sink, expected, &one, moved, &words[at]))
            return false;
        at += *one.stages[FORETOLD_ALIGNED].counts;
    }
    group->implied.has_differences = !are_all_zero((const uint8_t *)words, aligned->implied_bytes);
    return true;
}

bool implied_show(struct results_sink *sink, struct stage_group *group)
{
    if (!do_all_show(sink, group))
        return false;
    group->implied.exponent_width = exponent_width(group);
    struct expected *expected = mem_calloc(1, sizeof *expected);
    const bool is_good = expected && take_differences(sink, group, expected);
    if (!is_good)
        sink_failed(sink, TT_NO_MEMORY, "no memory");
    mem_free(expected);
    return is_good;
}
