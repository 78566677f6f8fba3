import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import type { Query } from '../../db/rows.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { recordWebhooks } from '../../webhooks/record-webhooks.ts';
import { addHealthCounts } from '../../workspaces/health/add-health-counts.ts';
import type { EndedMessage } from '../states/message-states.ts';
import { countEnds } from './count-outcome.ts';

interface EndedByTime {
  readonly count: number;
  /** The endpoints to ask turns for after the commit. */
  readonly endpoints: readonly TurnKey[];
}

/** Ends messages by a statement made with `endSql`, counts them for the health of their workspaces, and tells of them. */
export async function endByTime(
  app: App,
  client: Queryable,
  type: 'message.expired' | 'message.delivered',
  ending: (now: Date) => Query,
): Promise<EndedByTime> {
  const at = app.clock.now();
  const { rows } = await client.query<EndedMessage>(ending(at));
  if (type === 'message.expired') countEnds(app, 'expired', '', rows);
  else countEnds(app, 'delivered', 'silence', rows);
  const counts = { at, ended: 1, delivered: type === 'message.delivered' ? 1 : 0, hardBounces: 0, complaints: 0 };
  const real = rows.filter(({ simulated }) => !simulated);
  await addHealthCounts(
    client,
    real.map(({ platformId, workspaceId }) => ({ platformId, workspaceId, ...counts })),
  );
  const endpoints = await recordWebhooks(
    app,
    client,
    rows.map(({ id, ...row }) => ({ ...row, type, source: 'service', messageId: id, details: {}, at })),
  );
  return { count: rows.length, endpoints };
}
