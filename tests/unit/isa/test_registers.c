/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration fields: by name, by word, and masks against a page of configuration words where one is at hand. */
#include "isa/chip.h"
#include "isa/mmio.h"
#include "isa/tables.h"
#include "isa/unit_fields.h"
#include "unit/suite.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static uint32_t words_of(enum tt_chip chip, enum tt_space space)
{
    return space == TT_SPACE_CFG ? chip_get(chip)->cfg_words : chip_get(chip)->thread_words;
}

START_TEST(registers__a_name_finds_its_field)
{
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        unsigned count = 0;
        for (enum reg_id id = 0; id < REG_COUNT; id++) {
            const struct reg_field *field = reg_field_get(chip, id);
            if (!field->name)
                continue;
            count++;
            ck_assert_msg(reg_find(chip, field->name) == id, "%s", field->name);
            ck_assert_msg(field->doc && field->doc[0], "%s", field->name);
        }
        ck_assert_uint_gt(count, 790);
        ck_assert(reg_find(chip, "STACC_RELU") == REG_COUNT);
        ck_assert(reg_find(chip, "") == REG_COUNT);
    }
    ck_assert(reg_find(TT_WORMHOLE_B0, "DEST_ACCESS_CFG_remap_addrs") == REG_COUNT);
    ck_assert_ptr_null(reg_field_get(TT_WORMHOLE_B0, REG_DEST_ACCESS_CFG_remap_addrs)->name);
}
END_TEST

START_TEST(registers__fields_of_a_word_make_its_mask)
{
    static const enum tt_space spaces[] = {TT_SPACE_CFG, TT_SPACE_THREAD_CFG};
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        size_t fields = 0, named = 0;
        for (unsigned s = 0; s < 2; s++) {
            for (uint32_t word = 0; word < words_of(chip, spaces[s]) + 3; word++) {
                enum reg_id ids[32];
                size_t count = reg_fields_of_word(chip, spaces[s], word, ids);
                uint32_t mask = 0;
                for (size_t i = 0; i < count; i++) {
                    const struct reg_field *field = reg_field_get(chip, ids[i]);
                    uint32_t bits = (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
                    ck_assert(field->space == spaces[s] && field->word == word && (bits & mask) == 0);
                    ck_assert(i == 0 || field->shift > reg_field_get(chip, ids[i - 1])->shift);
                    mask |= bits;
                }
                ck_assert_uint_eq(reg_word_mask(chip, spaces[s], word), mask);
                fields += count;
            }
        }
        for (enum reg_id id = 0; id < REG_COUNT; id++)
            named += reg_field_get(chip, id)->name != NULL;
        ck_assert_uint_eq(fields, named);
    }
    ck_assert_uint_eq(reg_word_mask(TT_BLACKHOLE, TT_SPACE_L1, 0), 0);
}
END_TEST

START_TEST(registers__values_are_cut_out_of_words)
{
    uint32_t cfg[CFG_WORDS_MAX] = {0};
    uint16_t thread[THREAD_WORDS_MAX] = {0};
    cfg[2] = 0xFu << 2 | 0x8001u << 6;
    thread[37] = 1u << 12;
    ck_assert_uint_eq(reg_value_cfg(TT_BLACKHOLE, REG_STACC_RELU_ApplyRelu, cfg), 15);
    ck_assert_uint_eq(reg_value_cfg(TT_BLACKHOLE, REG_STACC_RELU_ReluThreshold, cfg), 0x8001);
    ck_assert_uint_eq(reg_value_thread(TT_BLACKHOLE, REG_ADDR_MOD_PACK_SEC0_ZsrcIncr, thread), 1);
    cfg[69] = 0xFFFFFFFF;
    ck_assert_uint_eq(reg_value_cfg(TT_BLACKHOLE, REG_THCON_SEC0_REG1_L1_Dest_addr, cfg), 0xFFFFFFFF);
    cfg[220] = 0xFFFFFFFF;
    ck_assert_uint_eq(reg_value_cfg(TT_WORMHOLE_B0, REG_DEST_ACCESS_CFG_remap_addrs, cfg), 0);
    ck_assert_uint_eq(reg_value_thread(TT_BLACKHOLE, REG_STACC_RELU_ApplyRelu, thread), 0);
}
END_TEST

