/* SPDX-License-Identifier: Apache-2.0 */
/* `monitor`: the words of the verbs, at the step where the session stands. */
#include "debug/session.h"

#include "base/number.h"
#include "base/text/near.h"
#include "debug/place_text.h"
#include "isa/spaces.h"
#include "order/sets.h"

static void monitor_say_where(struct session *session, struct text *out)
{
    session_describe(session, session->thread, out);
    text_add(out, "\n");
}

static void say_stop(struct session *session, struct text *out)
{
    session_describe_stop(session, out);
    monitor_say_where(session, out);
}

/* "core t0", "7", as gdb numbers them; nothing: the thread that stopped. */
static bool monitor_find_thread(const struct session *session, const char *words, unsigned *thread)
{
    uint64_t number;
    *thread = session->thread;
    if (!*words)
        return true;
    for (unsigned i = 0; i < DEBUG_THREADS; i++) {
        *thread = i;
        if (session_has_thread(session, i) && (strcmp(words, session_thread_name(i)) == 0 ||
                                               (number_read(words, 10, DEBUG_THREADS, &number) && number == i + 1)))
            return true;
    }
    return false;
}

static enum tt_status do_where(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    unsigned thread;
    REFUSE_IF(!monitor_find_thread(session, words, &thread), err, "no thread '%s' (`monitor pipe` lists them)", words);
    const uint64_t round = steps_round(engine_steps(session->engine));
    text_add(out, "step %" PRIu64, engine_at(session->engine));
    if (!session->is_executed)
        text_add(out, ", round %" PRIu64, round);
    if (engine_edits(session->engine))
        text_add(out, ", another run than the recorded one: %zu stores", engine_edits(session->engine));
    text_add(out, "\n");
    session_describe(session, thread, out);
    text_add(out, "\n");
    return TT_OK;
}

static enum tt_status do_pipe(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    (void)words, (void)err;
    for (unsigned thread = 0; thread < DEBUG_THREADS; thread++) {
        if (!session_has_thread(session, thread))
            continue;
        session_describe(session, thread, out);
        text_add(out, "\n");
    }
    return TT_OK;
}

static enum tt_status do_map(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    (void)words, (void)err;
    text_add(out, "0x00000000  l1, %u bytes\n", (unsigned)space_bytes(session->chip, TT_SPACE_L1));
    if (!session->has_cores)
        text_add(out, "0x%08x  events: the word of event N at 0x%08x + 4 * N\n", DEBUG_EVENTS, DEBUG_EVENTS);
    for (int space = TT_SPACE_L1 + 1; space < TT_SPACE_COUNT; space++)
        text_add(out, "0x%08" PRIx32 "  %s, %u bytes, elements of %u\n", session_address((enum tt_space)space, 0),
                 space_name((enum tt_space)space), (unsigned)space_bytes(session->chip, (enum tt_space)space),
                 (unsigned)space_element_bytes((enum tt_space)space));
    if (session->has_cores)
        text_add(out, "0xff000000  and above: local RAM and registers, as the thread's core sees them\n");
    return TT_OK;
}

static enum tt_status do_goto(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    uint64_t at = UINT64_MAX;
    int64_t behind = 0;
    const struct address_marks marks = address_marks_of_capture(session->capture);
    if (strcmp(words, "start") == 0)
        at = steps_first(engine_steps(session->engine));
    else if (strncmp(words, "mark:", 5) == 0 && session->is_executed) {
        TRY(address_point(words, &marks, &behind, err));
        at = (uint64_t)(behind + 1);
    } else if (strcmp(words, "end") != 0 && !number_read(words, 10, UINT64_MAX, &at))
        return tt_fail(err, TT_BAD_INPUT, "goto takes a step, start, end%s, not '%s'",
                       session->is_executed ? " or mark:NAME" : "", words);
    TRY(session_go(session, at, err));
    return do_where(session, "", out, err);
}

