// Makes the pictures of the README: charts as kvtally draws them, and the table of models as a browser shows it.
//
//   KVTALLY_PROGRAM=kvtally KVTALLY_PAGE_PACKAGES=FOLDER [KVTALLY_CHROMIUM=chromium] node pictures.mjs FOLDER
import { join } from 'node:path';
import { opened, startBrowser } from './support/browser.mjs';
import { kvtally, written } from './support/program.mjs';

const kCharts = ['growth', 'decode'];
const kTable = { viewport: { width: 1000, height: 800 }, deviceScaleFactor: 1.5, reducedMotion: 'reduce' };

async function photograph(browser, colorScheme, file) {
  await opened(browser, written('attention-evolution', 'en'), { ...kTable, colorScheme }, async (page) => {
    await page.locator('input[type=radio][name=rows][value=highlight]').check({ force: true });
    await page.mouse.move(0, 0);
    await page.locator('#models').screenshot({ path: file, animations: 'disabled' });
  });
}

const folder = process.argv[2];
for (const section of kCharts) {
  kvtally(['report', '--section', section, '-o', 'svg', '-O', join(folder, `${section}.svg`)]);
}
const browser = await startBrowser();
try {
  await photograph(browser, 'light', join(folder, 'models.png'));
  await photograph(browser, 'dark', join(folder, 'models-dark.png'));
} finally {
  await browser.close();
}
