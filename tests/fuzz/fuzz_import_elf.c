/* SPDX-License-Identifier: Apache-2.0 */
/* A core's program: whatever the bytes, they are taken or refused with a sentence. */
#include "capture/import/elf.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct import_options options = {.chip = size % 2 ? TT_WORMHOLE_B0 : TT_BLACKHOLE};
    struct tt_error err = {""};
    struct import_sink *sink = import_new(&options);
    const struct import_program what = {TT_CORE_T0, "input", size % 3 == 0, 0x7000};
    uint8_t *bytes = malloc(size + 1);
    if (!sink || !bytes || import_from(sink, "fuzz", &err))
        abort();
    if (size)
        memcpy(bytes, data, size);
    bytes[size] = 0;
    if (import_elf_bytes(sink, &what, bytes, size, &err) && !*err.text)
        abort();
    free(bytes);
    import_free(sink);
    return 0;
}
