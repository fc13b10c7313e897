/* SPDX-License-Identifier: Apache-2.0 */
/* What the recorder refuses, and what is saved of a recording that was not closed. */
#include "unit/record/recorded.h"

#include "capture/import/bundle/journal.h"
#include "isa/chip.h"
#include "isa/mmio.h"
#include "isa/spaces.h"

/* What journal_salvage() says, one sentence a line. */
static char said[4096];

static void note(void *user, const char *sentence)
{
    (void)user;
    const size_t at = strlen(said);
    (void)snprintf(said + at, sizeof said - at, "%s\n", sentence);
}

/* The capture of a recording that was not closed, with this sentence among what is said of it. */
static struct ttcap *salvage(bool is_start_whole, const char *sentence)
{
    struct ttcap *capture;
    struct salvaged salvaged;
    bool is_recording;
    said[0] = '\0';
    ck_assert_int_eq(journal_look(&is_recording, folder, &err), TT_OK);
    ck_assert(is_recording);
    ck_assert_msg(journal_salvage(folder, out, note, NULL, &salvaged, &err) == TT_OK, "%s", err.text);
    ck_assert_msg(strstr(said, sentence) != NULL, "%s", said);
    ck_assert_int_eq(salvaged.is_start_whole, is_start_whole);
    ck_assert_msg(ttcap_open(&capture, out, &err) == TT_OK, "%s", err.text);
    ck_assert_int_eq(ttcap_info(capture)->unlisted_start_is_reset, is_start_whole);
    return capture;
}

START_TEST(record__misuse_leaves_no_bundle_but_all_the_rest)
{
    static const char *const sentences[] = {"the first checkpoint is the starting state",
                                            "there is a checkpoint of that id already", "a region follows",
                                            "a region follows"};
    for (int i = 0; i < 4; i++) {
        (void)snprintf(folder, sizeof folder, "%s/case%d", top, i);
        (void)snprintf(out, sizeof out, "%s/out%d.ttcap", top, i);
        start();
        if (i != 0 && i != 2)
            ck_assert_int_eq(tt_record_checkpoint(&record, "a"), 0);
        ck_assert_int_eq(i == 2 ? 0 : tt_record_push(&record, 0, 1), 0);
        if (i < 2)
            ck_assert_int_eq(tt_record_checkpoint(&record, "a"), -1);
        else
            ck_assert_int_eq(tt_record_region(&record, "gpr", 0, "", 1), -1);
        ck_assert_int_eq(tt_record_push(&record, 0, 2), 0);
        ck_assert_uint_eq(record.refused, 1);
        ck_assert_int_eq(tt_record_close(&record), -1);
        ck_assert_msg(strstr(record.error, sentences[i]) != NULL, "%s", record.error);
        struct ttcap *capture = salvage(true, sentences[i]);
        ck_assert_uint_eq(ttcap_info(capture)->event_count, i == 2 ? 1 : 2);
        ttcap_close(capture);
    }
}
END_TEST

