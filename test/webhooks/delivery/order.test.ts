/** The list of webhooks is in the order of the time that its rows show. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWebhooks } from '../../../src/webhooks/list-webhooks.ts';
import { type Ground, openGround } from '../ground.ts';

let ground: Ground;

beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

test('newest first by created_at, page by page, however the batch that recorded them was ordered', async () => {
  const ctx = await ground.platform();
  await ground.endpoint(ctx, 'https://hooks.example.com/');
  const start = ground.clock.now().getTime();
  // Outcomes of one batch come in the order of their messages, and several batches are under way at once.
  const delays = Array.from({ length: 60 }, (_, n) => (n * 7) % 20);
  for (const delay of delays) await ground.cause(ctx, 1, { at: new Date(start - delay) });

  const shown: { id: string; createdAt: Date }[] = [];
  for (;;) {
    const { rows: page } = await listWebhooks(ctx, {}, { after: shown.at(-1)?.id, limit: 7, inverted: false });
    if (page.length === 0) break;
    shown.push(...page);
  }
  expect(shown).toHaveLength(delays.length);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(delays.length);
  const times = shown.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});
