/* SPDX-License-Identifier: Apache-2.0 */
/* What words read and write by their rows, and which parts of the state a replay answers for. */
#include "isa/effects.h"
#include "isa/unit_fields.h"
#include "unit/suite.h"

#include "insn_ids.h"

static const uint32_t CONTROL = UINT32_C(1) << TT_UNIT_CONFIG | UINT32_C(1) << TT_UNIT_SCALAR |
                                UINT32_C(1) << TT_UNIT_ADC | UINT32_C(1) << TT_UNIT_CORE;

static const uint32_t UNPACK0 = UINT32_C(1) << TT_UNIT_UNPACK0, UNPACK1 = UINT32_C(1) << TT_UNIT_UNPACK1,
                      MATRIX = UINT32_C(1) << TT_UNIT_MATRIX, PACK = UINT32_C(1) << TT_UNIT_PACK;

static unsigned what_at(const char *path)
{
    const int32_t word = state_find(path);
    ck_assert_msg(word >= 0, "%s", path);
    return what_of_state((uint32_t)word);
}

static bool word_is_produced(uint32_t units, const char *path)
{
    return units_produce(CONTROL | units, what_at(path));
}

enum { EVERY_UNIT = (1 << TT_UNIT_COUNT) - 1 };

START_TEST(effects__the_packer_alone_produces_its_words_and_counters)
{
    ck_assert(word_is_produced(PACK, "packer.in_tile"));
    ck_assert(word_is_produced(PACK, "packer.data_addr.0"));
    ck_assert(word_is_produced(PACK, "adc.2.pack.ch0.y"));
    ck_assert(word_is_produced(PACK, "mop_cfg.0.1"));
    ck_assert(!word_is_produced(PACK, "adc.2.unp0.ch0.y")); /* unpackers move it, too */
    ck_assert(!word_is_produced(PACK, "rwc.0.dst"));
    ck_assert(!word_is_produced(PACK, "sem.0.value"));
    ck_assert(!word_is_produced(0, "packer.in_tile"));
}
END_TEST

START_TEST(effects__each_unpacker_produces_its_own_words)
{
    ck_assert(word_is_produced(UNPACK0, "adc.0.unp0.ch1.z"));
    ck_assert(word_is_produced(UNPACK0, "src_bank.unp_a"));
    ck_assert(!word_is_produced(UNPACK0, "src_bank.unp_b"));
    ck_assert(word_is_produced(UNPACK1, "src_format.b.1"));
    ck_assert(word_is_produced(UNPACK1, "unp_row.1.2"));
    ck_assert(!word_is_produced(UNPACK1, "unp_context.0.0"));
    ck_assert(!word_is_produced(UNPACK0 | UNPACK1, "src_valid.a.0")); /* the matrix unit hands banks back */
    ck_assert(word_is_produced(UNPACK0 | MATRIX, "src_valid.a.0"));
}
END_TEST

START_TEST(effects__what_some_producers_write_is_produced_in_part)
{
    ck_assert(units_produce_in_part(UNPACK0, TT_SPACE_SRCA));
    ck_assert(!units_produce_in_part(UNPACK0, TT_SPACE_SRCB));
    ck_assert(!units_produce_in_part(UNPACK0 | MATRIX, TT_SPACE_SRCA)); /* but whole */
    ck_assert(units_produce_in_part(UNPACK0, TT_SPACE_DST));
    ck_assert(units_produce_in_part(UNPACK0, TT_SPACE_DST_VALID));
    ck_assert(!units_produce_in_part(UNPACK0, TT_SPACE_STATE));
}
END_TEST

static uint32_t writes(enum tt_chip chip, uint32_t word)
{
    return word_writes(isa_find(chip, word), word);
}

