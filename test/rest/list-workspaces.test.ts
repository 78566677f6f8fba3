import { expect, it } from 'vitest';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('listWorkspaces', acme, () => ({}));

it('lists the live workspaces of the platform alone', async () => {
  const { status, body } = await acme.ask('listWorkspaces');
  expect(status).toBe(200);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([acme.workspace]);
  expect(body.links).toEqual({ first: null, last: null, prev: null, next: null });
  expect(body.meta).toEqual({
    path: expect.stringMatching(/^http.*\/v1\/workspaces$/),
    per_page: 50,
    next_cursor: null,
    prev_cursor: null,
  });
  const others = await (await stranger()).ask('listWorkspaces');
  expect(others.body.data.map(({ id }: { id: string }) => id)).not.toContain(acme.workspace);
});

it('shows each workspace once, newest first, while others are made', async () => {
  const many = await openPlatform('Many');
  for (let number = 1; number <= 101; number++) await many.newWorkspace(`n-${number}`);
  const pages = await readPages(many, 'listWorkspaces', {}, () => many.newWorkspace(`late-${crypto.randomUUID()}`));
  expect(pages.map(({ data }) => data.length)).toEqual([50, 50, 2]);
  expect(namesOf(pages, 'reference')).toEqual([...Array.from({ length: 101 }, (_, at) => `n-${101 - at}`), 'shop']);
});

it('refuses a cursor that does not decode', async () => {
  for (const cursor of ['', 'x', 'bm9uZQ', `${'A'.repeat(200)}`]) {
    const { status, body } = await acme.ask('listWorkspaces', { query: { cursor } });
    expect([status, Object.keys(body.errors ?? {})], cursor).toEqual([422, ['cursor']]);
  }
});
