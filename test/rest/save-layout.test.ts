import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType, template } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const text = (words: string, id = 'f') => ({ id, type: 'text', attrs: { text: words } });
const body = { footer: [text('Bye')] };
const save = (name: string, given: Readonly<Record<string, unknown>>, at = acme) =>
  at.ask('saveLayout', { path: { name }, body: given });

refusesAsUsual('saveLayout', acme, () => ({ path: { name: 'usual' }, body }));

/** The composition of the sample, with a layout. */
const inLayout = (layout: string) => ({
  ...template,
  composition: {
    ...template.composition,
    document: { ...template.composition.document, settings: { layout } },
  },
});

it('counts the changes of a layout, and an equal one writes nothing', async () => {
  const first = await save('counted', body);
  expect([first.status, first.body.data]).toMatchObject([
    201,
    { name: 'counted', version: 1, header: [], locale: 'en' },
  ]);
  const same = await save('counted', { ...body, header: [], locale: 'en' });
  expect([same.status, same.body]).toEqual([200, first.body]);
  const next = await save('counted', { footer: [text('Later')] });
  expect([next.status, next.body.data.version]).toEqual([200, 2]);
});

it.each([
  [{}, 'header'],
  [{ header: [], footer: [] }, 'header'],
  [{ header: {} }, 'header'],
  [{ header: [{ id: 'a', type: 'nothing', attrs: {} }] }, 'header.0.type'],
  [{ header: [text('a', 'a')], footer: [text('b', 'b'), { id: 'c', type: 'text', attrs: {} }] }, 'footer.1.attrs.text'],
  [{ header: [text('a', 'same')], footer: [text('b', 'same')] }, 'footer.0.id'],
  [{ footer: [text('{{ event.order_number }}')] }, 'footer.0.attrs.text'],
  [{ footer: [text('{{ attributes.plan }}')] }, 'footer.0.attrs.text'],
  [{ footer: [text('{{ brand.nmae }}')] }, 'footer.0.attrs.text'],
  [{ ...body, locale: 'no language' }, 'locale'],
  [{ ...body, translations: { de: { 'x.text': { text: 'x' } } } }, 'translations.de.x.text'],
  [{ ...body, translations: { de: { subject: { text: 'x' } } } }, 'translations.de.subject'],
  [{ ...body, base_version: 9 }, 'base_version'],
  [
    {
      header: Array.from({ length: 30 }, (_, n) => text('a', `a${n}`)),
      footer: Array.from({ length: 21 }, (_, n) => text('b', `b${n}`)),
    },
    'header',
  ],
])('refuses %j under %s and keeps what was there', async (given, path) => {
  const before = await save('kept', body);
  const { status, body: answer } = await save('kept', given);
  expect([status, answer.code]).toEqual([422, 'validation_failed']);
  expect(Object.keys(answer.errors)).toContain(path);
  expect((await acme.ask('getLayout', { path: { name: 'kept' } })).body).toEqual({ data: before.body.data });
});

it('reads what every mail has: the brand, the workspace, links', async () => {
  const words = '{{ brand.name }} {{ system.workspace_name }} {{ contact.email }} {{ system.current_year }}';
  expect((await save('variables', { footer: [text(words)] })).status).toBe(201);
});

it('refuses an invalid name, a stale base, and outdated translations unless they are accepted', async () => {
  const named = await save('No Name', body);
  expect([named.status, Object.keys(named.body.errors)]).toEqual([422, ['name']]);
  await save('raced', body);
  await save('raced', { footer: [text('Two')] });
  const stale = await save('raced', { footer: [text('Three')], base_version: 1 });
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict']);
  const translations = { de: { 'f.text': { text: 'Ende', source: 'Bye' } } };
  const outdated = await save('raced', { footer: [text('Four')], translations });
  expect([outdated.status, outdated.body.code]).toEqual([422, 'translations_outdated']);
  expect((await save('raced', { footer: [text('Four')], translations, accept_outdated: true })).status).toBe(200);
});

it('refuses more bytes than a layout may have', async () => {
  const footer = Array.from({ length: 10 }, (_, n) => text('x'.repeat(14_000), `t${n}`));
  const { status, body: answer } = await save('large', { footer });
  expect([status, answer.code]).toEqual([413, 'payload_too_large']);
});

it('refuses what breaks mails of its templates by their names, unless it is accepted', async () => {
  const owner = await openPlatform('Owner');
  await save('shared', body, owner);
  await makeEventType(owner, 'order.made');
  const saved = await owner.ask('saveTemplate', { path: { name: 'order.made' }, body: inLayout('shared') });
  expect(saved.status).toBe(200);
  const nobrand = { footer: [text('{{ brand.address }}')] };
  const refused = await save('shared', nobrand, owner);
  expect([refused.status, refused.body.code]).toEqual([422, 'layout_breaks_templates']);
  expect(refused.body.errors).toEqual({ 'templates.order.made': ['en: There would be no value for brand.address.'] });
  const accepted = await save('shared', { ...nobrand, accept_breaks: true }, owner);
  expect([accepted.status, accepted.body.data]).toMatchObject([200, { version: 2, used_by: ['order.made'] }]);
  // A mail of 100 KiB would be cut off.
  const long = { footer: Array.from({ length: 8 }, (_, n) => text('x '.repeat(7_500), `t${n}`)) };
  const cut = await save('shared', long, owner);
  expect(cut.body.errors).toEqual({
    'templates.order.made': [expect.stringMatching(/^en: The HTML would have \d+ bytes\. Beyond 102400 Gmail cuts/)],
  });
});

it('a template names a layout that exists', async () => {
  const owner = await openPlatform('Naming');
  await makeEventType(owner, 'order.named');
  const put = (layout: string) => owner.ask('saveTemplate', { path: { name: 'order.named' }, body: inLayout(layout) });
  await save('default', body, owner);
  const { status, body: answer } = await put('defualt');
  expect([status, answer.errors]).toEqual([
    422,
    { 'composition.document.settings.layout': ['The platform has no such layout. Did you mean `default`?'] },
  ]);
  expect((await put('default')).status).toBe(200);
  expect((await owner.ask('getLayout', { path: { name: 'default' } })).body.data.used_by).toEqual(['order.named']);
});

it('allows 20 layouts', async () => {
  const full = await openPlatform('Full');
  for (let n = 0; n < 20; n += 1) expect((await save(`layout-${n}`, body, full)).status).toBe(201);
  const more = await save('more', body, full);
  expect([more.status, more.body.code]).toEqual([409, 'layout_ceiling_reached']);
  await full.ask('deleteLayout', { path: { name: 'layout-7' } });
  expect((await save('more', body, full)).status).toBe(201);
});

it('saves nothing for another platform', async () => {
  const other = await openPlatform('Other');
  await save('mine', body);
  const theirs = await save('mine', { footer: [text('Theirs')] }, other);
  expect([theirs.status, theirs.body.data.version]).toEqual([201, 1]);
  expect((await acme.ask('getLayout', { path: { name: 'mine' } })).body.data.footer).toEqual(body.footer);
});
