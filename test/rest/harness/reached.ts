/**
 * The responses of the OpenAPI file that the tests of this folder reached, in one file for the run (coverage.test.ts).
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { inject } from 'vitest';

const taken = new Set<string>();

/** `createWorkspace 409 reference_taken`, or `file create-workspace.test.ts` when all tests of a file passed. */
export function reach(line: string): void {
  if (taken.has(line)) return;
  taken.add(line);
  appendFileSync(inject('reachedFile'), `${line}\n`);
}

export function readReached(): ReadonlySet<string> {
  const file = inject('reachedFile');
  return new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
}
