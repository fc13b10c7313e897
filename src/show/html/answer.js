/* SPDX-License-Identifier: Apache-2.0 */
/* What stands first: why, where, and a picture of it. The verdict is in the header above. */
'use strict';

const WAITS_SHOWN = 6;
const CAUSES_SHOWN = 3;

function command(text) {
  return h('code', { class: 'command', tabindex: 0 }, text);
}

/* A row of the answer; values: what stands behind its name, or null: no such row. */
function answerRow(name, ...values) {
  const parts = values.flat(Infinity).filter((value) => value !== null && value !== undefined && value !== '');
  return parts.length ? h('div', {}, h('dt', {}, name), h('dd', {}, parts)) : null;
}

/* ---- the cause, as bisect has it ---- */

function explanationText(one) {
  return [h('strong', {}, one.erratum ? `erratum ${one.text} (${one.erratum})` : one.text), one.meaning ? `: ${one.meaning}` : ''];
}

function foundCause(found) {
  const { explanations } = found;
  const all = `${count(found.values)} differing ${found.values === 1 ? 'value' : 'values'}`;
  const tried = `${plural(found.replays, 'replay was', 'replays were')} tried${found.is_budget_spent ? ', as many as the budget allows' : ''}.`;
  if (found.cause === 'layout') return 'The order of the array\'s elements: by another --layout most of them are equal.';
  if (found.cause === 'recording') return `The recording contradicts itself: ${plural(found.later_bytes, 'byte', 'bytes')} that the device held later fit the replayed value.`;
  if (!explanations.length && found.values) return `Not found: nothing that was tried explains all ${all}. ${tried}`;
  const [one] = explanations;
  if (!found.values && !one && (data.expected ?? data).verdict === 'hung') return 'The run hangs; the next lines say who waits for what. No change of a recorded word was tried.';
  if (!found.values && !one) return `Not found: no change of a recorded word that was tried lets all of it run. ${tried}`;
  if (!found.values) return [explanationText(one), found.only_ends ? '. Mended, all of it ends: more is not known.' : '. Mended, all of it runs and is the same.', explanations.length > 1 ? ` ${plural(explanations.length - 1, 'other', 'others')} would do as well.` : ''];
  if (explanations.length === 1) return [explanationText(one), `. It explains ${found.cause === 'explained' || found.unsure ? 'all' : 'perhaps all'} ${all}${found.unsure ? `; not certain: ${found.unsure}` : ''}.`];
  return [`One of ${count(explanations.length)}, each of which explains all ${all}: `,
    explanations.slice(0, CAUSES_SHOWN).map((each, i) => [i ? '; or ' : '', explanationText(each)]), explanations.length > CAUSES_SHOWN ? '; …' : '.'];
}

function apartPlace(found) {
  const at = found?.goes_apart;
  const [first] = data.differences;
  const isWriter = at && first?.writer?.event === at.event && (first.stage ?? undefined) === at.stage;
  return at && !isWriter ? [`${SEQ} `, eventLink(at.event), `, T${at.thread}, ${at.unit} ${at.instance}${at.stage ? `, stage ${at.stage}` : ''}: `, h('code', {}, at.instruction), at.source ? [' at ', h('code', {}, at.source)] : ''] : null;
}

function causeRow() {
  const { found, bisect } = data.why;
  const { verdict } = data.expected ?? data;
  const isWrong = verdict === 'differs' || verdict === 'hung';
  if (found && (isWrong || found.explanations.length)) return [answerRow('Cause', foundCause(found)), answerRow('Diverges', apartPlace(found))];
  return isWrong ? answerRow('Cause', 'Not looked for yet: ', command(bisect), ' finds it, ', h('code', {}, 'tt-replay report --bisect'), ' puts it here.') : null;
}

/* ---- where ---- */

function writerText(writer, stage) {
  if (!writer) return 'no instruction: the replay never wrote there';
  return [`${SEQ} `, eventLink(writer.event), writer.thread === undefined ? '' : `, T${writer.thread}`, `, ${writer.unit} ${writer.instance}`,
    writer.instruction ? [': ', h('code', {}, writer.instruction)] : '', stage ? [', stage ', h('em', {}, stage)] : ''];
}

function evidenceText(evidence) {
  return evidence?.fact ? `${evidence.fact} (${evidence.level})` : null;
}

/* Rows that come before the picture, and those behind it where there is little room. */
function answerOf(main, more = []) {
  return { main, more };
}

/* Of what differs first from the device. */
function differenceRows(item) {
  const { writer } = item;
  return answerOf([
    answerRow('Where', item.what, ' ', placeLink(item), item.datum ? ` at ${item.space} ${hex(item.lo)}` : item.place ? ` (${item.place})` : '', `, checkpoint ${item.checkpoint}`),
    answerRow('Written by', writerText(writer, item.stage)),
    answerRow('Source', writer?.source?.text && h('code', {}, writer.source.text)),
  ], [
    answerRow('Replayed', sideText(item, 'replayed')),
    answerRow('Device held', sideText(item, 'held'), item.what === 'datum' ? `, ${apartText(item)} apart` : ''),
    answerRow('Rests on', evidenceText(writer?.evidence)),
  ]);
}

