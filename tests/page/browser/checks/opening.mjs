// Answers stay hidden until their question is opened; of pictures with choices one is seen at a time.
import { opened } from '../support/browser.mjs';
import { dataOf } from '../support/program.mjs';

async function question(page, section) {
  const place = page.locator(`section[id="${section.id}"]`);
  const answer = place.locator('.takeaway');
  const problems = [];
  if (!(await place.locator('.question').isVisible())) {
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

// Of the pictures that are shown one at a time, each in its turn.
async function choices(page, section) {
  const place = page.locator(`section[id="${section.id}"]`);
  const problems = [];
  for (const group of await place.locator('fieldset.choices').all()) {
    const switches = await group.locator('input[type=radio]').all();
    const pictures = await group.locator('figure.picture').all();
    if (switches.length !== pictures.length) {
      problems.push(`${section.id}: ${switches.length} switches for ${pictures.length} pictures`);
    }
    for (const [i, one] of switches.entries()) {
      await one.check({ force: true });
      const seen = [];
      for (const picture of pictures) {
        seen.push(await picture.isVisible());
      }
      if (seen.some((visible, at) => visible !== (at === i))) {
        problems.push(`${section.id}: choice ${i + 1} shows ${seen.map(Number).join('')}`);
      }
    }
  }
  const chosen = section.pictures.filter((one) => one.choice !== '').length;
  const switched = await place.locator('fieldset.choices figure.picture').count();
  return chosen === switched ? problems : [...problems, `${section.id}: ${switched} of ${chosen} pictures switch`];
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
          problems.push(...(await choices(page, section)));
        }
      });
    }
    return problems;
  },
};
