/* SPDX-License-Identifier: Apache-2.0 */
/* What a probe reports of one instruction, retained until it ends, in the form that the rules of dependence need. */
#pragma once

#include "isa/chip.h"
#include "observe/depends.h"

struct insn_log;

struct insn_log *insn_log_new(void);      /* null without memory */
void insn_log_free(struct insn_log *log); /* null is allowed */

void insn_log_begin(struct insn_log *log, const struct probe_insn *insn);
void insn_log_access(struct insn_log *log, const struct probe_access *access);
void insn_log_stage(struct insn_log *log, const struct probe_stage *stage);

/* All of it; the caller fills in how the rows of Dst are permuted. Borrowed until the next begin. */
const struct depends_insn *insn_log_end(struct insn_log *log, bool has_remap, bool has_swizzle);

/* Memory ran out and something was lost: what the instruction wrote then depends on everything. */
bool insn_log_is_broken(const struct insn_log *log);
