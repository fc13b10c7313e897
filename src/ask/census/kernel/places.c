/* SPDX-License-Identifier: Apache-2.0 */
/* Where a kernel takes its inputs and leaves its results: a run that is looked at says which cells of Dst it loads
 * before it stores to them, and which it stores to; a second one, of inputs of 1.5, that the loads give 1.5 and the
 * stores leave what the registers held. So a format or a width that was named wrongly is no census. */
#include "ask/census/kernel/kernel_internal.h"

#include "isa/chip.h"
#include "isa/evidence.h"
#include "isa/registers.h"
#include "numeric/dst_rows.h"

#include "name_texts.h"
#include "reg_ids.h"

enum { FP32_ONE_AND_A_HALF = 0x3FC00000, FP32_MAGNITUDE = 0x7FFFFFFF };

struct places_looking {
    const struct kernel_options *options;
    struct kernel *kernel;
    struct tile *tile;
    uint8_t stage_a, stage_c, stage_result;
    bool stored[KERNEL_CELLS], loaded[KERNEL_CELLS], left[KERNEL_CELLS];
    struct places_instance {
        bool loads, has_c;
        uint16_t cells[LANES];
        uint32_t c[LANES];
    } instances[PROBE_INSTANCES];
    unsigned thread;
    uint64_t at;
    bool has_inputs; /* the second run */
    bool has_width[3];
    bool takes_register[2], in_is_over[2], leaves_register; /* of two operands */
    uint8_t packed;                                         /* the format of a packer's last stage */
    bool packed_bytes[KERNEL_CELLS * sizeof(uint32_t)];     /* of L1 behind the address of results */
    char wrong[256];
};

static uint8_t places_stage(const char *name)
{
    unsigned count, i = 0;
    const struct stage_info *stages = unit_stages(TT_UNIT_VECTOR, &count);
    while (i < count && strcmp(stages[i].name, name) != 0)
        i++;
    return (uint8_t)i;
}

#define PLACES_WRONG(looking, ...)                                                                                     \
    do {                                                                                                               \
        if (!(looking)->wrong[0])                                                                                      \
            (void)snprintf((looking)->wrong, sizeof(looking)->wrong, __VA_ARGS__);                                     \
    } while (0)

/* As the state holds them (F-3.4 to F-3.6). */
static void places_cells(const struct places_looking *looking, const struct probe_stage *stage, bool is_wide,
                         uint16_t cells[static LANES])
{
    const enum tt_chip chip = looking->kernel->chip;
    const struct tile_state *state = tile_state(looking->tile);
    const uint32_t *words = state->cfg[state->thread_cfg[looking->thread][0] & 1];
    const bool remap = reg_value_cfg(chip, REG_DEST_ACCESS_CFG_remap_addrs, words) != 0;
    const bool swizzle = reg_value_cfg(chip, REG_DEST_ACCESS_CFG_swizzle_32b, words) != 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t row = dst_row16(stage->origin[lane] / DST_COLUMNS % DST_ROWS, remap, swizzle, is_wide);
        cells[lane] = (uint16_t)(row * DST_COLUMNS + stage->origin[lane] % DST_COLUMNS);
    }
}

static bool places_has_row(const struct kernel_place *place, uint16_t cell)
{
    const uint32_t row = cell / DST_COLUMNS;
    return !place->has_rows || (row >= place->first_row && row <= place->last_row);
}

/* Whether a cell holds an operand. */
static bool places_is_input(const struct kernel_options *options, uint16_t cell)
{
    return (!options->in.is_register && places_has_row(&options->in, cell)) ||
           (options->has_second && !options->second.is_register && places_has_row(&options->second, cell));
}

