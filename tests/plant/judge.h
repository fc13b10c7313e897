/* SPDX-License-Identifier: Apache-2.0 */
/* Whether what bisect names is what was planted. */
#pragma once

#include "ask/bisect/bisect.h"
#include "plant/plant.h"

bool judge_is_word_kind(enum plant_kind kind);
/* Of faults that are searched for as words are, without a share of them that has to be found. */
bool judge_is_other_word(enum plant_kind kind);

bool judge_is_planted(const struct plant *plant, const struct bisect_explanation *explanation);
/* Where among the explanations the planted one stands; -1: nowhere. */
int judge_find_planted(const struct plant *plant, const struct bisect_result *result);
bool judge_is_field_of_word(enum tt_chip chip, const struct plant *plant, const struct bisect_change *change);
