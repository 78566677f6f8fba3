import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const save = (body: Readonly<Record<string, unknown>>) => acme.ask('saveBrand', { body });

refusesAsUsual('saveBrand', acme, () => ({ body: { name: 'Acme' } }));

const whole = {
  name: 'Owner',
  logo_url: 'https://owner.example/logo.png',
  colors: { primary: '#0f766e', on_primary: '#ffffff' },
  dark_colors: { surface: '#101010' },
  font_family: 'Avenir, sans-serif',
  border_radius: 4.5,
  address: 'Street 1\nTown',
  support_url: 'mailto:help@owner.example',
  social_links: [{ name: 'Mastodon', url: 'https://social.example/@owner' }],
  legal_line: 'No. 1',
};

it('keeps the whole brand, counts its changes, and nothing that is left out', async () => {
  const owner = await openPlatform('Owner');
  const first = await owner.ask('saveBrand', { body: whole });
  expect([first.status, first.body.data]).toMatchObject([201, { ...whole, version: 1 }]);
  const same = await owner.ask('saveBrand', { body: { ...whole, dark_logo_url: null } });
  expect([same.status, same.body]).toEqual([200, first.body]);
  const next = await owner.ask('saveBrand', { body: { name: 'Owner' } });
  expect([next.status, next.body.data]).toMatchObject([200, { version: 2, logo_url: null, colors: { primary: null } }]);
  expect((await owner.ask('getBrand')).body).toEqual(next.body);
});

it.each([
  [{}, 'name'],
  [{ name: '' }, 'name'],
  [{ name: 7 }, 'name'],
  [{ name: 'A', logo_url: 'http://a.example' }, 'logo_url'],
  [{ name: 'A', dark_logo_url: 'data:image/png;base64,AA' }, 'dark_logo_url'],
  [{ name: 'A', colors: { on_primary: 'white' } }, 'colors.on_primary'],
  [{ name: 'A', dark_colors: { link: '#222222' } }, 'dark_colors.link'],
  [{ name: 'A', colors: { primary: '#ffee00', on_primary: '#fff' } }, 'colors.on_primary'],
  [{ name: 'A', font_family: 'x}y' }, 'font_family'],
  [{ name: 'A', border_radius: -1 }, 'border_radius'],
  [{ name: 'A', support_url: 'tel:1' }, 'support_url'],
  [{ name: 'A', social_links: [{ name: 'M', url: 'ftp://a.example' }] }, 'social_links.0.url'],
])('refuses %j under %s and keeps what was there', async (body, path) => {
  const before = await save({ name: 'Acme' });
  const { status, body: answer } = await save(body);
  expect([status, answer.code]).toEqual([422, 'validation_failed']);
  expect(Object.keys(answer.errors)).toContain(path);
  expect((await acme.ask('getBrand')).body).toEqual(before.body);
});

it('says how much contrast there is, and how much is needed', async () => {
  const { body } = await save({ name: 'A', colors: { text: '#bbbbbb', surface: '#ffffff', background: '#ffffff' } });
  expect(body.errors).toEqual({
    'colors.text': ['text #bbbbbb on surface #ffffff has a contrast of 1.91; 4.5 is needed'],
  });
});
