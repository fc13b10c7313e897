/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay export: values of a stage or a space as arrays or tables, the timeline as a trace. */
#include "show/export.h"
#include "base/path.h"
#include "cli/cli.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "show/capture.h"

#include <argp.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

struct arguments {
    const char *path, *output, *stage, *datums, *region, *at, *format;
    bool has_timeline, is_forced;
    struct export_stage stage_choice;
    struct export_region region_choice;
};

enum { OPT_STAGE = 256, OPT_TILE, OPT_DATUMS, OPT_RAW, OPT_UNTILIZE, OPT_REGION, OPT_AT, OPT_FORMAT, OPT_EXPONENTS };
enum { OPT_UNKNOWN = OPT_EXPONENTS + 1, OPT_TIMELINE, OPT_FORCE };

static const struct argp_option options[] = {
    {0, 0, 0, 0, "What to export (one of these):", 1},
    {"stage", OPT_STAGE, "UNIT[.STAGE]", 0, "values after a stage, as pack.late_convert; the last if none is named", 1},
    {"region", OPT_REGION, "PLACE", 0, "a part of a space: l1:0x60000-0x60800, dst, gpr:1.12", 1},
    {"timeline", OPT_TIMELINE, 0, 0, "instructions and waits of the threads (.json, .vcd)", 1},
    {0, 0, 0, 0, "Of a stage:", 2},
    {"tile", OPT_TILE, "N", 0, "of data tile N alone", 2},
    {"datums", OPT_DATUMS, "ADDRESS", 0, "of these alone: tile3:face2:r5", 2},
    {"raw", OPT_RAW, 0, 0, "bits rather than values (.npy)", 2},
    {"untilize", OPT_UNTILIZE, 0, 0, "data tiles as 32 rows of 32 (.npy)", 2},
    {0, 0, 0, 0, "Of a region:", 3},
    {"at", OPT_AT, "POINT", 0, "after this event, or mark:NAME (default: the end)", 3},
    {"format", OPT_FORMAT, "F", 0, "as values: bf16, fp32, bfp8, ...", 3},
    {"exponents", OPT_EXPONENTS, "ADDR", 0, "where in L1 shared exponents begin", 3},
    {"unknown", OPT_UNKNOWN, "N", 0, "what stands for unknown bytes (.npy)", 3},
    {0, 0, 0, 0, "The file:", 4},
    {"output", 'o', "FILE", 0, "its ending says what it becomes: .csv, .npy, .json (Chrome trace), .vcd", 4},
    {"force", OPT_FORCE, 0, 0, "replace what is there", 4},
    {0},
};

static void parse_stage(struct argp_state *state, struct arguments *arguments)
{
    const char *dot = strchr(arguments->stage, '.');
    const size_t length = dot ? (size_t)(dot - arguments->stage) : strlen(arguments->stage);
    char unit[32];
    (void)snprintf(unit, sizeof unit, "%.*s", (int)length, arguments->stage);
    arguments->stage_choice.unit = unit_find(unit);
    if (arguments->stage_choice.unit == TT_UNIT_COUNT || length >= sizeof unit)
        argp_error(state, "stage '%s' is not UNIT.STAGE, as pack.late_convert or matrix.stored", arguments->stage);
    if (dot)
        (void)snprintf(arguments->stage_choice.stage, sizeof arguments->stage_choice.stage, "%s", dot + 1);
}

static void parse_format(struct argp_state *state, struct export_region *region, const char *text)
{
    for (int i = 0; i < FORMAT_COUNT; i++) {
        const struct format_info *info = format_get((enum format)i);
        if (!info || strcasecmp(info->name, text) != 0)
            continue;
        region->has_format = true;
        region->format = (enum format)i;
        return;
    }
    argp_error(state, "--format %s: no such format", text);
}

static void check(struct argp_state *state, struct arguments *arguments)
{
    const int kinds = (arguments->stage != NULL) + (arguments->region != NULL) + arguments->has_timeline;
    const struct export_region *region = &arguments->region_choice;
    const struct export_stage *stage = &arguments->stage_choice;
    if (!arguments->path)
        argp_error(state, "no database named");
    if (!arguments->output)
        argp_error(state, "no file named: -o FILE");
    if (kinds != 1)
        argp_error(state, "one of --stage, --region, --timeline");
    if (!arguments->stage && (stage->has_tile || arguments->datums || stage->is_raw || stage->is_untilized))
        argp_error(state, "--tile, --datums, --raw and --untilize go with --stage");
    if (!arguments->region && (arguments->at || region->has_format || region->has_exponents || region->has_filler))
        argp_error(state, "--at, --format, --exponents and --unknown go with --region");
    if (arguments->stage)
        parse_stage(state, arguments);
    if (arguments->datums && stage->unit != TT_UNIT_PACK)
        argp_error(state, "--datums names datums of data tiles that packers wrote: --stage pack...");
    if (arguments->datums && stage->is_untilized)
        argp_error(state, "--untilize is for whole data tiles");
}

