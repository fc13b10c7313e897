/* SPDX-License-Identifier: Apache-2.0 */
/* The packer's stages over blocks of 16-bit values, each after the stage of that name beside this folder, and the loop
 * that runs them. */
#include "tile/pack/fast/stages.h"

#include "base/little.h"
#include "tile/pack/fast/pack_fast.h"
#include "tile/pack/fast/sums.h"

#include <string.h>

/* ---- read ---- */

enum { GROUP_ROWS = 4 };

/* Four whole rows that begin at a multiple of four stand together in Dst too: no permutation of rows (F-3.4 to F-3.6)
 * touches the two lowest bits of a row's number. */
static uint32_t rows_at_once(const struct pack_block *block, uint32_t r)
{
    const struct pack_row *run = &block->rows[r];
    const bool is_group = block->has_whole_rows && block->row_count - r >= GROUP_ROWS && run->row % GROUP_ROWS == 0 &&
                          run[3].row == run->row + 3u;
    return is_group ? GROUP_ROWS : 1;
}

/* Datums that stand together, all of them in valid rows or none. */
static inline void read_cells(const struct pack_settings *set, struct pack_fast_block *fast, const uint16_t *high,
                              bool is_valid, uint32_t at, uint32_t count)
{
    struct pack_block *block = fast->block;
    if (set->fast.read && is_valid)
        set->fast.read(high, count, &fast->halves[at]);
    else if (set->fast.read)
        memset(&fast->halves[at], 0, count * sizeof *fast->halves);
    else if (is_valid)
        narrow_loops.fp32_cells(high, high + DST_LOW_HALF * DST_COLUMNS, count, &block->values[at]);
    else
        memset(&block->values[at], 0, count * sizeof *block->values);
}

/* How many of the physical rows [row, row + rows), four at most, are valid: mostly all, which is seen at once. */
static uint32_t count_valid(const struct tile_state *state, uint32_t row, uint32_t rows)
{
    enum { FOUR = sizeof(uint32_t), ALL_FOUR = 0x01010101 };
    uint32_t valid = 0, four;
    if (rows == FOUR) {
        memcpy(&four, &state->dst_valid[row], FOUR);
        if (four == ALL_FOUR)
            return FOUR;
    }
    for (uint32_t r = 0; r < rows; r++)
        valid += state->dst_valid[row + r] != 0;
    return valid;
}

/* The runs from r on, as many as `rows`, which stand together. */
static inline void stages_read_rows(const struct pack_settings *set, struct pack_fast_block *fast, uint32_t r,
                                    uint32_t rows, uint32_t at)
{
    const struct tile_state *state = &fast->block->tile->state;
    const struct pack_row *run = &fast->block->rows[r];
    const uint32_t row = pack_physical_row(set, run->row), valid = count_valid(state, row, rows);
    if (valid == rows || !valid) {
        read_cells(set, fast, &state->dst[row][run->column], valid, at, rows * run->count);
        return;
    }
    for (uint32_t i = 0; i < rows; i++)
        read_cells(set, fast, state->dst[row + i], state->dst_valid[row + i], at + i * DST_COLUMNS, DST_COLUMNS);
}

static bool is_one_group(const struct pack_block *block)
{
    return block->row_count == GROUP_ROWS && rows_at_once(block, 0) == GROUP_ROWS;
}

/* count is a constant where this is called: whole rows, which costs least. */
static inline void number_cells(uint16_t *origin, const struct pack_row *run, uint32_t count)
{
    const uint16_t first = (uint16_t)(run->row * DST_COLUMNS + run->column);
    for (uint32_t i = 0; i < count; i++)
        origin[i] = (uint16_t)(first + (uint16_t)i);
}

/* Only where somebody looks. Where a run is shorter the next one goes over what is too much. */
static void number_rows(const struct pack_settings *set, const struct packer *self, struct pack_block *block)
{
    const bool is_used = set->uses_origin || block->row_pad || self->group_count ||
                         (set->is_block && block->count % PACK_GROUP) || tile_probed(block->tile, PROBE_STAGE);
    if (is_used && is_one_group(block)) {
        number_cells(block->origin, block->rows, GROUP_ROWS * DST_COLUMNS);
        return;
    }
    for (uint32_t r = 0, at = 0; is_used && r < block->row_count; at += block->rows[r].count, r++)
        number_cells(&block->origin[at], &block->rows[r], DST_COLUMNS);
}

