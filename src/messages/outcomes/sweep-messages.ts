/**
 * The sweep of messages, run every second by one worker at a time, for moves that only time causes
 * (docs/rules.md#message-expiry, docs/rules.md#silent-relays, docs/rules.md#message-leases). ask-for-due-messages.ts
 * asks for the turns of due messages.
 */

import type { App } from '../../context.ts';
import { type Form, formOfReached, inWorkspaces } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { statement } from '../../db/rows.ts';
import { oneAtATime } from '../../db/writes/one-at-a-time.ts';
import { clockTolerance } from '../../ground/time/clock.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { leaseTime, outageGrace } from '../claims/message-lease.ts';
import { reportWait } from '../reports/silent-relays.ts';
import { failPoison } from '../sending/fail-poison.ts';
import { messageLifetime } from '../states/message-lifetime.ts';
import { apart, endSql, fromSql, moves, toSql } from '../states/message-states.ts';
import { endByTime } from './end-by-time.ts';
import { failOrphanedMail } from './fail-orphaned-mail.ts';

/** Rows moved by one sweep, at most; the next sweep continues. */
const rowsASweep = 500;

/** `held`: ids of the messages whose attempts run in this process. */
const isLostSql = ({ now, ahead, held }: Readonly<Record<'now' | 'ahead' | 'held', string>>) => `
        ${apart(fromSql('state', moves.lostLease))} AND (lease_until < ${now} OR lease_until > ${ahead})
        AND id <> ALL (${held})`;

const freeLeases = statement({
  name: 'free-leases',
  hidden: true,
  values: { now: 'timestamptz', ahead: 'timestamptz', held: 'text[]' },
  text: ({ now, ahead, held }, only) => `
    UPDATE messages
    SET state = ${toSql(moves.lostLease)}, lease_until = NULL, due_at = ${now}, lost_leases = lost_leases + 1
    WHERE (workspace_id, id) IN (
      SELECT workspace_id, id FROM messages WHERE ${isLostSql({ now, ahead, held })} AND ${only('workspace_id')}
      ORDER BY lease_until LIMIT ${rowsASweep} FOR UPDATE SKIP LOCKED) AND ${only('workspace_id')}
    RETURNING id`,
});

const findLost = statement({
  values: { now: 'timestamptz', ahead: 'timestamptz', held: 'text[]' },
  text: (v, _only, within) =>
    `SELECT workspace_id AS "workspaceId" FROM messages WHERE ${isLostSql(v)} AND ${within('workspace_id')} ORDER BY lease_until LIMIT ${rowsASweep}`,
});

const isAheadSql = ({ ahead, latest }: Readonly<Record<'ahead' | 'latest', string>>) =>
  `${apart(fromSql('state', moves.claim))} AND expires_at > ${latest} AND due_at > ${ahead} AND waits_for IS NULL`;

/**
 * Mail that a process whose clock was ahead has dated: it would wait until that time. `ahead`: no row is dated later, and
 * none ends after `latest`, by which such rows are found at the end of an index.
 */
const healDueTimes = statement({
  name: 'heal-due-times',
  hidden: true,
  values: { now: 'timestamptz', ahead: 'timestamptz', latest: 'timestamptz' },
  text: ({ now, ahead, latest }, only) => `
    UPDATE messages SET due_at = ${now}
    WHERE (workspace_id, id) IN (
      SELECT workspace_id, id FROM messages
      WHERE ${isAheadSql({ ahead, latest })} AND ${only('workspace_id')}
      LIMIT ${rowsASweep} FOR NO KEY UPDATE SKIP LOCKED) AND ${only('workspace_id')}
    RETURNING id`,
});

const findAhead = statement({
  values: { ahead: 'timestamptz', latest: 'timestamptz' },
  text: (v, _only, within) =>
    `SELECT workspace_id AS "workspaceId" FROM messages WHERE ${isAheadSql(v)} AND ${within('workspace_id')} LIMIT ${rowsASweep}`,
});

const isExpiredSql = (now: string) => `${apart(fromSql('state', moves.expiry))} AND expires_at <= ${now}`;

