/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the page that are lists: summary, differences, configuration, findings and hazards. */
'use strict';

// By name, as schemas/diff.schema.json has them: class of its colour, and heading.
const VERDICTS = {
  same: ['same', 'The same'], differs: ['differs', 'Differs'], hung: ['differs', 'Hangs'],
  'no verdict': ['none', 'No verdict'], unsupported: ['none', 'Unsupported'], damaged: ['none', 'Damaged'],
};

/* ---- summary ---- */

function verdictSentence() {
  const { bytes } = data;
  if (data.verdict === 'same') return `All ${count(bytes.known)} known bytes are what the device held.`;
  if (data.verdict !== 'differs') return data.reason || 'Nothing that was compared decides.';
  return `${count(bytes.differing)} of ${count(bytes.known)} known bytes are not what the device held: ${plural(data.difference_count, 'difference', 'differences')}.`;
}

/* With a reference that alone is judged. */
function showVerdict() {
  const [kind, name] = VERDICTS[(data.expected ?? data).verdict];
  put(byId('verdict'), h('strong', { class: `verdict ${kind}` }, name), ' ', data.expected ? referenceSentence() : verdictSentence());
}

function runFacts() {
  const { run } = data;
  const rows = [
    ['Capture', run.path], ['Chip', run.chip], ['Order', run.order], ['Units', run.units.replace(/,/g, ', ')],
    ['Variants', run.variants.replace(/,/g, ', ') || 'none: as the device'],
    ...(run.sets ? [['Fields held', run.sets.replace(/,/g, ', ')]] : []),
    ...(run.first_event ? [['Seen from event', count(run.first_event)]] : []), ['Events', count(run.events)],
    ['Executed', `${count(run.executed)}${run.skipped ? `, ${count(run.skipped)} skipped` : ''}${run.unsupported ? `, ${count(run.unsupported)} unsupported` : ''}`],
    ['Findings', run.findings ? h('a', { href: '#findings' }, count(run.findings)) : 'none'],
    ['Data tiles', data.tiles.length ? h('a', { href: '#tiles' }, count(data.tile_count)) : 'none'],
    ['Made by', `tt-replay ${run.tool}`],
  ];
  return h('dl', { class: 'facts' }, rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}

function pairText({ bits, value }) {
  return value === null ? h('code', {}, bits) : [h('code', {}, bits), ` ${value}`];
}

/* One side of a difference, 'held' or 'replayed': bits, and what they stand for; a cell's as its map is read. */
function sideText(item, side) {
  const one = item[side];
  const number = parseInt(one.bits, 16);
  const value = one.value ?? cellValue(item, number) ?? (number < 2 ** 32 ? `= ${count(number)}` : null);
  return pairText({ bits: one.bits, value });
}

function datumName({ datum }) {
  return `tile${datum.tile}:face${datum.face}:r${datum.row}:c${datum.column}`;
}

/* A datum of the page, or a cell of a map, as a link. */
function placeLink(item) {
  const address = item.datum ? datumName(item) : cellName(item);
  return address && (!item.datum || parseAddress(address)) ? h('a', { href: `#${address}` }, address) : `${item.space} ${hex(item.lo)}`;
}

/* How far a datum is from what was held; of others nothing. JSON has all ones where that is not defined. */
function apartText(item) {
  return item.what === 'datum' ? distanceText(item.ulps < 2 ** 64 ? item.ulps : null) : '';
}

function comparisonRow(row) {
  return [row.checkpoint, row.space, count(row.known), count(row.equal),
    { cell: count(row.differing), class: row.differing ? 'bad' : '' }, { cell: count(row.tainted), class: row.tainted ? 'warn' : '' }];
}

/* Comparisons that are equal are one line, which opens. */
function comparisonTable() {
  const headings = ['Checkpoint', 'Space', 'Known bytes', 'Equal', 'Differ', 'Rest on unknown'];
  const isEqual = (row) => !row.differing && !row.tainted;
  const equal = data.comparisons.filter(isEqual);
  const others = data.comparisons.filter((row) => !isEqual(row));
  const spaces = [...new Set(equal.map((row) => row.space))].join(', ');
  const bytes = equal.reduce((sum, row) => sum + row.known, 0);
  const windows = data.windows?.unequal ?? [];
  return [
    windows.length ? table(['Checkpoint', 'Space', 'From', 'To', 'Hash', 'Its values'], windows.map((row) => [row.checkpoint, row.space, hex(row.lo), hex(row.hi - 1), row.result, h('code', {}, row.dump)]), { caption: `Windows known by hash alone that are not equal, of ${count(data.windows.compared)}` }) : null,
    others.length ? table(headings, others.map(comparisonRow), { caption: 'What was held against the device', class: 'numbers', counts: 2 }) : null,
    equal.length ? h('details', { id: 'equal' }, h('summary', {}, `${plural(equal.length, 'comparison is', 'comparisons are')} equal: ${count(bytes)} bytes of ${spaces}`),
      table(headings, equal.map(comparisonRow), { caption: 'Comparisons that are equal', class: 'numbers', counts: 2 })) : null];
}

/* A share as a bar with its percentage: what a budget or a count is made of. */
function shareBar(part) {
  const percent = (100 * part).toFixed(part < 0.1 ? 1 : 0);
  return h('span', { class: 'share' }, s('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': true }, s('rect', { class: 'd0', width: 100, height: 10 }), s('rect', { class: 'bar', width: 100 * part, height: 10 })), ` ${percent} %`);
}

