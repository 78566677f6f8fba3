/**
 * Reads vitest's JSON reports for `.ci/run`.
 *
 * `again REPORT`: prints the files to run once more, a line each; nothing when too many failed.
 * `sum FOLDER NAME...`: prints what failed and the line `N passed, N failed`. NAME.json is the report of a run, and
 * NAME-again.json, where it exists, of the files that ran once more.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files that may run once more. More of them are no accident of the machine. */
const againMax = 5;

const noReport = { numPassedTests: 0, numFailedTests: 1, testResults: [] };

function read(file) {
  try {
    return { ...noReport, numFailedTests: 0, ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    // A run that wrote no report is one failure.
    return noReport;
  }
}

const failedFiles = ({ testResults }) => testResults.filter(({ status }) => status === 'failed');
const failedTests = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed');

/** Failures of a report. A file that could not be loaded or prepared has no test that failed, and counts as one. */
function failures({ testResults, numFailedTests }) {
  const broken = failedFiles({ testResults }).filter((file) => failedTests(file).length === 0);
  return numFailedTests + broken.length;
}

function print(word, report) {
  for (const file of failedFiles(report)) {
    if (file.message) console.log(`${word} ${file.name}\n${file.message}`);
    for (const { fullName, failureMessages } of failedTests(file)) {
      console.log(`${word} ${file.name} > ${fullName}\n${failureMessages.join('\n')}`);
    }
  }
}

function again(file) {
  const failed = failedFiles(read(file)).map(({ name }) => relative(process.cwd(), name));
  if (failed.length > againMax) return [];
  // What the files of REST reached is compared with the contract after them, so they run together.
  return [...new Set(failed.map((name) => (name.startsWith('test/rest/') ? 'test/rest/' : name)))];
}

function sum(folder, names) {
  let passed = 0;
  let failed = 0;
  for (const name of names) {
    const first = read(join(folder, `${name}.json`));
    const path = join(folder, `${name}-again.json`);
    const second = existsSync(path) ? read(path) : null;
    const stillFailed = failures(second ?? first);
    passed += first.numPassedTests + Math.max(0, failures(first) - stillFailed);
    failed += stillFailed;
    // What passed the second time is shown too: somebody has to find out why it failed.
    print(second && stillFailed === 0 ? 'FAILED ONCE' : 'FAIL', first);
  }
  console.log(`${passed} passed, ${failed} failed`);
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'again') console.log(again(rest[0]).join('\n'));
else sum(rest[0], rest.slice(1));
