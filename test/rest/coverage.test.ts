/** Runs after all of test/rest: a response that the OpenAPI file lists and no test reached fails the run. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { operations, promisedAnswers } from './harness/contract.ts';
import { readReached } from './harness/reached.ts';

/** This file, and the one that reads the OpenAPI file without a service. */
const apart = [basename(import.meta.url), 'contract.test.ts'];
const files = globSync('*.test.ts', { cwd: fileURLToPath(new URL('.', import.meta.url)) }).filter(
  (file) => !apart.includes(file),
);

it('has a file of its own for each operation', () => {
  const wanted = operations.map(({ id }) => `${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`);
  expect(wanted.filter((file) => !files.includes(file))).toEqual([]);
});

it('reached every path, status and code of the contract', ({ skip }) => {
  const reached = readReached();
  const left = files.filter((file) => !reached.has(`file ${file}`));
  // A run of some files, or with failures of its own, says nothing of the others.
  skip(left.length > 0, `${left.length} files of test/rest did not run whole`);
  expect(promisedAnswers.filter((answer) => !reached.has(answer))).toEqual([]);
});
