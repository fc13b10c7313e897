/* SPDX-License-Identifier: Apache-2.0 */
/* Whole bundles into captures, and back: what was in the files is what the capture reads, known where it was known. */
#include "base/little.h"
#include "base/memory.h"
#include "capture/bundle.h"
#include "capture/import/bundle_file.h"
#include "isa/spaces.h"
#include "unit/suite.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

static struct tt_error err;
static char folder[64], out[96];

static void make_folder(void)
{
    (void)snprintf(folder, sizeof folder, "/tmp/ttr-bundle-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    (void)snprintf(out, sizeof out, "%s/out.ttcap", folder);
}

static void remove_folder(void)
{
    DIR *listing = opendir(folder);
    const struct dirent *entry;
    while (listing && (entry = readdir(listing))) {
        char path[400];
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.' || strlen(entry->d_name) > 2)
            (void)unlink(path);
    }
    if (listing)
        (void)closedir(listing);
    (void)rmdir(folder);
}

static void write_file(const char *name, const void *bytes, size_t count)
{
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
    ck_assert_int_eq(fclose(file), 0);
}

/* A manifest with one checkpoint that has these regions. */
static void write_manifest(const char *arch, const char *kind, const char *regions)
{
    char text[4096];
    int n = snprintf(text, sizeof text,
                     "{\"format\":\"tensix-dump-bundle\",\"version\":1,\"arch\":\"%s\",\"name\":\"n\","
                     "\"source\":{\"kind\":\"%s\"},\"checkpoints\":[{\"id\":\"begin\",\"after_event\":-1,"
                     "\"regions\":[%s]}]}",
                     arch, kind, regions);
    write_file("bundle.json", text, (size_t)n);
}

static struct ttcap *import_and_open(void)
{
    struct ttcap *capture;
    ck_assert_msg(bundle_import(folder, out, false, &err) == TT_OK, "%s", err.text);
    ck_assert_msg(ttcap_open(&capture, out, &err) == TT_OK, "%s", err.text);
    return capture;
}

static void assert_refused(const char *message)
{
    char text[sizeof err.text + sizeof folder];
    (void)snprintf(text, sizeof text, "%s%s", folder, message);
    ck_assert_int_eq(bundle_import(folder, out, false, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, text);
    ck_assert_int_ne(access(out, F_OK), 0);
}

START_TEST(bundle__thread_words_beyond_the_chip_are_dropped)
{
    uint16_t words[3][64], read[3][57], known[3][57];
    for (unsigned thread = 0; thread < 3; thread++) {
        for (unsigned i = 0; i < 64; i++)
            words[thread][i] = (uint16_t)(thread << 8 | i);
    }
    turn_numbers(words, 3 * 64, sizeof(uint16_t));
    write_file("t.bin", words, sizeof words);
    write_manifest("wormhole_b0", "simulator", "{\"name\":\"thread_cfg\",\"file\":\"t.bin\"}");
    struct ttcap *capture = import_and_open();
    ck_assert_int_eq(
        ttcap_read(capture, 0, TT_SPACE_THREAD_CFG, 0, sizeof read, (uint8_t *)read, (uint8_t *)known, &err), TT_OK);
    turn_numbers(read, 3 * 57, sizeof(uint16_t));
    for (unsigned thread = 0; thread < 3; thread++) {
        for (unsigned i = 0; i < 57; i++) {
            ck_assert_uint_eq(read[thread][i], thread << 8 | i);
            ck_assert_uint_eq(known[thread][i], 0xFFFF);
        }
    }
    ttcap_close(capture);
}
END_TEST

START_TEST(bundle__thread_words_the_file_lacks_are_unknown)
{
    uint16_t words[3][64], read[3][68], known[3][68];
    memset(words, 0x5A, sizeof words);
    write_file("t.bin", words, sizeof words);
    write_manifest("blackhole", "silicon", "{\"name\":\"thread_cfg\",\"file\":\"t.bin\"}");
    struct ttcap *capture = import_and_open();
    ck_assert(!ttcap_info(capture)->unlisted_start_is_reset);
    ck_assert_int_eq(
        ttcap_read(capture, 0, TT_SPACE_THREAD_CFG, 0, sizeof read, (uint8_t *)read, (uint8_t *)known, &err), TT_OK);
    for (unsigned thread = 0; thread < 3; thread++) {
        for (unsigned i = 0; i < 68; i++) {
            ck_assert_uint_eq(known[thread][i], i < 64 ? 0xFFFF : 0);
            ck_assert_uint_eq(read[thread][i], i < 64 ? 0x5A5A : 0);
        }
    }
    ttcap_close(capture);
}
END_TEST

START_TEST(bundle__mask_beside_it_says_what_is_known)
{
    static const char mask[] = "{\"blackhole\":{\"cfg_per_state\":{\"1\":\"0000ff00\"},\"cfg_shared\":{\"209\":\"1\"},"
                               "\"thread_cfg\":[3]}}";
    uint32_t words[2][224], read[2][224], known[2][224];
    memset(words, 0xFF, sizeof words);
    write_file("c.bin", words, sizeof words);
    write_file("cfg-mask.json", mask, sizeof mask - 1);
    write_manifest("blackhole", "simulator", "{\"name\":\"cfg\",\"file\":\"c.bin\"}");
    struct ttcap *capture = import_and_open();
    ck_assert_int_eq(ttcap_read(capture, 0, TT_SPACE_CFG, 0, sizeof read, (uint8_t *)read, (uint8_t *)known, &err),
                     TT_OK);
    turn_numbers(read, 2 * 224, sizeof(uint32_t));
    turn_numbers(known, 2 * 224, sizeof(uint32_t));
    for (unsigned state = 0; state < 2; state++) {
        for (unsigned i = 0; i < 224; i++) {
            uint32_t wanted = i == 1 ? 0xFF00 : i == 209 ? 1 : 0;
            ck_assert_uint_eq(known[state][i], wanted);
            ck_assert_uint_eq(read[state][i], wanted);
        }
    }
    ttcap_close(capture);
}
END_TEST

START_TEST(bundle__l1_stands_in_pieces)
{
    uint8_t piece[32], read[96], known[96];
    memset(piece, 0xA5, sizeof piece);
    write_file("l.bin", piece, sizeof piece);
    write_manifest("blackhole", "silicon",
                   "{\"name\":\"l1\",\"addr\":1572832,\"file\":\"l.bin\"},{\"name\":\"l1\",\"addr\":1572768,"
                   "\"file\":\"l.bin\"}");
    struct ttcap *capture = import_and_open();
    ck_assert_int_eq(ttcap_read(capture, 0, TT_SPACE_L1, 1572768, sizeof read, read, known, &err), TT_OK);
    for (unsigned i = 0; i < 96; i++) {
        bool is_there = i / 32 != 1;
        ck_assert_uint_eq(known[i], is_there ? 0xFF : 0);
        ck_assert_uint_eq(read[i], is_there ? 0xA5 : 0);
    }
    ttcap_close(capture);
}
END_TEST

START_TEST(bundle__of_pieces_that_overlap_the_later_counts)
{
    uint8_t piece[32], read[48], known[48];
    memset(piece, 0x11, sizeof piece);
    write_file("a.bin", piece, sizeof piece);
    memset(piece, 0x22, sizeof piece);
    write_file("b.bin", piece, sizeof piece);
    write_manifest("blackhole", "silicon",
                   "{\"name\":\"l1\",\"addr\":16,\"file\":\"a.bin\"},{\"name\":\"l1\",\"addr\":0,"
                   "\"file\":\"b.bin\"}");
    struct ttcap *capture = import_and_open();
    ck_assert_int_eq(ttcap_read(capture, 0, TT_SPACE_L1, 0, sizeof read, read, known, &err), TT_OK);
    for (unsigned i = 0; i < 48; i++)
        ck_assert_uint_eq(read[i], i < 32 ? 0x22 : 0x11);
    ttcap_close(capture);
}
END_TEST

START_TEST(bundle__cells_wider_than_a_cell_are_refused)
{
    static uint8_t cells[2 * 64 * 16][4];
    store_u32(cells[17], 1u << 19);
    write_file("s.bin", cells, sizeof cells);
    write_manifest("blackhole", "simulator", "{\"name\":\"srca\",\"file\":\"s.bin\"}");
    assert_refused("/s.bin: cell 17 is 0x80000, expected 19 bits");
}
END_TEST

START_TEST(bundle__flags_other_than_0_and_1_are_refused)
{
    uint8_t flags[1024] = {[5] = 7};
    write_file("d.bin", flags, sizeof flags);
    write_manifest("blackhole", "simulator", "{\"name\":\"dst_valid\",\"file\":\"d.bin\"}");
    assert_refused("/d.bin: row 5 is 7, expected 0 or 1");
}
END_TEST

/* Every length a compressed region can be cut to. */
START_TEST(bundle__a_frame_cut_anywhere_is_refused)
{
    uint8_t flags[1024], frame[2048] = {0};
    for (unsigned i = 0; i < sizeof flags; i++)
        flags[i] = (uint8_t)(i * i * 7 % 31 < 15);
    size_t whole = ZSTD_compress(frame, sizeof frame, flags, sizeof flags, 19);
    ck_assert(!ZSTD_isError(whole));
    write_manifest("blackhole", "simulator", "{\"name\":\"dst_valid\",\"file\":\"d.bin.zst\"}");
    for (size_t length = 0; length < whole; length++) {
        write_file("d.bin.zst", frame, length);
        ck_assert_msg(bundle_import(folder, out, false, &err) == TT_BAD_INPUT, "%zu bytes of %zu were taken", length,
                      whole);
    }
    write_file("d.bin.zst", frame, whole);
    ttcap_close(import_and_open());
}
END_TEST

/* A frame made by streaming does not say what it holds. */
START_TEST(bundle__a_frame_without_a_size_is_read_and_bounded)
{
    uint8_t flags[1025] = {0}, frame[2048] = {0};
    ZSTD_CCtx *context = ZSTD_createCCtx();
    ck_assert(!ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0)));
    write_manifest("blackhole", "simulator", "{\"name\":\"dst_valid\",\"file\":\"d.bin.zst\"}");
    size_t length = ZSTD_compress2(context, frame, sizeof frame, flags, 1025);
    write_file("d.bin.zst", frame, length);
    assert_refused("/d.bin.zst: holds 1025 bytes, but dst_valid of blackhole is 1024");
    length = ZSTD_compress2(context, frame, sizeof frame, flags, 1024);
    write_file("d.bin.zst", frame, length);
    ttcap_close(import_and_open());
    ZSTD_freeCCtx(context);
}
END_TEST

