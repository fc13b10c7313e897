/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/unit.h"
#include "unit/stores.h"

#include <string.h>

enum { ROUNDS = 15 };

struct copies {
    uint8_t sink[8192];
};

static double run_calib(void *user)
{
    return bench_calib(*(const size_t *)user);
}

static void copy_stage(void *user, const struct probe_stage *stage)
{
    struct copies *copies = user;
    size_t bytes = (size_t)stage->count * stage->value_bytes;
    if (bytes > sizeof copies->sink)
        bytes = sizeof copies->sink;
    memcpy(copies->sink, stage->values, bytes);
    __asm__ volatile("" : : "r"(copies->sink) : "memory");
}

void bench_datums(struct tile *tile, const char *name, struct bench_work work, size_t datums)
{
    struct copies copies;
    const struct probe deaf = {0}, copying = {.user = &copies, .wants = PROBE_STAGE, .stage = copy_stage};
    const struct {
        const char *name;
        const struct probe *probe;
    } rows[] = {
        {name, NULL},
        {"… with a probe that wants nothing", &deaf},
        {"… with a probe that copies every stage", &copying},
    };
    const struct bench_work calib = {run_calib, &datums};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench_ratio ratio;
        tile_set_probe(tile, rows[i].probe);
        if (bench_compare(work, calib, ROUNDS, &ratio) == 0)
            bench_row(rows[i].name, (double)datums, "datums", "calibration loop, a datum each", &ratio);
    }
    tile_set_probe(tile, NULL);
}

void bench_set_field(struct tile *tile, enum reg_id id, uint32_t value)
{
    const struct reg_field *field = reg_field_get(tile_chip(tile), id);
    uint32_t word = 0;
    tile_load_numbers(tile, TT_SPACE_CFG, (uint32_t)field->word * 4, 1, &word);
    uint32_t mask = (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
    stores_cfg(tile, 0, 0, field->word, (word & ~mask) | ((value << field->shift) & mask));
}
