/* SPDX-License-Identifier: Apache-2.0 */
/* Facts: statements about the hardware that this project takes for true, and how sure each is. The rows are
 * schemas/facts, for readers docs/facts; code cites them by their ids. */
#pragma once

/* From the surest on; docs/facts/README.md says what each means. */
enum fact_level {
    FACT_SILICON,
    FACT_MAKER,
    FACT_SIMULATOR,
    FACT_DOCUMENTED,
    FACT_EXTRAPOLATED,
    FACT_GUESSED,
    FACT_LEVEL_COUNT
};

struct fact {
    const char *id; /* "P-6.9" */
    enum fact_level level;
    const char *page;   /* "docs/facts/pack.md" */
    const char *text;   /* one to three sentences */
    const char *source; /* documents and recordings */
    const char *where;  /* for which settings; "" for all */
};

/* Null if there is no fact of this id. */
const struct fact *fact_find(const char *id);
const char *fact_level_name(enum fact_level level); /* "silicon", … */
