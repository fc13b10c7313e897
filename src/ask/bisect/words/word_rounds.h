/* SPDX-License-Identifier: Apache-2.0 */
/* A word that every round of a loop lacks, or has too many: one line of the source, and many words of the recording. */
#pragma once

#include "ask/bisect/word_list.h"

/* Of executed words: each row of one word is longer or shorter by one; a word is missing, or is one too many, wherever
 * its thread executes the same two words one behind the other. False ends. */
bool word_rounds(const struct word_list *list, void *user, bool (*try)(void *user, const struct bisect_change *change));