/* P-2.5: base words of the four pack sections, and where the chips differ inside them. */
START_TEST(registers__pack_sections_stand_where_the_page_says)
{
    static const enum reg_id first[] = {
        REG_THCON_SEC0_REG1_Row_start_section_size, REG_THCON_SEC0_REG8_Row_start_section_size,
        REG_THCON_SEC1_REG1_Row_start_section_size, REG_THCON_SEC1_REG8_Row_start_section_size};
    static const uint16_t words[TT_CHIP_COUNT][4] = {{68, 96, 116, 144}, {56, 84, 96, 124}};
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (unsigned i = 0; i < 4; i++)
            ck_assert_uint_eq(reg_field_get(chip, first[i])->word, words[chip][i]);
    }
    ck_assert_uint_eq(reg_field_get(TT_BLACKHOLE, REG_THCON_SEC0_REG8_Pack_L1_Acc)->shift, 19);
    ck_assert_uint_eq(reg_field_get(TT_WORMHOLE_B0, REG_THCON_SEC0_REG8_Pack_L1_Acc)->shift, 21);
    ck_assert_uint_eq(reg_field_get(TT_BLACKHOLE, REG_THCON_SEC0_REG8_Disable_pack_zero_flags)->word, 98);
    ck_assert_uint_eq(reg_field_get(TT_WORMHOLE_B0, REG_THCON_SEC0_REG8_Disable_pack_zero_flags)->word, 87);
}
END_TEST

static bool all_instantiated(enum tt_chip chip, enum tt_space space, uint32_t word)
{
    enum reg_id ids[32];
    size_t count = reg_fields_of_word(chip, space, word, ids);
    for (size_t i = 0; i < count; i++) {
        if (!reg_field_get(chip, ids[i])->is_instantiated)
            return false;
    }
    return true;
}

/* Descriptor words 2 and 3 of each unpacker: the page says they do not exist; P-2.7 holds them all the same. */
static bool is_descriptor_rest(enum tt_chip chip, uint32_t word)
{
    uint32_t first = reg_field_get(chip, REG_THCON_SEC0_REG0_TileDescriptor)->word;
    uint32_t second = reg_field_get(chip, REG_THCON_SEC1_REG0_TileDescriptor)->word;
    return word == first + 2 || word == first + 3 || word == second + 2 || word == second + 3;
}

static void check_gap(enum tt_chip chip, enum tt_space space, uint32_t from, uint32_t to)
{
    for (uint32_t word = from; word < to; word++) {
        bool is_rest = space == TT_SPACE_CFG && is_descriptor_rest(chip, word);
        ck_assert_msg(reg_word_mask(chip, space, word) == (is_rest ? 0xFFFFFFFF : 0), "word %u", word);
        ck_assert(!is_rest || !all_instantiated(chip, space, word));
    }
}

START_TEST(registers__masks_are_those_of_the_page)
{
    FILE *page = fopen(TTR_SPEC "/config-words.md", "r");
    if (!page) {
        puts("skipped: ../shared/spec/config-words.md is not here");
        return;
    }
    static char line[4096];
    enum tt_chip chip = TT_CHIP_COUNT;
    enum tt_space space = TT_SPACE_CFG;
    uint32_t word, mask, next = 0;
    unsigned rows = 0;
    while (fgets(line, sizeof line, page)) {
        if (strncmp(line, "## ", 3) == 0) {
            if (chip != TT_CHIP_COUNT)
                check_gap(chip, space, next, words_of(chip, space));
            chip = strncmp(line, "## Blackhole", 12) == 0 ? TT_BLACKHOLE : TT_WORMHOLE_B0;
            space = strstr(line, "thread words") ? TT_SPACE_THREAD_CFG : TT_SPACE_CFG;
            next = 0;
        }
        if (sscanf(line, "| %u | %x |", &word, &mask) != 2)
            continue;
        rows++;
        check_gap(chip, space, next, word);
        next = word + 1;
        ck_assert_msg(reg_word_mask(chip, space, word) == mask, "%s", line);
        ck_assert_msg(all_instantiated(chip, space, word) == !strstr(line, "[not instantiated]"), "%s", line);
    }
    check_gap(chip, space, next, words_of(chip, space));
    fclose(page);
    ck_assert_uint_gt(rows, 450);
}
END_TEST

