/* SPDX-License-Identifier: Apache-2.0 */
/* A stand-in for UMD: the functions that src/door/preload/umd.h names, called as there, by tables that the loader
 * fills. Behind each window is memory. With LACKS, of another version: it has no DMA. With OWN, one that calls its own.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct target {
    uint64_t addr, x, y, first_x, first_y, network, is_multicast, ordering, is_linked, channel;
};
struct card {
    int number;
};
struct handle {
    struct card *card;
    struct target target;
    uint8_t *memory;
};
struct window {
    struct handle *handle;
    uint64_t offset; /* behind the aligned address */
};
enum { WINDOW_BYTES = 1 << 21 };

#ifdef OWN
#define SEEN __attribute__((visibility("protected")))
#else
#define SEEN __attribute__((visibility("default")))
#endif
#define NAMED(type, function, parameters, name)                                                                        \
    SEEN type function parameters __asm__(name);                                                                       \
    type function parameters

NAMED(void, card_open, (struct card * card, int number), "_ZN2tt3umd9PCIDeviceC1Ei")
{
    card->number = number;
}

NAMED(void, card_set, (struct card * card, uint32_t window, const struct target *target, bool is_verified),
      "_ZN2tt3umd9PCIDevice13configure_tlbEjRKNS0_8tlb_dataEb")
{
    (void)card;
    (void)window;
    (void)target;
    (void)is_verified;
}

static void (*volatile const set)(struct card *, uint32_t, const struct target *, bool) = card_set;

NAMED(void, configure, (struct handle * handle, const struct target *target),
      "_ZN2tt3umd16SiliconTlbHandle9configureERKNS0_8tlb_dataE")
{
    set(handle->card, 0, target, false);
    handle->target = *target;
}

NAMED(int, arch, (const struct handle *handle), "_ZNK2tt3umd16SiliconTlbHandle8get_archEv")
{
    enum { BLACKHOLE = 3 };
    (void)handle;
    return BLACKHOLE;
}

NAMED(struct handle *, handle_of, (const struct window *window), "_ZNK2tt3umd9TlbWindow10handle_refEv")
{
    return window->handle;
}

NAMED(uint64_t, total, (const struct window *window, uint64_t offset), "_ZNK2tt3umd9TlbWindow16get_total_offsetEm")
{
    return window->offset + offset;
}

NAMED(size_t, size_of, (const struct window *window), "_ZNK2tt3umd9TlbWindow8get_sizeEv")
{
    return WINDOW_BYTES - window->offset;
}

NAMED(void, write_block, (struct window * window, uint64_t offset, const void *bytes, size_t count),
      "_ZN2tt3umd16SiliconTlbWindow11write_blockEmPKvm")
{
    if (offset + count <= size_of(window))
        memcpy(window->handle->memory + total(window, offset), bytes, count);
}

NAMED(void, read_block, (struct window * window, uint64_t offset, void *bytes, size_t count),
      "_ZN2tt3umd16SiliconTlbWindow10read_blockEmPvm")
{
    if (offset + count <= size_of(window))
        memcpy(bytes, window->handle->memory + total(window, offset), count);
}

NAMED(void, write_register, (struct window * window, uint64_t offset, const void *bytes, size_t count),
      "_ZN2tt3umd16SiliconTlbWindow14write_registerEmPKvm")
{
    memcpy(window->handle->memory + total(window, offset), bytes, count);
}

NAMED(void, read_register, (struct window * window, uint64_t offset, void *bytes, size_t count),
      "_ZN2tt3umd16SiliconTlbWindow13read_registerEmPvm")
{
    memcpy(bytes, window->handle->memory + total(window, offset), count);
}

