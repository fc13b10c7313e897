/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a small program in program order, and holds the hazards that it shows. */
#pragma once

#include "order/replay.h"
#include "unit/order/small_capture.h"
#include "unit/suite.h"
#include "unit/tile/words.h"

#include "cfg_findings.h"
#include "gpr_findings.h"
#include "src_findings.h"

#include <stdio.h>

enum { TOLD_MAX = 8, L1_WORD = 0x1000, PIPE_DRY = 0xFFE80004 - 0xFFE00000, SEMAPHORE = 2 };
enum {
    STOP_SYNC = 1 << 1,
    STOP_UNPACKERS = 1 << 3,
    STOP_MOVER = 1 << 4,
    STOP_SCALAR = 1 << 5,
    STOP_MATRIX = 1 << 6,
    STOP_VECTOR = 1 << 8
};
enum { STOP_CONFIG = 1 << 7 };
enum { SCALAR = 1 << 0, UNPACKER = 1 << 1, PACKER = 1 << 3, MATRIX = 1 << 4, MOVER = 1 << 9, CORE_STORES = 1 << 10 };

struct report {
    size_t count;
    finding_id id[TOLD_MAX];
    char detail[TOLD_MAX][1024];
    uint64_t hazards;
    size_t lags; /* registers that WRCFG may read too soon: one hazard a run, however many */
    char lag[1024];
};

static inline void on_finding(void *user, const struct probe_finding *finding)
{
    struct report *report = user;
    if (finding->id == FINDING_GPR_MAY_BE_READ_TOO_SOON) {
        (void)snprintf(report->lag, sizeof report->lag, "%s", finding->detail);
        report->lags++;
    }
    if (finding_get(finding->id)->kind != FINDING_HAZARD && finding->id != FINDING_CFG_MAY_BE_IN_USE &&
        finding->id != FINDING_SRC_BANK_MAY_TURN && finding->id != FINDING_SRC_READ_WITHOUT_DATA)
        return;
    ck_assert_uint_lt(report->count, TOLD_MAX);
    report->id[report->count] = finding->id;
    (void)snprintf(report->detail[report->count++], sizeof report->detail[0], "%s", finding->detail);
}

static inline void run(const struct small_program *text, struct report *report)
{
    struct ttcap *capture = small_capture(text);
    struct tt_error err = {""};
    struct replay_options options;
    struct replay_summary summary;
    const struct probe probe = {.user = report, .wants = PROBE_FINDING, .finding = on_finding};
    memset(report, 0, sizeof *report);
    replay_options_init(&options, ttcap_info(capture));
    options.order = REPLAY_PROGRAM;
    ck_assert_msg(!replay_run(capture, &options, &probe, NULL, &summary, &err), "%s", err.text);
    ck_assert(!summary.is_deadlocked);
    report->hazards = summary.hazards - (report->lags > 0);
    ttcap_close(capture);
}

static inline void expect(const struct small_program *text, finding_id id, const char *part)
{
    struct report report;
    run(text, &report);
    ck_assert_uint_eq(report.hazards, 1);
    ck_assert_uint_eq(report.count, 1);
    ck_assert_int_eq(report.id[0], id);
    ck_assert_msg(strstr(report.detail[0], part) != NULL, "'%s' is not in '%s'", part, report.detail[0]);
}

static inline void expect_none(const struct small_program *text)
{
    struct report report;
    run(text, &report);
    ck_assert_msg(report.hazards == 0 && report.count == 0, "%s", report.detail[0]);
}

static inline uint32_t stall(uint32_t kinds, uint32_t conditions)
{
    return WORD(TT_BLACKHOLE, "STALLWAIT", {"stall_res", kinds}, {"wait_res", conditions});
}
