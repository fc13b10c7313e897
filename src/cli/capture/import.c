/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay import: captures from dump bundles, programs, dumps and instruction streams.
 * docs/formats/bundle.md, docs/how-to/capture-from-dumps.md */
#include "ask/run/address.h"
#include "base/input.h"
#include "base/path.h"
#include "base/text/texts.h"
#include "capture/bundle.h"
#include "capture/import/bundle/journal.h"
#include "capture/import/importer.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/run/program.h"
#include "isa/cores.h"

struct import_arguments {
    struct texts sources;      /* bundles and captures */
    struct import_item *items; /* the overlays; labels are owned */
    size_t item_count, item_capacity;
    struct import_options options;
    const char *output, *name;
    const char *wire;               /* a conversation, of which a program is made */
    const char *at;                 /* checkpoint of the dumps that follow */
    struct import_prefix *prefixes; /* options.prefix_count of them; owned */
    size_t prefix_capacity;
    bool has_image[TT_CORE_COUNT];
    uint32_t image[TT_CORE_COUNT]; /* of a core's own memory, in L1 */
    bool replace;
};

enum { A_PROGRAM = IMPORT_TOOLS + 1, ABOUT_WHOLE };
enum { KEY_MAX = 128 };

/* The part before '=' into key; returns the text behind it. */
static const char *import_options_split(struct argp_state *state, const char *option, const char *example,
                                        const char *value, char key[static KEY_MAX])
{
    const char *equals = strchr(value, '=');
    CLI_REFUSE_IF(!equals || equals == value || equals - value >= KEY_MAX || !equals[1], state,
                  "--%s %s: expected something like --%s %s", option, value, option, example);
    memcpy(key, value, (size_t)(equals - value));
    key[equals - value] = '\0';
    return equals + 1;
}

/* An item labelled as it was given: "--l1 0x20000=in.bin". */
static void import_options_add_item(struct argp_state *state, const char *value, void *into, const void *of)
{
    struct import_arguments *arguments = into;
    const struct importer *importer = of;
    size_t size = strlen(importer->option) + strlen(value) + 4;
    char *label = mem_alloc(size);
    if (!label ||
        mem_grow(&arguments->items, &arguments->item_capacity, arguments->item_count + 1, sizeof *arguments->items))
        cli_no_memory();
    (void)snprintf(label, size, "--%s %s", importer->option, value);
    struct import_item *item = &arguments->items[arguments->item_count++];
    *item = (struct import_item){.importer = importer, .label = label, .path = value, .id = arguments->at};
    if (!importer->key)
        return;
    char key[KEY_MAX];
    struct tt_error err;
    item->path = import_options_split(state, importer->option, importer->example, value, key);
    CLI_REFUSE_IF(importer->key(item, key, &err), state, "%s: %s", label, err.text);
}

static void set_image(struct argp_state *state, const char *value, void *into)
{
    struct import_arguments *arguments = into;
    struct import_item item;
    struct tt_error err;
    char key[KEY_MAX];
    uint32_t addr = 0;
    const char *text = import_options_split(state, "image", "t0=0x8000", value, key);
    CLI_REFUSE_IF(key_core(&item, key, &err) || key_addr(&addr, text, &err), state, "--image %s: %s", value, err.text);
    arguments->has_image[item.core] = true;
    arguments->image[item.core] = addr;
}

/* Each image belongs to a program, wherever it stands. */
static void give_images(const struct argp_state *state, struct import_arguments *arguments)
{
    for (int core = TT_CORE_B; core < TT_CORE_COUNT; core++) {
        bool has_program = false;
        for (size_t i = 0; i < arguments->item_count && arguments->has_image[core]; i++) {
            struct import_item *item = &arguments->items[i];
            if (!item->importer->takes_image || (int)item->core != core)
                continue;
            has_program = true;
            item->has_addr = true;
            item->addr = arguments->image[core];
        }
        CLI_REFUSE_IF(arguments->has_image[core] && !has_program, state, "--image: there is no --elf for core %s",
                      core_name((enum tt_core)core));
    }
}

/* OLD ends at the first '='. */
static void add_prefix(struct argp_state *state, const char *value, void *into)
{
    struct import_arguments *arguments = into;
    const char *equals = strchr(value, '=');
    CLI_REFUSE_IF(!equals || equals == value, state,
                  "--lines-prefix %s: expected something like --lines-prefix /home/me/tt-metal/=", value);
    struct import_prefix prefix = {mem_strdup(value), mem_strdup(equals + 1)};
    if (!prefix.old_text || !prefix.new_text ||
        mem_grow(&arguments->prefixes, &arguments->prefix_capacity, arguments->options.prefix_count + 1,
                 sizeof *arguments->prefixes))
        cli_no_memory();
    prefix.old_text[equals - value] = '\0';
    arguments->prefixes[arguments->options.prefix_count++] = prefix;
    arguments->options.prefixes = arguments->prefixes;
}

