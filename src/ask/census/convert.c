/* SPDX-License-Identifier: Apache-2.0 */
/* A batch through SFPSTOCHRND, which converts FP32 to integers: a vector register of 32 lanes at a time. To nearest. */
#include "ask/census/census_internal.h"

enum { TO_UINT8 = 2, TO_UINT16 = 6, DESTINATION = 1, DESTINATION_AT = 4 };

void convert_begin(const struct census_options *options, struct tile *tile)
{
    (void)options;
    tile_state_changed(tile);
}

void convert_run(const struct census_options *options, struct tile *tile, struct census_batch *batch)
{
    const struct isa_insn *insn = isa_get(options->chip, options->operation->insn);
    const uint32_t mode = options->integer_bits == 8 ? TO_UINT8 : TO_UINT16;
    const uint32_t word = isa_word(options->chip, insn->id) | DESTINATION << DESTINATION_AT | mode;
    struct tile_state *state = tile_state(tile);
    for (unsigned at = 0; at < batch->count; at += LANES) {
        const unsigned count = batch->count - at < LANES ? batch->count - at : LANES;
        for (unsigned lane = 0; lane < count; lane++)
            state->lreg[0][lane] = exact_as_fp32(options->format, batch->operands[0][at + lane]);
        const enum tile_step step = tile_run(tile, 0, insn, word, 0);
        assert(step == TILE_DONE);
        (void)step;
        for (unsigned lane = 0; lane < count; lane++)
            batch->results[at + lane] = state->lreg[DESTINATION][lane];
    }
}
