import type { ConsentSource } from '../../prisma/generated/client.ts';
import type { Consent } from '../contacts/consent.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { simulationOf } from '../events/emit/simulator.ts';
import { newId } from '../ground/ids.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { recordTogether } from '../webhooks/record-together.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import type { DepartureRow } from './departure.ts';
import { togetherTime } from './many-changes.ts';
import { thinHistory } from './thin-history.ts';

const types = ['contact.left_marketing', 'contact.rejoined_marketing'] as const;

interface Move {
  readonly after: Consent;
  readonly source: ConsentSource;
  /** The time of the person's decision, for the history. */
  readonly at: Date;
  readonly now: Date;
  readonly webhook: (typeof types)[number];
}

/**
 * Writes the person's change of mind: the contact, the history and the webhooks. Many changes within an hour are put
 * together (docs/rules.md#many-changes-of-mind). Returns the endpoints to wake.
 */
export async function moveConsent(
  app: App,
  client: Queryable,
  before: DepartureRow,
  { after, source, at, now, webhook }: Move,
): Promise<readonly TurnKey[]> {
  const { platformId, workspaceId, id, reference, email } = before;
  await client.query(
    `UPDATE contacts SET status = $3, marketing_at = $4, opted_out_at = $5, updated_at = $6
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, after.status, after.marketingAt, after.optedOutAt, now],
  );
  const isOneOfMany = await thinHistory(client, before, now);
  await client.query(
    `INSERT INTO consent_changes (workspace_id, id, contact_id, state, at, source, replaced_state, replaced_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [workspaceId, newId(now), id, after.status, at, source, before.status, before.marketingAt, now],
  );
  const cause = {
    platformId,
    type: webhook,
    source: 'recipient',
    simulated: simulationOf(email, app.config.simulatorDomain) !== null,
    workspaceId,
    contact: { id, reference },
    details: {},
    at: now,
  } as const;
  if (!isOneOfMany) return recordWebhooks(app, client, [cause]);
  await recordTogether(app, client, cause, { types, after: togetherTime });
  return [];
}
