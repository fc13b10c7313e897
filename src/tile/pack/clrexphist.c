/* SPDX-License-Identifier: Apache-2.0 */
/* CLREXPHIST: clears the exponent histograms and maxima of all packers. P-5.11 */
#include "tile/pack/pack_internal.h"

#include "pack_insns.h"

enum tile_step insn_clrexphist(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread, (void)word;
    for (unsigned i = 0; i < PACKERS_MAX; i++) {
        struct packer *packer = &tile->state.pack.packer[i];
        memset(packer->histogram, 0, sizeof packer->histogram);
        packer->histogram_maximum = 0;
    }
    tile->state.pack.histogram_is_cleared = true;
    return TILE_DONE;
}
