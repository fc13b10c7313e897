/* SPDX-License-Identifier: Apache-2.0 */
/* Registers of the cores, and of the pipes: the counters of their threads. */
#include "base/little.h"
#include "base/text/text.h"
#include "debug/session.h"
#include "isa/spaces.h"

unsigned session_register_bytes(unsigned number)
{
    return number == DEBUG_STEP ? 8 : 4;
}

/* The word of TT_SPACE_STATE behind a counter of a thread. */
static uint32_t counter_word(unsigned number, unsigned thread)
{
    const unsigned index = number - DEBUG_COUNTERS;
    return index < DEBUG_ADC ? STATE_ADC + thread * DEBUG_ADC + index
                             : STATE_RWC + thread * DEBUG_RWC + index - DEBUG_ADC;
}

const char *session_register_name(unsigned number, char text[static DEBUG_REGISTER_NAME_MAX])
{
    static const char *const others[] = {"fflags", "frm", "fcsr", "step", "word"};
    char path[STATE_PATH_MAX];
    char *to = text;
    if (number < DEBUG_PC)
        return text_print(text, DEBUG_REGISTER_NAME_MAX, "x%u", number);
    if (number == DEBUG_PC || (number >= DEBUG_FFLAGS && number < DEBUG_COUNTERS)) {
        return text_print(text, DEBUG_REGISTER_NAME_MAX, "%s",
                          number == DEBUG_PC ? "pc" : others[number - DEBUG_FFLAGS]);
    }
    if (number < DEBUG_FFLAGS)
        return text_print(text, DEBUG_REGISTER_NAME_MAX, "f%u", number - DEBUG_F);
    (void)state_path(counter_word(number, 0), path); /* "adc.0.pack.ch1.x": that of thread 0, without its number */
    for (const char *from = path; *from && to < text + DEBUG_REGISTER_NAME_MAX - 1; from++) {
        if (from[0] == '.' && from[1] == '0' && to - text == 3)
            from++;
        else
            *to++ = (char)(*from == '.' ? '_' : *from);
    }
    *to = '\0';
    return text;
}

/* The thread of the coprocessor that a core or a pipe goes with; -1: none. */
static int pipe_of(unsigned thread)
{
    if (thread >= DEBUG_PIPES)
        return (int)(thread - DEBUG_PIPES);
    return thread >= TT_CORE_T0 && thread <= TT_CORE_T2 ? (int)(thread - TT_CORE_T0) : -1;
}

static bool core_register(const struct riscv_core *core, unsigned number, uint64_t *value)
{
    enum { FLAGS = 0x1F, MODE_SHIFT = 5, MODE = 7 };
    if (number < DEBUG_PC)
        *value = core->x[number];
    else if (number == DEBUG_PC)
        *value = core->pc;
    else if (number < DEBUG_FFLAGS)
        *value = core->f[number - DEBUG_F];
    else if (number == DEBUG_FFLAGS)
        *value = core->fcsr & FLAGS;
    else if (number == DEBUG_FRM)
        *value = core->fcsr >> MODE_SHIFT & MODE;
    else
        *value = core->fcsr;
    return true;
}

bool session_register(const struct session *session, unsigned thread, unsigned number, uint64_t *value)
{
    struct steps *steps = engine_steps(session->engine);
    const int pipe = pipe_of(thread);
    *value = 0;
    if (number == DEBUG_STEP) {
        *value = steps_at(steps);
        return true;
    }
    if (number < DEBUG_STEP && thread < DEBUG_PIPES)
        return session->has_cores && core_register(cores_core(steps_cores(steps), (enum tt_core)thread), number, value);
    const struct session_pc pc = session_pc(session, pipe >= 0 ? DEBUG_PIPES + (unsigned)pipe : thread);
    if (number == DEBUG_PC || (number == DEBUG_WORD && pipe >= 0)) {
        *value = number == DEBUG_PC ? pc.addr : pc.word;
        return number == DEBUG_PC || pc.has_word;
    }
    if (number < DEBUG_COUNTERS || number >= DEBUG_REGISTERS || pipe < 0)
        return false;
    uint8_t bytes[4];
    tile_load(steps_tile(steps), TT_SPACE_STATE, 4 * counter_word(number, (unsigned)pipe), sizeof bytes, bytes);
    *value = load_u32(bytes);
    return true;
}

enum tt_status session_set_register(struct session *session, unsigned thread, unsigned number, uint64_t value,
                                    struct tt_error *err)
{
    const int pipe = pipe_of(thread);
    uint8_t image[4];
    char name[DEBUG_REGISTER_NAME_MAX];
    struct engine_edit edit = {.core = (enum tt_core)thread, .count = sizeof image, .bytes = image};
    store_u32(image, (uint32_t)value);
    if (number < DEBUG_FFLAGS && thread < DEBUG_PIPES) {
        edit.place = number < DEBUG_PC ? ENGINE_X : number == DEBUG_PC ? ENGINE_PC : ENGINE_F;
        edit.lo = number < DEBUG_PC ? number : number - DEBUG_F;
        return engine_store(session->engine, &edit, err);
    }
    REFUSE_IF(number < DEBUG_COUNTERS || number >= DEBUG_REGISTERS || pipe < 0, err,
              "register %s of %s cannot be stored to", session_register_name(number, name),
              session_thread_name(thread));
    edit.place = ENGINE_SPACE;
    edit.space = TT_SPACE_STATE;
    edit.lo = 4 * counter_word(number, (unsigned)pipe);
    return engine_store(session->engine, &edit, err);
}
