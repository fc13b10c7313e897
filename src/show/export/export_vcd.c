/* SPDX-License-Identifier: Apache-2.0 */
/* The timeline as a value change dump (IEEE 1364, chapter 18) for GTKWave and its like: for each thread the word and
 * its mnemonic (a string variable, as GTKWave has them), whether one took effect, and waits; for each unit whether it
 * was given work. A unit of time stands for an event, or for a step of program order. */
#include "show/export/export_internal.h"

#include "base/search.h"
#include "base/text/text_map.h"
#include "isa/chip.h"
#include "isa/isa.h"

/* Variables; their codes are printable characters from CODE_FIRST on. */
enum signal { ACTIVE, WORD, NAME, PIPE_WAIT, PIPE_WHAT, CORE_WAIT, CORE_WHAT, SIGNALS };
enum { CODE_FIRST = '!', UNIT_CODE = CODE_FIRST + THREADS * SIGNALS };
static const char *const signal_names[SIGNALS] = {"active",         "word",       "instruction",   "pipe_waits",
                                                  "pipe_waits_for", "core_waits", "core_waits_for"};
static const char *const signal_types[SIGNALS] = {"wire 1",   "reg 32", "string 1", "wire 1",
                                                  "string 1", "wire 1", "string 1"};

/* A variable takes a value at a time. Ends of stretches come before beginnings. */
struct change {
    uint64_t time;
    uint32_t value; /* number of a text for strings */
    uint8_t code;
    bool is_begin, is_text;
};

struct dumper {
    struct exporter *exporter;
    struct change *changes;
    size_t count, capacity;
    struct texts texts;
    struct text_map text_numbers;
    bool is_out_of_memory;
    enum tt_chip chip;
};

static char export_vcd_code_of(unsigned thread, enum signal signal)
{
    return (char)(CODE_FIRST + thread * SIGNALS + (unsigned)signal);
}

static void export_vcd_add(struct dumper *dumper, uint64_t time, char code, uint32_t value, bool is_begin, bool is_text)
{
    dumper->is_out_of_memory |= !MEM_PUSH(dumper->changes, dumper->count, dumper->capacity,
                                          (struct change){time, value, (uint8_t)code, is_begin, is_text});
}

static uint32_t text_number(struct dumper *dumper, const char *text)
{
    const int64_t number = text_map_number(&dumper->text_numbers, &dumper->texts, text);
    dumper->is_out_of_memory |= number == TEXT_MAP_MISSING;
    return (uint32_t)number;
}

static enum tt_status export_vcd_take_insn(void *user, const struct results_insn_row *row)
{
    struct dumper *dumper = user;
    const struct isa_insn *insn = isa_find(dumper->chip, row->word);
    const uint32_t name = text_number(dumper, insn ? insn->mnemonic : ".word");
    const char unit = (char)(UNIT_CODE + (int)row->unit);
    export_vcd_add(dumper, row->seq, export_vcd_code_of(row->thread, ACTIVE), 1, true, false);
    export_vcd_add(dumper, row->seq, export_vcd_code_of(row->thread, WORD), row->word, true, false);
    export_vcd_add(dumper, row->seq, export_vcd_code_of(row->thread, NAME), name, true, true);
    export_vcd_add(dumper, row->seq + 1, export_vcd_code_of(row->thread, ACTIVE), 0, false, false);
    export_vcd_add(dumper, row->seq, unit, 1, true, false);
    export_vcd_add(dumper, row->seq + 1, unit, 0, false, false);
    dumper->exporter->summary->rows++;
    return dumper->is_out_of_memory ? TT_END : TT_OK;
}

static enum tt_status export_vcd_take_wait(void *user, const struct results_wait_row *row)
{
    struct dumper *dumper = user;
    const char wait = export_vcd_code_of(row->thread, row->is_core ? CORE_WAIT : PIPE_WAIT);
    const char what = export_vcd_code_of(row->thread, row->is_core ? CORE_WHAT : PIPE_WHAT);
    export_vcd_add(dumper, row->first_seq, wait, 1, true, false);
    export_vcd_add(dumper, row->first_seq, what, text_number(dumper, row->what), true, true);
    export_vcd_add(dumper, row->last_seq, wait, 0, false, false);
    dumper->exporter->summary->rows++;
    return dumper->is_out_of_memory ? TT_END : TT_OK;
}

ORDER(by_time, struct change, RISING(time) ?: RISING(code) ?: RISING(is_begin))

