/* SPDX-License-Identifier: Apache-2.0 */
/* The words behind `tt-replay run`. */
#pragma once

#include "load/load.h"

struct run_words {
    struct load_words load;
    struct texts variants;
    const char *output, *wire;
    uint64_t max_steps;
    bool is_forced, is_json;
};
void run_words_parse(struct run_words *words, int argc, char **argv);
void run_words_clear(struct run_words *words);