/* Cells in the order in which they were first met. */
static void places_add(struct places_looking *looking, const struct kernel_place *place, struct kernel_lanes *lanes,
                       bool *is_met, const uint16_t *cells, bool is_wide)
{
    const unsigned which = lanes == &looking->kernel->out ? 1 : lanes == &looking->kernel->second ? 2 : 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint16_t cell = cells[lane];
        looking->kernel->rows[cell / DST_COLUMNS] = true;
        if (is_wide)
            looking->kernel->rows[cell / DST_COLUMNS + DST_LOW_HALF] = true;
        if (is_met[cell])
            continue;
        if (place->is_register || place->is_l1 || !places_has_row(place, cell)) {
            const bool is_other = !which && !places_is_input(looking->options, cell);
            looking->kernel->other_loads += is_other;
            is_met[cell] |= is_other || which == 1;
            continue;
        }
        if (looking->has_width[which] && lanes->is_wide != is_wide)
            PLACES_WRONG(looking, "%s cells of 16 and of 32 bits of Dst, expected one width",
                         which == 1 ? "stores to" : "loads");
        looking->has_width[which] = true;
        lanes->is_wide = is_wide;
        is_met[cell] = true;
        lanes->cells[lanes->count++] = cell;
    }
}

static void places_on_load(struct places_looking *looking, const struct places_instance *instance, bool is_wide)
{
    uint16_t fresh[LANES];
    bool has_old = false, has_fresh = false;
    for (unsigned lane = 0; lane < LANES; lane++) {
        fresh[lane] = instance->cells[lane];
        has_old |= looking->stored[fresh[lane]];
        has_fresh |= !looking->stored[fresh[lane]];
    }
    if (has_old && has_fresh)
        PLACES_WRONG(looking, "loads cells of Dst of which it stored to some, expected all or none");
    else if (has_fresh)
        places_add(looking, &looking->options->in, &looking->kernel->in, looking->loaded, fresh, is_wide);
    if (has_fresh && !has_old && looking->options->has_second)
        places_add(looking, &looking->options->second, &looking->kernel->second, looking->loaded, fresh, is_wide);
}

static void places_on_store(struct places_looking *looking, const uint16_t *cells, bool is_wide)
{
    places_add(looking, &looking->options->out, &looking->kernel->out, looking->left, cells, is_wide);
    for (unsigned lane = 0; lane < LANES; lane++)
        looking->stored[cells[lane]] = true;
}

/* ---- the second run ---- */

static void check_load(struct places_looking *looking, const struct places_instance *instance, const uint32_t *values)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint16_t cell = instance->cells[lane];
        if (looking->stored[cell] || !places_is_input(looking->options, cell))
            continue;
        if (values[lane] != FP32_ONE_AND_A_HALF)
            PLACES_WRONG(looking,
                         "in %s %" PRIu64 " loads 0x%08X where 1.5 stands as %s, expected 0x%08X: see --format",
                         looking->kernel->is_capture ? "event" : "line", looking->at, (unsigned)values[lane],
                         looking->options->format->name, (unsigned)FP32_ONE_AND_A_HALF);
    }
}

/* Whether a cell is what a register held, rounded either way. */
static bool is_stored_as(const struct exact_format *format, uint32_t pattern, uint32_t held)
{
    const struct exact value = exact_of(&exact_fp32, held);
    const int64_t away =
        exact_place(format, pattern) - exact_place(format, exact_round(format, value, EXACT_TRUNCATED));
    return away >= -1 && away <= 1;
}

static void check_store(struct places_looking *looking, const struct places_instance *instance, const uint32_t *cells,
                        bool is_wide)
{
    const struct exact_format *format = looking->options->result;
    for (unsigned lane = 0; lane < LANES && instance->has_c; lane++) {
        const uint32_t held = instance->c[lane], exponent = (held & FP32_MAGNITUDE) >> 23;
        const bool is_plain = exponent > 115 && exponent < 140; /* a normal number of every format */
        if (!is_plain || looking->options->out.is_register || looking->options->out.is_l1 ||
            !places_has_row(&looking->options->out, instance->cells[lane]))
            continue;
        const uint32_t pattern = kernel_pattern_of(format, is_wide, cells[lane]);
        if (!is_stored_as(format, pattern, held))
            PLACES_WRONG(looking, "in %s %" PRIu64 " stores 0x%X of 0x%08X, expected it as %s: see --result",
                         looking->kernel->is_capture ? "event" : "line", looking->at, (unsigned)pattern, (unsigned)held,
                         format->name);
    }
}

