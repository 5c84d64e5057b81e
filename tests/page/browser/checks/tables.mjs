// Each table that sorts does so by each column: numbers as numbers, what is no number at an end, equals unmoved.
import { openAll, opened } from '../support/browser.mjs';
import { dataOf } from '../support/program.mjs';

// Half of them at least, as the page takes a column.
const holdNumbers = (values) => {
  const numbers = values.filter(isNumber).length;
  return numbers > 0 && 2 * numbers >= values.filter((value) => value !== '').length;
};
const isNumber = (value) => /^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(String(value));

function faultOf(values, order, descending, language) {
  const numbers = holdNumbers(values);
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

// In the page: the title of each column, its cells' texts, and the rows' order after it was sorted once and twice.
function sortInPage(table) {
  const rows = [...table.tBodies[0].rows];
  return [...table.tHead.rows[0].cells].map((head, column) => ({
    title: head.textContent.trim(),
    texts: rows.map((row) => row.cells[column].textContent.trim()),
    sorted: ['first', 'second'].map((time) => {
      head.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      return { time, direction: head.getAttribute('aria-sort'),
        order: [...table.tBodies[0].rows].map((row) => rows.indexOf(row)) };
    }),
  }));
}

async function sortTable(page, data, language) {
  const table = page.locator(`[id="table-${data.name}"][data-sortable]`);
  if ((await table.count()) === 0) {
    return [];
  }
  const problems = [];
  const columns = data.columns.map((one, i) => ({ title: one.title || one.key, values: data.rows.map((row) => row[i]) }));
  for (const { title, texts, sorted } of await table.evaluate(sortInPage)) {
    const at = columns.findIndex((one) => one.title === title);
    if (at === -1) {
      problems.push(`${data.name}: the JSON has no further column '${title}'`);
      continue;
    }
    const { values } = columns.splice(0, at + 1)[at];  // columns of one title stand in the same order
    const numbers = holdNumbers(values);
    for (const { time, direction, order } of sorted) {
      const fault = faultOf(numbers ? values : texts, order, direction === 'descending', language);
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
