/** Cancels the messages of a workspace that wait or leave later, in bounded batches (docs/rules.md#cancelled-messages). */
import { z } from 'zod';
import type { Ctx } from '../context.ts';
import { statement } from '../db/rows.ts';
import { invalid } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';
import { parseInput, timestamp } from '../ground/input/input.ts';
import { textFilter } from '../ground/lists/filter-texts.ts';
import { readTimestamp } from '../ground/time/timestamp.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { failSql, failValues, moveToFailed } from './outcomes/move-to-failed.ts';
import { fromSql, moves, scheduledSql } from './states/message-states.ts';

/** Waiting messages that one call examines, and messages that it cancels, at most. */
const examinedMax = 5_000;
const cancelledMax = 500;
/** Characters of an id and of a name of an event type. */
const textMaxLength = 128;

const cancelFilter = z.object({
  eventType: textFilter(textMaxLength),
  templateVersion: textFilter(textMaxLength),
  emittedBefore: timestamp.nullish(),
});

/** A place in the queue of a workspace. */
interface QueuePlace {
  readonly dueAt: Date;
  readonly id: string;
}

const start: QueuePlace = { dueAt: new Date(0), id: '' };

export interface CancelledMessages {
  readonly cancelled: number;
  /** The place at which the next call continues; null when the whole queue was examined. */
  readonly endCursor: string | null;
}

type WalkSql = Readonly<Record<'workspaceId' | 'dueAt' | 'id', string>>;

const nextIn = (v: WalkSql, index: string) => `
      (SELECT id, due_at, platform_id, event_type_id, template_version_id, created_at FROM messages
      WHERE workspace_id = ${v.workspaceId} AND ${index}
        AND due_at >= ${v.dueAt} AND (due_at, id) > (${v.dueAt}, ${v.id})
      ORDER BY due_at, id LIMIT ${examinedMax})`;

/** In the order of two indexes, of mail that waits and of mail that leaves later; of one instant in the order of ids. */
const walkQueue = statement({
  values: {
    workspaceId: 'text',
    dueAt: 'timestamptz',
    id: 'text',
    eventType: 'text',
    templateVersion: 'text',
    emittedBefore: 'timestamptz',
  },
  text: (v) => `
    SELECT near.id, near.due_at AS "dueAt",
           (${v.eventType} IS NULL OR t.name = ${v.eventType})
             AND coalesce(near.template_version_id = ${v.templateVersion}, true)
             AND coalesce(near.created_at < ${v.emittedBefore}, true) AS wanted
    FROM (${nextIn(v, fromSql('state', moves.failure))}
      UNION ALL ${nextIn(v, scheduledSql('state'))}
      ORDER BY due_at, id LIMIT ${examinedMax}) near
    LEFT JOIN event_types t ON t.platform_id = near.platform_id AND t.id = near.event_type_id
    ORDER BY near.due_at, near.id`,
});

const cancelMany = statement({
  values: { ...failValues, workspaceId: 'text', ids: 'text[]' },
  // A message that a claim holds is on its way out.
  text: (sql, only) =>
    failSql(
      sql,
      `
    SELECT workspace_id, id FROM messages
    WHERE workspace_id = ${sql.workspaceId} AND ${only('workspace_id')} AND id = ANY(${sql.ids}) AND ${fromSql('state', moves.cancellation)}
      AND recipient IS NOT NULL
    FOR NO KEY UPDATE SKIP LOCKED`,
      only,
      moves.cancellation,
    ),
});

/**
 * Cancels waiting messages of the workspace that pass the filter: up to 500 of the next 5,000 after the cursor. Rejects
 * with `not_found`, `validation_failed`.
 */
export async function cancelMessages(
  ctx: Ctx,
  workspacePath: string,
  filter: unknown,
  after: string | null,
): Promise<CancelledMessages> {
  const { app } = ctx;
  const { id: workspaceId } = await findWorkspace(ctx, workspacePath, { select: { id: true } });
  const { eventType = null, templateVersion = null, emittedBefore = null } = parseInput(cancelFilter, filter);
  const place = after === null ? start : readCursor(after);
  const { rows } = await app.db.pool.query<QueuePlace & { readonly wanted: boolean }>(
    walkQueue({ workspaceId, ...place, eventType, templateVersion, emittedBefore }),
  );
  const wanted = rows.filter((row) => row.wanted).slice(0, cancelledMax);
  const last = wanted.length === cancelledMax ? wanted.at(-1) : rows.length === examinedMax ? rows.at(-1) : undefined;
  const ids = wanted.map(({ id }) => id);
  const { count, endpoints } =
    ids.length === 0
      ? { count: 0, endpoints: [] }
      : await app.db.transaction((client) =>
          moveToFailed(app, client, {
            reason: 'cancelled',
            extent: { workspaceId },
            query: (failure, form) => form(cancelMany)({ ...failure, workspaceId, ids }),
          }),
        );
  await app.wake.ask('webhooks', endpoints);
  return { cancelled: count, endCursor: last === undefined ? null : writeCursor(last) };
}

function writeCursor({ dueAt, id }: QueuePlace): string {
  return Buffer.from(`${dueAt.toISOString()} ${id}`).toString('base64url');
}

function readCursor(cursor: string): QueuePlace {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const dueAt = readTimestamp(time);
  if (dueAt === null || !isId(id)) throw invalid({ after: ['is not a cursor of this mutation'] });
  return { dueAt, id };
}