/* ---- as a listener ---- */

static void places_on_begin(void *user, const struct probe_insn *insn)
{
    struct places_looking *looking = user;
    memset(looking->instances, 0, sizeof looking->instances);
    looking->thread = insn->thread;
    looking->at = insn->seq;
}

static void places_on_end(void *user, const struct probe_insn *insn)
{
    struct kernel *kernel = ((struct places_looking *)user)->kernel;
    kernel->rests_on = evidence_weaker(kernel->rests_on, insn->rests_on);
}

static uint32_t stage_value(const struct probe_stage *stage, unsigned lane)
{
    const uint32_t *words = stage->values;
    const uint16_t *halves = stage->values;
    return stage->value_bytes == 4 ? words[lane] : halves[lane];
}

static void places_on_result(struct places_looking *looking, struct places_instance *instance,
                             const struct probe_stage *stage)
{
    const bool is_wide = stage->value_bytes == 4;
    uint32_t values[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        values[lane] = stage_value(stage, lane);
    if (instance->loads) {
        if (looking->has_inputs)
            check_load(looking, instance, values);
        return;
    }
    places_cells(looking, stage, is_wide, instance->cells);
    if (looking->has_inputs)
        check_store(looking, instance, values, is_wide);
    places_on_store(looking, instance->cells, is_wide);
}

static void places_on_stage(void *user, const struct probe_stage *stage)
{
    struct places_looking *looking = user;
    if (stage->unit == TT_UNIT_PACK && format_is_datum(stage->format))
        looking->packed = stage->format;
    if (stage->unit != TT_UNIT_VECTOR || stage->count != LANES || stage->value_bytes == 1)
        return;
    struct places_instance *instance = &looking->instances[stage->instance];
    if (stage->stage == looking->stage_c) {
        for (unsigned lane = 0; lane < LANES; lane++)
            instance->c[lane] = stage_value(stage, lane);
        instance->has_c = true;
    }
    if (!stage->origin)
        return;
    if (stage->stage == looking->stage_a) {
        instance->loads = true;
        places_cells(looking, stage, stage->value_bytes == 4, instance->cells);
        if (!looking->has_inputs)
            places_on_load(looking, instance, stage->value_bytes == 4);
    } else if (stage->stage == looking->stage_result) {
        places_on_result(looking, instance, stage);
    }
}

/* The register of a place, read before it is written, or written. */
static void places_on_register(struct places_looking *looking, const struct probe_access *access)
{
    enum { REGISTER_BYTES = 4 * LANES };
    const uint32_t number = access->lo / REGISTER_BYTES;
    const struct kernel_place *const operands[] = {&looking->options->in, &looking->options->second};
    const struct kernel_place *out = &looking->options->out;
    for (unsigned i = 0; i < 2; i++) {
        if (!operands[i]->is_register || operands[i]->number != number || looking->in_is_over[i])
            continue;
        looking->takes_register[i] |= !access->is_write;
        looking->in_is_over[i] = access->is_write;
    }
    looking->leaves_register |= out->is_register && out->number == number && access->is_write;
}

/* Bytes of results that a packer writes. */
static void places_on_l1(struct places_looking *looking, const struct probe_access *access)
{
    const uint32_t first = looking->options->out.number;
    for (uint32_t at = access->lo; at < access->hi && looking->options->out.is_l1; at++)
        if (at >= first && at - first < sizeof looking->packed_bytes)
            looking->packed_bytes[at - first] = true;
}

/* Rows of Dst that other units write, too. */
static void places_on_access(void *user, const struct probe_access *access)
{
    struct places_looking *looking = user;
    if (access->space == TT_SPACE_LREG)
        places_on_register(looking, access);
    if (access->space == TT_SPACE_L1 && access->is_write)
        places_on_l1(looking, access);
    if (access->space != TT_SPACE_DST || !access->is_write)
        return;
    for (uint32_t at = access->lo; at < access->hi; at += 2)
        looking->kernel->rows[at / (2 * DST_COLUMNS)] = true;
}

/* ---- what was found ---- */

static const char *places_place_text(const struct kernel_place *place)
{
    return place->is_register ? "a register" : "cells of Dst";
}

/* Packers take cells in the order of rows and columns: kernel_check_lanes() refuses those that do not. */
static enum tt_status pair_with_l1(const struct places_looking *looking, struct tt_error *err)
{
    const struct kernel_options *options = looking->options;
    struct kernel_lanes *in = &looking->kernel->in, *out = &looking->kernel->out;
    const uint32_t bytes = exact_bits(options->result) / 8;
    uint16_t before[KERNEL_CELLS] = {0};
    REFUSE_IF(options->in.is_register || !in->count, err, "--out l1: expected inputs in cells of Dst");
    REFUSE_IF(looking->packed != options->result->code, err, "--result %s: the kernel's " INSN_TEXT_PACR " leaves %s",
              options->result->name, format_is_datum(looking->packed) ? format_get(looking->packed)->name : "nothing");
    for (uint32_t i = 0; i < in->count * bytes; i++)
        REFUSE_IF(!looking->packed_bytes[i], err,
                  "--out l1:0x%X: the kernel's " INSN_TEXT_PACR
                  " does not write byte 0x%X, expected %u results of %u bytes",
                  (unsigned)options->out.number, (unsigned)(options->out.number + i), in->count, (unsigned)bytes);
    for (unsigned i = 0; i < in->count; i++)
        before[in->cells[i]] = 1;
    for (unsigned cell = 0, count = 0; cell < KERNEL_CELLS; cell++) {
        const unsigned is_in = before[cell];
        before[cell] = (uint16_t)count;
        count += is_in;
    }
    for (unsigned i = 0; i < in->count; i++)
        out->cells[i] = before[in->cells[i]];
    out->count = in->count;
    return TT_OK;
}

static enum tt_status pair_lanes(const struct places_looking *looking, struct tt_error *err)
{
    const struct kernel_options *options = looking->options;
    struct kernel *kernel = looking->kernel;
    struct kernel_lanes *in = &kernel->in, *out = &kernel->out;
    bool is_in[KERNEL_CELLS] = {false};
    unsigned both = 0;
    if (options->in.is_register)
        in->count = LANES;
    if (options->out.is_register)
        out->count = LANES;
    if (options->second.is_register)
        kernel->second.count = LANES;
    for (unsigned i = 0; i < 2; i++) {
        const struct kernel_place *place = i ? &options->second : &options->in;
        REFUSE_IF(place->is_register && !looking->takes_register[i], err,
                  "--%s lreg:%u: the kernel does not read what stands there at its begin", i ? "in2" : "in",
                  (unsigned)place->number);
    }
    REFUSE_IF(options->has_second && kernel->second.count != in->count, err,
              "found %u first operands in %s and %u second ones in %s, expected as many: --in dst:A-B and "
              "--in2 dst:A-B take some rows of Dst",
              in->count, places_place_text(&options->in), kernel->second.count, places_place_text(&options->second));
    if (options->out.is_l1)
        return pair_with_l1(looking, err);
    REFUSE_IF(options->out.is_register && !looking->leaves_register, err,
              "--out lreg:%u: the kernel does not write there", (unsigned)options->out.number);
    REFUSE_IF(!in->count || !out->count, err, "the kernel %s no cells of Dst, expected --%s lreg:N",
              in->count ? "stores to" : "loads", in->count ? "out" : "in");
    REFUSE_IF(in->count != out->count, err,
              "found %u inputs in %s and %u results in %s, expected as many: --in dst:A-B and --out dst:A-B "
              "take some rows of Dst",
              in->count, places_place_text(&options->in), out->count, places_place_text(&options->out));
    if (options->in.is_register || options->out.is_register)
        return TT_OK;
    for (unsigned i = 0; i < in->count; i++)
        is_in[in->cells[i]] = true;
    for (unsigned i = 0; i < out->count; i++)
        both += is_in[out->cells[i]];
    if (both == in->count) /* in place */
        memcpy(out->cells, in->cells, sizeof in->cells);
    return TT_OK;
}

static enum tt_status refuse_widths(const struct kernel_options *options, const struct kernel *kernel,
                                    struct tt_error *err)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct kernel_place *place = i ? &options->out : &options->in;
        const struct exact_format *format = i ? options->result : options->format;
        if (place->is_l1)
            continue;
        const bool is_wide = place->is_register || (i ? &kernel->out : &kernel->in)->is_wide;
        REFUSE_IF(options->has_second && !i && kernel->second.is_wide != kernel->in.is_wide, err,
                  "operands stand in cells of 16 and of 32 bits, expected one width");
        const char *name = i ? "--result" : "--format";
        const bool takes = i ? format == &exact_fp32 : format != &exact_fp16;
        REFUSE_IF(is_wide && !takes, err, "%s %s: %s of 32 bits hold them, expected %s fp32", name, format->name,
                  place->is_register ? "lanes" : "cells of Dst", name);
        REFUSE_IF(!is_wide && format != &exact_bf16 && format != &exact_fp16, err,
                  "%s %s: cells of Dst of 16 bits hold them, expected %s bf16 or fp16", name, format->name, name);
    }
    return TT_OK;
}

