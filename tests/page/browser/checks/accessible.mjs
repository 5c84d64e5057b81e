// axe finds nothing, in light and dark, wide and narrow, with everything open.
import { axe, narrow, openAll, opened, wide } from '../support/browser.mjs';

async function violations(page) {
  return page.evaluate(async () => {
    const results = await window.axe.run(document, { resultTypes: ['violations'] });
    return results.violations.map((one) => {
      const node = one.nodes[0];
      return `${one.id} (${one.nodes.length}x): ${node.target.join(' ')}: ${node.failureSummary.split('\n')[1]?.trim()}`;
    });
  });
}

export default {
  name: 'accessible',
  async run(browser, subject) {
    return opened(browser, subject, {}, async (page) => {
      const problems = [];
      await openAll(page);
      await page.evaluate(axe);
      const looks = [['light', wide], ['dark', narrow], ['light', narrow], ['dark', wide]];
      // colours and layout are the same in every language
      for (const [colorScheme, viewport] of subject.language === 'en' ? looks : looks.slice(0, 2)) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        problems.push(...(await violations(page)).map((text) => `${colorScheme}, ${viewport.width} px: ${text}`));
      }
      return problems;
    });
  },
};
