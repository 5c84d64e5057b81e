// Answers stay hidden until their question is opened; of pictures with choices one is seen at a time.
import { opened } from '../support/browser.mjs';
import { dataOf } from '../support/program.mjs';

async function question(page, section) {
  const place = page.locator(`section[id="${section.id}"]`);
  const answer = place.getByText(section.takeaway, { exact: true }).first();
  const problems = [];
  if (!(await place.getByText(section.question, { exact: true }).first().isVisible())) {
    problems.push(`${section.id}: the question is not seen`);
  }
  if (await answer.isVisible()) {
    problems.push(`${section.id}: the answer is seen before its question is opened`);
  }
  const summary = place.locator('details > summary').first();
  await summary.focus();
  await summary.press('Enter');
  if (!(await answer.isVisible())) {
    problems.push(`${section.id}: the answer is not seen when its question is opened`);
  }
  return problems;
}

const picturesSeen = (place) =>
  place.locator('svg.kvtally-chart').evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);

async function choices(page, section) {
  const place = page.locator(`section[id="${section.id}"]`);
  const always = section.pictures.filter((one) => one.choice === '').length;
  const buttons = place.locator('input[type=radio][name^="picture"]');
  const problems = [];
  const chosen = section.pictures.length - always;
  if ((await buttons.count()) !== chosen) {
    return [`${section.id}: ${await buttons.count()} switches for ${chosen} pictures`];
  }
  const seen = new Set();
  for (let i = 0; i < chosen; ++i) {
    await buttons.nth(i).check({ force: true });
    const count = await picturesSeen(place);
    if (count !== always + 1) {
      problems.push(`${section.id}: ${count} pictures are seen with choice ${i + 1}, expected ${always + 1}`);
    }
    seen.add(await place.locator('svg.kvtally-chart').evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute('aria-labelledby')).join()));
  }
  if (seen.size !== chosen) {
    problems.push(`${section.id}: ${chosen} choices show ${seen.size} different pictures`);
  }
  return problems;
}

export default {
  name: 'opening',
  async run(browser, subject) {
    const data = dataOf(subject);
    const problems = [];
    for (const javaScriptEnabled of [true, false]) {
      await opened(browser, subject, { javaScriptEnabled }, async (page) => {
        for (const section of data.sections) {
          if (section.question !== '') {
            problems.push(...(await question(page, section)));
          }
          if (section.pictures.some((one) => one.choice !== '')) {
            problems.push(...(await choices(page, section)));
          }
        }
      });
    }
    return problems;
  },
};
