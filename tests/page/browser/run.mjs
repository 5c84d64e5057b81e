// Tests kvtally's pages in a real Chromium, as they are opened from a disk. A line a check and page; exit code 1
// when one fails.
//
//   KVTALLY_PROGRAM=kvtally KVTALLY_PAGE_PACKAGES=FOLDER [KVTALLY_CHROMIUM=chromium] node run.mjs [FILTER]
//   … node run.mjs --broken     the checks against pages with faults: each is found, and nothing else
//
// FOLDER has node_modules with playwright-core and axe-core. FILTER: what the name of a check begins with.
import { startBrowser } from './support/browser.mjs';
import { checks, problemsOf } from './support/checks.mjs';
import { allPages } from './support/program.mjs';
import { findFaults } from './support/faults.mjs';

async function runAll(browser, filter) {
  const chosen = checks.filter((check) => check.name.startsWith(filter));
  if (chosen.length === 0) {
    throw new Error(`no check begins with '${filter}'; there are ${checks.map((one) => one.name).join(', ')}`);
  }
  let failed = 0;
  for (const subject of allPages()) {
    for (const check of chosen) {
      const begin = performance.now();
      const problems = await problemsOf(check, browser, subject);
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      console.log(`${problems.length === 0 ? 'passed' : 'FAILED'}  ${check.name}: ${subject.name} (${seconds} s)`);
      problems.forEach((problem) => console.log(`    ${problem}`));
      failed += problems.length === 0 ? 0 : 1;
    }
  }
  return failed;
}

const [word = ''] = process.argv.slice(2);
const browser = await startBrowser();
try {
  const failed = word === '--broken' ? await findFaults(browser) : await runAll(browser, word);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await browser.close();
}
