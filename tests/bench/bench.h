/* SPDX-License-Identifier: Apache-2.0 */
/* Measuring. Machines run at speeds that change within seconds, so a figure is a ratio of two things timed in turn, in
 * one process: each round times one, then the other, and the median of the rounds' ratios is printed. */
#pragma once

#include <stddef.h>
#include <stdint.h>

double bench_now(void);       /* seconds */
double bench_processor(void); /* seconds of processor time: what is left alone by others on the machine */

/* Something to time: does a fixed amount of work; returns seconds, or a negative number if it cannot be done here. */
struct bench_work {
    double (*run)(void *user);
    void *user;
};

struct bench_ratio {
    double ratio; /* median of seconds of subject / seconds of yardstick */
    double lowest, highest;
    double subject_seconds, yardstick_seconds; /* medians */
    double least;                              /* the subject's least seconds over the yardstick's least */
};

/* `rounds` rounds, odd; 0 and *out, or -1 if either cannot be done. */
int bench_compare(struct bench_work subject, struct bench_work yardstick, int rounds, struct bench_ratio *out);

/* The yardstick of docs/performance.md: an in-cache scalar loop that flushes BF16 denormals, over `datums` datums. */
double bench_calib(size_t datums);

/* A row of the table: what, how much of what unit was done in a second, against what, the ratio. */
void bench_row(const char *what, double amount, const char *unit, const char *against, const struct bench_ratio *ratio);
void bench_heading(const char *title);
void bench_note(const char *sentence); /* between rows; not in JSON */
/* Says what could not be measured; main then exits 1. */
void bench_fail(const char *sentence);

void bench_pack(void);
void bench_vector(void);
void bench_unpack(void);
void bench_issue(void);
void bench_tile(void);
void bench_matrix(void);
void bench_peer(void);
void bench_peer_kernels(const char *folder);
void bench_riscv(void);
void bench_firmware(const char *folder);
void bench_capture(const char *folder);
void bench_events(void);
void bench_record(void);
void bench_kernels(const char *folder);
void bench_questions(const char *folder);
void bench_replay(const char *folder);

/* The shipped capture that benchmarks use, in a static-free way: writes "FOLDER/NAME" into path. */
enum { BENCH_PATH = 4096 };
int bench_path(char path[static BENCH_PATH], const char *folder, const char *name);
