/* SPDX-License-Identifier: Apache-2.0 */
/* JSON of the low-level-kernel tests: lists of structs, whose fields schemas/debugger.json places. */
#include "capture/import/importer.h"

#include "base/search.h"
#include "capture/import/debugger/debugger.h"
#include "capture/import/debugger_tables.h"
#include "capture/json/json.h"

#include <cjson/cJSON.h>

enum { PLACE_MAX = 160, LOOK_BYTES = 4096 };

/* ---- values ---- */

static enum tt_status llk_json_keep_unknown(struct debugger *debugger, const cJSON *item, const char *place,
                                            struct tt_error *err)
{
    char *text = cJSON_PrintUnformatted(item);
    NEED(text, err, "no memory");
    enum tt_status status = debugger_unknown(debugger, place, text, err);
    cJSON_free(text);
    return status;
}

/* Which look-up a struct's members go through. */
struct names {
    const char *group; /* of debugger_field(); null: gprs of `entry`, or signals where that is SIGNALS */
    unsigned entry;
};
enum { SIGNALS = 99 };

static enum tt_status llk_json_put_value(struct debugger *debugger, const struct names *names, const char *name,
                                         uint64_t value, struct tt_error *err)
{
    if (names->group)
        return debugger_field(debugger, names->group, names->entry, name, value, err);
    if (names->entry == SIGNALS)
        return debugger_signal(debugger, name, value, true, err);
    return debugger_gpr(debugger, names->entry, name, value, err);
}

static enum tt_status put_struct(struct debugger *debugger, const cJSON *object, const char *place,
                                 const struct names *names, struct tt_error *err)
{
    char shown[JSON_SHOWN_MAX], at[PLACE_MAX];
    REFUSE_IF(!cJSON_IsObject(object), err, "%s is %s, expected an object", place, json_shown(object, shown));
    for (const cJSON *item = object->child; item; item = item->next) {
        char plain[JSON_SHOWN_MAX];
        uint32_t value;
        (void)snprintf(at, sizeof at, "%s.%s", place, json_plain(item->string, plain));
        enum tt_status status = json_word(item, at, &value, err);
        if (status)
            return status;
        status = llk_json_put_value(debugger, names, item->string, value, err);
        if (status == TT_END)
            status = llk_json_keep_unknown(debugger, item, at, err);
        else if (status)
            tt_error_prefix(err, "%s", place);
        if (status)
            return status;
    }
    return TT_OK;
}

/* ---- the outermost object ---- */

/* How many entries a group has on a chip. */
static unsigned entries_of(size_t group, enum tt_chip chip)
{
    unsigned entries = 0;
    for (size_t i = 0; i < debugger_field_count; i++) {
        const struct debugger_field *field = &debugger_fields[i];
        if (field->group == group && field->chip == chip && field->entry >= entries)
            entries = field->entry + 1u;
    }
    return entries;
}

static enum tt_status put_list(struct debugger *debugger, const cJSON *list, const char *group, unsigned most,
                               struct tt_error *err)
{
    size_t count;
    TRY(json_array(list, list->string, &count, err));
    REFUSE_IF(count > most, err, "%s has %zu entries, but %s has %u", list->string, count,
              chip_get(debugger->chip)->name, most);
    unsigned entry = 0;
    for (const cJSON *item = list->child; item; item = item->next, entry++) {
        char place[PLACE_MAX];
        (void)snprintf(place, sizeof place, "%s[%u]", list->string, entry);
        TRY(put_struct(debugger, item, place, &(struct names){group, entry}, err));
    }
    return TT_OK;
}

