/* SPDX-License-Identifier: Apache-2.0 */
/* A run of vector instructions as a table: an instruction a row, a lane a column. */
#include "show/audit/audit_table.h"

#include <inttypes.h>

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
