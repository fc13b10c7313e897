/* SPDX-License-Identifier: Apache-2.0 */
/* A run of the kernel: the state in which it begins, inputs in their places, its words, results out of their places. */
#include "ask/census/kernel/kernel_internal.h"

#include "base/little.h"
#include "numeric/cells.h"
#include "numeric/dst_rows.h"

enum { MACRO_OWN = offsetof(struct vector_state, macro.collects) };

bool kernel_hold_start(struct kernel *kernel, struct tile *tile)
{
    kernel->start = mem_alloc(sizeof *kernel->start);
    if (!kernel->start)
        return false;
    memcpy(kernel->start, tile_state(tile), sizeof *kernel->start);
    return true;
}

struct tile *kernel_tile(const struct kernel *kernel)
{
    struct tile *tile = tile_new(kernel->chip);
    if (!tile)
        return NULL;
    memcpy(tile_state(tile), kernel->start, sizeof *kernel->start);
    tile_set_variants(tile, &kernel->variants);
    return tile;
}

/* All but L1: of a kernel's words PACRs alone write there, and each run the same bytes. */
static void restore_much(const struct kernel *kernel, struct tile *tile)
{
    static_assert(offsetof(struct tile_state, l1) == 0, "L1 stands first");
    const size_t behind = sizeof kernel->start->l1;
    memcpy((char *)tile_state(tile) + behind, (const char *)kernel->start + behind, sizeof *kernel->start - behind);
    tile_state_changed(tile);
}

void kernel_restore(const struct kernel *kernel, struct tile *tile)
{
    struct tile_state *state = tile_state(tile);
    const struct tile_state *start = kernel->start;
    if (kernel->changes_much) {
        restore_much(kernel, tile);
        return;
    }
    memcpy(state->lreg, start->lreg, sizeof start->lreg);
    memcpy(&state->small, &start->small, sizeof start->small);
    memcpy(state->vector.lreg16, start->vector.lreg16, sizeof start->vector.lreg16);
    memcpy(state->vector.rotated, start->vector.rotated, sizeof start->vector.rotated);
    /* Macros leave nothing behind but their own state: none of their words waits. */
    memcpy(&state->vector.macro.collects, &start->vector.macro.collects, sizeof start->vector - MACRO_OWN);
    for (const bool *at = kernel->rows, *end = at + DST_ROWS; (at = memchr(at, true, (size_t)(end - at))); at++) {
        const size_t row = (size_t)(at - kernel->rows);
        memcpy(state->dst[row], start->dst[row], sizeof start->dst[row]);
        state->dst_valid[row] = start->dst_valid[row];
        state->matrix.dst_width[row] = start->matrix.dst_width[row];
    }
}

static bool vector_is_alike(const struct vector_state *a, const struct vector_state *b)
{
    return memcmp(a, b, offsetof(struct vector_state, macro)) == 0 && a->macro.count == b->macro.count &&
           a->macro.landing_count == b->macro.landing_count;
}

bool kernel_is_restored(const struct kernel *kernel, struct tile *tile)
{
    const struct tile_state *now = tile_state(tile), *start = kernel->start;
    const size_t behind_l1 = offsetof(struct tile_state, cfg), vector = offsetof(struct tile_state, vector);
    const size_t behind_vector = vector + sizeof now->vector;
    return memcmp((const char *)now + behind_l1, (const char *)start + behind_l1, vector - behind_l1) == 0 &&
           vector_is_alike(&now->vector, &start->vector) &&
           memcmp((const char *)now + behind_vector, (const char *)start + behind_vector,
                  sizeof *now - behind_vector) == 0;
}

size_t kernel_pass(const struct kernel *kernel, struct tile *tile, struct shadowing *beside)
{
    for (size_t i = 0; i < kernel->count; i++) {
        const struct kernel_word *word = &kernel->words[i];
        if (beside)
            shadowing_word(beside, word->place);
        if (tile_run(tile, word->thread, word->insn, word->word, word->at) != TILE_DONE)
            return i;
    }
    tile_finish(tile);
    return kernel->count;
}

/* ---- inputs and results ---- */

uint32_t kernel_cell_of(const struct exact_format *format, bool is_wide, uint32_t pattern)
{
    if (is_wide)
        return dst32_from_fp32(exact_as_fp32(format, pattern));
    return format == &exact_fp16 ? dst16_from_fp16(pattern) : dst16_from_bf16(pattern);
}

