/* SPDX-License-Identifier: Apache-2.0 */
/* What the tool adds to SQL: functions, and the table-valued function that shows values one row a datum. Built in, and
 * in the loadable extension. docs/formats/results.md#sql */
#pragma once

#include "results/database.h"

struct results;

/* All of it, on one connection; an SQLite result code. results: whose events there are, or null: of no run. */
int sql_register(sqlite3 *db, struct results *results);

int sql_register_functions(sqlite3 *db); /* tt_disasm, tt_mnemonic, tt_format, tt_value, tt_bits, ... */
int sql_register_fields(sqlite3 *db);    /* tt_fields */
int sql_register_values(sqlite3 *db, struct results *results); /* tt_values(block) */
int sql_register_rows(sqlite3 *db, struct results *results);   /* tt_instructions, tt_accesses */
int sql_register_stages(sqlite3 *db, struct results *results); /* tt_stages */
int sql_register_lists(sqlite3 *db, struct results *results);  /* tt_facts, tt_origins, tt_taints */
