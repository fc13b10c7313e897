/* SPDX-License-Identifier: Apache-2.0 */
/* What the instruction of the first difference read: its counters and its fields. */
'use strict';

function firstSettings() {
  return data.first.settings ?? data.config.audit.settings;
}

/* A field's value with what a format's code stands for. */
function settingText({ name, value }) {
  const isFormat = (/_data_format$/.test(name) || name.includes('_Dstacc')) && !name.includes('override');
  const format = isFormat ? data.formats[value]?.name : null;
  return format ? `${value} (${format})` : numberText(value);
}

/* Rows that are not zero, and behind them the others. */
function zeroFolded(list, headings, row, caption) {
  const used = list.filter((one) => one.value !== 0);
  const zero = list.filter((one) => one.value === 0);
  return [used.length ? table(headings, used.map(row), { caption }) : h('p', {}, `${caption}: all are zero.`),
    zero.length && used.length ? h('details', {}, h('summary', {}, `${count(zero.length)} more that are zero`), table(headings, zero.map(row), { caption: `${caption}, zero` })) : null];
}

/* Puts the part into the page, behind the answer; nothing where no data unit wrote the first difference. */
function showFirst() {
  const { first } = data;
  if (!first) return;
  const body = h('div', { id: 'first-body' });
  byId('tiles').after(h('section', { id: 'first', 'aria-labelledby': 'first-title', tabindex: -1 },
    h('h2', { id: 'first-title' }, 'At the first difference'), body));
  const counter = (one) => [one.name, one.value === null ? 'not known' : numberText(one.value)];
  const setting = (one) => [h('a', { href: `#cfg-${one.name}` }, one.name), settingText(one), one.meaning];
  put(body, h('p', {}, 'What stood before ', `${SEQ} `, eventLink(first.event), `, T${first.thread}, ${first.unit}: `, h('code', {}, first.instruction),
    first.source?.text ? [' at ', h('code', {}, first.source.text)] : '', '.'),
  h('div', { class: 'columns' },
    h('div', {}, zeroFolded(first.counters, ['Counter', 'Value'], counter, 'Counters')),
    h('div', {}, zeroFolded(firstSettings(), ['Field', 'Value', 'Meaning'], setting, 'Fields that it read'))));
}
