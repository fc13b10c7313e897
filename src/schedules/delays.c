/* SPDX-License-Identifier: Apache-2.0 */
/* The members are those of the delay injector's records (tt-metal#53394) and, for what an address cannot say, the event
 * of the capture. */
#include "schedules/delays.h"

#include "base/input.h"
#include "base/new_file.h"
#include "base/number.h"
#include "capture/json/json.h"
#include "isa/chip.h"
#include "isa/isa.h"

#include <cjson/cJSON.h>

enum { ROUNDS_MOST = 1 << 24 };

static const char *const delays_threads[THREADS] = {"unpack", "math", "pack"};

static const char *delays_thread(size_t i)
{
    return i < THREADS ? delays_threads[i] : NULL;
}

struct delays_reader {
    struct replay_delays *delays;
    enum tt_chip chip;
};

/* A core's word waits at the core, a word that does nothing stands before its thread's; others are words themselves. */
static enum tt_status delays_take_filler(const char *filler, bool *is_core, struct tt_error *err)
{
    if (!filler || strcmp(filler, "tti_nop") == 0 || strcmp(filler, "sfpnop") == 0)
        return TT_OK;
    *is_core = strcmp(filler, "risc_nop") == 0;
    char shown[JSON_SHOWN_MAX];
    return *is_core ? TT_OK
                    : tt_fail(err, TT_UNSUPPORTED,
                              "filler: '%s' is a word of a unit, which may wait itself: only tti_nop, sfpnop and "
                              "risc_nop are replayed as delays",
                              json_plain(filler, shown));
}

/* A number, or its digits as text, "0x6f34". */
static enum tt_status delays_take_address(const struct cJSON *item, uint32_t *pc, struct tt_error *err)
{
    int64_t value = 0;
    uint64_t number;
    if (cJSON_IsString(item) && number_read(item->valuestring, 0, UINT32_MAX, &number)) {
        *pc = (uint32_t)number;
        return TT_OK;
    }
    const enum tt_status status = json_number(item, "addr", 0, UINT32_MAX, &value, err);
    *pc = (uint32_t)value;
    return status;
}

static enum tt_status delays_take(struct delays_reader *reader, const struct cJSON *object, struct tt_error *err)
{
    struct replay_delay delay = {.event = UINT64_MAX};
    const char *filler = NULL, *arch = NULL;
    const struct cJSON *addr = NULL, *unused;
    const char *chip = chip_get(reader->chip)->name;
    const struct json_member members[] = {
        JSON_MEMBER("thread", JSON_CHOICE, &delay.thread, .choice = delays_thread),
        JSON_MEMBER("delay", JSON_NUMBER, &delay.rounds, .most = ROUNDS_MOST),
        JSON_MEMBER("event", JSON_NUMBER, &delay.event, .may_be_absent = true),
        JSON_MEMBER("word", JSON_WORD, &delay.nth, .may_be_absent = true),
        JSON_MEMBER("core", JSON_TRUTH, &delay.is_core, .may_be_absent = true),
        JSON_MEMBER("arch", JSON_TEXT, &arch, .may_be_absent = true),
        JSON_MEMBER("addr", JSON_ITEM, &addr, .may_be_absent = true, .may_be_null = true),
        JSON_MEMBER("filler", JSON_TEXT, &filler, .may_be_absent = true),
        JSON_MEMBER("case", JSON_ITEM, &unused, .may_be_absent = true, .may_be_null = true),
        JSON_MEMBER("op", JSON_ITEM, &unused, .may_be_absent = true, .may_be_null = true),
        JSON_MEMBER("site_mode", JSON_ITEM, &unused, .may_be_absent = true, .may_be_null = true),
        JSON_MEMBER("site_index", JSON_ITEM, &unused, .may_be_absent = true, .may_be_null = true),
        JSON_MEMBER("filler_word", JSON_ITEM, &unused, .may_be_absent = true, .may_be_null = true),
        JSON_MEMBER("tag", JSON_ITEM, &unused, .may_be_absent = true, .may_be_null = true),
        JSON_MEMBER("fails", JSON_ITEM, &unused, .may_be_absent = true, .may_be_null = true),
        JSON_MEMBER("runs", JSON_ITEM, &unused, .may_be_absent = true, .may_be_null = true),
        JSON_MEMBER("error", JSON_ITEM, &unused, .may_be_absent = true, .may_be_null = true),
        JSON_MEMBER("chain", JSON_ITEM, &unused, .may_be_absent = true, .may_be_null = true),
    };
    TRY(json_read(object, "", JSON_MEMBERS(members), err));
    TRY(delays_take_filler(filler, filler ? &delay.is_core : &(bool){false}, err));
    delay.has_event = delay.event != UINT64_MAX;
    REFUSE_IF(arch && strncmp(arch, chip, strlen(arch)) != 0, err, "arch: the capture is of %s", chip);
    if (!delay.has_event && (!addr || cJSON_IsNull(addr)))
        return tt_fail(err, TT_UNSUPPORTED,
                       "neither event nor addr says which word is delayed: a site_index counts in a program's ELF");
    if (!delay.has_event)
        TRY(delays_take_address(addr, &delay.pc, err));
    struct replay_delays *delays = reader->delays;
    NEED(MEM_PUSH(delays->items, delays->count, delays->capacity, delay), err, "no memory for delays");
    return TT_OK;
}

