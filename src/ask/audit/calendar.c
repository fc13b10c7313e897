/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers the calendar from a database: the words, then the stage `scheduled` of each sub-unit's instance. */
#include "ask/audit/audit.h"

#include "ask/run/insn_trace.h"

/* Words of other units between, which make a cycle only where something ran in it. */
enum { WORDS_MAX = 96 };

struct gatherer {
    struct calendar_cycle words[WORDS_MAX];
    bool is_vector[WORDS_MAX];
    size_t count, vector_count;
};

const char *calendar_unit_name(unsigned unit)
{
    static const char *const names[CALENDAR_UNITS] = {"simple", "MAD", "round", "store"};
    return names[unit];
}

static enum tt_status calendar_take_word(void *user, const struct results_insn_row *row)
{
    struct gatherer *gatherer = user;
    gatherer->is_vector[gatherer->count] = row->unit == TT_UNIT_VECTOR;
    gatherer->vector_count += row->unit == TT_UNIT_VECTOR;
    gatherer->words[gatherer->count++] =
        (struct calendar_cycle){.seq = row->seq, .thread = row->thread, .word = row->word};
    return gatherer->count == WORDS_MAX || gatherer->vector_count == CALENDAR_MAX ? TT_END : TT_OK;
}

static void take_cell(struct calendar_cell *cell, const struct insn_trace *trace)
{
    for (unsigned i = 0; i < trace->stage_count; i++) {
        const struct stage_values *stage = &trace->stages[i];
        if (strcmp(stage->name, "scheduled") != 0 || stage->count != 4)
            continue;
        *cell = (struct calendar_cell){.is_used = true,
                                       .word = stage->values[0],
                                       .vd = (uint8_t)stage->values[1],
                                       .vc = (uint8_t)(stage->values[1] >> 8),
                                       .vb = (uint8_t)(stage->values[1] >> 16),
                                       .form = (uint8_t)(stage->values[1] >> 24),
                                       .since = stage->values[2],
                                       .latency = stage->values[3]};
    }
}

enum tt_status calendar_load(struct calendar *calendar, struct results *results, uint64_t first, struct tt_error *err)
{
    struct insn_trace trace = {0};
    struct gatherer gatherer = {.count = 0};
    *calendar = (struct calendar){.count = 0};
    enum tt_status status =
        results_each_insn(results, first, INT64_MAX, UINT32_MAX, calendar_take_word, &gatherer, err);
    for (size_t i = 0; !status && i < gatherer.count && calendar->count < CALENDAR_MAX; i++) {
        bool is_used = false;
        for (unsigned unit = 0; !status && unit < CALENDAR_UNITS; unit++) {
            struct calendar_cell *cell = &gatherer.words[i].cells[unit];
            status = insn_trace_load(&trace, results, TT_UNIT_VECTOR, (uint8_t)(1 + unit), gatherer.words[i].seq, err);
            if (!status)
                take_cell(cell, &trace);
            is_used |= cell->is_used;
        }
        calendar->has_macros |= is_used;
        if (is_used || gatherer.is_vector[i])
            calendar->cycles[calendar->count++] = gatherer.words[i];
    }
    insn_trace_clear(&trace);
    return status;
}
