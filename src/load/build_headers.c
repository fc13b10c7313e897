/* SPDX-License-Identifier: Apache-2.0 */
/* The headers that tt-metal generates for a kernel: formats and bytes of a page by circular buffer
 * (chlkc_descriptors.h, before that a header each), names of runtime arguments (kernel_args_generated.h), of circular
 * buffers and tensors (kernel_bindings_generated.h). They are C++ of one form: a name, and numbers in brackets. R63h */
#include "load/build_internal.h"

#include "base/input.h"
#include "base/path.h"
#include "isa/cores.h"
#include "numeric/host_page.h"

#include <ctype.h>

enum { UNUSED_FORMAT = 255, NUMBER_DIGITS = 9, WORD_BYTES = 4 };

/* A header as text; null: it is not there. */
static enum tt_status header_read(char **text, const char *folder, const char *name, struct tt_error *err)
{
    uint8_t *bytes OWNED(mem_free_at) = NULL;
    size_t count = 0;
    enum path_kind kind = PATH_ABSENT;
    char *path OWNED(mem_free_at) = path_join(folder, name);
    *text = NULL;
    NEED(path, err, "no memory");
    TRY(path_look(&kind, path, err));
    if (kind != PATH_FILE)
        return TT_OK;
    TRY(input_whole(path, HEADER_MAX, &bytes, &count, err));
    *text = mem_alloc(count + 1);
    NEED(*text, err, "no memory");
    memcpy(*text, bytes, count);
    (*text)[count] = '\0';
    return TT_OK;
}

static bool header_is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* A number at *at, which goes on behind it; false: there is none of a sensible length. */
static bool header_number(const char **at, uint32_t *value)
{
    size_t digits = 0;
    while (isspace((unsigned char)**at))
        (*at)++;
    for (*value = 0; isdigit((unsigned char)**at) && digits < NUMBER_DIGITS; (*at)++, digits++)
        *value = *value * 10 + (uint32_t)(**at - '0');
    return digits > 0 && !isdigit((unsigned char)**at);
}

/* `constexpr KIND NAME[64] = {1,2,…};`: how many of `numbers` are set. */
static size_t header_array(const char *text, const char *name, uint32_t numbers[LOAD_BUFFERS_MAX])
{
    size_t count = 0;
    const size_t length = strlen(name);
    const char *at = text ? strstr(text, name) : NULL;
    while (at && (at[length] != '[' || (at > text && header_is_of_name(at[-1]))))
        at = strstr(at + 1, name);
    at = at ? strchr(at, '{') : NULL;
    for (bool goes_on = at != NULL; goes_on && count < LOAD_BUFFERS_MAX; count++) {
        at++;
        if (!header_number(&at, &numbers[count]))
            break;
        while (isspace((unsigned char)*at))
            at++;
        goes_on = *at == ',';
    }
    return count;
}

/* ---- circular buffers ---- */

bool build_format_word(char *word, size_t size, uint32_t code, uint32_t page_bytes)
{
    const struct format_info *info = code < FORMAT_FP8_E4M3 ? format_get((enum format)code) : NULL;
    if (info && host_page_bytes((enum format)code) == page_bytes)
        return (size_t)snprintf(word, size, "%s", info->name) < size;
    return page_bytes && page_bytes % 16 == 0 && (size_t)snprintf(word, size, "raw/%u", (unsigned)page_bytes) < size;
}

static void headers_take_formats(const char *const texts[], size_t text_count, const char *part, const char *side,
                                 struct load_words *words)
{
    char formats_name[LOAD_NAME_MAX], sizes_name[LOAD_NAME_MAX];
    uint32_t formats[LOAD_BUFFERS_MAX], sizes[LOAD_BUFFERS_MAX];
    size_t format_count = 0, size_count = 0;
    (void)snprintf(formats_name, sizeof formats_name, "%s_%s_format", part, side);
    (void)snprintf(sizes_name, sizeof sizes_name, "%s_tile_size", part);
    for (size_t i = 0; i < text_count; i++) {
        format_count = format_count ? format_count : header_array(texts[i], formats_name, formats);
        size_count = size_count ? size_count : header_array(texts[i], sizes_name, sizes);
    }
    for (size_t i = 0; i < format_count && i < size_count; i++) {
        struct load_described *described = &words->described[i];
        if (formats[i] == UNUSED_FORMAT)
            continue;
        described->is_there = true;
        if (!described->format[0] &&
            !build_format_word(described->format, sizeof described->format, formats[i], sizes[i]))
            described->format[0] = '\0';
    }
}

static enum tt_status headers_read_formats(const char *home, struct load_words *words, struct tt_error *err)
{
    static const char *const names[] = {"chlkc_descriptors.h", "chlkc_unpack_data_format.h", "chlkc_unpack_tile_dims.h",
                                        "chlkc_pack_data_format.h", "chlkc_pack_tile_dims.h"};
    enum { NAMES = sizeof names / sizeof *names };
    char *texts[NAMES] = {NULL};
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < NAMES && !status; i++)
        status = header_read(&texts[i], home, names[i], err);
    if (!status) {
        headers_take_formats((const char *const *)texts, NAMES, "unpack", "src", words);
        headers_take_formats((const char *const *)texts, NAMES, "pack", "dst", words);
    }
    for (size_t i = 0; i < NAMES; i++)
        mem_free(texts[i]);
    return status;
}

