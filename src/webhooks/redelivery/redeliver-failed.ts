import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/rows.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { idAt, newId } from '../../ground/ids.ts';
import { parseInput, timestamp } from '../../ground/input/input.ts';
import { keptSince, webhookLifetime } from '../../retention/lifetimes.ts';
import { findEndpoint } from '../endpoints/find-endpoint.ts';

/** Tries while other calls open and finish redeliveries of the endpoint. */
const triesMax = 5;
/** Seconds until a retry after those tries. */
const retryAfter = 1;

/** Returns no row when a redelivery of another call is being committed. */
const open = statement({
  values: {
    platformId: 'text',
    id: 'text',
    endpointId: 'text',
    since: 'timestamptz',
    position: 'text',
    now: 'timestamptz',
  },
  text: (v) => `
    WITH opened AS (
      INSERT INTO webhook_redeliveries (platform_id, id, endpoint_id, since, position, created_at, stepped_at)
      VALUES (${v.platformId}, ${v.id}, ${v.endpointId}, ${v.since}, ${v.position}, ${v.now}, ${v.now})
      ON CONFLICT (platform_id, endpoint_id) WHERE finished_at IS NULL DO NOTHING
      RETURNING id
    )
    SELECT id FROM opened
    UNION ALL
    SELECT id FROM webhook_redeliveries
    WHERE platform_id = ${v.platformId} AND endpoint_id = ${v.endpointId} AND finished_at IS NULL`,
});

export const redeliverInput = (now: Date) =>
  z.object({ since: timestamp.refine((time) => time <= now, 'must not be in the future') });

/**
 * Begins to send again all failed webhooks of an endpoint for occurrences since a time (docs/rules.md#redelivery-since).
 * The sweep walks them in bounded steps. An endpoint has one such redelivery at a time, which a repeated call returns.
 * Returns its id. Rejects with `not_found`, `validation_failed`.
 */
export async function redeliverFailed(ctx: Ctx, endpointId: string, given: unknown): Promise<string> {
  const { app, platformId } = ctx;
  // An endpoint that is deleted meanwhile ends the redelivery at its next step.
  await findEndpoint(ctx, endpointId, { select: { id: true } });
  const now = app.clock.now();
  const { since } = parseInput(redeliverInput(now), { since: given });
  // Older webhooks are not shown any more.
  const oldest = keptSince(webhookLifetime, now);
  const position = idAt(new Date(Math.max(since.getTime(), oldest.getTime())));
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const { rows } = await app.db.pool.query<{ id: string }>(
      open({ platformId, id: newId(now), endpointId, since, position, now }),
    );
    if (rows[0]) return rows[0].id;
  }
  throw new DomainError('unavailable', 'Other redeliveries of the endpoint begin and end meanwhile.', { retryAfter });
}
