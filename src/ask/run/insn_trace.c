/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/run/insn_trace.h"

#include "base/little.h"
#include "base/search.h"
#include "numeric/bfp.h"
#include "order/replay.h"

enum { TILE_DATUMS_MAX = 4096 };

struct load {
    struct insn_trace *trace;
    bool is_at_work, is_out_of_memory; /* is_at_work: the instruction, in a replay */
};

void insn_trace_clear(struct insn_trace *trace)
{
    for (unsigned i = 0; i < trace->stage_count; i++) {
        mem_free(trace->stages[i].values);
        mem_free(trace->stages[i].origin);
    }
    mem_free(trace->writes);
    *trace = (struct insn_trace){0};
}

/* ---- what is reported ---- */

static const char *insn_trace_name(enum tt_unit unit, unsigned stage)
{
    unsigned count = 0;
    const struct stage_info *stages = unit_stages(unit, &count);
    return stages && stage < count ? stages[stage].name : "";
}

/* Where values of a stage are collected, which may come in pieces. Null: no room for one more. */
static struct stage_values *insn_trace_stage(struct insn_trace *trace, const struct probe_stage *report)
{
    for (unsigned i = 0; i < trace->stage_count; i++)
        if (trace->stages[i].stage == report->stage && trace->stages[i].width == report->value_bytes)
            return &trace->stages[i];
    if (trace->stage_count == TRACE_STAGES_MAX)
        return NULL;
    struct stage_values *stage = &trace->stages[trace->stage_count++];
    *stage = (struct stage_values){.name = insn_trace_name(trace->unit, report->stage),
                                   .stage = report->stage,
                                   .width = report->value_bytes,
                                   .format = (enum format)report->format};
    return stage;
}

static struct stage_values *insn_trace_take(struct load *load, const struct probe_stage *report)
{
    struct stage_values *stage = insn_trace_stage(load->trace, report);
    if (!stage)
        return NULL;
    const size_t count = (size_t)stage->count + report->count;
    uint32_t *values = mem_realloc(stage->values, count + 1, sizeof *values);
    stage->values = values ? values : stage->values;
    uint16_t *origin = values && report->origin ? mem_realloc(stage->origin, count + 1, sizeof *origin) : NULL;
    stage->origin = origin ? origin : stage->origin;
    load->is_out_of_memory |= !values || (report->origin && !origin);
    if (load->is_out_of_memory)
        return NULL;
    for (uint32_t i = 0; i < report->count; i++)
        values[stage->count + i] = number_at(report->values, report->value_bytes, i);
    if (report->origin)
        memcpy(origin + stage->count, report->origin, report->count * sizeof *origin);
    stage->count = (uint32_t)count;
    return stage;
}

static void insn_trace_add_write(struct load *load, const struct probe_access *write)
{
    struct insn_trace *trace = load->trace;
    const struct probe_access bare = probe_access_bare(write);
    if (bare.stream == ACCESS_PACK_DATA && bare.instance < TRACE_SISTERS &&
        trace->sisters[bare.instance].lo == trace->sisters[bare.instance].hi)
        trace->sisters[bare.instance] = bare;
    if (bare.instance == trace->instance)
        load->is_out_of_memory |= !MEM_PUSH(trace->writes, trace->write_count, trace->write_capacity, bare);
}

static void insn_trace_begin(struct insn_trace *trace, enum tt_unit unit, uint8_t instance, uint64_t seq)
{
    insn_trace_clear(trace);
    trace->seq = seq;
    trace->unit = unit;
    trace->instance = instance;
}

static enum tt_status insn_trace_end(const struct load *load, enum tt_status status, struct tt_error *err)
{
    if (!status && load->is_out_of_memory)
        status =
            tt_fail(err, TT_NO_MEMORY, "no memory for the stages of event %llu", (unsigned long long)load->trace->seq);
    load->trace->is_loaded = status == TT_OK;
    return status;
}

/* ---- a database ---- */

static enum tt_status insn_trace_take_block(void *user, const struct results_block_row *row)
{
    struct load *load = user;
    if (row->instance != load->trace->instance)
        return TT_OK;
    struct stage_values *stage = insn_trace_take(load, &(struct probe_stage){.stage = row->stage,
                                                                             .format = row->format,
                                                                             .value_bytes = row->value_bytes,
                                                                             .count = row->count,
                                                                             .values = row->values,
                                                                             .origin = row->origin});
    if (stage)
        stage->is_changed = row->is_changed;
    return load->is_out_of_memory ? TT_END : TT_OK; /* insn_trace_end() */
}

static enum tt_status insn_trace_take_access(void *user, const struct results_access_row *row)
{
    struct load *load = user;
    if (row->of.is_write && row->of.unit == load->trace->unit)
        insn_trace_add_write(load, &row->of);
    return load->is_out_of_memory ? TT_END : TT_OK; /* insn_trace_end() */
}

enum tt_status insn_trace_load(struct insn_trace *trace, struct results *results, enum tt_unit unit, uint8_t instance,
                               uint64_t seq, struct tt_error *err)
{
    if (trace->is_loaded && trace->seq == seq && trace->unit == unit && trace->instance == instance)
        return TT_OK;
    insn_trace_begin(trace, unit, instance, seq);
    struct load load = {.trace = trace};
    enum tt_status status = results_blocks_of(results, unit, seq, insn_trace_take_block, &load, err);
    status = status ?: results_each_access(results, seq, seq, insn_trace_take_access, &load, err);
    return insn_trace_end(&load, status, err);
}

