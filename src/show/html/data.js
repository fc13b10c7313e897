/* SPDX-License-Identifier: Apache-2.0 */
/* The data of the page, and how its packed parts open: raw deflate in base64, written by html_tiles.c and
 * html_timeline.c. */
'use strict';

const data = JSON.parse(byId('data').textContent);

/* What seq counts: events of the capture, or steps of program order. */
const SEQ = data.run.order === 'executed' ? 'event' : 'step';
const SEQ_NAME = SEQ === 'event' ? 'Event' : 'Step';

const NO_STAGE = 31;
const NO_CELL = 0xFFFF;

/* Bytes read as numbers of seven bits a byte, lowest first. */
class ByteReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new Error('the packed data end early');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  signed() {
    const folded = this.number();
    return folded % 2 ? -(folded + 1) / 2 : folded / 2;
  }

  planes(total, width) {
    const values = new Uint32Array(total);
    for (let plane = 0; plane < width; plane++) {
      for (let i = 0; i < total; i++) values[i] |= this.bytes[this.at++] << (8 * plane);
    }
    return values;
  }
}

async function inflate(text) {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function unpackStages(reader, datums) {
  const stages = [];
  for (let stage = reader.number(); stage !== NO_STAGE; stage = reader.number()) {
    const format = data.formats[reader.number()];
    const width = reader.number();
    const total = reader.number();
    const isChanged = reader.number() === 1;
    const isPlaced = total === datums;
    let values = null;
    if (isPlaced) values = isChanged ? reader.planes(total, width) : stages[stages.length - 1]?.values ?? null;
    stages.push({ stage, format, total, isChanged, values });
  }
  return stages;
}

function unpackInsns(reader) {
  const seqs = [];
  const ends = [];
  let last = 0;
  let end = 0;
  for (let left = reader.number(); left > 0; left--) {
    last += reader.number();
    end += reader.number();
    seqs.push(last);
    ends.push(end);
  }
  return { seqs, ends };
}

function unpackOrigin(reader, datums) {
  if (reader.number() === 0) return null;
  const origin = new Uint16Array(datums);
  let expected = 0;
  for (let at = 0; at < datums;) {
    const first = expected + reader.signed();
    const total = reader.number();
    for (let i = 0; i < total; i++) origin[at++] = first === NO_CELL ? NO_CELL : first + i;
    expected = first + total;
  }
  return origin;
}

/* Which datums, what was held (as its difference from what was replayed), how far. */
function unpackDifferences(reader, tile) {
  const total = reader.number();
  const datums = new Array(total);
  for (let i = 0, datum = 0; i < total; i++) {
    datum += reader.number();
    datums[i] = datum;
  }
  const helds = datums.map((datum) => (reader.number() ^ (lastValue(tile, datum)?.bits ?? 0)) >>> 0);
  datums.forEach((datum, i) => {
    const ulps = reader.number();
    tile.differences.set(datum, { held: helds[i], ulps: ulps === 0 ? null : ulps - 1 });
  });
}

/* The datums that nobody knows. */
function unpackTaint(reader) {
  const tainted = new Set();
  let at = 0;
  for (let left = reader.number(); left > 0; left--) {
    at += reader.number();
    for (let more = reader.number(); more > 0; more--) tainted.add(at++);
  }
  return tainted;
}

function unpackTile(bytes) {
  const reader = new ByteReader(bytes);
  const tile = { groups: [], writes: [], differences: new Map() };
  for (let left = reader.number(); left > 0; left--) {
    const group = { packer: reader.number(), base: reader.number(), datums: reader.number() };
    group.stages = unpackStages(reader, group.datums);
    Object.assign(group, unpackInsns(reader));
    group.origin = unpackOrigin(reader, group.datums);
    tile.groups.push(group);
  }
  for (let left = reader.number(); left > 0; left--) {
    tile.writes.push({ datum: reader.number(), lo: reader.number(), bytes: reader.number() });
  }
  unpackDifferences(reader, tile);
  tile.tainted = unpackTaint(reader);
  return tile;
}

/* The worst class of distance in each of 16 by 16 parts of every data tile that differs, one behind the other. */
const THUMB_CELLS = 256;

async function openThumbs() {
  const thumbs = await inflate(data.thumbs);
  let at = 0;
  for (const tile of data.tiles) {
    if (!tile.differ) continue;
    tile.thumb = thumbs.subarray(at, at + THUMB_CELLS);
    at += THUMB_CELLS;
  }
}

/* The values of a data tile; null: the page has none. Retained for the tiles looked at last. */
const openTiles = new Map();
const OPEN_TILES_MAX = 64;

async function openTile(index) {
  const { data: packed } = data.tiles[index];
  if (packed === undefined) return null;
  if (!openTiles.has(index)) openTiles.set(index, inflate(packed).then(unpackTile));
  if (openTiles.size > OPEN_TILES_MAX) openTiles.delete(openTiles.keys().next().value);
  return openTiles.get(index);
}

/* A datum as it left the packer. */
function lastValue(tile, datum) {
  const group = tile.groups.find((one) => datum >= one.base && datum < one.base + one.datums);
  if (!group) return null;
  const nth = datum - group.base;
  const last = group.stages.filter((one) => one.values && one.format?.isDatum).pop();
  return { group, nth, format: last?.format, bits: last ? last.values[nth] : null };
}

/* All that is known of one datum. */
function datumOf(tile, datum) {
  const last = lastValue(tile, datum);
  if (!last) return null;
  const { group, nth } = last;
  const insn = group.ends.findIndex((end) => nth < end);
  const write = tile.writes.find((one) => datum >= one.datum
    && (datum - one.datum) * (last.format?.storage ?? 8) < one.bytes * 8);
  const cell = group.origin ? group.origin[nth] : NO_CELL;
  return {
    group, nth, packer: group.packer,
    format: last.format, bits: last.bits,
    seq: insn < 0 ? null : group.seqs[insn],
    cell: cell === NO_CELL ? null : { row: cell >> 4, column: cell & 15 },
    addr: write ? write.lo + Math.floor(((datum - write.datum) * last.format.storage) / 8) : null,
    difference: tile.differences.get(datum) ?? null,
    isTainted: tile.tainted.has(datum),
  };
}

/* ---- the timeline ---- */

let openTimeline = null;

async function unpackTimeline() {
  const { timeline } = data;
  const packed = [timeline.insns, timeline.waits, timeline.words, ...(timeline.source_count ? [timeline.sources, timeline.lines] : [])];
  const [insns, waits, words, sources, lines] = await Promise.all(packed.map(inflate));
  const texts = new TextDecoder().decode(words).split('\n');
  const run = {
    seqs: new Float64Array(timeline.count), threads: new Uint8Array(timeline.count),
    units: new Uint8Array(timeline.count), words: new Uint32Array(timeline.count), texts, waits: [], sources: [[], [], []],
  };
  let reader = new ByteReader(insns);
  for (let i = 0, seq = 0; i < timeline.count; i++) {
    seq += reader.number();
    const what = reader.number();
    run.seqs[i] = seq;
    run.threads[i] = what & 3;
    run.units[i] = what >> 2;
    run.words[i] = reader.number();
  }
  reader = new ByteReader(waits);
  for (let i = 0, first = 0; i < timeline.wait_count; i++) {
    const who = reader.number();
    first += reader.number();
    const last = first + reader.number();
    run.waits.push({
      thread: who & 3, isCore: who > 3, first, last, event: reader.number(), what: timeline.texts[reader.number()],
    });
  }
  if (timeline.source_count) unpackSources(run, new ByteReader(sources), new TextDecoder().decode(lines).split('\n'));
  return run;
}

/* Runs of words of a thread that came from one line; a line and its functions stand once for runs that follow. */
function unpackSources(run, reader, lines) {
  for (let i = 0, line = 0, first = 0, thread = -1; i < data.timeline.source_count; i++) {
    const of = reader.number();
    first = (of === thread ? first : 0) + reader.number();
    const last = first + reader.number();
    thread = of;
    line += reader.number();
    run.sources[thread].push({ first, last, text: lines[line] });
  }
}

/* Where an instruction came from, "llk_pack.h:212 in _llk_pack_ < pack.h:80 in pack_tile"; empty: not known. */
function sourceOf(run, index) {
  const runs = run.sources[run.threads[index]];
  const seq = run.seqs[index];
  let from = 0;
  let to = runs.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (runs[middle].last < seq) from = middle + 1;
    else to = middle;
  }
  return from < runs.length && runs[from].first <= seq ? runs[from].text : '';
}

