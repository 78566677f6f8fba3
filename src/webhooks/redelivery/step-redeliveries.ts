/** The sweep that sends failed webhooks of endpoints again, step by step (docs/rules.md#redelivery-since). */
import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { maintenanceLimits } from '../../db/connections/time-limits.ts';
import { statement } from '../../db/rows.ts';
import { idAt } from '../../ground/ids.ts';
import { keptSince, webhookLifetime } from '../../retention/lifetimes.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { startRoundSql } from '../pending-sql.ts';
import { firstShownMessage } from '../shown-webhooks.ts';

/** Webhooks that one step examines, at most. */
const rowsAStep = 500;
/** Steps of one sweep, at most; the next sweep goes on a second later. */
const stepsASweep = 20;

interface Redelivery {
  readonly platformId: string;
  readonly id: string;
  readonly endpointId: string;
  readonly position: string;
  readonly createdAt: Date;
}

/** Takes step after step of the open redeliveries, the one that waited longest first. */
export async function stepRedeliveries(app: App): Promise<void> {
  for (let step = 1; step <= stepsASweep; step += 1) {
    const endpoint = await app.db.transaction((client) => takeStep(app, client), maintenanceLimits);
    if (endpoint === null) return;
    app.parts.deliveries.recall(endpoint.platformId);
    await app.wake.ask('webhooks', [endpoint]);
  }
}

/** Returns the endpoint of the step; null when no redelivery is open, or other processes have them all. */
async function takeStep(app: App, client: Queryable): Promise<TurnKey | null> {
  const { rows } = await client.query<Redelivery>(
    `SELECT platform_id AS "platformId", id, endpoint_id AS "endpointId", position, created_at AS "createdAt"
     FROM webhook_redeliveries WHERE finished_at IS NULL ORDER BY stepped_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  const [redelivery] = rows;
  if (!redelivery) return null;
  const now = app.clock.now();
  const walked = (await isLive(client, redelivery)) ? await walkOn(client, redelivery, now) : nothing;
  await client.query(keepProgress({ ...redelivery, ...walked, position: walked.position ?? redelivery.position, now }));
  return { platformId: redelivery.platformId, id: redelivery.endpointId };
}

/** Redeliveries share this lock. A deletion of the endpoint comes wholly before or wholly after. */
async function isLive(client: Queryable, { platformId, endpointId }: Redelivery): Promise<boolean> {
  const { rows } = await client.query<{ live: boolean }>(
    'SELECT deleted_at IS NULL AS live FROM webhook_endpoints WHERE platform_id = $1 AND id = $2 FOR SHARE',
    [platformId, endpointId],
  );
  return rows[0]?.live ?? false;
}

interface Walked {
  readonly examined: number;
  readonly redelivered: number;
  /** The last webhook that was examined; null: none was left. */
  readonly position: string | null;
}

const nothing: Walked = { examined: 0, redelivered: 0, position: null };

const walkStatement = statement({
  values: {
    platformId: 'text',
    endpointId: 'text',
    position: 'text',
    end: 'text',
    firstMessage: 'text',
    now: 'timestamptz',
  },
  text: ({ platformId, endpointId, position, end, firstMessage, now }) => `
    WITH walked AS MATERIALIZED (
      SELECT id FROM webhooks
      WHERE platform_id = ${platformId} AND endpoint_id = ${endpointId} AND id > ${position} AND id < ${end}
      ORDER BY id LIMIT ${rowsAStep}
    ), failed AS MATERIALIZED (
      SELECT h.id FROM walked JOIN webhooks h ON h.platform_id = ${platformId} AND h.id = walked.id
      WHERE h.state = 'failed' AND (h.message_id IS NULL OR h.message_id >= ${firstMessage}) ORDER BY h.id FOR NO KEY UPDATE OF h
    ), sent AS (
      UPDATE webhooks h SET state = 'pending', delivered_at = NULL, failed_at = NULL
      FROM failed WHERE h.platform_id = ${platformId} AND h.id = failed.id
      RETURNING h.platform_id, h.id, h.endpoint_id, h.attempt_number
    ), pending AS (${startRoundSql('sent', now)}
    )
    SELECT (SELECT count(*)::int FROM walked) AS examined, (SELECT max(id) FROM walked) AS position,
           (SELECT count(*)::int FROM sent) AS redelivered`,
});

async function walkOn(client: Queryable, redelivery: Redelivery, now: Date): Promise<Walked> {
  const { platformId, endpointId, position, createdAt } = redelivery;
  // Ids of the instant of the request are included.
  const end = idAt(new Date(createdAt.getTime() + 1));
  // A round of an older one would outlive its webhook, whose partition goes.
  const [, from = position] = [position, idAt(keptSince(webhookLifetime, now))].toSorted();
  const { rows } = await client.query<Walked>(
    walkStatement({ platformId, endpointId, position: from, end, firstMessage: firstShownMessage(now), now }),
  );
  return rows[0] ?? nothing;
}

const keepProgress = statement({
  values: {
    platformId: 'text',
    id: 'text',
    position: 'text',
    examined: 'int',
    redelivered: 'int',
    now: 'timestamptz',
  },
  text: (v) => `
    UPDATE webhook_redeliveries
    SET position = ${v.position}, examined = examined + ${v.examined}, redelivered = redelivered + ${v.redelivered},
        stepped_at = ${v.now}, finished_at = CASE WHEN ${v.examined} < ${rowsAStep} THEN ${v.now} END
    WHERE platform_id = ${v.platformId} AND id = ${v.id}`,
});
