import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type AdvisoryList, findAdvisories } from './find-advisories.ts';

const list: AdvisoryList = {
  collected: '2026-01-01',
  advisories: [{ id: 'GHSA-1', package: 'a', from: '2.1.0', below: '2.10.3' }],
  accepted: [{ path: 'node_modules/b/node_modules/a', ids: ['GHSA-1'], why: 'Not loaded.' }],
};
const found = (packages: Record<string, { version: string; dev?: boolean }>) =>
  findAdvisories({ packages }, list).map(({ path, isAccepted }) => [path, isAccepted]);

test.each([
  ['2.0.9', false],
  ['2.1.0', true],
  ['2.9.30', true],
  ['2.10.2', true],
  ['2.10.3-rc.1', true],
  ['2.10.3', false],
  ['10.0.0', false],
])('version %s is concerned: %s', (version, isConcerned) => {
  expect(found({ 'node_modules/a': { version } })).toEqual(isConcerned ? [['node_modules/a', false]] : []);
});

test('only a package of that name, of production, at a path where it is not accepted counts', () => {
  expect(
    found({
      'node_modules/a': { version: '2.2.0', dev: true },
      'node_modules/@other/a': { version: '2.2.0' },
      'node_modules/b/node_modules/a': { version: '2.2.0' },
      'node_modules/c/node_modules/a': { version: '2.2.0' },
    }),
  ).toEqual([
    ['node_modules/b/node_modules/a', true],
    ['node_modules/c/node_modules/a', false],
  ]);
});

test('no known advisory concerns the lock file but those that are accepted, and each of these still does', async () => {
  const read = async (path: string) => JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'));
  const known: AdvisoryList = await read('advisories.json');
  const findings = findAdvisories(await read('../../package-lock.json'), known);
  expect(findings.filter(({ isAccepted }) => !isAccepted)).toEqual([]);
  const accepted = known.accepted.flatMap(({ path, ids }) => ids.map((id) => `${path} ${id}`));
  expect(findings.map(({ path, id }) => `${path} ${id}`).toSorted()).toEqual(accepted.toSorted());
});
