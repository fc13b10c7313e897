/* SPDX-License-Identifier: Apache-2.0 */
/* A probe that retains only writes that overlap a differing byte: its memory grows with the difference, not with the
 * length of the capture. */
#include "ask/bisect/writers.h"

#include "base/search.h"
#include "isa/evidence.h"
#include "isa/spaces.h"
#include "numeric/format.h"

/* A differing byte by where it is. */
struct place {
    uint64_t key; /* space, address */
    uint32_t byte;
    int64_t after; /* event after which its checkpoint was taken */
};

struct writers_search {
    struct writers *writers;
    struct place *places; /* of bytes, by key; behind them those of windows */
    size_t place_count, window_count;
    struct probe_insn insn;
    size_t first_of_insn; /* of writers->items */
    uint8_t width[PACKERS_MAX];
    const struct difference *difference;
    const struct replay_options *options;
    const struct fact *rests_on; /* of insn, so far */
    bool is_out_of_memory;
};

static uint64_t key_of(unsigned space, uint32_t addr)
{
    return (uint64_t)space << 32 | addr;
}

ORDER(by_key, struct place, RISING(key) ?: RISING(byte))

static size_t writers_first_at(const struct writers_search *search, uint64_t key)
{
    return SEARCH_FIRST(search->places, search->place_count, item->key < key);
}

static void writers_on_begin(void *user, const struct probe_insn *insn)
{
    struct writers_search *search = user;
    search->insn = *insn;
    search->first_of_insn = search->writers->count;
    search->rests_on = insn->rests_on;
    memset(search->width, 0, sizeof search->width);
}

static void writers_on_finding(void *user, const struct probe_finding *finding)
{
    struct writers_search *search = user;
    search->rests_on = evidence_weaker(search->rests_on, finding->rests_on);
}

static bool writers_add(struct writers_search *search, const struct probe_access *access)
{
    struct writers *writers = search->writers;
    const struct writer writer = {.seq = search->insn.seq,
                                  .word = search->insn.word,
                                  .thread = search->insn.thread,
                                  .of = probe_access_bare(access)};
    return MEM_PUSH(writers->items, writers->count, writers->capacity, writer);
}

/* Differing values of a stage that the instruction at work just made. */
static void take_made(struct writers_search *search, const struct staged *staged, const struct probe_stage *stage)
{
    const struct staged_insn *last = staged->insn_count ? &staged->insns[staged->insn_count - 1] : NULL;
    if (stage->unit != staged->unit || stage->stage != staged->stage || !last || last->seq != search->insn.seq)
        return;
    const uint32_t end = staged->made < staged->count ? (uint32_t)staged->made : staged->count;
    const struct probe_access made = {.space = TT_SPACE_STAGE,
                                      .unit = stage->unit,
                                      .instance = stage->instance,
                                      .lo = 4 * last->first,
                                      .hi = 4 * end};
    bool is_added = false;
    for (size_t i = writers_first_at(search, key_of(TT_SPACE_STAGE, made.lo));
         i < search->place_count && search->places[i].key < key_of(TT_SPACE_STAGE, made.hi); i++) {
        const uint32_t byte = search->places[i].byte;
        if (search->difference->bytes[byte].checkpoint != staged->checkpoint)
            continue;
        if (!is_added && !writers_add(search, &made)) {
            search->is_out_of_memory = true;
            return;
        }
        is_added = true;
        search->writers->of_byte[byte] = (uint32_t)search->writers->count;
    }
}

static void writers_on_stage(void *user, const struct probe_stage *stage)
{
    struct writers_search *search = user;
    for (size_t i = 0; i < search->options->staged_count; i++)
        take_made(search, search->options->staged[i], stage);
    const struct format_info *info = format_get((enum format)stage->format);
    if (stage->instance >= PACKERS_MAX || !format_is_datum((enum format)stage->format))
        return;
    search->width[stage->instance] = info->storage_bits < 8 ? 1 : info->storage_bits / 8;
}

static void writers_on_end(void *user, const struct probe_insn *insn)
{
    const struct writers_search *search = user;
    (void)insn;
    for (size_t i = search->first_of_insn; i < search->writers->count; i++) {
        struct writer *writer = &search->writers->items[i];
        writer->width = search->width[writer->of.instance % PACKERS_MAX];
        writer->rests_on = search->rests_on;
    }
}

