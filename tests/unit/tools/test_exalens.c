/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of tt-exalens: memory, tables, registers, register files; partial, contradictory and broken. */
#include "isa/chip.h"
#include "tools.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>

/* ---- memory ---- */

static const uint8_t BYTES[20] = {0x34, 0x12, 0, 0, 0xAB, 0xCD, 0xEF, 0x01, 9, 8, 7, 6, 255, 254, 253, 252, 1, 2, 3, 4};

/* The same bytes in every form that --format gives; the last with colour and Windows line ends. */
static const char *const MEMORY[] = {
    "(l1) : 0x00020000 (20 bytes)\n0x00020000:  00001234  01efcdab  06070809  fcfdfeff\n0x00020010:  04030201\n",
    "(l1) : 0x00020000 (20 bytes)\n0x00020000:  1234  0000  cdab  01ef  0809  0607  feff  fcfd\n"
    "0x00020010:  0201  0403\n",
    "(l1) : 0x00020000 (20 bytes)\n0x00020000:  34  12  00  00  ab  cd  ef  01  09  08  07  06  ff  fe  fd  fc\n"
    "0x00020010:  01  02  03  04\n",
    "(l1) : 0x00020000 (20 bytes)\n0x00020000:  4660  32492971  101124105  4244504319\n0x00020010:  67305985\n",
    "(l1) : 0x00020000 (20 bytes)\n0x00020000:  4660  0  52651  495  2057  1543  65279  64765\n"
    "0x00020010:  513   1027\n",
    "(l1) : 0x00020000 (20 bytes)\n0x00020000:  52  18  0  0  171  205  239  1  9  8  7  6  255  254  253  252\n"
    "0x00020010:  1   2   3  4\n",
    "(l1) : 0x00020000 (20 bytes)\n0x00020000:  52  18  0  0  -85  -51  -17  1  9  8  7  6  -1  -2  -3  -4\n"
    "0x00020010:  1   2   3  4\n",
    "\033[34mDevice 0 [0x26] | Location 1-1 (0,0) | Block l1 : 0x00020000 (20 bytes)\033[0m\r\n"
    "0x00020000:  34  12  00  00  ab  cd  ef  01  09  08  07  06  ff  fe  fd  fc\r\n"
    "\033[38:2:205:106:0m0x00020010:\033[0m  01  02  \033[1mff\033[0m\b  04\r\n",
};

START_TEST(memory__every_form_gives_the_same_bytes)
{
    for (size_t i = 0; i + 1 < sizeof MEMORY / sizeof MEMORY[0]; i++) {
        struct ttcap *capture = read_text(&importer_exalens, MEMORY[i], TT_BLACKHOLE);
        for (uint32_t at = 0; at < sizeof BYTES; at++) {
            struct bits byte = bits_at(capture, 0, TT_SPACE_L1, 0x20000 + at, 1);
            ck_assert_uint_eq(byte.known, 0xFF);
            ck_assert_msg(byte.value == BYTES[at], "form %zu, byte %u", i, at);
        }
        ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_L1, 0x20000 + sizeof BYTES, 1).known, 0);
        ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_L1, 0x1FFFF, 1).known, 0);
        ck_assert_str_eq(notes(capture), "text: 20 bytes of L1 in 1 blocks");
        ttcap_close(capture);
    }
    refuse_text(&importer_exalens, MEMORY[7], TT_BLACKHOLE, "line 3, column 47: 'ff?' is no value of 1 bytes");
}
END_TEST

START_TEST(memory__a_part_of_a_session_may_lack_its_place)
{
    struct ttcap *capture = read_text(&importer_exalens,
                                      "(l1) : 0x00000010 (4 bytes)\n0x00000010:  00000001\nLocation 1-2 (0,1)\n"
                                      "(l1) : 0x00000020 (4 bytes)\n0x00000020:  00000002\n",
                                      TT_BLACKHOLE);
    ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_L1, 0x10, 4).value, 1);
    ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_L1, 0x20, 4).value, 2);
    ttcap_close(capture);
}
END_TEST

