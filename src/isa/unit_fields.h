/* SPDX-License-Identifier: Apache-2.0 */
/* Which configuration fields a unit reads, and when: the column read_by of schemas/registers/fields.json. */
#pragma once

#include "isa/isa.h"
#include "isa/registers.h"

/* The fields of a unit in the order of the table: those that it reads, common to all packers or of its section (packer
 * 0 to 3, on a chip with one packer context 0 to 3; 0 for other units), and those that belong to it although no result
 * depends on them. Returns how many; 0 for a unit that reads none. */
size_t unit_fields(enum tt_chip chip, enum tt_unit unit, unsigned section, enum reg_id out[static REG_COUNT]);

/* Whether a result of the unit may depend on the field, in whichever section it is. False where the chip has no such
 * field. */
/* Whether any unit does: a field that none reads has no effect on anything here. */
bool field_is_read(enum tt_chip chip, enum reg_id id);
bool unit_reads(enum tt_chip chip, enum tt_unit unit, enum reg_id id);
/* Whether the unit reads it while it is at work, and not only when it is issued. */
bool unit_reads_at_work(enum tt_chip chip, enum tt_unit unit, enum reg_id id);
/* Which group of settings it is in: not every word reads all that its unit does. */
enum isa_extent field_group(enum reg_id id);
/* Whether a word that the unit works on depends on the field, which the unit reads. False also where another unit than
 * the word's own looks at it, to step its counters, and the field does not decide about that. */
bool word_depends_on(enum tt_chip chip, const struct isa_insn *insn, uint32_t word, enum tt_unit unit, enum reg_id id);
/* Whether it is among unit_fields() of any section: read or not. */
bool unit_lists(enum tt_chip chip, enum tt_unit unit, enum reg_id id);
