/* SPDX-License-Identifier: Apache-2.0 */
/* A piece of a thread that ran once more, or once less: a round of a loop, a call. Words of a thread that came earlier
 * or later than they should, and two whose values are exchanged. */
#pragma once

#include "ask/bisect/word_list.h"

/* Calls `try` with the pieces that may be lost behind a word, or stand there twice; not is_repeated: with short ones
 * that may be too many. False ends. */
bool word_runs(const struct word_list *list, const struct word_place *place, bool is_repeated, void *user,
               bool (*try)(void *user, const struct bisect_change *change));

/* The word some words later, and a later one before it. */
bool word_moves(const struct word_list *list, const struct word_place *place, void *user,
                bool (*try)(void *user, const struct bisect_change *change));
/* The word, or the store, with another of its instruction or kind. */
bool word_exchanges(const struct word_list *list, const struct word_place *place, void *user,
                    bool (*try)(void *user, const struct bisect_change *change));

/* WORD_RANK_KIND */
bool word_kinds(const struct word_list *list, const struct word_place *place, void *user,
                bool (*try)(void *user, const struct bisect_change *change));
