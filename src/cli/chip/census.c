/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay census: an instruction over a whole population of operands. docs/how-to/census.md */
#include "ask/census/census.h"
#include "ask/census/kernel/kernel.h"
#include "base/input.h"
#include "base/new_file.h"
#include "base/number.h"
#include "base/pool.h"
#include "base/scratch.h"
#include "base/text/text.h"
#include "cli/batch/farm.h"
#include "cli/chip/census_plan.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/run/run.h"
#include "isa/chip.h"
#include "name_texts.h"
#include "show/reports.h"
#include "verdict/verdict.h"

/* --shard K/N; all/N, each in turn; plan/N, lines for a batch system; task/N, as the batch system says. */
enum shard_kind { SHARD_NUMBER, SHARD_ALL, SHARD_PLAN, SHARD_TASK };

struct kernel_arguments {
    char *const *argv; /* of the command */
    struct kernel_options how;
    struct texts run; /* behind "run" */
    const char *in, *second, *out, *result, *inputs, *shard, *plot;
    bool is_csv;
};

/* first, second: populations of operands. */
struct arguments {
    const char *operation, *format, *first, *second, *unpack, *pack;
    struct census_options how;
    unsigned fidelity, to;
    uint64_t dst;
    struct texts variants;
    bool has_chip, has_fidelity, has_to, has_rounding, is_json;
    struct kernel_arguments kernel;
};

static const struct cli_option kernel_options[] = {
    {CLI_HEADING("A kernel in place of an instruction:")},
    {"kernel", 0, "FILE", "run these words: text as asm takes it, a capture, or a program's tile (--tile X,Y)",
     INTO(struct kernel_arguments, how.path)},
    {"function", 0, "NAME", "hold results against this function, or expression of x; help: list them",
     INTO(struct kernel_arguments, how.function_text)},
    {"events", 0, "EVENTS", "events of the capture, or lines of the text, that are the kernel (default: all)",
     INTO(struct kernel_arguments, how.events)},
    {"in", 0, "PLACE", "where inputs stand: dst (cells that the kernel loads; default), dst:A-B (rows), lreg:N",
     INTO(struct kernel_arguments, in)},
    {"in2", 0, "PLACE", "where the second operand stands: pairs of 16-bit inputs, and a function of x and y",
     INTO(struct kernel_arguments, second)},
    {"out", 0, "PLACE", "where results stand: the same, or l1:0xADDRESS, where the kernel's own PACRs leave them",
     INTO(struct kernel_arguments, out)},
    {"result", 0, "F", "format of results: bf16, fp16, fp32 (default: as --format; of a register fp32)",
     INTO(struct kernel_arguments, result)},
    {"inputs", 0, "FILE", "take the patterns of this text, one a line, in place of --population",
     INTO(struct kernel_arguments, inputs)},
    {"shard", 0, "K/N",
     "run the K-th of N parts alone; with --keep all/N: each that is not there yet, and add up; plan/N: print the "
     "lines "
     "that submit those to a batch system, whose tasks run task/N",
     INTO(struct kernel_arguments, shard)},
    {"keep", 0, "DIR", "keep the counts of parts in DIR, which may be shared, and run none that is there again",
     INTO(struct kernel_arguments, how.keep)},
    {"worst", 0, "N", "list the N inputs with the largest distances (default 10)",
     INTO(struct kernel_arguments, how.worst), .most = KERNEL_WORST_MAX},
    {"budget", 0, NULL, "say where the error comes from: mathematics, each word's rounding, each constant",
     INTO(struct kernel_arguments, how.has_budget)},
    {"set", 0, "FIELD=V", "a field of the configuration holds V throughout", INTO(struct kernel_arguments, how.sets)},
    {"plot", 0, "FILE", "write a picture (SVG), too: the largest distance over the axis of inputs",
     INTO(struct kernel_arguments, plot)},
    {"csv", 0, NULL, "a line for each input: input, result, exact, distance", INTO(struct kernel_arguments, is_csv)},
    {0},
};

