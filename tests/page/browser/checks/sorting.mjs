// The table of models sorts by each column with a click, Enter and the space bar, in both directions, and says so.
import { opened } from '../support/browser.mjs';
import { columnsOf, modelsOf, sortedBy, visibleRows } from '../support/models.mjs';

const kByKeyboard = 2;  // columns that are also sorted by keyboard: words and dates
const kWays = {
  click: (head) => head.click(),
  Enter: (head) => head.press('Enter'),
  Space: (head) => head.press('Space'),
};

// Names and vendors as the page says them. In English they are the data's own.
async function shownWords(page, rows, language) {
  const shown = { name: new Map(), vendor: new Map() };
  const cells = await page.locator('#models > tbody > tr').evaluateAll((all) => all.map((row) =>
    [row.id.replace('models-', ''), ...[1, 2].map((at) => row.cells[at].firstChild.textContent.trim())]));
  for (const [id, name, vendor] of cells) {
    shown.name.set(id, name);
    shown.vendor.set(id, vendor);
  }
  const problems = language !== 'en' ? [] : rows.flatMap((row) =>
    ['name', 'vendor'].filter((key) => shown[key].get(row.id) !== row[key])
      .map((key) => `${row.id}: the ${key} is '${shown[key].get(row.id)}', expected '${row[key]}'`));
  return { shown, problems };
}

// Sorts twice by one column: aria-sort says a direction, the rows have it, and the second time it is the other one.
async function sortTwice(page, head, wanted, name, way) {
  const problems = [];
  const said = [];
  for (const time of ['first', 'second']) {
    await kWays[way](head);
    const direction = await head.getAttribute('aria-sort');
    said.push(direction);
    const seen = await visibleRows(page);
    const expected = wanted[direction] ?? [];
    const at = expected.findIndex((id, i) => id !== seen[i]);
    if (expected.length !== seen.length || at !== -1) {
      problems.push(`${name}, ${time} ${way} (${direction}): row ${at + 1} is ${seen[at]}, not ${expected[at]}`);
    }
  }
  if (said.join() !== 'ascending,descending') {
    problems.push(`${name}, ${way}: aria-sort is ${said.join(', then ')}`);
  }
  const several = await page.locator('#models > thead th[aria-sort]').count();
  return several === 1 ? problems : [...problems, `${name}, ${way}: aria-sort stands at ${several} columns`];
}

async function sortAll(page, rows, language) {
  const { shown, problems } = await shownWords(page, rows, language);
  const columns = columnsOf(shown);
  const heads = page.locator('#models > thead th');
  if ((await heads.count()) !== columns.length) {
    return [`${await heads.count()} columns, expected ${columns.length}`];
  }
  for (const way of Object.keys(kWays)) {
    for (const [i, column] of columns.entries()) {
      if (column && (way === 'click' || i < kByKeyboard)) {
        const wanted = {
          ascending: sortedBy(rows, column, false, language),
          descending: sortedBy(rows, column, true, language),
        };
        problems.push(...(await sortTwice(page, heads.nth(i), wanted, column.name, way)));
      }
    }
  }
  return problems;
}

export default {
  name: 'sorting',
  async run(browser, subject) {
    const rows = modelsOf(subject);
    return rows.length === 0 ? [] : opened(browser, subject, {}, (page) => sortAll(page, rows, subject.language));
  },
};
