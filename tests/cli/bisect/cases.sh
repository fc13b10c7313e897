# SPDX-License-Identifier: Apache-2.0
# lane: night
# Captures of which a wrong cause was named, or none although the dump shows it: what stands first now, and how sure.
cases=${ORACLE%/oracle}/cases/cause
[ -d "$cases" ] || { echo "skipped: ../shared/cases is absent"; exit 77; }
# ask NAME [OPTION...]: one line, from JSON.
ask() {
    name=$1
    shift
    "$TT_REPLAY" bisect "$cases/$name.ttcap" --json "$@" >answer.json
    "$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <answer.json
    python3 - "$name" <<'EOF'
import json, sys
answer = json.load(open('answer.json'))
print(sys.argv[1], answer['verdict'], answer.get('cause', '-'))
for wait in answer.get('waiting', []):
    print('   waits:', wait['instruction'])
    print('     ', wait['released_by'].replace('; ', ';\n      '))
for explanation in answer.get('explanations', []):
    for change in explanation['changes']:
        keys = ('field', 'value', 'event', 'fault', 'first_event', 'store', 'unwritten', 'variant', 'core', 'pc', 'first', 'bytes', 'from')
        print('  ', ', '.join('%s %s' % (key, change[key]) for key in keys if key in change))
        for field in change.get('fields', []):
            print('      %(name)s %(was)d -> %(value)d' % field)
EOF
}
for name in bisect_misses_cfg_shown_at_end_34 bisect_misses_cfg_shown_at_end_60 bisect_false_word_09 \
    bisect_program_false_cause_21 stale_bank_not_found_01 hang_missing_post_27; do
    ask $name
done
for name in bisect_expect_upstream_39 bisect_expect_false_reading_50; do
    ask $name --expect "$cases/$name.npy" --at l1:0x5ffc0
done
