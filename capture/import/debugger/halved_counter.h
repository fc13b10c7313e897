/* SPDX-License-Identifier: Apache-2.0 */
/* A counter of ten bits that stands in two groups of signals: its lower eight bits in one, its upper two in the other,
 * both under one name. tt-exalens prints a row for each group, or joins them with the upper two shifted by 32 instead
 * of 8; the JSON of the low-level-kernel tests has one key, so that the later group, the upper two, is all that is
 * left. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { HALVED_PRINTS = 2 };

struct halved_counter {
    uint64_t prints[HALVED_PRINTS];
    unsigned count;
    bool is_json;
};

/* The next printed value. TT_END: a JSON value that is no half of it. */
enum tt_status halved_add(struct halved_counter *counter, const char *name, uint64_t value, bool is_json,
                          struct tt_error *err);
/* The counter's word, and the bits of it on which all agree that it can have been. */
enum tt_status halved_value(const struct halved_counter *counter, const char *name, uint32_t *value, uint32_t *known,
                            struct tt_error *err);
