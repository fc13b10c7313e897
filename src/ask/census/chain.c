/* SPDX-License-Identifier: Apache-2.0 */
/* The words around an instruction of the matrix unit in a kernel: the unpackers bring its operands from L1, in the
 * formats that these have there, and a packer takes its results to L1, in the format that they get there. */
#include "ask/census/census_internal.h"

#include "base/little.h"
#include "isa/chip.h"
#include "isa/registers.h"

#include "insn_ids.h"

enum { UNPACKERS = 2, LINE = 16, INPUTS = 0x10000, INPUT_BYTES = 0x1000, OUTPUT = 0x20000 };
enum { UNCOMPRESSED = 1 << 4, ONE_OF_Y_AND_Z = 1 << 16 | 1, X_SHIFT = 16 };
enum { DROPPED_ROWS = 4 /* unpacker 0 counts them, and writes behind them alone */ };

struct setting {
    enum reg_id id;
    uint32_t value;
};

static void set_each(struct tile *tile, const struct setting *settings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        census_set_field(tile, settings[i].id, settings[i].value);
    tile_state_changed(tile);
}

static void chain_execute(struct tile *tile, uint32_t word)
{
    const enum tile_step step = tile_run(tile, 0, isa_find(tile_chip(tile), word), word, 0);
    assert(step == TILE_DONE);
    (void)step;
}

static uint32_t with_field(const struct tile *tile, uint32_t word, const char *name, uint32_t value)
{
    const bool is_there = isa_put_field(isa_find(tile_chip(tile), word), name, value, &word);
    assert(is_there);
    (void)is_there;
    return word;
}

/* The counters of a unit (F37): from the first datum to the last. */
static void set_span(struct tile *tile, uint32_t units, uint32_t datums)
{
    const uint32_t word = with_field(tile, isa_word(tile_chip(tile), INSN_SETADCXX), "cnt_set_mask", units);
    chain_execute(tile, with_field(tile, word, "x_end2", datums - 1));
}

static uint32_t bytes_in_l1(const struct exact_format *format)
{
    return exact_bits(format) > 16 ? 4 : 2;
}

/* ---- unpackers ---- */

/* Datums stand one behind the other, uncompressed, as one row; the whole bank is written. */
static void begin_unpackers(const struct census_options *options, struct tile *tile)
{
    const uint32_t descriptor = CENSUS_BATCH << X_SHIFT | UNCOMPRESSED | options->unpacks->code;
    const struct setting settings[] = {
        {REG_THCON_SEC0_REG0_TileDescriptor, descriptor},
        {REG_THCON_SEC1_REG0_TileDescriptor, descriptor},
        {REG_THCON_SEC0_REG0_TileDescriptor_63_32, ONE_OF_Y_AND_Z},
        {REG_THCON_SEC1_REG0_TileDescriptor_63_32, ONE_OF_Y_AND_Z},
        {REG_THCON_SEC0_REG2_Disable_zero_compress_cntx0, 1},
        {REG_THCON_SEC1_REG2_Disable_zero_compress_cntx0, 1},
        {REG_THCON_SEC0_REG3_Base_address, INPUTS / LINE - 1},
        {REG_THCON_SEC1_REG3_Base_address, (INPUTS + INPUT_BYTES) / LINE - 1},
        {REG_THCON_SEC0_REG5_Tile_x_dim_cntx0, CENSUS_BATCH},
        {REG_SRCA_SET_SetOvrdWithAddr, 1}, /* rows beyond 15 */
        {REG_THCON_SEC0_REG5_Dest_cntx0_address, DROPPED_ROWS * COLUMNS},
        {REG_THCON_SEC0_REG2_Out_data_format, options->format->code},
        {REG_THCON_SEC1_REG2_Out_data_format, options->format->code},
    };
    set_each(tile, settings, sizeof settings / sizeof *settings);
    set_span(tile, 1 | 1 << 1, CENSUS_BATCH);
}

/* Unpacks rows of an operand. The banks and their owners are set back first, so that each data tile goes to the first
 * bank. */
