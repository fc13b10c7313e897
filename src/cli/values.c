/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"

#include "isa/chip.h"
#include "isa/facts.h"
#include "isa/isa.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "isa/variants.h"
#include "numeric/format.h"
#include "order/options_text.h"
#include "tile/probe.h"

#include <ctype.h>

const char *cli_word_at(size_t i, const void *user)
{
    const char *const *words = user;
    return words[i];
}

CLI_LIST(values_chip, TT_CHIP_COUNT, chip_get((enum tt_chip)i)->name)
CLI_LIST(values_order, REPLAY_FIRMWARE + 1, order_name((enum replay_order)i))
CLI_LIST(values_unit, TT_UNIT_COUNT, unit_name((enum tt_unit)i))
CLI_LIST(values_level, FACT_LEVEL_COUNT, fact_level_name((enum fact_level)i))
CLI_LIST(values_space, TT_SPACE_COUNT, space_name((enum tt_space)i))

static const char *values_format(size_t i, const void *user)
{
    (void)user;
    return i >= FORMAT_COUNT ? NULL : format_is_datum((enum format)i) ? format_get((enum format)i)->name : "";
}

static unsigned values_find_format(const char *text)
{
    return format_find(text);
}

const struct cli_names cli_chips = {values_chip, NULL, NULL}, cli_orders = {values_order, NULL, NULL},
                       cli_units = {values_unit, NULL, NULL}, cli_levels = {values_level, NULL, NULL},
                       cli_spaces = {values_space, NULL, NULL}, cli_formats = {values_format, NULL, values_find_format};

/* As pages have them: any case is taken. */
static void print_names(const struct cli_names *names)
{
    const char *name;
    for (size_t i = 0; (name = names->at(i, names->user)) != NULL; i++) {
        for (const char *at = name; *at; at++)
            (void)putchar(names->find ? tolower((unsigned char)*at) : *at);
        if (*name)
            (void)putchar('\n');
    }
}

static void values_places(void)
{
    for (int i = 0; i < TT_SPACE_COUNT; i++)
        (void)printf("%s:\n", space_name((enum tt_space)i));
}

static void values_stages(void)
{
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++) {
        unsigned count = 0;
        const struct stage_info *stages = unit_stages((enum tt_unit)unit, &count);
        for (unsigned i = 0; i < count; i++)
            (void)printf("%s.%s\n", unit_name((enum tt_unit)unit), stages[i].name);
    }
}

static void values_readings(void)
{
    for (size_t i = 0; i < VARIANT_COUNT; i++) {
        const struct variant_info *info = variant_get((enum variant_id)i);
        for (uint8_t choice = 0; choice < info->choice_count; choice++)
            (void)printf("%s=%s\n", info->key, info->choices[choice]);
    }
}

static void values_fields(void)
{
    for (int i = 0; i < REG_COUNT; i++) {
        const struct reg_field *field = NULL;
        for (int chip = 0; !field && chip < TT_CHIP_COUNT; chip++)
            field = reg_field_get((enum tt_chip)chip, (enum reg_id)i);
        if (field && field->name)
            (void)printf("%s=\n", field->name);
    }
}

void cli_print_values(const struct cli_option *row)
{
    static const struct {
        const char *value;
        void (*print)(void);
    } lists[] = {
        {"PLACE", values_places},
        {"K=V", values_readings},
        {"FIELD=V", values_fields},
        {"UNIT.STAGE", values_stages},
    };
    if (row->names)
        print_names(row->names);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (strcmp(lists[i].value, row->value) == 0)
            lists[i].print();
}
