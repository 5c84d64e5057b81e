import accessible from '../checks/accessible.mjs';
import charts from '../checks/charts.mjs';
import data from '../checks/data.mjs';
import drawings from '../checks/drawings.mjs';
import layout from '../checks/layout.mjs';
import opening from '../checks/opening.mjs';
import plain from '../checks/plain.mjs';
import quiet from '../checks/quiet.mjs';
import rows from '../checks/rows.mjs';
import sorting from '../checks/sorting.mjs';
import tables from '../checks/tables.mjs';

/// Each has a name, and run(browser, subject) that returns what is wrong, a line each.
export const checks = [quiet, plain, data, drawings, opening, rows, sorting, tables, charts, layout, accessible];

/// What a check finds wrong with a page. One that cannot go on says where it stopped.
export async function problemsOf(check, browser, subject) {
  try {
    return await check.run(browser, subject);
  } catch (error) {
    return [`stopped: ${error.message.replace(/\u001b\[\d+m/g, '')}`];
  }
}
