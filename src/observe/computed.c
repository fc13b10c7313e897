/* SPDX-License-Identifier: Apache-2.0 */
/* A byte of shadow for every byte of a followed space, and the probe that sets it. docs/semantics/replay.md, "Own
 * bytes". */
#include "observe/computed.h"

#include "base/memory.h"
#include "isa/spaces.h"

#include <string.h>

struct computed {
    uint8_t *shadow[TT_SPACE_COUNT]; /* null: not followed */
    uint32_t size[TT_SPACE_COUNT];
    const struct probe *next;
    struct probe probe;
};

static bool passes_on(const struct computed *own, unsigned what)
{
    return own->next && (own->next->wants & what);
}

static void on_insn_begin(void *user, const struct probe_insn *insn)
{
    const struct computed *own = user;
    if (passes_on(own, PROBE_INSN) && own->next->insn_begin)
        own->next->insn_begin(own->next->user, insn);
}

static void on_insn_end(void *user, const struct probe_insn *insn)
{
    const struct computed *own = user;
    if (passes_on(own, PROBE_INSN) && own->next->insn_end)
        own->next->insn_end(own->next->user, insn);
}

static void on_stage(void *user, const struct probe_stage *stage)
{
    const struct computed *own = user;
    if (passes_on(own, PROBE_STAGE) && own->next->stage)
        own->next->stage(own->next->user, stage);
}

static void on_access(void *user, const struct probe_access *access)
{
    struct computed *own = user;
    uint8_t *shadow = own->shadow[access->space];
    if (shadow && access->is_write && access->lo < access->hi && access->hi <= own->size[access->space])
        memset(shadow + access->lo, 1, access->hi - access->lo);
    if (passes_on(own, PROBE_ACCESS) && own->next->access)
        own->next->access(own->next->user, access);
}

static void on_finding(void *user, const struct probe_finding *finding)
{
    const struct computed *own = user;
    if (passes_on(own, PROBE_FINDING) && own->next->finding)
        own->next->finding(own->next->user, finding);
}

const struct probe *computed_probe(struct computed *own, const struct probe *next)
{
    own->next = next;
    own->probe.wants = PROBE_ACCESS | (next ? next->wants : 0);
    return &own->probe;
}

void computed_lose(struct computed *own, enum tt_space space)
{
    if (own->shadow[space])
        memset(own->shadow[space], 0, own->size[space]);
}

const uint8_t *computed_at(const struct computed *own, enum tt_space space, uint32_t lo)
{
    return own->shadow[space] ? own->shadow[space] + lo : NULL;
}

struct computed *computed_new(enum tt_chip chip, uint32_t spaces)
{
    struct computed *own = mem_calloc(1, sizeof *own);
    if (!own)
        return NULL;
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        if (!(spaces >> space & 1))
            continue;
        own->size[space] = space_bytes(chip, (enum tt_space)space);
        own->shadow[space] = mem_calloc(own->size[space], 1);
        if (!own->shadow[space]) {
            computed_free(own);
            return NULL;
        }
    }
    own->probe = (struct probe){own, 0, on_insn_begin, on_insn_end, on_stage, on_access, on_finding};
    return own;
}

void computed_free(struct computed *own)
{
    if (!own)
        return;
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        mem_free(own->shadow[space]);
    mem_free(own);
}
