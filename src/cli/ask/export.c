/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay export: values of a stage or a space as arrays or tables, the timeline as a trace. */
#include "show/export/export.h"
#include "base/input.h"
#include "base/number.h"
#include "base/visible.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "show/capture/capture.h"

struct arguments {
    const char *path, *output, *stage, *datums, *region, *at, *format, *sqlite;
    bool has_timeline, is_forced;
    struct export_stage stage_choice;
    struct export_region region_choice;
};

static void parse_stage(const struct argp_state *state, struct arguments *arguments)
{
    const char *dot = strchr(arguments->stage, '.');
    const size_t length = dot ? (size_t)(dot - arguments->stage) : strlen(arguments->stage);
    char unit[32];
    (void)snprintf(unit, sizeof unit, "%.*s", (int)length, arguments->stage);
    arguments->stage_choice.unit = unit_find(unit);
    CLI_REFUSE_IF(arguments->stage_choice.unit == TT_UNIT_COUNT || length >= sizeof unit, state,
                  "stage '%s' is not UNIT.STAGE, as pack.late_convert or matrix.stored", arguments->stage);
    if (dot)
        (void)snprintf(arguments->stage_choice.stage, sizeof arguments->stage_choice.stage, "%s", dot + 1);
}

static void ask_export_check(const struct argp_state *state, void *into)
{
    struct arguments *arguments = into;
    const int kinds = (arguments->stage != NULL) + (arguments->region != NULL) + arguments->has_timeline +
                      (arguments->sqlite != NULL);
    const struct export_region *region = &arguments->region_choice;
    const struct export_stage *stage = &arguments->stage_choice;
    CLI_REFUSE_IF(kinds != 1, state, "one of --stage, --region, --timeline, --sqlite");
    CLI_REFUSE_IF(!arguments->sqlite == !arguments->output, state,
                  arguments->sqlite ? "--sqlite names the file to make, and so does -o: one of them"
                                    : "no file named: -o FILE");
    CLI_REFUSE_IF(!arguments->stage && (stage->has_tile || arguments->datums || stage->is_raw || stage->is_untilized),
                  state, "--tile, --datums, --raw and --untilize go with --stage");
    CLI_REFUSE_IF(!arguments->region &&
                      (arguments->at || region->range.has_format || region->range.has_exponents || region->has_filler),
                  state, "--at, --format, --exponents and --unknown go with --region");
    if (arguments->stage)
        parse_stage(state, arguments);
    CLI_REFUSE_IF(arguments->datums && stage->unit != TT_UNIT_PACK, state,
                  "--datums names datums of data tiles that packers wrote: --stage pack...");
    CLI_REFUSE_IF(arguments->datums && stage->is_untilized, state, "--untilize is for whole data tiles");
}

#define STAGE(member) INTO(struct arguments, stage_choice.member)
#define REGION(member) INTO(struct arguments, region_choice.member)
static const struct cli_option options[] = {
    {CLI_PATH("database", struct arguments, path)},
    {CLI_HEADING("What to export (one of these):")},
    {"stage", 0, "UNIT[.STAGE]", "values after a stage, as pack.late_convert; the last if none is named",
     INTO(struct arguments, stage)},
    {"region", 0, "PLACE", "a region of a space: l1:0x60000-0x60800, dst, gpr:1.12", INTO(struct arguments, region)},
    {"timeline", 0, NULL, "instructions and waits of the threads (.json, .vcd)", INTO(struct arguments, has_timeline)},
    {"sqlite", 0, "FILE",
     "the database with every instruction, access and value of every stage as rows, as replay --plain makes it",
     INTO(struct arguments, sqlite)},
    {CLI_HEADING("Of a stage:")},
    {"tile", 0, "N", "only data tile N", STAGE(tile), FLAG(struct arguments, stage_choice.has_tile)},
    {"datums", 0, "ADDRESS", "only these datums: tile3:face2:r5", INTO(struct arguments, datums)},
    {"raw", 0, NULL, "write bits rather than values (.npy)", STAGE(is_raw)},
    {"untilize", 0, NULL, "write data tiles as 32 rows of 32 (.npy)", STAGE(is_untilized)},
    {CLI_HEADING("Of a region:")},
    {"at", 0, "POINT", "as it stands after this event, or at mark:NAME (default: the end)", INTO(struct arguments, at)},
    {"format", 0, "F", "as values: bf16, fp32, bfp8, ...",
     NAMED(cli_formats, struct arguments, region_choice.range.format),
     FLAG(struct arguments, region_choice.range.has_format)},
    {"exponents", 0, "ADDR", "where in L1 shared exponents begin",
     CALL(cli_take_exponents, struct arguments, region_choice.range.exponents),
     FLAG(struct arguments, region_choice.range.has_exponents)},
    {"unknown", 0, "N", "value to write for unknown bytes (.npy)", REGION(filler),
     FLAG(struct arguments, region_choice.has_filler)},
    {CLI_HEADING("The file:")},
    {"output", 'o', "FILE", "the file to make, its kind by its suffix: .csv, .npy, .json (Chrome trace), .vcd",
     INTO(struct arguments, output)},
    {"force", 0, NULL, FORCE_TEXT, INTO(struct arguments, is_forced)},
    {0},
};

