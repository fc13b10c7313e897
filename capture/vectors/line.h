/* SPDX-License-Identifier: Apache-2.0 */
/* One line of a vector file into a struct vector. Only files under capture/vectors/ include this. */
#pragma once

#include "capture/vectors.h"

struct cJSON;

/* The memory from which a vector borrows its arrays; one serves line after line. */
struct vector_line {
    struct cJSON *tree; /* of the line; its strings are the vector's */
    struct vector_op *ops;
    size_t op_count, op_capacity;
    struct vector_run *runs;
    size_t run_count, run_capacity;
    uint8_t *bytes; /* made large enough for the whole line at once, so that runs may point into it */
    size_t byte_count, byte_capacity;
};

void vector_line_clear(struct vector_line *line);

/* Errors name the place in the line. */
enum tt_status vector_line_read(struct vector_line *line, const char *text, size_t count, struct vector *vector,
                                struct tt_error *err);

/* The regions of "pre" or "post", appended to line->runs. `place` is "pre" or "post". */
enum tt_status vector_read_regions(struct vector_line *line, enum tt_chip chip, const struct cJSON *regions,
                                   const char *place, struct tt_error *err);