/* ---- the file ---- */

static void put_header(FILE *out, const struct results_run_row *run)
{
    (void)fprintf(out,
                  "$version tt-replay $end\n$comment %s, %s order: a unit of time is %s $end\n$timescale 1 ns $end\n",
                  chip_get(run->chip)->name, run->order,
                  strcmp(run->order, "executed") == 0 ? "an event of the capture" : "a step");
    (void)fputs("$scope module tile $end\n", out);
    for (unsigned thread = 0; thread < THREADS; thread++) {
        (void)fprintf(out, "$scope module T%u $end\n", thread);
        for (int i = 0; i < SIGNALS; i++)
            (void)fprintf(out, "$var %s %c %s $end\n", signal_types[i], export_vcd_code_of(thread, (enum signal)i),
                          signal_names[i]);
        (void)fputs("$upscope $end\n", out);
    }
    (void)fputs("$scope module units $end\n", out);
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++)
        (void)fprintf(out, "$var wire 1 %c %s $end\n", UNIT_CODE + unit, unit_name((enum tt_unit)unit));
    (void)fputs("$upscope $end\n$upscope $end\n$enddefinitions $end\n$dumpvars\n", out);
    for (unsigned thread = 0; thread < THREADS; thread++)
        (void)fprintf(out, "0%c\nbx %c\n0%c\n0%c\n", export_vcd_code_of(thread, ACTIVE),
                      export_vcd_code_of(thread, WORD), export_vcd_code_of(thread, PIPE_WAIT),
                      export_vcd_code_of(thread, CORE_WAIT));
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++)
        (void)fprintf(out, "0%c\n", UNIT_CODE + unit);
    (void)fputs("$end\n", out);
}

/* A string is one word of the file. */
static void export_vcd_put_text(FILE *out, const char *text)
{
    (void)fputc('s', out);
    for (; *text; text++)
        (void)fputc((unsigned char)*text <= ' ' || (unsigned char)*text >= 0x7F ? '_' : *text, out);
}

static void put_change(const struct dumper *dumper, const struct change *change)
{
    FILE *out = dumper->exporter->out;
    const unsigned signal = (change->code - (unsigned)CODE_FIRST) % SIGNALS;
    if (change->is_text) {
        export_vcd_put_text(out, dumper->texts.items[change->value]);
        (void)fprintf(out, " %c\n", change->code);
    } else if (change->code < UNIT_CODE && signal == WORD) {
        (void)fputc('b', out);
        for (int bit = 31; bit >= 0; bit--)
            (void)fputc('0' + (int)(change->value >> bit & 1), out);
        (void)fprintf(out, " %c\n", change->code);
    } else {
        (void)fprintf(out, "%c%c\n", change->value ? '1' : '0', change->code);
    }
}

/* An end that a beginning follows at the same time is none. */
static void export_vcd_put_changes(struct dumper *dumper)
{
    const struct change *changes = dumper->changes;
    uint64_t time = UINT64_MAX;
    for (size_t i = 0; i < dumper->count; i++) {
        const bool has_next = i + 1 < dumper->count;
        if (has_next && changes[i + 1].time == changes[i].time && changes[i + 1].code == changes[i].code)
            continue;
        if (changes[i].time != time)
            (void)fprintf(dumper->exporter->out, "#%" PRIu64 "\n", changes[i].time);
        time = changes[i].time;
        put_change(dumper, &changes[i]);
    }
}

enum tt_status export_vcd_write(struct exporter *exporter)
{
    const struct results_run_row *run = results_run(exporter->results);
    struct dumper dumper = {.exporter = exporter, .chip = run->chip};
    enum tt_status status =
        results_each_insn(exporter->results, 0, INT64_MAX, UINT32_MAX, export_vcd_take_insn, &dumper, exporter->err);
    status = status ?: results_each_wait(exporter->results, export_vcd_take_wait, &dumper, exporter->err);
    if (!status && dumper.is_out_of_memory)
        status = tt_fail(exporter->err, TT_NO_MEMORY, "no memory for the timeline");
    if (!status) {
        if (dumper.count)
            qsort(dumper.changes, dumper.count, sizeof *dumper.changes, by_time);
        put_header(exporter->out, run);
        export_vcd_put_changes(&dumper);
    }
    mem_free(dumper.changes);
    text_map_clear(&dumper.text_numbers);
    texts_clear(&dumper.texts);
    return status;
}
