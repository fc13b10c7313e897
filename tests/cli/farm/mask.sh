# SPDX-License-Identifier: Apache-2.0
# lane: change
# A mask that is named counts in place of what lies about, decides what a bundle is, and goes with the farm.
. "$FIXTURES/lib.sh"
mkdir -p all/deep
cp -r "$FIXTURES/packed" all/deep/case
chmod -R u+w all
none='{"blackhole":{"cfg_per_state":{},"cfg_shared":{},"thread_cfg":[]}}'
echo "$none" >none.json
key() { grep -o "\"$1\": \"[0-9a-f]*\"" "$2/plan.json" | sort -u; }
"$TT_REPLAY" batch all -o open.db | sed -n 3p
"$TT_REPLAY" batch all -o masked.db --mask none.json | sed -n 3p
"$TT_REPLAY" batch all -o masked.db --mask none.json --json --force | grep -c "\"mask\": \"$(sha256sum none.json | cut -c 1-64)\""
# The one that is named counts, not the one in the folder of the batch.
"$TT_REPLAY" farm plan all -o first --mask none.json >said
sed 's/{},"cfg_shared"/{"0":"ff"},"cfg_shared"/' none.json >all/cfg-mask.json
"$TT_REPLAY" farm plan all -o again --mask none.json >said
key hash first >one && key hash again | cmp one - && echo 'one content'
"$TT_REPLAY" farm plan all -o other --mask all/cfg-mask.json >said
key hash other | cmp -s one - || echo 'another content'
rm none.json
"$TT_REPLAY" farm run first --shard 1 && cat first/results/*.json | grep -c recorder-mask
"$TT_REPLAY" farm merge first -o first.db | sed -n 3p
# The copy in the farm and no other.
cp other/cfg-mask.json first/cfg-mask.json
"$TT_REPLAY" farm run first --shard 1 --fresh
ln -sf ../all/cfg-mask.json first/cfg-mask.json
"$TT_REPLAY" farm run first --shard 1 --fresh
sed 's|"mask": "cfg-mask.json"|"mask": "../all/cfg-mask.json"|' first/plan.json >edited && cp edited first/plan.json
reseal first/plan.json
"$TT_REPLAY" farm run first --shard 1 --fresh
echo '{"quasar":{}}' >bad.json
"$TT_REPLAY" batch all -o bad.db --mask bad.json
echo '{"blackhole":{"cfg_per_state":{"9999":"f"},"cfg_shared":{},"thread_cfg":[]}}' >bad.json
"$TT_REPLAY" farm plan all -o bad --mask bad.json
test ! -e bad && test ! -e bad.db && echo 'nothing made'
