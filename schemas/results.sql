-- SPDX-License-Identifier: Apache-2.0
-- The results database: one replay. The single source of its tables and views; src/results embeds it.
-- docs/formats/results.md explains it at length. Bytes of BLOBs are little-endian; a "varint" has seven bits a byte,
-- lowest first, the top bit set on all but the last.
-- The file has two parts, split at the line that says so: what stands before the load, and what is made after it.

PRAGMA application_id = 1414812242; -- "TTRR"
PRAGMA user_version = 8;

CREATE TABLE run( -- one row: the replay
    id INTEGER PRIMARY KEY CHECK(id = 1),
    capture_path TEXT NOT NULL,
    capture_name TEXT NOT NULL,
    capture_hash TEXT NOT NULL,
    chip TEXT NOT NULL,
    "order" TEXT NOT NULL,      -- executed, program or firmware
    units TEXT NOT NULL,        -- which units ran, comma separated
    variants TEXT NOT NULL,     -- KEY=CHOICE, comma separated; empty: as the device
    first_event INTEGER NOT NULL, -- what is before ran unseen (--range)
    sets TEXT NOT NULL,         -- FIELD=V or FIELD@EVENT=V (--set), comma separated; empty: as the program wrote it
    assumes TEXT NOT NULL,      -- SPACE=reset or SPACE=zero (--assume), comma separated, or all=reset; empty: nothing
    tool_version TEXT NOT NULL,
    stores TEXT NOT NULL,       -- all; events: no values of stages; none: nothing of single events but findings (--stages)
    events INTEGER,
    executed INTEGER,
    skipped INTEGER,
    unsupported INTEGER,
    findings INTEGER,
    seconds REAL
);
CREATE TABLE verdict( -- one row: what the run came to, and the facts that it rests on (docs/verdicts.md)
    id INTEGER PRIMARY KEY CHECK(id = 1),
    name TEXT NOT NULL,           -- same, differs, hung, no verdict, unsupported, damaged
    exit_status INTEGER NOT NULL, -- of replay and diff
    words TEXT NOT NULL,          -- what stands behind the name
    compared_bytes INTEGER NOT NULL, equal_bytes INTEGER NOT NULL, differing_bytes INTEGER NOT NULL,
    undecided_bytes INTEGER NOT NULL, -- of the compared: computed from unknown state
    checkpoints INTEGER NOT NULL, -- held
    hangs INTEGER NOT NULL,       -- 0 came to its end, 1 hangs where the device did not, 2 hangs, perhaps as the device
    is_stopped INTEGER NOT NULL, is_damaged INTEGER NOT NULL, -- by a finding (--strict); the capture is cut
    counts_steps INTEGER NOT NULL, -- the events below are steps of the replay, not events of the capture
    is_undefined_followed INTEGER NOT NULL, -- to the bytes that undefined behaviour may have touched
    unknown_read INTEGER NOT NULL, -- bit n: undecided bytes come from what is unknown of space n
    assumed INTEGER NOT NULL,      -- bit n: decided bytes rest on what was assumed of space n,
    assumed_zero INTEGER NOT NULL, -- to be zero; else to be what it is after a reset
    unsupported INTEGER NOT NULL,  -- findings of work that did not happen, and the first of them
    unsupported_event INTEGER, unsupported_finding TEXT, unsupported_word INTEGER,
    undefined INTEGER NOT NULL,    -- findings of undefined behaviour and of values that nobody can know; the first
    undefined_event INTEGER, undefined_finding TEXT, undefined_word INTEGER,
    stopped_event INTEGER, stopped_finding TEXT, stopped_word INTEGER,
    without_dst TEXT NOT NULL,     -- the first checkpoint that lacks Dst where it should hold it
    unsupported_detail TEXT NOT NULL -- the sentence of the first finding of work that did not happen
);

