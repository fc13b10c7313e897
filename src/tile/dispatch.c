/* SPDX-License-Identifier: Apache-2.0 */
/* From an instruction word to its handler. The table is generated from schemas/isa. */
#include "tile/tile_internal.h"
#include "tile/vector/vector.h"

#include "tile_dispatch.h"

#include <assert.h>

static enum tile_step refuse(struct tile *tile, uint32_t word)
{
    const struct isa_insn *insn = isa_find(tile->chip->id, word);
    if (!insn)
        tile_finding(tile, FINDING_UNDEFINED_OPCODE, TT_UNIT_FRONTEND, 0, "word %08X has no instruction on %s",
                     (unsigned)word, tile->chip->name);
    else
        tile_finding(tile, FINDING_UNSUPPORTED_INSTRUCTION, insn->unit, 0, "%s is not executed here", insn->mnemonic);
    return TILE_UNSUPPORTED;
}

static enum tile_step run(struct tile *tile, unsigned thread, uint32_t word)
{
    tile_handler *handler = tile_handlers[tile->chip->id][word >> 24];
    const enum tile_step step = handler ? handler(tile, thread, word) : refuse(tile, word);
    if (vector_is_waiting(tile) && step == TILE_DONE)
        vector_word_passed(tile, thread, isa_unit(tile->chip->id, word) == TT_UNIT_VECTOR);
    return step;
}

enum tile_step tile_exec(struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    assert(thread < THREADS);
    tile->seq = seq;
    tile->unknown_write = (struct tile_range){0};
    if (!tile_probed(tile, PROBE_INSN))
        return run(tile, thread, word);
    struct probe_insn insn = {seq, word, (uint8_t)thread, isa_unit(tile->chip->id, word), false};
    tile->probe->insn_begin(tile->probe->user, &insn);
    enum tile_step step = run(tile, thread, word);
    insn.has_waited = step == TILE_WAITS;
    tile->probe->insn_end(tile->probe->user, &insn);
    return step;
}

struct tile_range tile_unknown_write(const struct tile *tile)
{
    return tile->unknown_write;
}
