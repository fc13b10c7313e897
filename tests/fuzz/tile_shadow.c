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

static void stage(void *user, const struct probe_stage *told)
{
    const uint8_t *bytes = told->values;
    unsigned count;
    uint32_t sum = 0;
    (void)user;
    require(unit_stages(told->unit, &count) && told->stage < count && told->instance <= PACKERS_MAX);
    require(told->value_bytes == 1 || told->value_bytes == 2 || told->value_bytes == 4);
    require(told->format < FORMAT_COUNT && told->count > 0);
    for (uint32_t i = 0; i < told->count * told->value_bytes; i++)
        sum += bytes[i];
    for (uint32_t i = 0; told->origin && i < told->count; i++)
        sum += told->origin[i];
    require(sum < UINT32_MAX); /* so that all of them are read */
}

static void access(void *user, const struct probe_access *told)
{
    struct tile_shadow *shadow = user;
    require(told->space < TT_SPACE_COUNT && told->unit < TT_UNIT_COUNT);
    require(told->lo <= told->hi && told->hi <= space_bytes(shadow->chip, told->space));
    if (!told->is_write)
        return;
    if (told->space == TT_SPACE_L1) {
        memset(shadow->is_told + told->lo, 1, told->hi - told->lo);
        return;
    }
    uint8_t *bytes = shadow->bytes[told->space] + told->lo;
    for (uint32_t i = 0; i < told->hi - told->lo; i++) {
        if (bytes[i] != told->before[i])
            fail(shadow, told->space, told->lo + i, told->before[i], "is told to have been there", bytes[i]);
    }
    memcpy(bytes, told->after, told->hi - told->lo);
}

static void finding(void *user, const struct probe_finding *told)
{
    (void)user;
    require(finding_get(told->id)->code && told->unit < TT_UNIT_COUNT);
    require(!told->detail || strlen(told->detail) > 0);
}

void tile_shadow_init(struct tile_shadow *shadow, enum tt_chip chip)
{
    *shadow =
        (struct tile_shadow){.chip = chip, .is_told = must_alloc(L1_BYTES_MAX), .loaded = must_alloc(L1_BYTES_MAX)};
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
    memset(shadow->is_told, 0, L1_BYTES_MAX);
    tile_shadow_take(shadow, tile);
}

/* Packers and unpackers step their counters, contexts, position and addresses without a word to the probe: they follow
 * from instructions and configuration, which it is told. */
static void take_counters(struct tile_shadow *shadow, const struct small_state *small)
{
    uint8_t *told = shadow->bytes[TT_SPACE_STATE];
    copy_numbers(told + offsetof(struct small_state, packer), &small->packer, sizeof small->packer / 4, 4);
    copy_numbers(told + offsetof(struct small_state, adc), small->adc, sizeof small->adc / 4, 4);
    copy_numbers(told + offsetof(struct small_state, unp_row), small->unp_row, sizeof small->unp_row / 4, 4);
    copy_numbers(told + offsetof(struct small_state, unp_context), small->unp_context, sizeof small->unp_context / 4,
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
           (shadow->loaded[at] == shadow->bytes[space][at] || (space == TT_SPACE_L1 && shadow->is_told[at])))
        at++;
    if (at == size)
        return;
    fail(shadow, space, at, shadow->loaded[at], "is there", shadow->bytes[space][at]);
}
