/* SPDX-License-Identifier: Apache-2.0 */
/* UNPACR in random settings against the reference that was written from the page: every format, target and mode, also
 * those that no recording shows. */
#include "base/little.h"
#include "unit/unpack/unpack_bed.h"

#include "numeric/dst_rows.h"
#include "reference/unpack_reference.h"
#include "unit/suite.h"

enum { CASES = 5000, NEAR_L1 = 0x8000 };

struct bench {
    struct tile *tile;
    uint32_t random;
    uint32_t src[SRC_ROWS][SRC_COLUMNS];
    uint16_t dst[DST_ROWS][DST_COLUMNS];
    uint8_t valid[DST_ROWS];
    struct ref_write writes[REF_WRITES_MAX];
};

static bool chance(struct bench *b, uint32_t of)
{
    return below(&b->random, of) == 0;
}

static const uint8_t codes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15};

static void choose_formats(struct bench *b, struct ref_unpack *u)
{
    static const uint8_t fp32_outs[] = {4, 5, 1};
    u->in = codes[below(&b->random, sizeof codes)];
    u->is_dst = u->unpacker == 0 && chance(b, 3);
    if (!u->is_dst && u->in == 8)
        u->in = 0;
    u->out = u->in;
    if (u->in == 0)
        u->out = fp32_outs[below(&b->random, 3)];
    u->has_e4m3 = u->has_wide_rows && chance(b, 2);
    u->is_unsigned = chance(b, 2);
    u->forces_exponent = chance(b, 4);
    u->forced_exponent = below(&b->random, 256);
    u->has_no_exponents = chance(b, 4);
}

/* Row starts of compressed input are random too, so keep what they say near. */
static void choose_shape(struct bench *b, struct ref_unpack *u)
{
    u->is_compressed = chance(b, 4);
    u->base_x16 = 0x100 + below(&b->random, 64);
    u->offset_x16 = below(&b->random, 16);
    u->digest = chance(b, 4) ? below(&b->random, 4) : 0;
    u->x_dim = 16 * (1 + below(&b->random, 16));
    u->y_dim = 1 + below(&b->random, 8);
    u->z_dim = 1 + below(&b->random, 4);
    u->w_dim = 1 + below(&b->random, 2);
    u->blobs = chance(b, 3) ? 1 + below(&b->random, 7) : 0;
    u->blob_starts = next_random(&b->random);
    u->y0 = below(&b->random, u->y_dim);
    u->z0 = below(&b->random, u->z_dim);
    u->w0 = below(&b->random, u->w_dim);
    u->x0 = chance(b, 2) ? 0 : below(&b->random, u->x_dim);
    u->x1 = chance(b, 2) ? u->x_dim - 1 : u->x0 + below(&b->random, u->x_dim - u->x0);
    u->is_row_search = chance(b, 4);
    if (u->is_row_search && u->is_compressed) /* the row start that ends it stands behind the one that begins it */
        u->x0 = u->y0 + below(&b->random, 4);
    u->is_zero = chance(b, 16);
}

static void choose_modes(struct bench *b, struct ref_unpack *u)
{
    u->context = u->unpacker ? below(&b->random, 2) : below(&b->random, 8);
    u->upsample_rate = chance(b, 4) ? below(&b->random, 4) : 0;
    u->interleaves = chance(b, 2);
    u->is_tilized = !u->is_compressed && chance(b, 4);
    for (unsigned i = 0; i < 4; i++)
        u->shift[i] = (u->is_tilized || chance(b, 3)) ? below(&b->random, 16) : 0;
    if (u->is_tilized)
        u->shift[2] = 0; /* rows not too far away */
    u->is_transposed = u->unpacker == 0 && !u->is_dst && chance(b, 3);
    if (!u->is_compressed && chance(b, 4)) {
        u->limit_x16 = 0x120 + below(&b->random, 64);
        u->fifo_x16 = below(&b->random, 64);
    }
    u->has_override = !u->is_dst && chance(b, 2);
    u->row_counter = u->unpacker || !u->has_override ? 16 * below(&b->random, 3) : 0;
    u->place = 64 + below(&b->random, u->is_dst ? 16 * 1024 : 512);
    if (u->unpacker == 0 && !u->is_dst && chance(b, 3))
        u->place = below(&b->random, 64);
}

