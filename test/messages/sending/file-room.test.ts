/** The files of the mails that a process sends at once have a bound: a mail with files waits for its room. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../src/context.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { createShareRoom } from '../../../src/ground/rooms/share-room.ts';
import { sendTurn } from '../../../src/messages/sending/send-turn.ts';
import { createSendingWorld, people, type SendingWorld } from '../../support/sending-world.ts';

const fileBytes = 1_000;

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

test('mails with files go out as their room allows, and those without files beside them', async () => {
  const { sink } = world;
  // One platform has half of it: two files.
  const app: App = { ...world.app, parts: { ...world.app.parts, fileRoom: createShareRoom(4 * fileBytes) } };
  const shop = await world.workspace();
  const withFiles = people(6);
  const holds = withFiles.map((address) => sink.hold(address));
  const content = Buffer.from('%PDF-1.7\n'.padEnd(fileBytes, 'a')).toString('base64');
  for (const [n, email] of withFiles.entries()) {
    await emitEvent(shop.ctx, shop.id, {
      type: 'order.shipped',
      idempotencyKey: `file-${n}`,
      recipient: { email },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
      attachments: [{ filename: 'a.pdf', content }],
    });
  }
  const key = { platformId: shop.ctx.platformId, id: shop.id };
  const turns = [sendTurn(app, key)];
  const reached = new Set<number>();
  for (const [n, hold] of holds.entries()) void hold.reached.then(() => reached.add(n));
  await expect.poll(() => reached.size).toBe(2);
  const plain = people(1);
  await shop.emit(plain);
  turns.push(sendTurn(app, key));
  await sink.received(1);
  expect(sink.mails.map(({ to }) => to)).toEqual([plain]);
  await expect.poll(shop.states).toEqual({ delivered: 1, sending: 6 });
  expect(reached.size).toBe(2);

  for (const { release } of holds) release();
  await Promise.all(turns);
  await app.parts.inFlight.settled();
  expect(await shop.states()).toEqual({ delivered: 7 });
  expect(sink.mails).toHaveLength(7);
});
