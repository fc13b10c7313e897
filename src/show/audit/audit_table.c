/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses columns so that the table fits 80 columns: stages that changed something; decoded values where there is room,
 * first of all for the last stage and the first. */
#include "show/audit/audit_table.h"

#include "ask/run/insn_trace.h"
#include "ask/run/value_text.h"
#include "base/search.h"
#include "tile/probe.h"

enum { WIDTH = 80, PREFIX = 15, ROWS_SHOWN = 32 };

struct column {
    const struct stage_values *stage;
    int bits_width;
    bool has_value;
};

struct table {
    struct column columns[TRACE_STAGES_MAX];
    unsigned count;
    unsigned left_out;
};

static int column_width(const struct column *column)
{
    int width = column->bits_width + (column->has_value ? 1 + value_text_width(column->stage->format) : 0);
    int name = (int)strlen(column->stage->name);
    return 2 + (width > name ? width : name);
}

static int table_width(const struct table *table)
{
    int width = PREFIX;
    for (unsigned i = 0; i < table->count; i++)
        width += column_width(&table->columns[i]);
    return width;
}

static void drop_column(struct table *table, unsigned i)
{
    memmove(&table->columns[i], &table->columns[i + 1], (table->count - i - 1) * sizeof table->columns[0]);
    table->count--;
    table->left_out++;
}

/* Until it fits: decoded values go from the middle outwards, then columns from the middle. */
static void make_fit(struct table *table)
{
    for (unsigned i = 1; i + 1 < table->count && table_width(table) > WIDTH; i++)
        table->columns[i].has_value = false;
    if (table->count > 1 && table_width(table) > WIDTH)
        table->columns[0].has_value = false;
    while (table->count > 2 && table_width(table) > WIDTH)
        drop_column(table, table->count / 2);
}

static void choose_columns(struct table *table, const struct insn_trace *trace, bool is_wide)
{
    char text[VALUE_TEXT_MAX];
    for (unsigned i = 0; i < trace->stage_count; i++) {
        const struct stage_values *stage = &trace->stages[i];
        if (!stage->is_changed && table->count && !is_wide)
            continue;
        struct column *column = &table->columns[table->count++];
        *column = (struct column){stage, (int)strlen(bits_text(stage->format, 0, text)), true};
        if (!format_is_datum(stage->format))
            column->has_value = false;
    }
    if (!is_wide)
        make_fit(table);
}

/* Text in column i; nothing behind that of the last. */
static void print_padded(FILE *out, const struct table *table, unsigned i, const char *text)
{
    if (i + 1 == table->count)
        (void)fprintf(out, "  %s", text);
    else
        (void)fprintf(out, "  %-*s", column_width(&table->columns[i]) - 2, text);
}

static void audit_table_print_heads(FILE *out, const struct table *table, const struct ink *ink)
{
    char text[VALUE_TEXT_MAX];
    (void)fprintf(out, "%s%-*s", ink->dim, PREFIX, "  datum  cell");
    for (unsigned i = 0; i < table->count; i++)
        print_padded(out, table, i, table->columns[i].stage->name);
    (void)fprintf(out, "\n%-*s", PREFIX, "");
    for (unsigned i = 0; i < table->count; i++)
        print_padded(out, table, i, format_text(table->columns[i].stage->format, text));
    (void)fprintf(out, "%s\n", ink->off);
}

static const uint16_t *origins_of(const struct insn_trace *trace)
{
    const uint16_t *origin = NULL;
    for (unsigned i = 0; i < trace->stage_count; i++)
        if (trace->stages[i].origin)
            origin = trace->stages[i].origin;
    return origin;
}

static void audit_table_print_value(FILE *out, const struct table *table, unsigned i, uint32_t at)
{
    const struct column *column = &table->columns[i];
    char bits[VALUE_TEXT_MAX] = "-", value[VALUE_TEXT_MAX] = "", text[80];
    const struct stage_values *stage = column->stage;
    if (at == ELEMENT_NO_VALUE)
        bits[0] = '\0';
    if (at < stage->count) {
        (void)bits_text(stage->format, stage->values[at], bits);
        if (column->has_value)
            (void)value_text(stage->format, stage->values[at], value);
    }
    (void)snprintf(text, sizeof text, "%*s%s%s", column->bits_width, bits, column->has_value ? " " : "", value);
    print_padded(out, table, i, text);
}

static void print_rows(FILE *out, const struct audit *audit, const struct table *table, uint32_t first, uint32_t last,
                       const struct ink *ink)
{
    const uint16_t *origin = origins_of(&audit->trace);
    const struct stage_values *final = insn_trace_last(&audit->trace);
    const uint32_t lines = insn_element_lines(&audit->trace);
    for (uint32_t line = first * lines; line < last * lines; line++) {
        const uint32_t row = line / lines, k = line % lines;
        bool is_marked = audit->has_mark && row == audit->mark;
        char cell[16] = "-";
        if (origin && final && row < final->count && origin[row] != UINT16_MAX)
            (void)snprintf(cell, sizeof cell, "%u,%u", origin[row] / 16u, origin[row] % 16u);
        if (k)
            (void)fprintf(out, "%s%-*s", is_marked ? ink->red : "", PREFIX, "");
        else
            (void)fprintf(out, "%s%c %5u  %-6s", is_marked ? ink->red : "", is_marked ? '*' : ' ', row, cell);
        for (unsigned i = 0; i < table->count; i++)
            audit_table_print_value(out, table, i,
                                    insn_element_value(&audit->trace, table->columns[i].stage, row, k, lines));
        (void)fprintf(out, "%s\n", is_marked ? ink->off : "");
    }
}

