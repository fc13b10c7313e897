-- SPDX-License-Identifier: Apache-2.0
-- The results database: one replay. The single source of its tables and views; src/results embeds it.
-- docs/formats/results.md explains it at length. Bytes of BLOBs are little-endian.
-- The file has two parts, split at the line that says so: what a database holds, which any SQLite reads, and the views of
-- single events, which are computed again from the capture: they are made, for the connection alone, by whoever can
-- compute them (built in, or .load tt_values).

PRAGMA application_id = 1414812242; -- "TTRR"
PRAGMA user_version = 14;

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
    last_event INTEGER,         -- behind the last that ran (--range); null: all
    until_event INTEGER,        -- the run ends before it (--until)
    max_steps INTEGER NOT NULL, checkpoint_word INTEGER, -- of firmware order
    is_strict INTEGER NOT NULL, evidence INTEGER, -- what rests on less than the level of this rank is a finding
    digest INTEGER,             -- of the tile at the end: a tool that comes to another one computes other values
    events INTEGER,
    executed INTEGER,
    skipped INTEGER,
    unsupported INTEGER,
    findings INTEGER
);
CREATE TABLE moment( -- of executed order, on the way: a question that needs no more of the run is shown to be true by these
    seq INTEGER PRIMARY KEY,    -- before this event
    digest INTEGER NOT NULL     -- as that of the end
);
CREATE TABLE capture(id INTEGER PRIMARY KEY CHECK(id = 1), bytes BLOB NOT NULL); -- the file as it was; no row: by path and hash
CREATE TABLE verdict( -- one row: what the run came to, and the facts that it rests on (docs/verdicts.md)
    id INTEGER PRIMARY KEY CHECK(id = 1),
    name TEXT NOT NULL,           -- same, differs, hung, no verdict, unsupported, damaged
    exit_status INTEGER NOT NULL, -- of replay and diff
    words TEXT NOT NULL,          -- what stands behind the name
    compared_bytes INTEGER NOT NULL, equal_bytes INTEGER NOT NULL, differing_bytes INTEGER NOT NULL,
    undecided_bytes INTEGER NOT NULL, -- of the compared: computed from unknown state
    windows_left_out INTEGER NOT NULL, -- known by hash, and not made in whole by these units
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
    unsupported_detail TEXT NOT NULL, -- the sentence of the first finding of work that did not happen
    is_derived INTEGER NOT NULL,   -- no device made the capture, but a replay or a run here
    weak INTEGER NOT NULL,         -- words and stores that rest on less than was asked for (--evidence); the first of them
    weak_event INTEGER, weak_finding TEXT, weak_word INTEGER, weak_detail TEXT NOT NULL,
    unread_srca INTEGER NOT NULL, unread_srcb INTEGER NOT NULL, -- undecided bytes at the end that nothing reads
    unread_dst INTEGER NOT NULL -- likewise of lower halves under debug bit 11
);