/* What a failing case was, for whoever looks into it. */
static const char *story(const struct ref_unpack *u, char *text, size_t size)
{
    (void)snprintf(
        text, size,
        "unpacker %u context %u in %u out %u compressed %d forced %d without exponents %d x %u y %u z %u w %u "
        "dims %u %u %u %u last %u search %d blobs %u zero %d ring %u tilize %d transpose %d shift %u rate %u "
        "interleave %d dst %d override %d place %u row %u",
        u->unpacker, u->context, u->in, u->out, u->is_compressed, u->forces_exponent, u->has_no_exponents, u->x0, u->y0,
        u->z0, u->w0, u->x_dim, u->y_dim, u->z_dim, u->w_dim, u->x1, u->is_row_search, u->blobs, u->is_zero,
        u->fifo_x16, u->is_tilized, u->is_transposed, u->shift[u->context & 3], u->upsample_rate, u->interleaves,
        u->is_dst, u->has_override, u->place, u->row_counter);
    return text;
}

/* The numbers into registers. */
static void apply(struct bench *b, const struct ref_unpack *u)
{
    struct tile *tile = b->tile;
    const unsigned n = u->unpacker, c = u->context;
    const uint32_t blobs = n ? u->blob_starts : next_random(&b->random);
    set_descriptor(tile, n, 0, u->in | (uint32_t)u->has_no_exponents << 5 | u->blobs << 8 | (n ? u->x_dim : 7) << 16);
    set_descriptor(tile, n, 1, u->y_dim | u->z_dim << 16);
    set_descriptor(tile, n, 2, u->w_dim | blobs << 16);
    set_descriptor(tile, n, 3, blobs >> 16 | u->digest << 24);
    set_field(tile, "UNP0_BLOBS_Y_START_CNTX_01_blobs_y_start", c & 2 ? 0 : u->blob_starts);
    set_field(tile, "UNP0_BLOBS_Y_START_CNTX_23_blobs_y_start", c & 2 ? u->blob_starts : 0);
    set_context(tile, n, "REG5_Tile_x_dim_cntx", c & 3, "", u->x_dim);
    set_context(tile, n, "REG2_Disable_zero_compress_cntx", c, "", !u->is_compressed);
    set_context(tile, n, "REG2_Unpack_if_sel_cntx", c, "", u->is_dst);
    if (c)
        set_context(tile, n, c < 4 ? "REG3_Base_cntx" : "REG4_Base_cntx", c, "_address", u->base_x16);
    else
        set_section(tile, n, "REG3_Base_address", u->base_x16);
    if (c & 3)
        set_context(tile, n, "REG7_Offset_cntx", c & 3, "_address", u->offset_x16);
    else
        set_section(tile, n, "REG7_Offset_address", u->offset_x16);
    set_section(tile, n, "REG2_Out_data_format", u->out);
    set_section(tile, n, "REG2_Haloize_mode", n ? next_random(&b->random) & 1 : u->is_transposed);
    set_section(tile, n, "REG2_Tileize_mode", u->is_tilized);
    set_section(tile, n, "REG2_Upsample_rate", u->upsample_rate);
    set_section(tile, n, "REG2_Upsample_and_interleave", u->interleaves);
    set_section(tile, n, "REG2_Force_shared_exp", u->forces_exponent);
    set_section(tile, n, "REG2_Unpack_limit_address", u->limit_x16);
    set_section(tile, n, "REG2_Unpack_fifo_size", u->fifo_x16);
    for (unsigned i = 0; i < 4; i++)
        set_context(tile, n, "REG2_Shift_amount_cntx", i, "", u->shift[i]);
    set_unp(tile, n, "FORCED_SHARED_EXP_shared_exp", u->forced_exponent);
    set_field(tile, n ? "ALU_FORMAT_SPEC_REG0_SrcBUnsigned" : "ALU_FORMAT_SPEC_REG0_SrcAUnsigned", u->is_unsigned);
    if (tile_chip(tile) == TT_BLACKHOLE)
        set_section(tile, n, "REG1_Unp_LF8_4b_exp", u->has_e4m3);
    set_field(tile, "SRCA_SET_SetOvrdWithAddr", u->has_override);
}

/* The output place of unpacker 1 comes by the counters: a stride of one datum. */
static void apply_counters(struct bench *b, const struct ref_unpack *u)
{
    static const uint8_t bytes[4] = {4, 2, 1, 1};
    struct adc_unit *adc = unpack_adc(b->tile, u->unpacker);
    memset(adc, 0, sizeof *adc);
    adc->ch[0].x = u->x0;
    adc->ch[0].y = u->y0;
    adc->ch[0].z = u->z0;
    adc->ch[0].w = u->w0;
    adc->ch[1].x = u->x1;
    if (u->unpacker == 0) {
        set_context(b->tile, 0, "REG5_Dest_cntx", u->context & 3, "_address", u->place);
    } else {
        set_unp(b->tile, 1, "ADDR_CTRL_XY_REG_1_Ystride", bytes[u->out & 3]);
        adc->ch[1].y = u->place;
    }
    tile_state(b->tile)->small.unp_row[u->unpacker][0] = u->row_counter;
}

