/* SPDX-License-Identifier: Apache-2.0 */
/* Windows in classes one behind the other, and a register for each. R71 */
#include "door/pci.h"

#include "isa/grid.h"

enum { VENDOR = 0x1E52, MEMORY_64 = 4, TLB_AT = 0x1FC00000, BAR0_BYTES = 0x20000000 };
enum { COORDINATE_BITS = 6, CLASSES_MAX = 4 };
/* Windows of 4 GiB are asked for below all BARs, since UMD does not hand BAR4 on. */
static const uint64_t bar0_at = UINT64_C(64) << 30, bar2_at = UINT64_C(96) << 30, bar4_at = UINT64_C(512) << 30,
                      large_end = UINT64_C(8) << 32;

struct window_class {
    uint32_t first, count;
    uint64_t at; /* in BAR0; of the large ones in BAR4 */
    uint8_t size_bits, local_bits;
    bool is_large;
};

struct bus {
    uint16_t device;
    uint8_t register_bytes, noc_bits;
    uint16_t iatu_at;
    uint64_t host_at; /* of the host's memory, at the PCIe tile */
    struct window_class classes[CLASSES_MAX];
};

static const struct bus buses[TT_CHIP_COUNT] = {
    [TT_WORMHOLE_B0] = {0x401E,
                        8,
                        1,
                        0x1200,
                        UINT64_C(8) << 32,
                        {{0, 156, 0, 20, 16, false},
                         {156, 10, 0x09C00000, 21, 15, false},
                         {166, 20, 0x0B000000, 24, 12, false}}},
    [TT_BLACKHOLE] =
        {0xB140, 12, 2, 0x1000, UINT64_C(1) << 60, {{0, 202, 0, 21, 43, false}, {202, 8, 0, 32, 32, true}}},
};

void pci_init(struct pci *pci, enum tt_chip chip)
{
    *pci = (struct pci){.chip = chip, .bar0 = bar0_at, .bar2 = bar2_at, .bar4 = bar4_at};
}

bool pci_config(const struct pci *pci, uint32_t offset, uint32_t *value)
{
    const uint64_t bars[] = {pci->bar0 | MEMORY_64, pci->bar2 | MEMORY_64, pci->bar4 | MEMORY_64};
    const uint32_t i = (offset - 0x10) / 8;
    *value = 0;
    if (offset == 0)
        *value = (uint32_t)buses[pci->chip].device << 16 | VENDOR;
    else if (offset >= 0x10 && i < sizeof bars / sizeof *bars && offset % 4 == 0)
        *value = (uint32_t)(bars[i] >> (offset % 8 ? 32 : 0));
    else
        return false;
    return true;
}

void pci_learn(struct pci *pci, uint32_t offset, uint32_t value)
{
    uint64_t *const bars[] = {&pci->bar0, &pci->bar2, &pci->bar4};
    const uint32_t i = (offset - 0x10) / 8;
    if (offset == 0)
        for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++)
            pci->chip = value >> 16 == buses[chip].device ? (enum tt_chip)chip : pci->chip;
    if (offset < 0x10 || i >= sizeof bars / sizeof *bars)
        return;
    if (offset % 8 == 0)
        *bars[i] = (*bars[i] >> 32 << 32) | (value & ~UINT32_C(15));
    else
        *bars[i] = (*bars[i] & UINT32_MAX) | (uint64_t)value << 32;
}