const expire = statement({
  name: 'expire-messages',
  hidden: true,
  values: { now: 'timestamptz' },
  text: ({ now }, only) =>
    endSql({
      move: moves.expiry,
      at: now,
      only,
      selection: `
    SELECT workspace_id, id FROM messages WHERE ${isExpiredSql(now)} AND ${only('workspace_id')}
    ORDER BY expires_at LIMIT ${rowsASweep} FOR UPDATE SKIP LOCKED`,
    }),
});

const findExpired = statement({
  values: { now: 'timestamptz' },
  text: ({ now }, _only, within) =>
    `SELECT workspace_id AS "workspaceId" FROM messages WHERE ${isExpiredSql(now)} AND ${within('workspace_id')} ORDER BY expires_at LIMIT ${rowsASweep}`,
});

const isSilentSql = (since: string) => `${apart(fromSql('state', moves.silence))} AND ended_at <= ${since}`;

const deliverSilent = statement({
  name: 'deliver-silent',
  hidden: true,
  values: { now: 'timestamptz', silentSince: 'timestamptz' },
  text: ({ now, silentSince }, only) =>
    endSql({
      move: moves.silence,
      at: now,
      set: `, evidence = 'silence'`,
      only,
      selection: `
    SELECT workspace_id, id FROM messages WHERE ${isSilentSql(silentSince)} AND ${only('workspace_id')}
    ORDER BY ended_at LIMIT ${rowsASweep} FOR UPDATE SKIP LOCKED`,
    }),
});

const findSilent = statement({
  values: { silentSince: 'timestamptz' },
  text: ({ silentSince }, _only, within) =>
    `SELECT workspace_id AS "workspaceId" FROM messages WHERE ${isSilentSql(silentSince)} AND ${within('workspace_id')} ORDER BY ended_at LIMIT ${rowsASweep}`,
});

/** Frees lost leases, and ends messages that expired or lost their workspace. */
export async function sweepMessages(app: App): Promise<void> {
  const reached = await formOfReached(app.db);
  const woken = await oneAtATime(app.db, 'sweepMessages', async (client) => {
    const now = app.clock.now();
    const ahead = now.getTime() + clockTolerance;
    const latest = new Date(ahead + messageLifetime * 1_000);
    const clock = { ahead: new Date(ahead), latest };
    await inWorkspaces(app.db, client, { find: reached(findAhead)(clock), rows: rowsASweep }, async (form) => {
      return (await client.query(form(healDueTimes)({ now, ...clock }))).rows;
    });
    const poisoned = await freeLostLeases(app, client, now, reached);
    const expired = await endByTime(app, client, {
      type: 'message.expired',
      extent: { find: reached(findExpired)({ now }), rows: rowsASweep },
      query: (at, form) => form(expire)({ now: at }),
    });
    const silentSince = new Date(now.getTime() - reportWait);
    const silent = await endByTime(app, client, {
      type: 'message.delivered',
      extent: { find: reached(findSilent)({ silentSince }), rows: rowsASweep },
      query: (at, form) => form(deliverSilent)({ now: at, silentSince }),
    });
    const orphaned = await failOrphanedMail(app, client, now, reached);
    return [...expired.endpoints, ...silent.endpoints, ...poisoned, ...orphaned];
  });
  await app.wake.ask('webhooks', woken ?? []);
}

/**
 * Counts the lost leases of each message, and fails messages that lost too many. Returns the endpoints with webhooks.
 * Other processes could renew no lease during an outage of the database or of a worker, so each has time from its end.
 * No attempt of this process has lost its lease: whatever its clock says, the process lives and will tell.
 */
async function freeLostLeases(app: App, client: Queryable, now: Date, reached: Form): Promise<readonly TurnKey[]> {
  const since = Math.max(app.db.answersSince(), app.db.reach.wholeSince());
  if (app.clock.monotonic() - since < outageGrace) return [];
  const held = app.parts.inFlight.ids();
  const lost = { now, ahead: new Date(now.getTime() + leaseTime + clockTolerance), held };
  const freed = await inWorkspaces(
    app.db,
    client,
    { find: reached(findLost)(lost), rows: rowsASweep },
    async (form) => {
      return (await client.query(form(freeLeases)(lost))).rows;
    },
  );
  app.parts.meters.lostLeases.addMany(freed.length);
  return freed.length === 0 ? [] : failPoison(app, client, reached);
}