-- Dictionaries: what the small numbers elsewhere mean.
CREATE TABLE unit(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE space( -- an array of the tile's state
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    bytes INTEGER NOT NULL
);
CREATE TABLE stream(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE finding_kind(
    id INTEGER PRIMARY KEY, code TEXT NOT NULL, class TEXT NOT NULL, page TEXT NOT NULL, doc TEXT NOT NULL
);
CREATE TABLE word(word INTEGER PRIMARY KEY, mnemonic TEXT NOT NULL, text TEXT NOT NULL); -- that findings name
CREATE TABLE finding(
    id INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL, kind INTEGER NOT NULL, unit INTEGER NOT NULL, instance INTEGER NOT NULL, detail TEXT,
    word INTEGER                  -- of the instruction; null: a store by a core, or before all events
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
CREATE TABLE held_window( -- bytes of which the recording has the hash alone
    id INTEGER PRIMARY KEY,
    checkpoint INTEGER NOT NULL, space INTEGER NOT NULL, lo INTEGER NOT NULL, hi INTEGER NOT NULL,
    result INTEGER NOT NULL       -- 0 the replay's hash is equal, 1 differs, 2 undecided: it rests on unknown state
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
    what TEXT NOT NULL,           -- what it waited for
    releaser TEXT NOT NULL,       -- who brought it about, or could: "T0's pipe", "core t1", several with commas; empty: not known
    releaser_seq INTEGER          -- the step that did; null where none did, or it is not known
);
CREATE TABLE stuck( -- who could not go on when nothing could any more
    id INTEGER PRIMARY KEY,
    who TEXT NOT NULL,            -- "T0's pipe", "core t1"
    what TEXT NOT NULL,           -- what it waits for
    releaser TEXT NOT NULL,       -- who would have to bring it about, several with commas; empty: not known, or nobody is left
    how TEXT NOT NULL             -- how, in words
);

CREATE TABLE core(id INTEGER PRIMARY KEY, name TEXT NOT NULL);

CREATE VIEW v_finding AS
SELECT n.seq, k.code, k.class, u.name AS unit, n.instance, n.detail, w.text AS instruction
FROM finding n JOIN finding_kind k ON k.id = n.kind JOIN unit u ON u.id = n.unit
LEFT JOIN word w ON w.word = n.word;

CREATE VIEW v_findings_by_code AS -- most frequent first
SELECT k.code, k.class, count(*) AS times, min(n.seq) AS first_seq, k.page, k.doc
FROM finding n JOIN finding_kind k ON k.id = n.kind GROUP BY n.kind ORDER BY times DESC, k.code;

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

---- with events ----

CREATE TEMP VIEW word AS -- every distinct instruction word, disassembled
SELECT DISTINCT word, mnemonic, text FROM tt_instructions;

CREATE TEMP VIEW v_instruction AS -- what ran, in order
SELECT i.seq, i.thread, u.name AS unit, i.mnemonic, printf('%08X', i.word) AS word, i.text
FROM tt_instructions i JOIN unit u ON u.id = i.unit;

CREATE TEMP VIEW v_evidence AS -- the weakest fact that decided each instruction
SELECT i.seq, i.thread, u.name AS unit, i.text AS instruction, i.fact, i.level, i.rank, i.page
FROM tt_instructions i JOIN unit u ON u.id = i.unit WHERE i.fact IS NOT NULL;

CREATE TEMP VIEW v_evidence_by_fact AS -- weakest first
SELECT fact, level, count(*) AS instructions, min(seq) AS first_seq, page FROM v_evidence
GROUP BY fact ORDER BY rank DESC, instructions DESC, fact;

CREATE TEMP VIEW v_source_place AS -- the line of an instruction of a core, and the functions that it was inlined through
SELECT DISTINCT o.core AS core_id, c.name AS core, o.pc, o.file, o.line, o.function, o.chain
FROM tt_origins o JOIN core c ON c.id = o.core WHERE o.line IS NOT NULL;

CREATE TEMP VIEW v_source AS -- which line each word came from
SELECT i.seq, i.thread, i.text AS instruction, c.name AS core, printf('0x%x', o.pc) AS pc, o.file, o.line, o.function,
    o.chain
FROM tt_instructions i JOIN tt_origins o ON o.thread = i.thread AND i.seq BETWEEN o.first_seq AND o.last_seq
JOIN core c ON c.id = o.core;

CREATE TEMP VIEW v_stage AS -- every stage that was at work, also those that changed nothing; block goes to tt_values()
SELECT s.block, s.seq, u.name AS unit, s.instance, s.tile, s.first_datum, s.ordinal, s.stage, s.is_changed, s.format,
    s.datums, s.width * 8 AS stored_bits
FROM tt_stages s JOIN unit u ON u.id = s.unit;

CREATE TEMP VIEW v_stage_changes AS -- the stages that changed something
SELECT * FROM v_stage WHERE is_changed;

CREATE TEMP VIEW v_datum AS -- one row a datum and stage
SELECT s.block, s.unit, s.instance, s.tile, s.ordinal, s.stage, s.format, v.datum, s.seq, v."row", v."column",
    v.bits, v.sign, v.exponent, v.mantissa, v.shared_exponent, v.value, v.ulps, v.address, v.exponent_address
FROM v_stage s JOIN tt_values(s.block) v;

CREATE TEMP VIEW v_access AS
SELECT a.seq, sp.name AS space, CASE a.is_write WHEN 1 THEN 'write' ELSE 'read' END AS what, u.name AS unit,
    a.instance, st.name AS stream, a.lo, a.hi, a.tile, a.first_datum, hex(a.before) AS before, hex(a.after) AS after,
    i.text AS instruction
FROM tt_accesses a JOIN space sp ON sp.id = a.space JOIN unit u ON u.id = a.unit LEFT JOIN stream st ON st.id = a.stream
LEFT JOIN tt_instructions i ON i.seq = a.seq;

CREATE TEMP VIEW v_tile AS -- what each packer made of each data tile
SELECT u.name AS unit, s.instance, s.tile, min(s.seq) AS first_seq, max(s.seq) AS last_seq, count(*) AS insns,
    sum(s.datums) AS datums, min(s.format_in) AS format_in, min(s.format_out) AS format_out, min(s.l1_lo) AS l1_lo,
    max(s.l1_hi) AS l1_hi
FROM tt_stages s JOIN unit u ON u.id = s.unit WHERE s.is_last AND u.name IN ('unpack0', 'unpack1', 'matrix', 'pack')
GROUP BY s.unit, s.instance, s.tile;

CREATE TEMP VIEW v_taint AS -- by what, where the taint came in: a finding of the same event, else from what was read
SELECT t.seq, s.name AS space, t.lo, t.hi, k.code AS finding
FROM tt_taints t JOIN space s ON s.id = t.space
LEFT JOIN finding n ON n.id = (SELECT min(f.id) FROM finding f JOIN finding_kind c ON c.id = f.kind
    WHERE f.seq = t.seq AND c.class IN ('UndefinedBehavior', 'UnpredictableValueUsed'))
LEFT JOIN finding_kind k ON k.id = n.kind;

CREATE TEMP VIEW v_mismatch_writer AS -- who last wrote the first byte of each mismatch before its checkpoint; null: nobody
SELECT m.mismatch, m.checkpoint, m.space, m.lo, m.hi, m.held, m.replayed, a.seq, i.thread, i.text AS instruction,
    u.name AS unit, a.instance, st.name AS stream, a.tile, a.first_datum, a.lo AS write_lo, a.hi AS write_hi
FROM v_mismatch m JOIN space s ON s.name = m.space
LEFT JOIN tt_accesses a ON a.id = (SELECT max(x.id) FROM tt_accesses x WHERE x.space = s.id AND x.is_write = 1
    AND x.lo <= m.lo AND x.hi > m.lo AND x.seq <= m.after_event)
LEFT JOIN unit u ON u.id = a.unit LEFT JOIN stream st ON st.id = a.stream
LEFT JOIN tt_instructions i ON i.seq = a.seq;

CREATE TEMP VIEW v_field_writes AS -- each write to a word of configuration, once for each field in it, and each change of a
-- counter, semaphore or other word of space "state"; "old" and "new" are the field's; copy: of which state, or thread; thread: whose word
-- wrote it, null: a core
SELECT a.seq, i.thread, f.name AS field, tt_bits(a.before, 8 * (f.lo - a.lo) + f.shift, f.bits) AS old,
    tt_bits(a.after, 8 * (f.lo - a.lo) + f.shift, f.bits) AS new, s.name AS space, f.copy, f.lo AS address, u.name AS unit,
    i.text AS instruction
FROM run r JOIN tt_fields f ON f.chip = r.chip
JOIN tt_accesses a ON a.space = f.space AND a.is_write = 1 AND a.lo <= f.lo AND a.hi >= f.hi
JOIN space s ON s.id = a.space JOIN unit u ON u.id = a.unit
LEFT JOIN tt_instructions i ON i.seq = a.seq
WHERE s.name <> 'state' OR old <> new;

CREATE TEMP VIEW v_held AS -- each byte of a mismatch: what the device held beside what the replay has; known: the bits that the
-- recording knows; differs: 0 between bytes that do
WITH RECURSIVE byte(mismatch, at) AS (SELECT id, 0 FROM mismatch UNION ALL
    SELECT b.mismatch, b.at + 1 FROM byte b JOIN mismatch n ON n.id = b.mismatch WHERE n.lo + b.at + 1 < n.hi)
SELECT checkpoint, checkpoint_name, space, address, held, replayed, known,
    ((held | replayed) - (held & replayed)) & known <> 0 AS differs, is_tainted
FROM (SELECT m.checkpoint, p.name AS checkpoint_name, s.name AS space, CAST(m.lo + b.at AS INTEGER) AS address,
        tt_bits(m.held, 8 * b.at, 8) AS held, tt_bits(m.replayed, 8 * b.at, 8) AS replayed,
        tt_bits(m.known, 8 * b.at, 8) AS known, m.is_tainted
    FROM byte b JOIN mismatch m ON m.id = b.mismatch JOIN space s ON s.id = m.space
    LEFT JOIN checkpoint p ON p.id = m.checkpoint);