static const struct stage_values *stage_numbered(const struct insn_trace *trace, unsigned number)
{
    return FIND(trace->stages, trace->stage_count, item->stage == number);
}

/* "  not at work       relu, downsample" */
static void print_quiet(FILE *out, const struct audit *audit, const struct audit_view *view, bool was_at_work,
                        const char *label)
{
    int column = 0;
    for (unsigned i = 0; i < view->stage_count; i++) {
        const struct stage_values *stage = stage_numbered(&audit->trace, i);
        if ((stage != NULL) != was_at_work || (stage && stage->is_changed))
            continue;
        const char *name = view->stages[i].name;
        if (!column)
            column = fprintf(out, "  %-16s  %s", label, name);
        else if (column + 2 + (int)strlen(name) > WIDTH)
            column = 2 + fprintf(out, ",\n  %-16s  %s", "", name) - 4;
        else
            column += fprintf(out, ", %s", name);
    }
    if (column)
        (void)fputc('\n', out);
}

static uint32_t most_datums(const struct insn_trace *trace)
{
    uint32_t most = 0;
    for (unsigned i = 0; i < trace->stage_count; i++)
        if (trace->stages[i].count > most)
            most = trace->stages[i].count;
    return most;
}

void audit_table_text(FILE *out, const struct audit *audit, const struct audit_view *view, const struct ink *ink)
{
    (void)fprintf(out, "\n%sStages%s\n", ink->bold, ink->off);
    if (!audit->trace.stage_count) {
        (void)fprintf(out, "  none: it moved no datums\n");
        return;
    }
    print_quiet(out, audit, view, true, "changed nothing");
    print_quiet(out, audit, view, false, "not at work");
    struct table table = {.count = 0};
    choose_columns(&table, &audit->trace, view->is_wide);
    if (table.left_out)
        (void)fprintf(out, "  %u more in between; --wide shows them\n", table.left_out);
    const struct stage_values *final = insn_trace_last(&audit->trace);
    const uint32_t lines = insn_element_lines(&audit->trace), shown = lines > 1 ? 2 : ROWS_SHOWN;
    const uint32_t most = audit->unit == TT_UNIT_MATRIX && final ? final->count : most_datums(&audit->trace);
    uint32_t first = 0, last = most < shown ? most : shown;
    if (view->has_rows) {
        first = view->first;
        last = view->last < most ? view->last : most;
    } else if (audit->has_mark && audit->mark >= last) {
        const uint32_t around = lines > 1 ? 1 : 16;
        first = audit->mark / around * around;
        last = first + around < most ? first + around : most;
    }
    (void)fputc('\n', out);
    audit_table_print_heads(out, &table, ink);
    print_rows(out, audit, &table, first, last, ink);
    if (!view->has_rows && last - first < most)
        (void)fprintf(out, "  %s%u of %u datums; --rows A:B chooses%s\n", ink->dim, last - first, most, ink->off);
}

enum { LANES_SHOWN = 4 };

/* The mnemonic alone, without the fields. */
static void print_mnemonic(FILE *out, const struct audit *audit, uint32_t word)
{
    const struct isa_insn *insn = isa_find(audit->run->chip, word);
    (void)fprintf(out, "  %-13s", insn ? insn->mnemonic : "-");
}

static void print_step(FILE *out, const struct audit *audit, const struct vector_step *step, uint32_t first,
                       uint32_t last)
{
    (void)fprintf(out, "%6" PRIu64, step->seq);
    print_mnemonic(out, audit, step->word);
    (void)fprintf(out, " %08x %08x", step->word, step->enabled);
    for (uint32_t lane = first; lane < last; lane++) {
        if (step->has_result)
            (void)fprintf(out, "  %08x", step->values[lane]);
        else if (step->has_flags)
            (void)fprintf(out, lane + 1 < last ? "  %-8u" : "  %u", step->values[lane]);
    }
    (void)fputc('\n', out);
}

void audit_lanes_text(FILE *out, const struct audit *audit, const struct audit_view *view, const struct ink *ink)
{
    uint32_t first = 0, last = view->is_wide ? VECTOR_RUN_LANES : LANES_SHOWN;
    if (view->has_rows) {
        first = view->first < VECTOR_RUN_LANES ? view->first : VECTOR_RUN_LANES;
        last = view->last < VECTOR_RUN_LANES ? view->last : VECTOR_RUN_LANES;
    }
    if (!view->is_wide && last > first + LANES_SHOWN)
        last = first + LANES_SHOWN;
    (void)fprintf(out, "\n%sThe run%s  of this thread: results (of disabled lanes too), else flags\n", ink->bold,
                  ink->off);
    (void)fprintf(out, "%s%6s  %-13s %-8s %-8s", ink->dim, "event", "instruction", "word", "enabled");
    for (uint32_t lane = first; lane < last; lane++)
        (void)fprintf(out, lane + 1 < last ? "  lane %-3" PRIu32 : "  lane %" PRIu32, lane);
    (void)fprintf(out, "%s\n", ink->off);
    for (size_t i = 0; i < audit->steps.count; i++)
        print_step(out, audit, &audit->steps.steps[i], first, last);
}
