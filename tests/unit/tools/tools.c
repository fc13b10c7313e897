/* SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"
#include "base/little.h"

#include "isa/spaces.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char said[8192];
static struct tt_error err;

static void warn(void *user, const char *sentence)
{
    (void)user;
    size_t n = strlen(said);
    (void)snprintf(said + n, sizeof said - n, "%s\n", sentence);
}

const char *warnings(void)
{
    return said;
}

static struct import_sink *make_sink(enum tt_chip chip)
{
    const struct import_options options = {.chip = TT_CHIP_COUNT, .warned = warn};
    said[0] = '\0';
    struct import_sink *sink = import_new(&options);
    ck_assert_ptr_nonnull(sink);
    ck_assert_int_eq(import_from(sink, "text", &err), TT_OK);
    if (chip < TT_CHIP_COUNT)
        ck_assert_int_eq(import_chip(sink, chip, &err), TT_OK);
    return sink;
}

struct ttcap *read_text(const struct importer *importer, const char *text, enum tt_chip chip)
{
    char path[] = "/tmp/ttr-tools-XXXXXX.ttcap";
    struct ttcap *capture;
    const struct import_item item = {.importer = importer, .label = "text", .path = "text", .id = "begin"};
    struct import_sink *sink = make_sink(chip);
    int descriptor = mkstemps(path, 6);
    ck_assert_int_ge(descriptor, 0);
    (void)close(descriptor);
    enum tt_status status = import_text(sink, &item, text, strlen(text), &err);
    ck_assert_msg(status == TT_OK, "%s", err.text);
    ck_assert_int_eq(import_name(sink, "text", &err), TT_OK);
    ck_assert_msg(import_write(sink, path, true, &err) == TT_OK, "%s", err.text);
    import_free(sink);
    ck_assert_msg(ttcap_open(&capture, path, &err) == TT_OK, "%s", err.text);
    (void)unlink(path);
    return capture;
}

void refuse_text(const struct importer *importer, const char *text, enum tt_chip chip, const char *sentence)
{
    const struct import_item item = {.importer = importer, .label = "text", .path = "text", .id = "begin"};
    struct import_sink *sink = make_sink(chip);
    err.text[0] = '\0';
    ck_assert_int_eq(import_text(sink, &item, text, strlen(text), &err), TT_BAD_INPUT);
    ck_assert_int_eq(strncmp(err.text, "text: ", 6), 0);
    ck_assert_str_eq(err.text + 6, sentence);
    import_free(sink);
}

struct bits bits_at(struct ttcap *capture, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count)
{
    uint8_t bytes[4] = {0}, known[4] = {0};
    ck_assert_uint_le(count, sizeof bytes);
    enum tt_status status = ttcap_read(capture, checkpoint, space, lo, count, bytes, known, &err);
    ck_assert_msg(status == TT_OK, "%s", err.text);
    return (struct bits){load_u32(bytes), load_u32(known)};
}

struct bits cfg_word(struct ttcap *capture, uint32_t word)
{
    return bits_at(capture, 0, TT_SPACE_CFG, 4 * word, 4);
}

struct bits dst_cell(struct ttcap *capture, uint32_t row, uint32_t column)
{
    return bits_at(capture, 0, TT_SPACE_DST, 2 * (row * DST_COLUMNS + column), 2);
}

struct bits state_word(struct ttcap *capture, const char *path)
{
    int32_t word = state_find(path);
    ck_assert_msg(word >= 0, "%s", path);
    return bits_at(capture, 0, TT_SPACE_STATE, 4 * (uint32_t)word, 4);
}

const char *notes(struct ttcap *capture)
{
    ck_assert_uint_eq(ttcap_info(capture)->input_count, 1);
    return ttcap_info(capture)->inputs[0];
}
