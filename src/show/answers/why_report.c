/* SPDX-License-Identifier: Apache-2.0 */
/* Why: as text a tree, a place, the instruction that wrote it, and below it its inputs; as JSON the nodes of
 * the slice that matter, each with those it came from. 80 columns; schemas/why.schema.json. */
#include "show/reports.h"

#include "ask/run/insn_trace.h"
#include "ask/run/value_text.h"
#include "base/search.h"
#include "base/text/text.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "show/parts.h"
#include "show/wrap.h"

enum {
    STEP = 2,
    DEPTH_SHOWN = 14,
    BYTES_SHOWN = 8,
    WRITE_INDENT = 13,
    WRITER_TEXT_MAX = 64,
    WRITE_TEXT_MAX = 2 * VALUE_TEXT_MAX
};

struct printer {
    FILE *out;
    const struct why *why;
    const struct why_view *view;
    struct ink ink;
    uint8_t *is_seen; /* by node */
    struct tt_error *err;
};

/* Steps far back stand no further to the right. */
static int indent_of(unsigned depth)
{
    return STEP * (int)(depth < DEPTH_SHOWN ? depth : DEPTH_SHOWN);
}

static void print_indent(const struct printer *printer, unsigned depth)
{
    (void)fprintf(printer->out, "%*s", indent_of(depth), "");
}

static const struct slice_node *node_of(const struct printer *printer, size_t index)
{
    return &printer->why->slice.nodes[index];
}

/* "l1:0x20100-0x20101 = 00 3f", "srca:0,0,8 = 1fc00", "srca:0,0,8 to srca:0,15,8, 16 of them". */
static void why_report_print_place(const struct printer *printer, const size_t *nodes, size_t count)
{
    char first[ADDRESS_TEXT_MAX], last[ADDRESS_TEXT_MAX];
    const struct slice_node *from = node_of(printer, nodes[0]), *to = node_of(printer, nodes[count - 1]);
    const enum tt_chip chip = printer->why->run->chip;
    const bool is_run = to->lo - from->lo == (count - 1) * from->bytes;
    (void)address_place_text(chip, from->space, from->lo, first);
    (void)address_place_text(chip, to->space, to->lo, last);
    if (count == 1)
        (void)fprintf(printer->out, "%s", first);
    else if (from->space == TT_SPACE_L1 && is_run)
        (void)fprintf(printer->out, "%s-0x%05" PRIx32, first, to->lo);
    else
        (void)fprintf(printer->out, "%s to %s, %zu of them", first, last, count);
    if (!from->known)
        return;
    if (from->space == TT_SPACE_L1 && is_run && count <= BYTES_SHOWN) {
        (void)fputs(" =", printer->out);
        for (size_t i = 0; i < count; i++)
            (void)fprintf(printer->out, " %02" PRIx32, node_of(printer, nodes[i])->bits);
    } else if (count == 1) {
        (void)fprintf(printer->out, " = %0*" PRIx32, from->space == TT_SPACE_DST ? 4 : 5, from->bits);
    }
}

static const char *beginning(const struct printer *printer, const struct slice_node *node)
{
    if (node->kind == SLICE_START && !printer->why->slice.capture)
        return "at the start; the capture that holds it is not here";
    switch (node->kind) {
    case SLICE_STORED:
        return "stored by a core";
    case SLICE_RECORDED:
        return "from the recording";
    case SLICE_START:
    case SLICE_WRITTEN:
        break;
    }
    return node->known ? "from the first snapshot" : "unknown at the start";
}

static const char *why_report_mnemonic_of(const struct printer *printer, const struct slice_node *node)
{
    const struct isa_insn *insn = isa_find(printer->why->run->chip, node->word);
    return insn ? insn->mnemonic : "undefined";
}

static void why_report_print_writer(const struct printer *printer, const struct slice_node *node, unsigned depth)
{
    char word[ISA_TEXT_MAX], text[ISA_TEXT_MAX + WRITER_TEXT_MAX];
    print_indent(printer, depth + 1);
    (void)fprintf(printer->out, " %s", printer->ink.bold);
    wrap_text(printer->out,
              text_print(text, sizeof text, "%s %" PRIu64 ", T%u: %s%s", seq_name(printer->why->run->order), node->seq,
                         node->thread, isa_disassemble(printer->why->run->chip, node->word, word), printer->ink.off),
              indent_of(depth + 1) + 1, REPORT_WIDTH + (int)strlen(printer->ink.off));
}