START_TEST(memory__that_is_not_l1_is_left_out)
{
    struct ttcap *capture = read_text(&importer_exalens,
                                      "0-0 (d0,0) : 0x00000000 (4 total bytes)\n(dram_bank) : 0x00000000 (4 bytes)\n"
                                      "0x00000000:  000000fb\n"
                                      "1-1 (0,0) : 0x00000000 (4 total bytes)\n(l1) : 0x00000000 (4 bytes)\n"
                                      "0x00000000:  00000013\n",
                                      TT_BLACKHOLE);
    ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_L1, 0, 4).value, 0x13);
    ck_assert_str_eq(warnings(), "text: 1 blocks of memory that is not L1 are left out\n");
    ttcap_close(capture);
}
END_TEST

#define L1_4 "(l1) : 0x00000010 (4 bytes)\n"

static const struct {
    const char *text, *sentence;
} MEMORY_REFUSED[] = {
    {"(l1) : 0x00000010 (20 bytes)\n0x00000010:  00000001  00000002  00000003  00000004\n",
     "line 1: the block from 0x10 has 20 bytes, but only 16 follow"},
    {"(l1) : 0x00000010 (20 bytes)\n0x00000010:  00000001  00000002  00000003  00000004\n0x00000024:  00000005\n",
     "line 3, column 1: the row is of 0x24, expected 0x20"},
    {"(l1) : 0x00000010 (20 bytes)\n0x00000010:  00000001  00000002  00000003\n",
     "line 2, column 1: 3 cells, expected 16 bytes in cells of 1, 2 or 4, as in rows before"},
    {"(l1) : 0x00000010 (20 bytes)\n0x00000010:  00000001  00000002  00000003  00000004\n0x00000020:  0005  0006\n",
     "line 3, column 1: 2 cells, expected 4 bytes in cells of 1, 2 or 4, as in rows before"},
    {L1_4 "0x00000010:  0000000g\n", "line 2, column 14: '0000000g' is no value of 4 bytes"},
    {L1_4 "0x00000010:  000000010\n", "line 2, column 14: '000000010' is no value of 4 bytes"},
    {L1_4 "0x00000010:  4294967296\n", "line 2, column 14: '4294967296' is no value of 4 bytes"},
    {L1_4 "0x00000010:  0x000001\n", "line 2, column 14: '0x000001' is no value of 4 bytes"},
    {L1_4 "0x00000010:  00  7  01  02\n", "line 2, column 18: '7' is decimal, and the block before it is not"},
    {L1_4 "0x00000010:  12345678\n",
     "line 1: the block from 0x10 may be hexadecimal or decimal: every cell is both; read more of it at once"},
    {L1_4 "0x00000010:  00000001\n0x00000014:  00000001\n",
     "line 3, column 1: a row more than the 4 bytes of the block of line 1"},
    {"0x00000010:  00000001\n", "line 1, column 1: a row of memory without the heading that says of what memory it is"},
    {"(l1) : 0x0017fff0 (20 bytes)\n",
     "line 1, column 1: 20 bytes from 0x17fff0 are not within L1, which ends at 0x180000"},
    {"(l1) : 0xffffffff0017fff0 (4 bytes)\n",
     "line 1, column 1: 4 bytes from 0xffffffff0017fff0 are not within L1, which ends at 0x180000"},
    {"Location 1-1 (0,0)\n" L1_4 "0x00000010:  00000001\nLocation 1-2 (0,1)\n(l1) : 0x00000020 (4 bytes)\n",
     "line 5, column 1: this is of tile 0,1, and what was before of tile 0,0; one tile a file"},
    {"hello\n", "nothing that tt-exalens prints (brxy, read, tensix, reg) is in it"},
    {"", "nothing that tt-exalens prints (brxy, read, tensix, reg) is in it"},
};