/* The access wrote there, if it was before the checkpoint; *is_added: it is among the writers. */
static void writers_take(struct writers_search *search, const struct place *place, const struct probe_access *access,
                         bool *is_added)
{
    if (place->after < (int64_t)search->insn.seq || search->is_out_of_memory)
        return;
    search->is_out_of_memory = !*is_added && !writers_add(search, access);
    *is_added = true;
    search->writers->of_byte[place->byte] = (uint32_t)search->writers->count;
}

static void writers_on_access(void *user, const struct probe_access *access)
{
    struct writers_search *search = user;
    if (!access->is_write || search->is_out_of_memory)
        return;
    bool is_added = false;
    const uint64_t end = key_of(access->space, access->hi);
    for (size_t i = writers_first_at(search, key_of(access->space, access->lo)); i < search->place_count; i++) {
        if (search->places[i].key >= end)
            break;
        writers_take(search, &search->places[i], access, &is_added);
    }
    for (size_t i = 0; i < search->window_count; i++) { /* which of its bytes differ is not known: any write counts */
        const struct place *place = &search->places[search->place_count + i];
        if (place->key < end &&
            place->key + search->difference->bytes[place->byte].window > key_of(access->space, access->lo))
            writers_take(search, place, access, &is_added);
    }
}

enum tt_status writers_find(struct writers *writers, const struct difference *difference, struct ttcap *capture,
                            const struct replay_options *options, struct tt_error *err)
{
    struct writers_search search = {.writers = writers, .difference = difference, .options = options};
    writers_clear(writers);
    writers->of_byte = mem_calloc(difference->count + 1, sizeof *writers->of_byte);
    search.places = mem_calloc(difference->count + 1, sizeof *search.places);
    enum tt_status status = TT_OK;
    if (!writers->of_byte || !search.places) {
        status = tt_fail(err, TT_NO_MEMORY, "no memory for %zu differing bytes", difference->count);
    } else {
        for (size_t i = 0; i < difference->count; i++) {
            const struct differing_byte *byte = &difference->bytes[i];
            const size_t at = byte->window ? difference->count - ++search.window_count : search.place_count++;
            search.places[at] = (struct place){key_of(byte->space, byte->addr), (uint32_t)i,
                                               options->order == REPLAY_EXECUTED
                                                   ? ttcap_checkpoint(capture, byte->checkpoint)->after_event
                                                   : INT64_MAX};
        }
        qsort(search.places, search.place_count, sizeof *search.places, by_key);
        const struct probe probe = {&search,
                                    PROBE_INSN | PROBE_STAGE | PROBE_ACCESS | PROBE_FINDING,
                                    writers_on_begin,
                                    writers_on_end,
                                    writers_on_stage,
                                    writers_on_access,
                                    writers_on_finding,
                                    NULL,
                                    NULL};
        struct replay_summary summary;
        status = replay_run(capture, options, &probe, NULL, &summary, err);
    }
    mem_free(search.places);
    if (!status && search.is_out_of_memory)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the writers of %zu bytes", difference->count);
    return status;
}

void writers_clear(struct writers *writers)
{
    mem_free(writers->items);
    mem_free(writers->of_byte);
    *writers = (struct writers){0};
}

const struct writer *writer_of(const struct writers *writers, size_t i)
{
    return writers->of_byte[i] ? &writers->items[writers->of_byte[i] - 1] : NULL;
}

/* The value that byte i belongs to, by where it starts. */
static uint32_t start_of(const struct writers *writers, const struct difference *difference, size_t i)
{
    const struct differing_byte *byte = &difference->bytes[i];
    const struct writer *writer = writer_of(writers, i);
    if (byte->window)
        return byte->addr;
    if (byte->space != TT_SPACE_L1)
        return byte->addr - byte->addr % space_element_bytes((enum tt_space)byte->space);
    if (!writer || writer->of.stream != ACCESS_PACK_DATA || writer->width < 2)
        return byte->addr;
    return byte->addr - (byte->addr - writer->of.lo) % writer->width;
}

void writers_number(const struct writers *writers, struct difference *difference)
{
    difference->elements = 0;
    for (size_t i = 0; i < difference->count; i++) {
        struct differing_byte *byte = &difference->bytes[i];
        const struct differing_byte *before = i ? byte - 1 : NULL;
        const bool joins = before && before->checkpoint == byte->checkpoint && before->space == byte->space &&
                           start_of(writers, difference, i) == start_of(writers, difference, i - 1);
        difference->elements += !joins;
        byte->element = difference->elements - 1;
    }
}
