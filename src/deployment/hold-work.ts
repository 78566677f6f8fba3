/**
 * Sets aside what waited or was under way before a restore, in bounded batches. Held mail is due when it expires, and a
 * held webhook when its round ends: no claim takes them, and no claim of other work reads past them.
 */
import { formFor } from '../db/by-workspace.ts';
import type { Db, Queryable } from '../db/connections/pool.ts';
import { maintenanceLimits } from '../db/connections/time-limits.ts';
import { lockedPartSql } from '../db/locked-part-sql.ts';
import { type Only, statement } from '../db/rows.ts';
import { apart, fromSql, moves, scheduledSql, toSql } from '../messages/states/message-states.ts';
import { hourWait } from '../messages/states/send-at.ts';
import { roundTime } from '../webhooks/delivery/webhook-schedule.ts';
import { heldMarks, isHeldSql } from './held-mail.ts';

/** Rows of one transaction, at most. */
const rowsABatch = 1_000;

interface Batch {
  readonly count: number;
  /** Where the next batch continues; null for an empty batch. */
  readonly last: Date | null;
}

const times = { before: 'timestamptz', after: 'timestamptz' } as const;
type TimesSql = Readonly<Record<keyof typeof times, string>>;

/** Mail in the order of an index. */
interface Waiting {
  readonly order: string;
  readonly where: (v: TimesSql) => string;
}

const foundSql = ({ order, where }: Waiting, v: TimesSql, only: Only, further = '') =>
  lockedPartSql(
    only,
    `
      SELECT workspace_id, id${further} FROM messages WHERE ${where(v)} AND ${only('workspace_id')}
      ORDER BY ${order} LIMIT ${rowsABatch} FOR NO KEY UPDATE`,
  );

/** A cluster is asked over all shards where there is such mail. */
const findSql = ({ order, where }: Waiting, v: TimesSql) =>
  `SELECT workspace_id AS "workspaceId", ${order} AS at FROM messages WHERE ${where(v)} ORDER BY ${order} LIMIT ${rowsABatch}`;

/** In the order of the index by expiry, which holding does not change. */
const queued: Waiting = {
  order: 'expires_at',
  where: ({ before, after }) => `${apart(fromSql('state', moves.claim))}
        AND expires_at >= ${after} AND created_at < ${before} AND NOT coalesce(${isHeldSql('waits_for')}, false)`,
};
const findQueued = statement({ values: times, text: (v) => findSql(queued, v) });
const holdQueued = statement({
  values: times,
  text: (v, only) => `
    WITH found AS (${foundSql(queued, v, only)}
    ), held AS (
      UPDATE messages m SET due_at = m.expires_at, waits_for = '${heldMarks.queued}'
      FROM found f WHERE m.workspace_id = f.workspace_id AND ${only('m.workspace_id')} AND m.id = f.id
      RETURNING m.expires_at
    )
    SELECT count(*)::int AS count, max(expires_at) AS last FROM held`,
});

/**
 * Mail that leaves later may have left since the backup where its time is before the restore: it is held like mail that
 * waited. Other such mail leaves at its time (docs/rules.md#restored-database).
 */
const scheduled: Waiting = {
  order: 'due_at',
  where: ({ before, after }) => `${scheduledSql('state')} AND due_at >= ${after} AND send_at < ${before}
        AND created_at < ${before} AND due_at < ${before}::timestamptz + make_interval(secs => ${hourWait / 1_000})`,
};
const findScheduled = statement({ values: times, text: (v) => findSql(scheduled, v) });
const holdScheduled = statement({
  values: times,
  text: (v, only) => `
    WITH found AS (${foundSql(scheduled, v, only, ', due_at')}
    ), held AS (
      UPDATE messages m SET state = ${toSql(moves.release)}, due_at = m.expires_at, waits_for = '${heldMarks.queued}',
        sending_domain_id = CASE WHEN m.simulation IS NULL THEN (
          SELECT d.id FROM sending_domains d WHERE d.platform_id = m.platform_id) END
      FROM found f WHERE m.workspace_id = f.workspace_id AND ${only('m.workspace_id')} AND m.id = f.id
      RETURNING f.due_at
    )
    SELECT count(*)::int AS count, max(due_at) AS last FROM held`,
});

