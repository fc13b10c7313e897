/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit: which rule a word has, from where its operands come, and what a macro put off. */
#include "precision/vector/rules.h"

#include "isa/chip.h"

#include "insn_ids.h"

#include <math.h>

/* ---- operands ---- */

static bool vector_is_own(const struct vector_work *work, const struct probe_access *access, enum tt_space space,
                          bool is_write)
{
    return access->unit == TT_UNIT_VECTOR && access->instance == work->instance && access->space == space &&
           access->is_write == is_write;
}

/* A register that is read only to be merged into is read behind the operands. */
static void find_registers(struct vector_work *work)
{
    const struct insn_log *log = work->run->log;
    work->register_count = 0;
    work->target = NO_REGISTER;
    bool has_several = false;
    for (size_t i = 0; i < log->insn.access_count; i++) {
        const struct probe_access *access = &log->accesses[i];
        const uint32_t reg = access->lo / (LANES * WORD);
        if (vector_is_own(work, access, TT_SPACE_LREG, false) && !access->is_for_dependence && work->register_count < 3)
            work->registers[work->register_count++] = reg;
        if (!vector_is_own(work, access, TT_SPACE_LREG, true))
            continue;
        has_several |= work->target != NO_REGISTER;
        work->target = reg;
    }
    if (has_several)
        work->target = NO_REGISTER;
}

static bool is_enabled(const struct vector_work *work, unsigned lane)
{
    return !work->lanes || work->lanes->count <= lane || work->lanes->bits[lane];
}

double vector_integer(const struct logged_stage *stage, unsigned lane)
{
    return (double)(int32_t)stage->bits[lane];
}

void vector_operand_of(const struct vector_work *work, const struct logged_stage *stage, unsigned number, unsigned lane,
                       bool as_integer, struct shade *shade)
{
    const double value = as_integer ? vector_integer(stage, lane) : log_value(stage, lane);
    const struct shade *there = NULL;
    if (number < work->register_count && work->registers[number] == MACRO_REGISTER)
        there = macro_shade(work->run, lane, stage->bits[lane]);
    else if (number < work->register_count)
        there = cells_at(work->run->cells, TT_SPACE_LREG, work->registers[number] * LANES + lane);
    if (!there) {
        shade_begin(shade, value);
        shade->is_integer = as_integer;
        if (number < work->register_count)
            vector_constant_register(work, work->registers[number], shade);
        return;
    }
    if (there->halves[0]) {
        shade_begin(shade, value);
        shade->is_integer = as_integer;
        shade_comes_of(shade, there);
        vector_constant(work, there->halves[1], there->halves[0], 0, shade);
        return;
    }
    shade_copy(shade, there);
    const bool is_kind = as_integer ? shade_to_integer(shade) : shade_to_float(shade);
    if (is_kind && (as_integer ? fabs(shade->actual - value) < 1 : shade_joins(shade->actual, value))) {
        if (shade->actual != value)
            source_rounds(work->run, shade, work->source, value, as_integer ? 1 : value_ulp(FORMAT_FP32, fabs(value)));
        return;
    }
    work->run->precision->reinterpreted++;
    shade_restart(shade, value);
    shade->is_integer = as_integer;
    shade->is_restarted = true;
}

void vector_register_shade(const struct vector_work *work, uint32_t reg, unsigned lane, double value,
                           struct shade *shade)
{
    struct vector_work of_one = *work;
    const struct shade *held = cells_at(work->run->cells, TT_SPACE_LREG, reg * LANES + lane);
    if (held && held->halves[0]) {
        shade_begin(shade, value);
        vector_constant(&of_one, held->halves[1], held->halves[0], 0, shade);
        return;
    }
    struct shade whole;
    shade_begin(shade, 0);
    if (held)
        shade_copy(&whole, held);
    if (held && shade_to_float(&whole) && fabs(whole.actual) == fabs(value)) {
        shade_accumulate(shade, &whole, whole.actual == value ? 1 : -1);
        return;
    }
    shade_begin(shade, value);
    if (held)
        shade_comes_of(shade, held);
    shade->is_restarted |= held != NULL;
}

uint32_t vector_field(const struct vector_work *work, const char *name)
{
    for (unsigned i = 0; i < work->insn->field_count; i++)
        if (strcmp(work->insn->fields[i].name, name) == 0)
            return isa_field_value(&work->insn->fields[i], work->word);
    return 0;
}

