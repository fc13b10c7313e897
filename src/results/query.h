/* SPDX-License-Identifier: Apache-2.0 */
/* SQL over a results database with all that the tool adds to SQL, for programs that cannot load an extension. */
#pragma once

#include "results/results.h"

struct results_query;

/* `results` must outlive it. The error says what SQLite says of the statement. */
enum tt_status results_query_open(struct results_query **out, struct results *results, const char *sql,
                                  struct tt_error *err);
void results_query_close(struct results_query *query); /* null is allowed */
OWNED_AT(struct results_query, results_query_close)

/* Parameters from 1 on, before the first row. */
enum tt_status results_query_bind_integer(struct results_query *query, int at, int64_t value, struct tt_error *err);
enum tt_status results_query_bind_text(struct results_query *query, int at, const char *text, struct tt_error *err);

unsigned results_query_columns(const struct results_query *query);
const char *results_query_name(const struct results_query *query, unsigned column);

/* TT_OK: a row is there; TT_END: no more. */
enum tt_status results_query_next(struct results_query *query, struct tt_error *err);

enum results_kind { RESULTS_NULL, RESULTS_INTEGER, RESULTS_REAL, RESULTS_TEXT, RESULTS_BLOB };
struct results_value {
    enum results_kind kind;
    int64_t integer;
    double real;
    const void *bytes; /* of a text or BLOB; borrowed until the next row */
    size_t count;
};
struct results_value results_query_value(struct results_query *query, unsigned column);
