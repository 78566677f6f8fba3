import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('getBrand', acme, () => ({}));

it('finds no brand before one is saved, then that one', async () => {
  const none = await acme.ask('getBrand');
  expect([none.status, none.body.code]).toEqual([404, 'not_found']);
  const saved = await acme.ask('saveBrand', { body: { name: 'Acme' } });
  expect(saved.body.data).toEqual({
    name: 'Acme',
    logo_url: null,
    dark_logo_url: null,
    colors: { background: null, surface: null, text: null, muted: null, link: null, primary: null, on_primary: null },
    dark_colors: {
      background: null,
      surface: null,
      text: null,
      muted: null,
      link: null,
      primary: null,
      on_primary: null,
    },
    font_family: null,
    border_radius: null,
    address: null,
    support_url: null,
    social_links: [],
    legal_line: null,
    version: 1,
    updated_at: expect.any(String),
  });
  const { status, body } = await acme.ask('getBrand');
  expect([status, body]).toEqual([200, saved.body]);
});

it('belongs to its platform', async () => {
  const other = await openPlatform('Other');
  expect((await other.ask('getBrand')).status).toBe(404);
});
