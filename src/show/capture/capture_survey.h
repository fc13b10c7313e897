/* SPDX-License-Identifier: Apache-2.0 */
/* One pass over a capture, counting. */
#pragma once

#include "capture/ttcap.h"
#include "isa/isa.h"

enum { SURVEY_THREADS = 4 /* threads 0 to 2, and events of no thread */ };

/* How much of a space a checkpoint knows. */
struct space_knowledge {
    uint32_t first_lo, last_hi; /* bytes: from the first known one to the last */
    uint64_t known_bits;
    uint64_t known_bytes; /* bytes of which any bit is known */
};

enum { SURVEY_INTERNAL = TT_SPACE_COUNT, SURVEY_SPACES };

struct capture_survey {
    uint64_t events[TTCAP_KIND_COUNT][SURVEY_THREADS];
    bool counts_exec;                                  /* words counted are those of exec; else those of push */
    uint64_t words[TT_UNIT_COUNT + 1][SURVEY_THREADS]; /* the last unit: undefined opcodes */
    uint64_t opcodes[TT_UNIT_COUNT + 1][256];
    struct space_knowledge (*spaces)[SURVEY_SPACES]; /* for each checkpoint; the last: words of the internal state */
};

/* Makes the survey. The caller calls survey_clear() in any case. */
enum tt_status survey_make(struct capture_survey *survey, struct ttcap *capture, struct tt_error *err);
void survey_clear(struct capture_survey *survey);

/* The mnemonic of an opcode, or null where the chip has none. */
const char *survey_mnemonic(enum tt_chip chip, unsigned opcode);
