/* SPDX-License-Identifier: Apache-2.0 */
/* Operations whose cost on the quickest open simulator was recorded: rows of peer-cases.jsonl, beside the project. */
#pragma once

#include "tile/tile.h"

#include <stddef.h>

enum { PEER_WORDS_MAX = 32, PEER_NAME_MAX = 64 };

struct peer_case {
    char group[PEER_NAME_MAX], operation[PEER_NAME_MAX];
    unsigned thread, words_count;
    uint32_t words[PEER_WORDS_MAX]; /* repeated in turn */
    double peer_loops;              /* the simulator's time for a word, in datums of the calibration loop */
    const struct cJSON *row;
};

/* A row; its strings are copied, the row itself is borrowed. False: something is missing from it. */
bool peer_case_read(const struct cJSON *row, struct peer_case *out);

/* Resets the tile to what the row says: operands, configuration, the words before. False: a field that the chip does
 * not have, or a word that did not take effect. */
bool peer_case_set_up(struct tile *tile, const struct peer_case *what);
