/* SPDX-License-Identifier: Apache-2.0 */
/* Believes a probe, and asks the tile whether it may; tile_shadow.h. */
#include "fuzz/tile_shadow.h"

#include "base/little.h"
#include "fuzz/require.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "numeric/format.h"

#include <string.h>

static void fail(const struct tile_shadow *shadow, enum tt_space space, uint32_t at, uint8_t byte, const char *is,
                 uint8_t expected)
{
    char text[ISA_TEXT_MAX];
    (void)fprintf(stderr, "%s: byte %u of %s: %02X %s, expected %02X\n",
                  isa_disassemble(shadow->chip, shadow->word, text), (unsigned)at, space_name(space), byte, is,
                  expected);
    abort();
}

static void insn_begin(void *user, const struct probe_insn *insn)
{
    struct tile_shadow *shadow = user;
    require(!shadow->is_begun && insn->thread <= THREADS); /* THREADS: a store of nobody known */
    shadow->is_begun = true;
    shadow->word = insn->word;
}

static void insn_end(void *user, const struct probe_insn *insn)
{
    struct tile_shadow *shadow = user;
    (void)insn;
    require(shadow->is_begun);
    shadow->is_begun = false;
}

static void stage(void *user, const struct probe_stage *report)
{
    const uint8_t *bytes = report->values;
    unsigned count;
    uint32_t sum = 0;
    (void)user;
    require(unit_stages(report->unit, &count) && report->stage < count && report->instance <= PACKERS_MAX);
    require(report->value_bytes == 1 || report->value_bytes == 2 || report->value_bytes == 4);
    require(report->format < FORMAT_COUNT && report->count > 0);
    for (uint32_t i = 0; i < report->count * report->value_bytes; i++)
        sum += bytes[i];
    for (uint32_t i = 0; report->origin && i < report->count; i++)
        sum += report->origin[i];
    require(sum < UINT32_MAX); /* so that all of them are read */
}

static void access(void *user, const struct probe_access *report)
{
    struct tile_shadow *shadow = user;
    require(report->space < TT_SPACE_COUNT && report->unit < TT_UNIT_COUNT);
    require(report->lo <= report->hi && report->hi <= space_bytes(shadow->chip, report->space));
    if (!report->is_write)
        return;
    if (report->space == TT_SPACE_L1) {
        memset(shadow->is_reported + report->lo, 1, report->hi - report->lo);
        return;
    }
    uint8_t *bytes = shadow->bytes[report->space] + report->lo;
    for (uint32_t i = 0; i < report->hi - report->lo; i++) {
        if (bytes[i] != report->before[i])
            fail(shadow, report->space, report->lo + i, report->before[i], "is reported to have been there", bytes[i]);
    }
    memcpy(bytes, report->after, report->hi - report->lo);
}

static void finding(void *user, const struct probe_finding *report)
{
    (void)user;
    require(finding_get(report->id)->code && report->unit < TT_UNIT_COUNT);
    require(!report->detail || strlen(report->detail) > 0);
}

void tile_shadow_init(struct tile_shadow *shadow, enum tt_chip chip)
{
    *shadow =
        (struct tile_shadow){.chip = chip, .is_reported = must_alloc(L1_BYTES_MAX), .loaded = must_alloc(L1_BYTES_MAX)};
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        shadow->bytes[space] = must_alloc(space_bytes(chip, (enum tt_space)space));
    shadow->probe = (struct probe){.user = shadow,
                                   .wants = PROBE_INSN | PROBE_STAGE | PROBE_ACCESS | PROBE_FINDING,
                                   .insn_begin = insn_begin,
                                   .insn_end = insn_end,
                                   .stage = stage,
                                   .access = access,
                                   .finding = finding};
}

void tile_shadow_take(struct tile_shadow *shadow, struct tile *tile)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        tile_load(tile, (enum tt_space)space, 0, space_bytes(shadow->chip, (enum tt_space)space), shadow->bytes[space]);
}

void tile_shadow_begin(struct tile_shadow *shadow, struct tile *tile)
{
    memset(shadow->is_reported, 0, L1_BYTES_MAX);
    tile_shadow_take(shadow, tile);
}

/* Packers and unpackers step their counters, contexts, position and addresses without a word to the probe: they follow
 * from instructions and configuration, which are reported. */
static void take_counters(struct tile_shadow *shadow, const struct small_state *small)
{
    uint8_t *report = shadow->bytes[TT_SPACE_STATE];
    copy_numbers(report + offsetof(struct small_state, packer), &small->packer, sizeof small->packer / 4, 4);
    copy_numbers(report + offsetof(struct small_state, adc), small->adc, sizeof small->adc / 4, 4);
    copy_numbers(report + offsetof(struct small_state, unp_row), small->unp_row, sizeof small->unp_row / 4, 4);
    copy_numbers(report + offsetof(struct small_state, unp_context), small->unp_context, sizeof small->unp_context / 4,
                 4);
}

static bool steps_counters(enum tt_unit unit)
{
    return unit == TT_UNIT_PACK || unit == TT_UNIT_UNPACK0 || unit == TT_UNIT_UNPACK1;
}

void tile_shadow_check(struct tile_shadow *shadow, struct tile *tile, enum tt_space space)
{
    const uint32_t size = space_bytes(shadow->chip, space);
    uint32_t at = 0;
    tile_load(tile, space, 0, size, shadow->loaded);
    require(!shadow->is_begun);
    if (space == TT_SPACE_STATE && steps_counters(isa_unit(shadow->chip, shadow->word)))
        take_counters(shadow, &tile_state(tile)->small);
    if (memcmp(shadow->loaded, shadow->bytes[space], size) == 0)
        return;
    while (at < size &&
           (shadow->loaded[at] == shadow->bytes[space][at] || (space == TT_SPACE_L1 && shadow->is_reported[at])))
        at++;
    if (at == size)
        return;
    fail(shadow, space, at, shadow->loaded[at], "is there", shadow->bytes[space][at]);
}