/* "all", "0x3F80", "0x3F80-0x4000". False: none of these. */
static bool census_read_operands(const char *text, struct census_operands *operands)
{
    enum { PATTERN_TEXT = 16 };
    const char *dash = strchr(text, '-');
    char first[PATTERN_TEXT];
    uint64_t from, to;
    operands->population = census_population_find(text);
    if (operands->population != CENSUS_POPULATIONS)
        return true;
    const size_t length = dash ? (size_t)(dash - text) : strlen(text);
    if (strncmp(text, "0x", 2) != 0 || length >= sizeof first || (dash && strncmp(dash + 1, "0x", 2) != 0))
        return false;
    memcpy(first, text, length);
    first[length] = '\0';
    if (!number_read(first, 0, UINT32_MAX, &from) || (dash && !number_read(dash + 1, 0, UINT32_MAX, &to)))
        return false;
    operands->population = dash ? CENSUS_RANGE : CENSUS_ONE;
    operands->pattern = (uint32_t)from;
    operands->last = (uint32_t)(dash ? to : from);
    return operands->last >= operands->pattern;
}

/* ---- what was typed ---- */

static bool kernel_read_place(const char *text, struct kernel_place *place)
{
    enum { TEXT_MAX = 32 };
    char rows[TEXT_MAX];
    uint64_t number, last;
    *place = (struct kernel_place){0};
    if (strncmp(text, "l1:0x", 5) == 0) {
        place->is_l1 = number_read(text + 3, 0, L1_BYTES_MAX - 4 * DST_ROWS * DST_COLUMNS, &number);
        place->number = place->is_l1 ? (uint32_t)number : 0;
        return place->is_l1;
    }
    if (strcmp(text, "dst") == 0)
        return true;
    if (strncmp(text, "lreg:", 5) == 0) {
        place->is_register = number_read(text + 5, 10, 7, &number);
        place->number = place->is_register ? (uint32_t)number : 0;
        return place->is_register;
    }
    if (strncmp(text, "dst:", 4) != 0 || strlen(text + 4) >= sizeof rows)
        return false;
    (void)strcpy(rows, text + 4);
    char *dash = strchr(rows, '-');
    if (dash)
        *dash++ = '\0';
    place->has_rows = true;
    if (!number_read(rows, 10, DST_ROWS - 1, &number) || !number_read(dash ? dash : rows, 10, DST_ROWS - 1, &last))
        return false;
    place->first_row = (uint32_t)number;
    place->last_row = (uint32_t)last;
    return last >= number;
}

static bool kernel_read_shard(const char *text, struct kernel_options *options, enum shard_kind *kind)
{
    enum { SHARDS_MAX = 1000000, DIGITS = 8 };
    char number[DIGITS];
    const char *slash = strchr(text, '/');
    if (!slash || (size_t)(slash - text) >= sizeof number)
        return false;
    memcpy(number, text, (size_t)(slash - text));
    number[slash - text] = '\0';
    if (!number_read(slash + 1, 10, SHARDS_MAX, &options->shards) || !options->shards)
        return false;
    options->shard = 0;
    *kind = strcmp(number, "all") == 0    ? SHARD_ALL
            : strcmp(number, "plan") == 0 ? SHARD_PLAN
            : strcmp(number, "task") == 0 ? SHARD_TASK
                                          : SHARD_NUMBER;
    if (*kind != SHARD_NUMBER)
        return options->keep != NULL;
    return number_read(number, 10, options->shards, &options->shard) && options->shard;
}

/* Null, or the error in the option whose text *text becomes. */
static const char *kernel_read_formats(const struct arguments *arguments, struct kernel_options *how, const char **text)
{
    const struct kernel_arguments *kernel = &arguments->kernel;
    if (!kernel_read_place(*text = kernel->in ? kernel->in : "dst", &how->in) || how->in.is_l1 ||
        !kernel_read_place(*text = kernel->out ? kernel->out : "dst", &how->out))
        return "expected dst, dst:A-B with rows below 1024, or lreg:N with N of 0 to 7 for --in and --out, or "
               "l1:0xADDRESS below 0x170000 for --out";
    how->has_second = kernel->second != NULL;
    if (how->has_second && (!kernel_read_place(*text = kernel->second, &how->second) || how->second.is_l1))
        return "expected dst, dst:A-B with rows below 1024, or lreg:N with N of 0 to 7 for --in2";
    how->format = exact_format_find(*text = arguments->format ? arguments->format : "bf16");
    if (!how->format || strcmp(how->format->name, "tf32") == 0)
        return "expected bf16, fp16 or fp32 for --format";
    how->result = how->out.is_register ? &exact_fp32 : how->format;
    if (kernel->result)
        how->result = exact_format_find(*text = kernel->result);
    if (!how->result || strcmp(how->result->name, "tf32") == 0)
        return "expected bf16, fp16 or fp32 for --result";
    how->packs = arguments->pack ? exact_format_find(*text = arguments->pack) : NULL;
    if (arguments->pack && (!how->packs || strcmp(how->packs->name, "tf32") == 0))
        return "expected bf16, fp16 or fp32 for --pack";
    if (arguments->pack && (how->out.is_register || how->out.is_l1))
        return "found --pack, which takes results out of Dst";
    if (how->has_budget && (arguments->pack || how->out.is_l1))
        return "found --budget, which follows no packer";
    return NULL;
}

