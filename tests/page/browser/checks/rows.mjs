// Highlight and All show the rows of the JSON's highlights and all of them, with the script and without.
import { opened } from '../support/browser.mjs';
import { modelsOf, visibleRows } from '../support/models.mjs';

async function look(page, rows, how) {
  const problems = [];
  const all = rows.map((row) => row.id);
  const highlights = rows.filter((row) => row.highlight !== null).map((row) => row.id);
  const expect = async (wanted, when) => {
    const seen = await visibleRows(page);
    if (seen.join() !== wanted.join()) {
      problems.push(`${how}, ${when}: ${seen.length} rows are seen, expected ${wanted.length}`);
    }
  };
  const choose = (which) => page.locator(`#models-rows-${which}`);
  await expect(all, 'at first');
  await choose('highlight').check({ force: true });
  await expect(highlights, 'Highlight');
  await choose('all').check({ force: true });
  await expect(all, 'All');
  await choose('all').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(highlights, 'Highlight by keyboard');
  return problems;
}

export default {
  name: 'rows',
  async run(browser, subject) {
    const rows = modelsOf(subject);
    const problems = [];
    for (const javaScriptEnabled of rows.length === 0 ? [] : [true, false]) {
      const how = javaScriptEnabled ? 'with the script' : 'without the script';
      problems.push(...(await opened(browser, subject, { javaScriptEnabled }, (page) => look(page, rows, how))));
    }
    return problems;
  },
};