START_TEST(bundle__slashes_at_the_end_are_no_part_of_the_name)
{
    char path[sizeof folder + 8];
    write_manifest("blackhole", "simulator", "{\"name\":\"gpr\",\"file\":\"absent.bin\"}");
    (void)snprintf(path, sizeof path, "%s//", folder);
    ck_assert_int_eq(bundle_import(path, out, false, &err), TT_BAD_INPUT);
    ck_assert_ptr_null(strstr(err.text, "//"));
}
END_TEST

/* A recorded kernel: each fixed region reads back as its file, at every checkpoint. */
static void assert_region(struct ttcap *capture, uint32_t checkpoint, enum tt_space space, const char *path)
{
    static uint8_t held[1 << 16], read[1 << 16], known[1 << 16];
    struct bundle_file *file = bundle_file_new(NULL);
    uint64_t count;
    if (bundle_file_load(file, path, held, sizeof held, &count, &err) == TT_OK) {
        ck_assert_uint_eq(count, space_bytes(TT_BLACKHOLE, space));
        ck_assert_int_eq(ttcap_read(capture, checkpoint, space, 0, (uint32_t)count, read, known, &err), TT_OK);
        for (uint64_t i = 0; i < count; i++)
            ck_assert_msg((held[i] & known[i]) == read[i], "%s: byte %llu", path, (unsigned long long)i);
    }
    bundle_file_free(file);
}

