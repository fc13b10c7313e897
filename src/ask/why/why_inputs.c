/* SPDX-License-Identifier: Apache-2.0 */
/* Of a place that a comparison left undecided, the inputs. The same rows as those of `diff`. */
#include "ask/why/why.h"

struct taking {
    struct why_inputs *inputs;
    struct tt_error *err;
};

static enum tt_status why_inputs_take_origin(void *user, const struct unknown_input *origin)
{
    struct taking *taking = user;
    struct why_inputs *inputs = taking->inputs;
    if (origin->is_assumed || !origin_is_in(inputs->origins, origin->number))
        return TT_OK;
    NEED(!mem_grow(&inputs->names, &inputs->capacity, inputs->count + 1, sizeof *inputs->names), taking->err,
         "no memory for inputs");
    (void)snprintf(inputs->names[inputs->count++], sizeof *inputs->names, "%s", origin->name);
    return TT_OK;
}

enum tt_status why_find_inputs(struct why *why, struct results *results, struct tt_error *err)
{
    struct taking taking = {&why->inputs, err};
    enum tt_status status = TT_OK;
    for (uint32_t at = why->place.lo; !status && at < why->place.hi; at++) {
        struct undecided_byte byte = {.checkpoint = UINT32_MAX, .space = why->place.space, .at = at};
        status = undecided_find(&byte, results, err);
        why->inputs.is_undecided |= byte.is_undecided;
        why->inputs.origins |= byte.origins;
    }
    return !status && why->inputs.is_undecided
               ? results_each_unknown_input(results, why_inputs_take_origin, &taking, err)
               : status;
}
