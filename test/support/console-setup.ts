/** Builds the console once for a run: test files that begin at the same time would each build it. */
import { makeConsole } from '../../src/make-console.ts';

export default async function setUp(): Promise<void> {
  await makeConsole();
}
