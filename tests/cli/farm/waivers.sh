# SPDX-License-Identifier: Apache-2.0
# lane: change
# Waivers are read beside the plan and nowhere else, and nothing of a file that a plan names gets into results.
. "$FIXTURES/lib.sh"
mkdir kernels
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" kernels/a.ttcap
echo '# none' >known.txt
echo 'hunter2 and more' >private
"$TT_REPLAY" farm plan kernels -o farm --waivers known.txt | sed -n 1p
cmp known.txt farm/waivers && rm known.txt
cp farm/plan.json whole.json
"$TT_REPLAY" farm run farm --shard 1
plan() {
    sed "$1" whole.json >farm/plan.json
    reseal farm/plan.json
    "$TT_REPLAY" farm run farm --shard 1 --fresh
    cp whole.json farm/plan.json
}
for other in "$PWD/private" ../private ../farm/waivers; do
    plan "s|\"waivers\": \"waivers\"|\"waivers\": \"$other\"|"
done
ln -sf ../private farm/waivers
plan ''
rm farm/waivers
cp private farm/waivers
plan ''
plan "s/\"waivers_hash\": \"[0-9a-f]*\"/\"waivers_hash\": \"$(sha256sum private | cut -c 1-64)\"/"
grep -ho '"reason": "[^"]*"' farm/results/*.json | fold -sw 76
# A root and a name give no hash of the file that is there.
printf '# none\n' >farm/waivers
plan "s|\"root\": \"[^\"]*\"|\"root\": \"$PWD\"|; s|\"name\": \"a.ttcap\"|\"name\": \"private\"|"
grep -ho '"reason": "[^"]*"' farm/results/*.json | sed 's/[0-9a-f]\{64\}/PLANNED/' | fold -sw 76
grep -r -e hunter2 -e "$(sha256sum private | cut -c 1-64)" farm || echo 'nothing of it in the farm'
