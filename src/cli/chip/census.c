/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay census: an instruction over a whole population of operands. docs/how-to/census.md */
#include "ask/census/census.h"
#include "base/pool.h"
#include "cli/chip/census_kernel.h"
#include "cli/cli.h"
#include "show/reports.h"
#include "verdict/verdict.h"

#include "name_texts.h"

#include <string.h>

#define POPULATION_EXPECTED "expected all, finite, normals, mantissas, a pattern as 0x3F80 or 0x3F80-0x3FFF for "

enum { JOBS_MAX = 4096, SINGLE_PASS = 1 };

struct arguments {
    const char *operation, *format, *first, *second, *unpack, *pack;
    struct census_options how;
    unsigned fidelity, to;
    uint64_t dst;
    struct texts variants;
    bool has_chip, has_fidelity, has_to, has_rounding, is_json;
    struct kernel_arguments kernel;
};

static const struct cli_option options[] = {
    {"chip", 0, "CHIP", CHIP_TEXT, NAMED(cli_chips, struct arguments, how.chip), FLAG(struct arguments, has_chip)},
    {"format", 0, "F",
     "format of the operands where the instruction reads them: bf16 (default), tf32; with --unpack also "
     "fp16; " INSN_TEXT_SFP_STOCH_RND ": fp32",
     INTO(struct arguments, format)},
    {"unpack", 0, "F", "unpack the operands from L1 in this format: bf16, tf32, fp16, fp32 (default: no unpacker)",
     INTO(struct arguments, unpack)},
    {"pack", 0, "F", "pack the results to L1 in this format (default: no packer)", INTO(struct arguments, pack)},
    {"fidelity", 0, "NAME", "fidelity of " INSN_TEXT_ELWMUL ": LoFi (default), HiFi2, HiFi3, HiFi4",
     ONE_OF(struct arguments, fidelity, "LoFi", "HiFi2", "HiFi3", "HiFi4"), FLAG(struct arguments, has_fidelity)},
    {"dst", 0, "BITS", "width of a result in Dst: 16 (default) or 32", INTO(struct arguments, dst), .least = 16,
     .most = 32},
    {"to", 0, "TYPE", "result of " INSN_TEXT_SFP_STOCH_RND ": uint8 or uint16",
     ONE_OF(struct arguments, to, "uint8", "uint16"), FLAG(struct arguments, has_to)},
    {"population", 'p', "P",
     "operands: all, finite, normals (positive), mantissas (both signs, the exponent of 1.0; default), or one bit "
     "pattern: 0x3F80, or some: 0x3F80-0x3FFF; of a kernel the default is all",
     INTO(struct arguments, first)},
    {"second", 0, "P", "the same of the second operand (default: as --population)", INTO(struct arguments, second)},
    {"draws", 0, "N", "take N random pairs instead of every pair", INTO(struct arguments, how.draws), .least = 1},
    {"seed", 0, "N", "seed of the draws (default 1)", INTO(struct arguments, how.seed)},
    {"rounding", 0, "R", "how the exact result is rounded: nearest (ties to even; default) or truncated",
     ONE_OF(struct arguments, how.rounding, "nearest", "truncated"), FLAG(struct arguments, has_rounding)},
    {"clamp", 0, NULL, "set operands below 0 to 0 first, as kernels do", INTO(struct arguments, how.clamps)},
    {"drop-special", 0, NULL, "count subnormal and non-finite results as 0 on both sides",
     INTO(struct arguments, how.drops_special)},
    VARIANT_OPTION(VARIANT_TEXT, struct arguments),
    PROFILE_OPTION(struct arguments),
    {"jobs", 'j', "N", JOBS_TEXT, INTO(struct arguments, how.threads), .least = 1, .most = JOBS_MAX},
    {"json", 0, NULL, "as JSON (schemas/census.schema.json)", INTO(struct arguments, is_json)},
    {CLI_TABLE(kernel_options, struct arguments, kernel)},
    {CLI_PATH("instruction", struct arguments, operation), .is_optional = true},
    {0},
};

/* Null, or the error in the option whose text *text becomes. */
static const char *census_read_names(const struct arguments *arguments, struct census_options *how, const char **text)
{
    how->operation = census_operation_find(*text = arguments->operation);
    if (!how->operation)
        return "census does not run this instruction, expected " INSN_TEXT_ELWADD ", " INSN_TEXT_ELWSUB
               ", " INSN_TEXT_ELWMUL ", " INSN_TEXT_MOVA2D " or " INSN_TEXT_SFP_STOCH_RND;
    how->format = exact_format_find(*text = arguments->format);
    if (!how->format)
        return "expected bf16, tf32, fp16 or fp32 for --format";
    if (arguments->unpack && !(how->unpacks = exact_format_find(*text = arguments->unpack)))
        return "expected bf16, tf32, fp16 or fp32 for --unpack";
    if (arguments->pack && !(how->packs = exact_format_find(*text = arguments->pack)))
        return "expected bf16, tf32, fp16 or fp32 for --pack";
    return NULL;
}

static const char *read_values(const struct arguments *arguments, struct census_options *how, const char **text)
{
    if (arguments->dst != 16 && arguments->dst != 32) {
        *text = "--dst";
        return "expected 16 or 32";
    }
    how->dst_bits = (unsigned)arguments->dst;
    if (!census_read_operands(*text = arguments->first, &how->operands[0]) ||
        (arguments->second && !census_read_operands(*text = arguments->second, &how->operands[1])))
        return POPULATION_EXPECTED "--population or --second";
    if (!arguments->second)
        how->operands[1] = how->operands[0];
    for (size_t i = 0; i < arguments->variants.count; i++)
        if (variant_parse(&how->variants, *text = arguments->variants.items[i]))
            return "no such reading: --variant help lists them";
    *text = how->operation ? census_name_of(how->operation) : "";
    return census_refuses(how);
}

