/* SPDX-License-Identifier: Apache-2.0 */
/* How a program begins, so that nothing depends on the state of the tile before, and how it ends. */
#include "draw/draw_internal.h"

#include "isa/chip.h"

#include "insn_ids.h"

/* The packers' sums of tile sizes: reading the zero flags of all of them clears these (F36). */
static void clear_tile_sizes(struct draw_build *build)
{
    enum { ZERO_FLAGS_OF_ALL = 8 << 3 | 15 << 7 };
    build_insn(build, INSN_SETDMAREG, {"reg_index16b", 2 * BUILD_REGISTER}, {"set_signals_mode", 1},
               {"payload_sig_sel", ZERO_FLAGS_OF_ALL});
}

static void clear_registers(struct draw_build *build)
{
    clear_tile_sizes(build);
    for (uint32_t i = 0; i < 4; i++)
        build_register(build, BUILD_REGISTER + i, 0);
    build_wait(build);
}

/* Words that do something when written, and those that a chip does not let everyone write. */
static bool is_spared(enum tt_chip chip, uint32_t first)
{
    const struct chip *traits = chip_get(chip);
    const enum reg_id ids[] = {REG_PRNG_SEED_Seed_Val, REG_STATE_RESET_EN};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        if (field->name && field->word / 4 == first / 4)
            return true;
    }
    return first + 4 > traits->cfg_guarded_from && first < traits->cfg_guarded_to;
}

static void clear_thread_cfg(struct draw_build *build)
{
    for (uint32_t i = 0; i < THREAD_WORDS; i++)
        if (reg_word_mask(build->program->chip, TT_SPACE_THREAD_CFG, i))
            build_thread_word(build, i);
}

static void clear_cfg(struct draw_build *build)
{
    const enum tt_chip chip = build->program->chip;
    for (uint32_t first = 0; first + 4 <= CFG_WORDS; first += 4) {
        bool is_any = false;
        for (uint32_t i = 0; i < 4; i++)
            is_any |= reg_word_mask(chip, TT_SPACE_CFG, first + i) != 0;
        if (!is_any || is_spared(chip, first))
            continue;
        build_insn(build, INSN_WRCFG, {"cfg_reg", first}, {"wr128b", 1}, {"gpr_address", BUILD_REGISTER});
    }
    clear_thread_cfg(build);
    build_wait(build);
}

/* Writing the bits clears the counters; the word is 0 again then. */
static void clear_contexts(struct draw_build *build)
{
    static const enum reg_id ids[] = {REG_UNPACK_MISC_CFG_CfgContextCntReset_0,
                                      REG_UNPACK_MISC_CFG_CfgContextCntReset_1};
    for (unsigned value = 2; value-- > 0;) {
        for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
            (void)build_set(build, reg_field_get(build->program->chip, ids[i])->name, value);
        build_settings(build);
    }
}

static void clear_counters(struct draw_build *build)
{
    enum { EVERY_UNIT = 7, EVERY_COUNTER = 15, ADC_COUNTERS = 15 };
    static const insn_id ids[] = {INSN_SETADCXY, INSN_SETADCZW};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        build_word(build, BUILD_WORD(build, ids[i], {"cnt_set_mask", EVERY_UNIT}) | ADC_COUNTERS);
    build_insn(build, INSN_SETRWC, {"bit_mask", EVERY_COUNTER});
}

/* Both banks are the unpackers', and their row counters start at the bases, which a bank handed over does. */
static void clear_banks(struct draw_build *build)
{
    enum { BOTH = 3 };
    for (unsigned time = 0; time < 2; time++) {
        build_insn(build, INSN_CLEARDVALID, {"reset", 1});
        if (time == 0)
            build_insn(build, INSN_SETDVALID, {"setvalid", BOTH});
        build_wait(build);
    }
}

static void clear_values(struct draw_build *build)
{
    enum { ALL = 3 };
    clear_banks(build);
    build_insn(build, INSN_ZEROSRC, {"src_mask", ALL}, {"bank_mask", 1});
    build_insn(build, INSN_ZEROACC, {"clear_mode", ALL});
}

void build_begin(struct draw_build *build)
{
    build_wait(build);
    clear_registers(build);
    clear_cfg(build);
    clear_contexts(build);
    clear_counters(build);
    clear_values(build);
    build_wait(build);
    build_step(build, true);
}

void build_begin_thread(struct draw_build *build)
{
    for (uint32_t i = 0; i < 4; i++)
        build_register(build, BUILD_REGISTER + i, 0);
    clear_thread_cfg(build);
    clear_counters(build);
    build_wait(build);
    build_step(build, true);
}

void build_end(struct draw_build *build)
{
    enum { ADDRESS_REGISTER = 44, DATA_REGISTER = 45, OFFSET_REGISTER = 46 };
    build_wait(build);
    build_register(build, ADDRESS_REGISTER, DRAW_DONE / 16);
    build_register(build, DATA_REGISTER, DRAW_DONE_VALUE);
    build_register(build, OFFSET_REGISTER, 0);
    build_wait(build);
    build_insn(build, INSN_STOREIND, {"addr_reg_index", ADDRESS_REGISTER}, {"data_reg_index", DATA_REGISTER},
               {"offset_index", 2 * OFFSET_REGISTER}, {"mem_hier_sel", 1}, {"reg_size_sel", 1});
    build_wait(build);
    build_step(build, true);
}
