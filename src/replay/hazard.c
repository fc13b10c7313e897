/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration that changed under a unit at work, as a finding with both instructions.
 * docs/semantics/program-order.md#hazards */
#include "replay/hazard.h"

#include "base/memory.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "replay/replay_internal.h"

#include <stdio.h>
#include <string.h>

enum { FIELDS_TEXT = 512, DETAIL_TEXT = 2048 };

/* Who rewrites: a pipe's word, or a core (word 0). */
struct writer {
    unsigned agent;
    uint32_t word;
};

struct hazards *hazards_new(struct replay *replay)
{
    struct hazards *hazards = mem_calloc(1, sizeof *hazards);
    if (hazards) {
        hazards->replay = replay;
        hazards->chip = replay->info->chip;
    }
    return hazards;
}

void hazards_free(struct hazards *hazards)
{
    mem_free(hazards);
}

static void load_cfg(const struct hazards *hazards, uint32_t words[static CFG_STATES * CFG_WORDS_MAX])
{
    tile_load(hazards->replay->tile, TT_SPACE_CFG, 0, space_bytes(hazards->chip, TT_SPACE_CFG), (uint8_t *)words);
}

static void append_name(char names[static FIELDS_TEXT], const char *name)
{
    const size_t length = strlen(names);
    (void)snprintf(names + length, FIELDS_TEXT - length, "%s%s", length ? ", " : "", name);
}

/* The fields of a word that changed and that a unit uses. */
static void name_fields(enum tt_chip chip, enum tt_unit unit, uint32_t word, uint32_t changed,
                        char names[static FIELDS_TEXT])
{
    enum reg_id ids[32];
    const size_t count = reg_fields_of_word(chip, TT_SPACE_CFG, word, ids);
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        const uint32_t mask = (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
        if ((changed & mask) && hazard_uses_field(chip, unit, field->name))
            append_name(names, field->name);
    }
}

/* A state's copy against what it was; a word that exists once changes in both. */
static void name_changes(const struct hazards *hazards, const uint32_t *now, enum tt_unit unit, unsigned state,
                         char names[static FIELDS_TEXT])
{
    const uint32_t words = chip_get(hazards->chip)->cfg_words;
    names[0] = 0;
    for (uint32_t i = 0; i < words; i++) {
        const uint32_t changed = now[state * words + i] ^ hazards->before[state * words + i];
        if (changed)
            name_fields(hazards->chip, unit, i, changed, names);
    }
}

static void describe_writer(const struct hazards *hazards, const struct hazard_pair *pair,
                            char text[static ISA_TEXT_MAX])
{
    char word[ISA_TEXT_MAX];
    if (pair->writer < THREADS)
        (void)snprintf(text, ISA_TEXT_MAX, "thread %u's %.400s", pair->writer,
                       isa_disassemble(hazards->chip, pair->word, word));
    else if (pair->writer < HAZARD_OUTSIDE)
        (void)snprintf(text, ISA_TEXT_MAX, "a store of thread %u's core", pair->writer - HAZARD_CORES);
    else
        (void)snprintf(text, ISA_TEXT_MAX, "a store from outside the threads");
}

static void describe_missing(const struct hazard_pair *pair, char text[static ISA_TEXT_MAX])
{
    if (pair->writer == pair->thread)
        (void)snprintf(text, ISA_TEXT_MAX, "STALLWAIT for %s that stops such words in between", unit_name(pair->unit));
    else
        (void)snprintf(text, ISA_TEXT_MAX,
                       "STALLWAIT of thread %u for %s with a semaphore, mutex or wait for its pipe behind it",
                       pair->thread, unit_name(pair->unit));
}

