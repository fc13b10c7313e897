/* SPDX-License-Identifier: Apache-2.0 */
/* What a page says first, and whether everything is reached by keyboard and seen: at 1280 and 400 pixels, dark and light. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findFaint, findFaults, hold, launch, open, text, troubles, until } from './pages.mjs';

const FOLD = 800; /* pixels */
const SIZES = [{ width: 1280, height: FOLD }, { width: 400, height: FOLD }];
const SCHEMES = ['light', 'dark'];

const browser = await launch();

/* ---- the first 800 pixels ---- */

/* Where things end that have to be in sight at once; of the first of each. */
async function endOf(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box, `no ${selector}`);
  return box.y + box.height;
}

const row = (name) => `#answer-body dl > div:has(dt:text-is("${name}"))`;

/* Of each page: rows that stand above the fold, with what they say, and whether there is a picture. */
const ANSWERS = {
  main: { verdict: /^Differs/, rows: { Cause: /^Not looked for yet: tt-replay bisect \S+\.ttcap --order program --variant simulator --variant pack\.bfp\.round=truncate finds it/,
    Where: /^datum tile0:face0:r1:c15 at l1 0x6005f, checkpoint end$/, 'Written by': /^step 406, T2, pack 0: PACR, stage bfp_assemble$/ }, picture: /^tile0: 17 of 1,024 datums differ$/ },
  why: { verdict: /^Differs/, rows: { Cause: /^pack\.bfp\.round=device: BFP magnitudes.*It explains all 62 differing values\.$/, Where: /tile0:face0:r1:c15/, 'Written by': /^step 406/ }, picture: /^tile0/ },
  whydst: { verdict: /^Differs/, rows: { Cause: /^ALU_ACC_CTRL_Fp32_enabled=0: .*It explains all 1,967 differing values; not certain: .*\.$/, Diverges: /^event 478, T1, matrix 0: MVMUL$/, Where: /^register dst_valid 0x40 \(row 64\)/, 'Written by': /matrix 0: MVMUL$/ },
    picture: /^Dst, rows 0–63: 950 cells differ$/ },
  field: { verdict: /^Differs/, rows: { Cause: /tt-replay bisect/, Where: /^register .* checkpoint end$/, 'Written by': /^event 388, T2, config 0: / }, picture: /^register / },
  hang: { verdict: /^Hangs/, rows: { Cause: /tt-replay bisect .* --order firmware/, Waits: /thread 0: its pipe waits for semaphore 2 \(UNPACK_TO_DEST\) above 0/ } },
  stuck: { verdict: /^Hangs/, rows: { Cause: /^a word of thread 1 lost behind one of events 253 to 311: SEMPOST sem_sel=2\. Mended, all of it runs and is the same\. 1 other would do as well\.$/, Waits: /waits for semaphore/ } },
  lines: { verdict: /^Differs/, rows: { Source: /^pack\.cpp:16 in push < :36 in repeat < :64 in rows < :71 in main$/, Where: /^datum tile0:face0:r0:c8 at l1 0x60010, checkpoint end$/ }, picture: /^tile0: 1 of 256 datums differ$/ },
  undefined: { verdict: /^No verdict/, rows: { Undecided: /^8,192 of 155,426 compared bytes are undecided\.$/, 'First at': /^event 533: pack-format-unassigned/ }, picture: /^tile0, by exponent: 1,024 not known$/ },
  same: { verdict: /^The same/, rows: { Held: /^9 spaces at 2 checkpoints: 13 comparisons$/ }, picture: /^tile0, by exponent$/ },
  asked: { verdict: /^The same/, rows: { Precision: /^rms 0\.0925 ulp, most by pack\.bfp_assemble$/, Residue: /^\d+ stale reads reach an output$/ }, picture: /^tile0, by exponent$/ },
  reference: { verdict: /^Differs/, rows: { Cause: /tt-replay bisect .* --expect golden\.npy --at l1:0x60000 --format BFP8/, Farthest: /element/ }, picture: /data tile 0: \d+ differ/ },
};