/* Rows of {cells, value}, largest first, with the share of each in their sum. */
function shareTable(headings, rows, options) {
  const all = rows.reduce((sum, row) => sum + row.value, 0);
  const sorted = [...rows].sort((one, other) => other.value - one.value);
  return table([...headings, 'Share'], sorted.map((row) => [...row.cells, shareBar(all ? row.value / all : 0)]), options);
}

function countTable() {
  const rows = data.counts.map((row) => ({ value: row.count,
    cells: [row.what, row.stage ?? '', row.unit ? `${row.unit}${row.unit === 'pack' ? ` ${row.instance}` : ''}` : 'no instruction', row.face === null ? '' : String(row.face), { cell: count(row.count), class: 'count' }] }));
  return shareTable(['Part', 'Stage', 'Unit', 'Face', 'Times'], rows, { caption: 'Differences by part, stage and face' });
}

function differenceTable() {
  const rows = data.differences.map((item) => [placeLink(item), item.what, sideText(item, 'replayed'), sideText(item, 'held'),
    apartText(item), item.stage, item.writer ? eventLink(item.writer.event) : 'no instruction', item.place]);
  const all = data.differences.length === data.difference_count;
  return h('details', { open: rows.length <= 20 }, h('summary', {}, all ? `All ${count(rows.length)} differences` : `The first ${count(rows.length)} of ${count(data.difference_count)} differences`),
    table(['Where', 'What', 'Replayed', 'Device held', 'Apart', 'Last changed by', SEQ_NAME, 'Place'], rows, { caption: 'Differences', ids: rows.map((_, i) => `difference${i}`) }));
}

function showSummary() {
  put(byId('summary-body'), comparisonTable(), data.difference_count ? [countTable(), differenceTable()] : null, runFacts());
}

/* ---- configuration ---- */

function copyName(field) {
  return `${field.of} ${field.copy}`;
}

function numberText(value) {
  return value < 10 ? String(value) : `${value} (${hex(value)})`;
}

function changesOf(field) {
  const changes = [];
  for (let i = 0; i < field.changes.length; i += 4) {
    const [seq, unit, before, after] = field.changes.slice(i, i + 4);
    changes.push({ seq, unit: data.units[unit], before, after });
  }
  return changes;
}

function changeRow(field) {
  const changes = changesOf(field);
  const path = changes.length > 6
    ? `${numberText(changes[0].before)} → … ${count(changes.length)} changes … → ${numberText(changes[changes.length - 1].after)}`
    : [changes[0].before, ...changes.map((change) => change.after)].map(numberText).join(' → ');
  const all = () => h('ol', { class: 'changes' }, changes.map((change) => h('li', {}, `${SEQ} `, eventLink(change.seq), ` (${change.unit}): ${numberText(change.before)} → ${numberText(change.after)}`)));
  const list = h('details', { ontoggle: (event) => event.target.open && event.target.children.length < 2 && event.target.append(all()) }, h('summary', {}, path));
  const isRestored = changes[0].before === changes[changes.length - 1].after;
  return { name: field.field, cells: [h('a', { href: `#cfg-${field.field}` }, field.field), copyName(field), list, isRestored ? 'yes' : 'no', field.meaning] };
}

