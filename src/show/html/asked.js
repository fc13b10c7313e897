/* SPDX-License-Identifier: Apache-2.0 */
/* What was asked beside the verdict: where the precision goes, what the run read and had not written. */
'use strict';

const PRECISION_TILES_LISTED = 20;
const PRECISION_COLUMNS = 64; /* of the picture of data tiles */
const PRECISION_FEW = 16;
const PRECISION_SHADES = 7;
const RESIDUE_REACHES = { output: 'reaches L1', compared: 'reaches compared state', hang: 'decides whether the run ends' };

/* 0.0927 as "0.0927", 5.278e+34 as it is. */
function shortNumber(value) {
  return value === null ? 'none' : String(Number(value.toPrecision(3)));
}

function signed(value) {
  return `${value > 0 ? '+' : ''}${shortNumber(value)}`;
}

/* A section behind the summary, which is there whatever was asked. */
function putAsked(id, short, title, ...content) {
  byId('summary').after(h('section', { id, 'aria-labelledby': `${id}-title`, tabindex: -1, 'data-short': short }, h('h2', { id: `${id}-title` }, title), content));
}

/* ---- precision ---- */

function budgetTable({ sources }) {
  const rows = sources.filter((source) => source.inexact).map((source) => [h('code', {}, source.source), source.format,
    { cell: shareBar(Math.max(0, source.share / 100)) }, signed(source.bias), shortNumber(source.largest), shortNumber(source.rms), `${shortNumber(source.remaining)} %`]);
  return rows.length ? table(['Stage', 'Format', 'Share', 'Bias', 'Largest', 'RMS', 'Left without it'], rows, { caption: 'Squared error of the results by who added it; errors in ulp of the result', class: 'numbers' })
    : h('p', {}, 'No stage added an error: every result is exact.');
}

function stepsTable({ sources }) {
  const rows = sources.filter((source) => source.steps).map((source) => [h('code', {}, source.source), source.format, count(source.steps), count(source.steps_inexact),
    signed(source.step_bias), signed(source.step_away), shortNumber(source.step_largest), shortNumber(source.step_rms)]);
  return h('details', {}, h('summary', {}, 'What each stage added at its own place'),
    table(['Stage', 'Format', 'Results', 'Inexact', 'Bias', 'Away from 0', 'Largest', 'RMS'], rows, { caption: 'In ulp of the stage\'s own format', class: 'numbers' }));
}

function tileLink(number) {
  return parseAddress(`tile${number}`) ? h('a', { href: `#tile${number}` }, `tile${number}`) : `tile${number}`;
}

/* A square for each data tile: the larger its error, the darker. */
function precisionPicture(tiles) {
  const most = Math.max(...tiles.map((tile) => tile.rms));
  const shade = (tile) => (tile.rms > 0 && most > 0 ? 1 + Math.round((PRECISION_SHADES - 1) * (tile.rms / most)) : 0);
  const columns = Math.min(PRECISION_COLUMNS, tiles.length);
  const cell = tiles.length > PRECISION_FEW ? 12 : 28;
  const rows = Math.ceil(tiles.length / columns);
  const squares = tiles.map((tile, i) => s('rect', { class: `v${shade(tile)}`, x: (i % columns) * cell, y: Math.floor(i / columns) * cell, width: cell - 1, height: cell - 1 },
    s('title', {}, `tile${tile.tile}: rms ${shortNumber(tile.rms)} ulp, ${shortNumber(tile.share)} % of the squared error`)));
  const worst = tiles.reduce((one, tile) => (tile.rms > one.rms ? tile : one));
  const says = `${plural(tiles.length, 'data tile', 'data tiles')} by the root mean square of their errors; the largest, ${shortNumber(most)} ulp, in tile${worst.tile}`;
  return h('figure', { class: 'precision-tiles' }, s('svg', { viewBox: `0 0 ${columns * cell} ${rows * cell}`, width: columns * cell, role: 'img', 'aria-label': says }, squares),
    h('figcaption', { class: 'dim' }, `${says}.`),
    h('ul', { class: 'legend' }, swatch('v0', 'exact'), swatch('v1', 'least'), swatch('v4', ''), swatch('v7', `${shortNumber(most)} ulp`)));
}

function precisionTiles({ tiles }) {
  if (!tiles.length) return null;
  const worst = [...tiles].sort((one, other) => other.share - one.share).slice(0, PRECISION_TILES_LISTED);
  const rows = worst.map((tile) => [tileLink(tile.tile), { cell: shareBar(Math.max(0, tile.share / 100)) }, signed(tile.bias), shortNumber(tile.largest), shortNumber(tile.rms),
    tile.most ? [h('code', {}, tile.most), `, ${shortNumber(tile.most_share)} % of it`] : '']);
  const ordered = [...tiles].sort((one, other) => one.tile - other.tile);
  return h('div', { class: 'columns' }, h('div', {}, precisionPicture(ordered)),
    h('div', {}, table(['Data tile', 'Share', 'Bias', 'Largest', 'RMS', 'Most by'], rows, { caption: tiles.length > worst.length ? `The worst ${worst.length} of ${count(tiles.length)} data tiles` : 'Data tiles, the worst first', class: 'numbers' })));
}

