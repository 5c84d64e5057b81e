// A real Chromium that opens pages from file://, as a reader does.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.env.KVTALLY_PAGE_PACKAGES, 'package.json'));
const { chromium } = require('playwright-core');

/// The text of axe-core, which is evaluated in a page (its policy lets no further script in).
export const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const wide = { width: 1280, height: 900 };
export const narrow = { width: 360, height: 740 };

/// A new browser with a profile of its own.
export async function startBrowser() {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: process.env.KVTALLY_CHROMIUM, args });
}

/// Opens a page in a context of its own, calls `look` with it, and closes it. What `look` returns is returned.
export async function opened(browser, subject, options, look) {
  const context = await browser.newContext({ viewport: wide, colorScheme: 'light', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(30000);  // a busy machine is not a fault
  try {
    const page = await context.newPage();
    await options.before?.(page);
    await page.goto(subject.url, { waitUntil: 'load' });
    return await look(page);
  } finally {
    await context.close();
  }
}

/// Opens every <details> of the page.
export async function openAll(page) {
  await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
}
