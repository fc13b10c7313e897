/* SPDX-License-Identifier: Apache-2.0 */
/* Vector files: what a line says, and what is said of a bad one. docs/formats/vectors.md */
#include "base/little.h"
#include "base/memory.h"
#include "capture/bundle.h"
#include "capture/vectors.h"
#include "isa/chip.h"
#include "isa/spaces.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

static char folder[] = "/tmp/tt-replay-vectors-XXXXXX";
static char path[128];

static void setup(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/a.jsonl", folder);
}

static void teardown(void)
{
    char mask[128];
    (void)snprintf(mask, sizeof mask, "%s/cfg-mask.json", folder);
    (void)unlink(mask);
    (void)unlink(path);
    ck_assert_int_eq(rmdir(folder), 0);
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static const struct vector_run *run_at(const struct vector_run *runs, size_t count, enum tt_space space, uint32_t lo)
{
    for (size_t i = 0; i < count; i++) {
        if (runs[i].space == space && runs[i].lo == lo)
            return &runs[i];
    }
    ck_abort_msg("no run of %s at %u", space_name(space), lo);
    return NULL;
}

static uint32_t word_of_state(const struct vector *vector, const char *name)
{
    const int32_t word = state_find(name);
    ck_assert_int_ge(word, 0);
    return load_u32(run_at(vector->post, vector->post_count, TT_SPACE_STATE, 4 * (uint32_t)word)->bytes);
}

static struct vector_file *file;
static struct vector_block *block;

static void open_file(void)
{
    struct tt_error err;
    block = vector_block_new();
    ck_assert_ptr_nonnull(block);
    ck_assert_int_eq(vector_file_open(&file, path, &err), TT_OK);
}

static void close_file(void)
{
    vector_file_close(file);
    vector_block_free(block);
}

/* The next vector of the file, whichever block it is in. */
static enum tt_status next(struct vector *vector, struct tt_error *err)
{
    enum tt_status status;
    while ((status = vector_block_next(block, vector, err)) == TT_END) {
        status = vector_file_read(file, block, err);
        if (status)
            return status;
    }
    return status;
}

START_TEST(line__comes_out_as_it_stands)
{
    struct vector vector;
    struct tt_error err;
    write_file(
        path,
        "\n{\"name\":\"A/1\",\"arch\":\"wormhole_b0\",\"mode\":\"exec\",\"ops\":[[2,4294967295],[0,7]],\"done\":1,"
        "\"pre\":{\"l1\":[[17,\"0102ff\"]],\"cfg\":[[188,\"00000080\"]],\"dst\":[]},"
        "\"post\":{\"state\":{\"adc.1.pack.ch1.x_cr\":9,\"packer.in_tile\":true,"
        "\"cc.stack\":[{\"enabled\":true,\"flags\":5}]}}}\n\n"
        "{\"name\":\"B\",\"arch\":\"blackhole\",\"mode\":\"push\",\"ops\":[[1,1]],\"exec\":[[1,2],[1,3]],"
        "\"pre\":{},\"post\":{}}");
    open_file();
    ck_assert_int_eq(next(&vector, &err), TT_OK);
    ck_assert_str_eq(vector.name, "A/1");
    ck_assert_int_eq(vector.chip, TT_WORMHOLE_B0);
    ck_assert_uint_eq(vector.op_count, 2);
    ck_assert_uint_eq(vector.done, 1);
    ck_assert_uint_eq(vector.ops[0].thread, 2);
    ck_assert_uint_eq(vector.ops[0].word, 0xFFFFFFFF);
    ck_assert_uint_eq(vector.pre_count, 2);
    const struct vector_run *l1 = run_at(vector.pre, 2, TT_SPACE_L1, 17);
    ck_assert_uint_eq(l1->count, 3);
    ck_assert_mem_eq(l1->bytes, "\x01\x02\xFF", 3);
    ck_assert_uint_eq(run_at(vector.pre, 2, TT_SPACE_CFG, 188 * 4)->count, 4);
    ck_assert_uint_eq(word_of_state(&vector, "adc.1.pack.ch1.x_cr"), 9);
    ck_assert_uint_eq(word_of_state(&vector, "packer.in_tile"), 1);
    ck_assert_uint_eq(word_of_state(&vector, "cc.depth"), 1);
    ck_assert_uint_eq(word_of_state(&vector, "cc.stack.0.flags"), 5);
    ck_assert_uint_eq(word_of_state(&vector, "cc.stack.7.enabled"), 0);

    ck_assert_int_eq(next(&vector, &err), TT_OK);
    ck_assert(vector.is_push);
    ck_assert_uint_eq(vector.op_count, 1);
    ck_assert_uint_eq(vector.done, 1);
    ck_assert_uint_eq(vector.exec_count, 2);
    ck_assert_uint_eq(vector.exec[1].word, 3);
    ck_assert_int_eq(next(&vector, &err), TT_END);
    close_file();
}
END_TEST

START_TEST(thread_words__64_a_thread_in_the_file)
{
    struct vector vector;
    struct tt_error err;
    /* Elements 62 to 65: two words that Wormhole does not have, then words 0 and 1 of thread 1. */
    write_file(path, "{\"name\":\"A\",\"arch\":\"wormhole_b0\",\"mode\":\"exec\",\"ops\":[],"
                     "\"pre\":{\"thread_cfg\":[[62,\"1111222233334444\"]]},\"post\":{}}\n");
    open_file();
    ck_assert_int_eq(next(&vector, &err), TT_OK);
    ck_assert_uint_eq(vector.pre_count, 1);
    ck_assert_uint_eq(vector.pre[0].lo, 2 * 57);
    ck_assert_uint_eq(vector.pre[0].count, 4);
    ck_assert_mem_eq(vector.pre[0].bytes, "\x33\x33\x44\x44", 4);
    close_file();
}
END_TEST

START_TEST(bad_line__is_named_with_its_place)
{
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"{\"name\":\"A\",\"arch\":\"grayskull\",\"mode\":\"exec\",\"ops\":[],\"pre\":{},\"post\":{}}",
         "arch is \"grayskull\", expected blackhole or wormhole_b0"},
        {"{\"name\":\"A\",\"arch\":\"blackhole\",\"mode\":\"run\",\"ops\":[],\"pre\":{},\"post\":{}}",
         "mode is \"run\", expected exec or push"},
        {"{\"name\":\"A\",\"arch\":\"blackhole\",\"mode\":\"exec\",\"ops\":[[3,1]],\"pre\":{},\"post\":{}}",
         "ops[0] is 3, expected a whole number from 0 to 2"},
        {"{\"name\":\"A\",\"arch\":\"blackhole\",\"mode\":\"exec\",\"ops\":[[1]],\"pre\":{},\"post\":{}}",
         "ops[0] has 1 members, expected [thread, word]"},
        {"{\"name\":\"A\",\"arch\":\"blackhole\",\"mode\":\"exec\",\"ops\":[],\"done\":1,\"pre\":{},\"post\":{}}",
         "done is 1, expected a whole number from 0 to 0"},
        {"{\"name\":\"A\",\"arch\":\"blackhole\",\"mode\":\"exec\",\"ops\":[],\"pre\":{\"l1\":[[1572863,\"0011\"]]},"
         "\"post\":{}}",
         "pre.l1[0]: 2 elements at 1572863, but l1 has 1572864"},
        {"{\"name\":\"A\",\"arch\":\"blackhole\",\"mode\":\"exec\",\"ops\":[],\"pre\":{\"gpr\":[[0,\"001122\"]]},"
         "\"post\":{}}",
         "pre.gpr[0]: 3 bytes, expected elements of 4"},
        {"{\"name\":\"A\",\"arch\":\"blackhole\",\"mode\":\"exec\",\"ops\":[],\"pre\":{\"l1\":[[0,\"0g\"]]},\"post\":{}"
         "}",
         "pre.l1[0]: what follows byte 0 is no pair of hexadecimal digits"},
        {"{\"name\":\"A\",\"arch\":\"blackhole\",\"mode\":\"exec\",\"ops\":[],\"pre\":{\"l2\":[]},\"post\":{}}",
         "pre.l2 is no region"},
        {"{\"name\":\"A\",\"arch\":\"blackhole\",\"mode\":\"exec\",\"ops\":[],\"pre\":{},\"post\":{\"state\":{\"adc."
         "9\":1}}}",
         "post.state.adc.9 is no word of the state"},
        {"{\"name\":\"A\",\"arch\":\"blackhole\",\"mode\":\"exec\",\"ops\":[],\"pre\":{},\"post\":{\"state\":{\"mutex."
         "0\":-1}}}",
         "post.state.mutex.0 is -1, expected a whole number from 0 to 4294967295"},
        {"{\"name\":\"A\",\"arch\":\"blackhole\",\"mode\":\"exec\",\"ops\":[],\"pre\":{\"thread_cfg\":[[191,"
         "\"00000000\"]]},\"post\":{}}",
         "pre.thread_cfg[0]: elements 191 to 192, but thread_cfg has 192"},
        {"{\"name\":\"A\",\"arch\":\"blackhole\",\"mode\":\"exec\",\"ops\":[],\"post\":{}}",
         "pre is no object of regions"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024], wanted[512];
        struct vector vector;
        struct tt_error err;
        (void)snprintf(text, sizeof text, "\n%s\n", cases[i].line);
        (void)snprintf(wanted, sizeof wanted, "line 2: %s", cases[i].said);
        write_file(path, text);
        open_file();
        ck_assert_int_eq(next(&vector, &err), TT_BAD_INPUT);
        ck_assert_str_eq(err.text, wanted);
        close_file();
    }
}
END_TEST

