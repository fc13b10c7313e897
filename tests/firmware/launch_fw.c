/* SPDX-License-Identifier: Apache-2.0 */
/* Firmware of core B (-DCORE=0), of NC (1, on Blackhole, with -DNC_CODE) and of T0 to T2 (2 to 4): B lets the others
 * go, waits for the host's signal, has T0 clear the counters of circular buffers before and after, and starts the
 * kernels that are enabled. */
#include "launch.h"

uint32_t config_at, kernels_run = 0;
static volatile uint32_t started = 1; /* with a value, so that there is an image of it in L1 */

#ifdef BANKS_AT
/* By names of tt-metal's: the table of banks, from where the host has put it. */
uint16_t dram_bank_to_noc_xy[2][BANKS], l1_bank_to_noc_xy[2][6];
int32_t bank_to_dram_offset[BANKS];

static void copy_words(void *to, const volatile uint32_t *from, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes / 4; i++)
        ((volatile uint32_t *)to)[i] = from[i];
}

static __attribute__((noinline)) void take_banks(const volatile uint32_t *from)
{
    copy_words(dram_bank_to_noc_xy, from, sizeof dram_bank_to_noc_xy);
    from += sizeof dram_bank_to_noc_xy / 4 + sizeof l1_bank_to_noc_xy / 4;
    copy_words(bank_to_dram_offset, from, sizeof bank_to_dram_offset);
    l1_bank_to_noc_xy[0][0] = 0;
}
#endif

static void run_kernel(uint32_t core)
{
    config_at = CONFIG.kernel_config_base[0];
    const uint32_t addr = config_at + CONFIG.kernel_text_offset[core];
    ((void (*)(uint32_t))addr)(addr);
    kernels_run += started;
}

#if CORE == 0
static int is_enabled(uint32_t core)
{
    return CONFIG.enables >> (core >= 2 && CLASSES == 3 ? 2 : core) & 1;
}

static void release(void)
{
#if CHIP == 0
    for (uint32_t i = 0; i < 3; i++)
        AT(0xFFB12228 + 4 * i) = T_CODE + 0x2000 * i;
    AT(0xFFB12234) = 7;
#ifdef NC_CODE
    AT(0xFFB12238) = NC_CODE;
    AT(0xFFB1223C) = 1;
    AT(0xFFB121B0) = AT(0xFFB121B0) & ~(1u << 18);
#endif
#else
    for (uint32_t i = 0; i < 3; i++)
        AT(0xFFEF0000 + 4 * (158 + i)) = T_CODE + 0x2000 * i;
    AT(0xFFEF0000 + 4 * 161) = 7;
#endif
    AT(0xFFB121B0) = AT(0xFFB121B0) & ~(7u << 12);
}

int main(void)
{
    SYNC.all = 0;
#ifdef BANKS_AT
    take_banks((const volatile uint32_t *)BANKS_AT);
#endif
    release();
    SYNC.one[1] = INIT_COUNTERS;
    SIGNAL = 0;
    for (;;) {
        while (SIGNAL != GO) {
        }
        while (SYNC.one[1] != 0) {
        }
        for (uint32_t core = 1; core < CORES; core++)
            if (is_enabled(core))
                SYNC.one[core - 1] = GO;
        if (is_enabled(0))
            run_kernel(0);
        while (SYNC.all != 0) {
        }
        SYNC.one[1] = INIT_COUNTERS;
        SIGNAL = 0;
    }
}
#else
int main(void)
{
    for (;;) {
        const uint8_t said = SYNC.one[CORE - 1];
        if (said == INIT_COUNTERS)
            for (uint32_t i = 0; i < BUFFERS; i++)
                COUNTER(RECEIVED, i) = COUNTER(ACKED, i) = 0;
        if (said == GO)
            run_kernel(CORE);
        if (said == INIT_COUNTERS || said == GO)
            SYNC.one[CORE - 1] = 0;
    }
}
#endif
