/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of pages share: a browser, a page that is ready, waiting from outside, and what no page may have. */
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const ARGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const PATIENCE = Number(process.env.PATIENCE ?? 120e3); /* milliseconds; of a machine that has other things to do */

let browser;
export const troubles = [];

export async function launch() {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGS, timeout: PATIENCE });
  return browser;
}

/* A page that is ready, and that fails the test when it fetches anything or says anything on the console. */
export async function open(name, hash = '', options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  page.setDefaultTimeout(PATIENCE);
  page.on('console', (message) => troubles.push(`${name}: console: ${message.text()}`));
  page.on('pageerror', (error) => troubles.push(`${name}: ${error.stack}`));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) troubles.push(`${name}: fetches ${request.url()}`);
  });
  await page.goto(`file://${process.cwd()}/${name}.html${hash}`);
  await page.waitForSelector('html[data-ready]');
  return page;
}

export const text = (page, selector) => page.locator(selector).first().innerText();

/* Asks from outside until it holds: the page's own policy forbids the evaluation that waiting inside it would take. */
export async function hold(what, holds) {
  for (const end = Date.now() + PATIENCE; !(await holds());) {
    if (Date.now() > end) assert.fail(await what());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export async function until(page, selector, wanted) {
  const says = async () => (await page.locator(selector).first().textContent().catch(() => null)) ?? 'nothing';
  await hold(async () => `${selector} does not say /${wanted}/ but: ${await says()}`, async () => new RegExp(wanted).test(await says()));
}

/* Assertions of accessibility, in the page. */
export function findFaults() {
  const faults = [];
  const nameOf = (element) => element.getAttribute('aria-label') || element.getAttribute('aria-labelledby') || element.textContent.trim() || element.labels?.[0]?.textContent.trim() || element.title;
  const isHidden = (element) => element.closest('[aria-hidden="true"], [hidden], dialog:not([open])') !== null;
  for (const element of document.querySelectorAll('a, button, input, select, summary, [role="button"], [tabindex="0"], [role="img"], [role="group"]')) {
    if (!isHidden(element) && !nameOf(element)) faults.push(`no name: ${element.outerHTML.slice(0, 120)}`);
  }
  for (const element of document.querySelectorAll('svg')) {
    if (!element.closest('[aria-hidden="true"]') && !element.getAttribute('aria-label')) faults.push(`a picture without words: ${element.outerHTML.slice(0, 120)}`);
  }
  for (const element of document.querySelectorAll('main table')) {
    if (!element.caption) faults.push(`a table without caption: ${element.textContent.slice(0, 80)}`);
  }
  for (const element of document.querySelectorAll('th')) {
    if (!element.scope) faults.push(`a heading without scope: ${element.textContent}`);
  }
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  if (new Set(ids).size !== ids.length) faults.push(`an id twice: ${ids.filter((id, i) => ids.indexOf(id) !== i)}`);
  for (const attribute of ['aria-labelledby', 'aria-describedby']) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      if (!document.getElementById(element.getAttribute(attribute))) faults.push(`${attribute} names nothing: ${element.outerHTML.slice(0, 120)}`);
    }
  }
  let level = 0;
  for (const element of document.querySelectorAll('h1, h2, h3, h4')) {
    const next = Number(element.tagName[1]);
    if (!isHidden(element) && next > level + 1) faults.push(`a heading of level ${next} under ${level}: ${element.textContent}`);
    level = next;
  }
  if (document.documentElement.lang !== 'en' || !document.title || !document.querySelector('main') || !document.querySelector('h1')) faults.push('no language, title, main part or heading');
  return faults;
}

/* Texts whose colour stands out from what is behind them by less than 4.5 to 1 (WCAG 2, 1.4.3). */
export function findFaint() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => {
    const part = (value) => { const x = value / 255; return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return rgba('white');
  };
  const faint = new Set();
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (!hasText || element instanceof SVGElement || !element.checkVisibility?.()) continue;
    const [a, b] = [luminance(rgba(getComputedStyle(element).color)), luminance(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)}: ${element.textContent.slice(0, 30)}`);
  }
  return [...faint];
}