-- Dictionaries: what the small numbers elsewhere mean.
CREATE TABLE unit(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE space( -- an array of the tile's state
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    longest_range INTEGER NOT NULL DEFAULT 0 -- bytes of its longest row in access_range: bounds a search by address
);
CREATE TABLE stream(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE format( -- of a value; is_block: sixteen share an exponent
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, storage_bits INTEGER NOT NULL, exponent_bits INTEGER NOT NULL,
    mantissa_bits INTEGER NOT NULL, is_block INTEGER NOT NULL, is_integer INTEGER NOT NULL,
    is_datum INTEGER NOT NULL -- false: an address or an exponent alone
);
CREATE TABLE stage( -- one stage of one unit, in the order data flows
    unit INTEGER NOT NULL, ordinal INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY(unit, ordinal)
) WITHOUT ROWID;
CREATE TABLE finding_kind(
    id INTEGER PRIMARY KEY, code TEXT NOT NULL, class TEXT NOT NULL, page TEXT NOT NULL, doc TEXT NOT NULL
);
CREATE TABLE word( -- every distinct instruction word, disassembled
    word INTEGER PRIMARY KEY, mnemonic TEXT NOT NULL, text TEXT NOT NULL,
    fact INTEGER                  -- fact.id: what its first event rested on in its settings, and all of which evidence has no row
);
CREATE TABLE fact( -- what instructions of this run rest on (docs/facts)
    id INTEGER PRIMARY KEY, name TEXT NOT NULL,
    level TEXT NOT NULL,          -- silicon, maker, simulator, documented, extrapolated, guessed
    rank INTEGER NOT NULL,        -- of the level, from 0: silicon
    page TEXT NOT NULL,
    events INTEGER NOT NULL,      -- that rest on it and on nothing less
    first_seq INTEGER             -- of these; null: none
);

-- Pages: many instructions or accesses in a row. tt_instructions and tt_accesses show each as a row of its own.
CREATE TABLE instruction_page( -- executed words
    first_seq INTEGER PRIMARY KEY, -- the capture's event numbers
    last_seq INTEGER NOT NULL,
    count INTEGER NOT NULL,
    head BLOB NOT NULL
);

CREATE TABLE stage_group( -- a run of like instructions (the PACRs of one data tile) in one unit and instance
    id INTEGER PRIMARY KEY,
    unit INTEGER NOT NULL,
    instance INTEGER NOT NULL,    -- packer 0 to 3
    tile INTEGER NOT NULL,        -- data tile since the start of the replay, per instance
    first_datum INTEGER NOT NULL, -- of the group within the data tile
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    insns INTEGER NOT NULL,
    stages INTEGER NOT NULL,      -- bit n: stage n was at work
    l1_lo INTEGER,                -- what it wrote to L1, padding too, lies in [l1_lo, l1_hi); null: nothing told
    l1_hi INTEGER,
    seqs BLOB NOT NULL            -- insns varints: distance from the instruction before; the first from first_seq
);
CREATE TABLE stage_block( -- the values after one stage of a group; no row for a stage that left all as the one before
    id INTEGER PRIMARY KEY,       -- group * 32 + stage
    format INTEGER NOT NULL,
    width INTEGER NOT NULL,       -- bytes of a value: 1, 2 or 4, the least that holds them all
    count INTEGER NOT NULL,
    counts BLOB,                  -- pairs of varints: so many instructions, datums of each; null: as the stage before
    origin BLOB,                  -- varints, see docs: runs of Dst cells, squeezed; null: as the stage before
    data BLOB,                    -- count values of width bytes, squeezed; null: just what the packer wrote, as found in
    page INTEGER,                 -- access_page.first_seq,
    at INTEGER,                   -- in its packed of the instance, from this byte on
    moved INTEGER                 -- null, or data is what differs from what operands foretell, see docs
);
CREATE TABLE stage_page( -- groups of the vector unit and their blocks, many in a row; tt_paged_stages shows which
    first_group INTEGER PRIMARY KEY, -- stage_group.id of the first, which has no row there
    last_group INTEGER NOT NULL,
    unit INTEGER NOT NULL,
    first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, -- of all of them
    count INTEGER NOT NULL,       -- groups
    head BLOB NOT NULL,           -- groups and blocks; this and what follows is squeezed, see docs
    cells BLOB,                   -- where values came from
    values1 BLOB, values2 BLOB, values4 BLOB -- of blocks whose values have so many bytes; null: there are none
);
CREATE TABLE access_page( -- ranges that were read or written
    first_seq INTEGER PRIMARY KEY, -- all accesses of an event stand in one page
    last_seq INTEGER NOT NULL,
    count INTEGER NOT NULL,
    last_bytes INTEGER NOT NULL,  -- bytes that are read off what the page itself wrote last
    head BLOB NOT NULL,           -- which and where; this and what follows is squeezed, see docs
    bytes BLOB, sources BLOB, dst BLOB, -- what else stood there before and after; null: nothing
    packed0 BLOB, packed1 BLOB, packed2 BLOB, packed3 BLOB -- after, for the data stream of each packer; null: nothing
);
CREATE TABLE access_range( -- what a page touches lies in its ranges; who touched an address stands in one of their pages
    id INTEGER PRIMARY KEY,
    space INTEGER NOT NULL, is_write INTEGER NOT NULL,
    lo INTEGER NOT NULL, hi INTEGER NOT NULL, -- multiples of 256 bytes
    page INTEGER NOT NULL         -- access_page.first_seq
);
CREATE TABLE finding(
    id INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL, kind INTEGER NOT NULL, unit INTEGER NOT NULL, instance INTEGER NOT NULL, detail TEXT,
    word INTEGER                  -- of the instruction; null: a store by a core, or before all events
);
CREATE TABLE evidence( -- an event that rests on another fact than its word's row names, by its settings or a finding
    id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, fact INTEGER NOT NULL
);
CREATE TABLE checkpoint( -- where the recording shows what the device held
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, after_event INTEGER NOT NULL -- in seq: in program and firmware order, steps
);
CREATE TABLE comparison( -- how one space was held against one checkpoint
    id INTEGER PRIMARY KEY,
    checkpoint INTEGER NOT NULL, space INTEGER NOT NULL,
    known_bytes INTEGER NOT NULL, equal_bytes INTEGER NOT NULL, differing_bytes INTEGER NOT NULL,
    tainted_bytes INTEGER NOT NULL -- rest on unknown state: undecided
);
CREATE TABLE mismatch( -- a run of differing bytes
    id INTEGER PRIMARY KEY,
    checkpoint INTEGER NOT NULL, space INTEGER NOT NULL, lo INTEGER NOT NULL, hi INTEGER NOT NULL,
    is_tainted INTEGER NOT NULL,
    held BLOB NOT NULL, replayed BLOB NOT NULL,
    known BLOB NOT NULL           -- bits that the recording knows
);
CREATE TABLE taint( -- what nobody knows: an event left this range made from unknown state, or by undefined behaviour
    id INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL, space INTEGER NOT NULL, lo INTEGER NOT NULL, hi INTEGER NOT NULL
);
CREATE TABLE unknown_input( -- an input that the recording does not hold, and that compared bytes come from
    id INTEGER PRIMARY KEY,       -- 0 to 119
    name TEXT NOT NULL,           -- "cfg STACC_RELU_ApplyRelu (state 0)", "l1 0x14000-0x14010", "dst"
    space INTEGER NOT NULL, lo INTEGER NOT NULL, hi INTEGER NOT NULL, -- bytes of the space
    mask INTEGER NOT NULL,        -- of configuration: bits of the word that were looked at
    is_assumed INTEGER NOT NULL   -- the bytes that come from it alone are decided
);
CREATE TABLE undecided( -- compared bytes that are undecided, and what they come from
    id INTEGER PRIMARY KEY,
    checkpoint INTEGER NOT NULL, space INTEGER NOT NULL, lo INTEGER NOT NULL, hi INTEGER NOT NULL,
    origins TEXT NOT NULL         -- a JSON array of unknown_input.id; 120: work that was not done; 121: undefined behaviour; 122: Dst
                                  -- that no checkpoint holds; 123: the byte is as it was at the start
);
CREATE TABLE wait( -- in program order: a core or pipe stood still while other things happened
    id INTEGER PRIMARY KEY,
    thread INTEGER NOT NULL, is_core INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,   -- the next step when it began
    last_seq INTEGER NOT NULL,    -- the next step when it ended
    event INTEGER NOT NULL,       -- of the capture: what waited, or the push that its word came from
    what TEXT NOT NULL            -- what it waited for
);

-- Where in the cores' programs words and stores came from, and which line of source that is; no rows where nobody knows.
CREATE TABLE core(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE origin( -- words of a thread in a row that one instruction of a core pushed, expanded; or a store
    thread INTEGER NOT NULL,      -- 3: a store by a core
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,    -- of the same thread; others' words may lie between
    core INTEGER NOT NULL, pc INTEGER NOT NULL,
    PRIMARY KEY(thread, first_seq)
) WITHOUT ROWID;
CREATE TABLE source_name(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE); -- of functions and files
CREATE TABLE source_frame( -- a function at work, and where in it; 0: not known, or no caller
    id INTEGER PRIMARY KEY,
    caller INTEGER NOT NULL,      -- source_frame.id of the function that it was inlined into; below its own
    function INTEGER NOT NULL, file INTEGER NOT NULL, line INTEGER NOT NULL,
    UNIQUE(caller, function, file, line)
);
CREATE TABLE source_place( -- instructions of the cores that are an origin
    core INTEGER NOT NULL, pc INTEGER NOT NULL,
    frame INTEGER NOT NULL,       -- in which the line was written
    PRIMARY KEY(core, pc)
) WITHOUT ROWID;

---- after the load ----

CREATE INDEX access_range_by_place ON access_range(space, lo, hi, is_write, page);
CREATE INDEX evidence_by_seq ON evidence(seq);
CREATE INDEX stage_group_by_end ON stage_group(unit, instance, last_seq); -- groups of one instance do not overlap

CREATE VIEW v_instruction AS -- what ran, in order; wants tt_instructions (built in, or .load tt_values)
SELECT i.seq, i.thread, u.name AS unit, w.mnemonic, printf('%08X', i.word) AS word, w.text
FROM tt_instructions i JOIN unit u ON u.id = i.unit LEFT JOIN word w ON w.word = i.word;

CREATE VIEW v_evidence AS -- the weakest fact that decided each instruction; wants tt_instructions (as v_instruction)
SELECT i.seq, i.thread, u.name AS unit, w.text AS instruction, f.name AS fact, f.level, f.rank, f.page
FROM tt_instructions i JOIN unit u ON u.id = i.unit JOIN word w ON w.word = i.word
LEFT JOIN evidence e ON e.id = (SELECT min(x.id) FROM evidence x WHERE x.seq = i.seq)
JOIN fact f ON f.id = coalesce(e.fact, w.fact);

CREATE VIEW v_evidence_by_fact AS -- weakest first
SELECT fact, level, count(*) AS instructions, min(seq) AS first_seq, page FROM v_evidence
GROUP BY fact ORDER BY rank DESC, instructions DESC, fact;

CREATE VIEW v_source_place AS -- the line of an instruction of a core, and the functions that it was inlined through
SELECT p.core AS core_id, c.name AS core, p.pc, n.name AS file, f.line, g.name AS function,
    (WITH RECURSIVE up(id, depth) AS (SELECT p.frame, 0 UNION ALL
            SELECT s.caller, up.depth + 1 FROM up JOIN source_frame s ON s.id = up.id WHERE s.caller > 0)
        SELECT group_concat(name, ' < ') FROM (SELECT coalesce(m.name, '?') AS name FROM up
            JOIN source_frame s ON s.id = up.id LEFT JOIN source_name m ON m.id = s.function ORDER BY up.depth)) AS chain
FROM source_place p JOIN core c ON c.id = p.core JOIN source_frame f ON f.id = p.frame
LEFT JOIN source_name n ON n.id = f.file LEFT JOIN source_name g ON g.id = f.function;

CREATE VIEW v_source AS -- which line each word came from; wants tt_instructions (built in, or .load tt_values)
SELECT i.seq, i.thread, w.text AS instruction, c.name AS core, printf('0x%x', o.pc) AS pc, s.file, s.line, s.function,
    s.chain
FROM tt_instructions i JOIN origin o ON o.thread = i.thread AND o.first_seq = (SELECT max(x.first_seq) FROM origin x
    WHERE x.thread = i.thread AND x.first_seq <= i.seq) AND o.last_seq >= i.seq
JOIN core c ON c.id = o.core LEFT JOIN word w ON w.word = i.word
LEFT JOIN v_source_place s ON s.core_id = o.core AND s.pc = o.pc;

CREATE VIEW v_stage AS -- every stage that was at work, also those that changed nothing; block goes to tt_values();
-- wants tt_paged_stages (built in, or .load tt_values)
SELECT g.id * 32 + s.ordinal AS block, u.name AS unit, g.instance, g.tile, g.first_datum, s.ordinal, s.name AS stage,
    b.id = g.id * 32 + s.ordinal AS is_changed, f.name AS format, b.count AS datums, g.insns, g.first_seq, g.last_seq
FROM stage_group g JOIN unit u ON u.id = g.unit
JOIN stage s ON s.unit = g.unit AND (g.stages >> s.ordinal) & 1
JOIN stage_block b ON b.id = (SELECT max(p.id) FROM stage_block p WHERE p.id BETWEEN g.id * 32 AND g.id * 32 + s.ordinal)
LEFT JOIN format f ON f.id = b.format
UNION ALL SELECT p.block, u.name, p.instance, p.tile, p.first_datum, p.ordinal, s.name, p.is_changed, f.name, p.datums,
    p.insns, p.first_seq, p.last_seq
FROM tt_paged_stages p JOIN unit u ON u.id = p.unit JOIN stage s ON s.unit = p.unit AND s.ordinal = p.ordinal
LEFT JOIN format f ON f.id = p.format;

CREATE VIEW v_stage_changes AS -- the stages that changed something; wants tt_paged_stages (as v_stage)
SELECT b.id AS block, u.name AS unit, g.instance, g.tile, g.first_datum, b.id % 32 AS ordinal, s.name AS stage,
    f.name AS format, b.count AS datums, b.width * 8 AS stored_bits, g.insns, g.first_seq, g.last_seq
FROM stage_block b JOIN stage_group g ON g.id = b.id / 32 JOIN unit u ON u.id = g.unit
LEFT JOIN stage s ON s.unit = g.unit AND s.ordinal = b.id % 32 LEFT JOIN format f ON f.id = b.format
UNION ALL SELECT p.block, u.name, p.instance, p.tile, p.first_datum, p.ordinal, s.name, f.name, p.datums, p.width * 8,
    p.insns, p.first_seq, p.last_seq
FROM tt_paged_stages p JOIN unit u ON u.id = p.unit LEFT JOIN stage s ON s.unit = p.unit AND s.ordinal = p.ordinal
LEFT JOIN format f ON f.id = p.format WHERE p.is_changed;

CREATE VIEW v_datum AS -- one row a datum and stage; wants tt_values (built in, or .load tt_values)
SELECT s.block, s.unit, s.instance, s.tile, s.ordinal, s.stage, s.format, v.datum, v.seq, v."row", v."column",
    v.bits, v.sign, v.exponent, v.mantissa, v.shared_exponent, v.value
FROM v_stage s JOIN tt_values(s.block) v;

CREATE VIEW v_access AS -- wants tt_accesses and tt_instructions (built in, or .load tt_values)
SELECT a.seq, sp.name AS space, CASE a.is_write WHEN 1 THEN 'write' ELSE 'read' END AS what, u.name AS unit,
    a.instance, st.name AS stream, a.lo, a.hi, a.tile, a.first_datum, hex(a.before) AS before, hex(a.after) AS after,
    w.text AS instruction
FROM tt_accesses a JOIN space sp ON sp.id = a.space JOIN unit u ON u.id = a.unit LEFT JOIN stream st ON st.id = a.stream
LEFT JOIN tt_instructions i ON i.seq = a.seq LEFT JOIN word w ON w.word = i.word;

CREATE VIEW v_tile AS -- what each packer made of each data tile
SELECT t.unit, t.instance, t.tile, min(t.first_seq) AS first_seq, max(t.last_seq) AS last_seq, sum(t.insns) AS insns,
    sum(t.datums) AS datums, min(t.format_in) AS format_in, min(t.format_out) AS format_out,
    min(t.l1_lo) AS l1_lo, max(t.l1_hi) AS l1_hi
FROM (SELECT g.unit AS unit_id, u.name AS unit, g.instance, g.tile, g.first_seq, g.last_seq, g.insns, g.l1_lo,
        g.l1_hi,
        (SELECT b.count FROM stage_block b WHERE b.id BETWEEN g.id * 32 AND g.id * 32 + 31
            ORDER BY b.id DESC LIMIT 1) AS datums,
        (SELECT f.name FROM stage_block b JOIN format f ON f.id = b.format
            WHERE b.id BETWEEN g.id * 32 AND g.id * 32 + 31 AND f.is_datum ORDER BY b.id LIMIT 1) AS format_in,
        (SELECT f.name FROM stage_block b JOIN format f ON f.id = b.format
            WHERE b.id BETWEEN g.id * 32 AND g.id * 32 + 31 AND f.is_datum ORDER BY b.id DESC LIMIT 1) AS format_out
    FROM stage_group g JOIN unit u ON u.id = g.unit) t
GROUP BY t.unit_id, t.instance, t.tile;

CREATE VIEW v_finding AS
SELECT n.seq, k.code, k.class, u.name AS unit, n.instance, n.detail, w.text AS instruction
FROM finding n JOIN finding_kind k ON k.id = n.kind JOIN unit u ON u.id = n.unit
LEFT JOIN word w ON w.word = n.word;

CREATE VIEW v_findings_by_code AS -- most frequent first
SELECT k.code, k.class, count(*) AS times, min(n.seq) AS first_seq, k.page, k.doc
FROM finding n JOIN finding_kind k ON k.id = n.kind GROUP BY n.kind ORDER BY times DESC, k.code;

CREATE VIEW v_taint AS -- by what, where the taint came in: a finding of the same event, else from what was read
SELECT t.seq, s.name AS space, t.lo, t.hi, k.code AS finding
FROM taint t JOIN space s ON s.id = t.space
LEFT JOIN finding n ON n.id = (SELECT min(f.id) FROM finding f JOIN finding_kind c ON c.id = f.kind
    WHERE f.seq = t.seq AND c.class IN ('UndefinedBehavior', 'UnpredictableValueUsed'))
LEFT JOIN finding_kind k ON k.id = n.kind;

CREATE VIEW v_undecided AS -- one row a range and input; what no input stands for has none
SELECT u.id AS range, u.checkpoint, p.name AS checkpoint_name, s.name AS space, u.lo, u.hi, o.name AS input, o.is_assumed
FROM undecided u JOIN json_each(u.origins) e LEFT JOIN unknown_input o ON o.id = e.value JOIN space s ON s.id = u.space
LEFT JOIN checkpoint p ON p.id = u.checkpoint;

CREATE VIEW v_comparison AS
SELECT c.checkpoint, p.name AS checkpoint_name, p.after_event, s.name AS space, c.known_bytes, c.equal_bytes,
    c.differing_bytes, c.tainted_bytes
FROM comparison c LEFT JOIN checkpoint p ON p.id = c.checkpoint JOIN space s ON s.id = c.space;

CREATE VIEW v_mismatch AS
SELECT m.id AS mismatch, m.checkpoint, p.name AS checkpoint_name, p.after_event, s.name AS space, m.lo, m.hi,
    m.is_tainted, hex(m.held) AS held, hex(m.replayed) AS replayed
FROM mismatch m LEFT JOIN checkpoint p ON p.id = m.checkpoint JOIN space s ON s.id = m.space;

CREATE VIEW v_first_mismatch AS -- the first that decides: earliest checkpoint, lowest address
SELECT * FROM v_mismatch WHERE mismatch = (SELECT id FROM mismatch WHERE NOT is_tainted ORDER BY checkpoint, space, lo LIMIT 1);

CREATE VIEW v_mismatch_writer AS -- who last wrote the first byte of each mismatch before its checkpoint; null: nobody
SELECT m.mismatch, m.checkpoint, m.space, m.lo, m.hi, m.held, m.replayed, a.seq, i.thread, w.text AS instruction,
    u.name AS unit, a.instance, st.name AS stream, a.tile, a.first_datum, a.lo AS write_lo, a.hi AS write_hi
FROM v_mismatch m JOIN space s ON s.name = m.space -- wants tt_accesses and tt_instructions
LEFT JOIN tt_accesses a ON a.id = (SELECT max(x.id) FROM tt_accesses x WHERE x.space = s.id AND x.is_write = 1
    AND x.lo <= m.lo AND x.hi > m.lo AND x.seq <= m.after_event)
LEFT JOIN unit u ON u.id = a.unit LEFT JOIN stream st ON st.id = a.stream
LEFT JOIN tt_instructions i ON i.seq = a.seq LEFT JOIN word w ON w.word = i.word;

CREATE VIEW v_field_writes AS -- each write to a word of configuration, once for each field in it; "old" and "new" are the
-- field's; copy: of which state, or thread; thread: whose word wrote it, null: a core; wants tt_accesses, tt_instructions,
-- tt_fields and tt_bits (built in, or .load tt_values)
SELECT a.seq, i.thread, f.name AS field, tt_bits(a.before, 8 * (f.lo - a.lo) + f.shift, f.bits) AS old,
    tt_bits(a.after, 8 * (f.lo - a.lo) + f.shift, f.bits) AS new, s.name AS space, f.copy, f.lo AS address, u.name AS unit,
    w.text AS instruction
FROM run r JOIN tt_fields f ON f.chip = r.chip
JOIN tt_accesses a ON a.space = f.space AND a.is_write = 1 AND a.lo <= f.lo AND a.hi >= f.hi
JOIN space s ON s.id = a.space JOIN unit u ON u.id = a.unit
LEFT JOIN tt_instructions i ON i.seq = a.seq LEFT JOIN word w ON w.word = i.word;

CREATE VIEW v_held AS -- each byte of a mismatch: what the device held beside what the replay has; known: the bits that the
-- recording knows; differs: 0 between bytes that do; wants tt_bits (built in, or .load tt_values)
WITH RECURSIVE byte(mismatch, at) AS (SELECT id, 0 FROM mismatch UNION ALL
    SELECT b.mismatch, b.at + 1 FROM byte b JOIN mismatch n ON n.id = b.mismatch WHERE n.lo + b.at + 1 < n.hi)
SELECT checkpoint, checkpoint_name, space, address, held, replayed, known,
    ((held | replayed) - (held & replayed)) & known <> 0 AS differs, is_tainted
FROM (SELECT m.checkpoint, p.name AS checkpoint_name, s.name AS space, m.lo + b.at AS address,
        tt_bits(m.held, 8 * b.at, 8) AS held, tt_bits(m.replayed, 8 * b.at, 8) AS replayed,
        tt_bits(m.known, 8 * b.at, 8) AS known, m.is_tainted
    FROM byte b JOIN mismatch m ON m.id = b.mismatch JOIN space s ON s.id = m.space
    LEFT JOIN checkpoint p ON p.id = m.checkpoint);
