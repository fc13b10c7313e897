/* SPDX-License-Identifier: Apache-2.0 */
/* Which words of the small state a replay answers for. */
#include "order/engine.h"
#include "unit/suite.h"

#include <string.h>

static const uint32_t CONTROL = UINT32_C(1) << TT_UNIT_CONFIG | UINT32_C(1) << TT_UNIT_SCALAR |
                                UINT32_C(1) << TT_UNIT_ADC | UINT32_C(1) << TT_UNIT_CORE;

static const uint32_t UNPACK0 = UINT32_C(1) << TT_UNIT_UNPACK0, UNPACK1 = UINT32_C(1) << TT_UNIT_UNPACK1,
                      MATRIX = UINT32_C(1) << TT_UNIT_MATRIX;

static bool is_made(uint32_t units, const char *path)
{
    int32_t word = state_find(path);
    ck_assert_msg(word >= 0, "%s", path);
    return state_word_is_produced(CONTROL | units, (uint32_t)word);
}

enum { EVERY_UNIT = (1 << TT_UNIT_COUNT) - 1 };

START_TEST(made__the_packer_alone_makes_its_words_and_counters)
{
    uint32_t pack = UINT32_C(1) << TT_UNIT_PACK;
    ck_assert(is_made(pack, "packer.in_tile"));
    ck_assert(is_made(pack, "packer.data_addr.0"));
    ck_assert(is_made(pack, "adc.2.pack.ch0.y"));
    ck_assert(is_made(pack, "mop_cfg.0.1"));
    ck_assert(!is_made(pack, "adc.2.unp0.ch0.y")); /* unpackers move it, too */
    ck_assert(!is_made(pack, "rwc.0.dst"));
    ck_assert(!is_made(pack, "sem.0.value"));
    ck_assert(!is_made(0, "packer.in_tile"));
}
END_TEST

START_TEST(made__each_unpacker_makes_its_own_words)
{
    ck_assert(is_made(UNPACK0, "adc.0.unp0.ch1.z"));
    ck_assert(is_made(UNPACK0, "src_bank.unp_a"));
    ck_assert(!is_made(UNPACK0, "src_bank.unp_b"));
    ck_assert(is_made(UNPACK1, "src_format.b.1"));
    ck_assert(is_made(UNPACK1, "unp_row.1.2"));
    ck_assert(!is_made(UNPACK1, "unp_context.0.0"));
    ck_assert(!is_made(UNPACK0 | UNPACK1, "src_valid.a.0")); /* the matrix unit hands banks back */
    ck_assert(is_made(UNPACK0 | MATRIX, "src_valid.a.0"));
}
END_TEST

START_TEST(made__what_some_makers_write_is_made_in_part)
{
    ck_assert(space_is_produced_in_part(UNPACK0, TT_SPACE_SRCA));
    ck_assert(!space_is_produced_in_part(UNPACK0, TT_SPACE_SRCB));
    ck_assert(!space_is_produced_in_part(UNPACK0 | MATRIX, TT_SPACE_SRCA)); /* but whole */
    ck_assert(space_is_produced_in_part(UNPACK0, TT_SPACE_DST));
    ck_assert(!space_is_produced_in_part(UNPACK0, TT_SPACE_STATE));
}
END_TEST

