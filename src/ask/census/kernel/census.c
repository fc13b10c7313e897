/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel over its population by all processors: each item is a stretch of inputs, of both signs where the population
 * has both. Counts do not depend on the number of threads, nor on how a population is cut into shards. */
#include "ask/census/kernel/kernel_internal.h"

#include "base/input.h"
#include "base/pool.h"
#include "base/search.h"
#include "isa/evidence.h"

enum { STRETCH = 4096 /* inputs of an item, of each sign; a multiple of the lanes of a tile but for the last */ };

struct kernel_work {
    const struct kernel_options *options;
    const struct kernel *kernel;
    struct kernel_run *run;
    unsigned sides; /* 2: the population's second half has the same magnitudes */
    uint64_t each;  /* inputs of a side */
    size_t first_item;
    struct kernel_worker {
        struct tile *tile, *packer; /* packer: null without one */
        struct probe probe;
        struct kernel_tally *tally; /* of the item at work: where findings go */
        uint32_t *inputs, *results; /* of a run of the kernel */
    } * workers;
    struct kernel_slot {
        struct kernel_tally tally;
        struct kernel_point *points[2];
        unsigned count;
    } * slots;
    size_t slot_count;
    struct kernel_tally *all;
};

/* ---- words ---- */

/* A packer's words, and those between its settings: of the scalar unit without memory. */
static bool census_packs(const struct isa_insn *insn, enum tt_unit unit)
{
    return unit == TT_UNIT_PACK ||
           (unit == TT_UNIT_SCALAR && !ANY(i, insn->read_count, insn->reads[i].what == TT_SPACE_L1) &&
            !ANY(i, insn->write_count, insn->writes[i].what == TT_SPACE_L1));
}

enum tt_status kernel_add(struct kernel *kernel, const struct kernel_word *word, struct tt_error *err)
{
    static const uint32_t runs =
        1u << TT_UNIT_VECTOR | 1u << TT_UNIT_MATRIX | 1u << TT_UNIT_CONFIG | 1u << TT_UNIT_SYNC | 1u << TT_UNIT_ADC;
    REFUSE_IF(!word->insn, err, "0x%08X is no instruction of the chip", (unsigned)word->word);
    const enum tt_unit unit = isa_unit_of(word->insn, word->word);
    if (!(runs >> unit & 1) && !(kernel->packs && census_packs(word->insn, unit))) {
        (void)tt_fail(err, TT_UNSUPPORTED,
                      "found %s of unit %s, expected words of vector, matrix, config, sync and adc alone%s",
                      word->insn->mnemonic, unit_name(unit),
                      census_packs(word->insn, unit) ? "; --out l1:0xADDRESS takes a packer's, too" : "");
        if (kernel->is_capture)
            tt_error_prefix(err, "event %" PRIu64, word->at);
        return TT_UNSUPPORTED;
    }
    NEED(MEM_PUSH(kernel->words, kernel->count, kernel->capacity, *word), err, "no memory for the kernel");
    return TT_OK;
}

enum tt_status kernel_refuse_word(const struct kernel *kernel, size_t number, struct tt_error *err)
{
    const struct kernel_word *word = &kernel->words[number];
    return tt_fail(err, TT_UNSUPPORTED, "%s %" PRIu64 ", %s, waits or is not supported, expected one that takes effect",
                   kernel->is_capture ? "event" : "line", word->at, word->insn->mnemonic);
}

static enum tt_status kernel_read(const struct kernel_options *options, struct kernel *kernel, struct tt_error *err)
{
    static const uint8_t magic[] = {0x50, 0x2A, 0x4D, 0x18}; /* a skippable frame, as each capture begins */
    static const uint8_t elf[] = {0x7F, 'E', 'L', 'F'};
    uint8_t begin[sizeof magic] = {0};
    FILE *file;
    kernel->packs = options->out.is_l1;
    TRY(input_stream(&file, options->path, err));
    const bool is_whole = fread(begin, 1, sizeof begin, file) == sizeof begin;
    const bool is_capture = is_whole && !memcmp(begin, magic, sizeof magic);
    (void)fclose(file);
    REFUSE_IF(
        is_whole && !memcmp(begin, elf, sizeof elf), err,
        "an ELF file, expected words or a capture; a program goes as `tt-replay run` takes it: census --function NAME "
        "-- run --arch CHIP --elf CORE=FILE");
    TRY((is_capture ? kernel_read_events : kernel_read_words)(options, kernel, err));
    REFUSE_IF(!kernel->count, err, "found no words%s%s", options->events ? " in " : "",
              options->events ? options->events : "");
    return TT_OK;
}

