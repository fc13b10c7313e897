/* SPDX-License-Identifier: Apache-2.0 */
/* Cores that wait for a word of L1 or a stream's register, where a store of another core went to another address. */
#pragma once

#include "ask/bisect/explain_internal.h"

struct hung_access {
    enum tt_core core;
    uint32_t pc, addr;
};

enum { HUNG_STORES_MAX = 256 };

struct hung_addresses {
    struct hung_access stores[HUNG_STORES_MAX]; /* each place and address once */
    unsigned count;
    struct hung_access last[TT_CORE_COUNT]; /* what each core read last */
    bool has[TT_CORE_COUNT];
};

struct cores;
/* An instruction that a core is about to do. */
void hung_addresses_note(struct hung_addresses *addresses, enum tt_core core, const struct cores *cores);

/* First, where a core reads last what was stored, the branch behind that by its contrary. Of each store to an
 * address of the kind that another core read last: the instructions with which it would go there; then, where no store
 * went there, those with which that core would read where this one went. `try` returns false to end. */
enum tt_status hung_addresses_try(const struct hung_addresses *addresses, struct search *search, void *user,
                                  bool (*try)(void *user, enum tt_core core, uint32_t pc, uint32_t is, uint32_t word));
