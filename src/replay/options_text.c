/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of units, readings and held fields as texts. */
#include "replay/options_text.h"

#include "isa/isa.h"
#include "replay/sets.h"

#include <stdio.h>

char *units_text(uint32_t units, char *text, size_t size)
{
    size_t at = 0;
    (void)snprintf(text, size, "none");
    for (int unit = 0; unit < TT_UNIT_COUNT && at < size; unit++)
        if (units & UINT32_C(1) << unit)
            at += (size_t)snprintf(text + at, size - at, "%s%s", at ? "," : "", unit_name((enum tt_unit)unit));
    return text;
}

char *variants_text(const struct variant_set *variants, char *text, size_t size)
{
    size_t at = 0;
    text[0] = 0;
    for (int id = 0; id < VARIANT_COUNT && at < size; id++) {
        const struct variant_info *info = variant_get((enum variant_id)id);
        if (variants->choice[id])
            at += (size_t)snprintf(text + at, size - at, "%s%s=%s", at ? "," : "", info->key,
                                   info->choices[variants->choice[id]]);
    }
    return text;
}

char *sets_text(enum tt_chip chip, const struct replay_options *replay, char *text, size_t size)
{
    size_t at = 0;
    text[0] = 0;
    for (size_t i = 0; i < replay->set_count && at < size; i++) {
        char one[200];
        at += (size_t)snprintf(text + at, size - at, "%s%s", i ? "," : "",
                               replay_set_text(chip, &replay->sets[i], one, sizeof one));
    }
    return text;
}