static void import_check(const struct argp_state *state, void *into)
{
    struct import_arguments *arguments = into;
    CLI_REFUSE_IF(arguments->wire &&
                      (arguments->sources.count || arguments->item_count || arguments->name ||
                       arguments->options.salvage || arguments->options.has_kind || arguments->options.mask),
                  state, "--wire is a whole program: --arch and --force alone go with it");
    CLI_REFUSE_IF(arguments->sources.count == 0 && arguments->item_count == 0 && !arguments->wire, state,
                  "no source named");
    CLI_REFUSE_IF(!arguments->output, state, "no output named: -o FILE");
    give_images(state, arguments);
}

static const char *import_source_at(size_t i, const void *user)
{
    (void)user;
    return source_names(i);
}

static const struct cli_names sources = {import_source_at, NULL, NULL};

#define IMPORT(member) INTO(struct import_arguments, member)
/* Options that are no sources; the sources follow. */
static const struct cli_option others[] = {
    {CLI_PATHS(NULL, struct import_arguments, sources)},
    {"output", 'o', "FILE", "write FILE; with several bundles or a name that ends in /, a folder", IMPORT(output)},
    {"force", 0, NULL, FORCE_TEXT, IMPORT(replace)},
    {CLI_HEADING("Programs and instructions:"), .group = IMPORT_PROGRAMS},
    {"image", 0, "CORE=ADDR",
     "where in L1 the loader puts the contents of the core's local memory, if the program is linked without an image",
     CALL_ALL(set_image), .group = IMPORT_PROGRAMS},
    {"no-lines", 0, NULL, "take no lines of source from the programs' debug information", IMPORT(options.no_lines),
     .group = IMPORT_PROGRAMS},
    {"lines-prefix", 0, "OLD=NEW",
     "source files whose names begin with OLD are named with NEW instead; the first that fits counts",
     CALL_ALL(add_prefix), .group = IMPORT_PROGRAMS},
    {CLI_HEADING("Dumps, raw or .npy:"), .group = IMPORT_DUMPS},
    {"at", 0, "ID", "the dumps that follow are of checkpoint ID: begin (the default), end, or one of the capture",
     IMPORT(at), .group = IMPORT_DUMPS},
    {CLI_HEADING("What other tools print, known by its beginning when given without an option:"),
     .group = IMPORT_TOOLS},
    {CLI_HEADING("A whole program:"), .group = A_PROGRAM},
    {"wire", 0, "FILE",
     "a recorded conversation of a host with a chip: all tiles run, and OUT becomes a program, a folder with a capture "
     "of each (docs/formats/program.md)",
     IMPORT(wire), .group = A_PROGRAM},
    {CLI_HEADING("About the whole:"), .group = ABOUT_WHOLE},
    {"arch", 0, "CHIP", "blackhole or wormhole_b0", NAMED(cli_chips, struct import_arguments, options.chip),
     .group = ABOUT_WHOLE},
    {"source", 0, "KIND",
     "silicon (the default), simulator, emulator or derived. What the start leaves out is unknown; of a "
     "simulator or emulator it has its reset value",
     NAMED(sources, struct import_arguments, options.kind), FLAG(struct import_arguments, options.has_kind),
     .group = ABOUT_WHOLE},
    {"mask", 0, "FILE",
     "the bits of configuration that the recorder holds, as cfg-mask.json, which counts in the bundle's folder or "
     "beside the dump; all others are unknown",
     IMPORT(options.mask), .group = ABOUT_WHOLE},
    {"name", 0, "NAME", "name of the capture", IMPORT(name), .group = ABOUT_WHOLE},
    {"salvage", 0, NULL,
     "take what is whole of a capture that is cut, or of a recording that was not "
     "closed, and name what is lost, which is then unknown",
     IMPORT(options.salvage), .group = ABOUT_WHOLE},
    {"override", 0, NULL, "where two sources differ, the later one counts", IMPORT(options.override),
     .group = ABOUT_WHOLE},
};
enum { OTHERS = sizeof others / sizeof others[0] };

