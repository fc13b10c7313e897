/* SPDX-License-Identifier: Apache-2.0 */
/* The banks of SrcA and SrcB: the owner of each and the bank each side works on. U-7.3, U-7.4, U-9
 */
#include "tile/unpack/unpack_internal.h"

#include "unpack_findings.h"

/* One word of the small state; a change is reported to the probe. */
static void banks_put(struct tile *tile, unsigned unpacker, uint32_t *word, uint32_t value)
{
    const uint32_t before = *word;
    const uint32_t lo = (uint32_t)((const uint8_t *)word - (const uint8_t *)&tile->state.small);
    if (before == value)
        return;
    *word = value;
    tile_saw_write(tile, TT_SPACE_STATE, unpack_unit(unpacker), lo, lo + 4, &before, word);
}

void unpack_hand_over(struct tile *tile, unsigned unpacker)
{
    struct small_state *small = &tile->state.small;
    const unsigned bank = unpack_bank(tile, unpacker);
    if (!unpack_has_bank(tile, unpacker, bank))
        tile_finding(tile, FINDING_UNPACK_BANK_ALREADY_VALID, unpack_unit(unpacker), 0,
                     "bank %u of Src%c is the matrix unit's already", bank, unpacker ? 'B' : 'A');
    banks_put(tile, unpacker, unpacker ? &small->src_valid.b[bank] : &small->src_valid.a[bank], 1);
    banks_put(tile, unpacker, unpacker ? &small->src_bank.unp_b : &small->src_bank.unp_a, bank ^ 1);
}

void unpack_imply_format(struct tile *tile, unsigned unpacker, uint32_t format)
{
    struct small_state *small = &tile->state.small;
    const unsigned bank = unpack_bank(tile, unpacker);
    if (tile->chip->src_format_is_implied)
        banks_put(tile, unpacker, unpacker ? &small->src_format.b[bank] : &small->src_format.a[bank], format);
}

void unpack_restart_row(struct tile *tile, unsigned thread, unsigned unpacker)
{
    banks_put(tile, unpacker, &tile->state.small.unp_row[unpacker][thread],
              unpack_thread_get(tile, thread)->row_base[unpacker]);
}
