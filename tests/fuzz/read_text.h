/* SPDX-License-Identifier: Apache-2.0 */
/* A file that may be anything, through an importer. What is refused is refused with a sentence. */
#pragma once

#include "capture/import/importer.h"

#include <stdlib.h>
#include <string.h>

static inline void fuzz_import(const struct import_item *item, enum tt_chip chip, const uint8_t *data, size_t size)
{
    const struct import_options options = {.chip = chip};
    struct tt_error err = {{0}};
    struct import_sink *sink = import_new(&options);
    char *text = malloc(size + 1); /* no more than the file has, so that a sanitizer sees what reads on */
    if (!sink || !text || import_from(sink, "fuzz", &err))
        abort();
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    if (item->importer->is)
        (void)item->importer->is(text, size);
    if (import_text(sink, item, text, size, &err) && !*err.text)
        abort();
    free(text);
    import_free(sink);
}

/* The same of what another tool printed: the first byte says the chip. */
static inline void fuzz_read_text(const uint8_t *data, size_t size, const struct importer *importer)
{
    const struct import_item item = {.importer = importer, .path = "input", .id = "begin"};
    if (size > 0)
        fuzz_import(&item, data[0] & 1 ? TT_WORMHOLE_B0 : TT_BLACKHOLE, data + 1, size - 1);
}
