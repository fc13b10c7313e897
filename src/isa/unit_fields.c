/* SPDX-License-Identifier: Apache-2.0 */
/* Which units read a field. */
#include "isa/unit_fields.h"

#include "isa/effects.h"
#include "isa/tables.h"

/* The entry of a unit, of whichever section if that is REG_EVERY_SECTION; null where there is none. */
static const struct reg_reader *unit_fields_find(enum tt_chip chip, enum tt_unit unit, unsigned section, enum reg_id id)
{
    const struct reg_readers *readers = &isa_reg_readers[id];
    if (!reg_field_get(chip, id)->name)
        return NULL;
    for (unsigned i = readers->first; i < readers->first + readers->count; i++) {
        const struct reg_reader *reader = &isa_reg_reader_list[i];
        const bool is_section =
            section == REG_EVERY_SECTION || reader->section == REG_EVERY_SECTION || reader->section == section;
        if (reader->unit == unit && is_section)
            return reader;
    }
    return NULL;
}

size_t unit_fields(enum tt_chip chip, enum tt_unit unit, unsigned section, enum reg_id out[static REG_COUNT])
{
    size_t count = 0;
    for (int i = 0; i < REG_COUNT; i++) {
        const enum reg_id id = (enum reg_id)isa_regs_listed[i];
        if (unit_fields_find(chip, unit, section, id))
            out[count++] = id;
    }
    return count;
}

/* REG_NOT_READ also where the table does not name the unit. */
static enum reg_when when(enum tt_chip chip, enum tt_unit unit, enum reg_id id)
{
    const struct reg_reader *reader = unit_fields_find(chip, unit, REG_EVERY_SECTION, id);
    return reader && (reader->chips >> chip & 1) ? (enum reg_when)reader->when : REG_NOT_READ;
}

/* The state's number decides which words all units read (F25). */
bool field_is_read(enum tt_chip chip, enum reg_id id)
{
    const struct reg_readers *readers = &isa_reg_readers[id];
    bool is_read = id == REG_CFG_STATE_ID_StateID;
    for (unsigned i = readers->first; i < readers->first + readers->count; i++) {
        const struct reg_reader *reader = &isa_reg_reader_list[i];
        is_read |= reader->when != REG_NOT_READ && (reader->chips >> chip & 1);
    }
    return is_read;
}

bool unit_reads(enum tt_chip chip, enum tt_unit unit, enum reg_id id)
{
    return when(chip, unit, id) != REG_NOT_READ;
}

bool unit_reads_at_work(enum tt_chip chip, enum tt_unit unit, enum reg_id id)
{
    return when(chip, unit, id) == REG_AT_WORK;
}

enum isa_extent field_group(enum reg_id id)
{
    return (enum isa_extent)isa_reg_readers[id].group;
}

bool word_depends_on(enum tt_chip chip, const struct isa_insn *insn, uint32_t word, enum tt_unit unit, enum reg_id id)
{
    const bool has_steps = unit == TT_UNIT_MATRIX || unit == TT_UNIT_VECTOR;
    /* Thread words that are in no group decide how counters step and banks go back. */
    if (field_group(id) == EXTENT_FIELDS && (!has_steps || reg_field_get(chip, id)->space == TT_SPACE_THREAD_CFG))
        return true;
    return insn && isa_unit_of(insn, word) == unit && word_reads_as(insn, word, TT_SPACE_CFG, field_group(id));
}

bool unit_lists(enum tt_chip chip, enum tt_unit unit, enum reg_id id)
{
    return unit_fields_find(chip, unit, REG_EVERY_SECTION, id) != NULL;
}
