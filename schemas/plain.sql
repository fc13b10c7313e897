-- SPDX-License-Identifier: Apache-2.0
-- Plain rows: the views of single events of results.sql, stored under their names, so that any SQLite program reads them
-- without tt-replay (replay --plain, export --sqlite). A connection that has those views runs this on a database of
-- results.sql. docs/formats/plain.md explains it, with worked queries.

-- What the file holds of these already is not taken for granted: it is computed again.
DROP VIEW IF EXISTS main.v_stage_changes;
DROP VIEW IF EXISTS main.v_datum;
DROP TABLE IF EXISTS main.v_instruction;
DROP TABLE IF EXISTS main.operand;
DROP TABLE IF EXISTS main.v_evidence;
DROP TABLE IF EXISTS main.v_evidence_by_fact;
DROP TABLE IF EXISTS main.v_source_place;
DROP TABLE IF EXISTS main.v_source;
DROP TABLE IF EXISTS main.v_access;
DROP TABLE IF EXISTS main.v_field_writes;
DROP TABLE IF EXISTS main.v_taint;
DROP TABLE IF EXISTS main.v_mismatch_writer;
DROP TABLE IF EXISTS main.v_held;
DROP TABLE IF EXISTS main.v_tile;
DROP TABLE IF EXISTS main.v_stage;
DROP TABLE IF EXISTS main.datum;
DROP TABLE IF EXISTS main.device;

INSERT OR IGNORE INTO main.word SELECT word, mnemonic, text FROM temp.word;

CREATE TABLE main.v_instruction AS SELECT * FROM temp.v_instruction;
CREATE INDEX main.v_instruction_by_seq ON v_instruction(seq);
CREATE TABLE main.operand( -- the fields of each distinct word
    word TEXT NOT NULL,           -- as v_instruction has it
    field TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY(word, field)
) WITHOUT ROWID;
INSERT INTO operand
SELECT printf('%08X', w.word), e.key, e.value FROM run r JOIN main.word w JOIN json_each(tt_operands(r.chip, w.word)) e;

CREATE TABLE main.v_evidence AS SELECT * FROM temp.v_evidence;
CREATE INDEX main.v_evidence_by_seq ON v_evidence(seq);
CREATE TABLE main.v_evidence_by_fact AS SELECT * FROM temp.v_evidence_by_fact;
CREATE TABLE main.v_source_place AS SELECT * FROM temp.v_source_place;
CREATE TABLE main.v_source AS SELECT * FROM temp.v_source;
CREATE INDEX main.v_source_by_seq ON v_source(seq);
CREATE TABLE main.v_access AS SELECT * FROM temp.v_access;
CREATE INDEX main.v_access_by_seq ON v_access(seq);
CREATE INDEX main.v_access_by_place ON v_access(space, lo);
-- As the view, but from each write to its fields: the view goes from each field to its writes.
CREATE TEMP TABLE field_place AS SELECT f.* FROM run r JOIN tt_fields f ON f.chip = r.chip;
CREATE INDEX temp.field_place_by_lo ON field_place(space, lo);
CREATE TABLE main.v_field_writes AS
SELECT a.seq, i.thread, f.name AS field, tt_bits(a.before, 8 * (f.lo - a.lo) + f.shift, f.bits) AS old,
    tt_bits(a.after, 8 * (f.lo - a.lo) + f.shift, f.bits) AS new, s.name AS space, f.copy, f.lo AS address, u.name AS unit,
    i.text AS instruction
FROM tt_accesses a CROSS JOIN field_place f ON f.space = a.space AND f.lo >= a.lo AND f.lo < a.hi AND f.hi <= a.hi
JOIN space s ON s.id = a.space JOIN unit u ON u.id = a.unit LEFT JOIN tt_instructions i ON i.seq = a.seq
WHERE a.is_write = 1 AND (s.name <> 'state' OR old <> new);
DROP TABLE temp.field_place;
CREATE INDEX main.v_field_writes_by_field ON v_field_writes(field, seq);
CREATE TABLE main.v_taint AS SELECT * FROM temp.v_taint;
CREATE INDEX main.v_taint_by_seq ON v_taint(seq);
CREATE TABLE main.v_mismatch_writer AS SELECT * FROM temp.v_mismatch_writer;
CREATE TABLE main.v_held AS SELECT * FROM temp.v_held;
CREATE INDEX main.v_held_by_place ON v_held(space, address);
CREATE TABLE main.v_tile AS SELECT * FROM temp.v_tile;