async function checkAbove(name) {
  const { verdict, rows, picture } = ANSWERS[name];
  for (const viewport of SIZES) {
    for (const colorScheme of SCHEMES) {
      const page = await open(name, '', { viewport, colorScheme });
      const at = `${name}, ${viewport.width} ${colorScheme}`;
      assert.match(await text(page, '#verdict'), verdict, at);
      assert.ok(await endOf(page, '#verdict') < FOLD, at);
      for (const [title, says] of Object.entries(rows)) {
        assert.match(await text(page, `${row(title)} dd`), says, at);
        const end = await endOf(page, row(title));
        assert.ok(end <= FOLD, `${at}: ${title} ends at ${end}`);
      }
      if (picture) {
        assert.match(await text(page, '.answer-picture figcaption'), picture, at);
        const end = await endOf(page, '.answer-picture svg');
        assert.ok(end <= FOLD, `${at}: the picture ends at ${end}`);
      }
      const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= width, `${at}: ${wide} wide`);
      await page.screenshot({ path: `above-${name}-${viewport.width}-${colorScheme}.png` });
      await page.close();
    }
  }
}

/* What the page says to type finds what the page made with --bisect has. */
async function checkCommand() {
  const page = await open('main');
  const [tool, ...words] = (await text(page, `${row('Cause')} .command`)).split(' ');
  assert.equal(tool, 'tt-replay');
  let said = '';
  try {
    execFileSync(process.env.TT_REPLAY, [...words, '--json'], { encoding: 'utf8' });
  } catch (error) {
    assert.equal(error.status, 1);
    said = error.stdout;
  }
  const found = JSON.parse(said);
  assert.equal(found.cause, 'explained');
  assert.equal(`${found.explanations[0].changes[0].variant}=${found.explanations[0].changes[0].choice}`, 'pack.bfp.round=device');
  await page.close();
}

/* Comparisons that are equal are one line, which opens. */
async function checkFolded() {
  const page = await open('main');
  assert.equal(await page.locator('#summary-body > .scroll').first().locator('tbody tr').count(), 1);
  assert.match(await text(page, '#equal > summary'), /^7 comparisons are equal: 44,894 bytes of cfg, thread_cfg, gpr, dst, dst_valid, srca, state$/);
  assert.ok(!await page.locator('#equal tbody tr').first().isVisible());
  assert.ok((await page.locator('#equal').boundingBox()).height < 40, 'one line');
  await page.focus('#equal > summary');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#equal tbody tr').count(), 7);
  assert.ok(await page.locator('#equal tbody tr').first().isVisible());
  await page.close();
}

/* ---- the instruction of the first difference ---- */

async function checkFirst() {
  let page = await open('main');
  assert.match(await text(page, '#first-body'), /^What stood before step 406, T2, pack: PACR/);
  const cells = (caption) => page.locator(`#first table:has(caption:text-is("${caption}")) tbody tr`).allInnerTexts();
  assert.ok((await cells('Counters')).includes('adc.2.pack.ch1.x\t15 (0xf)'));
  assert.ok((await cells('Fields that it read')).some((line) => line.startsWith('THCON_SEC0_REG1_Out_data_format\t6 (BFP8)')));
  await page.close();
  page = await open('dst');
  assert.match(await text(page, '#first-body'), /^What stood before event 488, T1, matrix: MVMUL/);
  assert.ok((await page.locator('#first table:has(caption:text-is("Counters")) tbody tr, #first table:has(caption:text-is("Counters, zero")) tbody tr').allTextContents()).some((line) => line.startsWith('rwc.1.dst')));
  assert.ok((await page.locator('#first table:has(caption:text-is("Fields that it read")) tbody th').allTextContents()).includes('ALU_ACC_CTRL_Fp32_enabled'));
  await page.close();
}

/* ---- the way of a value ---- */

function asked(...words) {
  return JSON.parse(execFileSync(process.env.TT_REPLAY, [...words, '--json'], { encoding: 'utf8', maxBuffer: 2 ** 28 }));
}

/* Whether some element of the instruction has just the values that the page shows of its stages. */
function isInAudit(name, { event, unit, stages }) {
  const audit = asked('audit', `${name}.db`, '--unit', unit, '--insn', String(event));
  const last = audit.stages.at(-1).values.length;
  const is = (shown, one) => one && one.bits === shown.bits && one.value === shown.value;
  const fits = (k) => stages.every(({ stage, values }) => {
    const of = audit.stages.find((one) => one.stage === stage)?.values ?? [];
    return of.length === last && values.length === 1 ? is(values[0], of[k]) : values.every((shown) => of.some((one) => is(shown, one)));
  });
  return Array.from({ length: last }, (_, k) => k).some(fits);
}

