/* SPDX-License-Identifier: Apache-2.0 */
/* The origins of a core's store: the instructions of a tile's cores in firmware order, and the data that flow
 * through their registers and local RAM, back to what was loaded. Addresses and branches are not followed.
 * docs/formats/program.md#why */
#pragma once

#include "isa/mmio.h"
#include "order/replay.h"

/* How many of a core a trace holds, and what its answers leave out. */
enum { CORE_INSTRUCTIONS_MAX = 1 << 22 };
#define CORE_TRACE_LEFT_OUT "where cores loaded from and how they branched: of cores, data alone are followed"

/* An instruction of a core. */
struct core_instruction {
    uint64_t seq; /* of the word or store that comes next, itself where it is one */
    uint32_t pc, code;
    uint32_t addr; /* of a load, a store, an atomic one */
};

struct core_trace {
    enum tt_chip chip;
    struct core_instructions {
        struct core_instruction *list;
        size_t count, capacity;
        uint64_t retired; /* before the last of them */
    } core[TT_CORE_COUNT];
    bool is_full; /* no room for more: later ones are missing */
};

/* Replays a capture in firmware order with these options. Clear also on failure. */
enum tt_status core_trace_make(struct core_trace *trace, struct ttcap *capture, const struct replay_options *options,
                               struct tt_error *err);
void core_trace_clear(struct core_trace *trace);

enum core_source_kind {
    CORE_SOURCE_L1,       /* bytes that were loaded */
    CORE_SOURCE_REGISTER, /* of a device or of the core, that was read */
    CORE_SOURCE_START,    /* a register or local RAM as it was before the first instruction */
    CORE_SOURCE_CODE,     /* constants in it */
    CORE_SOURCE_OTHER,    /* the result of an instruction that is not followed */
};
struct core_source {
    enum core_source_kind kind;
    uint32_t addr; /* of L1, of a device's register */
    uint64_t seq;  /* of the word or store that came next */
    uint32_t pc;
    unsigned count; /* bytes of L1, from there on */
};

enum { CORE_SOURCES_MAX = 8 };
struct core_sources {
    struct core_source list[CORE_SOURCES_MAX]; /* the last one first; each place once */
    size_t count;
    uint64_t more;     /* that had no room */
    uint32_t pc;       /* of the first instruction that the value went through */
    uint32_t store_pc; /* of the store */
};

/* The origins of byte `offset` of the store of an event. False: the trace has no such store. */
bool core_trace_sources(const struct core_trace *trace, enum tt_core core, uint64_t seq, uint32_t offset,
                        struct core_sources *sources);

/* The last store of the core before an event to a register of a device, of those alike the one with this number; any:
 * UINT32_MAX. Null: there was none. */
const struct core_instruction *core_trace_register_store(const struct core_trace *trace, enum tt_core core,
                                                         uint64_t before, enum map_place place, unsigned block,
                                                         unsigned cell, uint32_t index);

/* The instructions that gave the last one of the core at `pc`, not behind that event, its operands, itself first; and
 * where it is a store to a register of a device, those of the stores there, branches and nops shortly before it: of one
 * request. */
void core_trace_origins(const struct core_trace *trace, enum tt_core core, uint32_t pc, uint64_t until, void *user,
                        void (*of)(void *user, const struct core_instruction *one));
