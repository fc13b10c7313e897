# SPDX-License-Identifier: Apache-2.0
# lane: change
# Names of captures are no commands to what runs a job of CI, and any shell of POSIX reads the printed commands.
. "$FIXTURES/lib.sh"
mkdir kernels other
echo 'no capture' >'kernels/::error title=x::forged.ttcap'
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" 'other/##[error]forged.ttcap'
truncate -s -9 'other/##[error]forged.ttcap'
for folder in kernels other; do
    "$TT_REPLAY" batch $folder -o all.db --force >said
    sed -n '/^By cause/,/^Counts/p' said
    grep -e '^[[:space:]]*::' -e '##[a-z]*\[' said
done
mkdir "it's 100%$(printf '\033')"
cp "$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap" it*
"$TT_REPLAY" batch it* -o all.db --force --variant pack.bfp.round=truncate >said
sed -n '/^  tt-replay/,$p' said
sed -n '/^  tt-replay replay/,/run.db$/p' said >command
PATH=$(dirname "$TT_REPLAY"):$PATH sh command >said
ls run.db
