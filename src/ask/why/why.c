/* SPDX-License-Identifier: Apache-2.0 */
/* The slice of a place, and its data for a report. */
#include "ask/why/why.h"

#include "ask/run/address.h"
#include "ask/run/insn_trace.h"
#include "ask/why/slice_internal.h"
#include "base/little.h"
#include "base/search.h"
#include "capture/ttcap.h"
#include "isa/effects.h"
#include "isa/isa.h"
#include "results/results.h"

/* ---- a register field ---- */

struct why_take {
    struct why *why;
    unsigned copy;
    struct tt_error *err;
};

static uint32_t field_of(const struct why *why, const uint8_t *bytes, uint32_t count)
{
    const struct reg_field *field = reg_field_get(why->run->chip, why->place.field);
    const uint32_t word = load_number(bytes, count < sizeof word ? count : sizeof word);
    return reg_field_value(field, word);
}

static enum tt_status why_take_write(void *user, const struct results_access_row *row)
{
    struct why_take *take = user;
    struct why *why = take->why;
    NEED(MEM_PUSH(why->writes, why->write_count, why->write_capacity,
                  (struct why_write){
                      .seq = row->seq,
                      .unit = row->of.unit,
                      .copy = take->copy,
                      .before = row->of.before ? field_of(why, row->of.before, row->of.hi - row->of.lo) : 0,
                      .after = row->of.after ? field_of(why, row->of.after, row->of.hi - row->of.lo) : 0,
                  }),
         take->err, "no memory for the writes");
    return TT_OK;
}

/* The bits of the word that an effect may change: all, or those of the mask in one byte. */
static uint64_t why_bits_of(const struct isa_effect *effect, uint32_t word)
{
    if (effect->extent < EXTENT_BYTE0 || effect->extent > EXTENT_BYTE3)
        return UINT32_MAX;
    return (uint64_t)effect_field(effect, word) << 8 * (effect->extent - EXTENT_BYTE0);
}

/* Whether a write of the word could change the field: some change a byte of it, under a mask (F28). */
static bool touches(const struct why *why, const struct why_write *write)
{
    const struct reg_field *field = reg_field_get(why->run->chip, why->place.field);
    const struct isa_insn *insn = write->has_word ? isa_find(why->run->chip, write->word) : NULL;
    for (unsigned i = 0; insn && i < insn->write_count; i++)
        if (insn->writes[i].what == TT_SPACE_CFG)
            return why_bits_of(&insn->writes[i], write->word) >> field->shift & ((UINT64_C(1) << field->bits) - 1);
    return true;
}

static void drop_others(struct why *why)
{
    size_t left = 0;
    for (size_t i = 0; i < why->write_count; i++)
        if (touches(why, &why->writes[i]))
            why->writes[left++] = why->writes[i];
    why->write_count = left;
}

ORDER(newest_first, struct why_write, FALLING(seq) ?: RISING(copy))

/* The field at the start, of the first copy that is wanted. */
static enum tt_status why_read_start(struct why *why, struct tt_error *err)
{
    struct ttcap *capture;
    uint8_t bytes[4] = {0}, known[4] = {0};
    enum tt_status status = run_capture_open(&capture, why->run, NULL, err);
    if (capture) {
        const uint32_t count = why->place.hi - why->place.lo;
        status = ttcap_read(capture, 0, why->place.space, why->place.lo, count, bytes, known, err);
        why->start = field_of(why, bytes, count);
        why->start_is_known = ttcap_info(capture)->unlisted_start_is_reset || field_of(why, known, count) != 0;
    }
    ttcap_close(capture);
    return status;
}

static enum tt_status make_field(struct why *why, struct results *results, struct tt_error *err)
{
    const struct chip *chip = chip_get(why->run->chip);
    const bool is_cfg = why->place.space == TT_SPACE_CFG;
    const uint32_t bytes = why->place.hi - why->place.lo;
    const uint32_t pitch = is_cfg ? chip->cfg_words * bytes : chip->thread_words * bytes;
    const unsigned copies = !why->place.has_every_copy ? 1 : is_cfg ? CFG_STATES : THREADS;
    struct why_take take = {why, why->place.lo / pitch, err};
    enum tt_status status = TT_OK;
    for (unsigned i = 0; i < copies && !status && why->at >= 0; i++, take.copy++) {
        const uint32_t lo = why->place.lo + i * pitch;
        status =
            results_writers(results, why->place.space, lo, lo + bytes, (uint64_t)why->at, why_take_write, &take, err);
    }
    if (!status && why->write_count)
        qsort(why->writes, why->write_count, sizeof *why->writes, newest_first);
    struct results_insn_row insn = {0};
    for (size_t i = 0; i < why->write_count && !status; i++) {
        struct why_write *write = &why->writes[i];
        status = results_insn_at(results, write->seq, &insn, &write->has_word, err);
        write->thread = insn.thread;
        write->word = insn.word;
    }
    drop_others(why);
    return status ? status : why_read_start(why, err);
}

