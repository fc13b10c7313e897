# SPDX-License-Identifier: Apache-2.0
# What is unknown at the start of a capture from silicon may be assumed: the verdict says so, and every verb of the run too.
cp "$TRACES/stripped/k_matmul_bf16_1.ttcap" a.ttcap
. "$FIXTURES/lib.sh"
replay() { "$TT_REPLAY" replay a.ttcap --order firmware --force -o a.db "$@" | sed -n '/verdict/,$p'; }
replay
replay --assume cfg,thread_cfg
replay --assume cfg --assume thread_cfg=reset,l1=zero,lregs=zero
"$TT_REPLAY" diff a.db --json | grep -e '"verdict"' -e '"assumes"' -e '"assumed"'
replay --assume all
"$TT_REPLAY" bisect a.ttcap --order firmware --assume all | head -3
echo
for wrong in nothing cfg=one all=zero state=zero dst=zero,srcq; do
    "$TT_REPLAY" replay a.ttcap --order firmware -o wrong.db --assume "$wrong"
    echo "exit $?"
done
# Nothing of it is unknown: then nothing is assumed either.
packed b
"$TT_REPLAY" import b -o b.ttcap >/dev/null
"$TT_REPLAY" replay b.ttcap -o b.db --assume dst=zero
echo "exit $?"
"$TT_REPLAY" replay b.ttcap -o b.db --assume all | grep verdict
ls *.db
