import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { takeRequestToken } from '../../../src/platforms/limits/request-limit.ts';
import { setRequestLimit } from '../../../src/platforms/limits/set-request-limit.ts';
import { createWorld, type World } from '../../support/world.ts';

const minute = 60_000;

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Asks on all processes in turn until each refuses; how many requests were let in. */
async function drain(apps: readonly App[], platformId: string): Promise<number> {
  let taken = 0;
  for (const app of apps) {
    while ((await takeRequestToken(app, platformId)).allowed) taken += 1;
  }
  return taken;
}

describe.each([1, 7, 60, 499, 500, 600, 1_000])('of %i requests a minute', (perMinute) => {
  test('no more come at once, whatever the processes held back in quiet times', async () => {
    const { platformId } = await world.tenant();
    await setRequestLimit(world.app, { platformId, perMinute });
    const processes = [1, 2, 3].map(() => createApp(world.app));
    for (const _round of [1, 2, 3]) {
      for (const app of processes) await takeRequestToken(app, platformId);
      world.advance(10 * minute);
      const taken = await drain(processes, platformId);
      expect(taken).toBeLessThanOrEqual(perMinute);
      expect(taken).toBeGreaterThanOrEqual(Math.min(500, perMinute));
      world.advance(10 * minute);
    }
  });

  test('what is left is never more than may come at once, and the time to a full budget fits it', async () => {
    const { platformId } = await world.tenant();
    await setRequestLimit(world.app, { platformId, perMinute });
    const app = createApp(world.app);
    const burst = Math.min(500, perMinute);
    const first = await takeRequestToken(app, platformId);
    expect(first).toMatchObject({ allowed: true, limit: perMinute, remaining: burst - 1 });
    expect(first.resetSeconds).toBeCloseTo(60 / perMinute);
    await drain([app], platformId);
    const empty = await takeRequestToken(app, platformId);
    expect(empty).toMatchObject({ allowed: false, remaining: 0 });
    expect(empty.resetSeconds).toBeCloseTo((burst * 60) / perMinute);
  });
});

test('many that ask at once share few leases of a small limit', async () => {
  const { platformId } = await world.tenant();
  await setRequestLimit(world.app, { platformId, perMinute: 300 });
  const app = createApp(world.app);
  const answers = await Promise.all(Array.from({ length: 400 }, () => takeRequestToken(app, platformId)));
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(300);
});
