# SPDX-License-Identifier: Apache-2.0
"""Formats against formulas of their own: what numpy computes, or what the documents say of a bit pattern."""

import numpy as np
import pytest

import tt_replay as tt

FLOATS = [f for f in tt.FORMATS.values() if not f.is_block and not f.is_integer]
BLOCKS = [f for f in tt.FORMATS.values() if f.is_block]
INTEGERS = ["INT32", "INT16", "INT8", "UINT8"]


def draws(count=4096, seed=1):
    random = np.random.default_rng(seed)
    return random.standard_normal(count) * 2.0 ** random.integers(-12, 12, count)


def plain_float(bits, exponent_bits, mantissa_bits, has_ieee_specials):
    """Sign, exponent, mantissa in the low bits, by the formula."""
    bits = np.asarray(bits, np.int64)
    mantissa = bits & ((1 << mantissa_bits) - 1)
    most = (1 << exponent_bits) - 1
    exponent = bits >> mantissa_bits & most
    bias = most >> 1
    value = np.ldexp(mantissa + np.where(exponent > 0, 1 << mantissa_bits, 0).astype(np.float64),
                     (np.maximum(exponent, 1) - bias - mantissa_bits).astype(int))
    if has_ieee_specials:
        value = np.where(exponent == most, np.where(mantissa > 0, np.nan, np.inf), value)
    else:  # all ones alone is infinity (F-2.2)
        value = np.where((exponent == most) & (mantissa == (1 << mantissa_bits) - 1), np.inf, value)
    return np.where(bits >> (exponent_bits + mantissa_bits) & 1, -value, value)


def test_bf16_and_fp32_are_what_numpy_has():
    every = np.arange(1 << 16, dtype=np.uint32)
    with np.errstate(invalid="ignore"):
        assert np.array_equal(tt.decode(every, "BF16"), (every << 16).view(np.float32).astype(float), equal_nan=True)
    some = np.random.default_rng(2).integers(0, 1 << 32, 20000, dtype=np.uint32)
    with np.errstate(invalid="ignore"):
        assert np.array_equal(tt.decode(some, "FP32"), some.view(np.float32).astype(float), equal_nan=True)


@pytest.mark.parametrize("name,exponent,mantissa", [("FP16", 5, 10), ("FP8_E5M2", 5, 2), ("FP8_E4M3", 4, 3)])
def test_small_floats_are_the_formula(name, exponent, mantissa):
    every = np.arange(1 << (1 + exponent + mantissa), dtype=np.uint32)
    assert np.array_equal(tt.decode(every, name), plain_float(every, exponent, mantissa, False), equal_nan=True)


@pytest.mark.parametrize("form", FLOATS, ids=str)
def test_what_is_decoded_encodes_to_itself(form):
    bits = tt.encode(draws(), form)
    values = tt.decode(bits, form)
    assert np.array_equal(tt.encode(values, form), bits)
    assert np.array_equal(tt.decode(tt.encode(values, form), form), values)


