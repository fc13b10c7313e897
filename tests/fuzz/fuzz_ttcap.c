/* SPDX-License-Identifier: Apache-2.0 */
/* A capture file as it comes. */
#include "fuzz/harness.h"
#include "fuzz/read_capture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_capture(data, size);
    return 0;
}