static const char *kernel_read_names(const struct arguments *arguments, struct kernel_options *how,
                                     enum shard_kind *shard, const char **text)
{
    const struct kernel_arguments *kernel = &arguments->kernel;
    *text = "--kernel";
    if (!how->function_text)
        return "expected --function with the name of what the kernel computes";
    how->has_chip = arguments->has_chip;
    how->chip = arguments->how.chip;
    const char *wrong = kernel_read_formats(arguments, how, text);
    if (wrong)
        return wrong;
    *text = "--population";
    if (!census_fits(how->format, &how->operands))
        return "found a pattern with more bits than the format";
    *text = "--second";
    if (arguments->second && !how->has_second)
        return "expected --in2, where it stands";
    *text = "--in2";
    if (how->has_second && (exact_bits(how->format) != 16 || !census_fits(how->format, &how->seconds)))
        return "expected operands of 16 bits: bf16 or fp16 for --format";
    if (how->has_second && how->has_budget)
        return "found --budget, which is of one operand";
    *text = "--population and --inputs";
    if (arguments->first && kernel->inputs)
        return "expected one of the two";
    *text = "--csv and --json";
    if (kernel->is_csv && arguments->is_json)
        return "expected one of the two";
    *text = "--csv and --budget";
    if (kernel->is_csv && how->has_budget)
        return "expected one of the two";
    *text = "--keep";
    if (how->keep && (kernel->is_csv || how->has_budget))
        return "found --csv or --budget too: a part has neither";
    how->shard = how->shards = 1;
    if (kernel->shard && !kernel_read_shard(*text = kernel->shard, how, shard))
        return "expected K/N with K of 1 to N for --shard, or with --keep all/N, plan/N or task/N";
    return NULL;
}

struct pattern_list {
    const struct exact_format *format;
    uint32_t *items;
    size_t count, capacity;
};

static void pattern_list_clear(struct pattern_list *list)
{
    mem_free(list->items);
}

static enum tt_status take_pattern(void *user, char *line, unsigned number, struct tt_error *err)
{
    struct pattern_list *list = user;
    char *rest = NULL;
    uint64_t pattern;
    (void)number;
    line[strcspn(line, "#")] = '\0';
    const char *text = strtok_r(line, " \t\r", &rest);
    if (!text)
        return TT_OK;
    REFUSE_IF(strncmp(text, "0x", 2) != 0 || !number_read(text, 0, UINT32_MAX, &pattern) ||
                  pattern >> exact_bits(list->format) || strtok_r(NULL, " \t\r", &rest),
              err, "found '%.60s', expected one pattern of %s as 0x3F80", text, list->format->name);
    NEED(MEM_PUSH(list->items, list->count, list->capacity, (uint32_t)pattern), err, "no memory for inputs");
    return TT_OK;
}

static enum tt_status read_inputs(const char *path, struct kernel_options *how, struct pattern_list *list,
                                  struct tt_error *err)
{
    list->format = how->format;
    if (!path)
        return TT_OK;
    TRY(input_lines(path, take_pattern, list, err));
    REFUSE_IF(!list->count, err, "%s: found no patterns", path);
    how->list = list->items;
    how->list_count = list->count;
    return TT_OK;
}

struct plotted {
    const struct kernel_options *how;
    const struct kernel_census *census;
};

static enum tt_status put_plot(void *user, FILE *out, struct tt_error *err)
{
    const struct plotted *plotted = user;
    (void)err;
    kernel_plot(out, plotted->how, plotted->census);
    return TT_OK;
}

