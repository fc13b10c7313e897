# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# Names of what is missing are cut by --limit; --keep has the databases of what differs; --fresh does it again.
mkdir captures
cp "$TRACES"/kernels/datacopy_f16b_f16b_bfp*.ttcap captures
"$TT_REPLAY" farm plan captures -o farm --variant pack.bfp.round=truncate >/dev/null
"$TT_REPLAY" farm resume farm --limit 1 | sed -n 1,4p
"$TT_REPLAY" farm run farm --shard 1 --keep differ
ls differ
"$TT_REPLAY" farm run farm --shard 1
"$TT_REPLAY" farm run farm --shard 1 --fresh
