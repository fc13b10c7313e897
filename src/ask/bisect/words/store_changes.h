/* SPDX-License-Identifier: Apache-2.0 */
/* A core's store that went elsewhere, came too late, or is missing. */
#pragma once

#include "ask/bisect/word_list.h"

bool store_changes(const struct word_list *list, enum word_rank rank, const struct word_place *place, void *user,
                   bool (*try)(void *user, const struct bisect_change *change));

/* The store of other values: rounds of the macro-op expander, those that were stored to the same place at other times,
 * those with which it and the stores around it are a series. */
bool store_changes_near(const struct word_list *list, const struct recorded_word *at, void *user,
                        bool (*try)(void *user, const struct bisect_change *change));
