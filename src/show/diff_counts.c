/* SPDX-License-Identifier: Apache-2.0 */
/* Tables under a difference: by stage and packer, by face, by checkpoint and space; findings by code. */
#include "show/diff_counts.h"
#include "ask/run/seq_name.h"

#include "isa/findings.h"
#include "isa/isa.h"
#include "isa/spaces.h"

#include <inttypes.h>
#include <string.h>

static void print_kinds(FILE *out, const struct diff *diff, const struct ink *ink)
{
    if (!diff->count_count)
        return;
    (void)fprintf(out, "\n%sHow many, by stage, packer and face%s\n", ink->bold, ink->off);
    (void)fprintf(out, "  %s%10s  %-16s %-22s %-9s %s%s\n", ink->dim, "count", "what", "stage", "unit", "face",
                  ink->off);
    for (size_t i = 0; i < diff->count_count; i++) {
        const struct diff_count *count = &diff->counts[i];
        char unit[32] = "-", face[16] = "-";
        if (count->has_writer && count->unit == TT_UNIT_PACK)
            (void)snprintf(unit, sizeof unit, "packer %u", count->instance);
        else if (count->has_writer)
            (void)snprintf(unit, sizeof unit, "%s", unit_name(count->unit));
        if (count->has_face)
            (void)snprintf(face, sizeof face, "%u%s", count->face, count->face == DIFF_FACES_MAX ? "…" : "");
        (void)fprintf(out, "  %10" PRIu64 "  %-16s %-22s %-9s %s\n", count->count, diff_part_name(count->part),
                      count->stage[0] ? count->stage : "-", unit, face);
    }
}

static void print_row(FILE *out, const struct diff *diff, const struct results_comparison_row *row)
{
    (void)fprintf(out, "  %-12.12s %-11s %12" PRIu64 " %12" PRIu64 " %10" PRIu64 " %12" PRIu64 "\n",
                  diff_checkpoint_id(diff, row->checkpoint), space_name(row->space), row->known_bytes, row->equal_bytes,
                  row->differing_bytes, row->tainted_bytes);
}

/* Every space of every checkpoint that says something; checkpoints wholly equal are summed up in one line. */
static void print_comparisons(FILE *out, const struct diff *diff, const struct ink *ink)
{
    (void)fprintf(out, "\n%sBytes held against the recording%s\n", ink->bold, ink->off);
    (void)fprintf(out, "  %s%-12s %-11s %12s %12s %10s %12s%s\n", ink->dim, "checkpoint", "space", "known", "equal",
                  "differing", "undecided", ink->off);
    uint64_t equal_rows = 0, equal_bytes = 0;
    bool is_long = diff->comparison_count > 24;
    for (size_t i = 0; i < diff->comparison_count; i++) {
        const struct results_comparison_row *row = &diff->comparisons[i];
        if (is_long && row->equal_bytes == row->known_bytes) {
            equal_rows++;
            equal_bytes += row->known_bytes;
            continue;
        }
        print_row(out, diff, row);
    }
    if (equal_rows)
        (void)fprintf(out, "  and %" PRIu64 " more, wholly equal, with %" PRIu64 " bytes\n", equal_rows, equal_bytes);
}

static void print_findings(FILE *out, const struct diff *diff, const struct ink *ink)
{
    if (!diff->finding_count)
        return;
    (void)fprintf(out, "\n%sFindings%s\n", ink->bold, ink->off);
    for (size_t i = 0; i < diff->finding_count; i++) {
        const struct diff_finding *finding = &diff->findings[i];
        if (finding->is_waived)
            continue;
        const struct finding_info *info = finding_get(finding->id);
        (void)fprintf(out, "  %8" PRIu64 "  %s%s%s, first at %s %" PRIu64 "\n", finding->count, ink->bold, info->code,
                      ink->off, seq_name(diff->run->order), finding->first_seq);
        (void)fprintf(out, "            %s (%s)\n", finding_class_name(info->kind), info->page);
    }
}

void diff_counts_text(FILE *out, const struct diff *diff, const struct ink *ink)
{
    print_kinds(out, diff, ink);
    if (diff->comparison_count)
        print_comparisons(out, diff, ink);
    print_findings(out, diff, ink);
}
