/** What needs a person, with the runbook's words (docs/rules.md#concerns). */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { concerns } from '../../src/operations/concern-words.ts';
import { readAlerts } from '../metrics/alert-files.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
});
afterAll(() => world.close());

const ask = () =>
  world.ask({ operator: true }, '{ operations { concerns { alert summary doNext since } } }').then(
    // biome-ignore lint/suspicious/noExplicitAny: the document says what is there.
    ({ data }) => JSON.parse(JSON.stringify(data)).operations.concerns as any[],
  );

test('a deployment without a worker, then with late mail, says since when and what to do', async () => {
  expect((await ask()).map(({ alert }) => alert)).toEqual(['TidingsNoWorker']);
  const emitted = world.now().toISOString();
  await emitEvent(tenant.ctx, tenant.workspace, {
    type: 'order.shipped',
    idempotencyKey: 'key-1',
    recipient: { email: 'ada@example.com' },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  });
  world.advance(4 * 60_000);
  expect((await ask()).map(({ alert }) => alert)).toEqual(['TidingsNoWorker']);
  world.advance(2 * 60_000);
  const [, late] = await ask();
  expect(late).toMatchObject({ alert: 'TidingsMailLate', since: emitted, ...concerns.TidingsMailLate });
  // Mail of a suspended workspace may wait.
  await world.app.db.pool.query(`UPDATE workspaces SET status = 'suspended'`);
  expect((await ask()).map(({ alert }) => alert)).toEqual(['TidingsNoWorker']);
  await world.app.db.pool.query(`UPDATE workspaces SET status = 'active'`);
});

test('mail that was to leave later and did not go to the queue is late, whoever may send', async () => {
  const sendAt = new Date(world.now().getTime() + 60_000).toISOString();
  await emitEvent(tenant.ctx, tenant.workspace, {
    type: 'order.shipped',
    idempotencyKey: 'key-2',
    recipient: { email: 'ada@example.com' },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    sendAt,
  });
  // Mail that waits in the queue is not late in a suspended workspace.
  await world.app.db.pool.query(`UPDATE workspaces SET status = 'suspended'`);
  world.advance(5 * 60_000);
  expect((await ask()).map(({ alert }) => alert)).toEqual(['TidingsNoWorker']);
  world.advance(2 * 60_000);
  expect((await ask())[1]).toMatchObject({ alert: 'TidingsMailLate', since: sendAt });
  await world.app.db.pool.query(`UPDATE messages SET state = 'failed', ended_at = now() WHERE state = 'scheduled'`);
  await world.app.db.pool.query(`UPDATE workspaces SET status = 'active'`);
});

test('objects that stay in the picture store are a concern, since the first of them was due', async () => {
  const { pool } = world.app.db;
  const note = (object: string, minutes: number) =>
    pool.query(
      `INSERT INTO picture_removals (platform_id, object, due_at, next_at)
       VALUES ($1, $2, $3, $3::timestamptz + interval '9 hours')`,
      [tenant.platformId, object, new Date(world.now().getTime() - minutes * 60_000)],
    );
  const removals = async () => (await ask()).find(({ alert }) => alert === 'TidingsPictureRemovalsOverdue');
  await note('pictures/late', 59);
  expect(await removals()).toBeUndefined();
  const due = new Date(world.now().getTime() - 61 * 60_000).toISOString();
  await note('pictures/later', 61);
  expect(await removals()).toMatchObject({ since: due, ...concerns.TidingsPictureRemovalsOverdue });
  await pool.query('DELETE FROM picture_removals');
});

test('a check that fails is a concern, and takes no other along', async () => {
  const { pool } = world.app.db;
  await pool.query('ALTER TABLE webhook_endpoints RENAME COLUMN failures TO failed');
  expect((await ask()).map(({ alert }) => alert)).toEqual(['TidingsNoWorker', 'TidingsBlind']);
  await pool.query('ALTER TABLE webhook_endpoints RENAME COLUMN failed TO failures');
});

test('a platform does not see them', async () => {
  const { refusal } = await tenant.ask('{ operations { concerns { alert } } }');
  expect(refusal?.code).toBe('forbidden');
});

test('each is named like an alert, in the words of its section of the runbook', async () => {
  const alerts = (await readAlerts()).map(({ alert }) => alert);
  const runbook = await readFile(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  for (const [name, { summary, doNext }] of Object.entries(concerns)) {
    expect(alerts).toContain(name);
    const section = runbook.split(/^### /m).find((part) => part.startsWith(`${name}\n`)) ?? '';
    const plain = section.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ');
    expect(plain).toContain(summary);
    expect(plain).toContain(doNext);
  }
});