static enum tt_status put_member(struct debugger *debugger, const cJSON *item, struct tt_error *err)
{
    for (size_t group = 0; group < debugger_group_count; group++) {
        if (strcmp(debugger_groups[group].name, item->string) == 0)
            return put_list(debugger, item, item->string, entries_of(group, debugger->chip), err);
    }
    if (strcmp(item->string, "gpr") == 0)
        return put_list(debugger, item, NULL, THREADS, err);
    if (strcmp(item->string, "register_window_counters") == 0 || strcmp(item->string, "address_counters") == 0)
        return put_struct(debugger, item, item->string, &(struct names){NULL, SIGNALS}, err);
    char plain[JSON_SHOWN_MAX];
    return llk_json_keep_unknown(debugger, item, json_plain(item->string, plain), err);
}

/* A key twice would be lost or count twice. */
static enum tt_status check_keys(const cJSON *object, struct tt_error *err)
{
    for (const cJSON *item = object->child; item; item = item->next) {
        for (const cJSON *other = item->next; other; other = other->next) {
            if (strcmp(item->string, other->string) == 0) {
                char plain[JSON_SHOWN_MAX];
                return tt_fail(err, TT_BAD_INPUT, "%s is there twice", json_plain(item->string, plain));
            }
        }
    }
    return TT_OK;
}

/* Blackhole has one packer, Wormhole four. */
static enum tt_status report_chip(const cJSON *tree, struct import_sink *sink, struct tt_error *err)
{
    if (import_chip_so_far(sink) < TT_CHIP_COUNT)
        return TT_OK;
    int packers = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(tree, "pack_config"));
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        if (chip_get(chip)->packers == (uint32_t)packers)
            return import_chip(sink, chip, err);
    }
    return tt_fail(err, TT_BAD_INPUT, "pack_config, with an entry a packer, does not say which chip; --arch does");
}

static enum tt_status llk_json_read_tree(struct debugger *debugger, const cJSON *tree, struct tt_error *err)
{
    for (const cJSON *item = tree->child; item; item = item->next)
        TRY(put_member(debugger, item, err));
    REFUSE_IF(debugger->taken == 0, err, "no key of a tile's state, such as alu_config or gpr, is in it");
    return TT_OK;
}

static enum tt_status put_tree(struct import_sink *sink, const cJSON *tree, const char *id, struct tt_error *err)
{
    struct debugger *debugger = mem_alloc(sizeof *debugger);
    NEED(debugger, err, "no memory");
    debugger_init(debugger, import_chip_so_far(sink));
    enum tt_status status = llk_json_read_tree(debugger, tree, err);
    status = status ?: debugger_put(debugger, sink, id, err);
    debugger_clear(debugger);
    mem_free(debugger);
    return status;
}

static enum tt_status read_text(struct import_sink *sink, const char *id, const char *text, size_t count,
                                struct tt_error *err)
{
    cJSON *tree OWNED(json_free_at) = NULL;
    TRY(json_parse(&tree, text, count, err));
    REFUSE_IF(!cJSON_IsObject(tree), err, "the outermost value is not an object");
    TRY(check_keys(tree, err));
    TRY(report_chip(tree, sink, err));
    return put_tree(sink, tree, id, err);
}

static enum tt_status llk_json_read(struct import_sink *sink, const struct import_item *item, const char *text,
                                    size_t count, struct tt_error *err)
{
    return import_placed(item, read_text(sink, item->id, text, count, err), err);
}

static bool llk_json_is(const char *text, size_t count)
{
    static const char *const keys[] = {"\"alu_config\"", "\"unpack_config\"", "\"pack_config\"",
                                       "\"unpack_tile_descriptor\""};
    char start[LOOK_BYTES + 1];
    size_t n = count < LOOK_BYTES ? count : LOOK_BYTES;
    memcpy(start, text, n);
    start[n] = '\0';
    if (start[strspn(start, " \t\r\n")] != '{')
        return false;
    return ANY(i, sizeof keys / sizeof keys[0], strstr(start, keys[i]));
}

const struct importer importer_llk_json = {
    .option = "llk-json",
    .doc = "state of a tile as the tests of the low-level kernels write it",
    .group = IMPORT_TOOLS,
    .bytes_max = 16 << 20,
    .says_chip = true, /* by the number of packers */
    .is = llk_json_is,
    .read = llk_json_read,
};
