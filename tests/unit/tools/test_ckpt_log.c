/* SPDX-License-Identifier: Apache-2.0 */
/* Checkpoints of tt-metal in a log: cores mixed, loops, two ways of printing; partial, contradictory and broken. */
#include "tools.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>

static uint32_t checkpoint_of(struct ttcap *capture, const char *id)
{
    for (uint32_t i = 0; i < ttcap_info(capture)->checkpoint_count; i++) {
        if (strcmp(ttcap_checkpoint(capture, i)->id, id) == 0)
            return i;
    }
    ck_abort_msg("no checkpoint %s", id);
    return 0;
}

static void assert_word(struct ttcap *capture, const char *id, uint32_t addr, uint32_t value)
{
    struct bits word = bits_at(capture, checkpoint_of(capture, id), TT_SPACE_L1, addr, 4);
    ck_assert_msg(word.known == UINT32_MAX && word.value == value, "%s 0x%x: 0x%x, known 0x%x", id, addr, word.value,
                  word.known);
}

START_TEST(log__cores_may_be_mixed)
{
    struct ttcap *capture = read_text(&importer_log,
                                      "0:(x=1,y=2):BR: === CKPT a RISC0 CBs ===\n"
                                      "0:(x=1,y=2):TR2: === CKPT a RISC4 CBs ===\n"
                                      "0:(x=1,y=2):BR: CB0 sz=64 rd=4096 wr=4096 ack=0 rcv=0\n"
                                      "0:(x=1,y=2):TR2: CB1 sz=4 rd=512 wr=512 ack=0 rcv=0\n"
                                      "0:(x=1,y=2):BR:   [0] 1 2 3 4\n"
                                      "0:(x=1,y=2):TR2:   [0] a b c d\n"
                                      "0:(x=1,y=2):BR:   [4] 5\n"
                                      "0:(x=1,y=2):TR2: L1[0x100] 1 words:\n"
                                      "0:(x=1,y=2):BR: all \x07 \xC3 done\n"
                                      "0:(x=1,y=2):TR2:   [0x100] ffffffff\n",
                                      TT_BLACKHOLE);
    assert_word(capture, "a", 4096, 1); /* core B counts bytes */
    assert_word(capture, "a", 4096 + 16, 5);
    assert_word(capture, "a", 512 * 16, 10); /* T cores count 16 bytes */
    assert_word(capture, "a", 512 * 16 + 12, 13);
    assert_word(capture, "a", 0x100, UINT32_MAX);
    ck_assert_uint_eq(bits_at(capture, checkpoint_of(capture, "a"), TT_SPACE_L1, 4096 + 20, 4).known, 0);
    ck_assert_ptr_nonnull(strstr(notes(capture), "a RISC0: CB0 sz=64 rd=4096 wr=4096 ack=0 rcv=0; a RISC4: CB1"));
    ck_assert_str_eq(warnings(), "");
    ttcap_close(capture);
}
END_TEST

START_TEST(log__both_ways_of_printing)
{
    static const char *const logs[] = {
        "=== CKPT 1 RISC 0 ===\nL1[0x1000] 5 words:\n  [0x1000] 3f800000 2 3 4\n  [0x1010] 5\n",
        "=== CKPT 1 CBs ===\nL1[0x1000] 5 words:\n  [0x1000] 0x3f800000\n  [0x1004] 0x00000002\n  [0x1008] 0x00000003\n"
        "  [0x100c] 0x00000004\n  [0x1010] 0x00000005\n",
    };
    for (int i = 0; i < 2; i++) {
        struct ttcap *capture = read_text(&importer_log, logs[i], TT_WORMHOLE_B0);
        assert_word(capture, "1", 0x1000, 0x3F800000);
        assert_word(capture, "1", 0x1010, 5);
        ttcap_close(capture);
    }
}
END_TEST

START_TEST(log__a_row_may_be_long)
{
    char text[2048];
    size_t n = (size_t)snprintf(text, sizeof text, "L1[0x2000] 130 words:\n[0x2000]");
    for (unsigned i = 0; i < 130; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, " %x", i * 3);
    struct ttcap *capture = read_text(&importer_log, text, TT_BLACKHOLE);
    for (unsigned i = 0; i < 130; i++)
        assert_word(capture, "begin", 0x2000 + 4 * i, i * 3);
    ttcap_close(capture);
}
END_TEST

START_TEST(log__a_loop_gives_a_checkpoint_each_time)
{
    struct ttcap *capture = read_text(&importer_log,
                                      "=== CKPT step one RISC2 CBs ===\nL1[0x10] 1 words:\n[0x10] 1\n"
                                      "=== CKPT step one RISC4 CBs ===\nL1[0x20] 1 words:\n[0x20] 2\n"
                                      "=== CKPT step one RISC2 CBs ===\nL1[0x10] 1 words:\n[0x10] 3\n"
                                      "=== CKPT step one RISC4 CBs ===\nL1[0x20] 1 words:\n[0x20] 4\n"
                                      "=== CKPT end RISC2 CBs ===\nL1[0x10] 1 words:\n[0x10] 5\n"
                                      "=== CKPT \xC3\t\x01 RISC2 CBs ===\nL1[0x10] 1 words:\n[0x10] 6\n",
                                      TT_BLACKHOLE);
    assert_word(capture, "step one", 0x10, 1);
    assert_word(capture, "step one", 0x20, 2);
    assert_word(capture, "step one#2", 0x10, 3);
    assert_word(capture, "step one#2", 0x20, 4);
    assert_word(capture, "end", 0x10, 5);
    assert_word(capture, "? ?", 0x10, 6);
    ttcap_close(capture);
}
END_TEST

