// Pages with faults put in: the checks have to find each of them, and nothing else.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checks, problemsOf } from './checks.mjs';
import { folder, written } from './program.mjs';

const beforeEnd = (text) => (html) => html.replace('</main>', () => `${text}</main>`);
const once = (from, to) => (html) => html.replace(from, to);

// `put` changes the page's text; `seen`: by which checks, and what they say. The policy is the first, since it would
// keep the scripts that follow from running.
const kFaults = [
  { name: 'a policy that lets any script run', put: once(/script-src 'sha256-[^']*'/, "script-src 'unsafe-inline'"),
    seen: { quiet: /^policy: script-src lets 'unsafe-inline' in/ } },
  { name: 'a policy that lets requests out', put: once("default-src 'none'", 'default-src https:'),
    seen: { quiet: /^policy: default-src/ } },
  { name: 'a word on the console', put: beforeEnd('<script>console.log("a word")</script>'),
    seen: { quiet: /^console log: a word$/ } },
  { name: 'a script that fails', put: beforeEnd('<script>nothing.there()</script>'),
    seen: { quiet: /^page error: nothing is not defined/ } },
  { name: 'a picture from elsewhere', put: beforeEnd('<img alt="" src="https://example.invalid/a.png">'),
    seen: { quiet: /example\.invalid/ } },
  { name: 'a row that sorts elsewhere', put: once(/(?<=id="models-llama-1-65b".*data-sort=")\d{9,}/, '7'),
    seen: { sorting: /^kv, / } },
  { name: 'a row that is no highlight', put: once(/(<tr id="models-[^"]*") data-highlight/, '$1'),
    seen: { rows: /Highlight.*: \d+ rows are seen/ } },
  { name: 'a cell that sorts elsewhere', put: once(/(id="table-four-attentions"[\s\S]*?data-sort=")\d+/, '$17'),
    seen: { tables: /^four-attentions, kept, / } },
  { name: 'an answer that is open', put: once('<details class="answer">', '<details class="answer" open>'),
    seen: { opening: /the answer is (not )?seen/ } },
  { name: 'a takeaway that is gone', put: once(/(id="errata-heading"[\s\S]*?)<p class="takeaway">.*?<\/p>/, '$1'),
    seen: { plain: /^errata: .* is not in the page$/ } },
  { name: 'data that is not the table', put: once(/(<a download="[^"]*" href="data:text\/csv[^,]*,)..../, '$1AAAA'),
    seen: { data: /is not what kvtally writes$/ } },
  { name: 'a drawing that is not XML', put: once(/(<svg [^]*?<title[^>]*>)/, '$1&nbsp;'),
    seen: { drawings: /no XML/ } },
  { name: 'a tip that is never seen', put: beforeEnd('<style>#tip{display:none!important}</style>'),
    seen: { charts: /the tip says ''$/ } },
  { name: 'a drawing that is saved under another name', put: once(/data-file="[^"]*"/, 'data-file="other.svg"'),
    seen: { charts: /saved as other\.svg is not what kvtally writes$/ } },
  { name: 'a box that is too wide', put: beforeEnd('<div style="width:600px">wide</div>'),
    seen: { layout: /^at 360 px: 6\d\d px wide/ } },
  { name: 'contents that are not printed', put: beforeEnd(`<style>
      @media print { details > :not(summary) { display: none !important } }</style>`),
    seen: { layout: /^in print: what stands under/ } },
  { name: 'grey on white', put: beforeEnd('<p style="color:#bbb;background:#fff">pale</p>'),
    seen: { accessible: /color-contrast/ } },
];

function brokenPage(faults) {
  const subject = written('attention-evolution', 'en');
  let text = readFileSync(subject.file, 'utf8');
  for (const fault of faults) {
    const changed = fault.put(text);
    if (changed === text) {
      throw new Error(`nothing in the page for the fault '${fault.name}'`);
    }
    text = changed;
  }
  const file = join(folder, 'broken.html');
  writeFileSync(file, text);
  return { ...subject, file, url: pathToFileURL(file).href };
}

/// Runs every check on the pages with faults; returns how many faults were not found and problems not expected.
export async function findFaults(browser) {
  let failed = 0;
  const say = (good, text) => {
    console.log(`${good ? 'passed' : 'FAILED'}  ${text}`);
    failed += good ? 0 : 1;
  };
  const subject = brokenPage(kFaults);
  for (const check of checks) {
    const faults = kFaults.filter((fault) => check.name in fault.seen);
    const problems = await problemsOf(check, browser, subject);
    for (const fault of faults) {
      say(problems.some((problem) => fault.seen[check.name].test(problem)), `${check.name} finds ${fault.name}`);
    }
    const others = problems.filter((problem) => !faults.some((fault) => fault.seen[check.name].test(problem)));
    others.forEach((problem) => say(false, `${check.name} says besides: ${problem}`));
    if (faults.length === 0) {
      say(false, `no fault makes ${check.name} fail`);
    }
  }
  return failed;
}
