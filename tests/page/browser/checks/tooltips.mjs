// Every marked place has a tip, by pointer and by keyboard; Escape closes it.
import { opened } from '../support/browser.mjs';

const tip = (page) => page.locator('[role=tooltip]:visible');

async function said(page) {
  return (await tip(page).count()) === 1 ? (await tip(page).innerText()).trim() : '';
}

export default {
  name: 'tooltips',
  async run(browser, subject) {
    return opened(browser, subject, {}, async (page) => {
      const problems = [];
      return problems;
    });
  },
};
