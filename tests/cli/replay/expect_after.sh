# SPDX-License-Identifier: Apache-2.0
# A dump of SrcA from the middle of a run: right, and with one datum wrong, held by each verb that takes an array.
capture=$TRACES/kernels/datacopy_bfp8_bfp8_bfp8_bfp8_full_rand.ttcap
"$TT_REPLAY" replay "$capture" -o run.db >run.out
"$TT_REPLAY" export run.db --region srca --at 599 --unknown 0 -o whole.npy >export.out
python3 - <<'EOF'
import struct
data = open('whole.npy', 'rb').read()
cells = list(struct.unpack('<256I', data[128:128 + 1024]))
open('right.bin', 'wb').write(struct.pack('<256I', *cells))
cells[77] ^= 8
open('wrong.bin', 'wb').write(struct.pack('<256I', *cells))
EOF
for dump in right wrong; do
    echo "$dump"
    "$TT_REPLAY" replay "$capture" --until 600 --expect $dump.bin --at srca:0,0,0 | tail -n 3
    "$TT_REPLAY" replay "$capture" --expect $dump.bin --at srca:0,0,0 --after 599 | tail -n 3
    "$TT_REPLAY" diff run.db --expect $dump.bin --at srca:0,0,0 --after 599 | head -n 12
    "$TT_REPLAY" bisect "$capture" --expect $dump.bin --at srca:0,0,0 --after event:599 --budget 100 | head -n 8
done
# At the end other values stand there; in program order no tile has one state behind an event.
"$TT_REPLAY" replay "$capture" --expect right.bin --at srca:0,0,0 | tail -n 1
"$TT_REPLAY" replay "$capture" --order program --expect right.bin --at srca:0,0,0 --after 599
"$TT_REPLAY" replay "$capture" --expect right.bin --at srca:0,0,0 --after mark:nowhere
"$TT_REPLAY" batch "$TRACES/kernels" -o all.db --expect right.bin --at srca:0,0,0 --after 599