uint32_t kernel_pattern_of(const struct exact_format *format, bool is_wide, uint32_t cell)
{
    if (is_wide)
        return dst32_to_fp32(cell);
    return format == &exact_fp16 ? dst16_to_fp16(cell) : dst16_to_bf16(cell);
}

static void kernel_put_cell(struct tile_state *state, unsigned number, const struct exact_format *format, bool is_wide,
                            uint32_t pattern)
{
    const unsigned row = number / DST_COLUMNS, column = number % DST_COLUMNS;
    const uint32_t cell = kernel_cell_of(format, is_wide, pattern);
    state->dst[row][column] = (uint16_t)(is_wide ? cell >> 16 : cell);
    state->dst_valid[row] = 1;
    if (is_wide)
        state->dst[row + DST_LOW_HALF][column] = (uint16_t)cell;
}

static void kernel_put_operand(const struct kernel_options *options, const struct kernel_place *place,
                               const struct kernel_lanes *in, struct tile *tile, const uint32_t *inputs, unsigned shift)
{
    struct tile_state *state = tile_state(tile);
    for (unsigned i = 0; i < in->count; i++) {
        const uint32_t pattern = kernel_first(options, inputs[i] >> shift);
        if (place->is_register)
            state->lreg[place->number][i] = exact_as_fp32(options->format, pattern);
        else
            kernel_put_cell(state, in->cells[i], options->format, in->is_wide, pattern);
    }
}

void kernel_put(const struct kernel_options *options, const struct kernel *kernel, struct tile *tile,
                const uint32_t *inputs)
{
    kernel_put_operand(options, &options->in, &kernel->in, tile, inputs, 0);
    if (options->has_second)
        kernel_put_operand(options, &options->second, &kernel->second, tile, inputs, SECOND_SHIFT);
}

void kernel_get(const struct kernel_options *options, const struct kernel *kernel, struct tile *tile, uint32_t *results)
{
    const struct tile_state *state = tile_state(tile);
    const struct kernel_lanes *out = &kernel->out;
    for (unsigned i = 0; i < out->count; i++) {
        if (options->out.is_register) {
            results[i] = state->lreg[options->out.number][i];
            continue;
        }
        if (options->out.is_l1) {
            const unsigned bytes = exact_bits(options->result) / 8;
            results[i] = load_number(state->l1 + options->out.number + (size_t)out->cells[i] * bytes, bytes);
            continue;
        }
        const unsigned row = out->cells[i] / DST_COLUMNS, column = out->cells[i] % DST_COLUMNS;
        uint32_t cell = state->dst[row][column];
        if (out->is_wide)
            cell = cell << 16 | state->dst[row + DST_LOW_HALF][column];
        results[i] = kernel_pattern_of(options->result, out->is_wide, cell);
    }
}

/* ---- behind a packer ---- */

/* Rows of Dst one behind the other, as the chain of an instruction has them. */
static struct census_options packer_options(const struct kernel_options *options, const struct kernel *kernel)
{
    return (struct census_options){.chip = kernel->chip,
                                   .format = options->result,
                                   .packs = options->packs,
                                   .dst_bits = kernel->out.is_wide ? 32 : 16};
}

struct tile *kernel_packer(const struct kernel_options *options, const struct kernel *kernel)
{
    const struct census_options chain = packer_options(options, kernel);
    struct tile *tile = tile_new(kernel->chip);
    if (!tile)
        return NULL;
    tile_set_variants(tile, &kernel->variants);
    chain_begin(&chain, tile);
    return tile;
}

void kernel_pack(const struct kernel_options *options, const struct kernel *kernel, struct tile *packer,
                 uint32_t *results)
{
    const struct census_options chain = packer_options(options, kernel);
    for (unsigned first = 0, count; first < kernel->out.count; first += count) {
        const unsigned left = kernel->out.count - first;
        count = left < CENSUS_BATCH ? left : CENSUS_BATCH;
        for (unsigned i = 0; i < count; i++)
            kernel_put_cell(tile_state(packer), i, options->result, kernel->out.is_wide, results[first + i]);
        chain_pack(&chain, packer, results + first, count);
    }
}
