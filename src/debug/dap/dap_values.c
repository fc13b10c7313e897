/* SPDX-License-Identifier: Apache-2.0 */
/* The tile as trees: Dst by data tile and face, vector registers by lane, configuration by field. */
#include "base/little.h"
#include "debug/dap/dap_internal.h"
#include "isa/riscv_text.h"
#include "isa/spaces.h"

#include <cjson/cJSON.h>

/* A node of a tree; its reference is the kind, and a number within it. */
enum kind {
    NODE_REGISTERS = 1, /* of a thread */
    NODE_COUNTERS,
    NODE_DST, /* all data tiles */
    NODE_TILE,
    NODE_FACE,
    NODE_ROW, /* number: the row, and above it the space */
    NODE_SRC, /* number: bank + 2 * which */
    NODE_LREGS,
    NODE_LREG,
    NODE_CFG, /* states, then threads */
    NODE_CFG_COPY,
    NODE_GPRS,
    NODE_STATE,
};

enum {
    KIND_SHIFT = 20,
    ROW_BITS = 12,
    ROW_MASK = (1 << ROW_BITS) - 1,
    NUMBER_MASK = (1 << KIND_SHIFT) - 1,
    FACE_ROWS = 16,
    TILE_ROWS = 64,
};

struct tree {
    const struct session *session;
    struct tile *tile;
    cJSON *list;
};

/* kind 0: it has nothing below it. */
static cJSON *dap_values_add(const struct tree *tree, const char *name, const char *value, enum kind kind,
                             unsigned number)
{
    return said_item(tree->list, SAY("name", name), SAY("value", value),
                     SAY("variablesReference", kind ? (int)kind << KIND_SHIFT | (int)number : 0));
}

/* place: its name as an expression. */
static cJSON *add_at(const struct tree *tree, const char *name, const char *place, const char *value)
{
    struct address_place found;
    struct tt_error err;
    char text[DAP_HEX_MAX] = "";
    if (*place != '$' && !address_place_parse(&found, tree->session->chip, place, &err))
        (void)dap_hex(session_address(found.space, found.lo), text);
    return said_into(dap_values_add(tree, name, value, 0, 0), SAY("evaluateName", place),
                     SAY_IF("memoryReference", text[0], (const char *)text));
}

static void dap_values_add_number(const struct tree *tree, const char *name, const char *place, uint32_t value)
{
    char text[DAP_HEX_MAX];
    (void)add_at(tree, name, place, dap_hex(value, text));
}

static uint32_t dap_values_load(const struct tree *tree, enum tt_space space, uint32_t element)
{
    uint8_t bytes[4] = {0};
    const uint32_t width = space_element_bytes(space);
    tile_load(tree->tile, space, element * width, width, bytes);
    return load_number(bytes, width);
}

/* A row of 16 cells. */
static void dap_values_add_row(const struct tree *tree, enum tt_space space, uint32_t row, unsigned shown)
{
    struct text text = {0};
    char name[16];
    const int digits = space == TT_SPACE_DST ? 4 : 5; /* cells of the source registers have 19 bits */
    for (uint32_t column = 0; column < DST_COLUMNS; column++)
        text_add(&text, "%s%0*" PRIx32, column ? " " : "", digits,
                 dap_values_load(tree, space, row * DST_COLUMNS + column));
    (void)snprintf(name, sizeof name, "row %u", shown);
    (void)dap_values_add(tree, name, text_of(&text), NODE_ROW, (unsigned)space << ROW_BITS | row);
    text_clear(&text);
}

/* Elements of a space one after the other, called by what they are and their number. */
static void show_elements(const struct tree *tree, enum tt_space space, uint32_t first, uint32_t count,
                          const char *what)
{
    for (uint32_t i = 0; i < count; i++) {
        char place[ADDRESS_TEXT_MAX], name[16];
        (void)snprintf(name, sizeof name, "%s%" PRIu32, what, i);
        (void)address_place_text(tree->session->chip, space, (first + i) * space_element_bytes(space), place);
        dap_values_add_number(tree, name, place, dap_values_load(tree, space, first + i));
    }
}

static void show_row(const struct tree *tree, enum tt_space space, uint32_t row)
{
    const bool is_source = space == TT_SPACE_SRCA || space == TT_SPACE_SRCB;
    if ((is_source && row < SRC_BANKS * SRC_ROWS) || (space == TT_SPACE_DST && row < DST_ROWS))
        show_elements(tree, space, row * DST_COLUMNS, DST_COLUMNS, "column ");
}

/* ---- nodes ---- */

