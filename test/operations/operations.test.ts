/** What an operator watches, and what a platform sees of its own backlog (docs/rules.md#backlog-counts). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { newId } from '../../src/ground/ids.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { completeWebhooks } from '../support/complete-webhooks.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const minute = 60_000;

let world: World;
let tenant: Tenant;
let neighbour: Tenant;
const endpoint = newId(new Date('2026-03-01T00:00:00Z'));

const sql = (text: string, ...values: readonly unknown[]) => world.app.db.pool.query(text, [...values]);

beforeAll(async () => {
  world = await createWorld();
  [tenant, neighbour] = await Promise.all([
    world.tenant({ domain: 'shop.test', eventType: 'order.shipped' }),
    world.tenant({ name: 'Neighbour', domain: 'other.test', eventType: 'order.shipped' }),
  ]);
  const emit = ({ ctx, workspace }: Tenant, n: number) =>
    emitEvent(ctx, workspace, {
      type: 'order.shipped',
      idempotencyKey: `key-${n}`,
      recipient: { email: `person-${n}@example.com` },
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    });
  for (let n = 0; n < 5; n += 1) await emit(tenant, n);
  await emit(neighbour, 0);
  const state = (n: number, set: string) =>
    sql(`UPDATE messages SET ${set} WHERE idempotency_key = $1 AND platform_id = $2`, `key-${n}`, tenant.platformId);
  await state(1, `due_at = due_at + interval '1 hour'`);
  await state(2, `state = 'sending', lease_until = created_at + interval '1 minute'`);
  await state(3, `state = 'sending', lease_until = created_at + interval '1 day'`);
  await state(4, `state = 'sent', ended_at = created_at`);
  await sql(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, failures, paused_until, created_at, updated_at)
     VALUES ($1, $2, 'https://hooks.test/', '{message.delivered}', 7, $3::timestamptz + interval '1 hour', $3, $3)`,
    tenant.platformId,
    endpoint,
    world.now(),
  );
  // One more than a count of one endpoint examines.
  await sql(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, created_at)
     SELECT $1, $2 || lpad(n::text, 4, '0'), $3, 'message.delivered', 'service', $4
     FROM generate_series(1, 1001) n`,
    tenant.platformId,
    newId(world.now()).slice(0, 22),
    endpoint,
    world.now(),
  );
  await completeWebhooks(world.app.db.pool);
  await erasePerson(neighbour.ctx, neighbour.workspace, { email: 'nobody@example.com' });
  await sql(`UPDATE sending_domains SET status = 'failed' WHERE platform_id = $1`, neighbour.platformId);
});
afterAll(() => world.close());

// biome-ignore lint/suspicious/noExplicitAny: the document says what is there.
const asJson = (data: unknown): any => JSON.parse(JSON.stringify(data));
const count = (n: number) => ({ count: n, capped: false });

test('an operator sees the backlogs and duties of the deployment', async () => {
  const emitted = world.now().toISOString();
  world.advance(5 * minute);
  const { data, errors } = await world.ask(
    { operator: true },
    `{ operations {
      sending { queued { ...n } due { ...n } workspacesDue { ...n } sending { ...n } lostLeases { ...n }
        awaitingReport { ...n } oldestDueAt oldestEmitAt }
      webhooks { pending { ...n } due { ...n } endpointsDue { ...n } oldestDueAt oldestRoundAt }
      failingEndpoints { id url platform { name } breaker { failures pausedUntil } }
      erasures { open { ...n } overdue { ...n } oldestRequestedAt }
      sendingDomains { pending verified warning failed due oldestDueAt capped }
      figureChanges { ...n } } } fragment n on CappedCount { count capped }`,
  );
  expect(errors).toEqual([]);
  const { operations } = asJson(data);
  expect(operations.sending).toEqual({
    queued: count(3),
    due: count(2),
    workspacesDue: count(2),
    sending: count(2),
    lostLeases: count(1),
    awaitingReport: count(1),
    oldestDueAt: emitted,
    oldestEmitAt: emitted,
  });
  expect(operations.webhooks).toEqual({
    pending: count(1_001),
    due: count(1_001),
    endpointsDue: count(1),
    oldestDueAt: emitted,
    oldestRoundAt: emitted,
  });
  expect(operations.failingEndpoints).toEqual([
    {
      id: endpoint,
      url: 'https://hooks.test/',
      platform: { name: 'Acme' },
      breaker: { failures: 7, pausedUntil: '2026-03-02T10:00:00.000Z' },
    },
  ]);
  expect(operations.erasures).toEqual({ open: count(1), overdue: count(0), oldestRequestedAt: emitted });
  expect(operations.sendingDomains).toMatchObject({ failed: 1, capped: false });
  // Each emit was accepted, and fell back on a tag.
  expect(operations.figureChanges).toEqual(count(12));

  world.advance(60 * minute);
  const later = await world.ask(
    { operator: true },
    '{ operations { erasures { overdue { count } } sending { due { count } } failingEndpoints { breaker { pausedUntil } } } }',
  );
  expect(later.data.operations).toEqual({
    erasures: { overdue: { count: 1 } },
    sending: { due: { count: 3 } },
    failingEndpoints: [{ breaker: { pausedUntil: null } }],
  });
});

test('a platform sees its own backlog, and nothing of the deployment', async () => {
  const own = await tenant.ask(`{ currentKey { platform { backlog {
      queued sending awaitingReport capped webhooks { count capped } } } }
    webhookEndpoints { backlog { pending { count capped } oldestDueAt } failingSince recentAttempts {
      lastHour { attempts failed slowestMs answers { status error attempts } } lastDay { attempts } } } operations { figureChanges { count } } }`);
  expect(own.data.currentKey.platform.backlog).toEqual({
    queued: 2,
    sending: 2,
    awaitingReport: 1,
    capped: false,
    webhooks: { count: 1_000, capped: true },
  });
  expect(asJson(own.data.webhookEndpoints)).toEqual([
    {
      backlog: { pending: { count: 1_000, capped: true }, oldestDueAt: '2026-03-02T09:00:00.000Z' },
      failingSince: null,
      recentAttempts: {
        lastHour: { attempts: 0, failed: 0, slowestMs: null, answers: [] },
        lastDay: { attempts: 0 },
      },
    },
  ]);
  expect([own.data.operations, own.refusal?.code]).toEqual([null, 'forbidden']);
  const others = await neighbour.ask('{ currentKey { platform { backlog { queued webhooks { count } } } } }');
  expect(others.data.currentKey.platform.backlog).toEqual({ queued: 1, webhooks: { count: 0 } });
});
