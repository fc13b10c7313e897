/* SPDX-License-Identifier: Apache-2.0 */
/* The variants of schemas/variants.json, and how a user names one. */
#include "isa/variants.h"

#include "isa_tables.h"

#include <stddef.h>
#include <string.h>

const struct variant_info *variant_get(enum variant_id id)
{
    return &isa_variants[id];
}

static int parse_alias(struct variant_set *set, const char *text)
{
    for (unsigned i = 0; i < isa_variant_alias_count; i++) {
        if (strcmp(text, isa_variant_aliases[i].text) == 0) {
            set->choice[isa_variant_aliases[i].variant] = isa_variant_aliases[i].choice;
            return 0;
        }
    }
    return -1;
}

int variant_parse(struct variant_set *set, const char *text)
{
    const char *equals = strchr(text, '=');
    for (unsigned id = 0; equals && id < VARIANT_COUNT; id++) {
        const struct variant_info *variant = &isa_variants[id];
        size_t n = strlen(variant->key);
        if ((size_t)(equals - text) != n || strncmp(text, variant->key, n) != 0)
            continue;
        for (uint8_t choice = 0; choice < variant->choice_count; choice++) {
            if (strcmp(equals + 1, variant->choices[choice]) == 0) {
                set->choice[id] = choice;
                return 0;
            }
        }
        return -1;
    }
    return parse_alias(set, text);
}