static enum tt_status delays_take_line(void *user, char *line, unsigned number, struct tt_error *err)
{
    struct cJSON *object;
    (void)number;
    if (!*line)
        return TT_OK;
    TRY(json_parse_line(&object, line, strlen(line), err));
    enum tt_status status = delays_take(user, object, err);
    cJSON_Delete(object);
    return status;
}

enum tt_status replay_delays_read(struct replay_delays *delays, const char *path, enum tt_chip chip,
                                  struct tt_error *err)
{
    *delays = (struct replay_delays){0};
    return input_lines(path, delays_take_line, &(struct delays_reader){delays, chip}, err);
}

/* Text of ours alone: of the capture's name what would need an escape is left out. */
static void delays_put_name(FILE *out, const char *name)
{
    for (; *name; name++) {
        if (*name >= ' ' && *name < 0x7F && *name != '"' && *name != '\\')
            (void)putc(*name, out);
    }
}

static void delays_put(FILE *out, const struct ttcap_info *info, const struct replay_delay *delay)
{
    char op[ISA_TEXT_MAX] = "";
    if (delay->word)
        (void)isa_disassemble(info->chip, delay->word, op);
    (void)fputs("{\"case\": \"", out);
    delays_put_name(out, info->name);
    (void)fprintf(out, "\", \"arch\": \"%s\", \"thread\": \"%s\", ", chip_get(info->chip)->name,
                  delays_threads[delay->thread]);
    if (delay->has_event)
        (void)fprintf(out, "\"event\": %" PRIu64 ", \"word\": %" PRIu32, delay->event, delay->nth);
    else
        (void)fprintf(out, "\"addr\": \"%#" PRIx32 "\"", delay->pc);
    (void)fprintf(
        out, ", \"core\": %s, \"op\": \"%s\", \"filler\": \"%s\", \"delay\": %" PRIu64 ", \"runs\": 0, \"fails\": 0}\n",
        delay->is_core ? "true" : "false", op, delay->is_core ? "risc_nop" : "tti_nop", delay->rounds);
}

struct delays_written {
    const struct ttcap_info *info;
    const struct replay_delay *items;
    size_t count;
};

static enum tt_status delays_put_all(void *user, FILE *out, struct tt_error *err)
{
    const struct delays_written *written = user;
    (void)err;
    for (size_t i = 0; i < written->count; i++)
        delays_put(out, written->info, &written->items[i]);
    return TT_OK;
}

enum tt_status replay_delays_write(const char *path, bool replaces, const struct ttcap_info *info,
                                   const struct replay_delay *items, size_t count, struct tt_error *err)
{
    return new_file_write(path, replaces ? NEW_FILE_REPLACE : NEW_FILE_NEW, delays_put_all,
                          &(struct delays_written){info, items, count}, err);
}

void replay_delays_clear(struct replay_delays *delays)
{
    mem_free(delays->items);
    *delays = (struct replay_delays){0};
}
