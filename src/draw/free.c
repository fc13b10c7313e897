/* SPDX-License-Identifier: Apache-2.0 */
/* Steps that no template says: words of a unit and fields of the configuration that it reads, as the tables of
 * instructions and registers have them. */
#include "draw/draw_internal.h"

#include "base/search.h"
#include "insn_ids.h"
#include "isa/findings.h"
#include "isa/unit_fields.h"
#include "place_texts.h"

enum { SETADC_VALUE_BITS = 16 };
enum { STEPS_ENOUGH = DRAW_STEPS_MAX - 64, WORDS_ENOUGH = DRAW_WORDS_MAX - 1024, SECTIONS = 4 };

static bool free_is_full(const struct draw_build *build)
{
    return build->program->step_count > STEPS_ENOUGH || build->program->count > WORDS_ENOUGH;
}

static uint32_t one_in(struct draw_build *build, uint32_t count)
{
    return build_below(build, count) == 0;
}

/* Zero, small, of all bits set, or any. */
static uint32_t free_number(struct draw_build *build, unsigned bits)
{
    const uint64_t end = UINT64_C(1) << bits;
    switch (build_below(build, 5)) {
    case 0:
        return 0;
    case 1:
        return (uint32_t)(end - 1);
    case 2:
        return build_below(build, end < 8 ? end : 8);
    default:
        return build_below(build, end);
    }
}

/* ---- fields of the configuration ---- */

/* Where any number would mostly be an address outside of the operands: first, and how many. */
struct place {
    const char *part;
    uint32_t first, count;
};

static uint32_t field_number(struct draw_build *build, const struct reg_field *field)
{
    static const struct place places[] = {
        {FIELD_TEXT_SECTION_L1_Dest_addr, 0x1FFF, 96},
        {FIELD_TEXT_SECTION_L1_source_addr, 0, 128},
        {FIELD_TEXT_SECTION_Base_address, 0xFFF, 192},
        {"Base_cntx", 0xFFF, 192},
        {"Tile_x_dim", 0, 300},
        {"limit_address", 0x1000, 192},
        {"fifo_size", 1, 32},
        {"cntx0_address", 0, 512},
        {"cntx1_address", 0, 512},
        {"TileDescriptor", 0, 0},
        {"pack_reads_per_xy_plane", 1, 20},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const struct place *place = &places[i];
        if (!strstr(field->name, place->part))
            continue;
        if (place->count)
            return place->first + build_below(build, place->count);
        /* The first word of a descriptor: format, and datums of a row; of the others small parts. */
        const uint32_t low = build_below(build, 16) | (one_in(build, 2) ? 0x10u : 0);
        return field->bits < 32 || strstr(field->name, "_63_32") || strstr(field->name, "_95_64")
                   ? build_below(build, 5) << 16 | build_below(build, 5)
                   : (1 + build_below(build, 4)) << 24 | low;
    }
    return free_number(build, field->bits);
}

/* Programs use context 0 of an unpacker, but for few. */
static bool is_of_other_context(const char *name)
{
    const char *context = strstr(name, "cntx");
    return context && context[4] != '0';
}

static bool draw_field(struct draw_build *build, enum tt_unit unit)
{
    enum reg_id ids[REG_COUNT];
    const enum tt_chip chip = build->program->chip;
    const unsigned section = unit == TT_UNIT_PACK && one_in(build, 4) ? build_below(build, SECTIONS) : 0;
    const size_t count = unit_fields(chip, unit, section, ids);
    if (!count)
        return false;
    const struct reg_field *field = reg_field_get(chip, ids[build_below(build, count)]);
    if (field->name && is_of_other_context(field->name)) /* there are seven of them */
        field = reg_field_get(chip, ids[build_below(build, count)]);
    return field->name && build_set(build, field->name, field_number(build, field));
}

uint32_t build_other_value(struct draw_build *build, const char *name, uint32_t value)
{
    /* Where one UNPACR does not count, nothing that waits for its bank does. */
    if (!build->free || !one_in(build, build->program->has_threads ? 64 : 16))
        return value;
    const enum reg_id id = reg_find(build->program->chip, name);
    return id == REG_COUNT ? value : field_number(build, reg_field_get(build->program->chip, id));
}

/* ---- words ---- */

static bool free_is_one_of(const char *name, const char *const *names, size_t count)
{
    return ANY(i, count, strcmp(names[i], name) == 0);
}

static bool is_rarely_set(const char *name)
{
    static const char *const names[] = {"clear_dvalid", "thread_override", "cleardvalid", "addr_cnt_context"};
    return free_is_one_of(name, names, sizeof names / sizeof *names);
}

/* Of programs of several threads: each works with its own counters, and the template says when a bank changes hands.
 * false: any value will do. */
static bool has_own_value(const struct draw_build *build, const struct isa_field *field, uint32_t *value)
{
    static const char *const whose[] = {"addr_cnt_context", "addr_cnt_context_id"};
    static const char *const never[] = {"thread_override", "clear_dvalid", "clear_ab_vld", "cleardvalid", "reset"};
    const bool is_whose = free_is_one_of(field->name, whose, sizeof whose / sizeof *whose);
    *value = is_whose ? build->thread : 0;
    return build->program->has_threads &&
           (is_whose || free_is_one_of(field->name, never, sizeof never / sizeof *never));
}