@pytest.mark.parametrize("form", FLOATS, ids=str)
def test_encoded_is_nearest_with_ties_to_even(form):
    """No neighbour is nearer; halfway the even one is taken."""
    step = 1 << (form.storage_bits - 1 - form.exponent_bits - form.mantissa_bits if form.name != "TF32_19" else 0)
    values = np.abs(draws(2000, 3))
    least, most = 2.0 ** (2 - (1 << (form.exponent_bits - 1))), tt.decode(tt.encode([1e4], form), form)[0]
    values = values[(values > 2 * least) & (values < min(most, 100.0))]
    bits = tt.encode(values, form)
    here = np.abs(tt.decode(bits, form) - values)
    for neighbour in (bits + step, bits - step):
        assert (here <= np.abs(tt.decode(neighbour.astype(np.uint32), form) - values)).all()
    even = bits[bits // step % 2 == 0]
    middle = (tt.decode(even, form) + tt.decode(even + step, form)) / 2
    assert np.array_equal(tt.encode(middle, form), even)


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_have_sign_and_magnitude(name):
    form = tt.find_format(name)
    most = (1 << form.mantissa_bits) - 1
    signed = form.mantissa_bits < form.storage_bits
    values = np.unique(np.array([0, 1, 2, 100, most - 1, most] + ([-1, -most] if signed else [])))
    bits = tt.encode(values, form)
    magnitude = np.abs(values).astype(np.uint32)
    expected = np.where(values < 0, magnitude | np.uint32(1 << form.mantissa_bits), magnitude)
    assert np.array_equal(bits, expected) and np.array_equal(tt.decode(bits, form), values)
    for wrong in (most + 1, 0.5, np.nan):
        with pytest.raises(tt.ReplayError, match="no datum"):
            tt.encode([wrong], form)


@pytest.mark.parametrize("form", BLOCKS, ids=str)
def test_blocks_share_an_exponent(form):
    values = draws(64 * 16, 4)
    values[np.abs(values) > 1e4] = 1.0
    bits, exponents = tt.encode(values, form)
    assert exponents.shape == (64,)
    magnitude = bits & ((1 << form.mantissa_bits) - 1)
    bias = (1 << (form.exponent_bits - 1)) - 1
    unit = np.ldexp(1.0, np.repeat(exponents, 16).astype(int) - bias - (form.mantissa_bits - 1))
    by_formula = np.where(bits >> form.mantissa_bits & 1, -1.0, 1.0) * magnitude * unit
    assert np.array_equal(tt.decode(bits, form, exponents), by_formula)
    assert (np.abs(by_formula - values) <= unit * 0.5 + unit * (magnitude == (1 << form.mantissa_bits) - 1)).all()


def test_minus_zero_of_a_block_is_minus_infinity():
    assert tt.decode([0x80], "BFP8", [127])[0] == -np.inf


@pytest.mark.parametrize("form", [f for f in tt.FORMATS.values() if f.name not in ("ADDRESS", "EXPONENT")], ids=str)
def test_bytes_and_back(form):
    bits = np.random.default_rng(5).integers(0, 1 << form.storage_bits, 64, dtype=np.uint64).astype(np.uint32)
    data = tt.formats.to_bytes(bits, form)
    assert len(data) == 64 * form.storage_bits // 8
    assert np.array_equal(tt.formats.from_bytes(data, form), bits)
    whole = int.from_bytes(data, "little")  # the first datum lowest
    mask = (1 << form.storage_bits) - 1
    assert [whole >> i * form.storage_bits & mask for i in range(64)] == bits.tolist()


@pytest.mark.parametrize("form", [f for f in tt.FORMATS.values() if f.page_bytes], ids=str)
def test_pages_have_four_faces(form):
    values = np.arange(1024, dtype=np.float32).reshape(32, 32) % 32
    page = tt.pack_page(values, form)
    assert len(page) == form.page_bytes
    bits, exponents = tt.unpack_page(page, form)
    if form.mantissa_bits >= 7:
        assert np.array_equal(tt.decode(bits, form, exponents), values)
    if form.name == "FP32":  # the second face begins with row 0, column 16
        assert np.frombuffer(page, np.float32)[256] == values[0, 16]


def test_names_of_others_and_wrong_ones():
    assert tt.find_format("Bfp8_b").name == "BFP8" and tt.find_format("bfloat16").name == "BF16"
    assert tt.find_format(5).name == "BF16"
    with pytest.raises(tt.ReplayError, match="no format is called 'bf17'"):
        tt.find_format("bf17")
    with pytest.raises(tt.ReplayError, match="no format has the number 12"):
        tt.find_format(12)
    with pytest.raises(tt.ReplayError, match="shared exponent"):
        tt.decode([1, 2], "BFP8")


def test_ulps_count_patterns():
    assert tt.ulps([0x3F80], [0x3F82], "BF16").tolist() == [2]
    assert tt.ulps([0x8000], [0x0001], "BF16").tolist() == [1]


def test_numbers_are_no_bits():
    for call in (lambda: tt.ulps([1.0], [1.9], "BF16"), lambda: tt.decode(np.float32([1.5]), "BF16")):
        with pytest.raises(tt.ReplayError, match="datums are bits, expected integers, found float"):
            call()
    assert tt.decode([], "BF16").size == 0


def test_a_datum_has_no_more_bits_than_its_format():
    for wrong in ([0x10000], [-0x8001], [0x3F80, 1 << 40]):
        with pytest.raises(tt.ReplayError, match="a datum of BF16 has 16 bits, found -?0x"):
            tt.decode(wrong, "bf16")
    assert tt.decode([-0x4080, 0xBF80], "BF16").tolist() == [-1.0, -1.0]
