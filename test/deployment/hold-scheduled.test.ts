/** Mail that leaves later, after a restore (docs/rules.md#restored-database). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countHeldWork, countScheduledMail, decideMail } from '../../src/deployment/decide-held.ts';
import { holdWork } from '../../src/deployment/hold-work.ts';
import { createSendingWorld, people, type SendingWorld } from '../support/sending-world.ts';

const hour = 3_600_000;

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

test('what may have left since the backup waits for the operator; what leaves later leaves at its time', async () => {
  const workspace = await world.workspace();
  const inHours = (hours: number) => new Date(world.now().getTime() + hours * hour);
  const [before = '', after = ''] = people(2);
  await workspace.emit([before], inHours(10));
  await workspace.emit([after], inHours(30));
  world.advance(20 * hour);
  const { app } = world;
  const nothing = { queued: 0, sending: 0, webhooks: 0 };
  expect(await holdWork(app.db, world.now())).toEqual({ mail: 1, webhooks: 0 });
  // Again after a kill.
  expect(await holdWork(app.db, world.now())).toEqual({ mail: 0, webhooks: 0 });
  await world.sweep();
  await workspace.send();
  expect(await workspace.states()).toEqual({ queued: 1, scheduled: 1 });
  expect(await countHeldWork(app.db)).toEqual({ ...nothing, queued: 1 });
  expect(await countScheduledMail(app.db)).toBe(1);
  world.advance(10 * hour);
  await world.sweep();
  await workspace.send();
  expect(await workspace.states()).toEqual({ delivered: 1, queued: 1 });
  expect(world.sink.mails.map(({ to }) => to[0])).toEqual([after]);
  expect(await decideMail(app, 'send')).toBe(1);
  await workspace.send();
  expect(world.sink.mails.map(({ to }) => to[0])).toEqual([after, before]);
});
