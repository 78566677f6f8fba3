/** One of the two databases of the bench `scheduled`: a platform that emits, beside mail that leaves later or none. */
import type { App } from '../../../src/context.ts';
import { openWorld } from '../../support/open-world.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { copyMessages, emitSample } from './copy-messages.ts';
import type { Lab } from './lab.ts';
import { workspaceReference, workspaces } from './load-requests.ts';
import { makePlatform } from './make-platform.ts';
import type { Database } from './postgres.ts';
import type { Where } from './start-load.ts';
import { startService } from './start-service.ts';

export interface ScheduledSide {
  readonly app: App;
  readonly database: Database;
  readonly tenant: { readonly platformId: string };
  /** Id of the workspace that has mail to claim. */
  readonly largest: string;
  readonly where: Where;
  /** Brings the clock of `app` to the present time. */
  setClock(): void;
}

/** Mail that is due in one workspace: more than a measurement claims. */
const queued = 1_000;

/** `scheduled`: mails that leave in 20 days, over all workspaces. */
export async function makeScheduledSide(lab: Lab, database: Database, scheduled: number): Promise<ScheduledSide> {
  const { pool } = database;
  const service = await startService(lab, { databaseUrl: database.url, roles: 'api' });
  const platform = await makePlatform(service, pool);
  await emitSample(platform);
  const references = Array.from({ length: workspaces }, (_none, n) => workspaceReference(n));
  const [first = ''] = references;
  await copyMessages(pool, { first: 1, count: queued, state: 'queued', references: [first], days: 0 });
  if (scheduled > 0) {
    await copyMessages(pool, { first: queued + 1, count: scheduled, state: 'scheduled', references, days: 5 });
  }
  await pool.query('VACUUM ANALYZE');
  await pool.query('CHECKPOINT');
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM workspaces WHERE reference = $1', [first]);
  const clock = createTestClock(new Date());
  const world = openWorld(database.url, {}, clock);
  lab.atEnd(() => world.close());
  return {
    app: world.app,
    database,
    tenant: { platformId: platform.id },
    largest: rows[0]?.id ?? '',
    where: { url: service.url, apiKey: platform.apiKey, kind: 'emit' },
    setClock: () => clock.set(new Date()),
  };
}
