/* SPDX-License-Identifier: Apache-2.0 */
/* Dumps of single spaces, raw and as NumPy arrays: what is taken and what is refused. */
#include "base/little.h"
#include "capture/import/importer.h"
#include "capture/import/npy.h"
#include "isa/spaces.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct tt_error err;
static uint8_t file[64 * 1024];

/* A .npy file of version 1 with this dictionary and `count` bytes 1, 2, 3, …; returns its size. */
static size_t npy_file(const char *dictionary, size_t count)
{
    size_t length = strlen(dictionary);
    memcpy(file, "\x93NUMPY\x01\x00", 8);
    file[8] = (uint8_t)length;
    file[9] = (uint8_t)(length >> 8);
    memcpy(file + 10, dictionary, length);
    for (size_t i = 0; i < count; i++)
        file[10 + length + i] = (uint8_t)(i + 1);
    return 10 + length + count;
}

#define HEAD(dtype, shape) "{'descr': '" dtype "', 'fortran_order': False, 'shape': " shape ", }  \n"

START_TEST(npy__headers_as_numpy_writes_them)
{
    struct npy npy;
    char text[NPY_SHAPE_MAX];
    size_t count = npy_file(HEAD("<u4", "(2, 3)"), 24);
    ck_assert_msg(npy_read(&npy, file, count, &err) == TT_OK, "%s", err.text);
    ck_assert_str_eq(npy.dtype, "<u4");
    ck_assert_uint_eq(npy.item_bytes, 4);
    ck_assert_uint_eq(npy.items, 6);
    ck_assert_uint_eq(count - npy.data_at, 24);
    ck_assert_str_eq(npy_shape_text(npy.shape, npy.dimensions, text), "(2, 3)");
    count = npy_file("{\"shape\":(5,),\"fortran_order\":False,\"descr\":\"|u1\"}", 5);
    ck_assert_msg(npy_read(&npy, file, count, &err) == TT_OK, "%s", err.text);
    ck_assert_str_eq(npy_shape_text(npy.shape, npy.dimensions, text), "(5,)");
    count = npy_file(HEAD("<f2", "()"), 2);
    ck_assert_msg(npy_read(&npy, file, count, &err) == TT_OK, "%s", err.text);
    ck_assert_uint_eq(npy.items, 1);
    ck_assert_str_eq(npy_shape_text(npy.shape, npy.dimensions, text), "()");
    /* Version 2: four bytes of length. */
    count = npy_file(HEAD("<i2", "(4,)"), 8);
    memmove(file + 12, file + 10, count - 10);
    file[6] = 2;
    file[10] = file[11] = 0;
    ck_assert_msg(npy_read(&npy, file, count + 2, &err) == TT_OK, "%s", err.text);
    ck_assert_uint_eq(npy.items, 4);
}
END_TEST

START_TEST(npy__what_is_refused_is_named)
{
    static const struct {
        const char *dictionary;
        size_t count;
        const char *text;
    } bad[] = {
        {HEAD("<c8", "(1,)"), 8,
         "dtype '<c8', expected |u1, <u2, <u4, <u8, |i1, <i2, <i4, <i8, |b1, <f2, <f4 or <f8"},
        {HEAD(">u4", "(1,)"), 4,
         "dtype '>u4', expected |u1, <u2, <u4, <u8, |i1, <i2, <i4, <i8, |b1, <f2, <f4 or <f8"},
        {"{'descr': '<u4', 'fortran_order': True, 'shape': (1,)}", 4,
         "in Fortran order, expected C order (numpy.ascontiguousarray makes it so)"},
        {HEAD("<u4", "(2,)"), 4, "4 bytes follow the header, and an array of shape (2,) and dtype <u4 has 8"},
        {HEAD("<u4", "(4294967296, 4294967296, 16)"), 4,
         "shape is 4294967296, expected a whole number from 0 to 4294967295"},
        {HEAD("<u4", "(4294967295, 4294967295, 16)"), 4, "shape: expected a smaller array"},
        {HEAD("<u4", "(99999999999,)"), 4, "shape is 99999999999, expected a whole number from 0 to 4294967295"},
        {HEAD("<u4", "(1,1,1,1,1,1,1,1,1)"), 4, "shape has 9 dimensions, expected at most 8"},
        {HEAD("<u4", "(x,)"), 4, "the header, read as JSON: line 1, column 52: this is not JSON"},
        {HEAD("<u4", "(1 2)"), 4, "the header, read as JSON: line 1, column 54: this is not JSON"},
        {"{'descr': [('a', '<u4')], 'fortran_order': False, 'shape': (1,)}", 4,
         "an array of records, expected one of numbers"},
        {"{'descr': '<u4', 'shape': (1,)}", 4, "expected descr, fortran_order (True or False) and shape"},
        {"{'descr': '<u4', 'descr': '<u4'}", 4, "descr is there twice"},
        {"{'descr': '<u4', 'fortran_order': 0}", 4, "expected descr, fortran_order (True or False) and shape"},
        {"['<u4']", 4, "the outermost value is an array, expected an object"},
        {"{'descr", 0, "the header, read as JSON: line 1, column 3: this is not JSON"},
        {HEAD("<u4", "(1,)") "x", 4, "the header, read as JSON: line 2, column 1: more follows the end of the JSON"},
    };
    struct npy npy;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size_t count = npy_file(bad[i].dictionary, bad[i].count);
        ck_assert_int_eq(npy_read(&npy, file, count, &err), TT_BAD_INPUT);
        ck_assert_str_eq(err.text, bad[i].text);
    }
    size_t count = npy_file(HEAD("<u4", "(1,)"), 4);
    ck_assert_int_eq(npy_read(&npy, file, 20, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "the header has 60 bytes, and 10 are left of the file");
    file[6] = 4;
    ck_assert_int_eq(npy_read(&npy, file, count, &err), TT_UNSUPPORTED);
    ck_assert_str_eq(err.text, "a NumPy array of version 4.0, and this program reads 1.0, 2.0 and 3.0");
}
END_TEST

