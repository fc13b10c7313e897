/* SPDX-License-Identifier: Apache-2.0 */
/* The evidence of an answer about orders: a difference has the words between the two, one behind the other; where there
 * is none, the edges count without which rounds would show a hazard. docs/semantics/program-order.md#schedules */
#pragma once

#include "capture/source_lines.h"
#include "observe/hazard_edges.h"
#include "schedules/delayed.h"

struct explore_trace; /* explore.h */
struct explore_pair;

/* A word or a core's event, as it comes in an order. */
struct evidence_line {
    struct replay_move move; /* its event is not known where it has a step */
    bool has_step;           /* of rounds, or of the run with delays */
    uint64_t step;
    char source[TTCAP_LINES_TEXT_MAX]; /* empty: the capture does not say */
};

enum { EVIDENCE_LINES = 8 };
struct order_evidence {
    unsigned count;   /* the first and the last that are there */
    uint64_t between; /* more of them between the first and the second */
    bool never_ends;  /* nothing goes on before the last */
    char wait[64];    /* the word that is missing, as `asm` takes it; empty: it is more than one, or none */
    struct evidence_line lines[EVIDENCE_LINES];
};

/* From the word that a unit still has in work to the one that comes too soon. */
enum tt_status evidence_of_hazard(struct order_evidence *evidence, struct ttcap *capture,
                                  const struct replay_options *options, const struct replay_hazard *hazard,
                                  struct tt_error *err);
/* From the move that comes first now to the one that came first before, or to where nothing goes on. */
void evidence_of_pair(struct order_evidence *evidence, const struct explore_trace *trace,
                      const struct explore_pair *pair);
/* The lines of source of events. */
enum tt_status evidence_find_sources(struct order_evidence *evidence, struct ttcap *capture, struct tt_error *err);

/* *edges: bit an edge, without which rounds show more hazards than they do. On all processors; path: the capture. */
enum tt_status evidence_of_edges(uint32_t *edges, const char *path, const struct replay_options *options,
                                 struct tt_error *err);
