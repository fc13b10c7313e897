/* SPDX-License-Identifier: Apache-2.0 */
/* The emulated tile: state, words in, a probe that may look. No file, clock, allocation after tile_new, or global:
 * same state, same words, same result. */
#pragma once

#include "isa/mmio.h"
#include "isa/variants.h"
#include "tile/probe.h"
#include "tile/state.h"

struct isa_insn;
struct tile;

enum tile_step {
    TILE_DONE,        /* took effect */
    TILE_WAITS,       /* its condition does not hold yet; nothing changed */
    TILE_UNSUPPORTED, /* no handler, or a form that is not supported; a finding was raised, nothing changed */
};
typedef enum tile_step tile_handler(struct tile *tile, unsigned thread, uint32_t word);

/* Null without memory. The tile starts in the reset state of docs/formats/vectors.md. */
struct tile *tile_new(enum tt_chip chip);
void tile_free(struct tile *tile); /* null is allowed */

/* Back to the reset state; keeps variants and probe. */
void tile_reset(struct tile *tile);
/* The same but for L1, most of a tile's bytes: for a caller who knows it to be zero. */
void tile_reset_but_l1(struct tile *tile);

/* For tests: from now on fields[id] gets bit 1 << unit (enum tt_unit) for each field of the configuration that a unit
 * reads. REG_COUNT elements of the caller's; null: no more. */
void tile_watch_fields(struct tile *tile, uint16_t *fields);

enum tt_chip tile_chip(const struct tile *tile);

/* Which fast paths (tile/fast/fast.h, a bit each) units take beside their datasheets. They leave the same bits and
 * report the same. A new tile takes all. */
enum { TILE_FAST_NONE = 0 };
#define TILE_FAST_ALL UINT32_MAX
void tile_set_fast(struct tile *tile, uint32_t paths);

void tile_set_variants(struct tile *tile, const struct variant_set *variants);
void tile_set_probe(struct tile *tile, const struct probe *probe); /* borrowed; null is off */

/* Executes one word of a thread (0 to 2), after the expanders. seq is for the probe alone. */
enum tile_step tile_exec(struct tile *tile, unsigned thread, uint32_t word, uint64_t seq);
/* The same of a word that was looked up: insn is its row, null where it is no instruction of the chip. */
enum tile_step tile_run(struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word, uint64_t seq);

/* Bytes [lo, hi) of a space; none where lo == hi. */
struct tile_range {
    enum tt_space space;
    uint32_t lo, hi;
};

/* Bytes that the last word wrote with a value from outside a tile (LOADREG, STREAMWRCFG): they are as they were, and
 * not known from then on. */
const struct tile_range *tile_unknown_write(const struct tile *tile);

/* No word follows. Raises a finding where something was begun that only a further word would have ended. */
void tile_finish(struct tile *tile);

/* Stores that do not come from an instruction. thread is -1 where it is not known. Each is reported to the probe as an
 * access of TT_UNIT_CORE. Addresses beyond the space raise a finding and store nothing. */
void tile_core_l1(struct tile *tile, uint64_t seq, uint32_t addr, const uint8_t *bytes, uint32_t count);
/* Beyond L1, where the address was decoded to; one without effect here is a finding. */
void tile_core_store(struct tile *tile, uint64_t seq, int thread, const struct mmio_target *at, uint32_t value);
/* Of a thread's scalar register: more than half of what cores store. */
void tile_core_gpr(struct tile *tile, uint64_t seq, unsigned thread, uint32_t index, uint32_t value);
/* A recording's mark of when its host acted: reported as a store of no thread, and nothing else. */
void tile_host_mark(struct tile *tile, uint64_t seq);

/* A register of a stream, network interface, TDMA or debug by its address: what a load sees. Of a stream's, how often
 * it was stored since the tile is there (0 of others); whether it stands at a value, or has counted past it. */
uint32_t tile_register(const struct tile *tile, uint32_t addr);
uint32_t tile_register_stores(const struct tile *tile, uint32_t addr);
bool tile_register_has(const struct tile *tile, uint32_t addr, uint32_t value);

/* Under debug bit 11 words of 16 bits are in upper halves of Dst, and what they leave in the lower ones is
 * unpredictable (M9x). */
bool tile_row_is_lost(const struct tile *tile, uint32_t row);

