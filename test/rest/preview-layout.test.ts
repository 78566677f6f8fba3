import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType, template } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const path = { name: 'default' };
const text = (words: string) => [{ id: 'f', type: 'text', attrs: { text: words } }];

refusesAsUsual('previewLayout', acme, () => ({ path, body: { footer: text('Bye') } }));

it('says which templates use a layout, which would look different, and what would break', async () => {
  await acme.ask('saveLayout', { path, body: { footer: text('Bye') } });
  const { document } = template.composition;
  for (const [name, settings] of [
    ['a.inside', { layout: 'default' }],
    ['b.outside', {}],
    ['c.inside', { layout: 'default' }],
  ] as const) {
    await makeEventType(acme, name);
    const composition = { ...template.composition, document: { ...document, settings } };
    await acme.ask('saveTemplate', { path: { name }, body: { ...template, composition } });
  }
  const preview = async (footer: object) => (await acme.ask('previewLayout', { path, body: { footer } })).body;
  const names = ['a.inside', 'c.inside'];
  expect(await preview(text('Bye'))).toEqual({
    data: { uses: 2, changes: names.map((event_type) => ({ event_type, differs: [], breaks: [] })) },
  });
  expect((await preview(text('Later'))).data.changes).toEqual(
    names.map((event_type) => ({ event_type, differs: ['en'], breaks: [] })),
  );
  expect((await preview(text('By {{ brand.name }}'))).data.changes).toEqual(
    names.map((event_type) => ({
      event_type,
      differs: ['en'],
      breaks: ['en: There would be no value for brand.name.'],
    })),
  );
  expect((await acme.ask('getLayout', { path })).body.data).toMatchObject({ version: 1, footer: text('Bye') });
});

it('refuses what a save refuses, and finds no use of a name that is new', async () => {
  const { status, body } = await acme.ask('previewLayout', { path, body: { footer: text('{{ event.x }}') } });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['footer.0.attrs.text']]);
  const unused = await acme.ask('previewLayout', { path: { name: 'new' }, body: { footer: text('Bye') } });
  expect(unused.body).toEqual({ data: { uses: 0, changes: [] } });
});

it('sees nothing of another platform', async () => {
  const other = await openPlatform('Other');
  const { body } = await other.ask('previewLayout', { path, body: { footer: text('Later') } });
  expect(body).toEqual({ data: { uses: 0, changes: [] } });
});
