# SPDX-License-Identifier: Apache-2.0
# The page's verdict is that of `diff --evidence`.
. "$FIXTURES/lib.sh"
packed a
run_of a
for level in simulator maker; do
    "$TT_REPLAY" report a.db -o a.html --force --evidence $level >/dev/null && grep -o '"verdict": *"[^"]*"' a.html | head -n 1
done
"$TT_REPLAY" report a.db -o a.html --force --evidence maker --expect x.npy --at l1:0 --format bf16
