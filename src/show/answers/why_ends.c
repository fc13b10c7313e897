/* SPDX-License-Identifier: Apache-2.0 */
/* The ends of a slice as ranges of bytes, how sure they are, and where the datum's value was rounded. */
#include "show/reports.h"

#include "ask/run/value_text.h"
#include "base/search.h"
#include "base/text/text.h"
#include "show/wrap.h"

enum { ENDS_LABEL = 10, RANGES_SHOWN = 12 };

struct ends {
    size_t bytes, wired, others;
    uint32_t *addrs; /* bytes of L1, rising */
};

ORDER(rising, uint32_t, COMPARE(*a, *b))

static bool why_ends_gather(struct ends *ends, const struct slice *slice)
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
    int column = ENDS_LABEL;
    (void)fprintf(out, "%-*s", ENDS_LABEL, "operands");
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
        const bool is_full = column + (int)strlen(text) + 3 > REPORT_WIDTH;
        (void)fprintf(out, "%s", shown ? "," : "");
        if (is_full)
            column = fprintf(out, "\n%*s", ENDS_LABEL, "") - 1;
        column += fprintf(out, "%s%s", shown && !is_full ? " " : "", text) + 1;
        shown++;
        if (is_cut)
            break;
    }
    (void)fputc('\n', out);
}

static void print_sentence(const struct report *report, const char *label, const char *text)
{
    report_print(report, "%-*s", ENDS_LABEL, label);
    report_wrap(report, ENDS_LABEL, "%s", text);
}

static void print_certainty(const struct report *report, const struct why *why, const struct ends *ends)
{
    const struct slice *slice = &why->slice;
    char text[1400];
    if (!slice->is_tried) {
        (void)snprintf(text, sizeof text,
                       "%zu byte%s of L1 by the units' wiring alone; which of them can change it was not tried: %s",
                       ends->bytes, plural(ends->bytes), why->untried);
        print_sentence(report, "not tried", text);
        return;
    }
    char bytes[96] = "", others[64] = "";
    if (ends->wired)
        (void)snprintf(bytes, sizeof bytes, "%zu of the %zu bytes of L1 that it is wired to", ends->bytes, ends->wired);
    if (ends->others)
        (void)snprintf(others, sizeof others, "%s%zu element%s elsewhere", ends->wired ? " and " : "", ends->others,
                       plural(ends->others));
    if (ends->bytes + ends->others == 0)
        (void)snprintf(text, sizeof text,
                       "nothing at the start that it is wired to changes it (%zu bytes of L1, %" PRIu64 " changes)",
                       ends->wired, slice->changes);
    else
        (void)snprintf(text, sizeof text,
                       "%s%s: these change it; each was changed, %" PRIu64 " changes carried through %" PRIu64
                       " instruction%s",
                       bytes, others, slice->changes, slice->instructions, plural(slice->instructions));
    print_sentence(report, "tried", text);
}

/* A datum's value, whatever its format: significand odd or 0. */
static struct value_parts why_ends_parts_of(enum format format, uint32_t bits)
{
    const struct format_info *info = format_get(format);
    struct value_parts parts =
        format_parts(format, info->is_block ? bits & 0xFF : bits, info->is_block ? bits >> 8 & 0xFF : 0);
    while (parts.significand && !(parts.significand & 1)) {
        parts.significand >>= 1;
        parts.exponent2++;
    }
    return parts;
}

static bool is_same_value(const struct value_parts *a, const struct value_parts *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind != VALUE_FINITE)
        return a->kind == VALUE_NAN || a->is_negative == b->is_negative;
    if (a->significand != b->significand)
        return false;
    return !a->significand || (a->exponent2 == b->exponent2 && a->is_negative == b->is_negative);
}

/* The block datum that one rounding, half up, makes of a value under the exponent that the group has. */
static uint32_t rounded_once(enum format format, const struct value_parts *from, uint32_t shared)
{
    const unsigned width = format_get(format)->storage_bits;
    const uint32_t most = (1u << (width - 1)) - 1;
    const struct value_parts unit = why_ends_parts_of(format, shared << 8 | 1);
    const int shift = unit.exponent2 - from->exponent2; /* right by so many bits */
    uint64_t magnitude = 0;
    if (shift <= 0)
        magnitude = shift < -32 ? most : (uint64_t)from->significand << -shift;
    else if (shift < 40)
        magnitude = ((uint64_t)from->significand + (UINT64_C(1) << (shift - 1))) >> shift;
    if (magnitude > most)
        magnitude = most;
    return shared << 8 | (magnitude ? (uint32_t)magnitude | (uint32_t)from->is_negative << (width - 1) : 0);
}

/* The stages where the datum's value, not only its pattern, became another. */
struct rounding {
    char text[512];
    size_t at;
    unsigned times;
    bool is_by_format; /* in conversions alone */
    enum format first_format, last_format;
    uint32_t first, last;
};