static void fill_l1(struct bench *b, const struct ref_unpack *u)
{
    uint8_t *l1 = tile_state(b->tile)->l1;
    for (uint32_t i = 0; i < NEAR_L1; i++)
        l1[i] = (uint8_t)next_random(&b->random);
    const uint32_t start = 16 * (u->base_x16 + u->offset_x16 + 1 + u->digest);
    uint32_t at = 0;
    for (uint32_t i = 0; u->is_compressed && i < 256; i++) {
        store_u16(&l1[start + 2 * i], (uint16_t)at);
        at += below(&b->random, 24);
    }
}

static void expect(struct bench *b, const struct ref_unpack *u, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct ref_write *w = &b->writes[i];
        if (!u->is_dst) {
            b->src[w->row][w->column] = w->cell;
        } else if (ref_unpack_is_wide(u)) {
            const uint32_t row = dst_adj32(w->row, false, false);
            b->dst[row][w->column] = (uint16_t)(w->cell >> 16);
            b->dst[row + 8][w->column] = (uint16_t)w->cell;
            b->valid[row] = 1;
        } else {
            b->dst[w->row][w->column] = (uint16_t)w->cell;
            b->valid[w->row] = 1;
        }
    }
}

static void one_case(struct bench *b, enum tt_chip chip, bool is_heard)
{
    struct ref_unpack u = {.has_wide_rows = chip == TT_BLACKHOLE, .fp8_fills_up = chip == TT_BLACKHOLE};
    struct tile_state *state = tile_state(b->tile);
    tile_reset(b->tile);
    memset(state->dst_valid, 0, sizeof state->dst_valid);
    memset(b->src, 0, sizeof b->src);
    memset(b->dst, 0, sizeof b->dst);
    memset(b->valid, 0, sizeof b->valid);
    u.unpacker = next_random(&b->random) & 1;
    u.l1 = state->l1;
    u.l1_bytes = NEAR_L1 * 4;
    choose_formats(b, &u);
    choose_shape(b, &u);
    choose_modes(b, &u);
    apply(b, &u);
    apply_counters(b, &u);
    fill_l1(b, &u);
    struct listener listener;
    if (is_heard)
        listener_attach(&listener, b->tile);
    expect(b, &u, ref_unpack(&u, b->writes));
    run_word(b->tile,
             WORD(chip, "UNPACR", {"last", 1}, {"ovrd_thread_id", 1}, {"cfg_context_id", u.context},
                  {"row_search", u.is_row_search}, {"zero_write2", u.is_zero}, {"unpack_block_selection", u.unpacker}));
    tile_set_probe(b->tile, NULL);
    const void *src = u.unpacker ? state->srcb[0] : state->srca[0];
    char text[512];
    ck_assert_msg(!memcmp(src, b->src, sizeof b->src), "source register: %s", story(&u, text, sizeof text));
    ck_assert_msg(!memcmp(state->dst, b->dst, sizeof b->dst), "Dst: %s", story(&u, text, sizeof text));
    ck_assert_msg(!memcmp(state->dst_valid, b->valid, sizeof b->valid), "rows: %s", story(&u, text, sizeof text));
}

static void many_cases(enum tt_chip chip, bool is_heard)
{
    struct bench *b = calloc(1, sizeof *b);
    ck_assert_ptr_nonnull(b);
    b->tile = tile_new(chip);
    b->random = 0x12345 + (uint32_t)chip;
    for (unsigned i = 0; i < CASES; i++)
        one_case(b, chip, is_heard);
    tile_free(b->tile);
    free(b);
}

START_TEST(reference__blackhole_writes_the_same_cells)
{
    many_cases(TT_BLACKHOLE, false);
}
END_TEST

START_TEST(reference__wormhole_writes_the_same_cells)
{
    many_cases(TT_WORMHOLE_B0, false);
}
END_TEST

START_TEST(reference__nothing_changes_when_a_probe_listens)
{
    many_cases(TT_BLACKHOLE, true);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("unpack_reference");
    TCase *tests = tcase_create("unpack_reference");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, reference__blackhole_writes_the_same_cells);
    tcase_add_test(tests, reference__wormhole_writes_the_same_cells);
    tcase_add_test(tests, reference__nothing_changes_when_a_probe_listens);
    suite_add_tcase(suite, tests);
    return suite;
}
