/* SPDX-License-Identifier: Apache-2.0 */
/* The unpackers against the second reference, over what no recording shows: seeded configurations of each feature on
 * each chip. Register places are those of U-2, not of the tables the tile is built from. */
#include "isa/spaces.h"
#include "tile/tile.h"

#include "reference/unpack_page.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>

enum { CASES = 2500, TRIES = 400, WINDOW = 0x20000, WINDOW_BYTES = 0x10000 };

enum feature {
    CONTEXTS = 1,
    COMPRESSED = 2,
    UPSAMPLED = 4,
    SHIFTED = 8,
    SEARCHED = 16,
    FORCED = 32,
    RING = 64,
    TRANSPOSED = 128,
    TILIZED = 256,
    TO_DST = 512,
    SUB_BYTES = 1024,
    EVERYTHING = 2048
};

struct page_case {
    enum tt_chip chip;
    uint32_t random;
    unsigned features, context;
    struct page_word word;
    struct page_config config;
    uint32_t opcode_word, tile_start, rows;
    unsigned bank;
};

static uint32_t draw(struct page_case *c, uint32_t end)
{
    c->random ^= c->random << 13;
    c->random ^= c->random >> 17;
    c->random ^= c->random << 5;
    return c->random % end;
}

static bool one_in(struct page_case *c, uint32_t n)
{
    return draw(c, n) == 0;
}

static bool has(const struct page_case *c, enum feature feature)
{
    return (c->features & feature) != 0;
}

static void draw_word(struct page_case *c)
{
    struct page_word *word = &c->word;
    bool only_first = has(c, SHIFTED) || has(c, TRANSPOSED) || has(c, TILIZED) || has(c, TO_DST);
    word->unpacker = only_first ? 0 : draw(c, 2);
    word->thread = draw(c, 3);
    word->adc_id = draw(c, 3);
    word->multi = !one_in(c, 3);
    word->auto_context = has(c, CONTEXTS) && one_in(c, 2);
    word->context_id = draw(c, 8);
    word->row_search = has(c, SEARCHED);
    word->zeros = one_in(c, 30);
    word->flip = one_in(c, 2);
    word->z0_inc = draw(c, 4);
    word->y0_inc = draw(c, 4);
    word->z1_inc = draw(c, 4);
    word->y1_inc = draw(c, 4);
}

static void draw_formats(struct page_case *c)
{
    static const unsigned src[][2] = {{0, 4},   {0, 5}, {0, 1}, {5, 5},   {1, 1}, {6, 6},   {7, 7},
                                      {15, 15}, {2, 2}, {3, 3}, {11, 11}, {9, 9}, {10, 10}, {14, 14}};
    static const unsigned dst[][2] = {{0, 0}, {4, 4}, {8, 8}};
    static const unsigned shared[] = {6, 7, 15, 2, 3, 11};
    struct page_config *config = &c->config;
    unsigned pick = draw(c, has(c, TO_DST) ? 17 : 14);
    unsigned in = pick < 14 ? src[pick][0] : dst[pick - 14][0], out = pick < 14 ? src[pick][1] : dst[pick - 14][1];
    if (has(c, SUB_BYTES))
        in = out = shared[draw(c, 6)];
    config->ovrd_format = has(c, CONTEXTS) && one_in(c, 2);
    for (unsigned i = 0; i < 8; i++) {
        config->in_formats[i] = draw(c, 16);
        config->out_formats[i] = draw(c, 16);
    }
    config->in_format = in;
    config->out_format = out;
    if (config->ovrd_format && c->word.multi) {
        config->in_formats[c->context] = in;
        config->out_formats[c->context] = out;
        config->in_format = draw(c, 16);
        config->out_format = draw(c, 16);
    }
    config->e4m3 = c->chip == TT_BLACKHOLE && one_in(c, 2);
    config->unsigned_bytes = one_in(c, 2);
    config->no_exponents = one_in(c, 4);
    config->force_exponent = has(c, FORCED) || one_in(c, 8);
    config->forced_exponent = one_in(c, 2) ? draw(c, 256) : 7 + draw(c, 25);
}