void hazard_tell(struct hazards *hazards, const struct hazard_pair *pair)
{
    char user[ISA_TEXT_MAX], word[ISA_TEXT_MAX], who[ISA_TEXT_MAX], missing[ISA_TEXT_MAX], detail[DETAIL_TEXT];
    const struct replay *replay = hazards->replay;
    const struct probe *probe = &replay->ear->probe;
    describe_writer(hazards, pair, who);
    describe_missing(pair, missing);
    (void)snprintf(user, sizeof user, "thread %u's %.400s", pair->thread,
                   isa_disassemble(hazards->chip, pair->used_by, word));
    (void)snprintf(detail, sizeof detail, "%s rewrites %s, which %s may still use: there is no %s", who,
                   pair->rewritten, user, missing);
    probe->finding(probe->user, &(struct probe_finding){pair->id, pair->unit, 0, detail});
    replay->summary->hazards++;
    if (replay->observer && replay->observer->hazard)
        replay->observer->hazard(replay->observer->user, &(struct replay_hazard){replay->ear->seq, pair->unit,
                                                                                 pair->rewritten, who, user, missing});
    hazard_all_learn(hazards, pair->unit, pair->thread);
}

static void check_unit(struct hazards *hazards, const uint32_t *now, const struct writer *writer, enum tt_unit unit)
{
    char names[FIELDS_TEXT];
    for (unsigned thread = 0; thread < THREADS; thread++) {
        const uint64_t *done = &hazards->agents[writer->agent].done[unit - TT_UNIT_MOVER][thread];
        for (unsigned state = 0; state < CFG_STATES; state++) {
            const struct hazard_use *use = &hazards->uses[unit - TT_UNIT_MOVER][thread][state];
            if (use->time <= *done)
                continue;
            name_changes(hazards, now, unit, state, names);
            if (names[0])
                hazard_tell(hazards, &(struct hazard_pair){FINDING_CFG_WHILE_IN_USE, writer->agent, writer->word, unit,
                                                           thread, use->word, names});
        }
    }
}

static void check_all(struct hazards *hazards, const struct writer *writer)
{
    uint32_t now[CFG_STATES * CFG_WORDS_MAX];
    load_cfg(hazards, now);
    if (memcmp(now, hazards->before, space_bytes(hazards->chip, TT_SPACE_CFG)) == 0)
        return;
    for (enum tt_unit unit = TT_UNIT_MOVER; unit <= TT_UNIT_PACK; unit++)
        check_unit(hazards, now, writer, unit);
}

/* A thread's copy of the configuration: bit 0 of its word 0 (F25). */
static unsigned state_of(const struct hazards *hazards, unsigned thread)
{
    uint8_t byte;
    tile_load(hazards->replay->tile, TT_SPACE_THREAD_CFG, thread * chip_get(hazards->chip)->thread_words * 2, 1, &byte);
    return byte & 1;
}

static void note_use(struct hazards *hazards, unsigned thread, uint32_t word)
{
    const enum tt_unit unit = isa_unit(hazards->chip, word);
    if (hazard_reads_cfg(hazards->chip, word))
        hazards->uses[unit - TT_UNIT_MOVER][thread][state_of(hazards, thread)] =
            (struct hazard_use){hazards->time, word};
}

void hazards_before_word(struct hazards *hazards, uint32_t word)
{
    const enum tt_unit unit = isa_unit(hazards->chip, word);
    hazards->may_write = unit == TT_UNIT_CONFIG || unit == TT_UNIT_SCALAR;
    hazards->dst_read = hazards->dst_written = 0;
    if (hazards->may_write)
        load_cfg(hazards, hazards->before);
}

void hazards_after_word(struct hazards *hazards, unsigned thread, uint32_t word)
{
    hazard_order_word(hazards, thread, word);
    note_use(hazards, thread, word);
    hazard_check_dst(hazards, thread, word);
    if (hazards->may_write)
        check_all(hazards, &(struct writer){thread, word});
}

void hazards_before_event(struct hazards *hazards, const struct ttcap_event *event)
{
    hazards->may_write = event->kind == TTCAP_CFGW || event->kind == TTCAP_MMIO;
    if (hazards->may_write)
        load_cfg(hazards, hazards->before);
}

void hazards_after_event(struct hazards *hazards, unsigned stream, const struct ttcap_event *event)
{
    hazard_order_event(hazards, stream, event);
    if (hazards->may_write)
        check_all(hazards, &(struct writer){HAZARD_CORES + stream, 0});
}
