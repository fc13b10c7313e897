/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of events, as docs/formats/bundle.md lists them. */
#include "capture/columns/event_kinds.h"

/* clang-format off */
const struct event_kind event_kinds[TTCAP_KIND_COUNT] = {
    /*               name    no thread  index  addr   value  bytes */
    [TTCAP_PUSH] = {"push",  false,     false, false, true,  false},
    [TTCAP_EXEC] = {"exec",  false,     false, false, true,  false},
    [TTCAP_CFGW] = {"cfgw",  true,      true,  true,  true,  false},
    [TTCAP_MOPW] = {"mopw",  false,     false, true,  true,  false},
    [TTCAP_GPRW] = {"gprw",  false,     false, true,  true,  false},
    [TTCAP_SEMW] = {"semw",  true,      false, true,  true,  false},
    [TTCAP_SEMR] = {"semr",  true,      false, true,  true,  false},
    [TTCAP_L1W]  = {"l1w",   true,      false, true,  false, true},
    [TTCAP_MMIO] = {"mmio",  true,      false, true,  true,  false},
};
/* clang-format on */

const char *ttcap_kind_name(enum ttcap_kind kind)
{
    return event_kinds[kind].name;
}