/* Each call says what cannot be, and the sentence names it. */
static const struct {
    struct ttcap_event event;
    const char *sentence;
} REFUSED[] = {
    {{.kind = TTCAP_PUSH, .thread = 3}, "push: thread is 3, expected 0 to 2"},
    {{.kind = TTCAP_PUSH, .thread = -1}, "push: thread is -1, expected 0 to 2"},
    {{.kind = TTCAP_EXEC, .thread = 4}, "exec: thread is 4"},
    {{.kind = TTCAP_CFGW, .thread = -2}, "cfgw: thread is -2, expected -1 to 2"},
    {{.kind = TTCAP_CFGW, .index = 2}, "cfgw: state is 2, expected 0 to 1"},
    {{.kind = TTCAP_CFGW, .addr = 224}, "cfgw: index is 224, expected 0 to 223"},
    {{.kind = TTCAP_MOPW, .addr = 9}, "mopw: index is 9, expected 0 to 8"},
    {{.kind = TTCAP_GPRW, .addr = 64}, "gprw: index is 64, expected 0 to 63"},
    {{.kind = TTCAP_SEMW, .addr = 8}, "semw: semaphore is 8, expected 0 to 7"},
    {{.kind = TTCAP_SEMR, .addr = 8}, "semr: semaphore is 8, expected 0 to 7"},
    {{.kind = TTCAP_SEMR, .thread = -1}, "semr: thread is -1, expected 0 to 2"},
    {{.kind = TTCAP_SEMR, .addr = 0xFFB40002}, "semr: semaphore is 4289986562"},
    {{.kind = TTCAP_L1W, .addr = 0x180000, .bytes = STORED}, "l1w: addr is 1572864, expected 0 to 1572863"},
    {{.kind = TTCAP_L1W, .addr = 0x17FFFF, .bytes = STORED, .byte_count = 2}, "l1w: the bytes run past the end of L1"},
    {{.kind = TTCAP_MMIO, .thread = 3}, "mmio: thread is 3"},
};
enum { REFUSED_COUNT = sizeof REFUSED / sizeof REFUSED[0] };

START_TEST(record__what_cannot_be_is_refused_and_the_rest_is_there)
{
    start();
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    for (int i = 0; i < EVENT_COUNT; i++) {
        ck_assert_int_eq(report(&EVENTS[i]), 0);
        for (int k = 0; i == 4 && k < REFUSED_COUNT; k++) {
            ck_assert_int_eq(report(&REFUSED[k].event), -1);
            ck_assert_msg(strstr(record.problem, REFUSED[k].sentence) != NULL, "%s", record.problem);
        }
    }
    ck_assert_uint_eq(record.refused, REFUSED_COUNT);
    ck_assert_int_eq(tt_record_close(&record), -1);
    ck_assert_msg(strstr(record.error, REFUSED[0].sentence) != NULL, "%s", record.error);
    struct ttcap *capture = salvage(true, "before event 5 the recorder refused: mmio: thread is 3, expected -1 to 2");
    assert_events(capture, EVENT_COUNT);
    ttcap_close(capture);
}
END_TEST

START_TEST(record__limits_are_those_of_the_chip)
{
    for (int chip = 0; chip < 2; chip++) {
        const enum tt_record_arch arch = chip ? TT_RECORD_WORMHOLE_B0 : TT_RECORD_BLACKHOLE;
        const enum tt_chip id = chip_find(chip ? "wormhole_b0" : "blackhole");
        (void)snprintf(folder, sizeof folder, "%s/chip%d", top, chip);
        ck_assert_int_eq(tt_record_open(&record, folder, arch, "simulator", "case"), 0);
        ck_assert_uint_eq(record.l1_bytes, chip_get(id)->l1_bytes);
        ck_assert_uint_eq(record.cfg_words, chip_get(id)->cfg_words);
        for (int i = 0; i < TT_RECORD_SPACES; i++) {
            const struct tt_record_space *space = &tt_record_spaces_[i];
            ck_assert_int_ne(space_find(space->name), TT_SPACE_COUNT);
            ck_assert(!space->bytes || space->bytes == space_bytes(id, space_find(space->name)));
        }
        ck_assert_uint_eq(8 * record.cfg_words, space_bytes(id, TT_SPACE_CFG));
        ck_assert_int_eq(tt_record_cfg_store(&record, 0, 0, record.cfg_words, 0), -1);
        ck_assert_int_eq(tt_record_cfg_store(&record, 0, 0, record.cfg_words - 1, 0), 0);
        tt_record_abandon(&record);
    }
    ck_assert_uint_eq(MMIO_STREAM, 0xFFB40000u);
    ck_assert_uint_eq(MMIO_STREAM_END, 0xFFB80000u);
}
END_TEST

