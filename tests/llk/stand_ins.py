# SPDX-License-Identifier: Apache-2.0
"""What Debian 12 lacks of the suite's Python packages: as much of them as its helpers call, no more."""

import sys
import types

import numpy as np
import torch


LARGEST = {"bfloat16": 3.3895313892515355e38, "float8_e4m3fn": 448.0, "float8_e5m2": 57344.0, "float8_e8m0fnu": 2.0**127}


def e4m3_values():
    """Of codes 0 to 0x7E, without sign: bias 7, no infinity; 0x7F is no number."""
    code = np.arange(0x7F)
    exponent, mantissa = code >> 3, code & 7
    return np.ldexp((mantissa + np.where(exponent > 0, 8, 0)).astype(float), np.maximum(exponent, 1) - 7 - 3)


def to_e4m3(values):
    table = e4m3_values()
    middles = (table[1:] + table[:-1]) / 2
    magnitude = np.abs(values.astype(float))
    low = np.searchsorted(middles, magnitude, side="left")
    high = np.searchsorted(middles, magnitude, side="right")
    code = np.where(low % 2 == 0, low, high)  # halfway: the even one
    code = np.where(np.isnan(values) | (magnitude > table[-1] + 16), 0x7F, code)
    return (code | np.where(np.signbit(values), 0x80, 0)).astype(np.uint8)


def from_e4m3(codes):
    table = np.append(e4m3_values(), np.nan)
    return np.where(codes & 0x80, -1.0, 1.0) * table[codes & 0x7F]


def put_ml_dtypes():
    """numpy knows no bfloat16 by itself: the four helpers that ask for it get torch's."""
    module = types.ModuleType("ml_dtypes", "a stand-in: only names")
    for name in LARGEST:
        setattr(module, name, name)
    module.finfo = lambda name: types.SimpleNamespace(max=LARGEST[name])
    sys.modules["ml_dtypes"] = module
    import helpers.pack
    import helpers.unpack

    def pack_bfp16(tensor):
        return tensor.cpu().to(torch.float32).to(torch.bfloat16).view(torch.int16).numpy().tobytes()

    def unpack_bfp16(data):
        return (np.frombuffer(bytes(data), np.uint16).astype(np.uint32) << 16).view(np.float32).tolist()

    helpers.pack.pack_bfp16, helpers.unpack.unpack_bfp16 = pack_bfp16, unpack_bfp16
    helpers.pack.pack_fp8_e4m3 = lambda tensor: to_e4m3(tensor.cpu().to(torch.float32).numpy()).tobytes()
    helpers.unpack.unpack_fp8_e4m3 = lambda data: from_e4m3(np.frombuffer(bytes(data), np.uint8)).tolist()
    for form, function in list(getattr(helpers.unpack, "_UNPACKERS", {}).items()):
        if function.__name__ in ("unpack_bfp16", "unpack_fp8_e4m3"):
            helpers.unpack._UNPACKERS[form] = getattr(helpers.unpack, function.__name__)


def shift(plain, is_left=False):
    """A shift by all bits and more, or by less than none, is what remains of the sign, or 0 to the left, as in torch 2;
    before, it was whatever the processor does, so that a zero in a block of goldens came out as the block's largest."""

    def shifted(tensor, by):
        if not isinstance(by, torch.Tensor) or tensor.dtype not in (torch.int16, torch.int32, torch.int64):
            return plain(tensor, by)
        most = torch.iinfo(tensor.dtype).bits - 1
        is_out = (by < 0) | (by > most)
        result = plain(tensor, torch.where(is_out, torch.full_like(by, most), by))
        return torch.where(is_out, torch.zeros_like(result), result) if is_left else result

    return shifted


def matmul(plain):
    """Of 16-bit numbers in FP32, rounded once, as torch 2 does: before, it had none for halves, and rounded each sum of
    bfloat16, which of 256 products came out 7.5 in a hundred too small."""

    def multiply(a, b, *more, **named):
        if not named and not more and a.dtype == b.dtype and a.dtype in (torch.float16, torch.bfloat16):
            return plain(a.float(), b.float()).to(a.dtype)
        return plain(a, b, *more, **named)

    return multiply


def of_halves(plain):
    """Functions of halves, likewise: in FP32, rounded once."""

    def function(tensor, *more, **named):
        if tensor.dtype == torch.float16:
            return plain(tensor.float(), *more, **named).half()
        return plain(tensor, *more, **named)

    return function


def put_pydantic_2():
    """What describes fused kernels, in terms of version 1. Bounds of fields are not looked at: the files are the suite's."""
    import pydantic

    plain_field, undefined = pydantic.Field, pydantic.fields.Undefined

    class BaseModel(pydantic.BaseModel):
        """Class attributes become the inner class Config that version 1 reads."""

        def __init_subclass__(cls, **named):
            super().__init_subclass__(**named)
            cls.after = [value for value in vars(cls).values() if getattr(value, "is_after", False)]

        def __init__(self, **fields):
            super().__init__(**fields)
            for validate in type(self).after:
                validate(self)

        class Config:
            extra = "forbid"
            copy_on_model_validation = "none"

        @classmethod
        def model_validate(cls, values):
            return cls.parse_obj(values)

    def field(default=undefined, *, default_factory=None, **_):
        return plain_field(default_factory=default_factory) if default_factory else plain_field(default)

    def field_validator(*names, mode="after"):
        return pydantic.validator(*names, pre=mode == "before", allow_reuse=True)

    def model_validator(*, mode):
        def mark(function):
            function.is_after = mode == "after"
            return function
        return mark

    pydantic.BaseModel, pydantic.Field, pydantic.ConfigDict = BaseModel, field, dict
    pydantic.field_validator, pydantic.model_validator = field_validator, model_validator


def put():
    if int(torch.__version__.split(".")[0]) < 2:
        torch.Tensor.__rshift__ = shift(torch.Tensor.__rshift__)
        torch.bitwise_right_shift = shift(torch.bitwise_right_shift)
        torch.bitwise_left_shift = shift(torch.bitwise_left_shift, is_left=True)
        torch.matmul, torch.Tensor.__matmul__ = matmul(torch.matmul), matmul(torch.Tensor.__matmul__)
        for owner in (torch, torch.Tensor):
            for name in ("clamp", "clamp_min", "clamp_max", "relu"):
                setattr(owner, name, of_halves(getattr(owner, name)))
        torch.exp = of_halves(torch.exp)
        for name in ("relu", "threshold", "elu", "celu", "silu", "sigmoid", "hardsigmoid", "gelu"):
            setattr(torch.nn.functional, name, of_halves(getattr(torch.nn.functional, name)))
        torch.mm, torch.Tensor.matmul = matmul(torch.mm), matmul(torch.Tensor.matmul)
    import typing_extensions

    if not hasattr(typing_extensions, "deprecated"):
        typing_extensions.deprecated = lambda *_, **__: lambda function: function
    import pydantic

    if not hasattr(pydantic, "model_validator"):
        put_pydantic_2()
    for name, nearest in (("uint16", "int16"), ("uint32", "int32"), ("uint64", "int64")):
        if not hasattr(torch, name):
            setattr(torch, name, getattr(torch, nearest))
    try:
        import ml_dtypes  # noqa: F401
    except ImportError:
        put_ml_dtypes()
