// Makes the pictures of the README in a folder: its charts by the commands that stand there, and the table of models
// as a browser shows it.
//
//   KVTALLY_PROGRAM=kvtally KVTALLY_PAGE_PACKAGES=FOLDER [KVTALLY_CHROMIUM=chromium] node pictures.mjs README FOLDER
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { opened, startBrowser } from './support/browser.mjs';
import { kvtally, written } from './support/program.mjs';

const kTable = { viewport: { width: 1040, height: 800 }, deviceScaleFactor: 1.5, reducedMotion: 'reduce' };

function drawCharts(readme, folder) {
  for (const [, words, file] of readFileSync(readme, 'utf8').matchAll(/^ {4}\$ kvtally (.* -o svg) -O (\S+)$/gm)) {
    kvtally([...words.split(' '), '-O', join(folder, file)]);
  }
}

async function photograph(browser, colorScheme, file) {
  await opened(browser, written('attention-evolution', 'en'), { ...kTable, colorScheme }, async (page) => {
    await page.locator('#models-rows-highlight').check({ force: true });
    await page.mouse.move(0, 0);
    await page.locator('#models').screenshot({ path: file, animations: 'disabled' });
  });
}

const [readme, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
drawCharts(readme, folder);
const browser = await startBrowser();
try {
  await photograph(browser, 'light', join(folder, 'models.png'));
  await photograph(browser, 'dark', join(folder, 'models-dark.png'));
} finally {
  await browser.close();
}
