/* SPDX-License-Identifier: Apache-2.0 */
/* A batch through ELWADD, ELWSUB or ELWMUL: the face of both sources and of Dst, eight rows a word. */
#include "ask/census/census_internal.h"

#include "isa/registers.h"
#include "numeric/cells.h"
#include "numeric/dst_rows.h"

enum { SEVERAL_ROWS = 2, ROWS_A_WORD = 8, ROWS = CENSUS_BATCH / COLUMNS };

void census_set_field(struct tile *tile, enum reg_id id, uint32_t value)
{
    const struct reg_field *field = reg_field_get(tile_chip(tile), id);
    struct tile_state *held = tile_state(tile);
    if (field->space == TT_SPACE_THREAD_CFG)
        held->thread_cfg[0][field->word] |= (uint16_t)(value << field->shift);
    for (unsigned state = 0; state < CFG_STATES && field->space == TT_SPACE_CFG; state++)
        held->cfg[state][field->word] |= value << field->shift;
}

const struct exact_format *census_dst_format(const struct census_options *options)
{
    if (options->dst_bits == 32)
        return &exact_fp32;
    return options->format == &exact_fp16 ? &exact_fp16 : &exact_bf16;
}

/* Formats of both sources and of Dst; both banks are the matrix unit's, and writes count at once. */
void elementwise_begin(const struct census_options *options, struct tile *tile)
{
    struct tile_state *state = tile_state(tile);
    const uint32_t code = options->format->code;
    census_set_field(tile, REG_ALU_FORMAT_SPEC_REG0_SrcA, code);
    census_set_field(tile, REG_ALU_FORMAT_SPEC_REG1_SrcB, code);
    census_set_field(tile, REG_ALU_FORMAT_SPEC_REG2_Dstacc, census_dst_format(options)->code);
    census_set_field(tile, REG_ALU_ACC_CTRL_Fp32_enabled, options->dst_bits == 32);
    state->small.src_format.a[0] = state->small.src_format.b[0] = code;
    state->small.src_valid.a[0] = state->small.src_valid.b[0] = 1;
    tile_state_changed(tile);
    chain_begin(options, tile);
}

/* Into SrcA (0) or SrcB (1). */
static void elementwise_load(const struct census_options *options, struct tile *tile, const struct census_batch *batch,
                             unsigned which)
{
    struct tile_state *state = tile_state(tile);
    uint32_t(*rows)[SRC_COLUMNS] = which ? state->srcb[0] : state->srca[0];
    const uint32_t *operands = batch->operands[which];
    if (options->unpacks)
        chain_unpack(options, tile, which, operands, batch->count);
    for (unsigned i = 0; i < batch->count && !options->unpacks; i++)
        rows[i / COLUMNS][i % COLUMNS] = src_from_fp32(exact_as_fp32(options->format, operands[i]));
}

static void elementwise_execute(const struct census_options *options, struct tile *tile, unsigned rows)
{
    const struct isa_insn *insn = isa_get(options->chip, options->operation->insn);
    uint32_t word = isa_word(options->chip, insn->id);
    (void)isa_put_field(insn, "instr_mod", SEVERAL_ROWS, &word); /* of moves alone */
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

static void elementwise_take(const struct census_options *options, const struct tile_state *state,
                             struct census_batch *batch)
{
    const bool is_wide = options->dst_bits == 32, is_fp16 = census_dst_format(options) == &exact_fp16;
    for (unsigned i = 0; i < batch->count; i++) {
        const unsigned column = i % COLUMNS;
        const uint32_t row = dst_row16(i / COLUMNS, false, false, is_wide);
        const uint32_t cell = state->dst[row][column];
        if (is_wide)
            batch->results[i] = dst32_to_fp32(cell << 16 | state->dst[row + DST_LOW_HALF][column]);
        else
            batch->results[i] = is_fp16 ? dst16_to_fp16(cell) : dst16_to_bf16(cell);
    }
}

void elementwise_run(const struct census_options *options, struct tile *tile, struct census_batch *batch)
{
    struct tile_state *state = tile_state(tile);
    const unsigned rows = (batch->count + COLUMNS - 1) / COLUMNS;
    if (!batch->is_first_loaded)
        elementwise_load(options, tile, batch, 0);
    if (options->operation->arity == 2)
        elementwise_load(options, tile, batch, 1);
    memset(state->dst_valid, 0, sizeof state->dst_valid); /* products are added to Dst: nothing */
    elementwise_execute(options, tile, rows);
    if (options->packs)
        chain_pack(options, tile, batch->results, batch->count);
    else
        elementwise_take(options, state, batch);
}
