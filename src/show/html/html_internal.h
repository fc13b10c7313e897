/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that write the page. Its script reads what they write: src/show/html/data.js. */
#pragma once

#include "ask/audit/audit.h"
#include "ask/diff/data_tiles.h"
#include "ask/diff/expected.h"
#include "base/text/text.h"
#include "show/html/html.h"
#include "show/report.h"

enum {
    HTML_DIFFERENCES = 500, /* the most that are listed one by one */
    HTML_FINDINGS = 500,
    HTML_REFERENCE = 200, /* the most datums of a reference that are listed one by one */
    HTML_RESIDUE = 500,   /* the most places that are listed which were read and not written */
    HTML_CHANGES = 20000, /* the most changes of configuration fields */
    HTML_WAITS = 20000,
    HTML_EDGES = 60,            /* of the graph of waits */
    HTML_REGIONS = 256,         /* of L1 */
    HTML_TILES = 5000,          /* listed */
    HTML_STATE_EVENTS = 20000,  /* whose states are there, on either side of the first difference */
    HTML_STATE_BYTES = 1000000, /* of the page: the most that they take */
    HTML_TILE_BYTES = 8192      /* left free for the values of each data tile that differs */
};

/* A page while it is written. */
struct html {
    struct results *results;
    const struct html_options *options;
    struct html_summary *summary;
    struct data_tiles tiles;
    struct expected expected;             /* of the reference that is shown; expect is null where there is none */
    enum verdict references[EXPECTS_MAX]; /* on each */
    bool has_first, has_audit;
    struct audit first; /* the instruction of the first difference */
    struct audit audit; /* the packer's instruction whose settings are shown */
    uint64_t last_seq;  /* of an instruction; known behind the timeline */
    struct report report;
    struct tt_error *err;
};

/* ---- blob.c: bytes that the script unpacks ---- */

void blob_signed(struct text *blob, int64_t number); /* 2d, or -2d - 1 where negative */
/* The low, then the next byte of each of `count` values, `width` of them. */
void blob_planes(struct text *blob, const uint32_t *values, size_t count, unsigned width);
/* Runs of elements of `size` flags each, of which one is 1: how many others before each, and how long it is. */
void blob_runs(struct text *blob, const uint8_t *flags, uint32_t count, uint32_t size);
/* Deflates (RFC 1951) and appends in base64 and a zero byte to *text. */
enum tt_status blob_deflate(const struct text *blob, struct text *text, struct tt_error *err);
/* The same, as a string of the JSON. */
enum tt_status blob_put(struct html *html, const char *key, const struct text *blob);

/* ---- the parts of the data ---- */

enum tt_status html_put_summary(struct html *html);
enum tt_status html_put_cause(struct html *html);
/* Looks for the instruction of the first difference; then writes its reads. */
enum tt_status html_find_first(struct html *html);
enum tt_status html_put_first(struct html *html);
enum tt_status html_put_ways(struct html *html);
enum tt_status html_put_maps(struct html *html);
enum tt_status html_put_l1(struct html *html);
enum tt_status html_put_reference(struct html *html);
enum tt_status html_put_tiles(struct html *html);
enum tt_status html_put_config(struct html *html);
enum tt_status html_put_timeline(struct html *html);
/* After the timeline was written. */
enum tt_status html_put_states(struct html *html);
enum tt_status html_put_waits(struct html *html);
enum tt_status html_put_findings(struct html *html);
enum tt_status html_put_precision(struct html *html);
enum tt_status html_put_residue(struct html *html);