/* ---- names ---- */

static enum tt_status headers_add_name(struct load_words *words, const struct load_name *name, struct tt_error *err)
{
    return MEM_PUSH(words->names, words->name_count, words->name_capacity, *name)
               ? TT_OK
               : tt_fail(err, TT_NO_MEMORY, "no memory");
}

/* A name at `at`; false: there is none, or it is too long. */
static bool header_name(const char **at, char name[LOAD_NAME_MAX])
{
    size_t length = 0;
    while (isspace((unsigned char)**at))
        (*at)++;
    while (header_is_of_name((*at)[length]) && length < LOAD_NAME_MAX - 1)
        length++;
    memcpy(name, *at, length);
    name[length] = '\0';
    *at += length;
    return length > 0 && !header_is_of_name(**at);
}

/* `MARK… NAME{NUMBER}`, where the mark is the type's name. */
static enum tt_status headers_take_marked(struct load_words *words, const char *text, const char *mark,
                                          struct load_name name, uint32_t unit, struct tt_error *err)
{
    for (const char *at = text ? strstr(text, mark) : NULL; at; at = strstr(at, mark)) {
        at += strlen(mark);
        const char *behind = mark[strlen(mark) - 1] == '<' ? strchr(at, '>') : at;
        if (!behind || !*behind)
            return TT_OK;
        behind += *behind == '>';
        if (!header_name(&behind, name.text) || *behind++ != '{' || !header_number(&behind, &name.number))
            continue;
        name.number /= unit;
        TRY(headers_add_name(words, &name, err));
    }
    return TT_OK;
}

/* `using NAME_t = …TensorAccessorBindingToken<0u, OFFSETu>;`, …TensorBindingToken since September: its address is a
 * common runtime argument. */
static enum tt_status headers_take_tensors(struct load_words *words, const char *text, struct load_name name,
                                           struct tt_error *err)
{
    uint32_t constants;
    for (const char *at = text ? strstr(text, "using ") : NULL; at; at = strstr(at, "using ")) {
        at += strlen("using ");
        const char *behind = at, *end = strchr(at, ';'), *bracket = strchr(at, '<');
        if (!end || !bracket || bracket > end || !header_name(&behind, name.text))
            continue;
        const size_t length = strlen(name.text);
        behind = bracket + 1;
        if (length < 3 || strcmp(name.text + length - 2, "_t") != 0 || !header_number(&behind, &constants) ||
            *behind != 'u' || behind[1] != ',')
            continue;
        behind += 2;
        name.text[length - 2] = '\0';
        if (!header_number(&behind, &name.number))
            continue;
        name.number /= WORD_BYTES;
        TRY(headers_add_name(words, &name, err));
    }
    return TT_OK;
}

static enum tt_status headers_read_names(const char *home, enum tt_core core, struct load_words *words,
                                         struct tt_error *err)
{
    char *arguments OWNED(mem_free_at) = NULL, *bindings OWNED(mem_free_at) = NULL;
    struct load_name name = {.kind = LOAD_ARGUMENT, .core = core_thread(core) < 0 ? core : TT_CORE_T0};
    TRY(header_read(&arguments, home, "kernel_args_generated.h", err));
    TRY(header_read(&bindings, home, "kernel_bindings_generated.h", err));
    TRY(headers_take_marked(words, arguments, "RtaArg<", name, WORD_BYTES, err));
    name.kind = LOAD_COMMON_ARGUMENT;
    TRY(headers_take_marked(words, arguments, "CrtaArg<", name, WORD_BYTES, err));
    /* the address of room in L1 */
    TRY(headers_take_marked(words, bindings, "ScratchpadAccessor ", name, 1, err));
    TRY(headers_take_marked(words, bindings, "ScratchpadBindingToken ", name, 1, err)); /* its name since September */
    name.kind = LOAD_BUFFER_NAME;
    TRY(headers_take_marked(words, bindings, "DFBAccessor ", name, 1, err));
    TRY(headers_take_marked(words, bindings, "DFBBindingToken ", name, 1, err)); /* likewise; RelayDFB… too */
    name.kind = LOAD_TENSOR_NAME;
    return headers_take_tensors(words, bindings, name, err);
}

enum tt_status build_read_headers(const struct build *build, struct load_words *words, struct tt_error *err)
{
    static const enum tt_core cores[] = {TT_CORE_B, TT_CORE_NC, TT_CORE_T0};
    for (size_t i = 0; i < sizeof cores / sizeof *cores; i++) {
        const char *home = build->homes[cores[i]];
        if (!home)
            continue;
        TRY(headers_read_names(home, cores[i], words, err));
        TRY(headers_read_formats(home, words, err));
    }
    return TT_OK;
}