/* ---- data ---- */

static enum tt_status why_take_last(void *user, const struct results_access_row *row)
{
    *(struct results_access_row *)user = *row;
    return TT_END;
}

/* One byte of L1 that a packer wrote: the whole datum. */
static enum tt_status widen(struct why *why, struct results *results, struct tt_error *err)
{
    struct results_access_row last = {0};
    struct insn_trace trace = {0};
    if (why->place.space != TT_SPACE_L1 || why->place.hi - why->place.lo != 1 || why->at < 0)
        return TT_OK;
    enum tt_status status = results_writers(results, TT_SPACE_L1, why->place.lo, why->place.hi, (uint64_t)why->at,
                                            why_take_last, &last, err);
    if (status || last.of.unit != TT_UNIT_PACK || last.of.stream != ACCESS_PACK_DATA)
        return status;
    status = insn_trace_load(&trace, results, TT_UNIT_PACK, last.of.instance, last.seq, err);
    const struct stage_values *values = insn_trace_last(&trace);
    uint32_t bytes = 0;
    for (size_t i = 0; i < trace.write_count; i++)
        if (trace.writes[i].stream == ACCESS_PACK_DATA)
            bytes += trace.writes[i].hi - trace.writes[i].lo;
    const uint32_t each = !status && values && values->count ? bytes / values->count : 0;
    if (each == 2 || each == 4) {
        why->place.lo = last.of.lo + (why->place.lo - last.of.lo) / each * each;
        why->place.hi = why->place.lo + each;
    }
    insn_trace_clear(&trace);
    return status;
}

enum tt_status why_place_parse(struct address_place *place, struct results *results, const char *text,
                               struct tt_error *err)
{
    struct datum_found found = {.packer = DATUM_ANY_PACKER};
    if (strncmp(text, "tile", 4) != 0)
        return address_place_parse(place, results_run(results)->chip, text, err);
    const enum tt_status status = datum_find(&found, results, text, err);
    *place = found.place;
    return status;
}

struct latest {
    uint64_t seq;
    bool is_found;
};

static enum tt_status take_seq(void *user, const struct results_access_row *row)
{
    struct latest *latest = user;
    latest->is_found = true;
    latest->seq = row->seq;
    return TT_END;
}

/* The bank that was written last. */
static enum tt_status choose_bank(struct why *why, struct results *results, struct tt_error *err)
{
    enum { BANK_BYTES = SRC_ROWS * SRC_COLUMNS * 4 };
    struct latest latest[SRC_BANKS] = {{0}};
    if (!why->place.has_every_bank || why->at < 0)
        return TT_OK;
    for (unsigned bank = 0; bank < SRC_BANKS; bank++)
        TRY(results_writers(results, why->place.space, why->place.lo + bank * BANK_BYTES,
                            why->place.hi + bank * BANK_BYTES, (uint64_t)why->at, take_seq, &latest[bank], err));
    if (latest[1].is_found && (!latest[0].is_found || latest[1].seq > latest[0].seq)) {
        why->place.lo += BANK_BYTES;
        why->place.hi += BANK_BYTES;
    }
    return TT_OK;
}

static enum tt_status take_undefined(void *user, const struct results_finding_row *row)
{
    const struct why_take *take = user;
    struct why *why = take->why;
    const enum finding_class kind = finding_get(row->id)->kind;
    if (kind != FINDING_UNDEFINED_BEHAVIOR && kind != FINDING_UNPREDICTABLE_VALUE_USED)
        return TT_OK;
    NEED(MEM_PUSH(why->undefined, why->undefined_count, why->undefined_capacity,
                  (struct why_undefined){row->seq, row->id}),
         take->err, "no memory for the findings");
    return TT_OK;
}

ORDER(compare_undefined, struct why_undefined, RISING(seq))

static enum tt_status load_undefined(struct why *why, struct results *results, struct tt_error *err)
{
    struct why_take take = {why, 0, err};
    enum tt_status status = results_each_finding(results, take_undefined, &take, err);
    if (why->undefined_count)
        qsort(why->undefined, why->undefined_count, sizeof *why->undefined, compare_undefined);
    return status;
}

const struct why_undefined *why_undefined_at(const struct why *why, uint64_t seq)
{
    const struct why_undefined key = {.seq = seq};
    return why->undefined_count ? bsearch(&key, why->undefined, why->undefined_count, sizeof key, compare_undefined)
                                : NULL;
}

static enum tt_status why_follow_cores(struct why *why, struct tt_error *err)
{
    struct replay_options options;
    bool is_stored = false;
    for (size_t i = 0; i < why->slice.node_count; i++)
        is_stored = is_stored || (why->slice.nodes[i].kind == SLICE_STORED && why->slice.nodes[i].mask);
    if (!is_stored || !why->slice.capture)
        return TT_OK;
    TRY(slice_replay_options(&why->slice, &options, err));
    return options.order != REPLAY_FIRMWARE ? TT_OK : core_trace_make(&why->cores, why->slice.capture, &options, err);
}