function timelineOf() {
  openTimeline = openTimeline ?? unpackTimeline();
  return openTimeline;
}

/* The index of the first instruction at or after an event. */
function insnAt(run, seq) {
  let from = 0;
  let to = run.seqs.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (run.seqs[middle] < seq) from = middle + 1;
    else to = middle;
  }
  return from;
}

/* ---- addresses ---- */

const FACE_DATUMS = 256;

/* How many data tiles have a number: packers that do not work on one together count each for itself. */
const sharers = new Map();
for (const tile of data.tiles) sharers.set(tile.n, (sharers.get(tile.n) ?? 0) + 1);

function tileKey(tile) {
  return sharers.get(tile.n) > 1 ? `tile${tile.n}:packer${tile.p}` : `tile${tile.n}`;
}

function datumAddress(tile, datum) {
  const inFace = datum % FACE_DATUMS;
  return `${tileKey(tile)}:face${Math.floor(datum / FACE_DATUMS)}:r${inFace >> 4}:c${inFace & 15}`;
}

/* {index, datum}, datum null for the whole tile; null where it names no tile of the page. */
function parseAddress(text) {
  const match = /^tile(\d+)(?::packer(\d+))?(?::(?:face(\d+))?(?::?r(\d+))?(?::?c(\d+))?|:d(\d+))?$/.exec(text);
  if (!match) return null;
  const [, number, packer, face, row, column, nth] = match;
  const index = data.tiles.findIndex((tile) => tile.n === Number(number)
    && (packer === undefined || tile.p === Number(packer)));
  if (index < 0) return null;
  if (nth !== undefined) return { index, datum: Number(nth) };
  if (face === undefined && row === undefined && column === undefined) return { index, datum: null };
  if (face !== undefined) return { index, datum: Number(face) * FACE_DATUMS + Number(row ?? 0) * 16 + Number(column ?? 0) };
  const r = Number(row ?? 0);
  const c = Number(column ?? 0);
  return { index, datum: ((r >> 4) * 2 + (c >> 4)) * FACE_DATUMS + (r & 15) * 16 + (c & 15) };
}

