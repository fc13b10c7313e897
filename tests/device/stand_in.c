/* SPDX-License-Identifier: Apache-2.0 */
/* A device library of which the one here is put before: memory alone, behind the one window that client.c uses on
 * Wormhole. With each clock it reads four bytes of the host and writes them back. With STAND_IN_SEED it answers
 * anything: bytes that are drawn, registers that lie anywhere, and requests to the host at any moment, of any size that
 * it has. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void dma_read(uint64_t addr, void *bytes, uint32_t count);
typedef void dma_write(uint64_t addr, const void *bytes, uint32_t count);

#define CALL __attribute__((visibility("default")))
#define BAR0 (UINT64_C(1) << 40)
#define BAR2 (UINT64_C(2) << 40)
enum { WINDOW = 156, WINDOW_AT = 0x09C00000, REGISTER_AT = 0x1FC00000 + 8 * WINDOW, BYTES = 4096 };

void libttsim_set_pci_dma_mem_callbacks(dma_read *reads, dma_write *writes);
void libttsim_init(void);
void libttsim_exit(void);
uint32_t libttsim_pci_config_rd32(uint32_t bdf, uint32_t offset);
void libttsim_pci_mem_rd_bytes(uint64_t paddr, void *bytes, uint32_t count);
void libttsim_pci_mem_wr_bytes(uint64_t paddr, const void *bytes, uint32_t count);
void libttsim_tile_rd_bytes(uint32_t x, uint32_t y, uint64_t addr, void *bytes, uint32_t count);
void libttsim_tile_wr_bytes(uint32_t x, uint32_t y, uint64_t addr, const void *bytes, uint32_t count);
void libttsim_clock(uint32_t count);

struct cell {
    uint64_t key; /* place and address */
    uint8_t value;
    struct cell *next;
};

static struct cell *cells[BYTES];
static uint64_t drawn;  /* the last; 0: nothing is */
static uint64_t window; /* its register */
static dma_read *host_reads;
static dma_write *host_writes;

static uint8_t *cell_at(uint64_t key)
{
    struct cell **first = &cells[key % BYTES];
    for (struct cell *cell = *first; cell; cell = cell->next)
        if (cell->key == key)
            return &cell->value;
    struct cell *cell = calloc(1, sizeof *cell);
    *cell = (struct cell){.key = key, .next = *first};
    *first = cell;
    return &cell->value;
}

static uint64_t key_of(uint64_t x, uint64_t y, uint64_t addr)
{
    return x << 58 | y << 52 | addr;
}

static uint64_t draw(void)
{
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    drawn ^= drawn << 17;
    return drawn;
}

/* Whether all is drawn; then the host is asked for something now and then. */
static int is_drawn(void)
{
    static uint8_t room[1 << 16];
    const uint32_t counts[] = {0, 1, 4, 4096, sizeof room};
    if (drawn && draw() % 4 == 0 && host_reads && host_writes) {
        const uint32_t count = counts[draw() % 5];
        host_reads(draw(), room, count);
        host_writes(draw(), room, count);
    }
    return drawn != 0;
}

static void draw_into(void *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)draw();
}

CALL void libttsim_set_pci_dma_mem_callbacks(dma_read *reads, dma_write *writes)
{
    host_reads = reads;
    host_writes = writes;
}

CALL void libttsim_init(void)
{
    const char *seed = getenv("STAND_IN_SEED");
    drawn = seed ? strtoull(seed, NULL, 10) : 0;
}

CALL void libttsim_exit(void)
{
}

CALL uint32_t libttsim_pci_config_rd32(uint32_t bdf, uint32_t offset)
{
    (void)bdf;
    if (is_drawn() && offset && draw() % 2)
        return (uint32_t)draw();
    switch (offset) {
    case 0:
        return 0x401E1E52;
    case 0x14:
        return BAR0 >> 32;
    case 0x1C:
        return BAR2 >> 32;
    default:
        return offset < 0x20 ? 4 : 0;
    }
}

static void stand_in_move(int writes, uint64_t paddr, uint8_t *bytes, uint32_t count)
{
    const uint64_t at = paddr - BAR0;
    if (is_drawn() && draw() % 2) {
        if (!writes)
            draw_into(bytes, count);
        return;
    }
    if (at == REGISTER_AT && writes)
        memcpy(&window, bytes, sizeof window);
    if (at < WINDOW_AT || at >= REGISTER_AT)
        return;
    const uint64_t key = key_of(window >> 15 & 63, window >> 21 & 63, (window & 0x7FFF) << 21 | at % (1 << 21));
    for (uint32_t i = 0; i < count; i++)
        if (writes)
            *cell_at(key + i) = bytes[i];
        else
            bytes[i] = *cell_at(key + i);
}

CALL void libttsim_pci_mem_rd_bytes(uint64_t paddr, void *bytes, uint32_t count)
{
    stand_in_move(0, paddr, bytes, count);
}

CALL void libttsim_pci_mem_wr_bytes(uint64_t paddr, const void *bytes, uint32_t count)
{
    stand_in_move(1, paddr, (uint8_t *)(uintptr_t)bytes, count);
}

CALL void libttsim_tile_rd_bytes(uint32_t x, uint32_t y, uint64_t addr, void *bytes, uint32_t count)
{
    if (is_drawn())
        draw_into(bytes, count);
    for (uint32_t i = 0; i < count && !drawn; i++)
        ((uint8_t *)bytes)[i] = *cell_at(key_of(x, y, addr + i));
}

CALL void libttsim_tile_wr_bytes(uint32_t x, uint32_t y, uint64_t addr, const void *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        *cell_at(key_of(x, y, addr + i)) = ((const uint8_t *)bytes)[i];
}

CALL void libttsim_clock(uint32_t count)
{
    uint8_t word[4] = {0};
    (void)count;
    host_reads(0x1000, word, sizeof word);
    host_writes(0x2000, word, sizeof word);
}
