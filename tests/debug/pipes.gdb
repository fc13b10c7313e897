# kernels/matmul_transp_bfp8_bfp8_bfp8_bfp8_nice.ttcap
define now
maintenance flush register-cache
printf "= step %llu thread %d word %08x pc %08x\n", $step, $_thread, $word, $pc
end
monitor where
stepi
now
stepi 5
now
reverse-stepi
now
reverse-stepi 5
now
# A word of the events, then the one before the first.
break *(0x40000000 + 4 * 569)
continue
now
stepi
now
reverse-continue
now
reverse-stepi
now
delete
# A datum of Dst: who writes it, forwards and backwards.
monitor address dst:0,0
monitor goto end
watch *(unsigned short *) 0xa4000000
reverse-continue
now
reverse-continue
now
continue
now
continue
now
delete
# From a byte of the output to the packer's word, to the word that left its datum in Dst.
monitor goto end
monitor diff
monitor reverse-watch l1:0x60010
now
monitor reverse-watch dst:0,0
now
monitor reverse-watch cfg:STACC_RELU_ApplyRelu
# The verbs' own answers, of the tile as it stands.
monitor goto 600
monitor why dst:0,0
monitor audit 598
monitor audit 5
# Another run, held against the device, and back.
monitor goto 500
monitor set STACC_RELU_ApplyRelu=1
monitor goto end
monitor diff
monitor where
monitor why dst:0,0
monitor goto 500
monitor where
monitor recording
monitor goto end
monitor diff
monitor next-difference
monitor goto mark:nowhere
monitor goto mark:end
monitor nonsense
