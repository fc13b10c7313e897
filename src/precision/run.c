/* SPDX-License-Identifier: Apache-2.0 */
/* A replay with numbers beside it: each instruction's reports are retained until it ends, then its rule says what it is
 * in mathematics. */
#include "precision/precision_internal.h"

/* ---- what the rules share ---- */

void rows_order(struct shadowing *run, bool *has_remap, bool *has_swizzle)
{
    if (!run->has_order) {
        depends_order(run->tile, run->insn->thread, &run->has_remap, &run->has_swizzle);
        run->has_order = true;
    }
    *has_remap = run->has_remap;
    *has_swizzle = run->has_swizzle;
}

void pending_add(struct shadowing *run, enum tt_space space, uint32_t cell, const struct shade *shade)
{
    if (!shade_is_finite(shade)) {
        run->precision->not_finite_cells++;
        return;
    }
    if (mem_grow(&run->pending, &run->pending_capacity, run->pending_count + 1, sizeof *run->pending)) {
        run->is_broken = true;
        return;
    }
    struct pending *to = &run->pending[run->pending_count++];
    to->space = space;
    to->cell = cell;
    shade_copy(&to->shade, shade);
}

void read_cell(struct shadowing *run, enum tt_space space, uint32_t cell, double value, unsigned source, double ulp,
               struct shade *shade)
{
    const struct shade *there = cells_at(run->cells, space, cell);
    if (!there || !shade_joins(there->actual, value)) {
        run->precision->reinterpreted += there != NULL;
        shade_begin(shade, value);
        return;
    }
    shade_copy(shade, there);
    if (value != shade->actual)
        source_rounds(run, shade, source, value, ulp);
}

/* ---- what an instruction read and wrote ---- */

static bool run_is_register(enum tt_space space)
{
    return space == TT_SPACE_DST || space == TT_SPACE_SRCA || space == TT_SPACE_SRCB || space == TT_SPACE_LREG;
}

/* Numbers that are more than their bits: with an error, or with its origin, where that is asked for. */
static bool is_followed(const struct shadowing *run, const struct shade *shade)
{
    const bool wants_origin = run->options->by_word || run->options->is_by_argument;
    return wants_origin ? shade->varies : shade->top != 0;
}

static bool has_error(struct shadowing *run, const struct probe_access *access)
{
    const uint32_t width = run_is_register(access->space) ? space_element_bytes(access->space) : 1;
    for (uint32_t at = access->lo; at < access->hi && run_is_register(access->space); at += width) {
        const struct shade *shade = cells_at(run->cells, access->space, at / width);
        if (shade && is_followed(run, shade))
            return true;
    }
    for (uint32_t at = access->lo * QUARTERS; at < access->hi * QUARTERS && access->space == TT_SPACE_L1; at++) {
        const struct packed *packed = packed_at(run->l1, at);
        if (packed && is_followed(run, &packed->shade))
            return true;
    }
    return false;
}

bool log_reads_errors(struct shadowing *run)
{
    for (size_t i = 0; i < run->log->insn.access_count; i++) {
        const struct probe_access *access = &run->log->accesses[i];
        if (!access->is_write && has_error(run, access))
            return true;
    }
    return false;
}

static uint64_t written_cells(const struct insn_log *log)
{
    uint64_t cells = 0;
    for (size_t i = 0; i < log->insn.access_count; i++) {
        const struct probe_access *access = &log->accesses[i];
        if (access->is_write && (run_is_register(access->space) || access->space == TT_SPACE_L1))
            cells +=
                (access->hi - access->lo) / (run_is_register(access->space) ? space_element_bytes(access->space) : 1);
    }
    return cells;
}

static void precision_run_drop(struct shadowing *run, const struct probe_access *access)
{
    const uint32_t width = run_is_register(access->space) ? space_element_bytes(access->space) : 1;
    if (access->space == TT_SPACE_L1)
        packed_drop(run->l1, access->lo, access->hi, output_leaves, run);
    else if (run_is_register(access->space))
        cells_drop(run->cells, access->space, access->lo / width, (access->hi + width - 1) / width);
}

void drop_written(struct shadowing *run, enum tt_space space, unsigned instance)
{
    for (size_t i = 0; i < run->log->insn.access_count; i++) {
        const struct probe_access *access = &run->log->accesses[i];
        if (access->is_write && access->space == space && access->instance == instance)
            precision_run_drop(run, access);
    }
}

