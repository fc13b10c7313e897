/* SPDX-License-Identifier: Apache-2.0 */
/* A census by all processors: each item is a batch of the first operand with every second one, or a share of the
 * draws. Its counts do not depend on the number of threads. */
#include "ask/census/census_internal.h"

#include "base/mix.h"
#include "base/pool.h"
#include "base/search.h"
#include "isa/chip.h"
#include "isa/findings.h"
#include "isa/isa.h"

#include "insn_ids.h"

static struct exact difference(struct exact a, struct exact b)
{
    b.is_negative = !b.is_negative;
    return exact_sum(a, b);
}

/* Unsigned results drop the sign (V42). */
static struct exact census_magnitude(struct exact a, struct exact b)
{
    (void)b;
    a.is_negative = false;
    return a;
}

static struct exact itself(struct exact a, struct exact b)
{
    (void)b;
    return a;
}

static const struct census_operation operations[] = {
    {INSN_ELWADD, 2, true, false, elementwise_begin, elementwise_run, exact_sum},
    {INSN_ELWSUB, 2, true, false, elementwise_begin, elementwise_run, difference},
    {INSN_ELWMUL, 2, true, true, elementwise_begin, elementwise_run, exact_product},
    {INSN_MOVA2D, 1, true, false, elementwise_begin, elementwise_run, itself},
    {INSN_SFP_STOCH_RND, 1, false, false, convert_begin, convert_run, census_magnitude},
};

/* Both chips have them, under the same names. */
const char *census_name_of(const struct census_operation *operation)
{
    return isa_get(TT_BLACKHOLE, operation->insn)->mnemonic;
}

const struct census_operation *census_operation_find(const char *name)
{
    return FIND(operations, sizeof operations / sizeof *operations, strcmp(census_name_of(item), name) == 0);
}

unsigned census_arity(const struct census_operation *operation)
{
    return operation->arity;
}

const struct exact_format *census_operand_format(const struct census_options *options)
{
    return options->unpacks ? options->unpacks : options->format;
}

const struct exact_format *census_result_format(const struct census_options *options)
{
    if (!options->operation->is_elementwise)
        return NULL;
    return options->packs ? options->packs : census_dst_format(options);
}

const char *census_result_name(const struct census_options *options)
{
    const struct exact_format *format = census_result_format(options);
    if (format)
        return format->name;
    return options->integer_bits == 8 ? "uint8" : "uint16";
}

const char *census_refuses(const struct census_options *options)
{
    if (options->operation->is_elementwise && !options->format->is_of_sources)
        return "SrcA and SrcB cannot hold fp32, expected --format bf16, tf32 or fp16";
    if (options->format == &exact_fp16 && !options->unpacks)
        return "operands of fp16 come from L1, expected --unpack with the format that they have there";
    if (!options->operation->is_elementwise && (options->unpacks || options->packs))
        return "--unpack and --pack are for the matrix unit's instructions only";
    if (options->operation->is_elementwise && options->integer_bits)
        return "--to is for conversions only";
    if (!options->operation->is_elementwise && options->integer_bits == 0)
        return "expected --to uint8 or --to uint16";
    if (options->phases > 1 && !options->operation->has_phases)
        return "a --fidelity beyond LoFi is for multiplications only";
    for (unsigned i = 0; i < options->operation->arity; i++) {
        const struct census_operands *operands = &options->operands[i];
        if (!census_fits(census_operand_format(options), operands))
            return "a pattern of --population or --second has more bits than the format";
    }
    return NULL;
}

struct run {
    const struct census_options *options;
    struct census *census;
    struct worker {
        struct tile *tile;
        struct census_batch batch;
    } * workers;
    struct census *slots;
    uint64_t sizes[2]; /* of the populations */
};

/* The nth of an operand's population. clamps: whatever has its sign bit set becomes 0, also -0 and NaN. */
static uint32_t census_operand(const struct census_options *options, unsigned which, uint64_t n)
{
    const struct exact_format *format = census_operand_format(options);
    const uint32_t pattern = census_pattern(format, &options->operands[which], n);
    return options->clamps && pattern >> (exact_bits(format) - 1) ? 0 : pattern;
}

enum { DRAWS_AN_ITEM = 64 * CENSUS_BATCH };

static void do_batch(const struct run *run, struct worker *worker, struct census *census)
{
    run->options->operation->run(run->options, worker->tile, &worker->batch);
    census_count(run->options, &worker->batch, census);
}

static void census_do_all(const struct run *run, struct worker *worker, size_t item, struct census *census)
{
    const struct census_options *options = run->options;
    const uint64_t first = (uint64_t)item * CENSUS_BATCH, left = run->sizes[0] - first;
    struct census_batch *batch = &worker->batch;
    batch->count = left < CENSUS_BATCH ? (unsigned)left : CENSUS_BATCH;
    batch->is_first_loaded = false;
    for (unsigned i = 0; i < batch->count; i++)
        batch->operands[0][i] = census_operand(options, 0, first + i);
    for (uint64_t second = 0; second < run->sizes[1]; second++) {
        const uint32_t pattern = census_operand(options, 1, second);
        for (unsigned i = 0; i < batch->count; i++)
            batch->operands[1][i] = pattern;
        do_batch(run, worker, census);
        batch->is_first_loaded = true;
    }
}

