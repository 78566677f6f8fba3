import type { Consent } from '../contacts/consent.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import type { TurnKey } from '../turns/jobs.ts';
import type { DepartureRow } from './departure.ts';
import { type RecordedMove, recordMove } from './record-move.ts';

interface Move extends Pick<RecordedMove, 'source' | 'at' | 'now' | 'webhook'> {
  readonly after: Consent;
}

/** Writes the person's change of mind: the contact, the history and the webhooks. Returns the endpoints to wake. */
export async function moveConsent(
  app: App,
  client: Queryable,
  before: DepartureRow,
  { after, ...move }: Move,
): Promise<readonly TurnKey[]> {
  await client.query(
    `UPDATE contacts SET status = $3, marketing_at = $4, opted_out_at = $5, updated_at = $6
     WHERE workspace_id = $1 AND id = $2`,
    [before.workspaceId, before.id, after.status, after.marketingAt, after.optedOutAt, move.now],
  );
  const replaced = { replacedState: before.status, replacedAt: before.marketingAt };
  return recordMove(app, client, before, { topic: null, state: after.status, ...replaced, ...move });
}
