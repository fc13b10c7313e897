/* SPDX-License-Identifier: Apache-2.0 */
/* Stages of the units that work on words, not on datums: sync, configuration, scalar, address counters, mover. Each
 * value is 32 bits (FORMAT_WORD). docs/formats/stages.md */
#pragma once

#include "tile/probe.h"

struct tile;

enum { STAGE_OLD, STAGE_MASK, STAGE_NEW };            /* configuration */
enum { STAGE_BEFORE, STAGE_AFTER, STAGE_WAITED_FOR }; /* sync; of counters the third is the carry copy */
enum { STAGE_CARRY = STAGE_WAITED_FOR };
enum { STAGE_OPERANDS, STAGE_WORD_RESULT };                       /* scalar */
enum { STAGE_MOVER_READ, STAGE_MOVER_FORMAT, STAGE_MOVER_WRITE }; /* mover */

/* The tables of unit_stages() for these units; null for others. */
const struct stage_info *word_stages(enum tt_unit unit, unsigned *count);

/* For a probe that wants PROBE_WORDS: the next values of a stage; bytes: of little-endian words. */
void tile_report_words(const struct tile *tile, enum tt_unit unit, unsigned stage, const uint32_t *values,
                       uint32_t count);
void tile_report_bytes(const struct tile *tile, enum tt_unit unit, unsigned stage, const uint8_t *bytes,
                       uint32_t count);
