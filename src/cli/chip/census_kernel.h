/* SPDX-License-Identifier: Apache-2.0 */
/* census --kernel: the options that it alone has, and those that it shares. */
#pragma once

#include "ask/census/kernel/kernel.h"
#include "cli/options.h"

struct kernel_arguments {
    struct kernel_options how;
    const char *in, *second, *out, *result, *inputs, *shard, *plot;
    struct texts sets;
    bool is_csv;
};
extern const struct cli_option kernel_options[];

/* Options of both kinds of census; null: not typed. */
struct kernel_shared {
    enum tt_chip chip;
    const char *format, *pack;
    bool has_chip, has_population;
    struct census_operands operands;
    bool has_seconds;
    struct census_operands seconds;
    const struct texts *variants;
    size_t threads;
    bool is_json;
};
enum tt_status census_kernel(const struct kernel_arguments *arguments, const struct kernel_shared *shared, int *code,
                             struct tt_error *err);
/* "all", "0x3F80", "0x3F80-0x4000". False: none of these. */
bool census_read_operands(const char *text, struct census_operands *operands);