/* As pack_report_rows(): rows that stand together are one range. */
static void report_group(const struct pack_settings *set, const struct pack_block *block)
{
    const uint32_t high = pack_physical_row(set, block->rows[0].row);
    tile_report_dst_read(block->tile, TT_UNIT_PACK, block->packer, high, GROUP_ROWS, set->reads_32b);
    for (uint32_t row = high; row < high + GROUP_ROWS; row++)
        tile_saw_row(block->tile, row, set->reads_32b);
}

static void stages_read_dst(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    struct pack_block *block = fast->block;
    uint32_t at = 0, rows;
    if (tile_places_probed(block->tile)) {
        if (is_one_group(block))
            report_group(set, block);
        else
            pack_report_rows(set, block);
    }
    for (uint32_t r = 0; r < block->row_count; r += rows) {
        rows = rows_at_once(block, r);
        stages_read_rows(set, fast, r, rows, at);
        at += rows * block->rows[r].count;
    }
    fast->is_16 = set->fast.read;
    number_rows(set, self, block);
    block->format = set->read_format;
}

/* ---- conversions ---- */

static void convert_16(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    (void)self;
    set->fast.convert(fast->halves, fast->block->count);
    fast->block->format = set->value_format;
}

static void convert_32_to_16(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    (void)self;
    set->fast.cut(fast->block->values, fast->block->count, fast->halves);
    fast->is_16 = true;
    fast->block->format = set->value_format;
}

static void convert_32(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    (void)self;
    if (fast->is_16)
        pack_fast_widen(fast);
    pack_fast_convert(set->early.plain, fast->block->values, fast->block->count);
    fast->block->format = set->value_format;
}

/* Whether the stages behind late conversion have their quick forms for 16 bits. */
static bool leaves_16(const struct pack_settings *set)
{
    const bool has_16_bits = pack_value_of(set->late_format).bytes == sizeof(uint16_t) && !set->compresses;
    return has_16_bits &&
           (set->is_block ? set->has_plain_rules && set->late_format == FORMAT_BF16 : set->datum_bits == 16);
}

static void convert_late(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    (void)self;
    if (fast->is_16)
        pack_fast_widen(fast);
    for (unsigned i = 0; i < PACK_LATE_STEPS && set->late[i]; i++)
        pack_fast_convert(set->late[i], fast->block->values, fast->block->count);
    fast->block->format = set->late_format;
    if (leaves_16(set))
        pack_fast_narrow(fast);
}

/* ---- between them ---- */

/* Whole rows of the tile position that are whole rows of Dst too. */
static bool has_whole_positions(const struct pack_settings *set, const struct packer *self,
                                const struct pack_block *block)
{
    return block->has_whole_rows && !set->steps_position_by_interface && !self->position.x &&
           block->count % DST_COLUMNS == 0;
}

static void mask_edges(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    struct pack_block *block = fast->block;
    struct pack_position at = self->position;
    const bool was_16 = fast->is_16;
    if (!has_whole_positions(set, self, block)) {
        if (was_16)
            pack_fast_widen(fast);
        pack_edge_mask(set, self, block);
        if (was_16)
            pack_fast_narrow(fast);
        return;
    }
    for (uint32_t i = 0; i < block->count; i += DST_COLUMNS) {
        const uint16_t columns = (uint16_t)pack_edge_columns(&set->edge, at.y, at.z);
        if (was_16)
            whole_loops.mask_16(&fast->halves[i], columns, (uint16_t)set->edge.fill);
        else
            whole_loops.mask_32(&block->values[i], columns, set->edge.fill);
        pack_position_advance(set, &at, DST_COLUMNS);
    }
}

/* Mode 1 is mode 2 with threshold 0. */
static void relu(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    const int16_t threshold = (int16_t)(set->relu.threshold < 0x7FFF ? set->relu.threshold : 0x7FFF);
    (void)self;
    if (set->relu.mode == 3)
        narrow_loops.clamp(fast->halves, fast->block->count, threshold);
    else
        narrow_loops.zero_up_to(fast->halves, fast->block->count, set->relu.mode == 2 ? threshold : 0);
}

static void find_largest(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    const struct pack_block *block = fast->block;
    const uint32_t mask = set->value.exponent_mask << set->value.exponent_shift;
    const uint32_t most = fast->is_16 ? narrow_loops.largest(fast->halves, block->count, mask)
                                      : narrow_loops.largest_32(block->values, block->count, mask);
    if (most >> set->value.exponent_shift > self->histogram_maximum)
        self->histogram_maximum = most >> set->value.exponent_shift;
}

