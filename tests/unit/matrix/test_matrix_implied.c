/* SPDX-License-Identifier: Apache-2.0 */
/* Stages that are implied, against the same stages made one by one by the datasheet: the databases are equal, byte for
 * byte. Drawn are operands, formats, phases, what Dst holds, and instructions of other kinds in between. */
#include "base/memory.h"
#include "unit/results/support.h"
#include "unit/tile/fast_bed.h"
#include "unit/tile/words.h"

#include <stdio.h>
#include <string.h>

enum { SETTINGS = 56, WORDS_A_SETTING = 72, WAYS = 2 };

struct setting {
    uint32_t srca_format, srcb_format, is_wide, exponents; /* so many of them are drawn; 1: all operands are zero */
    bool never; /* products of zero have an exponent, or operands have bits that are not reported */
};

/* A tile whose stages go into a database. */
struct recorded {
    struct tile *tile;
    struct results_sink *sink;
    struct probe probe;
    char path[PATH_BYTES];
};

static void recorded_make(struct recorded *recorded, const struct folder *folder, enum tt_chip chip, unsigned way)
{
    char name[16];
    (void)snprintf(name, sizeof name, "%u.db", way);
    folder_file(folder, name, recorded->path);
    recorded->sink = sink_new(recorded->path);
    recorded->probe = *results_probe(recorded->sink);
    recorded->tile = tile_new(chip);
    ck_assert_ptr_nonnull(recorded->tile);
    tile_set_fast(recorded->tile, way ? TILE_FAST_ALL : TILE_FAST_NONE);
    tile_set_probe(recorded->tile, &recorded->probe);
    struct variant_set variants = {{0}};
    variants.choice[VARIANT_MATRIX_ELWMUL_ACCUMULATE] = 1; /* as its bit says: so Dst counts as zero, or does not */
    tile_set_variants(recorded->tile, &variants);
}

static void recorded_end(struct recorded *recorded)
{
    sink_finish(recorded->sink);
    tile_free(recorded->tile);
}

/* ---- what is drawn ---- */

static void set_cfg(struct tile *tile, const char *name, uint32_t value)
{
    const struct reg_field *field = reg_field_get(tile_chip(tile), reg_find(tile_chip(tile), name));
    ck_assert_msg(field->name, "no register field %s", name);
    const uint32_t mask = (field->bits < 32 ? (1u << field->bits) - 1 : UINT32_MAX) << field->shift;
    for (unsigned state = 0; state < CFG_STATES; state++)
        tile_state(tile)->cfg[state][field->word] =
            (tile_state(tile)->cfg[state][field->word] & ~mask) | (value << field->shift & mask);
}

static uint32_t draw_cell(const struct setting *how, uint32_t *random)
{
    const uint32_t top = how->srca_format == 1 ? 31 : 255;
    const uint32_t exponent = how->exponents > top ? fast_below(random, top + 1)
                              : how->exponents > 1 ? top / 2 - how->exponents / 2 + fast_below(random, how->exponents)
                                                   : 0;
    return fast_below(random, 2048) << 8 | fast_seldom(random, 20, exponent, 0);
}

static void fill_sources(struct tile_state *state, const struct setting *how, uint32_t *random)
{
    for (unsigned row = 0; row < SRC_ROWS; row++) {
        for (unsigned column = 0; column < SRC_COLUMNS; column++) {
            state->srca[0][row][column] = draw_cell(how, random);
            state->srcb[0][row][column] = draw_cell(how, random);
        }
    }
}

static void set_up(struct tile *tile, const struct setting *how, uint32_t *random)
{
    struct tile_state *state = tile_state(tile);
    fill_sources(state, how, random);
    for (unsigned row = 0; row < DST_ROWS; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            state->dst[row][column] = (uint16_t)fast_random(random);
        state->dst_valid[row] = (uint8_t)(row < DST_ROWS / 2 && fast_below(random, 4) == 0);
    }
    set_cfg(tile, "ALU_FORMAT_SPEC_REG0_SrcA", how->srca_format);
    set_cfg(tile, "ALU_FORMAT_SPEC_REG1_SrcB", how->srcb_format);
    set_cfg(tile, "ALU_ACC_CTRL_Fp32_enabled", how->is_wide);
    for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
        state->small.src_format.a[bank] = (uint8_t)how->srca_format;
        state->small.src_format.b[bank] = (uint8_t)how->srcb_format;
        state->small.src_valid.a[bank] = state->small.src_valid.b[bank] = 1;
    }
    tile_state_changed(tile);
}

/* Before a word: another phase, other rows; seldom other operands, a reading under which nothing is implied, another
 * width, which has instructions that are implied and others with the same formats, or another bias. */
