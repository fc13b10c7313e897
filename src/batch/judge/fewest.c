/* SPDX-License-Identifier: Apache-2.0 */
/* A failure may have several causes that explain all of it; others of the same kind say which it is. The cause that
 * most failures share is theirs, then that which most of the rest share, and so on. */
#include "batch/judge/judge.h"

#include "base/search.h"

/* A cause of a failure: sorted by text, equal ones stand together. */
struct entry {
    const char *text;
    size_t record, nth;
};

ORDER(by_text, struct entry, strcmp(a->text, b->text) ?: RISING(record))

struct run {
    size_t from, to, open; /* of the entries; of how many nothing is chosen yet */
    size_t nth;            /* the sum over those: how plausible */
};

static struct run count_run(const struct entry *entries, size_t count, size_t from, const size_t *chosen)
{
    struct run run = {.from = from, .to = from};
    while (run.to < count && strcmp(entries[run.to].text, entries[from].text) == 0) {
        const struct entry *entry = &entries[run.to++];
        if (chosen[entry->record] != SIZE_MAX)
            continue;
        run.open++;
        run.nth += entry->nth;
    }
    return run;
}

/* More failures; of as many, the more plausible: a mean of nth that is less; of both alike the first by text. */
static bool fewest_is_better(const struct run *run, const struct run *than)
{
    return run->open != than->open ? run->open > than->open : run->nth < than->nth;
}

static void fewest_choose(const struct entry *entries, size_t count, size_t *chosen)
{
    for (;;) {
        struct run best = {0};
        for (size_t from = 0; from < count;) {
            const struct run run = count_run(entries, count, from, chosen);
            if (run.open && (!best.open || fewest_is_better(&run, &best)))
                best = run;
            from = run.to;
        }
        if (!best.open)
            return;
        for (size_t i = best.from; i < best.to; i++)
            if (chosen[entries[i].record] == SIZE_MAX)
                chosen[entries[i].record] = entries[i].nth;
    }
}

bool batch_fewest_causes(const struct batch_record *const *records, size_t count, size_t *chosen)
{
    size_t all = 0, at = 0;
    for (size_t i = 0; i < count; i++) {
        chosen[i] = SIZE_MAX;
        all += records[i] ? records[i]->causes.count : 0;
    }
    struct entry *entries = mem_calloc(all + 1, sizeof *entries);
    if (!entries)
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; records[i] && k < records[i]->causes.count; k++)
            entries[at++] = (struct entry){records[i]->causes.items[k], i, k};
    if (all)
        qsort(entries, all, sizeof *entries, by_text);
    fewest_choose(entries, all, chosen);
    mem_free(entries);
    return true;
}
