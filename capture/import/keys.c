/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/import/importer.h"

#include "base/number.h"
#include "isa/cores.h"

enum tt_status key_core(struct import_item *item, const char *text, struct tt_error *err)
{
    item->core = core_find(text);
    REFUSE_IF(item->core == TT_CORE_COUNT, err, "no core '%s', expected b, nc, t0, t1 or t2", text);
    return TT_OK;
}

enum tt_status key_addr(uint32_t *addr, const char *text, struct tt_error *err)
{
    uint64_t value;
    if (number_ask_base("", text, err))
        return TT_BAD_INPUT;
    REFUSE_IF(!number_read(text, 0, UINT32_MAX, &value), err, "'%s' is no address", text);
    *addr = (uint32_t)value;
    return TT_OK;
}
