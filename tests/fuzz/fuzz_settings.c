/* SPDX-License-Identifier: Apache-2.0 */
/* What --set and --variant take: a field that is read is written the same and read again. */
#include "base/error.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"
#include "order/sets.h"

#include <string.h>

enum { TEXT_MAX = 256 };

static void check_set(enum tt_chip chip, const char *text)
{
    struct replay_set set, again;
    struct tt_error err = {""};
    char written[TEXT_MAX];
    if (replay_set_parse(chip, text, &set, &err)) {
        require(*err.text);
        return;
    }
    (void)replay_set_text(chip, &set, written, sizeof written);
    require(replay_set_parse(chip, written, &again, &err) == TT_OK);
    require(set.field == again.field && set.value == again.value && set.has_event == again.has_event);
    require(!set.has_event || set.event == again.event);
    (void)replay_set_text(chip, &set, written, 8); /* cut, and ended */
    require(memchr(written, '\0', 8) != NULL);
}

static void check_variant(const char *text)
{
    struct variant_set set = {0};
    if (variant_parse(&set, text))
        return;
    for (int i = 0; i < VARIANT_COUNT; i++)
        require(set.choice[i] < variant_get((enum variant_id)i)->choice_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = must_alloc(size + 1);
    if (size)
        memcpy(text, data, size);
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
        check_set((enum tt_chip)chip, text);
    check_variant(text);
    free(text);
    return 0;
}