const sending: Waiting = {
  order: 'lease_until',
  where: ({ before, after }) =>
    `${apart(fromSql('state', moves.lostLease))} AND coalesce(lease_until >= ${after}, true) AND created_at < ${before}`,
};
const findSending = statement({ values: times, text: (v) => findSql(sending, v) });
const holdSending = statement({
  values: times,
  text: (v, only) => `
    WITH found AS (${foundSql(sending, v, only)}
    ), held AS (
      UPDATE messages m SET state = ${toSql(moves.lostLease)}, lease_until = NULL, due_at = m.expires_at,
        waits_for = '${heldMarks.sending}'
      FROM found f WHERE m.workspace_id = f.workspace_id AND ${only('m.workspace_id')} AND m.id = f.id
      RETURNING m.id
    )
    -- Those that were held are not found again.
    SELECT count(*)::int AS count, ${v.after} AS last FROM held`,
});

const finds = { sending: findSending, queued: findQueued, scheduled: findScheduled };
const holds = { sending: holdSending, queued: holdQueued, scheduled: holdScheduled };
type Kind = keyof typeof holds;

const holdWebhooks = statement({
  values: { before: 'timestamptz', after: 'timestamptz' },
  text: ({ before, after }) => `
    WITH found AS (
      SELECT h.platform_id, h.id, p.round_started_at FROM pending_webhooks p JOIN webhooks h ON h.platform_id = p.platform_id AND h.id = p.id
      WHERE p.round_started_at >= ${after} AND p.round_started_at < ${before} AND NOT p.held
      ORDER BY p.round_started_at LIMIT ${rowsABatch} FOR NO KEY UPDATE OF h
    ), held AS (
      UPDATE pending_webhooks p
      SET held = true, lease_until = NULL, due_at = p.round_started_at + make_interval(secs => ${roundTime / 1_000})
      FROM found f WHERE p.platform_id = f.platform_id AND p.id = f.id
      RETURNING p.id
    )
    -- A result may have ended one of those found: the batch was full, and there can be more.
    SELECT count(*)::int AS count, max(round_started_at) AS last FROM found`,
});

export interface HeldNow {
  readonly mail: number;
  readonly webhooks: number;
}

/** Holds what is from before that time and not held already. Safe from several processes, and again after a kill. */
export async function holdWork(db: Db, before: Date): Promise<HeldNow> {
  let mail = 0;
  for (const kind of ['sending', 'queued', 'scheduled'] as const) mail += await holdMail(db, kind, before);
  const webhooks = await inBatches(db, (client, after) => client.query<Batch>(holdWebhooks({ before, after })));
  return { mail, webhooks };
}

function holdMail(db: Db, kind: Kind, before: Date): Promise<number> {
  if (db.isCluster()) return holdApart(db, kind, before);
  return inBatches(db, (client, after) => client.query<Batch>(holds[kind]({ before, after })));
}

interface Place {
  readonly workspaceId: string;
  readonly at: Date | null;
}

/** On a cluster: batches that each are one read of all shards, and one statement in each workspace that it names. */
async function holdApart(db: Db, kind: Kind, before: Date): Promise<number> {
  let total = 0;
  for (let after: Date | null = new Date(0); after !== null; ) {
    const from: Date = after;
    after = await db.transaction(async (client) => {
      const { rows: found } = await client.query<Place>(finds[kind]({ before, after: from }));
      let count = 0;
      // In one order: two processes cannot deadlock.
      for (const workspaceId of [...new Set(found.map((place) => place.workspaceId))].sort()) {
        if (count >= rowsABatch) break;
        const { rows } = await client.query<Batch>(formFor(db, workspaceId)(holds[kind])({ before, after: from }));
        count += rows[0]?.count ?? 0;
      }
      total += count;
      // Before the first that was found, nothing is left; where others held all of them, up to the last.
      const place = found.at(count === 0 ? -1 : 0);
      return place === undefined ? null : (place.at ?? from);
    }, maintenanceLimits);
  }
  return total;
}

/** Runs the statement until a batch is not full; the number of rows. Each batch is a transaction of its own. */
async function inBatches(
  db: Db,
  batch: (client: Queryable, after: Date) => Promise<{ readonly rows: readonly Batch[] }>,
): Promise<number> {
  let total = 0;
  for (let after: Date | null = new Date(0); after !== null; ) {
    const from: Date = after;
    const { rows } = await db.transaction((client) => batch(client, from), maintenanceLimits);
    const { count, last } = rows[0] ?? { count: 0, last: null };
    total += count;
    after = count < rowsABatch ? null : last;
  }
  return total;
}