/* What is in no figure. */
function precisionGaps(precision) {
  const gaps = [[precision.not_finite, 'results are infinite or no number on either side'], [precision.integers, 'datums of integer formats were packed'],
    [precision.not_finite_cells, 'results within the run are infinite or no number: their numbers start again there'],
    [precision.reinterpreted, 'cells were read in another format than they were written in: their numbers start again there'],
    ...precision.lost.map((lost) => [lost.cells, `cells come of ${lost.by}, whose mathematics is not known here: their numbers start again there`])].filter(([number]) => number);
  return gaps.length ? h('details', { open: !precision.ulps.count }, h('summary', {}, 'What is not in these figures'), h('ul', {}, gaps.map(([number, what]) => h('li', {}, `${count(number)} ${what}`)))) : null;
}

function firstSource(precision) {
  return precision.sources.find((source) => source.inexact);
}

function precisionGist({ ulps, value, outputs_are }) {
  const of = outputs_are === 'dst' ? 'cells of Dst at the end' : 'packed datums';
  if (!ulps.count) return `No ${of} could be held against the same program in binary64.`;
  return `Held against the same program in binary64: ${count(ulps.count - ulps.inexact)} of ${count(ulps.count)} ${of} are exact; ` +
    `rms ${shortNumber(ulps.rms)} ulp, largest ${shortNumber(ulps.largest)}, bias ${signed(ulps.bias)}. ` +
    `In value: rms ${shortNumber(value.rms)}, of results of rms ${shortNumber(value.exact_rms)}.`;
}

function showPrecision() {
  const { precision } = data;
  if (!precision) return;
  const first = firstSource(precision);
  putAsked('precision', 'Precision', 'Where the precision goes',
    h('p', {}, precisionGist(precision),
      first ? [' Most of it comes of ', h('code', {}, first.source), `: ${shortNumber(first.share)} % of the squared error.`] : ''),
    precision.ulps.count ? [budgetTable(precision), precisionTiles(precision), stepsTable(precision)] : null, precisionGaps(precision));
}

/* ---- residue ---- */

function residueRow(row, hasSource) {
  const { reader, changes } = row;
  const at = changes ? `: ${changes.space} ${hex(changes.at)}${changes.checkpoint === null ? ' at the end' : ` at checkpoint ${changes.checkpoint}`}` : '';
  const values = row.value === null ? '' : [h('code', {}, hex(row.other)), ' there, was ', h('code', {}, hex(row.value))];
  return [row.place, `${RESIDUE_REACHES[row.reach] ?? row.reach}${at}`, values,
    [`${data.residue.order === 'executed' ? 'event' : 'step'} `, data.run.order === data.residue.order ? eventLink(reader.event) : count(reader.event), reader.thread === null ? ', a core' : `, ${reader.unit} of T${reader.thread}: `, reader.instruction ? h('code', {}, reader.instruction) : ''],
    ...(hasSource ? [row.source?.text ? h('code', {}, row.source.text) : ''] : [])];
}

function reachingCount({ counts }) {
  return counts.output + counts.hang + counts.compared;
}

function showResidue() {
  const { residue } = data;
  if (!residue) return;
  const { counts } = residue;
  const reaching = reachingCount(residue);
  const open = counts.not_tried ? ` ${plural(counts.not_tried, 'place was', 'places were')} not tried: the budget was spent.` : '';
  const others = `Of others, ${count(counts.no_value)} change nothing with any value tried, and nothing compared hangs on ${count(counts.unused)}.${open}`;
  const hasSource = residue.rows.some((row) => row.source?.text);
  const shown = reaching > residue.rows.length ? `, the first ${count(residue.rows.length)} here` : '';
  putAsked('residue', 'Residue', 'What it read and had not written',
    h('p', {}, reaching ? `${plural(reaching, 'place that a run before may have left reaches', 'places that a run before may have left reach')} an output${shown}. ${others}` : `Nothing that a run before may have left reaches an output. ${others}`),
    residue.rows.length ? table(['Place', 'What it decides', 'Value', 'First read by', ...(hasSource ? ['Source'] : [])], residue.rows.map((row) => residueRow(row, hasSource)), { caption: 'Read before anything wrote it' }) : null);
}

/* ---- both ---- */

/* Of the answer at the top: the gist of each, and where it stands. */
function askedRows() {
  const { precision, residue } = data;
  const first = precision && firstSource(precision);
  return [precision ? answerRow('Precision', h('a', { href: '#precision' }, precision.ulps.count ? `rms ${shortNumber(precision.ulps.rms)} ulp` : 'nothing to hold'), first ? [', most by ', h('code', {}, first.source)] : '') : null,
    residue ? answerRow('Residue', h('a', { href: '#residue' }, reachingCount(residue) ? `${plural(reachingCount(residue), 'stale read reaches', 'stale reads reach')} an output` : 'no stale read reaches an output')) : null];
}

function showAsked() {
  showResidue();
  showPrecision();
}

/* What could have been asked, and by which command; null where all was. */
function notAskedNote() {
  const missing = [['precision', 'where the precision goes'], ['residue', 'what the run read and had not written']].filter(([name]) => !data[name]);
  if (!missing.length) return null;
  return h('p', { class: 'note' }, 'Not asked: ', missing.map(([, what]) => what).join(', and '), '. ',
    command(`tt-replay report ${missing.map(([name]) => `--${name}`).join(' ')}`), ' puts it here.');
}
