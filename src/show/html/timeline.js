/* SPDX-License-Identifier: Apache-2.0 */
/* What the three threads ran, side by side, and how long they waited. */
'use strict';

const LANE = { top: 26, height: 44, gap: 14, left: 0, width: 1000 };
const BINS = 500;
const LIST_ROWS = 12; /* instructions listed on either side of the chosen one */

/* Which part of the run is in sight: events [from, to); chosen: index of an instruction. */
const span = { run: null, from: 0, to: 1, chosen: 0 };

function bounds() {
  const { seqs, waits } = span.run;
  const last = waits.reduce((most, wait) => Math.max(most, wait.last), seqs[seqs.length - 1]);
  return { from: seqs[0], to: last + 1 };
}

function laneTop(thread) {
  return LANE.top + thread * (LANE.height + LANE.gap);
}

function xOf(seq) {
  return ((seq - span.from) / (span.to - span.from)) * LANE.width;
}

function insnText(index) {
  const { run } = span;
  return run.texts[run.words[index]];
}

/* Rectangles of one colour a unit. Few instructions: one each; many: the unit that has most of each part. */
function unitPaths() {
  const { run } = span;
  const first = insnAt(run, span.from);
  const end = insnAt(run, span.to);
  const paths = new Map();
  const add = (thread, unit, x, width) => {
    const top = laneTop(thread);
    paths.set(unit, `${paths.get(unit) ?? ''}M${x.toFixed(2)} ${top}h${width.toFixed(2)}v${LANE.height - 12}h-${width.toFixed(2)}z`);
  };
  if (end - first <= BINS) {
    const width = Math.max(1.2, (LANE.width / (span.to - span.from)) * 0.9);
    for (let i = first; i < end; i++) add(run.threads[i], run.units[i], xOf(run.seqs[i]), width);
    return paths;
  }
  const bins = new Map();
  for (let i = first; i < end; i++) {
    const key = run.threads[i] * BINS + Math.min(BINS - 1, Math.floor(((run.seqs[i] - span.from) / (span.to - span.from)) * BINS));
    const tally = bins.get(key) ?? new Map();
    tally.set(run.units[i], (tally.get(run.units[i]) ?? 0) + 1);
    bins.set(key, tally);
  }
  for (const [key, tally] of bins) {
    const [unit] = [...tally].reduce((most, one) => (one[1] > most[1] ? one : most));
    add(Math.floor(key / BINS), unit, (key % BINS) * (LANE.width / BINS), LANE.width / BINS);
  }
  return paths;
}

function waitBars() {
  const parts = [];
  for (const wait of span.run.waits) {
    if (wait.last <= span.from || wait.first >= span.to) continue;
    const x = Math.max(0, xOf(wait.first));
    const width = Math.max(1, Math.min(LANE.width, xOf(wait.last)) - x);
    const y = laneTop(wait.thread) + LANE.height - (wait.isCore ? 5 : 11);
    parts.push(s('rect', { class: wait.isCore ? 'wait core' : 'wait', x, y, width, height: 5 },
      s('title', {}, `T${wait.thread}, ${wait.isCore ? 'its core' : 'its pipe'}: waits from step ${wait.first} to ${wait.last} for ${wait.what}`)));
  }
  return parts;
}

/* Names on instructions that are wide enough for them. */
function insnNames() {
  const { run } = span;
  const first = insnAt(run, span.from);
  const end = insnAt(run, span.to);
  if (Math.min(LANE.width, byId('timeline-map').clientWidth) / (span.to - span.from) < 26) return [];
  return Array.from({ length: end - first }, (_, k) => first + k).map((i) => s('text', { class: 'insn', x: xOf(run.seqs[i]) + 2, y: laneTop(run.threads[i]) + 19, transform: '' },
    insnText(i).split(' ')[0].slice(0, Math.floor((LANE.width / (span.to - span.from)) / 6.2))));
}

