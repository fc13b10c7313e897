/* SPDX-License-Identifier: Apache-2.0 */
/* Whether each lane's result comes of its own input alone: a kernel that moves lanes about, counts them, or draws
 * random numbers would have results that are held against the wrong input. Inputs that differ from lane to lane must
 * give what each of them gives where all lanes have it. */
#include "ask/census/kernel/kernel_internal.h"

enum { LANE_INPUTS = 7 }; /* prime to the lanes of a vector: each stands in each lane of some vector */

/* As FP32: 0.75, -2.25, 3, 0.3125, -0.5, 5, 1.75. */
static const uint32_t lane_inputs[LANE_INPUTS] = {0x3F400000, 0xC0100000, 0x40400000, 0x3EA00000,
                                                  0xBF000000, 0x40A00000, 0x3FE00000};

/* Every lane has input `which`; LANE_INPUTS: they take turns. */
static enum tt_status lanes_run(const struct kernel_options *options, const struct kernel *kernel, struct tile *tile,
                                unsigned which, uint32_t *inputs, uint32_t *results, struct tt_error *err)
{
    for (unsigned i = 0; i < kernel->in.count; i++) {
        const uint32_t fp32 = lane_inputs[which < LANE_INPUTS ? which : i % LANE_INPUTS];
        inputs[i] = exact_round(options->format, exact_of(&exact_fp32, fp32), EXACT_NEAREST);
        if (options->has_second) /* the next of them */
            inputs[i] |=
                exact_round(options->format,
                            exact_of(&exact_fp32, lane_inputs[((which < LANE_INPUTS ? which : i) + 1) % LANE_INPUTS]),
                            EXACT_NEAREST)
                << SECOND_SHIFT;
    }
    kernel_restore(kernel, tile);
    kernel_put(options, kernel, tile, inputs);
    const size_t done = kernel_pass(kernel, tile, NULL);
    if (done < kernel->count)
        return kernel_refuse_word(kernel, done, err);
    kernel_get(options, kernel, tile, results);
    return TT_OK;
}

enum tt_status kernel_check_lanes(const struct kernel_options *options, const struct kernel *kernel,
                                  struct tt_error *err)
{
    const unsigned lanes = kernel->in.count;
    uint32_t *inputs = mem_calloc(lanes, 3 * sizeof *inputs);
    struct tile *tile = kernel_tile(kernel);
    enum tt_status status = inputs && tile ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for a tile");
    if (!status)
        status = lanes_run(options, kernel, tile, LANE_INPUTS, inputs, inputs + lanes, err);
    for (unsigned which = 0; which < LANE_INPUTS && !status; which++) {
        status = lanes_run(options, kernel, tile, which, inputs, inputs + 2 * (size_t)lanes, err);
        for (unsigned i = which; i < lanes && !status; i += LANE_INPUTS) {
            const uint32_t mixed = inputs[lanes + i], alike = inputs[2 * (size_t)lanes + i];
            if (mixed != alike)
                status = tt_fail(err, TT_UNSUPPORTED,
                                 "lane %u has 0x%X of 0x%X among other inputs, and 0x%X where all lanes have it; "
                                 "expected a result that comes of the lane's own input alone",
                                 i, (unsigned)mixed, (unsigned)inputs[i], (unsigned)alike);
            if (!status && inputs[2 * (size_t)lanes + i] != inputs[2 * (size_t)lanes])
                status = tt_fail(err, TT_UNSUPPORTED,
                                 "of 0x%X lane %u has 0x%X and lane 0 0x%X, expected lanes that compute alike",
                                 (unsigned)inputs[i], i, (unsigned)alike, (unsigned)inputs[2 * (size_t)lanes]);
        }
    }
    tile_free(tile);
    mem_free(inputs);
    return status;
}
