// Each column sorts by click, Enter and Space, in both directions, and says so.
import { opened } from '../support/browser.mjs';
import { modelsOf, sortedBy, visibleRows } from '../support/models.mjs';

const kColumns = ['released', 'vendor', 'ratio', 'max_context', 'kv_bytes'];  // at least
const kWays = {
  click: (button) => button.click(),
  Enter: (button) => button.press('Enter'),
  Space: (button) => button.press('Space'),
};

async function columnsOf(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('#models > thead th[data-key]')].map((head) => head.dataset.key));
}

// Sorts twice by one column: aria-sort says a direction, the rows have it, and the second time it is the other one.
async function sortTwice(page, rows, column, way) {
  const problems = [];
  const head = page.locator(`#models > thead th[data-key="${column}"]`);
  const said = [];
  for (const time of ['first', 'second']) {
    await kWays[way](head.locator('button'));
    const direction = await head.getAttribute('aria-sort');
    said.push(direction);
    if (direction !== 'ascending' && direction !== 'descending') {
      problems.push(`${column}, ${time} ${way}: aria-sort is ${direction}`);
      continue;
    }
    const seen = await visibleRows(page);
    const wanted = sortedBy(rows, column, direction === 'descending');
    const at = wanted.findIndex((id, i) => id !== seen[i]);
    if (at !== -1) {
      problems.push(`${column}, ${time} ${way} (${direction}): row ${at + 1} is ${seen[at]}, not ${wanted[at]}`);
    }
  }
  if (said[0] === said[1]) {
    problems.push(`${column}: ${way} does not turn the order round`);
  }
  if ((await page.locator('#models > thead th[aria-sort]:not([aria-sort=none])').count()) > 1) {
    problems.push(`${column}: aria-sort is said of several columns after ${way}`);
  }
  return problems;
}

export default {
  name: 'sorting',
  async run(browser, subject) {
    const rows = modelsOf(subject);
    return rows.length === 0 ? [] : opened(browser, subject, {}, async (page) => {
      const problems = [];
      const columns = await columnsOf(page);
      for (const column of kColumns.filter((one) => !columns.includes(one))) {
        problems.push(`${column}: no column to sort by`);
      }
      for (const way of Object.keys(kWays)) {
        for (const column of columns) {
          problems.push(...(await sortTwice(page, rows, column, way)));
        }
      }
      return problems;
    });
  },
};
