/* SPDX-License-Identifier: Apache-2.0 */
/* An instruction of a run in the form that the rules of dependence need: its word, ranges, datums, and how Dst's rows
 * are permuted. */
#include "ask/why/slice_internal.h"

#include "base/little.h"
#include "capture/ttcap.h"
#include "isa/isa.h"
#include "isa/registers.h"

struct take {
    struct slice_insn *insn;
    struct tt_error *err;
};

static enum tt_status slice_insn_take_access(void *user, const struct results_access_row *row)
{
    struct take *take = user;
    struct slice_insn *insn = take->insn;
    NEED(MEM_PUSH(insn->accesses, insn->access_count, insn->access_capacity, probe_access_bare(&row->of)), take->err,
         "no memory for the accesses of event %llu", (unsigned long long)insn->seq);
    return TT_OK;
}

/* A packer's datums are those of its last stage, an unpacker's those whose address and cell are both reported. */
static void take_datums(struct slice_insn *insn, enum tt_unit unit, uint8_t instance)
{
    const struct insn_trace *trace = &insn->traces[instance];
    const struct stage_values *addrs = NULL, *cells = NULL;
    for (unsigned i = 0; i < trace->stage_count; i++) {
        if (strcmp(trace->stages[i].name, "input_address") == 0)
            addrs = &trace->stages[i];
        if (trace->stages[i].origin)
            cells = &trace->stages[i];
    }
    const struct stage_values *last = insn_trace_last(trace);
    const bool is_pack = unit == TT_UNIT_PACK;
    if (!cells || !last || cells->count != last->count || (!is_pack && (!addrs || addrs->count != last->count)))
        return;
    insn->datums[insn->depends.datums_count++] =
        (struct depends_datums){unit, instance, last->count, cells->origin, is_pack ? NULL : addrs->values};
}

static enum tt_status load_datums(struct slice_insn *insn, struct results *results, struct tt_error *err)
{
    const enum tt_unit unit = insn->depends.unit;
    const unsigned instances = unit == TT_UNIT_PACK ? SLICE_INSTANCES : 1;
    insn->depends.datums = insn->datums;
    if (unit != TT_UNIT_PACK && unit != TT_UNIT_UNPACK0 && unit != TT_UNIT_UNPACK1)
        return TT_OK;
    for (uint8_t i = 0; i < instances; i++) {
        TRY(insn_trace_load(&insn->traces[i], results, unit, i, insn->seq, err));
        take_datums(insn, unit, i);
    }
    return TT_OK;
}

/* ---- how rows of Dst lie ---- */

struct slice_word {
    enum tt_space space;
    uint32_t lo, bytes;
};

struct slice_read {
    struct slice_value *value;
    bool is_found;
};

static enum tt_status slice_insn_take_value(void *user, const struct results_access_row *row)
{
    struct slice_read *read = user;
    if (!row->of.after)
        return TT_END;
    read->value->from = (int64_t)row->seq;
    read->value->value = load_number(row->of.after, row->of.hi - row->of.lo < 4 ? row->of.hi - row->of.lo : 4);
    read->is_found = true;
    return TT_END;
}

/* The content of a word before an event: by the last write of it, or from the start on. */
static enum tt_status value_before(struct slice *slice, struct slice_value *value, const struct slice_word *word,
                                   uint64_t seq, struct tt_error *err)
{
    uint8_t start[4] = {0}, known[4];
    struct slice_read read = {.value = value};
    if (value->is_known && value->from < (int64_t)seq && seq <= value->to)
        return TT_OK;
    *value = (struct slice_value){.from = -1, .to = seq};
    enum tt_status status = TT_OK;
    if (seq)
        status = results_writers(slice->results, word->space, word->lo, word->lo + word->bytes, seq - 1,
                                 slice_insn_take_value, &read, err);
    if (!status && !read.is_found && slice->capture)
        status = ttcap_read(slice->capture, 0, word->space, word->lo, word->bytes, start, known, err);
    if (!read.is_found)
        value->value = load_u32(start);
    value->is_known = !status;
    return status;
}

