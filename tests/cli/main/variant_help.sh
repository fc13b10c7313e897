# SPDX-License-Identifier: Apache-2.0
# Each verb that takes readings lists them; no line is too long.
"$TT_REPLAY" replay --variant help >replay.txt
for verb in bisect conform batch; do
    "$TT_REPLAY" $verb --variant help | cmp - replay.txt || echo "$verb differs"
done
head -4 replay.txt
grep -n -E '^.{81,}' replay.txt
grep -c '^[a-z]' replay.txt | awk '$1 > 30 { print "many" }'
