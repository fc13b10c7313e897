/* SPDX-License-Identifier: Apache-2.0 */
/* What the generator holds between reading schemas/ and writing tables. Strings are borrowed from the JSON trees,
 * which live in struct tables. */
#pragma once

#include "base/error.h"
#include "base/names.h"
#include "facts.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct table_field {
    const char *name, *doc;
    uint32_t low, bits;
};

struct table_place {
    uint32_t low, bits; /* bits 0: nowhere */
};

/* Where an operand of a vector instruction stands; if the word has one of the bits other_if, in `other`. */
struct table_operand {
    struct table_place place, other;
    uint32_t other_if;
};

enum { TABLE_OPERANDS = 6 };
extern const char *const table_operand_names[TABLE_OPERANDS]; /* as struct vector_insn has them */

struct table_vector {
    struct table_operand operands[TABLE_OPERANDS];
    const char *subunit;
    bool has_backdoor;
};

/* A field that chooses a form: a bit a value of it. */
struct table_field;
enum { MODIFIERS_MAX = 8 };
struct table_modifier {
    const struct table_field *field;
    bool is_known; /* false: no document says which values exist */
    uint32_t exist, recorded;
};

/* A finding that the word raises where each of the fields has one of these values: a bit a value, the last of them for
 * all from FORM_VALUE_LAST on. */
enum { FORM_FIELDS_MAX = 4, FORMS_MAX = 12, FORM_FIELD_BITS = 5, FORM_VALUE_LAST = 31 };
struct table_form_field {
    const struct table_field *field;
    uint32_t values;
};
struct table_form {
    size_t finding;
    struct table_form_field fields[FORM_FIELDS_MAX];
    size_t field_count;
};

/* If the word has one of the bits, or (is_equal) if those bits are this value. */
struct table_condition {
    uint32_t mask, value;
    bool is_equal;
};

enum { TERMS_MAX = 64, CONDITIONS_MAX = 3, EFFECTS_MAX = 40 };

struct table_effect {
    uint32_t what, extent; /* enum isa_what, enum isa_extent */
    bool is_work;          /* while the unit works; else when the word is issued */
    struct table_place field;
    struct table_condition conditions[CONDITIONS_MAX];
    size_t condition_count;
};

struct table_effect_list {
    struct table_effect items[EFFECTS_MAX];
    size_t count;
};

struct table_terms {
    struct {
        const char *name, *doc;
    } items[TERMS_MAX];
    size_t count;
};

enum { PRODUCERS_EXPANDERS = 1 << 30 };
#define PRODUCERS_NEVER UINT32_MAX
struct table_product {
    const char *name;
    uint32_t producers; /* bit a unit, PRODUCERS_EXPANDERS; PRODUCERS_NEVER */
};

struct table_products {
    struct table_product items[TERMS_MAX];
    size_t count;
};

struct table_effects {
    struct table_terms extents, outside, wirings;
    struct table_products spaces, groups;
};

struct table_insn {
    const char *name, *doc;
    const char *run; /* the handler; null: none, it is not supported */
    uint32_t opcode;
    enum tt_unit unit, other_unit; /* other_unit: where the word has one of the bits other_unit_if */
    uint32_t other_unit_if;
    bool is_supported;
    struct table_vector vector; /* of the vector unit alone */
    struct table_effect_list reads, writes;
    bool has_wiring;
    uint32_t wiring[TT_SPACE_STATE]; /* of each space that it reads: enum isa_wiring */
    uint32_t column0_if;             /* where the word has one of these bits, column 0 of SrcB serves all columns */
    struct table_field *fields;      /* by rising low bit, no two over one bit */
    size_t field_count;
    struct table_field *parts; /* other readings of the same bits; decoded, not disassembled */
    size_t part_count;
    const struct table_fact *rests_on; /* where recordings or documents have the word; null: nothing executes it */
    struct table_modifier modifiers[MODIFIERS_MAX];
    size_t modifier_count;
    struct table_form forms[FORMS_MAX];
    size_t form_count;
};

/* The modifier that stands there; null: none does. */
const struct table_modifier *insn_modifier_at(const struct table_insn *insn, uint32_t low);

/* What holds of a word and of the configuration; values: bit a value that the field may have. */
enum { SETTING_IFS_MAX = 24, COVERS_MAX = 3 };
enum table_if_kind { IF_WORD, IF_FIELD, IF_SRCA, IF_SRCB };
struct table_if {
    const char *name; /* the register field's */
    enum table_if_kind kind;
    uint32_t low, mask; /* of a field of the word */
    uint64_t values;
};

struct table_variant;