/* The context that the word and the counter choose together; the offset is set so that it is a legal one. */
static void draw_context(struct page_case *c, struct page_state *state)
{
    struct page_config *config = &c->config;
    unsigned wanted = draw(c, c->word.unpacker == 1 ? 2 : has(c, CONTEXTS) ? 8 : 4);
    state->context_counter = draw(c, 8);
    unsigned from = c->word.auto_context ? state->context_counter : c->word.context_id;
    config->context_offset = ((wanted - from) & 7) + 8 * draw(c, 2);
    c->context = c->word.multi ? wanted : 0;
    config->context_count = draw(c, 4);
    config->non_log2 = 1 + draw(c, 7);
    config->non_log2_enabled = c->chip == TT_BLACKHOLE && one_in(c, 3);
}

static void draw_input(struct page_case *c)
{
    struct page_config *config = &c->config;
    config->xdim = one_in(c, 2) ? 16 * (1 + draw(c, 16)) : 1 + draw(c, 300);
    config->ydim = 1 + draw(c, 6);
    config->zdim = draw(c, 4);
    config->wdim = draw(c, 3);
    config->digest = draw(c, 4);
    config->blobs = one_in(c, 2) ? draw(c, 8) : 0;
    config->uncompressed = !has(c, COMPRESSED);
    config->blobs_start = draw(c, UINT32_MAX);
    for (unsigned i = 0; i < 2; i++)
        config->blobs_start_pair[i] = one_in(c, 2) ? 0x76543210 : draw(c, UINT32_MAX);
    for (unsigned i = 0; i < 8; i++) {
        config->plain[i] = !has(c, COMPRESSED);
        config->to_dst[i] = has(c, TO_DST);
        config->base[i] = WINDOW / 16 + draw(c, 512);
    }
    for (unsigned i = 0; i < 4; i++) {
        config->tile_x[i] = one_in(c, 2) ? 16 * (1 + draw(c, 16)) : 1 + draw(c, 300);
        config->offset[i] = draw(c, 256);
        config->dest[i] = 64 + 16 * draw(c, has(c, TO_DST) ? 1010 : 8) + (one_in(c, 4) ? draw(c, 16) : 0);
        config->shift[i] = has(c, SHIFTED) ? draw(c, 16) : 0;
    }
    config->if_sel = has(c, TO_DST);
    config->tilize = has(c, TILIZED);
    if (config->tilize) {
        config->shift[0] = draw(c, 16);
        config->shift[1] = draw(c, 5);
        config->shift[2] = one_in(c, 8) ? 1 : 0;
        config->shift[3] = draw(c, 16);
    }
    config->haloize = has(c, TRANSPOSED) || (c->word.unpacker == 1 && one_in(c, 8));
    config->upsample_rate = has(c, UPSAMPLED) ? 1 + draw(c, 3) : 0;
    config->interleave = one_in(c, 2);
    config->set_upd = one_in(c, 2);
    config->src_base = draw(c, 4);
    c->tile_start = 16 * (config->base[c->context] + config->offset[c->context & 3] + 1 + config->digest);
    config->limit = has(c, RING) ? c->tile_start / 16 + draw(c, one_in(c, 2) ? 8 : 64) : 0;
    config->fifo = has(c, RING) ? 1 + draw(c, 64) : 0;
}

