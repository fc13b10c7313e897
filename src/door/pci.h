/* SPDX-License-Identifier: Apache-2.0 */
/* The chip as its host's bus has it: windows into its network, and registers that say where they lead. Plain look-ups.
 * docs/semantics/device.md#bus */
#pragma once

#include "base/names.h"
#include "base/usual.h"

enum { PCI_TLB_BYTES = 210 * 12, PCI_IATU_BYTES = 16 * 0x200 };

struct pci {
    enum tt_chip chip;
    uint64_t bar0, bar2, bar4;
    uint8_t tlb[PCI_TLB_BYTES], iatu[PCI_IATU_BYTES]; /* registers */
};

enum pci_kind {
    PCI_NOTHING,   /* nothing is there */
    PCI_REGISTERS, /* of `bytes` on */
    PCI_PLACE,     /* of the network */
    PCI_FORM,      /* a window that asks for more than a place */
};

/* Where an address of the bus leads. */
struct pci_target {
    enum pci_kind kind;
    uint8_t *bytes;
    uint32_t x, y;
    uint64_t addr;
};

struct chip;
/* A place that is named as network 1 has it, by its name on network 0: there places of the grid are counted from the
 * other end, where the device translates no names within it, and names outside of it are the same on both (R70t). */
struct pci_target pci_on_network_1(const struct chip *chip, struct pci_target target);

void pci_init(struct pci *pci, enum tt_chip chip);
/* A word of the configuration space of this device: false where it has none. And the BARs as another device says. */
bool pci_config(const struct pci *pci, uint32_t offset, uint32_t *value);
void pci_learn(struct pci *pci, uint32_t offset, uint32_t value);
struct pci_target pci_find(struct pci *pci, uint64_t paddr, uint32_t count);
/* Whether a place of the network and an address in it are the host's own memory, and where in that; R71. */
bool pci_is_host(const struct pci *pci, uint32_t x, uint32_t y, uint64_t addr, uint64_t *host);
