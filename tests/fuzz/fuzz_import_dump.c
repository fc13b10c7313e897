/* SPDX-License-Identifier: Apache-2.0 */
/* A dump of a space, raw or .npy; the first byte says of which. */
#include "fuzz/harness.h"
#include "fuzz/read_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct importer *const dumps[TT_SPACE_COUNT] = {
        [TT_SPACE_L1] = &importer_l1,
        [TT_SPACE_CFG] = &importer_cfg,
        [TT_SPACE_THREAD_CFG] = &importer_thread_cfg,
        [TT_SPACE_GPR] = &importer_gpr,
        [TT_SPACE_DST] = &importer_dst,
        [TT_SPACE_DST_VALID] = &importer_dst_valid,
        [TT_SPACE_SRCA] = &importer_srca,
        [TT_SPACE_SRCB] = &importer_srcb,
        [TT_SPACE_LREG] = &importer_lreg,
        [TT_SPACE_STATE] = &importer_state,
    };
    if (size == 0)
        return 0;
    const struct import_item item = {
        .importer = dumps[data[0] % TT_SPACE_COUNT], .path = "input", .id = "end", .addr = 0x100};
    fuzz_import(&item, size % 2 ? TT_WORMHOLE_B0 : TT_BLACKHOLE, data + 1, size - 1);
    return 0;
}