static enum tt_status kernel_make(const struct kernel_arguments *arguments, bool is_json, struct kernel_options *how,
                                  struct kernel_census *census, struct tt_error *err)
{
    struct pattern_list list OWNED(pattern_list_clear) = {0};
    struct kernel_run run = {0};
    TRY(read_inputs(arguments->inputs, how, &list, err));
    if (how->lacking) {
        const struct census_plan plan = {arguments->argv, arguments->shard, how, is_json};
        TRY(kernel_census(how, &run, census, err));
        return census_plan_say(&plan, err);
    }
    if (arguments->is_csv)
        (void)fputs("input,result,exact,ulp\n", stdout);
    TRY(kernel_census(how, &run, census, err));
    if (!how->shard) /* all parts together are the whole */
        how->shard = how->shards = 1;
    if (arguments->plot)
        TRY(new_file_write(arguments->plot, NEW_FILE_NEW, put_plot, &(struct plotted){how, census}, err));
    if (!arguments->is_csv)
        kernel_report(stdout, cli_form(is_json), how, &run, census);
    return TT_OK;
}

static void census_free(struct kernel_census **census)
{
    if (*census) {
        kernel_budgets_free((*census)->budgets);
        mem_free((*census)->worst);
    }
    mem_free(*census);
}

static void lacking_clear(struct kernel_lacking *lacking)
{
    mem_free(lacking->parts);
}

static enum tt_status take_shard(enum shard_kind kind, struct kernel_options *how, struct kernel_lacking *lacking,
                                 struct tt_error *err)
{
    char from[FARM_FROM_MAX];
    uint32_t number = 0;
    if (kind == SHARD_TASK) {
        TRY(farm_shard(NULL, (uint32_t)how->shards, &number, from, err));
        how->shard = number;
    }
    if (kind == SHARD_PLAN) {
        lacking->parts = mem_calloc((size_t)how->shards, sizeof *lacking->parts);
        NEED(lacking->parts, err, "no memory for parts");
        how->lacking = lacking;
    }
    return TT_OK;
}

static enum tt_status census_kernel(const struct arguments *arguments, int *code, struct tt_error *err)
{
    const struct kernel_arguments *kernel = &arguments->kernel;
    struct kernel_options how = kernel->how;
    how.threads = arguments->how.threads ? arguments->how.threads : pool_processors();
    how.variants = arguments->variants;
    how.csv = kernel->is_csv ? stdout : NULL;
    const char *text = "", *function = how.function_text;
    struct tt_error unread;
    if (function && strcmp(function, "help") == 0) {
        for (size_t i = 0; truth_name(i); i++)
            (void)printf("%s\n", truth_name(i));
        return TT_OK;
    }
    enum shard_kind shard = SHARD_NUMBER;
    const char *wrong = kernel_read_names(arguments, &how, &shard, &text);
    REFUSE_IF(wrong, err, "%s: %s", text, wrong);
    struct kernel_lacking lacking OWNED(lacking_clear) = {0};
    TRY(take_shard(shard, &how, &lacking, err));
    struct kernel_census *census OWNED(census_free) = mem_calloc(1, sizeof *census);
    struct truth_function *own OWNED(truth_free_at) = NULL;
    NEED(census && (census->worst = mem_calloc(how.worst + 1, sizeof *census->worst)), err, "no memory");
    REFUSE_IF(truth_read(&how.function, &own, function, &unread), err, "--function %s", unread.text);
    REFUSE_IF(truth_is_of_pairs(how.function) != how.has_second, err, "--function %s: expected %s", function,
              how.has_second ? "an expression of x and y" : "--in2 PLACE, where y stands");
    TRY(kernel_make(kernel, arguments->is_json, &how, census, err));
    const bool is_part = how.keep && how.shard && how.shards > 1; /* it is stored: the whole is judged */
    *code = is_part || kernel_is_exact(census) ? EXIT_SAME : EXIT_DIFFERS;
    return TT_OK;
}

/* ---- an instruction, or a kernel ---- */

#define POPULATION_EXPECTED "expected all, finite, normals, mantissas, a pattern as 0x3F80 or 0x3F80-0x3FFF for "

enum { JOBS_MAX = 4096, SINGLE_PASS = 1 };

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
    {CLI_PATHS(NULL, struct arguments, kernel.run)},
    {0},
};

