/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/values.h"

#include "capture/ttcap.h"
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
#include <stdio.h>
#include <string.h>

static void values_orders(void)
{
    for (int i = 0; i <= REPLAY_FIRMWARE; i++)
        (void)puts(order_name((enum replay_order)i));
}

static void values_chips(void)
{
    for (int i = 0; i < TT_CHIP_COUNT; i++)
        (void)puts(ttcap_chip_name((enum tt_chip)i));
}

static void values_units(void)
{
    for (int i = 0; i < TT_UNIT_COUNT; i++)
        (void)puts(unit_name((enum tt_unit)i));
}

static void values_levels(void)
{
    for (int i = 0; i < FACT_LEVEL_COUNT; i++)
        (void)puts(fact_level_name((enum fact_level)i));
}

static void values_spaces(void)
{
    for (int i = 0; i < TT_SPACE_COUNT; i++)
        (void)puts(space_name((enum tt_space)i));
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

static void values_formats(void)
{
    for (int i = 0; i < FORMAT_COUNT; i++) {
        if (!format_is_datum((enum format)i))
            continue;
        for (const char *at = format_get((enum format)i)->name; *at; at++)
            (void)putchar(tolower((unsigned char)*at)); /* as pages have them; any case is taken */
        (void)putchar('\n');
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

void cli_print_values(const char *value)
{
    static const struct {
        const char *value;
        void (*print)(void);
    } lists[] = {
        {"ORDER", values_orders},   {"CHIP", values_chips},     {"U[,U]", values_units},       {"U,...", values_units},
        {"U", values_units},        {"LEVEL", values_levels},   {"SPACE", values_spaces},      {"PLACE", values_places},
        {"K=V", values_readings},   {"FIELD=V", values_fields}, {"UNIT.STAGE", values_stages}, {"F", values_formats},
        {"FORMAT", values_formats},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (strcmp(lists[i].value, value) == 0)
            lists[i].print();
}
