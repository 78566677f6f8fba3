/** The sweep of health reads what changed, and moves the same workspaces as a look at all of them would. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { deleteWorkspace } from '../../../src/workspaces/deletion/delete-workspace.ts';
import { restoreWorkspace } from '../../../src/workspaces/deletion/restore-workspace.ts';
import { addHealthCounts, type HealthCounts } from '../../../src/workspaces/health/add-health-counts.ts';
import { sweepHealth } from '../../../src/workspaces/health/sweep-health.ts';
import { updateHealth } from '../../../src/workspaces/health/update-health.ts';
import { countReads, rowsIn } from '../../support/count-reads.ts';
import { createSendingWorld, type SendingWorld } from '../../support/sending-world.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Workspaces that have sent in each of the last hours. */
const active = 5_200;
const activeHours = 24;
/** Rows that a sweep without work may read: the indexes' ends. */
const idleRows = 20;

let world: SendingWorld;
let other: App;
let platformId: string;
beforeAll(async () => {
  world = await createSendingWorld({
    HEALTH_MIN_ENDED: '20',
    HEALTH_ESTABLISHED_DELIVERED: '60',
    HEALTH_ESTABLISHED_DAYS: '2',
    HEALTH_THROTTLE_BOUNCES: '3',
    HEALTH_PAUSE_BOUNCES: '6',
  });
  other = createApp(world.app);
  ({ platformId } = (await world.workspace()).ctx);
});
afterAll(() => world.close());

const rows = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query<Row>(text, [...values])).rows;

/** Ids of new workspaces. */
async function workspaces(count: number, state = 'established'): Promise<readonly string[]> {
  const made = await rows<{ id: string }>(
    `WITH made AS (
       INSERT INTO workspaces (platform_id, id, name, timezone, locale, created_at, updated_at)
       SELECT $1, upper(substr(md5(random()::text), 1, 26)), 'Well', 'UTC', 'en', $3, $3 FROM generate_series(1, $2::int)
       RETURNING id
     ), standing AS (
       INSERT INTO workspace_health (platform_id, workspace_id, state, since, counts_since)
       SELECT $1, id, $4::health_state, $3, $3::timestamptz - interval '30 days' FROM made
     )
     SELECT id FROM made ORDER BY id`,
    [platformId, count, world.now(), state],
  );
  return made.map(({ id }) => id);
}

const outcome = (workspaceId: string, counts: Partial<HealthCounts>): HealthCounts => ({
  platformId,
  workspaceId,
  at: world.now(),
  ended: 1,
  delivered: 1,
  hardBounces: 0,
  complaints: 0,
  ...counts,
});

/** Outcomes as their transactions record them: bounces are judged at once. */
async function record(counts: readonly HealthCounts[]): Promise<void> {
  await world.app.db.transaction(async (client) => {
    await addHealthCounts(world.app.db, client, counts);
    const bad = counts.filter(({ hardBounces, complaints }) => hardBounces + complaints > 0);
    await updateHealth(world.app, client, bad);
  });
}

const stateOf = async (id: string) =>
  (await rows<{ state: string }>('SELECT state FROM workspace_health WHERE workspace_id = $1', [id]))[0]?.state;
const states = () =>
  rows('SELECT workspace_id, state, since, under_line_since FROM workspace_health ORDER BY workspace_id');

/** Sweeps until nothing is due. */
async function settle(app = world.app): Promise<void> {
  for (let sweeps = 0; sweeps < 100; sweeps += 1) {
    await sweepHealth(app);
    const [left] = await rows<{ left: boolean }>(
      `SELECT EXISTS (SELECT FROM health_hours WHERE judged = 0 OR judged = 1 AND hour < $2)
           OR EXISTS (SELECT FROM sending_days WHERE NOT judged)
           OR EXISTS (SELECT FROM workspace_health WHERE judge_at <= $1) AS left`,
      [world.now(), new Date(world.now().getTime() - 7 * day)],
    );
    if (left?.left !== true && app.parts.healthSweep.pass.after === null) return;
  }
  throw new Error('Something stays due');
}

/** Sweeps as a process that has just started: it looks at all workspaces. */
async function lookAtAll(): Promise<void> {
  other.parts.healthSweep.pass = { after: null, nextAt: 0 };
  await settle(other);
}

/** A process whose next look at all workspaces is far off. */
const noPass = { after: null, nextAt: Number.POSITIVE_INFINITY };

