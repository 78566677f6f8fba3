/** One of the two databases of the bench `growth`: a platform with whatever it has, a service, and a process of the bench. */

import type { App } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { day } from '../../../src/ground/time/durations.ts';
import { keyLifetime } from '../../../src/retention/lifetimes.ts';
import { makePartition } from '../../../src/retention/partitions/alter-partitions.ts';
import { sweepKeyDays } from '../../../src/retention/partitions/key-days.ts';
import { partitionedTables, partitionStart } from '../../../src/retention/partitions/partitioned-tables.ts';
import { verifyDomains } from '../../attacks/harness/verify-domains.ts';
import { fullPlatform } from '../../support/full-platform.ts';
import { fillGrown } from '../../support/grown/fill-grown.ts';
import { type Growth, knownAddress } from '../../support/grown/growth.ts';
import { openWorld, type Tenant, type World } from '../../support/open-world.ts';
import { type Things, thingsOf } from '../../support/root-arguments.ts';
import { createTestClock } from '../../support/test-clock.ts';
import type { Lab } from './lab.ts';
import { workspaces } from './load-requests.ts';
import type { Database } from './postgres.ts';
import { type ServiceProcess, startService } from './start-service.ts';
import { withoutIndexes } from './without-indexes.ts';

export interface GrownSide {
  readonly database: Database;
  readonly service: ServiceProcess;
  readonly world: World;
  readonly app: App;
  readonly tenant: Tenant;
  readonly things: Things;
  /** Id of the workspace with the most messages, whose reference is `grown-0`. */
  readonly largest: string;
}

/** Tables that are filled, whose indexes come last. */
const filled = [
  'events',
  'messages',
  'message_attempts',
  'message_reports',
  'message_opens',
  'idempotency_keys',
  'webhooks',
  'figures',
  'health_hours',
  'sending_days',
];
/** Mail that is due, and webhooks: a process that begins anew finds some. */
const waiting = 3_000;

/** `days`: age of the oldest event. */
export async function makeGrownSide(
  lab: Lab,
  database: Database,
  amounts: Pick<Growth, 'messages' | 'workspaces' | 'days' | 'contentDaysBehind'>,
): Promise<GrownSide> {
  const clock = createTestClock(new Date());
  const world = openWorld(database.url, {}, clock);
  lab.atEnd(() => world.close());
  const { app } = world;
  const tenant = await fullPlatform(world, workspaces);
  await verifyDomains(database.pool);
  // No receiver is there: what is measured ends with the rows of the webhooks.
  await database.pool.query('UPDATE webhook_endpoints SET paused_at = now()');
  const { message, endpoint } = await thingsOf(tenant);
  await makePastPartitions(app);
  const growth = {
    ...amounts,
    name: 'grown',
    platformId: tenant.platformId,
    sample: message,
    endpointId: endpoint,
    knownHash: app.secrets.addressHash(knownAddress),
    now: clock.now(),
    daysBehind: 0,
    queued: waiting,
    pending: Math.min(waiting, amounts.messages / 10),
  };
  const started = performance.now();
  await withoutIndexes(database.pool, filled, () =>
    fillGrown(database.pool, growth, (count) =>
      lab.say(`  ${count} messages after ${((performance.now() - started) / 1_000).toFixed(0)} s`),
    ),
  );
  await database.pool.query('VACUUM ANALYZE');
  await database.pool.query('CHECKPOINT');
  const { rows } = await database.pool.query<{ id: string }>(
    "SELECT id FROM workspaces WHERE platform_id = $1 AND reference = 'grown-0'",
    [tenant.platformId],
  );
  return {
    database,
    service: await startService(lab, { databaseUrl: database.url, roles: 'api' }),
    world,
    // With parts of its own: what `world` knows of a nearly empty platform is over.
    app: createApp(app),
    tenant,
    things: await thingsOf(tenant),
    largest: rows[0]?.id ?? '',
  };
}

/** As the service would have made them, day by day. */
async function makePastPartitions(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  for (const table of partitionedTables) {
    for (let time = now - table.lifetime - table.span; time <= now + table.span; time += table.span) {
      await makePartition(app, table, partitionStart(table, new Date(time)));
    }
  }
  for (let time = now - keyLifetime - day; time <= now; time += day) {
    await sweepKeyDays({ ...app, clock: { ...app.clock, now: () => new Date(time) } });
  }
}