static error_t parse_rest(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPT_EXPONENTS:
        arguments->region_choice.has_exponents = true;
        arguments->region_choice.exponents = cli_option_word(state, "--exponents", text);
        return 0;
    case OPT_UNKNOWN:
        arguments->region_choice.has_filler = true;
        arguments->region_choice.filler = cli_option_word(state, "--unknown", text);
        return 0;
    case OPT_TIMELINE:
        arguments->has_timeline = true;
        return 0;
    case OPT_FORCE:
        arguments->is_forced = true;
        return 0;
    case 'o':
        arguments->output = text;
        return 0;
    case ARGP_KEY_END:
        check(state, arguments);
        return 0;
    default:
        return cli_parse_path(key, text, state, &arguments->path, "database");
    }
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPT_STAGE:
        arguments->stage = text;
        return 0;
    case OPT_TILE:
        arguments->stage_choice.has_tile = true;
        arguments->stage_choice.tile = cli_option_word(state, "--tile", text);
        return 0;
    case OPT_DATUMS:
        arguments->datums = text;
        return 0;
    case OPT_RAW:
        arguments->stage_choice.is_raw = true;
        return 0;
    case OPT_UNTILIZE:
        arguments->stage_choice.is_untilized = true;
        return 0;
    case OPT_REGION:
        arguments->region = text;
        return 0;
    case OPT_AT:
        arguments->at = text;
        return 0;
    case OPT_FORMAT:
        parse_format(state, &arguments->region_choice, text);
        return 0;
    default:
        return parse_rest(key, text, state);
    }
}

/* "l1:0x60000-0x60800" (the second is beyond it), a whole space, or an element as address_place_parse() has it. */
static enum tt_status parse_region(struct export_region *region, const char *text, enum tt_chip chip,
                                   struct tt_error *err)
{
    const char *colon = strchr(text, ':');
    char name[32];
    unsigned long long lo = 0, hi = 0;
    int used = 0;
    (void)snprintf(name, sizeof name, "%.*s", colon ? (int)(colon - text) : (int)strlen(text), text);
    region->space = space_find(name);
    if (!colon && region->space != TT_SPACE_COUNT) {
        region->count = space_bytes(chip, region->space);
        return TT_OK;
    }
    if (colon && region->space != TT_SPACE_COUNT &&
        sscanf(colon + 1, "%lli-%lli%n", (long long *)&lo, (long long *)&hi, &used) == 2 && colon[1 + used] == '\0') {
        if (hi <= lo || hi > space_bytes(chip, region->space))
            return tt_fail(err, TT_BAD_INPUT, "--region %s: not a range of %s, which has 0x%x bytes", text, name,
                           space_bytes(chip, region->space));
        region->lo = (uint32_t)lo;
        region->count = (uint32_t)(hi - lo);
        return TT_OK;
    }
    struct address_place place;
    enum tt_status status = address_place_parse(&place, chip, text, err);
    if (status)
        return status;
    if (place.has_every_bank || place.has_every_copy)
        return tt_fail(err, TT_BAD_INPUT, "--region %s: which bank, state or thread? As srca:1,3,5 or cfg:0:FIELD",
                       text);
    region->space = place.space;
    region->lo = place.lo;
    region->count = place.hi - place.lo;
    return TT_OK;
}

static enum tt_status finish_region(struct arguments *arguments, struct results *results, struct tt_error *err)
{
    struct export_region *region = &arguments->region_choice;
    const struct address_marks marks = address_marks_of_results(results);
    enum tt_status status = parse_region(region, arguments->region, results_run(results)->chip, err);
    const uint32_t size = status ? 1 : space_element_bytes(region->space);
    if (!status && (region->lo % size || region->count % size))
        status = tt_fail(err, TT_BAD_INPUT, "--region %s: %s has elements of %u bytes", arguments->region,
                         space_name(region->space), size);
    if (!status && region->has_format && !space_takes_format(region->space, region->format))
        status = tt_fail(err, TT_BAD_INPUT, "--format %s: %s does not hold that", format_get(region->format)->name,
                         space_name(region->space));
    if (!status && region->has_format && format_get(region->format)->is_block && !region->has_exponents)
        status = tt_fail(err, TT_BAD_INPUT, "--format %s needs --exponents ADDR, where its shared exponents begin",
                         format_get(region->format)->name);
    if (!status && arguments->at) {
        region->has_event = true;
        status = address_point(arguments->at, &marks, &region->event, err);
    }
    return status;
}

static int run_export(struct arguments *arguments, struct results *results)
{
    struct tt_error err = {{0}};
    struct export_summary summary;
    struct export_request request = {.path = arguments->output, .replace = arguments->is_forced};
    enum tt_status status = TT_OK;
    if (arguments->region) {
        status = finish_region(arguments, results, &err);
        request.region = &arguments->region_choice;
    } else if (arguments->stage) {
        request.stage = &arguments->stage_choice;
    }
    if (!status && arguments->datums) {
        arguments->stage_choice.has_datums = true;
        status = address_datum_parse(&arguments->stage_choice.datums, arguments->datums, &err);
    }
    if (!status)
        status = export_run(results, &request, &summary, &err);
    if (status)
        return cli_trouble(&err);
    (void)printf("%s: %" PRIu64 " %s%s%s\n", arguments->output, summary.rows,
                 arguments->has_timeline ? "instructions and waits" : "values", summary.what[0] ? ", " : "",
                 summary.what);
    return EXIT_SAME;
}

int verb_export(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "RUN.db -o FILE",
        "Write values of a stage or of a space as CSV or as a NumPy array, or the threads' timeline as a Chrome trace "
        "or a value change dump.\v"
        "Exit status: 0 made, 2 trouble: nothing is made.\n\n"
        "Examples:\n"
        "  tt-replay export run.db --stage pack.late_convert -o x.npy\n"
        "  tt-replay export run.db --stage pack --datums tile3:face2 -o x.csv\n"
        "  tt-replay export run.db --region l1:0x60000-0x60800 --format bf16 -o x.npy\n"
        "  tt-replay export run.db --timeline -o t.vcd",
        0,
        0,
        0};
    struct arguments arguments = {0};
    cli_parse(&argp, argc, argv, &arguments);
    struct tt_error err = {{0}};
    struct results *results = NULL;
    if (path_keep_input(arguments.output, arguments.path, &err) || results_open(&results, arguments.path, &err))
        return cli_trouble(&err);
    const int code = run_export(&arguments, results);
    results_close(results);
    return code;
}
