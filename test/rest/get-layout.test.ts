import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const path = { name: 'default' };
const header = [{ id: 'h', type: 'header', attrs: { name: '{{ brand.name }}' } }];
await acme.ask('saveLayout', { path, body: { header } });

refusesAsUsual('getLayout', acme, () => ({ path }));

it('shows a layout whole, and which templates use it', async () => {
  const footer = [{ id: 'f', type: 'text', attrs: { text: 'Bye' } }];
  const translations = { de: { 'f.text': { text: 'Ende' } } };
  await acme.ask('saveLayout', { path, body: { locale: 'en', header, footer, translations } });
  const { status, body } = await acme.ask('getLayout', { path });
  expect([status, body.data]).toEqual([
    200,
    {
      name: 'default',
      version: 2,
      locale: 'en',
      header,
      footer,
      translations: { de: { 'f.text': { text: 'Ende', source: null } } },
      used_by: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  ]);
});

it('shows an older version, and its own number as the present one', async () => {
  const first = await acme.ask('getLayout', { path, query: { version: '1' } });
  expect([first.status, first.body.data]).toEqual([
    200,
    expect.objectContaining({ name: 'default', version: 1, header, footer: [], translations: {} }),
  ]);
  expect((await acme.ask('getLayout', { path, query: { version: '2' } })).body).toEqual(
    (await acme.ask('getLayout', { path })).body,
  );
});

it('finds no version that was never saved, and refuses what is no number of one', async () => {
  const missing = await acme.ask('getLayout', { path, query: { version: '3' } });
  expect([missing.status, missing.body.code]).toEqual([404, 'not_found']);
  for (const version of ['0', 'last', '2147483648']) {
    const { status, body } = await acme.ask('getLayout', { path, query: { version } });
    expect([status, Object.keys(body.errors ?? {})], version).toEqual([422, ['version']]);
  }
});

it.each(['other', 'Default', 'no name'])('finds no layout %j', async (name) => {
  const { status, body } = await acme.ask('getLayout', { path: { name } });
  expect([status, body.code]).toEqual([404, 'not_found']);
});

it('belongs to its platform', async () => {
  const other = await openPlatform('Other');
  expect((await other.ask('getLayout', { path })).status).toBe(404);
});
