/* SPDX-License-Identifier: Apache-2.0 */
/* The findings of schemas/findings.json. */
#include "isa/findings.h"
#include "isa/tables.h"

#include "finding_count.h"

static_assert((int)FINDING_COUNT <= FINDINGS_MAX, "FINDINGS_MAX is too few");

const struct finding_rule *finding_rule_get(finding_id id)
{
    return &isa_finding_rules[id];
}

const struct finding_info *finding_get(finding_id id)
{
    return &isa_findings[id];
}

bool finding_find(const char *code, finding_id *id)
{
    for (*id = 0; *id < FINDING_COUNT; ++*id) {
        if (strcmp(isa_findings[*id].code, code) == 0)
            return true;
    }
    return false;
}

bool finding_is_open(finding_id id)
{
    const enum finding_class kind = finding_get(id)->kind;
    return kind == FINDING_NON_CONTRACTUAL_BEHAVIOR || kind == FINDING_MISSING_SPECIFICATION;
}

const char *finding_class_name(enum finding_class kind)
{
    return isa_finding_classes[kind];
}
