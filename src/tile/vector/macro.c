/* SPDX-License-Identifier: Apache-2.0 */
/* SFPLOADMACRO: a load, and up to four instructions put off (V61, V63). When they run: calendar.c. No simulator's
 * recording has one. */
#include "tile/vector/vector_internal.h"

#include "insn_ids.h"
#include "unsupported_findings.h"
#include "vector_findings.h"
#include "vector_insns.h"

/* A macro's byte for a sub-unit. */
struct choice {
    uint32_t source, delay;
    bool keeps_c, writes_macro_register; /* bits 7 and 6; for the store: keeps VD, reads the macro's register */
};

static unsigned macro_index(const struct vector_job *job)
{
    return isa_decode_sfploadmacro(job->tile->chip->id, job->word).macro;
}

static struct choice choice_of(const struct vector_job *job, enum vector_subunit unit)
{
    const uint32_t byte = job->tile->state.vector.sequence[macro_index(job)][0] >> (8 * unit) & 0xFF;
    return (struct choice){byte & 7, byte >> 3 & 7, byte >> 7, byte >> 6 & 1};
}

static bool macro_is_same(const uint32_t *values, unsigned count)
{
    return memcmp(values, values + 1, (count - 1) * sizeof *values) == 0;
}

/* Documents let lanes have macros of their own, and advise against it. */
bool vector_can_schedule(const struct vector_job *job)
{
    const struct vector_state *unit = &job->tile->state.vector;
    bool is_alike =
        macro_is_same(unit->sequence[macro_index(job)], VECTOR_COLUMNS) && macro_is_same(unit->misc, VECTOR_COLUMNS);
    bool is_defined = true;
    for (unsigned i = 0; i < VECTOR_PUT_OFF; i++) {
        const struct choice choice = choice_of(job, (enum vector_subunit)i);
        is_defined = is_defined && choice.source != 1;
        if (choice.source >= 4)
            is_alike = is_alike && macro_is_same(unit->templates[choice.source - 4], LANES);
    }
    if (!is_alike)
        tile_finding(job->tile, FINDING_UNSUPPORTED_FORM, TT_UNIT_VECTOR, 0,
                     "SFPLOADMACRO whose tables differ between lanes is not executed here");
    if (!is_defined)
        tile_finding(job->tile, FINDING_VECTOR_UNDEFINED, TT_UNIT_VECTOR, 0,
                     "macro %u has a sequence byte that is not defined; nothing is put off for it", macro_index(job));
    return is_alike;
}

static bool belongs(enum tt_chip chip, enum vector_subunit unit, uint32_t word)
{
    const struct vector_insn *insn = vector_insn_of(chip, word);
    return insn && (insn->subunit == unit || (isa_id(chip, word) == INSN_SFPNOP && unit != VECTOR_STORE));
}

/* The word of a choice; an instruction of another sub-unit turns into SFPNOP, for the store into nothing. */
static bool macro_word_of(const struct vector_job *job, enum vector_subunit unit, uint32_t source, uint32_t *word)
{
    const enum tt_chip chip = job->tile->chip->id;
    if (source < 2)
        return false;
    *word = source == 2   ? isa_word(chip, INSN_SFPNOP)
            : source == 3 ? isa_word(chip, INSN_SFPSTORE)
                          : job->tile->state.vector.templates[source - 4][0];
    if (belongs(chip, unit, *word))
        return true;
    if (unit == VECTOR_STORE)
        vector_undefined(job, "a macro gives the store sub-unit an instruction that is no store; it gets none");
    *word = isa_word(chip, INSN_SFPNOP);
    return unit != VECTOR_STORE;
}

/* The words that would run at the same time. None has more than the longest delay left, so that delay replaces nothing.
 */
static void forget(struct vector_state *unit, enum vector_subunit subunit, uint32_t delay)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < unit->macro.count; i++) {
        const struct vector_scheduled waiting = unit->macro.waiting[i];
        if (waiting.subunit != subunit || waiting.delay != delay)
            unit->macro.waiting[left++] = waiting;
    }
    unit->macro.count = left;
}

/* The registers that the macro names in place of the template's. */
static void choose_registers(const struct vector_job *job, const struct choice *choice, uint32_t vd,
                             struct vector_scheduled *put_off)
{
    struct vector_job template = {.tile = job->tile,
                                  .traits = job->traits,
                                  .word = put_off->word,
                                  .insn = vector_insn_of(job->tile->chip->id, put_off->word)};
    vector_decode(&template);
    put_off->mod = (uint8_t) template.mod;
    put_off->vb = (uint8_t)(choice->keeps_c ? vd : template.vb);
    put_off->vc = (uint8_t)(choice->keeps_c ? template.vc : vd);
    put_off->vd = (uint8_t)(choice->writes_macro_register ? VECTOR_MACRO_REGISTER : vd);
}

static void choose_store(const struct vector_job *job, const struct choice *choice, uint32_t vd,
                         struct vector_scheduled *put_off)
{
    const uint32_t misc = job->tile->state.vector.misc[0];
    const uint32_t of_template = isa_decode_sfpstore(job->tile->chip->id, put_off->word).lreg_ind;
    put_off->mod = (uint8_t)(misc >> (4 + macro_index(job)) & 1 ? job->mod : misc & 15);
    put_off->vd = (uint8_t)(choice->writes_macro_register ? VECTOR_MACRO_REGISTER : choice->keeps_c ? of_template : vd);
}

static void vector_schedule(const struct vector_job *job, uint32_t addr)
{
    struct vector_state *unit = &job->tile->state.vector;
    for (unsigned i = 0; i < VECTOR_PUT_OFF; i++) {
        const enum vector_subunit subunit = (enum vector_subunit)i;
        const struct choice choice = choice_of(job, subunit);
        struct vector_scheduled put_off = {.addr = addr, .subunit = (uint8_t)i, .delay = (uint8_t)choice.delay};
        if (!choice.source) /* an empty byte drops nothing either */
            continue;
        forget(unit, subunit, put_off.delay);
        if (!macro_word_of(job, subunit, choice.source, &put_off.word))
            continue;
        if (unit->macro.count == VECTOR_SCHEDULED_MAX) {
            vector_undefined(job, "more instructions are put off than any program has; this one is dropped");
            continue;
        }
        put_off.thread = (uint8_t)job->thread;
        put_off.counts_instructions = unit->misc[0] >> (8 + i) & 1;
        if (choice.delay && !put_off.counts_instructions)
            tile_finding(job->tile, FINDING_VECTOR_MACRO_COUNTS_CYCLES, TT_UNIT_VECTOR, 0,
                         "word %08X waits for %u cycles", (unsigned)put_off.word, (unsigned)choice.delay);
        if (subunit == VECTOR_STORE)
            choose_store(job, &choice, job->vd, &put_off);
        else
            choose_registers(job, &choice, job->vd, &put_off);
        unit->macro.waiting[unit->macro.count++] = put_off;
    }
    unit->macro.thread = job->thread;
}

void vector_sfploadmacro(struct vector_job *job)
{
    uint32_t addr;
    const struct insn_sfploadmacro f = isa_decode_sfploadmacro(job->tile->chip->id, job->word);
    job->vd = f.lreg_ind_high << 2 | f.lreg_ind_low;
    vector_load(job, &addr);
    vector_schedule(job, addr);
}
