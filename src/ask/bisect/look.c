/* SPDX-License-Identifier: Apache-2.0 */
/* Copies the tile's reports of one instruction. */
#include "ask/bisect/look.h"

#include "ask/bisect/bisect.h"
#include "base/error.h"
#include "base/little.h"
#include "base/memory.h"

#include <string.h>

const char *stage_name(enum tt_unit unit, unsigned stage)
{
    unsigned count = 0;
    const struct stage_info *stages = unit_stages(unit, &count);
    return stages && stage < count ? stages[stage].name : "";
}

static void look_on_begin(void *user, const struct probe_insn *insn)
{
    struct look *look = user;
    look->is_at_work = insn->seq == look->seq;
    if (!look->is_at_work)
        return;
    look->word = insn->word;
    look->thread = insn->thread;
}

/* Where values of this stage are collected; an instruction may report it in pieces. Null: no room for one more. */
static struct look_stage *stage_for(struct look *look, const struct probe_stage *report)
{
    for (unsigned i = 0; i < look->stage_count; i++)
        if (look->stages[i].stage == report->stage && look->stages[i].width == report->value_bytes)
            return &look->stages[i];
    if (look->stage_count == LOOK_STAGES_MAX)
        return NULL;
    struct look_stage *stage = &look->stages[look->stage_count++];
    *stage = (struct look_stage){
        .stage = report->stage, .width = report->value_bytes, .format = (enum format)report->format};
    return stage;
}

static void look_on_stage(void *user, const struct probe_stage *report)
{
    struct look *look = user;
    if (!look->is_at_work || report->unit != look->unit || report->instance != look->instance ||
        look->is_out_of_memory || !report->count)
        return;
    struct look_stage *stage = stage_for(look, report);
    if (!stage)
        return;
    const size_t count = stage->count + report->count;
    uint8_t *values = mem_realloc(stage->values, count, stage->width);
    if (values)
        stage->values = values;
    uint16_t *origin = values && report->origin ? mem_realloc(stage->origin, count, sizeof *origin) : stage->origin;
    if (origin)
        stage->origin = origin;
    look->is_out_of_memory = !values || (report->origin && !origin);
    if (look->is_out_of_memory)
        return;
    memcpy(stage->values + (size_t)stage->count * stage->width, report->values, (size_t)report->count * stage->width);
    if (report->origin)
        memcpy(stage->origin + stage->count, report->origin, report->count * sizeof *origin);
    stage->count = (uint32_t)count;
}

static void look_on_access(void *user, const struct probe_access *access)
{
    struct look *look = user;
    if (!look->is_at_work || !access->is_write || access->unit != look->unit)
        return;
    const struct trace_write write = {access->space, access->stream, access->lo,
                                      access->hi,    access->tile,   access->first_datum};
    if (access->stream == ACCESS_PACK_DATA && access->instance < TRACE_SISTERS &&
        look->sisters[access->instance].lo == look->sisters[access->instance].hi)
        look->sisters[access->instance] = write;
    if (access->instance == look->instance && look->write_count < LOOK_WRITES_MAX)
        look->writes[look->write_count++] = write;
}

enum tt_status look_at(struct look *look, struct ttcap *capture, const struct replay_options *options, uint64_t seq,
                       enum tt_unit unit, uint8_t instance, struct tt_error *err)
{
    struct replay_options only = *options;
    struct replay_summary summary;
    const struct probe probe = {
        look, PROBE_INSN | PROBE_STAGE | PROBE_ACCESS, look_on_begin, NULL, look_on_stage, look_on_access, NULL, NULL,
        NULL};
    look_clear(look);
    look->seq = seq;
    look->unit = unit;
    look->instance = instance;
    if (options->order == REPLAY_EXECUTED)
        only.first = seq;
    bisect_end_behind(&only, seq);
    enum tt_status status = replay_run(capture, &only, &probe, NULL, &summary, err);
    if (!status && look->is_out_of_memory)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the stages of event %llu", (unsigned long long)seq);
    return status;
}

void look_clear(struct look *look)
{
    for (unsigned i = 0; i < look->stage_count; i++) {
        mem_free(look->stages[i].values);
        mem_free(look->stages[i].origin);
    }
    *look = (struct look){0};
}

uint32_t look_value(const struct look_stage *stage, uint32_t nth)
{
    return number_at(stage->values, stage->width, nth);
}

const struct look_stage *look_last(const struct look *look)
{
    for (unsigned i = look->stage_count; i-- > 0;)
        if (format_is_datum(look->stages[i].format))
            return &look->stages[i];
    return NULL;
}

const char *look_changer(const struct look *look, uint32_t nth)
{
    const struct look_stage *last = look_last(look), *before = NULL, *changer = NULL;
    for (unsigned i = 0; last && i < look->stage_count; i++) {
        const struct look_stage *stage = &look->stages[i];
        if (!format_is_datum(stage->format) || stage->count != last->count || nth >= stage->count)
            continue;
        if (!before || before->format != stage->format || look_value(before, nth) != look_value(stage, nth))
            changer = stage;
        before = stage;
    }
    return changer ? stage_name(look->unit, changer->stage) : "";
}

uint32_t look_base(const struct look *look)
{
    const struct look_stage *last = look_last(look);
    const struct trace_write *here = &look->sisters[look->instance % TRACE_SISTERS];
    if (!last || here->lo == here->hi)
        return 0;
    return trace_write_base(here, look->sisters, format_get(last->format)->storage_bits);
}
