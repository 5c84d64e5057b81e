// Without its script the page still has every sentence and every table that is shown; the file is not too large.
import { statSync } from 'node:fs';
import { opened } from '../support/browser.mjs';
import { dataOf } from '../support/program.mjs';

const kMostBytes = 1.2e6;

const plain = (text) => text.replace(/\s+/g, ' ').trim();

export default {
  name: 'plain',
  async run(browser, subject) {
    const problems = [];
    const size = statSync(subject.file).size;
    if (size > kMostBytes) {
      problems.push(`the page has ${size} bytes`);
    }
    return opened(browser, subject, { javaScriptEnabled: false }, async (page) => {
      const texts = new Map(await page.evaluate(() =>
        [...document.querySelectorAll('section[id]')].map((section) => [section.id, section.textContent])));
      for (const section of dataOf(subject).sections) {
        const text = plain(texts.get(section.id) ?? '');
        const sentences = [section.title, section.question, section.takeaway, ...section.text,
          ...section.arithmetic, ...section.notes];
        for (const sentence of sentences.filter((one) => !text.includes(plain(one)))) {
          problems.push(`${section.id}: '${sentence.slice(0, 80)}' is not in the page`);
        }
      }
      return problems;
    });
  },
};
