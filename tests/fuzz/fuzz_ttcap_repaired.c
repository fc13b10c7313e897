/* SPDX-License-Identifier: Apache-2.0 */
/* A capture file whose hashes are put right first. */
#include "fuzz/harness.h"
#include "fuzz/read_capture.h"
#include "fuzz/repair.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *bytes = malloc(size ? size : 1);
    if (!bytes)
        return 0;
    if (size)
        memcpy(bytes, data, size);
    repair(bytes, size);
    read_capture(bytes, size);
    free(bytes);
    return 0;
}
