/* SPDX-License-Identifier: Apache-2.0 */
/* The table of edges, each with its source. */
#include "observe/hazard_edges.h"

#include "name_texts.h"
#include "place_texts.h"

static const struct hazard_edge_row edges[EDGE_COUNT] = {
    [EDGE_ISSUE] = {"issue", "a word of a thread is issued", "the thread's next word", "page", "TensixCoprocessor"},
    [EDGE_PUSH] = {"push", "what a core knows when it pushes a word", "that word leaves the memory before the pipe",
                   "page", "PushTensixInstruction"},
    [EDGE_EXPANDER] = {"expander", "a macro-op is expanded", "the word behind it enters the expanders", "page",
                       "MOPExpander"},
    [EDGE_WAIT] = {"wait", "what its thread gave the units that a " INSN_TEXT_STALLWAIT " names is done",
                   "the first word that its block mask stops", "page", INSN_TEXT_STALLWAIT},
    [EDGE_FLUSH] = {"flush", "requests of the units that a " INSN_TEXT_FLUSHDMA " names are done",
                    "the thread's next word", "page", INSN_TEXT_FLUSHDMA},
    [EDGE_STORES] = {"stores", "a core's stores have reached the configuration",
                     "the first word that a " INSN_TEXT_STALLWAIT " for them (TRISC_CFG) stops", "page",
                     INSN_TEXT_STALLWAIT},
    [EDGE_POST] = {"post", "what the poster knew at the post without which a " INSN_TEXT_SEMWAIT " cannot have ended",
                   "the first word that the " INSN_TEXT_SEMWAIT " stops", "page", INSN_TEXT_SEMWAIT},
    [EDGE_GET] = {"get", "what was known at the get that let a wait for a value below the maximum end",
                  "the first word that the " INSN_TEXT_SEMWAIT " stops; the core's next event", "page",
                  INSN_TEXT_SEMWAIT},
    [EDGE_MUTEX] = {"mutex", "what the owner of a mutex knew when it gave it back", "the next owner's next word",
                    "page", INSN_TEXT_ATGETM},
    [EDGE_STREAM] = {"stream", "what was known at a store to a stream's register", "a recorded read that saw it",
                     "stock", "circular buffers of tt-metal"},
    [EDGE_POLL] = {"poll", "what was known at the posts and gets of a semaphore",
                   "a core's event behind a recorded poll of it", "stock", "docs/formats/bundle.md"},
    [EDGE_MAILBOX] = {"mailbox", "what a core knew when it stored to another core's mailbox, or a value in L1",
                      "the events behind the read of it, or, where no read of a mailbox is recorded, behind the store",
                      "stock", "mailboxes of tt-llk"},
    [EDGE_MAILBOX_FULL] = {"mailbox-full", "a core takes a value of one whose mailboxes hold four",
                           "the events behind the read of the fifth", "page", "Mailboxes"},
    [EDGE_PIPE] = {"pipe", "all work of its thread is done", "a core's event behind its load of " MMIO_TEXT_PIPE_DRY,
                   "page", "BabyRISCV"},
    [EDGE_MACRO_OP] = {"macro-op", "no macro-op of its thread waits or is being expanded",
                       "a core's event behind its load of " MMIO_TEXT_MACRO_OP_IDLE, "page", "MOPExpander"},
    [EDGE_OUTSIDE] = {"outside", "what the cores know", "an event of no thread, and what they do behind it", "stock",
                      "docs/formats/bundle.md"},
    [EDGE_PLACE] = {"place", "an event of another core before one of core B or NC in the recording, or the other way",
                    "the later one", "judged", "the order of the recording"},
    [EDGE_UNIT_ORDER] = {"unit-order", "a word that a unit got earlier, whichever thread's, is done",
                         "whoever knows a later word of the unit to be done", "page", "MatrixUnit, VectorUnit"},
    [EDGE_TIME] = {"time", "matrix or vector unit has had a word for the cycles that its page gives it at most",
                   "the thread's word so many words behind it", "page", "MatrixUnit, VectorUnit"},
    [EDGE_BANK_TAKEN] = {"bank-taken", "the unpacker handed a bank of SrcA or SrcB over",
                         "the matrix unit's word that waits for it", "page", "SrcASrcB"},
    [EDGE_BANK_RETURNED] = {"bank-returned", "the matrix unit gave a bank back",
                            "the " INSN_TEXT_UNPACR " that fills it again", "page", "SrcASrcB"},
    [EDGE_BANK_AWAITED] = {"bank-awaited", "a bank was handed over or given back",
                           "the first word that a " INSN_TEXT_STALLWAIT
                           " for it stops, if its pointer was not about to turn",
                           "maker", INSN_TEXT_STALLWAIT "; tt-metal PR#52256"},
    [EDGE_BARE_NOP] = {"bare-nop",
                       "an " INSN_TEXT_UNPACR " that stands right before a bare " INSN_TEXT_UNPACR_NOP " is done",
                       "who gives back the bank that the " INSN_TEXT_UNPACR_NOP " handed over", "stock",
                       "tt-llk, datacopy"},
    [EDGE_DST_HELD] = {"dst-held",
                       INSN_TEXT_MVMUL ", " INSN_TEXT_DOTPV ", " INSN_TEXT_ELWMUL ", " INSN_TEXT_GMPOOL
                                       " or " INSN_TEXT_GAPOOL " is issued",
                       "a " INSN_TEXT_PACR " that reads its rows of Dst", "page", "Dst"},
    [EDGE_DST_WORDS] = {"dst-words", "a word of the matrix unit writes rows of Dst",
                        INSN_TEXT_SFPLOAD " of its thread behind three other words", "page", INSN_TEXT_SFPLOAD},
};

const struct hazard_edge_row *hazard_edge_get(enum hazard_edge edge)
{
    return &edges[edge];
}
