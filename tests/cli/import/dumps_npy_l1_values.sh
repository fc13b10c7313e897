# Values are no raw bytes: float32 over a region that the kernel reads as another format.
{
    printf '\223NUMPY\001\000\067\000'
    printf "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}"
    printf 'abcd'
} >a.npy
"$TT_REPLAY" import --arch blackhole --override --l1 0x40=a.npy -o d.ttcap
code=$?
ls -A
exit $code
