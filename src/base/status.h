/* SPDX-License-Identifier: Apache-2.0 */
/* How a function says that the outside is wrong, for those who call it: a status, and one sentence with place and
 * expectation. Those that make the sentence: base/error.h. */
#pragma once

enum tt_status {
    TT_OK = 0,
    TT_END,       /* an iterator has no more; not a failure */
    TT_BAD_INPUT, /* a file or argument is not what it must be */
    TT_IO,        /* the system refused to read or write */
    TT_NO_MEMORY,
    TT_UNSUPPORTED, /* well-formed, but nothing here can do it yet */
};

struct tt_error {
    char text[1024]; /* "FILE: place: what was found, what was expected"; no newline */
};
