/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a batch: verdict, causes, captures that can be sorted and filtered, each with what to type next. */
'use strict';

const { batch: data, words: WORDS } = JSON.parse(byId('data').textContent);
const KINDS = { same: 'same', differs: 'differs', trouble: 'trouble', 'no verdict': 'none', missing: 'missing' };
const ORDER = ['differs', 'trouble', 'no verdict', 'missing', 'same'];
const ROWS_SHOWN = 500;

const state = { sort: 'verdict', isDown: false, rows: ROWS_SHOWN, open: new Set(), text: '', verdict: '', chip: '', tag: '', where: '', cause: null };

const verdictOf = (capture) => capture.verdict ?? 'missing';
const causeOf = (capture) => (capture.cause === null ? null : data.causes[capture.cause]);
const whereOf = (capture) => (capture.first ? [capture.first.unit ?? 'no unit', capture.first.stage].filter(Boolean).join(' ') : '');
const badge = (verdict) => h('span', { class: `verdict ${KINDS[verdict]}` }, verdict);

/* A long name, which may be broken behind _ and /. */
function breakable(name) {
  return name.split(/(?<=[_/])/).flatMap((part) => [part, h('wbr')]);
}

/* ---- summary ---- */

function whole() {
  const { verdicts } = data;
  if (verdicts.trouble || verdicts.missing) return 'trouble';
  if (verdicts.differs) return 'differs';
  return verdicts['no verdict'] ? 'no verdict' : 'same';
}

function sentence() {
  const { verdicts } = data;
  const all = data.captures.length;
  const parts = [];
  if (verdicts.differs) parts.push(`${count(verdicts.differs)} of ${count(all)} ${verdicts.differs === 1 ? 'differs' : 'differ'} from what ${data.settings.reference ? 'the reference has' : 'the device held'}`);
  if (verdicts.trouble) parts.push(`${plural(verdicts.trouble, 'capture', 'captures')} came to no result`);
  if (verdicts['no verdict']) parts.push(`${count(verdicts['no verdict'])} ${verdicts['no verdict'] === 1 ? 'has' : 'have'} no verdict`);
  if (verdicts.missing) parts.push(`${count(verdicts.missing)} ${verdicts.missing === 1 ? 'is' : 'are'} not done yet`);
  return parts.length ? `${parts.join('; ')}.` : `All ${count(all)} are what ${data.settings.reference ? 'their reference has' : 'the device held'}.`;
}

function bar() {
  const of = data.captures.length;
  const parts = ORDER.filter((verdict) => data.verdicts[verdict])
    .map((verdict) => h('span', { class: KINDS[verdict], style: `flex: ${data.verdicts[verdict] / of}`, title: `${count(data.verdicts[verdict])} ${verdict}` }));
  return h('div', { class: 'bar', role: 'img', 'aria-label': sentence() }, parts);
}

function sum(name) {
  return data.captures.reduce((total, capture) => total + (capture.counts?.[name] ?? 0), 0);
}

