/* SPDX-License-Identifier: Apache-2.0 */
/* A batch through ELWADD, ELWSUB or ELWMUL: the face of both sources and of Dst, eight rows a word. */
#include "ask/census/census_internal.h"

#include "isa/registers.h"
#include "numeric/cells.h"
#include "numeric/dst_rows.h"

#include <assert.h>
#include <string.h>

enum { ROWS_A_WORD = 8, COLUMNS = 16, ROWS = CENSUS_BATCH / COLUMNS };

static void set_field(struct tile *tile, enum reg_id id, uint32_t value)
{
    const struct reg_field *field = reg_field_get(tile_chip(tile), id);
    for (unsigned state = 0; state < CFG_STATES; state++)
        tile_state(tile)->cfg[state][field->word] |= value << field->shift;
}

/* Formats of both sources and of Dst; both banks are the matrix unit's, and what is written counts as it is. */
void elementwise_begin(const struct census_options *options, struct tile *tile)
{
    struct tile_state *state = tile_state(tile);
    const uint32_t code = options->format->code;
    set_field(tile, REG_ALU_FORMAT_SPEC_REG0_SrcA, code);
    set_field(tile, REG_ALU_FORMAT_SPEC_REG1_SrcB, code);
    set_field(tile, REG_ALU_FORMAT_SPEC_REG2_Dstacc, options->dst_bits == 32 ? 0 : exact_bf16.code);
    set_field(tile, REG_ALU_ACC_CTRL_Fp32_enabled, options->dst_bits == 32);
    state->small.src_format.a[0] = state->small.src_format.b[0] = code;
    state->small.src_valid.a[0] = state->small.src_valid.b[0] = 1;
    tile_state_changed(tile);
}

static void load(const struct exact_format *format, uint32_t (*rows)[SRC_COLUMNS], const uint32_t *operands,
                 unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        rows[i / COLUMNS][i % COLUMNS] = src_from_fp32(exact_as_fp32(format, operands[i]));
}

static void execute(const struct census_options *options, struct tile *tile, unsigned rows)
{
    const struct isa_insn *insn = isa_get(options->chip, options->operation->insn);
    const uint32_t word = isa_word(options->chip, insn->id);
    struct rwc *counters = &tile_state(tile)->small.rwc[0];
    for (unsigned phase = 0; phase < options->phases; phase++) {
        for (unsigned row = 0; row < rows; row += ROWS_A_WORD) {
            *counters = (struct rwc){.srca = row, .srcb = row, .dst = row, .fidelity = phase};
            const enum tile_step step = tile_run(tile, 0, insn, word, 0);
            assert(step == TILE_DONE);
            (void)step;
        }
    }
}

static void take(const struct census_options *options, const struct tile_state *state, struct census_batch *batch)
{
    for (unsigned i = 0; i < batch->count; i++) {
        const unsigned column = i % COLUMNS;
        const uint32_t row = dst_row16(i / COLUMNS, false, false, options->dst_bits == 32);
        const uint32_t upper = dst16_to_bf16(state->dst[row][column]);
        batch->results[i] = options->dst_bits == 32 ? upper << 16 | state->dst[row + DST_LOW_HALF][column] : upper;
    }
}

void elementwise_run(const struct census_options *options, struct tile *tile, struct census_batch *batch)
{
    struct tile_state *state = tile_state(tile);
    const unsigned rows = (batch->count + COLUMNS - 1) / COLUMNS;
    if (!batch->is_first_loaded)
        load(options->format, state->srca[0], batch->operands[0], batch->count);
    load(options->format, state->srcb[0], batch->operands[1], batch->count);
    memset(state->dst_valid, 0, sizeof state->dst_valid); /* products are added to what is there: nothing */
    execute(options, tile, rows);
    take(options, state, batch);
}