#define WORDS(bits, type, writes, reads)                                                                               \
    NAMED(void, write_##bits, (struct window * window, uint64_t offset, type value), writes)                           \
    {                                                                                                                  \
        memcpy(window->handle->memory + total(window, offset), &value, sizeof value);                                  \
    }                                                                                                                  \
    NAMED(type, read_##bits, (struct window * window, uint64_t offset), reads)                                         \
    {                                                                                                                  \
        type value;                                                                                                    \
        memcpy(&value, window->handle->memory + total(window, offset), sizeof value);                                  \
        return value;                                                                                                  \
    }
WORDS(32, uint32_t, "_ZN2tt3umd16SiliconTlbWindow7write32Emj", "_ZN2tt3umd16SiliconTlbWindow6read32Em")
WORDS(16, uint16_t, "_ZN2tt3umd16SiliconTlbWindow7write16Emt", "_ZN2tt3umd16SiliconTlbWindow6read16Em")

static bool has_dma = true;
#ifndef LACKS
NAMED(bool, dma, (struct handle * handle, void *bytes, size_t count, uint64_t addr, struct target target, int to_host),
      "_ZN2tt3umd12PcieProtocol12dma_transferEPvmmNS0_8tlb_dataENS1_12DmaDirectionE")
{
    (void)addr;
    if (has_dma && to_host)
        memset(bytes, 0x77, count);
    if (has_dma)
        set(handle->card, 0, &target, true);
    return has_dma;
}
#else
static bool dma(struct handle *handle, void *bytes, size_t count, uint64_t addr, struct target target, int to_host)
{
    (void)handle;
    (void)bytes;
    (void)count;
    (void)addr;
    (void)target;
    return to_host < 0;
}
#endif

NAMED(bool, dma_pinned,
      (struct handle * handle, uint64_t host, size_t count, uint64_t addr, struct target target, int to_host),
      "_ZN2tt3umd12PcieProtocol22dma_transfer_zero_copyEmmmNS0_8tlb_dataENS1_12DmaDirectionE")
{
    (void)handle;
    (void)host;
    (void)count;
    (void)addr;
    (void)target;
    return to_host >= 0;
}

NAMED(void *, host_pointer, (const void *cluster, uint64_t offset, int chip, uint16_t channel),
      "_ZNK2tt3umd7Cluster16host_dma_addressEmit")
{
    (void)cluster;
    (void)offset;
    (void)chip;
    (void)channel;
    return NULL;
}

/* By what the loader fills in, as UMD has it. */
static const struct {
    void (*open)(struct card *, int);
    void (*configure)(struct handle *, const struct target *);
    void (*write_block)(struct window *, uint64_t, const void *, size_t);
    void (*read_block)(struct window *, uint64_t, void *, size_t);
    void (*write_register)(struct window *, uint64_t, const void *, size_t);
    void (*read_register)(struct window *, uint64_t, void *, size_t);
    void (*write_32)(struct window *, uint64_t, uint32_t);
    uint32_t (*read_32)(struct window *, uint64_t);
    void (*write_16)(struct window *, uint64_t, uint16_t);
    uint16_t (*read_16)(struct window *, uint64_t);
    bool (*dma)(struct handle *, void *, size_t, uint64_t, struct target, int);
    bool (*dma_pinned)(struct handle *, uint64_t, size_t, uint64_t, struct target, int);
    void *(*host_pointer)(const void *, uint64_t, int, uint16_t);
} volatile calls = {card_open, configure, write_block, read_block, write_register, read_register, write_32,
                    read_32,   write_16,  read_16,     dma,        dma_pinned,     host_pointer};

static struct window window_to(struct card *card, struct target target)
{
    struct window window = {calloc(1, sizeof *window.handle), target.addr % WINDOW_BYTES};
    if (!window.handle || !(window.handle->memory = calloc(1, WINDOW_BYTES)))
        abort();
    window.handle->card = card;
    target.addr -= window.offset;
    calls.configure(window.handle, &target);
    return window;
}

__attribute__((visibility("default"))) void converse(const char *how);
void converse(const char *how)
{
    struct card first, second;
    uint8_t bytes[4] = {1, 2, 3, 4}, back[4];
    const struct target tile = {.addr = 0x1003, .x = 1, .y = 2};
    calls.open(&first, 0);
    struct window window = window_to(&first, tile);
    calls.write_block(&window, 0, bytes, 3);
    if (strcmp(how, "kill") == 0)
        (void)raise(SIGKILL);
    calls.read_block(&window, 0, back, 3);
    calls.write_32(&window, 5, 0xCAFE0001);
    (void)calls.read_32(&window, 5);
    calls.write_16(&window, 9, 0xBEEF);
    (void)calls.read_16(&window, 9);
    calls.write_block(&window, WINDOW_BYTES, bytes, 4); /* which does not fit */
    struct window bank = window_to(&first, (struct target){.addr = 0x200010, .x = 17, .y = 12});
    calls.write_register(&bank, 0, bytes, 4);
    calls.read_register(&bank, 0, back, 4);
    struct window other = window_to(&first, (struct target){.addr = 0x40, .x = 1, .y = 2, .network = 1});
    calls.write_32(&other, 0, 0);
    struct window many = window_to(
        &first, (struct target){.addr = 0x2000, .first_x = 7, .first_y = 2, .x = 10, .y = 3, .is_multicast = 1});
    calls.write_32(&many, 0, 7);
    struct target by_dma = tile;
    by_dma.addr = 0x3000;
    (void)calls.dma(window.handle, bytes, 4, 0x3000, by_dma, 0);
    (void)calls.dma(window.handle, back, 4, 0x3000, by_dma, 1);
    has_dma = false;
    (void)calls.dma(window.handle, bytes, 4, 0x3000, by_dma, 0);
    (void)calls.dma_pinned(window.handle, 0, 4, 0x3000, by_dma, 0);
    (void)calls.host_pointer(NULL, 0, 0, 0);
    calls.open(&second, 1);
    struct window away = window_to(&second, tile);
    calls.write_32(&away, 0, 0);
    calls.write_32(&window, 0x20 - 3, 0);
}