function timelinePicture() {
  const { run } = span;
  const seq = run.seqs[span.chosen];
  const height = laneTop(3);
  const marks = data.differences.map((item) => item.writer?.event).filter((seq) => seq >= span.from && seq < span.to)
    .map((seq) => s('path', { class: 'mark', d: `M${xOf(seq) - 3} 16h6l-3 7z` }, s('title', {}, `${SEQ} ${seq} wrote what differs`)));
  const findings = data.findings.filter((finding) => finding.event >= span.from && finding.event < span.to)
    .map((finding) => s('path', { class: 'mark finding', d: `M${xOf(finding.event) - 3} 23h6l-3 -7z` }, s('title', {}, `${SEQ} ${finding.event}: ${finding.code}`)));
  return s('svg', { id: 'timeline-picture', viewBox: `0 0 ${LANE.width} ${height}`, preserveAspectRatio: 'none', 'aria-hidden': true },
    [0, 1, 2].map((thread) => s('rect', { class: 'lane', x: 0, y: laneTop(thread), width: LANE.width, height: LANE.height })),
    [...unitPaths()].map(([unit, path]) => s('path', { class: `unit${unit}`, d: path })),
    insnNames(), waitBars(), marks, findings,
    seq >= span.from && seq < span.to ? s('path', { class: 'chosen', d: `M${xOf(seq + 0.5)} 14V${height}` }) : null);
}

/* Outside of the picture, which is as wide as the window. */
function ticks() {
  return h('div', { class: 'ticks', 'aria-hidden': true }, [0, 0.25, 0.5, 0.75].map((part) =>
    h('span', { style: `left: ${100 * part}%` }, count(Math.round(span.from + part * (span.to - span.from))))));
}

function drawTimeline() {
  put(byId('timeline-map'), ticks(), timelinePicture());
  const { run } = span;
  const used = [...new Set(run.units)].sort((a, b) => a - b);
  put(byId('timeline-legend'), used.map((unit) => h('li', {}, s('svg', { class: 'swatch', viewBox: '0 0 10 10', 'aria-hidden': true }, s('path', { class: `unit${unit}`, d: 'M0 0h10v10h-10z' })), data.units[unit])),
    run.waits.length ? [h('li', {}, s('svg', { class: 'swatch', viewBox: '0 0 10 10', 'aria-hidden': true }, s('rect', { class: 'wait', y: 3, width: 10, height: 5 })), 'pipe waits'),
      h('li', {}, s('svg', { class: 'swatch', viewBox: '0 0 10 10', 'aria-hidden': true }, s('rect', { class: 'wait core', y: 3, width: 10, height: 5 })), 'core waits')] : null);
}

/* The tiles whose packing an event is part of. */
function tilesAt(seq) {
  return data.tiles.filter((tile) => tile.first <= seq && seq <= tile.last).slice(0, 8);
}

function listInsns() {
  const { run, chosen } = span;
  const from = Math.max(0, chosen - LIST_ROWS);
  const to = Math.min(run.seqs.length, chosen + LIST_ROWS + 1);
  const rows = [];
  for (let i = from; i < to; i++) {
    const mark = i === chosen ? 'here' : '';
    rows.push([{ cell: eventLink(run.seqs[i]), class: mark }, { cell: `T${run.threads[i]}`, class: mark }, { cell: data.units[run.units[i]], class: mark }, { cell: h('code', {}, insnText(i)), class: mark },
      ...(data.timeline.source_count ? [{ cell: h('code', {}, sourceOf(run, i)), class: mark }] : [])]);
  }
  return table([SEQ_NAME, 'Thread', 'Unit', 'Instruction', ...(data.timeline.source_count ? ['Source'] : [])], rows, { caption: 'Instructions around the chosen one' });
}

function waitTable() {
  const { run } = span;
  if (!run.waits.length) return null;
  const longest = [...run.waits].sort((a, b) => (b.last - b.first) - (a.last - a.first)).slice(0, 50);
  const rows = longest.map((wait) => [`T${wait.thread}`, wait.isCore ? 'core' : 'pipe', count(wait.first), count(wait.last), count(wait.last - wait.first), wait.what, count(wait.event)]);
  return h('details', {}, h('summary', {}, longest.length < run.waits.length ? `The longest ${count(longest.length)} of ${count(run.waits.length)} waits` : `All ${count(run.waits.length)} waits`),
    table(['Thread', '', 'From step', 'To step', 'Steps', 'For', 'Event of the capture'], rows, { caption: 'Waits, longest first', isPlain: true }));
}