/* From the one to the other; those of a core have a second name. */
static void show_registers(const struct tree *tree, unsigned thread, unsigned first, unsigned end)
{
    for (unsigned number = first; number < end; number++) {
        char name[DEBUG_REGISTER_NAME_MAX], shown[2 * DEBUG_REGISTER_NAME_MAX], place[DEBUG_REGISTER_NAME_MAX + 1];
        uint64_t value;
        if (!session_register(tree->session, thread, number, &value))
            continue;
        (void)session_register_name(number, name);
        (void)snprintf(shown, sizeof shown, number < DEBUG_PC ? "%s (%s)" : "%s", name,
                       number < DEBUG_PC ? riscv_register_name(number) : "");
        (void)snprintf(place, sizeof place, "$%s", name);
        dap_values_add_number(tree, shown, place, (uint32_t)value);
    }
}

static void show_parts(const struct tree *tree, const char *what, unsigned first, unsigned count, enum kind kind)
{
    for (unsigned i = 0; i < count; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "%s %u", what, i);
        (void)dap_values_add(tree, name, "", kind, first + i);
    }
}

static void show_face(const struct tree *tree, unsigned face)
{
    for (unsigned row = 0; row < FACE_ROWS && face < DST_ROWS / FACE_ROWS; row++)
        dap_values_add_row(tree, TT_SPACE_DST, face * FACE_ROWS + row, row);
}

static void show_source(const struct tree *tree, unsigned number)
{
    const enum tt_space space = number / SRC_BANKS ? TT_SPACE_SRCB : TT_SPACE_SRCA;
    for (unsigned row = 0; row < SRC_ROWS; row++)
        dap_values_add_row(tree, space, number % SRC_BANKS * SRC_ROWS + row, row);
}

/* Fields of a state (0, 1) or of a thread (2 and on), each with its meaning. */
static void show_fields(const struct tree *tree, unsigned copy)
{
    const enum tt_chip chip = tree->session->chip;
    const bool is_thread = copy >= CFG_STATES;
    const enum tt_space space = is_thread ? TT_SPACE_THREAD_CFG : TT_SPACE_CFG;
    const uint32_t words = is_thread ? chip_get(chip)->thread_words : chip_get(chip)->cfg_words;
    const unsigned index = is_thread ? copy - CFG_STATES : copy;
    for (int id = 0; id < REG_COUNT && index < THREADS; id++) {
        const struct reg_field *field = reg_field_get(chip, (enum reg_id)id);
        char text[32], place[160];
        if (!field->name || field->space != space)
            continue;
        const uint32_t value = reg_field_value(field, dap_values_load(tree, space, index * words + field->word));
        (void)snprintf(text, sizeof text, "%" PRIu32 " (0x%" PRIx32 ")", value, value);
        (void)snprintf(place, sizeof place, "cfg:%u:%s", index, field->name);
        (void)said_into(add_at(tree, field->name, place, text), SAY_IF("type", field->doc, field->doc));
    }
}

static void show_state(const struct tree *tree)
{
    for (uint32_t word = 0; word < STATE_WORDS; word++) {
        char path[STATE_PATH_MAX], place[STATE_PATH_MAX + 8];
        (void)state_path(word, path);
        (void)snprintf(place, sizeof place, "state:%s", path);
        dap_values_add_number(tree, path, place, dap_values_load(tree, TT_SPACE_STATE, word));
    }
}

static void dap_values_show(const struct tree *tree, enum kind kind, unsigned number)
{
    switch (kind) {
    case NODE_REGISTERS:
        show_registers(tree, number, 0, DEBUG_COUNTERS);
        break;
    case NODE_COUNTERS:
        show_registers(tree, number, DEBUG_COUNTERS, DEBUG_REGISTERS);
        break;
    case NODE_DST:
        show_parts(tree, "data tile", 0, DST_ROWS / TILE_ROWS, NODE_TILE);
        break;
    case NODE_TILE:
        show_parts(tree, "face", number * (TILE_ROWS / FACE_ROWS), TILE_ROWS / FACE_ROWS, NODE_FACE);
        break;
    case NODE_FACE:
        show_face(tree, number);
        break;
    case NODE_SRC:
        show_source(tree, number % (2 * SRC_BANKS));
        break;
    case NODE_ROW:
        show_row(tree, (enum tt_space)(number >> ROW_BITS), number & ROW_MASK);
        break;
    case NODE_LREGS:
        show_parts(tree, "register", 0, LREGS, NODE_LREG);
        break;
    case NODE_LREG:
        show_elements(tree, TT_SPACE_LREG, number * LANES, number < LREGS ? LANES : 0, "lane ");
        break;
    case NODE_CFG:
        show_parts(tree, "state", 0, CFG_STATES, NODE_CFG_COPY);
        show_parts(tree, "thread", CFG_STATES, THREADS, NODE_CFG_COPY);
        break;
    case NODE_CFG_COPY:
        show_fields(tree, number);
        break;
    case NODE_GPRS:
        show_elements(tree, TT_SPACE_GPR, number * GPRS, number < THREADS ? GPRS : 0, "");
        break;
    case NODE_STATE:
        show_state(tree);
        break;
    }
}