static void kernel_clear(struct kernel *kernel)
{
    if (!kernel)
        return;
    mem_free(kernel->start);
    mem_free(kernel->words);
    mem_free(kernel->spots);
    mem_free(kernel);
}

/* ---- inputs ---- */

static uint64_t kernel_firsts(const struct kernel_options *options)
{
    return options->list ? options->list_count : census_size(options->format, &options->operands);
}

uint64_t kernel_inputs(const struct kernel_options *options)
{
    return kernel_firsts(options) * (options->has_second ? census_size(options->format, &options->seconds) : 1);
}

/* Of pairs the first operand runs, then the second. */
uint32_t kernel_input(const struct kernel_options *options, uint64_t index)
{
    const uint64_t firsts = options->has_second ? kernel_firsts(options) : UINT64_MAX, nth = index % firsts;
    const uint32_t first =
        options->list ? options->list[nth] : census_pattern(options->format, &options->operands, nth);
    return options->has_second
               ? first | census_pattern(options->format, &options->seconds, index / firsts) << SECOND_SHIFT
               : first;
}

static unsigned sides_of(const struct kernel_options *options)
{
    const enum census_population population = options->operands.population;
    const bool has_both = population == CENSUS_ALL || population == CENSUS_FINITE || population == CENSUS_MANTISSAS;
    return !options->list && !options->has_second && has_both ? 2 : 1;
}

/* Items of a shard lie one behind the other. */
static void find_shard(struct kernel_work *work, size_t *items)
{
    const struct kernel_options *options = work->options;
    struct kernel_run *run = work->run;
    work->sides = run->sides;
    work->each = run->inputs / work->sides;
    const uint64_t all = (work->each + STRETCH - 1) / STRETCH;
    const uint64_t first =
        all / options->shards * (options->shard - 1) + all % options->shards * (options->shard - 1) / options->shards;
    const uint64_t past =
        all / options->shards * options->shard + all % options->shards * options->shard / options->shards;
    work->first_item = (size_t)first;
    *items = (size_t)(past - first);
    run->first = first * STRETCH;
    run->past = past * STRETCH < work->each ? past * STRETCH : work->each;
}

/* ---- an item ---- */

static void kernel_on_finding(void *user, const struct probe_finding *finding)
{
    struct kernel_worker *worker = user;
    struct kernel_finding *found = &worker->tally->census.findings[finding->id];
    if (found->count++ == 0)
        (void)snprintf(found->first, sizeof found->first, "%s", finding->detail ? finding->detail : "");
}

static enum tt_status kernel_worker_begin(const struct kernel_work *work, struct kernel_worker *worker,
                                          struct tt_error *err)
{
    if (worker->tile)
        return TT_OK;
    worker->inputs = mem_calloc(work->kernel->in.count, sizeof *worker->inputs);
    worker->results = mem_calloc(work->kernel->in.count, sizeof *worker->results);
    worker->tile = worker->inputs && worker->results ? kernel_tile(work->kernel) : NULL;
    if (work->options->packs && worker->tile)
        worker->packer = kernel_packer(work->options, work->kernel);
    if (!worker->tile || (work->options->packs && !worker->packer))
        return tt_fail(err, TT_NO_MEMORY, "no memory for a tile");
    worker->probe = (struct probe){.user = worker, .wants = PROBE_FINDING, .finding = kernel_on_finding};
    tile_set_probe(worker->tile, &worker->probe);
    if (worker->packer)
        tile_set_probe(worker->packer, &worker->probe);
    return TT_OK;
}

static enum tt_status slot_begin(const struct kernel_work *work, struct kernel_slot *slot, struct tt_error *err)
{
    struct kernel_example *worst = slot->tally.census.worst;
    if (!worst && work->options->worst)
        worst = mem_calloc(work->options->worst, sizeof *worst);
    for (unsigned side = 0; side < work->sides; side++)
        if (!slot->points[side])
            slot->points[side] = mem_calloc(STRETCH, sizeof *slot->points[side]);
    memset(&slot->tally, 0, sizeof slot->tally);
    slot->tally.census.worst = worst;
    slot->tally.census.has_steps = work->all->census.has_steps;
    const bool has_memory = (worst || !work->options->worst) && slot->points[0] && slot->points[work->sides - 1];
    return has_memory ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for results");
}

