/* SPDX-License-Identifier: Apache-2.0 */
/* Facts by number, and levels by name. */
#include "isa/evidence.h"

#include "isa_tables.h"

#include <string.h>

const struct fact *evidence_of_finding(enum finding_id id)
{
    const struct finding_info *info = finding_get(id);
    const bool is_beside = info->kind == FINDING_HAZARD || info->kind == FINDING_UNSUPPORTED ||
                           info->kind == FINDING_RECORDING;
    return is_beside ? NULL : info->fact;
}

unsigned fact_number(const struct fact *fact)
{
    return (unsigned)(fact - isa_facts);
}

unsigned fact_count(void)
{
    return isa_fact_count;
}

const struct fact *fact_get(unsigned number)
{
    return &isa_facts[number];
}

enum fact_level fact_level_find(const char *name)
{
    enum fact_level level = FACT_SILICON;
    while (level < FACT_LEVEL_COUNT && strcmp(isa_fact_levels[level], name) != 0)
        level++;
    return level;
}
