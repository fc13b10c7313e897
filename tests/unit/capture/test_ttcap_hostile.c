/* SPDX-License-Identifier: Apache-2.0 */
/* Captures that were written to be wrong, with hashes that are right: a clear sentence, and no memory for sizes that
 * cannot be. */
#include "capture/container/reader.h"
#include "capture/file/chunk.h"
#include "capture/salvage/verify.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>
#include <zstd.h>

static const char GOOD_MANIFEST[] = "{\"format\":\"ttcap\",\"version\":1,\"arch\":\"blackhole\",\"source\":\"silicon\","
                                    "\"name\":\"\",\"description\":\"\",\"tags\":[],\"recorder\":\"\"}";

static void add_manifest(struct byte_buffer *file, const char *text)
{
    ck_assert(skippable_write(file, FRAME_MANIFEST, text, strlen(text)));
}

/* A chunk with this head. Its hash is filled in, and packed_bytes where it is 0. */
static void add_chunk(struct byte_buffer *file, struct chunk chunk, const struct byte_buffer *names,
                      const uint8_t *frame, size_t frame_bytes)
{
    struct byte_buffer text = {0};
    if (chunk.packed_bytes == 0)
        chunk.packed_bytes = (uint32_t)frame_bytes;
    chunk.hash = hash_bytes(frame, frame_bytes);
    ck_assert(chunk_text_write(&text, &chunk, names) && skippable_write(file, FRAME_CHUNK, text.data, text.size) &&
              buffer_append(file, frame, frame_bytes));
    buffer_clear(&text);
}

static size_t compressed(uint8_t frame[1024], const void *content, size_t count)
{
    size_t n = ZSTD_compress(frame, 1024, content, count, 1);
    ck_assert(!ZSTD_isError(n));
    return n;
}

static void expect_open(struct byte_buffer *file, const char *text)
{
    struct ttcap *capture;
    struct tt_error err = {{0}};
    enum tt_status status = ttcap_open_bytes(&capture, "h.ttcap", file->data, file->size, &err);
    ck_assert_int_ne(status, TT_OK);
    ck_assert_str_eq(err.text, text);
    buffer_clear(file);
}

static void keep_first(void *user, const char *sentence)
{
    char *text = user;
    if (!*text)
        (void)snprintf(text, 1024, "%s", sentence);
}

static void expect_verify(struct byte_buffer *file, const char *text)
{
    struct source source;
    struct ttcap_verify_summary summary;
    struct tt_error err;
    char first[1024] = "";
    source_from_bytes(&source, "h.ttcap", file->data, file->size);
    ck_assert_int_eq(verify_source(&source, keep_first, first, &summary, &err), TT_BAD_INPUT);
    ck_assert_str_eq(first, text);
    buffer_clear(file);
}

