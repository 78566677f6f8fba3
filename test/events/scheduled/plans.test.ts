/** Scheduled mail stands in no index that claims, looks, sweeps and counts read (docs/rules.md#scheduled-mail-apart). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseMessages } from '../../../src/events/scheduled/release-messages.ts';
import { sweepMessages } from '../../../src/messages/outcomes/sweep-messages.ts';
import { createSendingWorld, people, type SendingWorld } from '../../support/sending-world.ts';

const own = [
  'messages_later_address_idx',
  'messages_scheduled_due_idx',
  'messages_scheduled_type_idx',
  'messages_scheduled_workspace_idx',
  'messages_sent_later_idx',
];
const scheduled = 50;

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

interface Index {
  readonly name: string;
  /** Null: the index has all messages. */
  readonly holds: string | null;
}

test('every index of some messages alone has none of them, but for their own', async () => {
  const workspace = await world.workspace();
  await workspace.emit(people(scheduled), new Date(world.now().getTime() + 86_400_000));
  const { rows: indexes } = await world.app.db.pool.query<Index>(
    `SELECT c.relname AS name, pg_get_expr(i.indpred, i.indrelid) AS holds
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = 'messages'::regclass ORDER BY 1`,
  );
  const found = new Map<string, number>();
  for (const { name, holds } of indexes) {
    if (holds === null) continue;
    const { rows } = await world.app.db.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM messages WHERE workspace_id = $1 AND (${holds})`,
      [workspace.id],
    );
    found.set(name, rows[0]?.n ?? 0);
  }
  expect(found.size).toBeGreaterThan(own.length);
  expect(new Map([...found].filter(([, n]) => n > 0))).toEqual(new Map(own.map((name) => [name, scheduled])));
});

test('a sweep and a turn change none of them before their time', async () => {
  const workspace = await world.workspace();
  await workspace.emit(people(scheduled), new Date(world.now().getTime() + 86_400_000));
  const versions = async () =>
    (
      await world.app.db.pool.query('SELECT id, xmin::text FROM messages WHERE workspace_id = $1 ORDER BY id', [
        workspace.id,
      ])
    ).rows;
  const before = await versions();
  await sweepMessages(world.app);
  await releaseMessages(world.app);
  await workspace.send();
  expect(await versions()).toEqual(before);
});
