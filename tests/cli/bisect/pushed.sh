# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
# A core's store to the macro-op expander is lost: no executed word is wrong, whole rounds of them are missing. They
# explain nothing, and the words as they were pushed are searched.
packed right
"$TT_REPLAY" import right -o right.ttcap >/dev/null
"$TT_REPLAY" replay right.ttcap -o right.db >/dev/null
"$TT_REPLAY" export --region l1:0x60000-0x60080 right.db -o golden.npy >/dev/null
packed_start lost 366
"$TT_REPLAY" import lost -o pushed.ttcap >/dev/null
"$TT_REPLAY" replay pushed.ttcap --order program --record lost.ttcap >/dev/null
"$TT_REPLAY" bisect lost.ttcap --expect golden.npy --at l1:0x60000
echo "exit $?"
