/** The attack of reads asks for every GET: one that is added must be asked there too. */
import { expect, test } from 'vitest';
import { restReads } from '../attacks/reads/rest-reads.ts';
import { nobodys } from '../support/root-arguments.ts';

test('the attack of reads has a path for every GET', () => {
  const paths = restReads(nobodys).map(({ path }) => path);
  expect(paths.filter((path) => /[{}]|undefined/.test(path))).toEqual([]);
  expect(paths).toContain(`/v1/pictures/${nobodys.picture}`);
});
