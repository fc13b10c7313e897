/* SPDX-License-Identifier: Apache-2.0 */
/* What the tool adds to SQL: functions, and the table-valued function that shows values one row a datum. Built in, and
 * in the loadable extension. docs/formats/results.md#sql */
#pragma once

#include "results/database.h"

/* All of it, on one connection; an SQLite result code. */
int sql_register(sqlite3 *db);

int sql_register_functions(sqlite3 *db); /* tt_disasm, tt_mnemonic, tt_format, tt_value, tt_bits */
int sql_register_values(sqlite3 *db);    /* tt_values(block) */
int sql_register_rows(sqlite3 *db);      /* tt_instructions, tt_accesses */
int sql_register_fields(sqlite3 *db);    /* tt_fields */
int sql_register_paged_stages(sqlite3 *db);
