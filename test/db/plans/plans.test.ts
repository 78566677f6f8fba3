/**
 * The plans of the statements that the service repeats, in a database that is nearly empty and in one that has grown and
 * is behind with everything: with the service's settings of a session, at PostgreSQL's own costs, planned for the values
 * at hand and kept for all values. A statement of src/ that the workload does not reach is planned for all values, and
 * may scan no table that grows. So a new statement is held without being named here.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/create-app.ts';
import { hour } from '../../../src/ground/time/durations.ts';
import { createGuardedPost } from '../../../src/transport/post/guarded-post.ts';
import { collectStatements, type FoundStatement, isOfCluster } from '../../support/collect-statements.ts';
import { fullPlatform } from '../../support/full-platform.ts';
import { fillGrown } from '../../support/grown/fill-grown.ts';
import { knownAddress } from '../../support/grown/growth.ts';
import { thingsOf } from '../../support/root-arguments.ts';
import { createSendingWorld, type SendingWorld } from '../../support/sending-world.ts';
import type { Tenant } from '../../support/world.ts';
import { boundOf, scanning } from './bounds.ts';
import { type ExplainedRun, explainedApp, type PlanKind } from './explained-app.ts';
import { type Plan, readPlan } from './read-plan.ts';
import { workThrough } from './workload.ts';

/** Rows from which a table counts as one that grows. */
const grownFrom = 3_000;
const kinds: readonly PlanKind[] = ['force_custom_plan', 'force_generic_plan'];
const sizes = ['nearly empty', 'grown'] as const;
const cases = sizes.flatMap((size) => kinds.map((kind) => ({ size, kind })));
/** EXPLAIN takes no other statements. */
const plannable = /^\s*\(*\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/;

let world: SendingWorld;
let grown: Tenant;
let found: readonly FoundStatement[];
let growing: ReadonlySet<string>;
const runs = new Map<string, readonly ExplainedRun[]>();

beforeAll(async () => {
  found = (await collectStatements()).map((one) => ({ ...one, text: one.text?.trim() ?? null }));
  world = await createSendingWorld();
  grown = await fullPlatform(world, 3);
  const { pool } = world.app.db;
  await grow('seed', { messages: 200, workspaces: 3, queued: 20, pending: 20 });
  await pool.query('VACUUM ANALYZE');
  await runEach('nearly empty', 'seed-0');
  await grow('grown', { messages: 40_000, workspaces: 100, queued: 4_000, pending: 6_000 });
  await pool.query('VACUUM ANALYZE');
  await runEach('grown', 'grown-0');
  const { rows } = await pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples >= $1",
    [grownFrom],
  );
  growing = new Set(rows.map(({ name }) => name));
}, 900_000);
afterAll(() => world.close());

/**
 * Retention is ten days behind with events, and three with everything else. Of the webhooks that wait, one half is past its
 * round, and the other is due.
 */
async function grow(
  name: string,
  amounts: Readonly<Record<'messages' | 'workspaces' | 'queued' | 'pending', number>>,
): Promise<void> {
  const { message, endpoint } = await thingsOf(grown);
  await fillGrown(world.app.db.pool, {
    ...amounts,
    name,
    platformId: grown.platformId,
    sample: message,
    endpointId: endpoint,
    knownHash: world.app.secrets.addressHash(knownAddress),
    now: world.now(),
    days: 100,
    daysBehind: 3,
  });
  // Of the largest workspace, and of the whole platform.
  await world.app.db.pool.query(
    `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
     SELECT $1, 'S' || $2::text || n, w.id, 'gone-' || n || '@example.com', sha256(convert_to($2::text || n, 'UTF8')), 'hard_bounce', 'all', $4
     FROM generate_series(1, $3::int) n LEFT JOIN workspaces w ON n % 2 = 0 AND w.platform_id = $1 AND w.reference = $2::text || '-0'`,
    [grown.platformId, name, amounts.messages / 2, world.now()],
  );
  await world.app.db.pool.query(
    `UPDATE pending_webhooks SET round_started_at = $2, due_at = $2 WHERE id IN (
       SELECT id FROM pending_webhooks WHERE endpoint_id = $1 ORDER BY id DESC LIMIT $3)`,
    [endpoint, new Date(world.now().getTime() - hour), amounts.pending / 2],
  );
}

async function runEach(size: string, largest: string): Promise<void> {
  for (const kind of kinds) {
    // The receiver of webhooks is at no public address: each attempt fails.
    const resolver = { resolve: async () => ['127.0.0.1'] };
    const guardedPost = createGuardedPost({ resolver, devHosts: [], devCa: null });
    const explained = explainedApp(createApp({ ...world.app, guardedPost }), kind);
    const small = await fullPlatform(world, 2);
    try {
      const [things, smallThings] = [await thingsOf(grown), await thingsOf(small)];
      const subject = { world, app: explained.app, grown, things, largest, run: runs.size, small, smallThings };
      await workThrough(subject, kind === 'force_custom_plan');
      const kept = kind === 'force_generic_plan' ? await explained.readKept() : null;
      runs.set(
        `${size} ${kind}`,
        explained.runs.filter(({ text }) => kept?.has(text) ?? true),
      );
    } finally {
      await explained.close();
      await guardedPost.close();
    }
    await world.app.db.pool.query('UPDATE webhook_endpoints SET failures = 0, paused_until = NULL');
  }
}

const placeOf = (text: string) => {
  const place = found.find((one) => one.text === text);
  return place && `${place.file}:${place.line}`;
};

describe.each(cases)('$size, $kind:', ({ size, kind }) => {
  test('no statement reads more rows of a table than its bound', () => {
    const faults = (runs.get(`${size} ${kind}`) ?? []).flatMap(({ text, rows, scanned }) => {
      const place = placeOf(text);
      const most = boundOf(place?.split(':', 1)[0] ?? null);
      return [...rows].flatMap(([table, read]) => {
        if (!growing.has(table)) return [];
        const isScan = scanned.has(table) && size !== 'nearly empty';
        if (read <= most && !isScan) return [];
        return `${place ?? text.slice(0, 200)} reads ${Math.round(read)} of ${table}${isScan ? ' from its beginning' : ''}`;
      });
    });
    expect([...new Set(faults)]).toEqual([]);
  });
});

test('no other statement scans a table that grows', async () => {
  const run = new Set([...runs.values()].flatMap((some) => some.map(({ text }) => text)));
  const rest = found.filter(
    ({ text }) => text !== null && plannable.test(text) && !text.includes(';') && !isOfCluster(text) && !run.has(text),
  );
  const faults: string[] = [];
  for (const { file, line, text } of rest) {
    const { rows } = await world.app.db.pool.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
    );
    const plans = rows.flatMap(({ 'QUERY PLAN': found }) => found.map(({ Plan: plan }) => readPlan(plan)));
    const scanned = plans.flatMap((plan) => [...plan.scanned].filter((table) => growing.has(table)));
    if (scanned.length > 0 && !(file in scanning)) faults.push(`${file}:${line} scans ${scanned}`);
  }
  expect(faults).toEqual([]);
});
