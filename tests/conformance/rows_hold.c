/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of schemas/isa held against what instructions do: all recordings run under a probe, and each access, each
 * changed word of the state and each wait has to be in the row of the word at work, and its form among the recorded.
 * Effects that no recording shows are a list that is held against one in the tree, so that a row that says too much is
 * seen when it is written.
 *
 *     rows_hold [--update] LIST PATH...    vector files, bundles, captures, or folders of them
 *
 * Exit 0: rows and list hold; 1: they do not; 2: trouble; 77: there are no recordings. */
#include "base/memory.h"
#include "capture/bundle.h"
#include "conform/conform_internal.h"
#include "isa/effects.h"
#include "tile/frontend/frontend.h"
#include "tile/vector/vector_internal.h"

#include "insn_ids.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FAILURES_MAX = 30,
    EFFECTS_MAX = 64,
    MODIFIERS_MAX = 8,
    LINE_BYTES = 200,
    SEMAPHORE_COUNT = 8,
    SEMAPHORE_TOP = 15
};

/* What recordings showed of a row. */
struct shown {
    uint64_t words;
    bool reads[EFFECTS_MAX], writes[EFFECTS_MAX];
    uint32_t forms[MODIFIERS_MAX]; /* bit a value of each modifier */
};

static struct shown shown[TT_CHIP_COUNT][INSN_COUNT];
static uint64_t failures, words_run, words_waited, recordings;

/* The word at work. */
static struct {
    const char *path;
    enum tt_chip chip;
    const struct tile *tile; /* null: not known yet */
    const struct isa_insn *insn;
    struct shown *shown;
    uint64_t seq;
    uint32_t word;
    unsigned thread;
    struct small_state before;
    bool is_reported[STATE_WORDS], has_before, has_written;
} now;

static void fail(const char *what, const char *name)
{
    if (failures++ < FAILURES_MAX)
        printf("%s: event %" PRIu64 ": %s (%08" PRIX32 ", thread %u) %s %s\n", now.path, now.seq, now.insn->mnemonic,
               now.word, now.thread, what, name);
}

static void load(struct small_state *state)
{
    tile_load_numbers(now.tile, TT_SPACE_STATE, 0, STATE_WORDS, state);
}

/* ---- an access, and an effect that may allow it ---- */

static bool is_of_matrix(void)
{
    return isa_unit_of(now.insn, now.word) == TT_UNIT_MATRIX;
}

/* The bank that the unit works on, of SrcA or SrcB. */
static uint32_t own_bank(bool is_srcb, bool is_matrix)
{
    const uint32_t unpackers[2] = {now.before.src_bank.unp_a, now.before.src_bank.unp_b};
    const uint32_t matrix[2] = {now.before.src_bank.math_a, now.before.src_bank.math_b};
    return (is_matrix ? matrix : unpackers)[is_srcb] & 1;
}

/* The n-th of `parts` equal parts of a space. */
static bool is_in_part(const struct probe_access *access, uint32_t n, uint32_t parts)
{
    const uint32_t bytes = space_bytes(now.chip, access->space) / parts;
    return access->lo >= n * bytes && access->hi <= (n + 1) * bytes;
}

static bool has_value(const struct probe_access *access, uint8_t value)
{
    for (uint32_t i = 0; i < access->hi - access->lo; i++)
        if (access->after[i] != (i % 4 ? 0 : value))
            return false;
    return true;
}

static bool fits_extent(const struct isa_effect *effect, const struct probe_access *access)
{
    const bool is_srcb = access->space == TT_SPACE_SRCB;
    switch ((unsigned)effect->extent) {
    case EXTENT_THREAD:
        return access->space == TT_SPACE_STATE || is_in_part(access, now.thread, THREADS);
    case EXTENT_BANK:
    case EXTENT_NUMBERS:
        return access->space == TT_SPACE_STATE || !now.has_before ||
               is_in_part(access, own_bank(is_srcb, is_of_matrix()), SRC_BANKS);
    case EXTENT_POST:
        return access->after[0] == (access->before[0] < SEMAPHORE_TOP ? access->before[0] + 1 : SEMAPHORE_TOP);
    case EXTENT_GET:
        return access->after[0] == (access->before[0] ? access->before[0] - 1 : 0);
    case EXTENT_TO_MATRIX:
        return has_value(access, 1);
    case EXTENT_TO_UNPACKERS:
    case EXTENT_CLEAR:
    case EXTENT_GIVE:
        return has_value(access, 0);
    default:
        return true;
    }
}