START_TEST(made__a_word_may_write_less_than_its_unit)
{
    const uint32_t dst = 1u << TT_SPACE_DST | 1u << TT_SPACE_DST_VALID;
    ck_assert_uint_eq(word_writes(TT_BLACKHOLE, 0x37000000), 0);                         /* SETRWC */
    ck_assert_uint_eq(word_writes(TT_BLACKHOLE, 0x10000000), 1u << TT_SPACE_DST_VALID);  /* ZEROACC */
    ck_assert_uint_eq(word_writes(TT_BLACKHOLE, 0x08000000), 1u << TT_SPACE_SRCA);       /* MOVD2A */
    ck_assert_uint_eq(word_writes(TT_BLACKHOLE, 0x26000000), dst);                       /* MVMUL */
    ck_assert_uint_eq(word_writes(TT_BLACKHOLE, 0x72000000), dst | 1u << TT_SPACE_LREG); /* SFPSTORE */
    ck_assert_uint_eq(word_writes(TT_BLACKHOLE, 0x84000000), 1u << TT_SPACE_LREG);       /* SFPMAD */
    ck_assert_uint_eq(word_writes(TT_BLACKHOLE, 0x42000000), unit_writes(TT_UNIT_UNPACK0));
    ck_assert_uint_eq(word_writes(TT_BLACKHOLE, 0x42800000), unit_writes(TT_UNIT_UNPACK1));
    ck_assert_uint_eq(word_writes(TT_BLACKHOLE, 0xFF000000), 0); /* no instruction */
}
END_TEST

START_TEST(made__expander_state_is_never_made_in_executed_order)
{
    ck_assert(!state_word_is_produced(EVERY_UNIT, (uint32_t)state_find("replay.0.0")));
    ck_assert(!state_word_is_produced(EVERY_UNIT, (uint32_t)state_find("mop_zmask_hi.1")));
    ck_assert(state_word_is_produced(EVERY_UNIT | EXPANDERS_RUN, (uint32_t)state_find("replay.0.0")));
    ck_assert(state_word_is_produced(EVERY_UNIT | EXPANDERS_RUN, (uint32_t)state_find("mop_zmask_hi.1")));
}
END_TEST

START_TEST(made__every_word_has_a_maker_or_none_for_ever)
{
    unsigned made = 0;
    for (uint32_t word = 0; word < STATE_WORDS; word++)
        made += state_word_is_produced(EVERY_UNIT, word);
    unsigned never = 3 * 32 + 3 + 3 * 3 + 3 * 2; /* replay, mop_zmask_hi, replay_load, stall */
    ck_assert_uint_eq(made, STATE_WORDS - never);
}
END_TEST

START_TEST(made__spaces_need_all_of_their_makers)
{
    uint32_t pack = UINT32_C(1) << TT_UNIT_PACK, matrix = UINT32_C(1) << TT_UNIT_MATRIX;
    ck_assert(space_is_produced(pack, TT_SPACE_L1));
    ck_assert(!space_is_produced(0, TT_SPACE_L1));
    ck_assert(space_is_produced(0, TT_SPACE_CFG));
    ck_assert(!space_is_produced(pack | matrix, TT_SPACE_DST));
    ck_assert(space_is_produced(UINT32_MAX, TT_SPACE_DST));
    ck_assert(!space_is_produced(UINT32_MAX, TT_SPACE_STATE)); /* by the word */
}
END_TEST

START_TEST(made__a_unit_that_makes_a_space_also_writes_it)
{
    for (int space = 0; space < TT_SPACE_STATE; space++) {
        uint32_t makers = space_producers((enum tt_space)space);
        for (int unit = 0; unit < TT_UNIT_COUNT; unit++)
            if (makers & UINT32_C(1) << unit)
                ck_assert(unit_writes((enum tt_unit)unit) & 1u << space);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("made");
    TCase *t = tcase_create("made");
    tcase_add_test(t, made__each_unpacker_makes_its_own_words);
    tcase_add_test(t, made__what_some_makers_write_is_made_in_part);
    tcase_add_test(t, made__a_word_may_write_less_than_its_unit);
    tcase_add_test(t, made__the_packer_alone_makes_its_words_and_counters);
    tcase_add_test(t, made__expander_state_is_never_made_in_executed_order);
    tcase_add_test(t, made__every_word_has_a_maker_or_none_for_ever);
    tcase_add_test(t, made__spaces_need_all_of_their_makers);
    tcase_add_test(t, made__a_unit_that_makes_a_space_also_writes_it);
    suite_add_tcase(s, t);
    return s;
}
