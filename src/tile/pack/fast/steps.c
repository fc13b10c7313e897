/* SPDX-License-Identifier: Apache-2.0 */
/* What kernels pack less often than straight.c does, likewise without a probe and without blocks that go from stage to
 * stage: four whole rows, of which each stage at work is one loop over 64 values. This file says which settings that
 * holds for, and does it; pacr_plain.c says when, and counts. */
#include "tile/pack/fast/steps.h"

#include "base/little.h"
#include "tile/pack/fast/narrow.h"
#include "tile/pack/fast/straight.h"
#include "tile/pack/fast/sums.h"
#include "tile/pack/fast/whole.h"

#include <string.h>

enum { DATUMS = PACK_PLAIN_ROWS * DST_COLUMNS, GROUPS = DATUMS / PACK_GROUP };

/* Values stand at 16 bits as long as that is all they need. */
struct values {
    bool is_16;
    uint16_t halves[DATUMS];
    uint32_t whole[DATUMS];
};

static void widen(const struct pack_settings *set, struct values *values)
{
    if (values->is_16)
        set->fast.whole->widen(values->halves, DATUMS, values->whole);
    values->is_16 = false;
}

static void narrow(const struct pack_settings *set, struct values *values)
{
    if (!values->is_16)
        set->fast.whole->narrow(values->whole, DATUMS, values->halves);
    values->is_16 = true;
}

static void convert(const struct pack_settings *set, enum pack_conversion conversion, struct values *values)
{
    if (conversion == PACK_AS_IS)
        return;
    widen(set, values);
    set->fast.whole->convert[conversion](values->whole, DATUMS);
}

/* Returns the largest magnitude where the loop that reads finds it, else 0. */
static uint32_t read_rows(const struct pack_settings *set, const struct tile *tile, uint32_t row, struct values *values)
{
    const uint16_t *high = tile->state.dst[row];
    values->is_16 = set->fast.steps_begin_with_16;
    if (set->fast.rows) {
        void *image = values->is_16 ? (void *)values->halves : (void *)values->whole;
        const uint32_t most = pack_straight_rows(set, tile, row, image);
        turn_numbers(image, DATUMS, values->is_16 ? sizeof *values->halves : sizeof *values->whole);
        return most;
    }
    if (values->is_16)
        set->fast.cells(high, DATUMS, values->halves);
    else
        set->fast.loops->fp32_cells(high, tile->state.dst[row + DST_LOW_HALF], DATUMS, values->whole);
    if (set->early.descale) {
        widen(set, values);
        set->fast.whole->descale(values->whole, DATUMS, set->descale_shift, set->value_format == FORMAT_UINT8);
    } else {
        convert(set, set->early.plain, values);
    }
    return 0;
}

static void mask(const struct pack_settings *set, const struct packer *self, struct values *values)
{
    struct pack_position at = self->position;
    for (uint32_t i = 0; i < DATUMS; i += DST_COLUMNS) {
        const uint16_t columns = (uint16_t)pack_edge_columns(&set->edge, at.y, at.z);
        if (values->is_16)
            set->fast.whole->mask_16(&values->halves[i], columns, (uint16_t)set->edge.fill);
        else
            set->fast.whole->mask_32(&values->whole[i], columns, set->edge.fill);
        pack_position_advance(set, &at, DST_COLUMNS);
    }
}

/* Mode 1 is mode 2 with threshold 0, which its settings have. */
static void relu(const struct pack_settings *set, struct values *values)
{
    enum { TO_RANGE = 3 };
    const uint32_t most = values->is_16 ? INT16_MAX : INT32_MAX, threshold = set->relu.threshold;
    const uint32_t limit = threshold < most ? threshold : most;
    if (values->is_16 && set->relu.mode == TO_RANGE)
        set->fast.loops->clamp(values->halves, DATUMS, (int16_t)limit);
    else if (values->is_16)
        set->fast.loops->zero_up_to(values->halves, DATUMS, (int16_t)limit);
    else if (set->relu.mode == TO_RANGE)
        set->fast.whole->clamp(values->whole, DATUMS, threshold, set->relu.compare_shift);
    else
        set->fast.whole->zero_up_to(values->whole, DATUMS, (int32_t)limit);
}

static uint32_t largest(const struct pack_settings *set, const struct values *values, uint32_t mask)
{
    return values->is_16 ? set->fast.loops->largest(values->halves, DATUMS, mask)
                         : set->fast.loops->largest_32(values->whole, DATUMS, mask);
}

/* Of floats the largest magnitude has the largest exponent; what counts as the exponent of an INT16 are its low bits.
 */
static void count_low_exponents(const struct pack_settings *set, struct packer *self, const struct values *values)
{
    const uint32_t exponent = largest(set, values, set->value.exponent_mask);
    if (exponent > self->histogram_maximum)
        self->histogram_maximum = exponent;
}