/* Where the word or store came from; thread -1: a store. */
static void why_report_print_source(const struct printer *printer, uint64_t seq, int thread, unsigned depth)
{
    struct word_source source;
    char text[TTCAP_LINES_TEXT_MAX + 3] = "at ";
    if (!source_text(printer->why->results, seq, thread, text + strlen(text)))
        return;
    print_indent(printer, depth + 1);
    (void)fputc(' ', printer->out);
    wrap_text(printer->out, text, indent_of(depth + 1) + 1, REPORT_WIDTH);
    if (printer->view->sources && results_source_of(printer->why->results, seq, thread, &source, NULL) == TT_OK)
        source_files_print(printer->view->sources, printer->out, source.frames, source.frame_count,
                           indent_of(depth + 1) + 3);
}

/* The fact that it rests on, where that is less than a recording. */
static void why_report_print_evidence(const struct printer *printer, const struct slice_node *node, unsigned depth)
{
    char text[EVIDENCE_TEXT_MAX];
    if (!*evidence_text_of(printer->why->results, node->seq, true, text))
        return;
    print_indent(printer, depth + 1);
    (void)fprintf(printer->out, " rests on %s\n", text);
}

/* An instruction of undefined behaviour: its results are not known. */
static void print_undefined(const struct printer *printer, const struct slice_node *node, unsigned depth)
{
    const struct why_undefined *undefined = why_undefined_at(printer->why, node->seq);
    if (!undefined)
        return;
    print_indent(printer, depth + 1);
    (void)fprintf(printer->out, " %sundefined here: %s%s\n", printer->ink.red, finding_get(undefined->id)->code,
                  printer->ink.off);
}

/* The stages that changed a packer's or an unpacker's datum, from where it was read. Of other units the operands and
 * the result stand in the tree. */
static void print_stages(const struct printer *printer, size_t node, unsigned depth)
{
    struct insn_trace trace = {0};
    uint32_t nth = 0;
    const enum tt_unit unit = node_of(printer, node)->unit;
    const bool has_stages =
        (unit == TT_UNIT_PACK || unit_is_unpacker(unit)) && why_stages(printer->why, node, &trace, &nth);
    if (has_stages && node_of(printer, node)->unit == TT_UNIT_PACK) {
        char text[ADDRESS_TEXT_MAX];
        const struct probe_access *data = insn_trace_write(&trace, ACCESS_PACK_DATA);
        print_indent(printer, depth + 1);
        (void)address_datum_text(data->tile, insn_trace_base(&trace) + data->first_datum + nth, text);
        (void)fprintf(printer->out, " packer %u, %s\n", trace.instance, text);
    }
    bool is_first = true;
    for (unsigned i = 0; has_stages && i < trace.stage_count; i++) {
        const struct stage_values *stage = &trace.stages[i];
        uint32_t bits = 0;
        char shown[VALUE_TEXT_MAX], value[VALUE_TEXT_MAX], format[VALUE_TEXT_MAX];
        if (!format_is_datum(stage->format) || !stage_value_at(&trace, stage, nth, &bits) ||
            (!stage->is_changed && !is_first))
            continue;
        is_first = false;
        print_indent(printer, depth + 1);
        (void)fprintf(printer->out, "   %-18s %-9s %-9s %s\n", stage->name, bits_text(stage->format, bits, shown),
                      format_text(stage->format, format), value_text(stage->format, bits, value));
    }
    insn_trace_clear(&trace);
}

static bool is_like(const struct printer *printer, const size_t *a, size_t a_count, const size_t *b, size_t b_count)
{
    const struct slice_node *x = node_of(printer, a[0]), *y = node_of(printer, b[0]);
    if (a_count != b_count || x->kind != SLICE_WRITTEN || y->kind != SLICE_WRITTEN || x->space != y->space ||
        x->unit != y->unit || isa_find(printer->why->run->chip, x->word) != isa_find(printer->why->run->chip, y->word))
        return false;
    return !ANY(i, a_count, node_of(printer, a[i])->lo != node_of(printer, b[i])->lo);
}