static enum tt_status census_make(struct arguments *arguments, int *code, struct tt_error *err)
{
    struct census_options *how = &arguments->how;
    struct census census;
    const char *text = "";
    how->phases = arguments->fidelity + 1;
    how->integer_bits = arguments->has_to ? 8 * (arguments->to + 1) : 0;
    how->threads = how->threads ? how->threads : pool_processors();
    arguments->format = arguments->format ? arguments->format : "bf16";
    arguments->first = arguments->first ? arguments->first : "mantissas";
    arguments->dst = arguments->dst ? arguments->dst : 16;
    const char *wrong = census_read_names(arguments, how, &text);
    if (!wrong)
        wrong = read_values(arguments, how, &text);
    if (wrong)
        return tt_fail(err, TT_BAD_INPUT, "%s: %s", text, wrong);
    TRY(census_run(how, &census, err));
    census_report(stdout, cli_form(arguments->is_json), how, &census);
    *code = census.bins[0].count + census.undefined == census.total ? EXIT_SAME : EXIT_DIFFERS;
    return TT_OK;
}

/* A kernel, or an instruction, and nothing that the other has alone. */
static void census_check(const struct argp_state *state, void *into)
{
    const struct arguments *arguments = into;
    const struct kernel_arguments *kernel = &arguments->kernel;
    const bool has_of_kernel = kernel->how.function_text || kernel->how.events || kernel->in || kernel->second ||
                               kernel->out || kernel->result || kernel->plot || kernel->inputs || kernel->shard ||
                               kernel->sets.count || kernel->is_csv;
    const bool has_of_instruction = arguments->operation || arguments->has_fidelity || arguments->has_to ||
                                    arguments->has_rounding || arguments->unpack || arguments->dst ||
                                    arguments->how.draws || arguments->how.clamps || arguments->how.drops_special;
    const bool asks_functions = kernel->how.function_text && strcmp(kernel->how.function_text, "help") == 0;
    if (kernel->how.path && has_of_instruction)
        cli_refuse(state, "--kernel goes with no instruction, and with none of its options");
    if (!kernel->how.path && has_of_kernel && !asks_functions)
        cli_refuse(state, "options of a kernel, and no --kernel");
    if (!kernel->how.path && !arguments->operation && !asks_functions)
        cli_refuse(state, "no instruction named");
}

static enum tt_status census_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct kernel_shared shared = {.chip = arguments->how.chip,
                                   .has_chip = arguments->has_chip,
                                   .format = arguments->format,
                                   .pack = arguments->pack,
                                   .has_population = arguments->first != NULL,
                                   .has_seconds = arguments->second != NULL,
                                   .variants = &arguments->variants,
                                   .threads = arguments->how.threads ? arguments->how.threads : pool_processors(),
                                   .is_json = arguments->is_json};
    if (!arguments->kernel.how.path && !arguments->kernel.how.function_text)
        return census_make(arguments, code, err);
    if (arguments->first && !census_read_operands(arguments->first, &shared.operands))
        return tt_fail(err, TT_BAD_INPUT, "%s: " POPULATION_EXPECTED "--population", arguments->first);
    if (arguments->second && !census_read_operands(arguments->second, &shared.seconds))
        return tt_fail(err, TT_BAD_INPUT, "%s: " POPULATION_EXPECTED "--second", arguments->second);
    return census_kernel(&arguments->kernel, &shared, code, err);
}

int verb_census(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "INSTRUCTION\n--kernel FILE --function NAME",
        "Run an instruction over a whole population of operands, on all processors, and count how far its results lie "
        "from the exact ones: the histogram of distances in units in the last place.\v" INSN_TEXT_ELWADD
        ", " INSN_TEXT_ELWSUB " and " INSN_TEXT_ELWMUL " take every pair of two populations, " INSN_TEXT_MOVA2D
        " (a copy) and " INSN_TEXT_SFP_STOCH_RND " every pattern of one. With --unpack and --pack a chain is run, as "
        "kernels have it: unpack, compute, pack. Exact results are computed in integers from the operands as they are "
        "at the beginning, and rounded once to the format at the end.\n\n"
        "With --kernel words of the vector unit are run over every pattern of a format, and held against a function "
        "correctly rounded (MPFR).\n\n"
        "Exit status: 0 every result is the exact one rounded, 1 some are not, 2 trouble.\n\n"
        "Examples:\n"
        "  tt-replay census " INSN_TEXT_ELWADD " --population normals --drop-special\n"
        "  tt-replay census " INSN_TEXT_ELWMUL " --fidelity HiFi4\n"
        "  tt-replay census " INSN_TEXT_MOVA2D " --unpack fp32 --format tf32 --dst 32 --pack bf16\n"
        "  tt-replay census --kernel examples/kernels/exp_bf16.words --function exp\n"
        "  tt-replay census " INSN_TEXT_SFP_STOCH_RND " --to uint16 --population all \\\n"
        "      --clamp --rounding truncated",
        options, census_check};
    struct arguments arguments = {.how = {.seed = 1}, .kernel = {.how = {.worst = 10}}};
    return cli_do(&syntax, argc, argv, &arguments, census_do);
}
