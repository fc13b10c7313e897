/* SPDX-License-Identifier: Apache-2.0 */
/* A reader of another tool's text that is refused memory at any one request ends in words. */
#include "tools.h"
#include "unit/capture/failing_memory.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>

static void run_out(const struct importer *importer, const char *text, enum tt_chip chip)
{
    const struct import_options options = {.chip = TT_CHIP_COUNT};
    const struct import_item item = {.importer = importer, .path = "text", .id = "begin"};
    long refused = 0;
    for (long n = 0;; n++, refused++) {
        struct tt_error err = {{0}};
        failing_memory.fail_at = -1;
        struct import_sink *sink = import_new(&options);
        ck_assert_int_eq(import_from(sink, "text", &err), TT_OK);
        ck_assert_int_eq(import_chip(sink, chip, &err), TT_OK);
        failing_memory.count = 0;
        failing_memory.fail_at = n;
        enum tt_status status = import_text(sink, &item, text, strlen(text), &err);
        bool has_failed = failing_memory.count > n;
        failing_memory.fail_at = -1;
        import_free(sink);
        if (!has_failed) {
            ck_assert_msg(status == TT_OK, "%s", err.text);
            break;
        }
        ck_assert_int_eq(status, TT_NO_MEMORY);
        ck_assert_msg(strstr(err.text, "no memory") != NULL, "request %ld: '%s'", n, err.text);
    }
    ck_assert_int_gt(refused, 5);
}

START_TEST(memory__llk_json)
{
    run_out(&importer_llk_json, "{\"alu_config\": [{\"Padding\": 1, \"new\": 5}], \"gpr\": [{\"zero\": 3}]}",
            TT_BLACKHOLE);
}
END_TEST

START_TEST(memory__exalens)
{
    char text[16384];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "Value of register ALU_FORMAT_SPEC_REG2_Dstacc on device 0 and location 0,0:\n5\n"
                                "(l1) : 0x00000010 (8 bytes)\n0x00000010:  00000001  0000000a\n> dr 2\nTILE ID: 0\n");
    for (int i = 0; i < 1024; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "1.0\t%s", i % 32 == 31 ? "\n" : "");
    run_out(&importer_exalens, text, TT_BLACKHOLE);
}
END_TEST

START_TEST(memory__ckpt_log)
{
    run_out(&importer_log,
            "0:(0,0):BR: === CKPT a RISC0 CBs ===\n0:(0,0):BR: CB0 sz=1 rd=64 wr=64 ack=0 rcv=0\n"
            "0:(0,0):BR:   [0] 1 2\n0:(0,0):BR: === CKPT b RISC0 CBs ===\n0:(0,0):BR: L1[0x10] 1 words:\n"
            "0:(0,0):BR: [0x10] 5\n",
            TT_WORMHOLE_B0);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("tools_memory");
    TCase *all = tcase_create("tools_memory");
    tcase_set_timeout(all, 60);
    tcase_add_test(all, memory__llk_json);
    tcase_add_test(all, memory__exalens);
    tcase_add_test(all, memory__ckpt_log);
    suite_add_tcase(s, all);
    return s;
}