/* The group in operands[from, count). */
static size_t why_report_group_end(const struct printer *printer, const size_t *operands, size_t from, size_t count)
{
    size_t to = from + 1;
    while (to < count && why_is_grouped(printer->why, operands[from], operands[to]))
        to++;
    return to;
}

static enum tt_status print_group(struct printer *printer, const size_t *nodes, size_t count, unsigned depth);

/* How many times in a row an instruction of the same kind wrote the same place, the value that it adds to apart. */
static enum tt_status skip_alike(struct printer *printer, const size_t *nodes, size_t count, size_t **rest,
                                 size_t *rest_count, unsigned *times)
{
    bool goes_on = true;
    *times = 0;
    *rest = NULL;
    while (goes_on) {
        size_t *operands OWNED(mem_free_at) = NULL, found = 0;
        goes_on = false;
        TRY(why_operands(printer->why, *rest ? *rest : nodes, *rest ? *rest_count : count, &operands, &found,
                         printer->err));
        for (size_t from = 0, to; from < found && !goes_on; from = to) {
            to = why_report_group_end(printer, operands, from, found);
            if (!is_like(printer, nodes, count, &operands[from], to - from))
                continue;
            goes_on = true;
            ++*times;
            memmove(operands, &operands[from], (to - from) * sizeof *operands);
            mem_free(*rest);
            *rest = operands;
            *rest_count = to - from;
            operands = NULL;
        }
    }
    return TT_OK;
}

/* The value before of the same place, written alike: one line for all but the last. */
static enum tt_status print_chain(struct printer *printer, const size_t *nodes, size_t count, unsigned depth)
{
    size_t *rest = NULL, rest_count = 0;
    unsigned times = 0;
    enum tt_status status = skip_alike(printer, nodes, count, &rest, &rest_count, &times);
    const struct slice_node *node = node_of(printer, nodes[0]);
    if (!status && times > 1) {
        print_indent(printer, depth);
        (void)fprintf(printer->out, "<- %u more %s before it, the first at %s %" PRIu64 " (--all shows them)\n", times,
                      why_report_mnemonic_of(printer, node), seq_name(printer->why->run->order),
                      node_of(printer, rest[0])->seq);
        status = print_group(printer, rest, rest_count, depth);
    } else if (!status) {
        status = print_group(printer, nodes, count, depth);
    }
    mem_free(rest);
    return status;
}

static enum tt_status print_operands(struct printer *printer, const size_t *nodes, size_t count, unsigned depth)
{
    size_t *operands OWNED(mem_free_at) = NULL, found = 0;
    TRY(why_operands(printer->why, nodes, count, &operands, &found, printer->err));
    if (found == 0) {
        print_indent(printer, depth + 1);
        (void)fprintf(printer->out, " nothing at the start changes it\n");
    }
    if (found && depth + 1 > printer->view->depth) {
        print_indent(printer, depth + 1);
        (void)fprintf(printer->out, "<- ... %zu further back (--depth)\n", found);
        found = 0;
    }
    for (size_t from = 0, to; from < found; from = to) {
        to = why_report_group_end(printer, operands, from, found);
        const bool is_chain = !printer->view->has_all && is_like(printer, nodes, count, &operands[from], to - from);
        TRY(is_chain ? print_chain(printer, &operands[from], to - from, depth + 1)
                     : print_group(printer, &operands[from], to - from, depth + 1));
    }
    return TT_OK;
}

static const char *computed_from(const struct core_source *source, char text[ADDRESS_TEXT_MAX])
{
    switch (source->kind) {
    case CORE_SOURCE_L1:
        if (source->count == 1)
            return text_print(text, ADDRESS_TEXT_MAX, "l1:0x%05" PRIx32, source->addr);
        return text_print(text, ADDRESS_TEXT_MAX, "l1:0x%05" PRIx32 "-0x%05" PRIx32, source->addr,
                          source->addr + source->count - 1);
    case CORE_SOURCE_REGISTER:
        return text_print(text, ADDRESS_TEXT_MAX, "register 0x%" PRIx32, source->addr);
    case CORE_SOURCE_START:
        return "what the core held before its first instruction";
    case CORE_SOURCE_CODE:
        return "its code alone";
    case CORE_SOURCE_OTHER:
        break;
    }
    return text_print(text, ADDRESS_TEXT_MAX, "an instruction that is not followed, at 0x%" PRIx32, source->pc);
}

