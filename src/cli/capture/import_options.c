/* SPDX-License-Identifier: Apache-2.0 */
/* Options of `tt-replay import`: each source becomes an item, in the order given. */
#include "cli/capture/import_options.h"

#include "base/memory.h"
#include "capture/container/manifest.h"
#include "capture/import/keys.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "isa/chip.h"
#include "isa/cores.h"

#include <string.h>

enum {
    OPTION_FORCE = 0x100,
    OPTION_ARCH,
    OPTION_SOURCE,
    OPTION_NAME,
    OPTION_OVERRIDE,
    OPTION_SALVAGE,
    OPTION_IMAGE,
    OPTION_NO_LINES,
    OPTION_LINES_PREFIX,
    OPTION_AT,
    OPTION_MASK,
    OPTION_WIRE,
    OPTION_IMPORTER, /* + its number */
};

enum { A_PROGRAM = IMPORT_TOOLS + 1, ABOUT_WHOLE };

/* An argument that is no source; the sources follow. */
static const struct argp_option others[] = {
    {"output", 'o', "FILE", 0, "write FILE; with several bundles or a name that ends in /, a folder", 0},
    {"force", OPTION_FORCE, NULL, 0, FORCE_TEXT, 0},
    {NULL, 0, NULL, 0, "Programs and instructions:", IMPORT_PROGRAMS},
    {"image", OPTION_IMAGE, "CORE=ADDR", 0,
     "where in L1 the loader puts the contents of the core's local memory, if the program is linked without "
     "an image",
     IMPORT_PROGRAMS},
    {"no-lines", OPTION_NO_LINES, NULL, 0, "take no lines of source from the programs' debug information",
     IMPORT_PROGRAMS},
    {"lines-prefix", OPTION_LINES_PREFIX, "OLD=NEW", 0,
     "source files whose names begin with OLD are named with NEW instead; the first that fits counts", IMPORT_PROGRAMS},
    {NULL, 0, NULL, 0, "Dumps, raw or .npy:", IMPORT_DUMPS},
    {"at", OPTION_AT, "ID", 0,
     "the dumps that follow are of checkpoint ID: begin (the default), end, or one of the capture", IMPORT_DUMPS},
    {NULL, 0, NULL, 0, "What other tools print, known by its beginning when given without an option:", IMPORT_TOOLS},
    {NULL, 0, NULL, 0, "A whole program:", A_PROGRAM},
    {"wire", OPTION_WIRE, "FILE", 0,
     "a recorded conversation of a host with a chip: all tiles run, and OUT becomes a program, a folder with a capture "
     "of each (docs/formats/program.md)",
     A_PROGRAM},
    {NULL, 0, NULL, 0, "About the whole:", ABOUT_WHOLE},
    {"arch", OPTION_ARCH, "CHIP", 0, "blackhole or wormhole_b0", ABOUT_WHOLE},
    {"source", OPTION_SOURCE, "KIND", 0,
     "silicon (the default), simulator, emulator or derived. What the start leaves out is unknown; of a "
     "simulator or emulator it has its reset value",
     ABOUT_WHOLE},
    {"mask", OPTION_MASK, "FILE", 0,
     "the bits of configuration that the recorder holds, as cfg-mask.json, which counts in the bundle's folder or "
     "beside the dump; all others are unknown",
     ABOUT_WHOLE},
    {"name", OPTION_NAME, "NAME", 0, "name of the capture", ABOUT_WHOLE},
    {"salvage", OPTION_SALVAGE, NULL, 0,
     "take what is whole of a capture or bundle that is cut or has wrong bytes, or of a recording that was not "
     "closed, and name what is lost, which is then unknown",
     ABOUT_WHOLE},
    {"override", OPTION_OVERRIDE, NULL, 0, "where two sources differ, the later one counts", ABOUT_WHOLE},
};
enum { KEY_MAX = 128 };
enum { OTHERS = sizeof others / sizeof others[0] };

struct argp_option *import_argp_options(char **arguments)
{
    size_t size = 0;
    for (size_t i = 0; i < importer_count; i++)
        size += (importers[i]->before ? strlen(importers[i]->before) : 0) + sizeof "FILE";
    struct argp_option *options = mem_calloc(OTHERS + importer_count + 1, sizeof *options);
    char *argument = *arguments = mem_alloc(size);
    if (!options || !argument)
        cli_no_memory();
    memcpy(options, others, sizeof others);
    for (size_t i = 0; i < importer_count; i++) {
        const struct importer *from = importers[i];
        options[OTHERS + i] =
            (struct argp_option){from->option, OPTION_IMPORTER + (int)i, argument, 0, from->doc, (int)from->group};
        argument += sprintf(argument, "%sFILE", from->before ? from->before : "") + 1;
    }
    return options;
}

/* The part before '=' into key; returns the text behind it. */
static const char *import_options_split(struct argp_state *state, const char *option, const char *example,
                                        const char *value, char key[static KEY_MAX])
{
    const char *equals = strchr(value, '=');
    if (!equals || equals == value || equals - value >= KEY_MAX || !equals[1])
        argp_error(state, "--%s %s: expected something like --%s %s", option, value, option, example);
    memcpy(key, value, (size_t)(equals - value));
    key[equals - value] = '\0';
    return equals + 1;
}

