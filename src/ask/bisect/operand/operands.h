/* SPDX-License-Identifier: Apache-2.0 */
/* Operands that the start holds: one with another value may explain all that differs. */
#pragma once

#include "ask/bisect/explain_internal.h"

/* Elements of the start that were read as they stood there. */
struct operand_list {
    struct replay_operand *items; /* by space and address; `value` is as recorded */
    size_t count, capacity;
};

/* All that the replay reads up to the first checkpoint that differs. */
enum tt_status operand_list_read(struct operand_list *list, struct search *search);

/* Leaves those on which every differing byte of that checkpoint depends, or of it those of the place `alone` (null:
 * all); none where they are too many. */
enum tt_status operand_list_narrow(struct operand_list *list, struct search *search, const struct bisect_place *alone);
void operand_list_clear(struct operand_list *list);

/* Of the operands of the first difference the one that, with one bit turned or as a checkpoint holds it, explains most
 * of search->base and makes nothing else differ. part->count 0: none does. */
enum tt_status operands_find_part(struct search *search, uint64_t until, struct bisect_explanation *part);

/* operand_parts.c: several operands at once, each of which explains its part. Those that explain all stand in
 * search->operands. */
enum tt_status operands_try_several(struct search *search, uint64_t until);