/* The value that the core had loaded: from there `why` goes on, at the event before. */
static void why_report_print_computed(const struct printer *printer, const struct slice_node *node, unsigned depth)
{
    struct core_sources sources;
    enum tt_core core;
    char place[ADDRESS_TEXT_MAX];
    if (!why_computed(printer->why, node, &core, &sources))
        return;
    print_indent(printer, depth + 1);
    (void)fprintf(printer->out, " computed by core %s, pc 0x%" PRIx32 ", from%s\n", core_name(core), sources.store_pc,
                  sources.count ? "" : " its code alone");
    for (size_t i = 0; i < sources.count; i++) {
        print_indent(printer, depth + 2);
        (void)fprintf(printer->out, " %s, as it stood before %s %" PRIu64 "\n", computed_from(&sources.list[i], place),
                      seq_name(printer->why->run->order), sources.list[i].seq);
    }
    if (sources.more) {
        print_indent(printer, depth + 2);
        (void)fprintf(printer->out, " and %" PRIu64 " more\n", sources.more);
    }
}

static enum tt_status print_group(struct printer *printer, const size_t *nodes, size_t count, unsigned depth)
{
    const struct slice_node *node = node_of(printer, nodes[0]);
    bool is_seen = true;
    for (size_t i = 0; i < count; i++) {
        is_seen &= printer->is_seen[nodes[i]] != 0;
        printer->is_seen[nodes[i]] = 1;
    }
    print_indent(printer, depth);
    (void)fputs(depth ? "<- " : "", printer->out);
    why_report_print_place(printer, nodes, count);
    if (node->kind != SLICE_WRITTEN) {
        (void)fprintf(printer->out, "  %s%s", printer->ink.dim, beginning(printer, node));
        if (node->kind == SLICE_STORED)
            (void)fprintf(printer->out, ", %s %" PRIu64, seq_name(printer->why->run->order), node->seq);
        (void)fprintf(printer->out, "%s\n", printer->ink.off);
        if (node->kind == SLICE_STORED)
            why_report_print_source(printer, node->seq, -1, depth);
        if (node->kind == SLICE_STORED)
            why_report_print_computed(printer, node, depth);
        return TT_OK;
    }
    (void)fputs(is_seen ? "  as above\n" : "\n", printer->out);
    if (is_seen)
        return TT_OK;
    why_report_print_writer(printer, node, depth);
    why_report_print_source(printer, node->seq, node->thread, depth);
    print_undefined(printer, node, depth);
    why_report_print_evidence(printer, node, depth);
    print_stages(printer, nodes[0], depth);
    return print_operands(printer, nodes, count, depth);
}

/* ---- a register field: every write of it ---- */

static void print_write_source(const struct report *report, const struct why *why, const struct why_write *write,
                               struct source_files *sources)
{
    struct word_source source;
    char text[TTCAP_LINES_TEXT_MAX];
    const int thread = write->has_word ? write->thread : -1;
    if (report->is_json || !source_text(why->results, write->seq, thread, text))
        return;
    report_print(report, "%*s", WRITE_INDENT, "");
    report_wrap(report, WRITE_INDENT, "at %s", text);
    if (sources && results_source_of(why->results, write->seq, thread, &source, NULL) == TT_OK)
        source_files_print(sources, report->out, source.frames, source.frame_count, WRITE_INDENT + 2);
}