static void write_blocks(const struct pack_settings *set, struct packer *self, struct tile *tile, struct values *values,
                         uint8_t *to)
{
    uint8_t exponents[GROUPS];
    narrow(set, values);
    set->fast.loops->assemble(values->halves, GROUPS, set->datum_bits, exponents);
    pack_stream_append(set, self, &self->exponents, tile, exponents, GROUPS, self->datums);
    set->fast.store(values->halves, DATUMS, to);
}

static void write_datums(const struct pack_settings *set, struct values *values, uint8_t *to)
{
    if (set->datum_bits == 32) {
        widen(set, values);
        copy_numbers(to, values->whole, DATUMS, sizeof *values->whole);
    } else if (set->datum_bits == 16) {
        narrow(set, values);
        copy_numbers(to, values->halves, DATUMS, sizeof *values->halves);
    } else {
        widen(set, values);
        set->fast.whole->bytes(values->whole, DATUMS, to);
    }
}

bool pack_fast_run_steps(const struct pack_settings *set, struct packer *self, struct tile *tile, uint32_t row,
                         uint8_t *to, uint32_t *most)
{
    struct values values; /* filled as they are needed */
    if (set->edge.is_at_work && self->position.x)
        return false;
    *most = read_rows(set, tile, row, &values);
    if (set->edge.is_at_work)
        mask(set, self, &values);
    if (set->relu.mode)
        relu(set, &values);
    if (!set->fast.rows || set->edge.is_at_work || set->relu.mode)
        *most = largest(set, &values, set->value.magnitude);
    if (!set->value.exponent_shift && set->has_exponents)
        count_low_exponents(set, self, &values);
    for (unsigned i = 0; i < PACK_LATE_STEPS && set->late[i]; i++)
        convert(set, set->late[i], &values);
    if (set->accumulate) {
        widen(set, &values);
        pack_fast_add_held(set, to, DATUMS, values.whole);
        tile->fast_taken[FAST_PACK_SUMS] = true;
    }
    if (set->is_block)
        write_blocks(set, self, tile, &values, to);
    else
        write_datums(set, &values, to);
    tile->fast_taken[FAST_PACR_STEPS] = true;
    return true;
}

/* ---- settings ---- */

static bool has_steps(const struct pack_settings *set)
{
    const uint32_t known = 1u << PACK_READ | 1u << PACK_EARLY_CONVERT | 1u << PACK_EDGE_MASK | 1u << PACK_RELU |
                           1u << PACK_EXPONENT_HISTOGRAM | 1u << PACK_ZERO_COMPRESS | 1u << PACK_LATE_CONVERT |
                           1u << PACK_BFP_ASSEMBLE | 1u << PACK_L1_ACCUMULATE | 1u << PACK_L1_WRITE;
    for (const struct pack_step *step = set->steps[PACK_FROM_DST][0]; step->run; step++) {
        if (!(known >> step->stage & 1))
            return false;
    }
    return true;
}

static bool takes_early(const struct pack_settings *set)
{
    return !set->early.random && !set->early.descale_random && !(set->early.descale && set->descales_by_filter);
}

/* What is compared by another reading is left to the stages, and so is what a conversion leaves with its sign elsewhere
 * than in the highest bit. */
static bool takes_relu(const struct pack_settings *set)
{
    const bool has_sign_on_top = set->fast.rows || !pack_early_is_at_work(&set->early);
    return !set->relu.mode || (!set->relu.compares_numbers && has_sign_on_top);
}

static bool takes_output(const struct pack_settings *set)
{
    if (set->is_block)
        return set->has_plain_rules && set->late_format == FORMAT_BF16 && !set->accumulate;
    return set->datum_bits >= 16 || (set->datum_bits == 8 && !set->accumulate);
}

/* Of 32 bits what is read is FP32, or INT32 alike; INT16 is the upper half. */
static void resolve_reading(struct pack_settings *set)
{
    const struct narrow_loops *loops = set->fast.loops;
    const bool is_half = !set->reads_32b || set->read_format == FORMAT_INT16;
    set->fast.cells = set->read_format == FORMAT_BF16   ? loops->bf16_cells
                      : set->read_format == FORMAT_FP16 ? loops->fp16_cells
                                                        : loops->plain_cells;
    set->fast.steps_begin_with_16 = set->fast.rows ? set->fast.rows != loops->fp32_rows : is_half;
}

void pack_fast_steps_resolve(struct pack_settings *set)
{
    resolve_reading(set);
    set->fast.has_steps = has_steps(set) && takes_early(set) && takes_relu(set) && takes_output(set) &&
                          !set->compresses && !set->counts_exponents && !set->is_low_first &&
                          !(set->late[0] && set->fp16_reading) &&
                          !(set->edge.is_at_work && set->steps_position_by_interface);
}