/* An instruction in certain settings: the fact that they rest on, or the variant that bears on it. */
struct table_setting {
    const char *insn;
    enum tt_chip chip;
    const struct table_fact *fact, *covers[COVERS_MAX]; /* covers: of findings that say nothing in these settings */
    const struct table_variant *variant;                /* null: of a fact */
    struct table_if conditions[SETTING_IFS_MAX];
    size_t cover_count, condition_count;
};

struct table_settings {
    struct table_setting *settings;
    size_t count, capacity;
};

struct table_isa {
    struct table_insn *insns; /* by rising opcode */
    size_t count;
};

/* Which unit reads a configuration field, and when. */
enum table_when { READ_AT_ISSUE, READ_AT_WORK, NOT_READ };
enum { EVERY_SECTION = 255, READERS_MAX = 8 };
struct table_reader {
    enum tt_unit unit;
    uint32_t section; /* of the packers; EVERY_SECTION: all */
    enum table_when when;
    unsigned chips; /* bit a chip */
};

/* What a field is made of, where it is a structure: of its own bit 0 on. */
enum { PARTS_MAX = 8, PART_LISTS_MAX = 8 };
struct table_part {
    const char *name, *doc;
    uint32_t low, bits;
};
struct table_parts {
    const char *name;
    struct table_part items[PARTS_MAX];
    size_t count;
};

/* What a field is, on whichever chip it stands. */
struct table_meaning {
    const char *name, *doc;
    const struct table_parts *parts; /* null: it is one number */
    struct table_reader readers[READERS_MAX];
    size_t reader_count;
};

/* Where it stands. */
struct table_reg {
    const char *name, *doc;
    const struct table_parts *parts;
    bool is_thread, is_instantiated;
    uint32_t word, shift, bits;
};

struct table_regs {
    struct table_reg *regs; /* by space, word, shift */
    size_t count;
    uint32_t cfg_words, thread_words;
};

/* What lies from `lo` on, beyond L1. */
enum { WINDOW_WORDS_MAX = 32 };
struct table_window_word {
    const char *name, *doc;
    uint32_t offset;
};
struct table_window {
    const char *name, *doc, *place;
    uint32_t lo, bytes, value;
    unsigned cores, chips; /* a bit each; no core: a name alone */
    struct table_window_word words[WINDOW_WORDS_MAX];
    size_t word_count;
};

/* A register in such a window, or several alike. at: bytes from the window's beginning (of a stream's, of an
 * interface's); UINT32_MAX: not on this chip. */
enum { MMIO_ACTS_MAX = 32 };
struct table_mmio_act {
    const char *name, *doc;
};
struct table_mmio_register {
    const char *name, *doc, *place;
    uint32_t at[TT_CHIP_COUNT], each[TT_CHIP_COUNT], count;
    unsigned bits[TT_CHIP_COUNT];
    size_t act;  /* of mmio_acts */
    bool counts; /* it only grows: who waits for a value is content with more */
};

struct table_chip {
    const char *name;
    const cJSON *node; /* its traits, with those of the chip that it is like */
    enum tt_chip like; /* the chip that has its tables: itself, or an earlier one; recordings are never another's */
};

enum { SHAPE_MAX = 3 };
struct table_state_type;
struct table_state_member {
    const char *name, *doc;
    const struct table_state_type *type; /* null: one word */
    uint32_t shape[SHAPE_MAX];           /* lengths; unused ones are 0 */
    size_t dimensions;
};

/* Bounds of the state: words are numbered in 16 bits, paths fit STATE_PATH_MAX of isa/spaces.h. */
enum { STATE_WORDS_MAX = 65535, STATE_PATH_BYTES = 48 };

struct table_state_type {
    const char *name;
    struct table_state_member *members;
    size_t count;
    uint64_t words;    /* of one */
    size_t path_bytes; /* longest path within, with its zero byte */
};

struct table_finding {
    const char *code, *kind, *doc;
    const char *page;              /* "docs/coverage.md", or null */
    const struct table_fact *fact; /* what it rests on where there is no page */
};

struct table_choice {
    const char *name;
    const char **aliases;
    size_t alias_count;
};
struct table_variant {
    const char *key, *row, *doc;
    struct table_choice *choices;
    size_t count;
    size_t simulator; /* the choice for what a simulator recorded */
};

struct table_riscv_set {
    const char *name, *doc;
    unsigned chips; /* bit a chip */
};

struct table_riscv {
    const char *name, *operands; /* "" where there are none */
    const char *kind, *by, *why; /* of instructions: kind and by; of what is refused: why */
    uint32_t match, mask, bytes;
    size_t set;
};

struct table_riscv_rows {
    struct table_riscv *rows;
    size_t count;
};

struct table_riscv_all {
    struct table_riscv_set *sets;
    size_t set_count;
    struct table_riscv_rows insns, refused, aliases; /* insns by rising opcode */
};