static void change(struct tile *tile, const struct setting *how, uint32_t *random)
{
    struct tile_state *state = tile_state(tile);
    state->small.rwc[0] = (struct rwc){.srca = fast_seldom(random, 8, 0, fast_below(random, SRC_ROWS)),
                                       .srcb = fast_seldom(random, 3, 0, fast_below(random, SRC_ROWS)),
                                       .dst = fast_below(random, 64),
                                       .fidelity = fast_below(random, 4)};
    if (fast_below(random, 6) == 0)
        fill_sources(state, how, random);
    if (fast_below(random, 24) == 0)
        set_cfg(tile, "ALU_ACC_CTRL_Zero_Flag_disabled_src", fast_below(random, 2));
    if (fast_below(random, 32) == 0)
        set_cfg(tile, "ALU_ACC_CTRL_Fp32_enabled", fast_below(random, 2));
    if (fast_below(random, 40) == 0)
        set_cfg(tile, "ALU_FORMAT_SPEC_REG0_SrcA", fast_seldom(random, 2, how->srca_format, 5));
    tile_state_changed(tile);
}

/* One in `others` is of any kind. */
static uint32_t draw_word(enum tt_chip chip, uint32_t kind, uint32_t others, uint32_t *random)
{
    const uint32_t dst = fast_below(random, 64);
    switch (fast_seldom(random, others, kind, fast_below(random, 5))) {
    case 0:
        return WORD(chip, "MVMUL", {"dst", dst}, {"instr_mod19", fast_seldom(random, 12, 0, 1)});
    case 1:
        return WORD(chip, "ELWMUL", {"dst", dst}, {"instr_mod19", fast_seldom(random, 2, 0, fast_below(random, 4))},
                    {"dest_accum_en", fast_below(random, 2)});
    case 2:
        return WORD(chip, "GAPOOL", {"dst", dst});
    case 3:
        return WORD(chip, "DOTPV", {"dst", dst});
    default: /* of which nothing is implied */
        return WORD(chip, "ELWADD", {"dst", dst}, {"dest_accum_en", fast_below(random, 2)});
    }
}

/* ---- held ---- */

static char *bytes_of(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = mem_calloc(*size, 1);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
    (void)fclose(file);
    return bytes;
}

static void hold(const char *path, const char *other, int nth)
{
    size_t size, other_size;
    char *bytes = bytes_of(path, &size), *others = bytes_of(other, &other_size);
    ck_assert_msg(size == other_size && memcmp(bytes, others, size) == 0, "setting %d: %s is other than %s", nth, path,
                  other);
    mem_free(bytes);
    mem_free(others);
}

START_TEST(implied__gives_the_same_database)
{
    static const struct setting settings[] = {
        {5, 5, 0, 8, false},  {5, 5, 1, 8, false},  {5, 5, 0, 256, false}, {5, 5, 1, 256, false}, {1, 1, 0, 6, false},
        {1, 1, 0, 32, false}, {4, 4, 1, 40, false}, {4, 5, 1, 8, false},   {6, 10, 0, 8, false},  {1, 1, 1, 8, true},
        {5, 5, 0, 1, false},  {4, 4, 0, 90, false}, {2, 5, 0, 256, true},  {5, 2, 0, 256, true},
    };
    const struct setting *how = &settings[(unsigned)_i % (sizeof settings / sizeof *settings)];
    const enum tt_chip chip = _i % 5 ? TT_BLACKHOLE : TT_WORMHOLE_B0;
    struct recorded all[WAYS];
    struct folder folder;
    folder_make(&folder);
    bool is_taken = false;
    for (unsigned way = 0; way < WAYS; way++) {
        uint32_t random = 0x9E3779B9u * ((uint32_t)_i + 1);
        struct recorded *one = &all[way];
        recorded_make(one, &folder, chip, way);
        set_up(one->tile, how, &random);
        const uint32_t kind = fast_below(&random, 4);
        const bool is_steady = fast_below(&random, 3) == 0; /* one group, that becomes long */
        for (uint64_t i = 0; i < WORDS_A_SETTING; i++) {
            if (!is_steady || i == 0)
                change(one->tile, how, &random);
            ck_assert_int_eq(tile_exec(one->tile, 0, draw_word(chip, kind, is_steady ? 64 : 6, &random), i), TILE_DONE);
        }
        is_taken |= one->tile->fast_taken[FAST_MATRIX_PRODUCTS] || one->tile->fast_taken[FAST_MATRIX_ELEMENTS];
        recorded_end(one);
        hold(all[0].path, one->path, _i);
    }
    ck_assert_msg(is_taken || how->never, "setting %d: nothing was implied", _i);
    folder_remove(&folder);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("matrix_implied");
    TCase *tests = tcase_create("matrix_implied");
    tcase_set_timeout(tests, 240);
    tcase_add_loop_test(tests, implied__gives_the_same_database, 0, SETTINGS);
    suite_add_tcase(suite, tests);
    return suite;
}