/* In place of an instruction, with words behind it. */
static bool is_run(const struct arguments *arguments)
{
    return arguments->operation && strcmp(arguments->operation, "run") == 0;
}

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
    REFUSE_IF(wrong, err, "%s: %s", text, wrong);
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
                               kernel->how.sets.count || kernel->is_csv;
    const bool has_kernel = kernel->how.path || is_run(arguments);
    const bool has_of_instruction = (arguments->operation && !is_run(arguments)) || arguments->has_fidelity ||
                                    arguments->has_to || arguments->has_rounding || arguments->unpack ||
                                    arguments->dst || arguments->how.draws || arguments->how.clamps ||
                                    arguments->how.drops_special;
    const bool asks_functions = kernel->how.function_text && strcmp(kernel->how.function_text, "help") == 0;
    CLI_REFUSE_IF(kernel->run.count && !is_run(arguments), state, "expected one instruction, found another: '%s'",
                  kernel->run.items[0]);
    CLI_REFUSE_IF(has_kernel && has_of_instruction, state,
                  "a kernel goes with no instruction, and with none of its options");
    CLI_REFUSE_IF(kernel->how.path && is_run(arguments), state, "--kernel %s, and a kernel that is run: expected one",
                  kernel->how.path);
    CLI_REFUSE_IF(!has_kernel && has_of_kernel && !asks_functions, state, "options of a kernel, and no --kernel");
    CLI_REFUSE_IF(!has_kernel && !arguments->operation && !asks_functions, state, "no instruction named");
}

static enum tt_status census_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct kernel_arguments *kernel = &arguments->kernel;
    if (!kernel->how.path && !is_run(arguments) && !kernel->how.function_text)
        return census_make(arguments, code, err);
    kernel->how.operands = kernel->how.seconds = (struct census_operands){.population = CENSUS_ALL};
    REFUSE_IF(arguments->first && !census_read_operands(arguments->first, &kernel->how.operands), err,
              "%s: " POPULATION_EXPECTED "--population", arguments->first);
    REFUSE_IF(arguments->second && !census_read_operands(arguments->second, &kernel->how.seconds), err,
              "%s: " POPULATION_EXPECTED "--second", arguments->second);
    kernel->how.name = kernel->how.path;
    if (!is_run(arguments))
        return census_kernel(arguments, code, err);
    struct scratch scratch OWNED(scratch_remove) = {.folder = ""};
    struct text name OWNED(text_clear) = {0};
    TRY(scratch_make(&scratch, "run.ttcap", err));
    *code = run_within(&kernel->run, scratch.file);
    text_add(&name, "run");
    for (size_t i = 0; i < kernel->run.count; i++)
        text_add(&name, " %s", kernel->run.items[i]);
    kernel->how.path = scratch.file;
    kernel->how.name = text_of(&name);
    return *code == EXIT_SAME ? census_kernel(arguments, code, err) : TT_OK;
}

int verb_census(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "INSTRUCTION\n--kernel FILE --function NAME\n--function NAME -- run WORDS...",
        "Run an instruction over a whole population of operands, on all processors, and count how far its results lie "
        "from the exact ones: the histogram of distances in units in the last place.\v" INSN_TEXT_ELWADD
        ", " INSN_TEXT_ELWSUB " and " INSN_TEXT_ELWMUL " take every pair of two populations, " INSN_TEXT_MOVA2D
        " (a copy) and " INSN_TEXT_SFP_STOCH_RND " every pattern of one. With --unpack and --pack a chain is run, as "
        "kernels have it: unpack, compute, pack. Exact results are computed in integers from the operands as they are "
        "at the beginning, and rounded once to the format at the end.\n\n"
        "With --kernel words of the vector unit are run over every pattern of a format, and held against a function "
        "correctly rounded (MPFR); with -- run, words of a program that is run first, as `tt-replay run` takes it.\n\n"
        "Exit status: 0 every result is the exact one rounded, or a part is stored, 1 some are not, 2 trouble.\n\n"
        "Examples:\n"
        "  tt-replay census " INSN_TEXT_ELWADD " --population normals --drop-special\n"
        "  tt-replay census " INSN_TEXT_ELWMUL " --fidelity HiFi4\n"
        "  tt-replay census " INSN_TEXT_MOVA2D " --unpack fp32 --format tf32 --dst 32 --pack bf16\n"
        "  tt-replay census --kernel examples/kernels/exp_bf16.words --function exp\n"
        "  tt-replay census --function gelu --events T1:mark:A-mark:B \\\n"
        "      -- run --build FOLDER --cb 0=in.npy:bf16\n"
        "  tt-replay census " INSN_TEXT_SFP_STOCH_RND " --to uint16 --population all \\\n"
        "      --clamp --rounding truncated",
        options, census_check};
    struct arguments arguments = {.how = {.seed = 1}, .kernel = {.argv = argv, .how = {.worst = 10}}};
    return cli_do(&syntax, argc, argv, &arguments, census_do);
}
