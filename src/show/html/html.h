/* SPDX-License-Identifier: Apache-2.0 */
/* A run as one page that a browser opens from a file: docs/how-to/report.md. */
#pragma once

#include "ask/bisect/bisect.h"
#include "ask/residue/residue.h"
#include "ask/run/expect/expect.h"
#include "precision/precision.h"
#include "results/results.h"

struct html_options {
    size_t value_bytes; /* the most bytes of the page that values of data tiles may take */
    size_t insn_limit;  /* the most instructions in the timeline */
    bool replace;       /* whether an output file that exists is replaced */
    bool asks_evidence; /* whether there is no verdict where something rests on less than `evidence` */
    enum fact_level evidence;
    const struct texts *ways;          /* places whose ways are shown too, as they are typed, borrowed; null: none */
    struct expects *expects;           /* references that the run is held against too, borrowed; null: none */
    const struct bisect_result *cause; /* the result of bisect for the run, borrowed; null where it was not asked */
    const struct precision *precision; /* of the run's capture, replayed as it was, borrowed; null: not asked */
    const struct residue *residue;     /* the same for residue */
    const struct stage_info *(*stages)(enum tt_unit unit, unsigned *count); /* unit_stages() */
};

/* Sets limits with which a page opens at once. stages is null then. */
void html_options_init(struct html_options *options);

struct html_summary {
    size_t tiles, tiles_with_values; /* data tiles of the run, and how many of them the page can show */
    uint64_t insns, insns_shown;
    size_t bytes;
};

/* Writes the page, which appears at `path` whole or not at all. The same database gives the same bytes. */
enum tt_status html_report(const char *path, struct results *results, const struct html_options *options,
                           struct html_summary *summary, struct tt_error *err);