CREATE TABLE main.v_stage AS SELECT * FROM temp.v_stage;
CREATE UNIQUE INDEX main.v_stage_by_block ON v_stage(block);
CREATE INDEX main.v_stage_by_seq ON v_stage(seq);
CREATE VIEW main.v_stage_changes AS SELECT * FROM v_stage WHERE is_changed;
CREATE TABLE main.datum( -- one row a datum of a stage: what v_datum has beside the columns of v_stage
    block INTEGER NOT NULL, datum INTEGER NOT NULL, seq INTEGER NOT NULL,
    "row" INTEGER, "column" INTEGER,
    bits INTEGER NOT NULL, sign INTEGER, exponent INTEGER, mantissa INTEGER, shared_exponent INTEGER,
    value REAL, ulps REAL, address INTEGER, exponent_address INTEGER,
    PRIMARY KEY(block, datum)
) WITHOUT ROWID;
INSERT INTO datum
SELECT s.block, v.datum, v.seq, v."row", v."column", v.bits, v.sign, v.exponent, v.mantissa, v.shared_exponent, v.value, v.ulps,
    v.address, v.exponent_address
FROM main.v_stage s JOIN tt_values(s.block) v;
CREATE INDEX main.datum_by_address ON datum(address, seq) WHERE address IS NOT NULL;
CREATE INDEX main.datum_by_exponent ON datum(exponent_address) WHERE exponent_address IS NOT NULL;
CREATE VIEW main.v_datum AS
SELECT s.block, s.unit, s.instance, s.tile, s.ordinal, s.stage, s.format, v.datum, v.seq, v."row", v."column",
    v.bits, v.sign, v.exponent, v.mantissa, v.shared_exponent, v.value, v.ulps, v.address, v.exponent_address
FROM v_stage s JOIN datum v ON v.block = s.block;

CREATE TABLE main.device( -- each packed datum of which a byte in L1 differs at a checkpoint: what the device held there. Join block, datum
    block INTEGER NOT NULL, datum INTEGER NOT NULL, checkpoint INTEGER NOT NULL,
    bits INTEGER NOT NULL, shared_exponent INTEGER, value REAL,
    PRIMARY KEY(block, datum, checkpoint)
) WITHOUT ROWID;
CREATE TEMP TABLE differing(checkpoint INTEGER, after_event INTEGER, address INTEGER, held INTEGER, replayed INTEGER);
INSERT INTO differing SELECT h.checkpoint, p.after_event, h.address, h.held, h.replayed FROM main.v_held h JOIN checkpoint p ON p.id = h.checkpoint
WHERE h.space = 'l1' AND h.differs AND NOT h.is_tainted;
CREATE INDEX temp.differing_by_address ON differing(checkpoint, address);
WITH touched AS ( -- by a byte of the datum itself, or of its exponent
    SELECT d.checkpoint, d.after_event, t.block, t.datum FROM differing d
    JOIN datum t ON t.address BETWEEN d.address - 3 AND d.address
    UNION SELECT d.checkpoint, d.after_event, t.block, t.datum FROM differing d JOIN datum t ON t.exponent_address = d.address
), stored AS (
    SELECT t.checkpoint, t.after_event, t.block, t.datum, v.seq, v.bits, v.shared_exponent, v.address, v.exponent_address,
        s.format, tt_format_bits(s.format) AS width
    FROM touched t JOIN main.v_stage s ON s.block = t.block AND s.unit = 'pack'
    JOIN datum v ON v.block = t.block AND v.datum = t.datum
    WHERE v.seq <= t.after_event
), newest AS ( -- an older value of the same place is gone
    SELECT s.* FROM stored s WHERE NOT EXISTS (
        SELECT 1 FROM datum n WHERE n.address = s.address AND n.seq > s.seq AND n.seq <= s.after_event)
), held AS MATERIALIZED (
    SELECT n.*,
        CASE WHEN width < 8 THEN coalesce((SELECT d.held >> n.datum * width % 8 & (1 << width) - 1 FROM differing d
                WHERE d.checkpoint = n.checkpoint AND d.address = n.address), n.bits)
            ELSE n.bits + coalesce((SELECT sum((d.held - d.replayed) << 8 * (d.address - n.address)) FROM differing d
                WHERE d.checkpoint = n.checkpoint AND d.address BETWEEN n.address AND n.address + width / 8 - 1), 0)
        END AS device_bits,
        coalesce((SELECT d.held FROM differing d WHERE d.checkpoint = n.checkpoint AND d.address = n.exponent_address),
            n.shared_exponent) AS device_exponent
    FROM newest n
)
INSERT OR IGNORE INTO device
SELECT block, datum, checkpoint, device_bits, device_exponent,
    tt_value(format, device_bits | (coalesce(device_exponent, 0) << 8))
FROM held WHERE device_bits <> bits OR device_exponent <> shared_exponent;
DROP TABLE temp.differing;
