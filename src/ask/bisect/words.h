/* SPDX-License-Identifier: Apache-2.0 */
/* A recorded word lost, doubled, changed or swapped: which of them would make a replay go as the device did. */
#pragma once

#include "ask/bisect/explain_internal.h"

/* Executed order alone. Words that explain all are added to the explanations, those with the same outcome as one. */
enum tt_status words_try(struct search *search);
