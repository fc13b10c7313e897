# A recorded kernel. The size of the file is the writer's business.
. "$FIXTURES/lib.sh"
need_oracle
"$TT_REPLAY" import "$ORACLE/kernels/datacopy_u2d_bfp8_bfp4_nice" --mask "$ORACLE/cfg-mask.json" -o a.ttcap &&
    "$TT_REPLAY" info a.ttcap | sed 's/[0-9,]* bytes, hash [0-9a-f]*/N bytes, hash H/'
