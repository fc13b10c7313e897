/* SPDX-License-Identifier: Apache-2.0 */
/* Settings that units keep decoded never outlive the words they came from: after any write of any word, what a unit
 * would go by is what it decodes again. */
#include "base/memory.h"
#include "tile/matrix/matrix_internal.h"
#include "tile/pack/pack_internal.h"
#include "tile/pack/sections.h"
#include "tile/unpack/unpack_internal.h"
#include "tile/vector/vector_internal.h"
#include "unit/suite.h"

#include <check.h>
#include <string.h>

enum { KEYS = UNPACK_CONTEXTS + 1, ROUNDS = 3 };

/* All that a thread's instructions could go by. */
struct decoded {
    struct pack_settings pack[PACKERS_MAX];
    struct pack_addr_mod pack_mods[PACK_ADDR_MODS];
    struct unpack_settings unpack[UNPACKERS][KEYS];
    struct unpack_thread unpack_thread;
    struct matrix_settings matrix;
    struct vector_settings vector;
};

static void decode(struct tile *tile, unsigned thread, struct decoded *all)
{
    memset(all, 0, sizeof *all);
    for (unsigned i = 0; i < tile->chip->packers; i++)
        all->pack[i] = *pack_settings_get(tile, thread, i);
    for (unsigned i = 0; i < PACK_ADDR_MODS; i++)
        all->pack_mods[i] = *pack_addr_mod_get(tile, thread, i);
    for (unsigned i = 0; i < UNPACKERS; i++) {
        for (unsigned key = 0; key < KEYS; key++)
            all->unpack[i][key] = *unpack_settings_get(tile, thread, i, key ? key - 1 : 0, key);
    }
    all->unpack_thread = *unpack_thread_get(tile, thread);
    all->matrix = *matrix_settings_get(tile, thread);
    all->vector = *vector_settings_get(tile, thread);
    all->vector.version = 0; /* of the configuration, which is no setting */
}

static void forget(struct tile *tile)
{
    const struct variant_set device = {0};
    tile_set_variants(tile, &device);
}

static void hold(struct tile *tile, unsigned thread, const char *space, uint32_t word, struct decoded room[2])
{
    decode(tile, thread, &room[0]);
    forget(tile);
    decode(tile, thread, &room[1]);
    ck_assert_msg(!memcmp(&room[0], &room[1], sizeof room[0]), "%s word %u was decoded, changed, and not decoded again",
                  space, (unsigned)word);
}

static uint32_t next_random(uint32_t *random)
{
    *random = *random * 1664525u + 1013904223u;
    return *random ^ *random >> 16;
}

/* Few bits and many, so that what one field switches off another is seen. */
static uint32_t draw(uint32_t *random)
{
    const uint32_t value = next_random(random);
    return next_random(random) & 1 ? value : value & next_random(random) & next_random(random);
}

static void every_word(enum tt_chip chip)
{
    struct tile *tile = tile_new(chip);
    struct decoded *room = mem_calloc(2, sizeof *room);
    ck_assert(tile && room);
    uint32_t random = 0x1234567 + (uint32_t)chip;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const unsigned thread = round % THREADS;
        for (uint32_t word = 0; word < tile->chip->thread_words; word++) {
            tile_write_thread_cfg(tile, thread, word, (uint16_t)draw(&random));
            hold(tile, thread, "thread", word, room);
        }
        for (uint32_t word = 0; word < tile->chip->cfg_words; word++) {
            if (!tile->cfg_mask[word])
                continue;
            tile_write_cfg(tile, TT_UNIT_CONFIG, cfg_state_of(tile, thread), word, draw(&random), UINT32_MAX);
            hold(tile, thread, "configuration", word, room);
        }
    }
    mem_free(room);
    tile_free(tile);
}

START_TEST(decoded__follows_every_word)
{
    every_word((enum tt_chip)_i);
}
END_TEST

/* Else each write would cost every unit its settings. */
START_TEST(decoded__stays_when_others_are_written)
{
    struct tile *tile = tile_new(TT_BLACKHOLE);
    ck_assert_ptr_nonnull(tile);
    (void)unpack_settings_get(tile, 0, 0, 0, true);
    (void)matrix_settings_get(tile, 0);
    const uint32_t matrix = tile->cfg_version[CFG_READ_BY_MATRIX], unpack = tile->cfg_version[CFG_READ_BY_UNPACK];
    const uint32_t base = reg_field_get(TT_BLACKHOLE, REG_THCON_SEC0_REG3_Base_address)->word;
    const uint32_t format = reg_field_get(TT_BLACKHOLE, REG_THCON_SEC0_REG2_Out_data_format)->word;
    tile_write_cfg(tile, TT_UNIT_CONFIG, 0, base, 0x1234, UINT32_MAX);
    ck_assert_uint_eq(tile->cfg_version[CFG_READ_BY_UNPACK], unpack);
    tile_write_cfg(tile, TT_UNIT_CONFIG, 0, format, 5, UINT32_MAX);
    ck_assert_uint_ne(tile->cfg_version[CFG_READ_BY_UNPACK], unpack);
    ck_assert_uint_eq(tile->cfg_version[CFG_READ_BY_MATRIX], matrix);
    tile_free(tile);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("decoded");
    TCase *tests = tcase_create("decoded");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, decoded__follows_every_word, 0, TT_CHIP_COUNT);
    tcase_add_test(tests, decoded__stays_when_others_are_written);
    suite_add_tcase(suite, tests);
    return suite;
}