/* Of the datum that is farthest from a reference. */
function referenceRows() {
  const [item] = data.expected.differences;
  if (!item) return answerOf([]);
  return answerOf([
    answerRow('Farthest', parseAddress(item.place ?? '') ? h('a', { href: `#${item.place}` }, item.place) : item.place, ' (', h('code', {}, item.address), `), element ${count(item.element)}`),
    answerRow('Written by', item.event === null ? 'no instruction' : [`${SEQ} `, eventLink(item.event)]),
    answerRow('Replayed', pairText(item.replayed)),
    answerRow('Reference', pairText(item.held), item.ulps === null ? '' : `, ${count(item.ulps)} ulp apart`),
  ]);
}

function findingText(finding) {
  return [`${SEQ} `, eventLink(finding.event), ` (${finding.unit}): `, finding.detail ?? finding.code];
}

/* Who waits where nothing can go on. */
function waitRows() {
  const waits = data.findings.filter((finding) => finding.code === 'deadlock');
  return !waits.length ? null : answerRow('Waits', h('ul', { class: 'waits' }, waits.slice(0, WAITS_SHOWN).map((finding) => h('li', {}, findingText(finding)))),
    waits.length > WAITS_SHOWN ? h('a', { href: '#findings' }, `and ${count(waits.length - WAITS_SHOWN)} more`) : null);
}

/* What keeps a run without a verdict. */
function undecidedRows() {
  const { undecided, finding_kinds: kinds } = data;
  const [way] = undecided?.ways ?? [];
  const unknowing = kinds.find((kind) => /^(UndefinedBehavior|UnpredictableValueUsed|Unsupported\w*|MissingSpecification)$/.test(kind.class));
  return [
    answerRow('Undecided', data.bytes.tainted ? `${count(data.bytes.tainted)} of ${count(data.bytes.known)} compared bytes are undecided.` : null),
    answerRow('From', undecided?.inputs?.slice(0, CAUSES_SHOWN).map((input, i) => [i ? ', ' : '', h('code', {}, input.input)])),
    answerRow('First at', unknowing ? [`${SEQ} `, eventLink(unknowing.first_event), `: ${unknowing.code}, ${unknowing.meaning}`] : null),
    answerRow('Decided by', way ? [h('code', {}, `tt-replay replay --assume ${way.assume}`), `: ${plural(way.bytes, 'byte', 'bytes')}`] : null),
  ];
}

function sameRows() {
  const checkpoints = new Set(data.comparisons.map((row) => row.checkpoint)).size;
  const spaces = new Set(data.comparisons.map((row) => row.space)).size;
  return [answerRow('Held', `${plural(spaces, 'space', 'spaces')} at ${plural(checkpoints, 'checkpoint', 'checkpoints')}: `, h('a', { href: '#summary' }, plural(data.comparisons.length, 'comparison', 'comparisons'))),
    answerRow('Data tiles', data.tile_count ? h('a', { href: '#tiles' }, count(data.tile_count)) : null)];
}

/* Spaces that differ, by checkpoint; those that are equal in a few words. */
function comparedRow() {
  if (data.expected || data.verdict === 'same') return null;
  const different = data.comparisons.filter((row) => row.differing);
  const equal = data.comparisons.filter((row) => !row.differing && !row.tainted).length;
  const parts = different.slice(0, CAUSES_SHOWN).map((row) => `${count(row.differing)} of ${count(row.known)} bytes of ${row.space} differ at ${row.checkpoint}; `);
  return answerRow('Compared', parts, different.length > CAUSES_SHOWN ? `${count(different.length - CAUSES_SHOWN)} more differ; ` : '', data.comparisons.length ? h('a', { href: '#summary' }, `${count(equal)} of ${plural(data.comparisons.length, 'comparison', 'comparisons')} equal`) : 'nothing');
}

/* Windows that are known by hash alone: which differ, and what to type for their values. */
function windowRow() {
  const unequal = data.windows?.unequal ?? [];
  return !unequal.length ? null : answerRow('Windows', `${count(unequal.length)} of ${count(data.windows.compared)} known by hash alone are not equal: `,
    unequal.slice(0, CAUSES_SHOWN).map((row, i) => [i ? ', ' : '', `${row.space} at ${row.checkpoint} (`, h('code', {}, row.dump), ')']), unequal.length > CAUSES_SHOWN ? ', …' : '');
}

