import { afterAll, beforeAll, expect, test } from 'vitest';
import { repeat } from '../../src/workers/repeat.ts';
import { processOnWire } from '../support/process-on-wire.ts';
import { createSendingWorld, type SendingWorld } from '../support/sending-world.ts';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

/** Longer than a test may last; milliseconds. */
const never = 3_600_000;

test('a sweep that an outage stopped goes on when the database comes back, whatever its pause', async () => {
  const { app, wire } = await processOnWire(world);
  let failed = 0;
  let done = 0;
  await wire.cut();
  const sweep = async () => {
    failed += 1;
    await app.db.pool.query('SELECT 1');
    failed -= 1;
    done += 1;
  };
  const stop = repeat(app, sweep, never);
  await expect.poll(() => [failed, app.db.isAnswering()]).toEqual([1, false]);
  await wire.mend();
  await expect.poll(() => done).toBe(1);
  await stop();
});
