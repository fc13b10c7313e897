/* SPDX-License-Identifier: Apache-2.0 */
/* The timeline as a trace that chrome://tracing and Perfetto open ("Trace Event Format", JSON object form): a process
 * for the threads, one for the units; a microsecond stands for an event, or for a step of program order. */
#include "show/export/export_internal.h"

#include "isa/chip.h"
#include "isa/isa.h"
#include "show/json_out.h"

enum {
    THREADS_PROCESS = 1,
    UNITS_PROCESS = 2,
    THREAD_LANES = 3 /* of a thread: its words, its pipe's waits, its core's */
};

struct tracer {
    struct exporter *exporter;
    struct json_out json;
    enum tt_chip chip;
    uint32_t units; /* bit a unit that was at work */
};

static void put_name(struct json_out *out, const char *what, unsigned process, int lane, const char *name)
{
    json_out_object_line(out, NULL);
    json_out_say(out, SAY("ph", "M"), SAY("name", what), SAY("pid", process), SAY_IF("tid", lane >= 0, lane));
    json_out_item(out, "args", SAY("name", name));
    json_out_end(out);
}

/* A stretch [from, to) of a lane; its text goes beside it. */
static void put_stretch(struct json_out *out, const char *name, const char *kind, unsigned process, unsigned lane,
                        uint64_t from, uint64_t to, const char *text)
{
    json_out_object_line(out, NULL);
    json_out_say(out, SAY("ph", "X"), SAY("name", name), SAY("cat", kind), SAY("pid", process), SAY("tid", lane),
                 SAY("ts", from), SAY("dur", to - from));
    json_out_item(out, "args", SAY("text", text));
    json_out_end(out);
}

static enum tt_status export_trace_take_insn(void *user, const struct results_insn_row *row)
{
    struct tracer *tracer = user;
    const struct isa_insn *insn = isa_find(tracer->chip, row->word);
    const char *name = insn ? insn->mnemonic : ".word";
    char text[ISA_TEXT_MAX];
    (void)isa_disassemble(tracer->chip, row->word, text);
    tracer->units |= UINT32_C(1) << row->unit;
    put_stretch(&tracer->json, name, unit_name(row->unit), THREADS_PROCESS, row->thread * (unsigned)THREAD_LANES,
                row->seq, row->seq + 1, text);
    put_stretch(&tracer->json, name, unit_name(row->unit), UNITS_PROCESS, (unsigned)row->unit, row->seq, row->seq + 1,
                text);
    tracer->exporter->summary->rows++;
    return TT_OK;
}

static enum tt_status export_trace_take_wait(void *user, const struct results_wait_row *row)
{
    struct tracer *tracer = user;
    put_stretch(&tracer->json, row->is_core ? "core waits" : "pipe waits", "wait", THREADS_PROCESS,
                row->thread * THREAD_LANES + (row->is_core ? 2u : 1u), row->first_seq, row->last_seq, row->what);
    tracer->exporter->summary->rows++;
    return TT_OK;
}

static void put_names(struct tracer *tracer)
{
    static const char *const lanes[THREAD_LANES] = {"", ", pipe waits", ", core waits"};
    put_name(&tracer->json, "process_name", THREADS_PROCESS, -1, "threads");
    put_name(&tracer->json, "process_name", UNITS_PROCESS, -1, "units");
    for (int lane = 0; lane < THREADS * THREAD_LANES; lane++) {
        char name[32];
        (void)snprintf(name, sizeof name, "T%d%s", lane / THREAD_LANES, lanes[lane % THREAD_LANES]);
        put_name(&tracer->json, "thread_name", THREADS_PROCESS, lane, name);
    }
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++)
        if (tracer->units >> unit & 1)
            put_name(&tracer->json, "thread_name", UNITS_PROCESS, unit, unit_name((enum tt_unit)unit));
}

enum tt_status export_trace_write(struct exporter *exporter)
{
    const struct results_run_row *run = results_run(exporter->results);
    struct tracer tracer = {.exporter = exporter, .chip = run->chip};
    json_out_init(&tracer.json, exporter->out);
    json_out_object(&tracer.json, NULL);
    json_out_say(&tracer.json, SAY("displayTimeUnit", "ns"));
    json_out_object(&tracer.json, "otherData");
    json_out_say(&tracer.json, SAY("capture", run->capture_name), SAY("chip", chip_get(run->chip)->name),
                 SAY("order", run->order));
    json_out_end(&tracer.json);
    json_out_array(&tracer.json, "traceEvents");
    enum tt_status status =
        results_each_insn(exporter->results, 0, INT64_MAX, UINT32_MAX, export_trace_take_insn, &tracer, exporter->err);
    status = status ?: results_each_wait(exporter->results, export_trace_take_wait, &tracer, exporter->err);
    put_names(&tracer);
    json_out_end(&tracer.json);
    json_out_end(&tracer.json);
    return status;
}
