/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction of a unit that has stages, with all that is known of it: its word, its
 * settings, its findings, and its values after every stage. */
#pragma once

#include "ask/run/insn_trace.h"
#include "isa/isa.h"
#include "isa/registers.h"
#include "observe/hazard_found.h"
#include "results/results.h"

/* ---- calendar.c ----
 * The calendar of a run of vector instructions: the word from outside in each cycle, and the words that macros had
 * scheduled beside it. docs/semantics/vector.md#sfploadmacro */

enum { CALENDAR_MAX = 24, CALENDAR_UNITS = 4 };

/* A word that a macro scheduled. */
struct calendar_cell {
    bool is_used;
    uint32_t word;
    uint8_t vd, vc, vb, form;
    uint32_t since;   /* cycles since its macro */
    uint32_t latency; /* cycles until its result; 0: a store */
};

struct calendar_cycle {
    uint64_t seq;
    uint8_t thread;
    uint32_t word; /* of whatever unit */
    struct calendar_cell cells[CALENDAR_UNITS];
};

struct calendar {
    struct calendar_cycle cycles[CALENDAR_MAX];
    size_t count;
    bool has_macros; /* any cell is used */
};

/* "simple", "MAD", "round", "store" */
const char *calendar_unit_name(unsigned unit);

/* The cycles from event `first` on: words of the vector unit, and others in whose cycle something scheduled ran. */
enum tt_status calendar_load(struct calendar *calendar, struct results *results, uint64_t first, struct tt_error *err);

/* ---- vector_run.c: a run of vector instructions, lane by lane: the result of each, from one instruction on ---- */

enum { VECTOR_RUN_MAX = 24, VECTOR_RUN_LANES = 32 };

/* One instruction of the run. values: its results, else the flags it left (0 or 1), as has_ says. */
struct vector_step {
    uint64_t seq;
    uint32_t word;
    uint32_t enabled; /* bit a lane */
    bool has_result, has_flags;
    uint32_t values[VECTOR_RUN_LANES];
};

struct vector_run {
    struct vector_step steps[VECTOR_RUN_MAX];
    size_t count;
};

/* Up to VECTOR_RUN_MAX instructions of a thread from event `first` on. */
enum tt_status vector_run_load(struct vector_run *run, struct results *results, uint64_t first, unsigned thread,
                               struct tt_error *err);

/* ---- settings.c ----
 * The configuration fields of a packer, an unpacker, the matrix or the vector unit as they stood at an
 * instruction, out of a run's accesses and its capture. */

struct setting {
    const struct reg_field *field; /* of the chip's table; lives for ever */
    enum reg_id id;
    uint32_t value;
};

struct settings {
    struct setting *items;
    size_t count, capacity;
    unsigned state_id;     /* the copy of the configuration that the thread used */
    bool start_is_unknown; /* words never written since the start read as reset: the capture is not available */
};

/* Fields that an instruction of the unit and `thread` uses: those common to all packers or unpackers and those of its
 * section. unit: TT_UNIT_PACK, _UNPACK0, _UNPACK1, _MATRIX or _VECTOR. */
enum tt_status settings_read(struct settings *settings, struct results *results, enum tt_unit unit, unsigned section,
                             unsigned thread, uint64_t seq, struct tt_error *err);
void settings_clear(struct settings *settings);

struct audit_choice {
    bool has_insn, has_packer, has_tile;
    uint64_t insn;     /* event number */
    enum tt_unit unit; /* one that has stages */
    unsigned packer;   /* 0 to 3 */
    uint32_t tile;     /* data tile of that packer since the start of the replay */
};

struct audit_finding {
    finding_id id;
    char detail[HAZARD_SENTENCE];
};

struct audit {
    const struct results_run_row *run; /* borrowed from the results */
    struct results *results;           /* borrowed */
    const char *why;                   /* why this one was chosen: "the first that differs", … */
    uint64_t seq;
    enum tt_unit unit;
    uint8_t thread, packer;
    uint32_t word;
    const struct isa_insn *insn; /* null: an opcode that the chip does not define */
    struct insn_trace trace;
    bool has_mark;
    uint32_t mark; /* the datum of the instruction that differs first */
    struct settings settings;
    struct vector_run steps;  /* of the vector unit: this instruction and those after it */
    struct calendar calendar; /* likewise */
    struct audit_finding *findings;
    size_t finding_count, finding_capacity;
};

/* The instruction that names choose: the first of the unit among events as they are typed ("519", "T2:100-200/pacr",
 * "mark:mid0-"), or the one that packed a datum ("tile3:face2:r5:c9"). ask/run/address.h */
enum tt_status audit_choose_events(struct audit_choice *choice, struct results *results, const char *text,
                                   struct tt_error *err);
enum tt_status audit_choose_datum(struct audit_choice *choice, struct results *results, const char *text,
                                  struct tt_error *err);

/* Without a choice of instruction: the first of the unit that differs, else the first that has stages. Clear also on
 * failure. */
enum tt_status audit_make(struct audit *audit, struct results *results, const struct audit_choice *choice,
                          struct tt_error *err);
/* Adds a finding if the evidence for the instruction is weaker than this. */
enum tt_status audit_ask_evidence(struct audit *audit, enum fact_level least, struct tt_error *err);
void audit_clear(struct audit *audit);
