/* SPDX-License-Identifier: Apache-2.0 */
/* The tool's additions to SQL: functions, and the table-valued function that shows values one row a datum. Built in,
 * and in the loadable extension. docs/formats/results.md#sql */
#pragma once

#include "results/database.h"

struct results;

/* All of it, on one connection; an SQLite result code. results: whose events there are, or null: of no run. */
int sql_register(sqlite3 *db, struct results *results);

extern const struct virtual_table_kind values_table, instructions_table, accesses_table, stages_table, origins_table,
    taints_table, fields_table;
