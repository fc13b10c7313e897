/* SPDX-License-Identifier: Apache-2.0 */
/* Whole programs: recorded conversations of a host with a chip, and the captures made of them. */
#pragma once

#include "base/text/texts.h"
#include "base/usual.h"

struct cli_expect;
struct program_words {
    const char *folder;           /* a program; or */
    const char *wire, *arch;      /* a conversation, and the chip's name; arch null: found by its places */
    const char *output;           /* the program to be made; null: none */
    const char *pages;            /* of program_pages(): the folder to be made */
    const struct texts *variants; /* may be null */
    uint64_t max_steps;           /* 0: as many as usual */
    uint64_t seed;                /* of another timing of the tiles, which no capture is held against; 0: none */
    bool is_forced, is_json;
    bool has_timings;                /* of program_ask(): others are drawn, and other words of the host's are tried */
    uint64_t budget;                 /* of these at most so many; 0: as many as usual */
    const struct cli_expect *expect; /* arrays in place of what the device answered; may be null */
};

/* Of the options of a replay those that go with all tiles of a program: --variant and --max-steps. */
struct replay_words;
enum tt_status program_takes(const char *folder, const struct replay_words *how, struct tt_error *err);
/* Runs it. *code: the exit status of its verdict, which is reported. */
enum tt_status program_run(const struct program_words *words, int *code, struct tt_error *err);
/* Makes the program. */
enum tt_status program_import(const struct program_words *words, struct tt_error *err);
/* Where a byte of a place came from (place: "0,11:0x200105"), or, place null, the first byte of each difference: over
 * all tiles, to the host's write. */
enum tt_status program_ask(const struct program_words *words, const char *place, int *code, struct tt_error *err);
/* Where the first byte of each difference came from, and which words of the hosts' explain them: of the options of a
 * replay those of program_takes(). budget: 0: as many trials as usual. */
enum tt_status program_explain(const char *folder, const struct replay_words *how, const struct cli_expect *expect,
                               uint64_t budget, bool is_json, int *code, struct tt_error *err);
/* The program (`folder`) held against what the host of another, good, was answered, and which word that the two hosts
 * wrote decides it. */
enum tt_status program_compare(const struct program_words *words, const char *good, int *code, struct tt_error *err);
/* A folder of pages: index.html of the program, and that of each tile that sent or computed anything, each as `page`
 * says. */
struct html_options;
enum tt_status program_pages(const struct program_words *words, const struct html_options *page, struct tt_error *err);
/* The answer of `info` about a program. */
enum tt_status program_info(const char *folder, bool is_json, struct tt_error *err);
