// The CSV behind each link is what the program writes, byte for byte; no table lacks its link.
import { opened } from '../support/browser.mjs';
import { filesOf, kvtally } from '../support/program.mjs';

async function linksOf(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('a[download]')].map((link) => [link.getAttribute('download'), link.href]));
}

export default {
  name: 'data',
  async run(browser, subject) {
    const files = filesOf(subject, 'csv');
    if (subject.recipe === 'attention-evolution' && subject.language === 'en') {
      // the same table by the command that prints it, in English
      files.set('models-table.csv', Buffer.from(kvtally(['table', subject.recipe, '-o', 'csv'], 'buffer')));
    }
    return opened(browser, subject, {}, async (page) => {
      const problems = [];
      const linked = new Set();
      for (const [name, address] of await linksOf(page)) {
        const [head, body] = address.split(',');
        linked.add(name);
        if (!/^data:text\/csv(;charset=utf-8)?;base64$/.test(head)) {
          problems.push(`${name}: the link begins with ${head.slice(0, 60)}`);
        } else if (!files.has(name)) {
          problems.push(`${name}: kvtally report -o csv writes no such file`);
        } else if (!Buffer.from(body, 'base64').equals(files.get(name))) {
          problems.push(`${name}: the page's data is not what kvtally writes`);
        }
      }
      for (const name of files.keys()) {
        if (!linked.has(name)) {
          problems.push(`${name}: no link in the page`);
        }
      }
      return problems;
    });
  },
};
