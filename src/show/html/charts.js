/* SPDX-License-Identifier: Apache-2.0 */
/* How far the datums that differ are from the device's, and at which exponents. */
'use strict';

const CHART = { width: 640, height: 180, left: 8, bottom: 34, top: 20 };

/* bars: {label, title, value, part}; part: how much of the bar is of the kind that `legend` names second. */
function barChart(bars, title) {
  const { width, height, left, bottom, top } = CHART;
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const step = (width - 2 * left) / bars.length;
  const scale = (value) => (value === 0 ? 0 : Math.max(1.5, (value / most) * (height - bottom - top)));
  const every = Math.ceil(bars.length / Math.floor((width - 2 * left) / 46));
  const marks = bars.map((bar, i) => {
    const x = left + i * step;
    const base = height - bottom;
    return s('g', {},
      s('title', {}, bar.title),
      s('rect', { x, y: top, width: step, height: base - top, fill: 'transparent' }),
      s('rect', { class: 'bar', x: x + step * 0.08, width: step * 0.84, y: base - scale(bar.value), height: scale(bar.value) }),
      bar.part ? s('rect', { class: 'bar part', x: x + step * 0.08, width: step * 0.84, y: base - scale(bar.part), height: scale(bar.part) }) : null,
      i % every === 0 ? s('text', { x: Math.max(x + step / 2, left + 12), y: base + 15, 'text-anchor': 'middle' }, bar.label) : null);
  });
  return s('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title },
    s('text', { class: 'axis', x: left, y: 12 }, `most: ${count(most)}`),
    s('line', { class: 'rule', x1: left, x2: width - left, y1: height - bottom, y2: height - bottom }),
    marks);
}

function chartFigure(title, caption, bars, headings, rows) {
  return h('figure', {},
    h('figcaption', {}, h('strong', {}, title), ' ', caption),
    barChart(bars, title),
    h('details', {}, h('summary', {}, 'As a table'), table(headings, rows, { caption: title })));
}

function distanceBars() {
  const names = (bits) => {
    if (bits === 0) return '0';
    if (bits === 65) return '∞';
    return bits < 3 ? String([0, 1, '2–3'][bits]) : `2^${bits - 1}–`;
  };
  const last = data.distances.reduce((most, value, bits) => (value && bits < 65 ? bits : most), 0);
  const bars = data.distances
    .map((value, bits) => ({ label: names(bits), value, bits }))
    .filter((bar) => bar.bits <= Math.max(last, 4) || (bar.bits === 65 && bar.value))
    .filter((bar) => bar.bits !== 0 || bar.value);
  for (const bar of bars) bar.title = `${bar.label} ulp: ${plural(bar.value, 'datum', 'datums')}`;
  return bars;
}

function exponentBars() {
  const rows = data.exponents.rows;
  if (!rows.length) return [];
  const byExponent = new Map(rows.map(([exponent, all, differ]) => [exponent, { all, differ }]));
  const lowest = rows[0][0];
  const highest = rows[rows.length - 1][0];
  const bars = [];
  for (let exponent = lowest; exponent <= highest; exponent++) {
    const { all, differ } = byExponent.get(exponent) ?? { all: 0, differ: 0 };
    bars.push({
      label: `2^${exponent}`, value: all, part: differ,
      title: `from 2^${exponent} on: ${plural(all, 'datum', 'datums')}, of which ${count(differ)} differ`,
    });
  }
  return bars;
}

function showDistribution() {
  const parts = [];
  const total = data.distances.reduce((sum, value) => sum + value, 0);
  if (total) {
    const bars = distanceBars();
    parts.push(chartFigure('Distances', `${plural(total, 'datum differs', 'datums differ')}: from the device's by so many units in the last place.`,
      bars, ['Distance', 'Datums'], bars.map((bar) => [`${bar.label} ulp`, count(bar.value)])));
  } else {
    parts.push(h('p', {}, 'No datum of a data tile differs from the device\'s.'));
  }
  const { exponents } = data;
  if (exponents.rows.length) {
    const others = [['zero', 'zero'], ['infinite', 'infinite'], ['nan', 'no number']]
      .filter(([key]) => exponents[key][0])
      .map(([key, name]) => `${count(exponents[key][0])} ${name}`);
    const bars = exponentBars();
    parts.push(chartFigure('Exponents', `of what the packers wrote${total ? '; red: of what differs' : ''}.${others.length ? ` Besides: ${others.join(', ')}.` : ''}`,
      bars, ['Exponent', 'Datums', 'Differ'], exponents.rows.map(([exponent, all, differ]) => [`2^${exponent}`, count(all), count(differ)])));
  }
  put(byId('distribution-body'), h('div', { class: 'charts' }, parts));
}