START_TEST(memory__what_cannot_be_is_refused)
{
    for (size_t i = 0; i < sizeof MEMORY_REFUSED / sizeof MEMORY_REFUSED[0]; i++)
        refuse_text(&importer_exalens, MEMORY_REFUSED[i].text, TT_BLACKHOLE, MEMORY_REFUSED[i].sentence);
    refuse_text(&importer_exalens, MEMORY[0], TT_CHIP_COUNT, "for which chip? --arch says: blackhole or wormhole_b0");
}
END_TEST

/* ---- tables and registers ---- */

/* A table drawn with characters of a byte, as tt-exalens draws it. Valid until the next call. */
static const char *drawn(const char *plain)
{
    static const char plain_lines[] = "@#~|{`'";
    static const char *const lines[] = {"\u250c", "\u2510", "\u2500", "\u2502", "\u251c", "\u2514", "\u2518"};
    static char picture[8192];
    size_t n = 0;
    for (; *plain; plain++) {
        const char *line = strchr(plain_lines, *plain);
        n += (size_t)snprintf(picture + n, sizeof picture - n, "%.*s", line ? 3 : 1,
                              line ? lines[line - plain_lines] : plain);
    }
    return picture;
}

START_TEST(tables__side_by_side_of_different_heights)
{
    struct ttcap *capture = read_text(&importer_exalens,
                                      drawn("@~~~~~~~~~~~~~~~~~~~~~#   @~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~#\n"
                                            "| ALU CONFIG | VALUES |   | EDGE OFFSET | REG_ID = 1 | REG_ID = 2 |\n"
                                            "{~~~~~~~~~~~~~~~~~~~~~~   {~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
                                            "| Padding    | 0x3ff  |   | mask        | 0xffff     | 18         |\n"
                                            "`~~~~~~~~~~~~~~~~~~~~~'   | mode        | 1          | /          |\n"
                                            "                          `~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~'\n"
                                            "| not a table any more | 5 |\n"),
                                      TT_WORMHOLE_B0);
    ck_assert_uint_eq(cfg_word(capture, 1).value, 0x3FF << 3);
    ck_assert_uint_eq(cfg_word(capture, 20).value, 0x1FFFF);
    ck_assert_uint_eq(cfg_word(capture, 20).known, 0x1FFFF);
    ck_assert_uint_eq(cfg_word(capture, 21).value, 18);
    ck_assert_str_eq(notes(capture), "text: 4 registers and counters by name");
    ttcap_close(capture);
}
END_TEST

START_TEST(tables__values_in_every_form)
{
    struct ttcap *capture = read_text(&importer_exalens,
                                      drawn("@~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~#\n"
                                            "| RELU CONFIG   | VALUES          |\n"
                                            "{~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
                                            "| disable_trisc | True,False,True |\n"
                                            "| disable_main  | False           |\n"
                                            "| apply_relu    | 3               |\n"
                                            "`~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~'\n"
                                            "@~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~#\n"
                                            "| ALU CONFIG  | VALUES                  |\n"
                                            "{~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
                                            "| Format_SrcA | TensixDataFormat.Bfp8_b |\n"
                                            "| Format_SrcB | 13 -> INVALID VALUE     |\n"
                                            "`~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~'\n"),
                                      TT_BLACKHOLE);
    ck_assert_uint_eq(cfg_word(capture, 2).value, 5u << 23 | 3u << 2);
    ck_assert_uint_eq(cfg_word(capture, 2).known, 7u << 23 | 1u << 22 | 15u << 2);
    ck_assert_uint_eq(cfg_word(capture, 1).value, 6u << 17 | 13u << 21);
    ttcap_close(capture);
}
END_TEST