static bool find(const struct isa_effect *effects, unsigned count, bool used[static EFFECTS_MAX], unsigned what,
                 const struct probe_access *access)
{
    bool is_found = false;
    for (unsigned i = 0; i < count; i++) {
        if (effects[i].what != what || !effect_holds(&effects[i], now.word) || !fits_extent(&effects[i], access))
            continue;
        used[i] = is_found = true;
    }
    return is_found;
}

/* A store to the tile's registers may reach anything. */
static bool stores_anywhere(void)
{
    return word_writes_as(now.insn, now.word, WHAT_REGISTERS, EXTENT_ALL) != NULL;
}

static void check(const struct probe_access *access, unsigned what)
{
    const struct isa_insn *insn = now.insn;
    const bool is_allowed = access->is_write ? find(insn->writes, insn->write_count, now.shown->writes, what, access)
                                             : find(insn->reads, insn->read_count, now.shown->reads, what, access);
    if (!is_allowed && !(access->is_write && stores_anywhere()))
        fail(access->is_write ? "writes, and its row does not say so:" : "reads, and its row does not say so:",
             what_name(what));
}

/* What a macro put off runs between other words, and is none of theirs. */
static void on_access(void *user, const struct probe_access *access)
{
    (void)user;
    if (!now.insn || access->lo >= access->hi || (access->unit == TT_UNIT_VECTOR && access->instance))
        return;
    now.has_written |= access->is_write;
    if (access->space != TT_SPACE_STATE) {
        check(access, access->space);
        return;
    }
    for (uint32_t word = access->lo / 4, end; word < access->hi / 4; word = end) {
        struct probe_access part = *access;
        end = what_state_end(word) < access->hi / 4 ? what_state_end(word) : access->hi / 4;
        part.lo = word * 4;
        part.hi = end * 4;
        part.before = access->before ? access->before + (part.lo - access->lo) : NULL;
        part.after = access->after ? access->after + (part.lo - access->lo) : NULL;
        check(&part, what_of_state(word));
        memset(&now.is_reported[word], access->is_write, (end - word) * sizeof(bool));
    }
}

/* ---- a word as a whole ---- */

static void on_begin(void *user, const struct probe_insn *insn)
{
    (void)user;
    now.insn = insn->unit == TT_UNIT_CORE ? NULL : isa_find(now.chip, insn->word);
    if (!now.insn)
        return;
    now.shown = &shown[now.chip][now.insn->id];
    now.seq = insn->seq;
    now.word = insn->word;
    now.thread = insn->thread;
    now.has_written = false;
    now.has_before = now.tile != NULL;
    memset(now.is_reported, 0, sizeof now.is_reported);
    if (now.has_before)
        load(&now.before);
}

/* Whether what the effect waits for is there. */
static bool is_met(const struct isa_effect *effect)
{
    const struct small_state *state = &now.before;
    const bool is_srcb = effect->what == WHAT_SRC_VALID_B;
    const uint32_t *valid = is_srcb ? state->src_valid.b : state->src_valid.a;
    const uint32_t field = effect_field(effect, now.word);
    bool is_good = true;
    switch ((unsigned)effect->extent) {
    case EXTENT_WAIT:
        return (valid[own_bank(is_srcb, is_of_matrix())] != 0) == is_of_matrix();
    case EXTENT_WAIT_BEHIND:
        return valid[own_bank(is_srcb, true)] == 0;
    case EXTENT_TAKE:
        return field < SEMAPHORE_COUNT && (state->mutex[field] == 0 || state->mutex[field] == now.thread + 1);
    case EXTENT_ABOVE:
        for (unsigned i = 0; i < SEMAPHORE_COUNT; i++)
            is_good &= !(field >> i & 1) || state->sem[i].value != 0;
        return is_good;
    case EXTENT_BELOW:
        for (unsigned i = 0; i < SEMAPHORE_COUNT; i++)
            is_good &= !(field >> i & 1) || state->sem[i].value < state->sem[i].max;
        return is_good;
    default:
        return true;
    }
}

