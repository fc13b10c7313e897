/* SPDX-License-Identifier: Apache-2.0 */
/* Which unit makes which part of the state: what a replay answers for, and what it takes from the recording.
 * docs/semantics/replay.md, "Who makes what". */
#include "order/producers.h"

#include "isa/isa.h"
#include "isa/spaces.h"
#include "tile/state.h"

#include <stddef.h>

#define BIT(unit) (UINT32_C(1) << (TT_UNIT_##unit))

uint32_t space_producers(enum tt_space space)
{
    switch (space) {
    case TT_SPACE_L1: /* and the mover, whose skipped words make L1 unknown instead (unit_writes) */
        return BIT(PACK);
    case TT_SPACE_CFG:
    case TT_SPACE_THREAD_CFG:
    case TT_SPACE_GPR:
        return 0;
    case TT_SPACE_DST:
    case TT_SPACE_DST_VALID:
        return BIT(MATRIX) | BIT(VECTOR) | BIT(UNPACK0);
    case TT_SPACE_SRCA:
        return BIT(UNPACK0) | BIT(MATRIX);
    case TT_SPACE_SRCB:
        return BIT(UNPACK1) | BIT(MATRIX);
    case TT_SPACE_LREG:
        return BIT(VECTOR);
    case TT_SPACE_STATE: /* by the word */
    case TT_SPACE_COUNT:
        break;
    }
    return UINT32_MAX;
}

uint32_t unit_writes(enum tt_unit unit)
{
    switch (unit) {
    case TT_UNIT_CONFIG:
        return 1u << TT_SPACE_CFG | 1u << TT_SPACE_THREAD_CFG | 1u << TT_SPACE_GPR;
    case TT_UNIT_SCALAR:
        return 1u << TT_SPACE_GPR | 1u << TT_SPACE_CFG | 1u << TT_SPACE_L1 | 1u << TT_SPACE_STATE;
    case TT_UNIT_ADC:
        return 1u << TT_SPACE_STATE;
    case TT_UNIT_MOVER:
        return 1u << TT_SPACE_L1 | 1u << TT_SPACE_CFG;
    case TT_UNIT_UNPACK0:
        return 1u << TT_SPACE_SRCA | 1u << TT_SPACE_DST | 1u << TT_SPACE_DST_VALID;
    case TT_UNIT_UNPACK1:
        return 1u << TT_SPACE_SRCB;
    case TT_UNIT_MATRIX:
        return 1u << TT_SPACE_SRCA | 1u << TT_SPACE_SRCB | 1u << TT_SPACE_DST | 1u << TT_SPACE_DST_VALID;
    case TT_UNIT_VECTOR:
        return 1u << TT_SPACE_LREG | 1u << TT_SPACE_DST | 1u << TT_SPACE_DST_VALID;
    case TT_UNIT_PACK:
        return 1u << TT_SPACE_L1 | 1u << TT_SPACE_STATE;
    case TT_UNIT_FRONTEND:
    case TT_UNIT_SYNC:
    case TT_UNIT_CORE:
    case TT_UNIT_COUNT:
        break;
    }
    return 0;
}

uint32_t word_writes(enum tt_chip chip, uint32_t word)
{
    const struct isa_insn *insn = isa_find(chip, word);
    if (!insn)
        return 0;
    if (insn->has_writes)
        return insn->writes;
    const enum tt_unit unit = isa_unit(chip, word);
    return unit == TT_UNIT_VECTOR ? 1u << TT_SPACE_LREG : unit_writes(unit); /* those that reach Dst are listed */
}

bool space_is_produced(uint32_t running, enum tt_space space)
{
    uint32_t makers = space_producers(space);
    return makers != UINT32_MAX && (running & makers) == makers;
}

bool space_is_produced_in_part(uint32_t running, enum tt_space space)
{
    uint32_t makers = space_producers(space);
    return makers != UINT32_MAX && (running & makers) && !space_is_produced(running, space);
}

/* A group of words of TT_SPACE_STATE, and the units that write it. NEVER: in executed order nothing does. */
struct word_makers {
    size_t offset, bytes;
    uint32_t units;
};

#define NEVER UINT32_MAX
#define GROUP(member, units)                                                                                           \
    {                                                                                                                  \
        offsetof(struct small_state, member), sizeof(((struct small_state *)0)->member), units                         \
    }
#define ADC_OF(thread)                                                                                                 \
    GROUP(adc[thread].unp0, BIT(UNPACK0)), GROUP(adc[thread].unp1, BIT(UNPACK1)), GROUP(adc[thread].pack, BIT(PACK))

static const struct word_makers groups[] = {
    ADC_OF(0),
    ADC_OF(1),
    ADC_OF(2),
    GROUP(rwc, BIT(MATRIX) | BIT(VECTOR)),
    GROUP(src_bank.unp_a, BIT(UNPACK0)), /* and CLEARDVALID's reset, which is done also where matrix is skipped */
    GROUP(src_bank.unp_b, BIT(UNPACK1)),
    GROUP(src_bank.math_a, BIT(MATRIX)),
    GROUP(src_bank.math_b, BIT(MATRIX)),
    GROUP(src_valid.a, BIT(UNPACK0) | BIT(MATRIX)),
    GROUP(src_valid.b, BIT(UNPACK1) | BIT(MATRIX)),
    GROUP(src_format.a, BIT(UNPACK0)),
    GROUP(src_format.b, BIT(UNPACK1)),
    GROUP(sem, BIT(SYNC)),
    GROUP(mutex, BIT(SYNC)),
    GROUP(mop_cfg, BIT(CORE)),
    GROUP(mop_zmask_hi, EXPANDERS_RUN),
    GROUP(replay, EXPANDERS_RUN),
    GROUP(cc, BIT(VECTOR)),
    GROUP(lane_config, BIT(VECTOR)),
    GROUP(prng, BIT(VECTOR)),
    GROUP(packer, BIT(PACK)),
    GROUP(replay_load, EXPANDERS_RUN),
    GROUP(stall, NEVER),
    GROUP(unp_row[0], BIT(UNPACK0)),
    GROUP(unp_row[1], BIT(UNPACK1)),
    GROUP(unp_context[0], BIT(UNPACK0)),
    GROUP(unp_context[1], BIT(UNPACK1)),
};

bool state_words_are_produced(uint32_t running, uint32_t word, uint32_t *end)
{
    size_t at = (size_t)word * sizeof(uint32_t);
    *end = word + 1;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        const struct word_makers *group = &groups[i];
        if (at >= group->offset && at - group->offset < group->bytes) {
            *end = (uint32_t)((group->offset + group->bytes) / sizeof(uint32_t));
            return group->units != NEVER && (running & group->units) == group->units;
        }
    }
    return false;
}

bool state_word_is_produced(uint32_t running, uint32_t word)
{
    uint32_t end;
    return state_words_are_produced(running, word, &end);
}