async function stagesShown(page) {
  const tables = page.locator('#way-step > .scroll table');
  return (await tables.count()) ? tables.first().evaluate((element) => ({
    heads: [...element.querySelectorAll('thead th')].map((cell) => cell.textContent),
    rows: [...element.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent)),
  })) : null;
}

/* From the end back to the beginning by key: each step has what `why` says, and its stages are those of `audit`. */
async function checkWay(name, units) {
  const page = await open(name);
  const ways = await page.evaluate(() => data.ways);
  const seen = new Set();
  for (let nth = 0; nth < ways.length; nth++) {
    if (nth) await page.locator('#way-body > .controls button').nth(nth).click();
    const steps = await page.locator('#way-steps li').count();
    for (let i = 0; i < steps; i++) {
      const step = await page.evaluate(() => way.steps[way.at]);
      const [node] = step.nodes;
      const shown = await stagesShown(page);
      if (shown) {
        seen.add(node.unit);
        assert.ok(isInAudit(name, node), `${name}: stages of ${node.place} at ${node.event}`);
        for (const { stage, values } of node.stages) {
          const texts = shown.rows.flat();
          assert.ok(shown.heads.concat(texts).some((text) => text.startsWith(stage)), stage);
          assert.ok(values.every(({ bits, value }) => texts.includes(`${bits} ${value}`) || (texts.includes(bits) && texts.includes(value))), `${name}: ${stage}`);
        }
      }
      await page.keyboard.press('b');
    }
    assert.equal(await page.locator('#way-steps button[aria-current="step"]').count(), 1);
    await page.keyboard.press('f');
    assert.equal(await page.evaluate(() => way.at), Math.min(1, steps - 1));
    const place = ways[nth].place;
    const { nodes } = asked('why', `${name}.db`, place + (ways[nth].bytes > 1 && place.startsWith('l1:') ? `:${ways[nth].bytes}` : ''), '--at', String(ways[nth].nodes[0].event));
    assert.deepEqual(nodes, ways[nth].nodes, `${name}: ${place}`);
  }
  for (const unit of units) assert.ok(seen.has(unit), `${name}: the way has no stages of ${unit}`);
  await page.close();
}

async function checkTimeline() {
  for (const [name, wanted] of [['main', '^Step 406: T2, pack, PACR'], ['lines', '^Step 23: T2, pack, PACR at pack\\.cpp:16 in push'], ['dst', '^Event 488: T1, matrix, MVMUL'], ['hazards', '^Step \\d+: ']]) {
    const page = await open(name);
    await page.evaluate(() => showTimeline());
    await until(page, '#timeline-says', wanted);
    assert.ok(await page.evaluate(() => { const seq = span.run.seqs[span.chosen]; return span.from <= seq && seq < span.to; }), `${name}: in sight`);
    await page.close();
  }
}

/* ---- maps ---- */

/* Every cell of a space against the command line. */
async function checkCells(run, space, format, least) {
  const page = await open(run);
  const got = await page.evaluate(async ([name, read]) => {
    await showMaps();
    spot.format[name] = read;
    await lookAtCell(name, 0);
    const { width, count: total } = data.maps.find((map) => map.space === name);
    const lines = {};
    for (let nth = 0; nth < total / (isPair(name, read) ? 2 : 1); nth++) {
      const one = elementAt(nth);
      lines[one.cell * width] = one.isUnknown ? '' : valueText(one.format, one.bits);
    }
    return lines;
  }, [space, format]);
  const lines = readFileSync(`${run}.${space}.csv`, 'utf8').trimEnd().split('\r\n').slice(1).map((line) => line.split(','));
  let held = 0;
  for (const [address, value] of lines) {
    if (got[Number(address)] === undefined || value === '') continue; /* a start that is a reset's is not exported */
    if (!Number.isFinite(Number(value))) assert.equal(got[Number(address)], value, `${space} ${address}`);
    else assert.equal(Math.fround(Number(got[Number(address)])), Math.fround(Number(value)), `${space} ${address}`);
    held++;
  }
  assert.ok(held >= least, `${space}: ${held} cells`);
  await page.close();
}

