/* SPDX-License-Identifier: Apache-2.0 */
/* What a word reports is what it did (tile/probe.h): nothing that it did not report as read has a say in what it
 * writes, no report is empty or beyond its space, and a finding names a unit and an instance that the chip has. Over
 * words and state drawn by a seed. */
#include "fuzz/tile_script.h"
#include "isa/findings.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "numeric/format.h"
#include "tile/sync/sync.h"
#include "unit/suite.h"

#include "semaphore_findings.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 60, STEPS = 64 };

/* Spaces whose bytes are data alone: what a word makes of them it has read. Of dst_valid the vector unit alone reports
 * its reads. */
static const enum tt_space data_spaces[] = {TT_SPACE_GPR, TT_SPACE_DST, TT_SPACE_SRCA, TT_SPACE_SRCB, TT_SPACE_LREG};
enum { DATA_SPACES = sizeof data_spaces / sizeof *data_spaces };

struct reports {
    struct probe probe;
    enum tt_chip chip;
    uint32_t word;
    struct tile_range last_write;
    uint32_t sum;                                                  /* of all values, so that they are read */
    uint8_t *is_read[TT_SPACE_COUNT], *is_written[TT_SPACE_COUNT]; /* a byte each */
    uint8_t *before[TT_SPACE_COUNT], *after[TT_SPACE_COUNT], *other[TT_SPACE_COUNT];
};

static uint32_t draw(uint32_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return *random;
}

static unsigned instances_of(enum tt_chip chip, enum tt_unit unit)
{
    enum { ITSELF_AND_SUB_UNITS = 6 }; /* of the vector unit: what a macro puts off says its sub-unit */
    return unit == TT_UNIT_PACK ? chip_get(chip)->packers : unit == TT_UNIT_VECTOR ? ITSELF_AND_SUB_UNITS : 1;
}

static void take_access(void *user, const struct probe_access *access)
{
    struct reports *reports = user;
    char text[ISA_TEXT_MAX];
    ck_assert_msg((access->space == TT_SPACE_L1 || access->lo < access->hi) &&
                      access->hi <= space_bytes(reports->chip, access->space),
                  "%s: bytes %u to %u of %s", isa_disassemble(reports->chip, reports->word, text), (unsigned)access->lo,
                  (unsigned)access->hi, space_name(access->space));
    ck_assert_uint_lt(access->instance, instances_of(reports->chip, access->unit));
    ck_assert(access->space == TT_SPACE_L1 || (access->lo | access->hi) % space_element_bytes(access->space) == 0);
    uint8_t *const *marks = access->is_write ? reports->is_written : reports->is_read;
    memset(marks[access->space] + access->lo, 1, access->hi - access->lo);
    if (access->is_write)
        reports->last_write = (struct tile_range){access->space, access->lo, access->hi};
}

static void take_finding(void *user, const struct probe_finding *finding)
{
    struct reports *reports = user;
    char text[ISA_TEXT_MAX];
    /* A step of a semaphore that was lost says which: a get, and behind these a post. */
    const unsigned instances =
        finding->id == FINDING_SEMAPHORE_AT_LIMIT ? 2 * SYNC_POST_LOST : instances_of(reports->chip, finding->unit);
    ck_assert_msg(finding->instance < instances, "%s: %s of instance %u",
                  isa_disassemble(reports->chip, reports->word, text), finding_get(finding->id)->code,
                  finding->instance);
}

static void take_insn(void *user, const struct probe_insn *insn)
{
    ((struct reports *)user)->word = insn->word;
}

static void take_stage(void *user, const struct probe_stage *stage)
{
    struct reports *reports = user;
    const uint8_t *values = stage->values;
    uint32_t sum = 0;
    ck_assert_uint_lt(stage->instance, instances_of(reports->chip, stage->unit));
    ck_assert(stage->value_bytes == 1 || stage->value_bytes == 2 || stage->value_bytes == 4);
    ck_assert_uint_lt(stage->format, FORMAT_COUNT);
    ck_assert_uint_gt(stage->count, 0);
    for (uint32_t i = 0; i < stage->count * stage->value_bytes; i++)
        sum += values[i];
    reports->sum += sum;
}

static struct reports *reports_new(enum tt_chip chip)
{
    struct reports *reports = calloc(1, sizeof *reports);
    ck_assert_ptr_nonnull(reports);
    reports->chip = chip;
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        const uint32_t bytes = space_bytes(chip, (enum tt_space)space);
        reports->is_read[space] = calloc(5, bytes);
        ck_assert_ptr_nonnull(reports->is_read[space]);
        reports->before[space] = reports->is_read[space] + bytes;
        reports->after[space] = reports->before[space] + bytes;
        reports->other[space] = reports->after[space] + bytes;
        reports->is_written[space] = reports->other[space] + bytes;
    }
    reports->probe = (struct probe){.user = reports,
                                    .wants = PROBE_INSN | PROBE_STAGE | PROBE_ACCESS | PROBE_FINDING,
                                    .insn_begin = take_insn,
                                    .insn_end = take_insn,
                                    .stage = take_stage,
                                    .access = take_access,
                                    .finding = take_finding};
    return reports;
}

static void reports_free(struct reports *reports)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        free(reports->is_read[space]);
    free(reports);
}

