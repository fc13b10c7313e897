/* SPDX-License-Identifier: Apache-2.0 */
/* The facts of schemas/facts. */
#include "isa/facts.h"
#include "isa/tables.h"

#include <string.h>

const struct fact *fact_find(const char *id)
{
    for (unsigned i = 0; i < isa_fact_count; i++) {
        if (strcmp(isa_facts[i].id, id) == 0)
            return &isa_facts[i];
    }
    return NULL;
}

const char *fact_level_name(enum fact_level level)
{
    return isa_fact_levels[level];
}