/* Distances in script are those of the tool: of every datum that differs, of formats without a shared exponent. */
async function checkDistances() {
  let count = 0;
  for (const name of ['dst', 'main']) {
    const page = await open(name);
    count += await page.evaluate(async () => {
      let held = 0;
      for (let index = 0; index < data.tiles.length; index++) {
        const tile = await openTile(index);
        for (const [datum, { held: bits, ulps }] of tile.differences) {
          const info = datumOf(tile, datum);
          if (info.format.isBlock) continue;
          if (ulpsApart(info.format, bits, info.bits) !== ulps) throw new Error(`${datum}: ${ulpsApart(info.format, bits, info.bits)}, not ${ulps}`);
          held++;
        }
      }
      return held;
    });
    const [one, two] = await page.evaluate(() => { const format = data.formats.find((item) => item?.name === 'BF16'); return [ulpsApart(format, 0x3F80, 0x3F81), ulpsApart(format, 0x8001, 0x0001)]; });
    assert.deepEqual([one, two], [1, 2]);
    await page.close();
  }
  return count;
}

async function checkMaps() {
  const page = await open('dst', '#dst:3,5');
  await until(page, '#cell h3', '^dst:3,5$');
  assert.match(await text(page, '#space .tile-facts'), /^Dst as it stood at checkpoint mid0: 1,903 cells differ\.$/);
  assert.match(await text(page, '#cell'), /Replayed\s+[0-9a-f]{4} \S+ \(BF16\); in the cell [0-9a-f]{4}/);
  await page.focus('#space-map');
  await page.keyboard.press('ArrowRight');
  await until(page, '#cell h3', '^dst:3,6$');
  await page.keyboard.press('End');
  await until(page, '#cell h3', '^dst:19,15$');
  await page.locator('#space select').nth(2).selectOption('FP32');
  assert.match(await text(page, '#cell'), /\(FP32\)/);
  await page.locator('#space select').first().selectOption('srca');
  await until(page, '#cell h3', '^srca:\\d,\\d+,\\d+$');
  assert.match(await text(page, '#space .tile-facts'), /no difference/);
  assert.match(await page.locator('.l1').getAttribute('aria-label'), /^L1, a square of 1,024 bytes each: \d+ regions, \d+ with differences$/);
  assert.ok((await page.locator('#maps table:has(caption:text-is("Regions of L1")) tbody tr').allInnerTexts()).some((line) => /pack/.test(line)));
  await page.close();
}

/* ---- what was asked beside the verdict ---- */

/* As the verbs have it: stages by their share, data tiles, places; and by link from the answer. */
async function checkAsked() {
  const page = await open('asked');
  const cells = (caption, nth) => page.locator(`table:has(caption:text-matches("${caption}")) tbody tr`).evaluateAll((rows, i) => rows.map((row) => row.cells[i].textContent.trim()), nth);
  const precision = JSON.parse(readFileSync('asked.precision.json', 'utf8'));
  const inexact = precision.sources.filter((source) => source.inexact);
  assert.ok(inexact.length > 1 && inexact[0].share > inexact[1].share);
  assert.deepEqual(await cells('^Squared error', 0), inexact.map((source) => source.source));
  assert.deepEqual(await cells('^Squared error', 2), inexact.map((source) => `${source.share.toFixed(source.share < 10 ? 1 : 0)} %`));
  assert.deepEqual((await cells('^Data tiles, the worst first', 0)).toSorted(), precision.tiles.map((tile) => `tile${tile.tile}`));
  assert.equal(await page.locator('.precision-tiles rect').count(), precision.tiles.length);
  const residue = JSON.parse(readFileSync('asked.residue.json', 'utf8'));
  const reaching = residue.rows.filter((row) => ['output', 'hang', 'compared'].includes(row.reach) && !row.is_given);
  assert.ok(reaching.length > 5);
  assert.deepEqual(await cells('^Read before', 0), reaching.map((row) => row.place));
  for (const [name, id] of [['Precision', 'precision'], ['Residue', 'residue']]) {
    await page.focus(`${row(name)} a`);
    await page.keyboard.press('Enter');
    await hold(() => `${name} comes into sight`, () => page.evaluate((part) => Math.abs(document.getElementById(part).getBoundingClientRect().top) < 200, id));
  }
  await page.locator('#precision td a, #precision th a').first().click();
  await until(page, '#datum h3', '^tile\\d');
  await page.close();
  const plain = await open('same');
  assert.match(await text(plain, '#summary-body .note'), /^Not asked: where the precision goes, and what the run read and had not written\. tt-replay report --precision --residue puts it here\.$/);
  await plain.close();
}