/* The receivers of a multicast: tiles of the chip's grid from one corner to the other, round the edge where they stand
 * so; on network 1, which counts from the other corner, downwards. Kernels name both corners as network 0 does. R58m */
struct noc_rectangle {
    uint8_t from_x, from_y, to_x, to_y;
    bool has_sender; /* if it stands there */
};
bool noc_rectangle_has(const struct chip *chip, unsigned noc, const struct noc_rectangle *rectangle, unsigned x,
                       unsigned y);

enum noc_kind { NOC_READ, NOC_ATOMIC, NOC_WRITE, NOC_WRITE_INLINE };

/* A request of the network that nothing here can carry out. */
struct noc_refusal {
    unsigned noc;
    enum noc_kind kind;
    const char *name;           /* of the kind: "read" */
    uint32_t bytes, x, y, addr; /* of the end that is not the tile's own */
    const char *reason;
    uint64_t before;  /* requests that any core sent before it; whoever runs the cores counts them */
    bool is_plain;    /* another tile's memory is read, written or added to: who has it can do that */
    uint32_t local;   /* the tile's own end, in L1, of an atomic the answer's; none where the word is in the request */
    uint32_t data;    /* NOC_WRITE_INLINE: the word; NOC_ATOMIC: its operand */
    unsigned enables; /* and its bytes that are stored, a bit each */
    uint32_t code;    /* NOC_ATOMIC */
    uint8_t channel;  /* the static virtual channel of the network, 0: none */
    bool is_answered, is_multicast;
    struct noc_rectangle rectangle; /* of a multicast */
};
#define NOC_REFUSAL_FORMAT "network %u, %s of %u bytes, x %u, y %u, address %#x: %s"
#define NOC_REFUSAL_WORDS(refusal)                                                                                     \
    (refusal)->noc, (refusal)->name, (unsigned)(refusal)->bytes, (unsigned)(refusal)->x, (unsigned)(refusal)->y,       \
        (unsigned)(refusal)->addr, (refusal)->reason
/* The result of an atomic in the 16 bytes around its address: [*first, *first + *count) of them are stored. False: it
 * has no such code. R58a */
enum { NOC_BLOCK_BYTES = 16 };
bool noc_atomic_apply(uint8_t block[static NOC_BLOCK_BYTES], uint32_t data, uint32_t code, unsigned *first,
                      unsigned *count);

/* Whether a store of value to addr sends one. */
bool tile_noc_refuses(const struct tile *tile, const struct mmio_target *at, uint32_t value,
                      struct noc_refusal *refusal);

/* The state as bytes, little-endian, for snapshots. [lo, lo + count) must lie within space_bytes(); asserted.
 * tile_store drops whatever was derived from the bytes; where mask is not null only bits set in it are stored. */
void tile_load(const struct tile *tile, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes);
void tile_store(struct tile *tile, enum tt_space space, uint32_t lo, uint32_t count, const uint8_t *bytes,
                const uint8_t *mask);

/* Of an word of the internal state: whether something has set it since the start, whatever it held. */
enum tile_internal_set {
    TILE_INTERNAL_HELD,  /* no: it is what the start makes of it */
    TILE_INTERNAL_SET,   /* yes */
    TILE_INTERNAL_OTHERS /* no, and others than the tile may have set it: the device's registers */
};
enum tile_internal_set tile_internal_is_set(const struct tile *tile, uint32_t word);

/* The same as `count` numbers of space_element_bytes() in the host's order. */
void tile_load_numbers(const struct tile *tile, enum tt_space space, uint32_t lo, uint32_t count, void *numbers);

/* To be called when packer words of TT_SPACE_STATE were just stored from a recording: streams continue at the addresses
 * recorded (an open tile) or take fresh ones (none open). */
void tile_packers_resume(struct tile *tile);

/* When pages of L1 were written last, for those who retain copies: they take the tile's number, and a page that is
 * written from then on is newer. tile_l1_written() must follow a write through tile_state(). */
enum { TILE_L1_PAGE = 4096 };
uint64_t tile_l1_number(struct tile *tile);
bool tile_l1_is_newer(const struct tile *tile, uint32_t page, uint64_t number);
void tile_l1_written(struct tile *tile, uint32_t lo, uint32_t count);

/* The whole state, for copies and comparisons in tests. tile_state_changed() must follow a write through it. */
struct tile_state *tile_state(struct tile *tile);
void tile_state_changed(struct tile *tile);
