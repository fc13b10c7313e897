/* SPDX-License-Identifier: Apache-2.0 */
/* A dump of a space, raw or .npy; the first byte says of which. */
#include "capture/import/dump.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct import_options options = {.chip = size % 2 ? TT_WORMHOLE_B0 : TT_BLACKHOLE};
    struct tt_error err = {""};
    if (size == 0)
        return 0;
    struct import_sink *sink = import_new(&options);
    const struct import_dump dump = {(enum tt_space)(data[0] % TT_SPACE_COUNT), 0x100, "end", "input"};
    if (!sink || import_from(sink, "fuzz", &err))
        abort();
    if (import_dump_bytes(sink, &dump, data + 1, size - 1, &err) && !*err.text)
        abort();
    import_free(sink);
    return 0;
}