/* Effects that make the word wait: all are met where it ran; where it waited, one is not (or it stands behind a gate,
 * or asks L1). */
static void check_waits(const struct isa_effect *effects, unsigned count, bool used[static EFFECTS_MAX],
                        bool has_waited, bool *has_reason)
{
    for (unsigned i = 0; i < count; i++) {
        const unsigned extent = effects[i].extent;
        const bool waits = extent == EXTENT_WAIT || extent == EXTENT_WAIT_BEHIND || extent == EXTENT_TAKE ||
                           extent == EXTENT_ABOVE || extent == EXTENT_BELOW;
        if (!effect_holds(&effects[i], now.word))
            continue;
        *has_reason |= (waits && !is_met(&effects[i])) || extent == EXTENT_GATE || effects[i].what == TT_SPACE_L1;
        used[i] |= waits || extent == EXTENT_GATE;
        if (waits && !has_waited && !is_met(&effects[i]))
            fail("ran, and its row says that it waits for", what_name(effects[i].what));
    }
}

static bool changes_quietly(unsigned what)
{
    for (unsigned i = 0; i < now.insn->write_count; i++) {
        const struct isa_effect *effect = &now.insn->writes[i];
        if (effect->what != what || effect->extent != EXTENT_QUIET || !effect_holds(effect, now.word))
            continue;
        now.shown->writes[i] = true;
        return true;
    }
    return false;
}

/* What changed and was not reported. */
static void check_state(void)
{
    struct small_state after;
    load(&after);
    for (uint32_t word = 0; word < STATE_WORDS; word++) {
        uint32_t old, new;
        memcpy(&old, (const uint8_t *)&now.before + (size_t)word * 4, 4);
        memcpy(&new, (const uint8_t *)&after + (size_t)word * 4, 4);
        if (old != new && !now.is_reported[word] && !changes_quietly(what_of_state(word)))
            fail("changes, and neither reports it nor has it in its row:", what_name(what_of_state(word)));
    }
}

/* V12: a word of the vector unit whose register is a template's. */
static bool is_template(void)
{
    const struct vector_insn *insn = vector_insn_of(now.chip, now.word);
    return insn && insn->has_backdoor && (now.word >> insn->vd.low & insn->vd.mask) >= 12;
}

/* A form that is executed has to be among those that its row has as recorded. What a word comes to that a macro put
 * off, or that was retained as a template, is not seen here. */
static void check_forms(void)
{
    for (unsigned i = 0; i < now.insn->modifier_count; i++) {
        const struct isa_modifier *modifier = &now.insn->modifiers[i];
        const uint32_t form = UINT32_C(1) << isa_modifier_value(modifier, now.word);
        now.shown->forms[i] |= form;
        if (!(modifier->recorded & form) && !is_template())
            fail("runs in a form that its row has not as recorded, by", modifier->name);
    }
    char text[ISA_TEXT_MAX];
    const struct isa_form_finding *form = NULL;
    for (unsigned i = 0; (form = isa_next_form(now.insn, now.word, &i, text));)
        if (finding_get((finding_id)form->finding)->kind == FINDING_MISSING_SPECIFICATION && !is_template())
            fail("runs in a form that its row says no recording shows:", text);
}

static void on_end(void *user, const struct probe_insn *insn)
{
    (void)user;
    bool has_reason = false;
    if (!now.insn)
        return;
    words_run++;
    words_waited += insn->has_waited;
    now.shown->words++;
    if (!insn->has_waited)
        check_forms();
    if (now.has_before) {
        check_waits(now.insn->reads, now.insn->read_count, now.shown->reads, insn->has_waited, &has_reason);
        check_waits(now.insn->writes, now.insn->write_count, now.shown->writes, insn->has_waited, &has_reason);
        if (insn->has_waited && !has_reason)
            fail("waits, and its row does not say for", "what");
        if (insn->has_waited && now.has_written)
            fail("waits, and has written", "something");
        check_state();
    }
    now.insn = NULL;
}

static const struct probe probe = {
    .wants = PROBE_INSN | PROBE_ACCESS, .insn_begin = on_begin, .insn_end = on_end, .access = on_access};

/* ---- recordings ---- */

