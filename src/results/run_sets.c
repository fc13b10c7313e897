/* SPDX-License-Identifier: Apache-2.0 */
/* The fields that a run held, out of their text in its database. */
#include "results/results.h"

#include "base/memory.h"
#include "order/replay.h"
#include "order/sets.h"

#include <string.h>

enum { TEXT_MAX = 256 };

enum tt_status run_sets_read(const struct results_run_row *run, struct replay_set **sets, size_t *count,
                             struct tt_error *err)
{
    size_t capacity = 0;
    *sets = NULL;
    *count = 0;
    for (const char *from = run->sets; *from;) {
        const size_t length = strcspn(from, ",");
        char text[TEXT_MAX] = "";
        memcpy(text, from, length < sizeof text ? length : sizeof text - 1);
        from += length + (from[length] == ',');
        if (mem_grow(sets, &capacity, *count + 1, sizeof **sets))
            return tt_fail(err, TT_NO_MEMORY, "no memory for the fields that are held");
        const enum tt_status status = replay_set_parse(run->chip, text, &(*sets)[*count], err);
        if (status)
            return status;
        ++*count;
    }
    return TT_OK;
}