static void import_arguments_clear(struct import_arguments *arguments)
{
    for (size_t i = 0; i < arguments->item_count; i++)
        mem_free((void *)arguments->items[i].label);
    mem_free(arguments->items);
    for (size_t i = 0; i < arguments->options.prefix_count; i++) {
        mem_free(arguments->prefixes[i].old_text);
        mem_free(arguments->prefixes[i].new_text);
    }
    mem_free(arguments->prefixes);
}

static enum tt_status import_find_place(enum tt_chip chip, const char *text, enum tt_space *space, uint32_t *lo,
                                        struct tt_error *err)
{
    struct address_place place;
    const enum tt_status status = address_place_parse(&place, chip, text, err);
    REFUSE_IF(!status && (place.is_field || place.has_every_bank), err,
              "--dump %s: expected one place, such as srca:0,0,0 or l1:0x60000", text);
    *space = status ? TT_SPACE_L1 : place.space;
    *lo = status ? 0 : place.lo;
    return status;
}

static void say_warning(void *user, const char *sentence)
{
    (void)user;
    (void)fprintf(stderr, "tt-replay: note: %s\n", sentence);
}

/* The last part of a path, without the slashes at its end. Points into path. */
static const char *last_part(const char *path, size_t *length)
{
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    *length = end - start;
    return path + start;
}

/* FOLDER/NAME.ttcap for the bundle `source`; mem_free it. "." and ".." are folders with a name of their own. */
static char *path_in_folder(const char *folder, const char *source)
{
    size_t length, size;
    const char *name = last_part(source, &length);
    char *real = strspn(name, ".") >= length ? realpath(source, NULL) : NULL;
    if (real)
        name = last_part(real, &length);
    size = strlen(folder) + length + sizeof "/.ttcap";
    char *path = mem_alloc(size);
    const char *slash = *folder && folder[strlen(folder) - 1] == '/' ? "" : "/";
    if (path)
        (void)snprintf(path, size, "%s%s%.*s.ttcap", folder, slash, (int)length, name);
    free(real);
    return path;
}

static int by_last_part(const void *a, const void *b)
{
    size_t la, lb;
    const char *na = last_part(*(char *const *)a, &la), *nb = last_part(*(char *const *)b, &lb);
    int order = strncmp(na, nb, la < lb ? la : lb);
    return order ? order : (la > lb) - (la < lb);
}

/* Two bundles of one name would be written into one file. Sorts the sources. */
static enum tt_status import_check_names(struct import_arguments *arguments, struct tt_error *err)
{
    const char **all = arguments->sources.items;
    qsort(all, arguments->sources.count, sizeof *all, by_last_part);
    for (size_t i = 1; i < arguments->sources.count; i++)
        REFUSE_IF(by_last_part(&all[i - 1], &all[i]) == 0, err, "%s and %s would both be written to one file in %s",
                  all[i - 1], all[i], arguments->output);
    return TT_OK;
}

/* A capture of one source, with all that is laid over it; source may be null. The rest is laid over a folder or a
 * capture; the text of a tool is known by its beginning. */
static enum tt_status import_put_together(const struct import_arguments *arguments, const char *source,
                                          enum path_kind source_is, const char *path, struct tt_error *err)
{
    const struct importer *importer = NULL;
    if (source_is == PATH_FILE)
        TRY(import_detect(&importer, source, err));
    struct import_item *items OWNED(mem_free_at) = mem_calloc(arguments->item_count + 1, sizeof *items);
    NEED(items, err, "no memory");
    size_t count = 0;
    if (source)
        items[count++] =
            (struct import_item){.importer = importer, .label = source, .path = source, .id = arguments->at};
    for (size_t i = 0; i < arguments->item_count; i++)
        items[count++] = arguments->items[i];
    if (arguments->options.mask)
        TRY(input_keep(path, arguments->options.mask, err));
    for (size_t i = 0; i < count; i++)
        TRY(input_keep(path, items[i].path, err));
    return import_items(items, count, &arguments->options, arguments->name, path, arguments->replace, err);
}

/* Whether the user says something that only a capture put together shows. */
static bool import_has_more(const struct import_arguments *arguments)
{
    return arguments->item_count || arguments->name || arguments->options.salvage || arguments->options.has_kind ||
           arguments->options.chip != TT_CHIP_COUNT;
}

