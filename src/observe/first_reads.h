/* SPDX-License-Identifier: Apache-2.0 */
/* The reads of a run of the tile's state that nothing in it wrote before, and the word or store that read it first:
 * configuration and scalar registers by the bit, all else by the byte. The small state by what schemas/isa says that a
 * word reads, since the tile reports few reads of it. docs/how-to/residue.md */
#pragma once

#include "tile/probe.h"

struct first_reader {
    uint64_t seq; /* as the probe is given it */
    uint32_t word;
    enum tt_unit unit;
    uint8_t thread;
    bool has_word; /* false: a core, by a load or a store */
};

struct first_reads;

struct first_reads *first_reads_new(enum tt_chip chip); /* null without memory */
void first_reads_free(struct first_reads *reads);       /* null is allowed */

const struct probe *first_reads_probe(struct first_reads *reads);

/* Events before this one are not looked at. */
void first_reads_begin_at(struct first_reads *reads, uint64_t seq);

/* The first reader of a byte before anything wrote it; in spaces followed by the bit: of those of its bits that are in
 * `bits`; null: none. */
const struct first_reader *first_reads_of(const struct first_reads *reads, enum tt_space space, uint32_t at,
                                          uint8_t bits);
/* Which bits of the byte were read in this way; in a space not followed by the bit all or none. */
uint8_t first_reads_bits(const struct first_reads *reads, enum tt_space space, uint32_t at);
/* The first word that reads what stands outside of all spaces (WHAT_MACROS), or of any of these units (bit a unit);
 * null: none. */
const struct first_reader *first_reads_of_outside(const struct first_reads *reads, unsigned what);
const struct first_reader *first_reads_of_units(const struct first_reads *reads, uint32_t units);
/* Whether anything of the byte was written, before or after; by a word, not by a core's store. */
bool first_reads_has_written(const struct first_reads *reads, enum tt_space space, uint32_t at);
bool first_reads_has_computed(const struct first_reads *reads, enum tt_space space, uint32_t at);

/* The newest first reader; null: none yet. Borrowed until the next. */
const struct first_reader *first_reads_newest(const struct first_reads *reads);

/* Something was lost for want of memory. */
bool first_reads_has_failed(const struct first_reads *reads);