function showChosen() {
  const { run, chosen } = span;
  const seq = run.seqs[chosen];
  const tiles = tilesAt(seq);
  put(byId('timeline-says'), `${SEQ_NAME} `, h('a', { href: `#event${seq}` }, count(seq)), `: T${run.threads[chosen]}, ${data.units[run.units[chosen]]}, `, h('code', {}, insnText(chosen)),
    sourceOf(run, chosen) ? [' at ', h('code', {}, sourceOf(run, chosen))] : '', data.states.chunks ? [', ', h('a', { href: `#state${seq}` }, 'the state there')] : '',
    tiles.length && data.units[run.units[chosen]] === 'pack' ? [' writes ', tiles.map((tile, i) => [i ? ', ' : '', h('a', { href: `#${tileKey(tile)}` }, tileKey(tile))])] : '');
  put(byId('timeline-list'), listInsns());
  if (isStateShown) lookAtState(seq);
  say(`${SEQ_NAME} ${seq}, thread ${run.threads[chosen]}, ${insnText(chosen)}`);
}

function chooseInsn(index) {
  const { run } = span;
  span.chosen = Math.max(0, Math.min(run.seqs.length - 1, index));
  const seq = run.seqs[span.chosen];
  if (seq < span.from || seq >= span.to) {
    const half = (span.to - span.from) / 2;
    span.from = Math.floor(seq - half);
    span.to = Math.floor(seq + half) + 1;
  }
  drawTimeline();
  showChosen();
}

function zoom(factor) {
  const all = bounds();
  const seq = span.run.seqs[span.chosen];
  const width = Math.min(all.to - all.from, Math.max(8, (span.to - span.from) * factor));
  const part = Math.max(0, Math.min(1, (seq - span.from) / (span.to - span.from)));
  span.from = Math.max(all.from, Math.floor(seq - part * width));
  span.to = Math.min(all.to, span.from + Math.ceil(width));
  drawTimeline();
}

/* The next instruction of the same thread, forwards or backwards. */
function stepInThread(step) {
  const { run, chosen } = span;
  for (let i = chosen + step; i >= 0 && i < run.seqs.length; i += step) {
    if (run.threads[i] === run.threads[chosen]) return i;
  }
  return chosen;
}

/* The instruction of another thread nearest in order. */
function stepAcross(step) {
  const { run, chosen } = span;
  const thread = run.threads[chosen] + step;
  if (thread < 0 || thread > 2) return chosen;
  for (let far = 1; far < run.seqs.length; far++) {
    if (run.threads[chosen - far] === thread) return chosen - far;
    if (run.threads[chosen + far] === thread) return chosen + far;
  }
  return chosen;
}