static void assert_reads_back(const char *bundle)
{
    struct ttcap *capture;
    ck_assert_int_eq(ttcap_open(&capture, out, &err), TT_OK);
    for (uint32_t i = 0; i < ttcap_info(capture)->checkpoint_count; i++) {
        for (int space = TT_SPACE_CFG; space < TT_SPACE_STATE; space++) {
            char path[512];
            (void)snprintf(path, sizeof path, "%s/%s/%s.bin.zst", bundle, ttcap_checkpoint(capture, i)->id,
                           space_name((enum tt_space)space));
            if (space != TT_SPACE_THREAD_CFG)
                assert_region(capture, i, (enum tt_space)space, path);
        }
    }
    ttcap_close(capture);
}

static off_t size_of(const char *path)
{
    struct stat what;
    ck_assert_int_eq(stat(path, &what), 0);
    return what.st_size;
}

/* Whether it is to stay, and small, or passes and is made quickly. */
START_TEST(bundle__a_recorded_kernel_reads_back)
{
    static const char bundle[] = ORACLE "/kernels/binary_ADD_NONE_LoFi_f16_f16_f16_f16_hostile";
    if (!bundle_is(bundle)) {
        (void)printf("skipped: ../shared/oracle is not here\n");
        return;
    }
    ck_assert_msg(bundle_import(bundle, out, false, &err) == TT_OK, "%s", err.text);
    assert_reads_back(bundle);
    const off_t small = size_of(out);
    ck_assert_msg(bundle_import_passing(bundle, out, &err) == TT_OK, "%s", err.text);
    assert_reads_back(bundle);
    ck_assert_int_gt(size_of(out), small);
}
END_TEST

Suite *suite(void)
{
    Suite *bundles = suite_create("import bundle");
    TCase *cases = tcase_create("bundle");
    tcase_add_checked_fixture(cases, make_folder, remove_folder);
    tcase_add_test(cases, bundle__thread_words_beyond_the_chip_are_dropped);
    tcase_add_test(cases, bundle__thread_words_the_file_lacks_are_unknown);
    tcase_add_test(cases, bundle__mask_beside_it_says_what_is_known);
    tcase_add_test(cases, bundle__l1_stands_in_pieces);
    tcase_add_test(cases, bundle__of_pieces_that_overlap_the_later_counts);
    tcase_add_test(cases, bundle__cells_wider_than_a_cell_are_refused);
    tcase_add_test(cases, bundle__flags_other_than_0_and_1_are_refused);
    tcase_add_test(cases, bundle__a_frame_cut_anywhere_is_refused);
    tcase_add_test(cases, bundle__a_frame_without_a_size_is_read_and_bounded);
    tcase_add_test(cases, bundle__slashes_at_the_end_are_no_part_of_the_name);
    tcase_add_test(cases, bundle__a_recorded_kernel_reads_back);
    tcase_set_timeout(cases, 60);
    suite_add_tcase(bundles, cases);
    return bundles;
}
