/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration unit (F25 to F33). Only files under tile/ include this. */
#pragma once

#include "tile/tile_internal.h"

/* Which words these are on a chip. */
struct cfg_effects config_effects_of(enum tt_chip chip);

/* The effects of writing one of them (F31). is_whole: all 32 bits were written, not one byte by RMWCIB. */
void config_word_written(struct tile *tile, enum tt_unit unit, unsigned state, uint32_t word, bool is_whole);
void config_thread_contexts_written(struct tile *tile, unsigned thread);

/* The stream that a thread calls by one of four selections; what STREAMWAIT holds its phase or messages against. */
unsigned config_stream(const struct tile *tile, unsigned thread, unsigned select);
uint32_t config_stream_target(const struct tile *tile, unsigned thread, bool is_messages, uint32_t low);

/* How many contexts an unpacker's counter runs through. U-2.3, U-7.1 */
uint32_t config_context_count(const struct tile *tile, enum tt_unit unit, unsigned thread, unsigned unpacker);

/* Seeds the vector unit's random numbers (V7, V8). */
void config_seed_prng(uint32_t prng[LANES], uint32_t seed);
