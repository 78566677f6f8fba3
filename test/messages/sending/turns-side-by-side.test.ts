/** Workspaces whose mail the other side keeps waiting hold up no other workspace, however many they are. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendTurn } from '../../../src/messages/sending/send-turn.ts';
import { createQueueTurns } from '../../../src/turns/queue-turns.ts';
import { createSendingWorld, people, type SendingWorld } from '../../support/sending-world.ts';

/** More than the window of a workspace. */
const mailsEach = 25;
const slowOnes = 12;
/** Turns that run at once. Without pressure the slow ones take two seconds each before the quick one's begins. */
const atOnce = 1;
/** Until the quick workspace's attempt begins; milliseconds. */
const beginsWithin = 20_000;

let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

test('the attempt of a quick workspace begins beside slow ones that fill every turn', async () => {
  const { app, sink } = world;
  const holds: { readonly release: () => void }[] = [];
  const slow = await Promise.all(
    Array.from({ length: slowOnes }, async () => {
      const workspace = await world.workspace();
      const readers = people(mailsEach, 'slow.example');
      holds.push(...readers.map((address) => sink.hold(address)));
      await workspace.emit(readers);
      return workspace;
    }),
  );
  const quick = await world.workspace();
  await quick.emit(people(1));
  const turns = createQueueTurns({
    atOnce,
    run: (key, pressed) => sendTurn(app, key, pressed),
    onError: (error) => expect.unreachable(String(error)),
  });
  const started = performance.now();
  turns.open();
  for (const { ctx, id } of [...slow, quick]) turns.ask({ platformId: ctx.platformId, id });
  await expect.poll(quick.states, { interval: 10 }).toEqual({ sending: 1 });
  expect(performance.now() - started).toBeLessThan(beginsWithin);

  for (const { release } of holds) release();
  await turns.close();
  await app.parts.inFlight.settled();
});
