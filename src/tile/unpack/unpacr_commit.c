/* SPDX-License-Identifier: Apache-2.0 */
/* UNPACR's last paragraph: counters, contexts, and the bank. U-7.1 to U-7.4 */
#include "tile/adc/adc.h"
#include "tile/config/config.h"
#include "tile/unpack/unpacr.h"

#include "unpack_findings.h"

enum { COPIES = 8, ROW_COUNTER_MASK = 0x3F };

/* Blackhole, srcb_bcast: the starting row stands in the next 8 rows of SrcB too (U-1.1; not recorded). */
void unpacr_copy_first_row(const struct unpacr *job)
{
    if (!job->f->srcb_bcast || job->unpacker == 0)
        return;
    const unsigned bank = job->cursor.bank;
    uint32_t(*rows)[SRC_COLUMNS] = job->tile->state.srcb[bank];
    const uint32_t first = (job->first_row + job->cursor.row_counter) % SRC_ROWS;
    const uint32_t from = (bank * SRC_ROWS + first) * (uint32_t)sizeof *rows;
    tile_saw_read(job->tile, TT_SPACE_SRCB, TT_UNIT_UNPACK1, 0, from, from + (uint32_t)sizeof *rows);
    for (uint32_t i = 1; i <= COPIES; i++) {
        const uint32_t row = (first + i) % SRC_ROWS;
        const uint32_t lo = (bank * SRC_ROWS + row) * (uint32_t)sizeof *rows;
        tile_saw_write(job->tile, TT_SPACE_SRCB, TT_UNIT_UNPACK1, lo, lo + (uint32_t)sizeof *rows, rows[row],
                       rows[first]);
        memcpy(rows[row], rows[first], sizeof *rows);
    }
}

/* After use the counter continues from the context, offset included; the stand-alone form steps the counter itself. */
void unpacr_step_context(const struct unpacr *job)
{
    uint32_t *counter = &job->tile->state.small.unp_context[job->unpacker][job->thread];
    const bool is_alone = job->f->cfg_context_cnt_inc;
    const bool is_from_itself = is_alone || tile_variant(job->tile, VARIANT_UNPACK_CONTEXT_STEP) != 0;
    const uint32_t next = (is_from_itself ? *counter : job->context) + 1;
    tile_finding(job->tile, FINDING_UNPACK_CONTEXT_COUNTER_NOT_RECORDED, unpack_unit(job->unpacker), 0,
                 "the context counter was %u", (unsigned)*counter);
    const uint32_t count = config_context_count(job->tile, unpack_unit(job->unpacker), job->thread, job->unpacker);
    tile_write_small(job->tile, unpack_unit(job->unpacker), counter, next >= count ? 0 : next);
}

void unpacr_step_counters(const struct unpacr *job)
{
    static const enum adc_dimension dimensions[] = {ADC_Z, ADC_Y};
    const uint32_t mode = job->f->addr_mode; /* two bits each: Z and Y of channel 0, Z and Y of channel 1 */
    for (unsigned thread = 0; mode && thread < THREADS; thread++) {
        if (thread != job->thread && thread != job->adc)
            continue;
        struct adc_channel *channels = unpacr_adc(job, thread)->ch;
        for (unsigned i = 0; i < 4; i++)
            if (mode >> 2 * i & 3)
                adc_act(job->tile, &channels[i / 2], dimensions[i % 2], adc_advance, mode >> 2 * i & 3);
    }
}

void unpacr_hand_over(const struct unpacr *job)
{
    const uint32_t row_base = unpack_thread_get(job->tile, job->thread)->row_base[job->unpacker];
    if (row_base || (job->set->steps_row && !job->f->set_dat_valid))
        tile_finding(job->tile, FINDING_UNPACK_ROW_UPDATE_NOT_RECORDED, unpack_unit(job->unpacker), 0,
                     "the row base is %u", (unsigned)row_base);
    if (job->f->set_dat_valid) {
        unpack_imply_format(job->tile, job->unpacker, job->set->implied_format);
        unpack_hand_over(job->tile, job->unpacker);
        unpack_restart_row(job->tile, job->thread, job->unpacker);
    } else if (job->set->steps_row) {
        uint32_t *row = &job->tile->state.small.unp_row[job->unpacker][job->thread];
        tile_write_small(job->tile, unpack_unit(job->unpacker), row, (*row + 16 + row_base) & ROW_COUNTER_MASK);
    }
}
