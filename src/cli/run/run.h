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
/* The work of the verb, a cli_work: run.c. */
enum tt_status run_do(void *words, int *code, struct tt_error *err);
