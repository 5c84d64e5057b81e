// Every drawing, in the page and in a file of its own, is well-formed XML with a title of its own.
import { readFileSync } from 'node:fs';
import { opened } from '../support/browser.mjs';
import { dataOf, filesOf } from '../support/program.mjs';

// In the page: the parser of the browser, for each text.
function faultsOf(drawings) {
  const ids = new Set();
  const problems = [];
  for (const [name, text] of drawings) {
    const tree = new DOMParser().parseFromString(text, 'image/svg+xml');
    const root = tree.documentElement;
    const fault = tree.querySelector('parsererror');
    if (fault || root.localName !== 'svg') {
      problems.push(`${name}: no XML: ${(fault ?? root).textContent.slice(0, 80)}`);
      continue;
    }
    if (root.getAttribute('role') !== 'img' || !root.querySelector(':scope > title')?.textContent.trim()) {
      problems.push(`${name}: no role img or no title`);
    }
    for (const one of root.querySelectorAll('script, image, foreignObject, [href]')) {
      problems.push(`${name}: has a ${one.localName}`);
    }
    const labels = (root.getAttribute('aria-labelledby') ?? '').split(' ');
    for (const label of labels.filter((id) => !root.querySelector(`[id="${id}"]`))) {
      problems.push(`${name}: its label '${label}' is not in it`);
    }
    for (const one of root.querySelectorAll('[id]')) {
      if (ids.has(one.id)) {
        problems.push(`${name}: the id ${one.id} is that of another drawing`);
      }
      ids.add(one.id);
    }
  }
  return problems;
}

export default {
  name: 'drawings',
  async run(browser, subject) {
    const text = readFileSync(subject.file, 'utf8');
    const inside = [...text.matchAll(/<svg [\s\S]*?<\/svg>/g)].map((one, i) => [`drawing ${i + 1}`, one[0]]);
    const wanted = dataOf(subject).sections.flatMap((section) => section.pictures.map((one) => one.name + '.svg'));
    const files = filesOf(subject, 'svg');
    const problems = [];
    if (inside.length !== wanted.length || [...files.keys()].sort().join() !== wanted.sort().join()) {
      problems.push(`${inside.length} drawings in the page, ${files.size} files, ${wanted.length} in the JSON`);
    }
    return opened(browser, subject, {}, async (page) => [
      ...problems,
      ...(await page.evaluate(faultsOf, inside)),
      ...(await page.evaluate(faultsOf, [...files].map(([name, bytes]) => [name, bytes.toString()]))),
    ]);
  },
};
