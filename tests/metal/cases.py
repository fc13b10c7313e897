# SPDX-License-Identifier: Apache-2.0
"""The compute kernels of tt-metal that are run: where their sources are, how they are compiled, what goes in, and what is
to come out by integer arithmetic alone.

Operands are small whole numbers in BF16, so that every sum and product is exact and an output has one right value. A
data tile is a list of 32 rows of 32 numbers; an array is a list of data tiles."""

TESTS = "tests/tt_metal/tt_metal/test_kernels/compute/"
EXAMPLES = "tt_metal/programming_examples/"
OPERATIONS = "ttnn/cpp/ttnn/"
DEPRECATED = OPERATIONS + "deprecated/tt_dnn/kernels/compute/"
SIDE = 32


class Case:
    """A kernel with its inputs (buffer: data tiles), outputs (buffer: data tiles) and how it is compiled."""

    def __init__(self, name, sources, inputs, outputs, **more):
        self.name, self.inputs, self.outputs = name, inputs, outputs
        self.sources = (sources,) if isinstance(sources, str) else sources
        self.constants = more.get("constants", ())
        self.arguments = more.get("arguments", ())
        self.defines = more.get("defines", {})
        self.between = more.get("between", {})  # buffers between two cores, with their pages
        self.ring = more.get("ring", 2)
        self.rows = more.get("rows", ())  # buffers whose pages are rows of a matrix, not data tiles


class Mover:
    """A data-movement kernel of a program: where its source is, compile-time and runtime arguments."""

    def __init__(self, sources, arguments, constants=(0,)):
        self.sources, self.arguments, self.constants = (sources,), arguments, constants


class Program:
    """A case whose pages stock kernels of B and NC bring and take; inputs, outputs: where they are in DRAM, by buffer."""

    def __init__(self, name, case, data_kernels, inputs, outputs):
        self.name, self.case, self.data_kernels, self.inputs, self.outputs = name, case, data_kernels, inputs, outputs


def small(seed, count, least, most):
    """Whole numbers that are the same everywhere."""
    state, numbers = seed * 2654435761 % 2**31, []
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2**31
        numbers.append(least + (state >> 16) % (most - least + 1))
    return numbers


def matrix(seed, rows, columns, least=-8, most=8):
    numbers = small(seed, rows * columns, least, most)
    return [numbers[i * columns:(i + 1) * columns] for i in range(rows)]


def tiles(seed, count, least=-8, most=8):
    return [matrix(seed + i, SIDE, SIDE, least, most) for i in range(count)]


def tiles_of(whole):
    """A matrix as data tiles, row by row."""
    return [[row[x:x + SIDE] for row in whole[y:y + SIDE]]
            for y in range(0, len(whole), SIDE) for x in range(0, len(whole[0]), SIDE)]


def rows_of(whole):
    """A matrix as pages of 1024 numbers in the order of its rows; written as data tiles, too."""
    flat = [number for row in whole for number in row]
    return [[flat[page + y * SIDE:page + (y + 1) * SIDE] for y in range(SIDE)]
            for page in range(0, len(flat), SIDE * SIDE)]


def added(a, b):
    return [[[x + y for x, y in zip(*rows)] for rows in zip(*pair)] for pair in zip(a, b)]


