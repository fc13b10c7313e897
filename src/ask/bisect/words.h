/* SPDX-License-Identifier: Apache-2.0 */
/* A recorded word lost, doubled, changed or swapped: which of them would make a replay go as the device did. */
#pragma once

#include "ask/bisect/explain_internal.h"

/* Executed order alone. What explains all is added to the explanations, those that come to the same as one. */
enum tt_status words_try(struct search *search);
