/* SPDX-License-Identifier: Apache-2.0 */
/* From an instruction word to its handler. The table is generated from schemas/isa. */
#include "tile/tile_internal.h"
#include "tile/vector/vector.h"

#include "tile_dispatch.h"
#include "undefined_findings.h"
#include "unsupported_findings.h"

/* Seldom taken, and apart, so that the other words do not pay for it. */
#define SELDOM __attribute__((noinline, cold))

static SELDOM enum tile_step dispatch_refuse(struct tile *tile, const struct isa_insn *insn, uint32_t word)
{
    if (!insn)
        tile_finding(tile, FINDING_UNDEFINED_OPCODE, TT_UNIT_FRONTEND, 0, "word %08X has no instruction on %s",
                     (unsigned)word, tile->chip->name);
    else
        tile_finding(tile, FINDING_UNSUPPORTED_INSTRUCTION, insn->unit, 0, "%s is not executed here", insn->mnemonic);
    return TILE_UNSUPPORTED;
}

static SELDOM void pass_on(struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word,
                           enum tile_step step)
{
    if (step == TILE_DONE && insn && insn->unit != TT_UNIT_VECTOR)
        vector_word_passed(tile, thread, insn, word);
}

/* Those of the vector unit's own words come when it works: a word may be retained as a template instead. */
static inline void report_forms(struct tile *tile, const struct isa_insn *insn, uint32_t word, enum tile_step step)
{
    if (tile_probed(tile, PROBE_FINDING) && insn->modifier_count + insn->form_count && step == TILE_DONE &&
        insn->unit != TT_UNIT_VECTOR)
        tile_report_forms(tile, insn, word, 0);
}

static enum tile_step dispatch_run(struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word)
{
    tile_handler *handler = tile_handlers[tile->chip->id][word >> 24];
    if (!handler)
        return dispatch_refuse(tile, insn, word);
    const enum tile_step step = handler(tile, thread, word);
    report_forms(tile, insn, word, step);
    if (vector_is_waiting(tile))
        pass_on(tile, thread, insn, word, step);
    return step;
}

/* A word that no instruction is goes no further than the frontend. */
static enum tt_unit unit_of(const struct isa_insn *insn, uint32_t word)
{
    return insn ? isa_unit_of(insn, word) : TT_UNIT_FRONTEND;
}

static enum tile_step __attribute__((noinline))
dispatch_run_seen(struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word)
{
    struct probe_insn seen = {
        tile->seq, word, (uint8_t)thread, unit_of(insn, word), false, insn, tile_weigh(tile, thread, insn, word)};
    tile->probe->insn_begin(tile->probe->user, &seen);
    if (tile_probed(tile, PROBE_SETTINGS)) {
        tile_state_changed(tile);
        tile->at_work.row = vector_is_waiting(tile) ? NULL : insn;
        tile->at_work.word = word;
    }
    enum tile_step step = dispatch_run(tile, thread, insn, word);
    tile->at_work.row = NULL;
    seen.has_waited = step == TILE_WAITS;
    tile->setting = NULL;
    tile->probe->insn_end(tile->probe->user, &seen);
    return step;
}

enum tile_step tile_run(struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word, uint64_t seq)
{
    assert(thread < THREADS);
    tile->seq = seq;
    tile->unknown_write.lo = tile->unknown_write.hi = 0;
    return tile_probed(tile, PROBE_INSN) ? dispatch_run_seen(tile, thread, insn, word)
                                         : dispatch_run(tile, thread, insn, word);
}

enum tile_step tile_exec(struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    return tile_run(tile, thread, isa_find(tile->chip->id, word), word, seq);
}

void tile_finish(struct tile *tile)
{
    vector_end(tile);
}

const struct tile_range *tile_unknown_write(const struct tile *tile)
{
    return &tile->unknown_write;
}
