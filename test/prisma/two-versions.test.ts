/**
 * A later version's migrations, one of each kind, beside a service that takes and sends mail: no caller sees an error.
 * test/soak/two-versions.test.ts does it with processes of both versions.
 */
import { expect, test } from 'vitest';
import { migrate } from '../../prisma/migrate.ts';
import { openClient } from '../support/open-client.ts';
import { startTestService } from '../support/service.ts';
import { kinds, laterMigrations } from './kinds-of-migrations.ts';

/** Callers, each of which emits without a pause. */
const callers = 4;

test('no caller sees an error while tables, columns and indexes come and go', async () => {
  const world = await startTestService();
  const written = await laterMigrations();
  try {
    const shop = await world.platform('Shop');
    let isOver = false;
    const statuses: number[] = [];
    const calls = Array.from({ length: callers }, async (_none, caller) => {
      for (let n = 0; !isOver; n += 1) {
        const { status } = await shop.rest('POST', '/workspaces/ref:shop/events', {
          type: 'order.shipped',
          idempotency_key: `order-${caller}-${n}`,
          recipient: { email: `reader-${caller}-${n}@example.com` },
          payload: { customer_name: 'Ada', order_number: String(n), tracking_url: 'https://example.com/track' },
        });
        statuses.push(status);
      }
    });
    const client = await openClient(world.databaseUrl);
    const applied: string[] = [];
    try {
      await expect.poll(() => statuses.length).toBeGreaterThan(callers);
      for (const [name] of kinds) {
        const before = statuses.length;
        applied.push(...(await migrate(world.databaseUrl, undefined, { folder: written.folder, until: name })).applied);
        // Emits that were under way while it ran, and some that came behind it.
        await expect.poll(() => statuses.length).toBeGreaterThan(before + 2 * callers);
      }
    } finally {
      isOver = true;
      await Promise.all(calls);
    }
    expect(applied).toEqual(kinds.map(([name]) => name));
    expect(statuses.filter((status) => status !== 202)).toEqual([]);
    const states = async () => (await client.query('SELECT DISTINCT state::text AS state FROM messages')).rows;
    await expect.poll(states).toEqual([{ state: 'delivered' }]);
    // This version starts beside the later one's database.
    expect(await migrate(world.databaseUrl)).toEqual({ applied: [] });
    await client.end();
  } finally {
    await written.remove();
    await world.stop();
  }
});