/* ---- colours ---- */

/* The colours of classes, as they are seen. */
function coloursOf() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const style = getComputedStyle(document.documentElement);
  const luminance = (name) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = style.getPropertyValue(name).trim();
    canvas.fillRect(0, 0, 1, 1);
    const part = (value) => { const x = value / 255; return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4; };
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const units = Array.from({ length: 12 }, (_, i) => luminance(`--u${i}`));
  return { distances: Array.from({ length: 9 }, (_, i) => luminance(`--d${i}`)), units, onUnit: luminance('--on-unit'), soft: luminance('--soft'), bit: [luminance('--d5'), luminance('--on-d5')],
    classes: [0, 1, 2, 3, 4, 15, 16, 255, 256, 300, 4095, 4096, 30000, 65536, 2 ** 24, 2 ** 40].map(distanceClass), infinite: distanceClass(null) };
}

const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/* Classes differ in lightness, so that nobody needs to see red; 300 and 30,000 are two of them. */
async function checkScale() {
  for (const colorScheme of SCHEMES) {
    const page = await open('main', '', { colorScheme });
    const { distances, classes, infinite, units, onUnit, soft, bit } = await page.evaluate(coloursOf);
    assert.deepEqual(classes, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 8, 8]);
    assert.equal(infinite, 9);
    const way = Math.sign(distances[8] - distances[1]);
    for (let i = 1; i < 8; i++) assert.ok(way * (distances[i + 1] - distances[i]) > 0 && ratio(distances[i], distances[i + 1]) > 1.2, `${colorScheme}: classes ${i} and ${i + 1}`);
    assert.ok(ratio(distances[0], distances[1]) > 1.2, `${colorScheme}: same and 1 ulp`);
    units.forEach((unit, i) => {
      assert.ok(ratio(unit, onUnit) >= 4.5, `${colorScheme}: a name on unit ${i}: ${ratio(unit, onUnit)}`);
      assert.ok(ratio(unit, soft) >= 3, `${colorScheme}: unit ${i} on its lane: ${ratio(unit, soft)}`);
    });
    assert.ok(ratio(...bit) >= 4.5, `${colorScheme}: a bit that differs`);
    await page.close();
  }
}

async function checkContrast(name) {
  for (const colorScheme of SCHEMES) {
    for (const viewport of SIZES) {
      const page = await open(name, '', { colorScheme, viewport });
      await page.evaluate(() => Promise.all([showMaps(), showTimeline()]));
      assert.deepEqual(await page.evaluate(findFaint), [], `${name} ${colorScheme}`);
      assert.deepEqual(await page.evaluate(findFaults), [], `${name} ${colorScheme}`);
      const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= width, `${name}: ${wide} wide in a window of ${width}`);
      await page.close();
    }
  }
}

/* ---- keyboard alone ---- */