static void say_write(struct report *report, const struct why *why, const struct why_write *write,
                      struct source_files *sources)
{
    const struct reg_field *field = reg_field_get(why->run->chip, why->place.field);
    const bool is_cfg = field->space == TT_SPACE_CFG;
    char text[ISA_TEXT_MAX] = "stored by a core", thread[16] = "", held[WRITE_TEXT_MAX];
    char before[VALUE_TEXT_MAX], after[VALUE_TEXT_MAX];
    if (write->has_word) {
        (void)isa_disassemble(why->run->chip, write->word, text);
        (void)snprintf(thread, sizeof thread, " T%u", write->thread);
    }
    report_object_line(report, NULL);
    report_say(report, SAY("event", write->seq), SAY("copy", write->copy), SAY("before", write->before),
               SAY("after", write->after), SAY_OR_NULL("thread", write->has_word, write->thread),
               SAY_OR_NULL("instruction", write->has_word, text));
    say_parts(report, field, write->after);
    say_source(report, why->results, write->seq, write->has_word ? write->thread : -1);
    report_close(report);
    report_print(report, "%8" PRIu64 "%-3s  %s %u  ", write->seq, thread, is_cfg ? "state" : "thread", write->copy);
    const int at = snprintf(held, sizeof held, "%s -> %s", field_value_text(field, write->before, false, before),
                            field_value_text(field, write->after, false, after));
    report_print(report, "%s%s%s  ", write->before == write->after ? report->ink.dim : "", held, report->ink.off);
    report_wrap(report, WRITE_INDENT + (is_cfg ? 9 : 10) + at + 2, "%s", text);
    print_changed_parts(report, field, write->before, write->after, WRITE_INDENT);
    print_write_source(report, why, write, sources);
}

static void why_report_say_field(struct report *report, const struct why *why, struct source_files *sources)
{
    const struct reg_field *field = reg_field_get(why->run->chip, why->place.field);
    char start[VALUE_TEXT_MAX];
    report_print(report, "%s%s%s  %s, word %u, %u bit%s from %u\n", report->ink.bold, field->name, report->ink.off,
                 field->space == TT_SPACE_CFG ? "both states" : "each thread's own", field->word, field->bits,
                 plural(field->bits), field->shift);
    if (why->run->sets[0]) {
        report_print(report, "   held by --set, not among the writes:\n      ");
        report_wrap(report, 6, "%s", why->run->sets);
    }
    report_say(report, SAY("field", field->name), SAY_OR_NULL("start", why->start_is_known, why->start));
    REPORT_EACH(report, "writes", i, why->write_count)
        say_write(report, why, &why->writes[i], sources);
    if (why->start_is_known)
        report_print(report, "   start       %s\n", field_value_text(field, why->start, false, start));
    else
        report_print(report, "   start       not known\n");
}

/* ---- a place: nodes in JSON, a tree in text ---- */

/* The value of a node in each stage of its instruction; nothing where it is not known which value is the node's. trace:
 * of the node before, which is of the same instruction as a rule. */
static void say_stages(struct report *report, const struct why *why, size_t index, struct insn_trace *trace)
{
    uint32_t element = 0, values[ELEMENT_VALUES_MAX];
    char format[VALUE_TEXT_MAX], bits[VALUE_TEXT_MAX], value[VALUE_TEXT_MAX];
    const bool is_known = why_stages(why, index, trace, &element);
    REPORT_EACH(report, "stages", i, is_known ? trace->stage_count : 0) {
        const struct stage_values *stage = &trace->stages[i];
        const unsigned count = insn_element_values(trace, stage, element, values);
        if (!count)
            continue;
        report_object_line(report, NULL);
        report_say(report, SAY("stage", stage->name), SAY("is_changed", stage->is_changed),
                   SAY("format", format_text(stage->format, format)));
        REPORT_EACH_LINE(report, "values", k, count)
            report_item(report, NULL, SAY("bits", bits_text(stage->format, values[k], bits)),
                        SAY("value", value_text(stage->format, values[k], value)));
        report_close(report);
    }
}

static void say_computed(struct report *report, const struct why *why, const struct slice_node *node)
{
    static const char *const kinds[] = {"l1", "register", "start", "code", "other"};
    struct core_sources sources;
    enum tt_core core;
    if (!why_computed(why, node, &core, &sources))
        return;
    report_object(report, "computed");
    report_say(report, SAY("core", core_name(core)), SAY("pc", sources.store_pc), SAY("more", sources.more));
    REPORT_EACH(report, "from", i, sources.count)
        report_item(report, NULL, SAY("kind", kinds[sources.list[i].kind]), SAY("address", sources.list[i].addr),
                    SAY("bytes", sources.list[i].count), SAY("before", sources.list[i].seq),
                    SAY("pc", sources.list[i].pc));
    report_close(report);
}