static void draw_output(struct page_case *c, struct page_state *state)
{
    struct page_config *config = &c->config;
    unsigned out = config->ovrd_format && c->word.multi ? config->out_formats[c->context] : config->out_format;
    uint32_t bytes = out == 0 || out == 4 || out == 8 ? 4 : out == 1 || out == 5 || out == 9 ? 2 : 1;
    config->add_dest = one_in(c, 2);
    config->y_stride = bytes * 16 * draw(c, 3);
    config->z_stride = bytes * draw(c, 20);
    config->w_stride = bytes * 4 * draw(c, 8);
    config->base_reg_1 = one_in(c, 2) ? bytes * 16 * draw(c, 6) : bytes * draw(c, 64);
    if (c->word.unpacker == 0 && (!c->word.multi || one_in(c, 4)))
        config->base_reg_1 += bytes * 64;
    config->row_as_is = !has(c, TO_DST) && !one_in(c, 3);
    config->remap = c->chip == TT_BLACKHOLE && one_in(c, 2);
    config->swizzle = c->chip == TT_BLACKHOLE && one_in(c, 2);
    state->src_row = 16 * draw(c, 4);
    for (unsigned i = 0; i < 3; i++) {
        struct page_adc_channel *in = &state->adc[i].channel[0], *to = &state->adc[i].channel[1];
        in->x = one_in(c, 2) ? 0 : draw(c, has(c, SEARCHED) ? 6 : 40);
        in->y = draw(c, 6);
        in->z = draw(c, 4);
        in->w = draw(c, 3);
        uint32_t xdim = c->word.multi && c->word.unpacker == 0 ? config->tile_x[c->context & 3] : config->xdim;
        to->x = one_in(c, 2) ? xdim - 1 : in->x + draw(c, has(c, TO_DST) ? 1100 : 300);
        to->y = draw(c, 4);
        to->z = draw(c, 4);
        to->w = draw(c, 3);
    }
    if (has(c, TRANSPOSED) || has(c, TILIZED))
        for (unsigned i = 0; i < 3; i++)
            state->adc[i].channel[0].x &= ~15u;
}

/* Random bytes, denser in zeros at times; shared exponents of five bits and an RSI array where the tile begins. */
static void fill_l1(struct page_case *c, uint8_t *l1)
{
    const struct page_config *config = &c->config;
    unsigned in = config->ovrd_format && c->word.multi ? config->in_formats[c->context] : config->in_format;
    uint32_t sparse = 1 + draw(c, 3), at = c->tile_start;
    uint32_t z = config->zdim ? config->zdim : 1, w = config->wdim ? config->wdim : 1;
    c->rows = (config->blobs ? config->blobs : config->ydim) * z * w;
    for (uint32_t i = 0; i < 6000; i++) {
        uint32_t byte = draw(c, 256);
        l1[at + i] = (uint8_t)(one_in(c, sparse) ? byte : byte & 0x80);
    }
    if (has(c, COMPRESSED)) {
        uint32_t index = draw(c, 8);
        for (uint32_t i = 0; i <= c->rows; i++, at += 2) {
            l1[at] = (uint8_t)index;
            l1[at + 1] = (uint8_t)(index >> 8);
            index += draw(c, 48);
        }
        at = (at + 15) / 16 * 16;
    }
    uint32_t xdim = c->word.multi && c->word.unpacker == 0 ? config->tile_x[c->context & 3] : config->xdim;
    bool own_section = (in & 3) != 3 || !config->no_exponents;
    for (uint32_t i = 0; own_section && (in == 2 || in == 3 || in == 11) && i < xdim * config->ydim * z * w / 16; i++)
        l1[at + i] = (uint8_t)(7 + draw(c, 25));
}

static void put(uint32_t *words, unsigned word, unsigned shift, uint32_t value)
{
    words[word] |= value << shift;
}

/* U-2.2 to U-2.4 */
static void put_section(const struct page_case *c, uint32_t *words)
{
    const struct page_config *g = &c->config;
    bool bh = c->chip == TT_BLACKHOLE;
    unsigned sec = (bh ? 64 : 52) + c->word.unpacker * (bh ? 48 : 40);
    unsigned reg2 = sec + 8, reg3 = sec + 12, reg5 = sec + 20, reg7 = sec + 28;
    words[sec] =
        g->in_format | (uint32_t)g->uncompressed << 4 | (uint32_t)g->no_exponents << 5 | g->blobs << 8 | g->xdim << 16;
    words[sec + 1] = g->ydim | g->zdim << 16;
    words[sec + 2] = g->wdim | g->blobs_start << 16;
    words[sec + 3] = g->blobs_start >> 16 | g->digest << 24;
    words[reg2] = g->out_format | g->context_count << 6 | (uint32_t)g->haloize << 8 | (uint32_t)g->tilize << 9 |
                  (uint32_t)g->set_upd << 10 | (uint32_t)g->if_sel << 11 | g->upsample_rate << 12 |
                  (uint32_t)g->ovrd_format << 14 | (uint32_t)g->interleave << 15;
    words[reg2 + 1] = (uint32_t)g->force_exponent << 8;
    if (bh)
        words[reg2 + 1] |= g->non_log2 << 9 | (uint32_t)g->non_log2_enabled << 12;
    words[reg2 + 2] = g->limit;
    words[reg2 + 3] = g->fifo;
    for (unsigned i = 0; i < 4; i++) {
        put(words, reg2, 16 + 4 * i, g->shift[i]);
        put(words, reg5 + i / 2, 16 * (i % 2), g->dest[i]);
        put(words, reg5 + 2 + i / 2, 16 * (i % 2), g->tile_x[i]);
        put(words, reg7 + i, 0, g->offset[i]);
        put(words, reg7 + i, 16, g->in_formats[i]);
        put(words, reg7 + i, 20, g->out_formats[i]);
        put(words, reg7 + i, 24, g->in_formats[i + 4]);
        put(words, reg7 + i, 28, g->out_formats[i + 4]);
    }
    for (unsigned i = 0; i < 8; i++) {
        put(words, reg2 + 1, i < 4 ? i : 12 + i, g->plain[i]);
        put(words, reg2 + 1, i < 4 ? 4 + i : 16 + i, g->to_dst[i]);
        if (c->word.unpacker == 0 || i < 2)
            words[reg3 + i] = g->base[i];
    }
    if (bh)
        put(words, sec + 7, 22, g->e4m3);
}

