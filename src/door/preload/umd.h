/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of UMD, a C++ library, by which a host reaches a card. A library that is loaded before UMD stands in
 * their place, since UMD calls them by tables that the loader fills. docs/how-to/as-a-device.md#cards */
#pragma once

#include "base/usual.h"

/* Where a window leads, in UMD's own form. */
struct umd_target {
    uint64_t addr, x, y, first_x, first_y, network, is_multicast, ordering, is_linked, channel;
};

/* All that is taken to be so of UMD, and of which version. CALL: what is replaced, and by which function; OUTER: the
 * same, called from outside of UMD; ASKED: what answers a question. */
#define UMD_VERSION "0.9.9, of August 2026"
#define UMD_NAMES(CALL, OUTER, ASKED)                                                                                  \
    CALL(CARD_OPEN, card_open, "_ZN2tt3umd9PCIDeviceC1Ei")                                                             \
    CALL(CARD_SET, card_set, "_ZN2tt3umd9PCIDevice13configure_tlbEjRKNS0_8tlb_dataEb")                                 \
    CALL(CARD_CONFIGURE, card_configure, "_ZN2tt3umd16SiliconTlbHandle9configureERKNS0_8tlb_dataE")                    \
    CALL(CARD_WRITE_BLOCK, card_write_block, "_ZN2tt3umd16SiliconTlbWindow11write_blockEmPKvm")                        \
    CALL(CARD_READ_BLOCK, card_read_block, "_ZN2tt3umd16SiliconTlbWindow10read_blockEmPvm")                            \
    CALL(CARD_WRITE_REGISTER, card_write_register, "_ZN2tt3umd16SiliconTlbWindow14write_registerEmPKvm")               \
    CALL(CARD_READ_REGISTER, card_read_register, "_ZN2tt3umd16SiliconTlbWindow13read_registerEmPvm")                   \
    CALL(CARD_WRITE_32, card_write_32, "_ZN2tt3umd16SiliconTlbWindow7write32Emj")                                      \
    CALL(CARD_READ_32, card_read_32, "_ZN2tt3umd16SiliconTlbWindow6read32Em")                                          \
    CALL(CARD_WRITE_16, card_write_16, "_ZN2tt3umd16SiliconTlbWindow7write16Emt")                                      \
    CALL(CARD_READ_16, card_read_16, "_ZN2tt3umd16SiliconTlbWindow6read16Em")                                          \
    CALL(CARD_DMA, card_dma, "_ZN2tt3umd12PcieProtocol12dma_transferEPvmmNS0_8tlb_dataENS1_12DmaDirectionE")           \
    CALL(CARD_DMA_PINNED, card_dma_pinned,                                                                             \
         "_ZN2tt3umd12PcieProtocol22dma_transfer_zero_copyEmmmNS0_8tlb_dataENS1_12DmaDirectionE")                      \
    OUTER(HOST_POINTER, host_pointer, "_ZNK2tt3umd7Cluster16host_dma_addressEmit")                                     \
    ASKED(CARD_ARCH, "_ZNK2tt3umd16SiliconTlbHandle8get_archEv")                                                       \
    ASKED(WINDOW_HANDLE, "_ZNK2tt3umd9TlbWindow10handle_refEv")                                                        \
    ASKED(WINDOW_OFFSET, "_ZNK2tt3umd9TlbWindow16get_total_offsetEm")                                                  \
    ASKED(WINDOW_SIZE, "_ZNK2tt3umd9TlbWindow8get_sizeEv")
/* The same of windows into a simulator, where UMD is built for one. Their other functions come to these two. */
#define UMD_SIMULATOR_NAMES(CALL, ASKED)                                                                               \
    CALL(SIM_CONFIGURE, sim_configure, "_ZN2tt3umd14TTSimTlbHandle9configureERKNS0_8tlb_dataE")                        \
    CALL(SIM_WRITE_BLOCK, sim_write_block, "_ZN2tt3umd14TTSimTlbWindow11write_blockEmPKvm")                            \
    CALL(SIM_READ_BLOCK, sim_read_block, "_ZN2tt3umd14TTSimTlbWindow10read_blockEmPvm")                                \
    ASKED(SIM_ARCH, "_ZNK2tt3umd14TTSimTlbHandle8get_archEv")

#define UMD_CALL_ID(id, function, name) id,
#define UMD_ASKED_ID(id, name) id,
enum umd_name {
    UMD_NAMES(UMD_CALL_ID, UMD_CALL_ID, UMD_ASKED_ID) UMD_SIMULATOR_NAMES(UMD_CALL_ID, UMD_ASKED_ID) UMD_NAME_COUNT
};

/* UMD's own functions behind those that stand in their place. */
struct umd {
    void *functions[UMD_NAME_COUNT];
};

/* caller: an address in UMD, or in what is linked with it. TT_BAD_INPUT: UMD lacks a function, or calls its own of that
 * name, whoever stands before it. */
enum tt_status umd_find(struct umd *umd, const void *caller, struct tt_error *err);
/* A library is loaded that by its name is UMD, and is not as above: *err names it. */
bool umd_is_strange(struct tt_error *err);