static void need(bool is_good, const char *what)
{
    if (is_good)
        return;
    fprintf(stderr, "%s\n", what);
    exit(2);
}

static void on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    (void)user, (void)thread, (void)word, (void)seq;
    now.tile = tile;
}

static void run_capture(const char *path)
{
    struct tt_error err = {{0}};
    struct ttcap *capture = NULL;
    struct replay_options options;
    struct replay_summary summary = {0};
    const struct replay_observer observer = {.before = on_before};
    need(ttcap_open(&capture, path, &err) == TT_OK, err.text);
    now.chip = ttcap_info(capture)->chip;
    replay_options_init(&options, ttcap_info(capture));
    if (ttcap_info(capture)->boot_count)
        options.order = REPLAY_FIRMWARE;
    need(replay_run(capture, &options, &probe, &observer, &summary, &err) == TT_OK, err.text);
    ttcap_close(capture);
    now.tile = NULL;
}

static void run_bundle(const char *folder)
{
    char path[64];
    struct tt_error err = {{0}};
    (void)snprintf(path, sizeof path, "/tmp/rows-hold-%ld.ttcap", (long)getpid());
    need(bundle_import_passing(folder, path, &err) == TT_OK, err.text);
    run_capture(path);
    (void)remove(path);
}

static bool run_pushed(struct tile *tile, const struct vector_op *op, uint64_t seq)
{
    struct pipe pipe;
    uint32_t word;
    bool has_run = true;
    pipe_init(&pipe, op->thread);
    pipe_push(tile, &pipe, op->word);
    while (has_run && pipe_next(tile, &pipe, &word))
        has_run = tile_exec(tile, op->thread, word, seq) == TILE_DONE;
    return has_run;
}

static void run_vector(struct tile *tile, const struct vector *vector)
{
    tile_set_probe(tile, NULL);
    tile_reset(tile);
    for (size_t i = 0; i < vector->pre_count; i++)
        tile_store(tile, vector->pre[i].space, vector->pre[i].lo, vector->pre[i].count, vector->pre[i].bytes, NULL);
    tile_packers_resume(tile);
    tile_set_probe(tile, &probe);
    now.tile = tile;
    now.chip = vector->chip;
    now.path = vector->name;
    bool has_run = true;
    for (size_t i = 0; has_run && i < vector->op_count; i++)
        has_run = vector->is_push ? run_pushed(tile, &vector->ops[i], i)
                                  : tile_exec(tile, vector->ops[i].thread, vector->ops[i].word, i) == TILE_DONE;
    now.tile = NULL;
}

static void run_vectors(const char *path)
{
    struct tt_error err = {{0}};
    struct tile *tiles[TT_CHIP_COUNT] = {NULL};
    struct vector_file *file = NULL;
    struct vector_block *block = vector_block_new();
    struct vector vector;
    need(block && vector_file_open(&file, path, &err) == TT_OK, err.text);
    while (vector_file_read(file, block, &err) == TT_OK) {
        while (vector_block_next(block, &vector, &err) == TT_OK) {
            if (!tiles[vector.chip])
                tiles[vector.chip] = tile_new(vector.chip);
            need(tiles[vector.chip] != NULL, "no memory");
            run_vector(tiles[vector.chip], &vector);
        }
    }
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++)
        tile_free(tiles[chip]);
    vector_block_free(block);
    vector_file_close(file);
}

/* ---- what no recording shows ---- */

/* The tile reports neither reads of settings, counters and banks nor what it keeps to itself. */
static bool is_observable(const struct isa_effect *effect, bool is_write)
{
    if (effect->what >= WHAT_OUTSIDE || effect->what == TT_SPACE_THREAD_CFG)
        return is_write && effect->what < WHAT_OUTSIDE;
    if (is_write)
        return true;
    return effect->what < TT_SPACE_STATE && effect->what != TT_SPACE_DST_VALID && effect->extent != EXTENT_FIELDS &&
           effect->what != TT_SPACE_CFG;
}

