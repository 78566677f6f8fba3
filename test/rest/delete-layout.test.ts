import { beforeEach, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType, template } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const path = { name: 'default' };
const footer = [{ id: 'f', type: 'text', attrs: { text: 'Bye' } }];
beforeEach(async () => {
  await acme.ask('saveLayout', { path, body: { footer } });
});

refusesAsUsual('deleteLayout', acme, () => ({ path }));

it('deletes a layout once; the next one of the name counts on', async () => {
  const { body } = await acme.ask('getLayout', { path });
  expect((await acme.ask('deleteLayout', { path })).status).toBe(204);
  const again = await acme.ask('deleteLayout', { path });
  expect([again.status, again.body.code]).toEqual([404, 'not_found']);
  const saved = await acme.ask('saveLayout', { path, body: { footer } });
  expect([saved.status, saved.body.data.version]).toEqual([201, body.data.version + 1]);
});

it('is refused while a template uses it', async () => {
  await makeEventType(acme, 'order.kept');
  const { document } = template.composition;
  const composition = { ...template.composition, document: { ...document, settings: { layout: 'default' } } };
  const put = (body: object) => acme.ask('saveTemplate', { path: { name: 'order.kept' }, body });
  expect((await put({ ...template, composition })).status).toBe(200);
  const refused = await acme.ask('deleteLayout', { path });
  expect([refused.status, refused.body.code]).toEqual([409, 'layout_in_use']);
  expect((await put(template)).status).toBe(200);
  expect((await acme.ask('deleteLayout', { path })).status).toBe(204);
  // The version that names it cannot come back.
  const restored = await acme.ask('restoreTemplateVersion', { path: { name: 'order.kept', version: '2' } });
  expect([restored.status, Object.keys(restored.body.errors)]).toEqual([422, ['version']]);
});

it('leaves the layout of another platform alone', async () => {
  const other = await openPlatform('Other');
  expect((await other.ask('deleteLayout', { path })).status).toBe(404);
  expect((await acme.ask('getLayout', { path })).status).toBe(200);
});