START_TEST(record__regions_that_cannot_be)
{
    static uint8_t bytes[32768];
    static const struct {
        const char *name;
        uint32_t addr;
        size_t count;
        const char *sentence;
    } refused[] = {
        {"gpr", 0, 767, "gpr: holds 767 bytes, expected 768"},
        {"cfg", 0, 1504, "cfg: holds 1504 bytes, expected 1792"},
        {"thread_cfg", 0, 7, "thread_cfg: expected three times 1 to 256 words"},
        {"gpr", 4, 768, "gpr: only a region of L1 has an address"},
        {"no such", 0, 1, "no such: no region of a bundle has that name"},
        {"l1", 0x180000, 0, "l1: the bytes run past the end of L1"},
        {"l1", 0x17FFFF, 2, "l1: the bytes run past the end of L1"},
        {"dst_valid", 0, 1024, "dst_valid: a flag is neither 0 nor 1"},
        {"srcb", 0, 8192, "srcb: a cell has over 19 bits"},
        {"lreg", 0, 2048, "lreg: the checkpoint has it already"},
    };
    start();
    memset(bytes, 0xFF, sizeof bytes);
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    ck_assert_int_eq(tt_record_region(&record, "lreg", 0, bytes, 2048), 0);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        ck_assert_int_eq(tt_record_region(&record, refused[i].name, refused[i].addr, bytes, refused[i].count), -1);
        ck_assert_msg(strstr(record.problem, refused[i].sentence) != NULL, "%s", record.problem);
    }
    ck_assert_int_eq(tt_record_push(&record, 0, 1), 0);
    ck_assert_int_eq(tt_record_close(&record), -1);
    struct ttcap *capture = salvage(false, "gpr: holds 767 bytes, expected 768");
    uint8_t known;
    ck_assert_int_eq(ttcap_read(capture, 0, TT_SPACE_LREG, 0, 1, bytes, &known, &err), TT_OK);
    ck_assert_uint_eq(known, 0xFF);
    ttcap_close(capture);
}
END_TEST

static void start_and_record(int events)
{
    static const uint8_t gpr[768] = {1};
    start();
    ck_assert_int_eq(tt_record_boot(&record, "t0", 0x6000), 0);
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    ck_assert_int_eq(tt_record_region(&record, "gpr", 0, gpr, sizeof gpr), 0);
    for (int i = 0; i < events; i++)
        ck_assert_int_eq(report(&EVENTS[i % EVENT_COUNT]), 0);
}

START_TEST(record__what_was_flushed_is_saved)
{
    start_and_record(1000);
    ck_assert_uint_eq(record.flushed, 0);
    ck_assert_int_eq(tt_record_flush(&record), 0);
    ck_assert_uint_eq(record.flushed, 1000);
    ck_assert_int_eq(tt_record_push(&record, 0, 1), 0);
    tt_record_abandon(&record);
    struct ttcap *capture = salvage(true, "taken: events: 1000, checkpoints: 1");
    assert_events(capture, 1000);
    ck_assert_uint_eq(ttcap_info(capture)->boot_count, 1);
    ttcap_close(capture);
    /* The next recording does not take its place. */
    ck_assert_int_eq(tt_record_open(&record, folder, TT_RECORD_BLACKHOLE, "simulator", "case"), -1);
    ck_assert_ptr_nonnull(strstr(record.error, "a recording that was not closed"));
    (void)tt_record_close(&record);
}
END_TEST

START_TEST(record__a_start_without_an_end_has_no_reset_values)
{
    start_and_record(0);
    tt_record_abandon(&record);
    ttcap_close(salvage(false, "what the start does not hold counts as unknown"));
}
END_TEST

static void change_byte(const char *name, long at)
{
    char path[160];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r+b");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, at, SEEK_SET), 0);
    const int byte = getc(file);
    ck_assert_int_eq(fseek(file, at, SEEK_SET), 0);
    ck_assert_int_ne(putc(byte ^ 1, file), EOF);
    ck_assert_int_eq(fclose(file), 0);
}

