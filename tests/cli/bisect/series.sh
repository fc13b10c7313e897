# SPDX-License-Identifier: Apache-2.0
# lane: night
# The bases of two contexts are a series, and the last of it was left out: the array says that it is wrong, the series what
# it would be.
. "$FIXTURES/lib.sh"
need_oracle
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
cp -R "$ORACLE/kernels/binary_MUL_NONE_LoFi_f16b_f16b_f16b_f16b_nice" a
chmod -R u+w a
"$TT_REPLAY" import a -o right.ttcap >/dev/null
"$TT_REPLAY" replay right.ttcap -o right.db >/dev/null
"$TT_REPLAY" export --region l1:0x60000:0x2000 right.db -o golden.npy >/dev/null
zstd -dcq a/events.jsonl.zst | sed '/"i":636,/s/"v":16767/"v":0/' >a/events.jsonl
rm a/events.jsonl.zst
python3 - <<'END'
import json
bundle = json.load(open("a/bundle.json"))
bundle["events"] = "events.jsonl"
del bundle["checkpoints"][1:]
json.dump(bundle, open("a/bundle.json", "w"))
END
"$TT_REPLAY" import a -o a.ttcap --force >/dev/null
"$TT_REPLAY" bisect a.ttcap --expect golden.npy --at l1:0x60000 >a.txt
echo "exit $?"
sed -n '/^  cause /,/^  diverges/p; /^  perhaps /,/^  diverges/p' a.txt | sed '/^  diverges/d'
