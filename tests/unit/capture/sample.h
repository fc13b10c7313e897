/* SPDX-License-Identifier: Apache-2.0 */
/* Captures made up from a seed, what was put into them, and whether a capture gives it back. */
#pragma once

#include "capture/source_lines.h"
#include "capture/symbols.h"

#include <stddef.h>
#include <stdint.h>

/* xorshift64*: the same numbers everywhere. */
struct sample_random {
    uint64_t state;
};

uint64_t sample_next(struct sample_random *random);
uint32_t sample_below(struct sample_random *random, uint32_t bound);

enum { SAMPLE_PAYLOAD_MAX = 64 };

/* Event number seq of the sample `seed`: any kind, any member. Its bytes go into payload. */
struct ttcap_event sample_event(uint64_t seed, uint64_t seq, uint8_t payload[SAMPLE_PAYLOAD_MAX]);

/* Every fourth sample has what only some captures have: program counters, symbols, lines, cores that start, inputs. */
bool sample_is_rich(uint64_t seed);
enum { SAMPLE_SYMBOLS = 20, SAMPLE_LINES = 30 };
/* Symbol number i of a rich sample; its name goes into name. */
struct ttcap_symbol sample_symbol(uint64_t seed, uint32_t i, char name[32]);

/* Lines number i of a rich sample. */
void sample_lines(uint64_t seed, uint32_t i, struct ttcap_lines *lines);

/* What a sample consists of: events_between events between two of checkpoint_count snapshots, the first at the start.
 */
struct sample_shape {
    uint64_t seed;
    enum tt_chip chip;
    uint32_t checkpoint_count, events_between;
    uint32_t put_count; /* a snapshot */
    uint32_t put_bytes; /* at most; 0: 20,000 */
};

/* Bytes of a checkpoint as the sample says, space_bytes() of each. Unknown bits are 0. */
void sample_space(const struct sample_shape *shape, uint32_t checkpoint, enum tt_space space, uint8_t *bytes,
                  uint8_t *known);

enum tt_status sample_write(const struct sample_shape *shape, const char *path, struct tt_error *err);

/* Null, or how the capture differs from the sample. Event and checkpoint counts may be lower where it is salvaged;
 * where `may_fail`, a read that says that the file is bad is no difference. */
const char *sample_difference(const struct sample_shape *shape, struct ttcap *capture, bool may_fail);

/* The events' part of it. */
const char *sample_events_difference(const struct sample_shape *shape, struct ttcap *capture, bool may_fail);

/* A number that stands for all that a checkpoint knows; quick, where comparing whole spaces is not. */
enum tt_status sample_digest(struct ttcap *capture, uint32_t checkpoint, uint64_t *digest);

/* A whole file, for free(); exits the test on failure. */
uint8_t *sample_file(const char *path, size_t *size);

/* A file name of this process, in the folder for temporary files. */
const char *sample_path(char path[256], const char *name);
