// The table of models: what it has to show, from kvtally table, and what it shows.
import { kvtally } from './program.mjs';

/// The rows of `kvtally table -o json` in the report's order; none for a report without rows of its own.
export function modelsOf(subject) {
  return subject.recipe === 'attention-evolution'
    ? JSON.parse(kvtally(['table', subject.recipe, '-o', 'json'])).rows
    : [];
}

/// The ids of the rows that can be seen, from above to below.
export async function visibleRows(page) {
  return page.locator('#models > tbody > tr').evaluateAll((rows) =>
    rows.filter((row) => row.checkVisibility() && row.getBoundingClientRect().height > 0)
      .map((row) => row.id.replace('models-', '')));
}

/// What the columns that sort are sorted by, from the left; null: not at all. Words are those of the page's
/// language: `shown` has them by a row's id.
export function columnsOf(shown) {
  return [
    { name: 'released', key: (row) => row.released },
    { name: 'name', word: (row) => shown.name.get(row.id) },
    { name: 'vendor', word: (row) => shown.vendor.get(row.id) },
    null,
    { name: 'layers', key: (row) => row.layers },
    { name: 'ratio', key: (row) => row.cheap_layers / row.layers },
    { name: 'context', key: (row) => row.max_context ?? Number.POSITIVE_INFINITY },
    { name: 'kv', key: (row) => row.kv_bytes },
    null,
  ];
}

/// The ids in the order of a column; rows that are equal keep the report's order, in both directions.
export function sortedBy(rows, column, descending, language) {
  const words = new Intl.Collator(language, { numeric: true });
  const sign = descending ? -1 : 1;
  const compare = (a, b) => {
    if (column.word) {
      return sign * words.compare(column.word(a), column.word(b));
    }
    return column.key(a) < column.key(b) ? -sign : column.key(a) > column.key(b) ? sign : 0;
  };
  return rows.toSorted(compare).map((row) => row.id);
}
