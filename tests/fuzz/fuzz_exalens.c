/* SPDX-License-Identifier: Apache-2.0 */
/* A session of tt-exalens that may be anything. */
#include "fuzz/harness.h"
#include "fuzz/read_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read_text(data, size, &importer_exalens);
    return 0;
}