struct table_debug_group {
    const char *name, *title;
    const char *before[TT_CHIP_COUNT][4]; /* null where an entry has no name of its own */
};

struct table_debug_field {
    const char *name;
    uint32_t group, chip, entry, word, shift, bits; /* bits 0: no register has them */
};

struct table_debug_gpr {
    const char *name;
    uint32_t thread, index;
};

struct table_debug_signal {
    const char *name, *path;
    uint32_t halved, another; /* bit a chip */
};

struct table_debugger {
    struct table_debug_group *groups;
    struct table_debug_field *fields;
    struct table_debug_gpr *gprs;
    struct table_debug_signal *signals;
    size_t group_count, field_count, gpr_count, signal_count;
};

enum { TREES_MAX = 40 };

struct tables {
    cJSON *trees[TREES_MAX];
    size_t tree_count;
    const char *units[TT_UNIT_COUNT];
    struct table_chip chips[TT_CHIP_COUNT];
    struct table_isa isa[TT_CHIP_COUNT];
    struct table_parts parts[PART_LISTS_MAX];
    size_t part_list_count;
    struct table_meaning *meanings; /* in the order in which a unit's fields are listed */
    size_t meaning_count;
    struct table_regs regs[TT_CHIP_COUNT];
    struct table_window *windows;
    size_t window_count;
    struct table_mmio_act mmio_acts[MMIO_ACTS_MAX];
    size_t mmio_act_count;
    struct table_mmio_register *mmio_registers;
    size_t mmio_register_count;
    const cJSON *state_root;
    struct table_effects effects;
    struct table_state_type *state_types; /* the last one is the state itself */
    size_t state_type_count;
    const char **finding_classes;
    size_t finding_class_count;
    struct table_facts facts;
    const struct table_fact *unrecorded_forms; /* what forms of the vector unit's rows beyond `recorded` rest on */
    struct table_finding *findings;
    size_t finding_count;
    struct table_variant *variants;
    size_t variant_count;
    struct table_settings settings;
    struct table_riscv_all riscv;
    struct table_debugger debugger;
};

/* Reads everything under DIR. Whatever was read is freed by tables_clear, also after a failure. */
enum tt_status tables_read(struct tables *tables, const char *dir, struct tt_error *err);
void tables_clear(struct tables *tables);

/* Bit a chip: that of this name, and those like it; 0: there is none. */
unsigned tables_chips(const struct tables *tables, const char *name);
/* The name in whose files and columns the chip's tables stand. */
const char *tables_chip_files(const struct tables *tables, enum tt_chip chip);

/* Keeps a tree until tables_clear; takes it over also where that fails. */
enum tt_status tables_keep(struct tables *tables, cJSON *tree, struct tt_error *err);
/* Loads DIR/NAME and keeps the tree. */
enum tt_status tables_load(struct tables *tables, const char *dir, const char *name, cJSON **out, struct tt_error *err);

/* The parts of tables_read, in this order. */
enum tt_status read_units(struct tables *tables, const char *dir, struct tt_error *err);
enum tt_status read_chips(struct tables *tables, const char *dir, struct tt_error *err);
enum tt_status read_effects(struct tables *tables, const char *dir, struct tt_error *err); /* after the state */
/* After the findings. */
enum tt_status read_isa(struct tables *tables, enum tt_chip chip, const char *dir, struct tt_error *err);
enum tt_status read_meanings(struct tables *tables, const char *dir, struct tt_error *err);
enum tt_status read_registers(struct tables *tables, enum tt_chip chip, const char *dir, struct tt_error *err);
/* Refuses a field of registers/fields.json that stands on no chip. */
enum tt_status check_meanings(const struct tables *tables, struct tt_error *err);
enum tt_status read_mmio(struct tables *tables, const char *dir, struct tt_error *err);
enum tt_status read_mmio_registers(struct tables *tables, const char *dir, struct tt_error *err); /* after the facts */
enum tt_status read_state(struct tables *tables, const char *dir, struct tt_error *err);
enum tt_status read_findings(struct tables *tables, const char *dir, struct tt_error *err); /* after the facts */
/* After findings and variants. */
enum tt_status read_settings(struct tables *tables, const char *dir, struct tt_error *err);
enum tt_status read_variants(struct tables *tables, const char *dir, struct tt_error *err);
enum tt_status read_riscv(struct tables *tables, const char *dir, struct tt_error *err);
void clear_riscv(struct table_riscv_all *all);
enum tt_status read_debugger(struct tables *tables, const char *dir, struct tt_error *err);
void clear_debugger(struct table_debugger *debugger);

/* Null where registers/fields.json has no such field. */
const struct table_meaning *meaning_find(const struct tables *tables, const char *name);