bool vector_decided(const struct vector_work *work, unsigned lane, const struct shade *of, struct shade *shade)
{
    struct shade now;
    const double value = log_value(work->result, lane);
    const bool is_integer = !isfinite(value) || of->is_integer || fabs(value) < 0x1p-100;
    shade_begin(&now, is_integer ? vector_integer(work->result, lane) : value);
    now.is_integer = is_integer;
    shade_comes_of(&now, of);
    shade_copy(shade, &now);
    return true;
}

/* ---- results ---- */

static void put_result(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    flags_choose(work->run, lane, shade);
    const double value = shade->is_integer ? vector_integer(work->result, lane) : log_value(work->result, lane);
    const double ulp = shade->is_integer ? 1 : value_ulp(FORMAT_FP32, fmax(fabs(value), fabs(shade->exact)));
    if (!shade->halves[0])
        source_rounds(work->run, shade, work->source, value, ulp);
    pending_add(work->run, TT_SPACE_LREG, work->target * LANES + lane, shade);
}

enum needs { NEEDS_NOTHING, NEEDS_C, NEEDS_B_AND_C };
static const struct {
    insn_id id;
    enum needs needs;
    lane_rule *rule;
} rules[] = {
    {INSN_SFPMAD, NEEDS_NOTHING, vector_multiply_add_rule},
    {INSN_SFPADD, NEEDS_NOTHING, vector_multiply_add_rule},
    {INSN_SFPMUL, NEEDS_NOTHING, vector_multiply_add_rule},
    {INSN_SFPMULI, NEEDS_NOTHING, vector_multiply_add_rule},
    {INSN_SFPADDI, NEEDS_NOTHING, vector_multiply_add_rule},
    {INSN_SFPLUT, NEEDS_NOTHING, vector_look_up},
    {INSN_SFPLUTFP32, NEEDS_NOTHING, vector_look_up},
    {INSN_SFPARECIP, NEEDS_NOTHING, vector_reciprocal_rule},
    {INSN_SFPLOAD, NEEDS_NOTHING, vector_load_rule},
    {INSN_SFPLOADMACRO, NEEDS_NOTHING, vector_load_rule},
    {INSN_SFPLOADI, NEEDS_NOTHING, vector_constant_rule},
    {INSN_SFPCONFIG, NEEDS_NOTHING, vector_config_rule},
    {INSN_SFPMOV, NEEDS_NOTHING, vector_copy},
    {INSN_SFPSETSGN, NEEDS_NOTHING, vector_copy},
    {INSN_SFPIADD, NEEDS_B_AND_C, bits_add_integers},
    {INSN_SFPSHFT, NEEDS_B_AND_C, bits_shift},
    {INSN_SFPSHFT2, NEEDS_B_AND_C, bits_shift2},
    {INSN_SFPAND, NEEDS_B_AND_C, bits_and},
    {INSN_SFPOR, NEEDS_B_AND_C, bits_or_xor},
    {INSN_SFPXOR, NEEDS_B_AND_C, bits_or_xor},
    {INSN_SFPNOT, NEEDS_C, bits_not},
    {INSN_SFPEXEXP, NEEDS_NOTHING, bits_decided},
    {INSN_SFPLZ, NEEDS_NOTHING, bits_decided},
    {INSN_SFPGT, NEEDS_NOTHING, bits_decided},
    {INSN_SFPLE, NEEDS_NOTHING, bits_decided},
    {INSN_SFPEXMAN, NEEDS_C, bits_take_mantissa},
    {INSN_SFPSETEXP, NEEDS_C, bits_scale},
    {INSN_SFPDIVP2, NEEDS_C, bits_scale},
    {INSN_SFPSETMAN, NEEDS_B_AND_C, bits_set_mantissa},
    {INSN_SFPCAST, NEEDS_C, bits_cast},
    {INSN_SFP_STOCH_RND, NEEDS_C, bits_round},
    {INSN_SFPABS, NEEDS_C, bits_absolute},
};

/* Null: there is none, or its operands were not reported. */
static lane_rule *vector_lane_rule(const struct vector_work *work)
{
    const enum needs has = !work->c ? NEEDS_NOTHING : !work->b ? NEEDS_C : NEEDS_B_AND_C;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].id == work->insn->id)
            return has >= rules[i].needs ? rules[i].rule : NULL;
    return NULL;
}

