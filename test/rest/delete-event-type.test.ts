import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType, makeSendable } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await makeEventType(acme, 'stays', { withTemplate: false });
const remove = (name: string) => acme.ask('deleteEventType', { path: { name } });

refusesAsUsual('deleteEventType', acme, () => ({ path: { name: 'stays' } }));

it('deletes an event type with its template', async () => {
  await makeEventType(acme, 'goes');
  expect((await remove('goes')).status).toBe(204);
  expect((await acme.ask('getEventType', { path: { name: 'goes' } })).status).toBe(404);
  expect((await acme.ask('getTemplate', { path: { name: 'goes' } })).status).toBe(404);
  const emit = await acme.ask('emitEvent', { body: emitOf('goes', 'late') });
  expect([emit.status, Object.keys(emit.body.errors)]).toEqual([422, ['type']]);
  await makeEventType(acme, 'goes', { withTemplate: false });
  expect((await acme.ask('getTemplate', { path: { name: 'goes' } })).status).toBe(404);
});

it('refuses while a message of the type is not final', async () => {
  await makeEventType(acme, 'busy');
  await makeSendable(acme);
  const emitted = await acme.ask('emitEvent', {
    body: emitOf('busy', 'b', { recipient: { email: 'later@example.com' } }),
  });
  expect(emitted.status).toBe(202);
  const { status, body } = await remove('busy');
  expect([status, body.code]).toEqual([409, 'event_type_in_use']);
  expect((await acme.ask('getTemplate', { path: { name: 'busy' } })).status).toBe(200);
});

it('finds nothing at a name that nobody gave, or that is none', async () => {
  for (const name of ['none', '-bad']) expect((await remove(name)).status, name).toBe(404);
});