function changeTable() {
  const { fields } = data.config;
  const named = new Set();
  const ids = [];
  const rows = fields.map((field) => {
    const row = changeRow(field);
    ids.push(named.has(row.name) ? undefined : `cfg-${row.name}`);
    named.add(row.name);
    return row.cells;
  });
  return { table: table(['Field', 'Copy', 'At the start → at the end', 'Restored', 'Meaning'], rows, { caption: 'Fields that changed during the run', ids }), named };
}

function settingTable(named) {
  const { audit, fields } = data.config;
  const changed = new Set(fields.map((field) => field.field));
  const rows = audit.settings.map((setting) => [changed.has(setting.name) ? h('a', { href: `#cfg-${setting.name}` }, setting.name) : setting.name, settingText(setting), setting.meaning]);
  const ids = audit.settings.map((setting) => (named.has(setting.name) ? undefined : `cfg-${setting.name}`));
  return table(['Field', 'Value', 'Meaning'], rows, { caption: `Settings of packer ${audit.packer} at ${SEQ} ${audit.event}, ${audit.instruction} (state ${audit.state_id})`, ids });
}

function filterRows(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const row of byId('config-body').querySelectorAll('tbody tr')) {
    row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  }
}

function showConfig() {
  const { config } = data;
  const { audit } = config;
  const changes = changeTable();
  put(byId('config-body'),
    h('label', { class: 'filter' }, 'Filter: ', h('input', { type: 'search', id: 'config-filter', oninput: (event) => filterRows(event.target.value) })),
    config.change_of > config.change_count ? h('p', { class: 'note' }, `The last ${count(config.change_count)} of ${count(config.change_of)} changes.`) : null,
    config.fields.length ? changes.table : h('p', {}, 'No field of the configuration changed during the run.'),
    audit === undefined ? null : [
      audit.start_is_unknown ? h('p', { class: 'note' }, 'The capture was not found: fields that nothing wrote are shown as reset.') : null,
      h('details', {}, h('summary', {}, `Settings of packer ${audit.packer} at ${SEQ} ${count(audit.event)}`), settingTable(changes.named))]);
}

/* ---- findings ---- */

function kindTable(kinds, caption) {
  return table(['Code', 'Class', 'Times', 'First', 'What it is', 'Written in'],
    kinds.map((kind) => [kind.code, kind.class, count(kind.count), eventLink(kind.first_event), kind.meaning, kind.page]), { caption });
}

function findingList(list, kinds) {
  const codes = new Set(kinds.map((kind) => kind.code));
  return h('ol', { class: 'findings' }, list.filter(([finding]) => codes.has(finding.code)).map(([finding, number]) => h('li', { id: `finding${number}`, value: number, tabindex: -1 },
    h('a', { href: `#finding${number}` }, finding.code), ` at ${SEQ} `, eventLink(finding.event), ` (${finding.unit})`, finding.detail ? `: ${finding.detail}` : '')));
}

function showFindings() {
  const list = data.findings.map((finding, i) => [finding, i + 1]);
  const parts = (kinds, title) => (kinds.length ? [h('h3', { id: title.toLowerCase() }, title), kindTable(kinds, title), findingList(list, kinds)] : null);
  const hazards = data.finding_kinds.filter((kind) => kind.class === 'Hazard');
  const others = data.finding_kinds.filter((kind) => kind.class !== 'Hazard');
  const all = data.finding_kinds.reduce((sum, kind) => sum + kind.count, 0);
  put(byId('findings-body'),
    all ? null : h('p', {}, 'The program asked for nothing that is undefined, unspecified or unsupported.'),
    all > list.length ? h('p', { class: 'note' }, `The first ${count(list.length)} of ${count(all)} are listed one by one.`) : null,
    parts(hazards, 'Hazards'),
    hazards.length ? null : h('p', { id: 'hazards' }, data.run.order === 'executed'
      ? 'Hazards are looked for in program order alone; this run is in executed order.' : 'No hazard was found.'),
    others.length && hazards.length ? parts(others, 'Others') : parts(others, 'All'));
}