/* The children of a node; null: there is no such node. */
static cJSON *dap_values_list_of(const struct dap *dap, int64_t reference)
{
    const int64_t kind = reference >> KIND_SHIFT, number = reference & NUMBER_MASK;
    const bool is_thread = kind == NODE_REGISTERS || kind == NODE_COUNTERS;
    if (reference < 0 || kind < NODE_REGISTERS || kind > NODE_STATE ||
        (is_thread && !session_has_thread(dap->session, (unsigned)number)))
        return NULL;
    const struct tree tree = {dap->session, steps_tile(engine_steps(dap->session->engine)), cJSON_CreateArray()};
    dap_values_show(&tree, (enum kind)kind, (unsigned)number);
    return tree.list;
}

void dap_variables(struct dap *dap, const struct dap_request *request)
{
    const int64_t reference = dap_number(request, "variablesReference", 0);
    cJSON *list = dap_values_list_of(dap, reference);
    if (!list) {
        dap_refuse(dap, request, "nothing has the reference %lld", (long long)reference);
        return;
    }
    cJSON *body = cJSON_CreateObject();
    (void)cJSON_AddItemToObject(body, "variables", list);
    dap_reply(dap, request, body);
}

bool dap_expression_of(const struct dap *dap, int64_t reference, const char *name,
                       char expression[static DAP_EXPRESSION_MAX])
{
    cJSON *list = dap_values_list_of(dap, reference);
    const cJSON *item;
    bool is_found = false;
    cJSON_ArrayForEach(item, list)
    {
        const char *called = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "name"));
        const char *place = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "evaluateName"));
        if (is_found || !called || !place || strcmp(called, name) != 0)
            continue;
        (void)snprintf(expression, DAP_EXPRESSION_MAX, "%s", place);
        is_found = true;
    }
    cJSON_Delete(list);
    return is_found;
}

int dap_node_thread(const struct dap *dap, int64_t reference)
{
    const int64_t kind = reference >> KIND_SHIFT, number = reference & NUMBER_MASK;
    return (kind == NODE_REGISTERS || kind == NODE_COUNTERS) && session_has_thread(dap->session, (unsigned)number)
               ? (int)number
               : -1;
}

int dap_frame_thread(const struct dap *dap, const struct dap_request *request, const char *name)
{
    const int64_t frame = dap_number(request, name, -1);
    const unsigned thread = (unsigned)(frame < 0 ? 0 : frame % FRAME_THREADS);
    return frame >= 0 && session_has_thread(dap->session, thread) ? (int)thread : -1;
}

static void dap_values_add_scope(cJSON *list, const char *name, enum kind kind, unsigned number)
{
    (void)said_item(list, SAY("name", name), SAY("variablesReference", (int)kind << KIND_SHIFT | (int)number),
                    SAY("expensive", (bool)(kind != NODE_REGISTERS)));
}

void dap_scopes(struct dap *dap, const struct dap_request *request)
{
    const int found = dap_frame_thread(dap, request, "frameId");
    const unsigned thread = (unsigned)found;
    if (found < 0) {
        dap_refuse(dap, request, "there is no such frame");
        return;
    }
    cJSON *body = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(body, "scopes");
    uint64_t value;
    dap_values_add_scope(list, "Registers", NODE_REGISTERS, thread);
    if (session_register(dap->session, thread, DEBUG_COUNTERS, &value)) {
        const unsigned pipe = thread >= DEBUG_PIPES ? thread - DEBUG_PIPES : thread - TT_CORE_T0;
        dap_values_add_scope(list, "Counters", NODE_COUNTERS, thread);
        dap_values_add_scope(list, "Scalar registers", NODE_GPRS, pipe);
    }
    dap_values_add_scope(list, "Dst", NODE_DST, 0);
    dap_values_add_scope(list, "SrcA bank 0", NODE_SRC, 0);
    dap_values_add_scope(list, "SrcA bank 1", NODE_SRC, 1);
    dap_values_add_scope(list, "SrcB bank 0", NODE_SRC, SRC_BANKS);
    dap_values_add_scope(list, "SrcB bank 1", NODE_SRC, SRC_BANKS + 1);
    dap_values_add_scope(list, "Vector registers", NODE_LREGS, 0);
    dap_values_add_scope(list, "Configuration", NODE_CFG, 0);
    dap_values_add_scope(list, "Small state", NODE_STATE, 0);
    dap_reply(dap, request, body);
}