static struct import_sink *new_sink(enum tt_chip chip)
{
    const struct import_options options = {.chip = chip};
    struct import_sink *sink = import_new(&options);
    ck_assert_int_eq(import_from(sink, "dump", &err), TT_OK);
    return sink;
}

/* The file as a dump of a space; null: taken, else what is said. */
static const char *dumped(enum tt_chip chip, const struct importer *importer, size_t count)
{
    struct import_sink *sink = new_sink(chip);
    const struct import_item item = {.importer = importer, .path = "f", .id = "begin", .addr = 0x1000};
    enum tt_status status = import_text(sink, &item, (const char *)file, count, &err);
    import_free(sink);
    return status ? err.text : NULL;
}

START_TEST(dump__shapes_and_sizes_are_held_against_the_space)
{
    memset(file, 0, sizeof file);
    ck_assert_ptr_null(dumped(TT_BLACKHOLE, &importer_dst, 32768));
    ck_assert_str_eq(dumped(TT_BLACKHOLE, &importer_dst, 32767), "f: holds 32767 bytes, but dst of blackhole is 32768");
    ck_assert_str_eq(dumped(TT_BLACKHOLE, &importer_l1, 0), "f: holds no bytes");
    file[5] = 2;
    ck_assert_str_eq(dumped(TT_BLACKHOLE, &importer_dst_valid, 1024), "f: row 5 is 2, expected 0 or 1");
    file[7] = 0xFF;
    ck_assert_str_eq(dumped(TT_BLACKHOLE, &importer_srca, 8192), "f: cell 1 is 0xff000200, expected 19 bits");
    size_t count = npy_file(HEAD("<u4", "(3, 64)"), 768);
    ck_assert_ptr_null(dumped(TT_BLACKHOLE, &importer_gpr, count));
    count = npy_file(HEAD("<u4", "(192,)"), 768);
    ck_assert_ptr_null(dumped(TT_BLACKHOLE, &importer_gpr, count));
    count = npy_file(HEAD("<u4", "(64, 3)"), 768);
    ck_assert_str_eq(dumped(TT_BLACKHOLE, &importer_gpr, count), "f: shape (64, 3), but gpr of blackhole is (3, 64)");
    count = npy_file(HEAD("<u2", "(3, 64)"), 384);
    ck_assert_str_eq(dumped(TT_BLACKHOLE, &importer_gpr, count), "f: dtype <u2, but gpr has elements of 4 bytes");
    count = npy_file(HEAD("<f2", "(1024, 16)"), 32768);
    ck_assert_str_eq(dumped(TT_BLACKHOLE, &importer_dst, count), "f: dtype <f2, but dst holds raw cells, expected <u2");
    count = npy_file(HEAD("<f4", "(16, 32)"), 2048);
    ck_assert_ptr_null(dumped(TT_BLACKHOLE, &importer_lreg, count));
    count = npy_file(HEAD("|u1", "(8, 4, 4)"), 128);
    ck_assert_ptr_null(dumped(TT_BLACKHOLE, &importer_l1, count));
    count = npy_file(HEAD("|i1", "(128,)"), 128);
    ck_assert_ptr_null(dumped(TT_BLACKHOLE, &importer_l1, count));
    static const char *const dtypes[] = {"<f4", "<f2", "<u2", "<i4", "|b1"};
    for (size_t i = 0; i < sizeof dtypes / sizeof dtypes[0]; i++) {
        char head[128], wanted[64];
        (void)snprintf(head, sizeof head, HEAD("%s", "(%d,)"), dtypes[i],
                       128 / (dtypes[i][1] == 'b' ? 1 : dtypes[i][2] - '0'));
        (void)snprintf(wanted, sizeof wanted, "f: dtype %s, but l1 holds raw bytes, expected |u1 or |i1: ", dtypes[i]);
        const char *refusal = dumped(TT_BLACKHOLE, &importer_l1, npy_file(head, 128));
        ck_assert_msg(refusal && strncmp(refusal, wanted, strlen(wanted)) == 0, "%s: %s", dtypes[i],
                      refusal ? refusal : "taken");
    }
    count = npy_file(HEAD("<u2", "(2, 68)"), 272);
    ck_assert_str_eq(dumped(TT_BLACKHOLE, &importer_thread_cfg, count),
                     "f: shape (2, 68), but thread_cfg of blackhole is (3, 0), 0: any");
    count = npy_file(HEAD("<u4", "(2, 188)"), 1504);
    ck_assert_ptr_null(dumped(TT_WORMHOLE_B0, &importer_cfg, count));
    ck_assert_str_eq(dumped(TT_BLACKHOLE, &importer_cfg, count), "f: shape (2, 188), but cfg of blackhole is (2, 224)");
    memcpy(file, "{\"sem\": 3}", 10);
    ck_assert_str_eq(dumped(TT_BLACKHOLE, &importer_state, 10), "f: sem is not a key of the state");
}
END_TEST