/* ---- a replay ---- */

static void insn_trace_on_begin(void *user, const struct probe_insn *insn)
{
    struct load *load = user;
    load->is_at_work = insn->seq == load->trace->seq;
}

static void insn_trace_on_stage(void *user, const struct probe_stage *report)
{
    struct load *load = user;
    if (load->is_at_work && report->unit == load->trace->unit && report->instance == load->trace->instance &&
        report->count && !load->is_out_of_memory)
        (void)insn_trace_take(load, report);
}

static void insn_trace_on_access(void *user, const struct probe_access *access)
{
    struct load *load = user;
    if (load->is_at_work && access->is_write && access->unit == load->trace->unit)
        insn_trace_add_write(load, access);
}

enum tt_status insn_trace_replay(struct insn_trace *trace, struct ttcap *capture, const struct replay_options *options,
                                 enum tt_unit unit, uint8_t instance, uint64_t seq, struct tt_error *err)
{
    struct load load = {.trace = trace};
    struct replay_options only = *options;
    struct replay_summary summary;
    const struct probe probe = {.user = &load,
                                .wants = PROBE_INSN | PROBE_STAGE | PROBE_ACCESS,
                                .insn_begin = insn_trace_on_begin,
                                .stage = insn_trace_on_stage,
                                .access = insn_trace_on_access};
    if (options->order == REPLAY_EXECUTED) { /* the others run whole */
        only.first = seq;
        only.last = seq + 1;
    }
    insn_trace_begin(trace, unit, instance, seq);
    return insn_trace_end(&load, replay_run(capture, &only, &probe, NULL, &summary, err), err);
}

/* ---- looking ---- */

const struct stage_values *insn_trace_last(const struct insn_trace *trace)
{
    for (unsigned i = trace->stage_count; i-- > 0;)
        if (format_is_datum(trace->stages[i].format))
            return &trace->stages[i];
    return NULL;
}

const struct probe_access *insn_trace_write(const struct insn_trace *trace, enum access_stream stream)
{
    return FIND(trace->writes, trace->write_count, item->stream == stream);
}

bool stage_value_at(const struct insn_trace *trace, const struct stage_values *stage, uint32_t nth, uint32_t *value)
{
    const struct stage_values *last = insn_trace_last(trace);
    if (!last || stage->count != last->count || nth >= stage->count)
        return false;
    *value = stage->values[nth];
    return true;
}

int insn_trace_changer(const struct insn_trace *trace, uint32_t nth)
{
    int changer = -1;
    const struct stage_values *before = NULL;
    for (unsigned i = 0; i < trace->stage_count; i++) {
        const struct stage_values *stage = &trace->stages[i];
        uint32_t value = 0, earlier = 0;
        if (!format_is_datum(stage->format) || !stage_value_at(trace, stage, nth, &value))
            continue;
        bool is_same = before && before->format == stage->format && stage_value_at(trace, before, nth, &earlier) &&
                       earlier == value;
        if (!is_same)
            changer = (int)i;
        before = stage;
    }
    return changer;
}

/* Bit address of the first datum of the data tile that a write belongs to. */
static int64_t tile_start(const struct probe_access *write, uint32_t datum_bits)
{
    return (int64_t)write->lo * 8 - (int64_t)write->first_datum * datum_bits;
}

uint32_t trace_write_base(const struct probe_access *here, const struct probe_access sisters[static TRACE_SISTERS],
                          uint32_t datum_bits)
{
    if (!datum_bits)
        return 0;
    int64_t start = tile_start(here, datum_bits), first = start;
    for (int i = 0; i < TRACE_SISTERS; i++) {
        if (sisters[i].lo < sisters[i].hi && tile_start(&sisters[i], datum_bits) < first)
            first = tile_start(&sisters[i], datum_bits);
    }
    const int64_t datums = (start - first) / datum_bits;
    return datums < TILE_DATUMS_MAX && datums % BFP_GROUP == 0 ? (uint32_t)datums : 0;
}

uint32_t insn_trace_base(const struct insn_trace *trace)
{
    const struct probe_access *here = insn_trace_write(trace, ACCESS_PACK_DATA);
    const struct stage_values *last = insn_trace_last(trace);
    return here && last ? trace_write_base(here, trace->sisters, format_get(last->format)->storage_bits) : 0;
}

bool insn_trace_exponent(const struct insn_trace *trace, uint32_t tile, uint32_t datum, uint32_t *addr)
{
    for (size_t i = 0; i < trace->write_count; i++) {
        const struct probe_access *write = &trace->writes[i];
        if (write->stream != ACCESS_PACK_EXPONENT || write->tile != tile || datum < write->first_datum)
            continue;
        uint32_t nth = datum / BFP_GROUP - write->first_datum / BFP_GROUP;
        if (nth < write->hi - write->lo) {
            *addr = write->lo + nth;
            return true;
        }
    }
    return false;
}