/* All but what rules see to: the vector unit's registers by the lane, a packer's bytes before it stores. */
static void drop_all(struct shadowing *run, uint32_t packers)
{
    for (size_t i = 0; i < run->log->insn.access_count; i++) {
        const struct probe_access *access = &run->log->accesses[i];
        const bool is_vector = access->unit == TT_UNIT_VECTOR && access->space == TT_SPACE_LREG;
        const bool is_packer =
            access->unit == TT_UNIT_PACK && access->space == TT_SPACE_L1 && (packers >> access->instance & 1);
        if (access->is_write && !is_vector && !is_packer)
            precision_run_drop(run, access);
    }
}

/* ---- an instruction ---- */

static bool rule_of_unit(struct shadowing *run, enum tt_unit unit, uint32_t *packers)
{
    bool is_known = false;
    if (unit_is_unpacker(unit))
        return rule_of_unpack(run);
    if (unit == TT_UNIT_MATRIX)
        return rule_of_matrix(run) || rule_of_maximum(run) || rule_of_move(run);
    for (unsigned i = 0; unit == TT_UNIT_PACK && i < PACKERS_MAX; i++) {
        if (!rule_of_pack(run, i))
            continue;
        *packers |= 1u << i;
        is_known = true;
    }
    return is_known;
}

/* A word of the vector unit, or those of a macro that came due while another word ran. */
static bool has_vector_work(const struct shadowing *run)
{
    bool has_work = run->insn->unit == TT_UNIT_VECTOR;
    for (size_t i = 0; i < run->log->insn.access_count && !has_work; i++)
        has_work = run->log->accesses[i].unit == TT_UNIT_VECTOR;
    return has_work;
}

static void end_insn(struct shadowing *run, const struct probe_insn *insn)
{
    uint32_t packers = 0;
    run->insn = insn;
    run->pending_count = 0;
    run->has_order = false;
    const bool had_errors = log_reads_errors(run);
    bool is_known = rule_of_unit(run, insn->unit, &packers);
    is_known |= has_vector_work(run) && rule_of_vector(run);
    const uint64_t cells = had_errors && !is_known ? written_cells(run->log) : 0;
    drop_all(run, packers);
    for (size_t i = 0; i < run->pending_count; i++)
        cells_put(run->cells, run->pending[i].space, run->pending[i].cell, &run->pending[i].shade);
    if (cells)
        lost_add(run, insn, cells);
}

/* ---- as a listener ---- */

static void run_on_begin(void *user, const struct probe_insn *insn)
{
    struct shadowing *run = user;
    insn_log_begin(run->log, insn);
}

static void run_on_end(void *user, const struct probe_insn *insn)
{
    struct shadowing *run = user;
    (void)insn_log_end(run->log, false, false);
    run->is_broken |= run->log->is_broken;
    if (!insn->has_waited && (run->log->insn.access_count || insn->unit == TT_UNIT_VECTOR))
        end_insn(run, insn);
    insn_log_begin(run->log, insn);
}

static void run_on_stage(void *user, const struct probe_stage *stage)
{
    struct shadowing *run = user;
    insn_log_stage(run->log, stage);
}

static void run_on_access(void *user, const struct probe_access *access)
{
    struct shadowing *run = user;
    if (run_is_register(access->space) || access->space == TT_SPACE_DST_VALID || access->space == TT_SPACE_L1)
        insn_log_access(run->log, access);
}

static void precision_run_on_started(void *user, const struct tile *tile)
{
    struct shadowing *run = user;
    run->tile = tile;
}

static bool run_is_enough(void *user)
{
    const struct shadowing *run = user;
    return run->is_broken;
}

/* ---- the end ---- */

static enum format format_of_cell(const struct shade *shade)
{
    return shade->is_wide ? FORMAT_FP32 : FORMAT_BF16;
}

static void take_outputs(struct shadowing *run)
{
    struct precision *precision = run->precision;
    packed_drop(run->l1, 0, chip_get(run->chip)->l1_bytes, output_leaves, run);
    const uint64_t not_held = precision->without_one + precision->without_value;
    precision->are_cells = !precision->outputs && !precision->consumed && !precision->integers && !not_held;
    for (uint32_t cell = 0; precision->are_cells && cell < DST_ROWS * DST_COLUMNS; cell++) {
        const struct shade *shade = cells_at(run->cells, TT_SPACE_DST, cell);
        if (shade)
            output_of_cell(run, cell, shade, format_of_cell(shade));
    }
}

