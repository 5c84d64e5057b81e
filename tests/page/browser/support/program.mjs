// What kvtally writes: the pages under test, and what they are held against.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const kMostOutput = 64 << 20;

export const folder = mkdtempSync(join(tmpdir(), 'kvtally-page-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/// What a command prints. `as` chooses text or bytes; a command that fails throws with what it said.
export function kvtally(words, as = 'utf8') {
  const stdio = ['ignore', 'pipe', 'pipe'];
  return execFileSync(process.env.KVTALLY_PROGRAM, words, { encoding: as, maxBuffer: kMostOutput, stdio });
}

// The models and figures that recipes without models of their own are tried with.
const kWords = {
  'attention-evolution': [],
  models: ['llama-3.1-8b', 'gemma-3-27b', 'deepseek-v3.2'],
  deployment: ['gpt-oss-120b', '--on', 'h100-sxm', '--users', '100', '-c', '32K'],
};

// The program names its reports where it is asked for one that it has not.
function recipes() {
  try {
    kvtally(['report', 'no-such-report']);
  } catch (refusal) {
    return /a report \(([^)]*)\)/.exec(refusal.stderr)[1].split(', ');
  }
  throw new Error('kvtally report knows a report that is none');
}

/// A page in a file, and its data. `words` ask kvtally for it.
export function written(recipe, language) {
  if (!(recipe in kWords)) {
    throw new Error(`no models are given for the report '${recipe}' (tests/page/browser/support/program.mjs)`);
  }
  const words = ['report', recipe, ...kWords[recipe], '--lang', language];
  const file = join(folder, `${recipe}.${language}.html`);
  kvtally([...words, '-O', file]);
  return { name: `${recipe} ${language}`, recipe, language, words, file, url: pathToFileURL(file).href };
}

/// All pages: every report that the program has, in every language.
export function allPages() {
  return recipes().flatMap((recipe) => ['en', 'zh'].map((language) => written(recipe, language)));
}

/// The page's `-o json`.
export function dataOf(subject) {
  return JSON.parse(kvtally([...subject.words, '-o', 'json']));
}

/// The files that `-o FORMAT -O FOLDER/` writes: name to bytes. None where the report has none of these.
export function filesOf(subject, format) {
  const into = mkdtempSync(join(folder, `${format}-`));
  kvtally([...subject.words, '-o', format, '-O', into + '/']);
  return new Map(readdirSync(into).map((name) => [name, readFileSync(join(into, name))]));
}
