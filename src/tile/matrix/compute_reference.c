/* SPDX-License-Identifier: Apache-2.0 */
/* The arithmetic of a whole instruction in steps over a block, one a reported stage: products, sums of groups,
 * alignment, normalised sums, cells (M25 to M48). The quick forms must give the same. */
#include "tile/matrix/addends.h"
#include "tile/matrix/compute.h"

static bool is_sum(enum matrix_operation operation)
{
    return operation == MATRIX_ADD || operation == MATRIX_SUBTRACT;
}

/* ---- floating ---- */

static void compute_reference_multiply(struct matrix_block *block)
{
    const bool sums_up = block->job.operation == MATRIX_PRODUCTS;
    for (uint32_t row = 0; row < block->job.rows; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++) {
            struct matrix_term *products = block->products[row][column];
            if (!sums_up) {
                products[0] = matrix_product(&block->math, block->a[row][column], block->b[row][column]);
                continue;
            }
            for (unsigned k = 0; k < PRODUCTS; k++)
                products[k] = matrix_product(&block->math, block->a[k][column], block->b[row][k]);
        }
    }
}

static struct matrix_term compute_reference_add(const struct matrix_block *block, uint32_t row, unsigned column)
{
    return matrix_sum_term(&block->math, block->a[row][column], block->b[row][column],
                           block->job.operation == MATRIX_SUBTRACT);
}

static void make_terms(struct matrix_block *block, uint32_t row, unsigned column)
{
    struct matrix_term *terms = block->terms[row][column];
    const struct matrix_term *products = block->products[row][column];
    terms[0] = terms[1] = (struct matrix_term){0};
    switch (block->job.operation) {
    case MATRIX_PRODUCTS:
        terms[0] = matrix_group_sum(&block->math, products);
        terms[1] = matrix_group_sum(&block->math, products + GROUP);
        break;
    case MATRIX_MULTIPLY:
        terms[0] = matrix_product_term(&block->math, products[0]);
        break;
    case MATRIX_ADD:
    case MATRIX_SUBTRACT:
        terms[0] = compute_reference_add(block, row, column);
        break;
    case MATRIX_NOTHING:
        break;
    }
}

static void compute_reference_accumulate(struct matrix_block *block)
{
    for (uint32_t row = 0; row < block->job.rows; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++) {
            uint32_t *cells = &block->dst[row][column];
            const uint32_t held = block->job.overwrites ? 0 : matrix_dst_to_word(&block->math, *cells);
            make_terms(block, row, column);
            block->aligned[row][column] = matrix_align(&block->math, block->terms[row][column], held);
            block->words[row][column] = matrix_sum(&block->math, &block->aligned[row][column]);
            *cells = matrix_word_to_dst(&block->math, block->words[row][column]);
        }
    }
}

/* ---- integers ---- */

static int64_t int_product(const struct matrix_block *block, uint32_t a, uint32_t b)
{
    return (int64_t)matrix_int_slice_a(&block->math, matrix_int_srca(a)) *
           matrix_int_slice_b(&block->math, matrix_int_srcb(&block->math, b));
}

static int64_t int_sum(const struct matrix_block *block, uint32_t row, unsigned column)
{
    const uint32_t a = block->a[row][column], b = block->b[row][column];
    int64_t sum = 0;
    switch (block->job.operation) {
    case MATRIX_PRODUCTS:
        for (unsigned k = 0; k < PRODUCTS; k++)
            sum += int_product(block, block->a[k][column], block->b[row][k]);
        break;
    case MATRIX_MULTIPLY:
        sum = int_product(block, a, b);
        break;
    case MATRIX_ADD:
        sum = matrix_int_srca(a) + matrix_int_srcb(&block->math, b);
        break;
    case MATRIX_SUBTRACT:
        sum = matrix_int_srca(a) - matrix_int_srcb(&block->math, b);
        break;
    case MATRIX_NOTHING:
        break;
    }
    return sum;
}

static void accumulate_integers(struct matrix_block *block)
{
    for (uint32_t row = 0; row < block->job.rows; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++) {
            uint32_t *cells = &block->dst[row][column];
            block->int_sums[row][column] = int_sum(block, row, column);
            *cells = matrix_int_accumulate(block->job.overwrites ? 0 : *cells, block->int_sums[row][column]);
        }
    }
}

void matrix_compute_reference(struct matrix_block *block)
{
    if (block->math.is_int8) {
        accumulate_integers(block);
        return;
    }
    if (!is_sum(block->job.operation) && block->job.operation != MATRIX_NOTHING)
        compute_reference_multiply(block);
    compute_reference_accumulate(block);
}
