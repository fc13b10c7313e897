/* SPDX-License-Identifier: Apache-2.0 */
/* A file of test vectors that may be anything: runs lie within their spaces, threads exist. */
#include "capture/vectors.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"
#include "isa/spaces.h"

static uint32_t check_runs(enum tt_chip chip, const struct vector_run *runs, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t size = space_bytes(chip, runs[i].space);
        require(runs[i].lo <= size && runs[i].count <= size - runs[i].lo);
        for (uint32_t at = 0; at < runs[i].count; at++)
            sum += runs[i].bytes[at];
    }
    return sum;
}

static void check_vector(const struct vector *vector)
{
    require(vector->name && vector->chip < TT_CHIP_COUNT && vector->done <= vector->op_count);
    for (size_t i = 0; i < vector->op_count; i++)
        require(vector->ops[i].thread < THREADS);
    for (size_t i = 0; i < vector->exec_count; i++)
        require(vector->exec[i].thread < THREADS);
    (void)check_runs(vector->chip, vector->pre, vector->pre_count);
    (void)check_runs(vector->chip, vector->post, vector->post_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char path[] = "fuzz_vectors.jsonl";
    struct vector_file *in = NULL;
    struct vector_block *block = vector_block_new();
    struct vector vector;
    struct tt_error err = {""};
    FILE *file = fopen(path, "wb");
    require(block && file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    if (vector_file_open(&in, path, &err) == TT_OK) {
        while (vector_file_read(in, block, &err) == TT_OK) {
            enum tt_status status;
            while ((status = vector_block_next(block, &vector, &err)) == TT_OK)
                check_vector(&vector);
            require(status == TT_END || *err.text);
        }
        vector_file_close(in);
    }
    vector_block_free(block);
    (void)remove(path);
    return 0;
}
