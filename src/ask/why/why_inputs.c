/* SPDX-License-Identifier: Apache-2.0 */
/* Of a place that a comparison left undecided, the inputs. The same rows as those of `diff`. */
#include "ask/why/why.h"

#include "base/memory.h"

#include <stdio.h>

struct taking {
    struct why_inputs *inputs;
    bool is_out_of_memory;
};

static int why_inputs_take_origin(void *user, const struct unknown_input *origin)
{
    struct taking *taking = user;
    struct why_inputs *inputs = taking->inputs;
    if (origin->is_assumed || !origin_is_in(inputs->origins, origin->number))
        return 0;
    if (mem_grow(&inputs->names, &inputs->capacity, inputs->count + 1, sizeof *inputs->names)) {
        taking->is_out_of_memory = true;
        return 1;
    }
    (void)snprintf(inputs->names[inputs->count++], sizeof *inputs->names, "%s", origin->name);
    return 0;
}

enum tt_status why_find_inputs(struct why *why, struct results *results, struct tt_error *err)
{
    struct taking taking = {&why->inputs, false};
    enum tt_status status = TT_OK;
    for (uint32_t at = why->place.lo; !status && at < why->place.hi; at++) {
        struct undecided_byte byte = {.checkpoint = UINT32_MAX, .space = why->place.space, .at = at};
        status = undecided_find(&byte, results, err);
        why->inputs.is_undecided |= byte.is_undecided;
        why->inputs.origins |= byte.origins;
    }
    if (!status && why->inputs.is_undecided)
        status = results_each_unknown_input(results, why_inputs_take_origin, &taking, err);
    return taking.is_out_of_memory ? tt_fail(err, TT_NO_MEMORY, "no memory for inputs") : status;
}
