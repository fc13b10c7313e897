/* SPDX-License-Identifier: Apache-2.0 */
/* Opens the page of a batch in Chromium and does what a reader does: sorts, filters, opens rows, presses every key. */
import assert from 'node:assert/strict';
import { launch, open as openPage, troubles } from './pages.mjs';

const browser = await launch();
const open = (hash = '', options = {}) => openPage('batch', hash, options);

const names = (page) => page.locator('#captures-body tbody th button').allInnerTexts();
const shown = (page) => page.locator('#shown').innerText();
const details = (page) => page.locator('tr.more').count();

async function checkWhole() {
  const page = await open();
  assert.match(await page.locator('#verdict').innerText(), /^trouble \d+ of \d+ differ from what the device held; 1 capture came to no result\.$/);
  assert.equal(await page.locator('#causes-body tbody tr').count(), 2);
  assert.match(await shown(page), /^All \d+ captures$/);
  assert.ok((await names(page)).includes("odd <b>names</b>it's.ttcap"), 'a name that is markup is text');
  assert.equal(await page.locator('#captures-body b').count(), 0);
  await page.close();
}

async function checkSorting() {
  const page = await open();
  await page.click('#sort-name');
  const up = await names(page);
  assert.deepEqual(up, [...up].sort());
  await page.click('#sort-name');
  assert.deepEqual(await names(page), [...up].reverse());
  await page.click('#sort-differing');
  const numbers = (await page.locator('#captures-body tbody td:nth-child(5)').allInnerTexts()).map((text) => Number(text.replace(/,/g, '')));
  assert.deepEqual(numbers, [...numbers].sort((a, b) => b - a));
  assert.equal(await page.locator('#captures-body [aria-sort="descending"]').count(), 1);
  await page.close();
}

async function checkFilters() {
  const page = await open();
  const all = (await names(page)).length;
  await page.keyboard.press('/');
  await page.keyboard.type('bfp_assemble wormhole');
  const few = (await names(page)).length;
  assert.ok(few > 0 && few < all, `${few} of ${all}`);
  assert.match(await shown(page), new RegExp(`^${few} of ${all} captures$`));
  await page.keyboard.press('Escape');
  assert.equal((await names(page)).length, all);
  await page.selectOption('#filter-verdict', 'trouble');
  assert.deepEqual(await names(page), ['garbage.ttcap']);
  await page.selectOption('#filter-verdict', '');
  await page.selectOption('#filter-chip', 'wormhole_b0');
  assert.ok((await names(page)).every((name) => name.startsWith('wormhole')));
  await page.click('#causes-body tbody tr:nth-child(1) th a');
  await page.locator('#shown', { hasText: 'of cause 1: pack.bfp.round=device' }).waitFor(); // a link is followed a moment later
  await page.click('#shown a');
  await page.locator('#shown', { hasText: 'All' }).waitFor();
  assert.equal((await names(page)).length, all);
  await page.close();
}

async function checkRows() {
  const page = await open();
  await page.locator('#captures-body tbody th button').first().press('Enter');
  assert.equal(await details(page), 1);
  assert.match(await page.locator('tr.more').innerText(), /First difference\s+datum tile\d+:face\d+:r\d+:c\d+/);
  assert.match(await page.locator('tr.more pre').innerText(), /^tt-replay replay .* --variant pack\.bfp\.round=truncate -o run\.db\ntt-replay diff run\.db\ntt-replay why run\.db l1:0x[0-9a-f]+$/);
  await page.keyboard.press('Enter');
  assert.equal(await details(page), 0);
  await page.keyboard.press('n');
  const first = await page.locator('tr.target').innerText();
  await page.keyboard.press('n');
  assert.notEqual(await page.locator('tr.target').innerText(), first);
  await page.keyboard.press('p');
  assert.equal(await page.locator('tr.target').innerText(), first);
  await page.keyboard.press('?');
  assert.ok(await page.locator('#help').isVisible());
  await page.keyboard.press('Escape');
  assert.ok(!(await page.locator('#help').isVisible()));
  await page.close();
}

async function checkAddresses() {
  const name = "odd <b>names</b>it's.ttcap";
  const page = await open(`#capture=${encodeURIComponent(name)}`);
  assert.match(await page.locator('tr.more pre').innerText(), /^tt-replay replay 'odd <b>names<\/b>it'\\''s\.ttcap' /);
  await page.close();
  const cause = await open('#cause2');
  assert.deepEqual(await names(cause), ['garbage.ttcap']);
  await cause.close();
}

/* Verdict, causes and where each first differs stand in the first 800 pixels. */
async function checkAnswer() {
  for (const width of [1280, 400]) {
    const page = await open('', { viewport: { width, height: 800 } });
    const row = page.locator('#causes-body tbody tr').first();
    const { y, height } = await row.boundingBox();
    assert.ok(y + height <= 800, `the first cause ends at ${y + height}`);
    assert.match((await row.innerText()).replace(/\s+/g, ' '), /^pack\.bfp\.round=device differs 6 datum tile\d+:face\d+:r\d+:c\d+, event \d+, pack bfp_assemble: PACR/);
    assert.equal(await page.locator('#summary .legend').innerText(), '6 differs\n1 trouble\n4 same');
    await page.close();
  }
}

async function checkLooks() {
  for (const options of [{ colorScheme: 'dark' }, { viewport: { width: 400, height: 800 } }, { viewport: { width: 400, height: 800 }, colorScheme: 'dark' }, { javaScriptEnabled: false }]) {
    if (options.javaScriptEnabled === false) {
      const page = await browser.newPage(options);
      await page.goto(`file://${process.cwd()}/batch.html`);
      assert.match(await page.locator('noscript').innerText(), /sqlite3 ALL\.db/);
      await page.close();
      continue;
    }
    const page = await open('', options);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.ok(!isWide, `wider than its window: ${JSON.stringify(options)}`);
    const { color, background } = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return { color, background: backgroundColor };
    });
    assert.notEqual(color, background);
    await page.close();
  }
}

await checkWhole();
await checkSorting();
await checkFilters();
await checkRows();
await checkAddresses();
await checkAnswer();
await checkLooks();
await browser.close();
assert.deepEqual(troubles, []);
console.log('the page of a batch: whole, sorted, filtered, opened, addressed');
