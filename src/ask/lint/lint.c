/* SPDX-License-Identifier: Apache-2.0 */
/* Walks the run once from front to back: it follows the configuration write by write, and calls each rule. */
#include "ask/lint/lint.h"

#include "ask/lint/lint_internal.h"
#include "base/little.h"
#include "capture/ttcap.h"
#include "results/results.h"

enum lint_rank lint_rank_of(enum finding_class kind)
{
    switch (kind) {
    case FINDING_UNDEFINED_BEHAVIOR:
    case FINDING_OUT_OF_RANGE:
    case FINDING_HAZARD:
    case FINDING_RECORDING:
        return LINT_FAULT;
    case FINDING_UNPREDICTABLE_VALUE_USED:
    case FINDING_NON_CONTRACTUAL_BEHAVIOR:
        return LINT_WARNING;
    case FINDING_MISSING_SPECIFICATION:
    case FINDING_UNSUPPORTED:
    case FINDING_CLASS_COUNT:
        break;
    }
    return LINT_NOTE;
}

const char *lint_rank_name(enum lint_rank rank)
{
    static const char *const names[LINT_RANKS] = {"fault", "warning", "note"};
    return names[rank];
}

/* ---- reading ---- */

/* Only in executed order, where the numbers of the run are those of the events of the capture; in other orders they are
 * steps. */
static enum tt_status lint_take_checkpoint(void *user, const struct results_checkpoint_row *row)
{
    struct lint_work *work = user;
    if (strcmp(work->lint->run->order, "executed") != 0)
        return TT_END;
    NEED(MEM_PUSH(work->checkpoints, work->checkpoint_count, work->checkpoint_capacity, row->after_event), work->err,
         "no memory for the checkpoints");
    return TT_OK;
}

static enum tt_status lint_take_insn(void *user, const struct results_insn_row *row)
{
    struct lint_work *work = user;
    NEED(MEM_PUSH(work->insns, work->insn_count, work->insn_capacity, *row), work->err,
         "no memory for the instructions");
    return TT_OK;
}

static enum tt_status lint_take_finding(void *user, const struct results_finding_row *row)
{
    struct lint_work *work = user;
    const struct results_insn_row outside = {.seq = row->seq, .unit = row->unit};
    struct lint_item *item = lint_add(work, row->id, &outside, row->instance, "%s", row->detail ? row->detail : "");
    if (item)
        item->has_insn = false; /* until the walk reaches its instruction */
    return work->status;
}

/* ---- as the run goes by ---- */

/* Shows the formats of a unit with a finding that the tile raised there. Hazards name their field themselves. */
static void show_unit(struct lint_work *work, struct lint_item *item)
{
    if (finding_get(item->id)->kind == FINDING_HAZARD)
        return;
    if (item->unit == TT_UNIT_PACK) {
        lint_show(work, item, lint_pack_in[item->instance % PACKERS_MAX]);
        lint_show(work, item, REG_ALU_FORMAT_SPEC_REG2_Dstacc);
        lint_show(work, item, REG_ALU_FORMAT_SPEC_REG_Dstacc_override);
        lint_show(work, item, REG_ALU_FORMAT_SPEC_REG_Dstacc_val);
        lint_show(work, item, lint_pack_out[item->instance % PACKERS_MAX]);
        lint_show(work, item, REG_PCK_DEST_RD_CTRL_Read_32b_data);
    } else if (unit_is_unpacker(item->unit)) {
        const unsigned unpacker = item->unit == TT_UNIT_UNPACK1;
        lint_show(work, item, lint_unpack_in[unpacker]);
        lint_show(work, item, lint_unpack_out[unpacker]);
    } else if (item->unit == TT_UNIT_MATRIX) {
        lint_show(work, item, REG_ALU_FORMAT_SPEC_REG0_SrcA);
        lint_show(work, item, REG_ALU_FORMAT_SPEC_REG1_SrcB);
        lint_show(work, item, REG_ALU_FORMAT_SPEC_REG2_Dstacc);
        lint_show(work, item, REG_ALU_ACC_CTRL_Fp32_enabled);
        lint_show(work, item, REG_ALU_ACC_CTRL_INT8_math_enabled);
    }
}

/* Findings of this instruction get its word and the settings it met. */
static void complete_findings(struct lint_work *work, const struct results_insn_row *insn)
{
    for (size_t i = 0; i < work->lint->count; i++) {
        struct lint_item *item = &work->lint->items[i];
        if (item->seq != insn->seq || item->has_insn)
            continue;
        item->has_insn = true;
        item->thread = insn->thread;
        item->word = insn->word;
        show_unit(work, item);
    }
}

static void lint_look_at_insn(struct lint_work *work, const struct results_insn_row *insn)
{
    if (insn->unit == TT_UNIT_CORE)
        return;
    complete_findings(work, insn);
    if (unit_is_unpacker(insn->unit))
        lint_stale(work, insn, 0);
    if (insn->unit == TT_UNIT_MATRIX) {
        lint_source_read(work, insn);
        lint_unpack_read(work, insn);
    }
}

static void lint_write_word(struct lint_work *work, const struct results_access_row *row)
{
    const bool is_thread = row->of.space == TT_SPACE_THREAD_CFG;
    const uint32_t size = is_thread ? 2 : 4, words = is_thread ? work->chip->thread_words : work->chip->cfg_words;
    const uint32_t rows = is_thread ? THREADS : CFG_STATES;
    for (uint32_t at = row->of.lo / size * size; row->of.after && at < row->of.hi; at += size) {
        const uint32_t which = at / size / words, word = at / size % words;
        if (which >= rows)
            return;
        uint32_t *cell = is_thread ? &work->thread_cfg[which][word] : &work->cfg[which][word];
        for (uint32_t i = 0; i < size; i++) {
            if (at + i >= row->of.lo && at + i < row->of.hi)
                *cell = (*cell & ~(UINT32_C(0xFF) << 8 * i)) | (uint32_t)row->of.after[at + i - row->of.lo] << 8 * i;
        }
        *(is_thread ? &work->thread_writer[which][word] : &work->cfg_writer[which][word]) = row->seq;
    }
}

