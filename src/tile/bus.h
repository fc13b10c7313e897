/* SPDX-License-Identifier: Apache-2.0 */
/* Stores and loads beyond L1, whoever makes them: a core, an instruction, the mover, the network, the host. An address
 * is decoded once (isa/mmio.h); each device has one store and one load. Only files under tile/ include this. */
#pragma once

#include "tile/tile_internal.h"

struct bus_access {
    enum tt_unit unit;
    int thread; /* whose; -1: core B's, or not known */
    const struct mmio_target *at;
    uint32_t value; /* of a store */
};

/* One without effect here is a finding. */
void bus_store(struct tile *tile, const struct bus_access *store);
/* The same of a scalar register. */
void bus_store_gpr(struct tile *tile, enum tt_unit unit, unsigned thread, uint32_t index, uint32_t value);
/* The same, of an address that is not decoded yet. */
void bus_store_at(struct tile *tile, enum tt_unit unit, int thread, uint32_t addr, uint32_t value);

/* The value that a load sees, without the load's effects. False: nothing is there for it, or nobody has stored it since
 * the start. */
bool bus_load(struct tile *tile, const struct bus_access *load, uint32_t *value);
/* The same of TDMA, debug registers, network interfaces and streams, which need no probe. */
bool bus_load_register(const struct tile *tile, const struct bus_access *load, uint32_t *value);

/* A store that changes nothing here is named, so that it is not taken for modelled. name: null for the register's. */
void bus_without_effect(struct tile *tile, const struct bus_access *store, const char *name, const char *why);
