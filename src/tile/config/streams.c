/* SPDX-License-Identifier: Apache-2.0 */
/* Which streams a thread of Blackhole sees, and what STREAMWAIT holds them against (F24, R62). */
#include "tile/config/config.h"

#include "config_regs.h"

static uint32_t streams_thread_field(const struct tile *tile, unsigned thread, enum config_reg id)
{
    return cfg_field(tile, TT_UNIT_CONFIG, thread, (enum reg_id)id);
}

unsigned config_stream(const struct tile *tile, unsigned thread, unsigned select)
{
    static const enum config_reg numbers[4] = {
        CONFIG_REG_STREAM_ID_SYNC_SEC0_BankSel, CONFIG_REG_STREAM_ID_SYNC_SEC1_BankSel,
        CONFIG_REG_STREAM_ID_SYNC_SEC2_BankSel, CONFIG_REG_STREAM_ID_SYNC_SEC3_BankSel};
    return streams_thread_field(tile, thread, numbers[select & 3]);
}

uint32_t config_stream_target(const struct tile *tile, unsigned thread, bool is_messages, uint32_t low)
{
    enum { LOW_BITS = 10 };
    const uint32_t high = streams_thread_field(
        tile, thread, is_messages ? CONFIG_REG_STREAMWAIT_NUM_MSGS_HI_Val : CONFIG_REG_STREAMWAIT_PHASE_HI_Val);
    return high << LOW_BITS | low;
}