static bool is_listed(enum tt_chip chip, enum tt_unit unit, unsigned section, enum reg_id id)
{
    enum reg_id ids[REG_COUNT];
    const size_t count = unit_fields(chip, unit, section, ids);
    for (size_t i = 0; i < count; i++) {
        if (ids[i] == id)
            return true;
    }
    return false;
}

START_TEST(registers__a_units_fields_are_what_it_reads_and_its_sections)
{
    const enum tt_chip bh = TT_BLACKHOLE, wh = TT_WORMHOLE_B0;
    const enum tt_unit pack = TT_UNIT_PACK;
    ck_assert(is_listed(bh, TT_UNIT_MATRIX, 0, REG_SRC_ACCESS_CFG_math_view_srca_as_one_bank));
    ck_assert(is_listed(wh, pack, 0, REG_THCON_SEC0_REG9_Pack_0_2_fifo_size));
    ck_assert(!is_listed(wh, pack, 1, REG_THCON_SEC0_REG9_Pack_0_2_fifo_size));
    ck_assert(is_listed(wh, pack, 3, REG_THCON_SEC1_REG9_Pack_1_3_fifo_size));
    ck_assert(is_listed(wh, pack, 2, REG_STACC_RELU_ApplyRelu));
    ck_assert(!is_listed(bh, pack, 0, REG_THCON_SEC0_REG1_Unp_LF8_4b_exp));
    ck_assert(is_listed(bh, TT_UNIT_UNPACK0, 0, REG_THCON_SEC0_REG1_Unp_LF8_4b_exp));
    ck_assert(!is_listed(wh, TT_UNIT_UNPACK0, 0, REG_THCON_SEC0_REG1_Unp_LF8_4b_exp)); /* it has none */
    ck_assert(is_listed(bh, TT_UNIT_UNPACK0, 0, REG_UNP0_ADDR_BASE_REG_0_Base));       /* its own, though unread */
    ck_assert(!unit_reads(bh, TT_UNIT_UNPACK0, REG_UNP0_ADDR_BASE_REG_0_Base));
    ck_assert(unit_reads(wh, pack, REG_THCON_SEC0_REG1_All_pack_disable_zero_compress_ovrd));
    ck_assert(!unit_reads(bh, pack, REG_THCON_SEC0_REG1_All_pack_disable_zero_compress_ovrd));
    ck_assert(unit_reads(bh, TT_UNIT_UNPACK0, REG_THCON_SEC0_REG3_Base_address));
    ck_assert(!unit_reads_at_work(bh, TT_UNIT_UNPACK0, REG_THCON_SEC0_REG3_Base_address));
    ck_assert(!unit_reads(bh, TT_UNIT_SYNC, REG_STACC_RELU_ApplyRelu));
}
END_TEST

START_TEST(registers__addresses_are_found_by_chip_and_core)
{
    const struct mmio_target at = mmio_decode(TT_BLACKHOLE, TT_CORE_T1, MMIO_PUSH + 4);
    ck_assert_int_eq(at.place, PLACE_PUSH);
    ck_assert_uint_eq(at.block, 1); /* its own thread */
    ck_assert_uint_eq(at.offset, 4);
    ck_assert_int_eq(mmio_decode(TT_BLACKHOLE, TT_CORE_T1, MMIO_PUSH_2).place, PLACE_NONE); /* core B alone has it */
    ck_assert_uint_eq(mmio_decode(TT_BLACKHOLE, TT_CORE_B, MMIO_PUSH_2).block, 2);
    ck_assert_int_eq(mmio_decode(TT_WORMHOLE_B0, TT_CORE_T0, MMIO_DST).place, PLACE_NONE); /* Blackhole alone has it */
    ck_assert_int_eq(mmio_decode(TT_BLACKHOLE, TT_CORE_T0, MMIO_DST_END - 4).place, PLACE_DST);
    ck_assert_int_eq(mmio_decode(TT_BLACKHOLE, TT_CORE_T0, MMIO_DST_END).place, PLACE_NONE);
    ck_assert_int_eq(mmio_decode(TT_BLACKHOLE, TT_CORE_B, MMIO_LOCAL_RAM).place, PLACE_NONE); /* no part of the map */
}
END_TEST

