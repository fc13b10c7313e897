/* SPDX-License-Identifier: Apache-2.0 */
/* Why, as a tree: a place, the instruction that wrote it, and below it what that came from. 80 columns. */
#include "show/why_report.h"

#include "ask/run/seq_name.h"
#include "ask/run/value_text.h"
#include "base/memory.h"
#include "isa/isa.h"
#include "show/ink.h"
#include "show/why_ends.h"
#include "show/wrap.h"

#include <inttypes.h>
#include <string.h>

enum { WIDTH = 80, STEP = 2, DEPTH_SHOWN = 14, BYTES_SHOWN = 8 };

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
static void print_place(const struct printer *printer, const size_t *nodes, size_t count)
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

static const char *seq_of(const struct printer *printer)
{
    return seq_name(printer->why->run->order);
}

static const char *mnemonic_of(const struct printer *printer, const struct slice_node *node)
{
    const struct isa_insn *insn = isa_find(printer->why->run->chip, node->word);
    return insn ? insn->mnemonic : "undefined";
}

static void print_writer(const struct printer *printer, const struct slice_node *node, unsigned depth)
{
    char text[ISA_TEXT_MAX];
    print_indent(printer, depth + 1);
    (void)isa_disassemble(printer->why->run->chip, node->word, text);
    const int at =
        fprintf(printer->out, "%s %s %" PRIu64 ", T%u: ", printer->ink.bold, seq_of(printer), node->seq, node->thread);
    const int room = WIDTH - indent_of(depth + 1) - at + (int)strlen(printer->ink.bold);
    (void)fprintf(printer->out, "%.*s%s\n", room > 8 ? room : 8, text, printer->ink.off);
}

/* Where nobody knows any more what comes of it. */
static void print_doubt(const struct printer *printer, const struct slice_node *node, unsigned depth)
{
    const struct why_doubt *doubt = why_doubt_at(printer->why, node->seq);
    if (!doubt)
        return;
    print_indent(printer, depth + 1);
    (void)fprintf(printer->out, " %sundefined here: %s%s\n", printer->ink.red, finding_get(doubt->id)->code,
                  printer->ink.off);
}

