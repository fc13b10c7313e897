/* SPDX-License-Identifier: Apache-2.0 */
/* Names of events, datums and places as they are typed. */
#include "ask/run/address.h"
#include "fuzz/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool find(void *user, const char *name, int64_t *after_event)
{
    (void)user;
    *after_event = (int64_t)strlen(name) - 1;
    return name[0] != 'x';
}

static void read_names(const char *text)
{
    const struct address_marks marks = {NULL, find};
    struct address_events events = {0};
    struct address_datum datum;
    struct address_place place;
    struct tt_error err;
    char shown[ADDRESS_TEXT_MAX];
    int64_t point;
    uint64_t first, last;
    if (!strchr(text, '@') && address_events_parse(&events, text, &marks, &err) == TT_OK) { /* no other file is read */
        (void)address_events_bounds(&events, &first, &last);
        (void)address_events_has(&events, TT_BLACKHOLE, &(struct address_event){3, 1, true, 0x41000000});
    }
    address_events_clear(&events);
    if (address_datum_parse(&datum, text, &err) == TT_OK)
        (void)address_datum_has(&datum, datum.tile, 17);
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
        if (address_place_parse(&place, (enum tt_chip)chip, text, &err) == TT_OK)
            (void)address_place_text((enum tt_chip)chip, place.space, place.lo, shown);
    (void)address_point(text, &marks, &point, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    read_names(text);
    free(text);
    return 0;
}
