/** Takes down each file of this folder of which every test ran and passed. Runs before each of them. */
import { basename } from 'node:path';
import { afterAll, expect } from 'vitest';
import { reach } from './reached.ts';

interface Task {
  readonly type: string;
  readonly mode: string;
  readonly result?: { readonly state: string };
  readonly tasks?: readonly Task[];
}

function passed({ type, mode, result, tasks = [] }: Task): boolean {
  if (type === 'test') return mode === 'run' && result?.state === 'pass';
  return tasks.every(passed);
}

// biome-ignore lint/correctness/noEmptyPattern: vitest wants it destructured.
afterAll(({}, file) => {
  if (passed(file as unknown as Task)) reach(`file ${basename(expect.getState().testPath ?? '')}`);
});
