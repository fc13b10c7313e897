/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the two forms of residue. */
#pragma once

#include "ask/residue/residue.h"
#include "cli/replaying.h"

struct residue_arguments {
    const char *path, *after;
    struct replay_words how;
    uint64_t budget, from, since;
    bool is_json, has_all;
};

/* Which capture of a folder pollutes which; returns the exit status. */
int residue_folder(const struct residue_arguments *arguments);
