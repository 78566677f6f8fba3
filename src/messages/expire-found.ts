import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { recordWebhooks } from '../webhooks/record-webhooks.ts';
import { countOutcomes } from '../workspaces/count-outcomes.ts';
import { type EndedMessage, endSql, moves } from './message-states.ts';

interface Expired {
  readonly count: number;
  /** The endpoints to ask turns for after the commit. */
  readonly endpoints: readonly TurnKey[];
}

/** Ends the waiting messages that `selection` locks as expired: SQL without parameters. */
export async function expireFound(app: App, client: Queryable, selection: string, now: Date): Promise<Expired> {
  const { rows } = await client.query<EndedMessage>(endSql({ move: moves.expiry, at: '$1::timestamptz', selection }), [
    now,
  ]);
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