/* U-2.6, U-2.9 and the row maps */
static void put_unpacker(const struct page_case *c, uint32_t *words)
{
    const struct page_config *g = &c->config;
    unsigned u = c->word.unpacker;
    uint32_t forced = g->forced_exponent | (uint32_t)g->add_dest << 8;
    put(words, 1, 15 + u, g->unsigned_bytes);
    if (c->chip == TT_BLACKHOLE) {
        words[56 + 2 * u] = g->y_stride << 16;
        words[57 + 2 * u] = g->z_stride | g->w_stride << 16;
        words[u ? 62 : 50] = forced;
        words[u ? 61 : 49] = g->base_reg_1;
        words[51] = g->blobs_start_pair[0];
        words[52] = g->blobs_start_pair[1];
        words[220] = (uint32_t)g->swizzle | (uint32_t)g->remap << 1;
    } else {
        words[44 + 2 * u] = g->y_stride << 12;
        words[45 + 2 * u] = g->z_stride | g->w_stride << 12;
        words[u ? 49 : 41] = forced;
        words[u ? 48 : 40] |= g->base_reg_1 << 16;
        words[42] = g->blobs_start_pair[0];
        words[43] = g->blobs_start_pair[1];
    }
}

/* U-2.7 */
static void put_thread(const struct page_case *c, uint16_t *words)
{
    const struct page_config *g = &c->config;
    bool bh = c->chip == TT_BLACKHOLE;
    unsigned u = c->word.unpacker;
    words[bh ? 5 : 3] = (uint16_t)((u ? 0 : g->src_base) | (unsigned)g->row_as_is << 2);
    words[bh ? 6 : 4] = (uint16_t)(u ? g->src_base : 0);
    words[bh ? 41 : 39] = (uint16_t)(g->context_offset << (u ? 8 : 0));
}

/* U-1.1 */
static uint32_t word_of(const struct page_word *w)
{
    return UINT32_C(0x42) << 24 | 1u | (uint32_t)w->row_search << 2 | (uint32_t)w->auto_context << 3 |
           (uint32_t)w->zeros << 4 | (uint32_t)w->flip << 6 | (uint32_t)w->multi << 7 | w->adc_id << 8 |
           w->context_id << 10 | w->z0_inc << 15 | w->y0_inc << 17 | w->z1_inc << 19 | w->y1_inc << 21 |
           w->unpacker << 23;
}

static void to_tile_adc(const struct page_state *from, unsigned unpacker, struct small_state *small)
{
    for (unsigned t = 0; t < THREADS; t++) {
        struct adc_unit *unit = unpacker ? &small->adc[t].unp1 : &small->adc[t].unp0;
        for (unsigned i = 0; i < 2; i++) {
            const struct page_adc_channel *channel = &from->adc[t].channel[i];
            unit->ch[i].x = channel->x;
            unit->ch[i].y = channel->y;
            unit->ch[i].z = channel->z;
            unit->ch[i].w = channel->w;
        }
    }
}

