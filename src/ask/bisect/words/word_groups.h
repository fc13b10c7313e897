/* SPDX-License-Identifier: Apache-2.0 */
/* Changes of words that explain all: those between which the recording does not distinguish are one. */
#pragma once

#include "ask/bisect/word_list.h"

struct word_found {
    struct bisect_change change;
    enum word_rank rank;
    uint64_t undecided;
    uint64_t left, executed; /* of the explanation */
    bool is_odd;
    bool is_of_writer; /* of the thread that wrote the first difference */
    uint32_t nth;      /* of the thread: the word at the place, or before it */
};

struct word_groups {
    struct word_found *items;
    size_t count, capacity;
};

/* False: no memory. */
bool word_groups_add(struct word_groups *groups, const struct bisect_explanation *explanation, enum word_rank rank);

/* Puts each group as one explanation, the most plausible first, behind those that are there. */
void word_groups_put(struct word_groups *groups, const struct word_list *list, struct bisect_result *result,
                     uint64_t explained);
void word_groups_clear(struct word_groups *groups);
