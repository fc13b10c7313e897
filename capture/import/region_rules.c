/* SPDX-License-Identifier: Apache-2.0 */
/* Files of spaces checked against the spaces. docs/formats/bundle.md#regions */
#include "capture/import/region_rules.h"

#include "base/little.h"

enum { SRC_CELL_BITS = 19 };

static enum tt_status wrong_size(enum tt_chip chip, enum tt_space space, uint64_t count, const char *expected,
                                 struct tt_error *err)
{
    return tt_fail(err, TT_BAD_INPUT, "holds %llu bytes, but %s of %s is %s", (unsigned long long)count,
                   space_name(space), chip_get(chip)->name, expected);
}

/* A value beyond a flag or a cell shows that the file is something else. */
static enum tt_status region_rules_check_values(enum tt_space space, const uint8_t *bytes, uint32_t size,
                                                struct tt_error *err)
{
    for (uint32_t row = 0; space == TT_SPACE_DST_VALID && row < size; row++) {
        REFUSE_IF(bytes[row] > 1, err, "row %u is %u, expected 0 or 1", row, bytes[row]);
    }
    bool is_source = space == TT_SPACE_SRCA || space == TT_SPACE_SRCB;
    for (uint32_t at = 0; is_source && at < size; at += 4) {
        const uint32_t cell = load_u32(bytes + at);
        REFUSE_IF(cell >> SRC_CELL_BITS, err, "cell %u is 0x%x, expected 19 bits", at / 4, cell);
    }
    return TT_OK;
}

enum tt_status region_check(enum tt_chip chip, enum tt_space space, const uint8_t *bytes, uint64_t count,
                            struct tt_error *err)
{
    uint32_t size = space_bytes(chip, space);
    char expected[24];
    (void)snprintf(expected, sizeof expected, "%u", size);
    if (count != size)
        return wrong_size(chip, space, count, expected, err);
    return region_rules_check_values(space, bytes, size, err);
}

enum tt_status region_check_part(enum tt_chip chip, enum tt_space space, uint32_t lo, const uint8_t *bytes,
                                 uint64_t count, struct tt_error *err)
{
    const uint32_t size = space_bytes(chip, space), element = space_element_bytes(space);
    REFUSE_IF(!count || count % element, err, "holds %" PRIu64 " bytes, expected whole elements of %s, %u byte%s each",
              count, space_name(space), element, element == 1 ? "" : "s");
    REFUSE_IF(count > size - lo, err, "%" PRIu64 " bytes from 0x%x on reach beyond %s, which has 0x%x", count, lo,
              space_name(space), size);
    return region_rules_check_values(space, bytes, (uint32_t)count, err);
}

enum tt_status region_thread_words(struct thread_words *words, enum tt_chip chip, const uint8_t *bytes, uint64_t count,
                                   const uint8_t *mask, struct tt_error *err)
{
    const uint32_t row = chip_get(chip)->thread_words * (uint32_t)sizeof(uint16_t);
    const uint32_t unit = THREADS * (uint32_t)sizeof(uint16_t);
    *words = (struct thread_words){.count = THREADS * row};
    if (count == 0 || count % unit || count > THREAD_CFG_FILE_MAX)
        return wrong_size(chip, TT_SPACE_THREAD_CFG, count, "three times 1 to 256 words of two bytes", err);
    uint32_t held = (uint32_t)count / THREADS;
    uint32_t copied = held < row ? held : row;
    for (uint32_t thread = 0; thread < THREADS; thread++) {
        memcpy(words->bytes + thread * row, bytes + thread * held, copied);
        memcpy(words->known + thread * row, mask + thread * row, copied);
    }
    return TT_OK;
}
