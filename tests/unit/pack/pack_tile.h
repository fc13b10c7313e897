/* SPDX-License-Identifier: Apache-2.0 */
/* A tile with a packer set up by register names, for tests. */
#pragma once

#include "isa/registers.h"
#include "isa/spaces.h"
#include "numeric/cells.h"
#include "numeric/format.h"
#include "tile/pack/pack.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include <check.h>
#include <stdlib.h>

enum { OUT_ADDR = 0x20000 };

/* Sets a field in both states. */
static inline void set_field(struct tile *tile, const char *name, uint32_t value)
{
    const enum reg_id id = reg_find(tile_chip(tile), name);
    ck_assert_msg(id != REG_COUNT, "no register field %s", name);
    const struct reg_field *field = reg_field_get(tile_chip(tile), id);
    const uint32_t mask = (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
    struct tile_state *state = tile_state(tile);
    if (field->space == TT_SPACE_THREAD_CFG) {
        uint16_t *word = &state->thread_cfg[0][field->word];
        *word = (uint16_t)((*word & ~mask) | value << field->shift);
    } else {
        for (int s = 0; s < CFG_STATES; s++)
            state->cfg[s][field->word] = (state->cfg[s][field->word] & ~mask) | (value << field->shift & mask);
    }
    tile_state_changed(tile);
}

static inline void set_formats(struct tile *tile, uint32_t in, uint32_t out)
{
    set_field(tile, "ALU_FORMAT_SPEC_REG2_Dstacc", in);
    set_field(tile, "THCON_SEC0_REG1_In_data_format", in);
    set_field(tile, "THCON_SEC0_REG1_Out_data_format", out);
}

/* BF16 to BF16, rows of 16 from Dst row 0 on, output at OUT_ADDR, no compression, no masks. */
static inline void pack_tile_set(struct tile *tile)
{
    set_formats(tile, FORMAT_BF16, FORMAT_BF16);
    set_field(tile, "THCON_SEC0_REG1_Disable_zero_compress", 1);
    set_field(tile, "THCON_SEC0_REG1_L1_Dest_addr", OUT_ADDR / 16 - 1);
    set_field(tile, "PCK0_ADDR_CTRL_XY_REG_0_Ystride", 32);
    set_field(tile, "PCK0_ADDR_CTRL_ZW_REG_0_Zstride", 512);
    set_field(tile, "PACK_COUNTERS_SEC0_pack_reads_per_xy_plane", 16);
    set_field(tile, "PCK_EDGE_OFFSET_SEC0_mask", 0xFFFF);
    tile_state(tile)->small.adc[0].pack.ch[1].x = 15;
}

static inline struct tile *pack_tile_new(enum tt_chip chip)
{
    struct tile *tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    pack_tile_set(tile);
    return tile;
}

static inline struct adc_unit *pack_adc(struct tile *tile)
{
    return &tile_state(tile)->small.adc[0].pack;
}

static inline void put_bf16(struct tile *tile, unsigned row, unsigned column, uint32_t bits)
{
    tile_state(tile)->dst[row][column] = (uint16_t)dst16_from_bf16(bits);
}

static inline uint32_t l1_u16(struct tile *tile, uint32_t addr)
{
    const uint8_t *l1 = tile_state(tile)->l1;
    return l1[addr] | (uint32_t)l1[addr + 1] << 8;
}

static inline uint32_t l1_u32(struct tile *tile, uint32_t addr)
{
    return l1_u16(tile, addr) | l1_u16(tile, addr + 2) << 16;
}

/* xorshift32, so that a failure can be had again. */
static inline uint32_t next_random(uint32_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return *random;
}

/* PACR with interface 0 alone (Blackhole), packer 0 alone (Wormhole). */
static inline uint32_t pacr_row(struct tile *tile, uint32_t last)
{
    return tile_chip(tile) == TT_BLACKHOLE ? WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 1}, {"last", last})
                                           : WORD(TT_WORMHOLE_B0, "PACR", {"packer_mask", 1}, {"last", last});
}