static void look_at_access(struct lint_work *work, const struct results_access_row *row)
{
    const struct results_insn_row *insn = work->next_insn ? &work->insns[work->next_insn - 1] : NULL;
    if (insn && insn->seq != row->seq)
        insn = NULL;
    if (row->of.space == TT_SPACE_CFG || row->of.space == TT_SPACE_THREAD_CFG) {
        if (row->of.is_write)
            lint_write_word(work, row);
    } else if (row->of.space == TT_SPACE_L1) {
        if (insn && row->of.is_write && row->of.unit == TT_UNIT_PACK)
            lint_tiles_pack(work, insn, row);
        else
            lint_tiles_touch(work, row->of.lo, row->of.hi);
    } else if ((row->of.space == TT_SPACE_SRCA || row->of.space == TT_SPACE_SRCB) && row->of.is_write && insn) {
        lint_source_write(work, insn, row);
    }
    if (insn && row->of.is_write && row->of.unit == TT_UNIT_UNPACK0 &&
        (row->of.space == TT_SPACE_DST || row->of.space == TT_SPACE_SRCA))
        lint_unpack_write(work, insn, row->of.space);
}

/* An instruction sees writes before it; its own accesses have its number. */
static void pass_insns(struct lint_work *work, uint64_t seq)
{
    while (work->status == TT_OK && work->next_insn < work->insn_count && work->insns[work->next_insn].seq <= seq) {
        lint_sets_before(work, work->insns[work->next_insn].seq);
        lint_look_at_insn(work, &work->insns[work->next_insn++]);
    }
}

static enum tt_status lint_take_access(void *user, const struct results_access_row *row)
{
    struct lint_work *work = user;
    pass_insns(work, row->seq);
    lint_sets_before(work, row->seq);
    if (work->status == TT_OK)
        look_at_access(work, row);
    return work->status;
}

/* ---- the start ---- */

static enum tt_status lint_read_start(struct lint_work *work, struct ttcap *capture)
{
    uint8_t words[CFG_WORDS_MAX * 4], known[CFG_WORDS_MAX * 4];
    for (uint32_t i = 0; i < CFG_STATES; i++) {
        const uint32_t bytes = 4 * work->chip->cfg_words;
        TRY(ttcap_read(capture, 0, TT_SPACE_CFG, i * bytes, bytes, words, known, work->err));
        copy_numbers(work->cfg[i], words, work->chip->cfg_words, 4);
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        const uint32_t bytes = 2 * work->chip->thread_words;
        TRY(ttcap_read(capture, 0, TT_SPACE_THREAD_CFG, i * bytes, bytes, words, known, work->err));
        for (uint32_t k = 0; k < work->chip->thread_words; k++)
            work->thread_cfg[i][k] = load_u16(&words[2 * k]);
    }
    return TT_OK;
}

static enum tt_status open_start(struct lint_work *work)
{
    struct ttcap *capture;
    memset(work->cfg_writer, 0xFF, sizeof work->cfg_writer);
    memset(work->thread_writer, 0xFF, sizeof work->thread_writer);
    enum tt_status status = run_capture_open(&capture, work->lint->run, NULL, work->err);
    work->lint->start_is_unknown = capture == NULL;
    if (capture)
        status = lint_read_start(work, capture);
    ttcap_close(capture);
    return status;
}

static enum tt_status go_through(struct lint_work *work)
{
    TRY(results_each_checkpoint(work->results, lint_take_checkpoint, work, work->err));
    TRY(results_each_finding(work->results, lint_take_finding, work, work->err));
    TRY(results_each_insn(work->results, 0, INT64_MAX, UINT32_MAX, lint_take_insn, work, work->err));
    TRY(results_each_access(work->results, 0, INT64_MAX, lint_take_access, work, work->err));
    pass_insns(work, INT64_MAX);
    lint_tiles_end(work);
    lint_unpack_end(work);
    return work->status;
}

static enum tt_status look_over(struct lint_work *work)
{
    struct lint *lint = work->lint;
    enum tt_status status = open_start(work);
    status = status ?: lint_sets_read(work);
    status = status ?: go_through(work);
    if (!status)
        lint_lower_dead(lint);
    if (!status)
        lint_sort(lint);
    mem_free(work->checkpoints);
    mem_free(work->insns);
    mem_free(work->sets);
    return status;
}

enum tt_status lint_make(struct lint *lint, struct results *results, struct tt_error *err)
{
    *lint = (struct lint){.run = results_run(results)};
    struct lint_work *work = mem_calloc(1, sizeof *work);
    struct lint_tiles *tiles = lint_tiles_new();
    enum tt_status status = TT_OK;
    if (work && tiles) {
        work->lint = lint;
        work->results = results;
        work->err = err;
        work->chip = chip_get(lint->run->chip);
        work->tiles = tiles;
        status = look_over(work);
    } else {
        status = tt_fail(err, TT_NO_MEMORY, "no memory to look over the run");
    }
    lint_tiles_free(tiles);
    mem_free(work);
    return status;
}

void lint_clear(struct lint *lint)
{
    mem_free(lint->items);
    *lint = (struct lint){0};
}