static enum tt_status do_last_writer(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    struct address_place place;
    TRY(address_place_parse(&place, session->chip, words, err));
    TRY(session_last_writer(session, &place, err));
    if (session->stop.reached == ENGINE_AT_START)
        text_add(out, "nothing has written to %s since the start\n", words);
    else
        say_stop(session, out);
    return TT_OK;
}

static enum tt_status do_address(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    struct address_place place;
    TRY(address_place_parse(&place, session->chip, words, err));
    text_add(out, "0x%08" PRIx32 ", %u bytes\n", session_address(place.space, place.lo),
             (unsigned)(place.hi - place.lo));
    return TT_OK;
}

enum { SHOWN = 8 };

static void say_differences(struct session *session, unsigned most, struct text *out)
{
    text_add(out, "%" PRIu64 " of %" PRIu64 " known bytes differ\n", session->difference_bytes, session->known_bytes);
    for (unsigned i = 0; i < session->difference_count && i < most; i++)
        session_describe_difference(session, &session->differences[i], out);
}

static enum tt_status do_next_difference(struct session *session, const char *words, struct text *out,
                                         struct tt_error *err)
{
    (void)words;
    TRY(session_next_difference(session, err));
    session_describe_stop(session, out);
    if (session->stop.is_difference)
        say_differences(session, SHOWN, out);
    else
        text_add(out, "no checkpoint from here on shows a difference\n");
    return TT_OK;
}

static enum tt_status do_print(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    TRY(place_text_add(session, words, NULL, out, err));
    text_add(out, "\n");
    return TT_OK;
}

/* Of the checkpoint named; else of the last. */
static enum tt_status do_diff(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    const uint32_t count = ttcap_info(session->capture)->checkpoint_count;
    uint32_t checkpoint = count - 1;
    for (uint32_t i = 0; *words && i < count; i++)
        if (strcmp(ttcap_checkpoint(session->capture, i)->id, words) == 0)
            checkpoint = i;
    REFUSE_IF(*words && strcmp(ttcap_checkpoint(session->capture, checkpoint)->id, words) != 0, err,
              "the capture has no checkpoint '%s'", words);
    TRY(session_hold(session, checkpoint, err));
    text_add(out, "step %" PRIu64 " against checkpoint ", engine_at(session->engine));
    text_add_name(out, ttcap_checkpoint(session->capture, checkpoint)->id);
    text_add(out, " of the device: ");
    say_differences(session, SHOWN, out);
    return TT_OK;
}

/* "FIELD=V", in every copy of the field, or "dst:3,5=0x3f80". */
static enum tt_status monitor_store(struct session *session, const char *words, const char *value, struct tt_error *err)
{
    char name[ADDRESS_TEXT_MAX + 64];
    struct replay_set set;
    struct address_place place;
    enum tt_status status = TT_OK;
    if (!strchr(words, ':')) {
        status = replay_set_parse(session->chip, words, &set, err);
        if (!status && set.has_event)
            status = tt_fail(err, TT_BAD_INPUT, "set stores at the step where the session stands: FIELD=V");
        else if (!status && set.part)
            status = tt_fail(err, TT_BAD_INPUT, "set stores whole fields here: FIELD=V");
    }
    if (status)
        return status;
    REFUSE_IF(value - words >= (ptrdiff_t)ADDRESS_TEXT_MAX, err, "no place is called so: '%.20s...'", words);
    (void)snprintf(name, sizeof name, "%s%.*s", strchr(words, ':') ? "" : "cfg:", (int)(value - words), words);
    status = address_place_parse(&place, session->chip, name, err);
    return status ? status : session_store_place(session, &place, value + 1, err);
}

static enum tt_status do_set(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    const char *value = strrchr(words, '=');
    const enum tt_status status =
        value ? monitor_store(session, words, value, err) : tt_fail(err, TT_BAD_INPUT, "set takes FIELD=V or PLACE=V");
    if (!status)
        text_add(out, "stored at step %" PRIu64 "; from here on it is another run than the recorded one\n",
                 engine_at(session->engine));
    return status;
}

static enum tt_status do_recording(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    (void)words;
    const enum tt_status status = engine_forget_edits(session->engine, err);
    return status ? status : do_where(session, "", out, err);
}