/* Whether any value has a magnitude; 64 bits at a time, as far as the first, since few rows are zero. */
static bool stages_has_magnitude(const struct pack_settings *set, const struct pack_fast_block *fast)
{
    const struct pack_block *block = fast->block;
    const uint8_t *bytes = fast->is_16 ? (const uint8_t *)fast->halves : (const uint8_t *)block->values;
    const uint64_t each = fast->is_16 ? UINT64_C(0x0001000100010001) : UINT64_C(0x0000000100000001);
    const uint64_t mask = set->value.magnitude * each;
    const uint32_t size = block->count * (fast->is_16 ? 2 : 4), whole = size & ~UINT32_C(7);
    uint64_t word = 0;
    for (uint32_t at = 0; at < whole; at += sizeof word) {
        memcpy(&word, &bytes[at], sizeof word);
        if (word & mask)
            return true;
    }
    word = 0;
    memcpy(&word, &bytes[whole], size - whole);
    return word & mask;
}

/* Nothing is left out here: only flags are made. */
static void flag_zero_rows(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    struct pack_compression *own = &self->compression;
    if (fast->block->count) {
        own->row_is_zero = (!own->row_is_open || own->row_is_zero) && !stages_has_magnitude(set, fast);
        own->row_is_open = 1;
    }
    if (own->row_is_open && fast->block->row_ends)
        pack_end_row(set, self);
}

/* ---- to L1 ---- */

static void stages_assemble(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    struct pack_block *block = fast->block;
    if (self->group_count || block->count % PACK_GROUP) { /* some wait */
        pack_fast_widen(fast);
        pack_bfp_assemble(set, self, block);
        return;
    }
    block->group_count = block->count / PACK_GROUP;
    narrow_loops.assemble(fast->halves, block->group_count, set->datum_bits, block->exponents);
    block->format = set->out_format;
}

/* The commonest way to L1: values of 16 bits as they stand, to where nothing waits, and nobody looks. False: another.
 */
static bool write_whole_blocks(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    struct pack_block *block = fast->block;
    struct pack_stream *stream = &self->data;
    const uint32_t count = block->count * (uint32_t)sizeof *fast->halves;
    if (set->datum_bits != 16 || tile_probed(block->tile, PROBE_ACCESS) || (stream->addr | count) % PACK_STREAM_BLOCK ||
        !pack_fits_l1(block->tile, stream->addr, count))
        return false;
    tile_saw_place(block->tile, TT_SPACE_L1, TT_UNIT_PACK, block->packer, stream->addr, stream->addr + count);
    copy_numbers(&block->tile->state.l1[stream->addr], fast->halves, block->count, sizeof *fast->halves);
    stream->addr += count;
    self->tile_bytes += count;
    self->datums += block->count;
    block->packed += block->count;
    return true;
}

static void write_16(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    uint8_t bytes[PACK_BLOCK_MAX * sizeof(uint16_t)];
    if (write_whole_blocks(set, self, fast))
        return;
    if (set->datum_bits == 16 && !HOST_IS_BIG_ENDIAN) {
        pack_write_bytes(set, self, fast->block, (const uint8_t *)fast->halves);
        return;
    }
    if (set->datum_bits == 16)
        copy_numbers(bytes, fast->halves, fast->block->count, sizeof *fast->halves);
    else
        set->fast.store(fast->halves, fast->block->count, bytes);
    pack_write_bytes(set, self, fast->block, bytes);
}

static void store_16(const uint32_t *restrict values, uint32_t count, uint8_t *restrict bytes)
{
    for (uint32_t i = 0; i < count; i++)
        store_u16(&bytes[2 * i], (uint16_t)values[i]);
}

static void store_8(const uint32_t *restrict values, uint32_t count, uint8_t *restrict bytes)
{
    for (uint32_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)values[i];
}

static void write_32(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    uint8_t bytes[PACK_BLOCK_MAX * sizeof(uint32_t)];
    const struct pack_block *block = fast->block;
    if (set->datum_bits == 32 && !HOST_IS_BIG_ENDIAN) {
        pack_write_bytes(set, self, fast->block, (const uint8_t *)block->values);
        return;
    }
    if (set->datum_bits == 32)
        copy_numbers(bytes, block->values, block->count, sizeof *block->values);
    else if (set->datum_bits == 16)
        store_16(block->values, block->count, bytes);
    else
        store_8(block->values, block->count, bytes);
    pack_write_bytes(set, self, fast->block, bytes);
}

