/* SPDX-License-Identifier: Apache-2.0 */
/* The unpacker of docs/facts/unpack.md, a datum at a time. Addresses are bit addresses throughout, so that datums of
 * half a byte need no case of their own. */
#include "unpack_page.h"

#include <string.h>

enum { FP32 = 0, FP16 = 1, BFP8A = 2, TF32 = 4, BF16 = 5, BFP8 = 6, INT32 = 8, INT16 = 9, FP8 = 10, INT8 = 14 };

struct job {
    bool blackhole;
    const struct page_word *word;
    const struct page_config *config;
    struct page_state *state;
    bool defined;
    unsigned context, in, out;
    bool multi, compressed, to_dst;
    const struct page_adc *adc, *own;
    int64_t xdim, ydim, zdim, wdim;
    int datum_bits;
    bool has_exponents;
    int64_t rsi, exponents, data; /* starts of the sections, byte addresses */
    int64_t first, count;         /* input datums */
    int64_t skip, stop;           /* decompressed datums dropped, and after how many the instruction ends */
    int64_t out_start;
    int64_t placed; /* output positions used */
    int64_t expanded;
    int64_t data_bit, exponent_at, counter_nibble, row_bit; /* running pointers */
};

static bool is_one_of(unsigned format, const char *list)
{
    return strchr(list, (int)format + 'a') != NULL;
}

/* Formats as letters: a is code 0. */
static bool has_shared_exponent(unsigned format)
{
    return is_one_of(format, "cdghlp");
}

static int bits_of(unsigned format)
{
    switch (format & 3) {
    case 0:
        return 32;
    case 1:
        return 16;
    case 2:
        return 8;
    default:
        return format == 3 || format == 7 ? 4 : 2;
    }
}

static uint32_t byte_at(struct job *job, int64_t address)
{
    if (address < 0 || address >= (int64_t)job->state->l1_bytes) {
        job->defined = false;
        return 0;
    }
    return job->state->l1[address];
}

static uint32_t bits_at(struct job *job, int64_t bit, int width)
{
    uint32_t value = 0;
    for (int i = 0; i < width; i++) {
        uint32_t byte = byte_at(job, (bit + i) / 8);
        value |= (byte >> ((bit + i) % 8) & 1u) << i;
    }
    return value;
}

static uint32_t half_at(struct job *job, int64_t address)
{
    return byte_at(job, address) | byte_at(job, address + 1) << 8;
}

