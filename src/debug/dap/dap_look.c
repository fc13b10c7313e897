/* SPDX-License-Identifier: Apache-2.0 */
/* Threads, stacks with inlined functions, instructions, bytes, places. */
#include "base/little.h"
#include "base/number.h"
#include "base/text/text.h"
#include "capture/source_lines.h"
#include "capture/symbols.h"
#include "debug/dap/dap_internal.h"
#include "isa/riscv_text.h"

#include <cjson/cJSON.h>

enum { INSTRUCTIONS_MAX = 4096, MEMORY_MAX = 1 << 18 };

const char *dap_hex(uint32_t value, char text[static DAP_HEX_MAX])
{
    return text_print(text, DAP_HEX_MAX, "0x%08" PRIx32, value);
}

int dap_thread(const struct dap *dap, const struct dap_request *request)
{
    const int64_t thread = dap_number(request, "threadId", 0) - 1;
    return thread >= 0 && thread < DEBUG_THREADS && session_has_thread(dap->session, (unsigned)thread) ? (int)thread
                                                                                                       : -1;
}

void dap_threads(struct dap *dap, const struct dap_request *request)
{
    cJSON *body = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(body, "threads");
    for (unsigned thread = 0; thread < DEBUG_THREADS; thread++) {
        if (!session_has_thread(dap->session, thread))
            continue;
        (void)said_item(list, SAY("id", thread + 1), SAY("name", session_thread_name(thread)));
    }
    dap_reply(dap, request, body);
}

/* ---- stacks ---- */

static cJSON *dap_look_add_frame(cJSON *list, unsigned thread, const char *name, uint32_t addr)
{
    char text[DAP_HEX_MAX];
    return said_item(list, SAY("id", cJSON_GetArraySize(list) * FRAME_THREADS + (int)thread), SAY("name", name),
                     SAY("instructionPointerReference", dap_hex(addr, text)));
}

static void dap_look_add_source(cJSON *frame, const char *file, uint32_t line)
{
    (void)said_into(frame, SAY("line", line), SAY("column", 0));
    if (!file || !line)
        return;
    const char *slash = strrchr(file, '/');
    (void)cJSON_AddItemToObject(frame, "source", said_object(SAY("name", slash ? slash + 1 : file), SAY("path", file)));
}

static void add_frames(const struct session *session, unsigned thread, cJSON *list)
{
    const struct session_pc pc = session_pc(session, thread);
    struct ttcap_lines lines;
    struct tt_error err;
    char name[ISA_TEXT_MAX];
    if (pc.has_word) /* the pipe's work stands above the core that pushed it */
        dap_look_add_source(dap_look_add_frame(list, thread, isa_disassemble(session->chip, pc.word, name),
                                               pc.has_seq ? DEBUG_EVENTS + 4 * (uint32_t)pc.seq : pc.addr),
                            NULL, 0);
    if (!pc.is_code) {
        if (!pc.has_word)
            dap_look_add_source(dap_look_add_frame(list, thread, "no word", pc.addr), NULL, 0);
        return;
    }
    if (ttcap_lines_at(session->capture, pc.core, pc.addr, &lines, &err)) {
        (void)ttcap_place_text(session->capture, pc.core, pc.addr, name);
        dap_look_add_source(dap_look_add_frame(list, thread, name, pc.addr), NULL, 0);
        return;
    }
    for (size_t i = 0; i < lines.frame_count; i++)
        dap_look_add_source(
            dap_look_add_frame(list, thread, lines.frames[i].function ? lines.frames[i].function : "?", pc.addr),
            lines.frames[i].file, lines.frames[i].line);
}

void dap_stack(struct dap *dap, const struct dap_request *request)
{
    const int thread = dap_thread(dap, request);
    if (thread < 0) {
        dap_refuse(dap, request, "there is no such thread");
        return;
    }
    cJSON *body = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(body, "stackFrames");
    add_frames(dap->session, (unsigned)thread, list);
    dap_reply(dap, request, said_into(body, SAY("totalFrames", cJSON_GetArraySize(list))));
}

