/* SPDX-License-Identifier: Apache-2.0 */
/* The nine functions by which UMD talks to a device that is a library. They have no argument for whom they are called,
 * so that what they share is global; UMD holds a lock around each. No call returns an error: what cannot go on ends the
 * process. docs/how-to/as-a-device.md */
#include "door/library/other.h"
#include "door/library/settings.h"
#include "door/pci.h"

#include <unistd.h>

#define DEVICE_EXPORT __attribute__((visibility("default")))

void libttsim_set_pci_dma_mem_callbacks(dma_read *reads, dma_write *writes);
void libttsim_init(void);
void libttsim_exit(void);
uint32_t libttsim_pci_config_rd32(uint32_t bdf, uint32_t offset);
void libttsim_pci_mem_rd_bytes(uint64_t paddr, void *bytes, uint32_t count);
void libttsim_pci_mem_wr_bytes(uint64_t paddr, const void *bytes, uint32_t count);
void libttsim_tile_rd_bytes(uint32_t x, uint32_t y, uint64_t addr, void *bytes, uint32_t count);
void libttsim_tile_wr_bytes(uint32_t x, uint32_t y, uint64_t addr, const void *bytes, uint32_t count);
void libttsim_clock(uint32_t count);

enum { STATUS_TROUBLE = 2 };

static struct {
    struct door *door;
    unsigned openers; /* of it: they share the device as those of a card do */
    struct pci pci;
    const struct other *behind; /* the one that answers; null: none does but the door */
    struct other other;
    dma_read *host_reads;
    dma_write *host_writes;
    struct tt_error err;
} library;

/* Nothing can go on: whoever called gets no wrong answer. */
static void library_must(enum tt_status status)
{
    if (!status)
        return;
    (void)fprintf(stderr, "tt-replay: %s\n", library.err.text);
    (void)fflush(stdout);
    _exit(STATUS_TROUBLE);
}

static void library_need(const char *call)
{
    if (!library.door)
        library_must(tt_fail(&library.err, TT_BAD_INPUT, "%s is called before libttsim_init", call));
}

static void library_end(void)
{
    library.openers = 0;
    door_close(library.door);
    library.door = NULL;
}

/* ---- another library behind this one ---- */

static void note_dma(const char *key, uint64_t addr, const void *bytes, uint32_t count)
{
    char text[64];
    (void)snprintf(text, sizeof text, "addr=0x%" PRIx64 " size=%" PRIu32 " data=", addr, count);
    if (library.door)
        library_must(door_heard_note(library.door, key, text, bytes, count, &library.err));
}

static void pass_dma_read(uint64_t addr, void *bytes, uint32_t count)
{
    library.host_reads(addr, bytes, count);
    note_dma("DMA_READ", addr, bytes, count);
}

static void pass_dma_write(uint64_t addr, const void *bytes, uint32_t count)
{
    note_dma("DMA_WRITE", addr, bytes, count);
    library.host_writes(addr, bytes, count);
}

static void library_find_behind(void)
{
    const char *path = library_settings_behind();
    if (!path || library.behind)
        return;
    library_must(other_load(&library.other, path, &library.err));
    library.behind = &library.other;
}

/* A write stands in the record before the other library has it, a read when it is answered. */
static void heard(enum wire_kind kind, const struct pci_target *target, uint64_t paddr, const void *bytes,
                  uint32_t count)
{
    char text[64];
    if (target->kind == PCI_PLACE && (target->x > WIRE_COORDINATE_MAX || target->y > WIRE_COORDINATE_MAX)) {
        library_must(door_refuse(library.door, &library.err,
                                 "place %" PRIu32 ",%" PRIu32 ": passed on, and no record can name it", target->x,
                                 target->y));
    } else if (target->kind == PCI_PLACE) {
        const struct wire_op op = {.kind = kind,
                                   .x = (uint8_t)target->x,
                                   .y = (uint8_t)target->y,
                                   .size = count,
                                   .addr = target->addr,
                                   .bytes = bytes};
        library_must(door_heard(library.door, &op, &library.err));
    } else if (target->kind != PCI_REGISTERS) {
        (void)snprintf(text, sizeof text, "addr=0x%" PRIx64 " size=%" PRIu32 " data=", paddr, count);
        library_must(door_heard_note(library.door, kind == WIRE_READ ? "BUS_READ" : "BUS_WRITE", text, bytes, count,
                                     &library.err));
    }
}

/* ---- the nine ---- */

/* Of the chip here no tile reaches memory of the host: requests to PCIe are refused. The host reaches its own through
 * the device's windows. */
DEVICE_EXPORT void libttsim_set_pci_dma_mem_callbacks(dma_read *reads, dma_write *writes)
{
    library.host_reads = reads;
    library.host_writes = writes;
    library_find_behind();
    if (library.behind)
        library.behind->callbacks(reads ? pass_dma_read : NULL, writes ? pass_dma_write : NULL);
}