static int64_t up_to_16(int64_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

/* U-3.9 */
static int64_t in_ring(const struct job *job, int64_t address)
{
    if (address > (int64_t)job->config->limit * 16)
        return address - (int64_t)job->config->fifo * 16;
    return address;
}

/* The page does not say whether a part of a byte beyond the limit is beyond it. */
static int64_t bits_in_ring(struct job *job, int64_t bit)
{
    if (job->config->fifo != 0 && bit / 8 == (int64_t)job->config->limit * 16 && bit % 8 != 0)
        job->defined = false;
    return in_ring(job, bit / 8) * 8 + bit % 8;
}

/* U-3.2, U-3.3, U-5.3 */
static void choose_context(struct job *job)
{
    const struct page_word *word = job->word;
    const struct page_config *config = job->config;
    unsigned c = 0;
    job->multi = word->multi;
    if (word->multi) {
        unsigned from = word->auto_context ? job->state->context_counter : word->context_id;
        c = (from + config->context_offset) & 7;
        if (word->adc_id == 3 || (word->unpacker == 1 && c > 1))
            job->defined = false;
    }
    job->context = c;
    job->own = &job->state->adc[word->thread];
    job->adc = word->multi && word->adc_id < 3 ? &job->state->adc[word->adc_id] : job->own;
    job->compressed = !(word->multi ? config->plain[c] : config->uncompressed);
    job->xdim = word->multi && word->unpacker == 0 ? config->tile_x[c & 3] : config->xdim;
    job->ydim = config->ydim;
    job->zdim = config->zdim == 0 ? 1 : config->zdim;
    job->wdim = config->wdim == 0 ? 1 : config->wdim;
    bool own_formats = word->multi && config->ovrd_format;
    job->in = own_formats ? config->in_formats[c] : config->in_format;
    job->out = own_formats ? config->out_formats[c] : config->out_format;
    job->to_dst = word->unpacker == 0 && (word->multi ? config->to_dst[c] : config->if_sel);
    job->datum_bits = bits_of(job->in);
    job->has_exponents = has_shared_exponent(job->in) && !config->force_exponent;
}

/* U-3.10, U-4.3, U-6.1 */
static void check_modes(struct job *job)
{
    const struct page_config *config = job->config;
    bool tilize = config->tilize, first = job->word->unpacker == 0;
    bool shifted = first && !tilize && config->shift[job->context & 3] != 0;
    bool good_pair = job->in == job->out || (job->in == FP32 && is_one_of(job->out, "bef"));
    if (!good_pair || job->in == 12 || job->in == 13)
        job->defined = false;
    if (!job->to_dst && (job->out == INT32 || job->out == FP32 || job->in == TF32 || job->in == INT32))
        job->defined = false;
    if (tilize && (config->upsample_rate != 0 || job->compressed || (job->in & 3) == 3 || !first))
        job->defined = false;
    if (job->to_dst && (shifted || config->haloize || config->row_as_is))
        job->defined = false;
}

/* U-3.5 */
static void find_sections(struct job *job)
{
    const struct page_config *config = job->config;
    unsigned c = job->context;
    int64_t base = config->base[c] + (int64_t)config->offset[c & 3] + 1 + config->digest;
    int64_t at = base * 16;
    job->rsi = at;
    if (job->compressed) {
        int64_t rows = (config->blobs ? config->blobs : job->ydim) * job->zdim * job->wdim;
        at += up_to_16((rows + 1) * 2);
    }
    job->exponents = at;
    if (job->has_exponents) {
        int64_t datums = job->xdim * job->ydim * job->zdim * job->wdim;
        if (!((job->in & 3) == 3 && config->no_exponents))
            at += up_to_16((datums + 15) / 16);
    }
    job->data = at;
}

static unsigned blob_start(const struct job *job, unsigned blob)
{
    uint32_t starts = job->config->blobs_start;
    if (job->multi && job->word->unpacker == 0)
        starts = job->config->blobs_start_pair[(job->context & 2) / 2];
    return starts >> 4 * (blob & 7) & 15;
}

/* U-3.6 */
static void find_plain_datums(struct job *job)
{
    const struct page_adc_channel *in = &job->adc->channel[0];
    int64_t z = job->own->channel[0].z & 0xFF, w = job->own->channel[0].w & 0xFF;
    int64_t x = in->x, y = in->y, end = (int64_t)job->adc->channel[1].x + 1;
    if (job->word->row_search && job->config->blobs == 0) {
        x = 0;
        end = job->adc->channel[1].x;
    } else if (job->word->row_search) {
        unsigned next = (in->x & 7) + 1;
        x = 16 * blob_start(job, in->y);
        y = 0;
        end = next == job->config->blobs ? (job->xdim & 0x1F0) : 16 * blob_start(job, next);
        if (next > 7 && next != job->config->blobs)
            job->defined = false;
    }
    job->first = ((w * job->zdim + z) * job->ydim + y) * job->xdim + x;
    job->count = end - x;
    job->skip = 0;
    job->stop = job->count;
    if (job->count < 1)
        job->defined = false;
}

/* U-3.7 */
static void find_compressed_datums(struct job *job)
{
    const struct page_adc_channel *in = &job->adc->channel[0];
    int64_t z = job->own->channel[0].z & 0xFF, w = job->own->channel[0].w & 0xFF;
    bool by_blob = job->word->row_search && job->config->blobs != 0;
    int64_t last_x = job->adc->channel[1].x;
    int64_t rsi = job->rsi + 2 * (w * job->zdim + z) * (by_blob ? job->config->blobs : job->ydim);
    job->first = half_at(job, rsi + 2 * (in->y & 255));
    job->skip = 0;
    job->stop = INT64_MAX;
    if (job->word->row_search) {
        job->count = half_at(job, rsi + 2 * ((in->x & 255) + 1)) - job->first;
    } else if (in->x == 0 && last_x == job->xdim - 1) {
        job->count = half_at(job, rsi + 2 * ((in->y & 255) + 1)) - job->first;
    } else {
        job->count = INT64_MAX;
        job->skip = in->x;
        job->stop = last_x + 1;
        if (last_x < in->x)
            job->defined = false;
    }
    if (job->count < 1)
        job->defined = false;
}

/* U-5.1, U-5.2 */
static void find_output(struct job *job)
{
    const struct page_config *config = job->config;
    const struct page_adc_channel *out = &job->own->channel[1];
    int64_t bytes = (int64_t)config->base_reg_1 + (int64_t)out->y * config->y_stride +
                    (int64_t)out->z * config->z_stride + (int64_t)out->w * config->w_stride;
    int divisor = is_one_of(job->out, "aei") ? 4 : is_one_of(job->out, "bfj") ? 2 : 1;
    if (bytes % divisor != 0)
        job->defined = false;
    job->out_start = bytes / divisor;
    if (job->multi && job->word->unpacker == 0) {
        int64_t dest = config->dest[job->context & 3];
        job->out_start = job->to_dst || config->add_dest ? job->out_start + dest : dest;
    }
}

/* The 16-bit pattern of a datum with a shared exponent: U-6.2 with eight bits of exponent, U-6.3 with five. */
static uint32_t expand_shared(uint32_t datum, int width, int shared, bool five_bits, bool *defined)
{
    uint32_t byte = datum << (8 - width), sign = byte >> 7, g = (byte & 0x7F) << 1;
    if (g == 0)
        return sign ? (five_bits ? 0xFC00 : 0xFF80) : 0;
    int exponent = shared;
    while ((g & 0x80) == 0) {
        g <<= 1;
        exponent--;
    }
    if (!five_bits)
        return sign << 15 | ((uint32_t)exponent & 0xFF) << 7 | (g & 0x7E);
    if (exponent < 0 || exponent > 31)
        *defined = false;
    return sign << 15 | ((uint32_t)exponent & 31) << 10 | (g & 0x7E) << 3;
}

static uint32_t fp32_to_fp16(uint32_t v)
{
    uint32_t sign = v >> 31;
    int e = (int)(v >> 23 & 0xFF) - 112;
    if (e < 0)
        return sign << 15;
    if (e > 31)
        return sign << 15 | 0x7FFF;
    return sign << 15 | (uint32_t)e << 10 | (v >> 13 & 0x3FF);
}

static uint32_t fp8_to_fp16(const struct job *job, uint32_t b)
{
    if (job->config->e4m3 && job->blackhole) {
        uint32_t e = b >> 3 & 15, m = b & 7;
        uint32_t h = (b >> 7) << 15 | (e ? e + 8 : 0) << 10 | m << 7;
        return e == 15 && m == 7 ? h | 0x7F : h;
    }
    if (job->blackhole && (b & 0x7F) == 0x7F)
        return b << 8 | 0xFF;
    return b << 8;
}

static uint32_t int8_to_cell_pattern(const struct job *job, uint32_t b)
{
    uint32_t sign = job->config->unsigned_bytes ? 0 : b >> 7;
    uint32_t g = job->config->unsigned_bytes ? b : b & 0x7F;
    return sign << 15 | (g ? 16u << 10 : 0) | g;
}

enum cell_kind { CELL_FP16, CELL_BF16, CELL_RAW16, CELL_32 };

/* Section 6: the pattern that is placed, and how Src and Dst hold it. */
static enum cell_kind convert(struct job *job, uint32_t datum, int shared, uint32_t *pattern)
{
    unsigned in = job->in;
    *pattern = datum;
    if (has_shared_exponent(in)) {
        bool five_bits = is_one_of(in, "cdl");
        *pattern = expand_shared(datum, job->datum_bits, shared, five_bits, &job->defined);
        return five_bits ? CELL_FP16 : CELL_BF16;
    }
    if (in == FP32 && job->out == BF16) {
        *pattern = (datum >> 23 & 0xFF) == 0 ? datum >> 31 << 15 : datum >> 16;
        return CELL_BF16;
    }
    if (in == FP32 && job->out == FP16) {
        *pattern = fp32_to_fp16(datum);
        return CELL_FP16;
    }
    if (in == FP8)
        *pattern = fp8_to_fp16(job, datum);
    if (in == INT8)
        *pattern = int8_to_cell_pattern(job, datum);
    if (is_one_of(in, "bko"))
        return CELL_FP16;
    if (in == BF16)
        return CELL_BF16;
    return in == INT16 ? CELL_RAW16 : CELL_32;
}

static uint32_t src_cell(enum cell_kind kind, uint32_t h)
{
    switch (kind) {
    case CELL_FP16:
        return (h >> 15 & 1) << 18 | (h & 0x3FF) << 8 | (h >> 10 & 31);
    case CELL_BF16:
        return (h >> 15 & 1) << 18 | (h & 0x7F) << 11 | (h >> 7 & 0xFF);
    case CELL_RAW16:
        return (h >> 8 & 0xFF) << 11 | (h & 0xFF);
    case CELL_32:
    default:
        return h >> 31 << 18 | (h >> 13 & 0x3FF) << 8 | (h >> 23 & 0xFF);
    }
}

static uint16_t dst_cell(enum cell_kind kind, uint32_t h)
{
    switch (kind) {
    case CELL_FP16:
        return (uint16_t)((h >> 15 & 1) << 15 | (h & 0x3FF) << 5 | (h >> 10 & 31));
    case CELL_BF16:
        return (uint16_t)((h >> 15 & 1) << 15 | (h & 0x7F) << 8 | (h >> 7 & 0xFF));
    case CELL_RAW16:
    case CELL_32:
    default:
        return (uint16_t)h;
    }
}

static unsigned bit(unsigned row, int n)
{
    return row >> n & 1;
}

/* F-3.6 */
static unsigned remapped(const struct job *job, unsigned row)
{
    if (!job->blackhole || !job->config->remap)
        return row;
    return (row & 0x3C7) | bit(row, 3) << 5 | bit(row, 5) << 4 | bit(row, 4) << 3;
}

/* F-3.5, F-3.6 */
static unsigned row_of_32(const struct job *job, unsigned row)
{
    unsigned r = remapped(job, row);
    if (job->blackhole && job->config->swizzle)
        r = (r & 0x3F3) | (bit(r, 4) ^ bit(r, 2)) << 3 | bit(r, 3) << 2;
    return (r & 0x1F8) * 2 | (r & 0x207);
}

static void place_in_dst(struct job *job, int64_t row, int64_t column, enum cell_kind kind, uint32_t pattern)
{
    struct page_state *state = job->state;
    if (row < 4)
        job->defined = false;
    unsigned logical = (unsigned)(row - 4) & 0x3FF;
    if (kind == CELL_32) {
        unsigned r = row_of_32(job, logical);
        state->dst[r][column] = dst_cell(CELL_BF16, pattern >> 16);
        state->dst[r + 8][column] = (uint16_t)pattern;
        state->dst_valid[r] = true;
    } else {
        unsigned r = remapped(job, logical);
        state->dst[r][column] = dst_cell(kind, pattern);
        state->dst_valid[r] = true;
    }
    state->wrote_dst = true;
}

static void place_in_src(struct job *job, int64_t row, int64_t column, uint32_t cell)
{
    const struct page_config *config = job->config;
    if (job->word->unpacker == 1) {
        row += job->state->src_row;
    } else {
        if (!config->tilize) {
            int64_t shift = config->shift[job->context & 3];
            if (column < shift)
                return;
            column -= shift;
        }
        if (row < 4)
            return;
        row -= 4;
        if (config->row_as_is && job->blackhole)
            row &= 63;
        if (!config->row_as_is) {
            if (row >= 16)
                job->defined = false;
            row += job->state->src_row;
        }
        if (config->haloize) {
            int64_t turned = (row & ~(int64_t)15) | column;
            column = row & 15;
            row = turned;
        }
    }
    if (row >= 64) {
        job->defined = false;
        return;
    }
    job->state->src[row][column] = cell;
}

/* U-5.4, U-5.7: one datum of output and the positions that upsampling adds after it. */
static void put(struct job *job, uint32_t datum, int shared, bool is_zero)
{
    uint32_t pattern = 0;
    enum cell_kind kind = convert(job, is_zero ? 0 : datum, shared, &pattern);
    int extra = (1 << job->config->upsample_rate) - 1;
    for (int i = 0; i <= extra; i++, job->placed++) {
        if (i > 0 && job->config->interleave)
            continue;
        int64_t position = job->out_start + job->placed;
        uint32_t value = i > 0 ? 0 : pattern;
        if (job->to_dst)
            place_in_dst(job, position / 16, position % 16, kind, value);
        else
            place_in_src(job, position / 16, position % 16, src_cell(kind, value));
    }
}

static void put_decompressed(struct job *job, uint32_t datum, int shared, bool is_zero)
{
    int64_t n = job->expanded++;
    if (n >= job->skip && n < job->stop)
        put(job, datum, shared, is_zero);
}

static void start_pointers(struct job *job)
{
    int64_t block = job->compressed ? job->first / 32 : 0;
    int64_t within = job->compressed ? job->first % 32 : job->first;
    int64_t block_bits = 32 * job->datum_bits + 128;
    int64_t bit0 = job->data * 8 + block * block_bits + within * job->datum_bits;
    int64_t nibble0 = (job->data * 8 + block * block_bits + 32 * job->datum_bits) / 4 + within;
    job->data_bit = bits_in_ring(job, bit0);
    job->counter_nibble = bits_in_ring(job, nibble0 * 4) / 4;
    job->exponent_at = in_ring(job, job->exponents + job->first / 16);
    job->row_bit = job->data_bit;
    if ((job->config->haloize || job->config->tilize) && job->data_bit % 128 != 0)
        job->defined = false;
}

static void step_data(struct job *job, int64_t i)
{
    const struct page_config *config = job->config;
    int row_datums = job->blackhole && job->datum_bits > 8 ? 32 : 16;
    job->data_bit += job->datum_bits;
    if ((i + 1) % row_datums != 0)
        return;
    if (config->tilize) {
        int64_t bytes = config->shift[0] * 16 + config->shift[1] * 256 + config->shift[2] * 4096;
        job->data_bit = job->row_bit + bytes * 8;
    }
    job->data_bit = bits_in_ring(job, job->data_bit);
    job->row_bit = job->data_bit;
}

/* U-3.8, U-3.9, U-4.2, U-4.6: the pointers after input datum i. A row is stepped over before the counter is read. */
static void step_pointers(struct job *job, int64_t i)
{
    int64_t n = job->first + i + 1;
    step_data(job, i);
    if (n % 16 == 0) {
        job->exponent_at++;
        if (job->exponent_at % 16 == 0)
            job->exponent_at = in_ring(job, job->exponent_at);
    }
    if (!job->compressed)
        return;
    job->counter_nibble++;
    if (n % 32 == 0) {
        job->data_bit += 128;
        job->counter_nibble += 32 * job->datum_bits / 4;
        job->counter_nibble = bits_in_ring(job, job->counter_nibble * 4) / 4;
    }
}

static void read_datums(struct job *job)
{
    start_pointers(job);
    for (int64_t i = 0; i < job->count && job->expanded < job->stop && job->defined; i++) {
        uint32_t datum = bits_at(job, job->data_bit, job->datum_bits);
        int shared = (int)job->config->forced_exponent;
        if (job->has_exponents)
            shared = (int)byte_at(job, job->exponent_at);
        uint32_t zeros = 0;
        if (job->compressed && !job->word->zeros)
            zeros = bits_at(job, job->counter_nibble * 4, 4);
        put_decompressed(job, datum, shared, job->word->zeros);
        for (uint32_t k = 0; k < zeros; k++)
            put_decompressed(job, 0, shared, true);
        step_pointers(job, i);
    }
}

static void increase(const struct page_word *word, struct page_adc *adc)
{
    adc->channel[0].z += word->z0_inc;
    adc->channel[0].y += word->y0_inc;
    adc->channel[1].z += word->z1_inc;
    adc->channel[1].y += word->y1_inc;
}

/* Section 7 */
static void end_instruction(struct job *job)
{
    const struct page_word *word = job->word;
    const struct page_config *config = job->config;
    struct page_state *state = job->state;
    if (word->multi && word->auto_context) {
        unsigned end = config->non_log2_enabled ? config->non_log2 : 1u << config->context_count;
        if (job->context + 1 > end)
            job->defined = false;
        state->context_counter = job->context + 1 == end ? 0 : job->context + 1;
    }
    increase(word, &state->adc[word->thread]);
    if (word->multi && word->adc_id != word->thread && word->adc_id < 3)
        increase(word, &state->adc[word->adc_id]);
    if (word->flip) {
        state->handed_over = true;
        state->src_row = config->src_base << 4;
        state->implied_format = job->out;
    } else if (config->set_upd) {
        state->src_row = (state->src_row + 16 + (config->src_base << 4)) & 63;
    }
}

bool page_unpack(bool blackhole, const struct page_word *word, const struct page_config *config,
                 struct page_state *state)
{
    struct job job = {.blackhole = blackhole, .word = word, .config = config, .state = state, .defined = true};
    choose_context(&job);
    check_modes(&job);
    find_sections(&job);
    if (job.compressed)
        find_compressed_datums(&job);
    else
        find_plain_datums(&job);
    find_output(&job);
    if (job.defined)
        read_datums(&job);
    if (job.defined)
        end_instruction(&job);
    return job.defined;
}
