/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration words whose writing does something at once (F31, U-2.7, U-7.1). */
#include "tile/config/config.h"

#include "cfg_findings.h"
#include "config_regs.h"

static uint32_t effects_word_of(enum tt_chip chip, enum tt_space space, enum config_reg id)
{
    const struct reg_field *field = reg_field_get(chip, (enum reg_id)id);
    return field->name && field->space == space ? field->word : UINT32_MAX;
}

struct cfg_effects config_effects_of(enum tt_chip chip)
{
    return (struct cfg_effects){
        .seed = effects_word_of(chip, TT_SPACE_CFG, CONFIG_REG_PRNG_SEED_Seed_Val),
        .state_reset = effects_word_of(chip, TT_SPACE_CFG, CONFIG_REG_STATE_RESET_EN),
        .thread_contexts = effects_word_of(chip, TT_SPACE_THREAD_CFG, CONFIG_REG_UNPACK_MISC_CFG_CfgContextCntReset_0),
        .scratches = {effects_word_of(chip, TT_SPACE_CFG, CONFIG_REG_SCRATCH_SEC0_val),
                      effects_word_of(chip, TT_SPACE_CFG, CONFIG_REG_SCRATCH_SEC1_val),
                      effects_word_of(chip, TT_SPACE_CFG, CONFIG_REG_SCRATCH_SEC2_val)},
    };
}

/* C34: the pages say that a copy is cleared; no recording has it. */
static void reset_state(struct tile *tile, enum tt_unit unit, unsigned state)
{
    tile_finding(tile, FINDING_CFG_STATE_RESET, unit, 0, "configuration state %u goes to zero below word %u", state,
                 (unsigned)tile->chip->cfg_global_base);
    for (uint32_t word = 0; word < tile->chip->cfg_global_base; word++) {
        if (tile->state.cfg[state][word])
            tile_put_cfg(tile, unit, state, word, 0);
    }
}

static void seed_prng(struct tile *tile, enum tt_unit unit, uint32_t seed)
{
    const uint32_t lo = offsetof(struct small_state, prng);
    uint32_t *prng = tile->state.small.prng, seeded[LANES];
    config_seed_prng(seeded, seed);
    tile_saw_write(tile, TT_SPACE_STATE, unit, lo, lo + (uint32_t)sizeof seeded, prng, seeded);
    memcpy(prng, seeded, sizeof seeded);
}

void config_word_written(struct tile *tile, enum tt_unit unit, unsigned state, uint32_t word, bool is_whole)
{
    if (word == tile->cfg_effects.seed) {
        seed_prng(tile, unit, tile->state.cfg[state][word]);
    } else if (word == tile->cfg_effects.state_reset && is_whole) {
        /* Under the variant the register does not exist, and so sets nothing off. */
        if (tile_variant(tile, VARIANT_CFG_NOT_INSTANTIATED) == CFG_NOT_INSTANTIATED_HELD)
            reset_state(tile, unit, state);
    }
}

static uint32_t effects_field(const struct tile *tile, enum tt_unit unit, unsigned thread, enum config_reg id)
{
    return cfg_field(tile, unit, thread, (enum reg_id)id);
}

uint32_t config_context_count(const struct tile *tile, enum tt_unit unit, unsigned thread, unsigned unpacker)
{
    static const struct {
        enum config_reg log2, count, has_count;
    } ids[2] = {{CONFIG_REG_THCON_SEC0_REG2_Context_count, CONFIG_REG_THCON_SEC0_REG2_Context_count_non_log2,
                 CONFIG_REG_THCON_SEC0_REG2_Context_count_non_log2_en},
                {CONFIG_REG_THCON_SEC1_REG2_Context_count, CONFIG_REG_THCON_SEC1_REG2_Context_count_non_log2,
                 CONFIG_REG_THCON_SEC1_REG2_Context_count_non_log2_en}};
    if (effects_field(tile, unit, thread, ids[unpacker].has_count))
        return effects_field(tile, unit, thread, ids[unpacker].count);
    return 1u << effects_field(tile, unit, thread, ids[unpacker].log2);
}

/* OPEN config-context-reset-and-step: no source says what both bits together do. The reset wins here (F31x). A counter
 * of one context is 0 whatever they do. */
static void set_context(struct tile *tile, unsigned thread, unsigned unpacker, bool is_reset, bool is_step)
{
    uint32_t *context = &tile->state.small.unp_context[unpacker][thread], after = *context;
    if (is_reset && is_step && config_context_count(tile, TT_UNIT_CONFIG, thread, unpacker) > 1)
        tile_finding(tile, FINDING_CFG_CONTEXT_RESET_AND_STEP, TT_UNIT_CONFIG, 0,
                     "the context counter of unpacker %u is reset and stepped at once", unpacker);
    if (is_reset)
        after = 0;
    else if (is_step)
        after = after + 1 >= config_context_count(tile, TT_UNIT_CONFIG, thread, unpacker) ? 0 : after + 1;
    if (after == *context)
        return;
    const uint32_t lo =
        (uint32_t)(offsetof(struct small_state, unp_context) + (unpacker * THREADS + thread) * sizeof *context);
    tile_saw_write(tile, TT_SPACE_STATE, TT_UNIT_CONFIG, lo, lo + (uint32_t)sizeof *context, context, &after);
    *context = after;
}

void config_thread_contexts_written(struct tile *tile, unsigned thread)
{
    set_context(tile, thread, 0,
                effects_field(tile, TT_UNIT_CONFIG, thread, CONFIG_REG_UNPACK_MISC_CFG_CfgContextCntReset_0),
                effects_field(tile, TT_UNIT_CONFIG, thread, CONFIG_REG_UNPACK_MISC_CFG_CfgContextCntInc_0));
    set_context(tile, thread, 1,
                effects_field(tile, TT_UNIT_CONFIG, thread, CONFIG_REG_UNPACK_MISC_CFG_CfgContextCntReset_1),
                effects_field(tile, TT_UNIT_CONFIG, thread, CONFIG_REG_UNPACK_MISC_CFG_CfgContextCntInc_1));
}