START_TEST(tables__registers_and_counters)
{
    struct ttcap *capture =
        read_text(&importer_exalens,
                  drawn("@~~~~~~~~~~~~~~~~~~~~~~~#   @~~~~~~~~~~~~~~~~~~~~~~~~~~~~~#\n"
                        "| Thread 2 | Values     |   | COORDINATES_B | Values      |\n"
                        "{~~~~~~~~~~~~~~~~~~~~~~~~   {~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
                        "| tmp_lo   | 1          |   | rwc1_dst      | 0x3f        |\n"
                        "| tmp_hi   | 2          |   | rwc0_dst      | 0x30000005a |\n"
                        "| gpr_5    | 4294967295 |   `~~~~~~~~~~~~~~~~~~~~~~~~~~~~~'\n"
                        "| tmp      | 131073     |                                  \n"
                        "`~~~~~~~~~~~~~~~~~~~~~~~'                                  \n"
                        "@~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~#   @~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~#\n"
                        "| ADCS0_UNPACKER1_CHANNEL0 | Values |   | FIDELITY_PHASE      | Values |\n"
                        "{~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~   {~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
                        "| y_counter                | 0x1fff |   | rwc2_fidelity_phase | 0x2    |\n"
                        "| y_cr                     | 0x1    |   | math_winner         | 0x5    |\n"
                        "`~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~'   `~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~'\n"),
                  TT_BLACKHOLE);
    ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_GPR, 4 * (128 + 30), 4).value, 1);
    ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_GPR, 4 * (128 + 31), 4).value, 2);
    ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_GPR, 4 * (128 + 5), 4).value, UINT32_MAX);
    ck_assert_uint_eq(state_word(capture, "rwc.1.dst").value, 0x3F);
    ck_assert_uint_eq(state_word(capture, "rwc.0.dst").value, 0x35A);  /* its two halves, joined wrongly */
    ck_assert_uint_eq(state_word(capture, "rwc.2.fidelity").known, 0); /* another signal on Blackhole */
    ck_assert_uint_eq(state_word(capture, "adc.0.unp1.ch0.y").value, 0x1FFF);
    ck_assert_uint_eq(state_word(capture, "adc.0.unp1.ch0.y_cr").value, 1);
    ck_assert_str_eq(notes(capture),
                     "text: 7 registers and counters by name; 2 of its values have no place in a capture: "
                     "FIDELITY_PHASE[0].rwc2_fidelity_phase=0x2, FIDELITY_PHASE[0].math_winner=0x5");
    ttcap_close(capture);
}
END_TEST

#define TABLE(row) "@~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~#\n| ALU CONFIG  | VALUES                  |\n" row

static const struct {
    const char *text, *sentence;
} NAMES_REFUSED[] = {
    {TABLE("| Padding     | 1.5                     |\n"),
     "line 3, column 21: '1.5' is no value of Padding: expected a number, flags or a format"},
    {TABLE("| Padding     | 1024                    |\n"), "line 3, column 21: Padding is 1024, expected 0 to 1023"},
    {TABLE("| Padding     | True,,False             |\n"),
     "line 3, column 21: 'True,,False' is no value of Padding: expected a number, flags or a format"},
    {TABLE("| Format_SrcA | TensixDataFormat.Float  |\n"),
     "line 3, column 21: 'TensixDataFormat.Float' is no value of Format_SrcA: expected a number, flags or a format"},
    {TABLE("| Padding     | 1                       |\n| Padding     | 2                       |\n"),
     "line 4, column 21: Padding: bits 0x18 of the word are 0x10 here, and were 0x8 before"},
    {TABLE("| Padding                               |\n"),
     "line 3, column 1: a row of 1 cells, expected a name and one to 4 values"},
    {"Value of register ALU_FORMAT_SPEC_REG2_Dstacc on device 0 and location 0,0:\nfive\n",
     "line 2, column 1: expected the value of ALU_FORMAT_SPEC_REG2_Dstacc, a number, flags or a format"},
    {"Value of register ALU_FORMAT_SPEC_REG2_Dstacc on device 0 and location 0,0:\n16\n",
     "line 2: ALU_FORMAT_SPEC_REG2_Dstacc is 16, expected 0 to 15"},
    {"Value of register ALU_FORMAT_SPEC_REG2_Dstacc on device 0 and location 0,0:\n",
     "the text ends before the value of ALU_FORMAT_SPEC_REG2_Dstacc"},
    {"Value of register ConfigurationRegisterDescription(offset=4, mask=1, shift=0, index=224) on device 0 and "
     "location "
     "0,0:\n1\n",
     "line 2: cfg(224): blackhole has words 0 to 223"},
};

