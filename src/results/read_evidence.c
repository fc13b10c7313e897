/* SPDX-License-Identifier: Apache-2.0 */
/* What a run and its events rest on. docs/semantics/evidence.md */
#include "results/reader_internal.h"

#include <stdio.h>

static void read_fact(struct query *query, struct results_evidence *evidence)
{
    (void)snprintf(evidence->fact, sizeof evidence->fact, "%s", query_text(query, 0));
    evidence->level = (enum fact_level)query_number(query, 1, FACT_LEVEL_COUNT - 1);
    (void)snprintf(evidence->page, sizeof evidence->page, "%s", query_text(query, 2));
}

enum tt_status results_evidence_of(struct results *results, uint64_t seq, uint32_t word,
                                   struct results_evidence *evidence, struct tt_error *err)
{
    struct query query;
    *evidence = (struct results_evidence){.seq = seq, .instructions = 1};
    query_begin(&query, results,
                "SELECT f.name, f.rank, f.page FROM fact f WHERE f.id = "
                "coalesce((SELECT fact FROM evidence WHERE seq = ? ORDER BY id LIMIT 1), "
                "(SELECT fact FROM word WHERE word = ?))",
                err);
    query_bind(&query, 1, seq);
    query_bind(&query, 2, word);
    const bool is_there = query_next(&query);
    if (is_there)
        read_fact(&query, evidence);
    enum tt_status status = query_end(&query);
    return status || is_there ? status : TT_END;
}

char *results_evidence_text(const struct results_evidence *evidence, char *text, size_t size)
{
    (void)snprintf(text, size, "rests on %s, %s (%s)", evidence->fact, fact_level_name(evidence->level),
                   evidence->page);
    return text;
}

enum tt_status results_weakest(struct results *results, struct results_evidence *evidence, struct tt_error *err)
{
    struct query query;
    *evidence = (struct results_evidence){.level = FACT_SILICON};
    query_begin(&query, results,
                "SELECT name, rank, page, events, first_seq FROM fact WHERE events > 0 "
                "ORDER BY rank DESC, events DESC, first_seq LIMIT 1",
                err);
    const bool is_there = query_next(&query);
    if (is_there) {
        read_fact(&query, evidence);
        evidence->instructions = query_number(&query, 3, INT64_MAX);
        evidence->seq = query_number(&query, 4, INT64_MAX);
    }
    enum tt_status status = query_end(&query);
    return status || is_there ? status : TT_END;
}

/* The fact that was first is known; its event's word is looked up. */
enum tt_status results_evidence_below(struct results *results, enum fact_level least, struct results_evidence *evidence,
                                      uint32_t *word, bool *has_word, struct tt_error *err)
{
    struct query query;
    *evidence = (struct results_evidence){.level = FACT_SILICON};
    query_begin(&query, results,
                "SELECT f.name, f.rank, f.page, f.first_seq, (SELECT sum(events) FROM fact WHERE rank > ?1), "
                "(SELECT i.word FROM tt_instructions i WHERE i.seq = f.first_seq) "
                "FROM fact f WHERE f.rank > ?1 AND f.events > 0 ORDER BY f.first_seq LIMIT 1",
                err);
    query_bind(&query, 1, least);
    const bool is_there = query_next(&query);
    if (is_there) {
        read_fact(&query, evidence);
        evidence->seq = query_number(&query, 3, INT64_MAX);
        evidence->instructions = query_number(&query, 4, INT64_MAX);
        *has_word = sqlite3_column_type(query.statement, 5) != SQLITE_NULL;
        *word = (uint32_t)query_number(&query, 5, UINT32_MAX);
    }
    enum tt_status status = query_end(&query);
    return status || is_there ? status : TT_END;
}
