/* SPDX-License-Identifier: Apache-2.0 */
/* A core's program: whatever the bytes, they are taken or refused with a sentence. */
#include "fuzz/harness.h"
#include "fuzz/read_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct import_item item = {.importer = &importer_elf,
                                     .path = "input",
                                     .id = "begin",
                                     .core = TT_CORE_T0,
                                     .has_addr = size % 3 == 0,
                                     .addr = 0x7000};
    fuzz_import(&item, size % 2 ? TT_WORMHOLE_B0 : TT_BLACKHOLE, data, size);
    return 0;
}
