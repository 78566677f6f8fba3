import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type CpuProfile, readProfile } from './kit/read-profile.ts';

const node = (id: number, functionName: string, url = '', lineNumber = -1, children: readonly number[] = []) => ({
  id,
  children,
  callFrame: { functionName, url, lineNumber, columnNumber: 0 },
});

/** Node 1 is the root; the times of the others are 20, 60, 20, 40 and 1,000 microseconds. */
const profile: CpuProfile = {
  nodes: [
    node(1, '(root)'),
    node(2, 'render', pathToFileURL('src/a.ts').href, 4),
    node(3, '(idle)'),
    // The same function, called from elsewhere.
    node(4, 'render', pathToFileURL('src/a.ts').href, 4),
    node(5, 'query', pathToFileURL('node_modules/pg/lib/client.js').href, 8),
    node(6, 'post', 'node:inspector'),
  ],
  samples: [2, 3, 3, 4, 5, 6],
  timeDeltas: [20, 30, 30, 20, 40, 1_000],
};

test('self time is summed by function and by file, without idle time and the start of the profile', () => {
  const { busy, functions, places } = readProfile(profile);
  expect(busy).toBeCloseTo(80 / 140);
  expect(functions).toEqual([
    { name: 'render', place: 'src/a.ts:5', share: 0.5 },
    { name: 'query', place: 'pg', share: 0.5 },
  ]);
  expect(places.map(({ place }) => place)).toEqual(['src/a.ts', 'pg']);
});

test('work of Node and of packages belongs to the nearest function of ours, or else to the package', () => {
  const { callers } = readProfile({
    nodes: [
      node(1, '(root)', '', -1, [2, 5]),
      node(2, 'render', pathToFileURL('src/a.ts').href, 4, [3]),
      node(3, 'query', pathToFileURL('node_modules/pg/lib/client.js').href, 8, [4]),
      node(4, 'writev'),
      node(5, 'parse', pathToFileURL('node_modules/pg/lib/parser.js').href, 8, [6]),
      node(6, 'slice', 'node:buffer'),
      node(7, '(garbage collector)'),
    ],
    samples: [4, 6, 7],
    timeDeltas: [50, 30, 20],
  });
  expect(callers).toEqual([
    { name: 'render', place: 'src/a.ts:5', share: 0.5 },
    { name: '', place: 'pg', share: 0.3 },
    { name: '(garbage collector)', place: '', share: 0.2 },
  ]);
});