START_TEST(hostile_line__is_refused)
{
    struct vector vector;
    struct tt_error err;
    char *deep = malloc(100001);
    ck_assert_ptr_nonnull(deep);
    memset(deep, '[', 100000);
    deep[100000] = '\0';
    write_file(path, deep);
    free(deep);
    open_file();
    ck_assert_int_eq(next(&vector, &err), TT_BAD_INPUT);
    close_file();
    ck_assert_int_ne(vector_file_open(&file, "/no/such/file.jsonl", &err), TT_OK);
}
END_TEST

static void write_lines(unsigned count, const char *tail)
{
    FILE *to = fopen(path, "wb");
    ck_assert_ptr_nonnull(to);
    for (unsigned i = 0; i < count; i++)
        (void)fprintf(
            to, "{\"name\":\"A/%u\",\"arch\":\"blackhole\",\"mode\":\"exec\",\"ops\":[],\"pre\":{},\"post\":{}}\n%s", i,
            i % 5 ? "" : "\n\n");
    (void)fputs(tail, to);
    ck_assert_int_eq(fclose(to), 0);
}

START_TEST(blocks__hand_out_every_line_in_order)
{
    enum { LINES = 1000 };
    struct vector vector;
    struct tt_error err;
    unsigned blocks = 0, seen = 0;
    write_lines(LINES, "");
    open_file();
    for (; vector_file_read(file, block, &err) == TT_OK; blocks++) {
        while (vector_block_next(block, &vector, &err) == TT_OK) {
            char name[32];
            (void)snprintf(name, sizeof name, "A/%u", seen++);
            ck_assert_str_eq(vector.name, name);
        }
    }
    ck_assert_uint_eq(seen, LINES);
    ck_assert_uint_gt(blocks, 20);
    ck_assert_int_eq(vector_file_read(file, block, &err), TT_END);
    close_file();
}
END_TEST

