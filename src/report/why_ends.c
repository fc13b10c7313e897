/* SPDX-License-Identifier: Apache-2.0 */
/* The ends of a slice as ranges of bytes, how sure they are, and where the datum's value was rounded. */
#include "report/why_ends.h"

#include "base/memory.h"
#include "compare/value_text.h"
#include "isa/spaces.h"
#include "report/wrap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, LABEL = 10, RANGES_SHOWN = 12 };

struct ends {
    size_t bytes, wired, others;
    uint32_t *addrs; /* bytes of L1, rising */
};

static int rising(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static bool gather(struct ends *ends, const struct slice *slice)
{
    ends->addrs = mem_calloc(slice->node_count + 1, sizeof *ends->addrs);
    if (!ends->addrs)
        return false;
    for (size_t i = 0; i < slice->node_count; i++) {
        const struct slice_node *node = &slice->nodes[i];
        if (!slice_is_leaf(slice, i))
            continue;
        ends->wired += node->space == TT_SPACE_L1;
        if (node->mask && node->space == TT_SPACE_L1)
            ends->addrs[ends->bytes++] = node->lo;
        else if (node->mask)
            ends->others++;
    }
    if (ends->bytes)
        qsort(ends->addrs, ends->bytes, sizeof *ends->addrs, rising);
    return true;
}

static void print_ranges(FILE *out, const struct ends *ends, bool has_all)
{
    size_t shown = 0;
    int column = LABEL;
    (void)fprintf(out, "%-*s", LABEL, "operands");
    for (size_t i = 0, next; i < ends->bytes; i = next) {
        char text[40];
        for (next = i + 1; next < ends->bytes && ends->addrs[next] == ends->addrs[next - 1] + 1;)
            next++;
        if (next - i == 1)
            (void)snprintf(text, sizeof text, "l1:0x%05" PRIx32, ends->addrs[i]);
        else
            (void)snprintf(text, sizeof text, "l1:0x%05" PRIx32 "-0x%05" PRIx32, ends->addrs[i], ends->addrs[next - 1]);
        const bool is_cut = shown == RANGES_SHOWN && !has_all;
        if (is_cut)
            (void)snprintf(text, sizeof text, "... (--all)");
        const bool is_full = column + (int)strlen(text) + 3 > WIDTH;
        (void)fprintf(out, "%s", shown ? "," : "");
        if (is_full)
            column = fprintf(out, "\n%*s", LABEL, "") - 1;
        column += fprintf(out, "%s%s", shown && !is_full ? " " : "", text) + 1;
        shown++;
        if (is_cut)
            break;
    }
    (void)fputc('\n', out);
}

static void print_sentence(FILE *out, const char *label, const char *text)
{
    (void)fprintf(out, "%-*s", LABEL, label);
    wrap_text(out, text, LABEL, WIDTH);
}

static void print_certainty(FILE *out, const struct why *why, const struct ends *ends)
{
    const struct slice *slice = &why->slice;
    char text[1400];
    if (!slice->is_tried) {
        (void)snprintf(text, sizeof text,
                       "%zu bytes of L1 by the units' wiring alone; which of them can change it was not tried: %s",
                       ends->bytes, why->untried);
        print_sentence(out, "not tried", text);
        return;
    }
    char bytes[96] = "", others[64] = "";
    if (ends->wired)
        (void)snprintf(bytes, sizeof bytes, "%zu of the %zu bytes of L1 that it is wired to", ends->bytes, ends->wired);
    if (ends->others)
        (void)snprintf(others, sizeof others, "%s%zu element%s elsewhere", ends->wired ? " and " : "", ends->others,
                       ends->others == 1 ? "" : "s");
    if (ends->bytes + ends->others == 0)
        (void)snprintf(text, sizeof text,
                       "nothing that it is wired to changes it (%zu bytes of L1, %" PRIu64 " changes)", ends->wired,
                       slice->changes);
    else
        (void)snprintf(text, sizeof text,
                       "%s%s: these change it; each was changed, %" PRIu64 " changes carried through %" PRIu64
                       " instruction%s",
                       bytes, others, slice->changes, slice->instructions, slice->instructions == 1 ? "" : "s");
    print_sentence(out, "tried", text);
}

/* The stages of a packer where the datum's value, not only its pattern, became another. */
static void print_rounding(FILE *out, const struct why *why)
{
    struct insn_trace trace = {0};
    uint32_t nth = 0, bits = 0;
    char before[VALUE_TEXT_MAX] = "", text[512] = "";
    size_t at = 0;
    unsigned times = 0;
    const bool is_packed =
        why->slice.root_count && why->slice.nodes[0].unit == TT_UNIT_PACK && why_stages(why, 0, &trace, &nth);
    for (unsigned i = 0; is_packed && i < trace.stage_count && at < sizeof text; i++) {
        const struct stage_values *stage = &trace.stages[i];
        char now[VALUE_TEXT_MAX], format[VALUE_TEXT_MAX];
        if (!format_is_datum(stage->format) || !stage_value_at(&trace, stage, nth, &bits))
            continue;
        (void)value_text(stage->format, bits, now);
        if (before[0] && strcmp(before, now) != 0) {
            at += (size_t)snprintf(text + at, sizeof text - at, "%sin %s to %s (%s to %s)", times ? ", then " : "",
                                   stage->name, format_text(stage->format, format), before, now);
            times++;
        }
        memcpy(before, now, sizeof before);
    }
    if (times)
        print_sentence(out, times > 1 ? "rounded" : "changed", text);
    insn_trace_clear(&trace);
}

void why_print_ends(FILE *out, const struct why *why, const struct why_view *view)
{
    struct ends ends = {0};
    if (!gather(&ends, &why->slice))
        return;
    (void)fputc('\n', out);
    if (ends.bytes)
        print_ranges(out, &ends, view->has_all);
    print_certainty(out, why, &ends);
    print_rounding(out, why);
    mem_free(ends.addrs);
}
