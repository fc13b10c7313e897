/* SPDX-License-Identifier: Apache-2.0 */
/* Differences and findings that are known, and do not count in the verdict until a given day.
 * docs/formats/waivers.md */
#pragma once

#include "ask/diff/diff.h"
#include "ask/run/address.h"
#include "isa/findings.h"

enum waiver_kind { WAIVER_DATUM, WAIVER_PLACE, WAIVER_FINDING };

struct waiver {
    enum waiver_kind kind;
    char what[ADDRESS_TEXT_MAX]; /* as written, without the checkpoint */
    char checkpoint[64];         /* its id; "": any */
    struct address_datum datum;
    struct address_place place;
    finding_id finding;
    char until[11]; /* "2026-12-31": the last day on which it counts */
    char why[512];
    unsigned line;
    bool is_expired;
    uint64_t used; /* differences, or findings, that it covered */
};

struct waivers {
    const char *path; /* borrowed */
    struct waiver *items;
    size_t count, capacity;
};

/* Reads a file; today as in until. Clear also on failure. */
enum tt_status waivers_load(struct waivers *waivers, const char *path, enum tt_chip chip, const char *today,
                            struct tt_error *err);
void waivers_clear(struct waivers *waivers);

/* Whether a waiver that has not expired covers a difference, or a finding that was met `times` times; it counts as
 * used. */
bool waivers_cover(struct waivers *waivers, const struct diff *diff, const struct diff_item *item);
bool waivers_cover_finding(struct waivers *waivers, finding_id id, uint64_t times);
