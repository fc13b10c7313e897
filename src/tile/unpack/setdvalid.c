/* SPDX-License-Identifier: Apache-2.0 */
/* SETDVALID of the miscellaneous unit: hands the unpackers' banks over without them. F37,
 * U-7.5; not recorded */
#include "tile/unpack/unpack_internal.h"

#include "adc_insns.h"
#include "unpack_findings.h"

enum tile_step insn_setdvalid(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_setdvalid f = isa_decode_setdvalid(tile->chip->id, word);
    for (unsigned unpacker = 0; unpacker < UNPACKERS; unpacker++) {
        if (!(f.setvalid >> unpacker & 1))
            continue;
        if (tile->chip->src_format_is_implied)
            tile_finding(tile, FINDING_UNPACK_IMPLIED_FORMAT_UNKNOWN, TT_UNIT_ADC, 0,
                         "bank %u of Src%c keeps the format it had", unpack_bank(tile, unpacker), unpacker ? 'B' : 'A');
        unpack_hand_over(tile, unpacker);
        unpack_restart_row(tile, thread, unpacker);
    }
    return TILE_DONE;
}
