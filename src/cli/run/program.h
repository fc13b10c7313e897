/* SPDX-License-Identifier: Apache-2.0 */
/* Whole programs: recorded conversations of a host with a chip, and the captures made of them. */
#pragma once

#include "base/text/texts.h"

#include <stdbool.h>
#include <stdint.h>

struct program_words {
    const char *folder;           /* a program; or */
    const char *wire, *arch;      /* a conversation, and the chip's name; arch null: found by its places */
    const char *output;           /* the program to be made; null: none */
    const struct texts *variants; /* may be null */
    uint64_t max_steps;           /* 0: as many as usual */
    bool is_forced, is_json;
};

/* Runs it. The exit status: that of its verdict, which is reported. */
int program_run(const struct program_words *words);
/* Makes the program. The exit status: whether it was made. */
int program_import(const struct program_words *words);
/* Where a byte of a place came from (place: "0,11:0x200105"), or, place null, the first byte of each difference: over
 * all tiles, to the host's write. */
int program_ask(const struct program_words *words, const char *place);
/* The answer of `info` about a program. */
int program_info(const char *folder, bool is_json);
