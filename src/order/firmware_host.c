/* SPDX-License-Identifier: Apache-2.0 */
/* The cores' services in the engine that runs the pipes: stores become events, as a recorder would write them, and
 * take effect. docs/semantics/firmware.md#events */
#include "base/little.h"
#include "capture/expected.h"
#include "order/firmware.h"

static const enum ttcap_kind kinds[] = {
    [CORE_PUSH] = TTCAP_PUSH, [CORE_CFGW] = TTCAP_CFGW, [CORE_MOPW] = TTCAP_MOPW, [CORE_GPRW] = TTCAP_GPRW,
    [CORE_SEMW] = TTCAP_SEMW, [CORE_SEMR] = TTCAP_SEMR, [CORE_L1W] = TTCAP_L1W,   [CORE_MMIO] = TTCAP_MMIO,
};

static struct ttcap_event firmware_host_event_of(const struct firmware *firmware, const struct core_act *act)
{
    return (struct ttcap_event){
        .seq = firmware->program.step,
        .kind = kinds[act->kind],
        .thread = (int8_t)act->thread,
        .index = act->index,
        .addr = act->addr,
        .value = act->value,
        .has_pc = true,
        .core = act->core,
        .pc = act->pc,
    };
}

void firmware_end_wait(struct firmware *firmware, enum tt_core core)
{
    struct firmware_core *self = &firmware->core[core];
    if (!self->has_wait)
        return;
    self->has_wait = false;
    replay_report_event(firmware->program.replay, &self->wait);
}

/* Events of no thread come after all that the cores did before them, so behind the end of a wait and not behind its
 * beginning. */
static void firmware_host_report(struct firmware *firmware, enum tt_core core, const struct ttcap_event *event)
{
    struct firmware_core *self = &firmware->core[core];
    const bool is_wait = event->kind == TTCAP_MMIO && event->thread >= 0 &&
                         (event->addr == MMIO_PIPE_DRY || event->addr == MMIO_MACRO_OP_IDLE);
    firmware_end_wait(firmware, core);
    if (!is_wait) {
        replay_report_event(firmware->program.replay, event);
        return;
    }
    self->has_wait = self->is_wait_new = true;
    self->wait = *event;
}

/* Of a polling loop the read that ended it is recorded, and a read whose value did not come from polling: the last
 * before the core does something else (docs/formats/bundle.md, "semr"). */
void firmware_keep_read(struct firmware *firmware, enum tt_core core)
{
    struct firmware_core *self = &firmware->core[core];
    if (!self->has_read)
        return;
    self->has_read = false;
    firmware->program.replay->summary->events++;
    firmware_host_report(firmware, core, &self->read);
}

static void read_semaphore(struct firmware *firmware, const struct core_act *act)
{
    struct firmware_core *self = &firmware->core[act->core];
    if (self->has_read && (self->read.addr != act->addr || self->read.pc != act->pc))
        firmware_keep_read(firmware, act->core);
    self->has_read = true;
    self->read = firmware_host_event_of(firmware, act);
}

/* A checkpoint is the moment after a store to the word that marks it. */
static void hold_marked(struct firmware *firmware, const struct core_act *act)
{
    struct replay *replay = firmware->program.replay;
    const struct replay_options *options = replay->options;
    if (!options->has_checkpoint_word || act->addr != options->checkpoint_word ||
        firmware->next_checkpoint + 1 >= replay->info->checkpoint_count ||
        ttcap_is_reference(replay->capture, firmware->next_checkpoint) || firmware->status)
        return;
    firmware->status = replay_checkpoint(replay, firmware->next_checkpoint++, true, firmware->err);
    replay_set_probe(replay);
}