/* ---- instructions ---- */

/* "PACR … | pack: read, early_convert, …": a word, and the stages of the unit that it goes through. */
static void describe_word(const struct session *session, uint32_t word, struct text *text)
{
    char insn[ISA_TEXT_MAX];
    const enum tt_unit unit = isa_unit(session->chip, word);
    unsigned count = 0;
    const struct stage_info *stages = unit < TT_UNIT_COUNT ? unit_stages(unit, &count) : NULL;
    text_add(text, "%s", isa_disassemble(session->chip, word, insn));
    for (unsigned i = 0; i < count; i++)
        text_add(text, "%s%s%s", i ? ", " : " | ", i ? "" : unit_name(unit), i ? stages[i].name : ": ");
}

static void add_instruction(const struct session *session, uint32_t addr, cJSON *list)
{
    uint8_t bytes[4];
    char text[RISCV_TEXT_MAX];
    char address[DAP_HEX_MAX];
    struct text says = {0};
    if (session_read(session, session->thread, addr, sizeof bytes, bytes) != sizeof bytes)
        text_add(&says, "nothing");
    else if (addr >= DEBUG_EVENTS && addr < DEBUG_EVENTS_END)
        describe_word(session, load_u32(bytes), &says);
    else
        text_add(&says, "%s", riscv_disassemble(session->chip, load_u32(bytes), addr, text));
    (void)said_item(list, SAY("address", dap_hex(addr, address)), SAY("instruction", text_of(&says)));
    text_clear(&says);
}

bool dap_reference(const struct dap_request *request, int64_t *addr)
{
    uint64_t number;
    if (!number_read(dap_text(request, "memoryReference"), 0, UINT32_MAX, &number))
        return false;
    *addr = (int64_t)number + dap_number(request, "offset", 0);
    return *addr >= 0 && *addr <= UINT32_MAX;
}

void dap_disassemble(struct dap *dap, const struct dap_request *request)
{
    const int64_t count = dap_number(request, "instructionCount", 0);
    const int64_t first = dap_number(request, "instructionOffset", 0);
    int64_t addr;
    if (!dap_reference(request, &addr) || count < 0 || count > INSTRUCTIONS_MAX) {
        dap_refuse(dap, request, "an address is expected as memoryReference, and at most %d instructions",
                   INSTRUCTIONS_MAX);
        return;
    }
    cJSON *body = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(body, "instructions");
    for (int64_t i = 0; i < count; i++)
        add_instruction(dap->session, (uint32_t)(addr + 4 * (first + i)), list);
    dap_reply(dap, request, body);
}

/* ---- bytes ---- */

void dap_read_memory(struct dap *dap, const struct dap_request *request)
{
    static uint8_t empty;
    const int64_t count = dap_number(request, "count", 0);
    int64_t addr;
    char name[DAP_HEX_MAX];
    struct text bytes = {0}, text = {0};
    if (!dap_reference(request, &addr) || count < 0 || count > MEMORY_MAX) {
        dap_refuse(dap, request, "an address is expected as memoryReference, and at most %d bytes", MEMORY_MAX);
        return;
    }
    for (int64_t i = 0; i < count; i++)
        text_add_bytes(&bytes, &empty, 1);
    const uint32_t got = count && !bytes.has_failed ? session_read(dap->session, dap->session->thread, (uint32_t)addr,
                                                                   (uint32_t)count, (uint8_t *)bytes.bytes)
                                                    : 0;
    if (got)
        text_add_base64(&text, bytes.bytes, got);
    dap_answer(dap, request, SAY("address", dap_hex((uint32_t)addr, name)), SAY("unreadableBytes", count - got),
               SAY("data", text_of(&text)));
    text_clear(&bytes);
    text_clear(&text);
}
