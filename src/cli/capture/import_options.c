/* SPDX-License-Identifier: Apache-2.0 */
/* Options of `tt-replay import`: each source becomes an item, in the order given. */
#include "cli/capture/import_options.h"

#include "base/memory.h"
#include "capture/import/keys.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "isa/cores.h"

#include <string.h>

enum { A_PROGRAM = IMPORT_TOOLS + 1, ABOUT_WHOLE };
enum { KEY_MAX = 128 };

/* The part before '=' into key; returns the text behind it. */
static const char *import_options_split(struct argp_state *state, const char *option, const char *example,
                                        const char *value, char key[static KEY_MAX])
{
    const char *equals = strchr(value, '=');
    if (!equals || equals == value || equals - value >= KEY_MAX || !equals[1])
        cli_refuse(state, "--%s %s: expected something like --%s %s", option, value, option, example);
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
    if (importer->key(item, key, &err))
        cli_refuse(state, "%s: %s", label, err.text);
}

static void set_image(struct argp_state *state, const char *value, void *into)
{
    struct import_arguments *arguments = into;
    struct import_item item;
    struct tt_error err;
    char key[KEY_MAX];
    uint32_t addr = 0;
    const char *text = import_options_split(state, "image", "t0=0x8000", value, key);
    if (key_core(&item, key, &err) || key_addr(&addr, text, &err))
        cli_refuse(state, "--image %s: %s", value, err.text);
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
        if (arguments->has_image[core] && !has_program)
            cli_refuse(state, "--image: there is no --elf for core %s", core_name((enum tt_core)core));
    }
}

/* OLD ends at the first '='. */
static void add_prefix(struct argp_state *state, const char *value, void *into)
{
    struct import_arguments *arguments = into;
    const char *equals = strchr(value, '=');
    if (!equals || equals == value)
        cli_refuse(state, "--lines-prefix %s: expected something like --lines-prefix /home/me/tt-metal/=", value);
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
    if (arguments->wire && (arguments->sources.count || arguments->item_count || arguments->name ||
                            arguments->options.salvage || arguments->options.has_kind || arguments->options.mask))
        cli_refuse(state, "--wire is a whole program: --arch and --force alone go with it");
    if (arguments->sources.count == 0 && arguments->item_count == 0 && !arguments->wire)
        cli_refuse(state, "no source named");
    if (!arguments->output)
        cli_refuse(state, "no output named: -o FILE");
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
     "where in L1 the loader puts the contents of the core's local memory, if the program is linked without "
     "an image",
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
