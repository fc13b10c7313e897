/* SPDX-License-Identifier: Apache-2.0 */
/* A core's store that went elsewhere, came too late, or is missing. */
#pragma once

#include "ask/bisect/word_list.h"

bool store_changes(const struct word_list *list, enum word_rank rank, const struct word_place *place, void *user,
                   bool (*try)(void *user, const struct bisect_change *change));
