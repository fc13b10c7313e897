/* SPDX-License-Identifier: Apache-2.0 */
/* The unit that the numbers of a run's instructions count. */
#pragma once

#include <string.h>

/* Events of the capture; in program and firmware order, where one push can become many words, steps of the replay.
 * order: as the run has it. */
static inline const char *seq_name(const char *order)
{
    return strcmp(order, "executed") == 0 ? "event" : "step";
}