/* "l1:0x60000-0x60800" (the second is beyond it), a whole space, or an element as address_place_parse() has it. */
static enum tt_status parse_region(struct space_range *region, const char *text, enum tt_chip chip,
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
    const char *dash = colon ? strchr(colon, '-') : NULL;
    if (dash && region->space == TT_SPACE_L1 &&
        (number_ask_base("l1:", colon + 1, err) || number_ask_base("l1:", dash + 1, err))) {
        tt_error_prefix(err, "--region %s", text);
        return TT_BAD_INPUT;
    }
    if (colon && region->space != TT_SPACE_COUNT &&
        sscanf(colon + 1, "%lli-%lli%n", (long long *)&lo, (long long *)&hi, &used) == 2 && colon[1 + used] == '\0') {
        REFUSE_IF(hi <= lo || hi > space_bytes(chip, region->space), err,
                  "--region %s: not a range of %s, which has 0x%x bytes", text, name, space_bytes(chip, region->space));
        region->lo = (uint32_t)lo;
        region->count = (uint32_t)(hi - lo);
        return TT_OK;
    }
    struct address_place place;
    TRY(address_place_parse(&place, chip, text, err));
    REFUSE_IF(place.has_every_bank || place.has_every_copy, err,
              "--region %s: which bank, state or thread? As srca:1,3,5 or cfg:0:FIELD", text);
    region->space = place.space;
    region->lo = place.lo;
    region->count = place.hi - place.lo;
    return TT_OK;
}

static enum tt_status finish_region(struct arguments *arguments, struct results *results, struct tt_error *err)
{
    struct export_region *region = &arguments->region_choice;
    TRY(parse_region(&region->range, arguments->region, results_run(results)->chip, err));
    const uint32_t size = space_element_bytes(region->range.space);
    REFUSE_IF(region->range.lo % size || region->range.count % size, err, "--region %s: %s has elements of %u bytes",
              arguments->region, space_name(region->range.space), size);
    REFUSE_IF(region->range.has_format && !space_takes_format(region->range.space, region->range.format), err,
              "--format %s: %s does not hold this format", format_get(region->range.format)->name,
              space_name(region->range.space));
    REFUSE_IF(region->range.has_format && format_get(region->range.format)->is_block && !region->range.has_exponents,
              err, "--format %s needs --exponents ADDR, where its shared exponents begin",
              format_get(region->range.format)->name);
    if (arguments->at) {
        region->has_event = true;
        TRY(PLACED(address_point_of_run(arguments->at, results, &region->event, err), err, "%s: --at",
                   arguments->path));
    }
    return TT_OK;
}

static enum tt_status export_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct export_summary summary;
    struct export_request request = {.path = arguments->output, .replace = arguments->is_forced};
    struct opened_run run OWNED(opened_run_close) = {0};
    const char *made = arguments->sqlite ? arguments->sqlite : arguments->output;
    (void)code;
    TRY(input_keep(made, arguments->path, err));
    TRY(opened_run_open(&run, arguments->path, err));
    if (arguments->region) {
        TRY(finish_region(arguments, run.results, err));
        request.region = &arguments->region_choice;
    } else if (arguments->stage) {
        request.stage = &arguments->stage_choice;
    }
    arguments->stage_choice.has_datums = arguments->datums != NULL;
    if (arguments->datums)
        TRY(address_datum_parse(&arguments->stage_choice.datums, arguments->datums, err));
    TRY(arguments->sqlite ? results_export_plain(run.results, made, arguments->is_forced, err)
                          : export_run(run.results, &request, &summary, err));
    visible_put(stdout, made, strlen(made));
    if (arguments->sqlite)
        (void)printf(": the run with plain rows\n");
    else
        (void)printf(": %" PRIu64 " %s%s%s\n", summary.rows,
                     arguments->has_timeline ? "instructions and waits" : "values", summary.what[0] ? ", " : "",
                     summary.what);
    return TT_OK;
}

int verb_export(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "RUN.db -o FILE",
        "Write values of a stage or of a space as CSV, as a NumPy array or as an archive of columns, or the threads' "
        "timeline as a Chrome trace or a value change dump, or all of the run as plain rows.\v"
        "Exit status: 0 made, 2 trouble: nothing is made.\n\n"
        "Examples:\n"
        "  tt-replay export run.db --stage pack.late_convert -o x.npy\n"
        "  tt-replay export run.db --stage pack --datums tile3:face2 -o x.csv\n"
        "  tt-replay export run.db --stage matrix.stored -o x.npy\n"
        "  tt-replay export run.db --region l1:0x60000-0x60800 --format bf16 -o x.npy\n"
        "  tt-replay export run.db --timeline -o t.vcd\n"
        "  tt-replay export run.db --sqlite plain.db",
        options, ask_export_check};
    struct arguments arguments = {0};
    return cli_do(&syntax, argc, argv, &arguments, export_do);
}