/* Inputs from `at` of an item's side on; lanes left over take the first input again. */
static enum tt_status census_run_lanes(const struct kernel_work *work, struct kernel_worker *worker,
                                       struct kernel_slot *slot, unsigned side, uint64_t first, unsigned at,
                                       struct tt_error *err)
{
    const unsigned lanes = work->kernel->in.count, left = slot->count - at, count = left < lanes ? left : lanes;
    const uint64_t index = side * work->each + first + at;
    for (unsigned i = 0; i < lanes; i++)
        worker->inputs[i] = kernel_input(work->options, index + (i < count ? i : 0));
    kernel_restore(work->kernel, worker->tile);
    kernel_put(work->options, work->kernel, worker->tile, worker->inputs);
    const size_t done = kernel_pass(work->kernel, worker->tile, NULL);
    if (done < work->kernel->count)
        return kernel_refuse_word(work->kernel, done, err);
    kernel_get(work->options, work->kernel, worker->tile, worker->results);
    if (worker->packer)
        kernel_pack(work->options, work->kernel, worker->packer, worker->results);
    for (unsigned i = 0; i < count; i++)
        TRY(kernel_judge(work->options, index + i, worker->inputs[i], worker->results[i], &slot->tally, side,
                         &slot->points[side][at + i], err));
    return TT_OK;
}

static enum tt_status kernel_do(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct kernel_work *work = user;
    struct kernel_worker *worker = &work->workers[item->worker];
    struct kernel_slot *slot = &work->slots[item->slot];
    const uint64_t first = (uint64_t)(work->first_item + item->index) * STRETCH, left = work->each - first;
    enum tt_status status = kernel_worker_begin(work, worker, err);
    if (!status)
        status = slot_begin(work, slot, err);
    if (status)
        return status;
    slot->count = left < STRETCH ? (unsigned)left : STRETCH;
    worker->tally = &slot->tally;
    for (unsigned side = 0; side < work->sides; side++)
        for (unsigned at = 0; at < slot->count && !status; at += work->kernel->in.count)
            status = census_run_lanes(work, worker, slot, side, first, at, err);
    truth_release();
    if (status)
        return status;
    for (unsigned i = 0; i < slot->count && work->all->census.has_pairs; i++)
        kernel_judge_pair(work->options, &slot->points[0][i], &slot->points[1][i], &slot->tally.census);
    kernel_restore(work->kernel, worker->tile);
    if (!kernel_is_restored(work->kernel, worker->tile))
        return tt_fail(err, TT_UNSUPPORTED,
                       "the kernel changes more of the tile for some inputs than for 1.5: what a run begins with would "
                       "depend on the inputs before");
    return TT_OK;
}

static enum tt_status census_write_csv(const struct kernel_options *options, const struct kernel_point *points,
                                       unsigned count, struct tt_error *err)
{
    const int of_inputs = (int)(exact_bits(options->format) * (options->has_second ? 2 : 1) + 3) / 4,
              of_results = (int)(exact_bits(kernel_held(options)) + 3) / 4;
    bool is_written = true;
    for (unsigned i = 0; i < count && is_written; i++) {
        const struct kernel_example *example = &points[i].example;
        is_written = fprintf(options->csv, "0x%0*X,0x%0*X,", of_inputs, (unsigned)example->input, of_results,
                             (unsigned)example->result) > 0;
        if (!example->is_undefined)
            is_written &= fprintf(options->csv, "0x%0*X", of_results, (unsigned)example->exact) > 0;
        is_written &= fputc(',', options->csv) != EOF;
        if (points[i].is_ordinary)
            is_written &= fprintf(options->csv, "%" PRIu64, example->distance) > 0;
        is_written &= fputc('\n', options->csv) != EOF;
    }
    return is_written ? TT_OK : tt_fail(err, TT_IO, "the table of inputs cannot be written");
}

static enum tt_status kernel_deliver(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct kernel_work *work = user;
    struct kernel_slot *slot = &work->slots[item->slot];
    kernel_tally_add(work->options, work->all, &slot->tally);
    for (unsigned side = 0; side < work->sides && work->options->csv; side++)
        TRY(census_write_csv(work->options, slot->points[side], slot->count, err));
    return TT_OK;
}

/* ---- all ---- */

static enum tt_status kernel_run_all(struct kernel_work *work, size_t items, struct tt_error *err)
{
    const struct kernel_options *options = work->options;
    const struct pool pool = {work, options->threads, work->slot_count, items, NULL, kernel_do, kernel_deliver};
    work->workers = mem_calloc(options->threads, sizeof *work->workers);
    work->slots = mem_calloc(work->slot_count, sizeof *work->slots);
    enum tt_status status =
        work->workers && work->slots ? pool_run(&pool, err) : tt_fail(err, TT_NO_MEMORY, "no memory for a census");
    for (size_t i = 0; work->workers && i < options->threads; i++) {
        tile_free(work->workers[i].tile);
        tile_free(work->workers[i].packer);
        mem_free(work->workers[i].inputs);
        mem_free(work->workers[i].results);
    }
    for (size_t i = 0; work->slots && i < work->slot_count; i++) {
        mem_free(work->slots[i].tally.census.worst);
        mem_free(work->slots[i].points[0]);
        mem_free(work->slots[i].points[1]);
    }
    mem_free(work->workers);
    mem_free(work->slots);
    return status;
}

