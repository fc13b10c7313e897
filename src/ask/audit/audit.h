/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction of a unit that has stages, with all that is known of it: its word, its
 * settings, its findings, and its values after every stage. */
#pragma once

#include "ask/audit/calendar.h"
#include "ask/audit/settings.h"
#include "ask/audit/vector_run.h"
#include "ask/run/insn_trace.h"
#include "isa/isa.h"

struct audit_choice {
    bool has_insn, has_packer, has_tile;
    uint64_t insn;     /* event number */
    enum tt_unit unit; /* one that has stages */
    unsigned packer;   /* 0 to 3 */
    uint32_t tile;     /* data tile of that packer since the start of the replay */
};

struct audit_finding {
    finding_id id;
    char detail[256];
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
