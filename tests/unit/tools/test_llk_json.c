/* SPDX-License-Identifier: Apache-2.0 */
/* JSON of the low-level-kernel tests: partial, contradictory and broken. */
#include "isa/spaces.h"
#include "tools.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>

#define PACKER "{\"l1_dest_addr\": 7}"

START_TEST(llk_json__what_is_given_is_known_and_no_more)
{
    struct ttcap *capture = read_text(&importer_llk_json,
                                      "{\"alu_config\": [{\"Format_Dstacc\": 5, \"Fp32_enabled\": true}],\n"
                                      " \"gpr\": [{}, {\"gpr_63\": 4294967295}, {\"tile_header\": 9}],\n"
                                      " \"register_window_counters\": {\"rwc1_srca_cr\": 33},\n"
                                      " \"address_counters\": {\"adcs2_packers_channel1_x_cr\": 262143}}",
                                      TT_BLACKHOLE);
    struct bits word = cfg_word(capture, 1);
    ck_assert_uint_eq(word.value, 5u << 25 | 1u << 29);
    ck_assert_uint_eq(word.known, 0xFu << 25 | 1u << 29);
    ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_CFG, 4 * (224 + 1), 4).known, 0); /* state 1 is not shown */
    ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_GPR, 4 * (64 + 63), 4).value, UINT32_MAX);
    ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_GPR, 4 * (64 + 62), 4).known, 0);
    ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_GPR, 4 * (128 + 16), 4).value, 9);
    ck_assert_uint_eq(state_word(capture, "rwc.1.srca_cr").value, 33);
    ck_assert_uint_eq(state_word(capture, "rwc.1.srca").known, 0);
    ck_assert_uint_eq(state_word(capture, "adc.2.pack.ch1.x_cr").value, 262143);
    ck_assert_str_eq(warnings(), "");
    ttcap_close(capture);
}
END_TEST

/* On Blackhole the later of two signals of this name is left: bits 9 and 8. Its fidelity is another signal. */
START_TEST(llk_json__half_a_counter_is_half_known)
{
    static const char text[] = "{\"alu_config\": [{\"Format_Dstacc\": 5}], \"register_window_counters\": "
                               "{\"rwc0_dst\": 2, \"rwc1_dst\": 7, \"rwc0_fidelity_phase\": 1}}";
    struct ttcap *capture = read_text(&importer_llk_json, text, TT_BLACKHOLE);
    ck_assert_uint_eq(state_word(capture, "rwc.0.dst").value, 0x200);
    ck_assert_uint_eq(state_word(capture, "rwc.0.dst").known, 0xFFFFFF00);
    ck_assert_uint_eq(state_word(capture, "rwc.1.dst").known, UINT32_MAX);
    ck_assert_uint_eq(state_word(capture, "rwc.0.fidelity").known, 0);
    ck_assert_str_eq(warnings(),
                     "text: rwc0_dst: bits 0xff of it are not known: what is printed is a part of the counter\n"
                     "text: 1 of its values have no place in a capture: "
                     "register_window_counters.rwc0_fidelity_phase=1\n");
    ttcap_close(capture);
    capture = read_text(&importer_llk_json, text, TT_WORMHOLE_B0);
    ck_assert_uint_eq(state_word(capture, "rwc.0.dst").value, 2);
    ck_assert_uint_eq(state_word(capture, "rwc.0.dst").known, UINT32_MAX);
    ck_assert_uint_eq(state_word(capture, "rwc.0.fidelity").value, 1);
    ttcap_close(capture);
}
END_TEST

START_TEST(llk_json__packers_show_the_chip)
{
    struct ttcap *capture = read_text(&importer_llk_json, "{\"pack_config\": [" PACKER "]}", TT_CHIP_COUNT);
    ck_assert_int_eq(ttcap_info(capture)->chip, TT_BLACKHOLE);
    ck_assert_uint_eq(cfg_word(capture, 69).value, 7);
    ttcap_close(capture);
    capture = read_text(&importer_llk_json,
                        "{\"pack_config\": [" PACKER "," PACKER "," PACKER ", {\"l1_dest_addr\": 8}]}", TT_CHIP_COUNT);
    ck_assert_int_eq(ttcap_info(capture)->chip, TT_WORMHOLE_B0);
    ck_assert_uint_eq(cfg_word(capture, 57).value, 7);
    ck_assert_uint_eq(cfg_word(capture, 125).value, 8);
    ttcap_close(capture);
}
END_TEST

START_TEST(llk_json__words_that_exist_once_are_in_both_states)
{
    /* Nothing of the JSON is such a word, so all of it stands in state 0 alone. */
    struct ttcap *capture =
        read_text(&importer_llk_json, "{\"pack_counters\": [{\"pack_per_xy_plane\": 3}]}", TT_BLACKHOLE);
    ck_assert_uint_eq(cfg_word(capture, 28).known, 0xFF);
    ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_CFG, 4 * (224 + 28), 4).known, 0);
    ttcap_close(capture);
}
END_TEST

