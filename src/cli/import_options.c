/* SPDX-License-Identifier: Apache-2.0 */
/* Options of `tt-replay import`: each source becomes an item, in the order given. */
#include "cli/import_options.h"

#include "base/memory.h"
#include "cli/cli.h"
#include "isa/chip.h"
#include "isa/cores.h"
#include "isa/spaces.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPTION_FORCE = 0x100,
    OPTION_ARCH,
    OPTION_SOURCE,
    OPTION_NAME,
    OPTION_OVERRIDE,
    OPTION_ELF,
    OPTION_IMAGE,
    OPTION_STREAM,
    OPTION_AT,
    OPTION_LLK_JSON,
    OPTION_EXALENS,
    OPTION_LOG,
    OPTION_SPACE, /* + enum tt_space: a dump of it */
};

const struct argp_option import_argp_options[] = {
    {"output", 'o', "FILE", 0, "write FILE; with several bundles or a name that ends in /, a folder", 0},
    {"force", OPTION_FORCE, NULL, 0, "replace what is there", 0},
    {NULL, 0, NULL, 0, "Programs and instructions:", 1},
    {"elf", OPTION_ELF, "CORE=FILE", 0,
     "program of core b, nc, t0, t1 or t2: its segments in L1, where it starts, names", 1},
    {"image", OPTION_IMAGE, "CORE=ADDR", 0,
     "where in L1 its loader puts what the program has for the core's own memory, if it is linked without an image", 1},
    {"stream", OPTION_STREAM, "T=FILE", 0,
     "words pushed by thread T: .bin, a hexadecimal word a line, or an objdump listing", 1},
    {NULL, 0, NULL, 0, "Dumps, raw or .npy:", 2},
    {"at", OPTION_AT, "ID", 0, "the dumps that follow are of checkpoint ID: begin (unless told), end, or one there", 2},
    {"l1", OPTION_SPACE + TT_SPACE_L1, "ADDR=FILE", 0, "L1 from byte ADDR on", 2},
    {"cfg", OPTION_SPACE + TT_SPACE_CFG, "FILE", 0, "configuration: two states, or all as read from 0xffef0000 on", 2},
    {"thread-cfg", OPTION_SPACE + TT_SPACE_THREAD_CFG, "FILE", 0, "configuration of the three threads", 2},
    {"gpr", OPTION_SPACE + TT_SPACE_GPR, "FILE", 0, "scalar registers of the three threads", 2},
    {"dst", OPTION_SPACE + TT_SPACE_DST, "FILE", 0, "Dst, 1024 rows of 16 raw cells", 2},
    {"dst-valid", OPTION_SPACE + TT_SPACE_DST_VALID, "FILE", 0, "which rows of Dst hold data", 2},
    {"srca", OPTION_SPACE + TT_SPACE_SRCA, "FILE", 0, "SrcA, both banks", 2},
    {"srcb", OPTION_SPACE + TT_SPACE_SRCB, "FILE", 0, "SrcB, both banks", 2},
    {"lreg", OPTION_SPACE + TT_SPACE_LREG, "FILE", 0, "vector registers, 16 of 32 lanes", 2},
    {"state", OPTION_SPACE + TT_SPACE_STATE, "FILE", 0, "the small state, JSON as in a bundle", 2},
    {NULL, 0, NULL, 0, "What other tools print, known by its beginning when given without an option:", 3},
    {"llk-json", OPTION_LLK_JSON, "FILE", 0, "state of a tile as the tests of the low-level kernels write it", 3},
    {"exalens", OPTION_EXALENS, "FILE", 0, "tt-exalens: brxy, read, tensix, reg, dump-regfile", 3},
    {"log", OPTION_LOG, "FILE", 0, "tt-metal: DEBUG_CHECKPOINT, debug_dump_l1; a checkpoint for each", 3},
    {NULL, 0, NULL, 0, "About the whole:", 4},
    {"arch", OPTION_ARCH, "CHIP", 0, "blackhole or wormhole_b0", 4},
    {"source", OPTION_SOURCE, "KIND", 0,
     "silicon (unless told), simulator, emulator or derived: what the start leaves out is unknown, or, of a simulator "
     "or emulator, its reset value",
     4},
    {"name", OPTION_NAME, "NAME", 0, "name of the capture", 4},
    {"override", OPTION_OVERRIDE, NULL, 0, "where two sources differ, the later one counts", 4},
    {0},
};

/* An item labelled as it was given: "--l1 0x20000=in.bin". */
static struct import_item *add_item(struct argp_state *state, const char *option, const char *value,
                                    enum import_item_kind kind)
{
    struct import_arguments *arguments = state->input;
    size_t size = strlen(option) + strlen(value) + 4;
    char *label = mem_alloc(size);
    if (!label || mem_grow((void **)&arguments->items, &arguments->item_capacity, arguments->item_count + 1,
                           sizeof *arguments->items))
        cli_no_memory();
    (void)snprintf(label, size, "--%s %s", option, value);
    struct import_item *item = &arguments->items[arguments->item_count++];
    *item = (struct import_item){.kind = kind, .label = label, .path = value, .id = arguments->at};
    return item;
}

/* The part before '=' into key; returns what is behind it. */
static const char *split(struct argp_state *state, const char *option, const char *value, char *key, size_t size)
{
    const char *equals = strchr(value, '=');
    if (!equals || equals == value || (size_t)(equals - value) >= size || !equals[1])
        argp_error(state, "--%s %s: expected something like --%s %s", option, value, option,
                   strcmp(option, "l1") == 0      ? "0x20000=in.bin"
                   : strcmp(option, "elf") == 0   ? "t0=unpack.elf"
                   : strcmp(option, "image") == 0 ? "t0=0x8000"
                                                  : "0=words.txt");
    memcpy(key, value, (size_t)(equals - value));
    key[equals - value] = '\0';
    return equals + 1;
}

