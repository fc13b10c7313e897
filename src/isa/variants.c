/* SPDX-License-Identifier: Apache-2.0 */
/* The variants of schemas/variants.json, and how a user names one. */
#include "isa/variants.h"
#include "isa/tables.h"

static const char simulator[] = "simulator";

const struct variant_info *variant_get(enum variant_id id)
{
    return &isa_variants[id];
}

const struct fact *variant_erratum(enum variant_id id)
{
    const struct fact *fact = isa_variants[id].simulator ? fact_find(isa_variants[id].row) : NULL;
    return fact && fact->level <= FACT_MAKER ? fact : NULL;
}

/* Where the two differ, as one of them has it; the other readings stay. */
static void variants_take_source(struct variant_set *set, bool is_simulator)
{
    for (unsigned id = 0; id < VARIANT_COUNT; id++)
        if (isa_variants[id].simulator)
            set->choice[id] = is_simulator ? isa_variants[id].simulator : 0;
}

struct variant_set variants_of_simulator(void)
{
    struct variant_set set = {{0}};
    variants_take_source(&set, true);
    return set;
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
    if (strcmp(text, simulator) == 0 || strcmp(text, "silicon") == 0) {
        variants_take_source(set, strcmp(text, simulator) == 0);
        return 0;
    }
    return parse_alias(set, text);
}

/* Whether most of the readings in which a simulator differs are the simulator's. */
static bool is_nearly_simulator(const struct variant_set *set)
{
    int more = 0;
    for (unsigned id = 0; id < VARIANT_COUNT; id++)
        if (isa_variants[id].simulator)
            more += set->choice[id] == isa_variants[id].simulator ? 1 : -1;
    return more > 0;
}

size_t variant_texts(const struct variant_set *set, char texts[static VARIANT_TEXTS_MAX][VARIANT_TEXT_MAX])
{
    struct variant_set base = {{0}};
    size_t count = 0;
    if (is_nearly_simulator(set)) {
        base = variants_of_simulator();
        (void)snprintf(texts[count++], VARIANT_TEXT_MAX, "%s", simulator);
    }
    for (unsigned id = 0; id < VARIANT_COUNT; id++) {
        const struct variant_info *info = &isa_variants[id];
        if (set->choice[id] != base.choice[id])
            (void)snprintf(texts[count++], VARIANT_TEXT_MAX, "%s=%s", info->key, info->choices[set->choice[id]]);
    }
    return count;
}