START_TEST(llk_json__unknown_names_are_retained)
{
    struct ttcap *capture = read_text(&importer_llk_json,
                                      "{\"gpr\": [{\"zero\": 0, \"gpr_99\": 5}], \"firmware\": {\"build\": [1, 2]},\n"
                                      " \"pack_config\": [{\"new_field\": 3}]}",
                                      TT_BLACKHOLE);
    ck_assert_ptr_nonnull(strstr(notes(capture), "gpr[0].gpr_99=5, firmware={\"build\":[1,2]}, "
                                                 "pack_config[0].new_field=3"));
    ck_assert_str_eq(warnings(), "text: 3 of its values have no place in a capture: gpr[0].gpr_99=5, "
                                 "firmware={\"build\":[1,2]}, pack_config[0].new_field=3\n");
    ttcap_close(capture);
}
END_TEST

START_TEST(llk_json__many_unknown_names_are_all_retained)
{
    enum { MANY = 200 };
    char text[MANY * 40], name[32];
    size_t n = (size_t)snprintf(text, sizeof text, "{\"gpr\": [{\"zero\": 0}], \"register_window_counters\": {");
    for (int i = 0; i < MANY; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s\"rwc_signal_%03d\": %d", i ? ", " : "", i, i);
    (void)snprintf(text + n, sizeof text - n, "}}");
    struct ttcap *capture = read_text(&importer_llk_json, text, TT_BLACKHOLE);
    for (int i = 0; i < MANY; i++) {
        (void)snprintf(name, sizeof name, "rwc_signal_%03d=%d", i, i);
        ck_assert_msg(strstr(notes(capture), name) != NULL, "%s", name);
    }
    ttcap_close(capture);
}
END_TEST

static const struct {
    const char *text, *sentence;
    enum tt_chip chip;
} REFUSED[] = {
    {"{\"alu_config\": [}", "line 1, column 17: this is not JSON", TT_BLACKHOLE},
    {"{\"gpr\":\n [{\"zero\": 1,}]}", "line 2, column 15: this is not JSON", TT_BLACKHOLE},
    {"[]", "the outermost value is not an object", TT_BLACKHOLE},
    {"{}", "no key of a tile's state, such as alu_config or gpr, is in it", TT_BLACKHOLE},
    {"{\"alu_config\": []}", "pack_config, with an entry a packer, does not say which chip; --arch does",
     TT_CHIP_COUNT},
    {"{\"pack_config\": [" PACKER "," PACKER "]}",
     "pack_config, with an entry a packer, does not say which chip; --arch does", TT_CHIP_COUNT},
    {"{\"pack_config\": [" PACKER "," PACKER "]}", "pack_config has 2 entries, but blackhole has 1", TT_BLACKHOLE},
    {"{\"alu_config\": {\"Padding\": 1}}", "alu_config is an object, expected an array", TT_BLACKHOLE},
    {"{\"alu_config\": [5]}", "alu_config[0] is 5, expected an object", TT_BLACKHOLE},
    {"{\"alu_config\": [{\"Padding\": 1.5}]}",
     "alu_config[0].Padding is 1.5, expected a whole number from 0 to 4294967295", TT_BLACKHOLE},
    {"{\"alu_config\": [{\"Padding\": \"1\"}]}",
     "alu_config[0].Padding is the string \"1\", expected a whole number from 0 to 4294967295", TT_BLACKHOLE},
    {"{\"alu_config\": [{\"Padding\": -1}]}",
     "alu_config[0].Padding is -1, expected a whole number from 0 to 4294967295", TT_BLACKHOLE},
    {"{\"alu_config\": [{\"Padding\": 1024}]}", "alu_config[0]: Padding is 1024, expected 0 to 1023", TT_BLACKHOLE},
    {"{\"alu_config\": [{\"Padding\": 1, \"Padding\": 2}]}",
     "alu_config[0]: Padding: bits 0x18 of the word are 0x10 here, and were 0x8 before", TT_BLACKHOLE},
    {"{\"gpr\": [], \"gpr\": []}", "gpr is there twice", TT_BLACKHOLE},
    {"{\"gpr\": [{}, {}, {}, {}]}", "gpr has 4 entries, but blackhole has 3", TT_BLACKHOLE},
};

START_TEST(llk_json__what_cannot_be_is_refused)
{
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++)
        refuse_text(&importer_llk_json, REFUSED[i].text, REFUSED[i].chip, REFUSED[i].sentence);
}
END_TEST

START_TEST(llk_json__is_known_by_its_keys)
{
    static const char state[] = " \n{\"alu_config\": []}", other[] = "{\"format\": \"tensix-dump-bundle\"}";
    ck_assert(importer_llk_json.is(state, strlen(state)));
    ck_assert(!importer_llk_json.is(other, strlen(other)));
    ck_assert(!importer_llk_json.is("\"alu_config\"", 12));
    ck_assert(!importer_llk_json.is("", 0));
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("llk_json");
    TCase *all = tcase_create("llk_json");
    tcase_add_test(all, llk_json__what_is_given_is_known_and_no_more);
    tcase_add_test(all, llk_json__half_a_counter_is_half_known);
    tcase_add_test(all, llk_json__packers_show_the_chip);
    tcase_add_test(all, llk_json__words_that_exist_once_are_in_both_states);
    tcase_add_test(all, llk_json__unknown_names_are_retained);
    tcase_add_test(all, llk_json__many_unknown_names_are_all_retained);
    tcase_add_test(all, llk_json__what_cannot_be_is_refused);
    tcase_add_test(all, llk_json__is_known_by_its_keys);
    suite_add_tcase(s, all);
    return s;
}
