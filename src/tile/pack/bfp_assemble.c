/* SPDX-License-Identifier: Apache-2.0 */
/* BFP assembly: 16 consecutive datums of the output stream get one exponent. A group may span instructions, so what is
 * left of one waits in the packer. P-7.1 to P-7.8 */
#include "base/guard/built_wide.h"
#include "tile/pack/pack_internal.h"

#include "pack_findings.h"

/* The input of assembly, as bfp.h wants it. */
static void to_elements(const struct pack_settings *set, struct pack_block *block)
{
    if (set->late_format != FORMAT_E5M7)
        return;
    for (uint32_t i = 0; i < block->count; i++)
        block->values[i] = bfp_element_from_e5m7(block->values[i]);
}

/* Puts the datums that wait before those of the block. */
static void prepend_waiting(struct packer *self, struct pack_block *block)
{
    const uint32_t waiting = self->group_count;
    memmove(&block->values[waiting], block->values, block->count * sizeof *block->values);
    memmove(&block->origin[waiting], block->origin, block->count * sizeof *block->origin);
    for (uint32_t i = 0; i < waiting; i++) {
        block->values[i] = self->group[i];
        block->origin[i] = (uint16_t)self->group_origin[i];
    }
    block->count += waiting;
    self->group_count = 0;
}

static void keep_rest(struct packer *self, struct pack_block *block)
{
    const uint32_t rest = block->count % PACK_GROUP;
    block->count -= rest;
    for (uint32_t i = 0; i < rest; i++) {
        self->group[i] = block->values[block->count + i];
        self->group_origin[i] = block->origin[block->count + i];
    }
    self->group_count = rest;
}

/* A group still open at Last or Flush is filled up with +0 (P-7.8; not recorded). */
static void fill_up(struct pack_block *block)
{
    if (block->count % PACK_GROUP)
        tile_finding(block->tile, FINDING_PACK_GROUP_OPEN_AT_END, TT_UNIT_PACK, block->packer,
                     "%u datums of a group of 16 at the end of a tile", (unsigned)(block->count % PACK_GROUP));
    for (; block->count % PACK_GROUP; block->count++) {
        block->values[block->count] = 0;
        block->origin[block->count] = PACK_NO_CELL;
    }
}

static uint8_t assemble_ruled(const struct pack_settings *set, struct packer *self, uint32_t *group)
{
    uint32_t random[PACK_GROUP] = {0}, datums[PACK_GROUP];
    if (set->bfp.round == BFP_ROUND_STOCHASTIC) {
        for (int i = 0; i < PACK_GROUP; i++)
            random[i] = pack_random(self);
    }
    const uint32_t shared = bfp_group_ruled(group, datums, set->datum_bits, &set->bfp, random);
    memcpy(group, datums, sizeof datums);
    return (uint8_t)shared;
}

BUILT_WIDE static void assemble_plain(uint32_t *values, uint32_t groups, unsigned width, uint8_t *exponents)
{
    for (uint32_t g = 0; g < groups; g++) {
        uint32_t *group = &values[g * PACK_GROUP];
        const uint32_t shared = bfp_shared_exponent(group);
        for (int i = 0; i < PACK_GROUP; i++)
            group[i] = bfp_datum(group[i], shared, width);
        exponents[g] = (uint8_t)shared;
    }
}

void pack_bfp_assemble(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    to_elements(set, block);
    if (self->group_count)
        prepend_waiting(self, block);
    if (block->closes)
        fill_up(block);
    else if (block->count % PACK_GROUP)
        keep_rest(self, block);
    block->group_count = block->count / PACK_GROUP;
    if (set->has_plain_rules)
        assemble_plain(block->values, block->group_count, set->datum_bits, block->exponents);
    for (uint32_t g = 0; !set->has_plain_rules && g < block->group_count; g++)
        block->exponents[g] = assemble_ruled(set, self, &block->values[g * PACK_GROUP]);
    block->format = set->out_format;
}

void pack_resolve_bfp(const struct pack_decode *from, struct pack_settings *set, bool is_assembler_off)
{
    /* The choices of the variant in order. */
    static const enum bfp_round rounds[] = {BFP_ROUND_HALF_UP, BFP_ROUND_TRUNCATE, BFP_ROUND_EVEN, BFP_ROUND_SEED_MASK};
    const struct tile *tile = from->tile;
    const bool is_stochastic = set->is_block && pack_field(from, PACK_REG_ALU_ROUNDING_MODE_Packer_srnd_en);
    set->bfp = (struct bfp_rules){
        .round = is_stochastic ? BFP_ROUND_STOCHASTIC : rounds[tile_variant(tile, VARIANT_PACK_BFP_ROUND)],
        .round_direct = tile_variant(tile, VARIANT_PACK_BFP_NARROW) != 0,
        .carry_bumps = tile_variant(tile, VARIANT_PACK_BFP_CARRY) != 0,
        .keep_sign = tile_variant(tile, VARIANT_PACK_BFP_ZERO_SIGN) != 0,
        .already_aligned = is_assembler_off,
        .exponent_bits = set->late_format == FORMAT_E5M7 ? 5 : 8,
    };
    set->has_plain_rules = set->bfp.round == BFP_ROUND_HALF_UP && !set->bfp.round_direct && !set->bfp.carry_bumps &&
                           !set->bfp.keep_sign && !set->bfp.already_aligned;
    if (is_stochastic)
        pack_warn(set, FINDING_PACK_STOCHASTIC_ROUNDING);
    if (set->is_block && is_assembler_off)
        pack_warn(set, FINDING_PACK_SHARED_EXPONENT_DISABLED);
}