START_TEST(bad_line__has_its_number_in_the_file)
{
    struct vector vector;
    struct tt_error err;
    enum tt_status status;
    write_lines(100, "{}");
    open_file();
    while ((status = next(&vector, &err)) == TT_OK) {
    }
    ck_assert_int_eq(status, TT_BAD_INPUT);
    ck_assert_msg(strncmp(err.text, "line 141: ", 10) == 0, "%s", err.text);
    close_file();
}
END_TEST

/* Puts path, compressed and without its last bytes, at zst. */
static void compress_cut(const char *zst)
{
    enum { TEXT_MAX = 4 * 1024 * 1024, CUT = 40 };
    char *text = malloc(TEXT_MAX), *frame = malloc(ZSTD_COMPRESSBOUND(TEXT_MAX));
    FILE *from = fopen(path, "rb"), *to = fopen(zst, "wb");
    ck_assert(text && frame && from && to);
    const size_t count = fread(text, 1, TEXT_MAX, from);
    const size_t size = ZSTD_compress(frame, ZSTD_COMPRESSBOUND(TEXT_MAX), text, count, 1);
    ck_assert(!ZSTD_isError(size) && size > CUT);
    ck_assert_uint_eq(fwrite(frame, 1, size - CUT, to), size - CUT);
    ck_assert_int_eq(fclose(to) | fclose(from), 0);
    free(frame);
    free(text);
}

