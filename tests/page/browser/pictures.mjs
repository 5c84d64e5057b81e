// Makes the pictures of the README in a folder: its charts by the commands that stand there, and the table of models
// as a browser shows it.
//
//   KVTALLY_PROGRAM=kvtally KVTALLY_PAGE_PACKAGES=FOLDER [KVTALLY_CHROMIUM=chromium] node pictures.mjs README FOLDER
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { opened, startBrowser } from './support/browser.mjs';
import { kvtally, written } from './support/program.mjs';

const kTable = { viewport: { width: 1320, height: 900 }, deviceScaleFactor: 1, reducedMotion: 'reduce' };
const kRows = 12;  // as many as make a small file

function drawCharts(readme, folder) {
  for (const [, words, file] of readFileSync(readme, 'utf8').matchAll(/^ {4}\$ kvtally (.* -o svg) -O (\S+)$/gm)) {
    kvtally([...words.split(' '), '-O', join(folder, file)]);
  }
}

async function photograph(browser, colorScheme, file) {
  await opened(browser, written('attention-evolution', 'en'), { ...kTable, colorScheme }, async (page) => {
    await page.locator('#models-rows-highlight').check({ force: true });
    const { x, y, width } = await page.locator('#models').boundingBox();
    const last = await page.locator('#models > tbody > tr:visible').nth(kRows - 1).boundingBox();
    const clip = { x, y, width, height: last.y + last.height - y };
    await page.screenshot({ path: file, fullPage: true, animations: 'disabled', clip });
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
