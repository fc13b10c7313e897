/* SPDX-License-Identifier: Apache-2.0 */
/* A drawn program on this tile: words that are not legal are taken out. */
#include "fuzz/fuzz_internal.h"

#include "tile/tile.h"

enum { ROUNDS = 5 };

struct sieve {
    struct tile *tile;
    struct draw_program *program;
    enum fuzz_limit limit;
    bool is_bad; /* the word at work */
    bool bad[DRAW_WORDS_MAX];
    uint32_t first; /* the first such word; count: none */
};

bool fuzz_is_illegal(finding_id id, enum fuzz_limit limit)
{
    return limit == FUZZ_STRICT || (limit == FUZZ_DEFINED && !finding_is_open(id));
}

static void run_on_finding(void *user, const struct probe_finding *finding)
{
    struct sieve *sieve = user;
    sieve->is_bad |= fuzz_is_illegal(finding->id, sieve->limit);
}

static enum tt_status run_load_region(void *user, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    tile_store(user, TT_SPACE_L1, addr, count, bytes, NULL);
    return TT_OK;
}

void fuzz_load(struct tile *tile, const struct draw_program *program)
{
    (void)draw_each_region(program, run_load_region, tile);
}

/* Below the operands stand the bytes that a core reads, but for the word that says that all is done. */
static bool writes_over_itself(const struct tile *tile)
{
    static const uint8_t zeros[4096];
    uint8_t bytes[4096];
    for (uint32_t at = 0; at < DRAW_INPUT; at += sizeof bytes) {
        tile_load(tile, TT_SPACE_L1, at, sizeof bytes, bytes);
        if (at == 0)
            memset(bytes + DRAW_DONE, 0, 4);
        else if (at == 0x2000)
            memset(bytes, 0, 16); /* an operand of one template */
        if (memcmp(bytes, zeros, sizeof bytes) != 0)
            return true;
    }
    return false;
}

static void fuzz_run_start(struct sieve *sieve, const struct variant_set *variants)
{
    tile_reset(sieve->tile);
    tile_set_variants(sieve->tile, variants);
    fuzz_load(sieve->tile, sieve->program);
}

/* Whether nothing was bad. */
static bool run_once(struct sieve *sieve, const struct variant_set *variants)
{
    struct draw_program *program = sieve->program;
    fuzz_run_start(sieve, variants);
    sieve->first = program->count;
    for (uint32_t i = 0; i < program->count; i++) {
        sieve->is_bad = false;
        const bool is_done = tile_exec(sieve->tile, program->threads[i], program->words[i], i) == TILE_DONE;
        sieve->bad[i] = sieve->is_bad || !is_done;
        if (sieve->bad[i] && sieve->first == program->count)
            sieve->first = i;
    }
    return sieve->first == program->count;
}

/* ---- words of several threads ---- */

static uint32_t run_next_word(const struct draw_program *program, unsigned thread, uint32_t at)
{
    while (at < program->count && program->threads[at] != thread)
        at++;
    return at;
}

/* Each word is of the first of these threads that can go on. Whether all came to their ends, and nothing was bad. */
static bool run_by_rank(struct sieve *sieve, const struct variant_set *variants, const uint8_t ranks[static THREADS])
{
    const struct draw_program *program = sieve->program;
    uint32_t next[THREADS], left = program->count;
    fuzz_run_start(sieve, variants);
    for (unsigned thread = 0; thread < THREADS; thread++)
        next[thread] = run_next_word(program, thread, 0);
    for (unsigned rank = 0; rank < THREADS;) {
        const unsigned thread = ranks[rank++];
        const uint32_t at = next[thread];
        sieve->is_bad = false;
        if (at == program->count || tile_exec(sieve->tile, thread, program->words[at], at) == TILE_WAITS)
            continue;
        if (sieve->is_bad)
            return false;
        next[thread] = run_next_word(program, thread, at + 1);
        left--;
        rank = 0;
    }
    return left == 0;
}

/* In one of these orders, of any two words of two threads that nothing orders, the one comes first, in another the
 * other: the first of a rank goes as far as it can without the others, which only do work that it waits for.
 */
static bool has_one_end(struct sieve *sieve, const struct variant_set *variants)
{
    static const uint8_t ranks[][THREADS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const uint64_t end = fuzz_state(sieve->tile);
    bool has_one = true;
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks && has_one; i++)
        has_one = run_by_rank(sieve, variants, ranks[i]) && fuzz_state(sieve->tile) == end;
    return run_once(sieve, variants) && has_one;
}

/* ---- the whole ---- */

/* Bad words go, and steps become shorter. */
static void run_drop(struct sieve *sieve)
{
    struct draw_program *program = sieve->program;
    uint32_t to = 0;
    for (uint32_t k = 0; k < program->step_count; k++) {
        struct draw_step *step = &program->steps[k];
        const uint32_t from = step->first, end = from + step->count;
        step->first = (uint16_t)to;
        for (uint32_t i = from; i < end; i++) {
            if (sieve->bad[i])
                continue;
            program->threads[to] = program->threads[i];
            program->words[to++] = program->words[i];
        }
        step->count = (uint16_t)(to - step->first);
    }
    program->count = to;
}

static bool run(struct sieve *sieve, const struct variant_set *variants, unsigned rounds)
{
    const struct probe probe = {.user = sieve, .wants = PROBE_FINDING, .finding = run_on_finding};
    bool is_clean = false;
    tile_set_probe(sieve->tile, &probe);
    for (unsigned round = 0; round < rounds && !(is_clean = run_once(sieve, variants)); round++)
        if (round + 1 < rounds)
            run_drop(sieve);
    if (is_clean && sieve->program->has_threads)
        is_clean = has_one_end(sieve, variants);
    tile_set_probe(sieve->tile, NULL);
    return is_clean && !writes_over_itself(sieve->tile);
}

enum fuzz_fate fuzz_sieve(struct tile *tile, struct draw_program *program, const struct variant_set *variants,
                          enum fuzz_limit limit)
{
    struct sieve sieve = {.tile = tile, .program = program, .limit = limit};
    return run(&sieve, variants, ROUNDS) ? FUZZ_LEGAL : FUZZ_ILLEGAL;
}

void fuzz_leave_words(struct tile *tile, struct draw_program *program, const struct variant_set *variants)
{
    struct sieve sieve = {.tile = tile, .program = program, .limit = FUZZ_UNDEFINED};
    (void)run_once(&sieve, variants);
}

bool fuzz_run_words(struct tile *tile, struct draw_program *program, const struct variant_set *variants,
                    enum fuzz_limit limit)
{
    struct sieve sieve = {.tile = tile, .program = program, .limit = limit};
    return run(&sieve, variants, 1);
}
