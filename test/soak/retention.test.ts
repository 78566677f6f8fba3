/** A day's purge of a million rows, while emits go on: it comes to its end, and they do not notice. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../src/events/emit-event.ts';
import { demoFields, demoTemplate } from '../../src/local/demo-template.ts';
import { sweepRetention } from '../../src/retention/sweep-retention.ts';
import { saveSendingDomain } from '../../src/sending-domain/save-sending-domain.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { createWorld, type World } from '../schema/world.ts';

const share = Number(process.env.SOAK_SHARE ?? 1);
/** In all four tables together. */
const rowsToPurge = Math.round(1_000_000 * share);
const emitsASecond = 50;
/** Of emits alone, to compare with; seconds. */
const calmTime = Math.max(5, 60 * share);
/** As in src/workers; milliseconds. */
const sweepEvery = 1_000;

let world: World;
let ctx: Ctx;
let emits = 0;

beforeAll(async () => {
  world = await createWorld();
  const tenant = await world.tenant();
  ctx = { app: world.app, platformId: tenant.platformId, apiKeyId: tenant.apiKeyId };
  await saveSendingDomain(ctx, { domain: 'shop.test' });
  await saveEventType(ctx, { name: 'order.shipped', input: { fields: demoFields } });
  await saveTemplate(ctx, { eventType: 'order.shipped', input: demoTemplate });
  await emit();
  const perTable = Math.round(rowsToPurge / 4);
  const copy = (table: string, columns: string, values: string) =>
    world.app.db.pool.query(
      `INSERT INTO ${table} (${columns}) SELECT ${values} FROM (SELECT * FROM ${table} LIMIT 1) t,
         generate_series(1, ${perTable}) n`,
    );
  const old = "created_at - interval '91 days' + n * interval '1 millisecond'";
  await copy(
    'idempotency_keys',
    'platform_id, workspace_id, key, body_hash, event_id, answer, created_at',
    `platform_id, workspace_id, key || n, body_hash, event_id || n, answer, ${old}`,
  );
  await copy(
    'events',
    `platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload, address_hash,
     created_at`,
    `platform_id, workspace_id, id || n, event_type_id, type, event_type_version, idempotency_key, payload,
     address_hash, ${old}`,
  );
  await copy(
    'messages',
    `platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, recipient, address_hash,
     template_version_id, locale, timezone, values, fell_back, due_at, expires_at, ended_at, created_at`,
    `platform_id, workspace_id, id || n, event_id || n, event_type_id, idempotency_key, 'delivered', recipient,
     address_hash, template_version_id, locale, timezone, values, fell_back, due_at, expires_at, created_at, ${old}`,
  );
  await world.app.db.pool.query(
    `INSERT INTO webhook_endpoints (platform_id, id, url, types, created_at, updated_at)
     VALUES ($1, 'E', 'https://x.example/', '{}', now(), now())`,
    [tenant.platformId],
  );
  await world.app.db.pool.query(
    `INSERT INTO webhooks (platform_id, id, endpoint_id, type, source, state, round_started_at, due_at, created_at)
     SELECT $1, n::text, 'E', 'message.delivered', 'service', 'delivered', at, at, at
     FROM generate_series(1, ${perTable}) n, LATERAL (SELECT $2::timestamptz - interval '91 days' AS at) t`,
    [tenant.platformId, world.now()],
  );
  await world.app.db.pool.query('ANALYZE');
}, 600_000);
afterAll(() => world.close());

function emit() {
  emits += 1;
  return emitEvent(ctx, 'ref:shop', {
    type: 'order.shipped',
    idempotencyKey: `emit-${emits}`,
    recipient: { email: `reader-${emits}@example.com` },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  });
}

/** Emits at a steady rate while `going`; gives how long each took, in milliseconds, sorted. */
async function emitWhile(going: () => boolean): Promise<readonly number[]> {
  const times: number[] = [];
  const running: Promise<unknown>[] = [];
  while (going()) {
    const from = performance.now();
    running.push(emit().then(() => times.push(performance.now() - from)));
    await wait(1_000 / emitsASecond);
  }
  await Promise.all(running);
  return times.sort((a, b) => a - b);
}

const percentile = (times: readonly number[], part: number) => times[Math.floor(times.length * part)] ?? 0;

const tables = ['idempotency_keys', 'events', 'messages', 'webhooks'];

async function anythingLeft(): Promise<boolean> {
  const { rows } = await world.app.db.pool.query(
    `SELECT ${tables.map((table) => `EXISTS (SELECT FROM ${table} WHERE created_at < $1)`).join(' OR ')} AS left`,
    [new Date(world.now().getTime() - 90 * 24 * 3_600_000)],
  );
  return rows[0].left;
}

test('a purge of a million rows leaves the latency of emits alone', async () => {
  for (const table of tables) {
    const { rows } = await world.app.db.pool.query(`SELECT count(*)::int AS n FROM ${table}`);
    expect(rows[0].n, table).toBeGreaterThanOrEqual(Math.round(rowsToPurge / 4));
  }
  const calmUntil = performance.now() + calmTime * 1_000;
  const calm = await emitWhile(() => performance.now() < calmUntil);
  let purging = true;
  const purge = async () => {
    while (await anythingLeft()) {
      await sweepRetention(world.app);
      await wait(sweepEvery);
    }
    purging = false;
  };
  const [purged] = await Promise.all([emitWhile(() => purging), purge()]);
  const shown = [0.5, 0.99].map((part) => [percentile(calm, part), percentile(purged, part)] as const);
  process.stdout.write(
    `${JSON.stringify({ name: 'purge', rows: rowsToPurge, emits: purged.length, p50: shown[0], p99: shown[1], unit: 'ms' })}\n`,
  );
  expect(await anythingLeft()).toBe(false);
  const [, [before, during] = [0, 0]] = shown;
  // Room for a machine that does other things too.
  expect(during).toBeLessThan(2 * before + 25);
});
