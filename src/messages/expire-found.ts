import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import type { Query } from '../db/rows.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import { countOutcomes } from '../workspaces/count-outcomes.ts';
import type { EndedMessage } from './message-states.ts';

interface Expired {
  readonly count: number;
  /** The endpoints to ask turns for after the commit. */
  readonly endpoints: readonly TurnKey[];
}

/** Ends waiting messages as expired by a statement made with `endSql`. */
export async function expireFound(app: App, client: Queryable, expiring: (now: Date) => Query): Promise<Expired> {
  const now = app.clock.now();
  const { rows } = await client.query<EndedMessage>(expiring(now));
  const ended = { at: now, ended: 1, delivered: 0, hardBounces: 0, complaints: 0 };
  await countOutcomes(
    client,
    rows
      .filter(({ simulated }) => !simulated)
      .map(({ platformId, workspaceId }) => ({ platformId, workspaceId, ...ended })),
  );
  const endpoints = await recordWebhooks(
    app,
    client,
    rows.map(({ id, ...row }) => ({
      ...row,
      type: 'message.expired',
      source: 'service',
      messageId: id,
      details: {},
      at: now,
    })),
  );
  return { count: rows.length, endpoints };
}
