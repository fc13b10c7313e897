/* SPDX-License-Identifier: Apache-2.0 */
/* Input of a debug console: commands, spaces, fields of the configuration, paths of the small state. */
#include "debug/dap/dap_internal.h"
#include "debug/session.h"
#include "isa/spaces.h"

#include <cjson/cJSON.h>

enum { ITEMS_MAX = 200, WORD_MAX = 160 };

/* The word that ends where the cursor stands. */
struct typed {
    char word[WORD_MAX];
    size_t length, start; /* start: of the word, in the line, as the editor counts */
    bool is_first;
    cJSON *list;
};

static void offer(const struct typed *typed, const char *kind, const char *text)
{
    if (strncmp(text, typed->word, typed->length) != 0 || cJSON_GetArraySize(typed->list) >= ITEMS_MAX)
        return;
    (void)said_item(typed->list, SAY("label", text), SAY("text", text), SAY("type", kind), SAY("start", typed->start),
                    SAY("length", typed->length));
}

static void offer_fields(const struct typed *typed, enum tt_chip chip)
{
    char text[WORD_MAX];
    for (int id = 0; id < REG_COUNT; id++) {
        const struct reg_field *field = reg_field_get(chip, (enum reg_id)id);
        if (!field->name)
            continue;
        (void)snprintf(text, sizeof text, "cfg:%s", field->name);
        offer(typed, "field", text);
    }
}

static void offer_state(const struct typed *typed)
{
    char text[STATE_PATH_MAX + 8], path[STATE_PATH_MAX];
    for (uint32_t word = 0; word < STATE_WORDS; word++) {
        (void)state_path(word, path);
        (void)snprintf(text, sizeof text, "state:%s", path);
        offer(typed, "value", text);
    }
}

static void offer_registers(const struct typed *typed, const struct session *session)
{
    char text[DEBUG_REGISTER_NAME_MAX + 1], name[DEBUG_REGISTER_NAME_MAX];
    uint64_t value;
    for (unsigned number = 0; number < DEBUG_REGISTERS; number++) {
        if (!session_register(session, session->thread, number, &value))
            continue;
        (void)snprintf(text, sizeof text, "$%s", session_register_name(number, name));
        offer(typed, "variable", text);
    }
}

/* Until more is typed, a space alone: fields and paths are many. */
static void offer_places(const struct typed *typed, const struct session *session)
{
    static const char *const spaces[] = {"l1:0x", "dst:", "srca:", "srcb:", "lreg:", "gpr:", "cfg:", "state:"};
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++)
        offer(typed, "module", spaces[i]);
    if (strncmp(typed->word, "cfg:", 4) == 0)
        offer_fields(typed, session->chip);
    if (strncmp(typed->word, "state:", 6) == 0)
        offer_state(typed);
    if (typed->word[0] == '$')
        offer_registers(typed, session);
}

void dap_completions(struct dap *dap, const struct dap_request *request)
{
    const char *line = dap_text(request, "text");
    const size_t first = dap->counts_from_0 ? 0 : 1;
    const int64_t column = dap_number(request, "column", -1);
    size_t end = strlen(line), start;
    if (column >= (int64_t)first && (uint64_t)column - first < end)
        end = (size_t)column - first;
    for (start = end; start > 0 && line[start - 1] != ' '; start--)
        continue;
    cJSON *body = cJSON_CreateObject();
    struct typed typed = {.length = end - start, .start = start + first, .is_first = start == 0};
    typed.list = cJSON_AddArrayToObject(body, "targets");
    if (typed.length < sizeof typed.word) {
        memcpy(typed.word, line + start, typed.length);
        for (size_t i = 0; typed.is_first && monitor_name(i); i++)
            offer(&typed, "function", monitor_name(i));
        offer_places(&typed, dap->session);
    }
    dap_reply(dap, request, body);
}