/* Such as write both threads' banks, or hand one over by themselves. */
static bool is_apart(const struct isa_insn *insn)
{
    return insn->id == INSN_ZEROSRC || insn->id == INSN_SETDVALID;
}

/* A value of the modifier that exists; null where the field is none. */
static const struct isa_modifier *modifier_of(const struct isa_insn *insn, const struct isa_field *field)
{
    return FIND(insn->modifiers, insn->modifier_count, item->low == field->low);
}

static uint32_t field_of_word(struct draw_build *build, const struct isa_insn *insn, const struct isa_field *field)
{
    /* Where most numbers would be none that exists, on either chip. */
    static const struct place ends[] = {
        {"cfg_reg", 0, 180}, {"cfg_reg_addr", 0, 180}, {"setc16_reg", 0, 57}, {"mutex_index", 0, 5}};
    const struct isa_modifier *modifier = modifier_of(insn, field);
    uint32_t own;
    if (has_own_value(build, field, &own))
        return own;
    if (build->program->has_threads && insn->id == INSN_SETADC &&
        field->low == 0) /* its upper bits are a thread, too */
        return free_number(build, SETADC_VALUE_BITS);
    if (modifier && modifier->exist && modifier->mask < 32) {
        uint32_t value = build_below(build, modifier->mask + 1u);
        while (!(modifier->exist >> value & 1))
            value = (value + 1) & modifier->mask;
        return value;
    }
    if (is_rarely_set(field->name) && !one_in(build, 6))
        return 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (strcmp(ends[i].part, field->name) == 0)
            return build_below(build, ends[i].count);
    return free_number(build, field->bits);
}

void build_other_word(struct draw_build *build, const struct isa_insn *insn, uint32_t *word)
{
    for (unsigned i = 0; build->free && !build->is_locked && i < insn->field_count; i++) {
        const struct isa_field *field = &insn->fields[i];
        if (isa_field_value(field, *word) == 0 && one_in(build, 24))
            *word |= field_of_word(build, insn, field) << field->low;
    }
}

static const struct isa_insn *choose_insn(struct draw_build *build, enum tt_unit unit)
{
    const struct isa_insn *chosen = NULL;
    uint32_t seen = 0;
    for (unsigned opcode = 0; opcode < 256; opcode++) {
        const struct isa_insn *insn = isa_by_opcode[build->program->chip][opcode];
        if (!insn || !insn->is_supported || (insn->unit != unit && (!insn->other_unit_if || insn->other_unit != unit)))
            continue;
        if (build->is_together && is_apart(insn))
            continue;
        if (build_below(build, ++seen) == 0)
            chosen = insn;
    }
    return chosen;
}

/* Whether a document says that the form means nothing. */
static bool is_undefined(const struct isa_insn *insn, uint32_t word)
{
    char text[ISA_TEXT_MAX];
    const struct isa_form_finding *form;
    for (unsigned at = 0; (form = isa_next_form(insn, word, &at, text)) != NULL;)
        if (finding_get((finding_id)form->finding)->kind == FINDING_UNDEFINED_BEHAVIOR)
            return true;
    return false;
}

uint32_t build_any_word_of(struct draw_build *build, const struct isa_insn *insn)
{
    enum { TRIES = 8 };
    uint32_t word = 0;
    for (unsigned time = 0; time < TRIES; time++) {
        word = (uint32_t)insn->opcode << 24;
        for (unsigned i = 0; i < insn->field_count; i++)
            word |= field_of_word(build, insn, &insn->fields[i]) << insn->fields[i].low;
        if (!is_undefined(insn, word))
            break;
    }
    return word;
}

uint32_t build_any_word(struct draw_build *build, enum tt_unit unit)
{
    const struct isa_insn *insn = choose_insn(build, unit);
    return insn ? build_any_word_of(build, insn) : build_word_of(build, INSN_NOP);
}

static void draw_word(struct draw_build *build, enum tt_unit unit)
{
    const uint32_t word = build_any_word(build, unit);
    build_settings(build);
    build_word(build, word);
    build_wait(build);
    build_step(build, false);
}

static void draw_step(struct draw_build *build, enum tt_unit unit)
{
    /* Two threads at once might write fields of one word. */
    if (free_is_full(build) || (one_in(build, 3) && !build->is_together && draw_field(build, unit)))
        return;
    draw_word(build, unit);
}

/* ---- steps ---- */

bool build_free(struct draw_build *build, const char *units)
{
    enum tt_unit of[TT_UNIT_COUNT];
    char name[16];
    size_t count = 0;
    while (*units && count < TT_UNIT_COUNT) {
        const size_t length = strcspn(units, "|");
        if (length >= sizeof name)
            return false;
        memcpy(name, units, length);
        name[length] = '\0';
        of[count] = unit_find(name);
        if (of[count++] == TT_UNIT_COUNT)
            return false;
        units += length + (units[length] == '|');
    }
    for (uint32_t i = 0; build->free && i < build->free->depth; i++)
        draw_step(build, of[build_below(build, count)]);
    return true;
}

void build_more(struct draw_build *build)
{
    if (!build->free || !build->free->depth || build->program->has_threads || !one_in(build, 6))
        return;
    enum tt_unit unit = (enum tt_unit)build_below(build, TT_UNIT_COUNT);
    while (!(build->units >> unit & 1))
        unit = (enum tt_unit)((unit + 1) % TT_UNIT_COUNT);
    draw_step(build, one_in(build, 4) ? TT_UNIT_ADC : unit);
}
