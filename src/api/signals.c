/* SPDX-License-Identifier: Apache-2.0 */
/* The small state in signals of the debug bus, by the importers' table. */
#include "api/api.h"
#include "ask/run/address.h"
#include "capture/import/debugger_tables.h"

enum { PLACE_MAX = 128 };

TTREPLAY_EXPORT int ttreplay_signal(const char *chip, uint32_t at, struct ttreplay_signal *out, char *error)
{
    API_ERROR;
    struct address_place place;
    enum tt_chip id;
    char text[PLACE_MAX];
    API_TRY(api_chip(chip, &id, err));
    if (at >= debugger_signal_count)
        return (int)TT_END;
    const struct debugger_signal *signal = &debugger_signals[at];
    (void)snprintf(text, sizeof text, "state:%s", signal->path);
    API_TRY(address_place_parse(&place, id, text, err));
    *out = (struct ttreplay_signal){
        .name = signal->name,
        .path = signal->path,
        .lo = place.lo,
        .is_halved = signal->halved >> id & 1,
        .is_another = signal->another >> id & 1,
    };
    return 0;
}
