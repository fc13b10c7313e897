/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words as text, a word a line. */
#include "fuzz/harness.h"
#include "fuzz/read_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct import_item item = {.importer = &importer_stream, .path = "input", .id = "begin", .thread = 2};
    fuzz_import(&item, size % 2 ? TT_WORMHOLE_B0 : TT_BLACKHOLE, data, size);
    return 0;
}
