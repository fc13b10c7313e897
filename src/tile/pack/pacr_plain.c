/* SPDX-License-Identifier: Apache-2.0 */
/* The short way through PACR's first two paragraphs for the PACR that kernels are made of: Blackhole's packer, all four
 * read interfaces, whole rows of Dst from a multiple of four on. Control costs more than datums there. What comes out
 * is what pacr_settle.c and pacr_fetch.c make of it (tests/unit/pack/test_pack_plain.c). pack.md P-3.3, P-3.6 */
#include "tile/pack/pacr.h"

enum { ALL_INTERFACES = 15, GROUP_DATUMS = PACK_PLAIN_ROWS * DST_COLUMNS, X_MASK = 0x3FFFF };

static bool is_ordinary(const struct insn_pacr *f)
{
    const uint32_t extras =
        f->flush | f->ctxt_ctrl | f->ovrd_thread_id | f->zero_write | f->dst_access_mode | (f->row_pad_zero & 3);
    return !extras && (f->read_intf_sel == 0 || f->read_intf_sel == ALL_INTERFACES);
}

void pacr_fill_rows(struct pack_block *block)
{
    for (uint32_t i = 1; i < PACK_PLAIN_ROWS; i++)
        block->rows[i] = (struct pack_row){(uint16_t)(block->rows[0].row + i), 0, DST_COLUMNS};
}

bool pacr_settle_plain(struct pacr *job, struct pack_block *block)
{
    struct tile *tile = job->tile;
    if (tile->pack_cache->shuns_short_ways || !is_ordinary(job->f))
        return false;
    const struct pack_settings *set = pack_settings_get(tile, job->thread, job->f->cfg_context);
    const struct adc_channel *channels = tile->state.small.adc[job->thread].pack.ch;
    const uint32_t datum = pack_input_datum(set, &channels[0]);
    const uint32_t last = channels[1].x & X_MASK, first = channels[0].x & X_MASK;
    const bool is_doubtful = set->doubt_count || job->f->cfg_context;
    if (is_doubtful && tile_probed(tile, PROBE_FINDING))
        return false;
    if (!set->reads_plain_rows || last - first != DST_COLUMNS - 1 || datum % GROUP_DATUMS)
        return false;
    job->lanes[0] = (struct pacr_lane){0, job->thread, set, PACK_FROM_DST, ALL_INTERFACES};
    job->lane_count = 1;
    block->rows[0] = (struct pack_row){(uint16_t)(datum / DST_COLUMNS), 0, DST_COLUMNS};
    block->row_count = PACK_PLAIN_ROWS;
    block->count = GROUP_DATUMS;
    block->has_whole_rows = block->is_last = true;
    block->row_pad = 0;
    return true;
}
