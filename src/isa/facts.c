/* SPDX-License-Identifier: Apache-2.0 */
/* The facts of schemas/facts. */
#include "isa/facts.h"
#include "base/search.h"
#include "isa/tables.h"

const struct fact *fact_find(const char *id)
{
    return FIND(isa_facts, isa_fact_count, strcmp(item->id, id) == 0);
}

const char *fact_level_name(enum fact_level level)
{
    return isa_fact_levels[level];
}