function facts() {
  const { settings } = data;
  const rows = [
    ['Captures', data.copies ? `${count(data.captures.length)}, ${count(data.copies)} of them another one again` : count(data.captures.length)],
    ...ORDER.filter((verdict) => data.verdicts[verdict]).map((verdict) => [verdict[0].toUpperCase() + verdict.slice(1), count(data.verdicts[verdict])]),
    ['Order', settings.order], ['Units', settings.units ? settings.units.replace(/,/g, ', ') : 'all there are'],
    ['Variants', settings.variants.join(', ') || 'none: as the device'],
    ...(settings.sets.length ? [['Fields held', settings.sets.join(', ')]] : []),
    ...(settings.assumes.length ? [['Assumed', settings.assumes.join(', ')]] : []),
    ...(settings.waivers ? [['Waivers', settings.waivers]] : []),
    ...(settings.mask ? [['Mask of bundles', settings.mask]] : []),
    ...(settings.reference ? [['Reference', settings.reference]] : []),
    ['Events', count(sum('events'))], ['Executed', count(sum('executed'))],
    ['Bytes compared', count(sum('known_bytes'))], ['Bytes that differ', count(sum('differing_bytes'))],
    ['Bytes undecided', count(sum('tainted_bytes'))], ['Made by', `tt-replay ${data.tool_version}`],
  ];
  return h('dl', { class: 'facts' }, rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}

function showSummary() {
  put(byId('verdict'), badge(whole()), ' ', sentence());
  const legend = ORDER.filter((verdict) => data.verdicts[verdict])
    .map((verdict) => h('li', {}, h('span', { class: `swatch box ${KINDS[verdict]}`, 'aria-hidden': true }), `${count(data.verdicts[verdict])} ${verdict}`));
  put(byId('summary-body'), bar(), h('ul', { class: 'legend' }, legend));
  put(byId('settings-body'), facts());
}

/* ---- causes ---- */

function captureLink(name) {
  return h('a', { href: `#capture=${encodeURIComponent(name)}` }, breakable(name));
}

/* The first difference of a capture in a few words. */
function firstPlace(capture) {
  const first = capture?.first;
  if (!first) return '';
  return [`${first.what} ${first.place ?? first.address}`, first.event === undefined ? '' : `, event ${count(first.event)}`, whereOf(capture) ? `, ${whereOf(capture)}` : '', first.instruction ? [': ', h('code', {}, first.instruction)] : ''];
}

function showCauses() {
  if (!data.causes.length) {
    put(byId('causes-body'), h('p', {}, 'Nothing differs, and nothing is without a result.'));
    return;
  }
  const byName = new Map(data.captures.map((capture) => [capture.name, capture]));
  const rows = data.causes.map((cause, i) => [
    h('a', { href: `#cause${i + 1}`, title: 'Show its captures alone' }, cause.cause), badge(cause.verdict), count(cause.captures), firstPlace(byName.get(cause.quickest)), captureLink(cause.quickest)]);
  put(byId('causes-body'),
    table(['Cause', 'Verdict', 'Captures', 'Where it first differs', 'Quickest to look into'], rows, { caption: 'Failures of one cause are one line', ids: data.causes.map((_, i) => `cause${i + 1}`) }));
}

/* ---- captures ---- */

const COLUMNS = [
  { id: 'name', title: 'Capture', value: (capture) => capture.name },
  { id: 'verdict', title: 'Verdict', value: (capture) => ORDER.indexOf(verdictOf(capture)) },
  { id: 'chip', title: 'Chip', value: (capture) => capture.chip ?? '' },
  { id: 'cause', title: 'Cause', value: (capture) => capture.cause ?? data.causes.length },
  { id: 'differing', title: 'Bytes differ', value: (capture) => capture.counts?.differing_bytes ?? 0, isNumber: true },
  { id: 'events', title: 'Events', value: (capture) => capture.counts?.events ?? 0, isNumber: true },
];

const texts = data.captures.map((capture) => [capture.name, capture.title, capture.chip, ...(capture.tags ?? []), verdictOf(capture),
  whereOf(capture), causeOf(capture)?.cause, capture.reason, ...Object.values(capture.first ?? {}), ...Object.keys(capture.findings ?? {}),
  ...Object.keys(capture.unsupported ?? {})].filter((one) => one !== undefined && one !== null).join('\n').toLowerCase());

function isShown(capture, i) {
  const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
  return (!state.verdict || verdictOf(capture) === state.verdict) && (!state.chip || capture.chip === state.chip)
    && (!state.tag || (capture.tags ?? []).includes(state.tag)) && (!state.where || whereOf(capture) === state.where)
    && (state.cause === null || capture.cause === state.cause) && words.every((word) => texts[i].includes(word));
}

function shownIndices() {
  const { value } = COLUMNS.find((column) => column.id === state.sort);
  const keys = data.captures.map(value);
  const way = state.isDown ? -1 : 1;
  const order = (a, b) => (keys[a] < keys[b] ? -way : keys[a] > keys[b] ? way : a - b);
  return data.captures.map((_, i) => i).filter((i) => isShown(data.captures[i], i)).sort(order);
}

/* A word as a POSIX shell takes it. */
function shellWord(text) {
  return /^[\w\-+=./:,@%]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}

/* What to type to look closer, in the folder of the captures. */
function commands(capture) {
  const isBundle = capture.kind === 'bundle';
  const path = isBundle ? 'case.ttcap' : shellWord(capture.name);
  const lines = isBundle ? [`tt-replay import ${shellWord(capture.name)} -o case.ttcap`] : [];
  if (verdictOf(capture) === 'trouble' && !capture.chip) return [...lines, ...(isBundle ? [] : [`tt-replay verify ${path}`])];
  const reference = data.settings.reference?.replace('/NAME.npy', `/${capture.name.replace(/\.ttcap$/, '')}.npy`);
  lines.push(`tt-replay replay ${path}${WORDS} -o run.db`, `tt-replay diff run.db${reference ? ` ${reference}` : ''}`);
  if (capture.first?.unit && !/^(cfg|thread_cfg|dst_valid)$/.test(capture.first.space)) lines.push(`tt-replay why run.db ${shellWord(capture.first.address)}`);
  return lines;
}

function valueText(bits, value) {
  return value === undefined ? h('code', {}, bits) : [h('code', {}, bits), ` ${value}`];
}

function firstFacts(first) {
  return [
    ['First difference', `${first.what}${first.place ? ` ${first.place}` : ''}`], ['Where', h('code', {}, first.address)],
    ['At checkpoint', first.checkpoint], ['Device held', valueText(first.held_bits, first.held)],
    ['Replayed', valueText(first.replayed_bits, first.replayed)], ['Format', first.format], ['Last changed by stage', first.stage],
    ['Written by', first.unit ? `event ${count(first.event)}${first.thread === undefined ? '' : `, thread ${first.thread}`}, ${first.unit} ${first.instance}` : 'no unit'],
    ['Instruction', first.instruction && h('code', {}, first.instruction)],
  ];
}

function timesText(times) {
  return Object.entries(times ?? {}).map(([name, number]) => `${name} (${count(number)})`).join(', ');
}

function detail(capture) {
  const counts = capture.counts ?? {};
  const rows = [
    ...(capture.first ? firstFacts(capture.first) : []), ['Reason', capture.reason], ['Title', capture.title],
    ['Tags', (capture.tags ?? []).join(', ')], ['Copy of', capture.copy_of && captureLink(capture.copy_of)],
    ...(capture.verdict ? [['Events', count(counts.events)], ['Bytes compared', count(counts.known_bytes)], ['Bytes that differ', count(counts.differing_bytes)],
      ['Bytes undecided', count(counts.tainted_bytes)]] : []),
    ...(counts.waived ? [['Waived', count(counts.waived)]] : []),
    ['Findings', timesText(capture.findings)], ['Unsupported', timesText(capture.unsupported)], ['Content', h('code', {}, capture.hash)],
  ].filter(([, value]) => value !== undefined && value !== null && value !== '');
  return [h('dl', { class: 'facts' }, rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
    h('span', { class: 'dim' }, 'To look closer, where the captures are:'), h('pre', { tabindex: 0 }, commands(capture).join('\n'))];
}

function openRow(i, isOpen) {
  if (isOpen) state.open.add(i);
  else state.open.delete(i);
  showCaptures();
  byId(`row${i}`)?.querySelector('button')?.focus();
}

function row(i) {
  const capture = data.captures[i];
  const isOpen = state.open.has(i);
  const cells = [
    h('th', { scope: 'row' }, h('button', { type: 'button', 'aria-expanded': String(isOpen), onclick: () => openRow(i, !isOpen) }, breakable(capture.name))),
    h('td', {}, badge(verdictOf(capture))), h('td', {}, capture.chip ?? ''),
    h('td', { class: 'cause' }, causeOf(capture)?.cause ?? ''), h('td', {}, count(capture.counts?.differing_bytes ?? 0)), h('td', {}, count(capture.counts?.events ?? 0))];
  const main = h('tr', { id: `row${i}`, class: isOpen ? 'target' : undefined }, cells);
  return isOpen ? [main, h('tr', { class: 'more' }, h('td', { colspan: COLUMNS.length }, detail(capture)))] : [main];
}

function heading(column) {
  const isSorted = state.sort === column.id;
  const sort = () => {
    state.isDown = isSorted ? !state.isDown : Boolean(column.isNumber);
    state.sort = column.id;
    showCaptures();
    byId(`sort-${column.id}`).focus();
  };
  return h('th', { scope: 'col', 'aria-sort': isSorted ? (state.isDown ? 'descending' : 'ascending') : undefined },
    h('button', { type: 'button', id: `sort-${column.id}`, onclick: sort }, column.title, isSorted ? (state.isDown ? ' ↓' : ' ↑') : ''));
}

function showCaptures() {
  const all = shownIndices();
  const rows = all.slice(0, state.rows);
  const more = all.length > rows.length
    ? h('button', { type: 'button', onclick: () => { state.rows *= 4; showCaptures(); } }, `Show more: ${count(all.length - rows.length)} are left`) : null;
  put(byId('shown'), all.length === data.captures.length ? `All ${count(all.length)} captures` : `${count(all.length)} of ${plural(data.captures.length, 'capture', 'captures')}`,
    state.cause === null ? '' : [` of cause ${state.cause + 1}: ${data.causes[state.cause].cause} `, h('a', { href: '#captures', onclick: clearFilters }, 'show all')]);
  put(byId('captures-body'), h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Captures' },
    h('table', { class: 'numbers' }, h('caption', { class: 'visually-hidden' }, 'Captures'), h('thead', {}, h('tr', {}, COLUMNS.map(heading))), h('tbody', {}, rows.map(row)))), more);
  data.causes.forEach((_, i) => byId(`cause${i + 1}`)?.classList.toggle('chosen', state.cause === i));
  return all;
}

/* ---- filters ---- */

function chooser(name, label, values) {
  const change = (event) => { state[name] = event.target.value; state.rows = ROWS_SHOWN; showCaptures(); };
  return values.length < 2 ? null : h('label', {}, `${label} `, h('select', { id: `filter-${name}`, onchange: change },
    h('option', { value: '' }, 'any'), values.map((value) => h('option', { value }, value))));
}

function distinct(values) {
  return [...new Set(values.filter(Boolean))].sort();
}

function showFilters() {
  const input = (event) => { state.text = event.target.value; state.rows = ROWS_SHOWN; showCaptures(); };
  put(byId('filters'),
    h('input', { type: 'search', id: 'filter-text', placeholder: 'Filter: names, tags, stages, instructions, findings', 'aria-label': 'Filter the captures', oninput: input }),
    chooser('verdict', 'Verdict', ORDER.filter((verdict) => data.verdicts[verdict])),
    chooser('chip', 'Chip', distinct(data.captures.map((capture) => capture.chip))),
    chooser('tag', 'Tag', distinct(data.captures.flatMap((capture) => capture.tags ?? []))),
    chooser('where', 'Unit, stage', distinct(data.captures.map(whereOf))));
}

function clearFilters() {
  Object.assign(state, { text: '', verdict: '', chip: '', tag: '', where: '', cause: null, rows: ROWS_SHOWN });
  for (const element of byId('filters').querySelectorAll('input, select')) element.value = '';
  showCaptures();
}

/* ---- findings ---- */

function tally(name) {
  const tallies = new Map();
  for (const capture of data.captures) {
    for (const [key, times] of Object.entries(capture[name] ?? {})) {
      const one = tallies.get(key) ?? { captures: 0, times: 0 };
      one.captures += 1;
      one.times += times;
      tallies.set(key, one);
    }
  }
  return [...tallies].sort((a, b) => b[1].captures - a[1].captures || (a[0] < b[0] ? -1 : 1));
}

function tallyTable(name, title) {
  const rows = tally(name).map(([key, one]) => [h('a', { href: '#captures', onclick: () => filterBy(key) }, key), count(one.captures), count(one.times)]);
  return rows.length ? table([title, 'Captures', 'Times'], rows, { caption: title, class: 'numbers' }) : null;
}

function filterBy(text) {
  clearFilters();
  state.text = text;
  byId('filter-text').value = text;
  showCaptures();
}

function showFindings() {
  const parts = [tallyTable('findings', 'Finding'), tallyTable('unsupported', 'Unsupported instruction')].filter(Boolean);
  put(byId('findings-body'), parts.length ? parts : h('p', {}, 'No capture asked for anything that is undefined, unspecified or unsupported.'));
}

/* ---- addresses and keys ---- */

function follow() {
  const hash = decodeURIComponent(location.hash.slice(1));
  const cause = /^cause(\d+)$/.exec(hash);
  if (cause && data.causes[Number(cause[1]) - 1]) {
    clearFilters();
    state.cause = Number(cause[1]) - 1;
    showCaptures();
    byId('captures').scrollIntoView();
  } else if (hash.startsWith('capture=')) {
    const i = data.captures.findIndex((capture) => capture.name === hash.slice('capture='.length));
    if (i < 0) return;
    if (!byId(`row${i}`)) {
      clearFilters();
      state.rows = data.captures.length;
    }
    openRow(i, true);
    byId(`row${i}`).scrollIntoView({ block: 'center' });
  } else if (hash) {
    byId(hash)?.scrollIntoView();
  }
}

/* The next capture of the table that is not the same, seen from the one that is open. */
function step(way) {
  const failing = shownIndices().filter((i) => verdictOf(data.captures[i]) !== 'same');
  if (!failing.length) {
    say('No capture here that is not the same');
    return;
  }
  const from = failing.findIndex((i) => state.open.has(i));
  const to = from < 0 ? (way > 0 ? 0 : failing.length - 1) : (from + way + failing.length) % failing.length;
  state.open.clear();
  state.rows = Math.max(state.rows, to + 1);
  openRow(failing[to], true);
  byId(`row${failing[to]}`).scrollIntoView({ block: 'center' });
}

showParts();
showSummary();
showCauses();
showFilters();
showCaptures();
showFindings();
listenToKeys({ n: () => step(1), p: () => step(-1), '/': () => byId('filter-text').focus() });
byId('filter-text').addEventListener('keydown', (event) => event.key === 'Escape' && clearFilters());
window.addEventListener('hashchange', follow);
follow();
document.documentElement.dataset.ready = 'true';
