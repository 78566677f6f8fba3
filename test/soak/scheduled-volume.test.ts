/** A million mails that leave later beside none: emits, claims and looks cost the same (docs/rules.md#scheduled-mail-apart). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseMessages } from '../../src/events/scheduled/release-messages.ts';
import { dueWorkspaces } from '../../src/messages/claims/ask-for-due-messages.ts';
import { claimMessages } from '../../src/messages/claims/claim-messages.ts';
import { sweepMessages } from '../../src/messages/outcomes/sweep-messages.ts';
import { copyQueued } from '../support/copy-queued.ts';
import { examinePlanned } from '../support/examined-rows.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';
import { isWhole, ofWhole } from './share.ts';

const scheduled = ofWhole(1_000_000);
const rounds = isWhole ? 15 : 5;
/** Of one round. */
const emits = 400;
const claimed = 20;
/** Most that the work may take beside them, as a multiple of the work without. */
const allowed = 1.1;
const day = 86_400_000;

interface Side {
  readonly world: SendingWorld;
  readonly workspace: SendingWorkspace;
}

let beside: Side;
let without: Side;

async function makeSide(): Promise<Side> {
  const world = await createSendingWorld();
  const workspace = await world.workspace();
  return { world, workspace };
}

beforeAll(async () => {
  [beside, without] = [await makeSide(), await makeSide()];
  const { world, workspace } = beside;
  const { pool } = world.app.db;
  await workspace.emit(['sample@example.com']);
  const { rows } = await pool.query('SELECT idempotency_key AS key FROM messages');
  await copyQueued(pool, { sample: rows[0].key, count: scheduled, sendAt: new Date(world.now().getTime() + 20 * day) });
  await without.workspace.emit(['sample@example.com']);
  for (const side of [beside, without]) await side.world.app.db.pool.query('VACUUM ANALYZE messages, events');
});

afterAll(() => Promise.all([beside, without].map(({ world }) => world.close())));

const took = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
const median = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
const claim = ({ world, workspace }: Side) =>
  claimMessages(
    world.app,
    { platformId: workspace.ctx.platformId, id: workspace.id },
    { rows: claimed, past: [] },
    { kind: 'open' },
  );

test(`an emit and a claim take at most ${allowed} times as long beside ${scheduled} scheduled mails`, async () => {
  const times = {
    emit: { beside: [] as number[], without: [] as number[] },
    claim: { beside: [] as number[], without: [] as number[] },
  };
  for (let round = 0; round < rounds; round += 1) {
    // In turns, so that what else the machine does falls on both.
    for (const [name, side] of round % 2
      ? ([
          ['beside', beside],
          ['without', without],
        ] as const)
      : ([
          ['without', without],
          ['beside', beside],
        ] as const)) {
      times.emit[name].push(await took(() => side.workspace.emit(people(emits))));
      let held: Awaited<ReturnType<typeof claim>> = [];
      times.claim[name].push(
        await took(async () => {
          held = await claim(side);
        }),
      );
      expect(held).toHaveLength(claimed);
    }
  }
  const ratios = {
    emit: median(times.emit.beside) / median(times.emit.without),
    claim: median(times.claim.beside) / median(times.claim.without),
  };
  process.stdout.write(`${scheduled} scheduled: emit ${ratios.emit.toFixed(3)}, claim ${ratios.claim.toFixed(3)}\n`);
  // A short run beside other work does not judge how fast a machine is.
  if (!isWhole) return;
  expect(ratios.emit).toBeLessThanOrEqual(allowed);
  expect(ratios.claim).toBeLessThanOrEqual(allowed);
});

test('a look, a sweep and a release before their time read none of them', async () => {
  const rowsOf = async ({ world }: Side) => {
    const { app } = world;
    const look = await examinePlanned(app.db, (client) => client.query(dueWorkspaces({ now: app.clock.now() })));
    return look.rowsOf.messages_default ?? 0;
  };
  expect(await rowsOf(beside)).toBe(await rowsOf(without));
  const before = await scansOf(beside);
  await sweepMessages(beside.world.app);
  await releaseMessages(beside.world.app);
  const after = await scansOf(beside);
  expect(after.sequential - before.sequential, 'scans of the whole table').toBe(0);
});

/** Of the table of messages, as PostgreSQL counts them. */
async function scansOf({ world }: Side): Promise<{ readonly sequential: number }> {
  const { rows } = await world.app.db.pool.query(
    "SELECT pg_stat_force_next_flush(), seq_scan::int AS sequential FROM pg_stat_user_tables WHERE relname = 'messages_default'",
  );
  return rows[0];
}
