/* SPDX-License-Identifier: Apache-2.0 */
/* A tile with an unpacker set up by register names, for tests. */
#pragma once

#include "isa/registers.h"
#include "isa/spaces.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { IN_ADDR = 0x20000 }; /* the first byte of the input */

/* Sets a field in both states, or in the words of all threads. */
static inline void set_field(struct tile *tile, const char *name, uint32_t value)
{
    const enum reg_id id = reg_find(tile_chip(tile), name);
    ck_assert_msg(id != REG_COUNT, "no register field %s", name);
    const struct reg_field *field = reg_field_get(tile_chip(tile), id);
    const uint32_t mask = (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
    struct tile_state *state = tile_state(tile);
    for (int t = 0; field->space == TT_SPACE_THREAD_CFG && t < THREADS; t++) {
        uint16_t *word = &state->thread_cfg[t][field->word];
        *word = (uint16_t)((*word & ~mask) | value << field->shift);
    }
    for (int s = 0; field->space == TT_SPACE_CFG && s < CFG_STATES; s++)
        state->cfg[s][field->word] = (state->cfg[s][field->word] & ~mask) | (value << field->shift & mask);
    tile_state_changed(tile);
}

/* The field NAME of an unpacker's section: "THCON_SEC1_REG2_Haloize_mode" for 1, "REG2_Haloize_mode". */
static inline void set_section(struct tile *tile, unsigned unpacker, const char *name, uint32_t value)
{
    char whole[96];
    (void)snprintf(whole, sizeof whole, "THCON_SEC%u_%s", unpacker, name);
    set_field(tile, whole, value);
}

static inline void set_context(struct tile *tile, unsigned unpacker, const char *before, unsigned context,
                               const char *after, uint32_t value)
{
    char name[80];
    (void)snprintf(name, sizeof name, "%s%u%s", before, context, after);
    set_section(tile, unpacker, name, value);
}

static inline void set_unp(struct tile *tile, unsigned unpacker, const char *name, uint32_t value)
{
    char whole[96];
    (void)snprintf(whole, sizeof whole, "UNP%u_%s", unpacker, name);
    set_field(tile, whole, value);
}

static inline struct adc_unit *unpack_adc(struct tile *tile, unsigned unpacker)
{
    struct adc_set *set = &tile_state(tile)->small.adc[0];
    return unpacker ? &set->unp1 : &set->unp0;
}

/* The four words of the tile descriptor. */
static inline uint32_t *descriptor_of(struct tile *tile, unsigned unpacker, unsigned state)
{
    const enum reg_id id =
        reg_find(tile_chip(tile), unpacker ? "THCON_SEC1_REG0_TileDescriptor" : "THCON_SEC0_REG0_TileDescriptor");
    return &tile_state(tile)->cfg[state][reg_field_get(tile_chip(tile), id)->word];
}

static inline void set_descriptor(struct tile *tile, unsigned unpacker, uint32_t word, uint32_t value)
{
    for (unsigned state = 0; state < CFG_STATES; state++)
        descriptor_of(tile, unpacker, state)[word] = value;
    tile_state_changed(tile);
}

/* BF16 at IN_ADDR, uncompressed, 256 datums of one row, several contexts, to row 0 of the source register. */
static inline void unpack_tile_set(struct tile *tile)
{
    for (unsigned u = 0; u < 2; u++) {
        set_descriptor(tile, u, 0, 5 | 1u << 4 | 256u << 16);
        set_descriptor(tile, u, 1, 1 | 1u << 16);
        set_section(tile, u, "REG2_Out_data_format", 5);
        set_section(tile, u, "REG2_Disable_zero_compress_cntx0", 1);
        set_section(tile, u, "REG3_Base_address", IN_ADDR / 16 - 1);
        set_section(tile, u, "REG5_Tile_x_dim_cntx0", 256);
        unpack_adc(tile, u)->ch[1].x = 255;
    }
    set_section(tile, 0, "REG5_Dest_cntx0_address", 64); /* four rows that lie before SrcA and Dst */
    set_field(tile, "SRCA_SET_SetOvrdWithAddr", 1);
}

static inline struct tile *unpack_tile_new(enum tt_chip chip)
{
    struct tile *tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    unpack_tile_set(tile);
    return tile;
}

static inline void set_formats(struct tile *tile, unsigned unpacker, uint32_t in, uint32_t out)
{
    const uint32_t word = descriptor_of(tile, unpacker, 0)[0];
    set_descriptor(tile, unpacker, 0, (word & ~UINT32_C(15)) | in);
    set_section(tile, unpacker, "REG2_Out_data_format", out);
}

/* UNPACR of several contexts, as recordings have it. */
static inline uint32_t unpacr(struct tile *tile, unsigned unpacker)
{
    return WORD(tile_chip(tile), "UNPACR", {"last", 1}, {"ovrd_thread_id", 1}, {"unpack_block_selection", unpacker});
}

/* xorshift32, so that a failure can be had again. */
static inline uint32_t next_random(uint32_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return *random;
}

static inline uint32_t below(uint32_t *random, uint32_t end)
{
    return next_random(random) % end;
}
