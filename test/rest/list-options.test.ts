/** What every list takes: the rows of a page and a range of times; and what every page gives: links in a header. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { operations } from './harness/contract.ts';
import { callOf, furnish, type Possessions } from './harness/every-call.ts';
import { openPlatform } from './harness/platform.ts';

const { publicUrl } = inject('restService');
const acme = await openPlatform();
let own: Possessions;

beforeAll(async () => {
  own = await furnish(acme, 'listed');
});

const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));
const ask = (id: string, query: Record<string, string>) => acme.ask(id, { ...callOf(id, own), query });
/** What names a row; its other fields may change meanwhile. */
const namesOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id, key, name }) => id ?? key ?? name);
const relation = (link: string | null, name: string) => new RegExp(`<([^>]+)>; rel="${name}"`).exec(link ?? '')?.[1];

it('is said of each list', () => {
  for (const { id, parameters } of lists) {
    const names = parameters.map(({ name }) => name);
    expect(names, id).toEqual(expect.arrayContaining(['per_page', 'cursor']));
  }
});

describe.each(lists.map(({ id }) => id))('%s', (id) => {
  it('has 50 rows to a page, or as many as are asked for, and the links of its body in a header', async () => {
    const usual = await ask(id, {});
    expect([usual.status, usual.body.meta.per_page, usual.headers.get('link')]).toEqual([200, 50, null]);
    const one = await ask(id, { per_page: '1' });
    expect([one.body.meta.per_page, namesOf(one.body.data)]).toEqual([1, namesOf(usual.body.data).slice(0, 1)]);
    expect(relation(one.headers.get('link'), 'next') ?? null).toBe(one.body.links.next);
    expect(relation(one.headers.get('link'), 'prev')).toBeUndefined();
    expect((await ask(id, { per_page: '100' })).body.meta.per_page).toBe(100);
    if (one.body.links.next === null) return;
    const { pathname, search, searchParams, origin } = new URL(one.body.links.next);
    expect([origin, pathname, searchParams.get('per_page'), search.length > 0]).toEqual([
      publicUrl,
      new URL(one.body.meta.path).pathname,
      '1',
      true,
    ]);
    const next = await ask(id, Object.fromEntries(searchParams));
    expect(namesOf(next.body.data)).toEqual(namesOf(usual.body.data).slice(1, 2));
    expect(relation(next.headers.get('link'), 'prev')).toBe(next.body.links.prev);
    expect(next.body.links.prev).not.toBeNull();
  });

  it('refuses a page that is too large or none', async () => {
    for (const per_page of ['101', '0', '-1', '1.5', 'all', '1e1', '0x10', ' 50', '050']) {
      const { status, body } = await ask(id, { per_page });
      expect([status, Object.keys(body.errors)], per_page).toEqual([422, ['per_page']]);
    }
  });

  // The rows of a file have no time.
  it.skipIf(id === 'listImportFaults')('takes a range of times', async () => {
    const { body } = await ask(id, {});
    const past = '2020-01-01T00:00:00Z';
    const future = '2200-01-01T00:00:00+02:00';
    const within = await ask(id, { created_after: past, created_before: future });
    expect(namesOf(within.body.data)).toEqual(namesOf(body.data));
    expect((await ask(id, { created_before: past })).body.data).toEqual([]);
    expect((await ask(id, { created_after: future })).body.data).toEqual([]);
  });
});
