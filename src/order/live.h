/* SPDX-License-Identifier: Apache-2.0 */
/* A tile that the caller drives; no capture says what happens to it. Its cores and pipes run for a number of rounds in
 * firmware order, and between the runs the caller stores and looks, as a host does. docs/how-to/python.md */
#pragma once

#include "isa/variants.h"
#include "tile/riscv/cores.h"

struct live;
struct ttcap_event;
struct replay_wait;

/* The surroundings of the tile. Any member may be null. */
struct live_around {
    void *user;
    /* Whether another tile's memory is there for a request of the network, which then takes place. */
    bool (*serve)(void *user, const struct noc_refusal *request);
    bool follows_undefined; /* to the bytes of L1 that undefined behaviour may have touched: live_unknown() */
    /* The sources of a recording (record.h): each event as it takes effect. */
    void (*happened)(void *user, const struct ttcap_event *event);
};

/* In the reset state, all cores held. The readings and `around` are copied; around null: nothing is. */
enum tt_status live_new(struct live **out, enum tt_chip chip, const struct variant_set *variants,
                        const struct live_around *around, struct tt_error *err);
void live_free(struct live *live); /* null is allowed */

/* For reading. Cores that wait do not notice what is stored into it other than by live_store(). */
struct tile *live_tile(struct live *live);
enum tt_chip live_chip(const struct live *live);
uint64_t live_round(const struct live *live); /* rounds so far: the clock of the cores */
uint64_t live_step(const struct live *live);  /* of the next word or store, as a database numbers them */

/* Why a run came back. */
enum live_end {
    LIVE_RAN,   /* it ran for all the rounds it was given */
    LIVE_FOUND, /* the awaited value is there */
    LIVE_RESTS, /* no core runs but those that park, and no pipe has anything to do */
    LIVE_WAITS, /* the others have halted, wait, or poll what only a host can change */
};

/* Runs on until the word at `addr`, of L1 or a register, has the value under the mask. */
struct live_until {
    uint32_t addr, mask, value;
    bool is_other; /* until it has any other */
};

/* Runs at most so many rounds. TT_UNSUPPORTED: a core came to something that is not modelled, and stands there until a
 * reset; the others run on with the next call. until may be null. */
enum tt_status live_run(struct live *live, uint64_t rounds, const struct live_until *until, enum live_end *end,
                        struct tt_error *err);

/* A host's stores: bytes of L1; a word beyond it. */
enum tt_status live_store_l1(struct live *live, uint32_t addr, const uint8_t *bytes, uint32_t count,
                             struct tt_error *err);
enum tt_status live_store(struct live *live, uint32_t addr, uint32_t value, struct tt_error *err);
/* Of bytes of L1 those that nobody can know, a flag each: whether there are any. Bytes that come to be so from outside.
 * Whether the core at work, which sends a request, has loaded any. */
bool live_unknown(const struct live *live, uint32_t addr, uint32_t count, uint8_t *flags);
void live_lose(struct live *live, uint32_t addr, uint32_t count, const uint8_t *flags);
bool live_core_depends(const struct live *live);
/* A core leaves reset, which is no event: a recording from here on names it among those to boot. */
void live_boot(struct live *live, enum tt_core core, uint32_t pc);
/* The end of a recording, behind the last round. */
void live_end_here(struct live *live);
/* Reads a word as a host does, also of L1. */
enum tt_status live_load(struct live *live, uint32_t addr, uint32_t *value, struct tt_error *err);

/* A word into a thread's pipe, before its macro-op expander, as a debugger puts it there. *took: there was room. */
enum tt_status live_push(struct live *live, unsigned thread, uint32_t word, bool *took, struct tt_error *err);

const struct cores *live_cores(const struct live *live);
/* The waits of each core and pipe, at the end of a run: cores that poll go round their loops once more. */
void live_report_waits(struct live *live, void *user, void (*waiting)(void *user, const struct replay_wait *wait));
/* Findings of the tile so far, and what the last of them said; null: none did. */
uint64_t live_findings(const struct live *live);
const char *live_finding(const struct live *live);
const char *live_hazard(const struct live *live); /* the first of them that is one, likewise */
uint64_t live_words(const struct live *live);     /* of the coprocessor that took effect */
/* The findings that make a verdict. */
const struct verdict_facts *live_facts(const struct live *live);
