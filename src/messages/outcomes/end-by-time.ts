import type { App } from '../../context.ts';
import { type Extent, type Form, inWorkspaces } from '../../db/by-workspace.ts';
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

interface Ending {
  readonly type: 'message.expired' | 'message.delivered';
  readonly extent: Extent;
  /** The query of a statement made with `endSql`. */
  readonly query: (now: Date, form: Form) => Query;
}

/** Ends messages, counts them for the health of their workspaces, and tells of them. */
export async function endByTime(app: App, client: Queryable, { type, extent, query }: Ending): Promise<EndedByTime> {
  const at = app.clock.now();
  const rows = await inWorkspaces(app.db, client, extent, async (form) => {
    return (await client.query<EndedMessage>(query(at, form))).rows;
  });
  if (type === 'message.expired') countEnds(app, 'expired', '', rows);
  else countEnds(app, 'delivered', 'silence', rows);
  const counts = { at, ended: 1, delivered: type === 'message.delivered' ? 1 : 0, hardBounces: 0, complaints: 0 };
  const real = rows.filter(({ simulated }) => !simulated);
  await addHealthCounts(
    app.db,
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
