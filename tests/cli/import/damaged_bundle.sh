# SPDX-License-Identifier: Apache-2.0
# A damaged bundle is refused, with the place; --salvage is for captures and recordings.
. "$FIXTURES/lib.sh"
unpack_events() {
    zstd -dcq "$1/events.jsonl.zst" >"$1/events.jsonl" && rm "$1/events.jsonl.zst"
    edit "$1/bundle.json" 's/events.jsonl.zst/events.jsonl/'
}
cut_to() { head -c "$2" "$1" >cut.tmp && mv cut.tmp "$1"; }
for case in whole cut_line wrong_line gap cut_frame wrong_frame no_events cut_l1 cut_dst wrong_dst short_gpr no_region \
    cut_state start wrong_manifest; do
    packed $case
    case $case in
    cut_line) unpack_events $case; cut_to $case/events.jsonl 20000 ;;
    wrong_line) unpack_events $case; edit $case/events.jsonl '101s/"k"/"q"/; 300s/}$//' ;;
    gap) unpack_events $case; edit $case/events.jsonl '501d' ;;
    cut_frame) cut_to $case/events.jsonl.zst 1500 ;;
    wrong_frame) poke $case/events.jsonl.zst 2000 125 ;;
    no_events) rm $case/events.jsonl.zst ;;
    cut_l1) zstd -q --rm $case/end/l1_05ffc0.bin && cut_to $case/end/l1_05ffc0.bin.zst 120 &&
        edit $case/bundle.json 's/end\/l1_05ffc0.bin/&.zst/' ;;
    cut_dst) cut_to $case/mid0/dst.bin.zst 100 ;;
    wrong_dst) poke $case/mid0/dst.bin.zst 60 125 ;;
    short_gpr) zstd -dq --rm $case/end/gpr.bin.zst && cut_to $case/end/gpr.bin 101 && edit $case/bundle.json 's/end\/gpr.bin.zst/end\/gpr.bin/' ;;
    no_region) rm $case/end/cfg.bin.zst ;;
    cut_state) cut_to $case/end/state.json.zst 200 ;;
    start) rm $case/begin/dst_valid.bin.zst ;;
    wrong_manifest) edit $case/bundle.json 's/"checkpoints"/"checkpoint"/' ;;
    esac
    echo "== $case"
    "$TT_REPLAY" import $case -o $case.ttcap >/dev/null 2>said.txt
    echo "exit $?"
    fold -s -w 78 said.txt
done
"$TT_REPLAY" import --salvage whole -o saved.ttcap
"$TT_REPLAY" import --salvage gap -o x.ttcap >/dev/null 2>&1
echo "exit $?"
ls *.ttcap