DEVICE_EXPORT void libttsim_init(void)
{
    struct library_settings settings;
    if (library.openers++)
        return;
    library_must(library_settings_read(&settings, TT_CHIP_COUNT, &library.err));
    pci_init(&library.pci, settings.door.chip);
    library_must(door_open(&library.door, &settings.door, &library.err));
    (void)fprintf(stderr, "tt-replay: the device's conversation goes to %s\n", settings.record);
    library_find_behind();
    if (!library.behind)
        return;
    if (library.behind->has_several)
        library_must(door_refuse(library.door, &library.err, "several chips: the library behind is used as one"));
    library.behind->init();
}

DEVICE_EXPORT void libttsim_exit(void)
{
    if (library.openers > 1) {
        library.openers--;
        return;
    }
    if (library.door)
        library_must(door_end(library.door, &library.err));
    if (library.behind)
        library.behind->exit();
    library_end();
}

/* For hosts that leave without a word. */
__attribute__((destructor)) static void library_unload(void)
{
    library_end();
}

DEVICE_EXPORT uint32_t libttsim_pci_config_rd32(uint32_t bdf, uint32_t offset)
{
    uint32_t value = 0;
    library_need(__func__);
    if (library.behind) {
        value = library.behind->config(bdf, offset);
        if (!bdf)
            pci_learn(&library.pci, offset, value);
        return value;
    }
    if (bdf || !pci_config(&library.pci, offset, &value))
        library_must(door_refuse(library.door, &library.err,
                                 "configuration space of device %#" PRIx32 ", offset %#" PRIx32, bdf, offset));
    return value;
}

static enum tt_status refuse_bus(const struct pci_target *target, const char *what, uint64_t paddr, uint32_t count)
{
    return door_refuse(
        library.door, &library.err, "a %s of %" PRIu32 " bytes at 0x%" PRIx64 " of the bus: %s", what, count, paddr,
        target->kind == PCI_FORM ? "the window asks for a network beyond the two, a multicast or a linked request"
                                 : "nothing is there, or it ends before");
}

DEVICE_EXPORT void libttsim_pci_mem_rd_bytes(uint64_t paddr, void *bytes, uint32_t count)
{
    library_need(__func__);
    const struct pci_target target = pci_find(&library.pci, paddr, count);
    if (library.behind) {
        library.behind->read(paddr, bytes, count);
        heard(WIRE_READ, &target, paddr, bytes, count);
        return;
    }
    uint64_t host;
    if (target.kind == PCI_PLACE && library.host_reads &&
        pci_is_host(&library.pci, target.x, target.y, target.addr, &host)) {
        pass_dma_read(host, bytes, count);
        return;
    }
    if (target.kind == PCI_PLACE) {
        library_must(door_read(library.door, target.x, target.y, target.addr, bytes, count, &library.err));
        return;
    }
    if (target.kind == PCI_REGISTERS) {
        memcpy(bytes, target.bytes, count);
        return;
    }
    memset(bytes, 0, count);
    library_must(refuse_bus(&target, "read", paddr, count));
}

DEVICE_EXPORT void libttsim_pci_mem_wr_bytes(uint64_t paddr, const void *bytes, uint32_t count)
{
    library_need(__func__);
    const struct pci_target target = pci_find(&library.pci, paddr, count);
    if (target.kind == PCI_REGISTERS)
        memcpy(target.bytes, bytes, count);
    uint64_t host;
    if (library.behind) {
        heard(WIRE_WRITE, &target, paddr, bytes, count);
        library.behind->write(paddr, bytes, count);
    } else if (target.kind == PCI_PLACE && library.host_writes &&
               pci_is_host(&library.pci, target.x, target.y, target.addr, &host)) {
        pass_dma_write(host, bytes, count);
    } else if (target.kind == PCI_PLACE)
        library_must(door_write(library.door, target.x, target.y, target.addr, bytes, count, &library.err));
    else if (target.kind != PCI_REGISTERS)
        library_must(refuse_bus(&target, "write", paddr, count));
}

DEVICE_EXPORT void libttsim_tile_rd_bytes(uint32_t x, uint32_t y, uint64_t addr, void *bytes, uint32_t count)
{
    const struct pci_target target = {.kind = PCI_PLACE, .x = x, .y = y, .addr = addr};
    library_need(__func__);
    if (library.behind) {
        library.behind->tile_read(x, y, addr, bytes, count);
        heard(WIRE_READ, &target, 0, bytes, count);
        return;
    }
    library_must(door_read(library.door, x, y, addr, bytes, count, &library.err));
}

DEVICE_EXPORT void libttsim_tile_wr_bytes(uint32_t x, uint32_t y, uint64_t addr, const void *bytes, uint32_t count)
{
    const struct pci_target target = {.kind = PCI_PLACE, .x = x, .y = y, .addr = addr};
    library_need(__func__);
    if (library.behind) {
        heard(WIRE_WRITE, &target, 0, bytes, count);
        library.behind->tile_write(x, y, addr, bytes, count);
        return;
    }
    library_must(door_write(library.door, x, y, addr, bytes, count, &library.err));
}

DEVICE_EXPORT void libttsim_clock(uint32_t count)
{
    char text[16];
    library_need(__func__);
    if (library.behind) {
        (void)snprintf(text, sizeof text, "%" PRIu32, count);
        library_must(door_heard_note(library.door, "CLOCK", text, NULL, 0, &library.err));
        library.behind->clock(count);
        return;
    }
    library_must(door_clock(library.door, count, &library.err));
}
