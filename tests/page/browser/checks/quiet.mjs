// Nothing is said on the console, nothing is asked for beside the file, and the policy that holds this is there.
import { openAll, opened } from '../support/browser.mjs';

async function watch(page, problems, own) {
  page.on('console', (message) => problems.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`));
  page.on('request', (request) => {
    if (request.url() !== own) {
      problems.push(`request: ${request.url().slice(0, 100)}`);
    }
  });
  await page.addInitScript(() => {
    window.violations = [];
    addEventListener('securitypolicyviolation', (event) => {
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}

// In the page: a click on each, and what opens above the page is closed before the next.
async function clickAll(controls) {
  const dialog = document.querySelector('dialog');
  for (const control of controls) {
    control.click();
    if (dialog?.open) {
      const closed = new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
      dialog.close();
      await closed;
    }
  }
}

function faultsOfPolicy(policy) {
  const rules = new Map((policy ?? '').split(';').map((rule) => rule.trim()).map((rule) => {
    const [name, ...sources] = rule.split(/\s+/);
    return [name, sources];
  }));
  const problems = [];
  if (rules.get('default-src')?.join() !== "'none'") {
    problems.push(`policy: default-src is not 'none' in ${policy}`);
  }
  for (const [name, sources] of rules) {
    for (const source of sources) {
      // no host, no scheme but data:, no script but the page's own
      const fits = name === 'script-src' ? /^('none'|'sha256-[^']*')$/ : /^('none'|'unsafe-inline'|data:)$/;
      if (!fits.test(source)) {
        problems.push(`policy: ${name} lets ${source} in`);
      }
    }
  }
  return problems;
}

export default {
  name: 'quiet',
  async run(browser, subject) {
    const problems = [];
    await opened(browser, subject, { before: (page) => watch(page, problems, subject.url) }, async (page) => {
      await openAll(page);
      await page.locator('th, input[type=radio], figure button').evaluateAll(clickAll);
      problems.push(...(await page.evaluate(() => window.violations)).map((text) => `policy broken: ${text}`));
      const policy = page.locator('meta[http-equiv=Content-Security-Policy]');
      problems.push(...faultsOfPolicy(await policy.getAttribute('content').catch(() => '')));
    });
    return problems;
  },
};