static void say_node(struct report *report, const struct why *why, size_t index, struct insn_trace *trace)
{
    static const char *const kinds[] = {"written", "stored", "start", "recorded"};
    const struct slice *slice = &why->slice;
    const struct slice_node *node = &slice->nodes[index];
    const bool is_written = node->kind == SLICE_WRITTEN;
    const struct why_undefined *undefined = is_written ? why_undefined_at(why, node->seq) : NULL;
    char place[ADDRESS_TEXT_MAX], text[ISA_TEXT_MAX];
    report_object(report, NULL);
    report_say(report, SAY("node", index),
               SAY("place", address_place_text(why->run->chip, node->space, node->lo, place)),
               SAY("space", space_name(node->space)), SAY("lo", node->lo), SAY("bytes", node->bytes),
               SAY_OR_NULL("bits", node->known, node->bits), SAY("mask", node->mask), SAY("kind", kinds[node->kind]),
               SAY_OR_NULL("event", is_written || node->kind == SLICE_STORED, node->seq),
               SAY_OR_NULL("thread", is_written, node->thread), SAY_OR_NULL("unit", is_written, unit_name(node->unit)),
               SAY_OR_NULL("instruction", is_written, isa_disassemble(why->run->chip, node->word, text)),
               SAY_OR_NULL("undefined", undefined, finding_get(undefined->id)->code));
    if (is_written || node->kind == SLICE_STORED)
        say_source(report, why->results, node->seq, is_written ? node->thread : -1);
    if (node->kind == SLICE_STORED)
        say_computed(report, why, node);
    if (is_written)
        say_evidence(report, why->results, node->seq);
    if (is_written)
        say_stages(report, why, index, trace);
    report_list_line(report, "from");
    for (size_t e = node->first_edge; e < node->first_edge + node->edge_count; e++)
        if (slice->nodes[slice->edges[e]].mask)
            report_say(report, SAY(NULL, slice->edges[e]));
    report_close(report);
    report_close(report);
}

void why_report_say_nodes(struct report *report, const struct why *why)
{
    const struct slice *slice = &why->slice;
    struct insn_trace trace = {0};
    char text[ADDRESS_TEXT_MAX], left[WHY_LEFT_OUT_MAX];
    report_say(report, SAY("place", address_place_text(why->run->chip, why->place.space, why->place.lo, text)),
               SAY("bytes", why->place.hi - why->place.lo), SAY("is_tried", slice->is_tried),
               SAY_OR_NULL("untried", why->untried[0], why->untried),
               SAY_IF("left_out", *why_left_out(why, left), left), SAY("roots", slice->root_count));
    REPORT_EACH(report, "undecided", i, why->inputs.count)
        report_say(report, SAY(NULL, why->inputs.names[i]));
    REPORT_EACH(report, "nodes", i, slice->node_count)
        if (slice->nodes[i].mask)
            say_node(report, why, i, &trace);
    insn_trace_clear(&trace);
}

static enum tt_status print_tree(const struct report *report, const struct why *why, const struct why_view *view,
                                 struct tt_error *err)
{
    struct printer printer = {report->out, why, view, report->ink, NULL, err};
    printer.is_seen = mem_calloc(why->slice.node_count + 1, 1);
    size_t *roots = mem_calloc(why->slice.root_count + 1, sizeof *roots);
    enum tt_status status = printer.is_seen && roots ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for the report");
    for (size_t i = 0; i < why->slice.root_count && !status; i++)
        roots[i] = i;
    for (size_t from = 0, to; from < why->slice.root_count && !status; from = to) {
        to = why_report_group_end(&printer, roots, from, why->slice.root_count);
        status = print_group(&printer, &roots[from], to - from, 0);
    }
    mem_free(roots);
    mem_free(printer.is_seen);
    if (!status)
        why_print_ends(report, why, view->has_all);
    return status;
}

enum tt_status why_report(FILE *out, enum report_form form, const struct why *why, const struct why_view *view,
                          struct tt_error *err)
{
    enum tt_status status = TT_OK;
    REPORT(report, out, form);
    report_say(&report, SAY("capture", why->run->capture_name), SAY("chip", chip_get(why->run->chip)->name));
    if (why->is_field)
        why_report_say_field(&report, why, view->sources);
    else if (report.is_json)
        why_report_say_nodes(&report, why);
    else
        status = print_tree(&report, why, view, err);
    return status;
}