/* Draws until the page defines the case. The state before is in the tile and in BEFORE, the state after in AFTER. */
static bool draw_case(struct page_case *c, struct tile *tile, struct page_state *before, struct page_state *after)
{
    struct tile_state *state = tile_state(tile);
    unsigned wanted = c->features;
    for (unsigned i = 0; i < TRIES; i++) {
        c->features = wanted;
        for (unsigned f = 1; (wanted & EVERYTHING) && f < EVERYTHING; f *= 2)
            c->features |= one_in(c, 4) ? f : 0;
        memset(&c->config, 0, sizeof c->config);
        draw_word(c);
        draw_context(c, before);
        draw_formats(c);
        draw_input(c);
        draw_output(c, before);
        fill_l1(c, state->l1);
        before->l1 = state->l1;
        before->l1_bytes = WINDOW + WINDOW_BYTES;
        memcpy(after, before, sizeof *after);
        bool defined = page_unpack(c->chip == TT_BLACKHOLE, &c->word, &c->config, after);
        if (defined)
            return true;
    }
    c->features = wanted;
    return false;
}

static void put_case(struct page_case *c, struct tile *tile, const struct page_state *before)
{
    struct tile_state *state = tile_state(tile);
    unsigned u = c->word.unpacker, t = c->word.thread;
    memset(state->cfg, 0, sizeof state->cfg);
    memset(state->thread_cfg, 0, sizeof state->thread_cfg);
    put_section(c, state->cfg[0]);
    put_unpacker(c, state->cfg[0]);
    memcpy(state->cfg[1], state->cfg[0], sizeof state->cfg[1]);
    put_thread(c, state->thread_cfg[t]);
    c->bank = draw(c, 2);
    memset(state->small.adc, 0, sizeof state->small.adc);
    memset(&state->small.src_valid, 0, sizeof state->small.src_valid);
    state->small.src_bank.unp_a = c->bank;
    state->small.src_bank.unp_b = c->bank;
    state->small.unp_row[u][t] = before->src_row;
    state->small.unp_context[u][t] = before->context_counter;
    to_tile_adc(before, u, &state->small);
    memcpy(u ? state->srcb[c->bank] : state->srca[c->bank], before->src, sizeof before->src);
    memcpy(state->dst, before->dst, sizeof state->dst);
    for (unsigned row = 0; row < DST_ROWS; row++)
        state->dst_valid[row] = before->dst_valid[row];
    tile_state_changed(tile);
}

static void expect_small(const struct page_case *c, const struct page_state *after, struct small_state *small)
{
    unsigned u = c->word.unpacker, t = c->word.thread;
    to_tile_adc(after, u, small);
    small->unp_row[u][t] = after->src_row;
    small->unp_context[u][t] = after->context_counter;
    if (!after->handed_over)
        return;
    (u ? small->src_valid.b : small->src_valid.a)[c->bank] = 1;
    *(u ? &small->src_bank.unp_b : &small->src_bank.unp_a) = c->bank ^ 1;
    if (c->chip == TT_BLACKHOLE)
        (u ? small->src_format.b : small->src_format.a)[c->bank] = after->implied_format;
}

static const char *name_of(const struct page_case *c, unsigned number)
{
    static char text[256];
    const struct page_config *g = &c->config;
    (void)snprintf(text, sizeof text,
                   "case %u of features %x: chip %d unpacker %u word %08x context %u in %u out %u multi %d "
                   "blobs %u rate %u halo %d as is %d ring %u/%u",
                   number, c->features, (int)c->chip, c->word.unpacker, word_of(&c->word), c->context, g->in_format,
                   g->out_format, c->word.multi, g->blobs, g->upsample_rate, g->haloize, g->row_as_is, g->limit,
                   g->fifo);
    return text;
}

