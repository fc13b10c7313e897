/* SPDX-License-Identifier: Apache-2.0 */
/* A list of waivers, for either chip: what is refused is refused with a sentence. */
#include "ask/diff/waivers.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"

#include "undefined_findings.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char path[] = "fuzz_waivers.list";
    FILE *file = fopen(path, "wb");
    require(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct waivers waivers = {0};
        struct tt_error err = {""};
        if (waivers_load(&waivers, path, (enum tt_chip)chip, "2026-06-01", &err))
            require(*err.text);
        for (size_t i = 0; i < waivers.count; i++)
            require(strlen(waivers.items[i].what) > 0 && waivers.items[i].line > 0);
        (void)waivers_cover_finding(&waivers, FINDING_UNDEFINED_OPCODE, 3);
        waivers_clear(&waivers);
    }
    (void)remove(path);
    return 0;
}
