/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/peer.h"
#include "bench/unit.h"
#include "numeric/format.h"

#include <cjson/cJSON.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cJSON *member(const struct peer_case *what, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(what->row, name);
}

static uint32_t number(const struct peer_case *what, const char *name)
{
    const struct cJSON *item = member(what, name);
    if (cJSON_IsTrue(item))
        return 1;
    return cJSON_IsNumber(item) ? (uint32_t)item->valuedouble : 0;
}

static uint32_t word_of(const struct cJSON *item)
{
    return cJSON_IsString(item) ? (uint32_t)strtoul(item->valuestring, NULL, 16) : 0;
}

bool peer_case_read(const struct cJSON *row, struct peer_case *out)
{
    *out = (struct peer_case){.row = row};
    const struct cJSON *group = member(out, "group"), *operation = member(out, "operation");
    const struct cJSON *words = member(out, "words"), *loops = member(out, "peer_loops"), *word;
    if (!cJSON_IsString(group) || !cJSON_IsString(operation) || !cJSON_IsNumber(loops))
        return false;
    (void)snprintf(out->group, sizeof out->group, "%s", group->valuestring);
    (void)snprintf(out->operation, sizeof out->operation, "%s", operation->valuestring);
    out->thread = number(out, "thread");
    out->peer_loops = loops->valuedouble;
    cJSON_ArrayForEach(word, words)
    {
        if (out->words_count < PEER_WORDS_MAX)
            out->words[out->words_count++] = word_of(word);
    }
    return out->words_count > 0 && out->thread < THREADS;
}

/* ---- operands ---- */

static uint32_t draw(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static bool has_five_bit_exponent(uint32_t format)
{
    return format == FORMAT_FP16 || format == FORMAT_BFP8A || format == FORMAT_BFP4A || format == FORMAT_BFP2A;
}

static bool is_integer(uint32_t format)
{
    return format == FORMAT_INT8 || format == FORMAT_INT16 || format == FORMAT_INT32;
}

static uint32_t exponent_of(uint32_t *seed, uint32_t format)
{
    if (is_integer(format))
        return 16;
    return has_five_bit_exponent(format) ? 10 + draw(seed) % 8 : 120 + draw(seed) % 12;
}

static void fill_sources(struct tile_state *state, const struct peer_case *what, uint32_t *seed)
{
    const uint32_t format = number(what, "src_format");
    for (unsigned i = 0; i < SRC_BANKS * SRC_ROWS * SRC_COLUMNS; i++) {
        (&state->srca[0][0][0])[i] = (draw(seed) & 0x7F8) << 8 | exponent_of(seed, format);
        (&state->srcb[0][0][0])[i] =
            number(what, "srcb_is_one") ? 127 : (draw(seed) & 0x7F8) << 8 | exponent_of(seed, format);
    }
    const struct cJSON *valid = member(what, "sources_valid");
    for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
        state->small.src_valid.a[bank] = (uint32_t)cJSON_GetNumberValue(cJSON_GetArrayItem(valid, 0));
        state->small.src_valid.b[bank] = (uint32_t)cJSON_GetNumberValue(cJSON_GetArrayItem(valid, 1));
        state->small.src_format.a[bank] = state->small.src_format.b[bank] = format;
    }
}

/* Upper cells end with the exponent, lower ones have mantissas or integers alone. */
static void fill_dst(struct tile_state *state, const struct peer_case *what, uint32_t *seed)
{
    const uint32_t format = number(what, "src_format");
    const bool is_wide = number(what, "dst_is_32_bit");
    for (unsigned row = 0; row < DST_ROWS; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++) {
            const uint32_t bits = draw(seed), exponent = exponent_of(seed, format);
            const uint32_t upper =
                has_five_bit_exponent(format) ? (bits & 0xFFE0) | exponent : (bits & 0xFF00) | exponent;
            state->dst[row][column] = (uint16_t)(is_integer(format) || (is_wide && row & 8) ? bits : upper);
        }
        state->dst_valid[row] = 1;
    }
}

static void fill_lanes(struct tile_state *state, uint32_t *seed)
{
    for (unsigned reg = 0; reg < 8; reg++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            state->lreg[reg][lane] =
                (draw(seed) & 0x7FFFFF) | exponent_of(seed, FORMAT_BF16) << 23 | (draw(seed) & 1) << 31;
    }
}