static enum tt_status places_run(struct places_looking *looking, const uint32_t *inputs, struct tt_error *err)
{
    const struct kernel *kernel = looking->kernel;
    struct tile *tile = looking->tile;
    if (inputs)
        kernel_put(looking->options, kernel, tile, inputs);
    const size_t done = kernel_pass(kernel, tile, NULL);
    if (done < kernel->count)
        return kernel_refuse_word(kernel, done, err);
    const struct vector_state *vector = &tile_state(tile)->vector;
    if (vector->macro.count || vector->macro.landing_count)
        return tt_fail(err, TT_UNSUPPORTED,
                       "the kernel ends before all has run that " INSN_TEXT_SFPLOADMACRO " put off");
    return looking->wrong[0] ? tt_fail(err, TT_BAD_INPUT, "the kernel %s", looking->wrong) : TT_OK;
}

enum tt_status kernel_find_places(const struct kernel_options *options, struct kernel *kernel, struct tt_error *err)
{
    struct places_looking *looking = mem_calloc(1, sizeof *looking);
    uint32_t *inputs = mem_calloc(KERNEL_CELLS, sizeof *inputs);
    struct tile *tile = kernel_tile(kernel);
    enum tt_status status = TT_OK;
    if (looking && inputs && tile) {
        const struct probe probe = {.user = looking,
                                    .wants = PROBE_INSN | PROBE_STAGE | PROBE_ACCESS,
                                    .insn_begin = places_on_begin,
                                    .insn_end = places_on_end,
                                    .stage = places_on_stage,
                                    .access = places_on_access};
        *looking = (struct places_looking){.options = options,
                                           .packed = FORMAT_COUNT,
                                           .kernel = kernel,
                                           .tile = tile,
                                           .stage_a = places_stage("operand_a"),
                                           .stage_c = places_stage("operand_c"),
                                           .stage_result = places_stage("result")};
        tile_set_probe(tile, &probe);
        status = places_run(looking, NULL, err);
        if (!status)
            status = pair_lanes(looking, err);
        if (!status)
            status = refuse_widths(options, kernel, err);
        if (!status) {
            kernel_restore(kernel, tile);
            kernel->changes_much = !kernel_is_restored(kernel, tile);
            kernel_restore(kernel, tile);
            for (unsigned i = 0; i < kernel->in.count; i++)
                inputs[i] = exact_round(options->format, exact_of(&exact_fp32, FP32_ONE_AND_A_HALF), EXACT_NEAREST) *
                            (options->has_second ? (1u << SECOND_SHIFT) + 1 : 1);
            looking->has_inputs = true;
            memset(looking->stored, 0, sizeof looking->stored);
            status = places_run(looking, inputs, err);
        }
    } else {
        status = tt_fail(err, TT_NO_MEMORY, "no memory for a tile");
    }
    tile_free(tile);
    mem_free(inputs);
    mem_free(looking);
    return status;
}