/* ---- cells of Dst, sources and vector registers ---- */

/* Runs of cells; each(from, length). */
function unpackRuns(reader, each) {
  for (let left = reader.number(), at = 0; left > 0; left--) {
    at += reader.number();
    const length = reader.number();
    each(at, length);
    at += length;
  }
}

/* {values, unknown: 1 or 0, held: of the cells that differ, writers: runs by rising first cell}. */
function unpackCells(bytes, map) {
  const reader = new ByteReader(bytes);
  const cells = { values: reader.planes(map.count, map.width), unknown: new Uint8Array(map.count), held: new Map(), writers: [] };
  unpackRuns(reader, (from, length) => cells.unknown.fill(1, from, from + length));
  const different = [];
  unpackRuns(reader, (from, length) => { for (let i = 0; i < length; i++) different.push(from + i); });
  for (const cell of different) cells.held.set(cell, (cells.values[cell] ^ reader.number()) >>> 0);
  for (let at = 0, writer = 0; at < map.count;) {
    const length = reader.number();
    writer += reader.signed();
    cells.writers.push({ from: at, event: writer ? writer - 1 : null });
    at += length;
  }
  return cells;
}

const openMaps = new Map();

function cellsOf(space) {
  const map = data.maps.find((one) => one.space === space);
  if (!map) return null;
  if (!openMaps.has(space)) openMaps.set(space, inflate(map.data).then((bytes) => unpackCells(bytes, map)));
  return openMaps.get(space);
}

/* The event that wrote a cell last; null: nobody in this run. */
function writerOf(cells, cell) {
  return cells.writers.findLast((run) => run.from <= cell)?.event ?? null;
}
