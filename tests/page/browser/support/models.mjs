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
  return page.evaluate(() =>
    [...document.querySelectorAll('#models > tbody > tr[data-model]')]
      .filter((row) => row.checkVisibility() && row.getBoundingClientRect().height > 0)
      .map((row) => row.dataset.model));
}

// What each column is sorted by: numbers as numbers, months and words as text.
const kKeys = {
  released: (row) => row.released,
  name: (row) => row.name.toLowerCase(),
  vendor: (row) => row.vendor.toLowerCase(),
  parameters: (row) => row.parameters_total,
  layers: (row) => row.layers,
  cheap_layers: (row) => row.cheap_layers,
  ratio: (row) => row.cheap_layers / row.layers,
  max_context: (row) => row.max_context ?? Number.POSITIVE_INFINITY,
  kv_bytes: (row) => row.kv_bytes,
};

/// The ids in the order of a column; rows that are equal keep the report's order, in both directions. Throws where
/// the column is not known here.
export function sortedBy(rows, column, descending) {
  const key = kKeys[column];
  if (!key) {
    throw new Error(`no order is known for the column '${column}' (tests/page/browser/support/models.mjs)`);
  }
  const sign = descending ? -1 : 1;
  const compare = (a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0);
  return rows.toSorted(compare).map((row) => row.id);
}
