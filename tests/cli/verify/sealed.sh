# SPDX-License-Identifier: Apache-2.0
# Files of a batch are as they were written, or verify says that they are not.
. "$FIXTURES/lib.sh"
batch_folder kernels
"$TT_REPLAY" farm plan kernels -o farm >/dev/null
"$TT_REPLAY" farm run farm --shard 1/1 >/dev/null
"$TT_REPLAY" farm merge farm -o all.db >/dev/null
"$TT_REPLAY" verify farm/plan.json farm/results/*.json kernels/tiny.ttcap all.db | sed 's/results.*json/results\/KEY.json/'
poke all.db 20000 1
edit farm/plan.json 's/"bytes": /"bytes": 1/'
"$TT_REPLAY" verify all.db farm/plan.json 2>&1 | sed 's/[0-9a-f]\{64\}/HASH/g' | fold -s -w 78
