/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `tt-replay replay`, and those of the library that follow. */
#pragma once

#include "cli/expect_options.h"
#include "cli/options.h"
#include "order/replay.h"

#include <stdbool.h>

struct replay_arguments {
    const char *capture, *output; /* borrowed from argv */
    const char *record;           /* the capture to make of it; null: none */
    const char *units;            /* "pack,vector"; null: all there are */
    enum replay_order order;
    const char *range;  /* as typed; null: all */
    const char *until;  /* likewise */
    uint64_t max_steps; /* 0: as many as usual */
    uint32_t checkpoint_word;
    bool has_checkpoint_word;
    struct texts variants, sets, assumes; /* FIELD=V; SPACE=zero */
    struct replay_set *parsed_sets;       /* once the chip is known */
    struct cli_expect expect;
    enum fact_level evidence;
    uint32_t without; /* bit an edge of happens-before */
    bool has_order, is_forced, is_by_path, is_plain, is_json, is_strict, has_evidence;
};

/* Ends the program with the usage and EXIT_TROUBLE when the words make no sense. */
void replay_arguments_parse(struct replay_arguments *arguments, int argc, char **argv);
void replay_arguments_clear(struct replay_arguments *arguments);

enum tt_status replay_options_from(struct replay_arguments *arguments, struct ttcap *capture,
                                   struct replay_options *options, struct tt_error *err);
