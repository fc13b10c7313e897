/* SPDX-License-Identifier: Apache-2.0 */
/* Nothing is silent: no word rests on what is extrapolated or guessed without a finding, no field of the configuration
 * that nothing here goes by is written without one, and no store beyond L1 is without both effect and finding.
 *
 *     silent PROGRAMS FOLDER...   drawn programs of each chip, then bundles and captures; 0: also no sweep of stores */
#include "capture/bundle.h"
#include "fuzz/fuzz.h"
#include "isa/mmio.h"
#include "isa/spaces.h"
#include "isa/unit_fields.h"
#include "tests/unit/stores.h"
#include "tile/tile.h"

#include "base/little.h"
#include "base/memory.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SILENCE_MAX = 400, SILENCE_TEXT = 160, DEPTH = 12 };

/* Each kind of silence once. */
struct silences {
    char text[SILENCE_MAX][SILENCE_TEXT];
    unsigned count;
    uint64_t words, stores;
};

struct watch {
    struct silences *said;
    enum tt_chip chip;
    bool has_finding;
    uint32_t silent_word; /* of the configuration, and bits that nothing goes by; 0: none */
    uint32_t silent_bits;
    enum tt_space silent_space;
};

static void say(struct silences *said, const char *text)
{
    for (unsigned i = 0; i < said->count; i++)
        if (strcmp(said->text[i], text) == 0)
            return;
    if (said->count < SILENCE_MAX)
        (void)snprintf(said->text[said->count++], SILENCE_TEXT, "%s", text);
}

/* ---- words ---- */

static void on_begin(void *user, const struct probe_insn *insn)
{
    struct watch *watch = user;
    (void)insn;
    watch->has_finding = false;
    watch->silent_bits = 0;
}

static void on_end(void *user, const struct probe_insn *insn)
{
    struct watch *watch = user;
    char text[SILENCE_TEXT];
    watch->said->words++;
    if (watch->has_finding || insn->has_waited)
        return;
    if (insn->rests_on && insn->rests_on->level >= FACT_EXTRAPOLATED) {
        (void)snprintf(text, sizeof text, "%s rests on %s, which is %s", insn->insn ? insn->insn->mnemonic : "a store",
                       insn->rests_on->id, fact_level_name(insn->rests_on->level));
        say(watch->said, text);
    }
    if (watch->silent_bits) {
        (void)snprintf(text, sizeof text, "%s, %s word %" PRIu32 " bits %08" PRIX32 ": no unit goes by them",
                       insn->insn ? insn->insn->mnemonic : "a store", space_name(watch->silent_space),
                       watch->silent_word, watch->silent_bits);
        say(watch->said, text);
    }
}

static void on_finding(void *user, const struct probe_finding *finding)
{
    (void)finding;
    ((struct watch *)user)->has_finding = true;
}

/* Bits of a word of the configuration that some unit reads. */
static uint32_t read_bits(enum tt_chip chip, enum tt_space space, uint32_t word)
{
    enum reg_id ids[32];
    const size_t count = reg_fields_of_word(chip, space, word, ids);
    uint32_t bits = 0;
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        if (field_is_read(chip, ids[i]))
            bits |= (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
    }
    return bits;
}

/* What is written there, holds something else than before, and is not zero. */
static void on_access(void *user, const struct probe_access *access)
{
    struct watch *watch = user;
    const bool is_cfg = access->space == TT_SPACE_CFG;
    if (!access->is_write || (!is_cfg && access->space != TT_SPACE_THREAD_CFG))
        return;
    const uint32_t width = is_cfg ? 4 : 2;
    const uint32_t words = space_bytes(watch->chip, access->space) / width / (is_cfg ? 2 : 3);
    for (uint32_t lo = access->lo; lo + width <= access->hi; lo += width) {
        const uint32_t at = lo - access->lo, word = lo / width % words;
        const uint32_t before = load_number(access->before + at, width), after = load_number(access->after + at, width);
        const uint32_t silent = (before ^ after) & after & ~read_bits(watch->chip, access->space, word);
        if (!silent)
            continue;
        watch->silent_bits = silent;
        watch->silent_word = word;
        watch->silent_space = access->space;
    }
}

static struct probe probe_of(struct watch *watch)
{
    return (struct probe){.user = watch,
                          .wants = PROBE_INSN | PROBE_FINDING | PROBE_ACCESS,
                          .insn_begin = on_begin,
                          .insn_end = on_end,
                          .access = on_access,
                          .finding = on_finding};
}

static int run_capture(struct silences *said, const char *path)
{
    struct tt_error err;
    struct ttcap *capture = NULL;
    struct replay_options options;
    struct replay_summary summary;
    int status = ttcap_open(&capture, path, &err) != TT_OK;
    if (!status) {
        struct watch watch = {.said = said, .chip = ttcap_info(capture)->chip};
        const struct probe probe = probe_of(&watch);
        replay_options_init(&options, ttcap_info(capture));
        if (ttcap_info(capture)->boot_count)
            options.order = REPLAY_FIRMWARE;
        status = replay_run(capture, &options, &probe, NULL, &summary, &err) != TT_OK;
    }
    if (status)
        (void)printf("%s: %s\n", path, err.text);
    ttcap_close(capture);
    return status;
}

/* ---- drawn programs ---- */