function timelineKeys(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const acts = {
    ArrowLeft: () => goToInsn(stepInThread(-1)), ArrowRight: () => goToInsn(stepInThread(1)),
    ArrowUp: () => goToInsn(stepAcross(-1)), ArrowDown: () => goToInsn(stepAcross(1)),
    Home: () => goToInsn(0), End: () => goToInsn(span.run.seqs.length - 1),
    '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2), 0: () => zoom(Infinity),
  };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

function goToInsn(index) {
  history.replaceState(null, '', `#event${span.run.seqs[index]}`);
  chooseInsn(index);
}

function clickTimeline(event) {
  const picture = byId('timeline-picture').getBoundingClientRect();
  const seq = span.from + ((event.clientX - picture.left) / picture.width) * (span.to - span.from);
  const thread = Math.floor((((event.clientY - picture.top) / picture.height) * laneTop(3) - LANE.top) / (LANE.height + LANE.gap));
  const { run } = span;
  let best = -1;
  const near = insnAt(run, Math.floor(seq));
  for (let i = Math.max(0, near - 2000); i < Math.min(run.seqs.length, near + 2000); i++) {
    if (run.threads[i] !== thread) continue;
    if (best < 0 || Math.abs(run.seqs[i] + 0.5 - seq) < Math.abs(run.seqs[best] + 0.5 - seq)) best = i;
  }
  if (best >= 0) goToInsn(best);
}

async function goToEvent(seq) {
  await showTimeline();
  if (!span.run.seqs.length) return;
  const index = insnAt(span.run, seq);
  chooseInsn(index);
  if (span.run.seqs[span.chosen] !== seq) {
    put(byId('timeline-says'), `${SEQ_NAME} ${count(seq)} is no instruction`, data.timeline.count < data.timeline.of ? ' of those in the page' : '', ': a store by a core, a push, or beyond the end. The next instruction is ', eventLink(span.run.seqs[span.chosen]), '.');
  }
}

const AROUND = 40; /* events before and behind the first difference that are in sight at first */

/* Where the timeline opens: at the instruction that wrote the first difference, else at the first finding, else whole. */
function openTimelineAt() {
  Object.assign(span, bounds());
  const seq = data.differences.find((item) => item.writer)?.writer.event ?? data.findings[0]?.event;
  if (seq === undefined) return;
  span.chosen = Math.min(insnAt(span.run, seq), span.run.seqs.length - 1);
  if (span.to - span.from > 3 * AROUND) Object.assign(span, { from: Math.max(span.from, seq - AROUND), to: Math.min(span.to, seq + AROUND) });
}

let isTimelineShown = null;

async function drawAll() {
  const { timeline } = data;
  span.run = await timelineOf();
  if (!span.run.seqs.length) {
    put(byId('timeline-body'), h('p', {}, 'No instruction ran, or the run stored none.'));
    return;
  }
  openTimelineAt();
  const isExecuted = data.run.order === 'executed';
  put(byId('timeline-body'),
    h('p', {}, isExecuted
      ? 'Executed order: the order in which words took effect. A recording of it says nothing of waits; a replay with --order=program does.'
      : `${data.run.order === 'firmware' ? 'Firmware' : 'Program'} order: steps of words and stores, and how long pipes and cores stood still. A step is no measure of time.`),
    timeline.count < timeline.of ? h('p', { class: 'note' }, `The first ${count(timeline.count)} of ${count(timeline.of)} instructions.`) : null,
    timeline.wait_count < timeline.wait_of ? h('p', { class: 'note' }, `The first ${count(timeline.wait_count)} of ${count(timeline.wait_of)} waits.`) : null,
    h('div', { class: 'controls' },
      h('button', { type: 'button', onclick: () => zoom(0.5) }, 'Closer'), h('button', { type: 'button', onclick: () => zoom(2) }, 'Farther'),
      h('button', { type: 'button', onclick: () => zoom(Infinity) }, 'All'),
      h('label', {}, `${SEQ_NAME} `, h('input', { type: 'number', id: 'event-number', min: 0, onchange: (event) => { location.hash = `event${Number(event.target.value)}`; } }))),
    h('div', { class: 'timeline-frame' },
      h('div', { class: 'lanes', 'aria-hidden': true }, [0, 1, 2].map((thread) => h('span', {}, `T${thread}`))),
      h('div', { id: 'timeline-map', tabindex: 0, role: 'application', 'aria-roledescription': 'timeline', 'aria-label': `Timeline of ${plural(timeline.count, 'instruction', 'instructions')} of three threads. Arrow keys move, plus and minus zoom.`, 'aria-describedby': 'timeline-says', onkeydown: timelineKeys, onclick: clickTimeline })),
    h('ul', { id: 'timeline-legend', class: 'legend' }),
    h('p', { id: 'timeline-says', class: 'says' }), h('div', { id: 'timeline-list' }), waitTable());
  drawTimeline();
  showChosen();
}

/* Once, when it comes into sight or is asked for. */
function showTimeline() {
  isTimelineShown = isTimelineShown ?? drawAll();
  return isTimelineShown;
}
