/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction out of the stage blocks and accesses of a run. docs/formats/results.md. */
#include "ask/run/insn_trace.h"

#include "base/little.h"
#include "base/memory.h"
#include "numeric/bfp.h"

#include <stdio.h>
#include <string.h>

enum { TILE_DATUMS_MAX = 4096 };

struct load {
    struct insn_trace *trace;
    bool is_out_of_memory;
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

/* Where the values of the instruction lie in a block: [*from, *from + *count). False if it is not in it. */
static bool find_in_block(const struct results_block_row *row, uint64_t seq, uint32_t *from, uint32_t *count)
{
    *from = 0;
    for (uint32_t i = 0; i < row->insn_count; i++) {
        *count = row->counts[i];
        if (row->seqs[i] == seq)
            return *from <= row->count && *count <= row->count - *from;
        *from += *count;
    }
    return false;
}

static int insn_trace_take_block(void *user, const struct results_block_row *row)
{
    struct load *load = user;
    struct insn_trace *trace = load->trace;
    uint32_t from = 0, count = 0;
    if (row->instance != trace->instance || trace->stage_count == TRACE_STAGES_MAX ||
        !find_in_block(row, trace->seq, &from, &count))
        return 0;
    struct stage_values *stage = &trace->stages[trace->stage_count++];
    *stage = (struct stage_values){
        .stage = row->stage, .format = (enum format)row->format, .is_changed = row->is_changed, .count = count};
    (void)snprintf(stage->name, sizeof stage->name, "%s", row->stage_name ? row->stage_name : "");
    stage->values = mem_calloc(count + 1u, sizeof *stage->values);
    if (row->origin)
        stage->origin = mem_calloc(count + 1u, sizeof *stage->origin);
    if (!stage->values || (row->origin && !stage->origin)) {
        load->is_out_of_memory = true;
        return 1;
    }
    for (uint32_t i = 0; i < count; i++)
        stage->values[i] = number_at(row->values, row->value_bytes, from + i);
    if (row->origin)
        memcpy(stage->origin, row->origin + from, count * sizeof *stage->origin);
    return 0;
}

static int insn_trace_take_access(void *user, const struct results_access_row *row)
{
    struct load *load = user;
    struct insn_trace *trace = load->trace;
    if (!row->is_write || row->unit != trace->unit)
        return 0;
    const struct trace_write write = {row->space, row->stream, row->lo, row->hi, row->tile, row->first_datum};
    bool is_sister = row->stream == ACCESS_PACK_DATA && row->instance < TRACE_SISTERS;
    if (is_sister && trace->sisters[row->instance].lo == trace->sisters[row->instance].hi)
        trace->sisters[row->instance] = write;
    if (row->instance != trace->instance)
        return 0;
    if (mem_grow(&trace->writes, &trace->write_capacity, trace->write_count + 1, sizeof *trace->writes)) {
        load->is_out_of_memory = true;
        return 1;
    }
    trace->writes[trace->write_count++] = write;
    return 0;
}

enum tt_status insn_trace_load(struct insn_trace *trace, struct results *results, enum tt_unit unit, uint8_t instance,
                               uint64_t seq, struct tt_error *err)
{
    if (trace->is_loaded && trace->seq == seq && trace->unit == unit && trace->instance == instance)
        return TT_OK;
    insn_trace_clear(trace);
    trace->seq = seq;
    trace->unit = unit;
    trace->instance = instance;
    struct load load = {trace, false};
    enum tt_status status = results_blocks_of(results, unit, seq, insn_trace_take_block, &load, err);
    if (!status)
        status = results_accesses_of(results, seq, insn_trace_take_access, &load, err);
    if (!status && load.is_out_of_memory)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the stages of event %llu", (unsigned long long)seq);
    trace->is_loaded = status == TT_OK;
    return status;
}

const struct stage_values *insn_trace_last(const struct insn_trace *trace)
{
    for (unsigned i = trace->stage_count; i-- > 0;)
        if (format_is_datum(trace->stages[i].format))
            return &trace->stages[i];
    return NULL;
}

const struct trace_write *insn_trace_write(const struct insn_trace *trace, enum access_stream stream)
{
    for (size_t i = 0; i < trace->write_count; i++)
        if (trace->writes[i].stream == stream)
            return &trace->writes[i];
    return NULL;
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
static int64_t tile_start(const struct trace_write *write, uint32_t datum_bits)
{
    return (int64_t)write->lo * 8 - (int64_t)write->first_datum * datum_bits;
}

uint32_t trace_write_base(const struct trace_write *here, const struct trace_write sisters[static TRACE_SISTERS],
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
    const struct trace_write *here = insn_trace_write(trace, ACCESS_PACK_DATA);
    const struct stage_values *last = insn_trace_last(trace);
    return here && last ? trace_write_base(here, trace->sisters, format_get(last->format)->storage_bits) : 0;
}

bool insn_trace_exponent(const struct insn_trace *trace, uint32_t tile, uint32_t datum, uint32_t *addr)
{
    for (size_t i = 0; i < trace->write_count; i++) {
        const struct trace_write *write = &trace->writes[i];
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
