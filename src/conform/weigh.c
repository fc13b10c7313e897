/* SPDX-License-Identifier: Apache-2.0 */
/* The facts that the words of a vector rest on. docs/semantics/evidence.md */
#include "conform/conform_internal.h"
#include "isa/evidence.h"

static void weigh_on_begin(void *user, const struct probe_insn *insn)
{
    struct conform_scale *scale = user;
    scale->of_word = insn->rests_on;
}

static void weigh_on_finding(void *user, const struct probe_finding *finding)
{
    struct conform_scale *scale = user;
    scale->of_word = evidence_weaker(scale->of_word, finding->rests_on);
}

static void weigh_on_end(void *user, const struct probe_insn *insn)
{
    struct conform_scale *scale = user;
    if (!insn->has_waited)
        scale->weakest = evidence_weaker(scale->weakest, scale->of_word);
}

void conform_scale_init(struct conform_scale *scale)
{
    *scale = (struct conform_scale){.probe = {.user = scale,
                                              .wants = PROBE_INSN | PROBE_FINDING,
                                              .insn_begin = weigh_on_begin,
                                              .insn_end = weigh_on_end,
                                              .finding = weigh_on_finding}};
}

const char *conform_too_weak(const struct conform_scale *scale, enum fact_level least)
{
    return scale->weakest && scale->weakest->level > least ? scale->weakest->id : NULL;
}
