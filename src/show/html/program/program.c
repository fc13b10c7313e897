/* SPDX-License-Identifier: Apache-2.0 */
#include "show/html/program/program.h"

#include "show/html/html_files.h"
#include "show/html/page.h"

static const char generator[] = "tt-replay report PROGRAM";

void program_page_name(char name[static PROGRAM_PAGE_NAME_MAX], unsigned x, unsigned y)
{
    (void)snprintf(name, PROGRAM_PAGE_NAME_MAX, "tile-%u-%u.html", x, y);
}

/* ---- the map ---- */

/* A letter a place, row by row: Worker, Dram, other. */
static void put_grid(struct report *report, const struct program_view *view)
{
    static const char letters[] = {
        [DEVICE_NOTHING] = '.', [DEVICE_WORKER] = 'w', [DEVICE_DRAM] = 'd', [DEVICE_OTHER] = 'o'};
    enum { COLUMNS_MAX = 64 };
    const struct host_traits *host = &chip_get(view->chip)->host;
    char row[COLUMNS_MAX + 1];
    report_list(report, "grid");
    for (unsigned y = 0; y <= host->noc_y_last; y++) {
        for (unsigned x = 0; x <= host->noc_x_last && x < COLUMNS_MAX; x++)
            row[x] = letters[device_kind_at(view->device, (uint8_t)x, (uint8_t)y)];
        row[host->noc_x_last < COLUMNS_MAX ? host->noc_x_last + 1 : COLUMNS_MAX] = '\0';
        report_item(report, NULL, SAY("places", (const char *)row));
    }
    report_close(report);
}

/* ---- who sent what to whom ---- */

/* All transfers of one way over one network from one place to another. */
struct flow {
    bool is_host;
    enum device_way way;
    uint8_t noc, from_x, from_y, to_x, to_y;
    uint64_t times, bytes;
};

/* Bytes go from where they stood; those of a request from who sent it. */
static struct flow flow_of(const struct device_transfer *transfer)
{
    const bool is_answer = transfer->way == DEVICE_BY_READ || transfer->way == DEVICE_BY_ANSWER;
    return (struct flow){.is_host = transfer->way == DEVICE_BY_HOST,
                         .way = transfer->way,
                         .noc = transfer->noc,
                         .from_x = is_answer ? transfer->from_x : transfer->by_x,
                         .from_y = is_answer ? transfer->from_y : transfer->by_y,
                         .to_x = transfer->to_x,
                         .to_y = transfer->to_y,
                         .times = 1,
                         .bytes = transfer->count};
}

static int flow_order(const void *a, const void *b)
{
    const struct flow *one = a, *other = b;
    const int ones[] = {!one->is_host, one->from_y, one->from_x, one->to_y, one->to_x, (int)one->way, one->noc};
    const int others[] = {!other->is_host, other->from_y,   other->from_x, other->to_y,
                          other->to_x,     (int)other->way, other->noc};
    for (size_t i = 0; i < sizeof ones / sizeof *ones; i++)
        if (ones[i] != others[i])
            return ones[i] < others[i] ? -1 : 1;
    return 0;
}

static void put_flow(struct report *report, const struct flow *flow)
{
    report_item(report, NULL, SAY_OR_NULL("from_x", !flow->is_host, flow->from_x),
                SAY_OR_NULL("from_y", !flow->is_host, flow->from_y), SAY("to_x", flow->to_x), SAY("to_y", flow->to_y),
                SAY("way", device_way_name(flow->way)), SAY_OR_NULL("noc", !flow->is_host, flow->noc),
                SAY("times", flow->times), SAY("bytes", flow->bytes));
}

static enum tt_status put_flows(struct report *report, const struct device *device, struct tt_error *err)
{
    size_t count = 0;
    const struct device_transfer *transfers = device_transfers(device, &count);
    struct flow *flows OWNED(mem_free_at) = mem_calloc(count ? count : 1, sizeof *flows);
    NEED(flows, err, "no memory for the page");
    for (size_t i = 0; i < count; i++)
        flows[i] = flow_of(&transfers[i]);
    qsort(flows, count, sizeof *flows, flow_order);
    report_list(report, "flows");
    for (size_t i = 0, next; i < count; i = next) {
        struct flow flow = flows[i];
        for (next = i + 1; next < count && flow_order(&flows[next], &flow) == 0; next++) {
            flow.times++;
            flow.bytes += flows[next].bytes;
        }
        put_flow(report, &flow);
    }
    report_close(report);
    return TT_OK;
}

static void put_pages(struct report *report, const struct program_page *page)
{
    struct device_tile tile;
    char name[PROGRAM_PAGE_NAME_MAX];
    report_list(report, "pages");
    for (uint64_t i = 0; device_tile(page->view->device, i, &tile); i++) {
        if (!program_has_page(page, &tile))
            continue;
        program_page_name(name, tile.x, tile.y);
        report_item(report, NULL, SAY("x", tile.x), SAY("y", tile.y), SAY("file", (const char *)name));
    }
    report_close(report);
}

/* ---- the whole ---- */

static enum tt_status program_page_put(void *user, struct json_out *json, struct tt_error *err)
{
    const struct program_page *page = user;
    struct report report = report_within(json);
    report_object(&report, NULL);
    report_object(&report, "run");
    program_say(&report, page->view);
    report_close(&report);
    report_object(&report, "answer");
    TRY(page->put_answer(page->user, &report, err));
    report_close(&report);
    put_grid(&report, page->view);
    TRY(put_flows(&report, page->view->device, err));
    put_pages(&report, page);
    report_close(&report);
    return TT_OK;
}

enum tt_status program_page_write(const char *path, const struct program_page *page, struct tt_error *err)
{
    static const unsigned char *const scripts[] = {html_program_script};
    struct program_page copy = *page;
    const struct page whole = {
        .generator = generator,
        .title = page->view->path,
        .main = html_program_main,
        .keys = html_program_keys,
        .style = html_program_style,
        .scripts = scripts,
        .script_count = 1,
        .put_data = program_page_put,
        .user = &copy,
    };
    return page_write(path, NEW_FILE_NEW, &whole, err);
}

bool program_page_is(const char *path)
{
    return page_is(path, generator);
}