describe('a sweep', () => {
  test(`that finds nothing changed reads next to nothing beside ${active} active workspaces; one outcome costs its workspace`, async () => {
    const ids = await workspaces(active);
    await rows(
      `INSERT INTO health_hours (workspace_id, hour, ended, delivered, hard_bounces, complaints)
       SELECT id, date_trunc('hour', $2::timestamptz) - n * interval '1 hour', 100, 97, 3, 0
       FROM unnest($1::text[]) id, generate_series(0, $3::int - 1) n`,
      [ids, world.now(), activeHours],
    );
    await rows('ANALYZE health_hours, workspace_health, sending_days, workspaces');
    // All of them are new: each sweep takes a bounded part.
    const { app, take } = countReads(world.app);
    await sweepHealth(app);
    const first = rowsIn(take());
    expect(first).toBeGreaterThan(500);
    expect(first).toBeLessThan(1_500 * activeHours * 4);
    await rows('UPDATE health_hours SET judged = 1');
    await settle(app);
    take();

    await rows('VACUUM ANALYZE health_hours, workspace_health, sending_days');
    await sweepHealth(app);
    const idle = take();
    expect(idle).toHaveLength(1);
    expect(rowsIn(idle), JSON.stringify(idle)).toBeLessThanOrEqual(idleRows);

    await record([outcome(ids[0] ?? '', {})]);
    await sweepHealth(app);
    const one = take();
    expect(rowsIn(one), JSON.stringify(one)).toBeLessThanOrEqual(idleRows + 8 * activeHours);
    await rows('DELETE FROM health_hours');
    await rows('DELETE FROM workspaces WHERE id = ANY($1)', [ids]);
  });

  test('moves the same workspaces as a look at all of them, whatever came in whatever order', async () => {
    world.app.parts.healthSweep.pass = noPass;
    const ids = [...(await workspaces(15, 'ramping')), ...(await workspaces(15))];
    let seed = 20;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const seen = new Set<string>();
    for (let step = 0; step < 80; step += 1) {
      const counts = ids
        .filter(() => random(3) > 0)
        .map((id) => {
          const bounces = random(6) === 0 ? random(5) : 0;
          return outcome(id, { ended: random(30) + bounces, delivered: random(30), hardBounces: bounces });
        });
      await record(counts);
      await rows(
        `INSERT INTO sending_days (workspace_id, day, sent)
         SELECT id, $2::date, 1 FROM unnest($1::text[]) id WHERE $3 ON CONFLICT DO NOTHING`,
        [ids.filter(() => random(2) > 0), world.now(), random(2) > 0],
      );
      await settle();
      const swept = await states();
      for (const { state } of swept as { state: string }[]) seen.add(state);
      await lookAtAll();
      expect(await states(), `step ${step}`).toEqual(swept);
      world.advance(random(4) === 0 ? (6 + random(30)) * hour : random(90) * 60_000);
      if (random(12) === 0) world.advance(random(8) * day);
    }
    expect([...seen].sort()).toEqual(['established', 'paused', 'ramping', 'throttled']);
  });

  test('that dies leaves everything due for the sweep of another process', async () => {
    await settle();
    const [id = ''] = await workspaces(1);
    // The bounces alone are too few to judge by; the good outcomes that follow decide.
    await record([outcome(id, { ended: 3, delivered: 0, hardBounces: 3 })]);
    await settle();
    await record([outcome(id, { ended: 18, delivered: 18 })]);
    const dies: App = {
      ...world.app,
      db: Object.create(world.app.db, {
        transaction: {
          value: (work: (client: never) => Promise<unknown>) =>
            world.app.db.transaction(async (client) => {
              await work(client as never);
              throw new Error('The process died');
            }),
        },
      }),
    };
    await expect(sweepHealth(dies)).rejects.toThrow('died');
    expect(await stateOf(id)).toBe('established');
    other.parts.healthSweep.pass = noPass;
    await sweepHealth(other);
    expect(await stateOf(id)).toBe('throttled');
  });

  test('leaves due what is being recorded while it judges', async () => {
    await settle();
    const [id = ''] = await workspaces(1);
    await record([outcome(id, { ended: 3, delivered: 0, hardBounces: 3 })]);
    const client = await world.app.db.pool.connect();
    try {
      await client.query('BEGIN');
      await addHealthCounts(world.app.db, client, [outcome(id, { ended: 18, delivered: 18 })]);
      await sweepHealth(world.app);
      expect(await stateOf(id)).toBe('established');
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    await sweepHealth(world.app);
    expect(await stateOf(id)).toBe('throttled');
  });

  test('judges a workspace that was deleted when its time came, and restored', async () => {
    await settle();
    const workspace = await world.workspace();
    await record([outcome(workspace.id, { ended: 20, delivered: 10, hardBounces: 10 })]);
    expect(await stateOf(workspace.id)).toBe('paused');
    await deleteWorkspace(workspace.ctx, workspace.id);
    world.advance(day);
    await settle();
    expect(await stateOf(workspace.id)).toBe('paused');
    await restoreWorkspace(workspace.ctx, workspace.id, {});
    await settle();
    expect(await stateOf(workspace.id)).toBe('throttled');
  });

  test('finds within an hour what a process of an earlier version moved without a note', async () => {
    world.app.parts.healthSweep.pass = { after: null, nextAt: 0 };
    await settle();
    const [id = ''] = await workspaces(1);
    await rows(
      `UPDATE workspace_health SET state = 'paused', recovers_to = 'established', since = $2 WHERE workspace_id = $1`,
      [id, new Date(world.now().getTime() - day)],
    );
    await settle();
    expect(await stateOf(id)).toBe('paused');
    world.advance(hour);
    await settle();
    expect(await stateOf(id)).toBe('throttled');
  });
});