/* What unpackers read: four data tiles' worth of datums of one format behind the address of the rows. */
static void fill_l1(struct tile_state *state, const struct peer_case *what, uint32_t *seed)
{
    enum { AT = 0x20000, BYTES = 0x8000, EXPONENTS = 1024 };
    const uint32_t format = number(what, "l1_format");
    uint8_t *bytes = &state->l1[AT];
    for (unsigned i = 0; i < BYTES; i += 4) {
        const uint32_t bits = draw(seed) << 8 ^ draw(seed), e = exponent_of(seed, format);
        uint32_t word = bits;
        if (format == FORMAT_FP32)
            word = (bits & 0x807FFFFF) | e << 23;
        else if (format == FORMAT_BF16)
            word = (bits & 0x807F807F) | e << 23 | e << 7;
        else if (format == FORMAT_FP16)
            word = (bits & 0x83FF83FF) | e << 26 | e << 10;
        else if (!is_integer(format) && i < EXPONENTS)
            word = e * 0x01010101u;
        for (unsigned k = 0; k < 4; k++)
            bytes[i + k] = (uint8_t)(word >> 8 * k);
    }
}

/* ---- settings ---- */

static bool set_fields(struct tile *tile, const struct peer_case *what, const char *name)
{
    const struct cJSON *entry;
    cJSON_ArrayForEach(entry, member(what, name))
    {
        const struct cJSON *field_name = cJSON_GetArrayItem(entry, 0);
        const enum reg_id id = reg_find(tile_chip(tile), cJSON_GetStringValue(field_name));
        if (id == REG_COUNT)
            return false;
        const struct reg_field *field = reg_field_get(tile_chip(tile), id);
        const uint32_t value = (uint32_t)cJSON_GetNumberValue(cJSON_GetArrayItem(entry, 1));
        const struct cJSON *past = cJSON_GetArrayItem(entry, 2);
        const uint32_t word = field->word + (past ? (uint32_t)past->valuedouble : 0);
        const uint32_t mask = past ? UINT32_MAX : (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
        const uint32_t shifted = past ? value : value << field->shift;
        struct tile_state *state = tile_state(tile);
        for (unsigned i = 0; i < (field->space == TT_SPACE_CFG ? CFG_STATES : THREADS); i++) {
            if (field->space == TT_SPACE_CFG)
                state->cfg[i][word] = (state->cfg[i][word] & ~mask) | (shifted & mask);
            else
                state->thread_cfg[i][word] = (uint16_t)((state->thread_cfg[i][word] & ~mask) | (shifted & mask));
        }
    }
    return true;
}

static bool run_before(struct tile *tile, const struct peer_case *what)
{
    const struct cJSON *entry;
    cJSON_ArrayForEach(entry, member(what, "before"))
    {
        const unsigned thread = (unsigned)cJSON_GetNumberValue(cJSON_GetArrayItem(entry, 0));
        if (thread >= THREADS || tile_exec(tile, thread, word_of(cJSON_GetArrayItem(entry, 1)), 0) != TILE_DONE)
            return false;
    }
    for (unsigned i = 0; i < what->words_count; i++) {
        if (tile_exec(tile, what->thread, what->words[i], 0) != TILE_DONE)
            return false;
    }
    return true;
}

bool peer_case_set_up(struct tile *tile, const struct peer_case *what)
{
    struct tile_state *state = tile_state(tile);
    uint32_t seed = 7;
    tile_reset(tile);
    fill_sources(state, what, &seed);
    fill_dst(state, what, &seed);
    fill_lanes(state, &seed);
    fill_l1(state, what, &seed);
    for (unsigned i = 0; i < GPRS; i++)
        state->gpr[what->thread][i] = i;
    state->small.rwc[what->thread].fidelity = number(what, "fidelity_phase");
    state->small.adc[what->thread].unp0.ch[1].x = number(what, "unpack_x_end");
    state->small.adc[what->thread].unp1.ch[1].x = number(what, "unpack_x_end");
    const bool has_fields = set_fields(tile, what, "cfg") && set_fields(tile, what, "thread_cfg");
    tile_state_changed(tile);
    return has_fields && run_before(tile, what);
}