static enum tt_status do_frames(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    const struct keys *keys = engine_keys(session->engine);
    (void)words, (void)err;
    text_add(out, "%u key frames, %" PRIu64 " steps apart, %zu KiB\n", keys_count(keys), keys_spacing(keys),
             keys_bytes(keys) >> 10);
    return TT_OK;
}

/* Of a run that hangs, at its end. */
static enum tt_status do_waits(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    const size_t before = out->count;
    (void)words, (void)err;
    session_describe_waits(session, out);
    if (out->count == before)
        text_add(out, "the run does not hang here (`goto end` goes to where it may)\n");
    return TT_OK;
}

/* ---- the list ---- */

typedef enum tt_status monitor_act(struct session *session, const char *words, struct text *out, struct tt_error *err);
static monitor_act do_help;

static const struct command {
    const char *name, *arguments, *doc;
    monitor_act *act;
} commands[] = {
    {"help", "", "this list", do_help},
    {"where", "[THREAD]", "the step, and what a thread does next, with its line of source", do_where},
    {"pipe", "", "the same of all cores and pipes", do_pipe},
    {"map", "", "where the spaces of the tile lie among the addresses", do_map},
    {"address", "PLACE", "where a place lies: dst:3,5, cfg:FIELD, lreg:2.31, state:PATH", do_address},
    {"print", "PLACE [as FORMAT]", "what it holds: dst:3,5 as bf16, l1:0x60010:16 as fp32", do_print},
    {"goto", "STEP|start|end|mark:NAME", "go there", do_goto},
    {"reverse-watch", "PLACE", "back to the last instruction that wrote there, which is then the next", do_last_writer},
    {"next-difference", "", "on to the next checkpoint at which the device held something else", do_next_difference},
    {"diff", "[CHECKPOINT]", "hold the tile as it stands against a checkpoint, the last if none is named", do_diff},
    {"waits", "", "at the end of a run that hangs: what each core and pipe waits for", do_waits},
    {"why", "PLACE", "what a place as it stands came from, back to the start", questions_why},
    {"audit", "[N]", "an instruction's settings and stages: number N of the run, or the next", questions_audit},
    {"set", "FIELD=V|PLACE=V", "store here: the rest is another run than the recorded one", do_set},
    {"recording", "", "forget all that was stored, and go back to the recorded run", do_recording},
    {"frames", "", "the key frames, and what they take", do_frames},
};

enum { COMMANDS = sizeof commands / sizeof commands[0], NAME_MAX_BYTES = 32 };

static enum tt_status do_help(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    (void)session, (void)words, (void)err;
    for (size_t i = 0; i < COMMANDS; i++)
        text_add(out, "%s%s%s: %s\n", commands[i].name, *commands[i].arguments ? " " : "", commands[i].arguments,
                 commands[i].doc);
    text_add(out, "behind a command that goes elsewhere: maintenance flush register-cache\n");
    return TT_OK;
}

static const char *monitor_name_at(size_t i, const void *user)
{
    (void)user;
    return i < COMMANDS ? commands[i].name : NULL;
}

const char *monitor_name(size_t i)
{
    return monitor_name_at(i, NULL);
}

void monitor_command(struct session *session, const char *line, struct text *out)
{
    char name[NAME_MAX_BYTES];
    while (*line == ' ')
        line++;
    const size_t length = strcspn(line, " ");
    if (length < sizeof name) {
        memcpy(name, line, length);
        name[length] = '\0';
    } else {
        name[0] = '\0';
    }
    const char *words = line + length;
    while (*words == ' ')
        words++;
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, *name ? name : "help") != 0)
            continue;
        struct tt_error err;
        if (commands[i].act(session, words, out, &err))
            text_add(out, "tt-replay: %s\n", err.text);
        return;
    }
    char near[NEAR_TEXT_MAX];
    text_add(out, "tt-replay: no command '%s'%s (`monitor help` lists them)\n", name,
             near_text(name, monitor_name_at, NULL, near));
}