function whereRows() {
  const [item] = data.differences;
  if (data.expected) return data.expected.verdict === 'differs' ? referenceRows() : answerOf(undecidedRows());
  if (data.verdict === 'hung') {
    const { main, more } = item ? differenceRows(item) : answerOf([]);
    return answerOf([waitRows(), main], more);
  }
  if (item) return differenceRows(item);
  if (data.windows?.unequal.length) return answerOf([windowRow()]);
  return answerOf(data.verdict === 'same' ? sameRows() : undecidedRows());
}

/* ---- the picture ---- */

function pictureFigure(href, words, picture, legendOf) {
  return h('figure', { class: 'answer-picture' }, h('a', { href, 'aria-label': words }, picture), h('figcaption', {}, words), legendOf);
}

/* The data tile with the datum that is looked at first. */
async function tilePicture(index, datum) {
  const meta = data.tiles[index];
  const tile = await openTile(index);
  if (!tile) return null;
  const layout = layoutOf(meta, 'faces');
  const isDifferent = tile.differences.size > 0;
  const classes = colours(tile, meta.datums, isDifferent ? 'difference' : 'value');
  const words = isDifferent ? `${tileKey(meta)}: ${count(meta.differ)} of ${plural(meta.datums, 'datum', 'datums')} differ` : `${tileKey(meta)}, by exponent${meta.tainted ? `: ${count(meta.tainted)} not known` : ''}`;
  const picture = gridPicture(layout, classes, {}, hatch(tile, layout), isDifferent ? choiceMark(layout, datum ?? tile.differences.keys().next().value) : null);
  const unknown = tile.tainted.size ? swatch('tainted', 'undecided') : null;
  return pictureFigure(`#${datum === null ? tileKey(meta) : datumAddress(meta, datum)}`, words, picture, isDifferent ? distanceLegend(unknown) : exponentLegend(view.scale, unknown));
}

/* The bits of a register, those that differ marked: most significant first. */
function bitsPicture(item) {
  const digits = Math.max(item.replayed.bits.length, item.held.bits.length) * 4;
  const [replayed, held] = [item.replayed.bits, item.held.bits].map((bits) => BigInt(`0x${bits.replace(/^0x/, '').replace(/[^0-9a-f]/g, '') || '0'}`));
  const rows = [['replayed', replayed], ['held', held]].map(([name, bits], row) => [
    s('text', { class: 'face-name', x: 0, y: row * 34 + 12 }, name),
    Array.from({ length: digits }, (_, i) => {
      const at = BigInt(digits - 1 - i);
      const isDifferent = ((replayed ^ held) >> at) & 1n;
      return [s('rect', { class: isDifferent ? 'd5' : 'd0', x: i * CELL, y: row * 34 + 16, width: CELL - 1, height: CELL }),
        s('text', { class: isDifferent ? 'bit different' : 'bit', x: i * CELL + 5, y: row * 34 + 28 }, String((bits >> at) & 1n))];
    })]);
  return s('svg', { viewBox: `0 0 ${digits * CELL} 68`, 'aria-hidden': true }, rows);
}

async function answerPicture() {
  const [item] = data.differences;
  if (data.expected?.verdict === 'differs') {
    const map = await inflate(data.expected.map);
    const first = Math.floor((data.expected.differences[0]?.element ?? 0) / REFERENCE_TILE);
    return h('div', { class: 'answer-picture' }, h('a', { href: '#reference', 'aria-label': 'Reference' }, referencePicture(map, first)), referenceLegend());
  }
  const address = item?.datum ? parseAddress(datumName(item)) : null;
  if (address && data.tiles[address.index].data !== undefined) return tilePicture(address.index, address.datum);
  /* A row's flag has no picture: the cells of Dst have. */
  const shownItem = item?.space === 'dst_valid' ? data.differences.find((one) => one.space === 'dst') ?? item : item;
  const cell = item ? await firstCells(shownItem) : null;
  if (cell) return cell;
  if (item && /^(register|bytes|store)/.test(item.what) && item.replayed.bits.length <= 16) return pictureFigure(`#difference0`, `${item.what} ${item.place ?? ''}`, bitsPicture(item), null);
  const index = data.tiles.findIndex((tile) => (tile.differ || tile.tainted) && tile.data !== undefined);
  const shown = index < 0 ? data.tiles.findIndex((tile) => tile.data !== undefined) : index;
  return shown < 0 ? null : tilePicture(shown, null);
}

async function showAnswer() {
  const { main, more } = whereRows();
  const read = data.first ? answerRow('It read', h('a', { href: '#first' }, `${count(firstSettings().length)} fields, its counters`), data.ways.length ? ['; ', h('a', { href: '#way' }, 'where the value came from')] : '') : null;
  const list = (kind, ...rows) => h('dl', { class: `answer-facts ${kind}` }, rows);
  const picture = await answerPicture();
  put(byId('answer-body'), list('main', causeRow(), main), picture, list('more', more, read, comparedRow(), askedRows()));
  byId('answer-body').classList.toggle('has-picture', picture !== null);
}
