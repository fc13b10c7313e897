/* SPDX-License-Identifier: Apache-2.0 */
#include "debug/lines.h"

#include "base/text/text.h"
#include "capture/source_lines.h"

/* The line of an address stays valid while the thread is in the same stretch of code. */
static void lines_look(struct line_walk *walk, const struct debug_where *where)
{
    struct ttcap_lines lines;
    struct tt_error err;
    const uint32_t addr = where->pc.addr;
    walk->now.stack = where->stack;
    if (where->pc.is_code && walk->lo < walk->hi && where->pc.core == walk->core && addr >= walk->lo && addr < walk->hi)
        return;
    walk->lo = walk->hi = 0;
    walk->now = (struct line_place){.stack = where->stack};
    if (!where->pc.is_code || ttcap_lines_at(walk->session->capture, where->pc.core, addr, &lines, &err))
        return;
    walk->core = where->pc.core;
    walk->lo = lines.addr;
    walk->hi = lines.addr + lines.bytes;
    walk->now.is_known = lines.frames[0].line != 0;
    walk->now.file = lines.frames[0].file;
    walk->now.function = lines.frames[0].function;
    walk->now.line = lines.frames[0].line;
    walk->now.outer = lines.frames[lines.frame_count - 1].function;
    walk->now.depth = lines.frame_count;
}

static bool is_same_line(const struct line_place *a, const struct line_place *b)
{
    return a->line == b->line && text_is_same(a->file, b->file) && text_is_same(a->function, b->function);
}

/* Whether a core's function returns into another one. */
static bool returns_into(const struct line_walk *walk, const struct debug_where *where, const char *function)
{
    enum { CALL_BYTES = 4 };
    struct ttcap_lines lines;
    struct tt_error err;
    return where->pc.is_code && where->link >= CALL_BYTES &&
           ttcap_lines_at(walk->session->capture, where->pc.core, where->link - CALL_BYTES, &lines, &err) == TT_OK &&
           text_is_same(lines.frames[lines.frame_count - 1].function, function);
}

/* How far from where the step began: CALLED or INLINED from there, LEFT that function, 0 else. Within one function the
 * stack says nothing: it is lower behind the first instructions. */
enum { LEFT = -1, INLINED = 1, CALLED };
static int level(const struct line_walk *walk, const struct debug_where *where)
{
    const struct line_place *from = &walk->from, *now = &walk->now;
    if (text_is_same(from->outer, now->outer))
        return now->depth == from->depth ? 0 : now->depth > from->depth ? INLINED : LEFT;
    if (now->stack != from->stack)
        return now->stack < from->stack ? CALLED : LEFT;
    return returns_into(walk, where, from->outer) ? CALLED : LEFT;
}

/* Whether a step that began at `from` is not over yet. */
static bool lines_goes_on(void *user, const struct debug_where *where)
{
    struct line_walk *walk = user;
    lines_look(walk, where);
    if (!walk->from.is_known)
        return false;
    if (!walk->now.is_known)
        return true;
    switch (walk->kind) {
    case LINE_OUT:
        return level(walk, where) != LEFT;
    case LINE_OVER:
        return is_same_line(&walk->from, &walk->now) || level(walk, where) >= INLINED;
    case LINE_OVER_CALLS:
        return is_same_line(&walk->from, &walk->now) || level(walk, where) == CALLED;
    case LINE_INTO:
        break;
    }
    return is_same_line(&walk->from, &walk->now);
}

void line_walk_begin(struct line_walk *walk, struct session *session, unsigned thread, enum line_step kind,
                     bool is_back)
{
    const struct debug_where where = session_where(session, thread);
    *walk = (struct line_walk){.session = session, .thread = thread, .kind = kind, .is_back = is_back};
    lines_look(walk, &where);
    walk->from = walk->now;
}

static enum tt_status lines_run(struct line_walk *walk, struct tt_error *err)
{
    const struct debug_while more = {walk, lines_goes_on};
    return session_step_while(walk->session, walk->thread, walk->is_back, false, &more, err);
}

static bool has_come(const struct line_walk *walk)
{
    return walk->session->stop.reached == ENGINE_HIT && !walk->session->stop.is_point;
}

/* Backwards a line is come to at its last instruction: on to the step before its first, and behind that. */
static enum tt_status go_to_beginning(struct line_walk *walk, struct tt_error *err)
{
    if (!walk->is_at_end) {
        const struct debug_where where = session_where(walk->session, walk->thread);
        lines_look(walk, &where);
        walk->from = walk->now;
        walk->kind = LINE_OVER_CALLS;
        walk->is_at_end = true;
    }
    TRY(lines_run(walk, err));
    if (!has_come(walk))
        return TT_OK;
    return session_go(walk->session, engine_at(walk->session->engine) + 1, err);
}

enum tt_status line_walk_go(struct line_walk *walk, struct tt_error *err)
{
    if (!walk->is_at_end) {
        const enum tt_status status = lines_run(walk, err);
        if (status || !walk->is_back || !has_come(walk) || !walk->from.is_known)
            return status;
    }
    return go_to_beginning(walk, err);
}