/* Lanes that are not enabled keep what they have. */
static void drop_target(const struct vector_work *work)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        if (is_enabled(work, lane))
            cells_drop(work->run->cells, TT_SPACE_LREG, work->target * LANES + lane, work->target * LANES + lane + 1);
}

static uint32_t mod_of(const struct isa_insn *insn, uint32_t word)
{
    for (unsigned i = 0; i < insn->field_count; i++)
        if (strncmp(insn->fields[i].name, "instr_mod", strlen("instr_mod")) == 0)
            return isa_field_value(&insn->fields[i], word);
    return 0;
}

/* Of what is not known, the number starts again from its bits; it still comes of its operands. */
static void restart_lane(const struct vector_work *work, unsigned lane)
{
    struct shade shade;
    bool has_any = false;
    shade_begin(&shade, 0);
    for (unsigned i = 0; i < work->register_count; i++) {
        const struct shade *held = cells_at(work->run->cells, TT_SPACE_LREG, work->registers[i] * LANES + lane);
        has_any |= held && held->varies;
        if (held)
            shade_comes_of(&shade, held);
    }
    if (!has_any || (!work->run->options->by_word && !work->run->options->is_by_argument))
        return;
    shade.is_lost = false;
    shade.is_restarted = true;
    (void)vector_decided(work, lane, &shade, &shade);
    pending_add(work->run, TT_SPACE_LREG, work->target * LANES + lane, &shade);
}

static bool vector_compute(struct vector_work *work, lane_rule *rule)
{
    bool is_known = false;
    for (unsigned lane = 0; lane < LANES; lane++) {
        struct shade shade;
        if (!is_enabled(work, lane))
            continue;
        if (rule && rule(work, lane, &shade) && shade_is_finite(&shade)) {
            put_result(work, lane, &shade);
            is_known = true;
            continue;
        }
        is_known |= !isfinite(log_value(work->result, lane)); /* of which there is no number */
        restart_lane(work, lane);
    }
    return is_known;
}

/* ---- all of it ---- */

static bool vector_by_rule(struct vector_work *work)
{
    struct shadowing *run = work->run;
    if (!work->result || work->result->count != LANES || !work->insn)
        return false;
    work->source = source_of(run, unit_name(TT_UNIT_VECTOR), work->insn->mnemonic, FORMAT_FP32);
    if (work->insn->id == INSN_SFPSTORE)
        return work->c && work->result->has_origins && vector_store(work);
    if (work->insn->id == INSN_SFPSWAP)
        return !work->instance && vector_swap(work);
    return work->target < NO_REGISTER && vector_compute(work, vector_lane_rule(work));
}

static struct vector_work vector_work_of(struct shadowing *run, unsigned instance)
{
    return (struct vector_work){.run = run,
                                .word = run->insn->word,
                                .instance = instance,
                                .lanes = stage_of(run, VECTOR_LANES, instance),
                                .a = stage_of(run, VECTOR_A, instance),
                                .b = stage_of(run, VECTOR_B, instance),
                                .c = stage_of(run, VECTOR_C, instance),
                                .result = stage_of(run, VECTOR_RESULT, instance)};
}

static bool rule_of_scheduled(struct shadowing *run, unsigned instance)
{
    struct vector_work work = vector_work_of(run, instance);
    const size_t first = run->pending_count;
    if (!macro_take(&work))
        return false;
    const bool is_known = vector_by_rule(&work);
    macro_put_off(&work, first);
    return is_known;
}

/* All that acts in a cycle reads what stood before it. */
bool rule_of_vector(struct shadowing *run)
{
    struct vector_work work = vector_work_of(run, 0);
    bool is_known = false;
    for (unsigned instance = 1; instance < PROBE_INSTANCES; instance++)
        is_known |= rule_of_scheduled(run, instance);
    macro_land(run);
    find_registers(&work);
    if (run->insn->insn && run->insn->unit == TT_UNIT_VECTOR) {
        work.insn = run->insn->insn;
        work.mod = mod_of(work.insn, work.word);
        is_known |= vector_by_rule(&work);
        flags_follow(&work);
    }
    if (work.target < NO_REGISTER && !(work.insn && work.insn->id == INSN_SFPSWAP))
        drop_target(&work);
    else
        drop_written(run, TT_SPACE_LREG, 0);
    return is_known;
}