START_TEST(damage__comes_behind_the_lines_before_it)
{
    char zst[160], wanted[320];
    struct vector vector;
    struct tt_error err;
    enum tt_status status;
    unsigned seen = 0;
    write_lines(20000, "");
    (void)snprintf(zst, sizeof zst, "%s.zst", path);
    (void)snprintf(wanted, sizeof wanted, "%s: the Zstandard frame is cut short", zst);
    compress_cut(zst);
    block = vector_block_new();
    ck_assert_int_eq(vector_file_open(&file, zst, &err), TT_OK);
    while ((status = next(&vector, &err)) == TT_OK)
        seen++;
    (void)unlink(zst);
    ck_assert_int_eq(status, TT_BAD_INPUT);
    ck_assert_str_eq(err.text, wanted);
    ck_assert_uint_gt(seen, 1000);
    close_file();
}
END_TEST

START_TEST(mask__is_all_ones_without_a_file)
{
    static uint8_t known[CFG_STATES * CFG_WORDS_MAX * 4];
    struct tt_error err;
    char *found;
    write_file(path, "");
    ck_assert_int_eq(recorder_mask_find(&found, path, path, &err), TT_OK);
    ck_assert_ptr_null(found);
    ck_assert_int_eq(recorder_mask(NULL, TT_BLACKHOLE, TT_SPACE_CFG, known, &err), TT_OK);
    for (uint32_t i = 0; i < space_bytes(TT_BLACKHOLE, TT_SPACE_CFG); i++)
        ck_assert_uint_eq(known[i], 0xFF);
}
END_TEST

START_TEST(mask__is_that_beside_the_file)
{
    static uint8_t known[CFG_STATES * CFG_WORDS_MAX * 4];
    struct tt_error err;
    char name[128];
    write_file(path, "");
    (void)snprintf(name, sizeof name, "%s/cfg-mask.json", folder);
    write_file(name, "{\"blackhole\":{\"cfg_per_state\":{\"1\":\"0000ff0f\"},\"cfg_shared\":{\"180\":\"00000001\"},"
                     "\"thread_cfg\":[2]},\"wormhole_b0\":{\"cfg_per_state\":{\"999\":\"0\"},\"cfg_shared\":{},"
                     "\"thread_cfg\":[]}}");
    char *found;
    ck_assert_int_eq(recorder_mask_find(&found, path, path, &err), TT_OK);
    ck_assert_str_eq(found, name);
    mem_free(found);
    ck_assert_int_eq(recorder_mask(name, TT_BLACKHOLE, TT_SPACE_CFG, known, &err), TT_OK);
    for (uint32_t state = 0; state < 2; state++) {
        const uint8_t *words = known + state * 224 * 4;
        ck_assert_mem_eq(words, "\0\0\0\0\x0F\xFF\0\0\0\0\0\0", 12);
        ck_assert_uint_eq(words[180 * 4], 1);
    }
    ck_assert_int_eq(recorder_mask(name, TT_BLACKHOLE, TT_SPACE_THREAD_CFG, known, &err), TT_OK);
    ck_assert_mem_eq(known + 2 * (68 + 1), "\0\0\xFF\xFF\0\0", 6);
    ck_assert_int_eq(recorder_mask(name, TT_WORMHOLE_B0, TT_SPACE_CFG, known, &err), TT_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(err.text, "cfg-mask.json: \"999\" is no configuration word, expected 0 to 187"));
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("vectors");
    TCase *tests = tcase_create("vectors");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, line__comes_out_as_it_stands);
    tcase_add_test(tests, thread_words__64_a_thread_in_the_file);
    tcase_add_test(tests, bad_line__is_named_with_its_place);
    tcase_add_test(tests, hostile_line__is_refused);
    tcase_add_test(tests, blocks__hand_out_every_line_in_order);
    tcase_add_test(tests, bad_line__has_its_number_in_the_file);
    tcase_add_test(tests, damage__comes_behind_the_lines_before_it);
    tcase_add_test(tests, mask__is_all_ones_without_a_file);
    tcase_add_test(tests, mask__is_that_beside_the_file);
    suite_add_tcase(all, tests);
    return all;
}
