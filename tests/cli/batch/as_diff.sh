# lane: night
# The verdict of each is that of replay and diff, and so are the bytes and the first difference.
command -v sqlite3 >/dev/null || { echo 'sqlite3 is not installed'; exit 77; }
mkdir kernels
cp "$TRACES"/kernels/pack_untilize*.ttcap "$TRACES"/kernels/*bfp8_tiny.ttcap "$TRACES"/kernels/*_i8_nice.ttcap kernels
cp "$TRACES"/kernels/datacopy_f16_*.ttcap "$TRACES"/kernels/wormhole_tiny*.ttcap kernels
set -- --unit pack --variant pack.bfp.round=truncate
"$TT_REPLAY" batch kernels -o all.db "$@" >/dev/null
for capture in kernels/*.ttcap; do
    name=${capture#kernels/}
    "$TT_REPLAY" replay "$capture" -o run.db --force "$@" >/dev/null
    "$TT_REPLAY" diff run.db --json >diff.json
    verdict=$(sed -n 's/^  "verdict": "\(.*\)",$/\1/p' diff.json)
    reason=$(sed -n 's/^  "reason": "\(.*\)",$/\1/p' diff.json)
    bytes=$(sed -n 's/^  "bytes": .*"differing": \([0-9]*\).*/\1/p' diff.json)
    first=$(sed -n '/"differences"/,/"known"/s/^      "lo": \([0-9]*\),$/\1/p' diff.json | head -1)
    sqlite3 all.db "SELECT verdict || '|' || coalesce(reason, '') || '|' || differing_bytes || '|' ||
        coalesce(substr(address, 4), '') FROM capture c LEFT JOIN difference d ON d.capture = c.id
        WHERE c.name = '$name'" >batch
    echo "$verdict|$reason|$bytes|${first:+$(printf 0x%x "$first")}" | cmp -s - batch || {
        echo "$name: diff says $verdict|$reason|$bytes|${first:+$(printf 0x%x "$first")}, batch $(cat batch)"
    }
    echo "$verdict"
done | sort | uniq -c | sed 's/^ *//'
