/* SPDX-License-Identifier: Apache-2.0 */
/* The small state in signals of the debug bus, by the importers' table. */
#include "api/api.h"
#include "ask/run/address.h"
#include "capture/import/debugger_tables.h"

#include <stdio.h>

enum { PLACE_MAX = 128 };

TTREPLAY_EXPORT int ttreplay_signal(const char *chip, uint32_t at, struct ttreplay_signal *out, char *error)
{
    struct tt_error err = {{0}};
    struct address_place place;
    enum tt_chip id;
    char text[PLACE_MAX];
    enum tt_status status = api_chip(chip, &id, &err);
    if (!status && at >= debugger_signal_count)
        return (int)TT_END;
    if (status)
        return api_result(status, &err, error);
    const struct debugger_signal *signal = &debugger_signals[at];
    (void)snprintf(text, sizeof text, "state:%s", signal->path);
    status = address_place_parse(&place, id, text, &err);
    if (!status)
        *out = (struct ttreplay_signal){
            .name = signal->name,
            .path = signal->path,
            .lo = place.lo,
            .is_halved = signal->halved >> id & 1,
            .is_another = signal->another >> id & 1,
        };
    return api_result(status, &err, error);
}
