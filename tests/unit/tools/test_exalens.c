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
    {"hello\n", "nothing that tt-exalens prints (brxy, read, tensix, reg, dump-regfile) is in it"},
    {"", "nothing that tt-exalens prints (brxy, read, tensix, reg, dump-regfile) is in it"},
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

/* ---- register files ---- */

enum { TEXT_BYTES = 128 * 1024 };
static char text[TEXT_BYTES];

#define DSTACC "Value of register ALU_FORMAT_SPEC_REG2_Dstacc on device 0 and location 0,0:\nTensixDataFormat."

/* A dump of `count` values: the first few, and then one again and again. */
static const char *regfile(const char *format, const char *command, const char *first, size_t given, const char *rest,
                           size_t count)
{
    size_t n = (size_t)snprintf(text, sizeof text, DSTACC "%s\n> %s\nDump regfile on device 0\nTILE ID: 0\n%s", format,
                                command, first);
    for (size_t i = given; i < count; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s\t%s", rest, i % 32 == 31 ? "\n" : "");
    return text;
}

START_TEST(regfile__bf16_cells_in_the_order_of_dst)
{
    struct ttcap *capture = read_text(
        &importer_exalens,
        regfile("Float16_b", "dr dstacc", "1.0\t-2.5\t3.3895313892515355e+38\t-0.0\t-inf\tnan\t", 6, "0.5", 1024),
        TT_BLACKHOLE);
    /* The two cells of a word are printed upper one first. Sign, seven bits of mantissa, exponent. */
    ck_assert_uint_eq(dst_cell(capture, 0, 1).value, 0x007F);
    ck_assert_uint_eq(dst_cell(capture, 0, 0).value, 0x8000 | 0x20 << 8 | 128);
    ck_assert_uint_eq(dst_cell(capture, 0, 3).value, 0x7F << 8 | 254);
    ck_assert_uint_eq(dst_cell(capture, 0, 2).value, 0x8000);
    ck_assert_uint_eq(dst_cell(capture, 0, 5).value, 0x80FF);
    ck_assert_uint_eq(dst_cell(capture, 0, 4).known, 0); /* the text does not say which NaN */
    ck_assert_uint_eq(dst_cell(capture, 63, 15).value, 0x007E);
    ck_assert_uint_eq(dst_cell(capture, 64, 0).known, 0);
    ttcap_close(capture);
}
END_TEST

START_TEST(regfile__fp16_and_integers)
{
    struct ttcap *capture = read_text(&importer_exalens,
                                      regfile("Float16", "dump-regfile 2",
                                              "1.0\t-65504.0\t5.960464477539063e-08\t6.097555160522461e-05\tinf\t0.0\t",
                                              6, "6.103515625e-05", 1024),
                                      TT_WORMHOLE_B0);
    ck_assert_uint_eq(dst_cell(capture, 0, 1).value, 15);
    ck_assert_uint_eq(dst_cell(capture, 0, 0).value, 0x8000 | 0x3FF << 5 | 30);
    ck_assert_uint_eq(dst_cell(capture, 0, 3).value, 1 << 5); /* the smallest denormal */
    ck_assert_uint_eq(dst_cell(capture, 0, 2).value, 0x3FF << 5);
    ck_assert_uint_eq(dst_cell(capture, 0, 5).value, 31);
    ck_assert_uint_eq(dst_cell(capture, 0, 4).value, 0);
    ck_assert_uint_eq(dst_cell(capture, 1, 0).value, 1);
    ttcap_close(capture);
    capture = read_text(&importer_exalens, regfile("UInt16", "dr 2", "65535\t1\t", 2, "7", 1024), TT_BLACKHOLE);
    ck_assert_uint_eq(dst_cell(capture, 0, 0).value, 0xFFFF); /* these are printed in their order */
    ck_assert_uint_eq(dst_cell(capture, 0, 1).value, 1);
    ttcap_close(capture);
}
END_TEST

START_TEST(regfile__raw_bytes)
{
    struct ttcap *capture =
        read_text(&importer_exalens, regfile("Bfp8", "dr dstacc -l 0,0", "0x12\t0x34\t0x56\t0x78\t", 4, "0xff", 2048),
                  TT_BLACKHOLE);
    ck_assert_uint_eq(dst_cell(capture, 0, 1).value, 0x1234);
    ck_assert_uint_eq(dst_cell(capture, 0, 0).value, 0x5678);
    ck_assert_uint_eq(dst_cell(capture, 63, 15).value, 0xFFFF);
    ttcap_close(capture);
}
END_TEST

/* Of each the upper one alone: what is printed of the lower is not what was there. */
START_TEST(regfile__fp32_on_wormhole_is_upper_cells)
{
    struct ttcap *capture =
        read_text(&importer_exalens, regfile("Float32", "dr dstacc", "1.0000001192092896\t-3.0\t", 2, "2.0", 512),
                  TT_WORMHOLE_B0);
    ck_assert_uint_eq(dst_cell(capture, 0, 0).value, 127);
    ck_assert_uint_eq(dst_cell(capture, 8, 0).known, 0);
    ck_assert_uint_eq(dst_cell(capture, 0, 1).value, 0x8000 | 0x40 << 8 | 128);
    /* Row 31 of values is rows 55 and 63 of cells. */
    ck_assert_uint_eq(dst_cell(capture, 55, 15).value, 128);
    ck_assert_uint_eq(dst_cell(capture, 63, 15).known, 0);
    ck_assert_str_eq(
        warnings(),
        "text: of 32-bit rows of Dst the lower halves are not known: tt-exalens' way to them reaches four rows\n");
    ttcap_close(capture);
}
END_TEST

/* Settings of a core's view of Dst, as reg prints them, before a dump. */
static const char *with_view(const char *remap, const char *view, const char *dump)
{
    static char whole[TEXT_BYTES + 1024];
    (void)snprintf(
        whole, sizeof whole,
        "Value of register ConfigurationRegisterDescription(offset=880, mask=3, shift=0, index=220) on device 0 and "
        "location 0,0:\n%s\n"
        "Value of register ConfigurationRegisterDescription(base_address=None, mask=475136, shift=14, "
        "data_type=None, index=3) on device 0 and location 0,0:\n%s\n%s",
        remap, view, dump);
    return whole;
}

START_TEST(regfile__fp32_on_blackhole_through_a_plain_view)
{
    struct ttcap *capture = read_text(
        &importer_exalens,
        with_view("0", "0", regfile("Float32", "dr 2", "1.0000001192092896\t-3.0\t", 2, "0.0", 8192)), TT_BLACKHOLE);
    ck_assert_uint_eq(dst_cell(capture, 0, 0).value, 127);
    ck_assert_uint_eq(dst_cell(capture, 8, 0).value, 1);
    ck_assert_uint_eq(dst_cell(capture, 0, 1).value, 0x8000 | 0x40 << 8 | 128);
    ck_assert_uint_eq(dst_cell(capture, 1023, 15).known, 0xFFFF); /* zeros are zeros on this chip */
    ttcap_close(capture);
    capture =
        read_text(&importer_exalens, with_view("2", "0", regfile("Float32", "dr 2", "", 0, "1.0", 1024)), TT_BLACKHOLE);
    ck_assert_uint_eq(dst_cell(capture, 0, 0).known, 0);
    ttcap_close(capture);
    capture =
        read_text(&importer_exalens, with_view("0", "1", regfile("Float32", "dr 2", "", 0, "1.0", 1024)), TT_BLACKHOLE);
    ck_assert_uint_eq(dst_cell(capture, 0, 0).known, 0);
    ttcap_close(capture);
    refuse_text(&importer_exalens, with_view("0", "0", regfile("Float32", "dr 2", "", 0, "1.0", 1000)), TT_BLACKHOLE,
                "line 9: the register file has 1000 values, expected 1024");
    refuse_text(&importer_exalens, with_view("0", "0", regfile("Float32", "dr 2", "", 0, "1.0", 9000)), TT_BLACKHOLE,
                "line 9: the register file has 9000 values, expected 8192");
}
END_TEST

static struct bits word_at(struct ttcap *capture, uint32_t column)
{
    struct bits upper = dst_cell(capture, 0, column), lower = dst_cell(capture, 8, column);
    return (struct bits){upper.value << 16 | lower.value, upper.known << 16 | lower.known};
}

/* Words as cells: sign, seven bits of mantissa, eight of exponent; then the lower half. */
START_TEST(regfile__integers_on_blackhole)
{
    static const struct {
        const char *format, *view, *values;
        struct bits word[3];
    } cases[] = {
        {"Int32",
         "0",
         "-1\t-2147483648\t8388609\t",
         {{0xFFFFFFFF, 0xFFFFFFFF}, {0x80000000, 0xFFFFFFFF}, {0x00010001, 0xFFFFFFFF}}},
        {"Int32", "4", "-1\t0\t1\t", {{0x80000001, 0xFFFFFFFF}, {0, 0x7FFFFFFF}, {1, 0xFFFFFFFF}}},
        {"Int8", "0", "-1\t127\t128\t", {{0x8000007F, 0x800000FF}, {0x7F, 0x7F}, {128, 0xFFFFFFFF}}},
        {"Int8", "4", "-1\t127\t128\t", {{0x80000000, 0x80000000}, {0, 0}, {128, 0xFFFFFFFF}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ttcap *capture =
            read_text(&importer_exalens,
                      with_view("0", cases[i].view, regfile(cases[i].format, "dr 2", cases[i].values, 3, "7", 1024)),
                      TT_BLACKHOLE);
        for (uint32_t column = 0; column < 3; column++) {
            struct bits found = word_at(capture, column), expected = cases[i].word[column];
            ck_assert_uint_eq(found.known, expected.known);
            ck_assert_uint_eq(found.value & found.known, expected.value & expected.known);
        }
        ttcap_close(capture);
    }
    refuse_text(&importer_exalens, with_view("0", "0", regfile("Int8", "dr 2", "-129\t", 1, "7", 1024)), TT_BLACKHOLE,
                "line 9: value 0 of the register file is -129, which is no Int8");
    refuse_text(&importer_exalens, with_view("0", "0", regfile("Int32", "dr 2", "0.5\t", 1, "7", 1024)), TT_BLACKHOLE,
                "line 9: value 0 of the register file is 0.5, which is no Int32");
}
END_TEST

START_TEST(regfile__what_names_no_pattern_is_left_out)
{
    static const struct {
        const char *format, *command, *why;
        enum tt_chip chip;
    } cases[] = {
        {"Float16_b", "dr srca", "of a source register the dump shows neither bank nor row, and 16 of 19 bits",
         TT_BLACKHOLE},
        {"Float32", "dr dstacc",
         "a core's view of 32 bits shows the cells as they are where `reg cfg(220,0x3,0)` is 0 and `reg "
         "cfg(3,0x74000,14)` is 0 or 4, and the text does not say that",
         TT_BLACKHOLE},
        {"Bfp8_b", "dr dstacc", "values of their format do not name one pattern each", TT_WORMHOLE_B0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char sentence[320];
        (void)snprintf(sentence, sizeof sentence, "text: 1024 values of a register file (line 5) are left out: %s\n",
                       cases[i].why);
        struct ttcap *capture =
            read_text(&importer_exalens, regfile(cases[i].format, cases[i].command, "", 0, "1.0", 1024), cases[i].chip);
        ck_assert_str_eq(warnings(), sentence);
        ck_assert_uint_eq(dst_cell(capture, 0, 0).known, 0);
        ttcap_close(capture);
    }
    struct ttcap *capture = read_text(&importer_exalens, "dr dstacc\nTILE ID: 0\n1.0\t2.0\t\n", TT_BLACKHOLE);
    ck_assert_str_eq(warnings(), "text: 2 values of a register file (line 2) are left out: their format is not in the "
                                 "text; `reg ALU_FORMAT_SPEC_REG2_Dstacc` prints it\n");
    ttcap_close(capture);
}
END_TEST

START_TEST(regfile__what_cannot_be_is_refused)
{
    refuse_text(&importer_exalens, regfile("Float16_b", "dr dstacc", "1.001\t", 1, "1.0", 1024), TT_BLACKHOLE,
                "line 5: value 0 of the register file is 1.0009999999999999, which is no Float16_b");
    refuse_text(&importer_exalens, regfile("Float16", "dr dstacc", "65536.0\t", 1, "1.0", 1024), TT_BLACKHOLE,
                "line 5: value 0 of the register file is 65536, which is no Float16");
    refuse_text(&importer_exalens, regfile("Float16", "dr dstacc", "1e300\t", 1, "1.0", 1024), TT_BLACKHOLE,
                "line 5: value 0 of the register file is 1.0000000000000001e+300, which is no Float16");
    refuse_text(&importer_exalens, regfile("UInt16", "dr dstacc", "-1\t", 1, "1", 1024), TT_BLACKHOLE,
                "line 5: value 0 of the register file is -1, which is no UInt16");
    refuse_text(&importer_exalens, regfile("Float16", "dr dstacc", "", 0, "1.0", 1023), TT_BLACKHOLE,
                "line 5: the register file has 1023 values, expected 1024");
    refuse_text(&importer_exalens, regfile("Float16", "dr dstacc", "1.0\tone\t", 2, "1.0", 1024), TT_BLACKHOLE,
                "line 6, column 5: 'one' is no value of a register file");
    refuse_text(&importer_exalens, regfile("Float16", "dr dstacc", "1.0\t0x10\t", 2, "1.0", 1024), TT_BLACKHOLE,
                "line 6, column 5: raw bytes and values in one dump");
    refuse_text(
        &importer_exalens, "TILE ID: 0\n1.0\t\n", TT_BLACKHOLE,
        "line 1, column 1: which register file it is, the dump does not say; put the command before it, as '> dr "
        "dstacc'");
    refuse_text(&importer_exalens, "dr 2\nTILE ID: 0\n1.0\t\nTILE ID: 1\n", TT_BLACKHOLE,
                "line 4, column 1: the tile before has 1 values, expected 1024");
    refuse_text(&importer_exalens, "dr 2\nTILE ID: 0\n1.0\t\nTILE ID: 0\n", TT_BLACKHOLE,
                "line 4, column 1: a second dump of a register file; one a file");
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
    tcase_add_test(all, regfile__bf16_cells_in_the_order_of_dst);
    tcase_add_test(all, regfile__fp16_and_integers);
    tcase_add_test(all, regfile__raw_bytes);
    tcase_add_test(all, regfile__fp32_on_wormhole_is_upper_cells);
    tcase_add_test(all, regfile__fp32_on_blackhole_through_a_plain_view);
    tcase_add_test(all, regfile__integers_on_blackhole);
    tcase_add_test(all, regfile__what_names_no_pattern_is_left_out);
    tcase_add_test(all, regfile__what_cannot_be_is_refused);
    tcase_add_test(all, exalens__is_known_by_what_it_prints);
    suite_add_tcase(s, all);
    return s;
}