static int run_drawn(struct silences *said, enum tt_chip chip, uint64_t count)
{
    const struct draw_free free_units = {.units = UINT32_MAX, .depth = DEPTH};
    const struct variant_set device = {{0}};
    struct draw_program *program = mem_calloc(1, sizeof *program);
    struct tile *tile = tile_new(chip);
    const char *path = "silent-drawn.ttcap";
    const struct fuzz_end nothing = {NULL, NULL};
    struct tt_error err;
    int status = !program || !tile;
    for (uint64_t seed = 1; seed <= count && !status; seed++) {
        if (draw_free_program(chip, &free_units, seed, program, &err))
            return 1;
        if (!program->is_of_cores &&
            fuzz_sieve(tile, program, &device, seed & 1 ? FUZZ_UNDEFINED : FUZZ_DEFINED) != FUZZ_LEGAL)
            continue;
        status = fuzz_capture(program, &device, &nothing, path, true, &err) || run_capture(said, path);
    }
    (void)unlink(path);
    tile_free(tile);
    mem_free(program);
    return status;
}

/* ---- stores beyond L1 ---- */

static void note(void *user, const struct probe_finding *finding)
{
    (void)finding;
    *(bool *)user = true;
}

/* An unused address is reached by nobody; what a window of the cores' own has the cores do. */
static bool is_of_cores(enum tt_chip chip, uint32_t addr)
{
    static const enum map_place places[] = {PLACE_OTHER_LOCAL,   PLACE_PUSH,    PLACE_PCBUF, PLACE_PIPE_DRY,
                                            PLACE_MACRO_OP_IDLE, PLACE_MAILBOX, PLACE_DST};
    enum map_place place = PLACE_NONE;
    for (int core = 0; core < TT_CORE_COUNT && place == PLACE_NONE; core++)
        place = mmio_decode(chip, (enum tt_core)core, addr).place;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (place == places[i])
            return true;
    return false;
}

/* Whether any of some values changes the tile or is found, where this thread's core, or one of no thread, stores it. */
static bool is_heard(struct tile *tile, const struct tile_state *before, int thread, uint32_t addr)
{
    static const uint32_t values[] = {1, UINT32_MAX, 0x5A5A5A5A};
    bool has_finding = false;
    const struct probe probe = {.user = &has_finding, .wants = PROBE_FINDING, .finding = note};
    tile_set_probe(tile, &probe);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        stores_mmio(tile, i, thread, addr, values[i]);
    tile_set_probe(tile, NULL);
    const bool is_changed = memcmp(tile_state(tile), before, sizeof *before) != 0;
    if (is_changed)
        tile_reset(tile);
    return is_changed || has_finding;
}

/* Of all cores; one that does not reach a window stops at the store, and is heard here as well. */
static void try_store(struct silences *said, struct tile *tile, const struct tile_state *before, uint32_t addr,
                      const char *name)
{
    char text[SILENCE_TEXT];
    for (int thread = -1; thread < THREADS; thread++) {
        said->stores++;
        if (is_heard(tile, before, thread, addr))
            continue;
        (void)snprintf(text, sizeof text, "%s: a store of thread %d to %08" PRIX32 " (%s)",
                       chip_get(tile_chip(tile))->name, thread, addr, name);
        say(said, text);
    }
}

static int sweep_stores(struct silences *said, enum tt_chip chip)
{
    struct tile *tile = tile_new(chip);
    struct tile_state *before = mem_alloc(sizeof *before);
    if (!tile || !before)
        return 1;
    tile_reset(tile);
    memcpy(before, tile_state(tile), sizeof *before);
    for (uint64_t addr = 0xFFB00000; addr < UINT64_C(0x100000000); addr += 4) {
        const struct mmio_target at = mmio_decode_any(chip, -1, (uint32_t)addr);
        const struct mmio_register *reg = at.reg;
        const bool window = (addr >= MMIO_CFG && addr < MMIO_CFG_END) || (addr >= MMIO_GPR && addr < MMIO_GPR_END);
        if (is_of_cores(chip, (uint32_t)addr) || (at.place == PLACE_STREAM && at.block > 1) ||
            (!reg && !window && addr % 0x1000 > 0x40))
            continue;                                        /* streams are alike, and so are addresses of nothing */
        if (!reg || reg->act != MMIO_ACT_CLEARS_OUTSTANDING) /* of counters that are 0 */
            try_store(said, tile, before, (uint32_t)addr, reg ? reg->name : "no register");
    }
    tile_free(tile);
    mem_free(before);
    return 0;
}

/* ---- the whole ---- */

static int run_folder(struct silences *said, const char *folder, unsigned *runs)
{
    struct dirent **names;
    const int count = scandir(folder, &names, NULL, alphasort);
    const char *passing = "silent-bundle.ttcap";
    int status = 0;
    for (int i = 0; i < count; i++) {
        char path[4096];
        struct tt_error err;
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        const size_t length = strlen(path);
        if (!status && length > 6 && strcmp(path + length - 6, ".ttcap") == 0) {
            status = run_capture(said, path);
            ++*runs;
        } else if (!status && names[i]->d_name[0] != '.' && bundle_is(path)) {
            status = bundle_import_passing(path, passing, &err) || run_capture(said, passing);
            ++*runs;
        }
        free(names[i]);
    }
    if (count >= 0)
        free(names);
    (void)unlink(passing);
    return status;
}

int main(int argc, char **argv)
{
    static struct silences said;
    unsigned runs = 0;
    const uint64_t programs = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    int status = 0;
    for (int chip = 0; chip < TT_CHIP_COUNT && !status && programs; chip++)
        status = run_drawn(&said, (enum tt_chip)chip, programs) || sweep_stores(&said, (enum tt_chip)chip);
    for (int i = 2; i < argc && !status; i++)
        status = run_folder(&said, argv[i], &runs);
    if (!status && argc > 2 && !runs)
        return 77;
    for (unsigned i = 0; i < said.count; i++)
        (void)printf("silent: %s\n", said.text[i]);
    (void)printf("%" PRIu64 " words and %" PRIu64 " stores of %" PRIu64
                 " drawn programs a chip and %u recordings, %u silent\n",
                 said.words, said.stores, programs, runs, said.count);
    return status || said.count;
}