START_TEST(names__what_cannot_be_is_refused)
{
    for (size_t i = 0; i < sizeof NAMES_REFUSED / sizeof NAMES_REFUSED[0]; i++)
        refuse_text(&importer_exalens, drawn(NAMES_REFUSED[i].text), TT_BLACKHOLE, NAMES_REFUSED[i].sentence);
}
END_TEST

START_TEST(registers__by_name_and_by_place)
{
    struct ttcap *capture = read_text(
        &importer_exalens,
        "Value of register UNPACK_CONFIG1_out_data_format on device 0 and location 0,0:\n"
        "TensixDataFormat.Float16_b\n"
        "Value of register ConfigurationRegisterDescription(base_address=None, offset=724, mask=240, shift=4, "
        "data_type=<REGISTER_DATA_TYPE.INT_VALUE: 0>, index=181) on device 0 and location 0,0:\n"
        "9\n",
        TT_BLACKHOLE);
    ck_assert_uint_eq(cfg_word(capture, 120).value, 5);
    ck_assert_uint_eq(cfg_word(capture, 181).value, 0x90); /* exists once: both states show it */
    ck_assert_uint_eq(bits_at(capture, 0, TT_SPACE_CFG, 4 * (224 + 181), 4).value, 0x90);
    ttcap_close(capture);
}
END_TEST

/* Its text says neither the register file nor its format, not which NaN, and exchanges neighbours in some formats. */
START_TEST(regfile__is_left_out_with_a_note)
{
    struct ttcap *capture = read_text(&importer_exalens,
                                      "> dr dstacc\nDump regfile on device 0\nTILE ID: 0\n1.0\t-2.5\tnan\t\n"
                                      "TILE ID: 1\n0x12\t0x34\t\n",
                                      TT_BLACKHOLE);
    ck_assert_str_eq(warnings(), "text: what dump-regfile prints is left out: the text does not say which bits of "
                                 "which cells; `python3 -m tt_replay.exalens` reads Dst\n");
    ck_assert_uint_eq(dst_cell(capture, 0, 0).known, 0);
    ttcap_close(capture);
}
END_TEST

START_TEST(exalens__is_known_by_what_it_prints)
{
    static const char session[] = "> brxy 0 1\n\033[34mReading from device 0\033[0m\n", other[] = "0:(0,0):BR: hello\n";
    ck_assert(importer_exalens.is(session, strlen(session)));
    ck_assert(!importer_exalens.is(other, strlen(other)));
    ck_assert(!importer_exalens.is("", 0));
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("exalens");
    TCase *all = tcase_create("exalens");
    tcase_add_test(all, memory__every_form_gives_the_same_bytes);
    tcase_add_test(all, memory__a_part_of_a_session_may_lack_its_place);
    tcase_add_test(all, memory__that_is_not_l1_is_left_out);
    tcase_add_test(all, memory__what_cannot_be_is_refused);
    tcase_add_test(all, tables__side_by_side_of_different_heights);
    tcase_add_test(all, tables__values_in_every_form);
    tcase_add_test(all, tables__registers_and_counters);
    tcase_add_test(all, names__what_cannot_be_is_refused);
    tcase_add_test(all, registers__by_name_and_by_place);
    tcase_add_test(all, regfile__is_left_out_with_a_note);
    tcase_add_test(all, exalens__is_known_by_what_it_prints);
    suite_add_tcase(s, all);
    return s;
}
