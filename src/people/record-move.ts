import type { ConsentSource, ContactStatus } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { statement } from '../db/rows.ts';
import { simulationOf } from '../events/emit/simulator.ts';
import { newId } from '../ground/ids.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { recordTogether } from '../webhooks/record-together.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import type { DepartureRow } from './departure.ts';
import { togetherTime } from './many-changes.ts';
import { thinHistory } from './thin-history.ts';

const types = ['contact.left_marketing', 'contact.rejoined_marketing'] as const;

/** A person's change of mind, for the history and the webhooks. */
export interface RecordedMove {
  /** Key of the topic that it is about; null: marketing as a whole. */
  readonly topic: string | null;
  readonly state: ContactStatus;
  /** The time of the person's decision. */
  readonly at: Date;
  readonly replacedState: ContactStatus;
  readonly replacedAt: Date | null;
  readonly source: ConsentSource;
  readonly now: Date;
  readonly webhook: (typeof types)[number];
}

const insertChange = statement({
  values: {
    ...{ workspaceId: 'text', id: 'text', contactId: 'text', topic: 'text', state: 'text', at: 'timestamptz' },
    ...{ source: 'text', replacedState: 'text', replacedAt: 'timestamptz', now: 'timestamptz' },
  },
  text: ({ workspaceId, id, contactId, topic, state, at, source, replacedState, replacedAt, now }) => `
    INSERT INTO consent_changes (workspace_id, id, contact_id, topic, state, at, source, replaced_state, replaced_at,
      created_at)
    VALUES (${workspaceId}, ${id}, ${contactId}, ${topic}, ${state}::contact_status, ${at}, ${source}::consent_source,
      ${replacedState}::contact_status, ${replacedAt}, ${now})`,
});

/**
 * Writes the history and the webhooks of a move. Many changes within an hour are put together
 * (docs/rules.md#many-changes-of-mind), of topics and of marketing alike. Returns the endpoints to wake.
 */
export async function recordMove(
  app: App,
  client: Queryable,
  { platformId, workspaceId, id, reference, email }: DepartureRow,
  { topic, state, at, replacedState, replacedAt, source, now, webhook }: RecordedMove,
): Promise<readonly TurnKey[]> {
  const isOneOfMany = await thinHistory(client, { workspaceId, id }, now);
  const replaced = { replacedState, replacedAt };
  await client.query(
    insertChange({ workspaceId, id: newId(now), contactId: id, topic, state, at, source, ...replaced, now }),
  );
  const cause = {
    platformId,
    type: webhook,
    source: 'recipient',
    simulated: simulationOf(email, app.config.simulatorDomain) !== null,
    workspaceId,
    contact: { id, reference },
    details: topic === null ? {} : { topic },
    at: now,
  } as const;
  if (!isOneOfMany) return recordWebhooks(app, client, [cause]);
  await recordTogether(app, client, cause, { types, after: togetherTime });
  return [];
}
