/* SPDX-License-Identifier: Apache-2.0 */
/* A probe that counts, for tests. */
#pragma once

#include "tile/tile.h"

#include <string.h>

struct listener {
    struct probe probe;
    unsigned begun, ended, reads, writes, findings;
    finding_id last_finding;
    bool has_finding[FINDINGS_MAX];
    struct probe_access last_read, last_write;
    struct probe_insn last_insn;
    uint8_t before[16], after[16]; /* of the last write, cut */
};

static inline void listener_begin(void *user, const struct probe_insn *insn)
{
    struct listener *listener = user;
    listener->begun++;
    listener->last_insn = *insn;
}

static inline void listener_end(void *user, const struct probe_insn *insn)
{
    (void)insn;
    ((struct listener *)user)->ended++;
}

static inline void listener_access(void *user, const struct probe_access *access)
{
    struct listener *listener = user;
    if (!access->is_write) {
        listener->reads++;
        listener->last_read = *access;
        return;
    }
    const uint32_t bytes = access->hi - access->lo;
    const uint32_t count = bytes < sizeof listener->before ? bytes : (uint32_t)sizeof listener->before;
    listener->writes++;
    listener->last_write = *access;
    memcpy(listener->before, access->before, count);
    memcpy(listener->after, access->after, count);
}

static inline void listener_finding(void *user, const struct probe_finding *finding)
{
    struct listener *listener = user;
    listener->findings++;
    listener->last_finding = finding->id;
    listener->has_finding[finding->id] = true;
}

static inline void listener_attach(struct listener *listener, struct tile *tile)
{
    *listener = (struct listener){0};
    listener->probe = (struct probe){
        .user = listener,
        .wants = PROBE_INSN | PROBE_ACCESS | PROBE_FINDING,
        .insn_begin = listener_begin,
        .insn_end = listener_end,
        .access = listener_access,
        .finding = listener_finding,
    };
    tile_set_probe(tile, &listener->probe);
}
