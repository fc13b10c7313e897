/* SPDX-License-Identifier: Apache-2.0 */
#include "isa/names_near.h"

#include "base/text/near.h"
#include "isa/isa.h"
#include "isa/registers.h"
#include "isa/variants.h"

#include "insn_ids.h"

enum { SHOWN_MAX = 4 };

static const char *unit_at(size_t i, const void *user)
{
    (void)user;
    return i < TT_UNIT_COUNT ? unit_name((enum tt_unit)i) : NULL;
}

enum tt_status unit_unknown(const char *name, struct tt_error *err)
{
    char near[NEAR_TEXT_MAX], units[256] = "";
    size_t at = 0;
    for (size_t i = 0; i < TT_UNIT_COUNT && at < sizeof units; i++)
        at += (size_t)snprintf(units + at, sizeof units - at, "%s%s", i ? ", " : "", unit_at(i, NULL));
    return tt_fail(err, TT_BAD_INPUT, "no unit is called '%.60s'%s (units: %s)", name,
                   near_text(name, unit_at, NULL, near), units);
}

static const char *variant_at(size_t i, const void *user)
{
    (void)user;
    return i < VARIANT_COUNT ? variant_get((enum variant_id)i)->key : NULL;
}

static const char *names_near_choice_at(size_t i, const void *user)
{
    const struct variant_info *info = user;
    return i < info->choice_count ? info->choices[i] : NULL;
}

static enum tt_status choice_unknown(const struct variant_info *info, const char *text, const char *choice,
                                     struct tt_error *err)
{
    char near[NEAR_TEXT_MAX], choices[256] = "";
    size_t at = 0;
    for (size_t i = 0; i < info->choice_count && at < sizeof choices; i++)
        at += (size_t)snprintf(choices + at, sizeof choices - at, "%s%s", i ? ", " : "", info->choices[i]);
    return tt_fail(err, TT_BAD_INPUT, "variant '%.80s' is not known%s (%s may be %s)", text,
                   near_text(choice, names_near_choice_at, info, near), info->key, choices);
}

enum tt_status variant_unknown(const char *text, struct tt_error *err)
{
    char key[96], near[NEAR_TEXT_MAX];
    const size_t length = strcspn(text, "=");
    (void)snprintf(key, sizeof key, "%.*s", (int)(length < sizeof key ? length : sizeof key - 1), text);
    for (size_t i = 0; i < VARIANT_COUNT; i++) {
        if (text[length] && strcmp(variant_at(i, NULL), key) == 0)
            return choice_unknown(variant_get((enum variant_id)i), text, text + length + 1, err);
    }
    return tt_fail(err, TT_BAD_INPUT, "variant '%.80s' is not known%s ('--variant help' lists them)", text,
                   near_text(key, variant_at, NULL, near));
}

struct fields {
    enum tt_chip chip;
};

/* The chip's fields alone; ids that it lacks give the empty name, which is near nothing. */
static const char *names_near_field_at(size_t i, const void *user)
{
    const struct fields *fields = user;
    const char *name = i < REG_COUNT ? reg_field_get(fields->chip, (enum reg_id)i)->name : NULL;
    return i < REG_COUNT && !name ? "" : name;
}

char *reg_near_text(enum tt_chip chip, const char *name, char text[static REG_NEAR_TEXT_MAX])
{
    const struct fields fields = {chip};
    size_t at = 0;
    int count = 0;
    text[0] = '\0';
    for (size_t i = 0; i < REG_COUNT && *name && at < REG_NEAR_TEXT_MAX && count < SHOWN_MAX; i++) {
        if (strstr(names_near_field_at(i, &fields), name))
            at += (size_t)snprintf(text + at, REG_NEAR_TEXT_MAX - at, "%s%s", count++ ? ", " : "; there is ",
                                   names_near_field_at(i, &fields));
    }
    return count ? text : near_text(name, names_near_field_at, &fields, text);
}

const char *filter_name(size_t i, const void *user)
{
    if (i < TT_UNIT_COUNT)
        return unit_at(i, user);
    i -= TT_UNIT_COUNT;
    if (i >= (size_t)TT_CHIP_COUNT * INSN_COUNT)
        return NULL;
    const struct isa_insn *insn = isa_get((enum tt_chip)(i / INSN_COUNT), (insn_id)(i % INSN_COUNT));
    return insn && insn->mnemonic ? insn->mnemonic : "";
}
