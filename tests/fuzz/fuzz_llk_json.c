/* SPDX-License-Identifier: Apache-2.0 */
/* JSON of the low-level-kernel tests that may be anything. */
#include "capture/import/llk_json.h"
#include "fuzz/fuzz.h"
#include "fuzz/read_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read_text(data, size, llk_json_read, llk_json_is);
    return 0;
}