static uint64_t register_bits(const uint8_t *bytes, unsigned at, unsigned count)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= (uint64_t)(bytes[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return value;
}

struct pci_target pci_on_network_1(const struct chip *chip, struct pci_target target)
{
    const struct host_traits *host = &chip->host;
    if (chip->grid.workers_x && target.x <= host->noc_x_last && target.y <= host->noc_y_last) {
        target.x = host->noc_x_last - target.x;
        target.y = host->noc_y_last - target.y;
    }
    return target;
}

/* Behind the local address: x_end, y_end, x_start, y_start, noc, mcast, ordering (2), linked. */
static struct pci_target pci_look_through(const struct pci *pci, const struct window_class *class, uint32_t window,
                                          uint64_t offset)
{
    const struct bus *bus = &buses[pci->chip];
    const uint8_t *bytes = &pci->tlb[(size_t)window * bus->register_bytes];
    const unsigned x_at = class->local_bits, noc_at = x_at + 4 * COORDINATE_BITS, mcast_at = noc_at + bus->noc_bits;
    const uint64_t network = register_bits(bytes, noc_at, bus->noc_bits);
    const bool is_more = network > 1 || register_bits(bytes, mcast_at, 1) || register_bits(bytes, mcast_at + 3, 1);
    const struct pci_target target = {.kind = is_more ? PCI_FORM : PCI_PLACE,
                                      .x = (uint32_t)register_bits(bytes, x_at, COORDINATE_BITS),
                                      .y = (uint32_t)register_bits(bytes, x_at + COORDINATE_BITS, COORDINATE_BITS),
                                      .addr = register_bits(bytes, 0, class->local_bits) << class->size_bits | offset};
    return network == 1 ? pci_on_network_1(chip_get(pci->chip), target) : target;
}

static struct pci_target find_window(const struct pci *pci, uint64_t offset, uint32_t count, bool is_large)
{
    const struct bus *bus = &buses[pci->chip];
    for (unsigned i = 0; i < CLASSES_MAX; i++) {
        const struct window_class *class = &bus->classes[i];
        const uint64_t size = UINT64_C(1) << class->size_bits, in = offset - class->at;
        if (!class->count || class->is_large != is_large || offset < class->at ||
            in >> class->size_bits >= class->count || count > size - in % size)
            continue;
        return pci_look_through(pci, class, class->first + (uint32_t)(in >> class->size_bits), in % size);
    }
    return (struct pci_target){.kind = PCI_NOTHING};
}

static bool pci_is_within(uint64_t at, uint32_t count, uint64_t from, uint64_t bytes)
{
    return at >= from && at - from < bytes && count <= bytes - (at - from);
}

struct pci_target pci_find(struct pci *pci, uint64_t paddr, uint32_t count)
{
    const struct bus *bus = &buses[pci->chip];
    const uint64_t iatu = pci->bar2 + bus->iatu_at, tlb = pci->bar0 + TLB_AT;
    if (pci_is_within(paddr, count, iatu, sizeof pci->iatu))
        return (struct pci_target){.kind = PCI_REGISTERS, .bytes = &pci->iatu[paddr - iatu]};
    if (pci_is_within(paddr, count, tlb, sizeof pci->tlb))
        return (struct pci_target){.kind = PCI_REGISTERS, .bytes = &pci->tlb[paddr - tlb]};
    if (pci_is_within(paddr, count, pci->bar0, BAR0_BYTES))
        return find_window(pci, paddr - pci->bar0, count, false);
    if (pci_is_within(paddr, count, pci->bar4, large_end))
        return find_window(pci, paddr - pci->bar4, count, true);
    return paddr < large_end ? find_window(pci, paddr, count, true) : (struct pci_target){.kind = PCI_NOTHING};
}

/* ---- the host's memory ---- */

enum { REGIONS = PCI_IATU_BYTES / 0x200, REGION_BYTES = 0x200 };
enum { REGION_ENABLED = 0x04 + 3, REGION_BASE = 0x08, REGION_LIMIT = 0x10, REGION_TARGET = 0x14 };

/* A region's limit has the low half alone; the high one is that of its base. */
static bool pci_region_has(const uint8_t *region, uint64_t offset)
{
    const uint64_t base = register_bits(region + REGION_BASE, 0, 64);
    return region[REGION_ENABLED] >> 7 && offset >= base && offset >> 32 == base >> 32 &&
           (uint32_t)offset <= register_bits(region + REGION_LIMIT, 0, 32);
}

bool pci_is_host(const struct pci *pci, uint32_t x, uint32_t y, uint64_t addr, uint64_t *host)
{
    if (!grid_is_pcie(chip_get(pci->chip), 0, x, y) || addr < buses[pci->chip].host_at)
        return false;
    const uint64_t offset = addr - buses[pci->chip].host_at;
    *host = offset;
    for (size_t i = 0; i < REGIONS; i++) {
        const uint8_t *region = &pci->iatu[i * REGION_BYTES];
        if (pci_region_has(region, offset)) {
            *host =
                register_bits(region + REGION_TARGET, 0, 64) + (offset - register_bits(region + REGION_BASE, 0, 64));
            break;
        }
    }
    return true;
}
