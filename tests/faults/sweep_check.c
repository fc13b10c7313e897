/* SPDX-License-Identifier: Apache-2.0 */
/* What a run under a fault may be: as if nothing had been, or trouble that is reported and leaves nothing. */
#include "faults/sweep.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

static const char *say(const char *format, const char *text)
{
    static char said[1200];
    (void)snprintf(said, sizeof said, format, text);
    return said;
}

/* Whether `line`, up to its newline, is one of text's. */
static bool has_line(const char *text, const char *line, size_t length)
{
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
        if (strncmp(at, line, length) == 0 && at[length] == '\n')
            return true;
    return false;
}

bool sweep_has_all(const struct sweep_outcome *outcome, const struct sweep_outcome *undisturbed)
{
    for (const char *at = undisturbed->files; *at; at += strcspn(at, "\n") + 1)
        if (!has_line(outcome->files, at, strcspn(at, "\n")))
            return false;
    return true;
}

/* Every file is whole, as the undisturbed run left it, or as it was before; what was there before is there. */
static const char *files_fault(const struct sweep_outcome *outcome, const struct sweep_outcome *undisturbed,
                               const struct sweep_case *one)
{
    static const char old_name[] = "out/x ";
    bool has_old = false;
    for (const char *at = outcome->files; *at; at += strcspn(at, "\n") + 1) {
        const size_t length = strcspn(at, "\n");
        const bool is_old = has_line(outcome->before, at, length);
        has_old |= strncmp(at, old_name, sizeof old_name - 1) == 0;
        if (!is_old && !has_line(undisturbed->files, at, length))
            return say("left behind: %s", at);
    }
    return one->has_old && !has_old ? "what was there before is gone" : NULL;
}

/* SQLite reports some calls in its words. Of a write to a stream that failed once, long before the stream was closed,
 * no number is left. */
static bool says_reason(const char *text, const struct faults *fault)
{
    const bool is_write = fault->call == FAULT_WRITE && !fault->is_lasting;
    if (fault->call == FAULT_MEMORY)
        return strstr(text, "memory") != NULL;
    return strstr(text, strerror(fault->error)) || (fault->call == FAULT_LOCK && strstr(text, "cannot be")) ||
           (fault->call == FAULT_OPEN && strstr(text, "attempt to write a readonly database")) ||
           (fault->call == FAULT_STAT && strstr(text, "unable to open database file")) ||
           (is_write && strstr(text, "cannot be written: write error"));
}

/* Lines that begin with "tt-replay", notes, and something in one that says what happened to what. */
static const char *message_fault(const char *text, const struct faults *fault)
{
    if (!*text)
        return "no message";
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
        if (strncmp(at, "tt-replay", 9) != 0 || !strchr(at, '\n'))
            return say("no message of ours: '%s'", at);
    return says_reason(text, fault) ? NULL : say("no word of the reason: %s", text);
}

static const char *same_fault(const struct sweep_outcome *outcome, const struct sweep_outcome *undisturbed)
{
    if (strcmp(outcome->out, undisturbed->out) != 0)
        return "another output than undisturbed, and no word of it";
    if (strcmp(outcome->err, undisturbed->err) != 0)
        return say("the same, but it says: %s", outcome->err);
    if (strcmp(outcome->files, undisturbed->files) != 0)
        return say("other files than undisturbed, and no word of it: %s", outcome->files);
    return NULL;
}

/* What a library's caller would miss: a way out that does not free. */
static const char *memory_fault(const struct sweep_outcome *outcome, const struct sweep_outcome *undisturbed)
{
    static char text[128];
    const long left = atomic_load(&outcome->counts.live), usual = atomic_load(&undisturbed->counts.live);
    (void)snprintf(text, sizeof text, "%ld blocks of memory are not freed, and %ld undisturbed", left, usual);
    return left > usual ? text : NULL;
}

const char *sweep_fault_of(const struct sweep_outcome *outcome, const struct sweep_outcome *undisturbed,
                           const struct sweep_case *one, const struct faults *fault)
{
    if (outcome->is_late)
        return "it hangs";
    const char *wrong = one->goes_on ? NULL : files_fault(outcome, undisturbed, one);
    /* What could not be removed stays. */
    if (wrong && fault->call != FAULT_UNLINK && fault->signal != SIGKILL)
        return wrong;
    if (fault->signal && WIFSIGNALED(outcome->status))
        return WTERMSIG(outcome->status) == fault->signal ? NULL : "ended by another signal";
    if (WIFSIGNALED(outcome->status))
        return say("ended by a signal: %s", strsignal(WTERMSIG(outcome->status)));
    if (outcome->status == undisturbed->status && fault->signal)
        return wrong; /* it came too late, but may have been reported */
    if (outcome->status == undisturbed->status)
        return wrong ? NULL : same_fault(outcome, undisturbed);
    if (fault->signal)
        return "a signal did not end it";
    if (!fault->error || fault->call == FAULT_SHORT_READ || fault->call == FAULT_SHORT_WRITE)
        return say("harmless, but it fails: %s", outcome->err);
    if (WEXITSTATUS(outcome->status) != 2)
        return say("an exit status of its own: %s", outcome->err);
    /* Of one capture among others; one that could not be read while it was planned is another one by its contents. */
    if (one->goes_on && (says_reason(outcome->out, fault) || strstr(outcome->out, "changed since it was")))
        return NULL;
    wrong = message_fault(outcome->err, fault);
    if (wrong || strstr(outcome->err, "the command line cannot be read")) /* which ends the program at once */
        return wrong;
    return memory_fault(outcome, undisturbed);
}
