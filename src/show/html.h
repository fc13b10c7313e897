/* SPDX-License-Identifier: Apache-2.0 */
/* A run as one page that a browser opens from a file: docs/how-to/report.md. */
#pragma once

#include "ask/bisect/bisect.h"
#include "ask/residue/residue.h"
#include "ask/run/expect.h"
#include "base/error.h"
#include "precision/precision.h"
#include "results/results.h"

#include <stddef.h>

struct html_options {
    size_t value_bytes; /* of the page: the most that the values of data tiles may take */
    size_t insn_limit;  /* instructions in the timeline */
    bool replace;       /* an output file that exists */
    bool asks_evidence; /* no verdict where something rests on less than `evidence` */
    enum fact_level evidence;
    const struct expect *expect;       /* a reference to hold the run against, too; null: none; borrowed */
    const struct bisect_result *cause; /* what bisect found of the run; null: it was not asked; borrowed */
    const struct precision *precision; /* of the run's capture, replayed as it was; null: it was not asked; borrowed */
    const struct residue *residue;     /* likewise */
    const struct stage_info *(*stages)(enum tt_unit unit, unsigned *count); /* unit_stages() */
};

/* Limits for a page that is to open at once. stages is left null. */
void html_options_init(struct html_options *options);

struct html_summary {
    size_t tiles, tiles_with_values; /* data tiles of the run, and how many of them the page can show */
    uint64_t insns, insns_shown;
    size_t bytes;
};

/* The page appears at `path` whole or not at all. The same database gives the same bytes. */
enum tt_status html_report(const char *path, struct results *results, const struct html_options *options,
                           struct html_summary *summary, struct tt_error *err);