void chain_unpack(const struct census_options *options, struct tile *tile, unsigned which, const uint32_t *operands,
                  unsigned count)
{
    struct small_state *small = &tile_state(tile)->small;
    const uint32_t bytes_each = bytes_in_l1(options->unpacks);
    uint8_t bytes[INPUT_BYTES] = {0};
    for (unsigned i = 0; i < count; i++) {
        if (bytes_each == 4)
            store_u32(bytes + 4 * (size_t)i, exact_as_fp32(options->unpacks, operands[i]));
        else
            store_u16(bytes + 2 * (size_t)i, (uint16_t)operands[i]);
    }
    tile_store(tile, TT_SPACE_L1, INPUTS + which * INPUT_BYTES, bytes_each * CENSUS_BATCH, bytes, NULL);
    memset(&small->src_bank, 0, sizeof small->src_bank);
    (which ? small->src_valid.b : small->src_valid.a)[0] = 0;
    uint32_t word = with_field(tile, isa_word(options->chip, INSN_UNPACR), "unpack_block_selection", which);
    word = with_field(tile, word, "ovrd_thread_id", 1); /* of context 0 */
    chain_execute(tile, with_field(tile, with_field(tile, word, "set_dat_valid", 1), "last", 1));
}

/* ---- packer ---- */

/* As kernels have it: 32 bits of Dst become BF16 as they are read (the recordings `..._f16b_f16b_acc_...`). */
static const struct exact_format *packer_in_format(const struct census_options *options)
{
    const struct exact_format *dst = census_dst_format(options);
    return dst == &exact_fp32 && options->packs == &exact_bf16 ? options->packs : dst;
}

static void begin_packer(const struct census_options *options, struct tile *tile)
{
    const struct exact_format *in = packer_in_format(options);
    const uint32_t row_bytes = bytes_in_l1(in) * COLUMNS;
    const bool is_wide = options->dst_bits == 32;
    const struct setting settings[] = {
        {REG_THCON_SEC0_REG1_Disable_zero_compress, 1},
        {REG_THCON_SEC0_REG1_L1_Dest_addr, OUTPUT / LINE - 1},
        {REG_THCON_SEC0_REG1_In_data_format, in->code},
        {REG_THCON_SEC0_REG1_Out_data_format, options->packs->code},
        {REG_PCK_DEST_RD_CTRL_Read_32b_data, is_wide},
        {REG_ALU_FORMAT_SPEC_REG2_Dstacc, in->code},
        {REG_ALU_ACC_CTRL_Fp32_enabled, is_wide},
        {REG_PCK0_ADDR_CTRL_XY_REG_0_Ystride, row_bytes},
        {REG_PCK0_ADDR_CTRL_ZW_REG_0_Zstride, row_bytes * COLUMNS},
        {REG_PACK_COUNTERS_SEC0_pack_reads_per_xy_plane, COLUMNS},
        {REG_PCK_EDGE_OFFSET_SEC0_mask, 0xFFFF},
        {REG_ADDR_MOD_PACK_SEC0_YsrcIncr, 1},
    };
    set_each(tile, settings, sizeof settings / sizeof *settings);
    set_span(tile, 1 << 2, COLUMNS);
}

void chain_pack(const struct census_options *options, struct tile *tile, uint32_t *results, unsigned count)
{
    struct adc_unit *counters = &tile_state(tile)->small.adc[0].pack;
    const uint32_t bytes_each = bytes_in_l1(options->packs);
    const uint32_t pacr = isa_word(options->chip, INSN_PACR);
    const char *which = chip_get(options->chip)->packer_has_read_interfaces ? "read_intf_sel" : "packer_mask";
    const uint32_t word = with_field(tile, pacr, which, 1);
    uint8_t bytes[INPUT_BYTES];
    counters->ch[0].y = 0;
    for (unsigned left = count; left > COLUMNS; left -= COLUMNS)
        chain_execute(tile, word);
    chain_execute(tile, with_field(tile, word, "last", 1));
    tile_load(tile, TT_SPACE_L1, OUTPUT, bytes_each * count, bytes);
    for (unsigned i = 0; i < count; i++)
        results[i] = bytes_each == 4 ? load_u32(bytes + 4 * (size_t)i) >> (32 - exact_bits(options->packs))
                                     : load_u16(bytes + 2 * (size_t)i);
}

void chain_begin(const struct census_options *options, struct tile *tile)
{
    if (options->unpacks)
        begin_unpackers(options, tile);
    if (options->packs)
        begin_packer(options, tile);
}