static void run_clear(struct shadowing *run)
{
    cells_free(run->cells);
    packed_memory_free(run->l1);
    insn_log_free(run->log);
    mem_free(run->pending);
    mem_free(run->landing);
    mem_free(run->packing);
}

static bool run_begin(struct shadowing *run)
{
    run->probe = (struct probe){.user = run,
                                .wants = PROBE_INSN | PROBE_STAGE | PROBE_ACCESS,
                                .insn_begin = run_on_begin,
                                .insn_end = run_on_end,
                                .stage = run_on_stage,
                                .access = run_on_access};
    stages_find(run);
    run->cells = cells_new(run->chip);
    run->l1 = packed_memory_new(chip_get(run->chip)->l1_bytes);
    run->log = insn_log_new(true);
    return run->cells && run->l1 && run->log;
}

/* ---- beside a tile that somebody else runs ---- */

struct shadowing *shadowing_new(enum tt_chip chip, const struct precision_options *options, struct precision *precision)
{
    struct shadowing *run = mem_calloc(1, sizeof *run);
    if (!run)
        return NULL;
    run->precision = precision;
    run->options = options;
    run->chip = chip;
    if (run_begin(run))
        return run;
    shadowing_free(run);
    return NULL;
}

void shadowing_free(struct shadowing *run)
{
    if (run)
        run_clear(run);
    mem_free(run);
}

const struct probe *shadowing_probe(const struct shadowing *run)
{
    return &run->probe;
}

void shadowing_begin(struct shadowing *run, const struct tile *tile)
{
    run->tile = tile;
    run->landing_count = 0;
    run->flag_level = 0;
    memset(run->flags, 0, sizeof run->flags);
    cells_drop(run->cells, TT_SPACE_LREG, 0, UINT32_MAX);
    cells_drop(run->cells, TT_SPACE_DST, 0, UINT32_MAX);
}

void shadowing_into(struct shadowing *run, struct precision *precision)
{
    run->precision = precision;
}

void shadowing_word(struct shadowing *run, uint64_t at)
{
    run->at = at;
}

void shadowing_input(struct shadowing *run, uint32_t reg, unsigned lane, double value)
{
    struct shade shade;
    shade_begin(&shade, value);
    shade.varies = true;
    shade.argument = value;
    shade.origin = origin_of(TT_SPACE_LREG, reg * LANES + lane);
    cells_put(run->cells, TT_SPACE_LREG, reg * LANES + lane, &shade);
}

void shadowing_output(struct shadowing *run, enum tt_space space, uint32_t cell, double actual, double truth,
                      double ulp)
{
    const struct shade *held = cells_at(run->cells, space, cell);
    struct shade shade;
    shade_begin(&shade, actual);
    if (held && held->actual == actual)
        shade_copy(&shade, held);
    else
        shade.is_restarted = true;
    output_against(run, &shade, NULL, truth, ulp);
}

bool shadowing_is_whole(const struct shadowing *run)
{
    return !run->is_broken;
}

/* ---- a capture ---- */

void precision_init(struct precision *precision)
{
    memset(precision, 0, sizeof *precision);
}

enum tt_status precision_run(struct ttcap *capture, const struct precision_options *options,
                             struct precision *precision, struct tt_error *err)
{
    struct shadowing run = {.precision = precision, .options = options, .chip = ttcap_info(capture)->chip};
    const struct replay_observer observer = {
        .user = &run, .started = precision_run_on_started, .is_enough = run_is_enough};
    struct replay_summary summary = {0};
    precision_init(precision);
    precision->chip = run.chip;
    enum tt_status status = run_begin(&run) ? TT_OK : TT_NO_MEMORY;
    status = status ?: replay_run(capture, &options->replay, &run.probe, &observer, &summary, err);
    if (!status && !run.is_broken)
        take_outputs(&run);
    if (status == TT_NO_MEMORY || run.is_broken)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the numbers beside the run's datums");
    precision->verdict = summary.verdict;
    run_clear(&run);
    return status;
}

void precision_clear(struct precision *precision)
{
    mem_free(precision->tiles);
    precision->tiles = NULL;
}
