/* SPDX-License-Identifier: Apache-2.0 */
/* Vector registers that a word reads in the cycle behind the one that gives them a cycle later. Wormhole holds no word
 * back, and Blackhole misjudges what some of them read. ISA pages: SFPMAD, SFPSHFT2 and the other two-cycle words.
 * Likewise the tables that SFPLOADMACRO reads behind SFPCONFIG.
 * docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/spaces.h"
#include "tile/tile.h"

#include "insn_ids.h"
#include "lreg_findings.h"
#include "vector_findings.h"
#include "vector_insns.h"

enum { ANY = 0xFFFF, WHAT_TEXT = 64, ROW_BYTES = LANES * 4 };
enum { PLAIN = 1 << 0, SECOND = 1 << 1, ROTATES = 1 << 2 | 1 << 3 | 1 << 4, SHIFTS = 1 << 5 | 1 << 6 };

/* Words by form. */
struct forms {
    insn_id id;
    uint16_t forms; /* bit a value of the lowest field */
};

/* Whose result the next word does not find. Behind the others of two cycles the hardware holds the next word: behind
 * SFPSWAP (measured, tt-llk#102), on Blackhole behind SFPSHFT2. */
static const struct forms late_words[] = {
    {INSN_SFPMAD, ANY},  {INSN_SFPADD, ANY}, {INSN_SFPMUL, ANY},     {INSN_SFPMUL24, ANY},     {INSN_SFPADDI, ANY},
    {INSN_SFPMULI, ANY}, {INSN_SFPLUT, ANY}, {INSN_SFPLUTFP32, ANY}, {INSN_SFPSHFT2, ROTATES},
};

/* The registers that Blackhole takes a word to read; of other words it knows their reads. */
static const struct misjudged {
    struct forms words;
    bool has_vc, has_vd;
} misjudged_words[] = {
    {{INSN_SFPAND, SECOND}, true, true},      {{INSN_SFPOR, SECOND}, true, true},
    {{INSN_SFPIADD, ANY}, true, false},       {{INSN_SFPSHFT, ANY}, true, false},
    {{INSN_SFPCONFIG, ANY}, false, false},    {{INSN_SFPSWAP, ANY & ~PLAIN}, false, false},
    {{INSN_SFPSHFT2, ROTATES}, false, false}, {{INSN_SFPSHFT2, SHIFTS}, true, true},
};

/* The lowest field of these words is the form, then come VD and VC. */
static uint32_t place_of(const struct isa_insn *insn, unsigned at, uint32_t word)
{
    return at < insn->field_count ? isa_field_value(&insn->fields[at], word) : 0;
}

static bool hazard_lreg_is_of(const struct isa_insn *insn, const struct forms *words, uint32_t word)
{
    return insn->id == words->id && words->forms >> (place_of(insn, 0, word) & 15) & 1;
}

bool hazard_lreg_is_late(enum tt_chip chip, const struct isa_insn *insn, uint32_t word)
{
    for (size_t i = 0; insn && i < sizeof late_words / sizeof *late_words; i++) {
        if (hazard_lreg_is_of(insn, &late_words[i], word))
            return insn->id != INSN_SFPSHFT2 || !chip_get(chip)->vector_holds_readers;
    }
    return false;
}

uint32_t hazard_lreg_held(enum tt_chip chip, const struct isa_insn *insn, uint32_t word)
{
    if (!chip_get(chip)->vector_holds_readers)
        return 0;
    for (size_t i = 0; i < sizeof misjudged_words / sizeof *misjudged_words; i++) {
        const struct misjudged *one = &misjudged_words[i];
        if (hazard_lreg_is_of(insn, &one->words, word))
            return (one->has_vd ? 1u << place_of(insn, 1, word) : 0) |
                   (one->has_vc ? 1u << place_of(insn, 2, word) : 0);
    }
    return UINT32_MAX;
}

void hazard_note_lreg(struct hazards *hazards, const struct probe_access *access)
{
    const uint32_t registers = 1u << access->lo / ROW_BYTES;
    if (!access->is_for_dependence)
        *(access->is_write ? &hazards->lregs.written : &hazards->lregs.read) |= registers;
}

/* Words that a macro has put off run in the cycles of other words: accesses that are seen then are not theirs alone. */
static bool has_macro(const struct hazards *hazards)
{
    const struct vector_state *unit = &tile_state(hazards->source.tile)->vector;
    return unit->macro.count || unit->macro.landing_count || hazards->insn->id == INSN_SFPLOADMACRO;
}

/* SFPCONFIG writes them in two cycles, and Blackhole holds no macro back: tt-metal PR#53455, measured by its words. */
enum { TABLES_FIRST = 4 /* of SFPCONFIG's targets */, TABLE_MISC = 4, TABLE_CYCLES = 2 };

static void check_macro_table(struct hazards *hazards, unsigned thread, uint32_t word, unsigned table)
{
    const struct hazard_use *use = &hazards->macro_tables[thread][table];
    const uint64_t apart = hazards->cycle[thread] - use->cycle;
    char what[WHAT_TEXT];
    if (!use->time || apart > TABLE_CYCLES)
        return;
    (void)snprintf(what, sizeof what, table == TABLE_MISC ? "Misc of the macros" : "Sequence %u of the macros", table);
    hazard_report(hazards,
                  &(struct hazard_pair){FINDING_VECTOR_MACRO_READS_TABLE_EARLY, true, thread, word, TT_UNIT_VECTOR,
                                        thread, use->word, use->step, what, 0, false, apart},
                  use->time);
}

static void check_macro_tables(struct hazards *hazards, unsigned thread, uint32_t word)
{
    const enum tt_chip chip = hazards->chip;
    if (!chip_get(chip)->macro_tables_lag)
        return;
    if (hazards->insn->id == INSN_SFPLOADMACRO) {
        check_macro_table(hazards, thread, word, isa_decode_sfploadmacro(chip, word).macro);
        check_macro_table(hazards, thread, word, TABLE_MISC);
    } else if (hazards->insn->id == INSN_SFPCONFIG) {
        const uint32_t table = isa_decode_sfpconfig(chip, word).config_dest - TABLES_FIRST;
        if (table < HAZARD_MACRO_TABLES)
            hazards->macro_tables[thread][table] =
                (struct hazard_use){hazards->time, hazards->cycle[thread], word, hazards->source.listener->seq};
    }
}

void hazard_check_lregs(struct hazards *hazards, unsigned thread, uint32_t word)
{
    struct hazard_late *late = &hazards->late[thread];
    char what[WHAT_TEXT];
    const bool is_next = late->time && late->cycle + 1 == hazards->cycle[thread];
    const uint32_t found =
        is_next ? hazards->lregs.read & late->written & ~hazard_lreg_held(hazards->chip, hazards->insn, word) : 0;
    if (found) {
        (void)snprintf(what, sizeof what, "LReg %d", __builtin_ctz(found));
        hazard_report(hazards,
                      &(struct hazard_pair){FINDING_LREG_READ_TOO_SOON, true, thread, word, TT_UNIT_VECTOR, thread,
                                            late->word, late->step, what, 0, false, 1},
                      late->time);
    }
    check_macro_tables(hazards, thread, word);
    *late = (struct hazard_late){0};
    if (hazard_lreg_is_late(hazards->chip, hazards->insn, word) && !has_macro(hazards))
        *late = (struct hazard_late){hazards->cycle[thread], hazards->time, hazards->source.listener->seq, word,
                                     hazards->lregs.written};
}