/* The stages that changed the datum, from where it was read. */
static void print_stages(const struct printer *printer, size_t node, unsigned depth)
{
    struct insn_trace trace = {0};
    uint32_t nth = 0;
    const bool has_stages = why_stages(printer->why, node, &trace, &nth);
    if (has_stages && node_of(printer, node)->unit == TT_UNIT_PACK) {
        char text[ADDRESS_TEXT_MAX];
        const struct trace_write *data = insn_trace_write(&trace, ACCESS_PACK_DATA);
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
    for (size_t i = 0; i < a_count; i++)
        if (node_of(printer, a[i])->lo != node_of(printer, b[i])->lo)
            return false;
    return true;
}

/* The group in operands[from, count). */
static size_t group_end(const struct printer *printer, const size_t *operands, size_t from, size_t count)
{
    size_t to = from + 1;
    while (to < count && why_is_grouped(printer->why, operands[from], operands[to]))
        to++;
    return to;
}

static enum tt_status print_group(struct printer *printer, const size_t *nodes, size_t count, unsigned depth);

/* How many times in a row an instruction of the same kind wrote the same place, what it adds to apart. */
static enum tt_status skip_alike(struct printer *printer, const size_t *nodes, size_t count, size_t **rest,
                                 size_t *rest_count, unsigned *times)
{
    enum tt_status status = TT_OK;
    bool goes_on = true;
    *times = 0;
    *rest = NULL;
    while (goes_on && !status) {
        size_t *operands = NULL, found = 0;
        goes_on = false;
        status = why_operands(printer->why, *rest ? *rest : nodes, *rest ? *rest_count : count, &operands, &found,
                              printer->err);
        for (size_t from = 0, to; from < found && !status && !goes_on; from = to) {
            to = group_end(printer, operands, from, found);
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
        mem_free(operands);
    }
    return status;
}

/* What the same place held before, written alike: one line for all but the last. */
static enum tt_status print_chain(struct printer *printer, const size_t *nodes, size_t count, unsigned depth)
{
    size_t *rest = NULL, rest_count = 0;
    unsigned times = 0;
    enum tt_status status = skip_alike(printer, nodes, count, &rest, &rest_count, &times);
    const struct slice_node *node = node_of(printer, nodes[0]);
    if (!status && times > 1) {
        print_indent(printer, depth);
        (void)fprintf(printer->out, "<- %u more %s before it, the first at %s %" PRIu64 " (--all shows them)\n", times,
                      mnemonic_of(printer, node), seq_of(printer), node_of(printer, rest[0])->seq);
        status = print_group(printer, rest, rest_count, depth);
    } else if (!status) {
        status = print_group(printer, nodes, count, depth);
    }
    mem_free(rest);
    return status;
}

static enum tt_status print_operands(struct printer *printer, const size_t *nodes, size_t count, unsigned depth)
{
    size_t *operands = NULL, found = 0;
    enum tt_status status = why_operands(printer->why, nodes, count, &operands, &found, printer->err);
    if (!status && found == 0) {
        print_indent(printer, depth + 1);
        (void)fprintf(printer->out, " nothing that it came from changes it\n");
    }
    if (!status && found && depth + 1 > printer->view->depth) {
        print_indent(printer, depth + 1);
        (void)fprintf(printer->out, "<- ... %zu further back (--depth)\n", found);
        found = 0;
    }
    for (size_t from = 0, to; from < found && !status; from = to) {
        to = group_end(printer, operands, from, found);
        const bool is_chain = !printer->view->has_all && is_like(printer, nodes, count, &operands[from], to - from);
        status = is_chain ? print_chain(printer, &operands[from], to - from, depth + 1)
                          : print_group(printer, &operands[from], to - from, depth + 1);
    }
    mem_free(operands);
    return status;
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
    print_place(printer, nodes, count);
    if (node->kind != SLICE_WRITTEN) {
        (void)fprintf(printer->out, "  %s%s", printer->ink.dim, beginning(printer, node));
        if (node->kind == SLICE_STORED)
            (void)fprintf(printer->out, ", %s %" PRIu64, seq_of(printer), node->seq);
        (void)fprintf(printer->out, "%s\n", printer->ink.off);
        return TT_OK;
    }
    (void)fputs(is_seen ? "  as above\n" : "\n", printer->out);
    if (is_seen)
        return TT_OK;
    print_writer(printer, node, depth);
    print_doubt(printer, node, depth);
    print_stages(printer, nodes[0], depth);
    return print_operands(printer, nodes, count, depth);
}

static void print_sets(const struct printer *printer)
{
    (void)fprintf(printer->out, "   held by --set, not among the writes:\n      ");
    wrap_text(printer->out, printer->why->run->sets, 6, WIDTH);
}

static void print_field(const struct printer *printer)
{
    const struct why *why = printer->why;
    const struct reg_field *field = reg_field_get(why->run->chip, why->place.field);
    (void)fprintf(printer->out, "%s%s%s  %s, word %u, %u bit%s from %u\n", printer->ink.bold, field->name,
                  printer->ink.off, field->space == TT_SPACE_CFG ? "both states" : "each thread's own", field->word,
                  field->bits, plural(field->bits), field->shift);
    if (why->run->sets[0])
        print_sets(printer);
    for (size_t i = 0; i < why->write_count; i++) {
        const struct why_write *write = &why->writes[i];
        char text[ISA_TEXT_MAX] = "stored by a core", thread[16] = "";
        if (write->has_word) {
            (void)isa_disassemble(why->run->chip, write->word, text);
            (void)snprintf(thread, sizeof thread, " T%u", write->thread);
        }
        (void)fprintf(printer->out, "%8" PRIu64 "%-3s  %s %u  %s%#" PRIx32 " -> %#" PRIx32 "%s  %.40s\n", write->seq,
                      thread, field->space == TT_SPACE_CFG ? "state" : "thread", write->copy,
                      write->before == write->after ? printer->ink.dim : "", write->before, write->after,
                      printer->ink.off, text);
    }
    if (why->start_is_known)
        (void)fprintf(printer->out, "   start       %#" PRIx32 "\n", why->start);
    else
        (void)fprintf(printer->out, "   start       not known\n");
}

enum tt_status why_report_text(FILE *out, const struct why *why, const struct why_view *view, struct tt_error *err)
{
    struct printer printer = {out, why, view, ink_for(view->has_colour), NULL, err};
    if (why->is_field) {
        print_field(&printer);
        return TT_OK;
    }
    printer.is_seen = mem_calloc(why->slice.node_count + 1, 1);
    size_t *roots = mem_calloc(why->slice.root_count + 1, sizeof *roots);
    enum tt_status status = printer.is_seen && roots ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for the report");
    for (size_t i = 0; i < why->slice.root_count && !status; i++)
        roots[i] = i;
    for (size_t from = 0, to; from < why->slice.root_count && !status; from = to) {
        to = group_end(&printer, roots, from, why->slice.root_count);
        status = print_group(&printer, &roots[from], to - from, 0);
    }
    mem_free(roots);
    mem_free(printer.is_seen);
    if (!status)
        why_print_ends(out, why, view);
    return status;
}
