/* SPDX-License-Identifier: Apache-2.0 */
/* Which changes make a replay agree with the device. */
#pragma once

#include "ask/bisect/bisect.h"
#include "ask/bisect/difference.h"
#include "ask/bisect/writers.h"

/* Tries the classes of hypotheses one after the other (enum bisect_class) and fills the explanations. Where the
 * recording speaks against itself (result->cause) words alone. `base`: numbered, of the replay as it is; `writers`: of
 * its bytes. */
enum tt_status explain(struct bisect_result *result, const struct difference *base, const struct writers *writers,
                       struct ttcap *capture, const struct bisect_options *options, struct tt_error *err);

/* Where no byte differs and work did not happen: which recorded word, mended, lets it happen and all be the same. */
enum tt_status explain_undone(struct bisect_result *result, const struct difference *base, struct ttcap *capture,
                              const struct bisect_options *options, struct tt_error *err);

/* The objects that the options of a replay with changes refer to. */
struct explain_room {
    struct replay_set *sets; /* options->set_count + BISECT_PARTS_MAX */
    struct replay_operand operands[2 * BISECT_PARTS_MAX];
    struct replay_operand *inputs; /* of the whole input at work: input_count of them, of whoever tries it */
    size_t input_count;
};
enum tt_status explain_room_new(struct explain_room *room, const struct replay_options *options, struct tt_error *err);
void explain_room_clear(struct explain_room *room);

/* The options with the changes of an explanation: up to two words. */
void explain_apply(const struct replay_options *options, const struct bisect_explanation *explanation,
                   struct explain_room *room, struct replay_options *into);
