// Points and lines tell what they are, by pointer and by keyboard, and Escape ends it; a row of the legend leaves its
// own alone; a chart can be enlarged and saved.
import { readFileSync } from 'node:fs';
import { openAll, opened } from '../support/browser.mjs';
import { filesOf } from '../support/program.mjs';

const kPatience = 10000;  // milliseconds: far more than a busy machine takes

const told = (page) => page.locator('#tip').evaluate((tip) => (tip.checkVisibility() ? tip.textContent : ''));

// In the page: where on the screen a mark of the drawing is, so that it can be pointed at.
function placeOf(mark) {
  const shape = mark instanceof SVGGeometryElement ? mark : mark.querySelector('path, line, circle, rect, polyline');
  if (!shape) {
    const box = mark.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  const inside = shape.localName === 'rect' || shape.localName === 'circle';
  const box = shape.getBBox();
  const at = inside ? new DOMPoint(box.x + box.width / 2, box.y + box.height / 2)
    : shape.getPointAtLength(shape.getTotalLength() / 3);
  const { x, y } = at.matrixTransform(shape.getScreenCTM());
  return { x, y };
}

async function tips(page, figure, words, name) {
  const problems = [];
  const check = async (how, expected) => {
    const text = await told(page);
    if (!expected(text)) {
      problems.push(`${name}: ${how} the tip says '${text.slice(0, 60)}'`);
    }
  };
  await figure.scrollIntoViewIfNeeded();
  const { x, y } = await figure.locator('svg [data-words]:not(.key, .key *)').first().evaluate(placeOf);
  await page.mouse.move(x, y);
  await check('pointed at,', (text) => words.includes(text));
  await page.keyboard.press('Escape');
  await check('after Escape', (text) => text === '');
  const frame = figure.locator('.scroll');
  await frame.focus();
  await frame.press('ArrowRight');
  const first = await told(page);
  await check('by keyboard', (text) => words.includes(text));
  await frame.press('ArrowLeft');
  await frame.press('ArrowRight');
  await check('back by keyboard', (text) => text === first);
  await frame.press('Escape');
  await check('after Escape', (text) => text === '');
  return problems;
}

async function legend(figure, name) {
  const keys = await figure.locator('svg g.key[data-row]').all();
  if (keys.length < 2) {
    return [];
  }
  const problems = [];
  const faded = () => figure.locator('svg').evaluate((svg) => new Set([...svg.querySelectorAll('[data-row]')]
    .filter((one) => !one.matches('.key') && getComputedStyle(one).opacity < 0.5).map((one) => one.dataset.row)).size);
  const rows = await figure.locator('svg').evaluate((svg) => new Set([...svg.querySelectorAll('[data-row]:not(.key)')]
    .map((one) => one.dataset.row)).size);
  for (const [way, wanted] of [['Enter', rows - 1], ['Space', 0]]) {
    await keys[0].press(way);
    const count = await faded();
    if (count !== wanted) {
      problems.push(`${name}: ${way} at the legend fades ${count} of ${rows} rows, expected ${wanted}`);
    }
  }
  return problems;
}

async function enlarge(page, figure, name) {
  const problems = [];
  const dialog = page.locator('dialog#enlarged');
  await figure.locator('button.enlarge').press('Enter');
  if (!(await dialog.locator('svg').isVisible())) {
    problems.push(`${name}: not enlarged`);
  }
  await page.keyboard.press('Escape');
  // A dialog tells that it is closed some time after it is, and the drawing goes back on that word.
  const back = Promise.all([dialog.waitFor({ state: 'hidden', timeout: kPatience }),
    figure.locator('svg').waitFor({ state: 'visible', timeout: kPatience })]);
  if (!(await back.then(() => true, () => false))) {
    problems.push(`${name}: not back in its place after Escape`);
  }
  return problems;
}

// In the page: what a drawing has, apart from its ids and style. A title may stand behind its neighbours.
function contentsOf(text) {
  const tree = new DOMParser().parseFromString(text, 'image/svg+xml');
  tree.querySelectorAll('style').forEach((style) => style.remove());
  const kept = ['x', 'y', 'cx', 'cy', 'd', 'points', 'role'];
  const lines = [...tree.querySelectorAll('*')].map((one) => [one.localName,
    ...kept.map((key) => one.getAttribute(key)), one.childElementCount === 0 ? one.textContent : ''].join(' '));
  return lines.sort().join('\n');
}

async function save(page, figure, files, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), figure.locator('button.save').press('Enter')]);
  const text = readFileSync(await download.path(), 'utf8');
  const own = files.get(download.suggestedFilename())?.toString() ?? '';
  const same = (await page.evaluate(contentsOf, text)) === (await page.evaluate(contentsOf, own));
  return same ? [] : [`${name}: what is saved as ${download.suggestedFilename()} is not what kvtally writes`];
}

// The texts of the marks' titles, as they stand in the file.
function wordsIn(html, id) {
  const figure = html.slice(html.indexOf(`id="${id}"`));
  const drawing = figure.slice(0, figure.indexOf('</svg>'));
  return [...drawing.matchAll(/<title>([^<]*)<\/title>/g)].map((one) => one[1]
    .replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'")
    .replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
}

export default {
  name: 'charts',
  async run(browser, subject) {
    if (subject.language !== 'en') {
      return [];  // the same script
    }
    const html = readFileSync(subject.file, 'utf8');
    const files = filesOf(subject, 'svg');
    return opened(browser, subject, {}, async (page) => {
      await openAll(page);
      const problems = [];
      for (const figure of await page.locator('figure.picture').all()) {
        const id = await figure.getAttribute('id');
        if (!(await figure.isVisible())) {
          await page.locator(`[id="${id}-choice"]`).check({ force: true });
        }
        const words = wordsIn(html, id);
        problems.push(...(words.length === 0 ? [] : await tips(page, figure, words, id)));
        problems.push(...(await legend(figure, id)), ...(await enlarge(page, figure, id)));
        problems.push(...(await save(page, figure, files, id)));
      }
      return problems;
    });
  },
};
