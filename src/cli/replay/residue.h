/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the two forms of residue. */
#pragma once

#include "ask/residue/residue.h"
#include "cli/options.h"

struct residue_arguments {
    const char *path, *after;
    struct texts variants;
    uint64_t budget;
    enum replay_order order;
    bool has_order, is_json, has_all;
};

/* How a capture is replayed, as the command line has it. */
enum tt_status residue_replay_options(const struct residue_arguments *arguments, struct ttcap *capture,
                                      struct replay_options *replay, struct tt_error *err);
/* A capture that residue takes. */
enum tt_status residue_open(struct ttcap **out, const char *path, struct tt_error *err);

/* Which capture of a folder pollutes which; returns the exit status. */
int residue_folder(const struct residue_arguments *arguments);