static void list_effects(FILE *to, enum tt_chip chip, const struct isa_insn *insn, bool is_write)
{
    const struct isa_effect *effects = is_write ? insn->writes : insn->reads;
    const bool *used = is_write ? shown[chip][insn->id].writes : shown[chip][insn->id].reads;
    for (unsigned i = 0; i < (is_write ? insn->write_count : insn->read_count); i++)
        if (!used[i] && is_observable(&effects[i], is_write))
            fprintf(to, "%s %s %s %s %s\n", chip_get(chip)->name, insn->mnemonic, is_write ? "writes" : "reads",
                    what_name(effects[i].what), isa_extent_names[effects[i].extent]);
}

static void list_forms(FILE *to, enum tt_chip chip, const struct isa_insn *insn)
{
    for (unsigned i = 0; i < insn->modifier_count; i++)
        for (uint32_t value = 0; value <= insn->modifiers[i].mask; value++)
            if ((insn->modifiers[i].recorded & ~shown[chip][insn->id].forms[i]) >> value & 1)
                fprintf(to, "%s %s has %s %u as recorded\n", chip_get(chip)->name, insn->mnemonic,
                        insn->modifiers[i].name, (unsigned)value);
}

/* The expanders' own words reach no unit. */
static void list(FILE *to)
{
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (unsigned id = 1; id < INSN_COUNT; id++) {
            const struct isa_insn *insn = isa_get(chip, (insn_id)id);
            if (!insn || insn->unit == TT_UNIT_FRONTEND)
                continue;
            if (!shown[chip][id].words) {
                fprintf(to, "%s %s is not recorded\n", chip_get(chip)->name, insn->mnemonic);
                continue;
            }
            list_effects(to, chip, insn, false);
            list_effects(to, chip, insn, true);
            list_forms(to, chip, insn);
        }
    }
}

/* Lines of one text that the other does not have. */
static unsigned missing(const char *of, const char *in, const char *what)
{
    unsigned count = 0;
    for (const char *line = of; *line; line += strcspn(line, "\n") + 1) {
        char text[LINE_BYTES];
        (void)snprintf(text, sizeof text, "%.*s\n", (int)strcspn(line, "\n"), line);
        const char *at = strstr(in, text);
        while (at && at != in && at[-1] != '\n')
            at = strstr(at + 1, text);
        if (!at)
            printf("%s %s", what, text);
        count += !at;
    }
    return count;
}

static unsigned hold_list(const char *path, bool is_update)
{
    char *text = NULL, *held = mem_calloc(1, 1 << 20);
    size_t size = 0;
    FILE *to = open_memstream(&text, &size), *file = fopen(path, is_update ? "w" : "r");
    need(to && file && held, path);
    list(to);
    need(fclose(to) == 0, "no memory");
    if (is_update)
        need(fwrite(text, 1, size, file) == size, path);
    else
        need(fread(held, 1, (1 << 20) - 1, file) > 0, path);
    need(fclose(file) == 0, path);
    unsigned count = 0;
    if (!is_update) {
        count += missing(text, held, "no recording shows any longer:");
        count += missing(held, text, "a recording shows now:");
    }
    free(text); /* open_memstream's own */
    mem_free(held);
    return count;
}

int main(int argc, char **argv)
{
    const bool is_update = argc > 1 && strcmp(argv[1], "--update") == 0;
    const int first = 2 + is_update;
    struct conform_items items = {0};
    struct tt_error err = {{0}};
    need(argc > first, "usage: rows_hold [--update] LIST PATH...");
    for (int i = first; i < argc; i++) {
        if (access(argv[i], R_OK) != 0) {
            printf("skipped: there is no %s\n", argv[i]);
            return 77;
        }
    }
    need(conform_collect(&items, (const char *const *)&argv[first], (size_t)(argc - first), &err) == TT_OK, err.text);
    for (size_t i = 0; i < items.count; i++) {
        now.path = items.items[i].path;
        recordings++;
        if (items.items[i].kind == CONFORM_VECTORS)
            run_vectors(now.path);
        else if (items.items[i].kind == CONFORM_BUNDLE)
            run_bundle(now.path);
        else
            run_capture(now.path);
    }
    conform_items_clear(&items);
    const unsigned changed = hold_list(argv[first - 1], is_update);
    printf("%" PRIu64 " words of %" PRIu64 " recordings, %" PRIu64 " of them waited; %" PRIu64
           " outside their rows; %u lines of the list changed\n",
           words_run, recordings, words_waited, failures, changed);
    return failures || changed ? 1 : 0;
}
