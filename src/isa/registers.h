/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration registers by name. Tables from schemas/registers/CHIP.json.
 * The same file generates "reg_ids.h": enum reg_id { REG_STACC_RELU_ApplyRelu, … }, the union of both chips. */
#pragma once

#include "base/names.h"
#include "base/usual.h"
#include "reg_ids.h"

/* Of a field that is a structure, as a tile descriptor: bits from its own bit 0 on. */
struct reg_part {
    const char *name, *doc;
    uint8_t low, bits;
};

struct reg_field {
    const char *name; /* null where this chip has no such field */
    const char *doc;
    enum tt_space space; /* TT_SPACE_CFG or TT_SPACE_THREAD_CFG */
    uint16_t word;
    uint8_t shift;
    uint8_t bits;
    bool is_instantiated;         /* false: silicon is said not to hold it (P-2.7) */
    const struct reg_part *parts; /* part_count of them; none: it is one number */
    uint8_t part_count;
};

/* Which unit reads a field, and when: as it is issued (what a thread or a context has of its own, and addresses that a
 * program moves on right behind the instruction), or while it is at work. docs/semantics/program-order.md#hazards */
enum reg_when { REG_AT_ISSUE, REG_AT_WORK, REG_NOT_READ /* listed with the unit, no result depends on it */ };
enum { REG_EVERY_SECTION = 255 };
struct reg_reader {
    uint8_t unit;    /* enum tt_unit */
    uint8_t section; /* of the packers; or REG_EVERY_SECTION */
    uint8_t when;    /* enum reg_when */
    uint8_t chips;   /* bit a chip */
};
struct reg_readers {
    uint16_t first, count;
    uint8_t group; /* enum isa_extent: EXTENT_FIELDS, or a group of it that only some words of a unit read */
};

/* The field's place on this chip; its name is null if the chip has none. Never null itself. */
const struct reg_field *reg_field_get(enum tt_chip chip, enum reg_id id);

/* The bits of its word that a field takes, and its value in that word. */
static inline uint32_t reg_field_bits(const struct reg_field *field)
{
    return (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
}

static inline uint32_t reg_field_value(const struct reg_field *field, uint32_t word)
{
    return (word & reg_field_bits(field)) >> field->shift;
}

/* By name, exactly as the tables spell it; REG_COUNT when unknown on this chip. */
enum reg_id reg_find(enum tt_chip chip, const char *name);

/* A part by name; null where the field has none of it. Its value in the field's. */
const struct reg_part *reg_part_find(const struct reg_field *field, const char *name);
uint32_t reg_part_value(const struct reg_part *part, uint32_t field);

/* The fields of one word, lowest bit first: ids in out[0..return). At most 32. */
size_t reg_fields_of_word(enum tt_chip chip, enum tt_space space, uint32_t word, enum reg_id out[static 32]);

/* Bits of a word that exist (F33); 0 for a word that does not exist. */
uint32_t reg_word_mask(enum tt_chip chip, enum tt_space space, uint32_t word);

/* The field's value in an array of configuration words (one state) or thread words (one thread); 0 where
 * the chip has no such field. */
uint32_t reg_value_cfg(enum tt_chip chip, enum reg_id id, const uint32_t *words);
uint32_t reg_value_thread(enum tt_chip chip, enum reg_id id, const uint16_t *words);
