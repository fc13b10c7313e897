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

/* Leaves those that every byte depends on that differs at that checkpoint; none where they are too many. */
enum tt_status operand_list_narrow(struct operand_list *list, struct search *search);
void operand_list_clear(struct operand_list *list);