/* mmio_decode() halves the table. */
START_TEST(registers__windows_stand_in_order)
{
    for (unsigned i = 1; i < isa_mmio_window_count; i++) {
        ck_assert_uint_le(isa_mmio_windows[i - 1].lo, isa_mmio_windows[i].lo);
        ck_assert_uint_le(isa_mmio_windows[i - 1].hi, isa_mmio_windows[i].hi);
    }
}
END_TEST

START_TEST(registers__addresses_are_decoded_to_words)
{
    static const struct {
        enum tt_chip chip;
        int thread;
        uint32_t addr;
        enum map_place place;
        unsigned block;
        uint32_t index;
    } cases[] = {
        {TT_BLACKHOLE, 1, MMIO_GPR + 4 * 70, PLACE_GPR, 1, 70}, /* there is no such register of its own */
        {TT_BLACKHOLE, -1, MMIO_GPR + 4 * 70, PLACE_GPR, 1, 6},
        {TT_BLACKHOLE, 0, MMIO_CFG + 4 * (224 + 5), PLACE_CFG, 1, 5},
        {TT_BLACKHOLE, 0, MMIO_CFG + 4 * (2 * 224 + 5), PLACE_CFG, MMIO_CFG_BOTH, 5},
        {TT_BLACKHOLE, 0, MMIO_CFG + 4 * (3 * 224 + 5), PLACE_CFG, MMIO_CFG_OF_THREADS, 5},
        {TT_WORMHOLE_B0, 0, MMIO_CFG + 4 * (2 * 188 + 8), PLACE_CFG, MMIO_CFG_OF_THREADS, 2},
        {TT_WORMHOLE_B0, 0, MMIO_CFG + 4 * (2 * 188 + 9), PLACE_CFG, MMIO_CFG_OF_THREADS, UINT32_MAX},
        {TT_BLACKHOLE, 2, MMIO_MOP_CFG + 8, PLACE_MOP_CFG, 2, 2},
        {TT_BLACKHOLE, 2, MMIO_MAILBOX + 0x3004, PLACE_MAILBOX, 3, 0xC01},
        {TT_WORMHOLE_B0, 2, MMIO_DST + 4, PLACE_DST, 2, 1}, /* of any chip */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct mmio_target at = mmio_decode_any(cases[i].chip, cases[i].thread, cases[i].addr);
        ck_assert_int_eq(at.place, cases[i].place);
        ck_assert_uint_eq(at.block, cases[i].block);
        ck_assert_uint_eq(at.index, cases[i].index);
        ck_assert_uint_eq(at.addr, cases[i].addr);
        ck_assert_ptr_null(at.reg);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("registers");
    TCase *tc = tcase_create("registers");
    tcase_set_timeout(tc, 20);
    tcase_add_test(tc, registers__a_name_finds_its_field);
    tcase_add_test(tc, registers__fields_of_a_word_make_its_mask);
    tcase_add_test(tc, registers__values_are_cut_out_of_words);
    tcase_add_test(tc, registers__pack_sections_stand_where_the_page_says);
    tcase_add_test(tc, registers__a_units_fields_are_what_it_reads_and_its_sections);
    tcase_add_test(tc, registers__addresses_are_found_by_chip_and_core);
    tcase_add_test(tc, registers__windows_stand_in_order);
    tcase_add_test(tc, registers__addresses_are_decoded_to_words);
    tcase_add_test(tc, registers__masks_are_those_of_the_page);
    suite_add_tcase(s, tc);
    return s;
}