/* A recording of three flushes and two checkpoints, of which one byte is changed. */
START_TEST(record__what_is_damaged_is_left_out)
{
    static const struct {
        const char *name;
        long at;
        bool is_start_whole;
        const char *sentence;
        uint64_t events;
    } cases[] = {
        {"events.jsonl", 3, true, "events.jsonl is cut or damaged between bytes 0 and", 0},
        {"events.jsonl", 30000, true, "events from 500 on are lost", 500},
        {"0-begin/gpr.bin", 7, false, "0-begin/gpr.bin is missing or damaged", 1000},
        {"1-end/gpr.bin", 767, true, "1-end/gpr.bin is missing or damaged", 1000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static const uint8_t gpr[768] = {2};
        (void)snprintf(folder, sizeof folder, "%s/damaged%zu", top, i);
        (void)snprintf(out, sizeof out, "%s/damaged%zu.ttcap", top, i);
        start_and_record(500);
        ck_assert_int_eq(tt_record_flush(&record), 0);
        for (int k = 500; k < 1000; k++)
            ck_assert_int_eq(report(&EVENTS[k % EVENT_COUNT]), 0);
        ck_assert_int_eq(tt_record_checkpoint(&record, "end"), 0);
        ck_assert_int_eq(tt_record_region(&record, "gpr", 0, gpr, sizeof gpr), 0);
        tt_record_abandon(&record);
        change_byte(cases[i].name, cases[i].at);
        struct ttcap *capture = salvage(cases[i].is_start_whole, cases[i].sentence);
        assert_events(capture, cases[i].events);
        ttcap_close(capture);
    }
}
END_TEST

/* Each byte of a journal: the head alone must be whole; of the rest what stands before counts. */
START_TEST(record__every_byte_of_a_journal)
{
    char path[160], text[2048];
    start_and_record(10);
    ck_assert_int_eq(tt_record_flush(&record), 0);
    tt_record_abandon(&record);
    (void)snprintf(path, sizeof path, "%s/journal.jsonl", folder);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    const size_t count = fread(text, 1, sizeof text, file);
    (void)fclose(file);
    ck_assert_uint_lt(count, sizeof text);
    const size_t head = (size_t)((char *)memchr(text, '\n', count) - text) + 1;
    for (size_t i = 0; i < count; i++) {
        struct salvaged salvaged;
        struct ttcap *capture;
        change_byte("journal.jsonl", (long)i);
        (void)unlink(out);
        said[0] = '\0';
        const enum tt_status status = journal_salvage(folder, out, note, NULL, &salvaged, &err);
        change_byte("journal.jsonl", (long)i);
        ck_assert_int_eq(status == TT_OK, i >= head);
        if (i < head)
            continue;
        ck_assert_msg(strstr(said, "what it and later lines name is lost") != NULL, "byte %zu: %s", i, said);
        ck_assert_int_eq(ttcap_open(&capture, out, &err), TT_OK);
        ck_assert_uint_eq(ttcap_info(capture)->event_count, 0);
        ttcap_close(capture);
    }
}
END_TEST
Suite *suite(void)
{
    Suite *s = suite_create("record_saved");
    TCase *all = tcase_create("saved");
    tcase_set_timeout(all, 30);
    tcase_add_checked_fixture(all, make_folder, remove_folder);
    tcase_add_test(all, record__misuse_leaves_no_bundle_but_all_the_rest);
    tcase_add_test(all, record__what_cannot_be_is_refused_and_the_rest_is_there);
    tcase_add_test(all, record__limits_are_those_of_the_chip);
    tcase_add_test(all, record__regions_that_cannot_be);
    tcase_add_test(all, record__what_was_flushed_is_saved);
    tcase_add_test(all, record__a_start_without_an_end_has_no_reset_values);
    tcase_add_test(all, record__what_is_damaged_is_left_out);
    tcase_add_test(all, record__every_byte_of_a_journal);
    suite_add_tcase(s, all);
    return s;
}
