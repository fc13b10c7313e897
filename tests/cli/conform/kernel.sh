# A folder of bundles; where Dst is made elsewhere, the one that does not hold it has no verdict.
. "$FIXTURES/lib.sh"
need_oracle
mkdir kernels
for name in datacopy_u2d_bfp8_bfp4_nice pack_rows_1_f16b_f16b_f16b_f16b_nice; do
    [ -d "$ORACLE/kernels/$name" ] && ln -s "$ORACLE/kernels/$name" kernels
done
ln -s "$(ls -d "$ORACLE"/kernels/pack_untilize_* | head -n 1)" kernels
"$TT_REPLAY" conform kernels
"$TT_REPLAY" conform --unit pack kernels