START_TEST(effects__a_word_writes_what_its_row_and_its_bits_say)
{
    const uint32_t dst = 1u << TT_SPACE_DST | 1u << TT_SPACE_DST_VALID, state = 1u << TT_SPACE_STATE;
    const uint32_t srca = 1u << TT_SPACE_SRCA, srcb = 1u << TT_SPACE_SRCB, lreg = 1u << TT_SPACE_LREG;
    ck_assert_uint_eq(writes(TT_BLACKHOLE, 0x37000000), state);                            /* SETRWC */
    ck_assert_uint_eq(writes(TT_BLACKHOLE, 0x10000000), 1u << TT_SPACE_DST_VALID | state); /* ZEROACC */
    ck_assert_uint_eq(writes(TT_BLACKHOLE, 0x08000000), srca | state);                     /* MOVD2A */
    ck_assert_uint_eq(writes(TT_BLACKHOLE, 0x11000000), 0);                                /* ZEROSRC of neither */
    ck_assert_uint_eq(writes(TT_BLACKHOLE, 0x11000002), srcb);                             /* of SrcB */
    ck_assert_uint_eq(writes(TT_BLACKHOLE, 0x26000000), dst | state);                      /* MVMUL */
    ck_assert_uint_eq(writes(TT_BLACKHOLE, 0x72000000), dst | state);                      /* SFPSTORE */
    ck_assert_uint_eq(writes(TT_BLACKHOLE, 0x84000000), lreg);                             /* SFPMAD */
    ck_assert_uint_eq(writes(TT_BLACKHOLE, 0x42000000), srca | dst | state);               /* UNPACR of unpacker 0 */
    ck_assert_uint_eq(writes(TT_BLACKHOLE, 0x42800000), srcb | state);                     /* of unpacker 1 */
    ck_assert_uint_eq(writes(TT_WORMHOLE_B0, 0x43000001), srca);                           /* UNPACR_NOP clears */
    ck_assert_uint_eq(writes(TT_WORMHOLE_B0, 0x43800007), state);                          /* hands over */
    ck_assert_uint_eq(writes(TT_BLACKHOLE, 0xFF000000), 0);                                /* no instruction */
}
END_TEST

START_TEST(effects__conditions_and_fields_go_by_the_word)
{
    const struct isa_insn *clear = isa_get(TT_BLACKHOLE, INSN_CLEARDVALID);
    const struct isa_insn *post = isa_get(TT_BLACKHOLE, INSN_SEMPOST);
    ck_assert_ptr_null(word_writes_as(clear, 0x36000000, WHAT_SRC_VALID_A, EXTENT_TO_UNPACKERS));
    ck_assert_ptr_nonnull(word_writes_as(clear, 0x36400000, WHAT_SRC_VALID_A, EXTENT_TO_UNPACKERS));
    ck_assert_ptr_null(word_writes_as(clear, 0x36400000, WHAT_SRC_VALID_B, EXTENT_TO_UNPACKERS));
    ck_assert_ptr_nonnull(word_writes_as(clear, 0x36000001, WHAT_SRC_FORMAT_B, EXTENT_CLEAR));
    ck_assert_uint_eq(effect_field(word_writes_as(post, 0xA4000000 | 5 << 2, WHAT_SEM, EXTENT_POST), 5 << 2), 5);
    ck_assert_uint_eq(word_settings(isa_get(TT_BLACKHOLE, INSN_MVMUL), 0x26000000) & 1, 1);
    ck_assert(!word_settings(isa_get(TT_BLACKHOLE, INSN_SETRWC), 0x37000000));
    /* Wormhole's ZEROACC: of one row, and of all. */
    ck_assert(word_settings(isa_get(TT_WORMHOLE_B0, INSN_ZEROACC), 0x10000000));
    ck_assert(!word_settings(isa_get(TT_WORMHOLE_B0, INSN_ZEROACC), 0x10180000));
    ck_assert(word_writes_at_work(isa_get(TT_BLACKHOLE, INSN_LOADIND), 0x49000000, TT_SPACE_GPR));
    ck_assert(!word_writes_at_work(isa_get(TT_BLACKHOLE, INSN_ADDDMAREG), 0x58000000, TT_SPACE_GPR));
}
END_TEST

