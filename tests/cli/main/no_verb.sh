# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Without a verb: all verbs, on standard error, and exit 2. A version is one line; behind it stands what the kernel lacks.
"$TT_REPLAY" 2>&1 >/dev/null | sed -n 1p
"$TT_REPLAY" >/dev/null 2>&1
echo $?
"$TT_REPLAY" --version | sed -n '1s/[0-9.]*$/VERSION/p'
"$TT_REPLAY" farm 2>&1 >/dev/null | sed -n 1p
"$TT_REPLAY" farm >/dev/null 2>&1
echo $?
