import { expect, it } from 'vitest';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('listKeys', acme, () => ({}));

it('lists the keys of the platform, newest first, without their secrets', async () => {
  const { body: made } = await acme.ask('createKey', {
    body: { name: 'Shop', workspace: 'ref:shop', scopes: ['read'] },
  });
  const { status, body } = await acme.ask('listKeys');
  expect([status, body.data[0]]).toEqual([
    200,
    {
      id: made.data.id,
      name: 'Shop',
      scopes: ['read'],
      workspace: { id: acme.workspace, reference: 'shop' },
      created_at: expect.any(String),
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    },
  ]);
  expect(JSON.stringify(body)).not.toContain(made.data.secret);
  const pages = await readPages(acme, 'listKeys', { query: { per_page: '1' } });
  expect(namesOf(pages, 'id')).toEqual(body.data.map(({ id }: { id: string }) => id));
});

it('shows nobody those of another platform', async () => {
  const ids = (await (await stranger()).ask('listKeys')).body.data.map(({ id }: { id: string }) => id);
  expect(ids).not.toContain(acme.apiKey.id);
});