static void follow_value(struct rounding *rounding, const struct insn_trace *trace, uint32_t nth)
{
    bool is_begun = false;
    rounding->is_by_format = true;
    for (unsigned i = 0; i < trace->stage_count && rounding->at < sizeof rounding->text; i++) {
        const struct stage_values *stage = &trace->stages[i];
        char was[VALUE_TEXT_MAX], now[VALUE_TEXT_MAX], format[VALUE_TEXT_MAX];
        uint32_t bits = 0;
        if (!format_is_datum(stage->format) || !stage_value_at(trace, stage, nth, &bits))
            continue;
        const struct value_parts before = why_ends_parts_of(rounding->last_format, rounding->last);
        const struct value_parts after = why_ends_parts_of(stage->format, bits);
        if (is_begun && !is_same_value(&before, &after)) {
            rounding->at += (size_t)snprintf(
                rounding->text + rounding->at, sizeof rounding->text - rounding->at, "%sin %s to %s (%s to %s)",
                rounding->times++ ? ", then " : "", stage->name, format_text(stage->format, format),
                value_text(rounding->last_format, rounding->last, was), value_text(stage->format, bits, now));
            rounding->is_by_format &= strstr(stage->name, "convert") || strstr(stage->name, "assemble");
        }
        if (!is_begun) {
            rounding->first_format = stage->format;
            rounding->first = bits;
        }
        is_begun = true;
        rounding->last_format = stage->format;
        rounding->last = bits;
    }
}

static void print_rounding(const struct report *report, const struct why *why)
{
    struct insn_trace trace = {0};
    struct rounding rounding = {.first_format = FORMAT_FP32, .last_format = FORMAT_FP32};
    uint32_t nth = 0;
    const bool is_packed =
        why->slice.root_count && why->slice.nodes[0].unit == TT_UNIT_PACK && why_stages(why, 0, &trace, &nth);
    if (is_packed)
        follow_value(&rounding, &trace, nth);
    insn_trace_clear(&trace);
    if (!rounding.times || rounding.at >= sizeof rounding.text)
        return;
    const struct value_parts first = why_ends_parts_of(rounding.first_format, rounding.first);
    const bool is_block = format_get(rounding.last_format)->is_block && first.kind == VALUE_FINITE;
    const uint32_t once =
        is_block ? rounded_once(rounding.last_format, &first, rounding.last >> 8 & 0xFF) : rounding.last;
    char bits[VALUE_TEXT_MAX], value[VALUE_TEXT_MAX];
    if (rounding.times > 1 && rounding.is_by_format && once != rounding.last)
        (void)snprintf(rounding.text + rounding.at, sizeof rounding.text - rounding.at,
                       "; once, half up, would give %s (%s)", bits_text(rounding.last_format, once, bits),
                       value_text(rounding.last_format, once, value));
    print_sentence(report, rounding.times > 1 ? "rounded" : "changed", rounding.text);
}

enum { UNDECIDED_SHOWN = 4, UNDECIDED_TEXT = (UNDECIDED_SHOWN + 1) * UNDECIDED_NAME_MAX };

/* As `diff` has it: not only operands, also the values that decided about them. */
static void print_inputs(const struct report *report, const struct why *why)
{
    const struct why_inputs *inputs = &why->inputs;
    char text[UNDECIDED_TEXT] = "work that was not done, undefined behaviour, or Dst that was not recorded";
    const size_t shown = inputs->count < UNDECIDED_SHOWN ? inputs->count : UNDECIDED_SHOWN;
    size_t at = 0;
    if (!inputs->is_undecided)
        return;
    for (size_t i = 0; i < shown; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", i ? "; " : "", inputs->names[i]);
    if (shown < inputs->count)
        (void)snprintf(text + at, sizeof text - at, "; and %zu more", inputs->count - shown);
    report_print(report, "\n");
    print_sentence(report, "undecided", text);
}

const char *why_left_out(const struct why *why, char text[static WHY_LEFT_OUT_MAX])
{
    size_t count = 0;
    for (int core = 0; core < TT_CORE_COUNT; core++)
        count += why->cores.core[core].count;
    text[0] = 0;
    if (count)
        (void)snprintf(text, WHY_LEFT_OUT_MAX, "%s", CORE_TRACE_LEFT_OUT);
    if (why->cores.is_full)
        return text_print(text, WHY_LEFT_OUT_MAX, "what a core computed after its first %u instructions, and %s",
                          (unsigned)CORE_INSTRUCTIONS_MAX, CORE_TRACE_LEFT_OUT);
    return text;
}

void why_print_ends(const struct report *report, const struct why *why, bool has_all)
{
    struct ends ends = {0};
    print_inputs(report, why);
    if (!why_ends_gather(&ends, &why->slice))
        return;
    report_print(report, "\n");
    if (ends.bytes)
        print_ranges(report->out, &ends, has_all);
    print_certainty(report, why, &ends);
    print_rounding(report, why);
    char left[WHY_LEFT_OUT_MAX];
    if (*why_left_out(why, left))
        print_sentence(report, "left out", left);
    mem_free(ends.addrs);
}
