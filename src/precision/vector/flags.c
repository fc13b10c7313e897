/* SPDX-License-Identifier: Apache-2.0 */
/* Of which datum the flags of each lane come: a number that is written under them is chosen by it, also where it is a
 * constant. */
#include "precision/vector/rules.h"

#include "insn_ids.h"

static void take_origin(struct flag_origin *to, const struct shade *from)
{
    struct shade both;
    shade_begin(&both, 0);
    both.varies = to->varies;
    both.is_mixed = to->is_mixed;
    both.argument = to->argument;
    both.origin = to->origin;
    shade_comes_of(&both, from);
    *to = (struct flag_origin){both.varies, both.is_mixed, both.argument, both.origin};
}

void flags_choose(const struct shadowing *run, unsigned lane, struct shade *shade)
{
    const struct flag_origin *flag = &run->flags[run->flag_level][lane];
    const struct shade by = {
        .varies = flag->varies, .is_mixed = flag->is_mixed, .argument = flag->argument, .origin = flag->origin};
    if (flag->varies)
        shade_comes_of(shade, &by);
}

static void set_by_operands(const struct vector_work *work)
{
    struct shadowing *run = work->run;
    for (unsigned lane = 0; lane < LANES; lane++) {
        for (unsigned i = 0; i < work->register_count; i++) {
            const struct shade *held = cells_at(run->cells, TT_SPACE_LREG, work->registers[i] * LANES + lane);
            if (held)
                take_origin(&run->flags[run->flag_level][lane], held);
        }
    }
}

void flags_follow(const struct vector_work *work)
{
    struct shadowing *run = work->run;
    const size_t bytes = sizeof run->flags[0];
    switch ((int)work->insn->id) {
    case INSN_SFPENCC:
        memset(run->flags[run->flag_level], 0, bytes);
        break;
    case INSN_SFPPUSHC:
        if (run->flag_level < FLAG_LEVELS)
            memcpy(run->flags[run->flag_level + 1], run->flags[run->flag_level], bytes);
        run->flag_level += run->flag_level < FLAG_LEVELS;
        break;
    case INSN_SFPPOPC:
        run->flag_level -= run->flag_level > 0;
        break;
    default:
        if (stage_of(run, VECTOR_FLAGS, 0))
            set_by_operands(work);
        break;
    }
}