/* Check writes a mark at every assertion, so that nothing is asserted of a cell that is right. */
static void compare(const struct page_case *c, struct tile *tile, const struct page_state *after,
                    const struct small_state *small, unsigned number)
{
    const struct tile_state *state = tile_state(tile);
    const uint32_t(*src)[16] = c->word.unpacker ? state->srcb[c->bank] : state->srca[c->bank];
    for (unsigned i = 0; !after->wrote_dst && i < SRC_ROWS * SRC_COLUMNS; i++)
        if (src[i / 16][i % 16] != after->src[i / 16][i % 16])
            ck_abort_msg("%s: Src[%u][%u] is %05x, not %05x", name_of(c, number), i / 16, i % 16, src[i / 16][i % 16],
                         after->src[i / 16][i % 16]);
    for (unsigned row = 0; row < DST_ROWS; row++)
        if (state->dst_valid[row] != after->dst_valid[row])
            ck_abort_msg("%s: valid bit of Dst row %u is %u", name_of(c, number), row, state->dst_valid[row]);
    for (unsigned i = 0; i < DST_ROWS * DST_COLUMNS; i++)
        if (state->dst[i / 16][i % 16] != after->dst[i / 16][i % 16])
            ck_abort_msg("%s: Dst[%u][%u] is %04x, not %04x", name_of(c, number), i / 16, i % 16,
                         state->dst[i / 16][i % 16], after->dst[i / 16][i % 16]);
    const uint32_t *is = (const uint32_t *)&state->small, *expected = (const uint32_t *)small;
    char path[STATE_PATH_MAX];
    for (uint32_t i = 0; i < STATE_WORDS; i++)
        if (is[i] != expected[i]) {
            (void)state_path(i, path);
            ck_abort_msg("%s: %s is %u, not %u", name_of(c, number), path, is[i], expected[i]);
        }
}

static void run_feature(enum tt_chip chip, unsigned features)
{
    static struct page_state before, after;
    struct tile *tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    struct page_case c = {.chip = chip, .random = 0x9E3779B9u + features};
    memset(&before, 0, sizeof before);
    for (unsigned number = 0; number < CASES; number++) {
        for (unsigned i = 0; i < SRC_ROWS * SRC_COLUMNS; i++)
            before.src[i / 16][i % 16] = draw(&c, 1u << 19);
        if (number % 16 == 0)
            for (unsigned row = 0; row < DST_ROWS; row++) {
                before.dst_valid[row] = one_in(&c, 2);
                for (unsigned col = 0; col < DST_COLUMNS; col++)
                    before.dst[row][col] = (uint16_t)draw(&c, 1u << 16);
            }
        c.features = features;
        if (!draw_case(&c, tile, &before, &after))
            ck_abort_msg("no defined case %u of %x", number, features);
        put_case(&c, tile, &before);
        struct small_state small = tile_state(tile)->small;
        expect_small(&c, &after, &small);
        enum tile_step step = tile_exec(tile, c.word.thread, word_of(&c.word), number);
        if (step != TILE_DONE)
            ck_abort_msg("%s: step %d", name_of(&c, number), (int)step);
        compare(&c, tile, &after, &small, number);
    }
    tile_free(tile);
}

static const unsigned runs[] = {
    0,
    CONTEXTS,
    SUB_BYTES,
    FORCED | SUB_BYTES,
    COMPRESSED,
    COMPRESSED | SEARCHED,
    UPSAMPLED,
    UPSAMPLED | COMPRESSED,
    SHIFTED,
    SHIFTED | UPSAMPLED,
    SEARCHED,
    RING,
    RING | SUB_BYTES,
    RING | COMPRESSED,
    TRANSPOSED,
    TRANSPOSED | COMPRESSED | SHIFTED,
    TILIZED,
    TILIZED | TO_DST,
    TILIZED | RING,
    TO_DST,
    TO_DST | CONTEXTS,
    TO_DST | COMPRESSED,
    TO_DST | UPSAMPLED | SEARCHED,
    EVERYTHING,
};

START_TEST(page__blackhole)
{
    run_feature(TT_BLACKHOLE, runs[_i]);
}
END_TEST

START_TEST(page__wormhole)
{
    run_feature(TT_WORMHOLE_B0, runs[_i]);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("unpack_page");
    TCase *tests = tcase_create("unpack_page");
    int count = (int)(sizeof runs / sizeof runs[0]);
    tcase_set_timeout(tests, 240);
    tcase_add_loop_test(tests, page__blackhole, 0, count);
    tcase_add_loop_test(tests, page__wormhole, 0, count);
    suite_add_tcase(suite, tests);
    return suite;
}