/* Configuration as a core reads it from 0xFFEF0000 on: word i is i. */
static void check_window(enum tt_chip chip, uint32_t bytes, uint32_t threads_at, uint32_t stride)
{
    char path[128];
    struct ttcap *capture;
    memset(file, 0xEE, sizeof file);
    for (uint32_t at = 0; at < threads_at; at += 4)
        store_u32(file + at, at);
    uint32_t words = chip_get(chip)->thread_words;
    for (uint32_t i = 0; i < 3 * words; i++) {
        file[threads_at + i * stride] = (uint8_t)i;
        file[threads_at + i * stride + 1] = 0x5A;
    }
    struct import_sink *sink = new_sink(chip);
    const struct import_item item = {.importer = &importer_cfg, .path = "f", .id = "begin"};
    ck_assert_int_eq(import_text(sink, &item, (const char *)file, bytes - 4, &err), TT_BAD_INPUT);
    ck_assert_msg(import_text(sink, &item, (const char *)file, bytes, &err) == TT_OK, "%s", err.text);
    (void)snprintf(path, sizeof path, "/tmp/ttr-window-%ld.ttcap", (long)getpid());
    ck_assert_int_eq(import_write(sink, path, true, &err), TT_OK);
    import_free(sink);
    ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
    (void)unlink(path);
    uint8_t got[408], known[408];
    uint32_t size = space_bytes(chip, TT_SPACE_CFG);
    ck_assert_int_eq(ttcap_read(capture, 0, TT_SPACE_CFG, size - 4, 4, got, known, &err), TT_OK);
    ck_assert_int_eq(memcmp(got, file + size - 4, 4), 0);
    ck_assert_int_eq(ttcap_read(capture, 0, TT_SPACE_THREAD_CFG, 0, 6 * words, got, known, &err), TT_OK);
    for (uint32_t i = 0; i < 3 * words; i++) {
        ck_assert_uint_eq(got[2 * i], (uint8_t)i);
        ck_assert_uint_eq(got[2 * i + 1], 0x5A);
        ck_assert_uint_eq(known[2 * i] & known[2 * i + 1], 0xFF);
    }
    ttcap_close(capture);
}

START_TEST(dump__the_window_of_configuration_gives_the_threads_words_too)
{
    check_window(TT_BLACKHOLE, 0xDB0, 0xA80, 4);
    check_window(TT_WORMHOLE_B0, 0x1090, 0x5E0, 16);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("dump");
    TCase *tcase = tcase_create("dump");
    tcase_add_test(tcase, npy__headers_as_numpy_writes_them);
    tcase_add_test(tcase, npy__what_is_refused_is_named);
    tcase_add_test(tcase, dump__shapes_and_sizes_are_held_against_the_space);
    tcase_add_test(tcase, dump__the_window_of_configuration_gives_the_threads_words_too);
    suite_add_tcase(suite, tcase);
    return suite;
}