static enum tt_status import_one(const struct import_arguments *arguments, const char *source, const char *path,
                                 struct tt_error *err)
{
    enum path_kind kind = PATH_ABSENT;
    bool is_bundle = false, is_recording = false;
    if (source)
        TRY(path_look(&kind, source, err));
    if (kind == PATH_FOLDER)
        TRY(bundle_look(&is_bundle, source, err));
    if (kind == PATH_FOLDER && !is_bundle)
        TRY(journal_look(&is_recording, source, err));
    REFUSE_IF(is_recording && !arguments->options.salvage, err,
              "%s: a recording that was not closed; --salvage takes what was flushed", source);
    REFUSE_IF(kind == PATH_FOLDER && !is_bundle && !is_recording, err,
              "%s: no dump bundle: there is no bundle.json in it", source);
    if (kind != PATH_FOLDER || import_has_more(arguments))
        return import_put_together(arguments, source, kind, path, err);
    const struct bundle_from from = {.folder = source, .mask = arguments->options.mask};
    if (from.mask)
        TRY(input_keep(path, from.mask, err));
    return bundle_import_from(&from, path, arguments->replace, false, err);
}

/* Goes on after a bundle that cannot be read, and says each. */
static enum tt_status import_all(struct import_arguments *arguments, int *code, struct tt_error *err)
{
    struct progress progress OWNED(progress_end);
    progress_begin(&progress, "import", "bundles");
    TRY(import_check_names(arguments, err));
    for (size_t i = 0; i < arguments->sources.count; i++) {
        char *path OWNED(mem_free_at) = path_in_folder(arguments->output, arguments->sources.items[i]);
        NEED(path, err, "no memory");
        if (import_one(arguments, arguments->sources.items[i], path, err))
            *code = cli_trouble(err);
        progress_show(&progress, i + 1, arguments->sources.count);
    }
    return TT_OK;
}

/* Into one capture, or into a folder that is there. */
static enum tt_status import_into(struct import_arguments *arguments, int *code, struct tt_error *err)
{
    enum path_kind kind;
    const char *output = arguments->output;
    const size_t end = strlen(output);
    REFUSE_IF(arguments->sources.count > 1 && import_has_more(arguments), err,
              "%zu bundles make as many captures; what is laid over needs one, or none", arguments->sources.count);
    TRY(path_look(&kind, output, err));
    REFUSE_IF(kind != PATH_FOLDER && (arguments->sources.count > 1 || (end && output[end - 1] == '/')), err,
              "%s: no such folder, expected one that is there for the capture of each source", output);
    if (kind != PATH_FOLDER)
        return import_one(arguments, arguments->sources.count ? arguments->sources.items[0] : NULL, output, err);
    if (arguments->sources.count > 0)
        return import_all(arguments, code, err);
    return tt_fail(err, TT_BAD_INPUT, "%s: a folder, expected the name of the capture", output);
}

static enum tt_status import_do(void *words, int *code, struct tt_error *err)
{
    struct import_arguments *arguments = words;
    const struct program_words program = {
        .wire = arguments->wire,
        .arch = arguments->options.chip < TT_CHIP_COUNT ? ttcap_chip_name(arguments->options.chip) : NULL,
        .output = arguments->output,
        .is_forced = arguments->replace};
    arguments->options.place = import_find_place;
    arguments->options.warned = say_warning;
    return arguments->wire ? program_import(&program, err) : import_into(arguments, code, err);
}

/* Options of the registry are among them. */
int verb_import(int argc, char **argv)
{
    struct import_arguments arguments OWNED(import_arguments_clear) = {.at = "begin", .options.chip = TT_CHIP_COUNT};
    struct cli_option *rows OWNED(mem_free_at) = mem_calloc(OTHERS + importer_count + 1, sizeof *rows);
    struct texts values OWNED(texts_clear) = {0};
    const struct cli_syntax syntax = {
        "[BUNDLE|FILE]...",
        "Make a capture from a dump bundle (a folder with bundle.json), or put one together from programs, "
        "dumps, instruction streams and what other tools print, alone or laid over a bundle or a capture. The "
        "capture records which bytes are known. Two sources that differ are an error.\v"
        "Exit status: 0 made, 2 trouble: nothing is made.\n\n"
        "Example:\n"
        "  tt-replay import case-name/ -o case.ttcap",
        rows, import_check};
    if (!rows)
        cli_no_memory();
    memcpy(rows, others, sizeof others);
    for (size_t i = 0; i < importer_count; i++) {
        const struct importer *from = importers[i];
        char value[64];
        (void)snprintf(value, sizeof value, "%sFILE", from->before ? from->before : "");
        cli_texts_add(&values, value);
        rows[OTHERS + i] = (struct cli_option){.name = from->option,
                                               .value = values.items[i],
                                               .doc = from->doc,
                                               .kind = CLI_CALL_OF,
                                               .take_of = import_options_add_item,
                                               .of = from,
                                               .group = (int)from->group};
    }
    return cli_do(&syntax, argc, argv, &arguments, import_do);
}