/* An item labelled as it was given: "--l1 0x20000=in.bin". */
static void import_options_add_item(struct argp_state *state, const struct importer *importer, const char *value)
{
    struct import_arguments *arguments = state->input;
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
        argp_error(state, "%s: %s", label, err.text);
}

static void set_image(struct argp_state *state, const char *value)
{
    struct import_arguments *arguments = state->input;
    struct import_item item;
    struct tt_error err;
    char key[KEY_MAX];
    uint32_t addr = 0;
    const char *text = import_options_split(state, "image", "t0=0x8000", value, key);
    if (key_core(&item, key, &err) || key_addr(&addr, text, &err))
        argp_error(state, "--image %s: %s", value, err.text);
    arguments->has_image[item.core] = true;
    arguments->image[item.core] = addr;
}

/* Each image belongs to a program, wherever it stands. */
static void give_images(struct argp_state *state)
{
    struct import_arguments *arguments = state->input;
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
            argp_error(state, "--image: there is no --elf for core %s", core_name((enum tt_core)core));
    }
}

/* OLD ends at the first '='. */
static void add_prefix(struct argp_state *state, const char *value)
{
    struct import_arguments *arguments = state->input;
    const char *equals = strchr(value, '=');
    if (!equals || equals == value)
        argp_error(state, "--lines-prefix %s: expected something like --lines-prefix /home/me/tt-metal/=", value);
    struct import_prefix prefix = {mem_strdup(value), mem_strdup(equals + 1)};
    if (!prefix.old_text || !prefix.new_text ||
        mem_grow(&arguments->prefixes, &arguments->prefix_capacity, arguments->options.prefix_count + 1,
                 sizeof *arguments->prefixes))
        cli_no_memory();
    prefix.old_text[equals - value] = '\0';
    arguments->prefixes[arguments->options.prefix_count++] = prefix;
    arguments->options.prefixes = arguments->prefixes;
}

static void set_source(struct argp_state *state, const char *value)
{
    struct import_arguments *arguments = state->input;
    const int source = source_find(value);
    if (source == SOURCE_COUNT)
        argp_error(state, "--source %s: expected silicon, simulator, emulator or derived", value);
    arguments->options.kind = (enum ttcap_source)source;
    arguments->options.has_kind = true;
}

static void add_source(struct argp_state *state, char *value)
{
    struct import_arguments *arguments = state->input;
    if (mem_grow(&arguments->sources, &arguments->source_capacity, arguments->source_count + 1,
                 sizeof *arguments->sources) < 0)
        cli_no_memory();
    arguments->sources[arguments->source_count++] = value;
}

error_t import_argp_parse(int key, char *value, struct argp_state *state)
{
    struct import_arguments *arguments = state->input;
    if (key >= OPTION_IMPORTER && key < OPTION_IMPORTER + (int)importer_count) {
        import_options_add_item(state, importers[key - OPTION_IMPORTER], value);
        return 0;
    }
    switch (key) {
    case 'o':
        arguments->output = value;
        return 0;
    case OPTION_FORCE:
        arguments->replace = true;
        return 0;
    case OPTION_IMAGE:
        set_image(state, value);
        return 0;
    case OPTION_NO_LINES:
        arguments->options.no_lines = true;
        return 0;
    case OPTION_LINES_PREFIX:
        add_prefix(state, value);
        return 0;
    case OPTION_MASK:
        arguments->options.mask = value;
        return 0;
    case OPTION_WIRE:
        arguments->wire = value;
        return 0;
    case OPTION_AT:
        arguments->at = value;
        return 0;
    case OPTION_ARCH:
        arguments->options.chip = chip_find(value);
        if (arguments->options.chip == TT_CHIP_COUNT)
            argp_error(state, "--arch %s: expected blackhole or wormhole_b0", value);
        return 0;
    case OPTION_SOURCE:
        set_source(state, value);
        return 0;
    case OPTION_NAME:
        arguments->name = value;
        return 0;
    case OPTION_SALVAGE:
        arguments->options.salvage = true;
        return 0;
    case OPTION_OVERRIDE:
        arguments->options.override = true;
        return 0;
    case ARGP_KEY_ARG:
        add_source(state, value);
        return 0;
    case ARGP_KEY_END:
        if (arguments->wire && (arguments->source_count || arguments->item_count || arguments->name ||
                                arguments->options.salvage || arguments->options.has_kind || arguments->options.mask))
            argp_error(state, "--wire is a whole program: --arch and --force alone go with it");
        if (arguments->source_count == 0 && arguments->item_count == 0 && !arguments->wire)
            argp_error(state, "no source named");
        if (!arguments->output)
            argp_error(state, "no output named: -o FILE");
        give_images(state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

void import_arguments_clear(struct import_arguments *arguments)
{
    for (size_t i = 0; i < arguments->item_count; i++)
        mem_free((void *)arguments->items[i].label);
    mem_free(arguments->items);
    for (size_t i = 0; i < arguments->options.prefix_count; i++) {
        mem_free(arguments->prefixes[i].old_text);
        mem_free(arguments->prefixes[i].new_text);
    }
    mem_free(arguments->prefixes);
    mem_free(arguments->sources);
}
