/* SPDX-License-Identifier: Apache-2.0 */
/* How a function says to its caller that something outside the program is wrong: a status, and one sentence with place
 * and expectation. base/error.h makes the sentence. */
#pragma once

enum tt_status {
    TT_OK = 0,
    TT_END,       /* an iterator has no more; not a failure */
    TT_BAD_INPUT, /* a file or argument is wrong */
    TT_IO,        /* the system refused to read or write */
    TT_NO_MEMORY,
    TT_UNSUPPORTED, /* well-formed, but not supported yet */
};

struct tt_error {
    char text[1024]; /* "FILE: place: found, expected"; no newline */
};
