/* SPDX-License-Identifier: Apache-2.0 */
#include "isa/rules.h"

const char *finding_mend(finding_id id, enum tt_unit unit, char text[static ISA_TEXT_MAX])
{
    static const char bank[] = "{bank}";
    const char *mend = finding_rule_get(id)->mend, *place = mend ? strstr(mend, bank) : NULL;
    if (place)
        (void)snprintf(text, ISA_TEXT_MAX, "%.*s%c%s", (int)(place - mend), mend, unit == TT_UNIT_UNPACK1 ? 'B' : 'A',
                       place + sizeof bank - 1);
    else
        (void)snprintf(text, ISA_TEXT_MAX, "%s", mend ? mend : "");
    return text;
}
