/* SPDX-License-Identifier: Apache-2.0 */
/* What the unpackers' datasheet knows of its fast paths. A tile that takes none never comes here. */
#pragma once

#include "tile/unpack/unpacr.h"

/* Fills set->fast, after all that the datasheet needs. table: unpack_bfp_fill()'s. straight.c */
void unpack_fast_resolve(const struct tile *tile, const struct unpack_bfp_entry *table, struct unpack_settings *set);

/* Does UNPACR's work without stopping at each stage. False: nothing was done, and the stages have to do it.
 * unpacr_straight.c */
bool unpack_fast_work(const struct unpacr *job);

/* A whole bank to one cell; false, with nothing changed, where a probe is to hear of each row. clear.c */
bool unpack_fast_clear(struct tile *tile, uint32_t rows[SRC_ROWS][SRC_COLUMNS], uint32_t cell);

/* BFP8, BFP4 and BFP2 to BF16 by a table. bfp_table.c */
void unpack_bfp_fill(struct unpack_bfp_entry table[256]);
void unpack_bfp_by_table(const struct unpack_settings *set, struct unpack_block *block);