async function checkWalk() {
  let page = await open('main');
  const at = () => page.evaluate(() => decodeURIComponent(location.hash));
  /* The address changes first; the focus follows when the place is drawn. */
  const focus = () => page.evaluate(() => document.activeElement.id || document.activeElement.outerHTML.slice(0, 80));
  await page.keyboard.press('p');
  await until(page, '#said', 'No earlier difference');
  await page.keyboard.press('n');
  await hold(at, async () => await at() === '#tile0:face0:r1:c15');
  await hold(focus, async () => await focus() === 'map');
  await page.keyboard.press('n');
  await hold(at, async () => await at() === '#tile0:face0:r2:c1');
  await page.keyboard.press('p');
  await hold(at, async () => await at() === '#tile0:face0:r1:c15');
  await page.keyboard.press('p');
  await until(page, '#said', 'No earlier difference');
  await page.close();
  /* A row of the table, which is the first difference; data tiles, then over a map. */
  page = await open('dst');
  await page.keyboard.press('n');
  await hold(at, async () => await at() === '#difference0');
  await page.keyboard.press('n');
  await hold(at, async () => (await at()).startsWith('#tile0:'));
  await page.evaluate(() => lookAtCell('dst', 1));
  await page.keyboard.press('n');
  await hold(at, async () => await at() === '#dst:0,2');
  const last = await page.evaluate(async () => { const cell = [...(await cellsOf('dst')).held.keys()].at(-1); await lookAtCell('dst', cell); return cell; });
  assert.ok(last > 1000);
  await page.keyboard.press('n');
  await until(page, '#said', 'No further difference');
  await page.keyboard.press('p');
  await hold(at, async () => (await at()).startsWith('#dst:'));
  await page.close();
  /* A field has no map: its row. */
  page = await open('field');
  await page.keyboard.press('n');
  await hold(at, async () => await at() === '#difference0');
  await hold(focus, () => page.evaluate(() => document.activeElement.closest('#difference0') !== null));
  await page.close();
}

/* Tab comes to everything that can be used, and what has the focus shows it. */
async function checkReach(name) {
  const page = await open(name);
  await page.evaluate(() => Promise.all([showMaps(), showTimeline()]));
  const wanted = await page.evaluate(() => {
    const list = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')].filter((element) => element.checkVisibility() && !element.closest('dialog'));
    list.forEach((element, i) => element.setAttribute('data-stop', i));
    return list.length;
  });
  assert.ok(wanted > 40, `${name}: ${wanted} places`);
  await page.evaluate(() => document.activeElement?.blur());
  const seen = new Set();
  for (let left = wanted + 20; left > 0 && seen.size < wanted; left--) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      const style = getComputedStyle(element);
      const rect = element.querySelector?.(':scope > rect');
      const isSeen = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) || (rect && parseFloat(getComputedStyle(rect).strokeWidth) >= 2);
      return { number: element.getAttribute('data-stop'), isSeen, what: element.outerHTML.slice(0, 80) };
    });
    if (stop.number === null) continue;
    assert.ok(stop.isSeen, `${name}: the focus is not seen at ${stop.what}`);
    seen.add(Number(stop.number));
  }
  assert.equal(seen.size, wanted, `${name}: Tab comes to ${seen.size} of ${wanted}`);
  await page.keyboard.press('?');
  assert.ok(await page.evaluate(() => document.getElementById('help').open));
  assert.match(await text(page, '#help'), /n p\s+the first difference, then the next; the previous one/);
  await page.close();
}

const pages = Object.keys(ANSWERS);
const checks = {
  ...Object.fromEntries(pages.map((name) => [`above of ${name}`, () => checkAbove(name)])),
  command: checkCommand, folded: checkFolded, first: checkFirst,
  'way of a packed datum': () => checkWay('main', ['pack', 'unpack0']), 'way of a sum': () => checkWay('dst', ['matrix', 'unpack0']), 'way of a lane': () => checkWay('lregs', ['vector']), timeline: checkTimeline,
  'cells of dst': () => checkCells('main', 'dst', 'FP32', 4000), 'cells of srca': () => checkCells('main', 'srca', 'TF32_19', 200), 'cells of lreg': () => checkCells('lregs', 'lreg', 'FP32', 64),
  distances: checkDistances, maps: checkMaps, scale: checkScale,
  ...Object.fromEntries(['dst', 'field', 'hang', 'undefined', 'reference', 'asked'].map((name) => [`contrast of ${name}`, () => checkContrast(name)])),
  asked: checkAsked, walk: checkWalk, ...Object.fromEntries(['main', 'dst', 'hang', 'asked'].map((name) => [`reach of ${name}`, () => checkReach(name)])),
};
const only = process.argv.slice(2);
let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  if (only.length && !only.some((one) => name.includes(one))) continue;
  try {
    await check();
    assert.deepEqual(troubles.splice(0), []);
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error.message}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