static void add_stream(struct argp_state *state, const char *value)
{
    char key[8];
    const char *path = split(state, "stream", value, key, sizeof key);
    struct import_item *item = add_item(state, "stream", value, IMPORT_STREAM);
    const char *digit = *key == 't' ? key + 1 : key;
    if (*digit < '0' || *digit > '2' || digit[1])
        argp_error(state, "--stream %s: no thread '%s', expected 0, 1 or 2", value, key);
    item->path = path;
    item->thread = (unsigned)(*digit - '0');
}

/* An address in `text`, decimal or with 0x. */
static uint32_t address(struct argp_state *state, const char *option, const char *value, const char *text)
{
    uint64_t addr;
    if (!cli_number(text, 0, UINT32_MAX, &addr))
        argp_error(state, "--%s %s: '%s' is no address", option, value, text);
    return (uint32_t)addr;
}

static void add_l1(struct argp_state *state, const char *value)
{
    char key[24];
    const char *path = split(state, "l1", value, key, sizeof key);
    struct import_item *item = add_item(state, "l1", value, IMPORT_DUMP);
    item->path = path;
    item->space = TT_SPACE_L1;
    item->addr = address(state, "l1", value, key);
}

static enum tt_core core_named(struct argp_state *state, const char *option, const char *value, const char *name)
{
    enum tt_core core = core_find(name);
    if (core == TT_CORE_COUNT)
        argp_error(state, "--%s %s: no core '%s', expected b, nc, t0, t1 or t2", option, value, name);
    return core;
}

static void add_elf(struct argp_state *state, const char *value)
{
    char key[8];
    const char *path = split(state, "elf", value, key, sizeof key);
    struct import_item *item = add_item(state, "elf", value, IMPORT_ELF);
    item->path = path;
    item->core = core_named(state, "elf", value, key);
}

static void set_image(struct argp_state *state, const char *value)
{
    struct import_arguments *arguments = state->input;
    char key[8];
    const char *text = split(state, "image", value, key, sizeof key);
    enum tt_core core = core_named(state, "image", value, key);
    arguments->has_image[core] = true;
    arguments->image[core] = address(state, "image", value, text);
}

/* Each image belongs to a program, wherever it stands. */
static void give_images(struct argp_state *state)
{
    struct import_arguments *arguments = state->input;
    for (int core = TT_CORE_B; core < TT_CORE_COUNT; core++) {
        bool has_program = false;
        for (size_t i = 0; i < arguments->item_count && arguments->has_image[core]; i++) {
            struct import_item *item = &arguments->items[i];
            if (item->kind != IMPORT_ELF || (int)item->core != core)
                continue;
            has_program = true;
            item->has_addr = true;
            item->addr = arguments->image[core];
        }
        if (arguments->has_image[core] && !has_program)
            argp_error(state, "--image: there is no --elf for core %s", core_name((enum tt_core)core));
    }
}

static void add_dump(struct argp_state *state, enum tt_space space, const char *value)
{
    const struct argp_option *option = import_argp_options;
    while (option->key != OPTION_SPACE + (int)space)
        option++;
    if (space == TT_SPACE_L1)
        add_l1(state, value);
    else
        add_item(state, option->name, value, IMPORT_DUMP)->space = space;
}

static void set_source(struct argp_state *state, const char *value)
{
    static const char *const names[] = {"silicon", "simulator", "emulator", "derived"};
    struct import_arguments *arguments = state->input;
    for (int i = TTCAP_SILICON; i <= TTCAP_DERIVED; i++) {
        if (strcmp(value, names[i]) == 0) {
            arguments->options.kind = (enum ttcap_source)i;
            arguments->options.has_kind = true;
            return;
        }
    }
    argp_error(state, "--source %s: expected silicon, simulator, emulator or derived", value);
}

static void add_source(struct argp_state *state, char *value)
{
    struct import_arguments *arguments = state->input;
    if (mem_grow((void **)&arguments->sources, &arguments->source_capacity, arguments->source_count + 1,
                 sizeof *arguments->sources) < 0)
        cli_no_memory();
    arguments->sources[arguments->source_count++] = value;
}

error_t import_argp_parse(int key, char *value, struct argp_state *state)
{
    struct import_arguments *arguments = state->input;
    if (key >= OPTION_SPACE && key < OPTION_SPACE + TT_SPACE_COUNT) {
        add_dump(state, (enum tt_space)(key - OPTION_SPACE), value);
        return 0;
    }
    switch (key) {
    case 'o':
        arguments->output = value;
        return 0;
    case OPTION_FORCE:
        arguments->replace = true;
        return 0;
    case OPTION_ELF:
        add_elf(state, value);
        return 0;
    case OPTION_IMAGE:
        set_image(state, value);
        return 0;
    case OPTION_STREAM:
        add_stream(state, value);
        return 0;
    case OPTION_LLK_JSON:
        (void)add_item(state, "llk-json", value, IMPORT_LLK_JSON);
        return 0;
    case OPTION_EXALENS:
        (void)add_item(state, "exalens", value, IMPORT_EXALENS);
        return 0;
    case OPTION_LOG:
        (void)add_item(state, "log", value, IMPORT_LOG);
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
    case OPTION_OVERRIDE:
        arguments->options.override = true;
        return 0;
    case ARGP_KEY_ARG:
        add_source(state, value);
        return 0;
    case ARGP_KEY_END:
        if (arguments->source_count == 0 && arguments->item_count == 0)
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
    mem_free(arguments->sources);
}
