/* SPDX-License-Identifier: Apache-2.0 */
/* The findings of schemas/findings.json. */
#include "isa/findings.h"

#include "isa_tables.h"

const struct finding_info *finding_get(enum finding_id id)
{
    return &isa_findings[id];
}

bool finding_is_open(enum finding_id id)
{
    const enum finding_class kind = finding_get(id)->kind;
    return kind == FINDING_NON_CONTRACTUAL_BEHAVIOR || kind == FINDING_MISSING_SPECIFICATION;
}

const char *finding_class_name(enum finding_class kind)
{
    return isa_finding_classes[kind];
}