def multiplied(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def elementwise(name, sources, count, **more):
    a, b = tiles(100, count), tiles(200, count)
    return Case(name, sources, {0: a, 1: b}, {16: added(a, b)}, **more)


def binaries():
    defines = {"ELTWISE_OP": "add_tiles", "ELTWISE_OP_TYPE": "EltwiseBinaryType::ELWADD"}
    return [elementwise("add_2_tiles", EXAMPLES + "add_2_integers_in_compute/kernels/compute/add_2_tiles.cpp", 1),
            elementwise("add", EXAMPLES + "contributed/vecadd/kernels/add.cpp", 6, arguments=(6,)),
            elementwise("eltwise_binary", (TESTS + "eltwise_binary.cpp", "tt_metal/kernels/compute/eltwise_binary.cpp"),
                        4, arguments=(2, 2), defines=defines)]


def copies():
    a = tiles(300, 5, -120, 120)
    return [Case(name, TESTS + name + ".cpp", {0: a}, {16: a}, constants=(5,))
            for name in ("eltwise_copy", "eltwise_copy_3m")]


def vectors():
    """The kernel of all functions of one operand, with some of the vector unit that give whole numbers."""
    a = tiles(500, 4, -120, 120)
    functions = (("relu", "RELU_FAMILY", "relu_tile_init(); relu_tile(0);", lambda x: max(x, 0)),
                 ("negative", "NEG", "negative_tile_init(); negative_tile(0);", lambda x: -x),
                 ("times", "BINOP_WITH_SCALAR", "binop_with_scalar_tile_init(); mul_unary_tile(0, 0x40000000);", lambda x: 2 * x),
                 ("above", "RELU_FAMILY", "relu_min_tile_init(); relu_min_tile(0, 0x41A00000);", lambda x: max(x, 20)))
    return [Case("sfpu_" + name, "tt_metal/kernels/compute/eltwise_sfpu.cpp", {0: a},
                 {16: [[[function(x) for x in row] for row in tile] for tile in a]}, constants=(2, 2),
                 defines={f"SFPU_OP_{family}_INCLUDE": "1", "SFPU_OP_CHAIN_0": calls})
            for name, family, calls, function in functions]


def broadcast():
    a, b, sides = tiles(400, 6), tiles(500, 6), tiles(800, 2)
    columns = [[[row[0]] * SIDE for row in sides[page // 3]] for page in range(6)]  # a page of them for three of the row
    defines = {"BCAST_LLKOP": "EltwiseBinaryType::ELWADD", "BCAST_OP": "add_tiles_bcast"}
    return [Case("bcast_w", TESTS + "bcast_w.cpp", {0: a, 1: sides}, {16: added(a, columns)}, arguments=(1, 2, 3),
                 defines=dict(defines, BCAST_DIM="BroadcastType::COL")),
            Case("bcast_hw", TESTS + "bcast_hw.cpp", {0: a, 1: b}, {16: added(a, [[[tile[0][0]] * SIDE] * SIDE for tile in b])},
                 arguments=(1, 2, 3), defines=dict(defines, BCAST_DIM="BroadcastType::SCALAR")),
            Case("bcast_h", TESTS + "bcast_h.cpp", {0: a, 1: b}, {16: added(a, [[tile[0]] * SIDE for tile in b])},
                 arguments=(1, 2, 3), defines={"BCAST_LLKOP": "EltwiseBinaryType::ELWADD",
                                               "BCAST_DIM": "BroadcastType::ROW", "BCAST_OP": "add_tiles_bcast"})]


def bmm():
    """Its reader brings the row of A and the column of B for each data tile of the product."""
    a, b = matrix(1, 64, 96, -1, 1), matrix(2, 96, 64, -1, 1)
    left, right, out = tiles_of(a), tiles_of(b), [(m, n) for m in range(2) for n in range(2)]
    return Case("bmm", TESTS + "bmm.cpp", {0: [left[3 * m + k] for m, n in out for k in range(3)],
                                           1: [right[2 * k + n] for m, n in out for k in range(3)]},
                {16: tiles_of(multiplied(a, b))}, constants=(1, 2, 3, 2))


def bmm_large_block():
    """Two blocks of the inner dimension: sums of the first go through a buffer that T2 fills and T0 empties."""
    a, b = matrix(3, 64, 64, -1, 1), matrix(4, 64, 64, -1, 1)
    left, right = tiles_of(a), tiles_of(b)
    return Case("bmm_large_block_zm", TESTS + "bmm_large_block_zm.cpp",
                {0: [left[2 * m + k] for k in range(2) for m in range(2)], 1: right},
                {16: tiles_of(multiplied(a, b))}, constants=(1, 1, 2, 2, 1, 2, 2, 2, 2, 2, 4, 1), ring=8,
                between={24: 4})


def multi_tile():
    """Its step through B grows with k, so that of three data tiles in a column it takes 0, 0 and 1."""
    a, b = matrix(5, 64, 96, -1, 1), matrix(6, 64, 32, -1, 1)
    taken = [row for start in (0, 0, 32) for row in b[start:start + 32]]
    return Case("multi_tile_compute", TESTS + "unit_tests/matmul/multi_tile_compute.cpp",
                {0: tiles_of(a), 1: tiles_of(b)}, {16: tiles_of(multiplied(a, taken))},
                constants=(0, 1, 16, 6, 2, 2, 2, 1, 3), ring=6)


def layouts():
    whole = matrix(7, 64, 96, -100, 100)
    a = tiles(600, 4, -100, 100)
    return [Case("tilize", (OPERATIONS + "kernel/compute/tilize.cpp", DEPRECATED + "tilize.cpp"), {0: rows_of(whole)},
                 {16: tiles_of(whole)}, constants=(2, 3), rows=(0,), ring=6),
            Case("dst_untilize", TESTS + "dst_untilize.cpp", {0: tiles_of(whole)}, {16: rows_of(whole)},
                 constants=(2, 3, 4, 16), rows=(16,), ring=6),
            Case("transpose_wh", (OPERATIONS + "kernel/compute/transpose_wh.cpp", DEPRECATED + "transpose_wh.cpp"),
                 {0: a}, {16: [[list(column) for column in zip(*tile)] for tile in a]}, constants=(4,))]


def reductions():
    """Sums of rows, and of columns; the reader's scaler is 1 in the first row of each face."""
    a = tiles(700, 6, 0, 2)
    scaler = [[int(y % 16 == 0)] * SIDE for y in range(SIDE)]
    rows = [[[sum(sum(a[3 * h + w][y]) for w in range(3))] + [0] * (SIDE - 1) for y in range(SIDE)] for h in range(2)]
    columns = [[[sum(row[x] for h in range(2) for row in a[2 * w + h]) for x in range(SIDE)]] + [[0] * SIDE] * (SIDE - 1)
               for w in range(3)]
    defines = {"REDUCE_OP": "PoolType::SUM", "MATH_ONLY": "0"}
    return [Case("reduce_w", OPERATIONS + "operations/reduction/generic/device/kernels/compute/reduce_w.cpp",
                 {0: a, 2: [scaler]}, {3: rows}, constants=(2, 3, 1), defines=dict(defines, REDUCE_DIM="ReduceDim::REDUCE_ROW")),
            Case("reduce_h", TESTS + "reduce_h.cpp", {0: a, 2: [scaler]}, {16: columns}, constants=(2, 3, 1),
                 defines=dict(defines, REDUCE_DIM="ReduceDim::REDUCE_COL"))]


def all_cases():
    return [*binaries(), *copies(), *vectors(), *broadcast(), bmm(), bmm_large_block(), multi_tile(), *layouts(), *reductions()]


IN_DRAM, PAGE = 2, 2048  # compile-time arguments of an interleaved tensor


def copied(name, reader, writer):
    data_kernels = "eltwise/unary/device/kernels/dataflow/"
    return Program(name, "eltwise_copy", {
        reader: Mover(OPERATIONS + "operations/" + data_kernels + "reader_unary_interleaved_start_id.cpp", (0x20000, 5, 0), (IN_DRAM, PAGE)),
        writer: Mover(OPERATIONS + "operations/" + data_kernels + "writer_unary_interleaved_start_id.cpp", (0x48000, 5, 0), (16, IN_DRAM, PAGE))},
        {0: 0x20000}, {16: 0x48000})


def all_programs():
    example = EXAMPLES + "add_2_integers_in_compute/kernels/dataflow/"
    return [copied("reader_nc_writer_b", "nc", "b"), copied("reader_b_writer_nc", "b", "nc"),
            Program("add_2_program", "add_2_tiles", {"b": Mover(example + "reader_binary_1_tile.cpp", (0x1000, 0x2000)),
                                                     "nc": Mover(example + "writer_1_tile.cpp", (0x3000,))},
                    {0: 0x1000, 1: 0x2000}, {16: 0x3000})]