/* ---- which ---- */

static bool converts_plainly(const struct pack_settings *set)
{
    return !set->early.random && !set->early.descale && !set->early.descale_random;
}

static pack_fast_stage *early_stage(const struct pack_settings *set, bool is_16)
{
    if (is_16 && set->fast.convert)
        return convert_16;
    if (!is_16 && set->fast.cut)
        return convert_32_to_16;
    return converts_plainly(set) ? convert_32 : NULL;
}

static pack_fast_stage *write_stage(const struct pack_settings *set, bool is_16)
{
    if (set->compresses)
        return NULL;
    if (is_16)
        return set->datum_bits < 32 ? write_16 : NULL;
    return set->datum_bits >= 8 ? write_32 : NULL;
}

/* Of values of 16 bits or of 32; null: the datasheet's. */
static pack_fast_stage *stage_of(const struct pack_settings *set, enum pack_stage stage, bool is_16)
{
    switch ((int)stage) {
    case PACK_READ:
        return stages_read_dst;
    case PACK_EARLY_CONVERT:
        return early_stage(set, is_16);
    case PACK_EDGE_MASK:
        return mask_edges;
    case PACK_RELU:
        return is_16 && !set->relu.compares_numbers ? relu : NULL;
    case PACK_EXPONENT_HISTOGRAM:
        return set->counts_exponents ? NULL : find_largest;
    case PACK_ZERO_COMPRESS:
        return set->compresses ? NULL : flag_zero_rows;
    case PACK_LATE_CONVERT:
        return set->fp16_reading ? NULL : convert_late;
    case PACK_BFP_ASSEMBLE:
        return is_16 && set->has_plain_rules && set->late_format == FORMAT_BF16 ? stages_assemble : NULL;
    case PACK_L1_ACCUMULATE:
        return pack_fast_accumulate;
    case PACK_L1_WRITE:
        return write_stage(set, is_16);
    default:
        return NULL;
    }
}

/* What is read of 32-bit Dst is FP32, or INT32 alike; the one half of it that INT16 takes is left to the datasheet, and
 * so is the other order of the halves. */
static bool reads_fast(const struct pack_settings *set)
{
    return set->fast.read || (set->reads_32b && set->read_format != FORMAT_INT16 && !set->is_low_first);
}

void pack_fast_stages_resolve(struct pack_settings *set)
{
    for (unsigned pads = 0; pads < 2; pads++) {
        for (struct pack_step *step = set->steps[PACK_FROM_DST][pads]; step->run; step++) {
            const enum pack_stage stage = (enum pack_stage)step->stage;
            step->on_16 = stage_of(set, stage, true);
            step->on_32 = stage == PACK_READ && !reads_fast(set) ? NULL : stage_of(set, stage, false);
        }
    }
}

/* ---- the loop ---- */

static void stages_report(const struct pack_fast_block *fast, enum pack_stage stage)
{
    uint16_t joined[PACK_BLOCK_MAX];
    const struct pack_block *block = fast->block;
    if (!fast->is_16) {
        pack_report_stage(block, stage);
        return;
    }
    if (stage != PACK_BFP_ASSEMBLE) {
        pack_report(block, stage, fast->halves);
        return;
    }
    for (uint32_t g = 0; g < block->group_count; g++) {
        const uint32_t upper = (uint32_t)block->exponents[g] << 8;
        for (uint32_t i = g * PACK_GROUP; i < (g + 1) * PACK_GROUP; i++)
            joined[i] = (uint16_t)(fast->halves[i] | upper);
    }
    pack_report(block, stage, joined);
}

void pack_fast_run_stages(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    const bool is_probed = tile_probed(block->tile, PROBE_STAGE);
    struct pack_fast_block fast; /* halves are filled as they are needed */
    fast.block = block;
    fast.is_16 = false;
    block->tile->fast_taken[FAST_PACK] = true;
    for (const struct pack_step *step = set->steps[PACK_FROM_DST][block->row_pad & 1]; step->run; step++) {
        pack_fast_stage *stage = fast.is_16 ? step->on_16 : step->on_32;
        if (stage) {
            stage(set, self, &fast);
        } else {
            if (fast.is_16)
                pack_fast_widen(&fast);
            step->run(set, self, block);
        }
        if (is_probed && step->is_reported && block->count)
            stages_report(&fast, (enum pack_stage)step->stage);
    }
}
