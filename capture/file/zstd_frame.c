/* SPDX-License-Identifier: Apache-2.0 */
/* The Zstandard frame of a chunk, both ways. The only file of the container that knows the library. */
#include "capture/file/chunk.h"

#include "base/outside.h"

#include <zstd.h>

struct packer_zstd {
    ZSTD_CCtx *context;
};

void unpacker_clear(struct unpacker *unpacker)
{
    (void)ZSTD_freeDCtx(unpacker->context);
    buffer_clear(&unpacker->packed);
    unpacker->context = NULL;
}

enum tt_status unpacker_run(struct unpacker *unpacker, const struct chunk *chunk, const uint8_t *packed, uint8_t *raw,
                            struct tt_error *err)
{
    const uint64_t hash = hash_bytes(packed, chunk->packed_bytes);
    REFUSE_IF(hash != chunk->hash, err,
              "the bytes are not those that were written: their hash is %016llx, expected %016llx",
              (unsigned long long)hash, (unsigned long long)chunk->hash);
    unsigned long long content = ZSTD_getFrameContentSize(packed, chunk->packed_bytes);
    REFUSE_IF(content != chunk->raw_bytes, err, "its Zstandard frame does not hold the %u bytes that its head says",
              chunk->raw_bytes);
    size_t frame = ZSTD_findFrameCompressedSize(packed, chunk->packed_bytes);
    REFUSE_IF(frame != chunk->packed_bytes, err, "its Zstandard frame is not the %u bytes long that its head says",
              chunk->packed_bytes);
    if (!unpacker->context && !(unpacker->context = ZSTD_createDCtx()))
        return tt_fail(err, TT_NO_MEMORY, "no memory to decompress it");
    size_t n = ZSTD_decompressDCtx(unpacker->context, raw, chunk->raw_bytes, packed, chunk->packed_bytes);
    REFUSE_IF(ZSTD_isError(n), err, "its Zstandard frame is damaged: %s", ZSTD_getErrorName(n));
    REFUSE_IF(n != chunk->raw_bytes, err, "its Zstandard frame gave %zu bytes, expected %u", n, chunk->raw_bytes);
    outside_wrote(raw, n);
    return TT_OK;
}

struct packer_zstd *packer_zstd_new(void)
{
    struct packer_zstd *packer = mem_calloc(1, sizeof *packer);
    if (!packer)
        return NULL;
    packer->context = ZSTD_createCCtx();
    if (!packer->context) {
        mem_free(packer);
        return NULL;
    }
    return packer;
}

void packer_zstd_free(struct packer_zstd *packer)
{
    if (!packer)
        return;
    (void)ZSTD_freeCCtx(packer->context);
    mem_free(packer);
}

static enum tt_status zstd_frame_failed(size_t result, struct tt_error *err)
{
    return tt_fail(err, TT_NO_MEMORY, "Zstandard cannot compress: %s", ZSTD_getErrorName(result));
}

enum tt_status packer_zstd_run(struct packer_zstd *packer, int level, const uint8_t *raw, size_t raw_bytes,
                               const size_t *cuts, size_t cut_count, struct byte_buffer *out, struct tt_error *err)
{
    /* A flush closes a block early, which costs up to a block head of 3 bytes; 64 a cut is ample. */
    size_t bound = ZSTD_compressBound(raw_bytes) + 64 * (cut_count + 1);
    NEED(!mem_grow(&out->data, &out->capacity, bound, 1), err, "no memory for a chunk of %zu bytes", bound);
    out->size = 0;
    ZSTD_outBuffer into = {out->data, out->capacity, 0};
    ZSTD_inBuffer from = {raw, 0, 0};
    outside_reads(raw, raw_bytes);

    size_t result = ZSTD_CCtx_reset(packer->context, ZSTD_reset_session_only);
    if (!ZSTD_isError(result))
        result = ZSTD_CCtx_setParameter(packer->context, ZSTD_c_compressionLevel, level);
    if (!ZSTD_isError(result))
        result = ZSTD_CCtx_setParameter(packer->context, ZSTD_c_checksumFlag, 1);
    if (!ZSTD_isError(result))
        result = ZSTD_CCtx_setPledgedSrcSize(packer->context, raw_bytes);
    for (size_t i = 0; i <= cut_count && !ZSTD_isError(result); i++) {
        from.size = i < cut_count ? cuts[i] : raw_bytes;
        do
            result = ZSTD_compressStream2(packer->context, &into, &from, i < cut_count ? ZSTD_e_flush : ZSTD_e_end);
        while (!ZSTD_isError(result) && result > 0 && into.pos < into.size);
    }
    if (ZSTD_isError(result))
        return zstd_frame_failed(result, err);
    out->size = into.pos;
    outside_wrote(out->data, out->size);
    return TT_OK;
}