START_TEST(log__outside_of_checkpoints_and_what_has_no_address)
{
    struct ttcap *capture = read_text(&importer_log,
                                      "some kernel says [0] 5\nL1[0x40] 0 words:\nL1[0x44] 1 words:\n[0x44] 9\n"
                                      "CB3 sz=1 rd=2 wr=3 ack=0 rcv=1\n  [0] 11 22\n"
                                      "CB3 tile 0 (typed):\n1.0000 -2.5 nan\n\n0.1 inf\nnot a row\n1.0\n",
                                      TT_BLACKHOLE);
    assert_word(capture, "begin", 0x44, 9);
    ck_assert_str_eq(warnings(),
                     "text: 2 words of circular buffers are left out: which core printed them, and so in what units it "
                     "counts, the log does not say\n"
                     "text: 3 lines of rounded decimals are left out: they name no pattern of bits\n");
    ttcap_close(capture);
}
END_TEST

static const struct {
    const char *text, *sentence;
} REFUSED[] = {
    {"nothing here\n", "no checkpoint (=== CKPT), no L1[...] and no CB of tt-metal is in it"},
    {"L1[0x10] 2 words:\n[0x10] 1\n", "line 1: L1[0x10] says 2 words, but 1 follow"},
    {"L1[0x10] 2 words:\n[0x10] 1\nhello\n[0x14] 2\n", "line 1: L1[0x10] says 2 words, but 1 follow"},
    {"L1[0x10] 2 words:\n[0x14] 1\n", "line 2, column 1: the row begins with 0x14, expected 0x10: lines are missing"},
    {"L1[0x10] 2 words:\n  [0x10] 1 2 3\n", "line 2: a word more than the 2 of L1[0x10]"},
    {"L1[0x10] 2 words:\n  [0x10] 1 100000000\n", "line 2, column 12: '100000000' is no word"},
    {"L1[0x10] 2 words:\n  [0x10] 1 2g\n", "line 2, column 12: '2g' is no word"},
    {"L1[0x12] 1 words:\n", "line 1, column 1: 1 words from 0x12 are not within L1, which ends at 0x180000"},
    {"L1[0x17fffc] 2 words:\n", "line 1, column 1: 2 words from 0x17fffc are not within L1, which ends at 0x180000"},
    {"=== CKPT a RISC0 CBs ===\nCB0 sz=1 rd=1572860 wr=0 ack=0 rcv=0\n[0] 1 2\n",
     "line 3: a word at 0x180000, beyond L1, which ends at 0x180000"},
    {"=== CKPT a RISC0 CBs\n", "line 1, column 10: the heading of a checkpoint does not end in ==="},
    {"=== CKPT  RISC0 CBs ===\n", "line 1, column 10: a checkpoint with a name of 0 characters, expected 1 to 84"},
    {"0:1-1:BR: L1[0x10] 1 words:\n0:1-1:BR: [0x10] 1\n0:1-2:BR: L1[0x10] 1 words:\n",
     "line 3, column 1: this is of 0:1-2, and what was before of 0:1-1; one tile a log"},
    {"L1[0x10] 1 words:\n[0x10] 1\nL1[0x10] 1 words:\n[0x10] 2\n",
     "line 4: begin: l1 0x10 is 0x01 by text, and 0x02 by text; --override lets the later one count"},
};

START_TEST(log__what_cannot_be_is_refused)
{
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++)
        refuse_text(&importer_log, REFUSED[i].text, TT_BLACKHOLE, REFUSED[i].sentence);
    refuse_text(&importer_log, "L1[0x10] 0 words:\n", TT_CHIP_COUNT,
                "for which chip? --arch says: blackhole or wormhole_b0");
}
END_TEST

START_TEST(log__is_known_by_what_it_prints)
{
    static const char checkpoint[] = "x\n0:(0,0):BR: === CKPT a RISC0 CBs ===\n", words[] = "L1[0x10] 2 words:\n",
                      other[] = "L1[5] = 3\n";
    ck_assert(importer_log.is(checkpoint, strlen(checkpoint)));
    ck_assert(importer_log.is(words, strlen(words)));
    ck_assert(!importer_log.is(other, strlen(other)));
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("ckpt_log");
    TCase *all = tcase_create("ckpt_log");
    tcase_add_test(all, log__cores_may_be_mixed);
    tcase_add_test(all, log__both_ways_of_printing);
    tcase_add_test(all, log__a_row_may_be_long);
    tcase_add_test(all, log__a_loop_gives_a_checkpoint_each_time);
    tcase_add_test(all, log__outside_of_checkpoints_and_what_has_no_address);
    tcase_add_test(all, log__what_cannot_be_is_refused);
    tcase_add_test(all, log__is_known_by_what_it_prints);
    suite_add_tcase(s, all);
    return s;
}
