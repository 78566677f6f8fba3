import type { App } from '../../context.ts';
import { type Extent, type Form, inWorkspaces } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { type Only, ofAny, type Query } from '../../db/rows.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { recordWebhooks } from '../../webhooks/record-webhooks.ts';
import { addHealthCounts } from '../../workspaces/health/add-health-counts.ts';
import { type EndedMessage, endSql, moves } from '../states/message-states.ts';
import { countEnds } from './count-outcome.ts';
import { countsFailure } from './counts-for-health.ts';
import type { FailureReason } from './failure-reasons.ts';

/** Messages moved in one transaction, at most. */
export const rowsABatch = 500;

interface FailedMessages {
  readonly count: number;
  /** The endpoints to ask turns for after the commit. */
  readonly endpoints: readonly TurnKey[];
}

/** The values of every statement that fails messages. */
export const failValues = { reason: 'text', now: 'timestamptz' } as const;

type FailMove = typeof moves.failure | typeof moves.withdrawal | typeof moves.cancellation;

/** SQL that fails the messages which `selection` locks, in states where the move begins. */
export const failSql = (
  { reason, now }: { readonly reason: string; readonly now: string },
  selection: string,
  only: Only = ofAny,
  move: FailMove = moves.failure,
) => endSql({ move, at: now, set: `, reason = ${reason}`, selection, only });

interface Failure {
  readonly reason: FailureReason;
  readonly now: Date;
}

interface Failing {
  readonly reason: FailureReason;
  readonly extent: Extent;
  /** The query of a statement made with `failSql`. */
  readonly query: (failure: Failure, form: Form) => Query;
}

/**
 * Fails messages that no attempt holds. The mail was never offered, so it says nothing about the
 * recipients. The messages count as ended for the health of the workspace, except simulated ones and those whose reason a
 * caller makes (docs/rules.md#health-counts).
 */
export async function moveToFailed(
  app: App,
  client: Queryable,
  { reason, extent, query }: Failing,
): Promise<FailedMessages> {
  const now = app.clock.now();
  const rows = await inWorkspaces(app.db, client, extent, async (form) => {
    return (await client.query<EndedMessage>(query({ reason, now }, form))).rows;
  });
  countEnds(app, 'failed', reason, rows);
  await addHealthCounts(
    app.db,
    client,
    rows
      .filter(({ simulated }) => !simulated && countsFailure(reason))
      .map(({ platformId, workspaceId }) => ({
        platformId,
        workspaceId,
        at: now,
        ended: 1,
        delivered: 0,
        hardBounces: 0,
        complaints: 0,
      })),
  );
  const endpoints = await recordWebhooks(
    app,
    client,
    rows.map(({ id, ...row }) => ({
      ...row,
      type: 'message.failed',
      source: 'service',
      messageId: id,
      details: { reason },
      at: now,
    })),
  );
  return { count: rows.length, endpoints };
}