bool why_computed(const struct why *why, const struct slice_node *node, enum tt_core *core,
                  struct core_sources *sources)
{
    for (int i = 0; i < TT_CORE_COUNT; i++)
        if (core_trace_sources(&why->cores, (enum tt_core)i, node->seq, (node->lo - node->write_lo) % 4, sources)) {
            *core = (enum tt_core)i;
            return true;
        }
    return false;
}

enum tt_status why_make(struct why *why, struct results *results, const struct address_place *place, int64_t at,
                        struct tt_error *err)
{
    *why = (struct why){
        .run = results_run(results), .results = results, .place = *place, .at = at, .is_field = place->is_field};
    if (why->is_field)
        return make_field(why, results, err);
    TRY(widen(why, results, err));
    TRY(load_undefined(why, results, err));
    TRY(choose_bank(why, results, err));
    TRY(why_find_inputs(why, results, err));
    TRY(slice_make(&why->slice, results, why->place.space, why->place.lo, why->place.hi, at, err));
    struct tt_error trouble = {{0}};
    if (slice_try(&why->slice, &trouble))
        (void)snprintf(why->untried, sizeof why->untried, "%s", trouble.text);
    return why_follow_cores(why, err);
}

void why_clear(struct why *why)
{
    mem_free(why->writes);
    mem_free(why->undefined);
    mem_free(why->inputs.names);
    slice_clear(&why->slice);
    core_trace_clear(&why->cores);
    *why = (struct why){0};
}

/* ---- for reports ---- */

struct sorted {
    const struct slice_node *node;
    size_t index;
};

static int64_t why_event_of(const struct slice_node *node)
{
    return node->kind == SLICE_WRITTEN || node->kind == SLICE_STORED ? (int64_t)node->seq : -1;
}

ORDER(by_event_and_place, struct sorted,
      COMPARE(why_event_of(b->node), why_event_of(a->node)) ?: RISING(node->space) ?: RISING(node->lo))

enum tt_status why_operands(const struct why *why, const size_t *nodes, size_t count, size_t **operands,
                            size_t *operand_count, struct tt_error *err)
{
    const struct slice *slice = &why->slice;
    size_t most = 0, found = 0;
    for (size_t i = 0; i < count; i++)
        most += slice->nodes[nodes[i]].edge_count;
    struct sorted *sorted = mem_calloc(most + 1, sizeof *sorted);
    *operands = mem_calloc(most + 1, sizeof **operands);
    *operand_count = 0;
    if (!sorted || !*operands) {
        mem_free(sorted);
        return tt_fail(err, TT_NO_MEMORY, "no memory for the operands");
    }
    for (size_t i = 0; i < count; i++) {
        const struct slice_node *node = &slice->nodes[nodes[i]];
        for (size_t e = node->first_edge; e < node->first_edge + node->edge_count; e++)
            if (slice->nodes[slice->edges[e]].mask)
                sorted[found++] = (struct sorted){&slice->nodes[slice->edges[e]], slice->edges[e]};
    }
    if (found)
        qsort(sorted, found, sizeof *sorted, by_event_and_place);
    for (size_t i = 0; i < found; i++)
        if (!*operand_count || (*operands)[*operand_count - 1] != sorted[i].index)
            (*operands)[(*operand_count)++] = sorted[i].index;
    mem_free(sorted);
    return TT_OK;
}

bool why_is_grouped(const struct why *why, size_t a, size_t b)
{
    const struct slice_node *x = &why->slice.nodes[a], *y = &why->slice.nodes[b];
    return x->kind == y->kind && x->space == y->space && why_event_of(x) == why_event_of(y);
}

bool why_stages(const struct why *why, size_t index, struct insn_trace *trace, uint32_t *nth)
{
    const struct slice_node *node = &why->slice.nodes[index];
    if (node->kind != SLICE_WRITTEN ||
        insn_trace_load(trace, why->slice.results, node->unit, node->instance, node->seq, NULL))
        return false;
    if (node->unit != TT_UNIT_PACK)
        return insn_element_at(trace, node->space, node->lo, nth);
    const struct probe_access *data = insn_trace_write(trace, ACCESS_PACK_DATA);
    const struct stage_values *last = insn_trace_last(trace);
    uint32_t bytes = 0;
    for (size_t i = 0; i < trace->write_count; i++)
        if (trace->writes[i].stream == ACCESS_PACK_DATA)
            bytes += trace->writes[i].hi - trace->writes[i].lo;
    if (node->stream != ACCESS_PACK_DATA || !data || !last || !last->count || bytes * 8 % last->count)
        return false;
    const uint32_t bits = bytes * 8 / last->count;
    const uint32_t first_bit = index < why->slice.root_count && node->lo == why->place.lo ? why->place.first_bit : 0;
    *nth = node->first_datum - data->first_datum + ((node->lo - node->write_lo) * 8 + first_bit) / (bits ? bits : 1);
    return bits != 0 && *nth < last->count;
}
