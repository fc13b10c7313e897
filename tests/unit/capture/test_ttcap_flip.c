/* SPDX-License-Identifier: Apache-2.0 */
/* Any single bit of a capture flipped: verify reports it, and nothing that is read is wrong. */
#include "capture/container/reader.h"
#include "capture/salvage/verify.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <stdlib.h>
#include <unistd.h>

static const struct sample_shape shape = {
    .seed = 31, .chip = TT_BLACKHOLE, .checkpoint_count = 3, .events_between = 20, .put_count = 3, .put_bytes = 100};
enum { CHECKPOINTS = 3 };

static void check_reading(const uint8_t *bytes, size_t size, const uint64_t digest[CHECKPOINTS], size_t bit)
{
    struct tt_error err;
    struct ttcap *capture;
    if (ttcap_open_bytes(&capture, "flipped", bytes, size, &err) != TT_OK)
        return;
    const struct ttcap_info *info = ttcap_info(capture);
    ck_assert(info->checkpoint_count <= CHECKPOINTS);
    ck_assert_msg(info->is_salvaged || (info->checkpoint_count == CHECKPOINTS &&
                                        info->event_count == (uint64_t)CHECKPOINTS * shape.events_between),
                  "bit %zu: something is missing and nothing says so", bit);
    const char *how = sample_events_difference(&shape, capture, true);
    ck_assert_msg(!how, "bit %zu: %s", bit, how);
    for (uint32_t c = 0; c < info->checkpoint_count; c++) {
        uint64_t got;
        enum tt_status status = sample_digest(capture, c, &got);
        ck_assert_msg(status == TT_BAD_INPUT || (status == TT_OK && got == digest[c]), "bit %zu: checkpoint %u", bit,
                      c);
    }
    ttcap_close(capture);
}

START_TEST(flip__every_bit_is_reported_and_none_is_believed)
{
    char path[256];
    struct tt_error err;
    struct ttcap *capture;
    uint64_t digest[CHECKPOINTS];
    size_t size;
    ck_assert_msg(sample_write(&shape, sample_path(path, "flip.ttcap"), &err) == TT_OK, "%s", err.text);
    uint8_t *bytes = sample_file(path, &size);
    (void)unlink(path);
    ck_assert_int_eq(ttcap_open_bytes(&capture, "whole", bytes, size, &err), TT_OK);
    for (uint32_t c = 0; c < CHECKPOINTS; c++)
        ck_assert_int_eq(sample_digest(capture, c, &digest[c]), TT_OK);
    ttcap_close(capture);
    ck_assert_uint_lt(size, 8192);

    for (size_t bit = 0; bit < size * 8; bit++) {
        struct source source;
        struct ttcap_verify_summary summary;
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        source_from_bytes(&source, "flipped", bytes, size);
        enum tt_status status = verify_source(&source, NULL, NULL, &summary, &err);
        ck_assert_msg(status == TT_BAD_INPUT && summary.problems > 0, "bit %zu of byte %zu: verify says %d", bit % 8,
                      bit / 8, status);
        check_reading(bytes, size, digest, bit);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    free(bytes);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("ttcap_flip");
    TCase *tcase = tcase_create("ttcap_flip");
    tcase_set_timeout(tcase, 240);
    tcase_add_test(tcase, flip__every_bit_is_reported_and_none_is_believed);
    suite_add_tcase(suite, tcase);
    return suite;
}
