import accessible from '../checks/accessible.mjs';
import data from '../checks/data.mjs';
import drawings from '../checks/drawings.mjs';
import layout from '../checks/layout.mjs';
import opening from '../checks/opening.mjs';
import plain from '../checks/plain.mjs';
import quiet from '../checks/quiet.mjs';
import rows from '../checks/rows.mjs';
import sorting from '../checks/sorting.mjs';
import tooltips from '../checks/tooltips.mjs';

/// Each has a name, and run(browser, subject) that returns what is wrong, a line each.
export const checks = [quiet, plain, data, drawings, opening, rows, sorting, tooltips, layout, accessible];