static enum tt_status take_order(struct slice *slice, struct slice_insn *insn, struct tt_error *err)
{
    const struct chip *chip = chip_get(slice->run->chip);
    const struct reg_field *remap = reg_field_get(chip->id, REG_DEST_ACCESS_CFG_remap_addrs);
    const struct reg_field *swizzle = reg_field_get(chip->id, REG_DEST_ACCESS_CFG_swizzle_32b);
    enum tt_status status;
    if (!chip->dst_has_remap || !remap->name || remap->space != TT_SPACE_CFG || insn->thread >= THREADS)
        return TT_OK;
    struct slice_value *id = &slice->states[insn->thread];
    const struct slice_word of_thread = {TT_SPACE_THREAD_CFG, 2 * insn->thread * chip->thread_words, 2};
    status = value_before(slice, id, &of_thread, insn->seq, err);
    if (status)
        return status;
    const uint32_t state = id->value & 1;
    struct slice_value *word = &slice->access_cfg[state];
    const struct slice_word of_state = {TT_SPACE_CFG, 4 * (state * chip->cfg_words + remap->word), 4};
    TRY(value_before(slice, word, &of_state, insn->seq, err));
    const uint32_t value = word->value;
    insn->depends.has_remap = value >> remap->shift & 1;
    insn->depends.has_swizzle = swizzle->name && swizzle->word == remap->word && (value >> swizzle->shift & 1);
    return TT_OK;
}

/* ---- the cache ---- */

static void slice_insn_clear(struct slice_insn *insn)
{
    mem_free(insn->accesses);
    depends_index_free(insn->depends.index);
    for (unsigned i = 0; i < SLICE_INSTANCES; i++)
        insn_trace_clear(&insn->traces[i]);
    *insn = (struct slice_insn){0};
}

static enum tt_status slice_insn_load(struct slice *slice, struct slice_insn *insn, struct tt_error *err)
{
    struct take take = {insn, err};
    insn->depends.index = depends_index_new();
    NEED(insn->depends.index, err, "no memory for event %llu", (unsigned long long)insn->seq);
    struct results_insn_row row = {0};
    bool has_word;
    enum tt_status status = results_insn_at(slice->results, insn->seq, &row, &has_word, err);
    if (!status && has_word) {
        insn->thread = row.thread;
        insn->word = row.word;
        insn->depends.unit = row.unit;
    }
    status = status ?: results_each_access(slice->results, insn->seq, insn->seq, slice_insn_take_access, &take, err);
    status = status ?: load_datums(insn, slice->results, err);
    status = status ?: take_order(slice, insn, err);
    insn->depends.row = isa_find(slice->run->chip, insn->word);
    insn->depends.word = insn->word;
    insn->depends.accesses = insn->accesses;
    insn->depends.access_count = insn->access_count;
    return status;
}

const struct slice_insn *slice_insn_get(struct slice *slice, uint64_t seq, enum tt_unit unit, enum tt_status *status,
                                        struct tt_error *err)
{
    *status = TT_OK;
    if (!slice->insns) {
        slice->insns = mem_calloc(SLICE_INSNS, sizeof *slice->insns);
        if (!slice->insns) {
            *status = tt_fail(err, TT_NO_MEMORY, "no memory for the instructions");
            return NULL;
        }
    }
    struct slice_insn *insn = &slice->insns[seq % SLICE_INSNS];
    if (insn->is_loaded && insn->seq == seq)
        return insn;
    slice_insn_clear(insn);
    insn->seq = seq;
    insn->depends.unit = unit;
    *status = slice_insn_load(slice, insn, err);
    insn->is_loaded = *status == TT_OK;
    return insn->is_loaded ? insn : NULL;
}

void slice_insns_free(struct slice *slice)
{
    for (size_t i = 0; slice->insns && i < SLICE_INSNS; i++)
        slice_insn_clear(&slice->insns[i]);
    mem_free(slice->insns);
}