/* By words: load and store by the format or in a form of their own, a row or a block of rows cleared. */
START_TEST(effects__words_depend_on_what_they_use)
{
    const struct {
        enum tt_chip chip;
        uint32_t word;
        enum tt_unit unit;
        enum reg_id id;
        bool depends;
    } rows[] = {
        {TT_BLACKHOLE, 0x26000000, TT_UNIT_MATRIX, REG_ALU_FORMAT_SPEC_REG0_SrcA, true},
        {TT_BLACKHOLE, 0x37000000, TT_UNIT_MATRIX, REG_ALU_FORMAT_SPEC_REG0_SrcA, false},
        {TT_BLACKHOLE, 0x37000000, TT_UNIT_MATRIX, REG_FIDELITY_BASE_Phase, true},
        {TT_BLACKHOLE, 0x72000000, TT_UNIT_VECTOR, REG_ALU_ACC_CTRL_SFPU_Fp32_enabled, true},
        {TT_BLACKHOLE, 0x72030000, TT_UNIT_VECTOR, REG_ALU_ACC_CTRL_SFPU_Fp32_enabled, false},
        {TT_BLACKHOLE, 0x72030000, TT_UNIT_VECTOR, REG_DEST_TARGET_REG_CFG_MATH_Offset, true},
        {TT_BLACKHOLE, 0x72000000, TT_UNIT_MATRIX, REG_ALU_FORMAT_SPEC_REG1_SrcB, false}, /* steps its counters */
        {TT_BLACKHOLE, 0x10000000, TT_UNIT_MATRIX, REG_ALU_ACC_CTRL_Fp32_enabled, true},
        {TT_BLACKHOLE, 0x10080000, TT_UNIT_MATRIX, REG_ALU_ACC_CTRL_Fp32_enabled, false},
        {TT_BLACKHOLE, 0x10080000, TT_UNIT_MATRIX, REG_DEST_ACCESS_CFG_zeroacc_absolute_tile_mode, true},
        {TT_WORMHOLE_B0, 0x10080000, TT_UNIT_MATRIX, REG_DEST_TARGET_REG_CFG_MATH_Offset, false},
        {TT_BLACKHOLE, 0x41000001, TT_UNIT_PACK, REG_STACC_RELU_ApplyRelu, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(word_depends_on(rows[i].chip, isa_find(rows[i].chip, rows[i].word), rows[i].word, rows[i].unit,
                                      rows[i].id) == rows[i].depends,
                      "row %zu", i);
}
END_TEST

START_TEST(effects__expander_state_is_never_produced_in_executed_order)
{
    ck_assert(!units_produce(EVERY_UNIT, what_at("replay.0.0")));
    ck_assert(!units_produce(EVERY_UNIT, what_at("mop_zmask_hi.1")));
    ck_assert(units_produce(EVERY_UNIT | PRODUCED_BY_EXPANDERS, what_at("replay.0.0")));
    ck_assert(units_produce(EVERY_UNIT | PRODUCED_BY_EXPANDERS, what_at("mop_zmask_hi.1")));
    ck_assert(!units_produce(EVERY_UNIT | PRODUCED_BY_EXPANDERS, what_at("stall.0.block")));
}
END_TEST

START_TEST(effects__every_word_of_the_state_is_in_a_group)
{
    unsigned produced = 0;
    for (uint32_t word = 0; word < STATE_WORDS; word++) {
        ck_assert_uint_gt(what_of_state(word), TT_SPACE_STATE);
        ck_assert_uint_lt(what_of_state(word), WHAT_OUTSIDE);
        ck_assert_uint_gt(what_state_end(word), word);
        produced += units_produce(EVERY_UNIT, what_of_state(word));
    }
    const unsigned never = 3 * 32 + 3 + 3 * 3 + 3 * 2; /* replay, mop_zmask_hi, replay_load, stall */
    ck_assert_uint_eq(produced, STATE_WORDS - never);
    ck_assert_uint_eq(what_state_end(STATE_ADC), STATE_ADC + 16); /* an unpacker's two channels of eight */
}
END_TEST

START_TEST(effects__spaces_need_all_of_their_producers)
{
    ck_assert(units_produce(PACK, TT_SPACE_L1));
    ck_assert(!units_produce(0, TT_SPACE_L1));
    ck_assert(units_produce(0, TT_SPACE_CFG));
    ck_assert(!units_produce(PACK | MATRIX, TT_SPACE_DST));
    ck_assert(units_produce(UINT32_MAX, TT_SPACE_DST));
    ck_assert(!units_produce(UINT32_MAX, TT_SPACE_STATE)); /* by the group */
}
END_TEST

/* Whether an effect may hold for words of the unit, of an instruction that two units share by a bit. */
static bool is_of_unit(const struct isa_insn *insn, const struct isa_effect *effect, bool is_other)
{
    for (unsigned i = 0; insn->other_unit_if && i < effect->condition_count; i++)
        if (effect->conditions[i].is_equal && effect->conditions[i].mask == insn->other_unit_if)
            return (effect->conditions[i].value != 0) == is_other;
    return true;
}

/* Bit a what, of each unit: what any word of it may write. */
static void collect(uint64_t written[static TT_UNIT_COUNT], const struct isa_insn *insn)
{
    for (unsigned i = 0; insn && i < insn->write_count; i++) {
        const uint64_t what = UINT64_C(1) << insn->writes[i].what;
        written[insn->unit] |= is_of_unit(insn, &insn->writes[i], false) ? what : 0;
        written[insn->other_unit] |= is_of_unit(insn, &insn->writes[i], insn->other_unit_if != 0) ? what : 0;
    }
}

/* A row and a list of producers that contradict each other. Of what others than its producers write: the unpackers'
 * banks, which the matrix unit's reset clears even where it does not run; L1 and configuration, which the mover makes
 * unknown where it does not run. */
START_TEST(effects__data_units_produce_what_they_write)
{
    uint64_t written[TT_UNIT_COUNT] = {0};
    for (unsigned id = 1; id < INSN_COUNT; id++)
        for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++)
            collect(written, isa_get(chip, (insn_id)id));
    for (unsigned what = 0; what < WHAT_OUTSIDE; what++) {
        for (enum tt_unit unit = TT_UNIT_MOVER; what != TT_SPACE_STATE && unit <= TT_UNIT_PACK; unit++) {
            const uint32_t by = isa_whats[what].producers;
            const bool writes = written[unit] >> what & 1, produces = by != PRODUCED_BY_NOBODY && by >> unit & 1;
            const bool is_cleared =
                unit == TT_UNIT_MATRIX && (what == WHAT_SRC_BANK_UNP_A || what == WHAT_SRC_BANK_UNP_B ||
                                           what == WHAT_SRC_FORMAT_A || what == WHAT_SRC_FORMAT_B);
            const bool may_differ = unit == TT_UNIT_MOVER || is_cleared;
            if (what >= WHAT_INTERNAL_PACK && what <= WHAT_INTERNAL_CORES) /* no row says who writes them */
                continue;
            ck_assert_msg(writes == produces || (writes && may_differ), "%s and %s", unit_name(unit), what_name(what));
        }
    }
}
END_TEST

/* Each word of the state is in one run, of its group and as long as it can be. */
START_TEST(effects__runs_of_a_group_are_all_of_its_words)
{
    unsigned words = 0, count;
    for (unsigned what = 0; what < WHAT_COUNT; what++) {
        const struct isa_state_run *runs = what_runs(what, &count);
        for (unsigned i = 0; i < count; i++) {
            ck_assert_uint_lt(runs[i].first, runs[i].end);
            ck_assert_uint_eq(runs[i].end, what_state_end(runs[i].first));
            ck_assert(runs[i].first == 0 || what_of_state(runs[i].first - 1u) != what);
            for (uint32_t word = runs[i].first; word < runs[i].end; word++, words++)
                ck_assert_uint_eq(what_of_state(word), what);
        }
    }
    ck_assert_uint_eq(words, STATE_WORDS + STATE_ALL_WORDS - STATE_INTERNAL);
    (void)what_runs(TT_SPACE_L1, &count);
    ck_assert_uint_eq(count, 0);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("effects");
    TCase *t = tcase_create("effects");
    tcase_add_test(t, effects__the_packer_alone_produces_its_words_and_counters);
    tcase_add_test(t, effects__each_unpacker_produces_its_own_words);
    tcase_add_test(t, effects__what_some_producers_write_is_produced_in_part);
    tcase_add_test(t, effects__a_word_writes_what_its_row_and_its_bits_say);
    tcase_add_test(t, effects__conditions_and_fields_go_by_the_word);
    tcase_add_test(t, effects__words_depend_on_what_they_use);
    tcase_add_test(t, effects__expander_state_is_never_produced_in_executed_order);
    tcase_add_test(t, effects__every_word_of_the_state_is_in_a_group);
    tcase_add_test(t, effects__runs_of_a_group_are_all_of_its_words);
    tcase_add_test(t, effects__spaces_need_all_of_their_producers);
    tcase_add_test(t, effects__data_units_produce_what_they_write);
    suite_add_tcase(s, t);
    return s;
}