START_TEST(hostile__what_is_no_capture)
{
    struct byte_buffer file = {0};
    expect_open(&file, "h.ttcap: not a capture: it does not start with a manifest frame");
    ck_assert(buffer_append(&file, "hello, I am a text", 18));
    expect_open(&file, "h.ttcap: not a capture: it does not start with a manifest frame");
    struct ttcap *capture;
    struct tt_error err;
    ck_assert_int_eq(ttcap_open(&capture, "/", &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text,
                     "/: a folder, expected a capture: `tt-replay import FOLDER -o X.ttcap` makes one of a bundle");
    ck_assert_int_eq(ttcap_open(&capture, "/dev/null", &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "/dev/null: not a regular file");
    ck_assert_int_eq(ttcap_open(&capture, "/nowhere/x.ttcap", &err), TT_IO);
    ck_assert_str_eq(err.text, "/nowhere/x.ttcap: cannot be opened: No such file or directory");
}
END_TEST

START_TEST(hostile__manifests)
{
    static const struct {
        const char *manifest, *says;
    } cases[] = {
        {"[]", "h.ttcap: manifest: not a JSON object"},
        {"{", "h.ttcap: manifest: not a JSON object"},
        {"{}", "h.ttcap: manifest: format is absent, expected a string"},
        {"{\"format\":\"ttcap\",\"version\":2}",
         "h.ttcap: the capture has version 2 of the format; this tool reads version 1"},
        {"{\"format\":\"ttcap\",\"version\":1,\"arch\":\"grayskull\"}",
         "h.ttcap: manifest: arch is \"grayskull\", expected blackhole or wormhole_b0"},
        {"{\"format\":\"ttcap\",\"version\":1,\"arch\":\"blackhole\",\"source\":\"a dream\"}",
         "h.ttcap: manifest: source is \"a dream\", expected silicon, simulator, emulator or derived"},
        {"{\"format\":\"ttcap\",\"version\":1,\"arch\":\"blackhole\",\"source\":\"silicon\",\"name\":7}",
         "h.ttcap: manifest: name is 7, expected a string"},
        {"{\"format\":\"ttcap\",\"version\":1,\"arch\":\"blackhole\",\"source\":\"silicon\",\"name\":\"\","
         "\"description\":\"\",\"recorder\":\"\",\"tags\":[\"a\",1]}",
         "h.ttcap: manifest: tags[1] is 1, expected a string"},
    };
    struct byte_buffer file = {0};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        add_manifest(&file, cases[i].manifest);
        expect_open(&file, cases[i].says);
    }
    char nested[4002];
    memset(nested, '[', 4001);
    nested[4001] = '\0';
    add_manifest(&file, nested);
    expect_open(&file, "h.ttcap: manifest: not a JSON object");
}
END_TEST

START_TEST(hostile__sizes_beyond_any_file)
{
    static const uint8_t huge_manifest[16] = {0x50, 0x2A, 0x4D, 0x18, 0xFF, 0xFF, 0xFF, 0xFF};
    struct byte_buffer file = {0};
    ck_assert(buffer_append(&file, huge_manifest, sizeof huge_manifest));
    expect_open(&file, "h.ttcap: the manifest frame says 4294967303 bytes, and at most 1048576 are allowed");

    /* packed bytes of 2^40, then raw bytes of 2^40 */
    for (unsigned which = 0; which < 2; which++) {
        struct byte_buffer text = {0};
        ck_assert(buffer_u8(&text, CHUNK_PAGES) && buffer_varint(&text, which == 0 ? (uint64_t)1 << 40 : 10) &&
                  buffer_varint(&text, which == 1 ? (uint64_t)1 << 40 : 10) && buffer_u64(&text, 0) &&
                  buffer_varint(&text, 0) && buffer_varint(&text, 1));
        add_manifest(&file, GOOD_MANIFEST);
        ck_assert(skippable_write(&file, FRAME_CHUNK, text.data, text.size));
        buffer_clear(&text);
        expect_open(&file, "h.ttcap: the head of the chunk at byte 135 is no such head");
    }
}
END_TEST

START_TEST(hostile__seek_table_of_four_billion_frames)
{
    struct byte_buffer file = {0};
    struct ttcap *capture;
    struct tt_error err;
    add_manifest(&file, GOOD_MANIFEST);
    ck_assert(buffer_u64(&file, UINT64_MAX) && buffer_u32(&file, 0xFFFFFFFF) && buffer_u8(&file, 0) &&
              buffer_u32(&file, 0x8F92EAB1));
    ck_assert_int_eq(ttcap_open_bytes(&capture, "h.ttcap", file.data, file.size, &err), TT_OK);
    ck_assert(ttcap_info(capture)->is_salvaged);
    ttcap_close(capture);
    expect_verify(&file, "h.ttcap: byte 135 of 152: no chunk starts there, and there is no index");
}
END_TEST

START_TEST(hostile__frames_that_lie_about_their_content)
{
    /* A frame head that claims 2^62 bytes: magic, descriptor with an 8-byte size, window. */
    static const uint8_t bomb[] = {0x28, 0xB5, 0x2F, 0xFD, 0xC0, 0x58, 0, 0, 0, 0, 0, 0, 0, 0x40, 1, 0, 0};
    struct byte_buffer file = {0};
    struct chunk chunk = {.type = CHUNK_PAGES, .raw_bytes = 4000, .count = 1};
    add_manifest(&file, GOOD_MANIFEST);
    add_chunk(&file, chunk, NULL, bomb, sizeof bomb);
    expect_verify(&file, "h.ttcap: chunk of pages at byte 135: its Zstandard frame does not hold the 4000 bytes that "
                         "its head says");

    uint8_t frame[1024];
    size_t n = compressed(frame, "\0\4abcd", 6);
    memcpy(frame + n, frame, n); /* two frames where one belongs */
    chunk.raw_bytes = 6;
    add_manifest(&file, GOOD_MANIFEST);
    add_chunk(&file, chunk, NULL, frame, 2 * n);
    expect_verify(&file,
                  "h.ttcap: chunk of pages at byte 135: its Zstandard frame is not the 30 bytes long that its head "
                  "says");
}
END_TEST

START_TEST(hostile__chunks_that_do_not_follow)
{
    struct byte_buffer file = {0};
    uint8_t frame[1024];
    size_t n = compressed(frame, "\0\4abcd", 6);
    add_manifest(&file, GOOD_MANIFEST);
    add_chunk(&file, (struct chunk){.type = CHUNK_PAGES, .raw_bytes = 6, .first = 3, .count = 1}, NULL, frame, n);
    expect_open(&file, "h.ttcap: a chunk of pages starts at 3, expected 0");

    add_manifest(&file, GOOD_MANIFEST);
    add_chunk(&file, (struct chunk){.type = CHUNK_PAGES, .raw_bytes = 6, .count = 7}, NULL, frame, n);
    expect_open(&file, "h.ttcap: a chunk of pages says 7 of them in 6 bytes; that many do not fit");

    struct byte_buffer names = {0};
    ck_assert(chunk_write_snapshot(&names, "begin", 5));
    add_manifest(&file, GOOD_MANIFEST);
    add_chunk(&file, (struct chunk){.type = CHUNK_SNAPSHOTS, .raw_bytes = 6, .count = 1}, &names, frame, n);
    buffer_clear(&names);
    expect_open(&file, "h.ttcap: checkpoint 0 stands after event 5; expected -1 to -1");
}
END_TEST

/* A page of 4 bytes, and a checkpoint that takes it for a page of L1. */
START_TEST(hostile__references_that_lead_nowhere)
{
    static const uint8_t table[] = {1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};    /* page 0 */
    static const uint8_t beyond[] = {1, 0, 1, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};  /* page 10 */
    static const uint8_t too_long[] = {1, 0, 0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0, 0}; /* 16383 pages */
    static const struct {
        const uint8_t *table;
        size_t count;
        const char *says;
    } cases[] = {
        {table, sizeof table, "h.ttcap: checkpoint begin: page 0 of l1 has another length"},
        {beyond, sizeof beyond,
         "h.ttcap: chunk of snapshots at byte 179: checkpoint 0: the page references of its space l1 are not valid"},
        {too_long, sizeof too_long,
         "h.ttcap: chunk of snapshots at byte 179: checkpoint 0: the page references of its space l1 are not valid"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct byte_buffer file = {0}, names = {0};
        uint8_t frame[1024];
        size_t n = compressed(frame, "\0\4abcd", 6);
        add_manifest(&file, GOOD_MANIFEST);
        add_chunk(&file, (struct chunk){.type = CHUNK_PAGES, .raw_bytes = 6, .count = 1}, NULL, frame, n);
        n = compressed(frame, cases[i].table, cases[i].count);
        ck_assert(chunk_write_snapshot(&names, "begin", -1));
        add_chunk(&file, (struct chunk){.type = CHUNK_SNAPSHOTS, .raw_bytes = (uint32_t)cases[i].count, .count = 1},
                  &names, frame, n);
        buffer_clear(&names);
        struct ttcap *capture;
        struct tt_error err;
        uint8_t bytes[4], known[4];
        ck_assert_int_eq(ttcap_open_bytes(&capture, "h.ttcap", file.data, file.size, &err), TT_OK);
        ck_assert_int_eq(ttcap_read(capture, 0, TT_SPACE_L1, 0, 4, bytes, known, &err), TT_BAD_INPUT);
        ttcap_close(capture);
        expect_verify(&file, cases[i].says);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("ttcap_hostile");
    TCase *tcase = tcase_create("ttcap_hostile");
    tcase_add_test(tcase, hostile__what_is_no_capture);
    tcase_add_test(tcase, hostile__manifests);
    tcase_add_test(tcase, hostile__sizes_beyond_any_file);
    tcase_add_test(tcase, hostile__seek_table_of_four_billion_frames);
    tcase_add_test(tcase, hostile__frames_that_lie_about_their_content);
    tcase_add_test(tcase, hostile__chunks_that_do_not_follow);
    tcase_add_test(tcase, hostile__references_that_lead_nowhere);
    suite_add_tcase(suite, tcase);
    return suite;
}
