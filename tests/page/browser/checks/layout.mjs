// Nothing runs out of a narrow page or of the paper, and print opens what is closed.
import { narrow, openAll, opened } from '../support/browser.mjs';

// In the page: what makes it wider than its window, the outermost first.
function tooWide() {
  const room = document.scrollingElement.clientWidth;
  if (document.scrollingElement.scrollWidth <= room) {
    return [];
  }
  const scrolls = (one) => one && (/auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowX) ||
    scrolls(one.parentElement));
  const out = [...document.body.querySelectorAll('*')].filter((one) =>
    one.getBoundingClientRect().right > room + 1 && !scrolls(one.parentElement));
  const worst = out[0];
  return [`${document.scrollingElement.scrollWidth} px wide: ${worst?.localName}.${worst?.className} ` +
    `${worst?.textContent.slice(0, 40)}`];
}

async function narrowly(page) {
  await page.setViewportSize(narrow);
  const closed = await page.evaluate(tooWide);
  await openAll(page);
  return [...closed, ...(await page.evaluate(tooWide))].map((text) => `at 360 px: ${text}`);
}

// The contents of <details> that paper would not show; licences and links to files need not be there.
function hiddenContents() {
  return [...document.querySelectorAll('details:not(.licences)')].flatMap((one) => {
    const inside = [...one.children].filter((child) => !child.matches('summary, .files, .tools'));
    const hidden = inside.filter((child) => !child.checkVisibility({ contentVisibilityAuto: true }));
    return hidden.length === 0 ? [] : [`${one.querySelector('summary')?.textContent.trim().slice(0, 60)}`];
  });
}

async function printed(page) {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  // The browser may take some frames to lay out what was hidden until now.
  let hidden = await page.evaluate(hiddenContents);
  for (let frames = 0; hidden.length > 0 && frames < 200; ++frames) {
    hidden = await page.evaluate(hiddenContents);
  }
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  const pages = paper.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  const problems = hidden.map((text) => `in print: what stands under '${text}' is hidden`);
  return pages > 0 ? problems : [...problems, 'in print: no pages'];
}

export default {
  name: 'layout',
  async run(browser, subject) {
    const problems = await opened(browser, subject, {}, narrowly);
    for (const javaScriptEnabled of [true, false]) {
      problems.push(...(await opened(browser, subject, { javaScriptEnabled }, printed)));
    }
    return problems;
  },
};
