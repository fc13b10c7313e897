/* SPDX-License-Identifier: Apache-2.0 */
/* The graph of waits: waits that are alike are one edge. Where nothing could go on at the end
 * of the run, who then waits for whom. */
#include "show/html/html_internal.h"

#include "base/search.h"
#include "base/text/text_map.h"

struct edge {
    struct results_wait_row first, longest; /* their texts are not theirs */
    char *what, *releaser;
    uint64_t times, steps;
};

struct edges {
    struct html *html;
    struct texts keys;
    struct text_map numbers;
    struct edge *items;
    size_t count, capacity, stuck;
};

static bool edge_add(struct edges *edges, const struct results_wait_row *row)
{
    if (mem_grow(&edges->items, &edges->capacity, edges->count + 1, sizeof *edges->items))
        return false;
    struct edge *edge = &edges->items[edges->count++];
    *edge = (struct edge){*row, *row, mem_strdup(row->what), mem_strdup(row->releaser), 0, 0};
    return edge->what && edge->releaser;
}

static enum tt_status html_waits_take(void *user, const struct results_wait_row *row)
{
    struct edges *edges = user;
    if (edges->stuck && !row->has_releaser_seq && row->last_seq > edges->html->last_seq)
        return TT_OK; /* never ended: it is among those that are stuck */
    struct text key = {0};
    text_add(&key, "%u%s\n%s\n%s", row->thread, row->is_core ? "c" : "", row->what, row->releaser);
    const int64_t at = text_map_number(&edges->numbers, &edges->keys, text_of(&key));
    const bool has_key = !key.has_failed && at != TEXT_MAP_MISSING;
    text_clear(&key);
    NEED(has_key && ((size_t)at < edges->count || edge_add(edges, row)), edges->html->err, "no memory for the waits");
    struct edge *edge = &edges->items[at];
    const uint64_t steps = row->last_seq - row->first_seq;
    edge->times++;
    edge->steps += steps;
    if (steps > edge->longest.last_seq - edge->longest.first_seq)
        edge->longest = *row;
    return TT_OK;
}

/* The most steps first. */
ORDER(by_steps, struct edge, FALLING(steps) ?: RISING(first.first_seq))

static void put_edge(struct report *out, const struct edge *edge)
{
    const struct results_wait_row *longest = &edge->longest;
    char who[PARTY_TEXT_MAX];
    report_item(
        out, NULL,
        SAY("who",
            replay_party_text((edge->first.is_core ? (unsigned)TT_CORE_T0 : PARTY_PIPES) + edge->first.thread, who)),
        SAY("for", (const char *)edge->what), SAY("releaser", (const char *)edge->releaser), SAY("times", edge->times),
        SAY("steps", edge->steps), SAY("first", longest->first_seq), SAY("last", longest->last_seq),
        SAY_OR_NULL("releaser_event", longest->has_releaser_seq, longest->releaser_seq));
}

static enum tt_status html_waits_put_stuck(void *user, const struct results_stuck_row *row)
{
    report_item(user, NULL, SAY("who", row->who), SAY("for", row->what), SAY("releaser", row->releaser),
                SAY("how", row->how));
    return TT_OK;
}

static enum tt_status html_waits_count_stuck(void *user, const struct results_stuck_row *row)
{
    struct edges *edges = user;
    (void)row;
    edges->stuck++;
    return TT_OK;
}

static enum tt_status put_edges(struct edges *edges)
{
    struct html *html = edges->html;
    struct report *out = &html->report;
    if (edges->count)
        qsort(edges->items, edges->count, sizeof *edges->items, by_steps);
    report_object(out, "waits");
    report_say(out, SAY("of", edges->count));
    report_list(out, "edges");
    for (size_t i = 0; i < edges->count && i < HTML_EDGES; i++)
        put_edge(out, &edges->items[i]);
    report_close(out);
    report_list(out, "stuck");
    const enum tt_status status = results_each_stuck(html->results, html_waits_put_stuck, out, html->err);
    report_close(out);
    report_close(out);
    return status;
}

enum tt_status html_put_waits(struct html *html)
{
    struct edges edges = {.html = html};
    enum tt_status status = results_each_stuck(html->results, html_waits_count_stuck, &edges, html->err);
    status = status ?: results_each_wait(html->results, html_waits_take, &edges, html->err);
    status = status ?: put_edges(&edges);
    for (size_t i = 0; i < edges.count; i++) {
        mem_free(edges.items[i].what);
        mem_free(edges.items[i].releaser);
    }
    mem_free(edges.items);
    text_map_clear(&edges.numbers);
    texts_clear(&edges.keys);
    return status;
}
