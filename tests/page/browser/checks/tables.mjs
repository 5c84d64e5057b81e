// Each table that sorts does so by each column: numbers as numbers, what is no number at an end, equals unmoved.
import { openAll, opened } from '../support/browser.mjs';
import { dataOf } from '../support/program.mjs';

const isNumber = (value) => /^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(String(value));

// The rows' numbers in the JSON, from above to below.
async function orderOf(table) {
  return table.locator(':scope > tbody > tr').evaluateAll((rows) => rows.map((row) => Number(row.dataset.at)));
}

function faultOf(values, order, descending, language) {
  const numbers = values.some(isNumber);
  const words = new Intl.Collator(language, { numeric: true });
  const compare = (a, b) => (descending ? -1 : 1) *
    (numbers ? Number(values[a]) - Number(values[b]) : words.compare(values[a], values[b]));
  const counted = order.filter((at) => !numbers || isNumber(values[at]));
  for (let i = 1; i < counted.length; ++i) {
    const order = compare(counted[i - 1], counted[i]);
    if (order > 0 || (order === 0 && counted[i - 1] > counted[i])) {
      return `${values[counted[i - 1]]} stands before ${values[counted[i]]}`;
    }
  }
  const first = order.indexOf(counted[0]);
  const together = counted.every((at, i) => order[first + i] === at);
  return together && (first === 0 || first + counted.length === order.length) ? '' : 'no number is among numbers';
}

async function sortTable(page, data, language) {
  const table = page.locator(`[id="table-${data.name}"][data-sortable]`);
  if ((await table.count()) === 0) {
    return [];
  }
  const problems = [];
  await table.locator(':scope > tbody > tr').evaluateAll((rows) => rows.forEach((row, i) => (row.dataset.at = i)));
  for (const head of await table.locator(':scope > thead th').all()) {
    const title = (await head.innerText()).trim();
    const column = data.columns.findIndex((one) => one.title === title || (one.title === '' && one.key === title));
    if (column === -1) {
      problems.push(`${data.name}: the JSON has no column '${title}'`);
      continue;
    }
    const values = data.rows.map((row) => row[column]);
    for (const time of ['first', 'second']) {
      await head.press('Enter');
      const direction = await head.getAttribute('aria-sort');
      const fault = faultOf(values, await orderOf(table), direction === 'descending', language);
      if (fault !== '') {
        problems.push(`${data.name}, ${title}, ${time} time (${direction}): ${fault}`);
      }
    }
  }
  return problems;
}

export default {
  name: 'tables',
  async run(browser, subject) {
    return opened(browser, subject, {}, async (page) => {
      await openAll(page);
      const problems = [];
      for (const table of dataOf(subject).sections.flatMap((section) => section.tables)) {
        problems.push(...(await sortTable(page, table, subject.language)));
      }
      return problems;
    });
  },
};