static void on_act(void *user, const struct core_act *act)
{
    struct firmware *firmware = user;
    struct replay *replay = firmware->program.replay;
    if (act->kind == CORE_SEMR) {
        read_semaphore(firmware, act);
        return;
    }
    if (act->kind == CORE_POP) {
        firmware_order_popped(firmware, act);
        return;
    }
    firmware_keep_read(firmware, act->core);
    uint8_t bytes[sizeof act->value];
    struct ttcap_event event = firmware_host_event_of(firmware, act);
    if (act->kind == CORE_L1W) {
        store_u32(bytes, act->value);
        event.value = 0;
        event.bytes = bytes;
        event.byte_count = act->bytes;
        firmware_order_stored(firmware, act->core, act->addr, act->bytes);
    }
    firmware->program.step++;
    firmware_host_report(firmware, act->core, &event);
    replay_event_at(replay, &event, act->at, true);
    if (act->kind == CORE_MMIO)
        firmware_order_stored_register(firmware, act->core, act->addr);
    replay_report_store(replay, &event);
    if (act->kind == CORE_MMIO && mmio_sends_request(act->at, act->value))
        firmware->outside.requests++;
    if (act->kind == CORE_L1W)
        hold_marked(firmware, act);
}

/* Words of core B name their core: they enter behind the macro-op expander (F3). */
static bool firmware_host_on_push(void *user, const struct core_act *act)
{
    struct firmware *firmware = user;
    struct program_thread *thread = &firmware->program.threads[act->thread];
    struct replay *replay = firmware->program.replay;
    if (thread->fifo_count == PIPE_WORDS)
        return false;
    firmware_keep_read(firmware, act->core);
    const struct ttcap_event event = firmware_host_event_of(firmware, act);
    const struct pushed_word pushed = {act->value, replay->summary->events, act->is_behind, true, act->core, act->pc};
    thread->fifo[(thread->fifo_first + thread->fifo_count++) % PIPE_WORDS] = pushed;
    unknown_core_pushes(replay->unknown, (unsigned)act->thread);
    replay->summary->events++;
    firmware_host_report(firmware, act->core, &event);
    return true;
}

static bool on_pipe_is_dry(void *user, unsigned thread)
{
    const struct firmware *firmware = user;
    return program_pipe_is_dry(&firmware->program.threads[thread]);
}

static bool on_macro_op_is_idle(void *user, unsigned thread)
{
    const struct firmware *firmware = user;
    return program_macro_op_is_idle(firmware->program.replay->info->chip, &firmware->program.threads[thread]);
}

/* The words that core B pushed stay: they are behind the expander. */
static void on_drop(void *user, unsigned number)
{
    struct firmware *firmware = user;
    struct program_thread *thread = &firmware->program.threads[number];
    struct pushed_word left[PIPE_WORDS];
    unsigned count = 0;
    for (unsigned i = 0; i < thread->fifo_count; i++) {
        const struct pushed_word *pushed = &thread->fifo[(thread->fifo_first + i) % PIPE_WORDS];
        if (pushed->is_behind)
            left[count++] = *pushed;
    }
    memcpy(thread->fifo, left, count * sizeof *left);
    thread->fifo_first = 0;
    thread->fifo_count = count;
    thread->pipe.macro_op = (struct macro_op){.iterations = 0};
}

static uint64_t on_clock(void *user)
{
    const struct firmware *firmware = user;
    return firmware->step;
}

static bool on_serve(void *user, const struct noc_refusal *request)
{
    const struct firmware *firmware = user;
    const struct replay_outside *outside = firmware->outside.from;
    struct noc_refusal numbered = *request;
    numbered.before = firmware->outside.requests;
    return outside && outside->serve &&
           outside->serve(outside->user, firmware->program.replay->tile, firmware->step, &numbered);
}

const struct cores_host firmware_host = {
    .push = firmware_host_on_push,
    .pipe_is_dry = on_pipe_is_dry,
    .macro_op_is_idle = on_macro_op_is_idle,
    .drop = on_drop,
    .act = on_act,
    .clock = on_clock,
    .serve = on_serve,
};