/* The nth draw is a function of seed and n, so that shares need nothing of each other. */
static uint64_t drawn(uint64_t seed, uint64_t n)
{
    return mix_bits(seed + n * MIX_STEP);
}

static void do_draws(const struct run *run, struct worker *worker, size_t item, struct census *census)
{
    const struct census_options *options = run->options;
    const uint64_t first = (uint64_t)item * DRAWS_AN_ITEM, left = options->draws - first;
    const uint64_t count = left < DRAWS_AN_ITEM ? left : DRAWS_AN_ITEM;
    struct census_batch *batch = &worker->batch;
    for (uint64_t at = 0; at < count; at += CENSUS_BATCH) {
        batch->count = count - at < CENSUS_BATCH ? (unsigned)(count - at) : CENSUS_BATCH;
        batch->is_first_loaded = false;
        for (unsigned i = 0; i < batch->count; i++) {
            for (unsigned k = 0; k < 2; k++) {
                const uint64_t random = drawn(options->seed, 2 * (first + at + i) + k);
                batch->operands[k][i] = census_operand(options, k, random % run->sizes[k]);
            }
        }
        do_batch(run, worker, census);
    }
}

static enum tt_status census_work(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct run *run = user;
    struct worker *worker = &run->workers[item->worker];
    struct census *census = &run->slots[item->slot];
    memset(census, 0, sizeof *census);
    if (!worker->tile) {
        worker->tile = tile_new(run->options->chip);
        NEED(worker->tile, err, "no memory for a tile");
        tile_set_variants(worker->tile, &run->options->variants);
        run->options->operation->begin(run->options, worker->tile);
    }
    (run->options->draws ? do_draws : census_do_all)(run, worker, item->index, census);
    return TT_OK;
}

static enum tt_status deliver(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct run *run = user;
    (void)err;
    census_add(run->census, &run->slots[item->slot]);
    return TT_OK;
}

static size_t items_of(const struct run *run)
{
    const uint64_t count = run->options->draws ? run->options->draws : run->sizes[0];
    const uint64_t each = run->options->draws ? DRAWS_AN_ITEM : CENSUS_BATCH;
    return (size_t)((count + each - 1) / each);
}

/* ---- the tile's own report on such a chain ---- */

struct objection {
    char first[512]; /* empty: none */
};

static void census_on_finding(void *user, const struct probe_finding *finding)
{
    struct objection *objection = user;
    if (!finding_is_open(finding->id) && !objection->first[0])
        (void)snprintf(objection->first, sizeof objection->first, "%s: %s", finding_get(finding->id)->code,
                       finding->detail);
}

/* Formats that a unit does not take, or does not convert so: a row of operands shows it. */
static enum tt_status refuse_undefined(const struct census_options *options, struct tt_error *err)
{
    enum { A_ROW = 16 };
    struct objection objection = {""};
    const struct probe probe = {.user = &objection, .wants = PROBE_FINDING, .finding = census_on_finding};
    struct census_batch *batch = mem_calloc(1, sizeof *batch);
    struct tile *tile = tile_new(options->chip);
    if (batch && tile) {
        batch->count = A_ROW;
        tile_set_variants(tile, &options->variants);
        tile_set_probe(tile, &probe);
        options->operation->begin(options, tile);
        options->operation->run(options, tile, batch);
    }
    const bool has_run = batch && tile;
    tile_free(tile);
    mem_free(batch);
    NEED(has_run, err, "no memory for a tile");
    return objection.first[0]
               ? tt_fail(err, TT_UNSUPPORTED, "no such chain on %s: %s", chip_get(options->chip)->name, objection.first)
               : TT_OK;
}

enum tt_status census_run(const struct census_options *options, struct census *census, struct tt_error *err)
{
    struct run run = {.options = options, .census = census};
    const size_t slots = 2 * options->threads;
    const bool is_chain = options->unpacks || options->packs;
    enum tt_status status = is_chain ? refuse_undefined(options, err) : TT_OK;
    memset(census, 0, sizeof *census);
    if (status)
        return status;
    for (unsigned i = 0; i < 2; i++)
        run.sizes[i] =
            i < options->operation->arity ? census_size(census_operand_format(options), &options->operands[i]) : 1;
    run.workers = mem_calloc(options->threads, sizeof *run.workers);
    run.slots = mem_calloc(slots, sizeof *run.slots);
    if (run.workers && run.slots) {
        const struct pool pool = {&run, options->threads, slots, items_of(&run), NULL, census_work, deliver};
        status = pool_run(&pool, err);
    } else {
        status = tt_fail(err, TT_NO_MEMORY, "no memory for a census");
    }
    for (size_t i = 0; run.workers && i < options->threads; i++)
        tile_free(run.workers[i].tile);
    mem_free(run.workers);
    mem_free(run.slots);
    return status;
}
