import Tablesort from "tablesort";

const never = () => false; // a column says how it sorts; nothing is guessed
const order = (a, b) => (a === b ? 0 : a < b ? 1 : -1); // tablesort reverses what it sorted to rise

const number = (text) => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : -Infinity);

// Tablesort takes an unknown method for text without a word, so that 9 would stand behind 10.
Tablesort.extend("number", never, (a, b) => order(number(a), number(b)));
Tablesort.extend("text", never, (a, b) => b.localeCompare(a, document.documentElement.lang, { numeric: true }));

// What has no value stands last, whichever way the others go.
function blanksLast(table) {
  const column = table.querySelector("th[aria-sort]")?.cellIndex;
  for (const body of column === undefined ? [] : table.tBodies) {
    body.append(...[...body.rows].filter((row) => row.cells[column]?.dataset.sort === ""));
  }
}

// Tablesort turns equal rows round. They come out in the table's own order when they go in the other way.
function turnRound(bodies) {
  for (const [body, rows] of bodies) {
    body.append(...rows.toReversed());
  }
}

export function sortTables(root) {
  for (const table of root.querySelectorAll("table[data-sortable]")) {
    const bodies = new Map([...table.tBodies].map((body) => [body, [...body.rows]]));
    table.addEventListener("beforeSort", () => turnRound(bodies));
    table.addEventListener("afterSort", () => blanksLast(table));
    new Tablesort(table);
    table.tHead.addEventListener("keydown", (event) => {
      if (event.key === " " && event.target.matches("th")) {
        event.preventDefault(); // the space bar would scroll
        event.target.click();
      }
    });
  }
}