static void load_all(const struct tile *tile, uint8_t *to[TT_SPACE_COUNT])
{
    for (unsigned i = 0; i < DATA_SPACES; i++) {
        const enum tt_space space = data_spaces[i];
        tile_load(tile, space, 0, space_bytes(tile_chip(tile), space), to[space]);
    }
}

/* The partner starts from the same state but for whatever was not reported as read. */
static void scramble(struct tile *partner, const struct reports *reports, uint32_t *random)
{
    for (unsigned i = 0; i < DATA_SPACES; i++) {
        const enum tt_space space = data_spaces[i];
        const uint32_t bytes = space_bytes(reports->chip, space);
        for (uint32_t at = 0; at < bytes; at += 4) {
            uint32_t read, is;
            memcpy(&read, reports->is_read[space] + at, 4);
            memcpy(&is, reports->before[space] + at, 4);
            is ^= draw(random) & ~(read * 0xFF);
            memcpy(reports->other[space] + at, &is, 4);
        }
        tile_store(partner, space, 0, bytes, reports->other[space], NULL);
    }
}

static void hold(const struct tile *partner, struct reports *reports)
{
    char text[ISA_TEXT_MAX];
    load_all(partner, reports->other);
    for (unsigned i = 0; i < DATA_SPACES; i++) {
        const enum tt_space space = data_spaces[i];
        const uint8_t *before = reports->before[space], *after = reports->after[space], *other = reports->other[space];
        /* The vector unit also reports as read what a masked write leaves in a register. */
        const uint8_t *written = space == TT_SPACE_LREG ? reports->is_written[space] : NULL;
        const uint32_t bytes = space_bytes(reports->chip, space);
        for (uint32_t at = 0; at < bytes; at++) {
            if (after[at] != other[at] && (written ? written[at] : before[at] != after[at]))
                ck_abort_msg("%s: byte %u of %s hangs on what was not reported as read",
                             isa_disassemble(reports->chip, reports->word, text), (unsigned)at, space_name(space));
        }
    }
}

/* What a word leaves unknown is what it wrote. */
static void hold_unknown(const struct reports *reports, struct tile_range unknown)
{
    const struct tile_range *wrote = &reports->last_write;
    ck_assert(unknown.lo == unknown.hi ||
              (unknown.space == wrote->space && unknown.lo == wrote->lo && unknown.hi == wrote->hi));
}

/* A word, or what changes the state it finds; most words of one opcode in turn, so that each has its share. */
static void draw_step(uint8_t step[static SCRIPT_STEP], uint32_t *random, unsigned number)
{
    static const uint8_t others[] = {7, 8, 8, 8, 9, 13, 15}; /* cfg, fields, gpr, banks, state */
    for (int i = 0; i < SCRIPT_STEP; i++)
        step[i] = (uint8_t)draw(random);
    const uint8_t thread = step[0] & 0xF0;
    step[0] = thread | (number % 4 ? 0 : others[draw(random) % sizeof others]);
    if (draw(random) & 1) /* few bits, so that a word asks for little that is rare */
        step[4] &= step[5], step[5] &= step[6], step[6] &= (uint8_t)draw(random);
}

static void run_round(struct reports *reports, struct tile *tile, struct tile *partner, uint32_t *random)
{
    script_start(tile, (enum script_start)(1 + draw(random) % (START_COUNT - 1)));
    for (unsigned i = 0; i < STEPS; i++) {
        uint8_t step[SCRIPT_STEP];
        draw_step(step, random, i);
        if (i % 4 == 0) {
            script_do(tile, step);
            continue;
        }
        for (unsigned s = 0; s < DATA_SPACES; s++) {
            memset(reports->is_read[data_spaces[s]], 0, space_bytes(reports->chip, data_spaces[s]));
            memset(reports->is_written[data_spaces[s]], 0, space_bytes(reports->chip, data_spaces[s]));
        }
        load_all(tile, reports->before);
        *tile_state(partner) = *tile_state(tile);
        tile_state_changed(partner);
        tile_set_probe(tile, &reports->probe);
        const struct script_outcome did = script_do(tile, step);
        tile_set_probe(tile, NULL);
        if (did.step != TILE_DONE) /* a word that waits has not begun */
            continue;
        load_all(tile, reports->after);
        hold_unknown(reports, *tile_unknown_write(tile));
        scramble(partner, reports, random);
        const struct script_outcome did_too = script_do(partner, step);
        char text[ISA_TEXT_MAX];
        ck_assert_msg(did.step == did_too.step, "%s: a wait hangs on what was not reported as read",
                      isa_disassemble(reports->chip, reports->word, text));
        hold(partner, reports);
    }
}

START_TEST(reads__are_all_reported)
{
    const enum tt_chip chip = (enum tt_chip)_i;
    uint32_t random = 20261122;
    struct reports *reports = reports_new(chip);
    struct tile *tile = tile_new(chip), *partner = tile_new(chip);
    ck_assert(tile && partner);
    for (unsigned i = 0; i < ROUNDS; i++)
        run_round(reports, tile, partner, &random);
    tile_free(tile);
    tile_free(partner);
    reports_free(reports);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("tile_reports");
    TCase *reports = tcase_create("reports");
    tcase_add_loop_test(reports, reads__are_all_reported, 0, TT_CHIP_COUNT);
    suite_add_tcase(suite, reports);
    return suite;
}
