/* SPDX-License-Identifier: Apache-2.0 */
/* The findings of schemas/findings.json. */
#include "isa/findings.h"

#include "isa_tables.h"

const struct finding_info *finding_get(enum finding_id id)
{
    return &isa_findings[id];
}

const char *finding_class_name(enum finding_class kind)
{
    return isa_finding_classes[kind];
}
