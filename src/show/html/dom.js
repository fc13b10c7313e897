/* SPDX-License-Identifier: Apache-2.0 */
/* Elements from script. Texts of the run go in as text nodes and attributes only, never as markup. */
'use strict';

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) element.append(child);
  }
  return element;
}

function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function byId(id) {
  return document.getElementById(id);
}

/* Replaces all that an element holds. */
function put(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
}

/* Announces to a screen reader. */
function say(text) {
  byId('said').textContent = text;
}

/* 12345 as "12,345". */
function count(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

function hex(number, digits = 1) {
  return `0x${number.toString(16).padStart(digits, '0')}`;
}

function plural(number, one, many) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/* rows: arrays of cells; a cell is a child, or {cell, class}. The first cell of a row is its heading. Columns from
 * options.counts on hold counts. */
function table(headings, rows, options = {}) {
  const alignment = (i) => (i >= options.counts ? 'count' : '');
  const cells = (row) => row.map((cell, i) => {
    const isRich = cell && typeof cell === 'object' && 'cell' in cell;
    const attributes = { class: [isRich ? cell.class : '', alignment(i)].filter(Boolean).join(' ') || undefined };
    const content = isRich ? cell.cell : cell;
    return i === 0 && !options.isPlain ? h('th', { scope: 'row', ...attributes }, content) : h('td', attributes, content);
  });
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': options.caption ?? 'table' },
    h('table', { class: options.class },
      options.caption && h('caption', {}, options.caption),
      h('thead', {}, h('tr', {}, headings.map((heading, i) => h('th', { scope: 'col', class: alignment(i) || undefined }, heading)))),
      h('tbody', {}, rows.map((row, i) => h('tr', { id: options.ids?.[i] }, cells(row))))));
}

function eventLink(seq) {
  return h('a', { href: `#event${seq}` }, `${count(seq)}`);
}

/* An item of a legend: a square in a colour, and what it stands for. */
function swatch(kind, text) {
  return h('li', {}, s('svg', { class: 'swatch', viewBox: '0 0 10 10', 'aria-hidden': true }, s('path', { class: kind, d: 'M0 0h10v10h-10z' }),
    kind === 'd9' ? s('path', { class: 'cross', d: 'M2 2l6 6M8 2l-6 6' }) : null), text);
}
