/* SPDX-License-Identifier: Apache-2.0 */
/* Text that may be anything, through a reader of another tool's: the first byte says the chip. What is refused is
 * refused with a sentence. */
#pragma once

#include "capture/import/source.h"

#include <stdbool.h>
#include <stdlib.h>

typedef enum tt_status fuzz_reader(struct import_sink *sink, const char *text, size_t count, const char *id,
                                   struct tt_error *err);

static inline void fuzz_read_text(const uint8_t *data, size_t size, fuzz_reader *read,
                                  bool (*is)(const char *text, size_t count))
{
    const struct import_options options = {.chip = TT_CHIP_COUNT};
    struct tt_error err = {{0}};
    struct import_sink *sink = import_new(&options);
    if (!sink || size == 0 || import_from(sink, "text", &err) ||
        import_chip(sink, data[0] & 1 ? TT_WORMHOLE_B0 : TT_BLACKHOLE, &err)) {
        import_free(sink);
        return;
    }
    const char *text = (const char *)data + 1;
    (void)is(text, size - 1);
    if (read(sink, text, size - 1, "begin", &err) != TT_OK && err.text[0] == '\0')
        abort();
    import_free(sink);
}
