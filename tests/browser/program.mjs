/* SPDX-License-Identifier: Apache-2.0 */
/* Opens the pages of a program in Chromium: causes, map, the page of a tile behind it, keys. */
import assert from 'node:assert/strict';
import { findFaults, launch, open, troubles } from './pages.mjs';

const browser = await launch();

async function checkCause() {
  const page = await open('raced/index');
  assert.match(await page.locator('#verdict').innerText(), /^differs 2 of 8 known bytes$/);
  assert.match(await page.locator('#answer-body').innerText(), /Which tile is ahead decides it: with --seed \d+ the verdict is same\./);
  assert.equal(await page.locator('.cause li').count(), 3);
  assert.equal(await page.locator('.place.wrong').count(), 1);
  await page.locator('.cause a', { hasText: 'tile 2,1' }).first().click();
  await page.waitForSelector('html[data-ready]');
  assert.match(page.url(), /tile-2-1\.html$/);
  await page.close();
}

async function checkMap() {
  const page = await open('grid/index', '#2,1');
  assert.match(await page.locator('#verdict').innerText(), /^same all /);
  assert.equal(await page.locator('.place.sent').count(), 4);
  const own = await page.locator('path.sends').count();
  assert.match(await page.locator('.chip-frame').innerText(), /tile 2,1 its page/);
  await page.keyboard.press('Escape');
  assert.ok(await page.locator('path.sends').count() > own, 'arrows of all tiles');
  await page.locator('[id="place-1,2"]').press('Enter');
  assert.match(await page.locator('.chip-frame').innerText(), /tile 1,2 its page/);
  assert.equal(await page.locator('[id="place-1,2"]').getAttribute('aria-pressed'), 'true');
  assert.equal(await page.locator('#tiles-body tbody tr').count(), 4);
  assert.deepEqual(await page.evaluate(findFaults), []);
  await page.locator('.chip-frame a', { hasText: 'its page' }).click();
  await page.waitForSelector('html[data-ready]');
  assert.match(page.url(), /tile-1-2\.html$/);
  await page.close();
}

async function checkNarrow() {
  const page = await open('grid/index', '', { viewport: { width: 400, height: 800 } });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 400, `${wide} wide`);
  await page.close();
}

for (const check of [checkCause, checkMap, checkNarrow]) await check();
await browser.close();
assert.deepEqual(troubles, []);
console.log('the pages of a program: causes, map, tiles, keys, a narrow window');