static void say_run(const struct kernel_options *options, const struct kernel *kernel, struct kernel_run *run)
{
    run->chip = kernel->chip;
    run->is_capture = kernel->is_capture;
    run->words = kernel->count;
    run->lanes = kernel->in.count;
    run->operands = options->has_second ? 2 : 1;
    run->left_out = kernel->left_out;
    run->other_loads = kernel->other_loads;
    run->in_is_wide = kernel->in.is_wide;
    run->out_is_wide = kernel->out.is_wide;
    run->format = options->format;
    run->result = kernel_held(options);
    run->rests_on = kernel->rests_on;
}

static void weigh_findings(struct kernel_run *run, const struct kernel_census *census)
{
    for (unsigned i = 0; i < FINDINGS_MAX; i++)
        if (census->findings[i].count)
            run->rests_on = evidence_weaker(run->rests_on, evidence_of_finding((finding_id)i));
}

/* One part, run now. */
static enum tt_status census_run_part(const struct kernel_options *options, const struct kernel *kernel,
                                      struct kernel_run *run, struct kernel_tally *part, struct tt_error *err)
{
    struct kernel_work work = {
        .options = options, .kernel = kernel, .run = run, .slot_count = 2 * options->threads, .all = part};
    size_t items;
    find_shard(&work, &items);
    return kernel_run_all(&work, items, err);
}

static void tally_begin(const struct kernel_options *options, struct kernel_tally *tally, struct kernel_example *worst)
{
    tally->census.worst = worst;
    tally->census.has_steps = !options->list && !options->has_second;
    tally->census.has_pairs = sides_of(options) == 2 && truth_symmetry(options->function) != TRUTH_NEITHER;
}

/* A part that the folder has, or that is run and left there, added to those before it. */
static enum tt_status census_keep_part(const struct kernel_options *options, const struct kernel *kernel,
                                       struct kernel_run *run, struct kernel_tally *all, struct tt_error *err)
{
    bool is_there = false;
    struct kernel_tally *part OWNED(mem_free_at) = mem_calloc(1, sizeof *part);
    struct kernel_example *worst OWNED(mem_free_at) = mem_calloc(options->worst + 1, sizeof *worst);
    NEED(part && worst, err, "no memory for a part");
    tally_begin(options, part, worst);
    TRY(kernel_part_read(options, kernel, part, &is_there, err));
    if (!is_there && options->lacking) {
        options->lacking->parts[options->lacking->count++] = (uint32_t)options->shard;
        return TT_OK;
    }
    if (!is_there) {
        TRY(census_run_part(options, kernel, run, part, err));
        TRY(kernel_part_write(options, kernel, part, err));
    }
    kernel_tally_add(options, all, part);
    return TT_OK;
}

static enum tt_status census_run_parts(const struct kernel_options *options, const struct kernel *kernel,
                                       struct kernel_run *run, struct kernel_tally *all, struct tt_error *err)
{
    if (!options->keep)
        return census_run_part(options, kernel, run, all, err);
    struct kernel_options one = *options;
    const uint64_t first = options->shard ? options->shard : 1, last = options->shard ? first : options->shards;
    for (one.shard = first; one.shard <= last; one.shard++)
        TRY(census_keep_part(&one, kernel, run, all, err));
    return TT_OK;
}

enum tt_status kernel_census(const struct kernel_options *options, struct kernel_run *run, struct kernel_census *census,
                             struct tt_error *err)
{
    struct kernel *kernel = mem_calloc(1, sizeof *kernel);
    struct kernel_tally *all = mem_calloc(1, sizeof *all);
    enum tt_status status =
        kernel && all ? kernel_read(options, kernel, err) : tt_fail(err, TT_NO_MEMORY, "no memory for a kernel");
    if (!status)
        status = kernel_find_places(options, kernel, err);
    if (!status)
        status = kernel_check_lanes(options, kernel, err);
    if (!status) {
        say_run(options, kernel, run);
        run->inputs = kernel_inputs(options);
        run->sides = sides_of(options);
        tally_begin(options, all, census->worst);
        status = census_run_parts(options, kernel, run, all, err);
        *census = all->census;
        weigh_findings(run, census);
        if (!status && options->has_budget)
            status = kernel_budget(options, kernel, run, census, err);
    }
    if (status)
        tt_error_prefix(err, "%s", options->name);
    kernel_clear(kernel);
    mem_free(all);
    return status;
}
